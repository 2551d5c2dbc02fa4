//! The driver's facilities over queues in static memory: the one place that knows the queues.

use core::num::NonZeroU32;

use carillon_driver::bus::RegisterBus;
use carillon_driver::device::{AlarmClock, MachineTimer, Prescaled};
use carillon_driver::facility::{
    ClockFacility, CounterChipFacility, Settings, TimerChipFacility, TimerEntry, TimerSettings,
};
use carillon_driver::mmio::{Mmio, TimerMmio};
use carillon_driver::queue::memory::Record;
use carillon_driver::queue::{self, HashedWheel, Heap, HierarchicalWheel};
use static_cell::ConstStaticCell;

use crate::mmio;
use crate::start::{or_finish, status};

pub use carillon_driver::facility::TimerFacility;
pub use carillon_driver::queue::{Expired, Handle};

/// One wheel of all slots of the build `full`.
pub(crate) const ONE: HashedWheel = HashedWheel::new(4096);

/// One wheel whose queue fits into the memory of the smallest board.
pub const SMALL: HashedWheel = HashedWheel::new(1024);

/// A heap, on a clock.
pub const HEAP: Heap = Heap::new();

/// As many slots of the timer chip as [`ONE`] has, as a power of two.
pub(crate) const WHEEL_BITS: u32 = 12;

/// Four wheels of 1024 slots: as many slots.
pub(crate) const FOUR: HierarchicalWheel<10, 4> = HierarchicalWheel::first();

/// Memory of a queue.
pub type Memory<T> = (&'static mut [Record], &'static mut [u32], &'static mut [Option<T>]);

/// Scheme 6 on one wheel of a chip, which the bus B reaches.
pub type OneWheelOver<B, T> = CounterChipFacility<B, queue::Timers<HashedWheel, T, Memory<T>>>;

/// The same on the processor's bus, with 4096 slots.
pub type OneWheel<T> = OneWheelOver<Mmio, T>;

/// Scheme 7 on four wheels of 1024 slots: intervals of up to 2^40 ticks.
pub type WheelsOf4<T> = queue::Timers<HierarchicalWheel<10, 4>, T, Memory<T>>;

/// The same on the chip.
pub type FourWheels<T> = CounterChipFacility<Mmio, WheelsOf4<T>>;

/// The timer chip, which keeps the queue.
pub type InChip<T> = TimerChipFacility<TimerMmio, T, &'static mut [TimerEntry<T>]>;

/// A heap in software, which the clock C rings for.
pub type HeapOn<C, T> = ClockFacility<C, queue::Timers<Heap, T, Memory<T>>>;

/// The processor's own timer.
pub type Mtime = Prescaled<MachineTimer>;

/// The processor's own timer, in clocks. Once in a program: the timer is there once.
pub fn machine_timer() -> MachineTimer {
    or_finish(mmio::machine_timer(), status::TAKEN)
}

/// The same in ticks of `prescale` clocks.
pub fn mtime(prescale: u32) -> Mtime {
    let mtime = NonZeroU32::new(prescale).and_then(|prescale| Prescaled::new(machine_timer(), prescale));
    or_finish(mtime, status::DRIVER)
}

/// Memory for N timers of the timer chip.
pub struct Entries<T, const N: usize>(ConstStaticCell<[TimerEntry<T>; N]>);

impl<T, const N: usize> Entries<T, N> {
    /// Memory without timers.
    #[allow(clippy::new_without_default, reason = "it is for statics only")]
    pub const fn new() -> Self {
        Self(ConstStaticCell::new([const { TimerEntry::VACANT }; N]))
    }

    /// Starts the timer chip with 4096 slots and ticks of `prescale` clocks. Once in a program: the
    /// chip is there once.
    pub fn on_timer_chip(&'static self, prescale: u32) -> InChip<T> {
        let chip = or_finish(mmio::timer_chip(), status::TAKEN);
        let entries = or_finish(self.0.try_take(), status::TAKEN).as_mut_slice();
        let settings = TimerSettings { prescale, wheel_bits: WHEEL_BITS, memory_base: 0 };
        let facility = TimerChipFacility::new(chip, settings, entries);
        or_finish(facility.ok(), status::DRIVER)
    }
}

/// Records for `timers` timers in any of these queues, or in a heap.
pub const fn records(timers: usize) -> usize {
    let (wheel, heap) = (ONE.records(timers), HEAP.records(timers));
    if wheel > heap { wheel } else { heap }
}

/// Memory for N timers, with R records.
pub struct Timers<T, const N: usize, const R: usize> {
    records: ConstStaticCell<[Record; R]>,
    generations: ConstStaticCell<[u32; N]>,
    items: ConstStaticCell<[Option<T>; N]>,
}

impl<T, const N: usize, const R: usize> Timers<T, N, R> {
    /// Memory without timers.
    #[allow(clippy::new_without_default, reason = "it is for statics only")]
    pub const fn new() -> Self {
        Self {
            records: ConstStaticCell::new([Record::VACANT; R]),
            generations: ConstStaticCell::new([0; N]),
            items: ConstStaticCell::new([const { None }; N]),
        }
    }

    pub(crate) fn take(&'static self) -> Memory<T> {
        (
            or_finish(self.records.try_take(), status::TAKEN).as_mut_slice(),
            or_finish(self.generations.try_take(), status::TAKEN).as_mut_slice(),
            or_finish(self.items.try_take(), status::TAKEN).as_mut_slice(),
        )
    }

    /// Starts the chip with one wheel and ticks of `prescale` clocks. Once in a program: the chip is there once.
    pub fn on_one_wheel(&'static self, prescale: u32) -> OneWheel<T> {
        let chip = or_finish(mmio::chip(), status::TAKEN);
        self.on_one_wheel_over(chip, ONE, prescale)
    }

    /// The same with the wheel [`SMALL`].
    pub fn on_small_wheel(&'static self, prescale: u32) -> OneWheel<T> {
        let chip = or_finish(mmio::chip(), status::TAKEN);
        self.on_one_wheel_over(chip, SMALL, prescale)
    }

    /// The same with this wheel on the chip that `bus` reaches. Once in a program: so is the memory.
    pub fn on_one_wheel_over<B: RegisterBus>(
        &'static self,
        bus: B,
        wheel: HashedWheel,
        prescale: u32,
    ) -> OneWheelOver<B, T> {
        let queue = or_finish(queue::Timers::with(wheel, self.take()).ok(), status::DRIVER);
        or_finish(CounterChipFacility::new(bus, prescale, queue).ok(), status::DRIVER)
    }

    /// A heap on a clock. Once in a program: so is the memory.
    pub fn on_heap<C: AlarmClock>(&'static self, clock: C) -> HeapOn<C, T> {
        let queue = or_finish(queue::Timers::with(HEAP, self.take()).ok(), status::DRIVER);
        or_finish(ClockFacility::new(clock, queue).ok(), status::DRIVER)
    }

    /// Four wheels without the chip. Once in a program.
    pub(crate) fn wheels(&'static self) -> WheelsOf4<T> {
        let queue = queue::Timers::with(FOUR, self.take());
        or_finish(queue.ok(), status::DRIVER)
    }

    /// Starts the chip with four wheels and ticks of `prescale` clocks. Once in a program: the chip is there once.
    pub fn on_four_wheels(&'static self, prescale: u32) -> FourWheels<T> {
        let queue = self.wheels();
        let chip = or_finish(mmio::chip(), status::TAKEN);
        let settings = Settings::of(prescale).holding();
        or_finish(CounterChipFacility::new(chip, settings, queue).ok(), status::DRIVER)
    }
}
