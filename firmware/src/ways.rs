//! Ways to run timers: by the chip, and, to compare, by LiteX's timer alone. The queues in software are the same.

use carillon_driver::queue::{Entry, List, Place, Scheme3, Scheme6, TimerQueue};
use riscv::register::{mcycle, mcycleh};
use static_cell::ConstStaticCell;

use crate::cost::{TIMERS, Way};
use crate::mmio;
use crate::start::{or_finish, status};
use crate::timers::{Handle, TimerFacility, Timers, WheelsOf4};

type Entries = &'static mut [Entry<u32>];

static ENTRIES: Timers<u32, TIMERS> = Timers::new();

/// By the chip, with the driver's facility.
pub struct ByChip<F>(pub F);

/// Scheme 6 on one wheel of the chip.
pub fn one_wheel(prescale: u32) -> ByChip<crate::timers::OneWheel<u32>> {
    ByChip(ENTRIES.on_one_wheel(prescale))
}

/// Scheme 7 on four wheels of the chip.
pub fn four_wheels(prescale: u32) -> ByChip<crate::timers::FourWheels<u32>> {
    ByChip(ENTRIES.on_four_wheels(prescale))
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
pub fn ticks(prescale: u32) -> ByTicks {
    let lists = or_finish(LISTS.try_take(), status::TAKEN).as_mut_slice();
    let queue = or_finish(Scheme6::new(lists, ENTRIES.take()).ok(), status::DRIVER);
    mmio::tick_every(prescale);
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

/// By LiteX's timer, set to the earliest expiry of a queue that counts in clocks.
pub struct ByEarliest<Q> {
    queue: Q,
    /// Clocks a tick: only intervals are in ticks.
    prescale: u32,
    /// What the timer is set to.
    set: Option<u64>,
}

/// By the earliest expiry of a heap.
pub type Heap = ByEarliest<Scheme3<u32, &'static mut [Place], Entries>>;
/// By the earliest expiry of Scheme 7.
pub type Wheels = ByEarliest<WheelsOf4<u32>>;

/// A heap (Scheme 3), with ticks of `prescale` clocks.
pub fn heap(prescale: u32) -> Heap {
    let places = or_finish(PLACES.try_take(), status::TAKEN).as_mut_slice();
    let queue = or_finish(Scheme3::new(places, ENTRIES.take()).ok(), status::DRIVER);
    ByEarliest::new(queue, prescale)
}

/// Scheme 7 on four wheels, likewise.
pub fn hierarchy(prescale: u32) -> Wheels {
    ByEarliest::new(ENTRIES.wheels(), prescale)
}

/// The processor's own count of clocks, read such that it does not tear.
pub fn clocks() -> u64 {
    loop {
        let high = mcycleh::read();
        let low = mcycle::read();
        if mcycleh::read() == high {
            return (high as u64) << 32 | low as u64;
        }
    }
}

impl<Q: TimerQueue<Item = u32>> ByEarliest<Q> {
    /// Nothing to wait for yet.
    const fn new(queue: Q, prescale: u32) -> Self {
        Self {
            queue,
            prescale,
            set: None,
        }
    }

    /// Sets the timer to the earliest expiry, where that has changed.
    fn set(&mut self) {
        let earliest = self.queue.next_expiry();
        if earliest != self.set {
            self.set = earliest;
            if let Some(due) = earliest {
                let left = due.saturating_sub(clocks());
                mmio::tick_once(u32::try_from(left.max(1)).unwrap_or(u32::MAX));
            }
        }
    }
}

impl<Q: TimerQueue<Item = u32>> Way for ByEarliest<Q> {
    fn start(&mut self, interval: u64, timer: u32) -> Option<Handle> {
        let clocks_left = interval.checked_mul(self.prescale.into())?;
        let due = clocks().checked_add(clocks_left)?;
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
        self.queue.advance(clocks()).ok()?;
        while let Some(expired) = self.queue.next_expired() {
            callback(self, expired.item);
        }
        // The timer has run down, whatever it was set to.
        self.set = None;
        self.set();
        Some(())
    }
}
