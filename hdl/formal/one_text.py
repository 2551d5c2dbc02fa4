"""Proves that the text of one of the chips, with some parameters, is the chip of a generated file.

    one_text.py GENERATED CHIP BUS [NAME=VALUE]... [--text FOLDER] [--findings JSON]

CHIP is `counter` or `timer`, BUS the end of a top's name. Both are flattened; flip-flops, by name, and memories are cut
out. For all pins and all states that are equal on both sides, Yosys's SAT solver shows that outputs, next states and
what goes to the memories are equal. Registers of the text that the generated chip lacks are claimed to stay 0 as far as
they do, and else may be anything. A second question shows that both are in such states after some clocks of reset.

The generated decoder takes any register for an address that nobody answers to; the text's takes none. So what follows
from an address one clock ago is compared only if that named a register, and what follows from it two clocks ago
likewise: `ago_1` and `ago_2` are these addresses. That nothing of it is ever shown follows from claims, which are
assumed of the state and shown of the next one.

The generator has found out which numbers registers of few bits can be, and used it: `--findings` names what it says
(`checked-in --whole`), which is claimed and shown here too.
"""

import argparse
import json
import pathlib
import re
import sys

import tools
import yosys

WORK = pathlib.Path("target/one_text")
MODULE = re.compile(r"^module (\w+) \((.*?)^endmodule", re.MULTILINE | re.DOTALL)
MEMORY = re.compile(r"\] (entries|words|busy|busy_\d+) \[")
BIT_MEMORY = re.compile(r"\] busy(_\d+)? \[")
CONSTANTS = ("0", "1")
# Clocks of reset within which all registers must have come to what is claimed.
MOST_RESET_CLOCKS = 9


class Differs(Exception):
    """The two are not one machine, or it cannot be shown."""


def canonical(name):
    """A path without the names of the generate blocks."""
    return ".".join(part for part in name.split(".") if not part.startswith("with_"))


class Side:
    """A chip without its state: its cells, and what the state was joined with."""

    def __init__(self, files, top, parameters, boxes, stem):
        given = " ".join(f"-chparam {name} {value}" for name, value in parameters.items())
        flat = stem.with_suffix(".json")
        yosys.run(
            f"read_verilog {' '.join(map(str, files))}; hierarchy -check -top {top} {given}; proc; blackbox {boxes}; "
            f"flatten; opt_clean; write_json {flat}",
            stem,
        )
        modules = json.loads(flat.read_text())["modules"]
        chip = next(one for one in modules.values() if int(one["attributes"].get("top", "0"), 2))
        self.ports = {name: (port["direction"], port["bits"]) for name, port in chip["ports"].items()}
        named = {name: net["bits"] for name, net in chip["netnames"].items() if "$" not in name}
        self.nets = {canonical(name): bits for name, bits in named.items()}
        names_of = {}
        for name, bits in named.items():
            names_of.setdefault(tuple(bits), []).append(canonical(name))
        # Of each flip-flop its names, and what it takes over; of each memory its module and its ports.
        self.flip_flops, self.memories, self.cells = {}, {}, {}
        for name, cell in chip["cells"].items():
            joined = cell["connections"]
            if cell["type"] == "$dff":
                held = tuple(joined["Q"])
                self.flip_flops[held] = (names_of.get(held) or [cell["attributes"].get("src")], joined["D"])
            elif cell["type"].startswith("$paramod") or not cell["type"].startswith("$"):
                self.memories[canonical(name)] = (cell["type"], joined)
            else:
                self.cells[name] = cell
        self.by_name = {name: (held, taken) for held, (names, taken) in self.flip_flops.items() for name in names}


