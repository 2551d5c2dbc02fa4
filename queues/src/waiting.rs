//! What every queue does with its structure, however its timers are named: it keeps the time, lets the structure move what is due to a
//! list of its own, and remembers what spares it a look.

use super::check::Check;
use super::earliest::Earliest;
use super::list::{DUE, List};
use super::slab::Entry;
use super::structure::{Placed, Structure, Work};
use super::{AdvanceError, InvariantError, Progress, StartError};

/// Timers that wait in the structure `S`, or on the list of those that are due.
#[derive(Debug, Clone)]
pub(super) struct Waiting<S> {
    pub(super) structure: S,
    pub(super) due: List,
    pub(super) now: u64,
    /// Of the timers in the structure.
    pub(super) earliest: Earliest,
    /// The structure's longest interval.
    longest: u64,
}

impl<S: Structure> Waiting<S> {
    /// No timers, at tick 0. The structure has been prepared.
    pub(super) fn new(structure: S) -> Self {
        Self {
            earliest: Earliest::new(structure.promises().exact_next),
            longest: structure.longest_interval(),
            structure,
            due: List::EMPTY,
            now: 0,
        }
    }

    /// The tick at which a timer for `expiry` will be due, if there can be one.
    #[inline]
    pub(super) fn admit(&self, expiry: u64) -> Result<u64, StartError> {
        if expiry <= self.now {
            return Ok(expiry);
        }
        let interval = expiry.wrapping_sub(self.now);
        let longest = self.longest;
        if interval > longest {
            return Err(StartError::BeyondTheWheel { interval, longest });
        }
        self.structure
            .rounded(self.now, expiry)
            .ok_or(StartError::BeyondTheEndOfTime)
    }

    /// Puts the entry `index`, which is due at the admitted tick `expiry`, into the structure, or on the due list if that tick has come.
    #[inline]
    pub(super) fn place<T>(&mut self, entries: &mut [Entry<T>], index: u32, expiry: u64) -> Placed {
        let now = self.now;
        if expiry > now {
            self.earliest.started(expiry);
            self.structure.insert(entries, index, now)
        } else {
            self.due.push_back(entries, index, DUE);
            Placed::NO_SLOT
        }
    }

    /// Takes the entry `index`, which is due at `expiry`, out of the structure or off the due list. Returns the slot that became
    /// empty by it.
    #[inline]
    pub(super) fn take_out<T>(
        &mut self,
        entries: &mut [Entry<T>],
        index: u32,
        expiry: u64,
    ) -> Option<u32> {
        self.earliest.stopped(expiry);
        self.structure.remove(entries, &mut self.due, index)
    }

    /// Whether the entry `index`, which is due at `before`, has the place of one that is started now for the admitted tick `expiry`. Then only its
    /// tick is to be changed; otherwise it has been taken out.
    #[inline]
    pub(super) fn stays<T>(
        &mut self,
        entries: &mut [Entry<T>],
        index: u32,
        (before, expiry): (u64, u64),
    ) -> bool {
        let now = self.now;
        if expiry > now && self.structure.stands_right(entries, index, now, expiry) {
            self.earliest.stopped(before);
            self.earliest.started(expiry);
            return true;
        }
        self.take_out(entries, index, before);
        false
    }

    /// Comes to tick `to` if there is nothing to do until then; whether that is so.
    ///
    /// # Errors
    /// [`AdvanceError`]: `to` lies before now.
    #[inline]
    pub(super) fn skip_to(&mut self, to: u64) -> Result<bool, AdvanceError> {
        let now = self.now;
        if to < now {
            return Err(AdvanceError::BackInTime { now, to });
        }
        let quiet = to < self.structure.quiet_until();
        if quiet {
            self.now = to;
        }
        Ok(quiet)
    }

    /// Advances to `to`, which is not before now, as far as `work` goes.
    #[inline]
    pub(super) fn advance<T>(
        &mut self,
        entries: &mut [Entry<T>],
        to: u64,
        work: &mut Work,
    ) -> Progress {
        self.now = self
            .structure
            .advance(entries, &mut self.due, self.now, to, work);
        self.earliest.reached(to);
        if self.now < to || self.structure.is_unfinished() {
            return Progress::Unfinished;
        }
        Progress::Reached
    }

    /// A tick before which nothing comes due, with `outstanding` timers.
    #[inline]
    pub(super) fn next_expiry<T>(&self, entries: &[Entry<T>], outstanding: u32) -> Option<u64> {
        if outstanding == 0 {
            return None;
        }
        if !self.due.is_empty() || self.structure.is_unfinished() {
            return Some(self.now);
        }
        self.earliest
            .ask(|| self.structure.next_expiry(entries, self.now))
    }

    /// Checks the due list, for whose expiries `is_due` holds, the structure, and what is remembered of it.
    pub(super) fn check<T>(
        &self,
        check: &mut Check<'_, T>,
        is_due: impl Fn(u64) -> bool,
    ) -> Result<(), InvariantError> {
        check
            .list(&self.due, DUE, is_due)
            .map_err(|error| match error {
                InvariantError::WrongSlot { index, .. } => InvariantError::ReportedEarly { index },
                other => other,
            })?;
        self.structure.check(check)?;
        let next = self.structure.next_expiry(check.entries(), self.now);
        let remembered = self.earliest.remembered();
        let quiet_until = self.structure.quiet_until();
        if !self.structure.is_unfinished()
            && (remembered.is_some() && remembered != next
                || next.is_some_and(|next| next < quiet_until))
        {
            return Err(InvariantError::SummaryWrong);
        }
        check.all_found()
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::super::{
        Entry, Place, Powers, Scheme3, Scheme3Lazy, Scheme4, Scheme7, Sector, TimerQueue, Timers,
    };
    use super::Structure;
    use std::vec;
    use std::vec::Vec;

    /// A tick at which nothing is due costs one comparison: the structure is not asked.
    #[test]
    fn skip_to_a_quiet_tick_asks_no_structure() {
        fn quiet<S: Structure>(mut timers: Timers<(), S, Vec<Entry<()>>>) -> [u64; 4] {
            let mut seen = [0; 4];
            timers.advance(1).ok();
            seen[0] = timers.waiting.structure.quiet_until();
            timers.start(99, ()).ok();
            seen[1] = timers.waiting.structure.quiet_until();
            timers.start(9, ()).ok();
            seen[2] = timers.waiting.structure.quiet_until();
            timers.advance(10).ok();
            seen[3] = timers.waiting.structure.quiet_until();
            seen
        }
        let entries = || vec![Entry::VACANT; 2];
        let sectors = |count| vec![Sector::EMPTY; count];
        let heap = Scheme3::new([Place::VACANT; 2], entries());
        assert_eq!(heap.map(quiet), Ok([u64::MAX, 100, 10, 100]));
        let lazy = Scheme3Lazy::new([Place::VACANT; 4], entries());
        assert_eq!(lazy.map(quiet), Ok([u64::MAX, 100, 10, 100]));
        let basic = Scheme4::new(sectors(2), entries());
        assert_eq!(basic.map(quiet), Ok([u64::MAX, 100, 10, 100]));
        // 100 waits for a slot of 16 ticks, from 96 on.
        let wheels = Scheme7::new(Powers::<4>::new(), sectors(4), entries());
        assert_eq!(wheels.map(quiet), Ok([u64::MAX, 96, 10, 96]));
    }
}
