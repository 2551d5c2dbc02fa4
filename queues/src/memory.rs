//! The memory of queues: memory that grows, memory for a fixed number of timers in the queue itself, or memory that the
//! caller provides.
//!
//! A queue has [`Record`]s of 16 bytes, one for each slot of a wheel, each place of a heap and each timer; for each
//! timer also a generation of 4 bytes, by which stale handles are known, and its item. The method `records` of each
//! structure returns the number of records.

#[cfg(feature = "alloc")]
use crate::allocation::room_for;
pub use crate::record::Record;
use crate::record::{MOST, Records};
pub use crate::schemes::structure::InLists;
use crate::schemes::structure::Structure;
#[cfg(feature = "alloc")]
use crate::schemes::structure::Unlimited;
use crate::waiting::Waiting;
#[cfg(feature = "alloc")]
use crate::waiting::sizes;

/// The memory of a queue for items `T`.
///
/// Implemented by [`Growing`], [`Fixed`], and triples of records, generations and items, each of which may be an array,
/// a slice, a `Vec` or a box. The previous contents of a triple are dropped.
///
/// ```
/// use carillon_queues::memory::Record;
/// use carillon_queues::{Heap, TimerQueue, Timers};
///
/// const HEAP: Heap = Heap::new();
/// let memory = ([Record::VACANT; HEAP.records(8)], [0; 8], [const { None }; 8]);
/// let mut timers = Timers::with(HEAP, memory)?;
/// timers.start(300, "in 300 ticks")?;
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub trait Memory<T> {
    /// Whether it makes room for more timers when it is full.
    #[doc(hidden)]
    const GROWS: bool = false;

    /// How many timers it has room for, though it is not prepared for them before the first one.
    #[doc(hidden)]
    const LATER: u32 = 0;

    /// Its records: a slice, or what a queue of fixed size has.
    #[doc(hidden)]
    type Records: Records + ?Sized;

    /// Its records.
    #[doc(hidden)]
    fn records(&self) -> &Self::Records;

    /// How often each timer's record has been given back.
    #[doc(hidden)]
    fn generations(&self) -> &[u32];

    /// Each timer's item.
    #[doc(hidden)]
    fn items(&self) -> &[Option<T>];

    /// All of it, to change.
    #[doc(hidden)]
    fn parts(&mut self) -> Parts<'_, T, Self::Records>;

    /// Makes room for another timer, where it can.
    #[doc(hidden)]
    fn grow(&mut self, waiting: &mut Waiting<impl Structure<Self::Records>, Self::Records>) {
        let _ = waiting;
    }
}

/// The parts of a memory: records, generations and items.
#[doc(hidden)]
pub type Parts<'memory, T, R> = (&'memory mut R, &'memory mut [u32], &'memory mut [Option<T>]);

impl<T, R, G, I> Memory<T> for (R, G, I)
where
    R: AsRef<[Record]> + AsMut<[Record]>,
    G: AsRef<[u32]> + AsMut<[u32]>,
    I: AsRef<[Option<T>]> + AsMut<[Option<T>]>,
{
    type Records = [Record];

    #[inline(always)]
    fn records(&self) -> &[Record] {
        self.0.as_ref()
    }

    #[inline(always)]
    fn generations(&self) -> &[u32] {
        self.1.as_ref()
    }

    #[inline(always)]
    fn items(&self) -> &[Option<T>] {
        self.2.as_ref()
    }

    #[inline(always)]
    fn parts(&mut self) -> Parts<'_, T, [Record]> {
        (self.0.as_mut(), self.1.as_mut(), self.2.as_mut())
    }
}

/// Memory that is allocated when the first timer is started, and again, twice as much, whenever it is full. Growing
/// takes time in proportion to all of it; where each timer also has a place in a heap or tree, times log n.
#[cfg(feature = "alloc")]
#[derive(Debug, Clone)]
pub struct Growing<T> {
    records: alloc::vec::Vec<Record>,
    generations: alloc::vec::Vec<u32>,
    items: alloc::vec::Vec<Option<T>>,
    /// How often records that are new count as given back: no less than any of which the memory was given back, so that
    /// handles of their timers stay stale.
    ended: u32,
}

#[cfg(feature = "alloc")]
impl<T> Growing<T> {
    /// Makes room for `timers` where there is less.
    pub(crate) fn reserve<S: Structure>(
        &mut self,
        waiting: &mut Waiting<S>,
        timers: usize,
    ) -> Result<(), crate::QueueError> {
        let (_, capacity, _) = sizes(&waiting.structure, timers)?;
        room_for(&mut self.generations, capacity as usize, timers)?;
        room_for(&mut self.items, capacity as usize, timers)?;
        waiting.grow(&mut self.records, timers)?;
        let capacity = waiting.capacity as usize;
        self.generations.resize(capacity, self.ended);
        self.items.resize_with(capacity, || None);
        Ok(())
    }

    /// Gives back the memory of all timers behind the last one that is outstanding, or whose generations have run out.
    pub(crate) fn shrink<S: Structure>(&mut self, waiting: &mut Waiting<S>) {
        let mut each = self.items.iter().zip(&self.generations);
        let kept = each.rposition(|(item, &ended)| item.is_some() || ended == u32::MAX);
        let kept = kept.map_or(0, |last| last + 1);
        let given_back = self.generations.iter().skip(kept).copied();
        self.ended = given_back.max().unwrap_or(0).max(self.ended);
        waiting.shrink(&mut self.records, kept as u32);
        self.generations.truncate(kept);
        self.generations.shrink_to_fit();
        self.items.truncate(kept);
        self.items.shrink_to_fit();
    }
}

