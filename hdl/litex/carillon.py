"""The Carillon chips in a LiteX SoC.

    from carillon import Carillon

    soc.add_module("timers", Carillon(platform, WHEELS=2, LOOK_AHEAD=1))
    soc.timers.attach(soc, "timers", origin=0x8200_0000)

The names are those of the parameters of hdl/verilog/carillon_counter.v; without any it is the preset `minimal`. The
counter chip sits on the SoC's bus with its own registers (docs/registers.md), 256 bytes from `origin` on; the driver of
host-driver/ and the C header of regmap/ speak to it there. `irq` is a level: LiteX's event manager, whose registers are
among the SoC's CSRs, passes it on to the CPU where there is one, and is to be enabled there once (`timers_ev_enable`);
it is served at the chip.

    from carillon import CarillonTimer

    soc.add_module("timers", CarillonTimer(platform))
    soc.timers.attach(soc, "timers", origin=0x8300_0000)

is the timer chip, 8 MiB from `origin` on. It keeps its records in the SoC's memory, as a further master of the SoC's
bus. `MEMORY_BASE` is a word address on that bus, for instance a quarter of main_ram's origin; the program leaves that
memory alone, and the records must not be cached. With `own_memory=0x2_0000` they are in 128 KiB beside the chip.
"""

import pathlib

from litex.gen import LiteXModule
from litex.soc.integration.soc import SoCRegion
from litex.soc.interconnect import wishbone
from litex.soc.interconnect.csr_eventmanager import EventManager, EventSourceLevel
from migen import ClockSignal, Instance, ResetSignal, Signal

VERILOG = pathlib.Path(__file__).resolve().parents[1] / "verilog"


def files(chip, bus="wishbone"):
    """The Verilog of one of the chips, `counter` or `timer`, on a bus."""
    return [VERILOG / f"carillon_{name}.v" for name in ("shared", bus, chip, f"{chip}_{bus}")]


class Chip(LiteXModule):
    """What both chips have: the registers' bus, the interrupt, and its event manager."""

    # What the chip is called, and what it takes of the address space, in bytes.
    name, window = None, None

    def __init__(self, platform, parameters, pins):
        # Chips of both kinds, and several of one, share files.
        known = {source[0] for source in platform.sources}
        for file in files(self.name):
            if str(file) not in known:
                platform.add_source(str(file))

        self.bus = bus = wishbone.Interface(data_width=32, address_width=32, addressing="word")
        self.irq = Signal()
        self.ev = EventManager()
        self.ev.timers = EventSourceLevel(description="The chip wants the host: see its INTR_STATE.")
        self.ev.finalize()
        self.comb += self.ev.timers.trigger.eq(self.irq)

        # A classic master holds `stb` until it is answered, so `wb_stall` says nothing new to it.
        self.specials += Instance(
            f"carillon_{self.name}_wishbone",
            i_clock=ClockSignal("sys"),
            i_reset=ResetSignal("sys"),
            o_irq=self.irq,
            i_wb_cyc=bus.cyc,
            i_wb_stb=bus.stb,
            i_wb_we=bus.we,
            i_wb_sel=bus.sel,
            i_wb_adr=bus.adr[: (self.window // 4).bit_length() - 1],
            i_wb_dat_w=bus.dat_w,
            o_wb_dat_r=bus.dat_r,
            o_wb_ack=bus.ack,
            o_wb_err=bus.err,
            o_wb_stall=Signal(),
            **{f"p_{name}": value for name, value in parameters.items()},
            **pins,
        )

    def attach(self, soc, name, origin=None):
        """Gives the chip its place on the SoC's bus, or the next free one, and its interrupt where there is a CPU."""
        soc.bus.add_slave(name, self.bus, SoCRegion(origin=origin, size=self.window, cached=False))
        if soc.irq.enabled:
            soc.irq.add(name, use_loc_if_exists=True)


class Carillon(Chip):
    """One counter chip with some parameters, in the clock domain `sys`."""

    name, window = "counter", 0x100

    def __init__(self, platform, **parameters):
        Chip.__init__(self, platform, parameters, {})


class CarillonTimer(Chip):
    """One timer chip with some parameters, in the clock domain `sys`, with its memory behind the port.

    `records` is the port, a bus master: of the SoC's bus, or with `own_memory` of a memory of so many bytes beside it.
    """

    name, window = "timer", 0x80_0000

    def __init__(self, platform, own_memory=None, **parameters):
        self.on_bus = own_memory is None
        self.records = records = wishbone.Interface(data_width=32, address_width=32, addressing="word")
        cycle, strobe, answered = Signal(), Signal(), Signal()
        if self.on_bus:
            # After each answer the bus is free for a clock: the SoC's arbiter takes it from no master that keeps it,
            # and the chip would keep it for as long as it initialises its records.
            self.sync += answered.eq(records.ack | records.err)
        else:
            self.memory = wishbone.SRAM(own_memory, bus=records)
        self.comb += [records.cyc.eq(cycle & ~answered), records.stb.eq(strobe & ~answered)]
        # A classic slave accepts a transfer when it answers it, so the chip is stalled until then.
        pins = {
            "o_memory_cyc": cycle,
            "o_memory_stb": strobe,
            "o_memory_we": records.we,
            "o_memory_sel": records.sel,
            "o_memory_adr": records.adr,
            "o_memory_dat_w": records.dat_w,
            "i_memory_dat_r": records.dat_r,
            "i_memory_ack": records.ack,
            "i_memory_err": records.err,
            "i_memory_stall": ~(records.ack | records.err),
        }
        Chip.__init__(self, platform, parameters, pins)

    def attach(self, soc, name, origin=None):
        """As the counter chip; and records without a memory of their own are on the SoC's bus."""
        Chip.attach(self, soc, name, origin)
        if self.on_bus:
            soc.bus.add_master(f"{name}_records", self.records)
