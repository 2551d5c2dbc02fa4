//! One program on any device: only the line that makes the device says which.

use std::error::Error;
use std::fmt::{Debug, Display};
use std::num::NonZeroU32;
use std::time::Duration;

use carillon_driver::device::{ManualClock, SystemClock};
use carillon_driver::facility::{ClockFacility, FacilityError, TimerFacility};
use carillon_driver::queue::FixedTimerWheel;
use carillon_driver::rate::TickRate;

/// Some timers of a connection, in ticks of a millisecond: what came, in this order. `wait` waits for the device's
/// interrupt, whatever that is.
fn app<F, W>(mut timers: F, wait: W) -> Result<Vec<&'static str>, Box<dyn Error>>
where
    F: TimerFacility<Item = &'static str, DeviceError: Debug + Display + 'static>,
    W: Fn(&mut F) -> Result<(), FacilityError<F::DeviceError>>,
{
    let mut seen = Vec::new();
    timers.start(150, "retransmit")?;
    let give_up = timers.start(100, "give up")?;
    let answered = timers.start(20, "no answer")?;
    timers.start_between(30, 60, "delayed acknowledgement")?;
    timers.stop(answered)?;
    timers.restart(give_up, 200)?;
    while timers.outstanding() > 0 {
        wait(&mut timers)?;
        timers.service(|_, expired| {
            println!("{}, {} ticks late", expired.item, expired.reported - expired.due);
            seen.push(expired.item);
        })?;
    }
    Ok(seen)
}

fn main() -> Result<(), Box<dyn Error>> {
    let queue = FixedTimerWheel::<_, 8>::new;

    println!("On the operating system's clock:");
    let device = SystemClock::with_resolution(Duration::from_millis(1));
    let real = app(ClockFacility::new(device, queue())?, ClockFacility::wait)?;

    println!("On the clock for tests, in no time:");
    let device = ManualClock::new(TickRate::hertz(NonZeroU32::new(1_000).ok_or("no ticks")?));
    let manual = app(ClockFacility::new(device, queue())?, ClockFacility::wait)?;

    assert_eq!(real, manual);
    Ok(())
}
