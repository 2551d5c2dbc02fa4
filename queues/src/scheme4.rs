//! Scheme 4: the basic timing wheel for intervals up to MaxInterval (section V of the paper).
//!
//! One slot for each tick to come. A timer of interval `j` goes to the slot `j` steps ahead of the current one; all timers of a
//! slot are due together when the wheel comes there, and are handed over as a whole. Starting, stopping and a tick take constant
//! time; empty slots are skipped by their busy bits, so a jump of any length costs only the slots that are busy.
//!
//! Memory: 8.6 bytes for each tick of MaxInterval. The wheel turns one slot a tick, not half a turn at once like those of
//! simulators, so every interval up to MaxInterval always fits.

use super::check::Check;
#[cfg(feature = "chip")]
use super::chip::{Wheeled, next_turn};
use super::drum::Drum;
use super::list::{DUE, List, entry};
use super::scheme6::slot_of;
use super::sector::Sector;
use super::slab::{Entry, Handle};
use super::structure::{Placed, Structure, Work};
use super::timers::Timers;
use super::{InvariantError, Order, Promises, QueueError};

/// Scheme 4 as a queue.
///
/// ```
/// use carillon_queues::{Entry, Scheme4, Sector, TimerQueue};
///
/// // MaxInterval is 128.
/// let mut timers = Scheme4::new([Sector::EMPTY; 2], [const { Entry::VACANT }; 8])?;
/// timers.start(128, "tea")?;
/// assert!(timers.start(129, "cake").is_err());
/// assert_eq!(timers.next_expiry(), Some(128));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub type Scheme4<T, Sectors, Entries> = Timers<T, BasicWheel<Sectors>, Entries>;

impl<T, Sectors, Entries> Scheme4<T, Sectors, Entries>
where
    Sectors: AsRef<[Sector]> + AsMut<[Sector]>,
    Entries: AsRef<[Entry<T>]> + AsMut<[Entry<T>]>,
{
    /// A queue at tick 0 without timers; MaxInterval is 64 ticks for each sector.
    ///
    /// # Errors
    /// [`QueueError::SectorsOutOfRange`], [`QueueError::EntriesOutOfRange`].
    pub fn new(sectors: Sectors, entries: Entries) -> Result<Self, QueueError> {
        Self::with(BasicWheel::new(sectors), entries)
    }

    /// The timer that is handed out next. Stopped while time stands still, the timers make a priority queue of numbers up to
    /// MaxInterval after now, in any order (section IX of the paper, without its monotonicity). Constant time.
    pub fn first(&self) -> Option<Handle> {
        if !self.waiting.due.is_empty() {
            return self.slab.handle_of(self.waiting.due.first());
        }
        let structure = &self.waiting.structure;
        let (slot, _) = structure.next()?;
        self.slab.handle_of(structure.drum.list(slot).first())
    }
}

/// The basic wheel.
#[derive(Debug, Clone, Copy, Default)]
pub struct BasicWheel<Sectors> {
    drum: Drum<Sectors>,
    /// MaxInterval.
    size: u32,
    /// A tick up to now; the slots from there to now are empty.
    turned: u64,
    /// That tick mod MaxInterval.
    position: u32,
    /// No timer is due before this tick.
    pub(super) quiet_until: u64,
}

impl<Sectors: AsRef<[Sector]> + AsMut<[Sector]>> BasicWheel<Sectors> {
    /// A wheel with 64 slots for each sector.
    pub const fn new(sectors: Sectors) -> Self {
        Self {
            drum: Drum::new(sectors),
            size: 0,
            turned: 0,
            position: 0,
            quiet_until: u64::MAX,
        }
    }

    /// The slot so many steps ahead, 1 to the wheel's size.
    #[inline]
    const fn ahead(&self, steps: u32) -> u32 {
        let slot = self.position.wrapping_add(steps);
        if slot >= self.size {
            slot.wrapping_sub(self.size)
        } else {
            slot
        }
    }

    /// The next busy slot and its tick.
    #[inline]
    pub(super) fn next(&self) -> Option<(u32, u64)> {
        let (slot, distance) = self.drum.next_around(0, self.size, self.position)?;
        Some((slot, self.turned.saturating_add(u64::from(distance))))
    }