class Circuit:
    """Both sides in one circuit, and gates on top of them."""

    def __init__(self, sides):
        self.sides = sides
        self.numbers = {}
        # Of a bit of the text the bit of the circuit that it is.
        self.alias = {}
        self.clear()

    def clear(self):
        """Forgets all gates."""
        self.cells, self.driven = {}, set()

    def number(self, key):
        """The number of a bit."""
        return self.numbers.setdefault(key, len(self.numbers) + 2)

    def bit(self, side, one):
        """A bit of a side: 0 the generated chip, 1 the text."""
        if one in CONSTANTS:
            return one
        if one in ("x", "z"):
            return self.number(("open", len(self.numbers)))
        if side == 1 and one in self.alias:
            return self.alias[one]
        return self.number((side, one))

    def bits(self, side, of):
        """Bits of a side."""
        return [self.bit(side, one) for one in of]

    def gate(self, kind, width, **inputs):
        """A new gate; its output."""
        output = self.number(("gate", len(self.cells)))
        self.driven.add(output)
        parameters = {"A_SIGNED": "0", "A_WIDTH": f"{width:032b}", "Y_WIDTH": f"{1:032b}"}
        if "B" in inputs:
            parameters |= {"B_SIGNED": "0", "B_WIDTH": f"{width:032b}"}
        if kind == "$lut":
            parameters = {"WIDTH": f"{width:032b}", "LUT": inputs.pop("table")}
        self.cells[f"gate_{len(self.cells)}"] = {
            "hide_name": 0,
            "type": kind,
            "parameters": parameters,
            "attributes": {},
            "port_directions": dict.fromkeys(inputs, "input") | {"Y": "output"},
            "connections": inputs | {"Y": [output]},
        }
        return output

    def no(self, one):
        """Its inverse."""
        return self.gate("$not", 1, A=[one])

    def both(self, one, other):
        """Whether both are 1."""
        return self.gate("$and", 1, A=[one], B=[other])

    def all(self, *ones):
        """Whether all are 1."""
        return self.gate("$reduce_and", len(ones), A=list(ones)) if ones else "1"

    def any(self, *ones):
        """Whether one is 1."""
        return self.gate("$reduce_or", len(ones), A=list(ones)) if ones else "0"

    def choice(self, test, one, other):
        """One bit if `test` is 1, else the other."""
        return self.any(self.both(test, one), self.both(self.no(test), other))

    def implies(self, one, *others):
        """Whether all others are 1 if `one` is."""
        return self.any(self.no(one), self.all(*others))

    def same(self, pairs):
        """Whether the bits of each pair are equal."""
        return self.gate("$eq", len(pairs), A=[one for one, _ in pairs], B=[two for _, two in pairs])

    def among(self, bits, numbers):
        """Whether bits are one of the numbers in a mask."""
        return self.gate("$lut", len(bits), A=bits, table=f"{numbers:0{1 << len(bits)}b}")

    def flip_flop(self, name, taken, held):
        """A flip-flop, for the question about the beginning."""
        self.driven.update(held)
        self.cells[f"flip_flop.{name}"] = {
            "hide_name": 0,
            "type": "$dff",
            "parameters": {"WIDTH": f"{len(held):032b}", "CLK_POLARITY": "1"},
            "attributes": {},
            "port_directions": {"CLK": "input", "D": "input", "Q": "output"},
            "connections": {"CLK": [self.number("clock")], "D": taken, "Q": held},
        }

    def add_sides(self):
        """Puts the cells of both sides in."""
        for side, chip in enumerate(self.sides):
            for name, cell in chip.cells.items():
                joined = {port: self.bits(side, bits) for port, bits in cell["connections"].items()}
                for port, direction in cell["port_directions"].items():
                    if direction == "output":
                        self.driven.update(joined[port])
                self.cells[f"{side}.{name}"] = cell | {"connections": joined, "hide_name": 0}

    def write(self, path, outputs, inputs):
        """Writes it as a module that Yosys reads; what nobody drives is free."""
        ports = {name: {"direction": "output", "bits": [bit]} for name, bit in outputs.items()}
        ports |= {name: {"direction": "input", "bits": [bit]} for name, bit in inputs.items()}
        free = [one for one in self.numbers.values() if one not in self.driven and one not in inputs.values()]
        ports["free"] = {"direction": "input", "bits": free}
        top = {"attributes": {"top": f"{1:032b}"}, "ports": ports, "cells": self.cells, "netnames": {}}
        path.write_text(json.dumps({"creator": "one_text.py", "modules": {"miter": top}}))


