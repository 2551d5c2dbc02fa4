//! The timer facility: a queue in the host's memory that the chip drives (Appendix A of the paper), or a clock's alarm
//! without a chip, or the timer chip, which keeps the queue itself.
//!
//! A [`Facility`] starts and stops timers of any queue, tells the chip what the queue waits for, and serves its
//! interrupt. Facilities differ only in how the queue uses the chip: `slots.rs` has queues whose slots are the chip's,
//! `alarm.rs` all others. A [`ClockFacility`] does the same with any [clock](crate::device). `timers.rs` has what all
//! facilities do with a timer. `service.rs` describes the interrupt handler, `time.rs` how time is kept, and `audit.rs`
//! what can be repaired.

mod alarm;
mod audit;
mod clock;
mod error;
mod host;
mod interface;
mod on_chip;
mod service;
mod settings;
mod slots;
mod statistics;
mod time;
mod timer_chip;
mod timers;

use carillon_regmap::counter_chip::MAX_WHEELS;

use crate::bus::RegisterBus;
use crate::counter_chip::{ChipError, Configuration, HostErrors, Parameters, Wheel};
use crate::queue::advance::Advance;

pub use alarm::ByAlarm;
pub use audit::Audit;
pub use clock::ClockFacility;
pub use error::{FacilityError, StopError};
pub use interface::{Started, TimerFacility};
pub use on_chip::OnChip;
pub use settings::Settings;
pub use statistics::Statistics;
pub use timer_chip::{TimerChipFacility, TimerEntry, TimerSettings};

use host::Host;
use on_chip::Result;

/// Timers of the queue `Q` that expire by the interrupt of the chip on the bus `B`. [`TimerFacility`] has most of its
/// functions. Start, stop and service need exclusive access: if the interrupt handler and the program share the
/// facility, keep it in a critical section's cell. A stop then cannot race with an expiry.
///
/// A clone, where the bus has any, has its own queue and the same chip: use one of the two. It is for simulators, which
/// keep it with a copy of the chip to go back to.
///
/// ```no_run
/// use carillon_driver::facility::{Facility, Settings, TimerFacility};
/// use carillon_driver::queue::Timers;
/// use carillon_driver::queue::memory::Record;
/// use carillon_driver::queue::schemes::MixedWheel;
/// # fn example(bus: carillon_driver::mmio::Mmio) -> Result<(), Box<dyn core::error::Error>> {
/// // Seconds, minutes, hours, days.
/// const WHEELS: MixedWheel<4> = MixedWheel::of([60, 60, 24, 100]);
/// let memory = ([Record::VACANT; WHEELS.records(32)], [0; 32], [const { None }; 32]);
/// let queue = Timers::with(WHEELS, memory)?;
/// let mut timers = Facility::new(bus, Settings::of(100).holding(), queue)?;
/// timers.start(86_400, "tomorrow")?;
/// timers.service(|_, expired| drop(expired.item))?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Facility<B, Q> {
    host: Host<B>,
    queue: Q,
    settings: Settings,
    /// The host has stopped the chip's time.
    paused: bool,
}

impl<B: RegisterBus, Q: OnChip> Facility<B, Q> {
    /// Checks the chip on `bus` and starts it for `queue`, which is at tick 0 and has no timers: with the queue's
    /// wheels, or with its alarm. `settings` may be just the clocks per tick. This moment is tick 0.
    ///
    /// # Errors
    /// [`FacilityError::QueueInUse`] if the queue is not new; [`FacilityError::Chip`] if the chip has too few wheels or
    /// slots, lacks an option, or as from [`CounterChip::new`](crate::counter_chip::CounterChip::new) and
    /// [`CounterChip::initialise`](crate::counter_chip::CounterChip::initialise). Pass `&mut bus` to keep the bus in that case.
    #[cold]
    #[inline(never)]
    pub fn new(bus: B, settings: impl Into<Settings>, queue: Q) -> Result<Self, B> {
        if queue.queue().now() > 0 || queue.queue().outstanding() > 0 {
            return Err(FacilityError::QueueInUse);
        }
        let settings = settings.into();
        let mut facility = Self {
            host: Host::new(bus, settings.most_steps)?,
            queue,
            settings,
            paused: false,
        };
        facility.initialise_chip()?;
        facility.queue.rest(&mut facility.host)?;
        Ok(facility)
    }

    #[cold]
    #[inline(never)]
    fn initialise_chip(&mut self) -> Result<(), B> {
        let mut wheels = [Wheel::of(0); MAX_WHEELS as usize];
        let mut count: usize = 0;
        for (place, number) in wheels.iter_mut().zip(0..) {
            let Some(wheel) = self.queue.wheel(number, self.settings.mode) else {
                break;
            };
            *place = wheel;
            count += 1;
        }
        let beyond = (MAX_WHEELS..)
            .take_while(|&number| self.queue.wheel(number, self.settings.mode).is_some())
            .count();
        if beyond > 0 {
            return Err(ChipError::WheelCountOutOfRange {
                wheels: count.saturating_add(beyond),
                built: self.parameters().wheels,
            }
            .into());
        }
        self.host.chip.initialise(&Configuration {
            prescale: self.settings.prescale,
            wheels: wheels.get(..count).unwrap_or(&[]),
            coalescing: self.settings.coalescing,
            interrupts: Q::INTERRUPTS,
        })?;
        self.paused = false;
        Ok(())
    }

    /// Reads now and the cursor in full: for a host that had the chip's interrupt masked for 2^32 ticks or longer.
    /// Eight reads.
    ///
    /// # Errors
    /// [`FacilityError::ChipWasReset`], [`FacilityError::Chip`].
    #[cold]
    #[inline(never)]
    pub fn resynchronise(&mut self) -> Result<(), B> {
        self.host.read_now_and_cursor().map(drop)
    }

    /// Stops the chip's time; ticks already passed are still reported. One write.
    ///
    /// # Errors
    /// [`FacilityError::Chip`].
    pub fn pause(&mut self) -> Result<(), B> {
        self.paused = true;
        Ok(self.host.chip.pause()?)
    }

    /// Resumes the chip's time. One write.
    ///
    /// # Errors
    /// [`FacilityError::Chip`].
    pub fn resume(&mut self) -> Result<(), B> {
        self.paused = false;
        Ok(self.host.chip.resume()?)
    }

    /// Whether the chip's time was stopped by [`pause`](Self::pause).
    pub const fn is_paused(&self) -> bool {
        self.paused
    }

    /// The chip's build parameters.
    pub const fn parameters(&self) -> Parameters {
        self.host.chip.parameters()
    }

    /// The host errors that the chip has reported since the last call; always none unless another host uses the chip,
    /// or a serial bus repeats acknowledgements.
    pub const fn take_chip_errors(&mut self) -> HostErrors {
        core::mem::replace(&mut self.host.errors, HostErrors::NONE)
    }

    /// The queue, read only. Its ticks are those since the chip was last started, or the host's if the alarm drives it.
    pub fn queue(&self) -> &Q::Queue {
        self.queue.queue()
    }

    /// The bus to the chip, read only.
    pub const fn bus(&self) -> &B {
        self.host.chip.bus().bus()
    }

    /// The bus to the chip; transfers made directly on it are not counted.
    pub const fn bus_mut(&mut self) -> &mut B {
        self.host.chip.bus_mut().bus_mut()
    }

    /// Drops the timers and gives the bus back. Does not change the chip.
    pub fn release(self) -> B {
        self.host.chip.release().into_inner()
    }
}
