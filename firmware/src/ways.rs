//! Ways to run timers: by the chip, and, to compare, by LiteX's timer or the processor's own. The queues in software
//! are the same.

use core::num::{NonZeroU32, NonZeroU64};

use carillon_driver::chip::Interrupts;
use carillon_driver::device::AlarmClock;
use carillon_driver::facility::ClockFacility;
use carillon_driver::mmio::TimerMmio;
use carillon_driver::queue::diagnostics::Diagnostics;
use carillon_driver::queue::{self, HashedWheel, TimerQueue};
use carillon_driver::timer_chip::{MAX_INTERVAL, TimerChip, TimerConfiguration};

use crate::cost::{MEASURED, TIMERS, Way};
use crate::mmio;
use crate::start::{or_finish, status};
use crate::timers::{
    Entries, Expired, HEAP, Handle, Memory, ONE, TimerFacility, Timers, WHEEL_BITS, WheelsOf4, records,
};

static MEMORY: Timers<u32, TIMERS, { records(TIMERS) }> = Timers::new();
static ENTRIES: Entries<u32, TIMERS> = Entries::new();

/// By the chip, with the driver's facility.
pub struct ByChip<F>(pub F);

/// Scheme 6 on one wheel of the chip.
pub fn one_wheel(prescale: u32) -> ByChip<crate::timers::OneWheel<u32>> {
    ByChip(MEMORY.on_one_wheel(prescale))
}

/// Scheme 7 on four wheels of the chip.
pub fn four_wheels(prescale: u32) -> ByChip<crate::timers::FourWheels<u32>> {
    ByChip(MEMORY.on_four_wheels(prescale))
}

/// The timer chip, which keeps the queue.
pub fn timer_chip(prescale: u32) -> ByChip<crate::timers::InChip<u32>> {
    ByChip(ENTRIES.on_timer_chip(prescale))
}

impl<F: TimerFacility<Item = u32>> Way for ByChip<F> {
    fn now(&mut self) -> Option<u64> {
        self.0.now().ok()
    }

    fn start(&mut self, interval: u64, timer: u32) -> Option<Handle> {
        self.0.start(interval, timer).ok()
    }

    fn start_at(&mut self, due: u64, timer: u32) -> Option<Handle> {
        self.0.start_at(due, timer).ok()
    }

    fn stop(&mut self, handle: Handle) -> Option<u32> {
        self.0.stop(handle).ok()
    }

    fn serve(&mut self, mut callback: impl FnMut(&mut Self, Expired<u32>)) -> Option<()> {
        self.0.interrupt();
        while let Some(expired) = self.0.next_expired().ok()? {
            callback(self, expired);
        }
        Some(())
    }
}

/// By the timer chip without a facility: the program numbers its timers and keeps nothing of them.
pub struct ByNumber(TimerChip<TimerMmio>);

/// Timers of this way, the last of which is [`MEASURED`].
const NUMBERS: u32 = TIMERS as u32;

/// The timer chip alone.
pub fn by_number(prescale: u32) -> ByNumber {
    let chip = or_finish(mmio::timer_chip(), status::TAKEN);
    let mut chip = or_finish(TimerChip::new(chip).ok(), status::DRIVER);
    let started =
        chip.initialise(&TimerConfiguration { prescale, timers: NUMBERS, wheel_bits: WHEEL_BITS, memory_base: 0 });
    or_finish(started.ok(), status::DRIVER);
    ByNumber(chip)
}

/// The chip's number for a timer.
fn number(timer: u32) -> u32 {
    timer.min(NUMBERS - 1)
}

impl Way for ByNumber {
    fn now(&mut self) -> Option<u64> {
        self.0.now().ok()
    }

    /// A longer interval is taken for the longest that the chip has.
    fn start(&mut self, interval: u64, timer: u32) -> Option<Handle> {
        let interval = u32::try_from(interval).map_or(MAX_INTERVAL, |interval| interval.min(MAX_INTERVAL));
        self.0.start(number(timer), interval).ok()?;
        Some(Handle::new(timer, NonZeroU32::MIN))
    }

    /// A later deadline is taken for the latest that the chip has.
    fn start_at(&mut self, due: u64, timer: u32) -> Option<Handle> {
        let due = due.min(self.0.now().ok()?.saturating_add(MAX_INTERVAL.into()));
        // Ticks are below 2^32 here.
        self.0.start_at(number(timer), u32::try_from(due).ok()?).ok()?;
        Some(Handle::new(timer, NonZeroU32::MIN))
    }

    fn stop(&mut self, handle: Handle) -> Option<u32> {
        self.0.stop(number(handle.index())).ok()?;
        Some(handle.index())
    }

