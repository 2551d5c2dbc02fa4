//! What every queue does with its structure, by handle or by number: it keeps the time, lets the structure move what is
//! due to a list of its own, and remembers when it need not look.

mod earliest;

use core::marker::PhantomData;

use crate::diagnostics::check::Check;
use crate::record::{self, MOST, Record, Records, at_mut, get, insert_before};
use crate::schemes::structure::{Foremost, Structure, Work};
use crate::{InvariantError, Progress, QueueError, StartError};
use earliest::Earliest;

/// Timers of a batch that are fetched at once.
#[cfg(feature = "tools")]
pub(crate) const BATCH: usize = 32;

/// Timers that wait in the structure `S`, or on the list of those that are due; in the records `R`.
pub struct Waiting<S, R: ?Sized = [Record]> {
    pub(crate) structure: S,
    pub(crate) now: u64,
    /// Of the timers in the structure.
    pub(crate) earliest: Earliest,
    /// How much shorter the structure's longest interval is than 2^64 - 1 ticks.
    short_of_all: u64,
    /// The first timer's record. The one before is the head of what is due. 0 before there are any records.
    pub(crate) first: u32,
    pub(crate) capacity: u32,
    /// Timers looked at.
    pub(crate) examined: u64,
    /// Timers moved from one list to another that is not the due list.
    pub(crate) migrated: u64,
    records: PhantomData<fn(&R)>,
}

impl<S: Clone, R: ?Sized> Clone for Waiting<S, R> {
    fn clone(&self) -> Self {
        Self { structure: self.structure.clone(), earliest: self.earliest.clone(), records: PhantomData, ..*self }
    }
}

/// The records of a queue of so many timers, their number, and the first timer's record.
pub(crate) fn sizes(structure: &impl Structure, timers: usize) -> Result<(usize, u32, u32), QueueError> {
    if let Ok(timers) = u32::try_from(timers) {
        structure.validate(timers)?;
    }
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
    pub(crate) fn new(structure: S, records: &mut [Record], timers: usize) -> Result<Self, QueueError> {
        let (wanted, capacity, first) = sizes(&structure, timers)?;
        let given = records.len();
        let records = records.get_mut(..wanted).ok_or(QueueError::TooFewRecords { records: given, wanted })?;
        records.fill(Record::VACANT);
        let mut waiting = Self::ready(structure, (first, capacity));
        waiting.short_of_all = u64::MAX - waiting.structure.longest_interval();
        waiting.prepare(records);
        Ok(waiting)
    }

    /// Makes room for `timers` in `records`, if that is more than before.
    ///
    /// # Errors
    /// [`QueueError`]: there are too many of them, there is no memory, or the structure cannot be as it was asked to;
    /// nothing has changed.
    #[cfg(feature = "alloc")]
    pub(crate) fn grow(&mut self, records: &mut alloc::vec::Vec<Record>, timers: usize) -> Result<(), QueueError> {
        let (wanted, capacity, first) = sizes(&self.structure, timers)?;
        if self.first != 0 && capacity <= self.capacity {
            return Ok(());
        }
        crate::allocation::room_for(records, wanted, timers)?;
        if self.first == 0 {
            records.resize(wanted, Record::VACANT);
            (self.first, self.capacity) = (first, capacity);
            self.prepare(records);
            return Ok(());
        }
        records.truncate((self.first + self.capacity) as usize);
        self.move_timers(records, first, capacity);
        records.resize(wanted, Record::VACANT);
        Ok(())
    }

    /// Gives back the memory of all timers from `timers` on, none of which is outstanding.
    #[cfg(feature = "alloc")]
    pub(crate) fn shrink(&mut self, records: &mut alloc::vec::Vec<Record>, timers: u32) {
        let Ok((wanted, capacity, first)) = sizes(&self.structure, timers as usize) else {
            return;
        };
        if self.first != 0 && capacity < self.capacity {
            // The structure may still have places of those that were stopped.
            self.move_timers(records, first, capacity);
            records.truncate(wanted);
        }
        records.shrink_to_fit();
    }

    /// Moves the timers' records to `first`, behind as many records of the structure as it needs for `capacity` timers.
    /// If that is another place, all timers come to the list of what is due, and from there to where they belong: time
    /// in proportion to that of expiring and starting them.
    #[cfg(feature = "alloc")]
    fn move_timers(&mut self, records: &mut alloc::vec::Vec<Record>, first: u32, capacity: u32) {
        let (from, to) = (self.due(), first - 1);
        if from == to {
            self.capacity = capacity;
            return;
        }
        let moved = |index: u32| index - from + to;
        let last = moved(self.collect(records, u64::MAX));
        let (before, after) = (from as usize, to as usize);
        let end = records.len();
        records.resize(end.max(end - before + after), Record::VACANT);
        records.copy_within(before..end, after);
        records.truncate(end - before + after);
        for record in records.iter_mut().take(after).skip(before) {
            *record = Record::VACANT;
        }
        for timer in records.iter_mut().skip(after) {
            if !timer.is_free() {
                (timer.next, timer.previous) = (moved(timer.next), moved(timer.previous));
            }
        }
        (self.first, self.capacity) = (first, capacity);
        self.settle(records, last, 0);
    }

    /// How many timers there can be at most, with what the structure has now.
    #[cfg(feature = "alloc")]
    pub(crate) const fn most(&self) -> usize {
        (MOST - self.first) as usize
    }
}

