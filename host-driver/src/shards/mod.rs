//! A timer facility for each of several threads. The paper's Appendix B shares one between processors; here none is
//! shared.
//!
//! Each thread owns a shard: a [`TimerWheel`](crate::queue::TimerWheel) on the operating system's clock, which no other
//! thread touches. To start, stop and restart its own timers takes no lock and no atomic step. The timers of other
//! threads it stops and restarts by a letter to the owner ([`Shards::stop`], [`Shards::restart`]); their handles name
//! the shard. The owner reads its letters before it hands out timers. A sleeping owner is woken only for a letter that
//! makes a timer due before the tick it sleeps to, and if 1,024 letters wait. On Linux a thread that waits for sockets
//! besides owns a shard that is `Polled`: a file descriptor wakes it.
//!
//! A process that was made by `fork` has one thread, and so at most one shard with an owner; the timers of the others
//! never come in it. A `Polled` shard shares its descriptor's alarm with the parent. Make new shards in such a process.
//!
//! ```
//! use carillon_driver::shards::Shards;
//! use std::sync::mpsc;
//! use std::thread;
//! use std::time::Duration;
//!
//! let shards = Shards::new(2, Duration::from_micros(100));
//! let (sender, receiver) = mpsc::channel();
//! thread::scope(|threads| {
//!     threads.spawn(|| {
//!         let mut shard = shards.own(0).expect("nobody else has it");
//!         let handles = ["kept", "stopped"].map(|item| shard.start(Duration::from_secs(3_600), item));
//!         sender.send(handles).expect("the other thread waits");
//!         let mut seen = Vec::new();
//!         while shard.outstanding() > 0 {
//!             shard.wait();
//!             shard.service(|_, expired| seen.push(expired.item));
//!         }
//!         assert_eq!(seen, ["kept"]);
//!     });
//!     let [kept, stopped] = receiver.recv().expect("sent");
//!     shards.stop(stopped);
//!     shards.restart(kept, Duration::from_millis(5));
//! });
//! ```

mod mailbox;
#[cfg(target_os = "linux")]
mod polled;
mod shard;

use core::time::Duration;
use std::sync::{Arc, OnceLock};

use crate::device::{Clock, SystemClock};
use crate::queue::Handle;
use crate::rate::Span;
use crate::sync::{Thread, thread};
use crate::wake_up::NEVER;
use crate::{sync, wake_up};
use mailbox::Wake;
#[cfg(target_os = "linux")]
pub use polled::Polled;
pub use shard::{Parked, Shard};

/// What a letter asks for.
#[derive(Debug, Clone, Copy)]
enum Letter {
    Stop(Handle),
    /// With the tick at which the timer is due instead.
    Restart(Handle, u64),
}

/// What wakes the owner of a shard.
#[derive(Debug)]
enum Owner {
    Thread(Thread),
    #[cfg(target_os = "linux")]
    Alarm(Arc<crate::device::TimerFd>),
}

impl Wake for Owner {
    fn wake(&self) {
        match self {
            Self::Thread(thread) => thread.wake(),
            #[cfg(target_os = "linux")]
            Self::Alarm(alarm) => alarm.wake(),
        }
    }
}

/// The mailbox of a shard.
type Mailbox = mailbox::Mailbox<Letter, Owner>;

/// A timer of a shard. It is refused when it is stale, as a [`Handle`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ShardHandle {
    shard: u32,
    handle: Handle,
}

impl ShardHandle {
    /// The number of the shard.
    pub const fn shard(self) -> u32 {
        self.shard
    }
}

/// Access to all shards, for any thread: a clone is another access to the same.
#[derive(Debug, Clone)]
pub struct Shards {
    clock: SystemClock,
    mailboxes: Arc<[OnceLock<Mailbox>]>,
}

impl Shards {
    /// So many shards that nobody owns yet, on one clock with ticks of this length: 1 ns to 4.29 s, as
    /// [`SystemClock::with_resolution`].
    pub fn new(count: u32, tick: Duration) -> Self {
        Self { clock: SystemClock::with_resolution(tick), mailboxes: (0..count).map(|_| OnceLock::new()).collect() }
    }

    /// Makes the present thread the owner of a shard, for ever; `None` if it has an owner, or there is no shard of this
    /// number. They count from 0.
    pub fn own<T>(&self, number: u32) -> Option<Shard<T>> {
        self.take(number, Owner::Thread(thread::current()), Parked)
    }

    fn take<T, S>(&self, number: u32, owner: Owner, sleep: S) -> Option<Shard<T, S>> {
        let mailbox = self.mailboxes.get(usize::try_from(number).ok()?)?;
        mailbox.set(Mailbox::new(owner)).ok()?;
        Some(Shard::new(number, self.clone(), sleep))
    }

    /// STOP_TIMER from any thread: the owner stops the timer when it reads the letter, and drops the item. A timer
    /// whose tick begins after this has returned does not expire. Nothing is done if the timer is stopped or handed out
    /// before.
    pub fn stop(&self, handle: ShardHandle) {
        self.post(handle, Letter::Stop(handle.handle), NEVER);
    }

    /// From any thread: the timer is due when at least `interval` has passed from now on instead, once the owner has
    /// read the letter. A timer whose former tick begins after this has returned does not expire at it. Nothing is done
    /// if the timer is stopped or handed out before.
    pub fn restart(&self, handle: ShardHandle, interval: impl Span) {
        let tick = self.clock.after(interval).unwrap_or(NEVER);
        self.post(handle, Letter::Restart(handle.handle, tick), tick);
    }

    fn post(&self, handle: ShardHandle, letter: Letter, tick: u64) {
        if let Some(mailbox) = self.mailbox(handle.shard) {
            mailbox.post(letter, tick);
        }
    }

    fn mailbox(&self, number: u32) -> Option<&Mailbox> {
        self.mailboxes.get(usize::try_from(number).ok()?)?.get()
    }
}
