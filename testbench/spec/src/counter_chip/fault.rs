//! Chips that break one promise each, to try whether an observer notices.
//!
//! A fault changes what one part of the model tells another. A chip that was made without one is the reference model.

use super::arming::{Appointment, Write};
use super::cursor::{Found, Surroundings};
use std::collections::VecDeque;

/// What is wrong with a chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The cursor runs up to two ticks ahead of now.
    Early,
    /// What is busy in the last slot of a memory word is not reported.
    Lost,
    /// One event in four is reported once more.
    Twice,
    /// Events bear the tick before theirs.
    WrongTick,
    /// An event of an upper wheel comes after the next one.
    OutOfOrder,
    /// An arm that is written while the cursor is at its slot has no effect.
    ArmLost,
    /// A disarm has no effect.
    DisarmLost,
    /// A slot that is disarmed takes the slot before it along.
    DisarmedToo,
    /// Arms that come too late are not answered.
    LateSilent,
    /// Every arm is answered as if it came too late.
    LateInvented,
    /// A late event that is dropped leaves no trace.
    OverflowSilent,
    /// The cursor does not wait for the acknowledgement of a held event.
    HoldIgnored,
    /// The cursor goes on as soon as any event is acknowledged, whichever is held.
    HoldReleasedEarly,
    /// `AUTO_CLEAR` leaves the bit.
    AutoClearIgnored,
    /// The bit of every event is cleared, with `AUTO_CLEAR` or without.
    AutoClearAlways,
    /// Events outlive a reset.
    ResetKeepsEvents,
    /// The cursor stops at tick 3000.
    Stands,
    /// The answer to one transfer in four thousand is forgotten.
    Hang,
}

/// The fault of a chip, if it has one, and what it needs to remember.
#[derive(Clone, Debug, Default)]
pub(super) struct Faulty {
    fault: Option<Fault>,
    /// Events that are withheld for now.
    withheld: VecDeque<Found>,
    count: u32,
}

impl Faulty {
    pub fn new(fault: Fault) -> Self {
        Self { fault: Some(fault), ..Self::default() }
    }

    pub fn is(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    /// What the cursor is told, which has counted up to tick `cursor`.
    pub fn surroundings(&self, around: &mut Surroundings, cursor: u64, pop: bool) {
        match self.fault {
            Some(Fault::Early) => around.here += 2,
            Some(Fault::Stands) => around.here = around.here.min(3000 - cursor as i64),
            Some(Fault::HoldIgnored) => around.acknowledged = true,
            Some(Fault::HoldReleasedEarly) => around.acknowledged = pop,
            _ => {}
        }
    }

    /// What becomes of a write; the cursor is at `slot` of wheel 0.
    pub fn write(&self, write: &mut Write, slot: u32, clears: bool) {
        let Some((wheel, written, busy)) = write.bit else {
            return;
        };
        let at_cursor = wheel == 0 && slot == written;
        let lost = match self.fault {
            Some(Fault::ArmLost) => busy && at_cursor,
            Some(Fault::DisarmLost) => !busy && !clears,
            Some(Fault::AutoClearIgnored) => !busy && clears,
            _ => false,
        };
        if lost {
            write.bit = None;
        }
    }

    /// Which late event is asked for, when this arm has been written.
    pub fn late(&self, late: Option<Appointment>, armed: Option<Appointment>) -> Option<Appointment> {
        match self.fault {
            Some(Fault::LateSilent) => None,
            Some(Fault::LateInvented) => armed.or(late),
            _ => late,
        }
    }

    /// Which event is given a place, when the cursor has found one or not.
    pub fn found(&mut self, found: Option<Found>, room: bool) -> Option<Found> {
        match self.fault {
            Some(Fault::Lost) => found.filter(|found| found.slot % 16 != 15),
            Some(Fault::WrongTick) => found.map(|found| Found { tick: found.tick - 1, ..found }),
            Some(Fault::Twice) => {
                self.count += u32::from(found.is_some());
                let again = found.filter(|_| self.count.is_multiple_of(4));
                self.withheld.extend(again.map(|found| Found { hold: false, ..found }));
                found.or_else(|| self.withheld.pop_front().filter(|_| room))
            }
            Some(Fault::OutOfOrder) => {
                self.withheld.extend(found);
                let waits = |found: &Found| found.wheel > 0 && self.withheld.len() < 2;
                if !room || self.withheld.front().is_none_or(waits) {
                    return None;
                }
                if self.withheld.len() > 1 {
                    self.withheld.swap(0, 1);
                }
                self.withheld.pop_front()
            }
            _ => found,
        }
    }

    /// Whether the answer to a transfer is forgotten.
    pub fn forgets(&mut self, answered: bool) -> bool {
        if !answered || !self.is(Fault::Hang) {
            return false;
        }
        self.count += 1;
        self.count.is_multiple_of(4000)
    }
}
