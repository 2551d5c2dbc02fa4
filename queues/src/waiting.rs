//! What every queue does with its structure, however its timers are named: it keeps the time, lets the structure move
//! what is due to a list of its own, and remembers what spares it a look.

use core::fmt;

use super::check::Check;
use super::earliest::Earliest;
use super::record::{self, MOST, Record, Records, at_mut, get, insert_before};
use super::structure::{Structure, Work};
use super::{AdvanceError, InvariantError, Progress, QueueError, StartError};

/// Timers of a batch that are fetched at once.
pub(crate) const BATCH: usize = 32;

/// Timers that wait in the structure `S`, or on the list of those that are due.
#[derive(Clone)]
pub(crate) struct Waiting<S> {
    pub(crate) structure: S,
    pub(crate) now: u64,
    /// Of the timers in the structure.
    pub(crate) earliest: Earliest,
    /// The structure's longest interval.
    longest: u64,
    /// The first timer's record. The one before is the head of what is due.
    pub(crate) first: u32,
    pub(crate) capacity: u32,
    /// Timers looked at.
    pub(crate) examined: u64,
    /// Timers moved from one list to another that is not the due list.
    pub(crate) migrated: u64,
}

impl<S: fmt::Debug> Waiting<S> {
    /// What a queue with so many outstanding shows of itself.
    pub(crate) fn fmt(&self, formatter: &mut fmt::Formatter<'_>, outstanding: u32) -> fmt::Result {
        formatter
            .debug_struct("Queue")
            .field("structure", &self.structure)
            .field("now", &self.now)
            .field("outstanding", &outstanding)
            .field("capacity", &self.capacity)
            .finish_non_exhaustive()
    }
}

/// The records of a queue of so many timers, their number, and the first timer's record.
fn sizes(structure: &impl Structure, timers: usize) -> Result<(usize, u32, u32), QueueError> {
    let wanted = structure.records(timers);
    let last = u32::try_from(wanted).ok().filter(|&wanted| wanted <= MOST);
    match (u32::try_from(timers), last) {
        (Ok(capacity), Some(last)) => Ok((wanted, capacity, last - capacity)),
        _ => Err(QueueError::TooManyTimers { timers }),
    }
}

impl<S: Structure> Waiting<S> {
    /// So many timers, none of which is started, at tick 0.
    ///
    /// # Errors
    /// [`QueueError`]: there are too many of them or too few records, or the structure cannot be as it was asked to.
    pub(crate) fn new(
        mut structure: S,
        records: &mut (impl Records + ?Sized),
        timers: usize,
    ) -> Result<Self, QueueError> {
        let (wanted, capacity, first) = sizes(&structure, timers)?;
        let given = records.len();
        let records = records.get_mut(..wanted).ok_or(QueueError::TooFewRecords {
            records: given,
            wanted,
        })?;
        records.fill(Record::VACANT);
        structure.prepare(records, capacity)?;
        record::clear(records, first - 1);
        Ok(Self {
            earliest: Earliest::new(structure.promises().exact_next),
            longest: structure.longest_interval(),
            structure,
            now: 0,
            first,
            capacity,
            examined: 0,
            migrated: 0,
        })
    }

    /// Makes room for `timers` in `records`, if that is more than before.
    ///
    /// # Errors
    /// [`QueueError::CannotGrow`], [`QueueError::TooManyTimers`]; nothing has changed.
    #[cfg(feature = "alloc")]
    pub(crate) fn grow(
        &mut self,
        records: &mut alloc::vec::Vec<Record>,
        timers: usize,
    ) -> Result<(), QueueError> {
        let (wanted, capacity, first) = sizes(&self.structure, timers)?;
        if capacity > self.capacity {
            if first != self.first {
                return Err(QueueError::CannotGrow);
            }
            records.truncate((first + self.capacity) as usize);
            records.resize(wanted, Record::VACANT);
            self.capacity = capacity;
        }
        Ok(())
    }

    /// The head of the list of what is due.
    #[inline]
    pub(crate) const fn due(&self) -> u32 {
        self.first - 1
    }

