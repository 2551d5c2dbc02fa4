//! The register map of the timer chip.
//!
//! Registers that are the same in both chips are said once, in the counter chip's map, and taken from there; the others
//! are in the table below. Each timer also has a word of its own in the window.

mod build;
mod map;

use crate::Register;
use crate::counter_chip;

pub use build::{TimerBuild, TimerBuildError};

/// The fields, in one module for each register that only the timer chip has.
pub mod field {
    #[doc(inline)]
    pub use super::map::fields::*;
    #[doc(inline)]
    pub use crate::counter_chip::field::intr_coalesce;
}

/// The byte offset of each register, of both tables.
pub mod offset {
    #[doc(inline)]
    pub use super::map::offset::*;
    #[doc(inline)]
    pub use crate::counter_chip::offset::{INTR_COALESCE, NOW_HI, NOW_LO, SCRATCH, VERSION};
}

/// What `ID` reads: "CART" in ASCII, the first letter in the highest byte.
pub const ID_VALUE: u32 = 0x4341_5254;

/// The fewest busy bits that a build can have, as a power of two.
pub const MIN_SLOT_BITS: u32 = 10;

/// The most busy bits that a build can have, as a power of two: half of the records that a link of 16 bits can name.
pub const MAX_SLOT_BITS: u32 = 15;

/// The most wheels that a build can have.
pub const MAX_WHEELS: u32 = 3;

/// The bits of the tick at which a timer is due that its record has.
pub const EXPIRY_BITS: u32 = 24;

/// The slots of a wheel, as a power of two, in a chip with so many wheels and 2^`slot_bits` busy bits: the most with
/// one wheel, just these with several.
pub const fn wheel_bits(wheels: u32, slot_bits: u32) -> u32 {
    match wheels {
        0 | 1 => slot_bits,
        2 => slot_bits.saturating_sub(1),
        _ => slot_bits.saturating_sub(2),
    }
}

/// The fewest timers that a build with memory inside can have room for, as a power of two.
pub const MIN_TIMER_BITS: u32 = 4;

/// The most timers that a build with memory inside can have room for, as a power of two: with as many slots, all
/// records that a link of 16 bits can name.
pub const MAX_TIMER_BITS: u32 = 15;

/// The most timers that a build with wide records can have: a word of the window for each.
pub const MAX_WIDE_TIMERS: u32 = 1 << 20;

/// The fewest slots that the host can choose, as a power of two: a word of busy bits.
pub const MIN_WHEEL_BITS: u32 = 4;

/// The longest interval, in ticks: 2^23 - 1.
pub const MAX_INTERVAL: u32 = 0x7f_ffff;

/// The byte offset of timer 0's word; the next timer's is 4 bytes on. Reading and writing it is like `TIMER_WORD` of
/// that timer.
pub const WINDOW: u32 = 0x40_0000;

/// Bytes of address space: the registers, and from [`WINDOW`] on a word for each of 2^20 timers.
pub const ADDRESS_SPACE: u32 = 0x80_0000;

/// A register of the counter chip that the timer chip has as well.
const fn common(offset: u32) -> Register {
    let mut index = 0;
    while index < counter_chip::REGISTERS.len() {
        if counter_chip::REGISTERS[index].offset == offset {
            return counter_chip::REGISTERS[index];
        }
        index += 1;
    }
    panic!("the counter chip has no such register")
}

/// The registers that both chips have.
const COMMON: [Register; 5] = [
    common(offset::VERSION),
    common(offset::SCRATCH),
    common(offset::NOW_LO),
    common(offset::NOW_HI),
    common(offset::INTR_COALESCE),
];

const COUNT: usize = COMMON.len() + map::REGISTERS.len();

/// The whole map, in order of offsets, without the window.
pub const REGISTERS: &[Register] = &merge();

const fn merge() -> [Register; COUNT] {
    let mut all = [COMMON[0]; COUNT];
    let (mut common, mut own) = (0, 0);
    while common + own < COUNT {
        let takes_own = common == COMMON.len()
            || (own < map::REGISTERS.len() && map::REGISTERS[own].offset < COMMON[common].offset);
        if takes_own {
            all[common + own] = map::REGISTERS[own];
            own += 1;
        } else {
            all[common + own] = COMMON[common];
            common += 1;
        }
    }
    all
}
