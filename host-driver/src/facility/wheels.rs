//! Schemes 4, 5 and 7 on the chip: each slot of the queue is a slot of one of the chip's wheels, and its busy bit shows
//! whether timers wait there (Appendix A of the paper).
//!
//! The queue alone determines where a timer waits, in what order timers come, and when they are due. The chip only
//! determines when to advance it. An event of tick *t* advances the queue to *t*, which handles its slot, and all
//! others reached until then, in the queue's own order. Timers that migrate make slots of lower wheels busy: each is
//! armed at once, before the event is acknowledged. With [`Settings::mode`]'s `hold` the cursor waits for that, and
//! every timer is reported at its exact tick; without it, an arm after its visit raises a late event, and the timer is
//! reported later with its correct tick.
//!
//! Invariant between two calls: if a slot has timers, its busy bit is set, or an event of it is in the FIFO, or
//! `late_overflow` is pending. None is lost, however long the host sleeps and whatever bits are stale; a stale bit
//! costs one empty event.
//!
//! The queue's ticks are the chip's. After a reset of the chip they start again at 0, and the queue is renumbered from
//! there ([`Timers::rebase`]); `time.rs` computes the host's ticks.

use super::host::{Host, expect_room};
use super::interface::TimerFacility;
use super::service::Unfinished;
use super::statistics::{count, count_if};
use super::{FacilityError, INTERRUPTS, Settings, Statistics};
use crate::bus::RegisterBus;
use crate::chip::{ChipError, Configuration, Event, HostErrors, Wake, Wheel, WheelMode};
use crate::queue::chip::{Storage, Wheeled};
use crate::queue::{
    Diagnostics, Expired, Handle, InvariantError, Progress, StartError, TimerQueue, Timers,
};
use crate::trace::warning;
use carillon_regmap::MAX_WHEELS;

/// A queue of Scheme 4, 5 or 7 on the chip's wheels. `B` is the bus to the chip, `S` the queue's structure.
///
/// ```no_run
/// use carillon_driver::facility::{Settings, TimerFacility, WheelFacility};
/// use carillon_driver::queue::{Entry, MixedWheels, Record, Timers};
/// # fn example(bus: carillon_driver::mmio::Mmio) -> Result<(), Box<dyn core::error::Error>> {
/// // Seconds, minutes, hours, days.
/// const WHEELS: MixedWheels<4> = MixedWheels::of([60, 60, 24, 100]);
/// let queue = Timers::with(WHEELS, ([Record::VACANT; WHEELS.records(32)], [const { Entry::VACANT }; 32]))?;
/// let mut timers = WheelFacility::new(bus, Settings::of(100).holding(), queue)?;
/// timers.start(86_400, "tomorrow")?;
/// timers.service(|_, expired| drop(expired.item))?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct WheelFacility<B, T, S, M> {
    host: Host<B>,
    timers: Timers<T, S, M>,
    settings: Settings,
    unfinished: Unfinished,
    /// A slot that became busy during a bus error and must still be armed.
    to_arm: Option<u32>,
}

type Result<T, B> = core::result::Result<T, FacilityError<<B as RegisterBus>::Error>>;

impl<B: RegisterBus, T, S: Wheeled, M: Storage<T>> WheelFacility<B, T, S, M> {
    /// Checks the chip on `bus` and starts it with the wheels of `timers`, a queue at tick 0 without timers. This
    /// moment is tick 0.
    ///
    /// # Errors
    /// [`FacilityError::QueueInUse`] if the queue is not new; [`FacilityError::Chip`] if the chip has too few wheels or
    /// slots, lacks an option, or fails.
    #[cold]
    #[inline(never)]
    pub fn new(bus: B, settings: Settings, timers: Timers<T, S, M>) -> Result<Self, B> {
        if timers.now() > 0 || timers.outstanding() > 0 {
            return Err(FacilityError::QueueInUse);
        }
        let mut facility = Self {
            host: Host::new(bus)?,
            timers,
            settings,
            unfinished: Unfinished::default(),
            to_arm: None,
        };
        facility.initialise_chip()?;
        Ok(facility)
    }

    #[cold]
    #[inline(never)]
    fn initialise_chip(&mut self) -> Result<(), B> {
        let structure = self.timers.structure();
        let mut wheels = [Wheel::of(0); MAX_WHEELS as usize];
        let mut count: usize = 0;
        for (place, number) in wheels.iter_mut().zip(0..) {
            let Some(slots) = structure.wheel_size(number) else {
                break;
            };
            let alone = structure.wheel_size(1).is_none();
            *place = Wheel {
                slots,
                mode: WheelMode {
                    hold: self.settings.mode.hold && (number > 0 || alone),
                    ..self.settings.mode
                },
            };
            count = count.saturating_add(1);
        }
        if structure.wheel_size(MAX_WHEELS).is_some() {
            return Err(ChipError::WheelCountOutOfRange {
                wheels: count.saturating_add(1),
                built: self.host.chip.parameters().wheels,
            }
            .into());
        }
        let configuration = Configuration {
            prescale: self.settings.prescale,
            wheels: wheels.get(..count).unwrap_or(&[]),
            coalescing: self.settings.coalescing,
            interrupts: INTERRUPTS,
        };
        Ok(self.host.chip.initialise(&configuration)?)
    }