class Counter:
    """What is to be known of the counter chip."""

    register_file = "core.host.register_file."
    # Registers, which follow from the address one clock ago, by their names in the register file.
    one_ago = (
        "ctrl prescale arm disarm event_ack intr_state intr_enable intr_test intr_coalesce error alarm_lo alarm_hi "
        "wheel_size wheel_mode status time event event_tick next"
    )
    two_ago = (
        *(f"core.host.{name}_word" for name in ("status", "state", "error")),
        *(f"core.host.{name}_shown" for name in ("event", "more", "sequence", "attention")),
        "core.event_fifo.place_shown",
        "core.event_fifo.tick_shown",
    )
    # Memories whose word counts only if the register shows it.
    shown_by = {
        "core.event_fifo.places": "core.event_fifo.place_shown",
        "core.event_fifo.ticks": "core.event_fifo.tick_shown",
    }
    # Vectors of the text that are single flip-flops in the generated chip.
    arrays = ("holds_wheel_size", "holds_wheel_mode")
    # Wires of several registers, and their words.
    blocks = (("wheel_size", 0xFF << 32), ("wheel_mode", 0xFF << 40), ("time", 0xF << 8), ("next", 0xFF << 24))

    @staticmethod
    def words(parameters):
        """What registers show after a reset, but for `PARAMS`."""
        return {
            "id": 0x4341524C,
            "version": 0x100,
            "prescale": 1,
            "alarm_lo": 0xFFFFFFFF,
            "wheel_size_0": 1 << int(parameters.get("SLOT_BITS", 12)),
        }

    @staticmethod
    def address(view):
        """The register bus's address."""
        return view.of(view.access + "held_address", 6)

    @staticmethod
    def claims(view):
        """What follows from questions to other parts, and which of these are open."""
        gates, one = view.gates, view.one
        counts, ahead = "core.tick_counts.", "core.look_ahead."
        steps = [one(ahead + name) for name in ("asked", "begins", "reading", "judging", "arrived")]
        # Where no bit is ever cleared meanwhile, the generated text has no `active`.
        active = one(ahead + "active") if view.has(ahead + "active") else gates.any(*steps)
        questions = [
            one(counts + "asked"),
            gates.both(one(counts + "adding"), one(counts + "reading")),
            one(counts + "answering"),
            active,
            one(ahead + "answer_done"),
            one("core.next_waits"),
            one("core.host.arm_waits"),
        ]
        found = {
            "looking_up": gates.implies(one("core.arming.looking_up"), view.named_1, view.named_2),
            "checking": gates.implies(one("core.arming.checking"), view.named_2),
        }
        for place, step in enumerate(steps):
            found[f"step {place}"] = gates.implies(step, active)
            for other in range(place + 1, len(steps)):
                found[f"one step {place} {other}"] = gates.no(gates.both(step, steps[other]))
        return found, questions


class Timer:
    """What is to be known of the timer chip."""

    register_file = "core.register_file."
    one_ago = (
        "ctrl prescale timer timer_word event_ack intr_state intr_enable intr_test intr_coalesce error start_mode "
        "timers wheel_bits memory_base status now_lo now_hi cursor_lo event event_tick next_expiry"
    )
    two_ago = tuple(f"core.registers.{name}" for name in ("strange", "too_much", "too_late"))
    shown_by = {}
    arrays = ()
    WORD, NEXT_EXPIRY = 0x0D, 0x1B
    blocks = (("timer_word", 1 << WORD), ("next_expiry", 1 << NEXT_EXPIRY))

    @staticmethod
    def words(_):
        """What registers show after a reset, but for `PARAMS`."""
        return {"id": 0x43415254, "version": 0x100, "prescale": 1}

    @staticmethod
    def address(view):
        """The register bus's address: behind the window and what lies beside the map."""
        held = view.of(view.access + "held_address", 6)
        gates = view.gates
        window, stray = view.one("window"), view.one("stray")
        if view.has("held_upper"):
            # On AXI4-Lite the upper address waits with the lower one.
            executing, write = view.one(view.access + "executing"), view.one(view.access + "held_write")
            ways = (view.of(f"{way}_upper", 15) for way in ("write", "read", "held"))
            upper = [
                gates.choice(executing, gates.choice(write, of_write, of_read), of_held)
                for of_write, of_read, of_held in zip(*ways, strict=True)
            ]
            window = upper.pop()
            stray = gates.any(*upper)
        beside = [gates.any(one, stray) for one in held]
        word = [str(Timer.WORD >> place & 1) for place in range(6)]
        return [
            gates.any(one, window) if bit == "1" else gates.both(one, gates.no(window))
            for one, bit in zip(beside, word, strict=True)
        ]

    @staticmethod
    def claims(view):
        """What follows from commands to the list engine, and that one is open."""
        one, gates = view.one, view.gates
        registers = "core.registers."
        waiting = one(registers + "waiting")
        looking = gates.both(one(registers + "looking"), gates.no(view.clearing))
        slow = gates.among(view.ago[0], 1 << Timer.WORD | 1 << Timer.NEXT_EXPIRY)
        asks = gates.implies(view.file("asking"), slow)
        found = {
            "looking": gates.implies(looking, waiting),
            "asking is slow": asks,
            # Even in the clock in which a reset ends it.
            "waiting is named": gates.implies(waiting, view.named_1, view.named_2),
        }
        return found, [waiting]


