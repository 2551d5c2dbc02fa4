//! The lists of FlexQueue's slots, and the trees that ordered ones become.
//!
//! A head is the first timer's record. On a list the first timer has the last one for its link back; the last one has
//! no next, but how many timers have come onto the list behind the first. So the list has no head to go back to, which would take 12
//! bytes more for a slot, and is never longer than a start may look at. In a tree, whose head says so, the first timer
//! is found at once, and the root from there.

use core::iter::successors;

use super::memory::EMPTY;
use super::{Flex, Front, Slots};
use crate::InvariantError;
use crate::check::Check;
use crate::record::{IN_TREE, Record, at_mut, get, set_next, set_previous};
use crate::steps;
use crate::tree::NONE;

/// In a head: the timers are in a tree. In a timer's link to the next: it is the last one on its list.
const FLAG: u32 = 1 << 31;

/// The mark of timers in the trees of slots.
pub(super) const IN_SLOT: u32 = IN_TREE + 1;

impl Flex {
    /// The first timer of a busy slot.
    #[inline(always)]
    pub(super) fn first_of(&self, records: &[Record], slot: u32) -> u32 {
        self.memory.head(records, slot) & !FLAG
    }

    /// Puts the timer into its place in the slot.
    #[inline(always)]
    pub(super) fn put(&mut self, records: &mut [Record], slot: u32, index: u32, tick: u64) {
        let head = self.memory.head(records, slot);
        let is_empty = head == EMPTY;
        self.arrays.filled(slot, tick, is_empty);
        if tick < self.front.tick || self.front.slot == EMPTY {
            self.front = self.front_at(slot, index, tick);
        }
        if is_empty {
            self.memory.set_head(records, slot, index);
            self.memory.mark(records, slot, true);
            write(records, index, (tick, FLAG, index));
        } else if head & FLAG != 0 {
            self.put_into_tree(records, slot, index, tick);
        } else {
            self.put_onto_list(records, (slot, head), index, tick);
        }
    }

    /// Searches from the rear.
    #[inline(always)]
    fn put_onto_list(
        &mut self,
        records: &mut [Record],
        (slot, first): (u32, u32),
        index: u32,
        tick: u64,
    ) {
        let last = get(records, first).previous;
        let end = get(records, last);
        let most = self.most_searched;
        if self.slots == Slots::Unordered || self.arrays.is_single_tick(slot) {
            write(records, index, (tick, FLAG, last));
            set_next(records, last, index);
            set_previous(records, first, index);
            return;
        }
        let count = end.next;
        if count & !FLAG >= most {
            return self.make_tree(records, slot, index, tick);
        }
        if end.expiry <= tick {
            write(records, index, (tick, count + 1, last));
            set_next(records, last, index);
            set_previous(records, first, index);
            return;
        }
        set_next(records, last, count + 1);
        let (mut at, mut after) = (end.previous, last);
        steps::count();
        loop {
            if after == first {
                write(records, index, (tick, first, last));
                self.memory.set_head(records, slot, index);
                break;
            }
            steps::count();
            let other = get(records, at);
            if other.expiry <= tick {
                write(records, index, (tick, after, at));
                set_next(records, at, index);
                break;
            }
            (at, after) = (other.previous, at);
        }
        set_previous(records, after, index);
    }

    /// The list, which is no longer than a start may look at, becomes a tree.
    #[cold]
    #[inline(never)]
    fn make_tree(&mut self, records: &mut [Record], slot: u32, index: u32, tick: u64) {
        let first = self.first_of(records, slot);
        let (mut at, mut root) = (first, NONE);
        while at & FLAG == 0 {
            let Record { expiry, next, .. } = get(records, at);
            root = self.nodes.insert(records, root, (at, expiry, IN_SLOT));
            at = next;
        }
        self.memory.set_head(records, slot, first | FLAG);
        self.put_into_tree(records, slot, index, tick);
    }

    #[cold]
    #[inline(never)]
    fn put_into_tree(&mut self, records: &mut [Record], slot: u32, index: u32, tick: u64) {
        let first = self.first_of(records, slot);
        let root = self.nodes.root_of(records, self.nodes.node_of(first));
        self.nodes.insert(records, root, (index, tick, IN_SLOT));
        if tick < get(records, first).expiry {
            self.memory.set_head(records, slot, index | FLAG);
        }
    }

    /// Takes the timer out of its slot, or off the list of what is due.
    #[inline(always)]
    pub(super) fn take(&mut self, records: &mut [Record], index: u32) {
        let timer = get(records, index);
        let Record { next, previous, .. } = timer;
        let before = get(records, previous).next;
        if next & FLAG == 0 && before == index {
            set_next(records, previous, next);
            set_previous(records, next, previous);
            return;
        }
        if let Some(slot) = self.arrays.slot_for(timer.expiry) {
            self.take_from_end(records, slot, (index, next, previous));
        }
    }

