//! The BSD callout interface, as A. Costello redesigned it (section VII of the paper).
//!
//! Old programs start with `timeout(function, argument, ticks)` and stop with `untimeout(function, argument)`, which
//! names no timer: a hash table over function and argument finds it. New ones start with `setcallout` and stop with
//! `unsetcallout` by handle, without the table. Both go to one timer queue, in BSD one of Scheme 6.
//!
//! `untimeout` takes constant time on average if the table has about as many heads as there are callouts. Memory: 4
//! bytes a head, 32 bytes a callout.

use core::hash::{Hash, Hasher};
use core::num::NonZeroU64;

use super::slab::Storage;
use super::structure::Structure;
use super::{AdvanceError, Handle, Keyed, QueueError, StartError, StopError, TimerQueue, Timers};

/// The link that leads nowhere.
const NOWHERE: u32 = u32::MAX;

/// A callout's place in the hash table. 32 bytes. [`Callouts`] is given one for each timer of the queue.
#[derive(Debug, Clone, Copy)]
pub struct CalloutLink {
    handle: Option<Handle>,
    next: u32,
    previous: u32,
}

impl CalloutLink {
    /// What the array of links is filled with.
    pub const EMPTY: Self = Self {
        handle: None,
        next: NOWHERE,
        previous: NOWHERE,
    };
}

/// Callouts in the queue `Q`: functions `F` (pointers, or whatever names one) with arguments `A`.
///
/// ```
/// use carillon_queues::{CalloutLink, Callouts, Entry, HashedUnordered, Keyed, Record, TimerQueue, Timers};
///
/// fn beep(pitch: u32) {
///     assert_eq!(pitch, 440);
/// }
/// const WHEEL: HashedUnordered = HashedUnordered::new(16);
/// let queue = Timers::with(WHEEL, ([Record::VACANT; WHEEL.records(4)], [const { Entry::VACANT }; 4]))?;
/// let mut callouts = Callouts::new(queue, [0; 8], [CalloutLink::EMPTY; 4])?;
/// callouts.timeout(beep as fn(u32), 440, 10)?;
/// callouts.timeout(beep as fn(u32), 880, 10)?;
/// callouts.untimeout(beep as fn(u32), 880)?;
/// assert_eq!(callouts.softclock(10, |function, argument| function(argument))?, 1);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Callouts<Q, Heads, Links> {
    queue: Q,
    heads: Heads,
    links: Links,
}

