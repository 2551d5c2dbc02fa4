//! Scheme 7 with migration ahead of time: no tick has to move a whole slot's timers (section VI.B of the paper, without
//! its bursts).
//!
//! The wheels of a hierarchy here have twice as many slots as a turn of the wheel below has. So a slot's timers fit
//! into the wheel below while the time of the slot before it passes, and go there step by step, a fixed number of
//! timers a tick. Timers that are left when that time ends go at its last tick, and after a long jump all of them do. A
//! slot from which timers go gets no new ones, since they fit into a lower wheel too.
//!
//! A timer waits on the lowest wheel that comes to its slot in less than two turns of the wheel below, or just above
//! that. Timers of one tick keep the order in which they were started: the sooner a timer was started, the higher its
//! wheel; those that migrate leave a list from its end and go to the front of another, and higher wheels come first.
//!
//! Starting and stopping take constant time, a tick takes time in proportion to the wheels and the timers a tick.
//! Memory: 2^(`BITS` + 1) records a wheel.

use crate::diagnostics::Guarantees;
use crate::diagnostics::check::Check;
use crate::record::{Record, at_mut, get, on_list};
use crate::schemes::parts::next_ticks::NextTicks;
use crate::schemes::parts::slot_lists::SlotLists;
use crate::schemes::parts::sorted_list::earlier;
use crate::schemes::structure::{Structure, Ticks, Unlimited, Work, with_timers};
use crate::{InvariantError, QueueError};

/// Scheme 7 for every interval of 64 bits, with wheels of which each steps 2^`BITS` times slower than the one below,
/// `BITS` from 8 to 14; timers migrate ahead of time, a fixed number a tick.
///
/// No [`advance`](crate::advance::Advance::advance) by a tick moves more timers than that for each wheel, unless a slot
/// has more than 2^`BITS` times as many: the rest of them moves in one tick.
///
/// ```
/// use carillon_queues::Timers;
/// use carillon_queues::schemes::AheadWheel;
///
/// # #[cfg(feature = "alloc")] {
/// let mut timers = Timers::growing(AheadWheel::<8>::new(256), 1_000_000)?;
/// timers.start(100_000, "far");
/// timers.advance(100_000);
/// assert_eq!(timers.next_expired().map(|expired| expired.due), Some(100_000));
/// # }
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct AheadWheel<const BITS: u32> {
    lists: SlotLists,
    /// For each wheel the tick at which timers first have to leave it.
    next_ticks: NextTicks,
    /// The earliest of them, or one before.
    next: u64,
    /// Timers that migrate from a wheel at a tick.
    timers_a_tick: u32,
    /// Time has come to a tick that has not been seen to.
    unfinished: bool,
}

impl<const BITS: u32> AheadWheel<BITS> {
    const WHEELS: u32 = 64_u32.div_ceil(BITS);
    const SIZE: u32 = 2 << BITS;

    /// Wheels of which `timers_a_tick` timers each migrate at a tick; 0 is taken for 1. With 256, and 2^8 ticks a turn,
    /// 65,536 timers that are due in 256 ticks are no burst.
    pub const fn new(timers_a_tick: u32) -> Self {
        const { assert!(BITS >= 8 && BITS <= 14) };
        Self {
            lists: SlotLists::new(Self::WHEELS * Self::SIZE),
            next_ticks: NextTicks::NONE,
            next: u64::MAX,
            timers_a_tick,
            unfinished: false,
        }
    }

    /// Records of a queue of so many timers.
    pub const fn records(&self, timers: usize) -> usize {
        with_timers(self.lists.records(), timers)
    }

    /// How often the wheel has stepped at `tick`.
    #[inline]
    const fn step(wheel: u32, tick: u64) -> u64 {
        tick >> (wheel * BITS)
    }

