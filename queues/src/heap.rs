//! A heap with four branches. Its timers may know their places, so that any of them is taken out in logarithmic time.
//!
//! A place holds the expiry beside the entry's number: a comparison needs no look at the entry. Four branches instead of
//! two halve the depth, and the four places below one are 64 bytes in a row.

use super::check::Check;
use super::list::{entry, entry_mut};
use super::slab::Entry;
use super::steps;
use super::{InvariantError, QueueError};

/// What a heap's entry has for its link to the previous one; its link to the next is its place, or its ticket where it does not know it.
pub(super) const IN_HEAP: u32 = u32::MAX - 1;

/// Places below one.
const BRANCHES: u32 = 4;

/// One timer's place in a heap. 16 bytes. A queue with a heap is given an array of these, as many as it has entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    expiry: u64,
    /// The entry's number, and above its 32 bits the ticket: one number, as a heap spends its time moving it.
    name: u64,
}

impl Place {
    /// A place without a timer; what the array of places is filled with.
    pub const VACANT: Self = Self { expiry: 0, name: 0 };

    /// The entry `index`, which is due at `expiry`. Of those of one tick the one with the older ticket may come first.
    #[inline]
    pub(super) fn new(expiry: u64, index: u32, ticket: u32) -> Self {
        Self {
            expiry,
            name: u64::from(ticket) << 32 | u64::from(index),
        }
    }

    #[inline]
    pub(super) const fn expiry(&self) -> u64 {
        self.expiry
    }

    #[inline]
    pub(super) fn index(&self) -> u32 {
        u32::try_from(self.name & u64::from(u32::MAX)).unwrap_or(0)
    }

    #[inline]
    pub(super) fn ticket(&self) -> u32 {
        u32::try_from(self.name >> 32).unwrap_or(0)
    }
}

impl Default for Place {
    fn default() -> Self {
        Self::VACANT
    }
}

/// The heap itself, in the caller's memory. If `FIFO`, timers that know their places and are due at one tick come in the order in which they were
/// put in, unless 2^32 others were put in between them; comparing costs more.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct PlaceHeap<Places, const FIFO: bool> {
    places: Places,
    length: u32,
    /// The ticket of the next timer that knows its place. Tickets are compared by how long ago they were given, so they may wrap.
    next: u32,
}

/// One of two, chosen without a branch: for what cannot be foretold.
#[inline]
fn select(first: bool, one: (u32, Place), other: (u32, Place)) -> (u32, Place) {
    (
        core::hint::select_unpredictable(first, one.0, other.0),
        Place {
            expiry: core::hint::select_unpredictable(first, one.1.expiry, other.1.expiry),
            name: core::hint::select_unpredictable(first, one.1.name, other.1.name),
        },
    )
}

/// Whether the entry is in a heap, and not on a list.
#[inline]
pub(super) const fn is_in_heap<T>(entry: &Entry<T>) -> bool {
    entry.previous == IN_HEAP
}

/// Tells the entries their places.
#[inline]
fn in_entries<T>(entries: &mut [Entry<T>]) -> impl FnMut(&Place, u32) {
    |place, position| {
        if let Some(entry) = entry_mut(entries, place.index()) {
            entry.next = position;
        }
    }
}

impl<Places: AsRef<[Place]> + AsMut<[Place]>, const FIFO: bool> PlaceHeap<Places, FIFO> {
    pub(super) const fn new(places: Places) -> Self {
        Self {
            places,
            length: 0,
            next: 0,
        }
    }

    /// Takes the places into use, of which there must be `wanted` or more.
    pub(super) fn prepare(&mut self, wanted: u64) -> Result<(), QueueError> {
        self.length = 0;
        let places = self.places.as_ref().len();
        if u64::try_from(places).is_ok_and(|places| places < wanted) {
            return Err(QueueError::HeapTooSmall { places, wanted });
        }
        Ok(())
    }

    /// The ticket of the next timer that knows its place.
    #[inline]
    pub(super) const fn next_ticket(&self) -> u32 {
        self.next
    }

    /// Whether the timer has come into the heap since `ticket` was the next one.
    #[inline]
    pub(super) fn has_come_since(&self, ticket: u32, place: Place) -> bool {
        self.next.wrapping_sub(place.ticket()) <= self.next.wrapping_sub(ticket)
    }

    /// Whether `one` comes before `other`.
    #[inline]
    fn is_before(&self, one: &Place, other: &Place) -> bool {
        if FIFO {
            self.key(one) < self.key(other)
        } else {
            one.expiry < other.expiry
        }
    }

    /// The expiry, and below it how old the ticket is.
    #[inline]
    fn key(&self, place: &Place) -> u128 {
        let name = place.name.wrapping_sub(u64::from(self.next) << 32);
        u128::from(place.expiry) << 64 | u128::from(name)
    }

    #[inline]
    pub(super) const fn len(&self) -> u32 {
        self.length
    }

