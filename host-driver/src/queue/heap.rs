//! A heap with four branches whose timers know their places, so that any of them is taken out in logarithmic time.
//!
//! A place holds the expiry beside the entry's number: a comparison needs no look at the entry. Four branches instead of
//! two halve the depth, and the four places below one are 64 bytes in a row.

use super::check::Check;
use super::list::{entry, entry_mut};
use super::slab::Entry;
use super::{InvariantError, QueueError};

/// What a heap's entry has for its link to the previous one; its link to the next is its place.
const IN_HEAP: u32 = u32::MAX - 1;

/// Places below one.
const BRANCHES: u32 = 4;

/// One timer's place in a heap. 16 bytes. A queue with a heap is given an array of these, as many as it has entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    expiry: u64,
    index: u32,
}

impl Place {
    /// A place without a timer; what the array of places is filled with.
    pub const VACANT: Self = Self {
        expiry: 0,
        index: 0,
    };
}

impl Default for Place {
    fn default() -> Self {
        Self::VACANT
    }
}

/// The heap itself, in the caller's memory.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct PlaceHeap<Places> {
    places: Places,
    length: u32,
}

/// One of two, chosen without a branch: for what cannot be foretold.
#[inline]
fn select(first: bool, one: (u32, Place), other: (u32, Place)) -> (u32, Place) {
    (
        core::hint::select_unpredictable(first, one.0, other.0),
        Place {
            expiry: core::hint::select_unpredictable(first, one.1.expiry, other.1.expiry),
            index: core::hint::select_unpredictable(first, one.1.index, other.1.index),
        },
    )
}

/// Whether the entry is in a heap, and not on a list.
#[inline]
pub(super) const fn is_in_heap<T>(entry: &Entry<T>) -> bool {
    entry.previous == IN_HEAP
}

impl<Places: AsRef<[Place]> + AsMut<[Place]>> PlaceHeap<Places> {
    pub(super) const fn new(places: Places) -> Self {
        Self { places, length: 0 }
    }

    pub(super) fn prepare(&mut self, capacity: u32) -> Result<(), QueueError> {
        self.length = 0;
        let places = self.places.as_ref().len();
        if u32::try_from(places).is_ok_and(|places| places < capacity) {
            return Err(QueueError::HeapTooSmall {
                places,
                entries: capacity,
            });
        }
        Ok(())
    }

    #[inline]
    pub(super) const fn len(&self) -> u32 {
        self.length
    }

    #[inline]
    fn get(&self, position: u32) -> Option<Place> {
        let position = usize::try_from(position).ok()?;
        self.places.as_ref().get(position).copied()
    }

    /// The earliest timer: its expiry and entry.
    #[inline]
    pub(super) fn first(&self) -> Option<(u64, u32)> {
        self.get(0)
            .filter(|_| self.length > 0)
            .map(|place| (place.expiry, place.index))
    }

    /// Puts the entry in.
    pub(super) fn insert<T>(&mut self, entries: &mut [Entry<T>], index: u32) {
        let Some(entry) = entry_mut(entries, index) else {
            return;
        };
        entry.previous = IN_HEAP;
        let place = Place {
            expiry: entry.expiry,
            index,
        };
        let position = self.length;
        self.length = self.length.saturating_add(1);
        self.rise(entries, position, place);
    }

    /// Takes the earliest timer out.
    pub(super) fn remove_first<T>(&mut self, entries: &mut [Entry<T>]) {
        self.length = self.length.saturating_sub(1);
        if let Some(last) = self.get(self.length).filter(|_| self.length > 0) {
            self.sink(entries, 0, last);
        }
    }

    /// Takes the entry out, wherever it is.
    pub(super) fn remove<T>(&mut self, entries: &mut [Entry<T>], index: u32) {
        let Some(position) = entry(entries, index)
            .filter(|entry| is_in_heap(entry))
            .map(|entry| entry.next)
        else {
            return;
        };
        self.length = self.length.saturating_sub(1);
        let last = self.get(self.length);
        let Some(last) = last.filter(|_| position < self.length) else {
            return;
        };
        let above = position.checked_sub(1).map(|below| below / BRANCHES);
        if above
            .and_then(|above| self.get(above))
            .is_some_and(|above| above.expiry > last.expiry)
        {
            self.rise(entries, position, last);
        } else {
            self.sink(entries, position, last);
        }
    }

    #[inline]
    fn put<T>(&mut self, entries: &mut [Entry<T>], position: u32, place: Place) {
        if let Some(at) = usize::try_from(position)
            .ok()
            .and_then(|position| self.places.as_mut().get_mut(position))
        {
            *at = place;
        }
        if let Some(entry) = entry_mut(entries, place.index) {
            entry.next = position;
        }
    }

    /// Puts `place` at `position` or above.
    fn rise<T>(&mut self, entries: &mut [Entry<T>], mut position: u32, place: Place) {
        while let Some(below) = position.checked_sub(1) {
            let above = below / BRANCHES;
            let Some(other) = self.get(above).filter(|other| other.expiry > place.expiry) else {
                break;
            };
            self.put(entries, position, other);
            position = above;
        }
        self.put(entries, position, place);
    }

    /// The earliest of the places below one, which begin at `first`, and how far from there it stands.
    #[inline]
    fn least_from(&self, first: u32) -> Option<(u32, Place)> {
        let begin = usize::try_from(first).ok()?;
        let end = usize::try_from(self.length).ok()?;
        let (four, _) = self.places.as_ref().get(begin..end)?.as_chunks();
        if let Some([one, two, three, four]) = four.first() {
            // Which of them it is cannot be foretold, so it is chosen without a branch.
            let left = select(two.expiry < one.expiry, (1, *two), (0, *one));
            let right = select(four.expiry < three.expiry, (3, *four), (2, *three));
            return Some(select(right.1.expiry < left.1.expiry, right, left));
        }
        let some = self.places.as_ref().get(begin..end)?;
        (0..)
            .zip(some.iter().copied())
            .min_by_key(|(_, place)| place.expiry)
    }

    /// Puts `place` at `position` or below: the earliest ones below move up as far as there are any, then it rises from there. Most
    /// places are at the bottom, so what comes from there mostly belongs there.
    fn sink<T>(&mut self, entries: &mut [Entry<T>], mut position: u32, place: Place) {
        loop {
            let first = position.saturating_mul(BRANCHES).saturating_add(1);
            let Some((offset, least)) = self.least_from(first) else {
                break;
            };
            self.put(entries, position, least);
            position = first.saturating_add(offset);
        }
        self.rise(entries, position, place);
    }

    /// Every timer knows its place, none is before the one above it, and `holds` is true of its expiry.
    pub(super) fn check<T>(
        &self,
        check: &mut Check<'_, T>,
        holds: impl Fn(u64) -> bool,
    ) -> Result<(), InvariantError> {
        for position in 0..self.length {
            let broken = InvariantError::HeapBroken { place: position };
            let place = self.get(position).ok_or(broken)?;
            let entry = check.count(place.index)?;
            let above = position
                .checked_sub(1)
                .and_then(|below| self.get(below / BRANCHES));
            let good = is_in_heap(entry)
                && entry.next == position
                && entry.expiry == place.expiry
                && above.is_none_or(|above| above.expiry <= place.expiry)
                && holds(place.expiry);
            if !good {
                return Err(broken);
            }
        }
        Ok(())
    }
}