    /// The slot that the wheel comes to with that step.
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "less than the slots of a wheel")]
    const fn slot(wheel: u32, step: u64) -> u32 {
        (wheel * Self::SIZE) | step as u32 & (Self::SIZE - 1)
    }

    /// When timers begin to leave the slot: those of wheel 0 at its tick, others a step before.
    #[inline]
    const fn begin(wheel: u32, step: u64) -> u64 {
        if wheel == 0 {
            return step;
        }
        (step - 1) << (wheel * BITS)
    }

    /// The wheel and its step for a timer of tick `expiry`, after `now`.
    #[inline]
    fn place_for(now: u64, expiry: u64) -> (u32, u64) {
        let bit = 63 - ((expiry - now) | 1).leading_zeros();
        let wheel = bit.checked_div(BITS).unwrap_or(0);
        let is_near = Self::step(wheel, expiry) - Self::step(wheel, now) < 2;
        let wheel = wheel - u32::from(is_near && wheel > 0);
        (wheel, Self::step(wheel, expiry))
    }

    /// The slot for a timer of tick `expiry`, after `now`, which comes to it.
    #[inline(always)]
    fn noted_slot(&mut self, expiry: u64, now: u64) -> u32 {
        let (wheel, step) = Self::place_for(now, expiry);
        let begin = Self::begin(wheel, step);
        if self.next_ticks.note(wheel, begin) && begin < self.next {
            self.next = begin;
        }
        Self::slot(wheel, step)
    }

    /// The next busy slot of the wheel after `now`, and its step.
    #[inline]
    fn search(&self, records: &[Record], wheel: u32, now: u64) -> Option<(u32, u64)> {
        let step = Self::step(wheel, now);
        let first = wheel * Self::SIZE;
        let slots = (first, first + Self::SIZE);
        let (slot, ahead) = self.lists.next_around(records, slots, Self::slot(wheel, step))?;
        Some((slot, step.saturating_add(u64::from(ahead))))
    }

    /// Finds out when timers next have to leave the wheel, after `now`; if some do already, at `go_on`.
    fn refresh(&mut self, records: &[Record], wheel: u32, now: u64, go_on: u64) {
        let next = self.search(records, wheel, now);
        let tick = next.map_or(u64::MAX, |(_, step)| match Self::begin(wheel, step) {
            begin if begin > now => begin,
            _ => go_on,
        });
        self.next_ticks.set(wheel, tick);
    }

    /// Time has come to tick `now`, on its way to `to`. False if cut short.
    fn visit(&mut self, records: &mut [Record], due: u32, (now, to): (u64, u64), work: &mut Work) -> bool {
        self.unfinished = true;
        // The ticks from now to `to` are paid for at once.
        let ticks = (to - now).saturating_add(1);
        let most = ticks.saturating_mul(self.timers_a_tick.max(1).into());
        for wheel in (1..Self::WHEELS).rev() {
            if self.next_ticks.of(wheel) > now {
                continue;
            }
            let next = Self::step(wheel, now) + 1;
            let end = Self::begin(wheel, next + 1).wrapping_sub(1);
            let most = if now == end { u64::MAX } else { most };
            if !self.migrate(records, (wheel, next), now, most, work) {
                return false;
            }
            self.refresh(records, wheel, now, to.saturating_add(1).min(end));
        }
        if self.next_ticks.of(0) <= now {
            self.lists.hand_over(records, Self::slot(0, now), due);
            self.refresh(records, 0, now, u64::MAX);
        }
        self.unfinished = false;
        true
    }

    /// So many timers of the slot go to the wheel below, the last one first, before those that are there. False if cut
    /// short.
    fn migrate(
        &mut self,
        records: &mut [Record],
        (wheel, step): (u32, u64),
        now: u64,
        most: u64,
        work: &mut Work,
    ) -> bool {
        let (slot, below) = (Self::slot(wheel, step), wheel - 1);
        let mut index = get(records, slot).previous;
        let (mut left, mut all_done) = (most, true);
        while left > 0
            && let Some(timer) = on_list(records, index, slot)
        {
            all_done = work.spend(1);
            if !all_done {
                break;
            }
            work.examine(1);
            let step = Self::step(below, timer.expiry);
            self.next_ticks.note(below, Self::begin(below, step).max(now));
            let to = Self::slot(below, step);
            work.migrate(self.lists.push_front(records, to, index, timer.expiry));
            index = timer.previous;
            left -= 1;
        }
        if index == slot {
            self.lists.forget(records, slot);
        } else {
            // What was behind has gone to other lists.
            if let Some(last) = at_mut(records, index) {
                last.next = slot;
            }
            if let Some(head) = at_mut(records, slot) {
                head.previous = index;
            }
        }
        all_done
    }
}

/// 256 timers a tick move ahead of time.
impl<const BITS: u32> Unlimited for AheadWheel<BITS> {
    const DEFAULT: Self = Self::new(256);
}

impl<const BITS: u32> Structure for AheadWheel<BITS> {
    fn guarantees(&self) -> Guarantees {
        Guarantees::ALL
    }

