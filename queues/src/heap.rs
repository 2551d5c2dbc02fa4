//! A heap with four branches. Its timers may know their places, so that any of them is taken out in logarithmic time.
//!
//! A place is a record: the expiry, the timer's record in the link to the next, and a ticket in the link back. So a comparison needs no
//! look at the timer. Four branches instead of two halve the depth, and the four places below one are 64 bytes in a row. While a place is
//! moved, both links are one number.

use super::InvariantError;
use super::check::Check;
use super::record::{IN_HEAP, Record, at_mut, get};
use super::steps;

/// Places below one.
const BRANCHES: u32 = 4;

/// A heap in the records from `base` on. If `KNOWN`, its timers know their places, in their links to the next. If `FIFO`, those of one tick come
/// in the order in which they were put in, unless 2^32 others were put in between them; comparing costs more.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Places<const KNOWN: bool, const FIFO: bool> {
    base: u32,
    most: u32,
    length: u32,
    /// The ticket of the next timer. Tickets are compared by how long ago they were given, so they may wrap.
    next: u32,
}

/// Both links as one number.
#[inline(always)]
fn links(record: Record) -> u64 {
    u64::from(record.previous) << 32 | u64::from(record.next)
}

/// The reverse.
#[inline(always)]
#[allow(clippy::cast_possible_truncation, reason = "both halves are taken")]
const fn record(expiry: u64, links: u64) -> Record {
    Record {
        expiry,
        next: links as u32,
        previous: (links >> 32) as u32,
    }
}

/// One of two, chosen without a branch: for what cannot be foretold.
#[inline(always)]
fn select(first: bool, one: (u32, Record), other: (u32, Record)) -> (u32, Record) {
    use core::hint::select_unpredictable as choose;
    let expiry = choose(first, one.1.expiry, other.1.expiry);
    let links = choose(first, links(one.1), links(other.1));
    (choose(first, one.0, other.0), record(expiry, links))
}

impl<const KNOWN: bool, const FIFO: bool> Places<KNOWN, FIFO> {
    /// No places.
    pub(crate) const fn new() -> Self {
        Self {
            base: 0,
            most: 0,
            length: 0,
            next: 0,
        }
    }

    /// Takes `most` records from `base` on into use.
    pub(crate) const fn prepare(&mut self, base: u32, most: u32) {
        (self.base, self.most, self.length) = (base, most, 0);
    }

    /// The ticket of the next timer.
    #[inline]
    pub(crate) const fn next_ticket(&self) -> u32 {
        self.next
    }

    /// The next timer gets this ticket.
    pub(crate) const fn set_next_ticket(&mut self, ticket: u32) {
        self.next = ticket;
    }

    /// Whether the timer has come into the heap since `ticket` was the next one.
    #[inline]
    pub(crate) const fn has_come_since(&self, ticket: u32, place: Record) -> bool {
        self.next.wrapping_sub(place.previous) <= self.next.wrapping_sub(ticket)
    }

    /// Whether `one` comes before `other`.
    #[inline]
    fn is_before(&self, one: &Record, other: &Record) -> bool {
        if FIFO {
            self.key(one) < self.key(other)
        } else {
            one.expiry < other.expiry
        }
    }

    /// The expiry, and below it how old the ticket is.
    #[inline]
    fn key(&self, place: &Record) -> u128 {
        let age = place.previous.wrapping_sub(self.next);
        u128::from(place.expiry) << 32 | u128::from(age)
    }

    #[inline]
    pub(crate) const fn len(&self) -> u32 {
        self.length
    }

    /// Whether no place is left.
    #[inline]
    pub(crate) const fn is_full(&self) -> bool {
        self.length >= self.most
    }

    /// The place at `position`, which is below the length.
    #[inline]
    pub(crate) fn get(&self, records: &[Record], position: u32) -> Record {
        get(records, self.base.wrapping_add(position))
    }

    /// The place of the earliest timer.
    #[inline]
    pub(crate) fn first(&self, records: &[Record]) -> Option<Record> {
        (self.length > 0).then(|| self.get(records, 0))
    }

    /// The earliest timer's expiry.
    #[inline]
    pub(crate) fn first_expiry(&self, records: &[Record]) -> Option<u64> {
        self.first(records).map(|place| place.expiry)
    }

    /// Puts the timer `index` in. It has its ticket or its place from now on in its link to the next.
    pub(crate) fn insert(&mut self, records: &mut [Record], index: u32, expiry: u64) {
        let ticket = self.next;
        self.next = ticket.wrapping_add(1);
        if let Some(timer) = at_mut(records, index) {
            *timer = Record {
                expiry,
                next: ticket,
                previous: IN_HEAP,
            };
        }
        let place = Record {
            expiry,
            next: index,
            previous: ticket,
        };
        self.push(records, place);
    }

    #[inline]
    fn push(&mut self, records: &mut [Record], place: Record) {
        let position = self.length;
        self.length = self.length.saturating_add(1);
        self.rise(records, position, place);
    }

    /// Takes the earliest place out.
    pub(crate) fn pop(&mut self, records: &mut [Record]) {
        self.length = self.length.saturating_sub(1);
        if self.length > 0 {
            let last = self.get(records, self.length);
            self.sink(records, 0, last);
        }
    }

    /// Takes the last place away if it is that of timer `index` with this ticket: no other has to move for it.
    #[inline]
    pub(crate) fn remove_last(&mut self, records: &[Record], index: u32, ticket: u32) -> bool {
        let before = self.length.saturating_sub(1);
        let last = self.get(records, before);
        let is_last = self.length > 0 && last.next == index && last.previous == ticket;
        if is_last {
            self.length = before;
        }
        is_last
    }

