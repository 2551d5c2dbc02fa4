//! The facilities of the driver that a host may have, on a simulated chip, and what it does with the chip behind the
//! driver's back.

use core::fmt::{Debug, Display};

use carillon_driver::bus::RegisterBus;
use carillon_driver::counter_chip::ChipAlarm;
use carillon_driver::facility::{ClockFacility, CounterChipFacility, TimerChipFacility, TimerEntry, TimerFacility};
use carillon_driver::queue::chip::Wheeled;
use carillon_driver::queue::diagnostics::Diagnostics;
use carillon_driver::queue::memory::Bounded;
use carillon_driver::queue::{Expired, TimerQueue, Timers};
use carillon_regmap::timer_chip;

use super::HostError;

/// What the host of a facility fails with.
pub type ErrorOf<F> = HostError<<F as TimerFacility>::DeviceError, <<F as Simulated>::Chip as RegisterBus>::Error>;

/// A simulated chip on its bus.
pub trait SimulatedChip: RegisterBus {
    /// Drives its reset pin for some clocks.
    fn reset(&mut self);

    /// Clocks so far.
    fn clocks(&self) -> u64;

    /// The interrupt line.
    fn irq(&self) -> bool;

    /// Runs `clocks` clocks.
    fn clock(&mut self, clocks: u64);

    /// Runs until the interrupt line is high, at most `clocks` clocks.
    fn clock_until_irq(&mut self, clocks: u64);
}

/// Makes a type a [`SimulatedChip`] by the same methods of what is in it.
#[macro_export]
macro_rules! simulated_chip {
    ([$($generics:tt)*] $chip:ty, $it:ident => $inner:expr) => {
        impl<$($generics)*> $crate::SimulatedChip for $chip {
            fn reset(&mut self) {
                let $it = self;
                $inner.reset();
            }

            fn clocks(&self) -> u64 {
                let $it = self;
                $inner.clocks()
            }

            fn irq(&self) -> bool {
                let $it = self;
                $inner.irq()
            }

            fn clock(&mut self, clocks: u64) {
                let $it = self;
                $inner.clock(clocks);
            }

            fn clock_until_irq(&mut self, clocks: u64) {
                let $it = self;
                $inner.clock_until_irq(clocks);
            }
        }
    };
}

/// A facility whose chip is simulated, and what the host does with the chip behind the driver's back.
pub trait Simulated: TimerFacility<Item = u32, DeviceError: Copy + Debug + Display> {
    /// How many ticks `CURSOR_LO` is ahead of the last tick that was visited.
    const CURSOR_AHEAD: u32;

    /// The chip.
    type Chip: SimulatedChip;

    /// The chip, to look at.
    fn chip(&self) -> &Self::Chip;

    /// The chip, to run it, and for transfers that the driver does not count.
    fn chip_mut(&mut self) -> &mut Self::Chip;

    /// The next expired timer, whose `reported` is the tick of the chip's visit as the chip itself says.
    ///
    /// # Errors
    /// Where the driver fails.
    fn next(&mut self) -> Result<Option<Expired<u32>>, ErrorOf<Self>> {
        Ok(self.next_expired()?)
    }
}

/// Reads a register without the driver's knowing.
pub fn peek<F: Simulated>(facility: &mut F, offset: u32) -> Result<u32, ErrorOf<F>> {
    facility.chip_mut().read(offset).map_err(HostError::Bus)
}

/// The counter chip with a queue of its wheels in the host's memory.
pub type BySlots<C, S> = CounterChipFacility<C, Timers<S, u32, Bounded<u32>>>;

impl<C: SimulatedChip, S: Wheeled> Simulated for BySlots<C, S> {
    const CURSOR_AHEAD: u32 = 0;
    type Chip = C;

    fn chip(&self) -> &C {
        self.bus()
    }

    fn chip_mut(&mut self) -> &mut C {
        self.bus_mut()
    }
}

/// Any queue with the chip's alarm.
pub type Alarm<C, Q> = ClockFacility<ChipAlarm<C>, Q>;

impl<C: SimulatedChip, Q: TimerQueue<Item = u32> + Diagnostics> Simulated for Alarm<C, Q> {
    const CURSOR_AHEAD: u32 = 0;
    type Chip = C;

    fn chip(&self) -> &C {
        self.clock().bus()
    }

    fn chip_mut(&mut self) -> &mut C {
        self.clock_mut().bus_mut()
    }

    /// The chip makes no visits: that the timer is not early is all that can be said.
    fn next(&mut self) -> Result<Option<Expired<u32>>, ErrorOf<Self>> {
        let next = self.next_expired()?;
        Ok(next.map(|expired| Expired { reported: expired.due, ..expired }))
    }
}

/// The timer chip, which keeps the queue.
pub type QueueInChip<C> = TimerChipFacility<C, u32, Vec<TimerEntry<u32>>>;

impl<C: SimulatedChip> Simulated for QueueInChip<C> {
    const CURSOR_AHEAD: u32 = 1;
    type Chip = C;

    fn chip(&self) -> &C {
        self.bus()
    }

    fn chip_mut(&mut self) -> &mut C {
        self.bus_mut()
    }

    /// The driver does not read an event's tick where it knows when the timer is due, so it is read here.
    fn next(&mut self) -> Result<Option<Expired<u32>>, ErrorOf<Self>> {
        let waits = timer_chip::field::event::VALID.is_set(peek(self, timer_chip::offset::EVENT)?);
        let tick = peek(self, timer_chip::offset::EVENT_TICK)?;
        let events = self.statistics().events;
        let mut next = self.next_expired()?;
        if let Some(expired) = &mut next
            && waits
            && self.statistics().events == events + 1
        {
            let ahead = tick.wrapping_sub(expired.due as u32).cast_signed();
            expired.reported = expired.due.saturating_add_signed(ahead.into());
        }
        Ok(next)
    }
}
