//! Doubly linked lists threaded through the slab's entries, so that a timer is started and stopped in constant time
//! without a node of its own (section III of the paper: doubly linked lists make STOP_TIMER constant).
//!
//! A link is the number of an entry, below 2^31. The two outer links of a list have the top bit set and carry the list's
//! own number instead: so an entry that is unlinked at an end knows whose end it is, and no entry needs a field for it.

use super::slab::Entry;

/// The link that leads nowhere: of an entry that is on no list, and at both ends of an empty list.
pub(super) const NOWHERE: u32 = u32::MAX;

/// The top bit of a link: what is below is the number of a list.
const OUTER: u32 = 1 << 31;

/// The number of the list of timers that are due and not yet handed out.
pub(super) const DUE: u32 = OUTER - 3;

/// The most entries of a slab, and the most lists of a structure.
pub(super) const MOST: u32 = OUTER - 4;

/// The two ends of a list of timers: one for each slot of a wheel. 8 bytes.
///
/// A queue is given an array of these, or of [`Sector`](super::Sector)s that hold 64 each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct List {
    first: u32,
    last: u32,
}

impl Default for List {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// The entry `index`, if the slab has it. `NOWHERE` and outer links are beyond every slab.
#[inline]
pub(super) fn entry_mut<T>(entries: &mut [Entry<T>], index: u32) -> Option<&mut Entry<T>> {
    entries.get_mut(usize::try_from(index).ok()?)
}

/// As [`entry_mut`], to look at.
#[inline]
pub(super) fn entry<T>(entries: &[Entry<T>], index: u32) -> Option<&Entry<T>> {
    entries.get(usize::try_from(index).ok()?)
}

/// Whether the link leads out of a list.
#[inline]
pub(super) const fn is_outer(link: u32) -> bool {
    link >= OUTER
}

/// What both outer links of list `number` hold.
#[inline]
const fn outer(number: u32) -> u32 {
    number | OUTER
}

impl List {
    /// A list without entries; what the array of slots is filled with.
    pub const EMPTY: Self = Self {
        first: NOWHERE,
        last: NOWHERE,
    };

    /// Whether no entry is on the list.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.first == NOWHERE
    }

    /// Index of the first entry, or `NOWHERE`.
    #[inline]
    pub(super) const fn first(&self) -> u32 {
        self.first
    }

    /// Ends this list, whose number is `number`, at the entry `last`; those behind it are on other lists.
    #[inline]
    pub(super) fn cut_after<T>(&mut self, entries: &mut [Entry<T>], last: u32, number: u32) {
        if let Some(entry) = entry_mut(entries, last) {
            entry.next = outer(number);
        }
        self.last = last;
    }

    /// Index of the last entry, or `NOWHERE`.
    #[inline]
    pub(super) const fn last(&self) -> u32 {
        self.last
    }

    /// Puts the entry `index`, which is on no list, at the end of this one, whose number is `number`. Constant time.
    #[inline]
    pub(super) fn push_back<T>(&mut self, entries: &mut [Entry<T>], index: u32, number: u32) {
        let last = self.last;
        let previous = if let Some(before) = entry_mut(entries, last) {
            before.next = index;
            last
        } else {
            self.first = index;
            outer(number)
        };
        if let Some(entry) = entry_mut(entries, index) {
            entry.next = outer(number);
            entry.previous = previous;
        }
        self.last = index;
    }

    /// Puts the entry `index`, which is on no list, at the front of this one, whose number is `number`. Constant time.
    #[inline]
    pub(super) fn push_front<T>(&mut self, entries: &mut [Entry<T>], index: u32, number: u32) {
        let first = self.first;
        let next = if let Some(after) = entry_mut(entries, first) {
            after.previous = index;
            first
        } else {
            self.last = index;
            outer(number)
        };
        if let Some(entry) = entry_mut(entries, index) {
            entry.previous = outer(number);
            entry.next = next;
        }
        self.first = index;
    }

    /// Puts the entry `index`, which is on no list, before the entry `after`, which is on this list, whose number is
    /// `number`; at the end if `after` is no entry. Constant time.
    pub(super) fn insert_before<T>(
        &mut self,
        entries: &mut [Entry<T>],
        index: u32,
        after: u32,
        number: u32,
    ) {
        let Some(previous) = entry_mut(entries, after).map(|entry| {
            let previous = entry.previous;
            entry.previous = index;
            previous
        }) else {
            self.push_back(entries, index, number);
            return;
        };
        match entry_mut(entries, previous) {
            Some(before) => before.next = index,
            None => self.first = index,
        }
        if let Some(entry) = entry_mut(entries, index) {
            entry.previous = previous;
            entry.next = after;
        }
    }

