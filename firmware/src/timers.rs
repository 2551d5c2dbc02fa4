//! The driver's facilities over queues in static memory: the one place that knows the queues.

use carillon_driver::bus::RegisterBus;
use carillon_driver::facility::{Facility, Settings, WheelFacility};
use carillon_driver::mmio::Mmio;
use carillon_driver::queue::{Entry, Hierarchy, List, Powers, Scheme7, Sector};
use static_cell::ConstStaticCell;

use crate::mmio;
use crate::start::{or_finish, status};

pub use carillon_driver::facility::TimerFacility;
pub use carillon_driver::queue::{Expired, Handle};

/// Slots of the chip, all wheels together: those of the build `full`.
const SLOTS: usize = 4096;

/// Scheme 6 on one wheel of a chip, which the bus B reaches.
pub type OneWheelOver<B, T> = Facility<B, T, &'static mut [List], &'static mut [Entry<T>]>;

/// The same on the processor's bus, with 4096 slots.
pub type OneWheel<T> = OneWheelOver<Mmio, T>;

/// Scheme 7 on four wheels of 1024 slots: intervals of up to 2^40 ticks.
pub type WheelsOf4<T> = Scheme7<T, Powers<10>, &'static mut [Sector], &'static mut [Entry<T>]>;

/// The same on the chip.
pub type FourWheels<T> =
    WheelFacility<Mmio, T, Hierarchy<Powers<10>, &'static mut [Sector]>, &'static mut [Entry<T>]>;

static LISTS: ConstStaticCell<[List; SLOTS]> = ConstStaticCell::new([List::EMPTY; SLOTS]);
static SECTORS: ConstStaticCell<[Sector; Sector::count_for(SLOTS)]> =
    ConstStaticCell::new([Sector::EMPTY; Sector::count_for(SLOTS)]);

/// Memory for N timers.
pub struct Timers<T, const N: usize>(ConstStaticCell<[Entry<T>; N]>);

impl<T, const N: usize> Timers<T, N> {
    /// Memory without timers.
    #[allow(clippy::new_without_default, reason = "it is for statics only")]
    pub const fn new() -> Self {
        Self(ConstStaticCell::new([const { Entry::VACANT }; N]))
    }

    pub(crate) fn take(&'static self) -> &'static mut [Entry<T>] {
        or_finish(self.0.try_take(), status::TAKEN).as_mut_slice()
    }

    /// Starts the chip with one wheel and ticks of `prescale` clocks. Once in a program: the chip is there once.
    pub fn on_one_wheel(&'static self, prescale: u32) -> OneWheel<T> {
        let chip = or_finish(mmio::chip(), status::TAKEN);
        self.on_one_wheel_over(chip, SLOTS, prescale)
    }

    /// The same with a wheel of `slots` slots on the chip that `bus` reaches. Once in a program: so is the memory.
    pub fn on_one_wheel_over<B: RegisterBus>(
        &'static self,
        bus: B,
        slots: usize,
        prescale: u32,
    ) -> OneWheelOver<B, T> {
        let lists = or_finish(LISTS.try_take(), status::TAKEN).get_mut(..slots);
        let lists = or_finish(lists, status::TAKEN);
        let facility = Facility::new(bus, prescale, lists, self.take());
        or_finish(facility.ok(), status::DRIVER)
    }

    /// Four wheels without the chip. Once in a program.
    pub(crate) fn wheels(&'static self) -> WheelsOf4<T> {
        let sectors = or_finish(SECTORS.try_take(), status::TAKEN).as_mut_slice();
        let queue = Scheme7::new(Powers::new(), sectors, self.take());
        or_finish(queue.ok(), status::DRIVER)
    }

    /// Starts the chip with four wheels and ticks of `prescale` clocks. Once in a program: the chip is there once.
    pub fn on_four_wheels(&'static self, prescale: u32) -> FourWheels<T> {
        let queue = self.wheels();
        let chip = or_finish(mmio::chip(), status::TAKEN);
        let settings = Settings::of(prescale).holding();
        or_finish(
            WheelFacility::new(chip, settings, queue).ok(),
            status::DRIVER,
        )
    }
}
