//! Ways to run timers: by the chip, and, to compare, by LiteX's timer alone. The queues in software are the same.

use carillon_driver::queue::{Entry, List, Place, Scheme3, Scheme6, TimerQueue};
use riscv::register::{mcycle, mcycleh};
use static_cell::ConstStaticCell;

use crate::cost::{TICK_BITS, TIMERS, Way};
use crate::mmio;
use crate::start::{or_finish, status};
use crate::timers::{Handle, TimerFacility, Timers};

type Entries = &'static mut [Entry<u32>];

static ENTRIES: Timers<u32, TIMERS> = Timers::new();

/// Clocks a tick.
pub const PRESCALE: u32 = 1 << TICK_BITS;

/// By the chip, with the driver's facility.
pub struct ByChip<F>(pub F);

/// Scheme 6 on one wheel of the chip.
pub fn one_wheel() -> ByChip<crate::timers::OneWheel<u32>> {
    ByChip(ENTRIES.on_one_wheel(PRESCALE))
}

/// Scheme 7 on four wheels of the chip.
pub fn four_wheels() -> ByChip<crate::timers::FourWheels<u32>> {
    ByChip(ENTRIES.on_four_wheels(PRESCALE))
}

impl<F: TimerFacility<Item = u32>> Way for ByChip<F> {
    fn start(&mut self, interval: u64, timer: u32) -> Option<Handle> {
        self.0.start(interval, timer).ok()
    }

    fn stop(&mut self, handle: Handle) -> Option<u32> {
        self.0.stop(handle).ok()
    }

    fn serve(&mut self, mut callback: impl FnMut(&mut Self, u32)) -> Option<()> {
        self.0.interrupt();
        while let Some(expired) = self.0.next_expired().ok()? {
            callback(self, expired.item);
        }
        Some(())
    }
}

static LISTS: ConstStaticCell<[List; 4096]> = ConstStaticCell::new([List::EMPTY; 4096]);

/// By an interrupt at every tick, which advances Scheme 6 of 4096 slots by one.
pub struct ByTicks(Scheme6<u32, &'static mut [List], Entries>);

/// Starts the ticks.
pub fn ticks() -> ByTicks {
    let lists = or_finish(LISTS.try_take(), status::TAKEN).as_mut_slice();
    let queue = or_finish(Scheme6::new(lists, ENTRIES.take()).ok(), status::DRIVER);
    mmio::tick_every(PRESCALE);
    ByTicks(queue)
}

impl Way for ByTicks {
    fn start(&mut self, interval: u64, timer: u32) -> Option<Handle> {
        self.0.start(interval, timer).ok()
    }

    fn stop(&mut self, handle: Handle) -> Option<u32> {
        self.0.stop(handle).ok()
    }

    fn serve(&mut self, mut callback: impl FnMut(&mut Self, u32)) -> Option<()> {
        mmio::acknowledge_tick();
        let now = self.0.now().checked_add(1)?;
        self.0.advance(now).ok()?;
        while let Some(expired) = self.0.next_expired() {
            callback(self, expired.item);
        }
        Some(())
    }
}

static PLACES: ConstStaticCell<[Place; TIMERS]> = ConstStaticCell::new([Place::VACANT; TIMERS]);

/// By LiteX's timer, set to the earliest expiry of a heap (Scheme 3).
pub struct ByEarliest {
    queue: Scheme3<u32, &'static mut [Place], Entries>,
    /// What the timer is set to.
    set: Option<u64>,
}

/// Nothing to wait for yet.
pub fn earliest() -> ByEarliest {
    let places = or_finish(PLACES.try_take(), status::TAKEN).as_mut_slice();
    let queue = or_finish(Scheme3::new(places, ENTRIES.take()).ok(), status::DRIVER);
    ByEarliest { queue, set: None }
}

/// The processor's own count of clocks, read such that it does not tear.
fn clocks() -> u64 {
    loop {
        let high = mcycleh::read();
        let low = mcycle::read();
        if mcycleh::read() == high {
            return (high as u64) << 32 | low as u64;
        }
    }
}

impl ByEarliest {
    /// Sets the timer to the earliest expiry, where that has changed.
    fn set(&mut self) {
        let earliest = self.queue.next_expiry();
        if earliest != self.set {
            self.set = earliest;
            if let Some(tick) = earliest {
                let left = (tick << TICK_BITS).saturating_sub(clocks());
                mmio::tick_once(u32::try_from(left.max(1)).unwrap_or(u32::MAX));
            }
        }
    }
}

impl Way for ByEarliest {
    fn start(&mut self, interval: u64, timer: u32) -> Option<Handle> {
        let due = (clocks() >> TICK_BITS).checked_add(interval)?;
        let handle = self.queue.start_at(due, timer).ok()?;
        self.set();
        Some(handle)
    }

    fn stop(&mut self, handle: Handle) -> Option<u32> {
        let timer = self.queue.stop(handle).ok()?;
        self.set();
        Some(timer)
    }

    fn serve(&mut self, mut callback: impl FnMut(&mut Self, u32)) -> Option<()> {
        mmio::acknowledge_tick();
        self.queue.advance(clocks() >> TICK_BITS).ok()?;
        while let Some(expired) = self.queue.next_expired() {
            callback(self, expired.item);
        }
        // The timer has run down, whatever it was set to.
        self.set = None;
        self.set();
        Some(())
    }
}
