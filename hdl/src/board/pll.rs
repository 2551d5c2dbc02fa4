//! The settings of the phase-locked loops: from a board's clock to the chip's.
//!
//! The ranges are those of the families' data sheets as Project IceStorm's `icepll` and Project Trellis' `ecppll` state
//! them; the tests compare with what these two programs print.

use core::fmt;

/// The settings of an iCE40's loop with simple feedback: clock / (`divr` + 1) * (`divf` + 1) / 2^`divq`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ice40Pll {
    /// Divides the reference, less one: 0 to 15.
    pub divr: u64,
    /// Divides the feedback, less one: 0 to 127.
    pub divf: u64,
    /// Divides the oscillator, as a power of two: 1 to 6.
    pub divq: u32,
    /// The filter for the phase detector's rate, 1 to 6.
    pub filter_range: u32,
}

/// The settings of an ECP5's loop, fed back from its output: clock * `feedback` / `input`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ecp5Pll {
    /// Divides the reference.
    pub input: u64,
    /// Divides the feedback.
    pub feedback: u64,
    /// Divides the oscillator.
    pub output: u64,
}

const MEGAHERTZ: u64 = 1_000_000;

impl Ice40Pll {
    /// The settings that make exactly `wanted` Hz of `given` Hz.
    ///
    /// # Errors
    ///
    /// There are none; the message names the nearest.
    pub fn find(given: u64, wanted: u64) -> Result<Self, NoPll> {
        let mut nearest = NoPll::new(given, wanted);
        for divr in 0..16 {
            let detector = given / (divr + 1);
            if !(10 * MEGAHERTZ..=133 * MEGAHERTZ).contains(&detector) {
                continue;
            }
            for divf in 0..128 {
                let oscillator = given * (divf + 1) / (divr + 1);
                if !(533 * MEGAHERTZ..=1066 * MEGAHERTZ).contains(&oscillator) {
                    continue;
                }
                for divq in 1..=6 {
                    let denominator = (divr + 1) << divq;
                    if nearest.is_exact(given * (divf + 1), denominator) {
                        let filter_range =
                            1 + [17, 26, 44, 66, 101].iter().filter(|&&limit| detector >= limit * MEGAHERTZ).count()
                                as u32;
                        return Ok(Self { divr, divf, divq, filter_range });
                    }
                }
            }
        }
        Err(nearest)
    }
}

impl Ecp5Pll {
    /// The settings that make exactly `wanted` Hz of `given` Hz.
    ///
    /// # Errors
    ///
    /// There are none; the message names the nearest.
    pub fn find(given: u64, wanted: u64) -> Result<Self, NoPll> {
        let mut nearest = NoPll::new(given, wanted);
        for input in 1..=128 {
            if given / input < 3_125_000 {
                break;
            }
            for feedback in 1..=80 {
                if !nearest.is_exact(given * feedback, input) {
                    continue;
                }
                // The middle of the oscillator's range, 400 to 800 MHz.
                let output = (600 * MEGAHERTZ / wanted).clamp(1, 128);
                if (400 * MEGAHERTZ..=800 * MEGAHERTZ).contains(&(wanted * output)) {
                    return Ok(Self { input, feedback, output });
                }
            }
        }
        Err(nearest)
    }
}

/// No setting makes the clock that is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoPll {
    /// The board's clock, in Hz.
    pub given: u64,
    /// The clock wanted, in Hz.
    pub wanted: u64,
    /// The nearest clock that there is, in Hz.
    pub nearest: u64,
}

impl NoPll {
    fn new(given: u64, wanted: u64) -> Self {
        Self { given, wanted, nearest: 0 }
    }

    /// Whether `numerator` / `denominator` is the clock wanted; remembers it if it is the nearest so far.
    fn is_exact(&mut self, numerator: u64, denominator: u64) -> bool {
        let found = numerator / denominator;
        if found.abs_diff(self.wanted) < self.nearest.abs_diff(self.wanted) {
            self.nearest = found;
        }
        numerator == self.wanted * denominator
    }
}

impl fmt::Display for NoPll {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "the phase-locked loop cannot make {} Hz of {} Hz; the nearest is {} Hz",
            self.wanted, self.given, self.nearest
        )
    }
}

impl core::error::Error for NoPll {}

#[cfg(test)]
mod tests {
    use super::*;

    /// As `icepll -i 12 -o 48` and `icepll -i 12 -o 100` print them.
    #[test]
    fn ice40_pll_is_that_of_icepll() {
        let found = Ice40Pll::find(12_000_000, 48_000_000);
        let expected = Ice40Pll { divr: 0, divf: 63, divq: 4, filter_range: 1 };
        assert_eq!(found, Ok(expected));
        let found = Ice40Pll::find(12_000_000, 100_500_000);
        let expected = Ice40Pll { divf: 66, divq: 3, ..expected };
        assert_eq!(found, Ok(expected));
    }

    #[test]
    fn ice40_pll_of_a_clock_that_it_cannot_make_names_the_nearest() {
        let error = Ice40Pll::find(12_000_000, 100_000_000).expect_err("icepll gives 100.5 MHz");
        assert_eq!(error.nearest, 100_500_000);
    }

    /// As `ecppll -i 25 -o 50` and `ecppll -i 48 -o 96` divide.
    #[test]
    fn ecp5_pll_is_that_of_ecppll() {
        for (given, wanted, input, feedback, output) in
            [(25_000_000, 50_000_000, 1, 2, 12), (48_000_000, 96_000_000, 1, 2, 6)]
        {
            let expected = Ecp5Pll { input, feedback, output };
            assert_eq!(Ecp5Pll::find(given, wanted), Ok(expected));
        }
    }

    #[test]
    fn pll_settings_make_the_clock_and_stay_in_the_ranges() {
        for wanted in (16..=250).map(|megahertz| megahertz * MEGAHERTZ) {
            if let Ok(pll) = Ice40Pll::find(12 * MEGAHERTZ, wanted) {
                let oscillator = 12 * MEGAHERTZ * (pll.divf + 1) / (pll.divr + 1);
                assert!((533 * MEGAHERTZ..=1066 * MEGAHERTZ).contains(&oscillator));
                assert_eq!(oscillator >> pll.divq, wanted);
            }
            if let Ok(pll) = Ecp5Pll::find(25 * MEGAHERTZ, wanted) {
                assert_eq!(25 * MEGAHERTZ * pll.feedback, wanted * pll.input);
                assert!((400 * MEGAHERTZ..=800 * MEGAHERTZ).contains(&(wanted * pll.output)));
            }
        }
    }
}
