//! The timer facility: Scheme 6 in the host's memory, on wheel 0 of the chip (Appendix A of the paper).
//!
//! START_TIMER reads now, hashes the timer into its slot's list, and arms the slot if that list was empty: one read and
//! at most one write. STOP_TIMER unlinks the timer, and disarms the slot if the list is empty now: at most one write.
//! The chip interrupts only when it reaches a slot whose list is not empty; the interrupt handler (`service.rs`) then
//! searches that list. `time.rs` describes how time is kept.
//!
//! Invariant between two calls: if a slot's list is not empty, the chip's busy bit of the slot is set. A slot whose
//! list becomes non-empty is armed, or the timer is removed again; and a bit is cleared only while the list is empty,
//! with no other call between the check and the write. A timer that was armed after its visit also has a late event or
//! `late_overflow`. The converse may fail temporarily: a bit left set by a failed or skipped disarm costs one empty
//! event, which clears it. If the chip clears bits automatically ([`Settings::mode`]), an event of the slot in the FIFO
//! takes the place of the bit: serving it arms the slot again if its list is not empty.

mod alarm;
mod audit;
mod error;
mod host;
mod interface;
mod service;
mod settings;
mod statistics;
mod time;
mod timer_chip;
mod wheels;

use crate::bus::RegisterBus;
use crate::chip::{ChipError, Configuration, HostErrors, Interrupts, Wake, Wheel};
use crate::queue::chip::Storage;
use crate::queue::{
    Diagnostics, Handle, HashedUnordered, InvariantError, StartError, TimerQueue, Timers,
};

pub use alarm::{AlarmFacility, Pace};
pub use audit::Audit;
pub use error::FacilityError;
pub use interface::TimerFacility;
pub use settings::Settings;
pub use statistics::Statistics;
pub use timer_chip::{TimerChipFacility, TimerEntry, TimerSettings};
pub use wheels::WheelFacility;

use host::{Host, expect_room};
use service::Unfinished;
use statistics::{count, count_if};

/// The longest interval that a [`Facility`] takes: 2^48 ticks (more than three days at 1 GHz, more than eight years at
/// 1 MHz). Other facilities take what their queue takes: [`TimerQueue::longest_interval`].
pub const MAX_INTERVAL: u64 = 1 << 48;

/// The wheel that the facility uses.
const WHEEL: u32 = 0;

/// The interrupts that the facility enables.
const INTERRUPTS: Interrupts = Interrupts::EVENT
    .union(Interrupts::ERROR)
    .union(Interrupts::LATE_OVERFLOW)
    .union(Interrupts::HALF_PERIOD);

/// When a timer is due.
enum Due {
    /// So many ticks after now.
    After(u64),
    /// At this tick.
    At(u64),
}

/// Checks that the interval is not too long.
#[inline(always)]
fn expect_in_range(interval: u64) -> Result<(), StartError> {
    // The high half alone tells it of nearly all.
    if interval >> 48 != 0 && interval > MAX_INTERVAL {
        return Err(StartError::BeyondTheWheel {
            interval,
            longest: MAX_INTERVAL,
        });
    }
    Ok(())
}

/// The lap before the first lap of a newly started chip: a slot armed for it is late and raises an event at once.
const LAP_BEFORE_THE_FIRST: u32 = u32::MAX;

/// Timers that expire by the chip's interrupt. Start, stop and service need exclusive access: if the interrupt handler
/// and the program share the facility, keep it in a critical section's cell. A stop then cannot race with an expiry.
/// `B` is the bus to the chip, `T` the data attached to a timer, `M` the queue's memory.
///
/// A clone, where the bus has any, has its own queue and the same chip: use one of the two. It is for simulators, which
/// keep it with a copy of the chip to go back to.
#[derive(Debug, Clone)]
pub struct Facility<B, T, M> {
    host: Host<B>,
    queue: Timers<T, HashedUnordered, M>,
    settings: Settings,
    /// `clock.epoch()` mod M.
    rotation: u32,
    unfinished: Unfinished,
    /// The host has stopped the chip's time.
    paused: bool,
}

