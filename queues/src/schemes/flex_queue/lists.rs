//! The lists of FlexQueue's slots, and the splits and trees that ordered ones become.
//!
//! A head is the last timer's record, where most timers go. The last timer on a list has the first one for its link to
//! the next; the first one has no link back, but how many timers have come onto the list behind it. So a head needs one
//! link only, and a list is never longer than a start may look at: its slot is split into narrower ones, and stays so
//! until it is empty (see [`Splits`](super::splits::Splits)). If no split is left, it becomes a tree, whose root is the
//! head. In slots of a single tick, and in unordered ones, there is nothing to search, and lists may have any length.

use super::memory::{Place, Slot};
use super::splits::{self, Span};
use super::{FlexQueue, Front, Slots};
use crate::record::{IN_TREE, Record, at_mut, get, set_next, set_previous};
use crate::schemes::parts::steps;
use crate::schemes::parts::tree::NONE;

/// In a head: it is not a list's.
pub(super) const FLAG: u32 = 1 << 31;

/// In a head that is not a list's: it is a split's, and not a tree's. No node has a number so high.
pub(super) const SPLIT: u32 = 1 << 30;

/// In a timer's link back: it is the first one on its list. No link and no mark of a tree has both bits.
pub(super) const FIRST: u32 = 3 << 30;

/// The mark of timers in the trees of slots.
pub(super) const IN_SLOT: u32 = IN_TREE + 1;

/// The split that a head is of, if it is one's.
#[inline(always)]
pub(super) const fn split_of(head: u32) -> Option<u32> {
    if head & (FLAG | SPLIT) == FLAG | SPLIT { Some(head & !(FLAG | SPLIT)) } else { None }
}

/// A slot with a list or a tree: one of an array, or of a split.
#[derive(Debug, Clone, Copy)]
struct Leaf {
    /// That of the array.
    slot: Slot,
    place: Place,
    /// The split that it is of, or none, and its number there.
    split: (u32, u32),
}

impl FlexQueue {
    /// The first timer of a busy slot.
    #[inline(always)]
    pub(super) fn first_of(&self, records: &[Record], slot: Slot) -> u32 {
        let head = self.memory.head(records, slot);
        if head & FLAG == 0 {
            return get(records, head).next;
        }
        self.first_below(records, head)
    }

    /// The first timer of a slot that has been split or is a tree, by its head.
    #[inline(never)]
    fn first_below(&self, records: &[Record], mut head: u32) -> u32 {
        while let Some(split) = split_of(head) {
            steps::count();
            let first = self.splits.busy(records, split).trailing_zeros();
            head = self.splits.place(split, first).head(records);
        }
        if head & FLAG == 0 {
            return get(records, head).next;
        }
        self.nodes.timer(self.nodes.leftmost(records, head & !FLAG))
    }

    /// The list or tree of a busy slot to which a timer for `tick` belongs that is there.
    #[inline(always)]
    fn leaf(&self, records: &[Record], slot: Slot, tick: u64) -> Leaf {
        let place = self.memory.place(slot);
        let split = (splits::NONE, 0);
        let leaf = Leaf { slot, place, split };
        if split_of(place.head(records)).is_none() {
            return leaf;
        }
        self.leaf_below(records, leaf, tick)
    }

    /// The list or tree to which a timer for `tick` belongs, in a slot that has been split.
    #[inline(never)]
    fn leaf_below(&self, records: &[Record], mut leaf: Leaf, tick: u64) -> Leaf {
        let mut span = self.arrays.span_of(leaf.slot);
        while let Some(split) = split_of(leaf.place.head(records)) {
            steps::count();
            let (part, narrower) = span.part(tick);
            (leaf.split, span) = ((split, part), narrower);
            leaf.place = self.splits.place(split, part);
        }
        leaf
    }

    /// Puts the timer into its place in the slot.
    #[inline(always)]
    pub(super) fn put(&mut self, records: &mut [Record], slot: Slot, index: u32, tick: u64) {
        let was_busy = self.memory.set(records, slot);
        self.arrays.filled(slot, tick, !was_busy);
        if tick < self.front.tick || !self.front.is_some() {
            self.set_front(slot, index, tick);
        }
        let place = self.memory.place(slot);
        if !was_busy {
            return put_alone(records, place, index, tick);
        }
        let searches = self.slots == Slots::Ordered && !self.arrays.is_single_tick(slot);
        if !self.put_onto_list(records, (place, searches), index, tick) {
            self.put_below(records, slot, index, tick);
        }
    }

    /// Puts the timer into the slot, which has a full list, has been split, or is a tree.
    #[inline(never)]
    fn put_below(&mut self, records: &mut [Record], slot: Slot, index: u32, tick: u64) {
        let mut place = self.memory.place(slot);
        let mut span = self.arrays.span_of(slot);
        let mut above = (splits::NONE, 0);
        loop {
            let head = place.head(records);
            let split = if head & FLAG == 0 { self.split_up(records, (place, span), above) } else { split_of(head) };
            let Some(split) = split else {
                let root = place.head(records) & !FLAG;
                let root = self.nodes.insert(records, root, (index, tick, IN_SLOT));
                return place.set_head(records, root | FLAG);
            };
            steps::count();
            let (part, narrower) = span.part(tick);
            (above, span) = ((split, part), narrower);
            place = self.splits.place(split, part);
            if !self.splits.set(records, split, part) {
                return put_alone(records, place, index, tick);
            }
            let searches = !span.is_single_tick();
            if self.put_onto_list(records, (place, searches), index, tick) {
                return;
            }
        }
    }

