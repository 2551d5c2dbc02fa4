"""The chips that are verified and measured: their files of hdl/verilog, their top module and its parameters."""

import pathlib
from dataclasses import dataclass, field, replace

# Relative, as YoWASP wants it.
TEXT = pathlib.Path("hdl/verilog")
# What a parameter of the counter chip is where nothing is said of it, in the order of the text.
DEFAULTS = {
    "WHEELS": 1,
    "SLOT_BITS": 12,
    "FIFO_BITS": 4,
    "ALARM": 0,
    "LOOK_AHEAD": 0,
    "COALESCING": 0,
    "WHEEL_MODES": 0,
    "SINGLE_PORT": 0,
}
# The same of the timer chip.
TIMER_DEFAULTS = {
    "WHEELS": 1,
    "SLOT_BITS": 10,
    "FIFO_BITS": 4,
    "PERIODIC": 0,
    "WIDE": 0,
    "TIMER_BITS": 0,
    "LOOK_AHEAD": 0,
    "COALESCING": 0,
}
# Of its parameters, those that are options of `carillon lockstep`.
TIMER_SWITCHES = ("PERIODIC", "WIDE", "LOOK_AHEAD", "COALESCING")
# Parameters of the counter chip that `PARAMS` has a bit for, from bit 16 on.
FEATURES = ("ALARM", "LOOK_AHEAD", "COALESCING", "WHEEL_MODES")
FULL = {"WHEELS": 4} | dict.fromkeys(FEATURES, 1)
# The smallest sizes are for the proofs and for every bus adapter; 4096 slots are what the documents speak of; 65,536
# show that nothing depends on the size.
SMALL = {"SLOT_BITS": 10, "FIFO_BITS": 1}
LARGE = {"SLOT_BITS": 16, "FIFO_BITS": 6}
# Memory for 1,024 timers inside the timer chip.
INSIDE = {"TIMER_BITS": 10}
# The fewest states for the proofs; 115,200 baud at 12 MHz.
SHORTEST_BIT, USUAL_BIT = {"CLOCKS_A_BIT": 4}, {"CLOCKS_A_BIT": 104}
BUSES = ("wishbone", "axi_lite", "apb", "spi", "uart")


# Compared by identity, so that a chip can be a key.
@dataclass(frozen=True, eq=False)
class Chip:
    """A chip: its name, which is that of files made of it, its sources, its top module and parameters."""

    name: str
    sources: tuple[pathlib.Path, ...]
    top: str
    parameters: dict[str, int] = field(default_factory=dict)

    @property
    def is_timer(self):
        """Whether it is a timer chip."""
        return self.top.startswith("carillon_timer")

    def of(self, source):
        """The same chip of another file."""
        return replace(self, sources=(source,))

    def as_netlist(self, source):
        """The same chip as a netlist, which has no parameters any more."""
        return replace(self, sources=(source,), parameters={})

    def read(self, options=""):
        """The Yosys commands that read it and give its top module its parameters."""
        files = " ".join(map(str, self.sources))
        given = " ".join(f"-set {name} {value}" for name, value in self.parameters.items())
        read = f"read_verilog {options} {files}".replace("  ", " ")
        return f"{read}; chparam {given} {self.top}" if given else read

    def verilator(self):
        """What Verilator is told of it where it is the top."""
        return ["--top-module", self.top, *(f"-G{name}={value}" for name, value in self.parameters.items())]

    def icarus(self):
        """What Icarus Verilog is told of it where it is the top."""
        return ["-s", self.top, *(f"-P{self.top}.{name}={value}" for name, value in self.parameters.items())]

    def instance(self):
        """The beginning of an instance in Verilog: its module and parameters."""
        given = ", ".join(f".{name}({value})" for name, value in self.parameters.items())
        return f"{self.top} #({given})" if given else self.top

    def value(self, name):
        """What a parameter of the chip is."""
        return self.parameters.get(name, (TIMER_DEFAULTS if self.is_timer else DEFAULTS)[name])

    def features(self):
        """Which of the counter chip's features it has, as `PARAMS` counts them from bit 16 on."""
        return sum(self.value(name) << bit for bit, name in enumerate(FEATURES))

    def options(self):
        """The options by which `carillon lockstep` knows it."""
        sizes = {"slots": 1 << self.value("SLOT_BITS"), "fifo": 1 << self.value("FIFO_BITS")}
        if self.is_timer and self.value("TIMER_BITS"):
            sizes["timers"] = 1 << self.value("TIMER_BITS")
        told = ["--chip=timer"] if self.is_timer else []
        told += [f"--{name}={size}" for name, size in ({"wheels": self.value("WHEELS")} | sizes).items()]
        switches = TIMER_SWITCHES if self.is_timer else (*FEATURES, "SINGLE_PORT")
        return told + [f"--{name.lower().replace('_', '-')}" for name in switches if self.value(name)]


