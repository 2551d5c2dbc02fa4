//! The check of a FlexQueue.

use super::lists::{FIRST, FLAG, IN_SLOT};
use super::overflow::Overflow;
use super::{FlexQueue, Front, Slots};
use crate::InvariantError;
use crate::check::Check;
use crate::record::{IN_TREE, get};
use crate::tree::NONE;

impl FlexQueue {
    /// Whether every slot's list or tree is sound, and `holds` is true of its ticks.
    fn check_slots(
        &self,
        check: &mut Check<'_>,
        holds: impl Fn(u64) -> bool,
    ) -> Result<(), InvariantError> {
        let records = check.records();
        for slot in [0, 1]
            .into_iter()
            .flat_map(|array| self.memory.busy(records, array))
        {
            let head = self.memory.head(records, slot);
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
                let count = check.open_list((slot.position(), head), FIRST, &mut belongs)?;
                let length = check.found() - found;
                let (came, least) = (count & !FIRST, if counts { length - 1 } else { 0 });
                if !(least..=most).contains(&came) {
                    return Err(InvariantError::SummaryWrong);
                }
            } else {
                self.nodes.check(check, head & !FLAG, |timer, _| {
                    timer.previous == IN_SLOT && belongs(timer.expiry)
                })?;
            }
            check.occupied(found);
        }
        Ok(())
    }

    /// The same of the overflow, the bits and what is remembered.
    pub(super) fn check_all(&self, check: &mut Check<'_>) -> Result<(), InvariantError> {
        if !self.memory.bits_are_right(check.records()) {
            return Err(InvariantError::BusyBitsWrong);
        }
        let earliest = check.now().saturating_add(u64::from(!self.unfinished));
        let unordered = self.unfinished && self.slots == Slots::Unordered;
        self.check_slots(check, |tick| unordered || tick >= earliest)?;
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
        let knows_first = first == self.overflow.first
            && (first == NONE || self.nodes.expiry(records, first) == tick);
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
        {
            return Ok(());
        }
        Err(InvariantError::SummaryWrong)
    }
}