    /// Whether no place is left.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.get(self.length).is_none()
    }

    #[inline]
    pub(super) fn get(&self, position: u32) -> Option<Place> {
        let position = usize::try_from(position).ok()?;
        self.places.as_ref().get(position).copied()
    }

    /// The place of the earliest timer.
    #[inline]
    pub(super) fn first(&self) -> Option<Place> {
        self.get(0).filter(|_| self.length > 0)
    }

    /// The earliest timer's expiry.
    #[inline]
    pub(super) fn first_expiry(&self) -> Option<u64> {
        self.first().map(|place| place.expiry)
    }

    /// Puts a place in; `moved` is told of every place that gets another position.
    #[inline]
    pub(super) fn push(&mut self, place: Place, moved: impl FnMut(&Place, u32)) {
        let position = self.length;
        self.length = self.length.saturating_add(1);
        self.rise(position, place, moved);
    }

    /// Takes the earliest place out; `moved` as for [`push`](Self::push).
    #[inline]
    pub(super) fn pop(&mut self, moved: impl FnMut(&Place, u32)) {
        self.length = self.length.saturating_sub(1);
        if let Some(last) = self.get(self.length).filter(|_| self.length > 0) {
            self.sink(0, last, moved);
        }
    }

    /// Takes the last place away if it is this one: no other has to move for it.
    #[inline]
    pub(super) fn remove_last(&mut self, place: Place) -> bool {
        let before = self.length.saturating_sub(1);
        let is_last = self.length > 0 && self.get(before) == Some(place);
        if is_last {
            self.length = before;
        }
        is_last
    }

    /// Leaves the places that `keep` returns, as it returns them; it is asked once for each. Takes time in proportion to the
    /// places: those of a heap are nearly in order.
    pub(super) fn rebuild(&mut self, mut keep: impl FnMut(Place) -> Option<Place>) {
        let length = core::mem::take(&mut self.length);
        for position in 0..length {
            if let Some(place) = self.get(position).and_then(&mut keep) {
                self.push(place, |_, _| {});
            }
        }
    }

    /// Puts the entry in, which knows its place from now on.
    pub(super) fn insert<T>(&mut self, entries: &mut [Entry<T>], index: u32) {
        let Some(entry) = entry_mut(entries, index) else {
            return;
        };
        entry.previous = IN_HEAP;
        let place = Place::new(entry.expiry, index, self.next);
        self.next = self.next.wrapping_add(1);
        self.push(place, in_entries(entries));
    }

    /// Takes the earliest timer out.
    pub(super) fn remove_first<T>(&mut self, entries: &mut [Entry<T>]) {
        self.pop(in_entries(entries));
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
            .is_some_and(|above| self.is_before(&last, &above))
        {
            self.rise(position, last, in_entries(entries));
        } else {
            self.sink(position, last, in_entries(entries));
        }
    }

    #[inline]
    fn put(&mut self, position: u32, place: Place, moved: &mut impl FnMut(&Place, u32)) {
        steps::count();
        if let Some(at) = usize::try_from(position)
            .ok()
            .and_then(|position| self.places.as_mut().get_mut(position))
        {
            *at = place;
        }
        moved(&place, position);
    }

    /// Puts `place` at `position` or above.
    fn rise(&mut self, mut position: u32, place: Place, mut moved: impl FnMut(&Place, u32)) {
        while let Some(below) = position.checked_sub(1) {
            let above = below / BRANCHES;
            let other = self.get(above);
            let Some(other) = other.filter(|other| self.is_before(&place, other)) else {
                break;
            };
            self.put(position, other, &mut moved);
            position = above;
        }
        self.put(position, place, &mut moved);
    }

    /// The earliest of the four places from `first` on, and how far from there it stands. Which of them it is cannot be foretold, so
    /// it is chosen without a branch.
    #[inline]
    fn least_of_four(&self, first: u32) -> Option<(u32, Place)> {
        let begin = usize::try_from(first).ok()?;
        let [one, two, three, four] = *self.places.as_ref().get(begin..)?.first_chunk()?;
        let left = select(self.is_before(&two, &one), (1, two), (0, one));
        let right = select(self.is_before(&four, &three), (3, four), (2, three));
        Some(select(self.is_before(&right.1, &left.1), right, left))
    }

    /// The earliest of the places below one, which begin at `first`, and how far from there it stands.
    #[inline]
    fn least_from(&self, first: u32) -> Option<(u32, Place)> {
        if first.saturating_add(BRANCHES) <= self.length {
            return self.least_of_four(first);
        }
        let begin = usize::try_from(first).ok()?;
        let end = usize::try_from(self.length).ok()?;
        let some = self.places.as_ref().get(begin..end)?;
        let each = (0..).zip(some.iter().copied());
        if FIFO {
            each.min_by_key(|(_, place)| self.key(place))
        } else {
            each.min_by_key(|(_, place)| place.expiry)
        }
    }

    /// Puts `place` at `position` or below: the earliest ones below move up as far as there are any, then it rises from there. Most
    /// places are at the bottom, so what comes from there mostly belongs there.
    fn sink(&mut self, mut position: u32, place: Place, mut moved: impl FnMut(&Place, u32)) {
        loop {
            let first = position.saturating_mul(BRANCHES).saturating_add(1);
            let Some((offset, least)) = self.least_from(first) else {
                break;
            };
            self.put(position, least, &mut moved);
            position = first.saturating_add(offset);
        }
        self.rise(position, place, moved);
    }

    /// Whether the place at `position` is not before the one above it.
    pub(super) fn is_in_order(&self, position: u32) -> bool {
        let above = position.checked_sub(1).map(|below| below / BRANCHES);
        match (above.and_then(|above| self.get(above)), self.get(position)) {
            (Some(above), Some(place)) => !self.is_before(&place, &above),
            (above, place) => above.is_none() && place.is_some(),
        }
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
            let entry = check.count(place.index())?;
            let good = is_in_heap(entry)
                && entry.next == position
                && entry.expiry == place.expiry
                && self.is_in_order(position)
                && holds(place.expiry);
            if !good {
                return Err(broken);
            }
        }
        Ok(())
    }
}
