//! What can be seen of a machine.

use std::collections::BTreeMap;

use carillon_regmap::counter_chip::field::event;

use super::{Machine, Running};
use crate::LabError;
use crate::beside::{Beside, Lists, TimerChip};
use crate::capture::Replay;
use crate::counters::Counters;
use crate::generator::Generator;
use crate::host::{Node, Waiting};
use crate::journal::{Line, Visit};

/// Timers that are told of one by one, and slots of the wheels on which they are, at most.
const FOLLOWED_TIMERS: usize = 64;
const FOLLOWED_SLOTS: u32 = 512;

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

    /// The lists in its memory.
    pub(crate) fn lists_beside(&self) -> Option<Lists> {
        self.beside.as_ref().and_then(TimerChip::lists)
    }

    pub(crate) fn lines(&self) -> Vec<Line> {
        self.state.journal.lines()
    }

    /// Whether an interrupt may come without anybody's doing.
    pub(crate) fn expects_event(&self) -> Result<bool, LabError> {
        let own = self.next_generated().or(self.next_replayed());
        Ok(!self.state.running.is_empty()
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

    pub(crate) fn replayed(&self) -> Option<(u32, u32, u64)> {
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

    /// Whether there are so few timers and slots that each timer is told of.
    fn is_followed(&self) -> bool {
        let slots: u32 = self.config.wheels.iter().sum();
        self.state.running.len() <= FOLLOWED_TIMERS && slots <= FOLLOWED_SLOTS
    }

    /// Where each timer waits, by number; none where there are too many.
    pub(crate) fn places(&self) -> BTreeMap<u32, Waiting> {
        let mut places = BTreeMap::new();
        if self.is_followed() {
            self.look(&mut |waiting| {
                places.insert(waiting.id, waiting);
            });
        }
        places
    }

    /// The tree of the host's timers, those above first; empty where there is none, or too many timers.
    pub(crate) fn tree(&self) -> Vec<Node> {
        let mut nodes = Vec::new();
        if self.is_followed() {
            self.state.timers.tree(&mut |node| nodes.push(node));
        }
        nodes
    }

    /// The wheel and the slot in it of a slot that is counted through all wheels.
    pub(crate) fn on_wheel(&self, slot: u32) -> (u32, u32) {
        let mut left = slot;
        for (&slots, wheel) in self.config.wheels.iter().zip(0..) {
            if left < slots {
                return (wheel, left);
            }
            left -= slots;
        }
        (0, slot)
    }

    /// Where the busy bit of a slot is in [`Inside::busy`](carillon_spec::counter_chip::Inside::busy): word and bit.
    pub(crate) fn busy_bit(&self, (wheel, slot): (u32, u32)) -> (usize, u32) {
        let lower = self.config.wheels.iter().take(wheel as usize);
        let words: u32 = lower.map(|slots| slots.div_ceil(16)).sum();
        ((words + slot / 16) as usize, slot % 16)
    }

    /// What the host did with the timers of the slots whose events it has read, which were in these `places`.
    pub(super) fn visits(&self, places: &BTreeMap<u32, Waiting>) -> Vec<Visit> {
        let after = self.places();
        let events = self.bus.take_events();
        let visit = |word: u32| {
            let (wheel, slot) = (event::WHEEL.get(word), event::SLOT.get(word));
            let lower = self.config.wheels.iter().take(wheel as usize);
            let at = lower.sum::<u32>() + slot;
            let mut visit = Visit { wheel, slot, late: event::LATE.is_set(word), ..Visit::default() };
            let there = places.iter().filter(|(_, it)| it.slot == Some(at));
            for (id, before) in there {
                let still = after.get(id).filter(|it| it.due == before.due);
                match still.and_then(|it| it.slot) {
                    Some(slot) if slot == at => visit.stays.push([(*id).into(), self.laps(before.due)]),
                    Some(slot) => {
                        let (wheel, slot) = self.on_wheel(slot);
                        visit.moves.push([*id, wheel, slot]);
                    }
                    None => {}
                }
            }
            visit
        };
        events.into_iter().map(visit).collect()
    }

    /// Laps before the one in which a timer is due, on the only wheel.
    fn laps(&self, due: u64) -> u64 {
        let slots = u64::from(self.config.wheels[0]);
        due.saturating_sub(self.tick()).saturating_sub(1) / slots
    }

    /// Calls `look` for every timer that waits in a slot of the host's or is due, with its tick in the host's ticks and
    /// its slot as the chip counts it.
    pub(crate) fn look(&self, look: &mut dyn FnMut(Waiting)) {
        let epoch = self.state.epoch;
        let timers = &self.state.timers;
        let origin = timers.origin(epoch);
        let slots: u64 = self.config.wheels.iter().map(|slots| u64::from(*slots)).sum();
        let turned = slots - epoch.wrapping_sub(origin) % slots;
        timers.look(&mut |waiting| {
            let place = |slot| ((u64::from(slot) + turned) % slots) as u32;
            look(Waiting { slot: waiting.slot.map(place), due: waiting.due.wrapping_add(origin), ..waiting });
        });
    }
}
