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
//! now: when now was read, the visit was still ahead. Whenever the cursor makes it, during the start or after, it finds
//! the bit set and pushes an event of that tick, which is served when the timer is in its slot. Earlier events of the
//! slot find it busy and leave the bit set, or set it again; a late event then replaces a visit that passes in between.
//!
//! The queue's ticks are the chip's. After a reset of the chip they start again at 0, and the queue is renumbered from
//! there ([`SlotQueue::rebase`]); `time.rs` computes the host's ticks.

use carillon_regmap::counter_chip::field::event;

use super::host::{Host, UNLIMITED};
use super::on_chip::{Look, OnChip, Result, not_restarted, refused, taken_back};
use super::{FacilityError, Started, StopError};
use crate::bus::RegisterBus;
use crate::counter_chip::{Interrupts, Wake, Wheel, WheelMode};
use crate::queue::advance::Advance;
use crate::queue::chip::{SlotQueue, Structure, Wheeled};
use crate::queue::diagnostics::Diagnostics;
use crate::queue::memory::Memory;
use crate::queue::{Expired, Handle, Progress, Refused, Timers};
use crate::trace::warning;

impl<S, T, M: Memory<T>> OnChip for Timers<S, T, M>
where
    Self: SlotQueue<Item = T> + Diagnostics,
{
    type Item = T;
    type Queue = Self;

    const INTERRUPTS: Interrupts = Interrupts::EVENT
        .union(Interrupts::ERROR)
        .union(Interrupts::LATE_OVERFLOW)
        .union(Interrupts::HALF_PERIOD);

    #[inline(always)]
    fn queue(&self) -> &Self {
        self
    }

    /// Only wheels whose timers migrate need to hold, or the only one if the user wants it.
    fn wheel(&self, number: u32, mode: WheelMode) -> Option<Wheel> {
        let alone = self.structure().wheel_size(1).is_none();
        let hold = mode.hold && (number > 0 || alone);
        self.structure().wheel_size(number).map(|slots| Wheel {
            slots,
            mode: WheelMode { hold, ..mode },
        })
    }

    #[inline(always)]
    fn origin(epoch: u64) -> u64 {
        epoch
    }

    #[inline(always)]
    fn start<B: RegisterBus>(
        &mut self,
        host: &mut Host<B>,
        due: u64,
        is_late: bool,
        item: T,
    ) -> Started<T, B::Error> {
        if is_late {
            return start_late(self, host, due, item);
        }
        let now = host.clock.now();
        if let Err(error) = make_room(self, host, due) {
            return Err(Refused { error, item });
        }
        let (handle, filled) = self.start_in_slot(due, item).map_err(refused)?;
        let Some(slot) = filled else {
            return Ok(handle);
        };
        match arm(self, host, slot, now) {
            Ok(()) => Ok(handle),
            Err(error) => take_back(self, handle, error),
        }
    }

    #[inline(always)]
    fn stop<B: RegisterBus>(&mut self, host: &mut Host<B>, handle: Handle) -> Result<T, B> {
        let stopped = self.stop_in_slot(handle);
        let (item, emptied) = stopped.ok_or(StopError::StaleHandle)?;
        if let Some(slot) = emptied {
            disarm(self, host, slot);
        }
        Ok(item)
    }

    /// The chip is told of the new slot first: if that fails, the timer has not moved, and if the chip has armed the
    /// slot nevertheless, an empty event clears the bit.
    fn restart_timer<B: RegisterBus>(
        &mut self,
        host: &mut Host<B>,
        (handle, due): (Handle, u64),
        is_late: bool,
    ) -> Result<(), B> {
        let emptied = if is_late {
            host.raise_event()?;
            self.restart_overdue(handle, due)
        } else {
            make_room(self, host, due)?;
            let slot = self.slot_for(due)?;
            if let Some(slot) = slot.filter(|&slot| !self.is_busy(slot)) {
                let now = host.clock.now();
                arm(self, host, slot, now)?;
            }
            self.restart_in_slot(handle, due)
        };
        if let Some(slot) = emptied.map_err(not_restarted)? {
            disarm(self, host, slot);
        }
        Ok(())
    }

    #[inline(always)]
    fn look<B: RegisterBus>(&mut self, host: &mut Host<B>) -> Result<Look<T>, B> {
        let Some((event, tick)) = host.take_event()? else {
            return Ok(Look::Nothing);
        };
        // An event of a slot that is not the queue's is only acknowledged.
        let slot = self.structure().slot_on(event.wheel, event.slot);
        // Nothing is due: all due timers were handed out before the event was read.
        let Some(slot) = slot else {
            host.finish((event, tick), true)?;
            host.counters.empty_events.one();
            return Ok(Look::Event);
        };
        let confirm = || host.finish((event, tick), true);
        if let Some(alone) = self.visit_alone((slot, tick), confirm) {
            return alone.map(Look::Expired);
        }
        let was_busy;
        let finished;
        if <Self as SlotQueue>::Structure::VISITED {
            (was_busy, finished) = visit(self, host, slot, tick);
        } else {
            was_busy = self.is_busy(slot);
            let wheel = host.chip.wheels().get(event.wheel);
            let held = wheel.is_some_and(|wheel| wheel.mode.hold && !event.late);
            advance(self, host, (tick, held), host.steps_left())?;
            finished = host.unfinished.left.is_none();
        }
        if !finished {
            return Ok(Look::Event);
        }
        host.finish((event, tick), !self.is_busy(slot))?;
        host.counters.empty_events.one_if(!was_busy);
        Ok(Look::Event)
    }

    /// The bits of slots that become empty stay set; each costs one empty event that clears it. If the steps of an
    /// interrupt are limited, Scheme 6 is searched slot by slot, and each slot is a step.
    #[cold]
    #[inline(never)]
    fn search<B: RegisterBus>(&mut self, host: &mut Host<B>) -> Result<(), B> {
        let (mut slot, cursor) = match host.searching {
            Some(position) => position,
            None => (0, host.read_cursor()?),
        };
        if !<Self as SlotQueue>::Structure::VISITED {
            advance(self, host, (cursor, false), host.steps_left())?;
        } else if host.most_steps == UNLIMITED {
            self.visit(None, cursor, u64::MAX);
        } else {
            while slot < self.structure().slots() && host.unfinished.left.is_none() {
                if host.steps_left() == 0 {
                    host.leave();
                    break;
                }
                if visit(self, host, slot, cursor).1 {
                    slot += 1;
                    host.spend(1);
                }
            }
            host.searching = Some((slot, cursor));
        }
        if host.unfinished.left.is_none() {
            host.searched(cursor);
        }
        Ok(())
    }

    /// An event in the FIFO does so. If there is none, as after a search, one is raised: not another one, for which
    /// there might be no room.
    fn interrupt_again<B: RegisterBus>(&mut self, host: &mut Host<B>) -> Result<(), B> {
        if !event::VALID.is_set(host.chip.event_word()?) {
            host.raise_event()?;
        }
        Ok(())
    }

    #[inline(always)]
    fn next_expired(&mut self) -> Option<Expired<T>> {
        Advance::next_expired(self)
    }

    #[inline(always)]
    fn reached(&self) -> u64 {
        SlotQueue::reached(self)
    }

    fn rest<B: RegisterBus>(&mut self, _: &mut Host<B>) -> Result<(), B> {
        Ok(())
    }

    #[cold]
    fn restart(&mut self, stood_at: u64) {
        self.rebase(stood_at);
    }

    #[cold]
    #[inline(never)]
    fn arm_all<B: RegisterBus>(&mut self, host: &mut Host<B>) -> Result<u32, B> {
        let now = host.clock.now();
        let mut armed: u32 = 0;
        let mut from = 0;
        while let Some(busy) = self.next_busy(from) {
            if let Some((wheel, slot)) = self.structure().wheel_of(busy) {
                host.chip.arm_next(wheel, slot, now, 0)?;
            }
            armed += 1;
            from = busy + 1;
        }
        if self.has_due() {
            host.raise_event()?;
        }
        Ok(armed)
    }

    fn wake<B: RegisterBus>(&self, host: &mut Host<B>) -> Result<Wake, B> {
        if self.has_due() {
            return Ok(Wake::Now);
        }
        host.wake()
    }
}

