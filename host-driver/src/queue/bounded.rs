//! A timing wheel as a priority queue (section IX of the paper): a circular array of as many slots as the keys can be apart.
//!
//! Nothing here ticks. Keys are any integers; what is asked for is the lowest. A key waits in slot `key mod M`, so M slots
//! are enough if the keys that are in the queue at once are less than M apart. The paper calls it bounded monotonicity: whoever
//! only adds keys from the last minimum to the last minimum plus Max, as Dijkstra's algorithm does, needs Max + 1 slots.
//!
//! The paper says the same of Prim's algorithm, but that one also adds keys below the last minimum: its keys are bounded (by the
//! longest edge), not monotone. The pointer to the minimum then has to go back. That is no loss here: adding a key knows that it is
//! the lowest, and the way forward skips empty slots by their busy bits.
//!
//! Everything takes constant time: logarithmic to the base 64 in the slots, that is at most 5 words. Keys that are equal come out
//! in the order in which they were added. Memory: 8.6 bytes a slot.

use core::fmt;

use super::check::Check;
use super::drum::Drum;
use super::list::{List, entry, entry_mut};
use super::scheme6::slot_of;
use super::sector::Sector;
use super::slab::{Entry, Handle, Slab};
use super::{InvariantError, QueueError, StopError};

/// Why a key was not added or changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoundedError {
    /// The keys would be too far apart for the slots; counted up to the highest key added since the queue was last empty.
    TooFarApart {
        /// The lowest key that can be added now.
        lowest: u64,
        /// The highest key that can be added now.
        highest: u64,
    },
    /// Every entry of the slab is in use.
    SlabFull {
        /// The number of entries.
        capacity: u32,
    },
    /// The handle names nothing that is in the queue.
    Stop(StopError),
}

impl fmt::Display for BoundedError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFarApart { lowest, highest } => write!(
                formatter,
                "the key is not between {lowest} and {highest}: give the queue as many slots as keys are apart"
            ),
            Self::SlabFull { capacity } => write!(
                formatter,
                "all {capacity} entries are in use: take one out, or give the queue a larger slab"
            ),
            Self::Stop(error) => error.fmt(formatter),
        }
    }
}

impl core::error::Error for BoundedError {}

impl From<StopError> for BoundedError {
    fn from(error: StopError) -> Self {
        Self::Stop(error)
    }
}

/// A priority queue of integer keys that are less than `64 * sectors` apart.
///
/// ```
/// use carillon_driver::queue::{BoundedQueue, Entry, Sector};
///
/// let mut queue = BoundedQueue::new([Sector::EMPTY; 1], [const { Entry::VACANT }; 4])?;
/// queue.add(1_000, "b")?;
/// let c = queue.add(1_063, "c")?;
/// assert!(queue.add(1_064, "too far from b").is_err());
/// queue.change(c, 1_000)?;
/// assert_eq!(queue.take_lowest(), Some((1_000, "b")));
/// queue.add(990, "below the last minimum")?;
/// assert_eq!(queue.take_lowest(), Some((990, "below the last minimum")));
/// assert_eq!(queue.take_lowest(), Some((1_000, "c")));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct BoundedQueue<T, Sectors, Entries> {
    slab: Slab<T, Entries>,
    drum: Drum<Sectors>,
    slots: u32,
    /// No key is below this: the last minimum, or what has been added below it.
    pointer: u64,
    /// No key is above this: the highest added since the queue was empty.
    highest: u64,
}

