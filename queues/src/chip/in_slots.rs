//! Which slot each timer waits in, for those who show a queue.

use crate::Handle;
use crate::list::{DUE, entry, is_outer, list_number};
use crate::slab::Entry;
use crate::structure::Structure;
use crate::timers::Timers;

/// One timer and where it waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InSlot<'queue, T> {
    /// Its slot, those of all wheels counted through; `None` if it is due and not yet handed out.
    pub slot: Option<u32>,
    /// Its handle.
    pub handle: Handle,
    /// What was given to its start.
    pub item: &'queue T,
    /// The tick at which it is due.
    pub due: u64,
}

impl<T, S, Entries> Timers<T, S, Entries>
where
    S: Structure,
    Entries: AsRef<[Entry<T>]> + AsMut<[Entry<T>]>,
{
    /// Calls `look` for every outstanding timer of a structure that keeps its timers in slots; those of one slot come one
    /// after the other, the last one first. Timers in a heap do not come. Takes time in proportion to the capacity.
    pub fn for_each_in_slots<'queue>(&'queue self, mut look: impl FnMut(InSlot<'queue, T>)) {
        let entries = self.slab.entries();
        for (last, index) in entries.iter().zip(0..) {
            // The last one of a list knows the list, and leads to the others.
            if last.is_free() || !is_outer(last.next) {
                continue;
            }
            let number = list_number(last.next);
            let mut index = index;
            while let Some(waiting) = entry(entries, index) {
                let (Some(handle), Some(item)) = (self.slab.handle_of(index), waiting.item())
                else {
                    break;
                };
                look(InSlot {
                    slot: (number != DUE).then_some(number),
                    handle,
                    item,
                    due: waiting.expiry,
                });
                index = waiting.previous;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use crate::{Entry, List, Scheme6, Scheme7, Sector, Sizes, TimerQueue};
    use std::vec;
    use std::vec::Vec;

    #[test]
    fn in_slots_scheme_6_every_timer_is_in_the_slot_of_its_remainder() {
        let mut timers = Scheme6::new([List::EMPTY; 8], vec![Entry::VACANT; 40]).expect("a queue");
        let handles: Vec<_> = (1..=30)
            .map(|interval| timers.start(interval, interval).expect("started"))
            .collect();
        for handle in handles.iter().step_by(3) {
            timers.stop(*handle).expect("stopped");
        }
        timers.advance(4).expect("forwards");
        let mut found = Vec::new();
        timers.for_each_in_slots(|timer| {
            assert_eq!(timers.expiry(timer.handle), Some(timer.due));
            assert_eq!(*timer.item, timer.due);
            if timer.due <= 4 {
                assert_eq!(timer.slot, None);
            } else {
                assert_eq!(timer.slot.map(u64::from), Some(timer.due % 8));
            }
            found.push(timer.due);
        });
        found.sort_unstable();
        let expected: Vec<u64> = (1..=30).filter(|due| due % 3 != 1).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn in_slots_scheme_7_timer_moves_down_the_wheels() {
        let sizes = Sizes::new([8, 8]);
        let mut timers =
            Scheme7::new(sizes, [Sector::EMPTY; 1], vec![Entry::VACANT; 4]).expect("a queue");
        timers.start(19, ()).expect("started");
        let slot = |timers: &Scheme7<(), Sizes<2>, [Sector; 1], Vec<Entry<()>>>| {
            let mut slots = Vec::new();
            timers.for_each_in_slots(|timer| slots.push(timer.slot));
            slots
        };
        assert_eq!(slot(&timers), [Some(8 + 2)]);
        timers.advance(16).expect("forwards");
        assert_eq!(slot(&timers), [Some(3)]);
        timers.advance(19).expect("forwards");
        assert_eq!(slot(&timers), [None]);
    }
}
