//! How a run goes from expiry to expiry.

use super::{AdvanceError, Progress, TimerQueue};

/// Nothing is due any more, or `left`, the timers that may still be handed out, is 0. Goes on to the next expiry, if it
/// is not beyond `to`; says how the run ends, if it does.
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
