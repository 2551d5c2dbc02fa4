//! The chip's now in each clock, without asking the chip.

/// What a host knows of the chip's time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Now {
    /// Time is paused at this tick.
    Stands(u64),
    /// Tick 0 began, or would have begun, with this clock.
    Runs {
        /// That clock.
        origin: i64,
        /// Clocks a tick.
        prescale: i64,
    },
}

impl Now {
    /// Now in a clock.
    pub fn at(self, clock: u64) -> u64 {
        match self {
            Self::Stands(tick) => tick,
            Self::Runs { origin, prescale } => ((clock as i64 - origin) / prescale) as u64,
        }
    }
}

/// Finds out from readings in which clocks ticks begin.
#[derive(Clone, Copy, Debug)]
pub struct Calibration {
    earliest: i64,
    latest: i64,
    prescale: i64,
}

impl Calibration {
    /// Nothing is known but how long a tick is.
    pub fn new(prescale: u32) -> Self {
        Self { earliest: i64::MIN, latest: i64::MAX, prescale: prescale.into() }
    }

    /// How many clocks after `clock` a reading tells most: it halves what is still unknown.
    pub fn pause(&self, clock: u64) -> u64 {
        if self.earliest == i64::MIN {
            return 0;
        }
        let middle = self.earliest + (self.latest - self.earliest) / 2;
        (middle - clock as i64).rem_euclid(self.prescale) as u64
    }

    /// Now was `tick` in clock `clock`. Gives what is known when that is all.
    pub fn reading(&mut self, tick: u64, clock: u64) -> Option<Now> {
        let latest = clock as i64 - tick as i64 * self.prescale;
        self.latest = self.latest.min(latest);
        self.earliest = self.earliest.max(latest - self.prescale + 1);
        (self.earliest >= self.latest).then_some(Now::Runs { origin: self.latest, prescale: self.prescale })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calibration_finds_the_clock_in_which_ticks_begin() {
        for origin in [-3_i64, 0, 5, 1000] {
            for prescale in [1_u32, 2, 7, 200] {
                let truth = Now::Runs { origin, prescale: prescale.into() };
                let mut calibration = Calibration::new(prescale);
                let (mut clock, mut readings) = (2000, 0);
                let found = loop {
                    clock += calibration.pause(clock);
                    readings += 1;
                    if let Some(found) = calibration.reading(truth.at(clock), clock) {
                        break found;
                    }
                    clock += 3;
                };
                assert_eq!(found, truth, "{origin} {prescale}");
                assert!(readings <= 2 + prescale.ilog2(), "{readings} {prescale}");
            }
        }
        assert_eq!(Now::Stands(5).at(77), 5);
    }
}
