//! Several interval timers for each process over one timer below: two processes, and the signals that they are sent in
//! the first hundred ticks.
//!
//!     cargo run --example interval_timers

use carillon_queues::tools::{IntervalTimers, IntervalValue};

/// Prints the signals.
pub fn main() -> Result<(), Box<dyn core::error::Error>> {
    let mut timers = IntervalTimers::new(2, 3)?;
    let every = |remaining, interval| IntervalValue { remaining, interval };
    timers.set((0, 0), every(10, 25), 0)?;
    timers.set((0, 1), every(40, 0), 0)?;
    timers.set((1, 2), every(33, 33), 0)?;
    while let Some(now) = timers.next().filter(|&tick| tick <= 100) {
        timers.interrupt(now, |process, timer| {
            println!("tick {now}: timer {timer} of process {process}");
        })?;
    }
    Ok(())
}