impl<S: Structure<R>, R: Records + ?Sized> Waiting<S, R> {
    /// With a structure that takes every interval, in records that are prepared; or before there are any.
    pub(crate) const fn ready(structure: S, (first, capacity): (u32, u32)) -> Self {
        Self {
            structure,
            now: 0,
            earliest: Earliest::unknown(),
            short_of_all: 0,
            first,
            capacity,
            examined: 0,
            migrated: 0,
            records: PhantomData,
        }
    }

    /// Takes the records into use, none of which is a timer's.
    pub(crate) fn prepare(&mut self, records: &mut R) {
        record::clear(records, self.due());
        self.prepare_structure(records);
    }

    /// Empties the structure, and tells it the time, which may have passed before it had records.
    fn prepare_structure(&mut self, records: &mut R) {
        self.structure.prepare(records, self.capacity);
        let (due, now) = (self.due(), self.now);
        self.structure.advance(records, due, (now, now), &mut Work::new(u64::MAX));
    }

    /// Moves the timers that are due at `to` or before to the end of the list of what is due. Returns the one that was
    /// its last, or the head.
    #[cfg(any(feature = "alloc", feature = "chip"))]
    pub(crate) fn collect(&mut self, records: &mut R, to: u64) -> u32 {
        let due = self.due();
        let last = get(records, due).previous;
        let everything = &mut Work::new(u64::MAX);
        self.structure.advance(records, due, (self.now, to), everything);
        last
    }

    /// Prepares the structure again, and puts the timers behind `last` on the list of what is due to where they belong,
    /// each due `origin` ticks earlier.
    #[cfg(any(feature = "alloc", feature = "chip"))]
    pub(crate) fn settle(&mut self, records: &mut R, last: u32, origin: u64) {
        let due = self.due();
        self.prepare_structure(records);
        let mut index = get(records, last).next;
        let end = get(records, due).previous;
        record::set_next(records, last, due);
        record::set_previous(records, due, last);
        if last == end {
            return;
        }
        let ends = [index, end].map(|index| get(records, index).expiry - origin);
        self.structure.insert_again(Some(ends.into()));
        loop {
            let timer = get(records, index);
            let asked = timer.expiry - origin;
            let expiry = self.structure.rounded(self.now, asked).unwrap_or(asked);
            self.place(records, index, expiry);
            if index == end {
                break;
            }
            index = timer.next;
        }
        self.structure.insert_again(None);
    }

