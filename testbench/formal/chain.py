"""Checks that the proofs of this folder make a closed chain: `make check-chain`.

Each assumption of each proof has a label. It is one of these:

- about what no part of the chip does: chain.toml lists the label with its reason (`environment`);
- the very text, under the same conditions, that another proof asserts under the same label;
- named in chain.toml with the guarantees of other proofs from which it follows, and why (`follows`);
- of the timer chip and guaranteed by nobody yet (`open`), or the hypothesis of a proof by steps (`steps`).

It then takes each guarantee away, one at a time, and checks that the chain is found to be broken; and that what is
assumed of a clock is, in some order of the proofs, guaranteed before it is used.
"""

import argparse
import pathlib
import re
import sys
import tomllib
from typing import NamedTuple

HERE = pathlib.Path(__file__).parent
# Files that are a part of a proof, and of which.
PARTS = {"cursor_invariants": "cursor", "cursor_pace": "cursor"}
# Proofs of the timer chip only: the only ones in which an assumption may be open.
TIMER = "expiry lag list_engine list_sweep list_waits next_expiry next_expiry_parts placing record_port scan timer_events".split()
# No proofs, but what proofs use.
TOOLS = {"memory_port"}
STATEMENT = re.compile(r"(?:(\w+)\s*:\s*)?(assume|assert|cover)\s*\(")
# A port or register of a part inside the chip: `\chip.arming.ready `.
PATH = re.compile(r"\\(?:\w+\.)*(\w+) ?")
# The first clock is not promised anything; of the clocks after it all is.
NOT_THE_FIRST = "started"


class Statement(NamedTuple):
    """An assumption or an assertion: its proof, its label, the conditions that it stands under, and its text."""

    kind: str
    proof: str
    label: str
    conditions: tuple
    text: str

    @property
    def name(self):
        return f"{self.proof}.{self.label}"


def plain(text):
    """A text without the paths of its names, and with one blank between words."""
    return re.sub(r"\s+", " ", PATH.sub(r"\1 ", text)).replace(" ;", ";").replace("( ", "(").replace(" )", ")").strip()


