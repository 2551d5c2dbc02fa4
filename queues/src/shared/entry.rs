//! Timers and lists of timers in atomics. Everything in a list is read and changed only under that list's lock, so
//! relaxed order is enough: the lock orders it.

use core::num::NonZeroU32;

use super::super::Handle;
use super::super::sync::{AtomicU32, AtomicU64, Ordering};
use super::lock::Lock;

/// No entry; no list.
pub(super) const NONE: u32 = u32::MAX;

/// One timer's memory in a queue that several threads share: 64 bytes, so that no two processors write to one cache
/// line for different timers.
#[derive(Debug)]
#[repr(align(64))]
pub struct SharedEntry {
    pub(super) expiry: AtomicU64,
    pub(super) item: AtomicU64,
    /// How often the entry has been given back.
    pub(super) ended: AtomicU32,
    /// The next entry of its list, or of the free ones.
    pub(super) next: AtomicU32,
    pub(super) previous: AtomicU32,
    /// The list that it is on. Changes only under the lock of that list, or while nobody has a handle.
    pub(super) list: AtomicU32,
}

impl SharedEntry {
    /// An entry without a timer; what the array of entries is filled with.
    pub fn vacant() -> Self {
        Self {
            expiry: AtomicU64::new(0),
            item: AtomicU64::new(0),
            ended: AtomicU32::new(0),
            next: AtomicU32::new(NONE),
            previous: AtomicU32::new(NONE),
            list: AtomicU32::new(NONE),
        }
    }

    /// One that has been given back so often.
    #[cfg(test)]
    pub(crate) fn given_back(times: u32) -> Self {
        Self { ended: AtomicU32::new(times), ..Self::vacant() }
    }

    /// The handle of the timer in this entry, which is entry `index`; `None` if it can be taken no more.
    pub(super) fn handle(&self, index: u32) -> Option<Handle> {
        let generation = self.ended.load(Ordering::Relaxed).wrapping_add(1);
        Some(Handle::new(index, NonZeroU32::new(generation)?))
    }
}

/// A list of timers with its lock: one for each slot of the wheel. 32 bytes.
#[derive(Debug)]
pub struct SharedSlot {
    pub(super) lock: Lock,
    /// The tick of the last visit of the slot.
    pub(super) visited: AtomicU64,
    first: AtomicU32,
    last: AtomicU32,
    count: AtomicU32,
}

impl SharedSlot {
    /// A slot without timers; what the array of slots is filled with.
    pub fn empty() -> Self {
        Self {
            lock: Lock::default(),
            visited: AtomicU64::new(0),
            first: AtomicU32::new(NONE),
            last: AtomicU32::new(NONE),
            count: AtomicU32::new(0),
        }
    }

    /// Timers on it.
    pub(super) fn count(&self) -> u32 {
        self.count.load(Ordering::Relaxed)
    }

    /// Changes the count by `difference`, modulo 2^32.
    fn add(&self, difference: u32) {
        let count = self.count().wrapping_add(difference);
        self.count.store(count, Ordering::Relaxed);
    }

    pub(super) fn first(&self) -> u32 {
        self.first.load(Ordering::Relaxed)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.first() == NONE
    }

    /// Puts the entry at the end of this list, which is number `number` and whose lock is held, or, if `ordered`,
    /// behind those that are due no later.
    pub(super) fn insert(&self, entries: &[SharedEntry], index: u32, number: u32, ordered: bool) {
        let Some(entry) = find(entries, index) else {
            return;
        };
        let expiry = entry.expiry.load(Ordering::Relaxed);
        let is_later = |other: &&SharedEntry| ordered && other.expiry.load(Ordering::Relaxed) > expiry;
        let mut previous = self.last.load(Ordering::Relaxed);
        while let Some(other) = find(entries, previous).filter(is_later) {
            previous = other.previous.load(Ordering::Relaxed);
        }
        let before = find(entries, previous).map_or(&self.first, |previous| &previous.next);
        let next = before.load(Ordering::Relaxed);
        before.store(index, Ordering::Relaxed);
        let after = find(entries, next).map_or(&self.last, |next| &next.previous);
        after.store(index, Ordering::Relaxed);
        entry.previous.store(previous, Ordering::Relaxed);
        entry.next.store(next, Ordering::Relaxed);
        entry.list.store(number, Ordering::Release);
        self.add(1);
    }

    /// Puts the entry first, which is on this list, whose lock is held, and those before it last.
    pub(super) fn turn(&self, entries: &[SharedEntry], index: u32) {
        let (first, last) = (self.first(), self.last.load(Ordering::Relaxed));
        let ends = [first, last, index].map(|index| find(entries, index));
        let [Some(first_entry), Some(last_entry), Some(entry)] = ends else {
            return;
        };
        let previous = entry.previous.load(Ordering::Relaxed);
        let Some(before) = find(entries, previous) else {
            return;
        };
        last_entry.next.store(first, Ordering::Relaxed);
        first_entry.previous.store(last, Ordering::Relaxed);
        before.next.store(NONE, Ordering::Relaxed);
        entry.previous.store(NONE, Ordering::Relaxed);
        self.first.store(index, Ordering::Relaxed);
        self.last.store(previous, Ordering::Relaxed);
    }

    /// Takes the entry out of this list, whose lock is held.
    pub(super) fn unlink(&self, entries: &[SharedEntry], index: u32) {
        let Some(entry) = find(entries, index) else {
            return;
        };
        let next = entry.next.load(Ordering::Relaxed);
        let previous = entry.previous.load(Ordering::Relaxed);
        let after = find(entries, next).map_or(&self.last, |next| &next.previous);
        after.store(previous, Ordering::Relaxed);
        let before = find(entries, previous).map_or(&self.first, |previous| &previous.next);
        before.store(next, Ordering::Relaxed);
        self.add(u32::MAX);
    }
}

/// The entry `index`; `NONE` is beyond every slab.
#[inline]
pub(super) fn find(entries: &[SharedEntry], index: u32) -> Option<&SharedEntry> {
    entries.get(usize::try_from(index).ok()?)
}
