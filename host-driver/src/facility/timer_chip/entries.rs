//! The host's memory for the timers of a timer chip: their items, what is known of when they are due, and which numbers
//! are free.

use core::marker::PhantomData;
use core::num::NonZeroU32;

use super::super::StopError;
use crate::queue::diagnostics::InvariantError;
use crate::queue::{Handle, Refused, StartError};

/// The end of the list of free entries.
const NOWHERE: u64 = u32::MAX as u64;

/// What the host knows of when a timer is due: a tick, with these bits above it.
pub(super) mod when {
    /// Not the tick, but the interval: only the chip knows the tick.
    pub(in super::super) const INTERVAL: u64 = 1 << 63;
    /// The chip's deadline is before this tick.
    pub(in super::super) const HOP: u64 = 1 << 62;
    /// Started again by the chip whenever it expires; the interval is given.
    pub(in super::super) const PERIODIC: u64 = 1 << 61;
    /// The tick or the interval.
    pub(in super::super) const VALUE: u64 = PERIODIC - 1;
}

/// One timer's memory: its item and 16 bytes. A facility is given an array of these, one for each timer that can be
/// outstanding at once.
#[derive(Debug, Clone)]
pub struct TimerEntry<T> {
    /// When it is due; of a free entry, the next free one.
    pub(super) when: u64,
    /// Of its handle.
    pub(super) started: u32,
    /// Of its last start or stop, as the chip counts, modulo 128.
    pub(super) generation: u8,
    /// Starts and stops while `times_empty` was what it is; 255 stands for more as well.
    commands: u8,
    /// How often the FIFO had been seen empty at the last start or stop, modulo 2^16.
    times_empty: u16,
    pub(super) item: Option<T>,
}

impl<T> TimerEntry<T> {
    /// Memory without a timer.
    pub const VACANT: Self = Self { when: NOWHERE, started: 0, generation: 0, commands: 0, times_empty: 0, item: None };

    /// The chip counts a start or a stop. `times_empty` is how often the FIFO has been seen empty. The count of an
    /// entry that has not been used for 2^16 of these times goes on; it is then too high, never too low.
    pub(super) const fn count(&mut self, times_empty: u16) {
        self.generation = self.generation.wrapping_add(1) & 0x7F;
        self.commands = if self.times_empty == times_empty { self.commands.saturating_add(1) } else { 1 };
        self.times_empty = times_empty;
    }

    /// That of the handle; 1 before the first start.
    pub(super) fn generation_of_start(&self) -> NonZeroU32 {
        NonZeroU32::new(self.started).unwrap_or(NonZeroU32::MIN)
    }

    /// Starts and stops since the FIFO was last seen empty, or more, as of the last of them.
    pub(super) const fn commands(&self) -> u8 {
        self.commands
    }
}

impl<T> Default for TimerEntry<T> {
    fn default() -> Self {
        Self::VACANT
    }
}

/// All entries. A number that becomes free goes behind all that are free: it is used again as late as possible.
#[derive(Debug, Clone)]
pub(super) struct Entries<T, Memory> {
    memory: Memory,
    /// The free entries: the first and the last.
    free: [u64; 2],
    outstanding: u32,
    items: PhantomData<T>,
}

impl<T, Memory> Entries<T, Memory>
where
    Memory: AsRef<[TimerEntry<T>]> + AsMut<[TimerEntry<T>]>,
{
    /// All are free.
    pub(super) fn new(mut memory: Memory) -> Self {
        let entries = memory.as_mut();
        let mut next: u64 = 0;
        for entry in &mut *entries {
            next += 1;
            *entry = TimerEntry::VACANT;
            entry.when = next;
        }
        let free = match entries.last_mut() {
            Some(last) => {
                last.when = NOWHERE;
                [0, next - 1]
            }
            None => [NOWHERE; 2],
        };
        Self { memory, free, outstanding: 0, items: PhantomData }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.memory.as_ref().len()
    }

    pub(super) const fn outstanding(&self) -> u32 {
        self.outstanding
    }

    pub(super) fn all(&mut self) -> &mut [TimerEntry<T>] {
        self.memory.as_mut()
    }

    fn capacity(&self) -> u32 {
        u32::try_from(self.len()).unwrap_or(u32::MAX)
    }

    fn foreign(&self, index: u32) -> StopError {
        let capacity = self.capacity();
        StopError::ForeignHandle { index, capacity }
    }

    fn at(&self, number: u32) -> Option<&TimerEntry<T>> {
        self.memory.as_ref().get(usize::try_from(number).ok()?)
    }

    fn at_mut(&mut self, number: u64) -> Option<&mut TimerEntry<T>> {
        self.memory.as_mut().get_mut(usize::try_from(number).ok()?)
    }

    /// The entry of a number that the chip or the facility itself has named.
    #[inline]
    pub(super) fn entry(&mut self, number: u32) -> Result<&mut TimerEntry<T>, StopError> {
        let foreign = self.foreign(number);
        self.at_mut(number.into()).ok_or(foreign)
    }

    /// The entry of an outstanding timer.
    pub(super) fn find(&self, handle: Handle) -> Result<&TimerEntry<T>, StopError> {
        let index = handle.index();
        let entry = self.at(index).ok_or_else(|| self.foreign(index))?;
        if entry.item.is_none() || entry.started != handle.generation().get() {
            return Err(StopError::StaleHandle);
        }
        Ok(entry)
    }

    /// Takes a free entry, unless there is none.
    #[inline]
    pub(super) fn take(&mut self, when: u64, item: T) -> Result<Handle, Refused<T>> {
        let [first, last] = self.free;
        let Some(entry) = self.at_mut(first) else {
            let capacity = self.capacity();
            let error = StartError::Full { capacity };
            return Err(Refused { error, item });
        };
        let next = core::mem::replace(&mut entry.when, when);
        let generation = NonZeroU32::new(entry.started.wrapping_add(1)).unwrap_or(NonZeroU32::MIN);
        entry.started = generation.get();
        entry.item = Some(item);
        let handle = Handle::new(first as u32, generation);
        self.free = [next, if next == NOWHERE { NOWHERE } else { last }];
        self.outstanding += 1;
        Ok(handle)
    }

    /// Gives an entry back.
    pub(super) fn give_back(&mut self, number: u32) -> Option<T> {
        let [first, last] = self.free;
        let at = u64::from(number);
        let entry = self.at_mut(at)?;
        let item = entry.item.take()?;
        entry.when = NOWHERE;
        self.free = match self.at_mut(last) {
            Some(before) if last != NOWHERE => {
                before.when = at;
                [first, at]
            }
            _ => [at, at],
        };
        self.outstanding -= 1;
        Some(item)
    }

    /// Checks the list of free entries.
    pub(super) fn check(&self) -> Result<(), InvariantError> {
        let broken = InvariantError::FreeListBroken;
        let free = self.capacity().checked_sub(self.outstanding).ok_or(broken)?;
        let mut at = self.free[0];
        for _ in 0..free {
            let number = u32::try_from(at).map_err(|_| broken)?;
            let entry = self.at(number).filter(|entry| entry.item.is_none());
            at = entry.ok_or(broken)?.when;
        }
        if at == NOWHERE { Ok(()) } else { Err(broken) }
    }
}
