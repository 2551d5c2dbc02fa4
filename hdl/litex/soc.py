"""A LiteX SoC with a processor and four chips, as Verilog for simulation: the counter chip and the timer chip on the
bus, and a counter chip each beyond SPI and a serial line.

    python soc.py --chip WHEELS=4 LOOK_AHEAD=1 --timer-chip SLOT_BITS=12 --wired SLOT_BITS=10 --out target/soc

A VexRiscv (RV32IMAC, 4 KiB of instruction and of data cache) on one Wishbone crossbar with bursts:

| where | what | interrupt |
|---|---|---|
| 0x0000_0000 | `rom`: the program, 1 MiB, a word a clock | |
| 0x4000_0000 | `main_ram`: its data, 1 MiB, a word a clock | |
| 0x8200_0000 | the chip | 2 |
| 0x8300_0000 | the timer chip, whose records are in a memory of its own, 128 KiB, a word a clock | 6 |
| 0x8400_0000 | `mtime`, the processor's own timer (mtime.py) | the machine timer's |
| 0xF000_0000 | `ctrl` | |
| 0xF000_0800 | `uart`, whose bytes are at the pins `serial_*` | 0 |
| 0xF000_1000 | `timer0`, LiteX's own timer | 1 |
| 0xF000_1800 | `timers`: the event manager of the chip's interrupt | |
| 0xF000_2000 | `probe`: words to and from whoever simulates the SoC | 3 |
| 0xF000_2800 | `spi`: LiteX's SPI master, a byte at a time | |
| 0xF000_3000 | `spi_chip`: the pin at the interrupt line of the chip beyond these wires | 4 |
| 0xF000_3800 | `line`: LiteX's UART | |
| 0xF000_4000 | `line_chip`: the pin at the interrupt line of the chip beyond that line | 5 |
| 0xF000_4800 | `timer_chip`: the event manager of the timer chip's interrupt | |

firmware/src/mmio.rs holds the other side of this table. Both memories begin as nothing: the simulator writes the
program into them. The folder `--out` then holds soc.v, cpu.v, and timer.sv with what it includes; none holds a chip.
All are modules of hdl/verilog with the parameters that are given; a bit of the one beyond a serial line lasts
CLOCKS_A_BIT clocks.
"""

import argparse
import pathlib
import shutil
import sys

import pythondata_cpu_vexriscv
from carillon import Carillon, CarillonTimer
from litex.build.generic_platform import GenericPlatform, Pins, Subsignal
from litex.gen import LiteXModule
from litex.soc.cores.spi import SPIMaster
from litex.soc.cores.uart import RS232PHY, UART
from litex.soc.integration.soc_core import SoCCore
from litex.soc.interconnect.csr import CSRStatus, CSRStorage
from litex.soc.interconnect.csr_eventmanager import EventManager, EventSourceLevel
from migen import Cat, ClockDomain, ClockSignal, Instance, Record, ResetSignal, Signal
from mtime import SOURCES, MachineTimer

TOP = "soc"
CPU = "VexRiscv_IMAC.v"
MEMORY = 0x10_0000
CHIP = 0x8200_0000
TIMER_CHIP = 0x8300_0000
MTIME = 0x8400_0000
# Bytes of the timer chip's records: 10,001 of timers and 4096 of slots, two words each.
RECORDS = 0x2_0000
CLOCK = int(100e6)
# Of the line to the chip with a UART.
CLOCKS_A_BIT = 20
# What the chip's clock can follow: it may be at most an eighth.
SPI_CLOCK = int(10e6)


def word(name):
    """Pins of a stream of words."""
    return name, 0, Subsignal("data", Pins(32)), Subsignal("valid", Pins(1)), Subsignal("ready", Pins(1))


PINS = [
    ("clock", 0, Pins(1)),
    ("reset", 0, Pins(1)),
    ("irq", 0, Pins(1)),
    (
        "serial",
        0,
        *(
            Subsignal(f"{side}_{part}", Pins(width))
            for side in ("source", "sink")
            for part, width in [("data", 8), ("valid", 1), ("ready", 1)]
        ),
    ),
    word("told"),
    word("asked"),
    ("finished", 0, Pins(1)),
    ("status", 0, Pins(32)),
]


class Probe(LiteXModule):
    """Words between the program and its simulator, which is always quick enough for them.

    `tell` sends a word out, `finish` ends the simulation with a status. `ask` is the word that waits outside, if there
    is one (`waits`); it is taken by a write to `take`. An interrupt says that one waits.
    """

    def __init__(self, platform):
        self._tell = CSRStorage(32)
        self._finish = CSRStorage(32)
        self._ask = CSRStatus(32)
        self._waits = CSRStatus(1)
        self._take = CSRStorage(1)
        self.ev = EventManager()
        self.ev.asked = EventSourceLevel(description="A word waits.")
        self.ev.finalize()
        told, asked = platform.request("told"), platform.request("asked")
        self.comb += [
            told.data.eq(self._tell.storage),
            told.valid.eq(self._tell.re),
            platform.request("finished").eq(self._finish.re),
            platform.request("status").eq(self._finish.storage),
            self._ask.status.eq(asked.data),
            self._waits.status.eq(asked.valid),
            asked.ready.eq(self._take.re),
            self.ev.asked.trigger.eq(asked.valid),
        ]


