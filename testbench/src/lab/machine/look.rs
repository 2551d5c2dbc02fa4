//! What can be seen of a machine.

use std::collections::BTreeMap;

use super::{Machine, Running};
use crate::lab::beside::{Beside, TimerChip};
use crate::lab::capture::Replay;
use crate::lab::counters::Counters;
use crate::lab::generator::Generator;
use crate::lab::host::Waiting;
use crate::lab::journal::Line;
use crate::lab::{LabError, Scheme};

impl Machine {
    pub(in crate::lab) fn counters(&self) -> Counters {
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
    pub(in crate::lab) fn counters_beside(&self) -> Option<Beside> {
        self.beside.as_ref().map(TimerChip::counters)
    }

    pub(in crate::lab) fn lines(&self) -> Vec<Line> {
        self.state.journal.lines()
    }

    /// Whether an interrupt may come without anybody's doing.
    pub(in crate::lab) fn expects_event(&self) -> Result<bool, LabError> {
        let own = self.next_generated().or(self.next_replayed());
        Ok(self.config.scheme == Scheme::Ticked
            || !self.state.running.is_empty()
            || own.is_some()
            || self.bus.irq()
            || self.bus.inside()?.busy.iter().any(|word| *word != 0))
    }

    pub(in crate::lab) const fn is_asleep(&self) -> bool {
        self.state.asleep
    }

    pub(in crate::lab) const fn epoch(&self) -> u64 {
        self.state.epoch
    }

    pub(in crate::lab) const fn generator(&self) -> Option<&Generator> {
        self.state.generator.as_ref()
    }

    pub(in crate::lab) fn replayed(&self) -> Option<[u32; 2]> {
        self.state.replay.as_ref().map(Replay::progress)
    }

    /// Timers that the capture starts.
    pub(in crate::lab) fn capture_timers(&self) -> Option<u32> {
        self.capture.as_ref().map(|capture| capture.started)
    }

    /// Timers that run, by number.
    pub(in crate::lab) const fn running(&self) -> &BTreeMap<u32, Running> {
        &self.state.running
    }

    /// Calls `look` for every timer that waits in a slot of the host's or is due, with its tick in the host's ticks and
    /// its slot as the chip counts it.
    pub(in crate::lab) fn look(&self, look: &mut dyn FnMut(Waiting)) {
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
