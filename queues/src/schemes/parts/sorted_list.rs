//! Lists that are kept in the order of expiry, and the earliest timer of one that is not.

use crate::record::{Records, get, insert_before, on_list, unlink};
use crate::schemes::structure::Work;

/// From which end an ordered list is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Search {
    /// From the latest timer back.
    #[default]
    FromRear,
    /// From the earliest timer on.
    FromFront,
}

/// Puts the timer `index` into the ordered list of `head`, behind all that are due at the same tick or before. Returns
/// how many timers the search has looked at.
pub(crate) fn insert_sorted<R: Records + ?Sized>(
    records: &mut R,
    head: u32,
    (index, expiry): (u32, u64),
    search: Search,
) -> u64 {
    let (after, searched) = match search {
        Search::FromFront => after_from_front(records, head, expiry),
        Search::FromRear => after_from_rear(records, head, expiry),
    };
    insert_before(records, after, index, expiry);
    searched
}

/// What one for `expiry` goes before in an ordered list, and how many timers the search has looked at.
fn after_from_front<R: Records + ?Sized>(records: &R, head: u32, expiry: u64) -> (u32, u64) {
    let mut after = get(records, head).next;
    let mut searched: u64 = 0;
    while let Some(other) = on_list(records, after, head) {
        searched += 1;
        if other.expiry > expiry {
            break;
        }
        after = other.next;
    }
    (after, searched)
}

/// As [`after_from_front`], searched from the rear.
fn after_from_rear<R: Records + ?Sized>(records: &R, head: u32, expiry: u64) -> (u32, u64) {
    let (mut after, mut before) = (head, get(records, head).previous);
    let mut searched: u64 = 0;
    while let Some(other) = on_list(records, before, head) {
        searched += 1;
        if other.expiry <= expiry {
            break;
        }
        after = before;
        before = other.previous;
    }
    (after, searched)
}

/// Orders a short list by expiry; timers of one expiry keep their order. Takes a list that is nearly in order in
/// proportion to its length.
pub(crate) fn sort_few<R: Records + ?Sized>(records: &mut R, head: u32) {
    let mut index = get(records, head).next;
    while let Some(timer) = on_list(records, index, head) {
        let mut before = timer.previous;
        let mut after = index;
        while let Some(other) = on_list(records, before, head)
            && other.expiry > timer.expiry
        {
            after = before;
            before = other.previous;
        }
        if after != index {
            unlink(records, index);
            insert_before(records, after, index, timer.expiry);
        }
        index = timer.next;
    }
}

/// Takes timers that are due at `to` or before off the front of an ordered list, one step each. Returns whether that
/// is done, and otherwise the tick of the first that is left.
pub(crate) fn take_front<R: Records + ?Sized>(
    records: &mut R,
    head: u32,
    due: u32,
    to: u64,
    work: &mut Work,
) -> Result<(), u64> {
    use crate::record::{first, move_to};
    while let Some((index, timer)) = first(records, head).filter(|first| first.1.expiry <= to) {
        if !work.spend(1) {
            return Err(timer.expiry);
        }
        work.examine(1);
        move_to(records, index, due);
    }
    Ok(())
}

/// The earliest expiry on a list. Looks at all its timers.
pub(crate) fn earliest<R: Records + ?Sized>(records: &R, head: u32) -> Option<u64> {
    let first = get(records, head).next;
    (first != head).then(|| earlier(records, head, u64::MAX))
}

/// The earlier of `best` and the earliest expiry on a list. Looks at all its timers.
#[inline]
pub(crate) fn earlier<R: Records + ?Sized>(records: &R, head: u32, mut best: u64) -> u64 {
    let mut index = get(records, head).next;
    while let Some(timer) = on_list(records, index, head) {
        best = best.min(timer.expiry);
        index = timer.next;
    }
    best
}
