"""Proves that what ships is the machine that the proofs are about.

    same_machine.py CHIP... [--refute CHIP FLAW]...

The proofs are about `target/formal/whole/CHIP.v`, with all that the source says; `target/chips/CHIP.v` is what the
generator has left of it for the build. Both are flattened. Their flip-flops, by name, and their memories are cut out,
which leaves two combinational circuits: from pins, state and words read to pins, next state and what goes to the
memories. `CHIP.json` says of each bit of the state whether it is claimed to be constant, needed, or neither. Yosys's
SAT solver then shows, for all pins and all states in which all is as claimed and the needed bits are equal on both
sides:

- the constants stay as they are, and registers of few bits at the numbers that they are claimed to be;
- the needed bits of the next state are equal on both sides, and so are all outputs;
- so are the words and addresses that go to memories, as far as they are needed.

Each flip-flop and memory of the shipped chip is one of the whole chip's. So whatever the shipped chip holds at
power-up, a whole chip may hold too, with the constants as claimed; from there on both behave the same for all time. The
proofs are about a whole chip that begins with any values but for such constants. Memories of the same name see the same
writes and therefore show the same words. Their modules are compared as text, but for the widths. What is claimed of a
memory's words holds if it begins with them: the proofs are about a whole chip whose memories begin with anything, so
also with these.
"""

import argparse
import json
import pathlib
import re
import sys

import tools
import yosys

WHOLE = pathlib.Path("target/formal/whole")
SHIPPED = pathlib.Path("target/chips")
WORK = pathlib.Path("target/formal/same_machine")
MODULE = re.compile(r"^module (\w+) \((.*?)^endmodule", re.MULTILINE | re.DOTALL)
ARRAY = re.compile(r"^ *(?:\(\*.*?\*\) )?reg \[\d+:0\] \w+ \[(\d+):0\];", re.MULTILINE)
# Of a memory that is written by the word, with a port for each way or one for both.
WORDS = re.compile(r"\] (entries|words) \[")
CONSTANTS = ("0", "1")
REGISTER = re.compile(r"^(    reg (?:\[\d+:0\] )?\w+);", re.MULTILINE)
FIRST_VALUE = re.compile(r"^    initial .*\n", re.MULTILINE)


class Differs(Exception):
    """The two are not the same machine, or it cannot be shown."""


def bits_of(mask):
    """The places of a mask's bits."""
    return [place for place in range(mask.bit_length()) if mask >> place & 1]


class Side:
    """A chip without its state: cells, and what the state was joined with."""

    def __init__(self, verilog, stem):
        text = verilog.read_text()
        modules = {name: body for name, body in MODULE.findall(text)}
        self.memory_texts = {name: body for name, body in modules.items() if ARRAY.search(body)}
        flat = stem.with_suffix(".flat.json")
        boxes = " ".join(self.memory_texts)
        # Yosys keeps a register's name at the net that has its first value, so here each has one.
        marked = stem.with_suffix(".marked.v")
        marked.write_text(REGISTER.sub(r"\1 = 0;", FIRST_VALUE.sub("", text)))
        yosys.run(
            f"read_verilog {marked}; blackbox {boxes}; hierarchy -check -top carillon; proc; flatten; opt_clean; "
            f"write_json {flat}",
            stem,
        )
        top = json.loads(flat.read_text())["modules"]["carillon"]
        self.ports = {name: (port["direction"], port["bits"]) for name, port in top["ports"].items()}
        nets = top["netnames"].items()
        registers = {tuple(net["bits"]): name.removesuffix("_q") for name, net in nets if "init" in net["attributes"]}
        # Of each flip-flop what it holds and what it takes over.
        self.flip_flops = {}
        # Of each memory its module and its ports' bits.
        self.memories = {}
        self.cells = {}
        for name, cell in top["cells"].items():
            joined = cell["connections"]
            if cell["type"] == "$dff":
                held = tuple(joined["Q"])
                if held not in registers:
                    raise Differs(f"{marked}: a flip-flop without a name: {cell['attributes'].get('src')}")
                self.flip_flops[registers[held]] = (held, joined["D"])
            elif cell["type"] in self.memory_texts:
                self.memories[name] = (cell["type"], joined)
            elif cell["type"].startswith("$"):
                self.cells[name] = cell
            else:
                raise Differs(f"{verilog}: {name} is neither logic nor a memory: {cell['type']}")
        for cell in self.cells.values():
            joined = cell["connections"]
            if cell["type"] == "$shiftx" and len(joined["A"]) < 1 << len(joined["B"]):
                raise Differs(f"{verilog}: {cell['attributes'].get('src')} takes a bit beyond the end")


