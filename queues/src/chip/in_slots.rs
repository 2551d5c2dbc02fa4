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
