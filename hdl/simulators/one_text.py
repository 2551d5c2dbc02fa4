"""Looks whether other tools take the counter chip's text, with many parameters and beside other files.

one_text.py [FOLDER]        the folder of the text: hdl/verilog if none is given
"""

import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
# Each bus has its lint with these; the first two are the presets.
SETS = (
    {},
    {"WHEELS": 4, "ALARM": 1, "LOOK_AHEAD": 1, "COALESCING": 1, "WHEEL_MODES": 1},
)
# And these once.
MORE = (
    {
        "WHEELS": 8,
        "SLOT_BITS": 20,
        "FIFO_BITS": 10,
        "ALARM": 1,
        "LOOK_AHEAD": 1,
        "COALESCING": 1,
        "WHEEL_MODES": 1,
        "SINGLE_PORT": 1,
    },
    {"SLOT_BITS": 10, "FIFO_BITS": 1, "LOOK_AHEAD": 1},
    {"SLOT_BITS": 11, "WHEELS": 2, "FIFO_BITS": 8, "LOOK_AHEAD": 1, "SINGLE_PORT": 1},
    {"SLOT_BITS": 19, "SINGLE_PORT": 1},
    {"ALARM": 1},
    {"COALESCING": 1, "FIFO_BITS": 10},
    {"WHEEL_MODES": 1},
    {"SLOT_BITS": 13, "LOOK_AHEAD": 1},
    {"SLOT_BITS": 14, "LOOK_AHEAD": 1, "WHEELS": 3},
    {"SLOT_BITS": 17, "LOOK_AHEAD": 1},
)
# Values out of their ranges, and the message that ends elaboration.
WRONG = {
    ("WHEELS", 0): "WHEELS_must_be_1_to_8",
    ("WHEELS", 9): "WHEELS_must_be_1_to_8",
    ("SLOT_BITS", 9): "SLOT_BITS_must_be_10_to_20",
    ("SLOT_BITS", 21): "SLOT_BITS_must_be_10_to_20",
    ("FIFO_BITS", 0): "FIFO_BITS_must_be_1_to_10",
    ("FIFO_BITS", 11): "FIFO_BITS_must_be_1_to_10",
    ("ALARM", 2): "ALARM_must_be_0_or_1",
    ("SINGLE_PORT", 2): "SINGLE_PORT_must_be_0_or_1",
}
BUSES = ("wishbone", "axi_lite", "apb", "spi", "uart")
TIMED = """`timescale 1ns/1ps
module timed (
    input wire clock, input wire reset, output wire irq, input wire rx, output wire tx
);
    carillon_counter_uart chip (.clock(clock), .reset(reset), .irq(irq), .uart_rx(rx), .uart_tx(tx));
endmodule
"""


def run(command):
    """What a command says, and whether it succeeded."""
    ran = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=300)
    return (ran.stdout + ran.stderr).strip(), ran.returncode == 0


def files(folder, bus):
    """The files of a whole chip."""
    names = ("shared", bus, "counter", f"counter_{bus}")
    return [folder / f"carillon_{name}.v" for name in names]


def verilator(top, sources, parameters):
    """Verilator's lint."""
    given = [f"-G{name}={value}" for name, value in parameters.items()]
    return run(["verilator", "--lint-only", "-Wall", "-Wno-DECLFILENAME", "--top-module", top, *given, *sources])


def icarus(top, sources, parameters):
    """Icarus Verilog's warnings."""
    given = [f"-P{top}.{name}={value}" for name, value in parameters.items()]
    return run(["iverilog", "-g2005", "-Wall", "-Wno-timescale", "-t", "null", "-s", top, *given, *sources])


def faults(folder):
    """What is wrong, in a line for each fault."""
    for bus in BUSES:
        top = f"carillon_counter_{bus}"
        for parameters in SETS + (MORE if bus == BUSES[0] else ()):
            for tool in (verilator, icarus):
                said, passed = tool(top, files(folder, bus), parameters)
                if said or not passed:
                    yield f"{tool.__name__}, {top}, {parameters}: {said}"
    top = "carillon_counter_wishbone"
    for (name, value), message in WRONG.items():
        for tool in (verilator, icarus):
            said, passed = tool(top, files(folder, "wishbone"), {name: value})
            if passed or message not in said:
                yield f"{tool.__name__} takes {name} = {value}: {said}"
    with tempfile.TemporaryDirectory() as place:
        timed = pathlib.Path(place) / "timed.v"
        timed.write_text(TIMED)
        uart = files(folder, "uart")
        for order in ([timed, *uart], [*uart, timed]):
            for tool in (verilator, icarus):
                said, passed = tool("timed", order, {})
                if not passed:
                    yield f"{tool.__name__}, beside a file with a time scale: {said}"
        program = pathlib.Path(place) / "two_builds.vvp"
        bench = [HERE / "two_builds.v", HERE / "two_builds_bench.v"]
        sources = files(folder, "wishbone") + bench
        said, passed = run(["iverilog", "-g2012", "-o", program, "-s", "two_builds_bench", *sources])
        if passed:
            said, passed = run(["vvp", program])
        if not passed or "PASS" not in said:
            yield f"two builds in one design: {said}"
        said, passed = verilator("two_builds", sources[:-1], {})
        if said or not passed:
            yield f"two builds in one design, Verilator: {said}"


def main():
    """Prints each fault; exit status 1 if there is one."""
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE.parent / "verilog"
    found = list(faults(folder))
    for fault in found:
        print(fault)
    print("FAIL" if found else "PASS")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
