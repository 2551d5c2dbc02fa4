//! What the program does, for any SPI device, pin and output: the RP2040's, or the simulated chip's in the tests.

use carillon_driver::bus::RegisterBus;
use carillon_driver::bus::interrupt::InterruptPin;
use carillon_driver::bus::spi::{SpiBus, SpiError};
use carillon_driver::counter_chip::CounterChipError;
use carillon_driver::facility::{CounterChipFacility, FacilityError, TimerFacility};
use carillon_driver::fixed_timers;
use carillon_driver::queue::memory::Record;
use carillon_driver::queue::{self, HashedWheel};
use core::fmt::{self, Write};
use embedded_hal::digital::InputPin;
use embedded_hal::spi::SpiDevice;

/// Slots of the wheel.
const SLOTS: u32 = 1024;
/// The wheel.
const WHEEL: HashedWheel = HashedWheel::new(SLOTS);
/// Room for timers.
const TIMERS: usize = 16;
/// Memory for the wheel and the timers.
const RECORDS: usize = WHEEL.records(TIMERS);

/// What a timer is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Job {
    /// A timer that is started once.
    Once(&'static str),
    /// A timer that is started again whenever it expires, from the tick at which it was due, until none are left.
    Every {
        /// Ticks.
        period: u64,
        /// How many times it is still to expire.
        left: u32,
    },
}

/// What stopped the program.
#[derive(Debug)]
pub enum Error {
    /// The timers, or the chip at the end of the wires.
    Timers(FacilityError<CounterChipError<SpiError>>),
    /// The interrupt's pin.
    Pin,
    /// The output.
    Output,
}

impl From<FacilityError<CounterChipError<SpiError>>> for Error {
    fn from(error: FacilityError<CounterChipError<SpiError>>) -> Self {
        Self::Timers(error)
    }
}

impl<T> From<queue::Refused<T, FacilityError<CounterChipError<SpiError>>>> for Error {
    fn from(refused: queue::Refused<T, FacilityError<CounterChipError<SpiError>>>) -> Self {
        Self::Timers(refused.error)
    }
}

impl From<fmt::Error> for Error {
    fn from(_: fmt::Error) -> Self {
        Self::Output
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Timers(error) => error.fmt(formatter),
            Self::Pin => formatter.write_str("the interrupt's pin cannot be read"),
            Self::Output => formatter.write_str("the output cannot be written"),
        }
    }
}

impl core::error::Error for Error {}

/// Starts some timers on the chip at `device`, with ticks of `prescale` clocks of the chip, and reports to `output`
/// each of them that expires; ends with the last one. `irq` is the pin at the chip's interrupt line. Where there is
/// nothing to do, it calls `sleep`, which may return at any time.
///
/// # Errors
///
/// No chip, or one that fails; the pin's and the output's errors.
pub fn run<S: SpiDevice, P: InputPin>(
    device: S,
    irq: P,
    prescale: u32,
    output: &mut impl Write,
    mut sleep: impl FnMut(),
) -> Result<(), Error> {
    let mut irq = InterruptPin::new(irq);
    let queue = fixed_timers!(WHEEL, TIMERS).map_err(FacilityError::from)?;
    let mut timers = CounterChipFacility::new(SpiBus::new(device), prescale, queue)?;
    writeln!(output, "chip found; wheel of {SLOTS} slots\r")?;

    // At absolute ticks, so that the output does not depend on the wires' pace; `start` takes intervals.
    timers.start_at(5_000, Job::Once("a lap is 1,024 ticks: this is in the fifth"))?;
    timers.start_at(100, Job::Once("first"))?;
    let stopped = timers.start_at(1_500, Job::Once("stopped, so never seen"))?;
    let period = 750;
    timers.start_at(period, Job::Every { period, left: 4 })?;
    timers.stop(stopped)?;

    while timers.outstanding() > 0 {
        if !irq.is_pending().map_err(|_| Error::Pin)? {
            sleep();
            continue;
        }
        let mut result = Ok(());
        timers.service(|timers, expired| {
            if result.is_ok() {
                result = report(timers, expired.due, expired.item, output);
            }
        })?;
        result?;
    }
    writeln!(output, "all timers have expired\r")?;
    Ok(())
}

type Timers<B> = CounterChipFacility<B, queue::Timers<HashedWheel, Job, Memory>>;

/// Memory of the queue.
type Memory = ([Record; RECORDS], [u32; TIMERS], [Option<Job>; TIMERS]);

/// Reports one timer; starts it again if it is periodic.
fn report<B: RegisterBus<Error = SpiError>>(
    timers: &mut Timers<B>,
    due: u64,
    job: Job,
    output: &mut impl Write,
) -> Result<(), Error> {
    match job {
        Job::Once(text) => writeln!(output, "tick {due:>4}: {text}\r")?,
        Job::Every { period, left } => {
            writeln!(output, "tick {due:>4}: every {period}, {} left\r", left - 1)?;
            if left > 1 {
                let left = left - 1;
                timers.start_at(due + period, Job::Every { period, left })?;
            }
        }
    }
    Ok(())
}