    /// Whether a timer is due and not yet handed out.
    #[inline]
    pub(crate) fn has_due(&self, records: &(impl Records + ?Sized)) -> bool {
        !record::is_empty(records, self.due())
    }

    /// The tick at which a timer for `expiry` will be due, if there can be one.
    #[inline(always)]
    pub(crate) fn admit(&self, expiry: u64) -> Result<u64, StartError> {
        if expiry <= self.now {
            return Ok(expiry);
        }
        let interval = expiry - self.now;
        let longest = self.longest;
        if interval > longest {
            return Err(StartError::BeyondTheWheel { interval, longest });
        }
        self.structure
            .rounded(self.now, expiry)
            .ok_or(StartError::BeyondTheEndOfTime)
    }

    /// Puts the timer `index`, which is due at the admitted tick `expiry`, into the structure, or on the due list if
    /// that tick has come. Returns the slot that became busy by it.
    #[inline(always)]
    pub(crate) fn place(
        &mut self,
        records: &mut (impl Records + ?Sized),
        index: u32,
        expiry: u64,
    ) -> Option<u32> {
        let now = self.now;
        if expiry > now {
            self.earliest.started(expiry);
            self.structure.insert(records, index, expiry, now)
        } else {
            insert_before(records, self.due(), index, expiry);
            None
        }
    }

    /// Takes the timer `index` out of the structure or off the due list. Returns the slot that became empty by it.
    #[inline(always)]
    pub(crate) fn take_out(
        &mut self,
        records: &mut (impl Records + ?Sized),
        index: u32,
    ) -> Option<u32> {
        let expiry = at_mut(records, index)?.expiry;
        self.earliest.stopped(expiry);
        self.structure.remove(records, index)
    }

    /// Makes the timer `index`, which is outstanding, due at the admitted tick `expiry`.
    #[inline(always)]
    pub(crate) fn restart(
        &mut self,
        records: &mut (impl Records + ?Sized),
        index: u32,
        expiry: u64,
    ) {
        self.earliest.stopped(get(records, index).expiry);
        if expiry > self.now && self.structure.restart(records, index, expiry, self.now) {
            self.earliest.started(expiry);
        } else {
            self.structure.remove(records, index);
            self.place(records, index, expiry);
        }
    }

    /// Reads what a restart of these timers, each with its tick, will change, so that all of it is on its way to the
    /// cache at once.
    #[inline(always)]
    pub(crate) fn fetch(
        &self,
        records: &(impl Records + ?Sized),
        batch: impl Iterator<Item = (u32, u64)>,
    ) {
        let mut beside = [[0; 3]; BATCH];
        let mut filled = 0_usize;
        for (place, (index, expiry)) in beside.iter_mut().zip(batch) {
            let Record { next, previous, .. } = get(records, index);
            let slot = self.structure.slot_for(expiry.max(self.now), self.now);
            *place = [next, previous, get(records, slot).previous];
            filled += 3;
        }
        let mut seen = 0;
        // What is free or in a heap has no links.
        for &index in beside.as_flattened().iter().take(filled) {
            let record = usize::try_from(index).ok().and_then(|at| records.get(at));
            seen ^= record.map_or(0, |record| record.next);
        }
        core::hint::black_box(seen);
    }

    /// Comes to tick `to` if there is nothing to do until then; whether that is so.
    ///
    /// # Errors
    /// [`AdvanceError`]: `to` lies before now.
    #[inline(always)]
    pub(crate) fn skip_to(
        &mut self,
        records: &(impl Records + ?Sized),
        to: u64,
    ) -> Result<bool, AdvanceError> {
        let now = self.now;
        if to < now {
            return Err(AdvanceError::BackInTime { now, to });
        }
        let quiet = to < self.structure.quiet_until(records);
        if quiet {
            self.now = to;
        }
        Ok(quiet)
    }

