//! A shard whose owner waits for a file descriptor.

use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::Arc;

use super::mailbox::Wake;
use super::{Owner, Shard, Shards};
use crate::device::{AlarmClock, TimerFd};

/// How the owner of a shard sleeps: until a `timerfd` is readable, which it waits for together with its sockets, by
/// `epoll`, `poll` or `mio`.
///
/// Before each wait it calls [`arm`](Shard::arm), and after it [`service`](Shard::service). Nothing is to be read from
/// the descriptor, which may be readable without a timer that is due.
///
/// ```
/// use carillon_driver::shards::Shards;
/// use rustix::event::{PollFd, PollFlags, poll};
/// use std::time::Duration;
///
/// let shards = Shards::new(1, Duration::from_micros(100));
/// let mut shard = shards.own_polled(0)?.ok_or("it has an owner")?;
/// shard.start(Duration::from_millis(5), "try again");
/// while shard.outstanding() > 0 {
///     shard.arm()?;
///     // A socket would be another one.
///     poll(&mut [PollFd::new(&shard, PollFlags::IN)], None)?;
///     shard.service(|_, expired| assert_eq!(expired.item, "try again"));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Polled(Arc<TimerFd>);

impl Shards {
    /// As [`own`](Self::own), for a thread that waits for file descriptors.
    ///
    /// # Errors
    /// Those of the operating system: the program has too many files open.
    pub fn own_polled<T>(&self, number: u32) -> io::Result<Option<Shard<T, Polled>>> {
        let alarm = Arc::new(TimerFd::on(self.clock)?);
        Ok(self.take(number, Owner::Alarm(Arc::clone(&alarm)), Polled(alarm)))
    }
}

impl<T> Shard<T, Polled> {
    /// The descriptor becomes readable when a timer may be due or for a letter (see the [module](super)), at once if a
    /// letter waits. One system call; two if a letter waits.
    ///
    /// # Errors
    /// Those of the operating system. Nothing is lost; call it again.
    pub fn arm(&mut self) -> io::Result<()> {
        let tick = self.next();
        let mut alarm = &*self.sleep.0;
        // In this order: a thread that is told to wake this one sets the alarm after this.
        alarm.set_alarm(tick)?;
        let mailbox = self.mailbox();
        if mailbox.is_some_and(|mailbox| mailbox.will_sleep_until(tick)) {
            alarm.wake();
        }
        Ok(())
    }
}

impl Wake for TimerFd {
    fn wake(&self) {
        let mut alarm = self;
        let set = alarm.set_alarm(0);
        debug_assert!(set.is_ok(), "the kernel takes every time for an open descriptor");
    }
}

/// Readable after [`arm`](Shard::arm), as it says.
impl<T> AsFd for Shard<T, Polled> {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.sleep.0.as_fd()
    }
}
