"""Other timers of which a package registry has the source, to be measured as the chip is: their Verilog and ports.

| timer | what it is | package |
|---|---|---|
| LiteX's `Timer` | counts 32 bits down, reloads; with a bank of registers behind a Wishbone bridge, as in a SoC | litex |
| `servant_timer` | SERV's: counts 32 bits up, compares with one register | pythondata-cpu-serv |
| Ibex's `timer` | counts 64 bits up, compares with one register (RISC-V's `mtime` and `mtimecmp`) | pythondata-cpu-ibex |
| OpenTitan's `rv_timer` | the same with prescaler and step, on TileLink with its check bits | pythondata-misc-opentitan |
"""

import pathlib
from importlib import metadata

import pythondata_cpu_ibex
import pythondata_cpu_serv
import pythondata_misc_opentitan
from circuit import Circuit
from litex.gen import LiteXModule
from litex.soc.cores.timer import Timer
from litex.soc.interconnect import csr_bus, wishbone
from migen import Signal
from migen.fhdl.verilog import convert

# As LiteX's SoCs have it.
CSR_ADDRESS_BITS = 14


class LiteXTimer(LiteXModule):
    """LiteX's timer with its registers, alone on a Wishbone bus."""

    def __init__(self):
        self.irq = Signal()
        self.timer = Timer()
        self.bus = wishbone.Interface(data_width=32, address_width=CSR_ADDRESS_BITS, addressing="word")
        self.bridge = wishbone.Wishbone2CSR(self.bus, csr_bus.Interface(data_width=32, address_width=CSR_ADDRESS_BITS))
        self.bank = csr_bus.CSRBank(self.timer.get_csrs(), bus=self.bridge.csr)
        self.comb += self.irq.eq(self.timer.ev.irq)


def litex_timer(folder):
    """LiteX's timer: the ports are its bus, without the signals of bursts, and the interrupt."""
    design = LiteXTimer()
    outputs = [design.bus.dat_r, design.bus.ack, design.irq]
    inputs = [design.bus.adr, design.bus.dat_w, design.bus.sel, design.bus.cyc, design.bus.stb, design.bus.we]
    path = folder / "litex_timer.v"
    made = convert(design, {*outputs, *inputs}, name="litex_timer")
    path.write_text(made.main_source)
    ports = [
        (way, made.ns.get_name(signal), len(signal))
        for way, signals in (("input", inputs), ("output", outputs))
        for signal in signals
    ]
    return Circuit(
        path.with_suffix(""),
        (path,),
        f"read_verilog {path}",
        "litex_timer",
        "sys_clk",
        (*ports, ("input", "sys_rst", 1)),
    )


def copy(package, file, folder):
    """Copies a file of a package into a folder, since YoWASP sees only what is below the working directory.

    Returns its path.
    """
    path = folder / pathlib.Path(file).name
    path.write_text((pathlib.Path(package.data_location) / file).read_text())
    return path


def servant_timer(folder):
    """SERV's timer, with the width that its SoC gives it."""
    path = copy(pythondata_cpu_serv, "servant/servant_timer.v", folder)
    ports = (
        ("input", "i_rst", 1),
        ("input", "i_wb_dat", 32),
        ("input", "i_wb_we", 1),
        ("input", "i_wb_cyc", 1),
        ("output", "o_wb_dat", 32),
        ("output", "o_irq", 1),
    )
    return Circuit(
        path.with_suffix(""),
        (path,),
        f"read_verilog {path}; chparam -set WIDTH 32 servant_timer",
        "servant_timer",
        "i_clk",
        ports,
    )


def ibex_timer(folder):
    """Ibex's timer, without its one assertion."""
    path = copy(pythondata_cpu_ibex, "shared/rtl/timer.sv", folder)
    (folder / "prim_assert.sv").write_text("`define ASSERT_INIT(name, condition)\n")
    ports = (
        ("input", "rst_ni", 1),
        ("input", "timer_req_i", 1),
        ("input", "timer_addr_i", 32),
        ("input", "timer_we_i", 1),
        ("input", "timer_be_i", 4),
        ("input", "timer_wdata_i", 32),
        ("output", "timer_rvalid_o", 1),
        ("output", "timer_rdata_o", 32),
        ("output", "timer_err_o", 1),
        ("output", "timer_intr_o", 1),
    )
    return Circuit(folder / "ibex_timer", (path,), f"read_verilog -sv -I{folder} {path}", "timer", "clk_i", ports)


# What OpenTitan's timer is made of, in the order in which it is read.
OPENTITAN = (
    "top_earlgrey/rtl/top_pkg",
    *(f"ip/prim/rtl/prim_{name}" for name in ("util_pkg", "secded_pkg", "secded_64_57_enc", "secded_64_57_dec")),
    *(f"ip/prim/rtl/prim_{name}" for name in ("subreg", "subreg_arb", "subreg_ext", "intr_hw")),
    *(f"ip/tlul/rtl/tlul_{name}" for name in ("pkg", "err", "adapter_reg", "cmd_intg_chk", "rsp_intg_gen")),
    *(f"ip/rv_timer/rtl/{name}" for name in ("rv_timer_reg_pkg", "rv_timer_reg_top", "timer_core", "rv_timer")),
)
# Included by these; without assertions, where SYNTHESIS is defined.
OPENTITAN_INCLUDED = ("ip/prim/rtl/prim_assert.sv", "ip/prim/rtl/prim_assert_dummy_macros.svh")


def opentitan_timer(folder):
    """OpenTitan's timer. Its bus is two structures; slang reads them as vectors. With more than one thread slang does
    not run in WebAssembly.
    """
    folder = folder / "opentitan"
    folder.mkdir(exist_ok=True)
    for file in OPENTITAN_INCLUDED:
        copy(pythondata_misc_opentitan, f"hw/{file}", folder)
    paths = tuple(copy(pythondata_misc_opentitan, f"hw/{file}.sv", folder) for file in OPENTITAN)
    read = f"read_slang -j 1 -DSYNTHESIS -I {folder} --top rv_timer {' '.join(map(str, paths))}"
    ports = (
        ("input", "rst_ni", 1),
        ("input", "tl_i", 107),
        ("output", "tl_o", 66),
        ("output", "intr_timer_expired_0_0_o", 1),
    )
    return Circuit(folder / "rv_timer", paths, read, "rv_timer", "clk_i", ports)


# By the name in the document.
ALL = {
    "LiteX `Timer`, Wishbone": litex_timer,
    "SERV `servant_timer`": servant_timer,
    "Ibex `timer`": ibex_timer,
    "OpenTitan `rv_timer`": opentitan_timer,
}
PACKAGES = ("litex", "pythondata-cpu-serv", "pythondata-cpu-ibex", "pythondata-misc-opentitan")


def versions():
    """The packages, as `name version`."""
    return [f"{package} {metadata.version(package)}" for package in PACKAGES]
