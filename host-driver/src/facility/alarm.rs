//! Any queue with the chip's alarm: the single hardware timer of Scheme 2, Scheme 3 and every other priority queue; and
//! Scheme 1 by the tick.
//!
//! The alarm is set to the queue's next expiry ([`Pace::NextExpiry`]), or to the next tick while any timer is
//! outstanding ([`Pace::EveryTick`], for queues that would have to search for the next expiry). A start moves it if the
//! new timer comes first; a stop leaves it, which costs at most one spurious interrupt. An alarm set to a past tick
//! fires at once: none is missed, however slow the host is.
//!
//! An interrupt costs two reads, and one or two writes to set the alarm again, for all timers that are due by then.

use super::host::{Host, expect_room};
use super::interface::TimerFacility;
use super::statistics::{count, count_if};
use super::{FacilityError, Settings, Statistics};
use crate::bus::RegisterBus;
use crate::chip::{Configuration, HostErrors, Interrupts, MIN_WHEEL_SLOTS, Wheel};
use crate::queue::{Diagnostics, Expired, Handle, InvariantError, StartError, TimerQueue};

/// When the alarm fires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// At the queue's next expiry.
    NextExpiry,
    /// At every tick while a timer is outstanding, or as often as the host serves it.
    EveryTick,
}

/// The state of the interrupt handler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Idle: the alarm is set correctly.
    Quiet,
    /// The queue has been advanced; due timers are being reported, and the alarm must be set afterwards.
    HandingOut,
}

/// The queue `Q` with the chip's alarm. `B` is the bus to the chip.
///
/// ```no_run
/// use carillon_driver::facility::{AlarmFacility, Pace, Settings, TimerFacility};
/// use carillon_driver::queue::{Entry, Heap, Record, Timers};
/// # fn example(bus: carillon_driver::mmio::Mmio) -> Result<(), Box<dyn core::error::Error>> {
/// let records = [Record::VACANT; Heap::new().records(32)];
/// let queue = Timers::with(Heap::new(), (records, [const { Entry::VACANT }; 32]))?;
/// let mut timers = AlarmFacility::new(bus, Settings::of(100), Pace::NextExpiry, queue)?;
/// timers.start(86_400, "tomorrow")?;
/// timers.service(|_, expired| drop(expired.item))?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct AlarmFacility<B, Q> {
    host: Host<B>,
    queue: Q,
    settings: Settings,
    pace: Pace,
    stage: Stage,
    /// The chip's tick that the alarm is set to; `None` if it is unknown after a bus error.
    set_to: Option<u64>,
    /// A timer was started that was already due.
    overdue: bool,
}

/// The tick that never comes: no alarm.
const NEVER: u64 = u64::MAX;

type Result<T, B> = core::result::Result<T, FacilityError<<B as RegisterBus>::Error>>;

impl<B: RegisterBus, Q: TimerQueue> AlarmFacility<B, Q> {
    /// Checks the chip on `bus` and starts it; its wheels are not used. `queue` is at tick 0 and has no timers. This
    /// moment is tick 0. Of the settings only `prescale` is used.
    ///
    /// # Errors
    /// [`FacilityError::QueueInUse`] if the queue is not new; [`FacilityError::Chip`] if the build has no alarm, or as
    /// from [`Chip::new`](crate::chip::Chip::new) and [`Chip::initialise`](crate::chip::Chip::initialise).
    pub fn new(bus: B, settings: Settings, pace: Pace, queue: Q) -> Result<Self, B> {
        if queue.now() > 0 || queue.outstanding() > 0 {
            return Err(FacilityError::QueueInUse);
        }
        let mut facility = Self {
            host: Host::new(bus)?,
            queue,
            settings,
            pace,
            stage: Stage::Quiet,
            set_to: None,
            overdue: false,
        };
        facility.initialise_chip()?;
        Ok(facility)
    }

    fn initialise_chip(&mut self) -> Result<(), B> {
        let configuration = Configuration {
            prescale: self.settings.prescale,
            wheels: &[Wheel::of(MIN_WHEEL_SLOTS)],
            coalescing: crate::chip::Coalescing::NONE,
            interrupts: Interrupts::ALARM | Interrupts::ERROR | Interrupts::HALF_PERIOD,
        };
        self.set_to = None;
        self.host.chip.initialise(&configuration)?;
        self.host.chip.clear_alarm()?;
        self.set_to = Some(NEVER);
        Ok(())
    }

