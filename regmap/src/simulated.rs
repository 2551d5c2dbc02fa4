//! The builds that are simulated, by name: one row for each Verilated model, and so for each reference model.

use crate::BusAdapter;
use crate::counter_chip::Build;
use crate::timer_chip::TimerBuild;

/// Clocks per bit on the wire of the model with a UART: the fewest that its receiver supports, as every clock costs
/// simulation time.
pub const CLOCKS_A_BIT: u32 = 4;

/// One Verilated model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Name in file names and C symbols.
    pub name: &'static str,
    /// The chip's build options.
    pub build: Build,
}

/// One wheel without options.
const fn plain(name: &'static str, slot_bits: u32, fifo_bits: u32) -> Row {
    let build = Build { slot_bits, fifo_bits, ..Build::minimal() };
    Row { name, build }
}

/// Several wheels with all options.
const fn full(name: &'static str, wheels: u32, slot_bits: u32, fifo_bits: u32) -> Row {
    let build = Build { wheels, slot_bits, fifo_bits, ..Build::full() };
    Row { name, build }
}

/// With the Wishbone bus adapter, in the order of `Model`'s variants: the plain ones by capacity, then by FIFO depth;
/// the others.
pub const COUNTER_CHIPS: [Row; 17] = [
    plain("tiny", 10, 1),
    plain("small10x16", 10, 4),
    plain("minimal", 12, 4),
    plain("medium16x2", 16, 1),
    plain("medium16x4", 16, 2),
    plain("medium16x16", 16, 4),
    plain("medium16x64", 16, 6),
    plain("medium16x256", 16, 8),
    plain("large20x16", 20, 4),
    Row { name: "two_wheels", build: Build { wheels: 2, slot_bits: 10, fifo_bits: 1, ..Build::minimal() } },
    full("one_wheel_full", 1, 10, 2),
    full("full10x2", 4, 10, 1),
    full("full", 4, 12, 4),
    full("full16x16", 4, 16, 4),
    full("eight_wheels", 8, 10, 2),
    full("largest", 8, 20, 10),
    Row { name: "single_port", build: Build { single_port: true, slot_bits: 10, fifo_bits: 1, ..Build::full() } },
];

/// With a bus adapter for a cable, in the order of `ffi::cable::Cable`'s variants.
pub const CABLES: [Row; 2] = [
    Row {
        name: "uart",
        build: Build {
            slot_bits: 16,
            bus_adapter: BusAdapter::Uart { clocks_a_bit: CLOCKS_A_BIT },
            ..Build::minimal()
        },
    },
    Row { name: "spi", build: Build { bus_adapter: BusAdapter::Spi, ..Build::minimal() } },
];

/// One Verilated timer chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimerRow {
    /// Name in file names and C symbols.
    pub name: &'static str,
    /// The chip's build options.
    pub build: TimerBuild,
}

const fn timer(name: &'static str, slot_bits: u32, fifo_bits: u32, periodic: bool) -> TimerRow {
    let build = TimerBuild { slot_bits, fifo_bits, periodic, ..TimerBuild::minimal() };
    TimerRow { name, build }
}

/// With memory inside for 2^10 timers.
const fn inside(name: &'static str, periodic: bool) -> TimerRow {
    let TimerRow { name, build } = timer(name, 10, 1, periodic);
    let build = TimerBuild { timer_bits: Some(10), ..build };
    TimerRow { name, build }
}

/// With wide records.
const fn wide(row: TimerRow) -> TimerRow {
    let TimerRow { name, build } = row;
    let build = TimerBuild { wide: true, ..build };
    TimerRow { name, build }
}

/// With several wheels.
const fn wheels(row: TimerRow, wheels: u32) -> TimerRow {
    let TimerRow { name, build } = row;
    let build = TimerBuild { wheels, ..build };
    TimerRow { name, build }
}

/// Timer chips with the Wishbone bus adapter, in the order of `TimerModel`'s variants.
pub const TIMER_CHIPS: [TimerRow; 12] = [
    timer("timer10x2", 10, 1, false),
    timer("timer10x2_periodic", 10, 1, true),
    timer("timer15x2", 15, 1, false),
    timer("timer15x16_periodic", 15, 4, true),
    inside("timer10x2_inside", false),
    inside("timer10x2_inside_periodic", true),
    wheels(timer("timer10x2_2wheels", 10, 1, false), 2),
    wheels(timer("timer10x2_3wheels_periodic", 10, 1, true), 3),
    wheels(inside("timer10x2_3wheels_inside_periodic", true), 3),
    wide(timer("timer15x16_wide", 15, 4, true)),
    TimerRow {
        name: "timer10x16_all",
        build: TimerBuild { wide: true, look_ahead: true, coalescing: true, ..timer("", 10, 4, true).build },
    },
    TimerRow {
        name: "timer10x2_3wheels_wide",
        build: TimerBuild { look_ahead: true, ..wheels(wide(timer("", 10, 1, true)), 3).build },
    },
];