    /// Takes the first entry out of this list. Constant time.
    #[inline]
    pub(super) fn pop_front<T>(&mut self, entries: &mut [Entry<T>]) -> Option<u32> {
        let index = self.first;
        let entry = entry_mut(entries, index)?;
        let (next, previous) = (entry.next, entry.previous);
        match entry_mut(entries, next) {
            Some(after) => {
                after.previous = previous;
                self.first = next;
            }
            None => *self = Self::EMPTY,
        }
        Some(index)
    }

    /// Takes the entry `index`, which is on this list, out of it. Constant time.
    pub(super) fn unlink<T>(&mut self, entries: &mut [Entry<T>], index: u32) {
        unlink(entries, index, |_| Some(self));
    }

    /// Moves all entries of `other` to the end of this list, whose number is `number`, in their order. Constant time.
    #[inline]
    pub(super) fn append<T>(&mut self, entries: &mut [Entry<T>], other: Self, number: u32) {
        let Some(end) = entry_mut(entries, other.last) else {
            return;
        };
        end.next = outer(number);
        let before = if let Some(before) = entry_mut(entries, self.last) {
            before.next = other.first;
            self.last
        } else {
            self.first = other.first;
            outer(number)
        };
        if let Some(after) = entry_mut(entries, other.first) {
            after.previous = before;
        }
        self.last = other.last;
    }

    /// Orders this list, whose number is `number`, by expiry; timers of one expiry keep their order. A merge sort that
    /// only changes links: n log n comparisons for n entries, no memory besides.
    pub(super) fn sort_by_expiry<T>(&mut self, entries: &mut [Entry<T>], number: u32) {
        let mut width: usize = 1;
        loop {
            let mut unmerged = self.first;
            let mut merged = Self::EMPTY;
            let mut merges: usize = 0;
            while !is_outer(unmerged) {
                merges = merges.saturating_add(1);
                let right = skip(entries, unmerged, width);
                unmerged = merge(entries, (&mut merged, number), unmerged, right, width);
            }
            *self = merged;
            if merges <= 1 {
                return;
            }
            width = width.saturating_mul(2);
        }
    }
}

/// Takes the entry `index` out of whatever list it is on; `head` finds the ends of a list by its number, and is asked only if
/// the entry is at an end. Returns the number of the list if it is empty now. Constant time.
#[inline]
pub(super) fn unlink<'list, T>(
    entries: &mut [Entry<T>],
    index: u32,
    head: impl FnOnce(u32) -> Option<&'list mut List>,
) -> Option<u32> {
    let entry = entry(entries, index)?;
    let (previous, next) = (entry.previous, entry.next);
    if let Some(before) = entry_mut(entries, previous) {
        before.next = next;
    }
    if let Some(after) = entry_mut(entries, next) {
        after.previous = previous;
    }
    match (is_outer(previous), is_outer(next)) {
        (false, false) => None,
        (true, false) => {
            head(previous & !OUTER)?.first = next;
            None
        }
        (false, true) => {
            head(next & !OUTER)?.last = previous;
            None
        }
        (true, true) => {
            let number = next & !OUTER;
            *head(number)? = List::EMPTY;
            Some(number)
        }
    }
}

/// The number of the list that an outer link carries.
pub(super) const fn list_number(link: u32) -> u32 {
    link & !OUTER
}

/// The entry `count` links behind `from`, or an outer link.
fn skip<T>(entries: &[Entry<T>], mut from: u32, count: usize) -> u32 {
    for _ in 0..count {
        match entry(entries, from) {
            Some(entry) => from = entry.next,
            None => break,
        }
    }
    from
}

/// Merges two neighbouring sorted runs of up to `width` entries into `merged`; the left one goes first where expiries
/// are equal. Returns the first entry behind both runs.
fn merge<T>(
    entries: &mut [Entry<T>],
    (merged, number): (&mut List, u32),
    mut left: u32,
    mut right: u32,
    width: usize,
) -> u32 {
    let (end_of_left, end_of_right) = (right, skip(entries, right, width));
    let look = |entries: &[Entry<T>], index: u32, end: u32| {
        entry(entries, index)
            .filter(|_| index != end)
            .map(|entry| (entry.expiry, entry.next))
    };
    loop {
        let left_entry = look(entries, left, end_of_left);
        let right_entry = look(entries, right, end_of_right);
        match (left_entry, right_entry) {
            (None, None) => return end_of_right,
            (Some((expiry, next)), other) if other.is_none_or(|other| expiry <= other.0) => {
                merged.push_back(entries, left, number);
                left = next;
            }
            (_, other) => {
                merged.push_back(entries, right, number);
                right = other.map_or(NOWHERE, |(_, next)| next);
            }
        }
    }
}