    fn serve(&mut self, mut callback: impl FnMut(&mut Self, Expired<u32>)) -> Option<()> {
        let mut has_expired = false;
        while let Some(event) = self.0.event().ok()? {
            has_expired = true;
            let tick = self.0.event_tick_low().ok()?.into();
            self.0.acknowledge(event).ok()?;
            let item = if event.timer == NUMBERS - 1 { MEASURED } else { event.timer };
            let expired = Expired { handle: Handle::new(item, NonZeroU32::MIN), item, due: tick, reported: tick };
            callback(self, expired);
        }
        if has_expired { Some(()) } else { self.attend() }
    }
}

impl ByNumber {
    /// An interrupt without an expiry: the chip has refused something, or half its range of time has passed.
    #[cold]
    #[inline(never)]
    fn attend(&mut self) -> Option<()> {
        if !self.0.take_errors().ok()?.is_empty() {
            return None;
        }
        self.0.clear_interrupts(Interrupts::HALF_PERIOD).ok()
    }
}

/// By an interrupt at every tick, which advances Scheme 6 of 4096 slots by one.
pub struct ByTicks(queue::Timers<HashedWheel, u32, Memory<u32>>);

/// Starts the ticks.
pub fn ticks(prescale: u32) -> ByTicks {
    let queue = queue::Timers::with(ONE, MEMORY.take()).ok();
    let queue = or_finish(queue, status::DRIVER);
    mmio::tick_every(prescale);
    ByTicks(queue)
}

impl Way for ByTicks {
    fn now(&mut self) -> Option<u64> {
        Some(self.0.now())
    }

    fn start(&mut self, interval: u64, timer: u32) -> Option<Handle> {
        self.0.start(interval, timer).ok()
    }

    fn start_at(&mut self, due: u64, timer: u32) -> Option<Handle> {
        self.0.start_at(due, timer).ok()
    }

    fn stop(&mut self, handle: Handle) -> Option<u32> {
        self.0.stop(handle)
    }

    fn serve(&mut self, mut callback: impl FnMut(&mut Self, Expired<u32>)) -> Option<()> {
        mmio::acknowledge_tick();
        let now = self.0.now().checked_add(1)?;
        self.0.advance(now);
        while let Some(expired) = self.0.next_expired() {
            callback(self, expired);
        }
        Some(())
    }
}

/// By a clock that counts clocks, set to the earliest expiry of a queue in software.
pub struct ByClock<C, Q> {
    timers: ClockFacility<C, Q>,
    /// Clocks a tick: only intervals and deadlines are in ticks.
    prescale: NonZeroU64,
    /// The clock of tick 0.
    origin: u64,
}

/// By the earliest expiry of a heap.
pub type ByHeap<C> = ByClock<C, queue::Timers<queue::Heap, u32, Memory<u32>>>;
/// By the earliest expiry of Scheme 7.
pub type ByWheels<C> = ByClock<C, WheelsOf4<u32>>;

/// A heap (Scheme 3) on `clock`, with ticks of `prescale` clocks.
pub fn heap<C: AlarmClock>(clock: C, prescale: u32) -> ByHeap<C> {
    let queue = queue::Timers::with(HEAP, MEMORY.take()).ok();
    ByClock::new(clock, or_finish(queue, status::DRIVER), prescale)
}

/// Scheme 7 on four wheels, likewise.
pub fn hierarchy<C: AlarmClock>(clock: C, prescale: u32) -> ByWheels<C> {
    ByClock::new(clock, MEMORY.wheels(), prescale)
}

impl<C: AlarmClock, Q: TimerQueue<Item = u32> + Diagnostics> ByClock<C, Q> {
    fn new(clock: C, queue: Q, prescale: u32) -> Self {
        let timers = or_finish(ClockFacility::new(clock, queue).ok(), status::DRIVER);
        Self {
            prescale: NonZeroU64::new(prescale.into()).unwrap_or(NonZeroU64::MIN),
            origin: timers.last_known_now(),
            timers,
        }
    }
}

impl<C: AlarmClock, Q: TimerQueue<Item = u32> + Diagnostics> Way for ByClock<C, Q> {
    fn now(&mut self) -> Option<u64> {
        let clock = self.timers.now().ok()?;
        Some(self.tick(clock))
    }

    fn start(&mut self, interval: u64, timer: u32) -> Option<Handle> {
        let clocks = interval.checked_mul(self.prescale.get())?;
        self.timers.start(clocks, timer).ok()
    }

    fn start_at(&mut self, due: u64, timer: u32) -> Option<Handle> {
        let clocks = due.checked_mul(self.prescale.get())?;
        let clock = self.origin.checked_add(clocks)?;
        self.timers.start_at(clock, timer).ok()
    }

    fn tick(&self, clock: u64) -> u64 {
        clock.wrapping_sub(self.origin) / self.prescale
    }

    fn stop(&mut self, handle: Handle) -> Option<u32> {
        self.timers.stop(handle).ok()
    }

    fn serve(&mut self, mut callback: impl FnMut(&mut Self, Expired<u32>)) -> Option<()> {
        self.timers.interrupt();
        while let Some(expired) = self.timers.next_expired().ok()? {
            callback(self, expired);
        }
        Some(())
    }
}
