"""Elaborates a LiteX SoC with each of the chips in it: `make check-ip`.

A SoC with a Wishbone master at its pins and the chip among its slaves is turned into Verilog by LiteX. Yosys elaborates
it together with the chip; then a test bench, run by Verilator, reads the chip's ID over the SoC's bus and sees an
interrupt in the SoC's event manager. The timer chip has its records in the SoC's main memory, where the bench looks
for them, and a timer of it expires.
"""

import os
import pathlib
import subprocess
import sys

import tools
from carillon import Carillon, CarillonTimer, files
from litex.build.generic_platform import GenericPlatform, Pins, Subsignal
from litex.soc.integration.soc_core import SoCCore
from litex.soc.interconnect import wishbone
from migen import ClockDomain

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Relative, for YoWASP.
WORK = pathlib.Path("target/litex")
TOP = "soc"
ORIGIN = 0x8200_0000
# Bytes of main memory, for the records of 16 timers and 16 slots and more.
MEMORY = 0x400

PINS = [
    ("clock", 0, Pins(1)),
    ("reset", 0, Pins(1)),
    ("irq", 0, Pins(1)),
    (
        "master",
        0,
        *(
            Subsignal(name, Pins(width))
            for name, width in [("adr", 30), ("dat_w", 32), ("dat_r", 32), ("sel", 4), ("cti", 3), ("bte", 2)]
        ),
        *(Subsignal(name, Pins(1)) for name in ("cyc", "stb", "ack", "we", "err")),
    ),
]


class Soc(SoCCore):
    """A SoC without a CPU, whose master is outside."""

    def __init__(self, platform, chip, parameters):
        SoCCore.__init__(
            self,
            platform,
            int(50e6),
            cpu_type=None,
            integrated_sram_size=0,
            integrated_main_ram_size=MEMORY,
            with_uart=False,
            with_timer=False,
            ident_version=False,
        )
        self.cd_sys = ClockDomain()
        self.comb += [self.cd_sys.clk.eq(platform.request("clock")), self.cd_sys.rst.eq(platform.request("reset"))]
        # As a CPU would do it.
        self.irq.enable()
        self.add_module("timers", chip(platform, **parameters))
        self.timers.attach(self, "timers", origin=ORIGIN)
        master = wishbone.Interface(data_width=32, address_width=32, addressing="word")
        self.bus.add_master("outside", master)
        self.comb += [
            master.connect_to_pads(platform.request("master"), mode="slave"),
            platform.request("irq").eq(self.timers.ev.irq),
        ]


def soc_verilog(chip, parameters, folder):
    """Writes the SoC's Verilog. Returns its path and the addresses of the event manager and of main memory."""
    platform = GenericPlatform("none", PINS, name=TOP)
    soc = Soc(platform, chip, parameters)
    soc.finalize()
    # No file that Verilog would look for when it runs.
    soc.main_ram.mem.init = None
    path = folder / f"{TOP}.v"
    path.write_text(platform.get_verilog(soc, name=TOP).main_source)
    if "timers" not in soc.irq.locs:
        raise tools.ToolFailed("the SoC does not know the chip's interrupt")
    region = soc.bus.regions["timers"]
    if (region.origin, region.size, region.cached) != (ORIGIN, chip.window, False):
        raise tools.ToolFailed(f"the chip is not where it was put: {region}")
    return path, soc.csr_regions["timers"].origin, soc.bus.regions["main_ram"].origin


def check(name, module, params, **parameters):
    """Elaborates one chip with some parameters in a SoC and tries it; `params` is what its `PARAMS` must read."""
    folder = WORK / name
    folder.mkdir(parents=True, exist_ok=True)
    path, events, memory = soc_verilog(module, parameters, folder)
    chip = [str(file.relative_to(ROOT)) for file in files(name)]
    sources = f"{path} {' '.join(chip)}"
    tools.yosys(f"read_verilog {sources}; hierarchy -check -top {TOP}; proc; check -assert", folder / TOP)
    print(f"yosys check -assert {sources}")
    bench = folder / "bench"
    command = [
        "verilator",
        "--binary",
        "--timing",
        "-Wno-lint",
        "-Wno-style",
        "-Wno-fatal",
        "--top-module",
        "bench",
        "--Mdir",
        bench,
        f"-DORIGIN=32'h{ORIGIN:08x}",
        f"-DEVENTS=32'h{events:08x}",
        f"-DMEMORY=32'h{memory:08x}",
        f"-DPARAMS=32'h{params:08x}",
        f"-D{name.upper()}",
        "hdl/litex/bench.v",
        path,
        *chip,
    ]
    with open(folder / "verilator.log", "w") as log:
        if subprocess.run(
            command, stdout=log, stderr=log, env={**os.environ, "CXXFLAGS": "", "MAKEFLAGS": ""}
        ).returncode:
            raise tools.ToolFailed(f"Verilator does not build the bench.{tools.last_lines(folder / 'verilator.log')}")
    said = subprocess.run([bench / "Vbench"], capture_output=True, text=True, timeout=60)
    print(said.stdout.strip())
    if said.returncode or "the chip answers" not in said.stdout:
        raise tools.ToolFailed("the chip in the SoC does not do what it must")


def main():
    """Elaborates and tries both chips."""
    os.chdir(ROOT)
    # LiteX hands numbers over in as many bits as they need.
    check("counter", Carillon, 0x0005_08B2, WHEELS=2, SLOT_BITS=11, ALARM=1, COALESCING=1)
    check("timer", CarillonTimer, 0x0000_02C1, SLOT_BITS=12, FIFO_BITS=1)


if __name__ == "__main__":
    try:
        main()
    except (tools.ToolFailed, ValueError, OSError) as failure:
        sys.exit(f"make check-ip: {failure}")
