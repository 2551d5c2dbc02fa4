//! Schemes 4 to 7 on the chip: each slot of the queue is a slot of one of the chip's wheels, and its busy bit shows
//! whether timers wait there (Appendix A of the paper).
//!
//! START_TIMER arms the slot if its list was empty; STOP_TIMER disarms it if the list is empty now; a restart does the
//! one, moves the timer, and then does the other. The queue alone
//! determines where a timer waits, in what order timers come, and when they are due; the chip only determines when to
//! look. An event of tick *t* makes Scheme 6 visit its slot at *t*. The others advance to *t*, which handles the slot,
//! and all others reached until then, in the queue's own order. Timers that migrate make slots of lower wheels busy:
//! each is armed at once, before the event is acknowledged. With [`Settings::mode`](super::Settings::mode)'s `hold` the
//! cursor waits for that, and every timer is reported at its exact tick; without it, an arm after its visit raises a
//! late event, and the timer is reported later with its correct tick.
//!
//! Invariant between two calls: if a slot has timers, its busy bit is set, or an event of it is in the FIFO, or
//! `late_overflow` is pending. A slot that becomes busy is armed, or the timer is removed again; and a bit is cleared
//! only while the slot is empty, with no other call between the check and the write. If the chip clears bits
//! automatically, serving the event arms the slot again if it is not empty. So none is lost, however long the host
//! sleeps and whatever bits are stale; a bit left set by a failed or skipped disarm costs one empty event, which clears
//! it.
//!
//! If another timer waits in the slot, a start needs no write, and the timer is not missed. The slot's bit was set
//! before now was read and stays set while the slot is busy. The cursor is never ahead of now, and the expiry is after
//! now (or after a tick that now has not passed, by the [host's clock](crate::device::HostClock)): when now was read,
//! the visit was still ahead. Whenever the cursor makes it, during the start or after, it finds the bit set and pushes
//! an event of that tick, which is served when the timer is in its slot. Earlier events of the slot find it busy and
//! leave the bit set, or set it again; a late event then replaces a visit that passes in between.
//!
//! Ticks are the chip's. After a reset of the chip they start again at 0, and the queue is renumbered from there
//! ([`SlotQueue::rebase`]); the [facility](super::CounterChipFacility) computes the host's.

use super::batch::Batch;
use super::queue::{make_room, not_restarted, refused, refused_by_queue, taken_back};
use super::statistics::Counters;
use super::{FacilityError, Started, StopError};
use crate::bus::RegisterBus;
use crate::chip::Wake;
use crate::counter_chip::{CounterChipError, Event, Remaining, Session};
use crate::queue::chip::{SlotQueue, Visited, Wheeled};
use crate::queue::{Expired, Handle, Progress};
use crate::trace::warning;

/// What the functions of a facility on the bus `B` return.
pub(super) type Result<T, B> = core::result::Result<T, FacilityError<CounterChipError<<B as RegisterBus>::Error>>>;

/// No limit of steps: there are fewer timers than 2^31.
pub(super) const UNLIMITED: u32 = u32::MAX;

/// When a timer is to be due.
#[derive(Debug, Clone, Copy)]
pub(super) struct Due {
    /// The chip's tick.
    pub(super) tick: u64,
    /// What the chip's now has not passed: now, which has just been read, or a tick by the host's clock.
    pub(super) now: u64,
    /// Whether `tick` is not after now. Otherwise it is after [`now`](Self::now) too.
    pub(super) is_late: bool,
}

/// A chip and the queue whose slots are the chip's.
#[derive(Debug, Clone)]
pub struct Slots<B, Q> {
    session: Session<B>,
    queue: Q,
    counters: Counters,
    /// A slot of the queue that became busy during a bus error and must still be armed.
    to_arm: Option<u32>,
}

impl<B, Q> Slots<B, Q> {
    /// A queue at tick 0 without timers, on a chip that has just been started.
    pub(super) fn new(session: Session<B>, queue: Q) -> Self {
        Self { session, queue, counters: Counters::default(), to_arm: None }
    }

