//! The lists of FlexQueue's slots, and the trees that ordered ones become.
//!
//! A head is the last timer's record, where most timers go. The last timer on a list has the first one for its link to
//! the next; the first one has no link back, but how many timers have come onto the list behind it. So a head needs one
//! link only, and a list is never longer than a start may look at: it becomes a tree, whose root is the head, and is
//! one until it is empty. In slots of a single tick, and in unordered ones, there is nothing to search, and lists may
//! have any length.

use super::memory::Slot;
use super::{FlexQueue, Front, Slots};
use crate::record::{IN_TREE, Record, at_mut, get, set_next, set_previous};
use crate::steps;
use crate::tree::NONE;

/// In a head: the timers are in a tree.
pub(super) const FLAG: u32 = 1 << 31;

/// In a timer's link back: it is the first one on its list. No link and no mark of a tree has both bits.
pub(super) const FIRST: u32 = 3 << 30;

/// The mark of timers in the trees of slots.
pub(super) const IN_SLOT: u32 = IN_TREE + 1;

impl FlexQueue {
    /// The first timer of a busy slot.
    #[inline(always)]
    pub(super) fn first_of(&self, records: &[Record], slot: Slot) -> u32 {
        let head = self.memory.head(records, slot);
        if head & FLAG == 0 {
            return get(records, head).next;
        }
        self.nodes.timer(self.nodes.leftmost(records, head & !FLAG))
    }

    /// Puts the timer into its place in the slot.
    #[inline(always)]
    pub(super) fn put(&mut self, records: &mut [Record], slot: Slot, index: u32, tick: u64) {
        let was_busy = self.memory.set(records, slot);
        self.arrays.filled(slot, tick, !was_busy);
        if tick < self.front.tick || !self.front.is_some() {
            self.set_front(slot, index, tick);
        }
        if !was_busy {
            self.memory.set_head(records, slot, index);
            write(records, index, (tick, index, FIRST));
            return;
        }
        let head = self.memory.head(records, slot);
        if head & FLAG != 0 {
            self.put_into_tree(records, (slot, head & !FLAG), index, tick);
        } else {
            self.put_onto_list(records, (slot, head), index, tick);
        }
    }

    /// Searches from the rear.
    #[inline(always)]
    fn put_onto_list(
        &mut self,
        records: &mut [Record],
        (slot, last): (Slot, u32),
        index: u32,
        tick: u64,
    ) {
        let end = get(records, last);
        let first = end.next;
        let (mut at, mut after) = (last, first);
        if self.slots == Slots::Ordered && !self.arrays.is_single_tick(slot) {
            let count = get(records, first).previous;
            if count & !FIRST >= self.most_searched {
                return self.make_tree(records, (slot, last), index, tick);
            }
            set_previous(records, first, count + 1);
            let mut other = end;
            steps::count();
            while other.expiry > tick {
                (at, after) = (other.previous, at);
                if after == first {
                    write(records, index, (tick, first, count + 1));
                    set_previous(records, first, index);
                    set_next(records, last, index);
                    return;
                }
                steps::count();
                other = get(records, at);
            }
        }
        write(records, index, (tick, after, at));
        set_next(records, at, index);
        if at == last {
            self.memory.set_head(records, slot, index);
        } else {
            set_previous(records, after, index);
        }
    }

    /// The list, which is no longer than a start may look at, becomes a tree.
    #[cold]
    #[inline(never)]
    fn make_tree(
        &mut self,
        records: &mut [Record],
        (slot, last): (Slot, u32),
        index: u32,
        tick: u64,
    ) {
        let (mut at, mut root) = (get(records, last).next, NONE);
        loop {
            let Record { expiry, next, .. } = get(records, at);
            root = self.nodes.insert(records, root, (at, expiry, IN_SLOT));
            if at == last {
                break;
            }
            at = next;
        }
        self.put_into_tree(records, (slot, root), index, tick);
    }

    #[inline(never)]
    fn put_into_tree(
        &mut self,
        records: &mut [Record],
        (slot, root): (Slot, u32),
        index: u32,
        tick: u64,
    ) {
        let root = self.nodes.insert(records, root, (index, tick, IN_SLOT));
        self.memory.set_head(records, slot, root | FLAG);
    }

