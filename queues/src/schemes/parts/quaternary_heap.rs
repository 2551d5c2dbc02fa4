//! A heap with four branches. Its timers may know their places, so that any of them is taken out in logarithmic time.
//!
//! A place is a record: the expiry, the timer's record in the link to the next, and a ticket in the link back. So a
//! comparison needs no look at the timer. Four branches instead of two halve the depth, and the four places below one
//! are a line of 64 bytes.
//!
//! A timer that leaves, leaves a hole, into which the next one goes: where each expiry or stop is followed by a start,
//! a place is moved once for both.

use super::steps;
use crate::InvariantError;
use crate::diagnostics::check::Check;
use crate::record::{IN_HEAP, Record, at_mut, get};

/// Places below one.
const BRANCHES: u32 = 4;

/// Records before the first place, at most: see [`Places::prepare`].
const MOST_SKIPPED: usize = 3;

/// Records of timers, and the number of the first of them.
type Rest<'records> = (&'records mut [Record], u32);

/// No place.
const NOWHERE: u32 = u32::MAX;

/// A heap in the records from `base` on. If `KNOWN`, its timers know their places, in their links to the next. If
/// `FIFO`, those of one tick come in the order in which they were put in, unless 2^32 others were put in between them;
/// comparing costs more.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Places<const KNOWN: bool, const FIFO: bool> {
    base: u32,
    most: u32,
    /// Places in use, the hole among them.
    length: u32,
    /// A place whose timer has gone. It keeps what it had, so that it is in order, until the next timer comes, or the
    /// last place goes there. It is not the last.
    hole: u32,
    /// The ticket of the next timer. Tickets are compared by how long ago they were given, so they may wrap.
    next: u32,
}

impl<const KNOWN: bool, const FIFO: bool> Places<KNOWN, FIFO> {
    /// No places.
    pub(crate) const fn new() -> Self {
        Self { base: 0, most: 0, length: 0, hole: NOWHERE, next: 0 }
    }

    /// Records for so many places.
    pub(crate) const fn records(places: usize) -> usize {
        places.saturating_add(MOST_SKIPPED)
    }

