//! What a facility does with a queue in the host's memory, whatever its device.

use super::{FacilityError, Started, StopError};
use crate::queue::{Handle, Refused, RestartError, StartError, TimerQueue};

/// Checks that the queue is at tick 0 and has no timers.
pub(super) fn expect_new<Q: TimerQueue, E>(queue: &Q) -> Result<(), FacilityError<E>> {
    if queue.now() > 0 || queue.outstanding() > 0 {
        return Err(FacilityError::QueueInUse);
    }
    Ok(())
}

/// Makes room in the queue for a timer that is due at tick `due`: brings the queue to tick `now` as far as nothing is
/// due before that. Whether the timer fits then; if not, what is due by now must be taken out of its slots first.
#[inline(always)]
pub(super) fn make_room<Q: TimerQueue>(queue: &mut Q, now: u64, due: u64) -> bool {
    let to = now.max(queue.now());
    let _ = queue.advance_within(to, 0);
    due.saturating_sub(queue.now()) <= queue.longest_interval()
}

/// The tick `interval` after `now`, if that is not after the last tick, `end`.
#[inline(always)]
pub(super) fn due_after(now: u64, interval: u64, end: u64) -> Result<u64, StartError> {
    expect_by(now.checked_add(interval), end)
}

/// The tick, if there is one and it is not after the last one, `end`.
#[inline(always)]
pub(super) fn expect_by(tick: Option<u64>, end: u64) -> Result<u64, StartError> {
    match tick {
        Some(tick) if tick <= end => Ok(tick),
        _ => Err(beyond_the_end_of_time()),
    }
}

#[cold]
const fn beyond_the_end_of_time() -> StartError {
    StartError::BeyondTheEndOfTime
}

/// The tick from `least` to `most` after `now`, and not after the last one, `end`, that costs the queue least; at
/// `least` if it takes no later one.
pub(super) fn due_between<Q: TimerQueue>(
    queue: &Q,
    now: u64,
    (least, most): (u64, u64),
    end: u64,
) -> Result<u64, StartError> {
    let from = due_after(now, least, end)?;
    let reach = most.min(queue.longest_interval());
    let to = now.saturating_add(reach).min(end).max(from);
    Ok(queue.cheapest(from, to))
}

/// Whether `tick` is from `least` to `most` after `now`.
pub(super) fn is_between(tick: u64, now: u64, (least, most): (u64, u64)) -> bool {
    (now.saturating_add(least)..=now.saturating_add(most)).contains(&tick)
}

/// A refusal of the facility; the item goes back to the caller.
#[cold]
pub(super) fn refused<T, E>(error: impl Into<FacilityError<E>>, item: T) -> Refused<T, FacilityError<E>> {
    let error = error.into();
    Refused { error, item }
}

/// The queue's refusal as one of the facility.
#[cold]
pub(super) fn refused_by_queue<T, E>(refusal: Refused<T>) -> Refused<T, FacilityError<E>> {
    refused(refusal.error, refusal.item)
}

/// Why a timer was not restarted, in the facility's words.
pub(super) fn not_restarted<E>(error: RestartError) -> FacilityError<E> {
    match error {
        RestartError::Start(error) => error.into(),
        _ => StopError::StaleHandle.into(),
    }
}

/// The result of a start that was undone because of `error`.
#[cold]
pub(super) fn taken_back<T, E>(stopped: Option<T>, handle: Handle, error: FacilityError<E>) -> Started<T, E> {
    match stopped {
        Some(item) => Err(Refused { error, item }),
        // Nothing can have stopped it before; if its memory is broken, the queue still has it.
        None => Ok(handle),
    }
}