    /// Takes the timer out of its slot, or off the list of what is due.
    #[inline(always)]
    pub(super) fn take(&mut self, records: &mut [Record], index: u32) {
        let timer = get(records, index);
        let Record { next, previous, .. } = timer;
        if previous < FIRST && get(records, next).previous == index {
            set_next(records, previous, next);
            set_previous(records, next, previous);
        } else if let Some(slot) = self.arrays.slot_for(timer.expiry) {
            self.take_from_end(records, slot, (index, next, previous));
        }
    }

    /// The same for a timer, with its links, that is the first or the last of its slot, or both.
    #[inline(always)]
    fn take_from_end(
        &mut self,
        records: &mut [Record],
        slot: Slot,
        (index, next, previous): (u32, u32, u32),
    ) {
        if next == index {
            self.empty(records, slot);
        } else if previous < FIRST {
            set_next(records, previous, next);
            self.memory.set_head(records, slot, previous);
        } else {
            let last = self.memory.head(records, slot);
            set_next(records, last, next);
            set_previous(records, next, previous);
            if self.front.slot == slot {
                self.set_front(slot, next, get(records, next).expiry);
            }
        }
    }

    /// Takes the first timer out of the first busy slot. Returns it, and its tick.
    #[inline(always)]
    pub(super) fn take_first(&mut self, records: &mut [Record]) -> (u32, u64) {
        let (slot, first) = (self.front.slot, self.front.first);
        let timer = get(records, first);
        if timer.is_in_tree() {
            self.take_from_tree(records, first);
        } else {
            let links = (first, timer.next, timer.previous);
            self.take_from_end(records, slot, links);
        }
        (first, timer.expiry)
    }

    /// Takes the timer out of the tree of its slot.
    #[inline(never)]
    pub(super) fn take_from_tree(&mut self, records: &mut [Record], index: u32) {
        let Some(slot) = self.arrays.slot_for(get(records, index).expiry) else {
            return;
        };
        let next = if self.front.slot == slot && self.front.first == index {
            self.nodes.following(records, self.nodes.node_of(index))
        } else {
            NONE
        };
        let root = self.memory.head(records, slot) & !FLAG;
        let root = self.nodes.remove(records, root, index);
        if root == NONE {
            return self.empty(records, slot);
        }
        self.memory.set_head(records, slot, root | FLAG);
        if next != NONE {
            let tick = self.nodes.expiry(records, next);
            self.set_front(slot, self.nodes.timer(next), tick);
        }
    }

    /// The slot is the first busy one. Field by field, since the next to read them reads them so.
    #[inline(always)]
    fn set_front(&mut self, slot: Slot, first: u32, tick: u64) {
        self.front.slot = slot;
        self.front.first = first;
        self.front.tick = self.front_tick(slot, tick);
    }

    /// The tick that stands for the first busy slot, whose first timer has `tick`.
    #[inline(always)]
    pub(super) fn front_tick(&self, slot: Slot, tick: u64) -> u64 {
        match self.slots {
            Slots::Ordered => tick,
            Slots::Unordered => self.arrays.ticks_of(slot).0,
        }
    }

    /// The first busy slot, searched.
    pub(super) fn search_front(&self, records: &[Record]) -> Option<Slot> {
        let array = self.arrays.first_busy()?;
        self.memory.first_busy(records, array)
    }

    #[inline(always)]
    fn empty(&mut self, records: &mut [Record], slot: Slot) {
        self.arrays.emptied(slot);
        if self.front.slot != slot {
            return self.memory.clear(records, slot);
        }
        let next = self.memory.clear_first(records, slot);
        let Some(next) = next.or_else(|| self.search_front(records)) else {
            self.front = Front::NONE;
            return;
        };
        let first = self.first_of(records, next);
        self.set_front(next, first, get(records, first).expiry);
    }
}

#[inline(always)]
fn write(records: &mut [Record], index: u32, (expiry, next, previous): (u64, u32, u32)) {
    if let Some(record) = at_mut(records, index) {
        *record = Record {
            expiry,
            next,
            previous,
        };
    }
}
