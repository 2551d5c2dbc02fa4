//! FlexQueue's two arrays: which ticks their slots stand for, and when that changes (Algorithms 1 and 2 of the thesis).
//!
//! Which comes first changes. Two arrays never overlap, and the one that comes first ends before the other begins.

use core::num::NonZeroU64;

use super::horizon::{Deviations, Estimate};
use super::{Slot, Span};

/// One array of slots.
#[derive(Debug, Clone, Copy)]
struct Array {
    /// The first tick of its first slot.
    from: u64,
    /// The last tick of its last slot.
    to: u64,
    /// Ticks a slot.
    width: NonZeroU64,
    /// Busy slots in it.
    busy: u32,
    /// The last tick for which a timer has come into it.
    last: u64,
}

impl Array {
    const NOWHERE: Self = Self { from: 1, to: 0, width: NonZeroU64::MIN, busy: 0, last: 0 };

    #[inline]
    const fn has(&self, tick: u64) -> bool {
        self.from <= tick && tick <= self.to
    }
}

/// Both arrays, and the estimate that their width follows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Arrays {
    arrays: [Array; 2],
    /// The array of the current horizon, 0 or 1.
    current: usize,
    /// Slots of an array, N.
    size: u32,
    deviations: Deviations,
    estimate: Estimate,
    /// While all timers are inserted again: the estimate, which their order says nothing of, and the ticks of the first
    /// and the last of them.
    again: Option<(Estimate, (u64, u64))>,
    /// Ticks a slot, if they are fixed.
    fixed_width: Option<NonZeroU64>,
    resizes: u64,
}

impl Arrays {
    /// Without slots.
    pub(super) const fn new(deviations: Deviations) -> Self {
        Self {
            arrays: [Array::NOWHERE; 2],
            current: 0,
            size: 0,
            deviations,
            estimate: Estimate::NOTHING,
            again: None,
            fixed_width: None,
            resizes: 0,
        }
    }

    /// Takes so many slots into use for each array. The estimate stays: the intervals to come are what they were.
    pub(super) const fn prepare(&mut self, size: u32) {
        self.size = size;
        self.arrays = [Array::NOWHERE; 2];
        self.current = 0;
        self.again = None;
    }

    /// All timers are about to be inserted again, the first and the last one for these ticks; or have been. The
    /// estimate does not follow that.
    pub(super) const fn insert_again(&mut self, ends: Option<(u64, u64)>) {
        match (ends, self.again) {
            (Some(ends), _) => self.again = Some((self.estimate, ends)),
            (None, Some((estimate, _))) => (self.estimate, self.again) = (estimate, None),
            (None, None) => (),
        }
    }

    /// How often an array's width has been set anew.
    #[cfg(feature = "paper")]
    pub(super) const fn resizes(&self) -> u64 {
        self.resizes
    }

    /// Fixes the ticks a slot from the next resize on, or lets them follow the intervals.
    pub(super) const fn set_width(&mut self, width: Option<NonZeroU64>) {
        self.fixed_width = width;
    }

    /// An interval has been started.
    #[inline]
    pub(super) fn follow(&mut self, interval: u64) {
        self.estimate.follow(interval);
    }

    /// No slot is busy.
    #[inline]
    pub(super) const fn are_empty(&self) -> bool {
        let [one, other] = &self.arrays;
        one.busy == 0 && other.busy == 0
    }

    #[inline]
    fn array(&self, number: usize) -> &Array {
        let [one, other] = &self.arrays;
        if number == 0 { one } else { other }
    }

    #[inline]
    fn array_mut(&mut self, number: usize) -> &mut Array {
        let [one, other] = &mut self.arrays;
        if number == 0 { one } else { other }
    }

    /// `CalcBucket` (Algorithm 1): the slot of a tick, if it is within one of the arrays.
    #[inline]
    pub(super) fn slot_for(&self, tick: u64) -> Option<Slot> {
        let number = [self.current, self.current ^ 1].into_iter().find(|&number| self.array(number).has(tick))?;
        let array = self.array(number);
        let ticks = tick - array.from;
        let position = match array.width {
            NonZeroU64::MIN => ticks,
            width => ticks / width,
        };
        let position = u32::try_from(position).ok()?;
        Some(Slot::of(number, position))
    }

    /// Whether the slot has a single tick.
    #[inline]
    pub(super) fn is_single_tick(&self, slot: Slot) -> bool {
        self.array(slot.array()).width == NonZeroU64::MIN
    }

    /// The ticks of the slot, from its first one on.
    #[inline]
    pub(super) fn span_of(&self, slot: Slot) -> Span {
        let array = self.array(slot.array());
        let position = u64::from(slot.position());
        Span { begin: array.from + position * array.width.get(), width: array.width }
    }