    /// Hands over the slot.
    #[inline]
    pub(super) fn hand_over<T>(&mut self, entries: &mut [Entry<T>], due: &mut List, slot: u32) {
        due.append(entries, self.drum.take(slot), DUE);
    }

    /// Turns to tick `to`.
    #[inline]
    pub(super) fn turn(&mut self, to: u64) {
        let steps = to.saturating_sub(self.turned);
        self.turned = to;
        self.position = match u32::try_from(steps) {
            Ok(steps) if steps <= self.size => self.ahead(steps),
            _ => slot_of(to, self.size),
        };
    }

    /// As [`Structure::check`]; timers of the slot `pending` are due now, and not yet handed over.
    pub(super) fn check_with<T>(
        &self,
        check: &mut Check<'_, T>,
        pending: Option<u32>,
    ) -> Result<(), InvariantError> {
        let now = check.now();
        if self.turned > now || self.position != slot_of(self.turned, self.size) {
            return Err(InvariantError::SummaryWrong);
        }
        self.drum.check(check, |slot, expiry| {
            let interval = expiry.saturating_sub(now);
            if pending == Some(slot) {
                return expiry == now;
            }
            interval > 0 && interval <= u64::from(self.size) && slot_of(expiry, self.size) == slot
        })
    }

    /// As [`Structure::remove`], with one more list besides.
    #[cfg(feature = "paper")]
    pub(super) fn remove_or<T>(
        &mut self,
        entries: &mut [Entry<T>],
        due: &mut List,
        index: u32,
        other: &mut List,
    ) -> Option<u32> {
        self.drum.remove_or(entries, due, index, other)
    }
}

impl<Sectors: AsRef<[Sector]> + AsMut<[Sector]>> Structure for BasicWheel<Sectors> {
    fn promises(&self) -> Promises {
        Promises {
            order: Order::TickThenStart,
            exact_next: true,
            bounded: true,
            exact_ticks: true,
        }
    }

    fn prepare(&mut self, _capacity: u32) -> Result<(), QueueError> {
        self.size = self.drum.prepare()?;
        (self.turned, self.position, self.quiet_until) = (0, 0, u64::MAX);
        Ok(())
    }

    fn longest_interval(&self) -> u64 {
        u64::from(self.size)
    }

    /// Constant time.
    #[inline]
    fn insert<T>(&mut self, entries: &mut [Entry<T>], index: u32, now: u64) -> Placed {
        let expiry = entry(entries, index).map_or(0, |entry| entry.expiry);
        if self.turned != now {
            self.turn(now);
        }
        let steps = u32::try_from(expiry.saturating_sub(now)).unwrap_or(self.size);
        self.quiet_until = self.quiet_until.min(expiry);
        self.drum.push_back(entries, self.ahead(steps), index)
    }

    /// Constant time.
    #[inline]
    fn remove<T>(&mut self, entries: &mut [Entry<T>], due: &mut List, index: u32) -> Option<u32> {
        self.drum.remove(entries, due, index)
    }

    /// Constant time for each busy slot.
    fn advance<T>(
        &mut self,
        entries: &mut [Entry<T>],
        due: &mut List,
        mut now: u64,
        to: u64,
        work: &mut Work,
    ) -> u64 {
        loop {
            let next = self.next();
            self.quiet_until = next.map_or(u64::MAX, |next| next.1);
            let Some((slot, tick)) = next.filter(|next| next.1 <= to) else {
                self.turn(to);
                return to;
            };
            if !work.spend(1) {
                return now;
            }
            self.hand_over(entries, due, slot);
            self.turn(tick);
            now = tick;
        }
    }

    #[inline]
    fn quiet_until(&self) -> u64 {
        self.quiet_until
    }

    fn is_unfinished(&self) -> bool {
        false
    }

    /// Constant time: at most two words for each level of busy bits.
    fn next_expiry<T>(&self, _entries: &[Entry<T>], _now: u64) -> Option<u64> {
        self.next().map(|next| next.1)
    }

    fn check<T>(&self, check: &mut Check<'_, T>) -> Result<(), InvariantError> {
        self.check_with(check, None)
    }
}

#[cfg(feature = "chip")]
impl<Sectors: AsRef<[Sector]> + AsMut<[Sector]>> Wheeled for BasicWheel<Sectors> {
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
