//! What can be seen of a machine.

use std::collections::BTreeMap;

use super::{Machine, Running};
use crate::beside::{Beside, TimerChip};
use crate::capture::Replay;
use crate::counters::Counters;
use crate::generator::Generator;
use crate::host::Waiting;
use crate::journal::Line;
use crate::{LabError, Scheme};

impl Machine {
    pub(crate) fn counters(&self) -> Counters {
        Counters::new(
            &self.config,
            &self.state.timers.statistics(),
            &self.state.tally,
            self.state.running.len() as u32,
            self.tick(),
            self.initial,
        )
    }

    /// The counters of the timer chip beside it.
    pub(crate) fn counters_beside(&self) -> Option<Beside> {
        self.beside.as_ref().map(TimerChip::counters)
    }

    pub(crate) fn lines(&self) -> Vec<Line> {
        self.state.journal.lines()
    }

    /// Whether an interrupt may come without anybody's doing.
    pub(crate) fn expects_event(&self) -> Result<bool, LabError> {
        let own = self.next_generated().or(self.next_replayed());
        Ok(self.config.scheme == Scheme::Ticked
            || !self.state.running.is_empty()
            || own.is_some()
            || self.bus.irq()
            || self.bus.inside()?.busy.iter().any(|word| *word != 0))
    }

    pub(crate) const fn is_asleep(&self) -> bool {
        self.state.asleep
    }

    pub(crate) const fn epoch(&self) -> u64 {
        self.state.epoch
    }

    pub(crate) const fn generator(&self) -> Option<&Generator> {
        self.state.generator.as_ref()
    }

    pub(crate) fn replayed(&self) -> Option<[u32; 2]> {
        self.state.replay.as_ref().map(Replay::progress)
    }

    /// Timers that the capture starts.
    pub(crate) fn capture_timers(&self) -> Option<u32> {
        self.capture.as_ref().map(|capture| capture.started)
    }

    /// Timers that run, by number.
    pub(crate) const fn running(&self) -> &BTreeMap<u32, Running> {
        &self.state.running
    }

    /// Calls `look` for every timer that waits in a slot of the host's or is due, with its tick in the host's ticks and
    /// its slot as the chip counts it.
    pub(crate) fn look(&self, look: &mut dyn FnMut(Waiting)) {
        let epoch = self.state.epoch;
        let timers = &self.state.timers;
        let origin = timers.origin(epoch);
        let slots: u64 = self
            .config
            .wheels
            .iter()
            .map(|slots| u64::from(*slots))
            .sum();
        let turned = slots - epoch.wrapping_sub(origin) % slots;
        timers.look(&mut |waiting| {
            let place = |slot| ((u64::from(slot) + turned) % slots) as u32;
            look(Waiting {
                slot: waiting.slot.map(place),
                due: waiting.due.wrapping_add(origin),
                ..waiting
            });
        });
    }
}