CHIPS = {"counter": Counter, "timer": Timer}


class View:
    """The state, or the next one, by names of the generated chip's registers."""

    def __init__(self, proof, is_next):
        self.gates, self.registers = proof.gates, proof.generated.by_name
        self.is_next, self.access = is_next, proof.access
        self.prefix = proof.chip.register_file
        self.ago = proof.following if is_next else proof.ago
        self.named_1, self.named_2 = (self.gates.among(one, proof.mapped) for one in self.ago)
        self.clearing = self.one("core.clearing")

    def has(self, name):
        """Whether there is such a register."""
        return name in self.registers

    def of(self, name, width=1):
        """A register's bits; 0 where there is none. Names without a path are those of the register file."""
        if name not in self.registers:
            return ["0"] * width
        return self.gates.bits(0, self.registers[name][self.is_next])

    def one(self, name):
        """A register of one bit."""
        return self.of(name)[0]

    def file(self, name):
        """A register of one bit of the register file."""
        return self.one(self.prefix + name)


class Proof:
    """Both sides, and what is to be shown of them."""

    def __init__(self, options):
        self.parameters = dict(pair.split("=") for pair in options.parameters)
        self.bus = options.bus
        self.chip = CHIPS[options.chip]
        self.access = "bus_adapter." + ("bridge." if self.bus == "uart" else "") + "access."
        self.text = options.generated.read_text()
        self.stem = WORK / options.generated.stem
        boxes = " ".join(name for name, body in MODULE.findall(self.text) if MEMORY.search(body))
        names = ("shared", self.bus, options.chip, f"{options.chip}_{self.bus}")
        files = [options.text / f"carillon_{name}.v" for name in names]
        top = f"carillon_{options.chip}_{self.bus}"
        self.generated = Side([options.generated], "carillon", {}, boxes, self.stem.with_suffix(".generated"))
        self.one_text = Side(
            files, top, self.parameters, "*carillon_memory* *carillon_bit_memory*", self.stem.with_suffix(".text")
        )
        self.findings = {}
        if options.findings:
            self.findings = json.loads(options.findings.read_text())
        self.mapped = int(re.search(r"MAPPED = \d+'h(\w+)", self.text)[1], 16)
        self.gates = Circuit((self.generated, self.one_text))
        self.ago = [[self.gates.number((name, place)) for place in range(6)] for name in ("ago_1", "ago_2")]
        # What must be equal: a label and a function that gives pairs of bits; and pairs of registers, for the beginning.
        self.duties, self.shared, self.read = [], [], []
        # What must be equal if the address so many clocks ago named a register: now, and after the next edge.
        self.relations = []
        # Registers of the text alone: name, what they hold, what they take over.
        self.alone = []
        self.met = set()
        self.join_registers()
        self.join_register_file()
        missing = [names for held, (names, _) in self.generated.flip_flops.items() if held not in self.met]
        if missing:
            raise Differs(f"the text has no {missing}")
        self.join_memories()
        self.join_pins()

    def join(self, label, name, held, taken):
        """A register of both sides."""
        of_other, taken_there = self.generated.by_name[name]
        width = len(of_other)
        if width > len(held):
            raise Differs(f"{label} is wider in the generated chip")
        if width < len(held):
            self.alone.append((f"{label} above", held[width:], taken[width:]))
        for one, two in zip(of_other, held, strict=False):
            self.gates.alias[two] = self.gates.bit(0, one)
        self.shared.append((of_other, held[:width]))
        gates = self.gates
        self.duties.append(
            (label, lambda: list(zip(gates.bits(0, taken_there), gates.bits(1, taken[:width]), strict=True)))
        )
        self.met.add(tuple(of_other))

    def relate(self, ago, label, now, following):
        """What must be equal if there was a register `ago` clocks ago."""
        self.relations.append((ago, label, now, following))

    def join_registers(self):
        """All registers but those of the register file that the two sides keep in other ways."""
        prefix, gates = self.chip.register_file, self.gates
        one_ago = {f"{prefix}is_{name}" for name in self.chip.one_ago.split()}
        two_ago = {prefix + "stored", *self.chip.two_ago}
        apart = {prefix + name for name in ("hidden", "untouched", *self.chip.arrays)}
        for held, (names, taken) in self.one_text.flip_flops.items():
            known = [name for name in names if name in self.generated.by_name]
            # A register goes by its own name, and by those of the wires that it drives.
            name = next((name for name in known if name in one_ago | two_ago), next(iter(known), None))
            if name in one_ago | two_ago:
                of_other, taken_there = self.generated.by_name[name]
                self.met.add(tuple(of_other))
                self.relate(
                    1 if name in one_ago else 2,
                    name,
                    lambda a=of_other, b=held: list(zip(gates.bits(0, a), gates.bits(1, b), strict=False)),
                    lambda a=taken_there, b=taken: list(zip(gates.bits(0, a), gates.bits(1, b), strict=False)),
                )
            elif name:
                self.join(name, name, held, taken)
            elif not apart & set(names):
                self.alone.append((names[0], held, taken))

    def join_register_file(self):
        """What the text keeps as words, and the generated chip bit by bit."""
        prefix, gates = self.chip.register_file, self.gates
        generated, text = self.generated.by_name, self.one_text.by_name
        for array in self.chip.arrays:
            held, taken = text.get(prefix + array, ([], []))
            for place in range(len(held)):
                bit, name = slice(place, place + 1), f"{prefix}{array}_{place}"
                if name in generated:
                    self.join(name, name, held[bit], taken[bit])
                else:
                    self.alone.append((name, held[bit], taken[bit]))
        # A bit of `hidden` is one of the `hides_*`.
        places = sorted(int(name.rsplit("_", 1)[1]) for name in generated if name.startswith(prefix + "hides_"))
        held, taken = text[prefix + "hidden"]
        for place in range(32):
            pair = generated[f"{prefix}hides_{max(one for one in places if one <= place)}"]
            self.met.add(tuple(pair[0]))

            def hidden(now, pair=pair, mine=(held[place], taken[place])):
                other = gates.bit(0, pair[0 if now else 1][0])
                return [(other, gates.bit(1, mine[0 if now else 1]))]

            self.relate(1, f"hidden[{place}]", lambda of=hidden: of(True), lambda of=hidden: of(False))
        # A bit of `untouched` is one of some `begins_*`.
        words = self.chip.words(self.parameters)
        words["params"] = int(re.search(r"PARAMS +0x(\w+)", self.text)[1], 16)
        held, taken = text[prefix + "untouched"]
        for place in range(32):
            names = (prefix + "begins_" + name for name, word in words.items() if word >> place & 1)
            pairs = [generated[name] for name in names if name in generated]
            self.met.update(tuple(pair[0]) for pair in pairs)

            def begins(now, pairs=pairs, mine=(held[place], taken[place])):
                ones = [gates.bit(0, pair[0 if now else 1][0]) for pair in pairs]
                return [(gates.any(*ones), gates.bit(1, mine[0 if now else 1]))]

            self.relate(1, f"untouched[{place}]", lambda of=begins: of(True), lambda of=begins: of(False))

    def join_memories(self):
        """Memories of one name see the same addresses and words, and show the same."""
        missing = self.generated.memories.keys() - self.one_text.memories.keys()
        if missing:
            raise Differs(f"the text has no {missing}")
        texts = {name: body for name, body in MODULE.findall(self.text)}
        for name, (kind, ports) in self.generated.memories.items():
            other, mine = self.one_text.memories[name]
            body = texts[kind]
            is_bits = bool(BIT_MEMORY.search(body))
            if is_bits != ("bit_memory" in other):
                raise Differs(f"{name} is {kind} and {other}")
            # One that shows the old word has no leave to show anything.
            shows_old = "no_rw_check" not in body and "words [" not in body
            if not is_bits and shows_old != ("read_first" in other):
                raise Differs(f"{name} is {kind} and {other}")
            if any(len(bits) != len(mine[port]) for port, bits in ports.items() if port.endswith("address")):
                raise Differs(f"{name} has another depth")
            self.join_memory(name, dict(ports), dict(mine))

    def join_memory(self, name, ports, mine):
        """A memory of both sides."""
        gates, wide, narrow = self.gates, mine["read_data"], len(ports["read_data"])
        if narrow < len(wide):
            # What is never written but as 0 is read as 0.
            self.alone.append((f"{name}.read_data above", wide[narrow:], mine["write_data"][narrow:]))
        always = []
        if len(ports["write_data"]) == narrow:
            always = [place for place, bit in enumerate(ports["write_data"]) if bit == "0"]
        for place in always:
            bit = slice(place, place + 1)
            self.alone.append((f"{name}.read_data[{place}]", wide[bit], mine["write_data"][bit]))
        read = [place for place in range(narrow) if place not in always]
        shows = [ports["read_data"][place] for place in read], [wide[place] for place in read]
        shown_by = self.chip.shown_by.get(name)
        if shown_by:
            register = self.generated.by_name.get(shown_by)

            def counts(now, shows=shows, register=register):
                if now:
                    pairs = list(zip(gates.bits(0, shows[0]), gates.bits(1, shows[1]), strict=True))
                else:
                    addresses = gates.bits(0, ports["read_address"]), gates.bits(1, mine["read_address"])
                    pairs = list(zip(*addresses, strict=True))
                if not register:
                    return pairs
                shown = gates.bit(0, register[0 if now else 1][0])
                return [("1", gates.any(gates.no(shown), gates.same(pairs)))]

            self.relate(2, name, lambda: counts(True), lambda: counts(False))
        else:
            for one, two in zip(*shows, strict=True):
                gates.alias[two] = gates.bit(0, one)
        self.read.append(shows)
        for port, bits in ports.items():
            if port in ("read_data", "clock") or (shown_by and port == "read_address"):
                continue
            self.duties.append(
                (
                    f"{name}.{port}",
                    lambda a=bits, b=mine[port]: list(zip(gates.bits(0, a), gates.bits(1, b), strict=False)),
                )
            )

    def join_pins(self):
        """Pins; those of memory outside are left out of a generated chip that has it inside."""
        gates = self.gates
        for name, (direction, bits) in self.generated.ports.items():
            mine = self.one_text.ports[name][1]
            if direction == "input":
                self.gates.alias |= {two: gates.bit(0, one) for one, two in zip(bits, mine, strict=True)}
            else:
                self.duties.append(
                    (f"pin {name}", lambda a=bits, b=mine: list(zip(gates.bits(0, a), gates.bits(1, b), strict=True)))
                )
        for name in self.one_text.ports.keys() - self.generated.ports.keys():
            if not name.startswith("memory_"):
                raise Differs(f"the text has a pin {name}")
            if name in ("memory_cyc", "memory_stb"):
                bits = self.one_text.ports[name][1]
                self.duties.append((f"pin {name} at rest", lambda a=bits: [("0", gates.bit(1, a[0]))]))

    def claims(self, is_next):
        """All that is claimed of the state, or of the next one."""
        view = View(self, is_next)
        gates, file = self.gates, view.file
        executing, waiting, finished = (view.one(self.access + one) for one in ("executing", "waiting", "finished"))
        executed, acting, asking, showing = (file(one) for one in ("executed", "acting", "asking", "showing"))
        named_1, named_2, yes = view.named_1, view.named_2, gates.no(view.clearing)
        stands = gates.same(list(zip(view.ago[0], self.chip.address(view), strict=True)))
        not_executed = gates.no(executed)
        own, questions = self.chip.claims(view)
        rest = (waiting, gates.no(executing), not_executed, gates.no(showing), stands, named_1, named_2)
        found = {
            "executing": gates.implies(executing, gates.no(waiting), gates.no(finished), not_executed),
            "waiting or finished": gates.no(gates.both(waiting, finished)),
            "acting": gates.implies(acting, named_1, stands, executed, file("silent"), gates.no(asking)),
            "asking": gates.implies(asking, named_1, stands, executed, gates.no(file("silent"))),
            "failing": gates.implies(file("failing"), executed, file("silent"), gates.no(acting), gates.no(asking)),
            "not silent": gates.implies(gates.no(file("silent")), named_1),
            "executed": gates.implies(gates.both(executed, yes), waiting, stands),
            "showing": gates.implies(showing, named_2, not_executed),
            "showing, waiting": gates.implies(gates.both(showing, yes), waiting, stands, named_1),
            "keeping": gates.implies(file("keeping"), named_1, stands, gates.no(asking)),
            "questions": gates.implies(gates.both(gates.any(*questions), yes), *rest),
            **own,
        }
        for place, one in enumerate(questions):
            for other in range(place + 1, len(questions)):
                both = gates.both(one, questions[other])
                found[f"one question {place} {other}"] = gates.implies(yes, gates.no(both))
        for name, words in self.chip.blocks:
            if view.has(f"{self.chip.register_file}is_{name}"):
                right = gates.same([(file(f"is_{name}"), gates.among(view.ago[0], words))])
                found[f"is_{name}"] = gates.implies(named_1, right)
        for ago, label, now, following in self.relations:
            pairs = (following if is_next else now)()
            found[f"alike {label}"] = gates.implies(named_1 if ago == 1 else named_2, gates.same(pairs))
        for name, numbers in self.findings.items():
            possible = int(numbers.get("numbers", "0"), 16)
            if possible and view.has(name):
                bits = view.of(name)
                if len(bits) <= 6 and possible < (1 << (1 << len(bits))) - 1:
                    found[f"numbers of {name}"] = gates.among(bits, possible)
        return found

    def next_ago(self):
        """The addresses after the next edge."""
        view = type("Now", (), {})()
        view.gates, view.access = self.gates, self.access
        registers = self.generated.by_name
        view.of = lambda name, width=1: self.gates.bits(0, registers[name][0]) if name in registers else ["0"] * width
        view.one = lambda name: view.of(name)[0]
        view.has = registers.__contains__
        self.following = [self.chip.address(view), self.ago[0]]

    def step(self):
        """Shows that what is equal and claimed stays so; returns what has been compared."""
        gates, alias = self.gates, dict(self.gates.alias)
        zero = {(name, place) for name, held, _ in self.alone for place in range(len(held))}
        rounds = 0
        while True:
            rounds += 1
            gates.clear()
            gates.alias = dict(alias)
            self.zero = zero
            self.tie()
            self.next_ago()
            held, kept = self.claims(False), self.claims(True)
            claimed = gates.all(*held.values())
            wrong = {f"claim {label}": gates.both(gates.no(one), claimed) for label, one in kept.items()}
            duties = [(label, pairs()) for label, pairs in self.duties]
            for name, own, taken in self.alone:
                duties += [
                    (f"zero {name}[{place}]", [("0", gates.bit(1, taken[place]))])
                    for place in range(len(own))
                    if (name, place) in zero
                ]
            for label, pairs in duties:
                if any(one != two for one, two in pairs):
                    wrong[label] = gates.both(gates.no(gates.same(pairs)), claimed)
            gates.add_sides()
            outputs = {f"bad_{place}": bit for place, bit in enumerate(wrong.values())}
            path = self.stem.with_suffix(".miter.json")
            gates.write(path, outputs, {})
            asked = " ".join(f"-prove {name} 0" for name in outputs)
            log = yosys.run(
                f"read_json {path}; hierarchy -check -top miter; opt -full; opt_merge -share_all; "
                f"sat -show-outputs {asked} miter",
                self.stem.with_suffix(".miter"),
            )
            if "no model found: SUCCESS!" in log:
                return sum(len(pairs) for _, pairs in duties), len(held), rounds
            labels = list(wrong)
            failing = [labels[int(one)] for one in re.findall(r"^ *\\bad_(\d+) +1 ", log, re.MULTILINE)]
            lost = {label.removeprefix("zero ") for label in failing if label.startswith("zero ")}
            if not lost:
                raise Differs(f"these may differ: {failing}")
            # Where one bit is not 0, its register is free.
            free = {name for name, place in zero if f"{name}[{place}]" in lost}
            zero = {(name, place) for name, place in zero if name not in free}

    def tie(self):
        """Makes what is claimed to stay 0 a 0."""
        for name, held, _ in self.alone:
            for place, bit in enumerate(held):
                if (name, place) in self.zero:
                    self.gates.alias[bit] = "0"

    def begin(self):
        """Shows that both are in states as claimed after some clocks of reset, if all flip-flops hold 0 at power-up and
        their memories show the same words; returns after how many.
        """
        gates = self.gates
        gates.clear()
        gates.alias = {}
        # Pins and words read are the same; state is of each side's own.
        for name, (direction, bits) in self.generated.ports.items():
            if direction == "input":
                mine = self.one_text.ports[name][1]
                gates.alias |= {two: gates.bit(0, one) for one, two in zip(bits, mine, strict=True)}
        for shows, mine in self.read:
            gates.alias |= {two: gates.bit(0, one) for one, two in zip(shows, mine, strict=True)}
        self.tie()
        gates.add_sides()
        for side, chip in enumerate(gates.sides):
            for place, (held, (_, taken)) in enumerate(chip.flip_flops.items()):
                pairs = list(zip(gates.bits(side, taken), gates.bits(side, held), strict=True))
                pairs = [(one, two) for one, two in pairs if two != "0"]
                if pairs:
                    gates.flip_flop(f"{side}.{place}", [one for one, _ in pairs], [two for _, two in pairs])
        self.next_ago()
        for name, taken, held in zip(("ago_1", "ago_2"), self.following, self.ago, strict=True):
            gates.flip_flop(name, taken, held)
        pairs = [gates.same(list(zip(gates.bits(0, one), gates.bits(1, two), strict=True))) for one, two in self.shared]
        good = gates.all(*pairs, *self.claims(False).values())
        path = self.stem.with_suffix(".begin.json")
        reset = gates.bit(0, self.generated.ports["reset"][1][0])
        gates.write(path, {"good": good}, {"reset": reset, "clock": gates.number("clock")})
        for clocks in range(2, MOST_RESET_CLOCKS):
            log = yosys.run(
                f"read_json {path}; hierarchy -check -top miter; opt_clean; "
                f"sat -seq {clocks} -prove-skip {clocks - 1} -set reset 1 -set-init-zero -prove good 1 miter",
                self.stem.with_suffix(".begin"),
            )
            if "no model found: SUCCESS!" in log:
                return clocks - 1
        raise Differs(f"after {MOST_RESET_CLOCKS - 2} clocks of reset it is not as claimed")