#[cfg(feature = "alloc")]
impl<T> Memory<T> for Growing<T> {
    const GROWS: bool = true;

    type Records = [Record];

    #[inline(always)]
    fn records(&self) -> &[Record] {
        &self.records
    }

    #[inline(always)]
    fn generations(&self) -> &[u32] {
        &self.generations
    }

    #[inline(always)]
    fn items(&self) -> &[Option<T>] {
        &self.items
    }

    #[inline(always)]
    fn parts(&mut self) -> Parts<'_, T, [Record]> {
        (&mut self.records, &mut self.generations, &mut self.items)
    }

    #[cold]
    fn grow(&mut self, waiting: &mut Waiting<impl Structure>) {
        let timers = waiting.capacity as usize;
        // The last time it grows to as many as there can be.
        let _ =
            self.reserve(waiting, timers.saturating_mul(2).max(4)).or_else(|_| self.reserve(waiting, waiting.most()));
    }
}

/// Memory that is allocated at once and never again: a queue of fixed size. [`Timers::bounded`](crate::Timers::bounded)
/// makes it.
#[cfg(feature = "alloc")]
pub type Bounded<T> = (alloc::boxed::Box<[Record]>, alloc::boxed::Box<[u32]>, alloc::boxed::Box<[Option<T>]>);

/// Memory for `N` timers in the queue itself, beside the `OWN` records of the structure and of the list of what is due.
#[derive(Debug, Clone)]
pub struct Fixed<T, const N: usize, const OWN: usize> {
    records: Joined<OWN, N>,
    generations: [u32; N],
    items: [Option<T>; N],
}

impl<T, const N: usize, const OWN: usize> Memory<T> for Fixed<T, N, OWN> {
    const LATER: u32 = {
        assert!(N < MOST as usize - OWN, "a queue has at most 2^31 - 4 records");
        N as u32
    };

    type Records = Joined<OWN, N>;

    #[inline(always)]
    fn records(&self) -> &Joined<OWN, N> {
        &self.records
    }

    #[inline(always)]
    fn generations(&self) -> &[u32] {
        &self.generations
    }

    #[inline(always)]
    fn items(&self) -> &[Option<T>] {
        &self.items
    }

    #[inline(always)]
    fn parts(&mut self) -> Parts<'_, T, Joined<OWN, N>> {
        (&mut self.records, &mut self.generations, &mut self.items)
    }

    /// Prepares the memory, which was all zeros.
    fn grow(&mut self, waiting: &mut Waiting<impl Structure<Self::Records>, Self::Records>) {
        if waiting.first == 0 {
            self.records.timers.fill(Record::VACANT);
            (waiting.first, waiting.capacity) = (OWN as u32, Self::LATER);
            waiting.prepare(&mut self.records);
        }
    }
}

/// Two arrays that count as one: no array's length can be a sum of two parameters.
#[doc(hidden)]
#[derive(Debug, Clone)]
pub struct Joined<const OWN: usize, const N: usize> {
    own: [Record; OWN],
    timers: [Record; N],
}

impl<const OWN: usize, const N: usize> Records for Joined<OWN, N> {
    #[inline(always)]
    fn record(&self, index: usize) -> Option<&Record> {
        match index.checked_sub(OWN) {
            None => self.own.get(index),
            Some(timer) => self.timers.get(timer),
        }
    }

    #[inline(always)]
    fn record_mut(&mut self, index: usize) -> Option<&mut Record> {
        match index.checked_sub(OWN) {
            None => self.own.get_mut(index),
            Some(timer) => self.timers.get_mut(timer),
        }
    }

    fn count(&self) -> usize {
        OWN + N
    }

    #[inline(always)]
    fn own(&self) -> &[Record] {
        &self.own
    }

    #[inline(always)]
    fn own_mut(&mut self) -> &mut [Record] {
        &mut self.own
    }
}

/// Memory for which a queue over the structure `S` needs no preparation, in a constant.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`new` makes no queue over `{S}` in this memory",
    note = "`new` is for a queue that grows and for `FixedTimers` and `FixedTimerWheel`; `Timers::with` takes memory \
            of your own, and `Timers::bounded` allocates it"
)]
pub trait Ready<T, S>: Memory<T> {
    /// Without timers.
    const EMPTY: Self;
    /// The structure in it.
    const STRUCTURE: S;
}

#[cfg(feature = "alloc")]
impl<T> Growing<T> {
    /// Not yet allocated.
    pub(crate) const EMPTY: Self = Self {
        records: alloc::vec::Vec::new(),
        generations: alloc::vec::Vec::new(),
        items: alloc::vec::Vec::new(),
        ended: 0,
    };
}

#[cfg(feature = "alloc")]
impl<T, S: Unlimited> Ready<T, S> for Growing<T> {
    const EMPTY: Self = Self::EMPTY;
    const STRUCTURE: S = S::DEFAULT;
}

/// All zeros, so that a `static` lies in `.bss`, as far as the items' `None` is.
impl<T, S: InLists<OWN>, const N: usize, const OWN: usize> Ready<T, S> for Fixed<T, N, OWN> {
    const EMPTY: Self = Self {
        records: Joined { own: [Record::ZERO; OWN], timers: [Record::ZERO; N] },
        generations: [0; N],
        items: [const { None }; N],
    };
    const STRUCTURE: S = S::ZERO;
}
