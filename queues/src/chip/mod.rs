//! Queues whose slots are those of wheels that a chip can turn: what the chip's driver needs beside a [`TimerQueue`].
//!
//! The slots of such a structure stand for the chip's: slot `s` of wheel `k` is visited by both at the same ticks. So a
//! busy bit for each slot that has timers is enough for the chip to say when the queue is to be advanced.

mod in_slots;

pub use crate::schemes::structure::{Structure, Visited};
pub use crate::schemes::wheeled::Wheeled;
pub use in_slots::InSlot;

use crate::memory::Memory;
use crate::record::{Record, at_mut, get, insert_before, on_list};
use crate::schemes::structure::Work;
use crate::timers::Timers;
use crate::{Expired, Handle, Progress, Refused, RestartError, TimerQueue};

/// What a driver asks of a queue whose slots the chip visits. A slot is named by its number among those of all wheels.
/// Implemented by [`Timers`] over a [`Wheeled`] structure; a user needs it only as a bound.
#[diagnostic::on_unimplemented(
    message = "the chip cannot drive a `{Self}` by its slots",
    note = "use a queue of Scheme 4, 5, 6 or 7, or drive it by the alarm"
)]
pub trait SlotQueue: TimerQueue {
    /// The structure with its wheels.
    type Structure: Wheeled;

    /// The structure, to look at.
    fn structure(&self) -> &Self::Structure;

    /// Whether a timer waits in `slot`, which exists.
    fn is_busy(&self, slot: u32) -> bool;

    /// The first slot with timers from `from` on.
    fn next_busy(&self, from: u32) -> Option<u32>;

    /// Whether a timer is due and not yet handed out.
    fn has_due(&self) -> bool;

    /// The latest tick to which the queue has come.
    fn reached(&self) -> u64;

    /// START_TIMER for tick `expiry`, telling which slot became busy by it. A tick that is now or has gone by is due at
    /// once and in no slot.
    ///
    /// # Errors
    /// As [`start_at`](TimerQueue::start_at).
    fn start_in_slot(&mut self, expiry: u64, item: Self::Item) -> Started<Self::Item>;

    /// A timer that is handed out next: for one that was due at `due` and is late from the start.
    ///
    /// # Errors
    /// [`StartError::Full`](crate::StartError::Full).
    fn start_overdue(&mut self, due: u64, item: Self::Item) -> Result<Handle, Refused<Self::Item>>;

    /// STOP_TIMER, telling which slot became empty by it. `None` if the timer was stopped or handed out before.
    fn stop_in_slot(&mut self, handle: Handle) -> Option<(Self::Item, Option<u32>)>;

    /// The slot in which a timer that is started for tick `expiry` would wait; `None` if it would be due at once.
    ///
    /// # Errors
    /// [`StartError`](crate::StartError), other than `Full`.
    fn slot_for(&self, expiry: u64) -> Result<Option<u32>, crate::StartError>;

    /// [`restart_at`](TimerQueue::restart_at), telling which slot became empty by it. The timer is now in that of
    /// [`slot_for`](Self::slot_for).
    ///
    /// # Errors
    /// As [`restart_at`](TimerQueue::restart_at).
    fn restart_in_slot(&mut self, handle: Handle, expiry: u64) -> Result<Option<u32>, RestartError>;

    /// The timer is handed out next, as one that was due at `due`. Tells which slot became empty by it.
    ///
    /// # Errors
    /// [`RestartError::NotOutstanding`].
    fn restart_overdue(&mut self, handle: Handle, due: u64) -> Result<Option<u32>, RestartError>;

    /// One step on the way to tick `to`, which is not before now: at most one timer migrates. Also tells which slot
    /// became busy by that.
    fn step(&mut self, to: u64) -> (Progress, Option<u32>);

    /// Of a structure whose slots are [visited](Wheeled::VISITED): visits `slot`, or all slots, at `tick`, which is not
    /// before that of the last visit. The visit of a slot leaves after `most` timers; the next one goes on, if it is
    /// of the same slot and tick.
    fn visit(&mut self, slot: Option<u32>, tick: u64, most: u64) -> Visited;

    /// The [`visit`](Self::visit) of a slot, at a tick, in which one timer waits and is due, which is the usual one:
    /// hands it out, unless `confirm` fails; then it is handed out next. `None`, and nothing done, for any other slot.
    /// Constant time.
    fn visit_single<E>(
        &mut self,
        at: (u32, u64),
        confirm: impl FnOnce() -> Result<(), E>,
    ) -> Option<Result<Expired<Self::Item>, E>>;

    /// Counts ticks from `origin` on, which is now or later: what is due then goes to the due list, and every tick
    /// becomes what it is after `origin`; those before, which only due timers have, are kept modulo 2^64. Handles stay,
    /// and so does the order of timers. An `origin` before now is taken for now. A structure that rounds ticks
    /// (`RoundedHierarchy`) rounds them again, as its wheels now turn from `origin` on. Takes time in proportion to all
    /// memory and to the work of expiring all timers.
    fn rebase(&mut self, origin: u64);
}

/// A started timer's handle, and the slot that became busy by it.
pub type Started<T> = Result<(Handle, Option<u32>), Refused<T>>;

impl<S: Wheeled, T, M: Memory<T, Records = [Record]>> SlotQueue for Timers<S, T, M> {
    type Structure = S;

    #[inline(always)]
    fn structure(&self) -> &S {
        &self.waiting.structure
    }

    #[inline]
    fn is_busy(&self, slot: u32) -> bool {
        self.structure().is_busy(self.memory.records(), slot)
    }

    fn next_busy(&self, from: u32) -> Option<u32> {
        self.structure().next_busy(self.memory.records(), from)
    }

