//! Which words of the register map a build has, and by how little of an address each can be told from the others.

use carillon_regmap::counter_chip::{Build, REGISTERS, offset};
use carillon_regmap::timer_chip::{self, TimerBuild};
use carillon_regmap::{ADDRESS_SPACE, Register};

/// The words that a chip's address can name.
pub(crate) const WORDS: u32 = ADDRESS_SPACE / 4;

/// Some words of the map: bit *n* stands for word *n*.
pub(crate) type Words = u64;

/// Element `index` of a register is in `build`: its feature is, and its wheel.
fn has(build: &Build, register: &Register, index: u32) -> bool {
    register.feature.is_none_or(|feature| build.has(feature)) && (!register.is_array() || index < build.wheels)
}

/// A register, or an array, of a build.
#[derive(PartialEq)]
pub(crate) struct Row {
    pub register: &'static Register,
    /// Its words there, and what each shows after a reset.
    pub elements: Vec<(u32, u32)>,
}

impl Row {
    /// All its words.
    pub fn words(&self) -> Words {
        self.elements.iter().fold(0, |words, (word, _)| words | 1 << word)
    }

    /// What its elements are called in the Verilog.
    pub fn names(&self) -> impl Iterator<Item = String> + use<> {
        let name = self.register.name.to_lowercase();
        let is_array = self.register.is_array();
        (0..self.elements.len()).map(move |index| match is_array {
            true => format!("{name}_{index}"),
            false => name.clone(),
        })
    }
}

/// The registers of a counter chip built to `build`.
pub(crate) fn rows(build: &Build) -> Vec<Row> {
    let elements = |register: &'static Register| {
        (0..register.count).filter_map(move |index| {
            let word = register.element(index)? / 4;
            has(build, register, index).then(|| (word, reset_word(build, register, index)))
        })
    };
    let all = REGISTERS.iter().map(|register| Row { register, elements: elements(register).collect() });
    all.filter(|row| !row.elements.is_empty()).collect()
}

/// The registers of a timer chip built to `build`.
pub(crate) fn timer_rows(build: &TimerBuild) -> Vec<Row> {
    let present = timer_chip::REGISTERS.iter().filter(|register| build.has(register));
    let row = |register: &'static Register| {
        let shown = match register.offset {
            timer_chip::offset::PARAMS => build.params(),
            _ => register.reset,
        };
        Row { register, elements: vec![(register.offset / 4, shown)] }
    };
    present.map(row).collect()
}

/// The word after reset of an element of a register, with what the build decides.
fn reset_word(build: &Build, register: &Register, index: u32) -> u32 {
    match register.offset {
        offset::PARAMS => build.params(),
        offset::WHEEL_SIZE if index == 0 => 1 << build.slot_bits,
        _ => register.reset,
    }
}

/// The words that an address names if, under a mask, it has a certain value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pattern {
    mask: u32,
    value: u32,
}

impl Pattern {
    /// Tells the words of `on` from those of `off` by as few bits of the address as possible; of the words in neither,
    /// it accepts what comes cheapest.
    ///
    /// # Panics
    ///
    /// `on` is empty, or `on` and `off` cannot be told apart by one comparison under a mask.
    pub fn new(on: Words, off: Words) -> Self {
        assert!(on != 0 && on & off == 0, "no word is on both sides");
        let first = on.trailing_zeros();
        let fits = |&mask: &u32| {
            let words = accepted(mask, first & mask);
            words & on == on && words & off == 0
        };
        let mask = (0..WORDS)
            .filter(fits)
            .min_by_key(|mask| mask.count_ones())
            .expect("the words can be told from the others by one comparison");
        let value = first & mask;
        Self { mask, value }
    }

    /// Whether an address is accepted.
    pub fn accepts(self, address: u32) -> bool {
        address & self.mask == self.value
    }
}

/// The words that a mask and a value accept.
fn accepted(mask: u32, value: u32) -> Words {
    (0..WORDS).filter(|word| word & mask == value).fold(0, |words, word| words | 1 << word)
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

/// For tests: all words of a build.
#[cfg(test)]
pub(crate) fn words(build: &Build) -> Words {
    rows(build).iter().fold(0, |all, row| all | row.words())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_smallest_and_the_largest_build_are_the_maps() {
        let smallest = Build::minimal();
        assert_eq!(words(&smallest), 0x0000_0001_002f_ff7f, "21 words");
        let largest = Build { wheels: 8, ..Build::full() };
        assert_eq!(words(&largest), 0x0000_ffff_ffff_ff7f, "47 words");
    }

    #[test]
    fn words_of_an_array_are_one_a_wheel() {
        for wheels in 1..=8 {
            let build = Build { wheels, ..Build::full() };
            let rows = rows(&build);
            let sizes = rows.iter().find(|row| row.register.offset == offset::WHEEL_SIZE);
            let sizes = sizes.expect("wheels have sizes").words();
            assert_eq!(sizes, ((1 << wheels) - 1) << (offset::WHEEL_SIZE / 4));
        }
    }

    #[test]
    fn pattern_accepts_all_that_it_must_and_nothing_that_it_must_not() {
        for on in 0..WORDS {
            for off in [0, 0x0000_0001_002f_ff7f_u64, u64::MAX] {
                let off = off & !(1 << on);
                let pattern = Pattern::new(1 << on, off);
                let accepted = accepted(pattern.mask, pattern.value);
                assert_eq!(accepted & off, 0);
                assert_ne!(accepted & (1 << on), 0);
                for word in 0..WORDS {
                    assert_eq!(pattern.accepts(word), accepted & (1 << word) != 0);
                }
            }
        }
        let (mask, value) = (0b11, 0b11);
        assert_eq!(Pattern::new(0b1000, 0b0111), Pattern { mask, value });
        let (mask, value) = (0, 0);
        assert_eq!(Pattern::new(0b1000, 0), Pattern { mask, value }, "nothing to tell it from");
    }
}
