//! The part common to all facilities: the chip, its time, and the counters.

use super::time::Clock;
use super::{FacilityError, Statistics};
use crate::bus::{Counted, RegisterBus};
use crate::chip::{Chip, HostErrors, Interrupts, Wake};
use crate::queue::StartError;
use crate::trace::warning;

/// Checks that there is room for another timer, before any transfer.
#[inline(always)]
pub(super) fn expect_room(outstanding: u32, capacity: u32) -> Result<(), StartError> {
    if outstanding >= capacity {
        return Err(StartError::Full { capacity });
    }
    Ok(())
}

/// A chip and the host's record of its state. `time.rs` keeps its time.
#[derive(Debug, Clone)]
pub(super) struct Host<B> {
    pub(super) chip: Chip<Counted<B>>,
    pub(super) clock: Clock,
    pub(super) counters: Statistics,
    pub(super) errors: HostErrors,
}

impl<B: RegisterBus> Host<B> {
    /// Checks the chip on `bus`.
    pub(super) fn new(bus: B) -> Result<Self, FacilityError<B::Error>> {
        Ok(Self {
            chip: Chip::new(Counted::new(bus))?,
            clock: Clock::default(),
            counters: Statistics::default(),
            errors: HostErrors::NONE,
        })
    }

    /// The counters, including those of the bus, with so many timers outstanding.
    pub(super) fn statistics(&self, outstanding: u32) -> Statistics {
        let bus = self.chip.bus();
        let ended = self.counters.stopped.wrapping_add(self.counters.expired);
        Statistics {
            // Every timer that was started was stopped, was reported, or is outstanding: a START need not count.
            timers_started: ended.wrapping_add(outstanding.into()),
            bus_reads: bus.reads(),
            bus_writes: bus.writes(),
            ..self.counters
        }
    }

    /// The pending interrupts; takes host errors from the chip. The caller must record the requests before
    /// [`seen`](Self::seen) clears them, and handle them after: a request that arrives in between sets its bit again.
    /// One read, and for errors a read and a write.
    pub(super) fn attend(&mut self) -> Result<Interrupts, FacilityError<B::Error>> {
        let pending = self.chip.interrupts()?;
        if pending.contains(Interrupts::ERROR) {
            self.errors = self.errors | self.chip.take_host_errors()?;
        }
        Ok(pending)
    }

    /// Clears the sticky interrupts that are not a facility's own. One write.
    pub(super) fn seen(&mut self, pending: Interrupts) -> Result<(), FacilityError<B::Error>> {
        let ours = Interrupts::ERROR | Interrupts::LATE_OVERFLOW | Interrupts::HALF_PERIOD;
        Ok(self.chip.clear_interrupts(pending.intersection(ours))?)
    }

    /// The chip was reset and starts again from 0, now: the host's time goes on. The chip's tick at which it stood.
    pub(super) fn restart_time(&mut self) -> u64 {
        let stood_at = self.clock.now();
        warning!(
            "the chip was reset; it starts again at its tick {}",
            stood_at
        );
        self.clock.restart();
        stood_at
    }

    /// As [`Chip::wake`], in the host's ticks.
    pub(super) fn wake(&mut self) -> Result<Wake, FacilityError<B::Error>> {
        Ok(match self.chip.wake()? {
            Wake::At(tick) => Wake::At(self.clock.host(tick)),
            other => other,
        })
    }
}
