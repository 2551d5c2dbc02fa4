//! The check of everything that must hold of a queue between two calls; the tests run it after every step.

use super::InvariantError;
use super::histogram::Histogram;
use super::list::{DUE, List, NOWHERE, entry, is_outer, list_number};
use super::slab::Entry;

/// What a structure's check walks its lists with.
#[derive(Debug)]
pub struct Check<'entries, T> {
    entries: &'entries [Entry<T>],
    outstanding: u32,
    found: u32,
    now: u64,
    /// How many timers the lists have, those without one and the due list left out.
    occupancy: Histogram,
}

impl<'entries, T> Check<'entries, T> {
    pub(super) const fn new(entries: &'entries [Entry<T>], outstanding: u32, now: u64) -> Self {
        Self {
            entries,
            outstanding,
            found: 0,
            now,
            occupancy: Histogram::EMPTY,
        }
    }

    /// How many timers the lists have that have been walked.
    pub(super) const fn occupancy(&self) -> Histogram {
        self.occupancy
    }

    pub(super) const fn now(&self) -> u64 {
        self.now
    }

    pub(super) const fn entries(&self) -> &'entries [Entry<T>] {
        self.entries
    }

    /// Counts one timer, which must be in use.
    ///
    /// # Errors
    /// It is free, not in the slab, or one too many.
    pub(super) fn count(&mut self, index: u32) -> Result<&'entries Entry<T>, InvariantError> {
        let entry = entry(self.entries, index).ok_or(InvariantError::LinkOutOfRange { index })?;
        if entry.is_free() {
            return Err(InvariantError::WrongPlace { index });
        }
        self.found = self
            .found
            .checked_add(1)
            .filter(|&found| found <= self.outstanding)
            .ok_or(InvariantError::CountsDisagree {
                found: self.found,
                outstanding: self.outstanding,
            })?;
        Ok(entry)
    }

    /// Walks the list `number`. Its links agree forward and back and lead out of it with its number at both ends, and
    /// `holds` says of each expiry whether it belongs there.
    ///
    /// # Errors
    /// The first thing found wrong.
    pub(super) fn list(
        &mut self,
        list: &List,
        number: u32,
        mut holds: impl FnMut(u64) -> bool,
    ) -> Result<(), InvariantError> {
        if list.is_empty() {
            return if list.last() == NOWHERE {
                Ok(())
            } else {
                Err(InvariantError::LinksDisagree { index: list.last() })
            };
        }
        let mut index = list.first();
        let mut before = NOWHERE;
        let found_before = self.found;
        loop {
            let entry = self.count(index)?;
            let linked = if before == NOWHERE {
                is_outer(entry.previous)
            } else {
                entry.previous == before
            };
            if !linked {
                return Err(InvariantError::LinksDisagree { index });
            }
            if before == NOWHERE && list_number(entry.previous) != number {
                return Err(InvariantError::WrongPlace { index });
            }
            if !holds(entry.expiry) {
                return Err(InvariantError::WrongSlot {
                    index,
                    slot: number,
                });
            }
            if is_outer(entry.next) {
                if list_number(entry.next) != number {
                    return Err(InvariantError::WrongPlace { index });
                }
                if list.last() != index {
                    return Err(InvariantError::LinksDisagree { index });
                }
                if number != DUE {
                    let found = self.found.saturating_sub(found_before);
                    self.occupancy.record(u64::from(found));
                }
                return Ok(());
            }
            before = index;
            index = entry.next;
        }
    }

    /// As many timers have been found as are outstanding.
    ///
    /// # Errors
    /// [`InvariantError::CountsDisagree`].
    pub(super) const fn all_found(&self) -> Result<(), InvariantError> {
        if self.found == self.outstanding {
            return Ok(());
        }
        Err(InvariantError::CountsDisagree {
            found: self.found,
            outstanding: self.outstanding,
        })
    }
}
