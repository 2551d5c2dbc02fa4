//! The timer facility: a queue in the host's memory that the chip drives (Appendix A of the paper), or a clock's alarm
//! without a chip, or the timer chip, which keeps the queue itself.
//!
//! A [`CounterChipFacility`] has a queue whose slots are those of the counter chip's wheels: it starts and stops
//! timers, tells the chip which slots are busy, and serves its interrupt. A [`ClockFacility`] has any queue, on the
//! alarm of any [device](crate::device), the counter chip among them. A [`TimerChipFacility`] has none.
//!
//! | file | contents |
//! |---|---|
//! | `interface.rs` | what all facilities do with timers |
//! | `timers.rs` | the counter chip's facility: ticks of the host on one side, of the chip on the other |
//! | `service.rs` | its interrupt handler |
//! | `slots.rs` | the queue and the chip together: every change of a slot in the one is told to the other |
//! | `clock.rs` | any queue by an alarm |
//! | `queue.rs` | what both do with a queue in the host's memory |
//! | `audit.rs` | what can be repaired over a cable |

mod audit;
mod batch;
mod clock;
mod error;
mod interface;
mod queue;
mod service;
mod settings;
mod slots;
mod statistics;
mod timer_chip;
mod timers;

use carillon_regmap::counter_chip::MAX_WHEELS;

use crate::bus::RegisterBus;
use crate::chip::Interrupts;
use crate::counter_chip::{Configuration, CounterChipError, HostErrors, Parameters, Session, Wheel};
use crate::queue::chip::{SlotQueue, Wheeled};

pub use audit::Audit;
pub use clock::ClockFacility;
pub use error::{FacilityError, StopError};
pub use interface::{Started, TimerFacility};
pub use settings::Settings;
pub use statistics::Statistics;
pub use timer_chip::{TimerChipFacility, TimerEntry, TimerSettings};

use service::Service;
use slots::{Result, Slots};

/// Timers of the queue `Q`, of Scheme 4, 5, 6 or 7, whose slots are those of the counter chip on the bus `B`, which
/// interrupts at a slot with timers. [`TimerFacility`] has most of its functions. Any other queue is for the chip's
/// [alarm](crate::counter_chip::ChipAlarm). Start, stop and service need exclusive access: if the interrupt handler and
/// the program share the facility, keep it in a critical section's cell. A stop then cannot race with an expiry.
///
/// A clone, where the bus has any, has its own queue and the same chip: use one of the two. It is for simulators, which
/// keep it with a copy of the chip to go back to.
///
/// ```no_run
/// use carillon_driver::facility::{CounterChipFacility, Settings, TimerFacility};
/// use carillon_driver::fixed_timers;
/// use carillon_driver::queue::schemes::MixedWheel;
/// # fn example(bus: carillon_driver::mmio::Mmio) -> Result<(), Box<dyn core::error::Error>> {
/// // Seconds, minutes, hours, days.
/// let queue = fixed_timers!(MixedWheel::of([60, 60, 24, 100]), 32)?;
/// let mut timers = CounterChipFacility::new(bus, Settings::of(100).holding(), queue)?;
/// timers.start(86_400, "tomorrow")?;
/// timers.service(|_, expired| drop(expired.item))?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct CounterChipFacility<B, Q> {
    slots: Slots<B, Q>,
    service: Service,
    settings: Settings,
}

impl<B: RegisterBus, Q: SlotQueue> CounterChipFacility<B, Q> {
    /// Checks the chip on `bus` and starts it with the wheels of `queue`, which is at tick 0 and has no timers.
    /// `settings` may be just the clocks per tick. This moment is tick 0.
    ///
    /// # Errors
    /// [`FacilityError::QueueInUse`] if the queue is not new; [`FacilityError::Device`] if the chip has too few wheels
    /// or slots, lacks an option, or as from [`CounterChip::new`](crate::counter_chip::CounterChip::new) and
    /// [`CounterChip::initialise`](crate::counter_chip::CounterChip::initialise). Pass `&mut bus` to keep the bus in
    /// that case.
    #[cold]
    #[inline(never)]
    pub fn new(bus: B, settings: impl Into<Settings>, queue: Q) -> Result<Self, B> {
        queue::expect_new(&queue)?;
        let settings = settings.into();
        let session = Session::new(
            bus,
            &Configuration {
                prescale: settings.prescale,
                wheels: &[],
                coalescing: settings.coalescing,
                interrupts: Interrupts::EVENT | Interrupts::ERROR | Interrupts::LATE_OVERFLOW | Interrupts::HALF_PERIOD,
            },
        )?;
        let mut facility =
            Self { slots: Slots::new(session, queue), service: Service::new(settings.most_steps), settings };
        facility.start_chip(false)?;
        Ok(facility)
    }

