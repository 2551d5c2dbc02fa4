//! Scheme 5: hashed timing wheel with ordered lists (section VI.A.1 of the paper).
//!
//! A timer that is due at tick `e` waits in slot `e mod M`, in the order of expiry. A visit looks at the first timers only.
//! Starting takes constant time on average if there are no more timers than slots and the hash spreads them, and time in
//! proportion to n at worst; stopping and a visit take constant time. With one slot it is Scheme 2. M is a multiple of
//! 64 here, best a power of two.
//!
//! Memory: 8.6 bytes a slot.

use super::check::Check;
#[cfg(feature = "chip")]
use super::chip::{Wheeled, next_turn};
use super::drum::{Drum, Sorted};
use super::list::{DUE, List, entry};
use super::scheme6::slot_of;
use super::sector::Sector;
use super::slab::Entry;
use super::structure::{Placed, Structure, Work};
use super::timers::Timers;
use super::{InvariantError, Order, Promises, QueueError};

/// Scheme 5 as a queue.
///
/// ```
/// use carillon_queues::{Entry, Scheme5, Sector, TimerQueue};
///
/// let mut timers = Scheme5::new([Sector::EMPTY; 4], [const { Entry::VACANT }; 8])?;
/// timers.start(276, "next lap")?;
/// timers.start(20, "this lap")?;
/// assert_eq!(timers.next_expiry(), Some(20));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub type Scheme5<T, Sectors, Entries> = Timers<T, HashedOrdered<Sectors>, Entries>;

impl<T, Sectors, Entries> Scheme5<T, Sectors, Entries>
where
    Sectors: AsRef<[Sector]> + AsMut<[Sector]>,
    Entries: AsRef<[Entry<T>]> + AsMut<[Entry<T>]>,
{
    /// A queue at tick 0 without timers; 64 slots for each sector.
    ///
    /// # Errors
    /// [`QueueError::SectorsOutOfRange`], [`QueueError::EntriesOutOfRange`].
    pub fn new(sectors: Sectors, entries: Entries) -> Result<Self, QueueError> {
        Self::with(HashedOrdered::new(sectors), entries)
    }
}

/// The slots of a hashed timing wheel with ordered lists.
#[derive(Debug, Clone, Copy, Default)]
pub struct HashedOrdered<Sectors> {
    drum: Drum<Sectors>,
    size: u32,
}

impl<Sectors: AsRef<[Sector]> + AsMut<[Sector]>> HashedOrdered<Sectors> {
    /// A wheel with 64 slots for each sector.
    pub const fn new(sectors: Sectors) -> Self {
        Self {
            drum: Drum::new(sectors),
            size: 0,
        }
    }
}

impl<Sectors: AsRef<[Sector]> + AsMut<[Sector]>> Structure for HashedOrdered<Sectors> {
    /// A step is the visit of one busy slot, or of all of them for a jump over more ticks than slots.
    fn promises(&self) -> Promises {
        Promises {
            order: Order::TickThenStart,
            exact_next: true,
            bounded: false,
            exact_ticks: true,
        }
    }

    fn prepare(&mut self, _capacity: u32) -> Result<(), QueueError> {
        self.size = self.drum.prepare()?;
        Ok(())
    }

    /// Takes time in proportion to the timers of the slot that are due later.
    fn insert<T>(&mut self, entries: &mut [Entry<T>], index: u32, _now: u64) -> Placed {
        let expiry = entry(entries, index).map_or(0, |entry| entry.expiry);
        let slot = slot_of(expiry, self.size);
        self.drum.insert_sorted(entries, slot, index)
    }

    /// Constant time.
    #[inline]
    fn remove<T>(&mut self, entries: &mut [Entry<T>], due: &mut List, index: u32) -> Option<u32> {
        self.drum.remove(entries, due, index)
    }

    /// A jump of up to M ticks visits the busy slots on its way. A longer one visits every busy slot once and sorts what it
    /// finds.
    fn advance<T>(
        &mut self,
        entries: &mut [Entry<T>],
        due: &mut List,
        mut now: u64,
        to: u64,
        work: &mut Work,
    ) -> u64 {
        if to.saturating_sub(now) > u64::from(self.size) {
            if self.drum.next_busy(0).is_none() {
                return to;
            }
            if !work.spend(1) {
                return now;
            }
            let mut found = List::EMPTY;
            let mut from = 0;
            while let Some(slot) = self.drum.next_busy(from) {
                let examined = self.drum.take_front(entries, &mut found, slot, to);
                work.examined = work.examined.saturating_add(examined);
                from = slot.saturating_add(1);
            }
            found.sort_by_expiry(entries, DUE);
            due.append(entries, found, DUE);
            return to;
        }
        loop {
            let position = slot_of(now, self.size);
            let Some((slot, tick)) = self
                .drum
                .next_around(0, self.size, position)
                .map(|(slot, distance)| (slot, now.saturating_add(u64::from(distance))))
                .filter(|next| next.1 <= to)
            else {
                return to;
            };
            if !work.spend(1) {
                return now;
            }
            let examined = self.drum.take_front(entries, due, slot, tick);
            work.examined = work.examined.saturating_add(examined);
            work.spend(examined);
            now = tick;
        }
    }

    fn is_unfinished(&self) -> bool {
        false
    }

    /// Looks at the first timer of each busy slot, in the order of their visits, until one is of this lap.
    fn next_expiry<T>(&self, entries: &[Entry<T>], now: u64) -> Option<u64> {
        let here = slot_of(now, self.size);
        let mut position = here;
        let mut best: Option<u64> = None;
        let mut travelled: u32 = 0;
        while let Some((slot, distance)) = self.drum.next_around(0, self.size, position) {
            travelled = travelled.saturating_add(distance);
            if travelled > self.size {
                break;
            }
            let tick = entry(entries, self.drum.list(slot).first())?.expiry;
            best = Some(best.map_or(tick, |best| best.min(tick)));
            if tick <= now.saturating_add(u64::from(travelled)) {
                break;
            }
            position = slot;
        }
        best
    }

    fn check<T>(&self, check: &mut Check<'_, T>) -> Result<(), InvariantError> {
        let now = check.now();
        let mut sorted = Sorted::default();
        self.drum.check(check, |slot, expiry| {
            expiry > now && slot_of(expiry, self.size) == slot && sorted.next(slot, expiry)
        })
    }
}

#[cfg(feature = "chip")]
impl<Sectors: AsRef<[Sector]> + AsMut<[Sector]>> Wheeled for HashedOrdered<Sectors> {
    fn wheel_size(&self, wheel: u32) -> Option<u32> {
        (wheel == 0).then_some(self.size)
    }

    fn visit_tick(&self, now: u64, slot: u32) -> u64 {
        next_turn(now, slot_of(now, self.size), slot, self.size)
    }

    fn next_busy(&self, from: u32) -> Option<u32> {
        self.drum.next_busy(from)
    }
}