    /// The first and the last tick of the slot.
    #[inline]
    pub(super) fn ticks_of(&self, slot: Slot) -> (u64, u64) {
        let array = self.array(slot.array());
        let position = u64::from(slot.position());
        let width = array.width.get();
        let begin = array.from.saturating_add(position.saturating_mul(width));
        (begin, begin.saturating_add(width - 1))
    }

    /// The array that is served first, if any slot is busy.
    #[inline]
    pub(super) fn first_busy(&self) -> Option<usize> {
        let [current, other] = [self.current, self.current ^ 1];
        let number = if self.array(current).busy > 0 { current } else { other };
        (self.array(number).busy > 0).then_some(number)
    }

    /// A timer for `tick` has come into the slot, which has become busy by it or not.
    #[inline]
    pub(super) fn filled(&mut self, slot: Slot, tick: u64, was_empty: bool) {
        let array = self.array_mut(slot.array());
        array.last = array.last.max(tick);
        array.busy += u32::from(was_empty);
    }

    /// The slot has become empty.
    #[inline]
    pub(super) fn emptied(&mut self, slot: Slot) {
        let array = self.array_mut(slot.array());
        array.busy -= 1;
    }

    /// Timers have been taken from the slot, the first that was busy, at tick `now`. If it is not of the current array,
    /// the current horizon is over: its array, which is empty, becomes the next.
    #[inline]
    pub(super) fn taken_from(&mut self, slot: Slot, now: u64) {
        let number = slot.array();
        if number != self.current {
            self.current = number;
            self.resize(number ^ 1, now, true);
        }
    }

    /// Gives both arrays, which are empty, a horizon as seen from `now`.
    #[cold]
    #[inline(never)]
    pub(super) fn lay_out(&mut self, now: u64) {
        self.resize(self.current, now, false);
        self.resize(self.current ^ 1, now, true);
    }

    /// Lays an empty array out behind the other one, which is not empty, as the horizon is now, if `tick` is within the
    /// horizon and behind the other array. So the arrays come after the clock although neither has been used up: what
    /// the thesis calls the horizon moves with the clock.
    #[cold]
    #[inline(never)]
    pub(super) fn reach(&mut self, tick: u64, now: u64) {
        let (least, most) = self.horizon(now);
        let empty = usize::from(self.array(1).busy == 0);
        let within = (least..=most).contains(&(tick - now));
        if within && tick > self.array(empty ^ 1).to && self.array(empty).busy == 0 {
            self.current = empty ^ 1;
            self.resize(empty, now, true);
        }
    }

    /// The ticks after now between which intervals are expected; while all timers are inserted again, those between
    /// which timers are, but no more than twice as many to the end.
    fn horizon(&self, now: u64) -> (u64, u64) {
        let span = |width: NonZeroU64| width.get().saturating_mul(self.size.into());
        match (self.fixed_width, self.again) {
            (Some(width), _) => (0, span(width)),
            (None, None) => self.estimate.horizon(self.deviations),
            (None, Some((estimate, (first, last)))) => {
                let (least, most) = estimate.horizon(self.deviations);
                let least = least.min(first.saturating_sub(now));
                let farthest = most + (most - least);
                (least, last.saturating_sub(now).min(farthest).max(most))
            }
        }
    }

    /// `Resize` (Algorithm 2): gives the empty array `number` the horizon as seen from `now`; if `behind`, what of it
    /// is behind the other array.
    ///
    /// That one is served first, and time comes to its last timer meanwhile: the horizon ends as far behind that as it
    /// does behind now.
    #[cold]
    #[inline(never)]
    fn resize(&mut self, number: usize, now: u64, behind: bool) {
        let (least, most) = self.horizon(now);
        let other = self.array(number ^ 1);
        let earliest = now.saturating_add(least.max(1));
        let (from, last) = if behind {
            let from = other.to.checked_add(1);
            (from.map(|from| from.max(earliest)), other.last.max(now))
        } else {
            (Some(earliest), now)
        };
        let size = NonZeroU64::new(self.size.into()).unwrap_or(NonZeroU64::MIN);
        let fixed = self.fixed_width;
        *self.array_mut(number) = from.map_or(Array::NOWHERE, |from| {
            let ticks = last.saturating_add(most).saturating_sub(from);
            let width = NonZeroU64::new(ticks.max(most - least).div_ceil(size.get()));
            let width = fixed.or(width).unwrap_or(NonZeroU64::MIN);
            let span = width.get().saturating_mul(size.get()) - 1;
            Array { from, to: from.saturating_add(span), width, ..Array::NOWHERE }
        });
        self.resizes += 1;
    }

    /// Whether so many busy slots are what the arrays know of them, and they lie apart.
    pub(super) fn agree_with(&self, busy: [u32; 2]) -> bool {
        let (current, other) = (self.array(self.current), self.array(self.current ^ 1));
        let apart = other.busy == 0 || other.from > current.to;
        busy == self.arrays.map(|array| array.busy) && apart
    }
}
