//! The reference model: the counter chip in plain Rust, clock by clock.
//!
//! It says what the chip does at its pins and nothing of how a circuit does it: memory is an array that is always up
//! to date, the FIFO a `VecDeque`, time a `u64`. Rust-HDL's simulator and the Verilated Verilog must agree with it at
//! every pin in every clock. What it shares with the circuit on purpose is the schedule: which step is taken in
//! which clock.

mod bus;
mod cursor;
mod events;

use bus::Bus;
use carillon_sim::{Inputs, Outputs};
use cursor::Cursor;
use events::Events;

/// What a run has reached: shows that a stimulus went where the races are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reached {
    /// Bus transfers carried out.
    pub transfers: u64,
    /// Events that the cursor pushed.
    pub events: u64,
    /// Events that an arm raised because it came too late.
    pub late_events: u64,
    /// Late events that found no place.
    pub late_lost: u64,
    /// Clocks in which the cursor stood before a busy slot because the FIFO was full.
    pub waits: u64,
    /// Events acknowledged.
    pub acknowledged: u64,
    /// Events acknowledged in the clock in which another was pushed.
    pub acknowledged_while_pushing: u64,
    /// Bits written in the very clock in which their word was looked at or fetched.
    pub written_under_the_cursor: u64,
    /// Bits of `ERROR` that were ever set.
    pub errors: u32,
    /// Resets by pin or by `CTRL`, after the first.
    pub resets: u64,
    /// Clocks with the interrupt line high.
    pub interrupted: u64,
}

/// A slot's bit on its way into the memory, and after that to the judge.
#[derive(Clone, Copy, Debug)]
struct BitWrite {
    slot: u32,
    busy: bool,
    lap: u8,
}

/// One chip.
#[derive(Clone, Debug)]
pub struct ReferenceChip {
    bus: Bus,
    cursor: Cursor,
    events: Events,
    busy: Vec<bool>,
    now: u64,
    elapsed: u32,
    half_before: bool,
    sweep_left: usize,
    write: Option<BitWrite>,
    judged: Option<BitWrite>,
    clear_next: bool,
    reached: Reached,
}

impl ReferenceChip {
    /// A chip of 2^`slot_bits` slots and a FIFO of 2^`fifo_bits` events, as it is after power-up and one clock of reset.
    pub fn new(slot_bits: u32, fifo_bits: u32) -> Self {
        let mut model = Self {
            bus: Bus::new(slot_bits, fifo_bits),
            cursor: Cursor::new(),
            events: Events::new(1 << fifo_bits),
            busy: vec![false; 1 << slot_bits],
            now: 0,
            elapsed: 0,
            half_before: false,
            sweep_left: 0,
            write: None,
            judged: None,
            clear_next: false,
            reached: Reached::default(),
        };
        model.clear();
        model
    }

    /// What a reset does to everything but the bus transfer under way.
    fn clear(&mut self) {
        self.bus.clear();
        self.cursor = Cursor::new();
        self.events.clear();
        self.now = 0;
        self.elapsed = 0;
        self.half_before = false;
        self.sweep_left = self.busy.len() + 1;
        self.write = None;
        self.judged = None;
    }

    /// What the outputs are in this clock, before its edge; they do not depend on this clock's inputs.
    pub fn outputs(&self) -> Outputs {
        self.bus.outputs()
    }

