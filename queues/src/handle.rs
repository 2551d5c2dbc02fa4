//! Handles, which are refused when they are stale, and timers that have run out.

use core::num::NonZeroU32;

/// Names one started timer until it is stopped or handed out. 8 bytes, and so has `Option<Handle>`.
///
/// It has the number of the timer's record in the queue, and the *generation* in which the record was taken. A record
/// that is given back counts its generation up, so a handle that outlives its timer no longer fits and is refused.
///
/// A record is taken 2^32 - 1 times at most and then never again, so no handle is ever taken for a later one. A queue
/// that grows takes another record instead. A queue of fixed size has then room for one timer fewer: with room for
/// `N` timers, it starts `N` times 2^32 timers in all. That is 4 years for 32 timers and a start each millisecond; a
/// restart takes no record. Where that is too few, use [`NumberedTimers`](crate::NumberedTimers).
///
/// A handle belongs to the queue that gave it out. Another queue refuses it, unless a timer of its own has the same
/// number and generation: 8 bytes have no room to tell queues apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Handle {
    index: u32,
    generation: NonZeroU32,
}

impl Handle {
    /// The handle of a timer that is kept elsewhere than in a queue of this crate, as in a chip.
    #[doc(hidden)]
    pub const fn new(index: u32, generation: NonZeroU32) -> Self {
        Self { index, generation }
    }

    /// Which of the queue's timers it is, below its capacity: for tables that the caller keeps beside the queue.
    pub const fn index(self) -> u32 {
        self.index
    }

    /// How often the record has been taken, from 1 up.
    pub const fn generation(self) -> NonZeroU32 {
        self.generation
    }

    /// That of the record `index`, which has been given back `ended` times; `None` if it can be taken no more.
    #[inline(always)]
    pub(crate) const fn after(index: u32, ended: u32) -> Option<Self> {
        match NonZeroU32::new(ended.wrapping_add(1)) {
            Some(generation) => Some(Self { index, generation }),
            None => None,
        }
    }

    /// How often its record had been given back when it was taken.
    #[inline(always)]
    pub(crate) const fn ended(self) -> u32 {
        self.generation.get() - 1
    }
}

/// A timer that has run out, and what it was started with. Its times `D` are ticks, or what their giver says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Expired<T, D = u64> {
    /// The handle that `start` gave for it. It is no longer valid, and serves as a name only.
    pub handle: Handle,
    /// What the caller gave to `start`.
    pub item: T,
    /// The tick at which it was due: `now` at its start plus the interval, always exact (where the structure loses
    /// precision, what [`expiry`](crate::TimerQueue::expiry) said).
    pub due: D,
    /// The tick whose visit found it due; never before `due`, and after it only if the timer was started late.
    pub reported: D,
}

#[cfg(all(test, feature = "shared", target_has_atomic = "64"))]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    extern crate std;
    use std::vec::Vec;

    use crate::shared::{SharedEntry, SharedSlot, SharedTimers};

    #[test]
    fn start_shared_entry_whose_generations_have_run_out_is_never_taken_again() {
        let slots = [(); 2].map(|()| SharedSlot::empty());
        let entries = [(); 3].map(|()| SharedEntry::given_back(u32::MAX - 2));
        let timers = SharedTimers::new(slots, entries, ()).unwrap();
        let mut handles = Vec::new();
        while let Ok(handle) = timers.start(5, 7) {
            assert!(handles.len() < 6, "{handle:?} is the seventh");
            assert!(!handles.contains(&handle));
            assert_eq!(timers.stop(handle), Some(7));
            handles.push(handle);
        }
        assert_eq!(handles.len(), 6);
        assert!(handles.iter().all(|&handle| timers.stop(handle).is_none()));
        timers.check_invariants().unwrap();
    }
}