class WiredChip(LiteXModule):
    """A chip beyond wires, and the pin at its interrupt line: the event manager's `status` is its level."""

    def __init__(self, module, **wires):
        self.irq = Signal()
        self.ev = EventManager()
        self.ev.pin = EventSourceLevel(description="The chip wants the host.")
        self.ev.finalize()
        self.comb += self.ev.pin.trigger.eq(self.irq)
        self.specials += Instance(
            module, i_clock=ClockSignal("sys"), i_reset=ResetSignal("sys"), o_irq=self.irq, **wires
        )


class Soc(SoCCore):
    """The processor, its memories, and what is around them."""

    csr_map = {
        "ctrl": 0,
        "uart": 1,
        "timer0": 2,
        "timers": 3,
        "probe": 4,
        "spi": 5,
        "spi_chip": 6,
        "line": 7,
        "line_chip": 8,
        "timer_chip": 9,
    }
    interrupt_map = {"uart": 0, "timer0": 1, "timers": 2, "probe": 3, "spi_chip": 4, "line_chip": 5, "timer_chip": 6}

    def __init__(self, platform, chip, timer_chip, wired):
        SoCCore.__init__(
            self,
            platform,
            CLOCK,
            bus_interconnect="crossbar",
            bus_bursting=True,
            cpu_type="vexriscv",
            cpu_variant="imac",
            integrated_rom_size=MEMORY,
            # Nothing is compiled for it here.
            integrated_rom_init=[0],
            integrated_sram_size=0,
            integrated_main_ram_size=MEMORY,
            uart_name="sim",
            ident_version=False,
        )
        self.cd_sys = ClockDomain()
        self.comb += [self.cd_sys.clk.eq(platform.request("clock")), self.cd_sys.rst.eq(platform.request("reset"))]
        self.add_module("timers", Carillon(platform, **chip))
        self.timers.attach(self, "timers", origin=CHIP)
        self.add_wired_chips({f"p_{name}": value for name, value in wired.items()})
        self.add_module("timer_chip", CarillonTimer(platform, RECORDS, **timer_chip))
        self.timer_chip.attach(self, "timer_chip", origin=TIMER_CHIP)
        self.add_module("mtime", MachineTimer())
        self.mtime.attach(self, "mtime", origin=MTIME)
        # A program uses one of the chips; the others keep silent.
        irqs = [chip.irq for chip in (self.timers, self.timer_chip, self.spi_chip, self.line_chip)]
        self.comb += platform.request("irq").eq(Cat(*irqs) != 0)
        self.add_module("probe", Probe(platform))
        self.irq.add("probe", use_loc_if_exists=True)

    def add_wired_chips(self, parameters):
        """Adds the chips beyond SPI and a serial line, and what reaches them."""
        wires = Record(SPIMaster.pads_layout)
        self.add_module("spi", SPIMaster(wires, data_width=8, sys_clk_freq=CLOCK, spi_clk_freq=SPI_CLOCK))
        pins = {"i_spi_sck": wires.clk, "i_spi_cs_n": wires.cs_n, "i_spi_mosi": wires.mosi, "o_spi_miso": wires.miso}
        self.add_module("spi_chip", WiredChip("carillon_counter_spi", **parameters, **pins))
        line = Record([("tx", 1), ("rx", 1)])
        self.add_module("line_phy", RS232PHY(line, CLOCK, CLOCK // CLOCKS_A_BIT))
        self.add_module("line", UART(self.line_phy))
        pins = {"i_uart_rx": line.tx, "o_uart_tx": line.rx, "p_CLOCKS_A_BIT": CLOCKS_A_BIT}
        self.add_module("line_chip", WiredChip("carillon_counter_uart", **parameters, **pins))
        for name in ("spi_chip", "line_chip"):
            self.irq.add(name, use_loc_if_exists=True)


def split(pair):
    """A parameter's name and its value."""
    return pair.split("=")


def main():
    """Writes soc.v, cpu.v and timer.sv."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for chip in ("--chip", "--timer-chip", "--wired"):
        parser.add_argument(chip, nargs="*", default=[], metavar="NAME=VALUE", help="its parameters")
    parser.add_argument("--out", required=True, type=pathlib.Path, help="the folder to write to")
    arguments = parser.parse_args()
    out = arguments.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    platform = GenericPlatform("none", PINS, name=TOP)
    chips = (arguments.chip, arguments.timer_chip, arguments.wired)
    soc = Soc(platform, *({name: int(value) for name, value in map(split, given)} for given in chips))
    soc.finalize()
    # No files that Verilog would look for when it runs.
    for memory in (soc.rom.mem, soc.main_ram.mem):
        memory.init = None
    (out / "soc.v").write_text(platform.get_verilog(soc, name=TOP).main_source)
    cpu = pathlib.Path(pythondata_cpu_vexriscv.data_location) / CPU
    shutil.copyfile(cpu, out / "cpu.v")
    for source in SOURCES:
        shutil.copy(source, out)


if __name__ == "__main__":
    try:
        main()
    except (ValueError, OSError) as failure:
        sys.exit(f"soc.py: {failure}")
