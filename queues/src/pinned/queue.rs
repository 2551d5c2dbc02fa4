//! The pinned wheel as any other queue: a reference to it is one. Its timers are started and stopped where they lie.

use super::{PinnedExpired, PinnedSlots, PinnedWheel, Sharing};
use crate::Progress;
use crate::advance::{Advance, Expirations};
use crate::diagnostics::{Diagnostics, Guarantees, InvariantError};

impl<T, Sectors: PinnedSlots<T>, S: Sharing> Advance for &PinnedWheel<T, Sectors, S> {
    type Expired = PinnedExpired<T>;

    fn now(&self) -> u64 {
        PinnedWheel::now(self)
    }

    fn outstanding(&self) -> u32 {
        u32::try_from(PinnedWheel::outstanding(self)).unwrap_or(u32::MAX)
    }

    fn next_expiry(&self) -> Option<u64> {
        PinnedWheel::next_expiry(self)
    }

    /// Constant time, so one step is enough.
    fn advance_within(&mut self, to: u64, _: u64) -> Progress {
        self.with(|wheel| wheel.advance(to));
        Progress::Reached
    }

    /// Not in constant time: as [`PinnedWheel::next_expired`] says.
    fn next_expired(&mut self) -> Option<PinnedExpired<T>> {
        PinnedWheel::next_expired(self)
    }
}

impl<T, Sectors: PinnedSlots<T>, S: Sharing> Iterator for Expirations<&PinnedWheel<T, Sectors, S>> {
    type Item = PinnedExpired<T>;

    fn next(&mut self) -> Option<PinnedExpired<T>> {
        self.left = self.left.checked_sub(1)?;
        self.queue.next_expired()
    }
}

impl<T, Sectors: PinnedSlots<T>, S: Sharing> Diagnostics for &PinnedWheel<T, Sectors, S> {
    /// Not bounded: one timer may cost a look at all others of its slot.
    fn guarantees(&self) -> Guarantees {
        Guarantees::UNBOUNDED
    }

    fn examined(&self) -> u64 {
        PinnedWheel::examined(self)
    }

    /// Timers stay in their slots.
    fn migrated(&self) -> u64 {
        0
    }

    fn check_invariants(&self) -> Result<(), InvariantError> {
        PinnedWheel::check_invariants(self)
    }
}