    /// The queue, read only.
    pub const fn queue(&self) -> &Q {
        &self.queue
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

    /// The host errors that the chip has reported since the last call.
    pub const fn take_chip_errors(&mut self) -> HostErrors {
        core::mem::replace(&mut self.host.errors, HostErrors::NONE)
    }

    /// The chip's tick of the next alarm.
    fn wanted(&self) -> u64 {
        let next = match self.pace {
            Pace::NextExpiry => self.queue.next_expiry(),
            Pace::EveryTick if self.queue.outstanding() == 0 => None,
            Pace::EveryTick => {
                let looked = self.queue.now();
                Some(looked.saturating_add(u64::from(!self.overdue)))
            }
        };
        next.map_or(NEVER, |tick| tick.saturating_sub(self.host.clock.epoch()))
    }

    /// Sets the alarm to `tick` and clears a pending one.
    fn set_alarm(&mut self, tick: u64) -> Result<(), B> {
        let before = self.set_to.take();
        self.host.chip.move_alarm(before, tick)?;
        self.set_to = Some(tick);
        Ok(())
    }

    /// Starts a timer just after a read of now.
    fn start_known(&mut self, due: u64, item: Q::Item) -> Result<Handle, B> {
        if self.pace == Pace::NextExpiry {
            // Timers due by now go on the due list; their alarm stays pending.
            let now = self.host.last_known_now().max(self.queue.now());
            self.queue.advance(now).ok();
        }
        let handle = self.queue.start_at(due, item)?;
        self.overdue |= due <= self.host.last_known_now();
        let rings_by = self.set_to.unwrap_or(0);
        let wanted = self.wanted();
        // While timers are being reported, the alarm is set at the end.
        if (self.set_to.is_none() || wanted < rings_by)
            && self.stage == Stage::Quiet
            && let Err(error) = self.set_alarm(wanted)
        {
            drop(self.queue.stop(handle));
            return Err(error);
        }
        Ok(handle)
    }

    /// Reads now and advances the queue.
    fn look(&mut self) -> Result<(), B> {
        let pending = self.host.attend()?;
        if pending.contains(Interrupts::HALF_PERIOD) {
            self.host.read_whole_now()?;
        }
        if pending.intersection(Interrupts::ERROR | Interrupts::HALF_PERIOD) != Interrupts::NONE {
            self.host.seen(pending)?;
        }
        let now = self.host.now()?.max(self.queue.now());
        self.queue.advance(now).ok();
        self.stage = Stage::HandingOut;
        self.overdue = false;
        let empty = self.queue.next_expiry() != Some(now);
        let counters = &mut self.host.counters;
        count(&mut counters.events);
        count_if(empty, &mut counters.empty_events);
        Ok(())
    }
}

impl<B: RegisterBus, Q: TimerQueue + Diagnostics> TimerFacility for AlarmFacility<B, Q> {
    type Item = Q::Item;
    type BusError = B::Error;

    /// One read, and one to four writes if the timer is the first of all. Plus the queue's own cost.
    fn start(&mut self, interval: u64, item: Q::Item) -> Result<Handle, B> {
        expect_room(self.queue.outstanding(), self.queue.capacity())?;
        let due = self
            .host
            .now()?
            .checked_add(interval)
            .ok_or(StartError::BeyondTheEndOfTime)?;
        self.start_known(due, item)
    }

    fn start_at(&mut self, expiry: u64, item: Q::Item) -> Result<Handle, B> {
        expect_room(self.queue.outstanding(), self.queue.capacity())?;
        self.host.now()?;
        self.start_known(expiry, item)
    }

    /// No transfer.
    fn stop(&mut self, handle: Handle) -> Result<Q::Item, B> {
        let item = self.queue.stop(handle)?;
        let counters = &mut self.host.counters;
        count(&mut counters.stopped);
        Ok(item)
    }

    fn interrupt(&mut self) {
        let counters = &mut self.host.counters;
        count(&mut counters.interrupts);
    }

    fn next_expired(&mut self) -> Result<Option<Expired<Q::Item>>, B> {
        if self.stage == Stage::Quiet {
            self.look()?;
        }
        if let Some(expired) = self.queue.next_expired() {
            let counters = &mut self.host.counters;
            count(&mut counters.expired);
            return Ok(Some(Expired {
                reported: self.queue.now().max(expired.due),
                ..expired
            }));
        }
        self.set_alarm(self.wanted())?;
        self.stage = Stage::Quiet;
        Ok(None)
    }

    fn recover(&mut self) -> Result<(), B> {
        self.initialise_chip()?;
        self.host.restart_time();
        self.stage = Stage::Quiet;
        let wanted = self.wanted();
        self.set_alarm(wanted)
    }

    fn now(&mut self) -> Result<u64, B> {
        self.host.now()
    }

    fn last_known_now(&self) -> u64 {
        self.host.last_known_now()
    }

    fn item(&self, handle: Handle) -> Option<&Q::Item> {
        self.queue.item(handle)
    }

    fn expiry(&self, handle: Handle) -> Option<u64> {
        self.queue.expiry(handle)
    }

    fn outstanding(&self) -> u32 {
        self.queue.outstanding()
    }

    fn statistics(&self) -> Statistics {
        Statistics {
            examined: self.queue.examined(),
            migrated: self.queue.migrated(),
            ..self.host.statistics(self.queue.outstanding())
        }
    }

    fn check_invariants(&self) -> core::result::Result<(), InvariantError> {
        self.queue.check_invariants()
    }
}