    #[inline(always)]
    pub(super) const fn session(&self) -> &Session<B> {
        &self.session
    }

    #[inline(always)]
    pub(super) const fn session_mut(&mut self) -> &mut Session<B> {
        &mut self.session
    }

    #[inline(always)]
    pub(super) const fn queue(&self) -> &Q {
        &self.queue
    }

    #[inline(always)]
    pub(super) const fn counters(&self) -> &Counters {
        &self.counters
    }

    #[inline(always)]
    pub(super) const fn counters_mut(&mut self) -> &mut Counters {
        &mut self.counters
    }

    pub(super) fn into_session(self) -> Session<B> {
        self.session
    }
}

impl<B: RegisterBus, Q: SlotQueue> Slots<B, Q> {
    /// Starts a timer.
    #[inline(always)]
    pub(super) fn start(&mut self, due: Due, item: Q::Item) -> Started<Q::Item, CounterChipError<B::Error>> {
        if due.is_late {
            return self.start_late(due.tick, item);
        }
        if let Err(error) = self.make_room(due) {
            return Err(refused(error, item));
        }
        // The queue gets the timer.
        let started = self.queue.start_in_slot(due.tick, item);
        let (handle, filled) = started.map_err(refused_by_queue)?;
        // The chip is told if the timer's slot was empty.
        let Some(slot) = filled else {
            return Ok(handle);
        };
        match self.arm(slot, due.now) {
            Ok(()) => Ok(handle),
            Err(error) => self.take_back(handle, error),
        }
    }

    /// Starts a timer that is already due: puts it on the due list, and makes the chip interrupt.
    #[cold]
    #[inline(never)]
    fn start_late(&mut self, due: u64, item: Q::Item) -> Started<Q::Item, CounterChipError<B::Error>> {
        let started = self.queue.start_overdue(due, item);
        let handle = started.map_err(refused_by_queue)?;
        match self.raise_event() {
            Ok(()) => Ok(handle),
            Err(error) => self.take_back(handle, error),
        }
    }

    /// Ends a timer whose slot could not be armed. If the chip has armed it nevertheless, an empty event clears the
    /// bit.
    #[cold]
    #[inline(never)]
    fn take_back(
        &mut self,
        handle: Handle,
        error: impl Into<FacilityError<CounterChipError<B::Error>>>,
    ) -> Started<Q::Item, CounterChipError<B::Error>> {
        let stopped = self.queue.stop_in_slot(handle);
        taken_back(stopped.map(|(item, _)| item), handle, error.into())
    }

    /// Gives an outstanding timer another tick. The chip is told of the new slot first: if that fails, the timer has
    /// not moved, and if the chip has armed the slot nevertheless, an empty event clears the bit.
    pub(super) fn restart(&mut self, handle: Handle, due: Due) -> Result<(), B> {
        let emptied = if due.is_late {
            self.raise_event()?;
            self.queue.restart_overdue(handle, due.tick)
        } else {
            self.make_room(due)?;
            let slot = self.queue.slot_for(due.tick)?;
            if let Some(slot) = slot.filter(|&slot| !self.queue.is_busy(slot)) {
                self.arm(slot, due.now)?;
            }
            self.queue.restart_in_slot(handle, due.tick)
        };
        if let Some(slot) = emptied.map_err(not_restarted)? {
            self.disarm(slot);
        }
        Ok(())
    }

    /// Stops a timer, whatever happens on the bus.
    #[inline(always)]
    pub(super) fn stop(&mut self, handle: Handle) -> Result<Q::Item, B> {
        let stopped = self.queue.stop_in_slot(handle);
        let (item, emptied) = stopped.ok_or(StopError::StaleHandle)?;
        if let Some(slot) = emptied {
            self.disarm(slot);
        }
        self.counters.stopped.one();
        Ok(item)
    }

