//! Schemes 5 and 6 for several processors at once, with a lock for each slot (Appendix B of the paper).
//!
//! START_TIMER and STOP_TIMER hold the lock of one slot, so processors wait for each other only if they use the same
//! slot. PER_TICK_BOOKKEEPING is done by the thread that calls it first, slot by slot. Timers that have run out wait on
//! one more list. In Scheme 5 ([`SharedTimers::ordered`]) a start holds the lock while it searches the slot's list, and
//! a visit looks at what is due only; the bucket locks that FlexQueue's thesis names for arrays of slots (section 2.4)
//! are these.
//!
//! Scheme 7 is not shared. A timer would need the locks of two slots at each migration, and a start would have to know
//! of all wheels at once which visits have passed. The answer is shards: a hierarchy for each thread or each group of
//! connections, by itself or behind a lock of its own.
//!
//! Each slot remembers the tick of its last visit. Under the slot's lock a start therefore knows whether the visit that
//! it means is still to come: if so, that visit will find the timer; if not, the timer is due at once. The chip's `ARM`
//! makes the same decision. No timer is missed. A timer moves from its slot to the due list under both locks, the
//! slot's taken first; so at every moment it is on exactly one list. A stop takes the lock of that list, and then makes
//! sure that the timer is still on it. Only a restart takes the locks of two lists one after the other; between them
//! the timer is marked as moving, and a stop or restart of it waits.
//!
//! Where the slots are those of a chip, [`Signals`] tells it which have become busy and empty. It is called under the
//! slot's lock, so that the chip hears it in the right order; only the chip's own registers need a lock besides.
//!
//! Nothing allocates, and there is no unsafe code: lists are made of atomics, and locks protect them by agreement. An
//! item is a number of 64 bits. `tests/shared_model.rs` tries all orders in which two threads can meet. The locks spin:
//! an interrupt routine that uses the queue must not interrupt a thread of the same processor that holds one.

mod entry;
mod free;
mod lock;
mod queue;

use core::num::NonZeroU64;

use super::sync::{AtomicU32, AtomicU64, Ordering, relax};
use super::{Expired, Handle, InvariantError, Progress, QueueError, Refused, RestartError, StartError};
use entry::{NONE, find};
use free::FreeEntries;
use lock::{Guard, Lock};

pub use entry::{SharedEntry, SharedSlot};

/// The number of the due list.
const DUE: u32 = NONE - 1;

/// Of an entry that is on its way from one list to another.
const BETWEEN: u32 = NONE - 2;

/// Receives the slots that become busy and empty, for a chip; `()` ignores them. Called under the slot's lock.
pub trait Signals {
    /// The slot has its first timer, which is due at `expiry`.
    fn busy(&self, slot: u32, expiry: u64);
    /// The slot has lost its last timer.
    fn empty(&self, slot: u32);
}

/// No receiver.
impl Signals for () {
    fn busy(&self, _slot: u32, _expiry: u64) {}
    fn empty(&self, _slot: u32) {}
}

/// Scheme 6, or 5, for several threads. `SlotMemory` has one [`SharedSlot`] a slot, `EntryMemory` one
/// [`SharedEntry`] a timer.
///
/// ```
/// use carillon_queues::shared::{SharedEntry, SharedSlot, SharedTimers};
///
/// let slots: [SharedSlot; 64] = core::array::from_fn(|_| SharedSlot::empty());
/// let entries: [SharedEntry; 100] = core::array::from_fn(|_| SharedEntry::vacant());
/// let timers = SharedTimers::new(slots, entries, ())?;
/// std::thread::scope(|scope| {
///     scope.spawn(|| timers.start(500, 1));
///     scope.spawn(|| timers.start(70, 2));
/// });
/// timers.advance(100);
/// assert_eq!(timers.next_expired().map(|expired| (expired.item, expired.due)), Some((2, 70)));
/// assert_eq!(timers.outstanding(), 1);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SharedTimers<SlotMemory, EntryMemory, S> {
    slots: SlotMemory,
    entries: EntryMemory,
    signals: S,
    size: NonZeroU64,
    is_ordered: bool,
    free: FreeEntries,
    due: SharedSlot,
    now: AtomicU64,
    /// Timers, at most, that the visit of a slot has not come to. Changes under `ticking`.
    unvisited: AtomicU32,
    /// Slots, the one of now among them, that a jump has not come to; their visits are at now. Changes under `ticking`.
    to_come: AtomicU32,
    examined: AtomicU64,
    /// Held by whoever advances.
    ticking: Lock,
}