def closing(text, at):
    """The place behind the parenthesis that is opened at a place."""
    depth = 0
    for place in range(at, len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if depth == 0:
            return place + 1
    raise ValueError("a parenthesis is not closed")


class Reader:
    """The statements of a file that are in its `always` blocks, with the conditions that they stand under."""

    def __init__(self, proof, text):
        text = re.sub(r"//[^\n]*", "", text)
        self.text = re.sub(
            r"^\s*`(?:ifdef|ifndef|else|endif|include|define)\b(?:[^\n]*\\\n)*[^\n]*", "", text, flags=re.M
        )
        self.proof, self.found = proof, []
        for block in re.finditer(r"\balways\s*@\s*(?:\*|\([^)]*\))", self.text):
            self.statement(block.end(), ())

    def word(self, at):
        found = re.compile(r"\s*(\w*)").match(self.text, at)
        return found.group(1), found.end()

    def statement(self, at, conditions):
        """Reads the statement at a place; returns where the next one begins."""
        word, end = self.word(at)
        if word == "begin":
            at = re.compile(r"\s*(?::\s*\w+)?").match(self.text, end).end()
            while self.word(at)[0] != "end":
                at = self.statement(at, conditions)
            return self.word(at)[1]
        if word in ("if", "for"):
            begin = self.text.index("(", end)
            end = closing(self.text, begin)
            condition = plain(self.text[begin + 1 : end - 1])
            at = self.statement(end, (*conditions, condition) if word == "if" else conditions)
            after, end = self.word(at)
            if word == "if" and after == "else":
                return self.statement(end, (*conditions, f"!({condition})"))
            return at
        if word == "case":
            return self.text.index("endcase", end) + len("endcase")
        start = re.compile(r"\s*").match(self.text, at).end()
        if found := STATEMENT.match(self.text, start):
            end = closing(self.text, found.end() - 1)
            said = plain(self.text[found.end() : end - 1])
            kept = tuple(one for one in conditions if one != NOT_THE_FIRST)
            self.found.append(Statement(found.group(2), self.proof, found.group(1), kept, said))
        return self.text.index(";", end if found else start) + 1


def read(folder):
    """All statements of the folder's proofs, and what is wrong with how they are written."""
    statements, wrong = [], []
    for path in sorted([*folder.glob("*.sv"), *folder.glob("*.svh")]):
        if path.stem in TOOLS:
            continue
        reader = Reader(PARTS.get(path.stem, path.stem), path.read_text())
        seen = sum(one.kind == "assume" for one in reader.found)
        if seen != len(re.findall(r"\bassume\s*\(", reader.text)):
            wrong.append(f"{path.name}: not all assumptions are in statements that chain.py can read")
        wrong += [
            f"{path.name}: no label: assume ({one.text})"
            for one in reader.found
            if one.kind == "assume" and not one.label
        ]
        statements += reader.found
    return statements, wrong


def renamed(text, table, proof):
    """The text with the names of a part's ports that another part has under another name."""
    for one in table.get("same_signal", []):
        of, _, port = one["of"].partition(".")
        if of == proof:
            text = re.sub(rf"\b{port}\b", one["is"].partition(".")[2], text)
    return text


def links(statements, table):
    """Of each assumption the guarantees that it rests on, by name; and what is wrong."""
    asserted = {}
    for one in statements:
        if one.kind == "assert" and one.label:
            asserted.setdefault(one.name, []).append(one)
    wiring = {one.text for one in statements if one.proof == "integration" and one.kind == "assert"}
    known = {**table["environment"], **table["open"]}
    used, rests, wrong = set(), {}, []
    for one in (one for one in statements if one.kind == "assume"):
        place = f"{one.name}: assume ({one.text})"
        if one.label in table["environment"]:
            used.add(one.label)
        elif one.label in table["open"]:
            used.add(one.label)
            if one.proof not in TIMER:
                wrong.append(f"{place}: only of the timer chip may an assumption be open")
        elif one.proof in table["steps"]["proofs"] and one.label in table["steps"]["labels"]:
            used.add(one.label)
        elif one.name in table["follows"]:
            used.add(one.name)
            by = table["follows"][one.name]["by"]
            wrong += [f"{place}: no proof asserts {name}" for name in by if name not in asserted]
            rests.setdefault(one, []).extend(by)
        else:
            same = [
                other.name
                for others in asserted.values()
                for other in others
                # The two sides of the register bus are one file, of which a proof has one side.
                if other.label == one.label
                and (other.proof != one.proof or one.proof == "register_bus")
                and other.text == renamed(one.text, table, one.proof)
                and set(other.conditions) <= set(one.conditions)
            ]
            if not same:
                wrong.append(f"{place}: no other proof asserts this text under this label and these conditions")
            rests.setdefault(one, []).extend(same)
    for one in table.get("same_signal", []):
        # As integration.sv says it, without the paths.
        names = [name.partition(".")[2] for name in (one["of"], one["is"])]
        if f"{names[0]} == {names[1]}" not in wiring:
            wrong.append(f"integration.sv does not assert that {one['of']} is {one['is']}")
    entries = [*known, *table["steps"]["labels"], *table["follows"]]
    wrong += [f"chain.toml: {name} is no assumption any more" for name in entries if name not in used]
    return rests, wrong


def order(rests, earlier):
    """The proofs in an order in which each one's guarantees come before they are assumed, of one clock; and those that
    are left over because each waits for another."""
    waits = {}
    for one, names in rests.items():
        for name in names:
            proof = name.partition(".")[0]
            waits.setdefault(proof, set())
            if proof != one.proof and one.proof not in earlier:
                waits.setdefault(one.proof, set()).add(proof)
    for one in rests:
        waits.setdefault(one.proof, set())
    ordered = []
    while ready := sorted(
        proof for proof, others in waits.items() if not others - set(ordered) and proof not in ordered
    ):
        ordered += ready
    return ordered, sorted(set(waits) - set(ordered))


def check(statements, table, folder=HERE):
    """What is wrong with the chain, and the guarantees that it rests on."""
    rests, wrong = links(statements, table)
    earlier = table["earlier"]["proofs"]
    for proof in earlier:
        if "chformal -assume -delay 1" not in (folder / f"{proof}.sby").read_text():
            wrong.append(f"{proof}.sby does not prove from what was assumed of the clocks before")
    _, left = order(rests, earlier)
    if left:
        wrong.append(f"within a clock each of these waits for another: {', '.join(left)}")
    return rests, wrong


def main():
    """Checks; returns the exit status."""
    parser = argparse.ArgumentParser(prog="chain.py", description=__doc__.splitlines()[0])
    parser.add_argument("--list", action="store_true", help="write each assumption with what it rests on")
    arguments = parser.parse_args()
    table = tomllib.loads((HERE / "chain.toml").read_text())
    statements, wrong = read(HERE)
    files = {path.stem for path in HERE.glob("*.sv")}
    wrong += [f"chain.toml: there is no {name}.sv" for name in table["stand_ins"] if name not in files]
    rests, found = check(statements, table)
    wrong += found
    guarantees = sorted({name for names in rests.values() for name in names})
    if not wrong:
        for name in guarantees:
            without = [one for one in statements if one.kind != "assert" or one.name != name]
            if not check(without, table)[1]:
                wrong.append(f"the chain is not found to be broken without {name}")
    if wrong:
        print("\n".join(wrong), file=sys.stderr)
        return 1
    assumptions = [one for one in statements if one.kind == "assume"]
    if arguments.list:
        for one in assumptions:
            print(f"{one.name}: {', '.join(rests.get(one, [])) or 'no proof'}")
    by_argument = sum(one.name in table["follows"] for one in assumptions)
    by_nobody = sum(one.label in table["open"] for one in assumptions)
    print(
        f"chain: {len(assumptions)} assumptions; {len(rests)} rest on {len(guarantees)} guarantees of other proofs,"
        f" {len(rests) - by_argument} of them in the same words; open, of the timer chip: {by_nobody}."
        f" Without any one of the guarantees it is broken. The order within a clock:"
        f" {' '.join(order(rests, table['earlier']['proofs'])[0])}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
