"""The way from a board's plan to its bitstream, step by step."""

import json
import pathlib

import family
import fingerprint
import parts
import tools

# Relative, for YoWASP.
WORK = pathlib.Path("target/boards")
TOP = "board"


class Family:
    """What differs between the families. `{}` in an option stands for the file."""

    def __init__(self, nextpnr, constraints, constrained, text, packer, bitstream, cells):
        self.nextpnr = nextpnr
        # The ending of the constraints' file, and nextpnr's options for it.
        self.constraints, self.constrained = constraints, constrained
        # The options for the placed and routed design, and the ending of its file.
        self.text_options, self.text = text
        # The packer with its options, `{text}` and `{bitstream}` for its files, `{part}` for the part's options.
        self.packer = packer
        self.bitstream = bitstream
        # For each column of the documents, nextpnr's cells that count, and how much each.
        self.cells = cells


FAMILIES = {
    "ice40": Family(
        nextpnr=parts.NEXTPNR["ice40"],
        constraints="pcf",
        constrained=("--pcf", "{}"),
        text=(("--asc", "{}"), "asc"),
        packer=("yowasp-icepack", "{text}", "{bitstream}"),
        bitstream="bin",
        cells={
            "logic cells": ("ICESTORM_LC",),
            "block RAMs": ("ICESTORM_RAM",),
            "SPRAMs": ("ICESTORM_SPRAM",),
            "PLLs": ("ICESTORM_PLL",),
        },
    ),
    "ecp5": Family(
        nextpnr=parts.NEXTPNR["ecp5"],
        constraints="lpf",
        constrained=("--lpf", "{}"),
        text=(("--textcfg", "{}"), "config"),
        packer=("yowasp-ecppack", "--compress", "{text}", "{bitstream}"),
        bitstream="bit",
        cells={
            "logic cells": ("TRELLIS_COMB",),
            "flip-flops": ("TRELLIS_FF",),
            "block RAMs": ("DP16KD",),
            "PLLs": ("EHXPLLL",),
        },
    ),
    "gowin": Family(
        nextpnr=parts.NEXTPNR["gowin"],
        constraints="cst",
        constrained=("--vopt", "cst={}"),
        text=(("--write", "{}"), "routed.json"),
        packer=("gowin_pack", "{part}", "-o", "{bitstream}", "{text}"),
        bitstream="fs",
        cells={
            "logic cells": ("LUT4",),
            "flip-flops": ("DFF",),
            "block RAMs": ("BSRAM",),
        },
    ),
    "gatemate": Family(
        nextpnr=parts.NEXTPNR["gatemate"],
        constraints="ccf",
        constrained=("--vopt", "ccf={}"),
        text=(("--vopt", "out={}"), "txt"),
        packer=("yowasp-gmpack", "{text}", "{bitstream}"),
        bitstream="bit",
        cells={
            "logic cells": ("CPE_LT",),
            "flip-flops": ("CPE_FF",),
            "block RAMs": ("RAM", "RAM_HALF"),
        },
    ),
}


def with_what_it_needs(script, stem):
    """A board's script of Yosys, and what its family needs beside it."""
    (one,) = (one for one in family.ALL if one.stem == stem)
    read, synthesis = script.split("; synth_", 1)
    if one.reading:
        read = read.replace("read_verilog", f"read_verilog {one.reading}", 1)
    return f"{one.ready(read, TOP)}; synth_{synthesis}"


