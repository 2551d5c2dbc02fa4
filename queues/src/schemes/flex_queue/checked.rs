//! The check of a FlexQueue.

use super::lists::{FIRST, FLAG, IN_SLOT, split_of};
use super::overflow::Overflow;
use super::{FlexQueue, Front, Slot, Slots, Span, splits};
use crate::InvariantError;
use crate::diagnostics::check::Check;
use crate::record::{IN_TREE, get};
use crate::schemes::parts::tree::NONE;

/// A slot of an array, and what is there.
struct Found<'belongs> {
    slot: Slot,
    /// Splits so far.
    splits: u32,
    belongs: &'belongs mut dyn FnMut(u64) -> bool,
}

impl FlexQueue {
    /// Whether every slot's list, split or tree is sound, and `holds` is true of its ticks. Returns how many splits
    /// there are.
    fn check_slots(&self, check: &mut Check<'_>, holds: impl Fn(u64) -> bool) -> Result<u32, InvariantError> {
        let records = check.records();
        let mut splits = 0;
        for slot in [0, 1].into_iter().flat_map(|array| self.memory.busy(records, array)) {
            let mut before = 0;
            let mut belongs = |tick: u64| {
                let in_order = tick >= before || self.slots == Slots::Unordered;
                before = tick;
                holds(tick) && in_order && self.arrays.slot_for(tick) == Some(slot)
            };
            let mut found = Found { slot, splits, belongs: &mut belongs };
            let head = self.memory.head(records, slot);
            let span = self.arrays.span_of(slot);
            self.check_slot(check, (head, span), (splits::NONE, 0), &mut found)?;
            splits = found.splits;
        }
        Ok(splits)
    }

    /// Whether the list, split or tree of one slot is sound; the slot is of an array, or of the split and its slot
    /// `above`.
    fn check_slot(
        &self,
        check: &mut Check<'_>,
        (head, span): (u32, Span),
        above: (u32, u32),
        found: &mut Found<'_>,
    ) -> Result<(), InvariantError> {
        let records = check.records();
        let before = check.found();
        let position = found.slot.position();
        let within = |tick: u64| tick.wrapping_sub(span.begin) < span.width.get();
        let Some(split) = split_of(head) else {
            let mut belongs = |tick: u64| (found.belongs)(tick) && within(tick);
            if head & FLAG == 0 {
                let counts = !span.is_single_tick() && self.slots == Slots::Ordered;
                let most = if counts { self.most_searched } else { 0 };
                let count = check.open_list((position, head), FIRST, &mut belongs)?;
                let length = check.found() - before;
                let (came, least) = (count & !FIRST, if counts { length - 1 } else { 0 });
                if !(least..=most).contains(&came) {
                    return Err(InvariantError::SummaryWrong);
                }
            } else {
                self.nodes.check(check, head & !FLAG, |timer, _| timer.previous == IN_SLOT && belongs(timer.expiry))?;
            }
            check.occupied(before);
            return Ok(());
        };
        if !self.splits.has(split) || self.splits.parent(records, split) != above {
            return Err(InvariantError::LinkOutOfRange { index: split });
        }
        found.splits += 1;
        let mut busy = self.splits.busy(records, split);
        if busy == 0 {
            return Err(InvariantError::BusyBitsWrong);
        }
        while busy != 0 {
            let part = busy.trailing_zeros();
            busy &= busy - 1;
            let head = self.splits.place(split, part).head(records);
            let narrower = span.parts(part);
            self.check_slot(check, (head, narrower), (split, part), found)?;
        }
        Ok(())
    }

    /// Whether the slots, the overflow, the bits and what is remembered are sound.
    pub(super) fn check_all(&self, check: &mut Check<'_>) -> Result<(), InvariantError> {
        if !self.memory.bits_are_right(check.records()) {
            return Err(InvariantError::BusyBitsWrong);
        }
        let earliest = check.now().saturating_add(u64::from(!self.unfinished));
        let unordered = self.unfinished && self.slots == Slots::Unordered;
        let splits = self.check_slots(check, |tick| unordered || tick >= earliest)?;
        let found = check.found();
        let mut before = earliest;
        let mut first = NONE;
        self.nodes.check(check, self.overflow.root, |timer, at| {
            if first == NONE {
                first = at;
            }
            let in_order = timer.expiry >= before;
            before = timer.expiry;
            in_order && timer.previous == IN_TREE
        })?;
        let records = check.records();
        let busy = [0, 1].map(|array| self.memory.busy(records, array).count() as u32);
        let Overflow { tick, timers, .. } = self.overflow;
        let knows_first = first == self.overflow.first && (first == NONE || self.nodes.expiry(records, first) == tick);
        let knows_front = match self.search_front(records) {
            None => self.front == Front::NONE,
            Some(slot) => {
                let first = self.first_of(records, slot);
                let tick = get(records, first).expiry;
                let same = self.slots == Slots::Unordered || self.front.first == first;
                self.front.slot == slot && same && self.front.tick == self.front_tick(slot, tick)
            }
        };
        if knows_first
            && knows_front
            && timers == check.found() - found
            && self.arrays.agree_with(busy)
            && self.splits.agree_with(records, splits)
        {
            return Ok(());
        }
        Err(InvariantError::SummaryWrong)
    }
}