impl<B: RegisterBus, T, M: Storage<T>> Facility<B, T, M> {
    /// Checks the chip on `bus` and starts it with one wheel of as many slots as `queue` has, and ticks of `prescale`
    /// clocks. The queue is at tick 0 and has no timers. This moment is tick 0.
    ///
    /// # Errors
    /// [`FacilityError::QueueInUse`] if the queue is not new, [`FacilityError::Chip`] as from
    /// [`Chip::new`](crate::chip::Chip::new) and [`Chip::initialise`](crate::chip::Chip::initialise). Pass `&mut bus`
    /// to keep the bus in that case.
    pub fn new(
        bus: B,
        prescale: u32,
        queue: Timers<T, HashedUnordered, M>,
    ) -> Result<Self, FacilityError<B::Error>> {
        Self::with_settings(bus, Settings::of(prescale), queue)
    }

    /// The same with the chip's options: how the cursor treats the wheel's slots, and when events interrupt.
    ///
    /// # Errors
    /// As [`new`](Self::new); [`ChipError::MissingFeature`](crate::chip::ChipError::MissingFeature) if the build lacks
    /// an option.
    #[cold]
    #[inline(never)]
    pub fn with_settings(
        bus: B,
        settings: Settings,
        queue: Timers<T, HashedUnordered, M>,
    ) -> Result<Self, FacilityError<B::Error>> {
        if queue.now() > 0 || queue.outstanding() > 0 {
            return Err(FacilityError::QueueInUse);
        }
        let mut facility = Self {
            host: Host::new(bus)?,
            queue,
            settings,
            rotation: 0,
            unfinished: Unfinished::default(),
            paused: false,
        };
        facility.initialise_chip()?;
        Ok(facility)
    }

    /// START_TIMER: starts a timer that is due `interval` ticks after now, at most [`MAX_INTERVAL`]. An interval of 0
    /// is due at once: the chip interrupts for it as for any other. One read, and one write if no other timer waits in
    /// its slot. Constant time.
    ///
    /// If another timer waits in the slot, no write is needed, and this timer is not missed. The slot's bit was set
    /// before now was read and stays set while the list is not empty. The cursor is never ahead of now, and the expiry
    /// is after now: when now was read, the visit at the expiry was still ahead. Whenever the cursor makes that visit,
    /// during this call or after, it finds the bit set and pushes an event of that tick. That event is served after
    /// this call, when the timer is on the list. Earlier events of the slot find the list not empty and leave the bit
    /// set, or set it again if the chip clears bits automatically; a late event then replaces a visit that passes in
    /// between.
    ///
    /// # Errors
    /// [`FacilityError::Start`] (interval too long, slab full, end of time), [`FacilityError::ChipWasReset`],
    /// [`FacilityError::Chip`]. No timer has been started then, and the item is dropped.
    pub fn start(&mut self, interval: u64, item: T) -> Result<Handle, FacilityError<B::Error>> {
        expect_in_range(interval)?;
        expect_room(self.queue.outstanding(), self.queue.capacity())?;
        match self.host.plain_now()? {
            Some(now) => self.start_after(interval, now, item),
            None => self.start_by_whole_now(Due::After(interval), item),
        }
    }

    /// START_TIMER with an absolute tick instead of an interval: for deadlines that must not drift, such as those of a
    /// periodic timer. A tick at or before now is due at once. Otherwise as [`start`](Self::start).
    ///
    /// # Errors
    /// As [`start`](Self::start); `BeyondTheWheel` if the tick is more than [`MAX_INTERVAL`] ahead.
    pub fn start_at(&mut self, expiry: u64, item: T) -> Result<Handle, FacilityError<B::Error>> {
        expect_room(self.queue.outstanding(), self.queue.capacity())?;
        match self.host.plain_now()? {
            Some(now) => self.start_due_at(expiry, now, item),
            None => self.start_by_whole_now(Due::At(expiry), item),
        }
    }

    /// The same after a reading of now that is suspicious.
    #[cold]
    #[inline(never)]
    fn start_by_whole_now(&mut self, due: Due, item: T) -> Result<Handle, FacilityError<B::Error>> {
        self.host.read_whole_now()?;
        let now = self.host.last_known_now();
        match due {
            Due::After(interval) => self.start_after(interval, now, item),
            Due::At(expiry) => self.start_due_at(expiry, now, item),
        }
    }

    #[inline(always)]
    fn start_after(
        &mut self,
        interval: u64,
        now: u64,
        item: T,
    ) -> Result<Handle, FacilityError<B::Error>> {
        let expiry = now.wrapping_add(interval);
        // The interval is short: where the sum comes round, its high half is the smaller one.
        if expiry >> 32 < now >> 32 {
            return Err(StartError::BeyondTheEndOfTime.into());
        }
        self.start_known(expiry, interval == 0, item)
    }