/// Advances the queue, which is not visited slot by slot, as far as nothing is due; further only if a timer for `due`
/// does not fit otherwise.
#[inline(always)]
fn make_room<B: RegisterBus, Q: SlotQueue>(
    queue: &mut Q,
    host: &mut Host<B>,
    due: u64,
) -> Result<(), B> {
    if Q::Structure::VISITED {
        return Ok(());
    }
    let now = host.clock.now();
    let to = now.max(queue.now());
    let _ = queue.advance_within(to, 0);
    if due.saturating_sub(queue.now()) > queue.longest_interval() && queue.now() < now {
        advance(queue, host, (now, false), UNLIMITED)?;
    }
    Ok(())
}

/// Tells the chip that no timer is left in `slot`. If the bus fails, an empty event does so later.
#[inline(always)]
fn disarm<B: RegisterBus, Q: SlotQueue>(queue: &Q, host: &mut Host<B>, slot: u32) {
    if let Some((wheel, slot)) = queue.structure().wheel_of(slot) {
        let failed = host.chip.disarm(wheel, slot).is_err();
        if failed {
            warning!("the bus failed to disarm slot {} of wheel {}", slot, wheel);
        }
        host.counters.disarm_failures.one_if(failed);
    }
}

/// Arms `slot` for the queue's next visit of it, or for the last one up to `now` if that has passed: it is late then.
/// `now` is the chip's, just read, or the cursor's if the cursor is stopped.
#[inline(always)]
fn arm<B: RegisterBus, Q: SlotQueue>(
    queue: &Q,
    host: &mut Host<B>,
    slot: u32,
    now: u64,
) -> Result<(), B> {
    if let Some((wheel, slot)) = queue.structure().wheel_of(slot) {
        let since = if Q::Structure::VISITED {
            0
        } else {
            let wheels = host.chip.wheels();
            wheels.steps_between(wheel, queue.now(), now)
        };
        host.chip.arm_next(wheel, slot, now, since)?;
    }
    Ok(())
}

