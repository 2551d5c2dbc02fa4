//! What can go wrong in a timer queue.

use core::fmt;

/// Why a queue was not built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum QueueError {
    /// A wheel has no slot, or one of a hierarchy fewer than 2, or all have more than 2^30.
    SlotsOutOfRange {
        /// The number of slots asked for.
        slots: u32,
    },
    /// There are more timers than can be named, with what their structure needs.
    TooManyTimers {
        /// The number of timers asked for.
        timers: usize,
    },
    /// The allocator has no memory for them.
    OutOfMemory {
        /// The number of timers asked for.
        timers: usize,
    },
    /// There are fewer records than the structure and the timers need.
    TooFewRecords {
        /// The number of records given.
        records: usize,
        /// The number of records wanted.
        wanted: usize,
    },
    /// Callouts have fewer heads than 1 or fewer links than the queue has timers, or the queue is in use.
    TableTooSmall,
}

impl fmt::Display for QueueError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SlotsOutOfRange { slots } => {
                write!(
                    formatter,
                    "a wheel cannot have {slots} slots: give it at least 1, in a hierarchy 2, \
                    and all at most 2^30"
                )
            }
            Self::TooManyTimers { timers } => {
                write!(formatter, "{timers} timers cannot be named: a queue has at most 2^31 - 4 records")
            }
            Self::OutOfMemory { timers } => {
                write!(formatter, "there is no memory for {timers} timers: ask for fewer")
            }
            Self::TooFewRecords { records, wanted } => {
                write!(formatter, "the queue has {records} records and needs {wanted}: ask its structure's `records`")
            }
            Self::TableTooSmall => formatter.write_str(
                "the table does not fit the queue: take a queue without timers, \
                and give the table a head and a link for each entry",
            ),
        }
    }
}

impl core::error::Error for QueueError {}

/// Why a timer was not started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum StartError {
    /// The interval is longer than this structure can hold.
    BeyondTheWheel {
        /// The interval asked for, in ticks.
        interval: u64,
        /// The longest that it holds, in ticks.
        longest: u64,
    },
    /// The timer would be due beyond tick 2^64 - 1.
    BeyondTheEndOfTime,
    /// Every entry holds an outstanding timer.
    Full {
        /// The number of entries.
        capacity: u32,
    },
    /// There is no timer of this number; where the queue grows, there is no memory for it.
    NoSuchNumber {
        /// The number.
        number: u32,
        /// How many there are.
        numbers: u32,
    },
}

impl fmt::Display for StartError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BeyondTheWheel { interval, longest } => {
                write!(
                    formatter,
                    "an interval of {interval} ticks is longer than the {longest} that the wheels \
                    span: shorten it, or give the queue more slots"
                )
            }
            Self::BeyondTheEndOfTime => formatter.write_str(
                "the timer would be due after the last tick that 64 bits can name: \
                    shorten its interval",
            ),
            Self::Full { capacity } => {
                write!(formatter, "all {capacity} timers are outstanding: stop one, or give the queue more memory")
            }
            Self::NoSuchNumber { number, numbers } => {
                write!(
                    formatter,
                    "there is no timer {number}, nor memory for it: \
                    the numbers of this queue are below {numbers}"
                )
            }
        }
    }
}

impl core::error::Error for StartError {}

impl StartError {
    #[cold]
    pub(crate) const fn with<T>(self, item: T) -> Refused<T> {
        Refused { error: self, item }
    }
}

/// A timer that was not started, and its item. `E` says why.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Refused<T, E = StartError> {
    /// Why.
    pub error: E,
    /// What the caller gave.
    pub item: T,
}

impl<T, E: fmt::Debug> fmt::Debug for Refused<T, E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(formatter)
    }
}

impl<T, E: fmt::Display> fmt::Display for Refused<T, E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(formatter)
    }
}

impl<T, E: core::error::Error> core::error::Error for Refused<T, E> {}

impl<T> From<Refused<T>> for StartError {
    fn from(refused: Refused<T>) -> Self {
        refused.error
    }
}

/// Why a timer was not started again. If it is outstanding, it runs on as it did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum RestartError {
    /// The timer was stopped or handed out before, or the handle is another queue's.
    NotOutstanding,
    /// The new interval was refused.
    Start(StartError),
}

impl From<StartError> for RestartError {
    fn from(error: StartError) -> Self {
        Self::Start(error)
    }
}

impl fmt::Display for RestartError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotOutstanding => {
                formatter.write_str("the timer was stopped or handed out before: forget its handle when that happens")
            }
            Self::Start(error) => error.fmt(formatter),
        }
    }
}

impl core::error::Error for RestartError {}

/// A queue found inconsistent by `check_invariants`: a fault in this crate or in the memory that it was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum InvariantError {
    /// The storage no longer has the length it was given with.
    StorageChanged,
    /// A link leads to no timer.
    LinkOutOfRange {
        /// The entry named by the link.
        index: u32,
    },
    /// An entry's link back does not lead to the entry before it, or a list's end is not its last entry.
    LinksDisagree {
        /// The entry concerned.
        index: u32,
    },
    /// An entry is free and on a list, or in use and on none.
    WrongPlace {
        /// The entry concerned.
        index: u32,
    },
    /// A timer is on the list of a slot that its expiry does not belong to.
    WrongSlot {
        /// The entry concerned.
        index: u32,
        /// The slot whose list it is on.
        slot: u32,
    },
    /// A timer is on the due list, but was due only after the visit that put it there.
    ReportedEarly {
        /// The entry concerned.
        index: u32,
    },
    /// A list runs into itself, or the lists hold more or fewer timers than are outstanding.
    CountsDisagree {
        /// Timers found on the lists.
        found: u32,
        /// Timers counted as outstanding.
        outstanding: u32,
    },
    /// A timer of the heap is before the one above it, or does not know its place.
    HeapBroken {
        /// The place in the heap.
        place: u32,
    },
    /// A busy bit says something else than its slot's list or the word below.
    BusyBitsWrong,
    /// What the structure remembers of its lists is not true of them.
    SummaryWrong,
    /// The list of free entries is broken.
    FreeListBroken,
}

impl fmt::Display for InvariantError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StorageChanged => formatter.write_str("the queue's memory changed its length")?,
            Self::LinkOutOfRange { index } => write!(formatter, "a link leads to entry {index}, which is no timer's")?,
            Self::LinksDisagree { index } => write!(formatter, "the links around entry {index} disagree")?,
            Self::WrongPlace { index } => {
                write!(formatter, "entry {index} is on a list and free, or in use and on none")?
            }
            Self::WrongSlot { index, slot } => {
                write!(formatter, "entry {index} is on the list of the wrong slot, {slot}")?
            }
            Self::ReportedEarly { index } => write!(formatter, "entry {index} was put on the due list early")?,
            Self::CountsDisagree { found, outstanding } => {
                write!(formatter, "{found} timers are on the lists but {outstanding} are outstanding")?;
            }
            Self::HeapBroken { place } => write!(formatter, "the heap is out of order at place {place}")?,
            Self::BusyBitsWrong => formatter.write_str("a busy bit is wrong")?,
            Self::SummaryWrong => formatter.write_str("what the structure remembers of its lists is wrong")?,
            Self::FreeListBroken => formatter.write_str("the list of free entries is broken")?,
        }
        formatter.write_str("; stop using the queue and report how it came to this")
    }
}

impl core::error::Error for InvariantError {}