impl<SlotMemory, EntryMemory, S> SharedTimers<SlotMemory, EntryMemory, S>
where
    SlotMemory: AsRef<[SharedSlot]>,
    EntryMemory: AsRef<[SharedEntry]>,
    S: Signals,
{
    /// A queue at tick 0 without timers. The memory is new: [`SharedSlot::empty`], [`SharedEntry::vacant`].
    ///
    /// # Errors
    /// [`QueueError::SlotsOutOfRange`] for fewer than 2 slots or more than 2^31; [`QueueError::TooManyTimers`] for more
    /// than 2^31 entries.
    pub fn new(slots: SlotMemory, entries: EntryMemory, signals: S) -> Result<Self, QueueError> {
        let (count, capacity) = (slots.as_ref().len(), entries.as_ref().len());
        let most = 1_usize << 31;
        if capacity > most {
            return Err(QueueError::TooManyTimers { timers: capacity });
        }
        let size = u64::try_from(count)
            .ok()
            .and_then(NonZeroU64::new)
            .filter(|_| (2..=most).contains(&count))
            .ok_or(QueueError::SlotsOutOfRange { slots: u32::try_from(count).unwrap_or(u32::MAX) })?;
        Ok(Self {
            size,
            is_ordered: false,
            free: FreeEntries::all(entries.as_ref()),
            slots,
            entries,
            signals,
            due: SharedSlot::empty(),
            now: AtomicU64::new(0),
            unvisited: AtomicU32::new(0),
            to_come: AtomicU32::new(0),
            examined: AtomicU64::new(0),
            ticking: Lock::default(),
        })
    }

    /// Scheme 5: each slot's list is in the order of expiry. A start and a restart look at the timers of
    /// their slot that are due later, under its lock; a visit looks at one timer that is not due at most.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn ordered(slots: SlotMemory, entries: EntryMemory, signals: S) -> Result<Self, QueueError> {
        let is_ordered = true;
        Self::new(slots, entries, signals).map(|queue| Self { is_ordered, ..queue })
    }

    /// The tick up to which the queue has been advanced, or to which a thread is advancing it just now: never before
    /// the tick of a timer that any thread has been handed.
    pub fn now(&self) -> u64 {
        self.now.load(Ordering::Acquire)
    }

    /// Timers started and neither stopped nor handed out, counted slot by slot: where others use the queue meanwhile,
    /// it is only about right. No counter that all processors write to is kept for it.
    pub fn outstanding(&self) -> u32 {
        self.slots.as_ref().iter().chain([&self.due]).fold(0, |count: u32, list| count.wrapping_add(list.count()))
    }

    /// The most timers that can be outstanding at once.
    pub fn capacity(&self) -> u32 {
        u32::try_from(self.entries.as_ref().len()).unwrap_or(u32::MAX)
    }

    /// The receiver of busy slots.
    pub const fn signals(&self) -> &S {
        &self.signals
    }

    /// START_TIMER: a timer that is due `interval` ticks after now. Constant time, one lock.
    ///
    /// # Errors
    /// [`StartError::BeyondTheEndOfTime`], [`StartError::Full`], with the item.
    pub fn start(&self, interval: u64, item: u64) -> Result<Handle, Refused<u64>> {
        match self.now().checked_add(interval) {
            Some(expiry) => self.start_at(expiry, item),
            None => Err(refuse(StartError::BeyondTheEndOfTime, item)),
        }
    }

    /// START_TIMER with the tick at which the timer is due; one that has gone by is due at once. Constant time, one
    /// lock.
    ///
    /// # Errors
    /// [`StartError::Full`], with the item.
    pub fn start_at(&self, expiry: u64, item: u64) -> Result<Handle, Refused<u64>> {
        let entries = self.entries.as_ref();
        let free = self.free.take(entries, self.slot_of(expiry));
        let Some((index, entry)) = free.and_then(|index| Some((index, find(entries, index)?))) else {
            let capacity = self.capacity();
            return Err(refuse(StartError::Full { capacity }, item));
        };
        entry.expiry.store(expiry, Ordering::Relaxed);
        entry.item.store(item, Ordering::Relaxed);
        let handle = entry.handle(index);
        self.place(index, expiry);
        // An entry whose generations have run out is not among the free ones.
        handle.ok_or(Refused { error: StartError::Full { capacity: self.capacity() }, item })
    }

    /// Puts an entry whose handle no thread has yet into its slot, or on the due list if the visit of the slot has
    /// passed.
    fn place(&self, index: u32, expiry: u64) {
        let entries = self.entries.as_ref();
        let number = self.slot_of(expiry);
        if let Some(slot) = self.list(number) {
            let _guard = slot.lock.lock();
            if slot.visited.load(Ordering::Relaxed) < expiry {
                let was_empty = slot.is_empty();
                slot.insert(entries, index, number, self.is_ordered);
                if was_empty {
                    self.signals.busy(number, expiry);
                }
                return;
            }
        }
        let _guard = self.due.lock.lock();
        self.due.insert(entries, index, DUE, false);
    }

    /// STOP_TIMER: takes the timer out, which never fires then, and gives back its item; `None` if it was stopped or
    /// handed out before, perhaps by another thread just now. Constant time; one lock, or another if the timer ran out
    /// meanwhile.
    pub fn stop(&self, handle: Handle) -> Option<u64> {
        let entry = self.find(handle)?;
        let (slot, number, _guard) = self.hold(entry, handle)?;
        slot.unlink(self.entries.as_ref(), handle.index());
        if slot.is_empty() && number != DUE {
            self.signals.empty(number);
        }
        Some(self.retire(entry, handle).item)
    }

    /// The list that the timer is on, and its number and lock.
    fn hold(&self, entry: &SharedEntry, handle: Handle) -> Option<(&SharedSlot, u32, Guard<'_>)> {
        let is_current = || entry.ended.load(Ordering::Acquire) == handle.generation().get() - 1;
        loop {
            let number = entry.list.load(Ordering::Acquire);
            if !is_current() {
                return None;
            }
            if number == BETWEEN {
                relax();
                continue;
            }
            let slot = self.list(number)?;
            let guard = slot.lock.lock();
            if is_current() && entry.list.load(Ordering::Relaxed) == number {
                return Some((slot, number, guard));
            }
        }
    }

    /// STOP_TIMER and START_TIMER in one: the timer is due `interval` ticks after now instead. Handle and item stay.
    /// Constant time, two locks one after the other. Cheaper than a stop and a start, which give an entry back and take
    /// one, for which processors compete.
    ///
    /// # Errors
    /// [`RestartError`]; the timer is then as it was.
    pub fn restart(&self, handle: Handle, interval: u64) -> Result<(), RestartError> {
        let expiry = self.now().checked_add(interval);
        self.restart_at(handle, expiry.ok_or(StartError::BeyondTheEndOfTime)?)
    }

    /// As [`restart`](Self::restart) with the tick at which the timer is due; one that has gone by is due at once.
    ///
    /// # Errors
    /// As [`restart`](Self::restart).
    pub fn restart_at(&self, handle: Handle, expiry: u64) -> Result<(), RestartError> {
        let found = self.find(handle);
        let held = found.and_then(|entry| Some((entry, self.hold(entry, handle)?)));
        let (entry, (slot, number, guard)) = held.ok_or(RestartError::NotOutstanding)?;
        slot.unlink(self.entries.as_ref(), handle.index());
        // From here on no other thread changes the entry; a thread that stops it waits.
        entry.list.store(BETWEEN, Ordering::Relaxed);
        if slot.is_empty() && number != DUE {
            self.signals.empty(number);
        }
        drop(guard);
        entry.expiry.store(expiry, Ordering::Relaxed);
        self.place(handle.index(), expiry);
        Ok(())
    }

    /// When the timer is due, or `None` if it was stopped or handed out before. One lock.
    pub fn expiry(&self, handle: Handle) -> Option<u64> {
        let entry = self.find(handle)?;
        let (_, _, _guard) = self.hold(entry, handle)?;
        Some(entry.expiry.load(Ordering::Relaxed))
    }

    /// The entry of the handle, whichever timer it holds now.
    fn find(&self, handle: Handle) -> Option<&SharedEntry> {
        find(self.entries.as_ref(), handle.index())
    }

    /// PER_TICK_BOOKKEEPING for every tick up to and including `to`. If another thread is advancing the queue, does
    /// nothing and returns `false`; that thread advances to its own tick. A tick that has gone by changes nothing. A
    /// jump over more ticks than slots visits every slot once. Timers run out in the order of ticks, except within such
    /// a jump.
    pub fn advance(&self, to: u64) -> bool {
        self.advance_within(to, u64::MAX) == Progress::Reached
    }

    /// As [`advance`](Self::advance) with a limit: does `steps` steps at most, each a slot or a timer, and leaves the
    /// visit of a slot after any timer, and a jump over more ticks than slots between any two slots, to take them up
    /// again. Unfinished if more is left, or another thread is advancing the queue. A jump that is left has come to its
    /// tick, at which its other slots are still to be visited.
    pub fn advance_within(&self, to: u64, steps: u64) -> Progress {
        let Some(_ticking) = self.ticking.try_lock() else {
            return Progress::Unfinished;
        };
        let mut left = steps;
        let mut now = self.now();
        let to = to.max(now);
        loop {
            let to_come = self.to_come.load(Ordering::Relaxed);
            if self.unvisited.load(Ordering::Relaxed) > 0 {
                self.visit(self.visiting(now), now, &mut left);
            } else if to_come > 0 && left > 0 {
                left -= 1;
                self.to_come.store(to_come - 1, Ordering::Relaxed);
                self.visit(self.visiting(now), now, &mut left);
            } else if to_come > 0 {
                return Progress::Unfinished;
            } else if now == to {
                return Progress::Reached;
            } else if left == 0 {
                return Progress::Unfinished;
            } else if to - now > self.size.get() {
                now = to;
                self.now.store(now, Ordering::Release);
                self.to_come.store(self.size.get() as u32, Ordering::Relaxed);
            } else {
                left -= 1;
                now += 1;
                // Whoever is handed a timer of this tick sees that it has come.
                self.now.store(now, Ordering::Release);
                self.visit(self.slot_of(now), now, &mut left);
            }
            if self.unvisited.load(Ordering::Relaxed) > 0 {
                return Progress::Unfinished;
            }
        }
    }

    /// The slot whose visit is the last one that has begun. In a jump they go round, and that of now comes last, so
    /// that its visit says that all of them have been visited.
    fn visiting(&self, now: u64) -> u32 {
        let to_come = self.to_come.load(Ordering::Relaxed);
        let last = self.slot_of(now);
        match last.checked_sub(to_come) {
            Some(slot) => slot,
            None => last + (self.size.get() as u32 - to_come),
        }
    }

    /// Moves what is due at `tick` from the slot to the due list, and takes each timer that it looks at from what is
    /// `left`. Where that ends, the first of the list is the next timer, and timers that come go behind it.
    fn visit(&self, number: u32, tick: u64, left: &mut u64) {
        let entries = self.entries.as_ref();
        let Some(slot) = self.list(number) else {
            return;
        };
        let _guard = slot.lock.lock();
        let mut unvisited = self.unvisited.load(Ordering::Relaxed);
        if unvisited == 0 {
            slot.visited.store(tick, Ordering::Relaxed);
            unvisited = slot.count();
        }
        let was_empty = slot.is_empty();
        let mut examined = self.examined();
        let mut index = slot.first();
        while let Some(entry) = find(entries, index).filter(|_| unvisited > 0) {
            if *left == 0 {
                slot.turn(entries, index);
                break;
            }
            *left -= 1;
            examined += 1;
            unvisited -= 1;
            let next = entry.next.load(Ordering::Relaxed);
            if entry.expiry.load(Ordering::Relaxed) <= tick {
                let _due = self.due.lock.lock();
                slot.unlink(entries, index);
                self.due.insert(entries, index, DUE, false);
            } else if self.is_ordered {
                unvisited = 0;
            }
            index = next;
        }
        if index == NONE {
            unvisited = 0;
        }
        self.unvisited.store(unvisited, Ordering::Relaxed);
        self.examined.store(examined, Ordering::Relaxed);
        if !was_empty && slot.is_empty() {
            self.signals.empty(number);
        }
    }

    /// Timers looked at by [`advance`](Self::advance) so far.
    pub fn examined(&self) -> u64 {
        self.examined.load(Ordering::Relaxed)
    }

    /// EXPIRY_PROCESSING: the next timer that has run out, or `None`. Constant time, one lock. Each timer is handed out
    /// once, to one thread.
    pub fn next_expired(&self) -> Option<Expired<u64>> {
        let entries = self.entries.as_ref();
        let _guard = self.due.lock.lock();
        let index = self.due.first();
        let entry = find(entries, index)?;
        let handle = entry.handle(index)?;
        self.due.unlink(entries, index);
        Some(self.retire(entry, handle))
    }

    /// Ends the generation of an entry that has just been unlinked under its list's lock. The last one ends the entry.
    fn retire(&self, entry: &SharedEntry, handle: Handle) -> Expired<u64> {
        let due = entry.expiry.load(Ordering::Relaxed);
        let expired = Expired { handle, item: entry.item.load(Ordering::Relaxed), due, reported: due };
        entry.list.store(NONE, Ordering::Relaxed);
        let ended = handle.generation().get();
        entry.ended.store(ended, Ordering::Release);
        if ended < u32::MAX {
            self.free.give_back(self.entries.as_ref(), handle.index());
        }
        expired
    }

    /// A tick before which nothing comes due: that of the earliest timer, unless others start or stop timers meanwhile;
    /// now, if one is due already or another thread is just coming to this tick. `None` if nothing is outstanding.
    /// Takes the lock of one slot after another, up to the first one with a timer of this lap: M slots and n timers at
    /// worst.
    pub fn next_expiry(&self) -> Option<u64> {
        let (entries, now) = (self.entries.as_ref(), self.now());
        if !self.due.is_empty() {
            return Some(now);
        }
        if self.outstanding() == 0 {
            return None;
        }
        let mut earliest: Option<u64> = None;
        for tick in (0..=self.size.get()).map_while(|ahead| now.checked_add(ahead)) {
            if earliest.is_some_and(|earliest| earliest < tick) {
                break;
            }
            let Some(slot) = self.list(self.slot_of(tick)) else {
                continue;
            };
            let _guard = slot.lock.lock();
            if tick == now && slot.visited.load(Ordering::Relaxed) < now {
                // Another thread is coming to this tick, perhaps past timers of other slots.
                return Some(now);
            }
            let mut index = slot.first();
            while let Some(entry) = find(entries, index) {
                let expiry = entry.expiry.load(Ordering::Relaxed).max(now);
                earliest = Some(earliest.map_or(expiry, |earliest| earliest.min(expiry)));
                index = entry.next.load(Ordering::Relaxed);
            }
        }
        // Another thread may have moved timers past this one meanwhile.
        if self.due.is_empty() { earliest } else { Some(self.now()) }
    }

    /// Checks every list. Only while no other thread uses the queue.
    ///
    /// # Errors
    /// [`InvariantError`]: a fault in this crate.
    pub fn check_invariants(&self) -> Result<(), InvariantError> {
        let entries = self.entries.as_ref();
        let now = self.now();
        let left = (self.unvisited.load(Ordering::Relaxed) > 0).then(|| self.visiting(now));
        // A jump comes to the slot of now last, and before it to those before it.
        let to_come = u64::from(self.to_come.load(Ordering::Relaxed));
        let last = u64::from(self.slot_of(now)) + self.size.get();
        let is_to_come = |number: u32| (last - u64::from(number)) % self.size < to_come;
        let mut found: u32 = 0;
        let lists = (0..).zip(self.slots.as_ref()).chain([(DUE, &self.due)]);
        for (number, list) in lists {
            let mut index = list.first();
            let (mut before, mut earlier) = (NONE, 0);
            while let Some(entry) = find(entries, index) {
                let expiry = entry.expiry.load(Ordering::Relaxed);
                found += 1;
                if found > self.outstanding() {
                    return Err(self.miscount(found));
                }
                if entry.previous.load(Ordering::Relaxed) != before {
                    return Err(InvariantError::LinksDisagree { index });
                }
                if entry.list.load(Ordering::Relaxed) != number {
                    return Err(InvariantError::WrongPlace { index });
                }
                if number == DUE {
                    if expiry > now {
                        return Err(InvariantError::ReportedEarly { index });
                    }
                } else if self.slot_of(expiry) != number
                    || expiry <= now && left != Some(number) && !is_to_come(number)
                    || self.is_ordered && expiry < earlier
                {
                    return Err(InvariantError::WrongSlot { index, slot: number });
                }
                (before, earlier) = (index, expiry);
                index = entry.next.load(Ordering::Relaxed);
            }
        }
        if found != self.outstanding() {
            return Err(self.miscount(found));
        }
        let free = self.free.count(entries).and_then(|free| free.checked_add(found));
        let ended = |entry: &&SharedEntry| entry.ended.load(Ordering::Relaxed) == u32::MAX;
        let usable = entries.len() - entries.iter().filter(ended).count();
        if free == u32::try_from(usable).ok() { Ok(()) } else { Err(InvariantError::FreeListBroken) }
    }

    fn miscount(&self, found: u32) -> InvariantError {
        InvariantError::CountsDisagree { found, outstanding: self.outstanding() }
    }

    fn slot_of(&self, tick: u64) -> u32 {
        u32::try_from(tick % self.size).unwrap_or(0)
    }

    /// The slot of a number, or the due list.
    fn list(&self, number: u32) -> Option<&SharedSlot> {
        if number == DUE {
            return Some(&self.due);
        }
        self.slots.as_ref().get(usize::try_from(number).ok()?)
    }
}

/// A timer that was not started.
#[cold]
const fn refuse(error: StartError, item: u64) -> Refused<u64> {
    Refused { error, item }
}
