//! What every facility has, whatever its queue: the chip, its time, and the counters.

use super::time::Clock;
use super::{FacilityError, Statistics};
use crate::bus::{Counted, RegisterBus};
use crate::chip::{Chip, HostErrors, Interrupts, Wake};

/// A chip and what the host knows of it. Its time is told in `time.rs`.
#[derive(Debug)]
pub(super) struct Host<B> {
    pub(super) chip: Chip<Counted<B>>,
    pub(super) clock: Clock,
    pub(super) counters: Statistics,
    pub(super) errors: HostErrors,
}

impl<B: RegisterBus> Host<B> {
    /// Makes sure of the chip on `bus`.
    pub(super) fn new(bus: B) -> Result<Self, FacilityError<B::Error>> {
        Ok(Self {
            chip: Chip::new(Counted::new(bus))?,
            clock: Clock::default(),
            counters: Statistics::default(),
            errors: HostErrors::NONE,
        })
    }

    /// The counters, those of the bus included.
    pub(super) fn statistics(&self) -> Statistics {
        let bus = self.chip.bus();
        Statistics {
            bus_reads: bus.reads(),
            bus_writes: bus.writes(),
            ..self.counters
        }
    }

    /// The interrupts that are pending; errors of the host are taken from the chip. What is asked for is to be noted before
    /// [`seen`](Self::seen) clears it, and to be done after: what happens between sets it again. One read, and for errors a read
    /// and a write.
    pub(super) fn attend(&mut self) -> Result<Interrupts, FacilityError<B::Error>> {
        let pending = self.chip.interrupts()?;
        if pending.contains(Interrupts::ERROR) {
            self.errors = self.errors | self.chip.take_host_errors()?;
        }
        Ok(pending)
    }

    /// Clears those of the interrupts that are sticky and not a facility's own. One write.
    pub(super) fn seen(&mut self, pending: Interrupts) -> Result<(), FacilityError<B::Error>> {
        let ours = Interrupts::ERROR | Interrupts::LATE_OVERFLOW | Interrupts::HALF_PERIOD;
        Ok(self.chip.clear_interrupts(pending.intersection(ours))?)
    }

    /// As [`Chip::wake`], in the host's ticks.
    pub(super) fn wake(&mut self) -> Result<Wake, FacilityError<B::Error>> {
        Ok(match self.chip.wake()? {
            Wake::At(tick) => Wake::At(self.clock.host(tick)),
            other => other,
        })
    }
}