    /// One clock: gives the outputs before its rising edge, then takes the edge with `inputs`.
    pub fn step(&mut self, inputs: &Inputs) -> Outputs {
        let outputs = self.bus.outputs();
        let clear = self.clear_next;
        let view = bus::View {
            now: self.now,
            cursor: self.cursor.tick,
            ready: self.sweep_left == 0,
        };

        // Everything below reads the state before the edge; what changes is stored at the end.
        let half = self.now & (1 << 31) != 0;
        let half_period = half != self.half_before;
        let late_lost = self.events.take_lost();
        let access = self.bus.execute(&view, &self.events);
        self.bus
            .interrupt(&access, &self.events, late_lost, half_period);

        // Late events give way to the cursor's.
        let found = self.cursor.take_event();
        let pushed = self.events.push(found, self.cursor.tick as u32);
        self.events.judge(
            self.judged
                .filter(|write| self.cursor.has_passed(write.slot, write.lap)),
        );
        let room = self.events.room_after(pushed.is_some());

        let last_slot = self.bus.last_slot;
        let waits = self.cursor.step(self.now, last_slot, &self.busy, room);

        self.reached.transfers += u64::from(access.executed);
        self.reached.events += u64::from(pushed == Some(false));
        self.reached.late_events += u64::from(pushed == Some(true));
        self.reached.late_lost += u64::from(late_lost);
        self.reached.waits += u64::from(waits);
        self.reached.acknowledged += u64::from(access.pop);
        self.reached.acknowledged_while_pushing += u64::from(access.pop && pushed.is_some());
        let under = self
            .write
            .filter(|write| write.slot / 16 == self.cursor.slot / 16 && self.bus.running);
        self.reached.written_under_the_cursor += u64::from(under.is_some());
        self.reached.errors |= self.bus.errors();
        self.reached.resets += u64::from(clear);
        self.reached.interrupted += u64::from(outputs.irq);

        self.events.finish(access.pop);

        // The write that was under way reaches the memory, the next one sets out.
        self.judged = self.write.filter(|write| write.busy);
        if let Some(write) = self.write.take() {
            self.busy[write.slot as usize] = write.busy;
        }
        if self.sweep_left > 0 {
            self.sweep_left -= 1;
            if self.sweep_left > 0 {
                let slot = (self.busy.len() - self.sweep_left) as u32;
                self.write = Some(BitWrite {
                    slot,
                    busy: false,
                    lap: 0,
                });
            }
        } else {
            self.write = access.write;
        }

        self.half_before = half;
        if self.bus.enabled {
            self.elapsed += 1;
            if self.elapsed == self.bus.prescale {
                self.elapsed = 0;
                self.now = self.now.wrapping_add(1);
            }
        }
        self.bus.finish(&access, &view, inputs);
        self.clear_next = access.soft_reset || inputs.reset;
        if clear {
            self.clear();
        }
        outputs
    }

    /// The slot and lap (modulo 256) of the visit `ahead` ticks after the last one; `ahead` counts from 1.
    pub fn visit(&self, ahead: u64) -> (u32, u8) {
        let size = u64::from(self.bus.last_slot) + 1;
        let tick = self.cursor.tick + ahead;
        ((tick % size) as u32, (tick / size) as u8)
    }

    /// What has been reached so far.
    pub fn reached(&self) -> Reached {
        self.reached
    }

    /// The host would read a valid event now.
    pub fn event_pending(&self) -> bool {
        self.events.head().is_some()
    }

    /// The sequence number that an acknowledgement must carry now.
    pub fn sequence(&self) -> u32 {
        self.bus.sequence()
    }

    /// Ticks since the chip was first enabled.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// The last tick visited.
    pub fn cursor(&self) -> u64 {
        self.cursor.tick
    }

    /// Checks what must hold between any two clocks.
    ///
    /// # Errors
    ///
    /// A sentence that names what does not hold.
    pub fn check_invariants(&self) -> Result<(), String> {
        if self.cursor.tick > self.now {
            return Err(format!(
                "the cursor ({}) is ahead of now ({})",
                self.cursor.tick, self.now
            ));
        }
        let size = u64::from(self.bus.last_slot) + 1;
        if self.bus.running && (self.cursor.tick + 1) % size != u64::from(self.cursor.slot) {
            return Err(format!(
                "the visit of tick {} is at slot {}",
                self.cursor.tick + 1,
                self.cursor.slot
            ));
        }
        self.events.check_invariants()
    }
}
