//! What the operations of a queue of delays cost, counted: how often the earliest of all items is searched for. The
//! sources are compiled here a second time, with timers that count.
#![cfg(feature = "future")]
#![allow(dead_code, unused_imports, reason = "the sources are compiled whole")]

extern crate std;

#[path = "../src/future/mod.rs"]
mod future;
#[path = "../src/wake_up.rs"]
mod wake_up;

use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use carillon_driver::device;
use future::DelayQueue;
use futures_core::Stream;

mod sync {
    pub(crate) use core::sync::atomic::{AtomicU64, Ordering};
}

/// The queues, of which the one of the delays counts.
mod queue {
    pub(crate) use carillon_driver::queue::{Expired, Handle, QueueError, pinned, tools};

    /// The usual wheel.
    #[derive(Debug)]
    pub(crate) struct TimerWheel<T>(core::marker::PhantomData<T>);

    impl<T> TimerWheel<T> {
        pub(crate) const fn new() -> Self {
            Self(core::marker::PhantomData)
        }

        pub(crate) fn with_capacity(_: usize) -> Result<Self, QueueError> {
            Ok(Self::new())
        }
    }

    pub(crate) mod clock {
        use std::cell::Cell;

        use carillon_driver::queue::TimerWheel;
        use carillon_driver::queue::clock::ClockedTimers as Timers;
        pub(crate) use carillon_driver::queue::clock::{Moment, TickRate};

        std::thread_local! {
            /// Searches for the earliest item.
            pub(crate) static SEARCHES: Cell<u32> = const { Cell::new(0) };
        }

        #[derive(Debug)]
        pub(crate) struct ClockedTimers<C, Q: Wheel>(Timers<C, TimerWheel<Q::Item>>);

        pub(crate) trait Wheel {
            type Item;
        }

        impl<T> Wheel for super::TimerWheel<T> {
            type Item = T;
        }

        impl<C: carillon_driver::device::Clock, T> ClockedTimers<C, super::TimerWheel<T>> {
            pub(crate) fn with(clock: C, _: super::TimerWheel<T>) -> Self {
                Self(Timers::new(clock))
            }

            pub(crate) fn queue(&self) -> Counted<'_, T> {
                Counted(self.0.queue())
            }
        }

        impl<C, Q: Wheel> core::ops::Deref for ClockedTimers<C, Q> {
            type Target = Timers<C, TimerWheel<Q::Item>>;

            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }

        impl<C, Q: Wheel> core::ops::DerefMut for ClockedTimers<C, Q> {
            fn deref_mut(&mut self) -> &mut Self::Target {
                &mut self.0
            }
        }

        /// A look at the queue that counts.
        pub(crate) struct Counted<'a, T>(&'a TimerWheel<T>);

        impl<T> Counted<'_, T> {
            pub(crate) fn next_expiry(&self) -> Option<u64> {
                SEARCHES.set(SEARCHES.get() + 1);
                self.0.next_expiry()
            }

            pub(crate) fn capacity(&self) -> usize {
                self.0.capacity()
            }
        }
    }
}

/// Searches that `run` makes.
fn searches(run: impl FnOnce()) -> u32 {
    queue::clock::SEARCHES.set(0);
    run();
    queue::clock::SEARCHES.get()
}

#[derive(Default)]
struct Bell(AtomicUsize);

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Relaxed);
    }
}

const HOUR: Duration = Duration::from_secs(3_600);

fn poll(queue: &mut DelayQueue<u32>, bell: &Arc<Bell>) -> Poll<Option<u32>> {
    let waker = Waker::from(Arc::clone(bell));
    let polled = Pin::new(queue).poll_next(&mut Context::from_waker(&waker));
    polled.map(|expired| expired.map(|expired| expired.item))
}

/// Whether a task waits or not, whichever item goes, and however often it is polled meanwhile.
#[test]
fn insert_reset_and_remove_never_search_for_the_earliest_item() {
    for is_polled in [false, true] {
        let (bell, mut queue) = (Arc::new(Bell::default()), DelayQueue::new());
        let mut handles: Vec<_> =
            (0..1_000).map(|item| queue.insert(item, HOUR + item * Duration::from_secs(1))).collect();
        if is_polled {
            assert_eq!(searches(|| assert!(poll(&mut queue, &bell).is_pending())), 1);
        }
        let count = searches(|| {
            for item in 0..1_000_u32 {
                // The earliest one goes, and comes back as the last.
                let handle = handles[item as usize];
                assert_eq!(queue.remove(handle), Some(item));
                handles[item as usize] = queue.insert(item, 2 * HOUR);
                assert!(queue.reset(handles[item as usize], 3 * HOUR));
                assert!(!is_polled || poll(&mut queue, &bell).is_pending());
            }
        });
        assert_eq!((count, bell.0.load(Relaxed)), (0, 0), "{is_polled}");
        // One that comes before all others wakes the task once, which searches once.
        let earliest = queue.insert(7, HOUR / 2);
        assert!(queue.reset(earliest, HOUR / 3));
        assert_eq!(bell.0.load(Relaxed), usize::from(is_polled));
        assert_eq!(searches(|| assert!(poll(&mut queue, &bell).is_pending())), 1);
    }
}