    fn has_due(&self) -> bool {
        self.waiting.has_due(self.memory.records())
    }

    #[inline(always)]
    fn reached(&self) -> u64 {
        if S::VISITED { self.visited } else { self.waiting.now }
    }

    #[inline(always)]
    fn start_in_slot(&mut self, expiry: u64, item: T) -> Started<T> {
        if !S::VISITED {
            return self.start_placed(expiry, item);
        }
        // First, as it may take a division: little is in registers by now.
        let slot = self.waiting.structure.slot_for(expiry, 0);
        let (handle, record) = self.take_entry(item)?;
        // Cheaper than a comparison, and a queue that a chip drives is seldom asked.
        self.waiting.earliest.forget();
        let filled = insert_before(self.memory.parts().0, slot, record, expiry);
        Ok((handle, filled.then_some(slot)))
    }

    fn start_overdue(&mut self, due: u64, item: T) -> Result<Handle, Refused<T>> {
        let (handle, record) = self.take_entry(item)?;
        insert_before(self.memory.parts().0, self.waiting.due(), record, due);
        self.has_foreign_due = true;
        Ok(handle)
    }

    #[inline(always)]
    fn stop_in_slot(&mut self, handle: Handle) -> Option<(T, Option<u32>)> {
        self.remove(handle)
    }

    fn slot_for(&self, expiry: u64) -> Result<Option<u32>, crate::StartError> {
        let (structure, now) = (&self.waiting.structure, self.waiting.now);
        if S::VISITED {
            return Ok(Some(structure.slot_for(expiry, 0)));
        }
        let expiry = self.waiting.admit(expiry)?;
        Ok((expiry > now).then(|| structure.slot_for(expiry, now)))
    }

    fn restart_in_slot(&mut self, handle: Handle, expiry: u64) -> Result<Option<u32>, RestartError> {
        let record = self.find(handle).ok_or(RestartError::NotOutstanding)?;
        let expiry = if S::VISITED { expiry } else { self.waiting.admit(expiry)? };
        let (waiting, records) = (&mut self.waiting, self.memory.parts().0);
        let emptied = waiting.take_out(records, record);
        if S::VISITED {
            let slot = waiting.structure.slot_for(expiry, 0);
            waiting.earliest.forget();
            insert_before(records, slot, record, expiry);
        } else {
            waiting.place(records, record, expiry);
        }
        Ok(emptied.filter(|&slot| !self.is_busy(slot)))
    }

    fn restart_overdue(&mut self, handle: Handle, due: u64) -> Result<Option<u32>, RestartError> {
        let record = self.find(handle).ok_or(RestartError::NotOutstanding)?;
        let (waiting, records) = (&mut self.waiting, self.memory.parts().0);
        let emptied = waiting.take_out(records, record);
        insert_before(records, waiting.due(), record, due);
        self.has_foreign_due = true;
        Ok(emptied)
    }

    #[inline(always)]
    fn step(&mut self, to: u64) -> (Progress, Option<u32>) {
        self.look_for_foreign_due();
        let mut work = Work::new(1);
        let progress = self.work(to, &mut work);
        (progress, work.filled)
    }

    #[inline(always)]
    fn visit(&mut self, slot: Option<u32>, tick: u64, most: u64) -> Visited {
        self.look_for_foreign_due();
        let (waiting, records) = (&mut self.waiting, self.memory.parts().0);
        let due = waiting.due();
        let visited = waiting.structure.visit(records, due, (slot, tick), most);
        waiting.earliest.forget();
        waiting.examined += visited.examined;
        self.visited = tick;
        visited
    }

    #[inline(always)]
    fn visit_single<E>(
        &mut self,
        (slot, tick): (u32, u64),
        confirm: impl FnOnce() -> Result<(), E>,
    ) -> Option<Result<Expired<T>, E>> {
        let (waiting, records) = (&mut self.waiting, self.memory.parts().0);
        let (record, due) = waiting.structure.take_single(records, slot, tick)?;
        waiting.earliest.forget();
        waiting.examined += 1;
        self.visited = tick;
        match confirm() {
            // `None` only where the memory is broken.
            Ok(()) => self.expire(record, due, due).map(Ok),
            Err(error) => {
                insert_before(self.memory.parts().0, self.waiting.due(), record, due);
                Some(Err(error))
            }
        }
    }

    fn rebase(&mut self, origin: u64) {
        let origin = origin.max(self.waiting.now);
        while self.work(origin, &mut Work::new(u64::MAX)) == Progress::Unfinished {}
        let (waiting, records) = (&mut self.waiting, self.memory.parts().0);
        let due = waiting.due();
        let mut index = get(records, due).next;
        while let Some(timer) = on_list(records, index, due) {
            if let Some(record) = at_mut(records, index) {
                record.expiry = timer.expiry.wrapping_sub(origin);
            }
            index = timer.next;
        }
        self.has_foreign_due = waiting.has_due(records);
        // All others come to the due list too, behind what is due, and from there to where they belong.
        let last = waiting.collect(records, u64::MAX);
        waiting.now = 0;
        // No expiry becomes a later one, so the starts also correct what is remembered as the earliest.
        self.visited = 0;
        waiting.settle(records, last, origin);
    }
}

impl<S: Wheeled, T, M: Memory<T, Records = [Record]>> Timers<S, T, M> {
    /// Notes whether the due list still holds what others have put there.
    #[inline(always)]
    fn look_for_foreign_due(&mut self) {
        if self.has_foreign_due {
            self.look_again_for_foreign_due();
        }
    }

    #[cold]
    fn look_again_for_foreign_due(&mut self) {
        self.has_foreign_due = self.has_due();
    }
}
