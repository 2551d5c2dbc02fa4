"""Measures the chip on every part that a board has, at three sizes, and other timers beside it: `make parts`.

Writes the outcome into docs/boards.md. Intermediate files and logs are in target/parts, where what has been measured
stays as long as nothing changes that it depends on: a run that was broken off goes on where it was.
"""

import functools
import json
import os
import pathlib
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import circuit
import document
import fingerprint
import fingerprints
import harness
import parts
import peers
import timing
import tools

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Relative, as YoWASP wants it.
WORK = pathlib.Path("target/parts")
REQUIREMENTS = pathlib.Path("requirements-area.txt")
# One, for time; docs/boards.md says so.
SEED = 1
GENERATING = threading.Lock()
# nextpnr's target on each part, in MHz, whatever the circuit.
TARGETS = {parts.HX8K: 150, parts.UP5K: 60, parts.ECP5_25F: 130, parts.ECP5_25F_8: 130, parts.ECP5_85F: 130}
# Where a memory is put that Yosys would put into block RAM: how the document says it, and the Yosys command.
BUSY_BITS_IN_SPRAM = ("busy bits in SPRAM", 'setattr -set ram_style "huge" carillon_busy_bits_bits/m:busy_*')
NOWHERE_ELSE = ("", "")


@dataclass(frozen=True)
class Build:
    """A chip with Wishbone, as options of `carillon generate`."""

    preset: str
    slots: int
    more: str = ""
    put: tuple[str, str] = NOWHERE_ELSE

    @property
    def options(self):
        """All its options."""
        return f"--preset {self.preset} --slots {self.slots} {self.more}".strip()

    @property
    def least_bits(self):
        """The bits of block RAM that it needs at least: the busy bits, and their copy in the look-ahead of `full`."""
        copies = ("single-port" not in self.more) + (self.preset == "full")
        return self.slots * copies

    @property
    def verilog(self):
        """The path of its Verilog."""
        return WORK / (self.options.replace("--", "").replace(" ", "-") + ".v")

    def circuit(self):
        """Has it generated."""
        command = ["cargo", "run", "--quiet", "-p", "carillon-hdl", "--bin", "generate", "--", *self.options.split()]
        # Others may be reading the file.
        with GENERATING:
            new = self.verilog.with_suffix(".new")
            if subprocess.run([*command, "--out", str(new)]).returncode:
                raise tools.ToolFailed(f"`generate {self.options}` failed")
            new.replace(self.verilog)
        return circuit.chip(self.verilog.with_suffix(""), self.put[1])


PRESETS = ("minimal", "full")
# Measured on every part; then the most that fits, with these options where a part has them.
SLOTS = (4_096, 65_536)
# What the chip offers, from the most on.
ON_OFFER = tuple(1 << power for power in range(20, 9, -1))
FOR_THE_MOST = {
    (parts.UP5K, "minimal"): {"more": "--single-port"},
    (parts.UP5K, "full"): {"more": "--single-port", "put": BUSY_BITS_IN_SPRAM},
}
HEAD = ("part", "chip", "slots", "LUT4", "flip-flops", "block RAMs", "SPRAMs", "clock")
PEERS_HEAD = ("part", "timer", "LUT4", "flip-flops", "clock")


def kept(path, key, make):
    """What `make` returns, of JSON's types; it is kept in a file as long as the key stays."""
    there = tools.load(path)
    if there is None or there["key"] != key:
        there = {"key": key, "value": make()}
        path.write_text(json.dumps(there))
    return there["value"]


