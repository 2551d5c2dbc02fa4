//! Doubly linked lists threaded through the slab's entries, so that a timer is started and stopped in constant time
//! without a node of its own (section 6.1.2 of the paper: unordered lists; stopping unlinks).

use super::slab::Entry;

/// The link that leads nowhere.
pub(super) const NOWHERE: u32 = u32::MAX;

/// The two ends of a list of timers: one for each slot, one for the timers that are due. 8 bytes.
///
/// A queue is given an array of these, one for each slot of its wheel.
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

impl List {
    /// A list without entries; what the array of slots is filled with.
    pub const EMPTY: Self = Self {
        first: NOWHERE,
        last: NOWHERE,
    };

    /// Whether no entry is on the list.
    pub const fn is_empty(&self) -> bool {
        self.first == NOWHERE
    }

    /// Index of the first entry, or `NOWHERE`.
    pub(super) const fn first(&self) -> u32 {
        self.first
    }

    /// Index of the last entry, or `NOWHERE`.
    pub(super) const fn last(&self) -> u32 {
        self.last
    }

    /// Puts the entry `index`, which is on no list, at the end. Constant time.
    pub(super) fn push_back<T>(&mut self, entries: &mut [Entry<T>], index: u32) {
        let last = self.last;
        let Some(entry) = entry_mut(entries, index) else {
            return;
        };
        entry.next = NOWHERE;
        entry.previous = last;
        match entry_mut(entries, last) {
            Some(before) => before.next = index,
            None => self.first = index,
        }
        self.last = index;
    }

    /// Takes the entry `index`, which is on this list, out of it. Constant time.
    pub(super) fn unlink<T>(&mut self, entries: &mut [Entry<T>], index: u32) {
        let Some(entry) = entry_mut(entries, index) else {
            return;
        };
        let (previous, next) = (entry.previous, entry.next);
        entry.next = NOWHERE;
        entry.previous = NOWHERE;
        match entry_mut(entries, previous) {
            Some(before) => before.next = next,
            None => self.first = next,
        }
        match entry_mut(entries, next) {
            Some(after) => after.previous = previous,
            None => self.last = previous,
        }
    }

    /// Moves all entries of `other` to the end of this list, in their order. Constant time.
    pub(super) fn append<T>(&mut self, entries: &mut [Entry<T>], other: Self) {
        if other.is_empty() {
            return;
        }
        match entry_mut(entries, self.last) {
            Some(before) => before.next = other.first,
            None => self.first = other.first,
        }
        if let Some(after) = entry_mut(entries, other.first) {
            after.previous = self.last;
        }
        self.last = other.last;
    }

    /// Orders the list by expiry; timers of one expiry keep their order. A merge sort that only changes links:
    /// n log n comparisons for n entries, no memory besides.
    pub(super) fn sort_by_expiry<T>(&mut self, entries: &mut [Entry<T>]) {
        let mut width: usize = 1;
        loop {
            let mut unmerged = self.first;
            let mut merged = Self::EMPTY;
            let mut merges: usize = 0;
            while unmerged != NOWHERE {
                merges = merges.saturating_add(1);
                let left = unmerged;
                let right = skip(entries, left, width);
                unmerged = merge(entries, &mut merged, left, right, width);
            }
            *self = merged;
            if merges <= 1 {
                return;
            }
            width = width.saturating_mul(2);
        }
    }
}

/// The entry `index`, if the slab has it. `NOWHERE` is beyond every slab.
pub(super) fn entry_mut<T>(entries: &mut [Entry<T>], index: u32) -> Option<&mut Entry<T>> {
    entries.get_mut(usize::try_from(index).ok()?)
}

/// The entry behind `index`, or `NOWHERE`.
fn next<T>(entries: &[Entry<T>], index: u32) -> u32 {
    expiry_and_next(entries, index).map_or(NOWHERE, |(_, next)| next)
}

fn expiry_and_next<T>(entries: &[Entry<T>], index: u32) -> Option<(u64, u32)> {
    entries
        .get(usize::try_from(index).ok()?)
        .map(|entry| (entry.expiry, entry.next))
}

/// The entry `count` links behind `from`, or `NOWHERE`.
fn skip<T>(entries: &[Entry<T>], mut from: u32, count: usize) -> u32 {
    for _ in 0..count {
        if from == NOWHERE {
            break;
        }
        from = next(entries, from);
    }
    from
}

/// Merges two neighbouring sorted runs of up to `width` entries into `merged`; the left one goes first where expiries
/// are equal. Returns the first entry behind both runs.
fn merge<T>(
    entries: &mut [Entry<T>],
    merged: &mut List,
    mut left: u32,
    mut right: u32,
    width: usize,
) -> u32 {
    let end_of_left = right;
    let end_of_right = skip(entries, right, width);
    loop {
        let left_entry = if left == end_of_left {
            None
        } else {
            expiry_and_next(entries, left)
        };
        let right_entry = if right == end_of_right {
            None
        } else {
            expiry_and_next(entries, right)
        };
        let take_left = match (left_entry, right_entry) {
            (Some((left_expiry, _)), Some((right_expiry, _))) => left_expiry <= right_expiry,
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) => return end_of_right,
        };
        if take_left {
            merged.push_back(entries, left);
            left = left_entry.map_or(NOWHERE, |(_, next)| next);
        } else {
            merged.push_back(entries, right);
            right = right_entry.map_or(NOWHERE, |(_, next)| next);
        }
    }
}