def main():
    """Says what has been shown; exit status 1 if it could not be."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("generated", type=pathlib.Path)
    parser.add_argument("chip", choices=CHIPS)
    parser.add_argument("bus")
    parser.add_argument("parameters", nargs="*", metavar="NAME=VALUE")
    parser.add_argument("--text", type=pathlib.Path, default=pathlib.Path("hdl/verilog"))
    parser.add_argument("--findings", type=pathlib.Path)
    options = parser.parse_intermixed_args()
    WORK.mkdir(parents=True, exist_ok=True)
    name = options.generated.stem
    try:
        proof = Proof(options)
        bits, claims, rounds = proof.step()
        alone = {one for one, _, _ in proof.alone}
        kept = {one for one, _ in proof.zero}
        print(f"{name}: equal: {bits} bits, {claims} claims, {rounds} rounds")
        print(f"  stay 0: {' '.join(sorted(kept))}\n  free: {' '.join(sorted(alone - kept))}")
        only = sorted(proof.one_text.memories.keys() - proof.generated.memories.keys())
        print(f"  memories of the text alone: {' '.join(only)}", flush=True)
        print(f"{name}: as claimed after {proof.begin()} clocks of reset", flush=True)
    except (Differs, tools.ToolFailed) as fault:
        sys.exit(f"{name}: {fault}")


if __name__ == "__main__":
    main()
