//! Lists that are kept in the order of expiry, and the earliest timer of one that is not.

#[cfg(feature = "paper")]
use super::list::DUE;
use super::list::{List, NOWHERE, entry};
use super::slab::Entry;
use super::steps;
#[cfg(feature = "paper")]
use super::structure::Work;

/// From which end an ordered list is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Search {
    /// From the earliest timer on.
    #[cfg(feature = "paper")]
    FromFront,
    /// From the latest timer back.
    #[default]
    FromRear,
}

/// Puts the entry `index` into the ordered list `number`, behind all that are due at the same tick or before. Returns how
/// many timers the search has looked at.
pub(super) fn insert_sorted<T>(
    entries: &mut [Entry<T>],
    (list, number): (&mut List, u32),
    index: u32,
    search: Search,
) -> u64 {
    let expiry = entry(entries, index).map_or(0, |entry| entry.expiry);
    let (after, searched) = match search {
        #[cfg(feature = "paper")]
        Search::FromFront => after_from_front(entries, list, expiry),
        Search::FromRear => after_from_rear(entries, list, expiry, u32::MAX),
    };
    list.insert_before(entries, index, after, number);
    searched
}

/// The entry of an ordered list that one for `expiry` goes before, none to go last, and how many timers the search has looked at.
#[cfg(feature = "paper")]
fn after_from_front<T>(entries: &[Entry<T>], list: &List, expiry: u64) -> (u32, u64) {
    let mut after = list.first();
    let mut searched: u64 = 0;
    while let Some(other) = entry(entries, after) {
        searched = searched.saturating_add(1);
        if other.expiry > expiry {
            break;
        }
        after = other.next;
    }
    (after, searched)
}

/// As [`insert_sorted`] from the rear, if the search needs to look at no more than `most` timers; whether it was put in.
pub(super) fn insert_sorted_within<T>(
    entries: &mut [Entry<T>],
    (list, number): (&mut List, u32),
    index: u32,
    most: u32,
) -> bool {
    let expiry = entry(entries, index).map_or(0, |entry| entry.expiry);
    let (after, searched) = after_from_rear(entries, list, expiry, most);
    let found = searched <= u64::from(most);
    if found {
        list.insert_before(entries, index, after, number);
    }
    found
}

/// The entry that one for `expiry` goes before, none to go last, searched from the rear. The timers looked at are one more than `most` if those
/// were not enough.
fn after_from_rear<T>(entries: &[Entry<T>], list: &List, expiry: u64, most: u32) -> (u32, u64) {
    let (mut after, mut before) = (NOWHERE, list.last());
    let mut searched: u64 = 0;
    while let Some(other) = entry(entries, before) {
        steps::count();
        searched = searched.saturating_add(1);
        if searched > u64::from(most) || other.expiry <= expiry {
            break;
        }
        after = before;
        before = other.previous;
    }
    (after, searched)
}

/// Takes timers that are due at `to` or before off the front of an ordered list, one step each. Returns whether that
/// is done, and otherwise the tick of the first that is left.
#[cfg(feature = "paper")]
pub(super) fn take_front<T>(
    entries: &mut [Entry<T>],
    list: &mut List,
    due: &mut List,
    to: u64,
    work: &mut Work,
) -> Result<(), u64> {
    while let Some(first) = entry(entries, list.first()).filter(|first| first.expiry <= to) {
        if !work.spend(1) {
            return Err(first.expiry);
        }
        work.examine(1);
        if let Some(index) = list.pop_front(entries) {
            due.push_back(entries, index, DUE);
        }
    }
    Ok(())
}

/// The earliest expiry on a list. Looks at all its timers.
pub(super) fn earliest<T>(entries: &[Entry<T>], list: &List) -> Option<u64> {
    (!list.is_empty()).then(|| earlier(entries, list, u64::MAX))
}

/// The earlier of `best` and the earliest expiry on a list. Looks at all its timers.
#[inline]
pub(super) fn earlier<T>(entries: &[Entry<T>], list: &List, mut best: u64) -> u64 {
    let mut index = list.first();
    while let Some(entry) = entry(entries, index) {
        best = best.min(entry.expiry);
        index = entry.next;
    }
    best
}