    /// Starts the chip with the queue's wheels, for the first time or `again` after a reset. Returns the chip's tick
    /// before that is its tick 0 now: the last known one, or that of the end of time if that is before.
    #[cold]
    #[inline(never)]
    fn start_chip(&mut self, again: bool) -> Result<u64, B> {
        let mut wheels = [Wheel::of(0); MAX_WHEELS as usize];
        let mut count: usize = 0;
        for (place, number) in wheels.iter_mut().zip(0..) {
            let Some(wheel) = self.wheel(number) else {
                break;
            };
            *place = wheel;
            count += 1;
        }
        let beyond = (MAX_WHEELS..).take_while(|&number| self.wheel(number).is_some()).count();
        if beyond > 0 {
            return Err(CounterChipError::WheelCountOutOfRange {
                wheels: count.saturating_add(beyond),
                built: self.parameters().wheels,
            }
            .into());
        }
        let wheels = wheels.get(..count).unwrap_or(&[]);
        let session = self.slots.session_mut();
        if !again {
            session.start(wheels)?;
            return Ok(0);
        }
        let epoch = session.epoch();
        let from = epoch.saturating_add(session.last_known_now());
        session.restart(wheels, from)?;
        Ok(from - epoch)
    }

    /// The chip's wheel `number`; `None` if there is no such wheel. Only wheels whose timers migrate need to hold, or
    /// the only one if the user wants it.
    fn wheel(&self, number: u32) -> Option<Wheel> {
        let structure = self.slots.queue().structure();
        let mut mode = self.settings.mode;
        mode.hold &= number > 0 || structure.wheel_size(1).is_none();
        let slots = structure.wheel_size(number)?;
        Some(Wheel { slots, mode })
    }

    /// Reads now and the cursor in full: for a host that had the chip's interrupt masked for 2^32 ticks or longer.
    /// Eight reads.
    ///
    /// # Errors
    /// [`FacilityError::ChipWasReset`], [`FacilityError::Device`].
    #[cold]
    #[inline(never)]
    pub fn resynchronise(&mut self) -> Result<(), B> {
        self.slots.session_mut().resynchronise()?;
        Ok(())
    }

    /// Stops the chip's time; ticks already passed are still reported. One write.
    ///
    /// # Errors
    /// [`FacilityError::Device`].
    pub fn pause(&mut self) -> Result<(), B> {
        Ok(self.slots.session_mut().pause()?)
    }

    /// Resumes the chip's time. One write, one read.
    ///
    /// # Errors
    /// [`FacilityError::ChipWasReset`], [`FacilityError::Device`].
    pub fn resume(&mut self) -> Result<(), B> {
        Ok(self.slots.session_mut().resume()?)
    }

    /// Whether the chip's time was stopped by [`pause`](Self::pause).
    pub const fn is_paused(&self) -> bool {
        self.slots.session().is_paused()
    }

    /// The chip's build parameters.
    pub const fn parameters(&self) -> Parameters {
        self.slots.session().chip().parameters()
    }

    /// The host errors that the chip has reported since the last call; always none unless another host uses the chip,
    /// or a serial bus repeats acknowledgements.
    pub const fn take_chip_errors(&mut self) -> HostErrors {
        self.slots.session_mut().take_errors()
    }

    /// The queue, read only. Its ticks are those since the chip was last started.
    pub const fn queue(&self) -> &Q {
        self.slots.queue()
    }

    /// The bus to the chip, read only.
    pub const fn bus(&self) -> &B {
        self.slots.session().chip().bus().bus()
    }

    /// The bus to the chip; transfers made directly on it are not counted.
    pub const fn bus_mut(&mut self) -> &mut B {
        self.slots.session_mut().chip_mut().bus_mut().bus_mut()
    }

    /// Drops the timers and gives the bus back. Does not change the chip.
    pub fn release(self) -> B {
        self.slots.into_session().release()
    }
}