    #[inline(always)]
    fn start_due_at(
        &mut self,
        expiry: u64,
        now: u64,
        item: T,
    ) -> Result<Handle, FacilityError<B::Error>> {
        expect_in_range(expiry.saturating_sub(now))?;
        self.start_known(expiry, expiry <= now, item)
    }

    /// Starts a timer just after a read of now, in ticks of the host; `is_due` says whether `expiry` has come.
    #[inline(always)]
    fn start_known(
        &mut self,
        expiry: u64,
        is_due: bool,
        item: T,
    ) -> Result<Handle, FacilityError<B::Error>> {
        let (handle, filled) = self.queue.insert(expiry, item)?;
        if is_due {
            return self.arm_passed(handle, expiry);
        }
        let Some(filled) = filled else {
            return Ok(handle);
        };
        let (slot, now) = (self.chip_slot(filled), self.host.clock.now());
        match self.host.chip.arm_next(WHEEL, slot, now, 0) {
            Ok(()) => Ok(handle),
            Err(error) => self.take_back(handle, error),
        }
    }

    /// Has a timer reported that is due at once. It has missed its visit, whether the bit is set or not: an arm raises
    /// a late event.
    #[cold]
    #[inline(never)]
    fn arm_passed(
        &mut self,
        handle: Handle,
        expiry: u64,
    ) -> Result<Handle, FacilityError<B::Error>> {
        let slot = self.chip_slot(self.queue.slot_of(expiry));
        // The whole last lap has passed.
        let (now, since) = (self.host.clock.now(), self.queue.slot_count());
        match self.host.chip.arm_next(WHEEL, slot, now, since.into()) {
            Ok(()) => Ok(handle),
            Err(error) => self.take_back(handle, error),
        }
    }

    /// Ends a timer whose slot could not be armed. If the chip has armed it nevertheless, an empty event clears the
    /// bit.
    #[cold]
    #[inline(never)]
    fn take_back(
        &mut self,
        handle: Handle,
        error: ChipError<B::Error>,
    ) -> Result<Handle, FacilityError<B::Error>> {
        drop(self.queue.stop_in_slot(handle));
        Err(error.into())
    }

    /// STOP_TIMER: removes the timer, which then never fires, and returns the data attached to it. One write if it was
    /// the last of its slot, none otherwise. Constant time.
    ///
    /// A bus error does not prevent the stop: the busy bit that may stay set costs one empty event (counted in
    /// [`Statistics::disarm_failures`]).
    ///
    /// # Errors
    /// [`FacilityError::Stop`]: the timer was stopped or reported before, or the handle is not from this queue.
    pub fn stop(&mut self, handle: Handle) -> Result<T, FacilityError<B::Error>> {
        let (item, emptied) = self.queue.stop_in_slot(handle)?;
        count(&mut self.host.counters.stopped);
        if let Some(slot) = emptied {
            let failed = self.host.chip.disarm(WHEEL, self.chip_slot(slot)).is_err();
            count_if(failed, &mut self.host.counters.disarm_failures);
        }
        Ok(item)
    }

    /// Starts the chip again after a reset, with the outstanding timers. Time continues from the last known now: the
    /// time that the chip was stopped is unknown, and every timer keeps its remaining interval. Overdue timers raise an
    /// event at once. Takes time in proportion to slots and timers.
    ///
    /// # Errors
    /// [`FacilityError::Chip`]; nothing is lost, call it again.
    #[cold]
    #[inline(never)]
    pub fn recover(&mut self) -> Result<(), FacilityError<B::Error>> {
        self.initialise_chip()?;
        self.host.restart_time();
        self.rotation = self.queue.slot_of(self.host.clock.epoch());
        self.unfinished.restart();
        let size = self.queue.slot_count();
        for slot in 0..size {
            let queue_slot = self.queue_slot(slot);
            if self.queue.slot_is_empty(queue_slot) {
                continue;
            }
            let lap = if self.queue.slot_has_due(queue_slot, self.host.clock.epoch()) {
                LAP_BEFORE_THE_FIRST
            } else {
                // Tick 0 counts as visited: the first visit of slot 0 is when the wheel wraps.
                u32::from(slot == 0)
            };
            self.host.chip.arm(WHEEL, slot, lap)?;
        }
        Ok(())
    }