class Miter:
    """Both sides over one set of pins and states, and what is to be shown of them."""

    def __init__(self, whole, shipped, findings):
        self.whole, self.shipped = whole, shipped
        self.findings = {path: {key: int(mask, 16) for key, mask in found.items()} for path, found in findings.items()}
        # Bits of each side that stand for another one, or for a constant.
        self.stands_for = ({}, {})
        # What must be equal: a label, a bit of the one side, and a bit of the other or a constant.
        self.obligations = []
        # Registers of few bits, what they hold and what they take over, and which numbers they can be.
        self.narrow = []
        self.pins()
        self.flip_flops()
        self.memories()

    def pins(self):
        hidden = self.whole.ports.keys() - self.shipped.ports.keys()
        # Where the memory is inside, its port is left out, at which no transfer may be asked for.
        at_rest = {"memory_cyc", "memory_stb"} & hidden
        if self.shipped.ports.keys() - self.whole.ports.keys() or not all(one.startswith("memory_") for one in hidden):
            raise Differs("the chips have different pins")
        for name, (direction, bits) in self.whole.ports.items():
            if name in hidden:
                self.obligations += [(name, bit, "0") for bit in bits if name in at_rest]
                continue
            other = self.shipped.ports[name][1]
            if len(bits) != len(other):
                raise Differs(f"the pin {name} has another width")
            for one, two in zip(bits, other):
                if direction == "input":
                    self.stands_for[1][two] = one
                else:
                    self.obligations.append((name, one, two))

    def state(self, path, ours, theirs):
        """Bits that hold the state `path`: constants and needed bits are the same on both sides."""
        found = self.findings[path]
        for place, bit in enumerate(ours):
            if found["zeros"] >> place & 1:
                self.stands_for[0][bit] = "0"
            elif found["ones"] >> place & 1:
                self.stands_for[0][bit] = "1"
        for place in bits_of(found["needed"]):
            self.stands_for[1][theirs[place]] = ours[place]
        constant = found["zeros"] | found["ones"]
        for place, bit in enumerate(theirs or ()):
            if constant >> place & 1:
                self.stands_for[1][bit] = "1" if found["ones"] >> place & 1 else "0"

    def next_state(self, path, ours, theirs):
        """Bits that become the state `path`."""
        found = self.findings[path]
        for key, value in (("zeros", "0"), ("ones", "1")):
            self.obligations += [(path, ours[place], value) for place in bits_of(found[key])]
        for place in bits_of(found["needed"]):
            self.obligations.append((path, ours[place], theirs[place]))
        constant = found["zeros"] | found["ones"]
        for place, bit in enumerate(theirs or ()):
            if constant >> place & 1:
                self.obligations.append((path, "1" if found["ones"] >> place & 1 else "0", bit))

    def flip_flops(self):
        more = self.shipped.flip_flops.keys() - self.whole.flip_flops.keys()
        if more or self.whole.flip_flops.keys() - self.findings.keys():
            raise Differs(f"flip-flops of one side only: {sorted(more)}")
        for path, (held, taken) in self.whole.flip_flops.items():
            theirs = self.shipped.flip_flops.get(path, ((), ()))
            self.state(path, held, theirs[0])
            self.next_state(path, taken, theirs[1])
            numbers = self.findings[path]["numbers"]
            # Of a register that is not needed nothing is claimed.
            if self.findings[path]["needed"] and 0 < numbers < (1 << (1 << len(held))) - 1:
                self.narrow.append((path, held, taken, numbers))

    def memories(self):
        more = self.shipped.memories.keys() - self.whole.memories.keys()
        if more:
            raise Differs(f"memories of one side only: {sorted(more)}")
        for path, (module, ports) in self.whole.memories.items():
            other_module, other_ports = self.shipped.memories.get(path, (None, {}))
            for port, bits in ports.items():
                other = other_ports.get(port, ())
                if port == "read_data":
                    self.state(f"{path}.{port}", bits, other)
                elif port != "clock" and f"{path}.{port}" in self.findings:
                    self.next_state(f"{path}.{port}", bits, other)
            text = self.whole.memory_texts[module]
            self.words_read(path, text)
            if other_module:
                if self.port(path, "read_data")["needed"]:
                    self.all_is_compared(path, text, other_ports)
                width = len(other_ports["read_data"])
                if body(text, width) != body(self.shipped.memory_texts[other_module], width):
                    raise Differs(f"the memory {path} is another one")

    def port(self, path, port):
        """What is claimed of a memory's port."""
        return self.findings[f"{path}.{port}"]

    def words_read(self, path, text):
        """Bits that are claimed to be read as constants are 0, and nothing else is in the memory."""
        read, written = self.port(path, "read_data"), self.port(path, "write_data")
        zeros = written["zeros"] if WORDS.search(text) else -(written["zeros"] & 1)
        never = self.port(path, "write_enable")["zeros"]
        if read["ones"] or not never and read["zeros"] & ~zeros:
            raise Differs(f"the memory {path} may show what is claimed to be constant")

    def all_is_compared(self, path, text, ports):
        """All of what the shipped memory works with is equal on both sides."""
        words = sum(int(last) + 1 for last in ARRAY.findall(text))
        addresses = ["address"] if "address" in ports else ["read_address", "write_address"]
        wanted = {"write_enable": 1} | dict.fromkeys(addresses, words.bit_length() - 1)
        masks = {}
        if WORDS.search(text):
            masks["write_data"] = self.port(path, "read_data")["needed"]
        else:
            wanted |= {"write_address": words.bit_length() + 3, "write_data": 1}
        if re.search(r"\bwhole;", text):
            wanted["whole"] = 1
        for port, mask in (masks | {port: (1 << width) - 1 for port, width in wanted.items()}).items():
            found = self.port(path, port)
            there = (1 << len(ports[port])) - 1
            if mask & ~(found["needed"] | found["zeros"] | found["ones"]) or mask & ~there & ~found["zeros"]:
                raise Differs(f"{path}.{port} is not compared")

    def netlist(self):
        """Both sides' cells in one module, with an output that is 1 for each obligation that is not met."""
        numbers = {}
        stands_for = self.stands_for

        def bit(side, name):
            for _ in range(2):
                name_of = stands_for[side].get(name)
                if name_of is None:
                    break
                if side == 1 and name_of not in CONSTANTS:
                    side = 0
                name = name_of
            if name in CONSTANTS:
                return name
            if name in ("x", "z"):
                # Anything at all, in each place anew.
                name = f"open {len(numbers)}"
            return numbers.setdefault((side, name), len(numbers) + 2)

        cells = {}
        driven = set()
        for side, chip in enumerate((self.whole, self.shipped)):
            for name, cell in chip.cells.items():
                joined = {port: [bit(side, one) for one in bits] for port, bits in cell["connections"].items()}
                directions = cell["port_directions"]
                outputs = (port for port, direction in directions.items() if direction == "output")
                driven.update(one for port in outputs for one in joined[port])
                cells[f"{'whole' if side == 0 else 'shipped'}.{name}"] = cell | {"connections": joined, "hide_name": 0}

        def cell(name, kind, parameters, **inputs):
            """Adds a cell with one output bit, which is returned."""
            output = numbers.setdefault(("cell", name), len(numbers) + 2)
            driven.add(output)
            cells[name] = {
                "hide_name": 0,
                "type": kind,
                "parameters": parameters,
                "attributes": {},
                "port_directions": dict.fromkeys(inputs, "input") | {"Y": "output"},
                "connections": inputs | {"Y": [output]},
            }
            return output

        def is_among(name, bits, values):
            """Whether the bits are one of the values, a mask."""
            width = len(bits)
            table = {"WIDTH": f"{width:032b}", "LUT": f"{values:0{1 << width}b}"}
            return cell(name, "$lut", table, A=[bit(0, one) for one in bits])

        def unary(width):
            return {"A_SIGNED": "0", "A_WIDTH": f"{width:032b}", "Y_WIDTH": "1"}

        def binary(width):
            return unary(width) | {"B_SIGNED": "0", "B_WIDTH": f"{width:032b}"}

        # What is claimed of the numbers that narrow registers can be is assumed of what they hold.
        holds = [is_among(f"holds.{path}", held, values) for path, held, _, values in self.narrow]
        claimed = cell("claimed", "$reduce_and", unary(len(holds) or 1), A=holds or ["1"])
        bad = {}
        for label in sorted({label for label, _, _ in self.obligations}):
            pairs = [(one, two) for of, one, two in self.obligations if of == label]
            left, right = ([bit(side, pair[side]) for pair in pairs] for side in (0, 1))
            bad[label] = cell(f"compare.{label}", "$ne", binary(len(pairs)), A=left, B=right)
        for path, _, taken, values in self.narrow:
            stays = is_among(f"becomes.{path}", taken, values)
            bad[f"{path}.as_a_number"] = cell(f"leaves.{path}", "$not", unary(1), A=[stays])
        ports, names = {}, {}
        for number, (label, wrong) in enumerate(bad.items()):
            shown = cell(f"bad.{label}", "$and", binary(1), A=[wrong], B=[claimed])
            ports[f"bad_{number}"] = {"direction": "output", "bits": [shown]}
            names[f"bad_{number}"] = label
        free = [number for number in numbers.values() if number not in driven]
        ports["free"] = {"direction": "input", "bits": free}
        module = {"attributes": {"top": f"{1:032b}"}, "ports": ports, "cells": cells, "netnames": {}}
        return {"creator": "same_machine.py", "modules": {"miter": module}}, names


