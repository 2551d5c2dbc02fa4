//! Which slots are busy for certain, and so must be reported, and which may be.

use super::{Effect, Event};
use carillon_spec::counter_chip::WheelSizes;
use carillon_spec::counter_chip::wheel_sizes::{Position, tick_of};
use std::collections::{BTreeSet, HashMap, VecDeque};

/// The end of time.
const NEVER: Position = Position::MAX;

/// What is known of one slot's bit.
#[derive(Debug, Default)]
struct Slot {
    /// Visits in these intervals (without their beginning, with their end) find the bit set. The last may be open.
    certain: VecDeque<(Position, Position)>,
    /// Visits up to here may find the bit set.
    possible: Position,
    /// The last arm.
    armed: Option<Effect>,
    /// The visit that is to be reported next.
    due: Option<Position>,
}

/// All slots that were ever armed.
#[derive(Debug, Default)]
pub(super) struct Slots {
    slots: HashMap<(u32, u32), Slot>,
    /// The next certain visit of each.
    due: BTreeSet<(Position, u32, u32)>,
}

impl Slots {
    /// Sets the time of the slot's next certain visit after `after`.
    fn plan(&mut self, sizes: &WheelSizes, (wheel, slot): (u32, u32), after: Position) {
        let known = self.slots.entry((wheel, slot)).or_default();
        if let Some(due) = known.due.take() {
            self.due.remove(&(due, wheel, slot));
        }
        while let Some(&(from, until)) = known.certain.front() {
            let visit = sizes.next_visit(wheel, slot, after.max(from));
            if let Some(visit) = visit.filter(|&visit| visit <= until) {
                known.due = Some(visit);
                self.due.insert((visit, wheel, slot));
                break;
            }
            if until == NEVER {
                break;
            }
            known.certain.pop_front();
        }
    }

    pub fn arm(&mut self, sizes: &WheelSizes, wheel: u32, slot: u32, effect: Effect) {
        let known = self.slots.entry((wheel, slot)).or_default();
        known.possible = NEVER;
        known.armed = Some(effect);
        if known.certain.back().is_none_or(|&(_, until)| until != NEVER) {
            known.certain.push_back((effect.certain, NEVER));
        }
        if known.due.is_none() {
            // What was certain before and has not been planned has been reported.
            let from = known.certain.back().map_or(0, |&(from, _)| from);
            self.plan(sizes, (wheel, slot), from);
        }
    }

    pub fn disarm(&mut self, sizes: &WheelSizes, wheel: u32, slot: u32, effect: Effect) {
        let Some(known) = self.slots.get_mut(&(wheel, slot)) else {
            return;
        };
        known.possible = known.possible.min(effect.certain);
        if let Some((from, until)) = known.certain.back_mut()
            && *until == NEVER
        {
            *until = effect.passed;
            if *from >= *until {
                known.certain.pop_back();
            }
        }
        if let Some(due) = known.due {
            self.plan(sizes, (wheel, slot), due - 1);
        }
    }

    /// The slot's visit is reported. `clears` says whether that clears the bit, if that is certain.
    pub fn report(&mut self, sizes: &WheelSizes, event: &Event, clears: Option<bool>) -> Result<(), String> {
        let at = super::position(event.tick, event.wheel);
        if let Some(&(due, wheel, slot)) = self.due.first()
            && due < at
        {
            return Err(lost(due, wheel, slot));
        }
        let place = (event.wheel, event.slot);
        let Some(known) = self.slots.get_mut(&place) else {
            return Err(format!("never armed: {event:?}"));
        };
        if at > known.possible {
            return Err(format!("disarmed long before: {event:?}"));
        }
        if clears != Some(false)
            && let Some(armed) = known.armed
        {
            let open = known.certain.back().is_some_and(|&(_, until)| until == NEVER);
            known.certain.clear();
            if armed.passed < at {
                if clears == Some(true) && armed.certain < at {
                    known.possible = at;
                }
            } else if open {
                // This visit lay behind the cursor when the arm came, so its bit is written after the clearing.
                known.certain.push_back((armed.certain, NEVER));
            }
        }
        self.plan(sizes, place, at);
        Ok(())
    }

    /// Up to `until` all must have been reported.
    pub fn all_reported(&self, until: Position) -> Result<(), String> {
        match self.due.first() {
            Some(&(due, wheel, slot)) if due <= until => Err(lost(due, wheel, slot)),
            _ => Ok(()),
        }
    }

    /// Nothing is certain any more of a wheel's slots.
    pub fn forget(&mut self, sizes: &WheelSizes, wheel: u32) {
        for slot in 0..sizes.size(wheel) as u32 {
            if let Some(known) = self.slots.get_mut(&(wheel, slot)) {
                known.certain.clear();
                known.possible = NEVER;
                self.plan(sizes, (wheel, slot), 0);
            }
        }
    }
}

fn lost(due: Position, wheel: u32, slot: u32) -> String {
    format!("lost: wheel {wheel}, slot {slot} was busy at tick {}", tick_of(due))
}
