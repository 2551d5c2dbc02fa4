//! The look-ahead: how far a wheel's next busy slot is.

use super::wheels::Wheel;
use carillon_regmap::field::next;

/// Clocks from the execution of a read of `NEXT` to its answer.
const LATENCY: u32 = 2;

/// The read of `NEXT` under way.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LookAhead {
    question: Option<(usize, u32)>,
}

impl LookAhead {
    /// Begins to look, in the clock of execution.
    pub fn ask(&mut self, wheel: usize) {
        self.question = Some((wheel, LATENCY));
    }

    /// The wheel whose word can be answered in this clock.
    pub fn answers(&self) -> Option<usize> {
        self.question
            .filter(|&(_, clocks)| clocks == 0)
            .map(|(wheel, _)| wheel)
    }

    /// The clock's edge.
    pub fn finish(&mut self) {
        self.question = match self.question {
            Some((wheel, clocks)) if clocks > 0 => Some((wheel, clocks - 1)),
            _ => None,
        };
    }
}

/// What `NEXT` reads.
pub(super) fn word(wheel: &Wheel) -> u32 {
    wheel.distance().map_or(0, |distance| {
        next::VALID.mask() | next::DISTANCE.put(distance)
    })
}
