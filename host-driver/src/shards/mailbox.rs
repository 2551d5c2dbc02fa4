//! A thread's mailbox: others put letters into it, and wake the thread if it sleeps for too long.

use super::sync::{AtomicBool, Ordering, SegQueue, Thread};
use super::wake_up::SleepsUntil;

/// So many letters wake the owner, whatever they are about.
const MANY: usize = 1_024;

/// What wakes an owner from its sleep, or keeps it from the next one.
pub(crate) trait Wake {
    fn wake(&self);
}

impl Wake for Thread {
    fn wake(&self) {
        self.unpark();
    }
}

/// Letters to one thread, its owner.
#[derive(Debug)]
pub(crate) struct Mailbox<L, W> {
    letters: SegQueue<L>,
    sleeps_until: SleepsUntil,
    owner: W,
    closed: AtomicBool,
}

impl<L, W: Wake> Mailbox<L, W> {
    /// The mailbox of a thread that is awake.
    pub(crate) fn new(owner: W) -> Self {
        Self { letters: SegQueue::new(), sleeps_until: SleepsUntil::new(), owner, closed: AtomicBool::new(false) }
    }

    /// Puts a letter in, which must be read before `tick`; wakes the owner if it would sleep for longer. Allocates for
    /// each 31st letter. Drops it if the mailbox is closed.
    pub(crate) fn post(&self, letter: L, tick: u64) {
        if self.closed.load(Ordering::Relaxed) {
            return;
        }
        self.letters.push(letter);
        let tick = if self.letters.len() < MANY { tick } else { 0 };
        if self.sleeps_until.must_wake_for(tick) {
            self.owner.wake();
        }
    }

    /// The owner: nobody reads letters any more. What is posted in this moment stays.
    pub(crate) fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        while self.read().is_some() {}
    }

    /// The owner: takes the oldest letter.
    pub(crate) fn read(&self) -> Option<L> {
        self.letters.pop()
    }

    /// The owner: runs `sleep`, which ends at `tick` or when the thread is unparked, unless there is a letter.
    pub(crate) fn sleep_until(&self, tick: u64, sleep: impl FnOnce()) {
        if !self.will_sleep_until(tick) {
            sleep();
        }
        self.is_awake();
    }

    /// The owner, which reads its letters from now on: nobody need wake it.
    pub(crate) fn is_awake(&self) {
        self.sleeps_until.clear();
    }

    /// The owner, which is woken from now on: whether there is a letter, and it must not sleep.
    pub(crate) fn will_sleep_until(&self, tick: u64) -> bool {
        self.sleeps_until.set(tick);
        !self.letters.is_empty()
    }
}
