//! The chip, its time, and the counters: what a facility has besides its queue.

use core::num::NonZeroU32;

use super::on_chip::Result;
use super::service::Unfinished;
use super::statistics::Counters;
use super::time::ChipTime;
use super::{FacilityError, Statistics};
use crate::bus::{Counted, RegisterBus};
use crate::counter_chip::{CounterChip, HostErrors, Wake};
use crate::trace::warning;

/// More steps than an interrupt can have: there are fewer timers than 2^31.
pub(super) const UNLIMITED: u32 = u32::MAX;

/// A chip and the host's record of its state. `time.rs` keeps its time, `service.rs` serves its events.
#[derive(Debug, Clone)]
pub struct Host<B> {
    pub(super) chip: CounterChip<Counted<B>>,
    pub(super) clock: ChipTime,
    pub(super) counters: Counters,
    pub(super) errors: HostErrors,
    pub(super) unfinished: Unfinished,
    /// Timers that an interrupt examines or moves at most.
    pub(super) most_steps: u32,
    /// The slot that a search has come to, and the tick up to which it searches.
    pub(super) searching: Option<(u32, u64)>,
    /// A slot of the queue that became busy during a bus error and must still be armed.
    pub(super) to_arm: Option<u32>,
}

impl<B: RegisterBus> Host<B> {
    /// Checks the chip on `bus`.
    pub(super) fn new(
        bus: B,
        most_steps: Option<NonZeroU32>,
    ) -> core::result::Result<Self, FacilityError<B::Error>> {
        Ok(Self {
            chip: CounterChip::new(Counted::new(bus))?,
            clock: ChipTime::default(),
            counters: Counters::default(),
            errors: HostErrors::NONE,
            unfinished: Unfinished::default(),
            most_steps: most_steps.map_or(UNLIMITED, NonZeroU32::get),
            searching: None,
            to_arm: None,
        })
    }

    /// The counters, including those of the bus, with so many timers outstanding.
    pub(super) fn statistics(&self, outstanding: u32) -> Statistics {
        let bus = self.chip.bus();
        let counted = self.counters.statistics(bus.reads(), bus.writes());
        let ended = counted.stopped + counted.expired;
        Statistics {
            // Every timer that was started was stopped, was reported, or is outstanding: a START need not count.
            timers_started: ended + u64::from(outstanding),
            ..counted
        }
    }

    /// The chip was reset and starts again from 0, now, without events: the host's time goes on. The chip's tick at
    /// which it stood.
    pub(super) fn restart(&mut self) -> u64 {
        let stood_at = self.clock.now();
        warning!(
            "the chip was reset; it starts again at its tick {}",
            stood_at
        );
        self.clock.restart();
        self.unfinished = Unfinished::default();
        self.searching = None;
        self.to_arm = None;
        stood_at
    }

    /// Raises an event: wheel 0's slot of now has been visited, or will be at once.
    #[cold]
    #[inline(never)]
    pub(super) fn raise_event(&mut self) -> Result<(), B> {
        self.chip.arm_for(0, self.clock.now())?;
        Ok(())
    }

    /// As [`CounterChip::wake`], in the host's ticks.
    pub(super) fn wake(&mut self) -> Result<Wake, B> {
        Ok(match self.chip.wake()? {
            Wake::At(tick) => Wake::At(self.clock.host(tick)),
            other => other,
        })
    }
}