    /// Searches from the rear. False, and nothing done, if it is not a list, or a full one.
    #[inline(always)]
    fn put_onto_list(&self, records: &mut [Record], (place, searches): (Place, bool), index: u32, tick: u64) -> bool {
        let last = place.head(records);
        if last & FLAG != 0 {
            return false;
        }
        let end = get(records, last);
        let first = end.next;
        let (mut at, mut after) = (last, first);
        if searches {
            let count = get(records, first).previous;
            if count & !FIRST >= self.most_searched {
                return false;
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
                    return true;
                }
                steps::count();
                other = get(records, at);
            }
        }
        write(records, index, (tick, after, at));
        set_next(records, at, index);
        if at == last {
            place.set_head(records, index);
        } else {
            set_previous(records, after, index);
        }
        true
    }

    /// The list, which is no longer than a start may look at, is dealt out to the slots of a split, which it returns;
    /// or becomes a tree, if no split is left. `above` is the split and its slot that the list is of.
    #[cold]
    #[inline(never)]
    fn split_up(&mut self, records: &mut [Record], (place, span): (Place, Span), above: (u32, u32)) -> Option<u32> {
        let last = place.head(records);
        let mut at = get(records, last).next;
        let taken = self.splits.take(records, above);
        let Some(split) = taken else {
            let mut root = NONE;
            loop {
                let Record { expiry, next, .. } = get(records, at);
                root = self.nodes.insert(records, root, (at, expiry, IN_SLOT));
                if at == last {
                    break;
                }
                at = next;
            }
            place.set_head(records, root | FLAG);
            return None;
        };
        place.set_head(records, split | FLAG | SPLIT);
        // The list is in order, and so are its parts: each is a piece of it.
        loop {
            let (first, (part, narrower)) = (at, span.part(get(records, at).expiry));
            let (mut end, mut came) = (at, FIRST);
            loop {
                steps::count();
                at = get(records, end).next;
                if end == last || span.part(get(records, at).expiry).0 != part {
                    break;
                }
                (end, came) = (at, came + 1);
            }
            self.splits.set(records, split, part);
            self.splits.place(split, part).set_head(records, end);
            set_next(records, end, first);
            let searches = !narrower.is_single_tick();
            set_previous(records, first, if searches { came } else { FIRST });
            if end == last {
                return Some(split);
            }
        }
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
            self.take_from_end(records, slot, (index, timer));
        }
    }

    /// Takes out a timer that is the first or the last of its slot, or both.
    #[inline(always)]
    fn take_from_end(&mut self, records: &mut [Record], slot: Slot, (index, timer): (u32, Record)) {
        let leaf = self.leaf(records, slot, timer.expiry);
        let Record { next, previous, .. } = timer;
        if next == index {
            self.empty(records, leaf, index);
        } else if previous < FIRST {
            set_next(records, previous, next);
            leaf.place.set_head(records, previous);
        } else {
            let last = leaf.place.head(records);
            set_next(records, last, next);
            set_previous(records, next, previous);
            if self.is_front(leaf, index) {
                self.set_front(slot, next, get(records, next).expiry);
            }
        }
    }

    /// Whether the first timer of the slot's list is the first of all.
    #[inline(always)]
    fn is_front(&self, leaf: Leaf, index: u32) -> bool {
        self.front.slot == leaf.slot && (leaf.split.0 == splits::NONE || self.front.first == index)
    }

    /// Takes the first timer out of the first busy slot. Returns it, and its tick.
    #[inline(always)]
    pub(super) fn take_first(&mut self, records: &mut [Record]) -> (u32, u64) {
        let (slot, first) = (self.front.slot, self.front.first);
        let timer = get(records, first);
        if timer.is_in_tree() {
            self.take_from_tree(records, first);
        } else {
            self.take_from_end(records, slot, (first, timer));
        }
        (first, timer.expiry)
    }

    /// Takes the timer out of the tree of its slot.
    #[inline(never)]
    pub(super) fn take_from_tree(&mut self, records: &mut [Record], index: u32) {
        let tick = get(records, index).expiry;
        let Some(slot) = self.arrays.slot_for(tick) else {
            return;
        };
        let leaf = self.leaf(records, slot, tick);
        let next = if self.front.slot == slot && self.front.first == index {
            self.nodes.following(records, self.nodes.node_of(index))
        } else {
            NONE
        };
        let root = leaf.place.head(records) & !FLAG;
        let root = self.nodes.remove(records, root, index);
        if root == NONE {
            return self.empty(records, leaf, index);
        }
        leaf.place.set_head(records, root | FLAG);
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

    /// The list or tree has become empty by taking out `index`.
    #[inline(always)]
    fn empty(&mut self, records: &mut [Record], leaf: Leaf, index: u32) {
        let slot = leaf.slot;
        if leaf.split.0 != splits::NONE && !self.empty_below(records, leaf, index) {
            return;
        }
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

    /// A list or tree of a split has become empty. Returns whether the array's slot is empty.
    #[inline(never)]
    fn empty_below(&mut self, records: &mut [Record], leaf: Leaf, index: u32) -> bool {
        let (mut split, mut part) = leaf.split;
        while split != splits::NONE {
            steps::count();
            let Some(above) = self.splits.clear(records, split, part) else {
                if self.front.first == index {
                    let first = self.first_of(records, leaf.slot);
                    self.set_front(leaf.slot, first, get(records, first).expiry);
                }
                return false;
            };
            (split, part) = above;
        }
        true
    }
}

/// The timer is the only one of its slot.
#[inline(always)]
fn put_alone(records: &mut [Record], place: Place, index: u32, tick: u64) {
    place.set_head(records, index);
    write(records, index, (tick, index, FIRST));
}

#[inline(always)]
fn write(records: &mut [Record], index: u32, (expiry, next, previous): (u64, u32, u32)) {
    if let Some(record) = at_mut(records, index) {
        *record = Record { expiry, next, previous };
    }
}
