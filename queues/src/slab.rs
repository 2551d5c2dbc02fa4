//! The slab: a fixed number of entries in memory that the caller owns, and handles that cannot go stale unnoticed.
//!
//! A handle names an entry and the *generation* in which it was taken. Every entry that is given back counts its
//! generation up, so a handle that outlives its timer no longer fits and is refused. The generation has 64 bits: at one
//! start a nanosecond on a single entry it would take 584 years to come round, so no handle is ever taken for another.

use super::list::{MOST, NOWHERE, entry, entry_mut};

/// Names one started timer until it is stopped or reported. 16 bytes.
///
/// A handle belongs to the queue that gave it out; another queue may refuse it or take it for one of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Handle {
    index: u32,
    generation: u64,
}

impl Handle {
    /// The handle of a timer that is kept elsewhere than in a queue of this crate, as in a chip.
    pub const fn new(index: u32, generation: u64) -> Self {
        Self { index, generation }
    }

    /// Position of the timer in the slab, below its capacity: for tables that the caller keeps beside the queue.
    pub const fn index(self) -> u32 {
        self.index
    }

    /// How often the entry had been given back when the timer was started.
    pub const fn generation(self) -> u64 {
        self.generation
    }
}

/// One timer's memory: 24 bytes and an `Option` of the item, so 32 bytes for an item of 4 bytes or a reference. A queue
/// is given an array of these, one for each timer that can be outstanding at once. On processors of 64 bits, which have
/// caches, it is rounded up to a multiple of 32 bytes and aligned, so that an entry of 32 never lies across two lines.
#[derive(Debug, Clone)]
#[cfg_attr(target_pointer_width = "64", repr(align(32)))]
pub struct Entry<T> {
    /// Tick at which the timer is due.
    pub(super) expiry: u64,
    generation: u64,
    /// The next entry of the list; for a free entry, of the list of free ones; in a heap, its place.
    pub(super) next: u32,
    /// The entry before; in a heap, that it is in one.
    pub(super) previous: u32,
    /// `None` if the entry is free.
    item: Option<T>,
}

impl<T> Default for Entry<T> {
    fn default() -> Self {
        Self::VACANT
    }
}

impl<T> Entry<T> {
    /// An entry without a timer; what the array of entries is filled with.
    pub const VACANT: Self = Self {
        expiry: 0,
        generation: 0,
        next: NOWHERE,
        previous: NOWHERE,
        item: None,
    };

    pub(super) const fn is_free(&self) -> bool {
        self.item.is_none()
    }

    pub(super) const fn item(&self) -> Option<&T> {
        self.item.as_ref()
    }

    /// Puts a timer in; returns what was in before.
    #[inline]
    pub(super) const fn put(&mut self, expiry: u64, item: T) -> Option<T> {
        self.expiry = expiry;
        self.item.replace(item)
    }

    /// Takes the timer out, if there is one; its links stay.
    #[inline]
    pub(super) const fn take_item(&mut self) -> Option<T> {
        self.item.take()
    }
}

/// Entries, a list of the free ones, and how many are in use.
#[derive(Debug, Clone)]
pub(super) struct Slab<T, Entries> {
    entries: Entries,
    free: u32,
    occupied: u32,
    capacity: u32,
    items: core::marker::PhantomData<T>,
}

impl<T, Entries: AsRef<[Entry<T>]> + AsMut<[Entry<T>]>> Slab<T, Entries> {
    /// Takes the caller's memory; whatever it held is dropped. `None` if it has more entries than a link can name.
    pub(super) fn new(mut entries: Entries) -> Option<Self> {
        let capacity = u32::try_from(entries.as_ref().len())
            .ok()
            .filter(|&length| length <= MOST)?;
        for (entry, following) in entries.as_mut().iter_mut().zip(1..=capacity) {
            *entry = Entry {
                next: if following < capacity {
                    following
                } else {
                    NOWHERE
                },
                ..Entry::VACANT
            };
        }
        let free = if capacity == 0 { NOWHERE } else { 0 };
        Some(Self {
            entries,
            free,
            occupied: 0,
            capacity,
            items: core::marker::PhantomData,
        })
    }

    pub(super) const fn capacity(&self) -> u32 {
        self.capacity
    }

    pub(super) const fn occupied(&self) -> u32 {
        self.occupied
    }

    #[inline]
    pub(super) fn entries(&self) -> &[Entry<T>] {
        self.entries.as_ref()
    }

    #[inline]
    pub(super) fn entries_mut(&mut self) -> &mut [Entry<T>] {
        self.entries.as_mut()
    }

    /// Takes a free entry and puts `item` into it. `None`, and the item dropped, if there is none. Constant time.
    #[inline]
    pub(super) fn take(&mut self, item: T, expiry: u64) -> Option<Handle> {
        let index = self.free;
        let entry = entry_mut(self.entries.as_mut(), index)?;
        self.free = entry.next;
        entry.expiry = expiry;
        entry.item = Some(item);
        self.occupied = self.occupied.saturating_add(1);
        Some(Handle {
            index,
            generation: entry.generation,
        })
    }

    /// The entry that `handle` names, unless the timer is gone.
    #[inline]
    pub(super) fn resolve(&self, handle: Handle) -> Option<&Entry<T>> {
        entry(self.entries.as_ref(), handle.index)
            .filter(|entry| entry.generation == handle.generation && !entry.is_free())
    }

    /// The handle of the entry `index`, if it is in use.
    pub(super) fn handle_of(&self, index: u32) -> Option<Handle> {
        let entry = entry(self.entries(), index).filter(|entry| !entry.is_free())?;
        Some(Handle {
            index,
            generation: entry.generation,
        })
    }

    /// Gives the entry back, which is on no list any more, and ends its generation. Constant time.
    #[inline]
    pub(super) fn give_back(&mut self, index: u32) -> Option<(Handle, T)> {
        let free = self.free;
        let entry = entry_mut(self.entries.as_mut(), index)?;
        let item = entry.item.take()?;
        let handle = Handle {
            index,
            generation: entry.generation,
        };
        entry.generation = entry.generation.wrapping_add(1);
        entry.next = free;
        entry.previous = NOWHERE;
        self.free = index;
        self.occupied = self.occupied.saturating_sub(1);
        Some((handle, item))
    }

    /// How many entries are on the list of free ones, or `None` if that list is broken or runs into itself.
    pub(super) fn count_free(&self) -> Option<u32> {
        let mut count: u32 = 0;
        let mut index = self.free;
        while index != NOWHERE {
            let entry = entry(self.entries(), index).filter(|entry| entry.is_free())?;
            count = count
                .checked_add(1)
                .filter(|&count| count <= self.capacity)?;
            index = entry.next;
        }
        Some(count)
    }
}