    /// The tick at which the timer is due, in ticks since the facility was made; `None` if it was stopped or reported
    /// before.
    pub fn expiry(&self, handle: Handle) -> Option<u64> {
        self.queue.expiry(handle)
    }

    /// Timers started and neither stopped nor reported.
    pub fn outstanding(&self) -> u32 {
        self.queue.outstanding()
    }

    /// Now, in ticks since the facility was made. One read; four more if the value is suspicious.
    ///
    /// # Errors
    /// [`FacilityError::ChipWasReset`], [`FacilityError::Chip`].
    pub fn now(&mut self) -> Result<u64, FacilityError<B::Error>> {
        self.host.now()
    }

    /// The last known now, without a transfer: the latest tick read of now, of an event, or of the cursor.
    pub const fn last_known_now(&self) -> u64 {
        self.host.last_known_now()
    }

    /// Reads now and the cursor in full: for a host that had the chip's interrupt masked for 2^32 ticks or longer.
    /// Eight reads.
    ///
    /// # Errors
    /// [`FacilityError::ChipWasReset`], [`FacilityError::Chip`].
    #[cold]
    #[inline(never)]
    pub fn resynchronise(&mut self) -> Result<(), FacilityError<B::Error>> {
        self.host.resynchronise()
    }

    /// How long a tickless host may sleep, in ticks since the facility was made: [`Wake::Now`] while a timer waits to
    /// be reported or the chip interrupts; otherwise until the tick of the next slot with a timer, which may belong to
    /// a later lap. Needs a build with look-ahead. Reads as [`Chip::wake`](crate::chip::Chip::wake); none if a timer
    /// waits.
    ///
    /// # Errors
    /// [`FacilityError::Chip`].
    pub fn wake(&mut self) -> Result<Wake, FacilityError<B::Error>> {
        if self.unfinished.is_pending() {
            return Ok(Wake::Now);
        }
        self.host.wake()
    }

    /// The counters.
    pub fn statistics(&self) -> Statistics {
        Statistics {
            examined: self.queue.examined(),
            ..self.host.statistics(self.queue.outstanding())
        }
    }

    /// The host errors that the chip has reported since the last call; always none unless another host uses the chip,
    /// or a serial bus repeats acknowledgements.
    pub const fn take_chip_errors(&mut self) -> HostErrors {
        core::mem::replace(&mut self.host.errors, HostErrors::NONE)
    }

    /// Checks the queue's structure. See [`Diagnostics::check_invariants`].
    ///
    /// # Errors
    /// As there.
    pub fn check_invariants(&self) -> Result<(), InvariantError> {
        self.queue.check_invariants()
    }

    /// The queue, read only.
    pub const fn queue(&self) -> &Timers<T, HashedUnordered, M> {
        &self.queue
    }

    /// The bus to the chip, read only.
    pub const fn bus(&self) -> &B {
        self.host.chip.bus().bus()
    }

    /// The bus to the chip; transfers made directly on it are not counted.
    pub const fn bus_mut(&mut self) -> &mut B {
        self.host.chip.bus_mut().bus_mut()
    }

    /// Drops the timers and gives the bus back. Does not change the chip.
    pub fn release(self) -> B {
        self.host.chip.release().into_inner()
    }

    #[cold]
    #[inline(never)]
    fn initialise_chip(&mut self) -> Result<(), FacilityError<B::Error>> {
        let configuration = Configuration {
            prescale: self.settings.prescale,
            wheels: &[Wheel {
                slots: self.queue.slot_count(),
                mode: self.settings.mode,
            }],
            coalescing: self.settings.coalescing,
            interrupts: INTERRUPTS,
        };
        self.host.chip.initialise(&configuration)?;
        self.paused = false;
        Ok(())
    }

    /// The chip's number for a slot of the queue.
    #[inline]
    fn chip_slot(&self, queue_slot: u32) -> u32 {
        // Both are below M, which is 2^30 at most: nothing comes round but where it is to.
        match queue_slot.checked_sub(self.rotation) {
            Some(slot) => slot,
            None => queue_slot
                .wrapping_add(self.queue.slot_count())
                .wrapping_sub(self.rotation),
        }
    }

    /// The queue's number for a slot of the chip.
    #[inline]
    fn queue_slot(&self, chip_slot: u32) -> u32 {
        let slot = chip_slot.wrapping_add(self.rotation);
        slot.checked_sub(self.queue.slot_count()).unwrap_or(slot)
    }
}