impl<T, Sectors, Entries> BoundedQueue<T, Sectors, Entries>
where
    Sectors: AsRef<[Sector]> + AsMut<[Sector]>,
    Entries: AsRef<[Entry<T>]> + AsMut<[Entry<T>]>,
{
    /// An empty queue with 64 slots for each sector. What the memory held before is forgotten.
    ///
    /// # Errors
    /// [`QueueError::SectorsOutOfRange`], [`QueueError::EntriesOutOfRange`].
    pub fn new(sectors: Sectors, entries: Entries) -> Result<Self, QueueError> {
        let mut drum = Drum::new(sectors);
        let slots = drum.prepare()?;
        let given = entries.as_ref().len();
        Ok(Self {
            slab: Slab::new(entries).ok_or(QueueError::EntriesOutOfRange { entries: given })?,
            drum,
            slots,
            pointer: 0,
            highest: 0,
        })
    }

    /// How many are in the queue.
    pub const fn len(&self) -> u32 {
        self.slab.occupied()
    }

    /// Whether nothing is in the queue.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Puts `item` into the queue. Any key will do while the queue is empty. Constant time.
    ///
    /// # Errors
    /// [`BoundedError::TooFarApart`], [`BoundedError::SlabFull`]. The item is dropped.
    pub fn add(&mut self, key: u64, item: T) -> Result<Handle, BoundedError> {
        let bounds = self.bounds_with(key)?;
        let handle = self.slab.take(item, key).ok_or(BoundedError::SlabFull {
            capacity: self.slab.capacity(),
        })?;
        (self.pointer, self.highest) = bounds;
        self.place(handle.index(), key);
        Ok(handle)
    }

    /// Gives another key, lower or higher, to what is in the queue (`decreaseKey`). It comes after those that have that
    /// key already. Constant time.
    ///
    /// # Errors
    /// [`BoundedError::TooFarApart`], [`BoundedError::Stop`]; nothing is changed then.
    pub fn change(&mut self, handle: Handle, key: u64) -> Result<(), BoundedError> {
        let index = self.find(handle)?;
        (self.pointer, self.highest) = if self.len() == 1 {
            (key, key)
        } else {
            self.bounds_with(key)?
        };
        self.drum
            .remove(self.slab.entries_mut(), &mut List::EMPTY.clone(), index);
        if let Some(entry) = entry_mut(self.slab.entries_mut(), index) {
            entry.expiry = key;
        }
        self.place(index, key);
        Ok(())
    }

    /// Takes out what the handle names. Constant time.
    ///
    /// # Errors
    /// [`StopError`]: it was taken out before, or the handle is not one of this queue's.
    pub fn remove(&mut self, handle: Handle) -> Result<T, StopError> {
        let index = self.find(handle)?;
        self.drum
            .remove(self.slab.entries_mut(), &mut List::EMPTY.clone(), index);
        let (_, item) = self.slab.give_back(index).ok_or(StopError::StaleHandle)?;
        Ok(item)
    }

    /// The key of what the handle names, or `None` if it was taken out.
    pub fn key(&self, handle: Handle) -> Option<u64> {
        self.slab.resolve(handle).map(|entry| entry.expiry)
    }

    /// The lowest key, or `None` if the queue is empty. Constant time.
    pub fn lowest(&self) -> Option<u64> {
        let first = self.drum.list(self.lowest_slot()?).first();
        entry(self.slab.entries(), first).map(|entry| entry.expiry)
    }

    /// Takes out what has the lowest key; of several, what was added first. Constant time.
    pub fn take_lowest(&mut self) -> Option<(u64, T)> {
        let slot = self.lowest_slot()?;
        let mut list = self.drum.take(slot);
        let index = list.pop_front(self.slab.entries_mut());
        self.drum.put_back(slot, list);
        let index = index?;
        let key = entry(self.slab.entries(), index)?.expiry;
        self.pointer = key;
        let (_, item) = self.slab.give_back(index)?;
        Some((key, item))
    }

    /// Checks links, busy bits, counts, and that every key is in its slot and within the bounds.
    ///
    /// # Errors
    /// [`InvariantError`]: a fault in this crate or in the memory that it was given.
    pub fn check_invariants(&self) -> Result<(), InvariantError> {
        let occupied = self.slab.occupied();
        let mut check = Check::new(self.slab.entries(), occupied, self.pointer);
        let (pointer, highest, slots) = (self.pointer, self.highest, self.slots);
        self.drum.check(&mut check, |slot, key| {
            (pointer..=highest).contains(&key) && slot_of(key, slots) == slot
        })?;
        check.all_found()?;
        let free = self.slab.count_free();
        if free.and_then(|free| free.checked_add(occupied)) != Some(self.slab.capacity()) {
            return Err(InvariantError::FreeListBroken);
        }
        Ok(())
    }

    /// The bounds of the keys with `key` among them.
    fn bounds_with(&self, key: u64) -> Result<(u64, u64), BoundedError> {
        if self.is_empty() {
            return Ok((key, key));
        }
        let (pointer, highest) = (self.pointer.min(key), self.highest.max(key));
        let reach = u64::from(self.slots).saturating_sub(1);
        if highest.saturating_sub(pointer) > reach {
            return Err(BoundedError::TooFarApart {
                lowest: self.highest.saturating_sub(reach),
                highest: self.pointer.saturating_add(reach),
            });
        }
        Ok((pointer, highest))
    }

    fn place(&mut self, index: u32, key: u64) {
        let slot = slot_of(key, self.slots);
        self.drum.push_back(self.slab.entries_mut(), slot, index);
    }

    fn lowest_slot(&self) -> Option<u32> {
        let start = slot_of(self.pointer, self.slots);
        self.drum
            .next_busy(start)
            .or_else(|| self.drum.next_busy(0))
    }

    fn find(&self, handle: Handle) -> Result<u32, StopError> {
        if self.slab.resolve(handle).is_some() {
            return Ok(handle.index());
        }
        let (index, capacity) = (handle.index(), self.slab.capacity());
        Err(if index < capacity {
            StopError::StaleHandle
        } else {
            StopError::ForeignHandle { index, capacity }
        })
    }
}