    /// The same for a timer, with its links, that is the first or the last of its slot, or both.
    #[inline(always)]
    fn take_from_end(
        &mut self,
        records: &mut [Record],
        slot: u32,
        (index, next, previous): (u32, u32, u32),
    ) {
        if next & FLAG == 0 {
            self.lead(records, slot, next);
            set_previous(records, next, previous);
        } else if previous == index {
            self.empty(records, slot);
        } else {
            set_next(records, previous, next);
            let first = self.memory.head(records, slot);
            set_previous(records, first, previous);
        }
    }

    /// Takes the first timer out of the first busy slot. Returns it, and its tick.
    #[inline(always)]
    pub(super) fn take_first(&mut self, records: &mut [Record]) -> (u32, u64) {
        let Front { slot, first, .. } = self.front;
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
    #[cold]
    #[inline(never)]
    pub(super) fn take_from_tree(&mut self, records: &mut [Record], index: u32) {
        let Some(slot) = self.arrays.slot_for(get(records, index).expiry) else {
            return;
        };
        if self.first_of(records, slot) == index {
            match self.nodes.following(records, self.nodes.node_of(index)) {
                NONE => self.empty(records, slot),
                next => {
                    let next = self.nodes.timer(next);
                    self.lead(records, slot, next | FLAG);
                }
            }
        }
        self.nodes.remove(records, NONE, index);
    }

    /// What is remembered if the slot is the first busy one.
    #[inline(always)]
    fn front_at(&self, slot: u32, first: u32, tick: u64) -> Front {
        let tick = match self.slots {
            Slots::Ordered => tick,
            Slots::Unordered => self.arrays.ticks_of(slot).0,
        };
        Front { tick, slot, first }
    }

    /// The first busy slot, searched.
    #[inline(always)]
    pub(super) fn search_front(&self, records: &[Record]) -> Front {
        let from = self.arrays.search_from();
        let slot = from.and_then(|from| self.memory.next_busy(records, from));
        slot.map_or(Front::NONE, |slot| {
            let first = self.first_of(records, slot);
            self.front_at(slot, first, get(records, first).expiry)
        })
    }

    /// The timer `next` is now the first of the slot.
    #[inline(always)]
    fn lead(&mut self, records: &mut [Record], slot: u32, next: u32) {
        self.memory.set_head(records, slot, next);
        if self.front.slot == slot {
            let first = next & !FLAG;
            self.front = self.front_at(slot, first, get(records, first).expiry);
        }
    }

    #[inline(always)]
    fn empty(&mut self, records: &mut [Record], slot: u32) {
        self.memory.set_head(records, slot, EMPTY);
        self.memory.mark(records, slot, false);
        self.arrays.emptied(slot);
        if self.front.slot == slot {
            self.front = self.search_front(records);
        }
    }

    /// The earliest tick of an unordered slot. Looks at all its timers.
    pub(super) fn earliest_of(&self, records: &[Record], slot: u32) -> Option<u64> {
        let on_list = |&at: &u32| Some(get(records, at).next).filter(|next| next & FLAG == 0);
        let timers = successors(Some(self.first_of(records, slot)), on_list);
        timers.map(|at| get(records, at).expiry).min()
    }

    /// Calls `hand_over` for each timer of an unordered slot, which may take it out.
    pub(super) fn for_each_of(
        &mut self,
        records: &mut [Record],
        slot: u32,
        mut hand_over: impl FnMut(&mut Self, &mut [Record], u32, u64),
    ) {
        let mut index = self.first_of(records, slot);
        while index & FLAG == 0 {
            let Record { expiry, next, .. } = get(records, index);
            hand_over(self, records, index, expiry);
            index = next;
        }
    }

    /// Whether every slot's list or tree is sound, and `holds` is true of its ticks.
    pub(super) fn check_slots(
        &self,
        check: &mut Check<'_>,
        holds: impl Fn(u64) -> bool,
    ) -> Result<(), InvariantError> {
        let records = check.records();
        for slot in 0..2 * self.memory.size() {
            let head = self.memory.head(records, slot);
            if head == EMPTY {
                continue;
            }
            let found = check.found();
            let mut before = 0;
            let mut belongs = |tick: u64| {
                let in_order = tick >= before || self.slots == Slots::Unordered;
                before = tick;
                holds(tick) && in_order && self.arrays.slot_for(tick) == Some(slot)
            };
            if head & FLAG == 0 {
                let counts = !self.arrays.is_single_tick(slot) && self.slots == Slots::Ordered;
                let most = if counts { self.most_searched } else { 0 };
                let end = check.open_list((slot, head), FLAG, &mut belongs)?;
                let length = check.found() - found;
                let (came, least) = (end & !FLAG, if counts { length - 1 } else { 0 });
                if !(least..=most).contains(&came) {
                    return Err(InvariantError::SummaryWrong);
                }
            } else {
                let first = head & !FLAG;
                let mut next = first;
                let root = self.nodes.checked_root_of(records, first)?;
                self.nodes.check(check, root, |timer, at| {
                    let is_first = next == first || next == EMPTY;
                    let leads = next == EMPTY || self.nodes.timer(at) == next;
                    next = EMPTY;
                    is_first && leads && timer.previous == IN_SLOT && belongs(timer.expiry)
                })?;
            }
            check.occupied(found);
        }
        Ok(())
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