impl<F, A, S, M, Heads, Links> Callouts<Timers<(F, A), S, M>, Heads, Links>
where
    F: Copy + Eq + Hash,
    A: Copy + Eq + Hash,
    S: Structure,
    M: Storage<(F, A)>,
    Heads: AsRef<[u32]> + AsMut<[u32]>,
    Links: AsRef<[CalloutLink]> + AsMut<[CalloutLink]>,
{
    /// Callouts in `queue`, which has none outstanding. What the memory held before is forgotten.
    ///
    /// # Errors
    /// [`QueueError::TableTooSmall`].
    pub fn new(
        queue: Timers<(F, A), S, M>,
        mut heads: Heads,
        mut links: Links,
    ) -> Result<Self, QueueError> {
        let enough =
            u32::try_from(links.as_ref().len()).map_or(true, |links| links >= queue.capacity());
        if !enough || heads.as_ref().is_empty() || queue.outstanding() > 0 {
            return Err(QueueError::TableTooSmall);
        }
        heads.as_mut().fill(NOWHERE);
        links.as_mut().fill(CalloutLink::EMPTY);
        Ok(Self {
            queue,
            heads,
            links,
        })
    }

    /// The queue, to look at.
    pub const fn queue(&self) -> &Timers<(F, A), S, M> {
        &self.queue
    }

    /// `function(argument)` is to be called in `ticks` ticks. The same pair may be started several times.
    ///
    /// # Errors
    /// As [`Keyed::start`].
    pub fn timeout(&mut self, function: F, argument: A, ticks: u64) -> Result<(), StartError> {
        let handle = self.queue.start(ticks, (function, argument))?;
        let head = self.head_of(function, argument);
        let first = self
            .heads
            .as_ref()
            .get(head)
            .map_or(NOWHERE, |first| *first);
        if let Some(link) = self.link_mut(handle.index()) {
            *link = CalloutLink {
                handle: Some(handle),
                next: first,
                previous: NOWHERE,
            };
        }
        if let Some(after) = self.link_mut(first) {
            after.previous = handle.index();
        }
        if let Some(first) = self.heads.as_mut().get_mut(head) {
            *first = handle.index();
        }
        Ok(())
    }

    /// Takes out the callout that [`timeout`](Self::timeout) was given for this pair; of several, the one that was
    /// given first.
    ///
    /// # Errors
    /// [`StopError::NoSuchCallout`].
    pub fn untimeout(&mut self, function: F, argument: A) -> Result<(), StopError> {
        let head = self.head_of(function, argument);
        let mut index = self
            .heads
            .as_ref()
            .get(head)
            .map_or(NOWHERE, |first| *first);
        let mut found = None;
        while let Some(link) = self.link(index) {
            if let Some(handle) = link.handle
                && self.queue.item(handle) == Some(&(function, argument))
            {
                found = Some(handle);
            }
            index = link.next;
        }
        self.unsetcallout(found.ok_or(StopError::NoSuchCallout)?)
            .map(drop)
    }

    /// As [`timeout`](Self::timeout), for those who keep the handle: the table is not troubled, and
    /// [`untimeout`](Self::untimeout) does not find it.
    ///
    /// # Errors
    /// As [`Keyed::start`].
    pub fn setcallout(
        &mut self,
        function: F,
        argument: A,
        ticks: u64,
    ) -> Result<Handle, StartError> {
        Ok(self.queue.start(ticks, (function, argument))?)
    }

    /// Takes out the callout of this handle.
    ///
    /// # Errors
    /// As [`Keyed::stop`].
    pub fn unsetcallout(&mut self, handle: Handle) -> Result<(F, A), StopError> {
        let pair = self.queue.stop(handle)?;
        self.forget(handle, pair);
        Ok(pair)
    }

    /// Goes to tick `to` and calls `call` with every pair that is due, in the order of the queue. Returns how many
    /// there were.
    ///
    /// # Errors
    /// As [`TimerQueue::advance`].
    pub fn softclock(&mut self, to: u64, mut call: impl FnMut(F, A)) -> Result<u32, AdvanceError> {
        self.queue.advance(to)?;
        let mut count: u32 = 0;
        while let Some((function, argument)) = self.next_expired() {
            call(function, argument);
            count = count.saturating_add(1);
        }
        Ok(count)
    }

    /// The next pair that is due, after [`softclock`](Self::softclock) or where its callee must reach the callouts
    /// itself.
    pub fn next_expired(&mut self) -> Option<(F, A)> {
        let expired = self.queue.next_expired()?;
        self.forget(expired.handle, expired.item);
        Some(expired.item)
    }

    /// PER_TICK_BOOKKEEPING alone, for those who call [`next_expired`](Self::next_expired).
    ///
    /// # Errors
    /// As [`TimerQueue::advance`].
    pub fn hardclock(&mut self, to: u64) -> Result<(), AdvanceError> {
        self.queue.advance(to)
    }

    /// Takes the callout out of the table, if it is in it.
    fn forget(&mut self, handle: Handle, (function, argument): (F, A)) {
        let Some(link) = self
            .link(handle.index())
            .filter(|link| link.handle == Some(handle))
        else {
            return;
        };
        match self.link_mut(link.previous) {
            Some(before) => before.next = link.next,
            None => {
                let head = self.head_of(function, argument);
                if let Some(first) = self.heads.as_mut().get_mut(head) {
                    *first = link.next;
                }
            }
        }
        if let Some(after) = self.link_mut(link.next) {
            after.previous = link.previous;
        }
        if let Some(link) = self.link_mut(handle.index()) {
            *link = CalloutLink::EMPTY;
        }
    }

    fn link(&self, index: u32) -> Option<CalloutLink> {
        let index = usize::try_from(index).ok()?;
        self.links.as_ref().get(index).copied()
    }

    fn link_mut(&mut self, index: u32) -> Option<&mut CalloutLink> {
        let index = usize::try_from(index).ok()?;
        self.links.as_mut().get_mut(index)
    }

    fn head_of(&self, function: F, argument: A) -> usize {
        let mut hash = Hash64(0xcbf2_9ce4_8422_2325);
        function.hash(&mut hash);
        argument.hash(&mut hash);
        let heads = u64::try_from(self.heads.as_ref().len()).ok();
        let head = heads
            .and_then(NonZeroU64::new)
            .map_or(0, |heads| hash.finish() % heads);
        usize::try_from(head).unwrap_or(0)
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
    use super::Hash64;
    use core::hash::{Hash, Hasher};
    use std::collections::BTreeMap;

    #[test]
    fn hash_of_functions_and_arguments_spreads() {
        for heads in [64, 100, 128] {
            let mut used = BTreeMap::<u64, u32>::new();
            for function in (0x4000_0000..0x4000_0200_u64).step_by(64) {
                for argument in (0..0x8000_u64).step_by(256) {
                    let mut hash = Hash64(0xcbf2_9ce4_8422_2325);
                    function.hash(&mut hash);
                    argument.hash(&mut hash);
                    let count = used.entry(hash.finish() % heads).or_default();
                    *count = count.saturating_add(1);
                }
            }
            let fullest = used.values().copied().max();
            // 1,024 in all: 8 to 16 a head.
            assert!(fullest <= Some(40), "{fullest:?} with {heads} heads");
        }
    }
}
