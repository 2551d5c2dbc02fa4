//! Structures whose wheels a chip can turn.

use super::structure::{Structure, Visited};
use crate::record::Record;

/// A structure made of wheels that step as the chip's do: wheel 0 once a tick, wheel k + 1 once a turn of wheel k. Its
/// slots are counted through, wheel 0 first. Implemented by Schemes 4, 5, 6 and 7; a user needs it only as a bound.
pub trait Wheeled: Structure {
    /// Whether a slot can be [visited](Self::visit) at its tick by itself. The queue is then never advanced, and a
    /// timer waits on the list of [`slot_for`](Structure::slot_for), whatever the time.
    const VISITED: bool = false;

    /// Slots of wheel `wheel`; `None` if there is no such wheel.
    fn wheel_size(&self, wheel: u32) -> Option<u32>;

    /// Moves the timers of `slot`, or of all slots in the order of expiry, that are due at `tick` or before to the end
    /// of the list `due`, if [`VISITED`](Self::VISITED). The visit of a slot leaves after `most` timers.
    fn visit(&mut self, records: &mut [Record], due: u32, (slot, tick): (Option<u32>, u64), most: u64) -> Visited {
        let _ = (records, due, slot, tick, most);
        Visited::to_the_end(0)
    }

    /// Takes the timer out of `slot` if it is the only one and due at `tick` or before, if [`VISITED`](Self::VISITED):
    /// its record and its expiry. Otherwise changes nothing.
    fn take_single(&self, records: &mut [Record], slot: u32, tick: u64) -> Option<(u32, u64)> {
        let _ = (records, slot, tick);
        None
    }

    /// The first slot with timers from `from` on.
    fn next_busy(&self, records: &[Record], from: u32) -> Option<u32>;

    /// Whether a timer waits in `slot`, which exists.
    #[inline]
    fn is_busy(&self, records: &[Record], slot: u32) -> bool {
        self.next_busy(records, slot) == Some(slot)
    }

    /// The wheel of a slot, and which of its slots it is; `None` if there is no such slot.
    fn wheel_of(&self, slot: u32) -> Option<(u32, u32)> {
        let mut wheel = 0;
        let mut rest = slot;
        loop {
            let size = self.wheel_size(wheel)?;
            match rest.checked_sub(size) {
                None => return Some((wheel, rest)),
                Some(beyond) => rest = beyond,
            }
            wheel += 1;
        }
    }

    /// The reverse of [`wheel_of`](Self::wheel_of).
    fn slot_on(&self, wheel: u32, slot: u32) -> Option<u32> {
        let mut first: u32 = 0;
        for below in 0..wheel {
            first = first.checked_add(self.wheel_size(below)?)?;
        }
        first.checked_add(slot).filter(|_| self.wheel_size(wheel).is_some_and(|size| slot < size))
    }
}
