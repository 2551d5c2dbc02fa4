"""The Carillon counter chip in a LiteX SoC.

    from carillon import Carillon

    soc.add_module("timers", Carillon(platform))
    soc.timers.attach(soc, "timers", origin=0x8200_0000)

The chip sits on the SoC's bus with its own registers (docs/registers.md), 256 bytes from `origin` on; the driver of
host-driver/ and the C header of regmap/ speak to it there. `irq` is a level: LiteX's event manager, whose registers are
among the SoC's CSRs, passes it on to the CPU where there is one, and is to be enabled there once (`timers_ev_enable`);
it is served at the chip.
"""

import pathlib

from litex.gen import LiteXModule
from litex.soc.integration.soc import SoCRegion
from litex.soc.interconnect import wishbone
from litex.soc.interconnect.csr_eventmanager import EventManager, EventSourceLevel
from migen import ClockSignal, Instance, ResetSignal, Signal

# The preset `minimal`. Others: `carillon generate --bus wishbone --out chip.v`.
MINIMAL = pathlib.Path(__file__).resolve().parents[1] / "verilog" / "carillon_4096x16.v"
# What the chip takes of the address space, in bytes.
WINDOW = 0x100


class Carillon(LiteXModule):
    """One chip, in the clock domain `sys`. `verilog` is a file of `carillon generate --bus wishbone`."""

    def __init__(self, platform, verilog=MINIMAL):
        verilog = pathlib.Path(verilog)
        if "wb_cyc" not in verilog.read_text():
            raise ValueError(
                f"{verilog} is no Carillon with Wishbone: make one with `carillon generate --bus wishbone --out FILE`"
            )
        platform.add_source(str(verilog))

        self.bus = bus = wishbone.Interface(data_width=32, address_width=32, addressing="word")
        self.irq = Signal()
        self.ev = EventManager()
        self.ev.timers = EventSourceLevel(description="The chip wants the host: see its INTR_STATE.")
        self.ev.finalize()
        self.comb += self.ev.timers.trigger.eq(self.irq)

        # A classic master holds `stb` until it is answered, so `wb_stall` says nothing new to it.
        self.specials += Instance(
            "carillon",
            i_clock=ClockSignal("sys"),
            i_reset=ResetSignal("sys"),
            o_irq=self.irq,
            i_wb_cyc=bus.cyc,
            i_wb_stb=bus.stb,
            i_wb_we=bus.we,
            i_wb_sel=bus.sel,
            i_wb_adr=bus.adr[:6],
            i_wb_dat_w=bus.dat_w,
            o_wb_dat_r=bus.dat_r,
            o_wb_ack=bus.ack,
            o_wb_err=bus.err,
            o_wb_stall=Signal(),
        )

    def attach(self, soc, name, origin=None):
        """Gives the chip its place on the SoC's bus, or the next free one, and its interrupt where there is a CPU."""
        soc.bus.add_slave(name, self.bus, SoCRegion(origin=origin, size=WINDOW, cached=False))
        if soc.irq.enabled:
            soc.irq.add(name, use_loc_if_exists=True)
