//! Which slot each timer waits in, for programs that display a queue.

use crate::Handle;
use crate::memory::{Memory, Record};
use crate::record::{get, on_list};
use crate::schemes::structure::Structure;
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

impl<S: Structure, T, M: Memory<T, Records = [Record]>> Timers<S, T, M> {
    /// Calls `look` for every outstanding timer of a structure that keeps its timers in slots; those of one slot come
    /// one after the other, the first one first. Timers in a heap do not come. Takes time in proportion to slots and
    /// timers.
    pub fn for_each_in_slots<'queue>(&'queue self, mut look: impl FnMut(InSlot<'queue, T>)) {
        let (records, items) = (self.memory.records(), self.memory.items());
        let due = self.waiting.due();
        for head in (0..self.waiting.structure.slots()).chain([due]) {
            let mut record = get(records, head).next;
            while let Some(timer) = on_list(records, record, head) {
                // A record that is no timer's marks a visit that was left.
                let index = record.wrapping_sub(self.waiting.first);
                if record < self.waiting.first {
                    record = timer.next;
                    continue;
                }
                let item = usize::try_from(index).ok().and_then(|index| items.get(index)?.as_ref());
                let (Some(handle), Some(item)) = (self.handle_of(index), item) else {
                    break;
                };
                look(InSlot { slot: (head != due).then_some(head), handle, item, due: timer.expiry });
                record = timer.next;
            }
        }
    }
}
