"""RISC-V's machine timer in a LiteX SoC: `mtime` and `mtimecmp` of Ibex's example system.

The package pythondata-cpu-ibex brings the circuit. `mtime` counts the clocks of `sys` from reset on. `irq` rises when
`mtime` is `mtimecmp` or more, and stays until `mtimecmp` is written; after reset `mtimecmp` is 0, so it is up at once.

| offset | register |
|---|---|
| 0x0 | `mtime`, low and high word |
| 0x8 | `mtimecmp`, low and high word |
"""

import pathlib

import pythondata_cpu_ibex
from litex.gen import LiteXModule
from litex.soc.integration.soc import SoCRegion
from litex.soc.interconnect import wishbone
from migen import Cat, ClockSignal, Constant, Instance, ResetSignal, Signal

IBEX = pathlib.Path(pythondata_cpu_ibex.data_location)
# The circuit, and what it includes.
SOURCES = [
    IBEX / "shared/rtl/timer.sv",
    *(
        IBEX / "vendor/lowrisc_ip/ip/prim/rtl" / name
        for name in ("prim_assert.sv", "prim_assert_dummy_macros.svh", "prim_assert_sec_cm.svh", "prim_flop_macros.sv")
    ),
]


class MachineTimer(LiteXModule):
    """One timer, in the clock domain `sys`, for the processor's pin `timerInterrupt`."""

    # What the timer decodes of the address, in bytes.
    window = 0x400

    def __init__(self):
        self.bus = bus = wishbone.Interface(data_width=32, address_width=32, addressing="word")
        self.irq = Signal()
        answers, fails = Signal(), Signal()
        self.comb += [bus.ack.eq(answers & ~fails), bus.err.eq(answers & fails)]
        self.specials += Instance(
            "timer",
            i_clk_i=ClockSignal("sys"),
            i_rst_ni=~ResetSignal("sys"),
            # A request lasts a clock and is answered in the next one.
            i_timer_req_i=bus.cyc & bus.stb & ~answers,
            i_timer_addr_i=Cat(Constant(0, 2), bus.adr[:30]),
            i_timer_we_i=bus.we,
            i_timer_be_i=bus.sel,
            i_timer_wdata_i=bus.dat_w,
            o_timer_rvalid_o=answers,
            o_timer_rdata_o=bus.dat_r,
            o_timer_err_o=fails,
            o_timer_intr_o=self.irq,
        )

    def attach(self, soc, name, origin):
        """Gives the timer its place on the SoC's bus, and its interrupt to the processor, a VexRiscv."""
        soc.bus.add_slave(name, self.bus, SoCRegion(origin=origin, size=self.window, cached=False))
        soc.cpu.cpu_params.update(i_timerInterrupt=self.irq)