    /// The queue, read only. Its ticks are the chip's, which start at 0 again after
    /// [`recover`](TimerFacility::recover).
    pub const fn queue(&self) -> &Timers<T, S, M> {
        &self.timers
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

    /// How long a tickless host may sleep; see [`Facility::wake`](super::Facility::wake).
    ///
    /// # Errors
    /// [`FacilityError::Chip`].
    pub fn wake(&mut self) -> Result<Wake, B> {
        if self.unfinished.is_pending() {
            return Ok(Wake::Now);
        }
        self.host.wake()
    }

    /// Arms `slot` for the queue's next visit of it, or for the last one up to `now` if that has passed: it is late
    /// then. `now` is the chip's, just read, or the cursor's if the cursor is stopped.
    fn arm(&mut self, slot: u32, now: u64) -> Result<(), B> {
        if let Some((wheel, slot)) = self.timers.structure().wheel_of(slot) {
            let chip = &mut self.host.chip;
            let since = chip.wheels().steps_between(wheel, self.timers.now(), now);
            chip.arm_next(wheel, slot, now, since)?;
        }
        Ok(())
    }

    /// Raises a late event: wheel 0's slot of `now` has been visited, or is being visited.
    fn arm_late(&mut self, now: u64) -> Result<(), B> {
        if let Some(visit) = self.host.chip.wheels().visit_for(0, now) {
            let lap = (visit.lap & u64::from(u32::MAX)) as u32;
            self.host.chip.arm(0, visit.slot, lap.wrapping_sub(1))?;
        }
        Ok(())
    }

    /// Advances the queue to `tick`, and arms the slots that become busy. May be repeated after a bus error.
    fn advance(&mut self, tick: u64, held: bool) -> Result<(), B> {
        let tick = tick.max(self.timers.now());
        loop {
            if let Some(slot) = self.to_arm {
                let now = if held {
                    tick
                } else {
                    self.host.now()?;
                    self.host.clock.now()
                };
                self.arm(slot, now)?;
                self.to_arm = None;
            }
            let (progress, filled) = self.timers.step(tick);
            self.to_arm = filled;
            if progress == Progress::Reached && filled.is_none() {
                return Ok(());
            }
        }
    }

    fn start_known(&mut self, due: u64, item: T) -> Result<Handle, B> {
        let now = self.host.clock.now();
        let Some(interval) = due
            .checked_sub(self.host.last_known_now())
            .filter(|&interval| interval > 0)
        else {
            return self.start_late(due, item);
        };
        let expiry = now
            .checked_add(interval)
            .ok_or(StartError::BeyondTheEndOfTime)?;
        // The queue advances only as far as nothing is due; further only if the interval does not fit otherwise.
        let behind = self.timers.now();
        self.timers
            .advance_within(now.max(behind), 0)
            .map(drop)
            .ok();
        if !self.timers.admits(expiry) {
            self.catch_up(now)?;
        }
        let (handle, filled) = self.timers.start_in_slot(expiry, item)?;
        if let Some(slot) = filled
            && let Err(error) = self.arm(slot, now)
        {
            // If the chip has armed the slot nevertheless, an empty event clears the bit.
            drop(self.timers.stop_in_slot(handle));
            return Err(error);
        }
        Ok(handle)
    }

    /// Advances the queue to `now`, the chip's, over what is due.
    #[cold]
    #[inline(never)]
    fn catch_up(&mut self, now: u64) -> Result<(), B> {
        if self.timers.now() < now {
            self.advance(now, false)?;
            self.unfinished.handing_out |= self.timers.has_due();
        }
        Ok(())
    }

    /// The timer is already due: puts it on the due list, and makes the chip interrupt.
    #[cold]
    #[inline(never)]
    fn start_late(&mut self, due: u64, item: T) -> Result<Handle, B> {
        let own = due.wrapping_sub(self.host.clock.epoch());
        let now = self.host.clock.now();
        let handle = self.timers.start_overdue(own, now, item)?;
        if let Err(error) = self.arm_late(now) {
            drop(self.timers.stop_in_slot(handle));
            return Err(error);
        }
        Ok(handle)
    }

    fn serve(&mut self, event: Event, tick: u64) -> Result<(), B> {
        self.unfinished.handing_out = true;
        let slot = self.timers.structure().slot_on(event.wheel, event.slot);
        let empty = |timers: &Timers<T, S, M>| slot.is_none_or(|slot| !timers.is_busy(slot));
        // Nothing is due: all due timers were reported before the event was read.
        let was_empty = empty(&self.timers);
        let held = self
            .host
            .chip
            .wheels()
            .get(event.wheel)
            .is_some_and(|wheel| wheel.mode.hold && !event.late);
        self.advance(tick, held)?;
        let is_empty = empty(&self.timers);
        self.host
            .finish((event, tick), is_empty, &mut self.unfinished)?;
        count_if(was_empty, &mut self.host.counters.empty_events);
        Ok(())
    }

    /// A late event was dropped because the FIFO was full: handles everything up to the cursor.
    #[cold]
    #[inline(never)]
    fn scan(&mut self) -> Result<(), B> {
        let cursor = self.host.read_cursor()?;
        self.unfinished.handing_out = true;
        self.advance(cursor, false)?;
        self.host.searched(cursor, &mut self.unfinished);
        Ok(())
    }
}

impl<B: RegisterBus, T, S: Wheeled, M: Storage<T>> TimerFacility for WheelFacility<B, T, S, M> {
    type Item = T;
    type BusError = B::Error;

