//! What every queue can do: come to a tick, and hand out what has run out by then.

use super::{AdvanceError, InvariantError, Progress, Promises};

/// A timer queue, however its timers are named: PER_TICK_BOOKKEEPING and EXPIRY_PROCESSING of the paper's section II.
/// [`Keyed`](super::Keyed) has the other two.
pub trait TimerQueue {
    /// A timer that has run out: [`Expired`](super::Expired), unless it has no handle.
    type Expired;

    /// The tick up to which the queue has been advanced.
    fn now(&self) -> u64;

    /// Timers started and neither stopped nor handed out.
    fn outstanding(&self) -> u32;

    /// A tick before which nothing comes due: that of the earliest timer where [`Promises::exact_next`] says so; now,
    /// if one is due already. `None` if nothing is outstanding.
    fn next_expiry(&self) -> Option<u64>;

    /// [`advance`](Self::advance) with a limit: does about `steps` steps at most and says whether that was enough. A
    /// step is one timer examined or moved, or one slot handed over or passed; what it costs is for
    /// [`Promises::bounded`] to say. [`now`](Self::now) says how far it has come. With timers started between a call
    /// that was cut short and the next one, only the order of ticks is kept, not that within a tick.
    ///
    /// # Errors
    /// [`AdvanceError`]: `to` lies before [`now`](Self::now).
    fn advance_within(&mut self, to: u64, steps: u64) -> Result<Progress, AdvanceError>;

    /// PER_TICK_BOOKKEEPING for every tick up to and including `to`. Timers that run out are handed out afterwards
    /// by [`next_expired`](Self::next_expired), in the order that the structure promises, however far the jump.
    ///
    /// # Errors
    /// [`AdvanceError`]: `to` lies before [`now`](Self::now).
    fn advance(&mut self, to: u64) -> Result<(), AdvanceError> {
        while self.advance_within(to, u64::MAX)? == Progress::Unfinished {}
        Ok(())
    }

    /// EXPIRY_PROCESSING, one timer at a time: the next timer that has run out, or `None`. Between two calls timers may
    /// be started and stopped freely. Constant time.
    fn next_expired(&mut self) -> Option<Self::Expired>;

    /// Ticks until [`next_expiry`](Self::next_expiry), at most `most`; `most` also if nothing is outstanding (Ratas's
    /// `ticks_to_next_event`).
    fn ticks_to_next(&self, most: u64) -> u64 {
        self.next_expiry()
            .map_or(most, |tick| tick.saturating_sub(self.now()).min(most))
    }

    /// Goes from expiry to expiry up to `to` and runs `action` for at most `most` timers; the limit is the call's, not
    /// a slot's. While the action runs, [`now`](Self::now) is the tick of its timer (of its slot, where next expiries
    /// are not exact), so that what it starts counts from there and comes in turn. The action may start and stop
    /// timers.
    ///
    /// # Errors
    /// [`AdvanceError`]: `to` lies before [`now`](Self::now).
    fn run<F>(&mut self, to: u64, most: u64, mut action: F) -> Result<Progress, AdvanceError>
    where
        Self: Sized,
        F: FnMut(&mut Self, Self::Expired),
    {
        let mut left = most;
        self.advance_within(self.now().min(to), u64::MAX)
            .map(drop)?;
        loop {
            while left > 0 {
                let Some(expired) = self.next_expired() else {
                    break;
                };
                left -= 1;
                action(self, expired);
            }
            if let Some(progress) = go_on(self, to, left)? {
                return Ok(progress);
            }
        }
    }
}

/// What is asked of a queue to judge it, and not to use it.
pub trait Diagnostics {
    /// What the structure promises of order and precision.
    fn promises(&self) -> Promises;

    /// Timers looked at by PER_TICK_BOOKKEEPING so far.
    fn examined(&self) -> u64;

    /// Timers moved from one list to another by PER_TICK_BOOKKEEPING so far.
    fn migrated(&self) -> u64;

    /// Checks everything that must hold between two calls: links forward and back agree, each timer is where its expiry
    /// belongs, none is on the due list early, the busy bits tell the truth, and exactly the outstanding timers are
    /// found. Takes time in proportion to slots and timers.
    ///
    /// # Errors
    /// [`InvariantError`] names the first thing found wrong: a fault in this crate or in the memory that it was given.
    fn check_invariants(&self) -> Result<(), InvariantError>;
}

/// Nothing is due any more, or `left`, the timers that a run may still hand out, is 0. Goes on to the next expiry, if
/// it is not beyond `to`; says how the run ends, if it does.
pub(super) fn go_on<Q: TimerQueue + ?Sized>(
    queue: &mut Q,
    to: u64,
    left: u64,
) -> Result<Option<Progress>, AdvanceError> {
    let next = queue.next_expiry().filter(|&tick| tick <= to);
    if left == 0 && next.is_some() {
        return Ok(Some(Progress::Unfinished));
    }
    if next.is_none() && queue.now() == to {
        return Ok(Some(Progress::Reached));
    }
    queue.advance(next.unwrap_or(to))?;
    Ok(None)
}
