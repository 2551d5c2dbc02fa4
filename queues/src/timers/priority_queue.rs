//! Queues that give their earliest timer whatever the time, as a priority queue does.

use super::Timers;
use crate::Handle;
use crate::memory::{Memory, Record};
use crate::record::get;
use crate::schemes::BasicWheel;
#[cfg(feature = "paper")]
use crate::{Expired, FlexQueue, schemes::Slots};

impl<T, M: Memory<T, Records = [Record]>> Timers<BasicWheel, T, M> {
    /// The timer that is handed out next. If time stands still and each timer is stopped when it is taken, the timers
    /// form a priority queue of numbers up to MaxInterval after now, in any order (section IX of the paper, without its
    /// monotonicity). Constant time.
    pub fn first(&self) -> Option<Handle> {
        let (records, waiting) = (self.memory.records(), &self.waiting);
        let list = if waiting.has_due(records) { waiting.due() } else { waiting.structure.next(records)?.0 };
        self.handle_of(get(records, list).next - waiting.first)
    }
}

#[cfg(feature = "paper")]
impl<T, M: Memory<T, Records = [Record]>> Timers<FlexQueue, T, M> {
    /// The thesis's `DeleteMin`: takes the earliest timer out, whatever the time, which goes on to its tick. With
    /// unordered slots time goes on to the end of the first slot, and the timers of that slot come in the order of
    /// starting.
    pub fn delete_min(&mut self) -> Option<Expired<T>> {
        if self.waiting.has_due(self.memory.records()) {
            return self.next_expired();
        }
        if self.waiting.structure.slots == Slots::Unordered {
            let next = self.next_expiry()?;
            let to = self.waiting.structure.batch_end(next);
            self.advance(to);
            return self.next_expired();
        }
        let records = self.memory.parts().0;
        let (record, due) = self.waiting.structure.take_earliest(records)?;
        let reported = self.waiting.now.max(due);
        self.waiting.now = reported;
        self.waiting.earliest.reached(reported);
        self.waiting.examined += 1;
        self.expire(record, due, reported)
    }
}