    /// Takes `most` places into use, in the [records](Self::records) from `from` on. The four places below one are one
    /// line of the cache, as long as the records stay where they are.
    pub(crate) fn prepare(&mut self, records: &[Record], from: u32, most: u32) {
        // A record has 16 bytes.
        let first = records.as_ptr().addr() / 16 + usize::try_from(from).unwrap_or(0);
        // The root is the last of a line.
        let skipped = u32::try_from(!first % 4).unwrap_or(0);
        self.base = from + skipped;
        (self.most, self.length, self.hole) = (most, 0, NOWHERE);
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

    /// Whether `one` comes before `other`. Of equal ones the older ticket does, where it matters.
    #[inline(always)]
    fn is_before(&self, one: &Record, other: &Record) -> bool {
        let age = |place: &Record| place.previous.wrapping_sub(self.next);
        let earlier = one.expiry < other.expiry;
        if !FIFO {
            return earlier;
        }
        earlier | (one.expiry == other.expiry) & (age(one) < age(other))
    }

    /// Timers in the heap.
    #[inline]
    pub(crate) const fn len(&self) -> u32 {
        self.length - (self.hole != NOWHERE) as u32
    }

    /// Places that are looked at by [`get`](Self::get).
    pub(crate) const fn places(&self) -> u32 {
        self.length
    }

    /// Whether no place is left.
    #[inline]
    pub(crate) const fn is_full(&self) -> bool {
        self.len() >= self.most
    }

    #[inline]
    fn place(&self, records: &[Record], position: u32) -> Record {
        get(records, self.base + position)
    }

    /// The place at `position`, which is below [`places`](Self::places), unless it is the hole.
    pub(crate) fn get(&self, records: &[Record], position: u32) -> Option<Record> {
        (position != self.hole).then(|| self.place(records, position))
    }

    /// The place of the earliest timer.
    #[inline(always)]
    pub(crate) fn first(&self, records: &[Record]) -> Option<Record> {
        if self.length == 0 {
            return None;
        }
        if self.hole == 0 {
            return self.first_below(records);
        }
        Some(self.place(records, 0))
    }

    /// The place of the earliest timer while the hole is at the root.
    #[inline(never)]
    fn first_below(&self, records: &[Record]) -> Option<Record> {
        let begin = usize::try_from(self.base).ok()?;
        let length = usize::try_from(self.length).ok()?;
        let places = records.get(begin..)?.get(..length)?;
        let least = self.least_from(places, 1)?;
        Some(get(places, least))
    }

    /// The earliest timer's expiry.
    #[inline]
    pub(crate) fn first_expiry(&self, records: &[Record]) -> Option<u64> {
        self.first(records).map(|place| place.expiry)
    }

    /// Puts the timer `index` in, into the hole if there is one. It has its ticket or its place from now on in its link
    /// to the next.
    pub(crate) fn insert(&mut self, records: &mut [Record], index: u32, expiry: u64) {
        let place = self.enter(records, index, expiry);
        if self.hole == NOWHERE {
            self.push(records, place);
        } else {
            let position = core::mem::replace(&mut self.hole, NOWHERE);
            self.put_near(records, position, place);
        }
    }

    /// The timer `index`, which is in the heap and knows its place, is due at `expiry` instead, as if it came now.
    pub(crate) fn restart(&mut self, records: &mut [Record], index: u32, expiry: u64) {
        self.close(records);
        let position = get(records, index).next;
        let place = self.enter(records, index, expiry);
        self.put_near(records, position, place);
    }

    /// Gives the timer a ticket. Returns what its place is to have.
    #[inline]
    fn enter(&mut self, records: &mut [Record], index: u32, expiry: u64) -> Record {
        let ticket = self.next;
        self.next = ticket.wrapping_add(1);
        if let Some(timer) = at_mut(records, index) {
            *timer = Record { expiry, next: ticket, previous: IN_HEAP };
        }
        Record { expiry, next: index, previous: ticket }
    }

    #[inline]
    fn push(&mut self, records: &mut [Record], place: Record) {
        let position = self.length;
        self.length += 1;
        self.put_near(records, position, place);
    }

    /// The place at `position` becomes the hole. There is no other.
    fn leave(&mut self, position: u32) {
        let last = self.length - 1;
        if position < last {
            self.hole = position;
        } else {
            self.length = last;
        }
    }

    /// Moves the last place into the hole.
    #[inline]
    fn close(&mut self, records: &mut [Record]) {
        if self.hole != NOWHERE {
            let position = core::mem::replace(&mut self.hole, NOWHERE);
            self.length -= 1;
            let last = self.place(records, self.length);
            self.put_near(records, position, last);
        }
    }

    /// Takes the earliest place out.
    pub(crate) fn pop(&mut self, records: &mut [Record]) {
        self.close(records);
        self.leave(0);
    }

    /// Takes the timer `index` out, wherever it is; it knows its place.
    pub(crate) fn remove(&mut self, records: &mut [Record], index: u32) {
        self.close(records);
        self.leave(get(records, index).next);
    }

    /// Takes the last place away if it is that of timer `index` with this ticket: no other has to move for it.
    #[inline]
    pub(crate) fn remove_last(&mut self, records: &[Record], index: u32, ticket: u32) -> bool {
        let before = self.length.saturating_sub(1);
        let last = self.place(records, before);
        let is_last = self.length > 0 && last.next == index && last.previous == ticket;
        if is_last {
            self.length = before;
            if self.hole.checked_add(1) == Some(before) {
                (self.length, self.hole) = (self.hole, NOWHERE);
            }
        }
        is_last
    }

    /// Leaves the places that `keep` returns, as it returns them; it is asked once for each. Takes time in proportion
    /// to the places: those of a heap are nearly in order.
    pub(crate) fn rebuild(
        &mut self,
        records: &mut [Record],
        mut keep: impl FnMut(&mut [Record], Record) -> Option<Record>,
    ) {
        self.close(records);
        for position in 0..core::mem::take(&mut self.length) {
            let place = self.place(records, position);
            if let Some(place) = keep(records, place) {
                self.push(records, place);
            }
        }
    }

    /// Puts `place` at `position`, where there is room, or above or below. If it does not belong above, the earliest
    /// ones below move up as far as there are any, and it rises from there: most places are at the bottom, so what
    /// comes from there mostly belongs there.
    #[inline(never)]
    fn put_near(&self, records: &mut [Record], mut position: u32, place: Record) {
        let (places, mut behind) = self.parts(records);
        let is_above = |places: &[Record], position: u32| {
            let above = position.checked_sub(1)? / BRANCHES;
            let other = get(places, above);
            self.is_before(&place, &other).then_some((above, other))
        };
        if is_above(places, position).is_none() {
            loop {
                let first = position * BRANCHES + 1;
                if first >= self.length {
                    break;
                }
                let Some(below) = self.least_from(places, first) else {
                    break;
                };
                Self::put(places, &mut behind, position, get(places, below));
                position = below;
            }
        }
        while let Some((above, other)) = is_above(places, position) {
            Self::put(places, &mut behind, position, other);
            position = above;
        }
        Self::put(places, &mut behind, position, place);
    }

    /// The places in use, and the records behind all places.
    #[inline(always)]
    fn parts<'records>(&self, records: &'records mut [Record]) -> (&'records mut [Record], Rest<'records>) {
        let end = self.base + self.most;
        let at = usize::try_from(end).unwrap_or(0);
        let Some((places, behind)) = records.split_at_mut_checked(at) else {
            return (&mut [], (&mut [], end));
        };
        let base = usize::try_from(self.base).unwrap_or(0);
        let length = usize::try_from(self.length).unwrap_or(0);
        let used = places.get_mut(base..).and_then(|places| places.get_mut(..length));
        (used.unwrap_or(&mut []), (behind, end))
    }

