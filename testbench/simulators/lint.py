"""Looks whether other tools take both chips' text, with many parameters and beside other files.

lint.py [FOLDER]        the folder of the text: hdl/verilog if none is given
"""

import itertools
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
# Of each chip: each bus has its lint with the first two, which are the smallest and the largest preset.
SETS = {
    "counter": (
        {},
        {"WHEELS": 4, "ALARM": 1, "LOOK_AHEAD": 1, "COALESCING": 1, "WHEEL_MODES": 1},
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
    ),
    "timer": (
        {},
        {"WHEELS": 3, "PERIODIC": 1, "TIMER_BITS": 10, "LOOK_AHEAD": 1, "COALESCING": 1},
        {"SLOT_BITS": 15, "FIFO_BITS": 10, "PERIODIC": 1, "WIDE": 1, "LOOK_AHEAD": 1, "COALESCING": 1},
        {"SLOT_BITS": 15, "FIFO_BITS": 1, "TIMER_BITS": 15},
        {"SLOT_BITS": 13, "WHEELS": 2, "LOOK_AHEAD": 1},
        {"WHEELS": 3, "WIDE": 1},
        {"TIMER_BITS": 4},
        {"PERIODIC": 1, "FIFO_BITS": 1},
        {"WIDE": 1},
        {"COALESCING": 1, "SLOT_BITS": 11},
    ),
}
# Of each chip: values that it does not take, and the message that ends elaboration.
WRONG = {
    "counter": (
        ({"WHEELS": 0}, "WHEELS_must_be_1_to_8"),
        ({"WHEELS": 9}, "WHEELS_must_be_1_to_8"),
        ({"SLOT_BITS": 9}, "SLOT_BITS_must_be_10_to_20"),
        ({"SLOT_BITS": 21}, "SLOT_BITS_must_be_10_to_20"),
        ({"FIFO_BITS": 0}, "FIFO_BITS_must_be_1_to_10"),
        ({"FIFO_BITS": 11}, "FIFO_BITS_must_be_1_to_10"),
        ({"ALARM": 2}, "ALARM_must_be_0_or_1"),
        ({"SINGLE_PORT": 2}, "SINGLE_PORT_must_be_0_or_1"),
    ),
    "timer": (
        ({"WHEELS": 0}, "WHEELS_must_be_1_to_3"),
        ({"WHEELS": 4}, "WHEELS_must_be_1_to_3"),
        ({"SLOT_BITS": 9}, "SLOT_BITS_must_be_10_to_15"),
        ({"SLOT_BITS": 16}, "SLOT_BITS_must_be_10_to_15"),
        ({"FIFO_BITS": 11}, "FIFO_BITS_must_be_1_to_10"),
        ({"PERIODIC": 2}, "PERIODIC_must_be_0_or_1"),
        ({"TIMER_BITS": 3}, "TIMER_BITS_must_be_0_or_4_to_15"),
        ({"TIMER_BITS": 16}, "TIMER_BITS_must_be_0_or_4_to_15"),
        ({"WIDE": 1, "TIMER_BITS": 10}, "WIDE_must_be_0_with_TIMER_BITS"),
        ({"WHEELS": 3, "SLOT_BITS": 11}, "SLOT_BITS_must_be_less_with_these_WHEELS"),
        ({"WHEELS": 2, "SLOT_BITS": 14}, "SLOT_BITS_must_be_less_with_these_WHEELS"),
    ),
}
BUSES = ("wishbone", "axi_lite", "apb", "spi", "uart")
TIMED = """`timescale 1ns/1ps
module timed (
    input wire clock, input wire reset, output wire irq, input wire rx, output wire tx
);
    carillon_counter_uart chip (.clock(clock), .reset(reset), .irq(irq), .uart_rx(rx), .uart_tx(tx));
endmodule
"""


def sweep(chip):
    """Parameters of a chip: every combination of its switches with every number of wheels, each with another of all
    sizes.
    """
    if chip == "counter":
        switches = ("ALARM", "LOOK_AHEAD", "COALESCING", "WHEEL_MODES", "SINGLE_PORT")
        most_wheels, sizes = 8, itertools.cycle(range(10, 21))
    else:
        switches = ("PERIODIC", "WIDE", "LOOK_AHEAD", "COALESCING")
        most_wheels, sizes = 3, None
    events = itertools.cycle(range(1, 11))
    timers = itertools.cycle((0, *range(4, 16)))
    for wheels in range(1, most_wheels + 1):
        # Those of the timer chip with several wheels are limited by how far an interval may reach.
        of_timer = itertools.cycle(range(10, {1: 15, 2: 13, 3: 10}.get(wheels, 10) + 1))
        for chosen in itertools.product((0, 1), repeat=len(switches)):
            given = dict(zip(switches, chosen), WHEELS=wheels, FIFO_BITS=next(events))
            given["SLOT_BITS"] = next(sizes or of_timer)
            if chip == "timer":
                given["TIMER_BITS"] = 0 if given["WIDE"] else next(timers)
            yield given


def run(command):
    """What a command says, and whether it succeeded."""
    ran = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=300)
    return (ran.stdout + ran.stderr).strip(), ran.returncode == 0


def files(folder, bus, *chips):
    """The files of whole chips on a bus."""
    names = ["shared", bus, *chips, *(f"{chip}_{bus}" for chip in chips)]
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
    for chip, sets in SETS.items():
        for bus in BUSES:
            top = f"carillon_{chip}_{bus}"
            for parameters in sets if bus == BUSES[0] else sets[:2]:
                for tool in (verilator, icarus):
                    said, passed = tool(top, files(folder, bus, chip), parameters)
                    if said or not passed:
                        yield f"{tool.__name__}, {top}, {parameters}: {said}"
        top = f"carillon_{chip}_wishbone"
        for parameters in sweep(chip):
            said, passed = icarus(top, files(folder, "wishbone", chip), parameters)
            if said or not passed:
                yield f"icarus, {top}, {parameters}: {said}"
        for parameters, message in WRONG[chip]:
            for tool in (verilator, icarus):
                said, passed = tool(top, files(folder, "wishbone", chip), parameters)
                if passed or message not in said:
                    yield f"{tool.__name__} takes {top}, {parameters}: {said}"
    with tempfile.TemporaryDirectory() as place:
        timed = pathlib.Path(place) / "timed.v"
        timed.write_text(TIMED)
        uart = files(folder, "uart", "counter")
        for order in ([timed, *uart], [*uart, timed]):
            for tool in (verilator, icarus):
                said, passed = tool("timed", order, {})
                if not passed:
                    yield f"{tool.__name__}, beside a file with a time scale: {said}"
        program = pathlib.Path(place) / "three_chips.vvp"
        bench = [HERE / "three_chips.v", HERE / "three_chips_bench.v"]
        sources = files(folder, "wishbone", "counter", "timer") + bench
        said, passed = run(["iverilog", "-g2012", "-o", program, "-s", "three_chips_bench", *sources])
        if passed:
            said, passed = run(["vvp", program])
        if not passed or "PASS" not in said:
            yield f"three chips in one design: {said}"
        said, passed = verilator("three_chips", sources[:-1], {})
        if said or not passed:
            yield f"three chips in one design, Verilator: {said}"


def main():
    """Prints each fault; exit status 1 if there is one."""
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE.parents[1] / "hdl/verilog"
    found = list(faults(folder))
    for fault in found:
        print(fault)
    print("FAIL" if found else "PASS")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
