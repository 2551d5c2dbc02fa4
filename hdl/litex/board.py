"""The SoC of a board: a processor beside the chip, in the FPGA: `make bitstream BOARD=icebreaker SOC=yes`.

    board.py <board> --boot <file>

The program `board` of carillon-hdl has written the board's plan, with its pins, to target/boards; this adds a plan of
the SoC, under the name of the board and `-soc`. Its addresses and interrupts are those of soc.py, without what is there
for the simulator; its clock is that of the board's pin. `boot` is what the processor runs first, in the ROM:
firmware/src/boot.rs loads another program into `main_ram` and starts it.

| family | processor | chip | `main_ram` |
|---|---|---|---|
| ice40 (UP5K) | VexRiscv `minimal`: RV32I without caches | preset minimal | 64 KiB in two single-port RAMs |
| ecp5 | VexRiscv `imac`: RV32IMAC, 4 KiB of instruction and of data cache | preset full | 64 KiB in block RAM |
"""

import argparse
import json
import logging
import os
import pathlib
import sys
import tomllib

import fingerprint
import pythondata_cpu_vexriscv
import tools
from carillon import Carillon, files
from flow import TOP, WORK
from litex.build.generic_platform import GenericPlatform, Pins
from litex.gen import LiteXModule
from litex.soc.cores.ram import Up5kSPRAM
from litex.soc.cores.uart import RS232PHY, UART
from litex.soc.integration.common import get_mem_data
from litex.soc.integration.soc import SoCRegion
from litex.soc.integration.soc_core import SoCCore
from migen import ClockDomain, If, Record, Signal

from soc import CHIP, Soc

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROM = 0x1000
RAM = 0x1_0000
BAUD = 115_200
# After configuration some block RAMs cannot be read at once.
RESET_CLOCKS_BITS = 12
# The light changes every 2^this clocks.
HEARTBEAT_BITS = {"ice40": 22, "ecp5": 24}

# Both presets have as many.
SLOTS = 4096
# Of each family the processor, its file, and the preset of the chip.
PROCESSORS = {"ice40": ("minimal", "VexRiscv_Min.v", "minimal"), "ecp5": ("imac", "VexRiscv_IMAC.v", "full")}
PRESETS = {"minimal": {}, "full": {"WHEELS": 4, "ALARM": 1, "LOOK_AHEAD": 1, "COALESCING": 1, "WHEEL_MODES": 1}}

# All that a board's file has a pin for.
PINS = [(name, 0, Pins(1)) for name in ("clock", "uart_rx", "uart_tx", "irq", "running", "led_heartbeat", "led_irq")]


class Clock(LiteXModule):
    """The clock domain `sys`: the pin's clock, and a reset that ends some clocks after configuration."""

    def __init__(self, pin):
        self.cd_sys = ClockDomain()
        self.cd_pin = ClockDomain(reset_less=True)
        self.running = Signal()
        count = Signal(RESET_CLOCKS_BITS + 1)
        self.comb += [
            self.cd_pin.clk.eq(pin),
            self.cd_sys.clk.eq(pin),
            self.running.eq(count[-1]),
            self.cd_sys.rst.eq(~self.running),
        ]
        self.sync.pin += If(~self.running, count.eq(count + 1))


