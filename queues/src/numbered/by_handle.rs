//! Numbered timers for those who expect handles.

use core::num::NonZeroU32;

use super::NumberedQueue;
use crate::advance::Advance;
use crate::diagnostics::{Diagnostics, Guarantees, InvariantError};
use crate::{Expired, Handle, Progress, Refused, RestartError, TimerQueue};

/// A [`NumberedQueue`] as a [`TimerQueue`]: an item is a timer's number, and so is its handle's index. The generation
/// is always 1, so a handle names whatever timer of its number is outstanding.
#[derive(Debug, Clone)]
pub struct ByHandle<Q>(pub Q);

/// The handle of timer `number`: always the same.
#[inline(always)]
const fn handle(number: u32) -> Handle {
    Handle::new(number, NonZeroU32::MIN)
}

impl<Q: NumberedQueue> Advance for ByHandle<Q> {
    type Expired = Expired<u32>;

    fn now(&self) -> u64 {
        self.0.now()
    }

    fn outstanding(&self) -> u32 {
        self.0.outstanding()
    }

    fn next_expiry(&self) -> Option<u64> {
        self.0.next_expiry()
    }

    fn advance_within(&mut self, to: u64, steps: u64) -> Progress {
        self.0.advance_within(to, steps)
    }

    fn next_expired(&mut self) -> Option<Expired<u32>> {
        let expired = self.0.next_expired()?;
        Some(Expired { handle: handle(expired.number), item: expired.number, due: expired.due, reported: expired.due })
    }
}

impl<Q: NumberedQueue> TimerQueue for ByHandle<Q> {
    type Item = u32;

    fn capacity(&self) -> usize {
        self.0.numbers() as usize
    }

    /// Always `false`: a number that is outstanding can be started again.
    fn is_full(&self) -> bool {
        false
    }

    fn longest_interval(&self) -> u64 {
        self.0.longest_interval()
    }

    fn start_at(&mut self, expiry: u64, number: u32) -> Result<Handle, Refused<u32>> {
        match self.0.start_at(number, expiry) {
            Ok(()) => Ok(handle(number)),
            Err(error) => Err(error.with(number)),
        }
    }

    fn stop(&mut self, handle: Handle) -> Option<u32> {
        self.0.stop(handle.index()).then_some(handle.index())
    }

    fn restart_at(&mut self, handle: Handle, expiry: u64) -> Result<(), RestartError> {
        if self.0.expiry(handle.index()).is_none() {
            return Err(RestartError::NotOutstanding);
        }
        Ok(self.0.start_at(handle.index(), expiry)?)
    }

    fn expiry(&self, handle: Handle) -> Option<u64> {
        self.0.expiry(handle.index())
    }

    fn last_due(&self, before: Option<Handle>) -> Option<Handle> {
        let before = before.map(Handle::index);
        self.0.last_due(before).map(handle)
    }
}

impl<Q: Diagnostics> Diagnostics for ByHandle<Q> {
    fn guarantees(&self) -> Guarantees {
        self.0.guarantees()
    }

    fn examined(&self) -> u64 {
        self.0.examined()
    }

    fn migrated(&self) -> u64 {
        self.0.migrated()
    }

    fn check_invariants(&self) -> Result<(), InvariantError> {
        self.0.check_invariants()
    }
}