    /// One read, and one write if no other timer waits in the slot. Constant time, unless the queue is so far behind
    /// that the interval does not fit.
    fn start(&mut self, interval: u64, item: T) -> Result<Handle, B> {
        expect_room(self.timers.outstanding(), self.timers.capacity())?;
        let due = self
            .host
            .now()?
            .checked_add(interval)
            .ok_or(StartError::BeyondTheEndOfTime)?;
        self.start_known(due, item)
    }

    fn start_at(&mut self, expiry: u64, item: T) -> Result<Handle, B> {
        expect_room(self.timers.outstanding(), self.timers.capacity())?;
        self.host.now()?;
        self.start_known(expiry, item)
    }

    /// One write if the timer was the last of its slot, none otherwise. Constant time.
    fn stop(&mut self, handle: Handle) -> Result<T, B> {
        let (item, emptied) = self.timers.stop_in_slot(handle)?;
        let counters = &mut self.host.counters;
        count(&mut counters.stopped);
        if let Some((wheel, slot)) = emptied.and_then(|slot| self.timers.structure().wheel_of(slot))
        {
            let failed = self.host.chip.disarm(wheel, slot).is_err();
            if failed {
                warning!("the bus failed to disarm slot {} of wheel {}", slot, wheel);
            }
            count_if(failed, &mut counters.disarm_failures);
        }
        Ok(item)
    }

    fn interrupt(&mut self) {
        let counters = &mut self.host.counters;
        count(&mut counters.interrupts);
    }

    /// Every event costs two reads and one write for all timers of its slot and tick together, and one write for each
    /// slot that migrating timers make busy; without `hold` one more read for each of those.
    fn next_expired(&mut self) -> Result<Option<Expired<T>>, B> {
        loop {
            let reported = self.timers.reached();
            if let Some(expired) = self.timers.next_expired() {
                let counters = &mut self.host.counters;
                count(&mut counters.expired);
                let due = self.host.clock.epoch().wrapping_add(expired.due);
                return Ok(Some(Expired {
                    due,
                    reported: self.host.clock.host(reported).max(due),
                    ..expired
                }));
            }
            self.unfinished.handing_out = false;
            if !self.unfinished.drained {
                if let Some((event, tick)) = self.host.take_event(&mut self.unfinished)? {
                    self.serve(event, tick)?;
                }
            } else if self.unfinished.scan {
                self.scan()?;
            } else {
                self.unfinished.drained = false;
                self.unfinished.taken = 0;
                return Ok(None);
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn recover(&mut self) -> Result<(), B> {
        self.initialise_chip()?;
        self.timers.rebase(self.host.restart_time());
        self.unfinished.restart();
        self.to_arm = None;
        let mut from = 0;
        while let Some(slot) = self.timers.next_busy(from) {
            self.arm(slot, 0)?;
            from = slot.saturating_add(1);
        }
        if self.timers.has_due() {
            self.unfinished.handing_out = true;
            self.arm_late(0)?;
        }
        Ok(())
    }

    fn now(&mut self) -> Result<u64, B> {
        self.host.now()
    }

    fn last_known_now(&self) -> u64 {
        self.host.last_known_now()
    }

    fn item(&self, handle: Handle) -> Option<&T> {
        self.timers.item(handle)
    }

    fn expiry(&self, handle: Handle) -> Option<u64> {
        self.timers
            .expiry(handle)
            .map(|own| self.host.clock.epoch().wrapping_add(own))
    }

    fn outstanding(&self) -> u32 {
        self.timers.outstanding()
    }

    fn statistics(&self) -> Statistics {
        Statistics {
            examined: self.timers.examined(),
            migrated: self.timers.migrated(),
            ..self.host.statistics(self.timers.outstanding())
        }
    }

    fn check_invariants(&self) -> core::result::Result<(), InvariantError> {
        self.timers.check_invariants()
    }
}