def body(memory, width):
    """What a memory's module does, as text, with words of `width` bits, without ports and whole addresses' ranges."""
    text = memory.partition(");\n")[2]
    text = re.sub(r"(address)\[\d+:0\]", r"\1", text)
    return re.sub(r"\[\d+:0\] (entries|words) ", rf"[{width - 1}:0] \1 ", text)


def differences(chip, shipped, stem):
    """The proof for the chip of the file `shipped`: how many bits are compared, and the names of what may differ."""
    miter = Miter(
        Side(WHOLE / f"{chip}.v", stem.with_name(f"{stem.name}.whole")),
        Side(shipped, stem.with_name(f"{stem.name}.shipped")),
        json.loads((WHOLE / f"{chip}.json").read_text()),
    )
    netlist, names = miter.netlist()
    path = stem.with_name(f"{stem.name}.miter.json")
    path.write_text(json.dumps(netlist))
    claims = " ".join(f"-prove {bad} 0" for bad in names)
    solve = f"sat -show-outputs {claims} miter"
    read = f"read_json {path}; hierarchy -check -top miter; check -assert"
    log = yosys.run(f"{read}; opt -full; opt_merge -share_all; {solve}", stem)
    if "no model found: SUCCESS!" in log:
        return len(miter.obligations), []
    if "model found: FAIL!" not in log:
        raise tools.ToolFailed(f"Yosys has not decided; see {stem}.yosys.log")
    return len(miter.obligations), [names[bad] for bad in re.findall(r"^ *\\(bad_\d+) +1 ", log, re.MULTILINE)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("chips", nargs="*", metavar="CHIP", help="the name of a verified chip, without .v")
    parser.add_argument(
        "--refute",
        nargs=2,
        action="append",
        default=[],
        metavar=("CHIP", "FLAW"),
        help="a flawed chip that must be found to differ",
    )
    arguments = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    try:
        for chip in arguments.chips:
            compared, found = differences(chip, SHIPPED / f"{chip}.v", WORK / chip)
            if found:
                sys.exit(f"same_machine.py: {chip} is not the whole chip: {', '.join(found)}")
            print(f"same_machine {chip}: {compared} bits")
        for chip, flaw in arguments.refute:
            _, found = differences(chip, WHOLE / "flawed" / f"{flaw}.v", WORK / flaw)
            if not found:
                sys.exit(f"same_machine.py: the flaw {flaw} is not found")
            print(f"same_machine: {flaw} is found in {', '.join(found)}")
    except (Differs, tools.ToolFailed) as failed:
        sys.exit(f"same_machine.py: {failed}")


if __name__ == "__main__":
    main()