    /// With a structure whose longest interval is this one.
    #[cfg(feature = "alloc")]
    pub(crate) fn limited(self, longest: u64) -> Self {
        Self { short_of_all: u64::MAX - longest, ..self }
    }

    /// The head of the list of what is due.
    #[inline]
    pub(crate) const fn due(&self) -> u32 {
        self.first.wrapping_sub(1)
    }

    /// Whether a timer is due and not yet handed out.
    #[inline]
    pub(crate) fn has_due(&self, records: &R) -> bool {
        !record::is_empty(records, self.due())
    }

    /// How many timers are due and not yet handed out.
    pub(crate) fn due_count(&self, records: &R) -> u32 {
        let head = self.due();
        let (mut count, mut next) = (0, record::first(records, head));
        while let Some((_, timer)) = next {
            count += 1;
            next = record::on_list(records, timer.next, head).map(|record| (timer.next, record));
        }
        count
    }

    /// The timer before `behind` on the list of what is due; its head is behind the last one.
    pub(crate) fn last_due(&self, records: &R, behind: u32) -> Option<u32> {
        let before = records.record(usize::try_from(behind).ok()?)?.previous;
        (before != self.due()).then_some(before)
    }

    /// The tick at which a timer for `expiry` will be due, if there can be one.
    #[inline(always)]
    pub(crate) fn admit(&self, expiry: u64) -> Result<u64, StartError> {
        if expiry <= self.now {
            return Ok(expiry);
        }
        let interval = expiry - self.now;
        let longest = u64::MAX - self.short_of_all;
        if interval > longest {
            return Err(StartError::BeyondTheWheel { interval, longest });
        }
        self.structure.rounded(self.now, expiry).ok_or(StartError::BeyondTheEndOfTime)
    }

    /// Puts the timer `index`, which is due at the admitted tick `expiry`, into the structure, or on the due list if
    /// that tick has come. Returns the slot that became busy by it.
    #[inline(always)]
    pub(crate) fn place(&mut self, records: &mut R, index: u32, expiry: u64) -> Option<u32> {
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
    pub(crate) fn take_out(&mut self, records: &mut R, index: u32) -> Option<u32> {
        let expiry = at_mut(records, index)?.expiry;
        self.earliest.stopped(expiry);
        self.structure.remove(records, index)
    }

    /// Makes the timer `index`, which is outstanding, due at the admitted tick `expiry`.
    #[inline(always)]
    pub(crate) fn restart(&mut self, records: &mut R, index: u32, expiry: u64) {
        let before = get(records, index).expiry;
        if expiry > self.now {
            self.earliest.restarted(before, expiry);
            self.structure.restart(records, index, expiry, self.now);
        } else {
            self.earliest.stopped(before);
            self.structure.remove(records, index);
            insert_before(records, self.due(), index, expiry);
        }
    }

    /// Reads what a restart of these timers, each with its tick, will change, so that all of it is on its way to the
    /// cache at once.
    #[cfg(feature = "tools")]
    #[inline(always)]
    pub(crate) fn fetch(&self, records: &R, batch: impl Iterator<Item = (u32, u64)>) {
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
            let record = usize::try_from(index).ok().and_then(|at| records.record(at));
            seen ^= record.map_or(0, |record| record.next);
        }
        core::hint::black_box(seen);
    }

    /// Comes to tick `to`, or stays where it is if that has gone by, if there is nothing to do until then; whether that
    /// is so.
    #[inline(always)]
    pub(crate) fn skip_to(&mut self, records: &R, to: u64) -> bool {
        let to = to.max(self.now);
        let quiet = to < self.structure.quiet_until(records);
        if quiet {
            self.now = to;
        }
        quiet
    }