    fn records(&self, timers: usize) -> usize {
        self.records(timers)
    }

    fn validate(&self, _timers: u32) -> Result<(), QueueError> {
        self.lists.validate()
    }

    fn prepare(&mut self, records: &mut [Record], _timers: u32) {
        (self.next_ticks, self.next, self.unfinished) = (NextTicks::NONE, u64::MAX, false);
        self.lists.prepare(records);
    }

    fn slots(&self) -> u32 {
        self.lists.slots()
    }

    /// Constant time.
    #[inline(always)]
    fn insert(&mut self, records: &mut [Record], index: u32, expiry: u64, now: u64) -> Option<u32> {
        let slot = self.noted_slot(expiry, now);
        self.lists.push_back(records, slot, index, expiry)
    }

    #[inline(always)]
    fn restart(&mut self, records: &mut [Record], index: u32, expiry: u64, now: u64) {
        let slot = self.noted_slot(expiry, now);
        self.lists.move_back(records, slot, index, expiry);
    }

    #[inline(always)]
    fn slot_for(&self, expiry: u64, now: u64) -> u32 {
        let (wheel, step) = Self::place_for(now, expiry);
        Self::slot(wheel, step)
    }

    /// Constant time.
    #[inline(always)]
    fn remove(&mut self, records: &mut [Record], index: u32) -> Option<u32> {
        self.lists.remove(records, index)
    }

    /// For each tick with a busy slot, and for each at which timers migrate: time in proportion to the wheels, and to
    /// those timers.
    fn advance(&mut self, records: &mut [Record], due: u32, ticks: Ticks, work: &mut Work) -> u64 {
        let (mut now, to) = ticks;
        loop {
            if !self.unfinished {
                self.next = self.next_ticks.earliest_but(u32::MAX);
                let nothing = || self.lists.next_busy(records, 0).is_none();
                if self.next > to || self.next == u64::MAX && nothing() {
                    return to;
                }
                if !work.spend(1) {
                    return now;
                }
                now = self.next;
            }
            if !self.visit(records, due, (now, to), work) {
                return now;
            }
        }
    }

    #[inline]
    fn quiet_until(&self, _records: &[Record]) -> u64 {
        if self.unfinished { 0 } else { self.next }
    }

    fn is_unfinished(&self) -> bool {
        self.unfinished
    }

    /// A search of each wheel with timers, and time in proportion to the list of the next slot of each higher wheel
    /// that comes up before the earliest timer found so far.
    fn next_expiry(&self, records: &[Record], now: u64) -> Option<u64> {
        let mut best = None;
        for wheel in 0..Self::WHEELS {
            if wheel > 0 && self.next_ticks.of(wheel) == u64::MAX {
                continue;
            }
            let Some((slot, step)) = self.search(records, wheel, now) else {
                continue;
            };
            let first = step << (wheel * BITS);
            if best.is_none_or(|best| first < best) {
                best = Some(match wheel {
                    0 => first,
                    _ => earlier(records, slot, best.unwrap_or(u64::MAX)),
                });
            }
        }
        best
    }

    fn check(&self, check: &mut Check<'_>) -> Result<(), InvariantError> {
        let (now, records) = (check.now(), check.records());
        self.lists.check(check, |slot, expiry| {
            let wheel = slot.checked_div(Self::SIZE).unwrap_or(0);
            let step = Self::step(wheel, expiry);
            let ahead = step.wrapping_sub(Self::step(wheel, now));
            let pending = self.unfinished && wheel == 0 && ahead == 0;
            Self::slot(wheel, step) == slot && (pending || ahead > 0 && ahead < u64::from(Self::SIZE))
        })?;
        for wheel in 0..Self::WHEELS {
            let noted = self.next_ticks.of(wheel);
            let next = self.search(records, wheel, now);
            let latest = next.map_or(u64::MAX, |(_, step)| {
                let begin = Self::begin(wheel, step);
                // Timers that leave already do so at the last tick before their slot at the latest.
                let last = step.wrapping_shl(wheel.wrapping_mul(BITS)).wrapping_sub(1);
                if wheel > 0 && begin <= now { last } else { begin }
            });
            let wrong = noted > latest || noted <= now && noted < u64::MAX;
            if !self.unfinished && (wrong || self.next > noted) {
                return Err(InvariantError::SummaryWrong);
            }
        }
        Ok(())
    }
}