def of_text(kind, name, parameters, bus):
    """A chip of the text, of the kind `counter` or `timer`."""
    files = ("carillon_shared", f"carillon_{kind}", f"carillon_{bus}", f"carillon_{kind}_{bus}")
    return Chip(name, tuple(TEXT / f"{file}.v" for file in files), f"carillon_{kind}_{bus}", parameters)


def counter(name, parameters, bus="wishbone"):
    """A counter chip."""
    return of_text("counter", name, parameters, bus)


def timer(name, parameters, bus="wishbone"):
    """A timer chip."""
    return of_text("timer", name, parameters, bus)


COUNTERS = (
    counter("carillon_1024x2", SMALL),
    *(
        counter(f"carillon_1024x2_{bus}", SMALL | (SHORTEST_BIT if bus == "uart" else {}), bus)
        for bus in BUSES
        if bus != "wishbone"
    ),
    counter("carillon_1024x2_full", SMALL | FULL),
    counter("carillon_1024x2_single_port", SMALL | FULL | {"SINGLE_PORT": 1}),
    counter("carillon_4096x16", {}),
    counter("carillon_4096x16_full", FULL),
    counter("carillon_65536x64", LARGE),
)


# The smallest, with several wheels, with periodic timers, with wide records, with memory inside, and with each other
# bus.
TIMERS = (
    timer("carillon_timer_1024x2", SMALL),
    timer("carillon_timer_1024x2_3wheels", SMALL | {"WHEELS": 3, "LOOK_AHEAD": 1}),
    timer("carillon_timer_1024x2_periodic", SMALL | {"PERIODIC": 1}),
    timer("carillon_timer_1024x2_wide", SMALL | {"WIDE": 1}),
    timer("carillon_timer_1024x2_inside", SMALL | INSIDE),
    timer("carillon_timer_1024x2_axi_lite", SMALL, "axi_lite"),
    timer("carillon_timer_1024x2_apb", SMALL, "apb"),
    timer("carillon_timer_1024x2_uart", SMALL | INSIDE | SHORTEST_BIT, "uart"),
    timer("carillon_timer_1024x2_spi", SMALL | INSIDE, "spi"),
)
# All chips that are verified.
VERIFIED = (*COUNTERS, *TIMERS)


def named(name):
    """The verified chip of this name."""
    return next(chip for chip in VERIFIED if chip.name == name)


# What `make area` and `make families` measure: the two presets, `minimal` with memory of one port and with other bus
# adapters, and the timer chip with its parameters.
MEASURED = {
    chip.name: chip
    for chip in (
        counter("minimal", {}),
        counter("full", FULL),
        counter("minimal_single_port", {"SINGLE_PORT": 1}),
        counter("minimal_axi_lite", {}, "axi_lite"),
        counter("minimal_uart", USUAL_BIT, "uart"),
        counter("minimal_spi", {}, "spi"),
        timer("timer", {}),
        timer("timer_2_wheels", {"WHEELS": 2}),
        timer("timer_3_wheels", {"WHEELS": 3}),
        timer("timer_periodic", {"PERIODIC": 1}),
        timer("timer_wide", {"WIDE": 1}),
        timer("timer_coalescing", {"COALESCING": 1}),
        timer("timer_look_ahead", {"LOOK_AHEAD": 1}),
    )
}
