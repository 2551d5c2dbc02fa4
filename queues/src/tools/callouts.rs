//! The BSD callout interface, as A. Costello redesigned it (section VII of the paper).
//!
//! Old programs start with `timeout(function, argument, ticks)` and stop with `untimeout(function, argument)`, which
//! names no timer: a hash table over function and argument finds it. New ones start with `setcallout` and stop with
//! `unsetcallout` by handle, without the table. Both go to one timer queue, in BSD one of Scheme 6.
//!
//! `untimeout` takes constant time on average if the table has about as many heads as there are callouts. Memory: 4
//! bytes a head, and a [`NameLink`](crate::tools::NameLink) a callout.

use core::hash::{Hash, Hasher};

use crate::memory::Memory;
use crate::schemes::structure::Structure;
use crate::tools::hash_table::{Name, NameLink, Names};
use crate::{Handle, Progress, QueueError, StartError, TimerQueue, Timers};

/// A callout's place in the hash table. [`Callouts`] is given one for each timer of the queue.
pub type CalloutLink<F, A> = NameLink<(F, A)>;

/// Callouts in the queue `Q`: functions `F` (pointers, or whatever names one) with arguments `A`.
///
/// ```
/// use carillon_queues::{HashedWheel, Timers};
/// use carillon_queues::tools::{CalloutLink, Callouts};
///
/// fn beep(pitch: u32) {
///     assert_eq!(pitch, 440);
/// }
/// let queue = Timers::growing(HashedWheel::new(16), 4)?;
/// let mut callouts = Callouts::new(queue, [0; 8], [CalloutLink::EMPTY; 4])?;
/// callouts.timeout(beep as fn(u32), 440, 10)?;
/// callouts.timeout(beep as fn(u32), 880, 10)?;
/// assert!(callouts.untimeout(beep as fn(u32), 880));
/// assert_eq!(callouts.softclock(10, |function, argument| function(argument)), 1);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Callouts<F, A, Q, Heads, Links> {
    queue: Q,
    names: Names<(F, A), Heads, Links>,
}

impl<F, A, S, M, Heads, Links> Callouts<F, A, Timers<S, (F, A), M>, Heads, Links>
where
    F: Copy + Eq + Hash,
    A: Copy + Eq + Hash,
    S: Structure<M::Records>,
    M: Memory<(F, A)>,
    Heads: AsRef<[u32]> + AsMut<[u32]>,
    Links: AsRef<[CalloutLink<F, A>]> + AsMut<[CalloutLink<F, A>]>,
{
    /// Callouts in `queue`, which has none outstanding. The previous contents of the memory are dropped.
    ///
    /// # Errors
    /// [`QueueError::TableTooSmall`].
    pub fn new(queue: Timers<S, (F, A), M>, heads: Heads, links: Links) -> Result<Self, QueueError> {
        let enough = links.as_ref().len() >= queue.capacity();
        if !enough || heads.as_ref().is_empty() || queue.outstanding() > 0 {
            return Err(QueueError::TableTooSmall);
        }
        Ok(Self { queue, names: Names::new(heads, links) })
    }

    /// The queue, to look at.
    pub const fn queue(&self) -> &Timers<S, (F, A), M> {
        &self.queue
    }

    /// `function(argument)` is to be called in `ticks` ticks. The same pair may be started several times.
    ///
    /// # Errors
    /// As [`TimerQueue::start`].
    pub fn timeout(&mut self, function: F, argument: A, ticks: u64) -> Result<(), StartError> {
        let handle = TimerQueue::start(&mut self.queue, ticks, (function, argument))?;
        self.names.remember(handle, (function, argument));
        Ok(())
    }

    /// Takes out the callout that [`timeout`](Self::timeout) was given for this pair; of several, the one that was
    /// given first. Whether there was one.
    pub fn untimeout(&mut self, function: F, argument: A) -> bool {
        let found = self.names.find((function, argument));
        found.is_some_and(|handle| self.unsetcallout(handle).is_some())
    }

    /// As [`timeout`](Self::timeout), for programs that keep the handle: the hash table is not used, and
    /// [`untimeout`](Self::untimeout) does not find the callout.
    ///
    /// # Errors
    /// As [`TimerQueue::start`].
    pub fn setcallout(&mut self, function: F, argument: A, ticks: u64) -> Result<Handle, StartError> {
        Ok(TimerQueue::start(&mut self.queue, ticks, (function, argument))?)
    }

    /// Takes out the callout of this handle; `None` if it was called or taken out before.
    pub fn unsetcallout(&mut self, handle: Handle) -> Option<(F, A)> {
        let pair = self.queue.stop(handle)?;
        self.names.forget(handle);
        Some(pair)
    }

    /// Goes to tick `to` and calls `call` with every pair that is due, in the order of the queue. Returns how many
    /// there were.
    pub fn softclock(&mut self, to: u64, mut call: impl FnMut(F, A)) -> u32 {
        self.hardclock(to);
        let mut count: u32 = 0;
        while let Some((function, argument)) = self.next_expired() {
            call(function, argument);
            count += 1;
        }
        count
    }

    /// The next pair that is due: after [`softclock`](Self::softclock), or for callees that use the callouts
    /// themselves.
    pub fn next_expired(&mut self) -> Option<(F, A)> {
        let expired = self.queue.next_expired()?;
        self.names.forget(expired.handle);
        Some(expired.item)
    }

    /// PER_TICK_BOOKKEEPING alone, for those who call [`next_expired`](Self::next_expired).
    pub fn hardclock(&mut self, to: u64) {
        self.queue.advance(to);
    }

    /// As [`hardclock`](Self::hardclock) with a limit: does about `steps` steps at most, and says whether that was
    /// enough, as [`Advance::advance_within`](crate::advance::Advance::advance_within): for a clock interrupt that may
    /// not take long, however many callouts there are.
    pub fn hardclock_within(&mut self, to: u64, steps: u64) -> Progress {
        self.queue.advance_within(to, steps)
    }
}

impl<F: Copy + Eq + Hash, A: Copy + Eq + Hash> Name for (F, A) {
    fn hash(&self) -> u64 {
        let mut hash = Hash64(0xcbf2_9ce4_8422_2325);
        Hash::hash(self, &mut hash);
        hash.finish()
    }
}

/// The hash FNV-1a.
struct Hash64(u64);

impl Hasher for Hash64 {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::Name;
    use std::collections::BTreeMap;

    #[test]
    fn hash_of_functions_and_arguments_spreads() {
        for heads in [64, 100, 128] {
            let mut used = BTreeMap::<u64, u32>::new();
            for function in (0x4000_0000..0x4000_0200_u64).step_by(64) {
                for argument in (0..0x8000_u64).step_by(256) {
                    let hash = (function, argument).hash();
                    let count = used.entry(hash % heads).or_default();
                    *count += 1;
                }
            }
            let fullest = used.values().copied().max();
            // 1,024 in all: 8 to 16 a head.
            assert!(fullest <= Some(40), "{fullest:?} with {heads} heads");
        }
    }
}
