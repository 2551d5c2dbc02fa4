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
    (static $queue:ty, $item:ty) => {
        routines!($queue, $item);

        /// The queue's memory.
        #[used]
        pub static mut TIMERS: $queue = <$queue>::new();
    };
    ($queue:ty) => {
        routines!($queue, u32);
    };
    ($queue:ty, $item:ty) => {
        use carillon_queues::{Expired, Handle, TimerQueue};

        /// START_TIMER.
        #[inline(never)]
        pub fn start(timers: &mut $queue, interval: u64, item: $item) -> Option<Handle> {
            timers.start(interval, item).ok()
        }

        /// STOP_TIMER.
        #[inline(never)]
        pub fn stop(timers: &mut $queue, handle: Handle) -> Option<$item> {
            timers.stop(handle)
        }

        /// PER_TICK_BOOKKEEPING.
        #[inline(never)]
        pub fn advance(timers: &mut $queue, to: u64) -> bool {
            timers.advance(to);
            true
        }

        /// EXPIRY_PROCESSING.
        #[inline(never)]
        pub fn next_expired(timers: &mut $queue) -> Option<Expired<$item>> {
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
    use carillon_queues::memory::Record;
    use carillon_queues::schemes::*;
    use carillon_queues::{FixedTimerWheel, FixedTimers, Timers};

    /// Memory of a queue.
    type Memory = (
        &'static mut [Record],
        &'static mut [u32],
        &'static mut [Option<u32>],
    );

    #[cfg(measured = "Scheme 1")]
    routines!(Timers<UnorderedList, u32, Memory>);
    #[cfg(measured = "Scheme 2")]
    routines!(Timers<OrderedList, u32, Memory>);
    #[cfg(measured = "Scheme 3")]
    routines!(Timers<Heap, u32, Memory>);
    #[cfg(measured = "Scheme 3, lazy")]
    routines!(Timers<LazyHeap, u32, Memory>);
    #[cfg(measured = "Scheme 4")]
    routines!(Timers<BasicWheel, u32, Memory>);
    #[cfg(measured = "Scheme 4 with 2")]
    routines!(Timers<WheelAndList, u32, Memory>);
    #[cfg(measured = "simulation wheel")]
    routines!(Timers<SimulationWheel, u32, Memory>);
    #[cfg(measured = "Scheme 5")]
    routines!(Timers<OrderedHashedWheel, u32, Memory>);
    #[cfg(measured = "Scheme 6")]
    routines!(Timers<HashedWheel, u32, Memory>);
    #[cfg(measured = "Scheme 7 of 2^6")]
    routines!(Timers<HierarchicalWheel<6>, u32, Memory>);
    #[cfg(measured = "Scheme 7 of 60, 60, 24, 100")]
    routines!(Timers<MixedWheel<4>, u32, Memory>);
    #[cfg(measured = "Scheme 7 ahead of time")]
    routines!(Timers<AheadWheel<8>, u32, Memory>);
    #[cfg(measured = "Scheme 7 rounded, 4 wheels")]
    routines!(Timers<RoundedHierarchy<4>, u32, Memory>);
    #[cfg(measured = "calendar queue")]
    routines!(Timers<Calendar, u32, Memory>);
    #[cfg(measured = "FlexQueue")]
    routines!(Timers<FlexQueue, u32, Memory>);
    #[cfg(measured = "FixedTimers of 8")]
    routines!(static FixedTimers<u8, 8>, u8);
    #[cfg(measured = "FixedTimers of 32")]
    routines!(static FixedTimers<u8, 32>, u8);
    #[cfg(measured = "FixedTimerWheel of 8")]
    routines!(static FixedTimerWheel<u8, 8>, u8);
}

/// What the caller's memory is made of: each of these is as large as the thing that it is named after.
pub mod memory {
    use carillon_queues::memory::Record;

    macro_rules! as_large_as {
        ($($name:ident: $thing:ty),*) => {
            $(#[used]
            pub static $name: [u8; size_of::<$thing>()] = [0; size_of::<$thing>()];)*
        };
    }

    as_large_as!(RECORD: Record, BARE: Option<()>, WORD: Option<u32>, LONG: Option<u64>);
}