    /// Leaves the places that `keep` returns, as it returns them; it is asked once for each. Takes time in proportion to the
    /// places: those of a heap are nearly in order.
    pub(crate) fn rebuild(
        &mut self,
        records: &mut [Record],
        mut keep: impl FnMut(&mut [Record], Record) -> Option<Record>,
    ) {
        for position in 0..core::mem::take(&mut self.length) {
            let place = self.get(records, position);
            if let Some(place) = keep(records, place) {
                self.push(records, place);
            }
        }
    }

    /// Takes the timer `index` out, wherever it is; it knows its place.
    pub(crate) fn remove(&mut self, records: &mut [Record], index: u32) {
        let position = get(records, index).next;
        self.length = self.length.saturating_sub(1);
        if position >= self.length {
            return;
        }
        let last = self.get(records, self.length);
        let above = position
            .checked_sub(1)
            .map(|below| self.get(records, below / BRANCHES));
        if above.is_some_and(|above| self.is_before(&last, &above)) {
            self.rise(records, position, last);
        } else {
            self.sink(records, position, last);
        }
    }

    /// The places, and the records behind them, which begin at the second's number.
    #[inline(always)]
    fn parts<'records>(
        &self,
        records: &'records mut [Record],
    ) -> (&'records mut [Record], (&'records mut [Record], u32)) {
        let end = self.base.wrapping_add(self.most);
        let at = usize::try_from(end).unwrap_or(0);
        let Some((places, behind)) = records.split_at_mut_checked(at) else {
            return (&mut [], (&mut [], end));
        };
        let base = usize::try_from(self.base).unwrap_or(0);
        (places.get_mut(base..).unwrap_or(&mut []), (behind, end))
    }

    #[inline(always)]
    fn put(
        places: &mut [Record],
        (behind, begin): (&mut [Record], u32),
        position: u32,
        place: Record,
    ) {
        steps::count();
        if let Some(at) = at_mut(places, position) {
            *at = place;
        }
        if KNOWN && let Some(timer) = at_mut(behind, place.next.wrapping_sub(begin)) {
            timer.next = position;
        }
    }

    /// Puts `place` at `position` or above.
    fn rise(&self, records: &mut [Record], mut position: u32, place: Record) {
        let (places, (behind, begin)) = self.parts(records);
        while let Some(below) = position.checked_sub(1) {
            let above = below / BRANCHES;
            let other = get(places, above);
            if !self.is_before(&place, &other) {
                break;
            }
            Self::put(places, (behind, begin), position, other);
            position = above;
        }
        Self::put(places, (behind, begin), position, place);
    }

    /// The earliest of the places below one, which begin at `first`, and how far from there it stands. Of four, which of them it is cannot be
    /// foretold, so it is chosen without a branch.
    #[inline(always)]
    fn least_from(&self, places: &[Record], first: u32) -> Option<(u32, Record)> {
        let begin = usize::try_from(first).ok()?;
        let some = places.get(begin..)?;
        if self.length.wrapping_sub(first) >= BRANCHES && first < self.length {
            let [one, two, three, four] = some.first_chunk()?;
            let left = select(self.is_before(two, one), (1, *two), (0, *one));
            let right = select(self.is_before(four, three), (3, *four), (2, *three));
            return Some(select(self.is_before(&right.1, &left.1), right, left));
        }
        self.least_of_fewer(some, first)
    }

    /// The same where not all four have timers.
    #[cold]
    #[inline(never)]
    fn least_of_fewer(&self, some: &[Record], first: u32) -> Option<(u32, Record)> {
        let left = self.length.checked_sub(first)?;
        let mut each = (0..left).zip(some);
        let (mut at, mut least) = each.next()?;
        for (other_at, other) in each {
            if self.is_before(other, least) {
                (at, least) = (other_at, other);
            }
        }
        Some((at, *least))
    }

    /// Puts `place` at `position` or below: the earliest ones below move up as far as there are any, then it rises from there. Most
    /// places are at the bottom, so what comes from there mostly belongs there.
    fn sink(&self, records: &mut [Record], mut position: u32, place: Record) {
        let (places, (behind, begin)) = self.parts(records);
        loop {
            let first = position.wrapping_mul(BRANCHES).wrapping_add(1);
            let Some((offset, least)) = self.least_from(places, first) else {
                break;
            };
            Self::put(places, (behind, begin), position, least);
            position = first.wrapping_add(offset);
        }
        self.rise(records, position, place);
    }

    /// Whether the place at `position` is not before the one above it.
    pub(crate) fn is_in_order(&self, records: &[Record], position: u32) -> bool {
        let place = self.get(records, position);
        position.checked_sub(1).is_none_or(|below| {
            let above = self.get(records, below / BRANCHES);
            !self.is_before(&place, &above)
        })
    }

    /// Every timer knows its place, none is before the one above it, and `holds` is true of its expiry.
    pub(crate) fn check(
        &self,
        check: &mut Check<'_>,
        holds: impl Fn(u64) -> bool,
    ) -> Result<(), InvariantError> {
        for position in 0..self.length {
            let place = self.get(check.records(), position);
            let timer = check.count(place.next)?;
            let good = timer.is_in_heap()
                && timer.next == position
                && timer.expiry == place.expiry
                && self.is_in_order(check.records(), position)
                && holds(place.expiry);
            if !good {
                return Err(InvariantError::HeapBroken { place: position });
            }
        }
        Ok(())
    }
}
