//! Events: the FIFO, the places in it, the late event that waits for one, and the event that the cursor waits for.

use super::arming::Appointment;
use super::cursor::Found;

use std::collections::VecDeque;

/// Clocks after an event was given its place in which it cannot be read yet.
const ARRIVAL: u32 = 3;

/// As many are left of them when a late event is given its tick.
const TIMED: u32 = 2;

/// One event.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event {
    pub late: bool,
    pub wheel: u32,
    pub slot: u32,
    pub tick: u64,
    /// Clocks until it can be read.
    hidden: u32,
}

/// The FIFO and what waits before it.
#[derive(Clone, Debug)]
pub(super) struct Events {
    depth: usize,
    /// All that have a place.
    queue: VecDeque<Event>,
    /// The number of clocks for which some have had one.
    some: u32,
    /// The last event was popped in the clock before.
    emptied: bool,
    late: Option<Appointment>,
    pub lost: bool,
    /// How many events must be popped until the cursor may go on.
    held: usize,
}

impl Events {
    pub fn new(depth: usize) -> Self {
        Self { depth, queue: VecDeque::new(), some: 0, emptied: false, late: None, lost: false, held: 0 }
    }

    pub fn clear(&mut self) {
        *self = Self::new(self.depth);
    }

    /// There is an event that the host sees.
    pub fn is_valid(&self) -> bool {
        self.some >= ARRIVAL && !self.emptied
    }

    /// The event that the host sees.
    pub fn head(&self) -> Option<Event> {
        self.queue.front().copied().filter(|_| self.is_valid())
    }

    /// Another event stands behind the head.
    pub fn has_more(&self) -> bool {
        let filled = self.queue.iter().filter(|event| event.hidden < ARRIVAL);
        filled.count() > 1
    }

    /// How many have a place.
    pub fn level(&self) -> usize {
        self.queue.len()
    }

    /// Those whose places are filled.
    pub fn filled(&self) -> impl Iterator<Item = Event> {
        let all = self.queue.iter();
        all.filter(|event| event.hidden < TIMED).copied()
    }

    /// All places are taken.
    pub fn is_full(&self) -> bool {
        self.queue.len() == self.depth
    }

    /// Whether a pop in this clock drops the event that is held.
    pub fn releases(&self, pop: bool) -> bool {
        pop && self.held == 1
    }

    /// The clock's edge: what the cursor found, how far its ticks have been counted, what an arm that came too late
    /// asks for, and a pop. Gives whether the waiting late event was given a place.
    pub fn finish(&mut self, found: Option<Found>, counted: u64, late: Option<Appointment>, pop: bool) -> bool {
        let full = self.is_full();
        self.some = if self.queue.is_empty() { 0 } else { (self.some + 1).min(ARRIVAL) };
        self.emptied = pop && !self.has_more();
        for event in &mut self.queue {
            if event.late && event.hidden == TIMED {
                event.tick = counted;
            }
            event.hidden = event.hidden.saturating_sub(1);
        }
        if pop {
            self.queue.pop_front();
            self.held = self.held.saturating_sub(1);
        }
        self.lost = false;
        let mut taken = false;
        if let Some(found) = found {
            self.queue.push_back(Event {
                late: false,
                wheel: found.wheel as u32,
                slot: found.slot,
                tick: found.tick,
                hidden: ARRIVAL,
            });
            if found.hold {
                self.held = self.queue.len();
            }
        }
        if full {
            self.lost = self.late.take().is_some();
        } else if found.is_none()
            && let Some(waiting) = self.late.take()
        {
            taken = true;
            self.queue.push_back(Event {
                late: true,
                wheel: waiting.wheel,
                slot: waiting.visit.slot,
                tick: counted,
                hidden: ARRIVAL,
            });
        }
        if late.is_some() {
            self.lost |= self.late.is_some();
            self.late = late;
        }
        taken
    }

    /// Checks what must hold between any two clocks.
    pub fn check(&self) -> Result<(), String> {
        if self.queue.len() > self.depth {
            return Err(format!("{} events in a FIFO of {}", self.queue.len(), self.depth));
        }
        let timed = || self.queue.iter().filter(|event| event.hidden < TIMED);
        for (one, next) in timed().zip(timed().skip(1)) {
            if one.tick > next.tick {
                return Err(format!("{next:?} comes after {one:?}"));
            }
            let both_found = !one.late && !next.late;
            if both_found && one.tick == next.tick && one.wheel <= next.wheel {
                return Err(format!("of one tick the highest wheel comes first: {one:?}, {next:?}"));
            }
        }
        if self.held > self.queue.len() {
            return Err("the event that is held is not in the FIFO".to_owned());
        }
        Ok(())
    }
}