class BoardSoc(SoCCore):
    """The processor, its memories, the chip, and what the board's pins are for."""

    csr_map = Soc.csr_map
    interrupt_map = Soc.interrupt_map

    def __init__(self, platform, plan, boot):
        variant, _, preset = PROCESSORS[plan["family"]]
        single_port = plan["family"] == "ice40"
        SoCCore.__init__(
            self,
            platform,
            plan["pin_hertz"],
            cpu_type="vexriscv",
            cpu_variant=variant,
            integrated_rom_size=ROM,
            integrated_rom_init=boot,
            integrated_sram_size=0,
            integrated_main_ram_size=0 if single_port else RAM,
            with_uart=False,
            ident_version=False,
        )
        self.crg = Clock(platform.request("clock"))
        if single_port:
            self.main_ram = Up5kSPRAM(size=RAM)
            self.bus.add_slave("main_ram", self.main_ram.bus, SoCRegion(origin=self.mem_map["main_ram"], size=RAM))
        line = Record([("tx", 1), ("rx", 1)])
        self.comb += [platform.request("uart_tx").eq(line.tx), line.rx.eq(platform.request("uart_rx"))]
        self.add_module("uart_phy", RS232PHY(line, plan["pin_hertz"], BAUD))
        self.add_module("uart", UART(self.uart_phy))
        self.irq.add("uart", use_loc_if_exists=True)
        self.add_module("timers", Carillon(platform, **PRESETS[preset]))
        self.timers.attach(self, "timers", origin=CHIP)
        self.add_lights(platform, plan)

    def add_lights(self, platform, plan):
        """Drives the pins that are for people."""
        beat = Signal(HEARTBEAT_BITS[plan["family"]])
        self.sync += beat.eq(beat + 1)
        low = plan["lights_low"]
        self.comb += [
            platform.request("irq").eq(self.timers.irq),
            platform.request("running").eq(self.crg.running),
            platform.request("led_irq").eq(self.timers.irq ^ low),
            platform.request("led_heartbeat").eq(beat[-1] ^ low),
        ]


def write(name, boot):
    """Writes the plan of the board's SoC, its Verilog, its constraints and what its ROM begins with."""
    chip_plan = tools.load(WORK / f"carillon_{name}.json")
    if chip_plan is not None and "--chip timer" in chip_plan["chip"]:
        raise ValueError(f"the board's SoC has the counter chip: take {name.removesuffix('-timer')}")
    if (
        chip_plan is None
        or chip_plan["family"] == "ice40"
        and "up5k" not in " ".join(chip_plan["place_and_route"])
        or chip_plan["baud"] is None
    ):
        raise ValueError(f"there is no SoC for {name}: it has to have a serial port, and an ECP5 or a UP5K")
    constraints = {"ice40": "pcf", "ecp5": "lpf"}[chip_plan["family"]]
    pins = (WORK / f"carillon_{name}.{constraints}").read_text()
    lights_low = tomllib.loads((ROOT / "constraints" / f"{name}.toml").read_text())["lights_low"]
    variant, processor, preset = PROCESSORS[chip_plan["family"]]
    stem = WORK / f"carillon_{name}-soc"
    platform = GenericPlatform("none", PINS, name=TOP)
    soc = BoardSoc(platform, {**chip_plan, "lights_low": lights_low}, get_mem_data(str(boot), endianness="little"))
    soc.finalize()
    if hasattr(soc.main_ram, "mem"):
        # It begins as nothing.
        soc.main_ram.mem.init = None
    output = platform.get_verilog(soc, name=TOP)
    text = output.main_source
    for file, words in output.data_files.items():
        data = stem.with_name(f"{stem.name}.{file}")
        data.write_text(words)
        text = text.replace(f'"{file}"', f'"{data}"')
    cpu = pathlib.Path(pythondata_cpu_vexriscv.data_location) / processor
    stem.with_suffix(".v").write_text(
        "\n".join([text, *(file.read_text() for file in files("counter")), cpu.read_text()])
    )
    stem.with_suffix(f".{constraints}").write_text(pins)
    _, synthesis = chip_plan["synthesis"].split(";", 1)
    plan = {
        **chip_plan,
        "sources": [],
        "chip": f"VexRiscv `{variant}` and the counter chip, preset `{preset}`",
        "slots": SLOTS,
        "chip_hertz": chip_plan["pin_hertz"],
        "baud": BAUD,
        # A processor multiplies.
        "synthesis": f"read_verilog {stem}.v;" + synthesis.replace(" -nodsp", ""),
        "boot": fingerprint.digest("".join(output.data_files.values())),
    }
    stem.with_suffix(".json").write_text(json.dumps(plan, indent=2) + "\n")


def main():
    """Writes the plan."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("board", help="a board whose plan the program `board` has written")
    parser.add_argument("--boot", required=True, type=pathlib.Path, help="what the ROM begins with")
    arguments = parser.parse_args()
    boot = arguments.boot.resolve()
    # LiteX tells at length what it does.
    logging.disable(logging.INFO)
    os.chdir(ROOT)
    write(arguments.board, boot)


if __name__ == "__main__":
    try:
        main()
    except (tools.ToolFailed, ValueError, OSError) as failure:
        sys.exit(f"board.py: {failure}")