    /// All timers that were found due.
    #[inline(always)]
    pub(super) fn due(&self) -> Batch {
        Batch::due(&self.queue)
    }

    /// The next timer of those.
    #[inline(always)]
    pub(super) fn next_of(&mut self, batch: &mut Batch) -> Option<Expired<Q::Item>> {
        batch.next(&mut self.queue)
    }

    /// The event's slot; `None` if it is not one of the queue's.
    #[inline(always)]
    pub(super) fn slot_of(&self, event: Event) -> Option<u32> {
        self.queue.structure().slot_on(event.wheel, event.slot)
    }

    /// Visits the event's slot if one timer waits in it and is due, and acknowledges the event; then the timer, or no
    /// timer if the queue's memory is broken. `None`, and nothing done, for any other slot.
    #[inline(always)]
    pub(super) fn visit_single(
        &mut self,
        slot: u32,
        (event, tick): (Event, u64),
    ) -> Option<Result<Option<Expired<Q::Item>>, B>> {
        let (session, counters) = (&mut self.session, &mut self.counters);
        let mut acknowledged = false;
        let single = self.queue.visit_single((slot, tick), || {
            finish(session, counters, (event, tick), true)?;
            acknowledged = true;
            Ok(())
        });
        match single {
            Some(visited) => Some(visited.map(Some)),
            // The memory is broken, but the event is gone.
            None if acknowledged => Some(Ok(None)),
            None => None,
        }
    }

    /// Visits a slot of a queue whose slots are [visited](Wheeled::VISITED), by at most so many timers.
    #[inline(always)]
    pub(super) fn visit(&mut self, slot: Option<u32>, tick: u64, most: u64) -> Visited {
        self.queue.visit(slot, tick, most)
    }

    /// Whether the event's cursor waits until it is acknowledged.
    #[inline(always)]
    pub(super) fn is_held(&self, event: Event) -> bool {
        let wheel = self.session.chip().wheels().get(event.wheel);
        wheel.is_some_and(|wheel| wheel.mode.hold && !event.late)
    }

    /// Advances to `tick` by at most `most` steps, and arms the slots that become busy. May be repeated after a bus
    /// error. With `held` the cursor stands at `tick`. The steps made; `None` if there were not enough. No timer is due
    /// after the host's tick 2^64 - 1, so the queue does not go further.
    #[inline(never)]
    pub(super) fn advance(&mut self, tick: u64, held: bool, most: u32) -> Result<Option<u32>, B> {
        let end = u64::MAX - self.session.epoch();
        let tick = tick.min(end).max(self.queue.now());
        let mut left = most;
        loop {
            if let Some(slot) = self.to_arm {
                let now = if held { tick } else { self.session.now()? };
                self.arm(slot, now)?;
                self.to_arm = None;
            }
            if left == 0 {
                return Ok(None);
            }
            left -= 1;
            let (progress, filled) = self.queue.step(tick);
            self.to_arm = filled;
            if progress == Progress::Reached && filled.is_none() {
                return Ok(Some(most - left));
            }
        }
    }

    /// Acknowledges an event whose slot has been visited at its tick.
    #[inline(always)]
    pub(super) fn finish(&mut self, event: (Event, u64), is_empty: bool) -> Result<(), B> {
        finish(&mut self.session, &mut self.counters, event, is_empty)
    }

    /// Makes the chip interrupt again. An event in the FIFO does so. If there is none, as after a search, one is
    /// raised: not another one, for which there might be no room.
    pub(super) fn interrupt_again(&mut self) -> Result<(), B> {
        if !self.session.chip_mut().event()?.valid {
            // A chip that was reset has none either, and would not interrupt.
            self.session.expect_running()?;
            self.raise_event()?;
        }
        Ok(())
    }

    /// Raises an event: wheel 0's slot of now has been visited, or will be at once.
    #[cold]
    #[inline(never)]
    fn raise_event(&mut self) -> Result<(), B> {
        let now = self.session.last_known_now();
        self.session.chip_mut().arm_for(0, now)?;
        Ok(())
    }

