//! Which words of the register map a build has, and by how little of an address each can be told from the others.

use crate::Build;
use carillon_regmap::{ADDRESS_SPACE, REGISTERS, Register};
use rust_hdl::prelude::*;

/// The words that a chip's address can name.
pub(crate) const WORDS: u32 = ADDRESS_SPACE / 4;

/// Some words of the map: bit *n* stands for word *n*.
pub(crate) type Words = u64;

/// The one word at a byte offset.
pub(crate) const fn word_at(byte_offset: u32) -> Words {
    1 << (byte_offset / 4)
}

/// Element `index` of a register is in `build`: its feature is, and its wheel.
fn has(build: &Build, register: &Register, index: u32) -> bool {
    register.feature.is_none_or(|feature| build.has(feature))
        && (!register.is_array() || index < build.wheels)
}

/// The words of all elements in `build` of the registers that `wanted` accepts.
pub(crate) fn words(build: &Build, wanted: impl Fn(&Register) -> bool) -> Words {
    let registers = REGISTERS.iter().filter(|register| wanted(register));
    registers
        .flat_map(|register| {
            (0..register.count)
                .filter(|&index| has(build, register, index))
                .filter_map(|index| register.element(index))
        })
        .fold(0, |words, offset| words | word_at(offset))
}

/// The words in `build` of the register, or of the array, that starts at a byte offset.
pub(crate) fn words_from(build: &Build, byte_offset: u32) -> Words {
    words(build, |register| register.offset == byte_offset)
}

/// The words in `build` that can be read.
pub(crate) fn readable(build: &Build) -> Words {
    words(build, |register| register.access.readable())
}

/// Half of a set of words, as a table to look an address's lower five bits up in: 0 the lower half, 1 the upper.
pub(crate) fn half(words: Words, upper: u32) -> Constant<Bits<32>> {
    Constant::new(((words >> (32 * upper)) & 0xffff_ffff).into())
}

/// Tells the words of `on` from those of `off` by as few bits of the address as possible; of the words in neither, it
/// accepts what comes cheapest. What it gives is a mask in the upper six bits and, below it, what an address must be
/// under the mask. Where `on` is empty, no address passes.
///
/// # Panics
///
/// `on` and `off` cannot be told apart by one comparison under a mask.
pub(crate) fn pattern(on: Words, off: Words) -> Constant<Bits<12>> {
    let (mask, value) = narrowest(on, off);
    Constant::new(u64::from(mask << 6 | value).into())
}

/// The words that a mask and a value accept.
fn accepted(mask: u32, value: u32) -> Words {
    (0..WORDS)
        .filter(|word| word & mask == value)
        .fold(0, |words, word| words | 1 << word)
}

/// The mask with the fewest bits, and its value; see [`pattern`].
fn narrowest(on: Words, off: Words) -> (u32, u32) {
    assert_eq!(on & off, 0, "no word is on both sides");
    if on == 0 {
        return (0, 1);
    }
    let first = on.trailing_zeros();
    let fits = |&mask: &u32| {
        let words = accepted(mask, first & mask);
        words & on == on && words & off == 0
    };
    let mask = (0..WORDS)
        .filter(fits)
        .min_by_key(|mask| mask.count_ones())
        .expect("the words can be told from the others by one comparison");
    (mask, first & mask)
}

/// For tests: builds with every choice of features, and with one, two and eight wheels.
#[cfg(test)]
pub(crate) fn builds() -> impl Iterator<Item = Build> {
    (0..16u32).flat_map(|features| {
        [1, 2, 8].map(|wheels| Build {
            wheels,
            alarm: features & 1 != 0,
            look_ahead: features & 2 != 0,
            coalescing: features & 4 != 0,
            wheel_modes: features & 8 != 0,
            ..Build::minimal()
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use carillon_regmap::offset;

    #[test]
    fn words_of_the_smallest_and_the_largest_build_are_the_maps() {
        let smallest = Build::minimal();
        assert_eq!(
            words(&smallest, |_| true),
            0x0000_0001_002f_ff7f,
            "21 words"
        );
        let largest = Build {
            wheels: 8,
            ..Build::full()
        };
        assert_eq!(words(&largest, |_| true), 0x0000_ffff_ffff_ff7f, "47 words");
    }

    #[test]
    fn words_from_an_array_are_one_a_wheel() {
        for wheels in 1..=8 {
            let build = Build {
                wheels,
                ..Build::full()
            };
            let sizes = words_from(&build, offset::WHEEL_SIZE);
            assert_eq!(sizes, ((1 << wheels) - 1) << (offset::WHEEL_SIZE / 4));
        }
    }

    #[test]
    fn pattern_accepts_all_that_it_must_and_nothing_that_it_must_not() {
        for on in 0..WORDS {
            for off in [0, 0x0000_0001_002f_ff7f_u64, u64::MAX] {
                let off = off & !(1 << on);
                let (mask, value) = narrowest(1 << on, off);
                assert_eq!(accepted(mask, value) & off, 0);
                assert_ne!(accepted(mask, value) & (1 << on), 0);
            }
        }
        assert_eq!(narrowest(0b1000, 0b0111), (0b11, 0b11));
        assert_eq!(narrowest(0b1000, 0), (0, 0), "nothing to tell it from");
        let (mask, value) = narrowest(0, u64::MAX);
        assert_eq!(accepted(mask, value), 0);
    }
}
