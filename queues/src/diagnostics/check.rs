//! The check of everything that must hold of a queue between two calls; the tests run it after every step.

#[cfg(feature = "tools")]
use super::histogram::Histogram;
use crate::InvariantError;
use crate::record::{Record, Records, get};

/// What a structure's check walks its lists with.
#[derive(Debug)]
pub struct Check<'records, R: ?Sized = [Record]> {
    records: &'records R,
    /// Of the first timer.
    first: u32,
    outstanding: u32,
    found: u32,
    now: u64,
    /// A record that may be on a list and is no timer's.
    passed_over: Option<u32>,
    /// How many timers the lists have, those without one and the due list left out.
    #[cfg(feature = "tools")]
    occupancy: Histogram,
}

impl<'records, R: Records + ?Sized> Check<'records, R> {
    pub(crate) const fn new(records: &'records R, first: u32, outstanding: u32, now: u64) -> Self {
        Self {
            records,
            first,
            outstanding,
            found: 0,
            now,
            passed_over: None,
            #[cfg(feature = "tools")]
            occupancy: Histogram::EMPTY,
        }
    }

    /// The record may be on a list, and is no timer's.
    pub(crate) const fn pass_over(&mut self, record: u32) {
        self.passed_over = Some(record);
    }

    /// How many timers the lists have that have been walked.
    #[cfg(feature = "tools")]
    pub(crate) const fn occupancy(&self) -> Histogram {
        self.occupancy
    }

    pub(crate) const fn now(&self) -> u64 {
        self.now
    }

    pub(crate) const fn records(&self) -> &'records R {
        self.records
    }

    /// Counts one timer, which must be in use.
    ///
    /// # Errors
    /// It is free, no timer's, or one too many.
    pub(crate) fn count(&mut self, record: u32) -> Result<Record, InvariantError> {
        let index = record.wrapping_sub(self.first);
        let there = usize::try_from(record).is_ok_and(|at| at < self.records.count());
        if record < self.first || !there {
            return Err(InvariantError::LinkOutOfRange { index });
        }
        let timer = get(self.records, record);
        if timer.is_free() {
            return Err(InvariantError::WrongPlace { index });
        }
        self.found = self
            .found
            .checked_add(1)
            .filter(|&found| found <= self.outstanding)
            .ok_or(InvariantError::CountsDisagree { found: self.found, outstanding: self.outstanding })?;
        Ok(timer)
    }

    /// Walks the list of `head`. Its links agree forward and back, and `holds` says of each expiry whether it belongs
    /// there.
    ///
    /// # Errors
    /// The first thing found wrong.
    pub(crate) fn list(&mut self, head: u32, mut holds: impl FnMut(u64) -> bool) -> Result<(), InvariantError> {
        let ends = get(self.records, head);
        let (mut before, mut record) = (head, ends.next);
        let found_before = self.found;
        while record != head {
            let marks = Some(record) == self.passed_over;
            let timer = if marks { get(self.records, record) } else { self.count(record)? };
            let index = record.wrapping_sub(self.first);
            if timer.previous != before {
                return Err(InvariantError::LinksDisagree { index });
            }
            if !marks && !holds(timer.expiry) {
                return Err(InvariantError::WrongSlot { index, slot: head });
            }
            (before, record) = (record, timer.next);
        }
        if ends.previous != before {
            let index = before.wrapping_sub(self.first);
            return Err(InvariantError::LinksDisagree { index });
        }
        if head + 1 != self.first {
            self.occupied(found_before);
        }
        Ok(())
    }

    /// Walks the list of a slot whose last timer is `last`; that one has the first for its link to the next. The first
    /// one's link back is not below `begin`, and leads nowhere. Returns it.
    ///
    /// # Errors
    /// The first thing found wrong.
    pub(crate) fn open_list(
        &mut self,
        (slot, last): (u32, u32),
        begin: u32,
        mut holds: impl FnMut(u64) -> bool,
    ) -> Result<u32, InvariantError> {
        if last < self.first || usize::try_from(last).is_ok_and(|at| at >= self.records.count()) {
            let index = last.wrapping_sub(self.first);
            return Err(InvariantError::LinkOutOfRange { index });
        }
        let (mut before, mut record) = (None, last);
        let mut came = 0;
        while before != Some(last) {
            record = get(self.records, record).next;
            let timer = self.count(record)?;
            let index = record - self.first;
            if before.is_none() {
                came = timer.previous;
            }
            if before.map_or(timer.previous < begin, |before| before != timer.previous) {
                return Err(InvariantError::LinksDisagree { index });
            }
            if !holds(timer.expiry) {
                return Err(InvariantError::WrongSlot { index, slot });
            }
            before = Some(record);
        }
        Ok(came)
    }

    /// Timers found so far.
    pub(crate) const fn found(&self) -> u32 {
        self.found
    }

    /// What has been found since so many were, if anything, is on one list.
    pub(crate) fn occupied(&mut self, found_before: u32) {
        let found = self.found - found_before;
        #[cfg(not(feature = "tools"))]
        let _ = found;
        #[cfg(feature = "tools")]
        if found > 0 {
            self.occupancy.record(u64::from(found));
        }
    }

    /// As many timers have been found as are outstanding.
    ///
    /// # Errors
    /// [`InvariantError::CountsDisagree`].
    pub(crate) const fn all_found(&self) -> Result<(), InvariantError> {
        if self.found == self.outstanding {
            return Ok(());
        }
        Err(InvariantError::CountsDisagree { found: self.found, outstanding: self.outstanding })
    }
}