    /// The chip was reset when it stood at its tick `stood_at`, which is tick 0 now, and was started again: sets it up
    /// for all timers.
    pub(super) fn restart_at_0(&mut self, stood_at: u64) -> Result<(), B> {
        self.queue.rebase(stood_at);
        self.to_arm = None;
        self.arm_all()?;
        Ok(self.session.expect_running()?)
    }

    /// Arms every slot with timers; returns their number. A write for each.
    #[cold]
    #[inline(never)]
    pub(super) fn arm_all(&mut self) -> Result<u32, B> {
        let now = self.session.last_known_now();
        let mut armed: u32 = 0;
        let mut from = 0;
        while let Some(busy) = self.queue.next_busy(from) {
            if let Some((wheel, slot)) = self.queue.structure().wheel_of(busy) {
                self.session.chip_mut().arm_next(wheel, slot, now, 0)?;
            }
            armed += 1;
            from = busy + 1;
        }
        if self.queue.has_due() {
            self.raise_event()?;
        }
        Ok(armed)
    }

    /// How long the host may sleep.
    pub(super) fn wake(&mut self) -> Result<Wake, B> {
        if self.queue.has_due() {
            return Ok(Wake::Now);
        }
        let wake = self.session.chip_mut().wake()?;
        if wake != Wake::Now {
            // A chip that was reset has no busy slot.
            self.session.expect_running()?;
        }
        Ok(wake)
    }

    /// Makes room in the queue for a timer that is due at `due`. Brings a queue that is advanced to now if the timer
    /// does not fit otherwise.
    #[inline(always)]
    fn make_room(&mut self, due: Due) -> Result<(), B> {
        // The queue never passes now.
        let now = self.session.last_known_now();
        if Q::Structure::VISITED || make_room(&mut self.queue, now, due.tick) {
            return Ok(());
        }
        let now = if now < due.now { self.session.now()? } else { now };
        if self.queue.now() < now {
            self.advance(now, false, UNLIMITED)?;
        }
        Ok(())
    }

    /// Tells the chip that no timer is left in `slot`. If the bus fails, an empty event does so later.
    #[inline(always)]
    fn disarm(&mut self, slot: u32) {
        if let Some((wheel, slot)) = self.queue.structure().wheel_of(slot) {
            let failed = self.session.chip_mut().disarm(wheel, slot).is_err();
            if failed {
                warning!("the bus failed to disarm slot {} of wheel {}", slot, wheel);
            }
            self.counters.disarm_failures.one_if(failed);
        }
    }

    /// Arms `slot` for the queue's next visit of it, or for the last one up to `now` if that has passed: it is late
    /// then. `now` is the chip's, just read; or a later tick, by the host's clock, at or before which no timer of the
    /// slot is due; or the cursor's, if the cursor is stopped.
    #[inline(always)]
    fn arm(&mut self, slot: u32, now: u64) -> core::result::Result<(), CounterChipError<B::Error>> {
        if let Some((wheel, slot)) = self.queue.structure().wheel_of(slot) {
            let since = if Q::Structure::VISITED {
                0
            } else {
                let wheels = self.session.chip().wheels();
                wheels.steps_between(wheel, self.queue.now(), now)
            };
            self.session.chip_mut().arm_next(wheel, slot, now, since)?;
        }
        Ok(())
    }
}

/// Acknowledges an event whose slot has been visited at its tick and is empty now or not.
#[inline]
fn finish<B: RegisterBus>(
    session: &mut Session<B>,
    counters: &mut Counters,
    (event, tick): (Event, u64),
    is_empty: bool,
) -> Result<(), B> {
    let remaining = if is_empty { Remaining::Nothing } else { Remaining::Timers };
    session.chip_mut().finish(event, tick, remaining)?;
    counters.events.one();
    counters.late_events.one_if(event.late);
    Ok(())
}
