//! The thread that wakes tasks when their ticks have come.

use core::num::NonZeroU32;
use core::panic::AssertUnwindSafe;
use core::task::Waker;
use std::boxed::Box;
use std::sync::OnceLock;
use std::thread::{self, Thread};
use std::vec::Vec;
use std::{panic, process};

use super::clock::SleepClock;
#[cfg(unix)]
use super::fork;
use crate::device::Clock;
use crate::queue::clock::TickRate;
use crate::queue::pinned::{AnyThread, PinnedSector, PinnedTimer, PinnedWheel};
use crate::wake_up::{NEVER, SleepsUntil};

/// Of 100 µs.
const TICKS: TickRate = TickRate::hertz(NonZeroU32::MIN.saturating_add(9_999));

/// The wheel's sectors, of 64 slots each. A lap takes 1.6 s.
const SECTORS: usize = 256;

type Sectors = &'static mut [PinnedSector<Waker>];

/// A timer in a sleep.
pub(super) type Timer = PinnedTimer<'static, Waker, Sectors, AnyThread>;

/// What the thread and the sleeping tasks share.
#[derive(Debug)]
pub(super) struct Waking {
    clock: SleepClock,
    wheel: PinnedWheel<Waker, Sectors, AnyThread>,
    sleeps_until: SleepsUntil,
    runner: Runner,
}

/// The thread of this process that wakes tasks, and those of the processes that were forked from it.
#[derive(Debug)]
struct Runner {
    forks: u32,
    thread: Thread,
    /// In a process that was forked.
    next: OnceLock<Box<Self>>,
}

static WAKING: OnceLock<Waking> = OnceLock::new();

/// What all sleeps share; starts the thread at the first call in a process.
///
/// # Panics
/// The operating system has no thread for the program.
pub(super) fn waking() -> &'static Waking {
    let waking = WAKING.get_or_init(|| {
        let sectors = (0..SECTORS).map(|_| PinnedSector::VACANT);
        let sectors = Box::leak(sectors.collect::<Vec<_>>().into_boxed_slice());
        // The number of slots is in range.
        let wheel = PinnedWheel::shared(sectors).unwrap_or_else(|_| process::abort());
        #[cfg(unix)]
        fork::count_forks();
        Waking { clock: SleepClock::new(TICKS), wheel, sleeps_until: SleepsUntil::new(), runner: Runner::start() }
    });
    waking.thread();
    waking
}

/// How often the process has been forked from the one with the first sleep.
fn forks() -> u32 {
    #[cfg(unix)]
    return fork::forks();
    #[cfg(not(unix))]
    0
}

impl Runner {
    fn start() -> Self {
        let forks = forks();
        let builder = thread::Builder::new().name("carillon-sleep".into());
        let thread = match builder.spawn(|| WAKING.wait().run()) {
            Ok(thread) => thread,
            // With the message of a thread that cannot be spawned.
            Err(_) => thread::spawn(|| WAKING.wait().run()),
        };
        Self { forks, thread: thread.thread().clone(), next: OnceLock::new() }
    }
}

impl Waking {
    /// The clock of all sleeps.
    pub(super) const fn clock(&self) -> &SleepClock {
        &self.clock
    }

    /// A timer that is not started.
    pub(super) const fn timer(&'static self) -> Timer {
        self.wheel.timer()
    }

    /// The thread must see that a timer was started for `tick`.
    pub(super) fn started(&self, tick: u64) {
        if self.sleeps_until.must_wake_for(tick) {
            self.thread().unpark();
        }
    }

    /// The thread must see that time has been moved.
    pub(super) fn look(&self) {
        self.thread().unpark();
    }

    /// The thread of this process; starts it if the process was forked since.
    fn thread(&self) -> &Thread {
        let (mut runner, forks) = (&self.runner, forks());
        while runner.forks != forks {
            runner = runner.next.get_or_init(|| Box::new(Runner::start()));
        }
        &runner.thread
    }

    fn run(&self) -> ! {
        loop {
            self.sleeps_until.clear();
            self.wheel.advance(self.clock.now());
            while let Some(expired) = self.wheel.next_expired() {
                // Other tasks do not suffer from a waker that panics; its message has been printed.
                let wakes = AssertUnwindSafe(|| expired.item.wake());
                let _ = panic::catch_unwind(wakes);
            }
            self.sleeps_until.sleep(|| self.next(), |tick| thread::park_timeout(self.clock.time_until(tick)));
        }
    }

    /// The tick of the earliest timer.
    fn next(&self) -> u64 {
        self.wheel.next_expiry().unwrap_or(NEVER)
    }
}
