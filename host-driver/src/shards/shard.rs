//! The timers of one thread.

use core::fmt;
use core::marker::PhantomData;

use super::{Letter, Mailbox, ShardHandle, Shards};
use crate::device::{AlarmClock, Clock};
use crate::queue::advance::Advance;
use crate::queue::{Expired, TimerWheel};
use crate::rate::Span;
use crate::wake_up::NEVER;

/// How the owner of a shard sleeps: as a parked thread, in [`wait`](Shard::wait).
#[derive(Debug)]
pub struct Parked;

/// The timers of the thread that has made it with [`Shards::own`]; it cannot go to another one. `S` says how it sleeps.
///
/// A timer never expires before its tick, and its tick begins when its interval has passed, or up to a tick later.
pub struct Shard<T, S = Parked> {
    number: u32,
    shards: Shards,
    queue: TimerWheel<T>,
    /// Timers that the loop of [`next_expired`](Self::next_expired) may still hand out; `None` between two loops.
    left: Option<u32>,
    pub(super) sleep: S,
    /// Its owner is the thread that is woken.
    of_one_thread: PhantomData<*const ()>,
}

impl<T, S> Shard<T, S> {
    pub(super) fn new(number: u32, shards: Shards, sleep: S) -> Self {
        Self { number, shards, queue: TimerWheel::new(), left: None, sleep, of_one_thread: PhantomData }
    }

    /// START_TIMER: a timer that is due when at least `interval` has passed from now on. One that ends after tick
    /// 2^64 - 1 ends there, as [everywhere](crate::queue::clock). Constant time; allocates if there is no room.
    pub fn start(&mut self, interval: impl Span, item: T) -> ShardHandle {
        let tick = self.shards.clock.after(interval).unwrap_or(NEVER);
        ShardHandle { shard: self.number, handle: self.queue.start_at(tick, item) }
    }

    /// STOP_TIMER: takes a timer of this shard out and gives its item back; `None` if it was stopped or handed out
    /// before, or is another shard's. Constant time.
    pub fn stop(&mut self, handle: ShardHandle) -> Option<T> {
        if handle.shard != self.number {
            return None;
        }
        self.queue.stop(handle.handle)
    }

    /// A timer of this shard is due when at least `interval` has passed from now on instead. Whether it is outstanding
    /// here; if not, nothing is done. Constant time.
    pub fn restart(&mut self, handle: ShardHandle, interval: impl Span) -> bool {
        let tick = self.shards.clock.after(interval).unwrap_or(NEVER);
        handle.shard == self.number && self.queue.restart_at(handle.handle, tick)
    }

    /// Timers started and neither stopped nor handed out. Letters that were not read yet do not count.
    pub fn outstanding(&self) -> u32 {
        self.queue.outstanding()
    }

    /// Reads the letters, and hands out the timers that are due: in the order of their ticks, and for one tick in that
    /// of their starts. Gives their number. Timers may be started, stopped and restarted meanwhile; what becomes due by
    /// that comes with the next service.
    pub fn service(&mut self, mut expiry_processing: impl FnMut(&mut Self, Expired<T>)) -> u32 {
        self.left = None;
        let mut count = 0;
        while let Some(expired) = self.next_expired() {
            expiry_processing(self, expired);
            count += 1;
        }
        count
    }

    /// The next of the timers that are due, as [`service`](Self::service) hands them out. The first call reads the
    /// letters; then come the timers that were due, and then `None`, once. Between two calls, timers may be started,
    /// stopped and restarted.
    pub fn next_expired(&mut self) -> Option<Expired<T>> {
        let left = match self.left {
            Some(left) => left,
            None => self.begin(),
        };
        self.left = left.checked_sub(1);
        self.left?;
        let expired = self.queue.next_expired();
        self.left = self.left.filter(|_| expired.is_some());
        expired
    }

    /// Comes to now, and says how many timers are due.
    fn begin(&mut self) -> u32 {
        // In this order: a letter from before now is read.
        let now = self.shards.clock.now();
        if let Some(mailbox) = self.mailbox() {
            mailbox.is_awake();
        }
        self.read_letters();
        self.queue.advance(now);
        self.queue.due_count()
    }

    /// The tick at which the first timer is due.
    pub(super) fn next(&self) -> u64 {
        self.queue.next_expiry().unwrap_or(NEVER)
    }

    fn read_letters(&mut self) {
        while let Some(letter) = self.mailbox().and_then(Mailbox::read) {
            match letter {
                Letter::Stop(handle) => drop(self.queue.stop(handle)),
                Letter::Restart(handle, tick) => {
                    let _ = self.queue.restart_at(handle, tick);
                }
            }
        }
    }

    pub(super) fn mailbox(&self) -> Option<&Mailbox> {
        self.shards.mailbox(self.number)
    }
}

impl<T> Shard<T> {
    /// Sleeps until a timer may be due or a letter wakes the thread (see the [module](super)), not at all if a letter
    /// waits; may end earlier. If no timer is outstanding, it sleeps until
    /// the thread is [unparked](std::thread::Thread::unpark).
    pub fn wait(&mut self) {
        let tick = self.next();
        let mut clock = self.shards.clock;
        if let Some(mailbox) = self.mailbox() {
            mailbox.sleep_until(tick, || {
                let Ok(()) = clock.wait(tick);
            });
        }
    }
}

/// Letters to it are dropped from now on.
impl<T, S> Drop for Shard<T, S> {
    fn drop(&mut self) {
        if let Some(mailbox) = self.mailbox() {
            mailbox.close();
        }
    }
}

impl<T, S> fmt::Debug for Shard<T, S> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Shard")
            .field("number", &self.number)
            .field("outstanding", &self.outstanding())
            .finish_non_exhaustive()
    }
}
