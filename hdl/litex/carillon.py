"""The Carillon chips in a LiteX SoC.

    from carillon import Carillon

    soc.add_module("timers", Carillon(platform))
    soc.timers.attach(soc, "timers", origin=0x8200_0000)

The counter chip sits on the SoC's bus with its own registers (docs/registers.md), 256 bytes from `origin` on; the driver of
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

# The preset `minimal`. Others: `carillon generate --bus wishbone --out chip.v`.
MINIMAL = pathlib.Path(__file__).resolve().parents[1] / "verilog" / "carillon_4096x16.v"
# The smallest timer chip. Others: `carillon generate --chip timer --out chip.v`.
TIMER = MINIMAL.with_name("carillon_timer_1024x2.v")


class Chip(LiteXModule):
    """What both chips have: the registers' bus, the interrupt, and its event manager."""

    # What the chip takes of the address space, in bytes.
    window = None

    def __init__(self, platform, verilog, module, pins):
        verilog = pathlib.Path(verilog)
        text = verilog.read_text()
        if "wb_cyc" not in text or ("memory_cyc" in text) != any("memory" in pin for pin in pins):
            raise ValueError(f"{verilog} is not the chip meant, or has no Wishbone: `carillon generate --help`")
        platform.add_source(str(verilog))

        self.bus = bus = wishbone.Interface(data_width=32, address_width=32, addressing="word")
        self.irq = Signal()
        self.ev = EventManager()
        self.ev.timers = EventSourceLevel(description="The chip wants the host: see its INTR_STATE.")
        self.ev.finalize()
        self.comb += self.ev.timers.trigger.eq(self.irq)

        # A classic master holds `stb` until it is answered, so `wb_stall` says nothing new to it.
        self.specials += Instance(
            module,
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
            **pins,
        )

    def attach(self, soc, name, origin=None):
        """Gives the chip its place on the SoC's bus, or the next free one, and its interrupt where there is a CPU."""
        soc.bus.add_slave(name, self.bus, SoCRegion(origin=origin, size=self.window, cached=False))
        if soc.irq.enabled:
            soc.irq.add(name, use_loc_if_exists=True)


class Carillon(Chip):
    """One counter chip, in the clock domain `sys`. `verilog` is a file of `carillon generate --bus wishbone`."""

    window = 0x100

    def __init__(self, platform, verilog=MINIMAL):
        Chip.__init__(self, platform, verilog, "carillon", {})


class CarillonTimer(Chip):
    """One timer chip, in the clock domain `sys`, with its memory behind the port.

    `verilog` is a file of `carillon generate --chip timer --bus wishbone`, and `module` what it is called there.
    `records` is the port, a bus master: of the SoC's bus, or with `own_memory` of a memory of so many bytes beside it.
    """

    window = 0x80_0000

    def __init__(self, platform, verilog=TIMER, module="carillon", own_memory=None):
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
        Chip.__init__(self, platform, verilog, module, pins)

    def attach(self, soc, name, origin=None):
        """As the counter chip; and records without a memory of their own are on the SoC's bus."""
        Chip.attach(self, soc, name, origin)
        if self.on_bus:
            soc.bus.add_master(f"{name}_records", self.records)