    /// Advances to `to`, which is not before now, as far as `work` goes.
    #[inline(never)]
    pub(crate) fn advance(
        &mut self,
        records: &mut (impl Records + ?Sized),
        to: u64,
        work: &mut Work,
    ) -> Progress {
        let due = self.due();
        self.now = self.structure.advance(records, due, (self.now, to), work);
        self.earliest.reached(to);
        self.examined += work.examined;
        self.migrated += work.migrated;
        if self.now < to || self.structure.is_unfinished() {
            return Progress::Unfinished;
        }
        Progress::Reached
    }

    /// Takes the first timer off the due list. Its record is free.
    #[inline(always)]
    pub(crate) fn take_due(&mut self, records: &mut (impl Records + ?Sized)) -> Option<(u32, u64)> {
        let (index, record) = record::pop_front(records, self.due())?;
        Some((index, record.expiry))
    }

    /// A tick before which nothing comes due, with `outstanding` timers.
    #[inline(always)]
    pub(crate) fn next_expiry(
        &self,
        records: &(impl Records + ?Sized),
        outstanding: u32,
    ) -> Option<u64> {
        if outstanding == 0 {
            return None;
        }
        if self.has_due(records) || self.structure.is_unfinished() {
            return Some(self.now);
        }
        self.earliest
            .ask(|| self.structure.next_expiry(records, self.now))
    }

    /// Checks all lists. Of those on the due list, `is_due` says whether they may be.
    pub(crate) fn check(
        &self,
        records: &(impl Records + ?Sized),
        outstanding: u32,
        is_due: impl Fn(u64) -> bool,
    ) -> Result<(), InvariantError> {
        let wanted = usize::try_from(self.first + self.capacity).ok();
        if wanted.is_none_or(|wanted| records.len() < wanted) {
            return Err(InvariantError::StorageChanged);
        }
        let mut check = Check::new(records, self.first, outstanding, self.now);
        check
            .list(self.due(), is_due)
            .map_err(|error| match error {
                InvariantError::WrongSlot { index, .. } => InvariantError::ReportedEarly { index },
                other => other,
            })?;
        self.structure.check(&mut check)?;
        let next = self.structure.next_expiry(records, self.now);
        let remembered = self.earliest.remembered();
        let quiet_until = self.structure.quiet_until(records);
        if !self.structure.is_unfinished()
            && (remembered.is_some() && remembered != next
                || next.is_some_and(|next| next < quiet_until))
        {
            return Err(InvariantError::SummaryWrong);
        }
        check.all_found()
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::super::slab::Storage;
    use super::super::{BasicWheel, Heap, Keyed, LazyHeap, TimerQueue, Timers, Wheels};
    use super::Structure;

    /// A tick at which nothing is due costs one comparison: the structure is not asked.
    #[test]
    fn skip_to_a_quiet_tick_asks_no_structure() {
        fn quiet<S: Structure>(structure: S) -> [u64; 4] {
            let mut seen = [0; 4];
            let Ok(mut timers) = Timers::with_capacity(structure, 2) else {
                return seen;
            };
            timers.advance(1).ok();
            seen[0] = timers
                .waiting
                .structure
                .quiet_until(timers.storage.records());
            timers.start(99, ()).ok();
            seen[1] = timers
                .waiting
                .structure
                .quiet_until(timers.storage.records());
            timers.start(9, ()).ok();
            seen[2] = timers
                .waiting
                .structure
                .quiet_until(timers.storage.records());
            timers.advance(10).ok();
            seen[3] = timers
                .waiting
                .structure
                .quiet_until(timers.storage.records());
            seen
        }
        assert_eq!(quiet(Heap::new()), [u64::MAX, 100, 10, 100]);
        assert_eq!(quiet(LazyHeap::new()), [u64::MAX, 100, 10, 100]);
        assert_eq!(quiet(BasicWheel::new(128)), [u64::MAX, 100, 10, 100]);
        // 100 waits for a slot of 16 ticks, from 96 on.
        assert_eq!(quiet(Wheels::<4>::new()), [u64::MAX, 96, 10, 96]);
    }
}
