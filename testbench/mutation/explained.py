"""Mutants that nothing kills and that need not be killed: `explained.toml`, whose head says how it is written.

The list must stay honest: an entry that names no mutant of the run, or one that is killed, is an error.
"""

import re
import tomllib

FIELDS = ("module", "mode", "port", "signal", "text")


class BadExplanations(Exception):
    """Entries that are wrong; the message names each, and says what to do."""


class Explanation:
    """One entry."""

    def __init__(self, table):
        if (
            set(table) - {*FIELDS, "reason"}
            or not table.get("reason", "").strip()
            or not {"module", "port"} <= set(table)
        ):
            raise BadExplanations(
                f"{table}: give `module`, `port` and `reason`, and where it helps "
                f"{', '.join(sorted(set(FIELDS) - {'module', 'port'}))}"
            )
        self.reason = table["reason"].strip()
        self.wanted = {field: ".*".join(map(re.escape, table[field].split("*"))) for field in FIELDS if field in table}
        self.title = ", ".join(f"{field} {table[field]!r}" for field in FIELDS if field in table)

    def meets(self, mutant):
        """Whether the entry names this mutant."""
        return all(re.fullmatch(wanted, str(getattr(mutant, field))) for field, wanted in self.wanted.items())


def load(path):
    """The entries of the file."""
    try:
        tables = tomllib.loads(path.read_text())
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise BadExplanations(f"{path}: {error}") from error
    if set(tables) - {"mutant"}:
        raise BadExplanations(f"{path}: every entry begins with the line [[mutant]]")
    return [Explanation(table) for table in tables.get("mutant", [])]


def complaints(explanations, survivors, others):
    """What is wrong with the entries, given the mutants that survived and those that did not."""
    for explanation in explanations:
        killed = [mutant for mutant in others if explanation.meets(mutant)]
        if killed:
            yield (
                f"{explanation.title}: is killed or proved equivalent (mutant {killed[0].number}); "
                "narrow the entry or remove it"
            )
        elif not any(explanation.meets(mutant) for mutant in survivors):
            yield f"{explanation.title}: no mutant of this run is so; remove the entry or correct it"