class Fitted:
    """A circuit synthesised for a part: what it takes, and what is too much for the part."""

    def __init__(self, measured, part):
        self.circuit, self.part = measured, part
        verilog = "\n".join(path.read_text() for path in measured.sources)
        self.key = fingerprint.of(verilog, measured.read, part.synthesis, *tools.versions(REQUIREMENTS))
        path = circuit.work_file(measured, circuit.synthesis_name(part), "cells.json")
        cells = kept(path, self.key, lambda: circuit.alone(measured, part))
        self.lut4, self.flip_flops, self.block_rams = part.count(cells)
        self.sprams = cells.get(parts.SPRAM, 0)
        needs = (
            ("LUT4", self.lut4, part.has_lut4),
            ("block RAMs", self.block_rams, part.has_block_rams),
            ("SPRAMs", self.sprams, part.has_sprams),
        )
        self.over = ", ".join(f"{used:,} of {there:,} {what}" for what, used, there in needs if used > there)

    def clock(self):
        """What nextpnr says, for the table; or what is too much."""
        if self.over:
            return f"does not fit: {self.over}"
        part, target = self.part, TARGETS[self.part]
        key = fingerprint.of(harness.write(self.circuit), self.key, *part.place_and_route, str(target), str(SEED))
        path = circuit.work_file(self.circuit, part.stem, "clock.json")
        clock = kept(path, key, lambda: timing.megahertz(*circuit.placed(self.circuit, part, target, [SEED])))
        return f"{clock:.1f} MHz"


def most(part, preset):
    """The build of the most slots that fits a part."""
    for slots in ON_OFFER:
        build = Build(preset, slots, **FOR_THE_MOST.get((part, preset), {}))
        if build.least_bits <= part.block_ram_bits and not Fitted(build.circuit(), part).over:
            return build
    raise tools.ToolFailed(f"no chip of the preset {preset} fits {part.name}")


def chip_row(part, build):
    """One chip on one part."""
    fitted = Fitted(build.circuit(), part)
    return (
        part.name,
        ", ".join(filter(None, (f"`{build.options}`", build.put[0]))),
        f"{build.slots:,}",
        fitted.lut4,
        fitted.flip_flops,
        f"{fitted.block_rams} of {part.has_block_rams}",
        f"{fitted.sprams} of {part.has_sprams}" if part.has_sprams else "",
        fitted.clock(),
    )


def chip_rows(part, preset):
    """A preset on one part: at two sizes, and with the most slots that fit."""
    builds = dict.fromkeys([*(Build(preset, slots) for slots in SLOTS), most(part, preset)])
    return [shown(chip_row(part, build)) for build in sorted(builds, key=lambda build: build.slots)]


def peer_row(part, name, peer):
    """Another timer on one part."""
    fitted = Fitted(peer, part)
    return part.name, name, fitted.lut4, fitted.flip_flops, fitted.clock()


def family_rows(timers, family):
    """The chips on the parts of a family, and the other timers."""
    chips = [row for part in family for preset in PRESETS for row in chip_rows(part, preset)]
    return chips, [shown(peer_row(part, name, timer)) for part in family for name, timer in timers.items()]


def shown(row):
    """Says a row while others are to come."""
    print(" | ".join(map(str, row)), flush=True)
    return row


def main():
    """Measures all."""
    os.chdir(ROOT)
    WORK.mkdir(parents=True, exist_ok=True)
    fingerprints.PARTS.split()
    timers = {name: make(WORK) for name, make in peers.ALL.items()}
    digits = {}
    for preset in PRESETS:
        build = Build(preset, SLOTS[0])
        build.circuit()
        digits[preset] = fingerprints.of(build.verilog.read_text())
    # Parts of a family share files, so each family is measured one part after the other.
    cells = dict.fromkeys(part.logic_cell for part in parts.ALL)
    families = [[part for part in parts.ALL if part.logic_cell == cell] for cell in cells]
    with ThreadPoolExecutor() as pool:
        measured = list(pool.map(functools.partial(family_rows, timers), families))
    rows = [row for chips, _ in measured for row in chips]
    others = [row for _, timers_too in measured for row in timers_too]
    text = "\n\n".join(
        [
            tools.measured_by("make parts", REQUIREMENTS),
            document.table(HEAD, rows, numbers_from=2),
            f"Other timers, by the same flow, with {', '.join(peers.versions())}:",
            document.table(PEERS_HEAD, others, numbers_from=2),
            fingerprints.listed(digits),
        ]
    )
    fingerprints.PARTS.write(text)
    print(f"\nWritten into {fingerprints.PARTS.path}.")


if __name__ == "__main__":
    try:
        main()
    except (tools.ToolFailed, ValueError, OSError) as failure:
        sys.exit(f"make parts: {failure}")
