//! What lies beside the records: items, and handles that cannot go stale unnoticed.
//!
//! A handle names an entry and the *generation* in which it was taken. Every entry that is given back counts its
//! generation up, so a handle that outlives its timer no longer fits and is refused. The generation has 64 bits: at one
//! start a nanosecond on a single entry it would take 584 years to come round, so no handle is ever taken for another.

use super::record::Record;

/// Names one started timer until it is stopped or reported. 16 bytes.
///
/// A handle belongs to the queue that gave it out; another queue may refuse it or take it for one of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Handle {
    pub(crate) index: u32,
    pub(crate) generation: u64,
}

impl Handle {
    /// The handle of a timer that is kept elsewhere than in a queue of this crate, as in a chip.
    pub const fn new(index: u32, generation: u64) -> Self {
        Self { index, generation }
    }

    /// Which of the queue's timers it is, below its capacity: for tables that the caller keeps beside the queue.
    pub const fn index(self) -> u32 {
        self.index
    }

    /// How often the entry had been given back when the timer was started.
    pub const fn generation(self) -> u64 {
        self.generation
    }
}

/// What a timer has besides its record: its item, and 8 bytes by which stale handles are known. A queue is given an
/// array of these, one for each timer that can be outstanding at once.
#[derive(Debug, Clone)]
pub struct Entry<T> {
    pub(crate) generation: u64,
    /// `None` if the entry is free.
    pub(crate) item: Option<T>,
}

impl<T> Default for Entry<T> {
    fn default() -> Self {
        Self::VACANT
    }
}

impl<T> Entry<T> {
    /// An entry without a timer; what the array of entries is filled with.
    pub const VACANT: Self = Self {
        generation: 0,
        item: None,
    };
}

/// A queue's memory: records and entries. Arrays, slices, `Vec`s and boxes, in pairs.
pub trait Storage<T> {
    /// The records.
    fn records(&self) -> &[Record];

    /// The entries.
    fn entries(&self) -> &[Entry<T>];

    /// Both, to change.
    fn parts(&mut self) -> (&mut [Record], &mut [Entry<T>]);
}

impl<T, Records, Entries> Storage<T> for (Records, Entries)
where
    Records: AsRef<[Record]> + AsMut<[Record]>,
    Entries: AsRef<[Entry<T>]> + AsMut<[Entry<T>]>,
{
    #[inline]
    fn records(&self) -> &[Record] {
        self.0.as_ref()
    }

    #[inline]
    fn entries(&self) -> &[Entry<T>] {
        self.1.as_ref()
    }

    #[inline]
    fn parts(&mut self) -> (&mut [Record], &mut [Entry<T>]) {
        (self.0.as_mut(), self.1.as_mut())
    }
}
