//! What a long replay tells while it runs.

use std::time::{Duration, Instant};

use anstyle::AnsiColor;
use indicatif::ProgressBar;

use crate::{output, progress};

/// How long the first part runs by which the whole is estimated.
const FIRST: Duration = Duration::from_secs(1);

/// What is announced as long.
const LONG: f64 = 60.0;

/// Time between two lines where there is no terminal.
const PERIOD: Duration = Duration::from_secs(20);

/// How far a replay is, on a terminal as a bar, elsewhere as a line now and then. A long one is announced.
pub struct Told {
    bar: ProgressBar,
    /// The last tick.
    end: u64,
    clocks_per_tick: u64,
    begun: Instant,
    announced: bool,
    /// When the last line was written.
    last: Instant,
}

impl Told {
    pub fn new(end: u64, clocks_per_tick: u64) -> Self {
        let begun = Instant::now();
        Self { bar: progress::bar(end, "capture"), end, clocks_per_tick, begun, announced: false, last: begun }
    }

    /// The replay has come to `tick`.
    pub fn at(&mut self, tick: u64) {
        self.bar.set_position(tick);
        let passed = self.begun.elapsed();
        if passed < FIRST || tick == 0 {
            return;
        }
        let left = passed.as_secs_f64() * self.end.saturating_sub(tick) as f64 / tick as f64;
        if !self.announced {
            self.announced = true;
            if left > LONG {
                let clocks = self.end.saturating_mul(self.clocks_per_tick);
                self.say(format_args!(
                    "this replay takes {clocks} clocks of the chip, about {}; --until, --max-gap and --tick shorten it",
                    duration(left)
                ));
            }
        }
        if self.bar.is_hidden() && self.last.elapsed() >= PERIOD {
            self.last = Instant::now();
            let share = tick as f64 / self.end.max(1) as f64 * 100.0;
            self.say(format_args!("{share:.1} % of the capture, about {} to go", duration(left)));
        }
    }

    /// The replay is over.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }

    fn say(&self, what: std::fmt::Arguments<'_>) {
        let name = output::colour(AnsiColor::Yellow, "carillon:");
        self.bar.suspend(|| output::note(format_args!("{name} {what}\n")));
    }
}

/// Seconds in a unit that a person waits in.
fn duration(seconds: f64) -> String {
    match seconds {
        ..120.0 => format!("{seconds:.0} s"),
        ..7_200.0 => format!("{:.0} minutes", seconds / 60.0),
        ..172_800.0 => format!("{:.0} hours", seconds / 3_600.0),
        _ => format!("{:.0} days", seconds / 86_400.0),
    }
}