class Board:
    """A board on its way, by its name. Its files are in WORK, where the program `board` has put the first of them."""

    def __init__(self, name):
        self.name, self.stem = name, WORK / f"carillon_{name}"
        plan = self.plan = tools.load(self.file("json"))
        if plan is None:
            raise tools.ToolFailed(
                f"{self.file('json')} is missing: run `make bitstream BOARD={name}`, which has it written."
            )
        self.title, self.part, self.chip = plan["title"], plan["part"], plan["chip"]
        plan["synthesis"] = with_what_it_needs(plan["synthesis"], plan["family"])
        self.family = FAMILIES[plan["family"]]
        self.report = None

    def file(self, ending):
        """One of the board's files."""
        return self.stem.with_suffix(f".{ending}")

    def fingerprint(self):
        """Changes when the board, its chip or the placer does: of what the program `board` has written, comments not."""
        constraints, plan = self.file(self.family.constraints).read_text(), json.dumps(self.plan, sort_keys=True)
        text = "\n".join(pathlib.Path(file).read_text() for file in [*self.plan["sources"], self.file("v")])
        return fingerprint.of(text, constraints, plan, *self.family.nextpnr)

    def made_with(self):
        """The seed of the bitstream that is there, whose report is then at hand; None if there is none of this board."""
        made = tools.load(self.file("made.json"))
        if made is None or made["fingerprint"] != self.fingerprint() or not self.bitstream.exists():
            return None
        self.report = tools.load(self.file("report.json"))
        return made["seed"]

    def keep(self, seed):
        """Remembers that the bitstream is of this board as it is."""
        self.file("made.json").write_text(json.dumps({"fingerprint": self.fingerprint(), "seed": seed}) + "\n")

    def cells(self):
        """How many cells of each type the top module has, all of the chip in it, after synthesis."""
        modules = tools.load(self.file("stat.json"))["modules"]
        return modules["\\" + TOP]["num_cells_by_type"]

    def synthesise(self):
        """From Verilog to a netlist."""
        tools.yosys(f"{self.plan['synthesis']}; write_json {self.file('netlist')}", self.stem)

    def place_and_route(self, seed):
        """From the netlist to a placed and routed design. Returns whether the timing is met."""
        command = [
            *self.family.nextpnr,
            *self.plan["place_and_route"],
            *(option.format(self.file(self.family.constraints)) for option in self.family.constrained),
            *(option.format(self.file(self.family.text)) for option in self.family.text_options),
        ]
        self.report = tools.place_and_route(
            command, self.file("netlist"), self.plan["chip_hertz"] / 1e6, seed, self.stem
        )
        return self.chip_clock() * 1e6 >= self.plan["chip_hertz"] and all(
            clock["achieved"] >= clock["constraint"] for clock in self.report["fmax"].values()
        )

    def chip_clock(self):
        """What nextpnr says that the chip's clock may be, in MHz: the slowest of the clocks, if there are several."""
        return min(clock["achieved"] for clock in self.report["fmax"].values())

    def clocks(self):
        """The chip's clock and what it may be, for a person."""
        return f"{self.plan['chip_hertz'] / 1e6:g} MHz wanted, {self.chip_clock():.1f} MHz reached"

    def used(self, column):
        """How many cells of a column are used, and how many there are."""
        cells = [
            self.report["utilization"].get(cell, {"used": 0, "available": 0}) for cell in self.family.cells[column]
        ]
        return sum(cell["used"] for cell in cells), sum(cell["available"] for cell in cells)

    def area(self):
        """What is used, for a person."""
        return ", ".join(
            f"{column} {'{:,} of {:,}'.format(*self.used(column))}"
            for column in self.family.cells
            if self.used(column)[1]
        )

    @property
    def bitstream(self):
        """The path of the bitstream."""
        return self.file(self.family.bitstream)

    def pack(self):
        """From the routed design to the bitstream."""
        bitstream, log = self.bitstream, self.file("pack.log")
        bitstream.unlink(missing_ok=True)
        command = []
        for word in self.family.packer:
            part = self.plan["pack"] if word == "{part}" else [word]
            command += [one.format(text=self.file(self.family.text), bitstream=bitstream) for one in part]
        status = tools.run(command, log)
        if status != 0 or not bitstream.exists() or not bitstream.stat().st_size:
            raise tools.ToolFailed(f"{command[0]} ended with status {status} for {self.title}.{tools.last_lines(log)}")