/// Visits a slot of Scheme 6, as far as the steps of this interrupt go. Whether a timer was in it, and whether it has
/// come to the end.
#[inline(always)]
fn visit<B: RegisterBus, Q: SlotQueue>(
    queue: &mut Q,
    host: &mut Host<B>,
    slot: u32,
    tick: u64,
) -> (bool, bool) {
    let visited = queue.visit(Some(slot), tick, host.steps_left().into());
    if !visited.finished {
        host.leave();
    }
    host.spend(visited.examined);
    (visited.examined > 0, visited.finished)
}

/// Advances to `tick` by at most so many steps, which are all that this interrupt has left, and arms the slots that
/// become busy. May be repeated after a bus error.
#[inline(never)]
fn advance<B: RegisterBus, Q: SlotQueue>(
    queue: &mut Q,
    host: &mut Host<B>,
    (tick, held): (u64, bool),
    most: u32,
) -> Result<(), B> {
    let tick = tick.max(queue.now());
    let mut left = most;
    loop {
        if let Some(slot) = host.to_arm {
            if !held {
                host.now()?;
            }
            let now = if held { tick } else { host.clock.now() };
            arm(queue, host, slot, now)?;
            host.to_arm = None;
        }
        if left == 0 {
            host.leave();
            return Ok(());
        }
        left -= 1;
        let (progress, filled) = queue.step(tick);
        host.to_arm = filled;
        if progress == Progress::Reached && filled.is_none() {
            host.spend((most - left).into());
            return Ok(());
        }
    }
}

/// Starts a timer that is already due: puts it on the due list, and makes the chip interrupt.
#[cold]
#[inline(never)]
fn start_late<B: RegisterBus, Q: SlotQueue>(
    queue: &mut Q,
    host: &mut Host<B>,
    due: u64,
    item: Q::Item,
) -> Started<Q::Item, B::Error> {
    let handle = queue.start_overdue(due, item).map_err(refused)?;
    match host.raise_event() {
        Ok(()) => Ok(handle),
        Err(error) => take_back(queue, handle, error),
    }
}

/// Ends a timer whose slot could not be armed. If the chip has armed it nevertheless, an empty event clears the bit.
#[cold]
#[inline(never)]
fn take_back<Q: SlotQueue, E>(
    queue: &mut Q,
    handle: Handle,
    error: FacilityError<E>,
) -> Started<Q::Item, E> {
    let stopped = queue.stop_in_slot(handle);
    taken_back(stopped.map(|(item, _)| item), handle, error)
}
