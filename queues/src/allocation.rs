//! Memory from the allocator that is asked for, and may be refused.

use alloc::vec::Vec;

use crate::QueueError;

/// Makes room in `memory` for `wanted`, so that it can be resized to them.
///
/// # Errors
/// [`QueueError::OutOfMemory`], for so many timers.
pub(crate) fn room_for<P>(memory: &mut Vec<P>, wanted: usize, timers: usize) -> Result<(), QueueError> {
    memory.try_reserve_exact(wanted.saturating_sub(memory.len())).map_err(|_| QueueError::OutOfMemory { timers })
}

/// So many, each made by `make`.
///
/// # Errors
/// As [`room_for`].
pub(crate) fn allocate<P>(wanted: usize, timers: usize, make: impl FnMut() -> P) -> Result<Vec<P>, QueueError> {
    let mut memory = Vec::new();
    room_for(&mut memory, wanted, timers)?;
    memory.resize_with(wanted, make);
    Ok(memory)
}