    /// Advances to `to`, or no further if that has gone by, as far as `work` goes.
    #[inline(never)]
    pub(crate) fn advance(&mut self, records: &mut R, to: u64, work: &mut Work) -> Progress {
        let (due, to) = (self.due(), to.max(self.now));
        if self.first == 0 {
            self.now = to;
            return Progress::Reached;
        }
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
    pub(crate) fn take_due(&mut self, records: &mut R) -> Option<(u32, u64)> {
        let (index, record) = record::pop_front(records, self.due())?;
        Some((index, record.expiry))
    }

    /// A tick before which nothing comes due, with `outstanding` timers.
    #[inline(always)]
    pub(crate) fn next_expiry(&self, records: &R, outstanding: u32) -> Option<u64> {
        if outstanding == 0 {
            return None;
        }
        if self.has_due(records) || self.structure.is_unfinished() {
            return Some(self.now);
        }
        let remembered = self.earliest.remembered();
        if remembered.is_some() {
            return remembered;
        }
        let found = self.structure.next_expiry(records, self.now);
        if self.structure.guarantees().exact_next {
            self.earliest.remember(found);
        }
        found
    }

    /// The timer that is handed out next, where that is known, with `outstanding` timers.
    pub(crate) fn foremost(&self, records: &R, outstanding: u32) -> Option<u32>
    where
        S: Foremost<R>,
    {
        if let Some((index, _)) = record::first(records, self.due()) {
            return Some(index);
        }
        let tick = self.next_expiry(records, outstanding)?;
        self.structure.foremost(records, tick)
    }

    /// Checks all lists. Of those on the due list, `is_due` says whether they may be.
    pub(crate) fn check(
        &self,
        records: &R,
        outstanding: u32,
        is_due: impl Fn(u64) -> bool,
    ) -> Result<(), InvariantError> {
        if self.first == 0 {
            return Ok(());
        }
        let wanted = usize::try_from(self.first + self.capacity).ok();
        if wanted.is_none_or(|wanted| records.count() < wanted) {
            return Err(InvariantError::StorageChanged);
        }
        let mut check = Check::new(records, self.first, outstanding, self.now);
        check.list(self.due(), is_due).map_err(|error| match error {
            InvariantError::WrongSlot { index, .. } => InvariantError::ReportedEarly { index },
            other => other,
        })?;
        self.structure.check(&mut check)?;
        let next = self.structure.next_expiry(records, self.now);
        let remembered = self.earliest.remembered();
        let quiet_until = self.structure.quiet_until(records);
        if !self.structure.is_unfinished()
            && (remembered.is_some() && remembered != next || next.is_some_and(|next| next < quiet_until))
        {
            return Err(InvariantError::SummaryWrong);
        }
        check.all_found()
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::Structure;
    use crate::memory::Memory;
    use crate::schemes::{BasicWheel, Heap, HierarchicalWheel, LazyHeap};
    use crate::{TimerQueue, Timers};

    /// A tick at which nothing is due costs one comparison: the structure is not asked.
    #[test]
    fn skip_to_a_quiet_tick_asks_no_structure() {
        fn quiet<S: Structure>(structure: S) -> [u64; 4] {
            let mut seen = [0; 4];
            let Ok(mut timers) = Timers::bounded(structure, 2) else {
                return seen;
            };
            timers.advance(1);
            seen[0] = timers.waiting.structure.quiet_until(timers.memory.records());
            timers.start(99, ()).ok();
            seen[1] = timers.waiting.structure.quiet_until(timers.memory.records());
            timers.start(9, ()).ok();
            seen[2] = timers.waiting.structure.quiet_until(timers.memory.records());
            timers.advance(10);
            seen[3] = timers.waiting.structure.quiet_until(timers.memory.records());
            seen
        }
        assert_eq!(quiet(Heap::new()), [u64::MAX, 100, 10, 100]);
        assert_eq!(quiet(LazyHeap::new()), [u64::MAX, 100, 10, 100]);
        assert_eq!(quiet(BasicWheel::new(128)), [u64::MAX, 100, 10, 100]);
        // 100 waits for a slot of 16 ticks, from 96 on.
        assert_eq!(quiet(HierarchicalWheel::<4>::new()), [u64::MAX, 96, 10, 96]);
    }
}
