//! Arming and disarming: a command's way into the memory, and the judgement whether an arm came in time.

use super::wheels::{Visit, Wheels};

/// A wheel, and a visit of one of its slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Appointment {
    pub wheel: u32,
    pub visit: Visit,
}

/// `ARM`, `DISARM`, or the disarm of an acknowledgement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Command {
    pub busy: bool,
    pub appointment: Appointment,
}

/// The one writer of the busy bits.
#[derive(Clone, Debug)]
pub(super) struct Arming {
    /// The memory has one port: it takes two clocks to write a bit.
    single_port: bool,
    /// Clocks until the memory is clear.
    sweep_left: u32,
    /// Commands that are looked up, checked, and written or refused in this clock.
    commands: [Option<Command>; 3],
    /// A bit is cleared for the cursor in this clock.
    pub clears: bool,
    /// An arm that was written one clock ago.
    written: Option<Appointment>,
    /// One that was written before, and waits for a clock in which the wheels stand where the next visits are.
    waits: Option<Appointment>,
    /// One that was found to be late, one clock ago and two.
    late: [Option<Appointment>; 2],
}

/// What a clock of arming does.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Write {
    /// Wheel, slot and bit written at this clock's edge.
    pub bit: Option<(u32, u32, bool)>,
    /// A command named no slot.
    pub refused: bool,
    /// An arm has come too late.
    pub late: Option<Appointment>,
}

impl Arming {
    /// As after a reset, with `capacity` busy bits to clear, in memory with a `single_port` or with two.
    pub fn new(capacity: u32, single_port: bool) -> Self {
        Self {
            single_port,
            sweep_left: capacity + 4,
            commands: [None; 3],
            clears: false,
            written: None,
            waits: None,
            late: [None; 2],
        }
    }

    /// The memory is clear.
    pub fn is_ready(&self) -> bool {
        self.sweep_left == 0
    }

    /// A command's wheel is being looked up.
    pub fn looks_up(&self) -> bool {
        self.commands[0].is_some()
    }

    /// The memory is written in this clock, or may be in the next: nothing is to be read in the next one.
    pub fn pauses(&self, write: &Write) -> bool {
        self.single_port && (self.commands[1].is_some() || write.bit.is_some())
    }

    /// The arm that was written in the clock before, if one was.
    pub fn last_armed(&self) -> Option<Appointment> {
        self.written
    }

    /// An arm's judgement falls in this clock, if the wheels are `settled`.
    pub fn judges(&self, settled: bool) -> bool {
        settled && self.waits.is_some()
    }

    /// What this clock does, on the state before its edge; `to_clear` is the bit that the cursor wants cleared.
    pub fn act(&self, wheels: &Wheels, to_clear: Option<(u32, u32)>) -> Write {
        let command = self.commands[2];
        let exists = |command: &Command| wheels.has(command.appointment.wheel, command.appointment.visit.slot);
        let bit = command.filter(exists).map(|command| {
            let Appointment { wheel, visit } = command.appointment;
            (wheel, visit.slot, command.busy)
        });
        Write {
            bit: bit.or_else(|| to_clear.filter(|_| self.clears).map(|(wheel, slot)| (wheel, slot, false))),
            refused: command.is_some() && bit.is_none(),
            late: self.late[1],
        }
    }

    /// The clock's edge; the wheels are `settled` or not, and `to_clear` is what may be cleared in the next clock.
    pub fn finish(
        &mut self,
        wheels: &Wheels,
        settled: bool,
        write: &Write,
        to_clear: Option<(u32, u32)>,
        command: Option<Command>,
    ) {
        let judged = self.waits.take_if(|_| settled);
        let late = judged.filter(|appointment| wheels[appointment.wheel as usize].has_passed(appointment.visit));
        self.late = [late, self.late[0]];
        let armed = self.commands[2].filter(|command| command.busy && !write.refused);
        let armed = armed.map(|command| command.appointment);
        self.waits = std::mem::replace(&mut self.written, armed).or(self.waits);
        let in_the_way = self.commands[0].is_some() || write.bit.is_some();
        self.clears = to_clear.is_some() && !self.clears && self.commands[1].is_none() && !in_the_way;
        self.commands = [command, self.commands[0], self.commands[1]];
        self.sweep_left = self.sweep_left.saturating_sub(1);
    }
}