    #[inline(always)]
    fn put(places: &mut [Record], behind: &mut Rest<'_>, position: u32, place: Record) {
        steps::count();
        if let Some(at) = at_mut(places, position) {
            *at = place;
        }
        if KNOWN && let Some(timer) = at_mut(behind.0, place.next - behind.1) {
            timer.next = position;
        }
    }

    /// The position of the earliest of the places below one, which begin at `first`. Of four, which of them it is
    /// cannot be foretold, so it is chosen without a branch.
    #[inline(always)]
    fn least_from(&self, places: &[Record], first: u32) -> Option<u32> {
        use core::hint::select_unpredictable as choose;
        let some = places.get(usize::try_from(first).ok()?..)?;
        let Some(four) = some.first_chunk::<4>() else {
            return self.least_of_fewer(some, first);
        };
        let [a, b, c, d] = four;
        let (left, right) = (self.is_before(b, a), self.is_before(d, c));
        let on_right = self.is_before(choose(right, d, c), choose(left, b, a));
        let at = choose(on_right, 2 | u32::from(right), u32::from(left));
        Some(first + at)
    }

    /// As [`least_from`](Self::least_from) where not all four have timers.
    #[cold]
    #[inline(never)]
    fn least_of_fewer(&self, some: &[Record], first: u32) -> Option<u32> {
        let mut each = (first..).zip(some);
        let (mut least, mut earliest) = each.next()?;
        for (position, place) in each {
            if self.is_before(place, earliest) {
                (least, earliest) = (position, place);
            }
        }
        Some(least)
    }

    /// Whether the place at `position` is not before the one above it.
    pub(crate) fn is_in_order(&self, records: &[Record], position: u32) -> bool {
        let place = self.place(records, position);
        position.checked_sub(1).is_none_or(|below| {
            let above = self.place(records, below / BRANCHES);
            !self.is_before(&place, &above)
        })
    }

    /// Every timer knows its place, none is before the one above it, and `holds` is true of its expiry.
    pub(crate) fn check(&self, check: &mut Check<'_>, holds: impl Fn(u64) -> bool) -> Result<(), InvariantError> {
        for position in 0..self.length {
            let Some(place) = self.get(check.records(), position) else {
                continue;
            };
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
