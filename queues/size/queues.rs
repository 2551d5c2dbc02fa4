//! One queue with its five routines, for `measure.py` to compile and to weigh. Which queue is chosen by
//! `--cfg measured="..."`; without it there is only the memory that they are given.

#![no_std]
#![allow(
    unexpected_cfgs,
    reason = "measure.py names the values, not the manifest"
)]

/// The routines of the queue under measurement.
#[macro_export]
macro_rules! routines {
    ($queue:ty) => {
        use carillon_queues::{Expired, Handle, TimerQueue};
use carillon_queues::memory::Record;

        /// START_TIMER.
        #[inline(never)]
        pub fn start(timers: &mut $queue, interval: u64, item: u32) -> Option<Handle> {
            timers.start(interval, item).ok()
        }

        /// STOP_TIMER.
        #[inline(never)]
        pub fn stop(timers: &mut $queue, handle: Handle) -> Option<u32> {
            timers.stop(handle).ok()
        }

        /// PER_TICK_BOOKKEEPING.
        #[inline(never)]
        pub fn advance(timers: &mut $queue, to: u64) -> bool {
            timers.advance(to).is_ok()
        }

        /// EXPIRY_PROCESSING.
        #[inline(never)]
        pub fn next_expired(timers: &mut $queue) -> Option<Expired<u32>> {
            timers.next_expired()
        }

        /// When to wake.
        #[inline(never)]
        pub fn next_expiry(timers: &mut $queue) -> Option<u64> {
            timers.next_expiry()
        }
    };
}

/// Memory that the caller owns, as a firmware would have it: in statics.
#[allow(unused_imports, dead_code, reason = "each queue uses some")]
pub mod queue {
    use carillon_queues::*;

    /// Memory of a queue.
    type Memory = (&'static mut [Record], &'static mut [Entry<u32>]);

    #[cfg(measured = "Scheme 1")]
    routines!(Timers<u32, UnorderedList, Memory>);
    #[cfg(measured = "Scheme 2")]
    routines!(Timers<u32, OrderedList, Memory>);
    #[cfg(measured = "Scheme 3")]
    routines!(Timers<u32, Heap, Memory>);
    #[cfg(measured = "Scheme 3, lazy")]
    routines!(Timers<u32, LazyHeap, Memory>);
    #[cfg(measured = "Scheme 4")]
    routines!(Timers<u32, BasicWheel, Memory>);
    #[cfg(measured = "Scheme 4 with 2")]
    routines!(Timers<u32, WheelAndList, Memory>);
    #[cfg(measured = "simulation wheel")]
    routines!(Timers<u32, SimulationWheel, Memory>);
    #[cfg(measured = "Scheme 5")]
    routines!(Timers<u32, OrderedHashedWheel, Memory>);
    #[cfg(measured = "Scheme 6")]
    routines!(Timers<u32, HashedWheel, Memory>);
    #[cfg(measured = "Scheme 7 of 2^6")]
    routines!(Timers<u32, HierarchicalWheel<6>, Memory>);
    #[cfg(measured = "Scheme 7 of 60, 60, 24, 100")]
    routines!(Timers<u32, MixedWheel<4>, Memory>);
    #[cfg(measured = "Scheme 7 ahead of time")]
    routines!(Timers<u32, AheadWheel<8>, Memory>);
    #[cfg(measured = "Scheme 7 rounded, 4 wheels")]
    routines!(Timers<u32, RoundedHierarchy<4>, Memory>);
    #[cfg(measured = "calendar queue")]
    routines!(Timers<u32, Calendar, Memory>);
    #[cfg(measured = "FlexQueue")]
    routines!(Timers<u32, FlexQueue, Memory>);
}

/// What the caller's memory is made of: each of these is as large as the thing that it is named after.
pub mod memory {
    
    macro_rules! as_large_as {
        ($($name:ident: $thing:ty),*) => {
            $(#[used]
            pub static $name: [u8; size_of::<$thing>()] = [0; size_of::<$thing>()];)*
        };
    }

    as_large_as!(RECORD: Record, BARE: Entry<()>, WORD: Entry<u32>, LONG: Entry<u64>);
}
