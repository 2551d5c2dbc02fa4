//! FlexQueue with unordered slots: what only they do.

use core::iter::successors;

use super::{FlexQueue, Slot};
use crate::record::{Record, get, insert_before};
use crate::schemes::structure::{Ticks, Work};

impl FlexQueue {
    /// The earliest tick of an unordered slot. Looks at all its timers.
    pub(super) fn earliest_of(&self, records: &[Record], slot: Slot) -> Option<u64> {
        let last = self.memory.head(records, slot);
        let next = |&at: &u32| (at != last).then(|| get(records, at).next);
        let timers = successors(Some(get(records, last).next), next);
        timers.map(|at| get(records, at).expiry).min()
    }

    /// Calls `hand_over` for each timer of an unordered slot, which may take it out.
    fn for_each_of(
        &mut self,
        records: &mut [Record],
        slot: Slot,
        mut hand_over: impl FnMut(&mut Self, &mut [Record], u32, u64),
    ) {
        let last = self.memory.head(records, slot);
        let mut next = get(records, last).next;
        loop {
            let index = next;
            let timer = get(records, index);
            next = timer.next;
            hand_over(self, records, index, timer.expiry);
            if index == last {
                break;
            }
        }
    }

    /// Moves what is due at `to` or before from the unordered slot to `due`.
    fn hand_over(&mut self, records: &mut [Record], due: u32, slot: Slot, to: u64, work: &mut Work) {
        self.for_each_of(records, slot, |flex, records, index, tick| {
            work.examine(1);
            if tick <= to {
                flex.take(records, index);
                insert_before(records, due, index, tick);
            }
        });
        self.arrays.taken_from(slot, to);
    }

    /// Advances over unordered slots.
    #[inline(never)]
    pub(super) fn advance_by_slots(
        &mut self,
        records: &mut [Record],
        due: u32,
        (mut now, to): Ticks,
        work: &mut Work,
    ) -> u64 {
        loop {
            let Self { front, overflow, .. } = *self;
            let from_overflow = overflow.timers > 0 && overflow.tick <= to;
            // No timer of a slot is before its first tick; those of the overflow within it come first.
            let busy = front.is_some().then(|| self.arrays.ticks_of(front.slot));
            let busy = busy.map(|(begin, end)| (begin.max(now), end));
            let from_slot = busy.filter(|&(begin, end)| begin <= to && !(from_overflow && overflow.tick <= end));
            let next = match from_slot {
                Some((begin, _)) => begin,
                None if from_overflow => overflow.tick.max(now),
                None => return to,
            };
            if !work.spend(1) {
                self.unfinished = true;
                // The overflow may have come first within the slot: nothing of that may stay behind.
                if busy.is_some_and(|(begin, _)| begin <= next) {
                    self.hand_over(records, due, front.slot, next, work);
                }
                return next;
            }
            if let Some((_, end)) = from_slot {
                now = end.min(to);
                self.hand_over(records, due, front.slot, now, work);
                if end > to {
                    return to;
                }
            } else {
                work.examine(1);
                now = next;
                let index = self.nodes.timer(overflow.first);
                self.overflow.take(&mut self.nodes, records, index);
                insert_before(records, due, index, overflow.tick);
            }
        }
    }
}
