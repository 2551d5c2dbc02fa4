//! The counter chip in plain Rust: clock by clock, [`ReferenceChip`], and tick by tick, [`ChipByTick`].
//!
//! The reference model, which is clock by clock, says what the chip does at its pins and nothing of how a circuit does
//! it: the memory is an array of bits for each wheel, the FIFO a `VecDeque`, time a `u64`. Rust-HDL's simulator and the
//! Verilated Verilog must agree with it at every pin in every clock. What it shares with the circuit on purpose is the
//! schedule: which look is begun, committed or taken back in which clock, and how long the adder of the counts of ticks
//! is busy.

mod arming;
mod bus;
mod by_tick;
mod cascade;
mod coalescing;
mod counts;
mod cursor;
mod events;
mod fault;
mod interrupt;
mod next;
mod on_bus;
mod reached;
mod reading;
mod registers;
mod time;
pub mod wheel_sizes;
mod wheels;

pub use by_tick::{ChipByTick, NoRegister};
pub use fault::Fault;
pub use on_bus::{BusError, ChipOnBus, Inside, InsideEvent};
pub use reached::Reached;
pub use wheel_sizes::WheelSizes;

use arming::{Appointment, Arming};
use bus::{Bus, Request};
use carillon_regmap::counter_chip::Build;
use carillon_regmap::counter_chip::offset;
use carillon_regmap::pins::{Inputs, Outputs};
use coalescing::{Coalescing, Waiting};
use counts::{Counted, Counts, Half};
use cursor::{Cursor, Surroundings};
use events::Events;
use fault::Faulty;
use interrupt::{Alarm, Causes, Interrupt};
use next::LookAhead;
use registers::{Access, Address, Registers, Situation, Store};
use time::Time;
use wheels::Wheels;

/// The half of a count that a register shows.
fn half(register: u32) -> Option<Half> {
    let (of_cursor, high) = match register {
        offset::NOW_LO => (false, false),
        offset::NOW_HI => (false, true),
        offset::CURSOR_LO => (true, false),
        offset::CURSOR_HI => (true, true),
        _ => return None,
    };
    Some(Half { of_cursor, high })
}

/// One chip.
#[derive(Clone, Debug)]
pub struct ReferenceChip {
    build: Build,
    map: Vec<Option<Address>>,
    bus: Bus,
    /// The access that was executed in the clock before.
    request: Option<Request>,
    /// The word that a read shows, of the clock before.
    shows: Option<u32>,
    read_data: u32,
    registers: Registers,
    time: Time,
    counts: Counts,
    wheels: Wheels,
    arming: Arming,
    /// The host waits until its arm has been judged or refused.
    arm_waits: bool,
    /// The wheel of a read of `NEXT` that waits until the wheels stand where the next visits are.
    next_waits: Option<usize>,
    cursor: Cursor,
    events: Events,
    interrupt: Interrupt,
    coalescing: Coalescing,
    alarm: Alarm,
    look_ahead: LookAhead,
    clear_next: bool,
    fault: Faulty,
    reached: Reached,
}

impl ReferenceChip {
    /// A chip built to `build`, as it is after power-up and one clock of reset.
    pub fn new(build: &Build) -> Self {
        let capacity = 1 << build.slot_bits;
        Self {
            build: *build,
            map: Address::map(build),
            bus: Bus::default(),
            request: None,
            shows: None,
            read_data: 0,
            registers: Registers::new(),
            time: Time::default(),
            counts: Counts::new(),
            wheels: Wheels::new(build.wheels, capacity),
            arming: Arming::new(capacity, build.single_port),
            arm_waits: false,
            next_waits: None,
            cursor: Cursor::new(build.wheels > 1),
            events: Events::new(1 << build.fifo_bits),
            interrupt: Interrupt::default(),
            coalescing: Coalescing::default(),
            alarm: Alarm::new(),
            look_ahead: LookAhead::default(),
            clear_next: false,
            fault: Faulty::default(),
            reached: Reached::default(),
        }
    }

    /// A chip that is built to `build` and does one thing wrong.
    pub fn broken(build: &Build, fault: Fault) -> Self {
        Self { fault: Faulty::new(fault), ..Self::new(build) }
    }

    /// What a reset does to everything but the bus.
    fn clear(&mut self) {
        self.read_data = 0;
        self.request = None;
        self.shows = None;
        self.registers = Registers::new();
        self.time = Time::default();
        self.counts = Counts::new();
        self.wheels.clear();
        self.arming = Arming::new(self.wheels.capacity(), self.build.single_port);
        self.arm_waits = false;
        self.next_waits = None;
        self.cursor.clear();
        if !self.fault.is(Fault::ResetKeepsEvents) {
            self.events.clear();
        }
        self.interrupt = Interrupt::default();
        self.coalescing = Coalescing::default();
        self.alarm = Alarm::new();
        self.look_ahead = LookAhead::default();
    }

    /// What the outputs are in this clock, before its edge; they do not depend on this clock's inputs.
    pub fn outputs(&self) -> Outputs {
        self.bus.outputs(self.interrupt.irq, self.read_data)
    }

    /// What asks for an interrupt in this clock.
    fn causes(&self) -> Causes {
        Causes {
            event: self.coalescing.announces(self.events.is_valid()),
            error: self.registers.error_level,
            late_lost: self.events.lost && !self.fault.is(Fault::OverflowSilent),
            half_period: self.counts.half_period(),
            alarm: self.alarm.rings(),
        }
    }

    /// Answers the access that was executed in the clock before, or an earlier one that has waited: what it does, and
    /// `done`, with whether it failed. An arm is `decided` when it is judged or refused.
    fn access(&mut self, decided: bool) -> (Access, Option<bool>) {
        let Some(request) = self.request else {
            let arm = (self.arm_waits && decided).then_some(0);
            let late = self.look_ahead.answers().or(self.counts.answers()).or(arm);
            let answers = self.shows.take().or(late);
            if let Some(word) = answers {
                self.read_data = word;
            }
            self.arm_waits &= !decided;
            return (Access::default(), answers.map(|_| false));
        };
        self.reached.transfers += 1;
        let address = self.map[(request.offset / 4) as usize];
        let Some(address) = address.filter(|_| request.whole || !request.write) else {
            self.read_data = 0;
            let errors = carillon_regmap::counter_chip::field::error::ADDRESS.mask();
            let access = Access { errors, ..Access::default() };
            return (access, Some(true));
        };
        if request.write {
            let situation = Situation { ready: self.arming.is_ready(), head: self.events.head() };
            let access = self.registers.write(address, request.data, &situation);
            self.arm_waits = access.command.is_some_and(|command| command.busy);
            if self.arm_waits {
                return (access, None);
            }
            self.read_data = 0;
            return (access, Some(false));
        }
        if address.offset == offset::NEXT {
            let access = Access { asks: Some(address.index), ..Access::default() };
            return (access, None);
        }
        if let Some(half) = half(address.offset) {
            let access = Access { asks_time: Some(half), ..Access::default() };
            return (access, None);
        }
        self.shows = Some(self.read(address));
        (Access::default(), None)
    }

    /// Begins the search that a read of `NEXT` asks for.
    fn look_ahead(&mut self, wheel: usize, ready: bool) {
        let slot = match wheel {
            0 => self.wheels[0].next.slot,
            _ => self.look_ahead.upper_slot,
        };
        let word = self.look_ahead.ask(&self.wheels, wheel, slot, ready);
        let size = self.wheels[wheel].size();
        self.reached.count_next(word, slot, size);
    }

    /// One clock: gives the outputs before its rising edge, then takes the edge with `inputs`.
    pub fn step(&mut self, inputs: &Inputs) -> Outputs {
        let outputs = self.outputs();
        let clear = std::mem::replace(&mut self.clear_next, inputs.reset);

        // What is decided on the state before the edge.
        let causes = self.causes();
        let now = self.counts.now;
        let ready = self.arming.is_ready();
        let settled = self.cursor.settled();
        let to_clear = self.cursor.to_clear();
        let mut write = self.arming.act(&self.wheels, to_clear);
        let (access, done) = self.access(self.arming.judges(settled) || write.refused);
        let done = done.filter(|_| !self.fault.forgets(done.is_some()));
        let asks = access.asks.or(self.next_waits);
        let armed = self.arming.last_armed();
        let position = self.wheels.next_slot(0);
        self.fault.write(&mut write, position, self.arming.clears);
        let mut around = Surroundings {
            here: self.counts.here(),
            any_aside: self.counts.any_aside(),
            carry_waits: self.counts.carry_waits(),
            carry_urgent: self.counts.carry_urgent(),
            running: self.registers.running,
            room: !self.events.is_full(),
            pauses: self.arming.pauses(&write),
            acknowledged: self.events.releases(access.pop),
            cleared: self.arming.clears,
            granted: self.bus.executed().is_none() && asks.is_none() && !self.arming.looks_up(),
            written: write.bit.filter(|&(wheel, ..)| wheel == 0 && !self.build.single_port).map(|(_, slot, _)| slot),
        };
        self.fault.surroundings(&mut around, self.counts.cursor, access.pop);

        // The edge.
        let searching = asks.is_some() || self.look_ahead.is_searching();
        let may_clear = to_clear.filter(|_| !searching);
        self.arming.finish(&self.wheels, settled, &write, may_clear, access.command);
        if let Some((wheel, slot, busy)) = write.bit {
            // A look of this clock sees it, and so does a search that begins now.
            self.wheels.set_busy(wheel, slot, busy);
            if self.fault.is(Fault::DisarmedToo) && !busy && slot > 0 {
                self.wheels.set_busy(wheel, slot - 1, false);
            }
        }
        self.look_ahead.finish();
        if let Some(wheel) = asks.filter(|_| settled) {
            self.look_ahead(wheel, ready);
        }
        self.next_waits = asks.filter(|_| !settled);
        let executed = self.bus.executed();
        let executed = executed.map(|request| request.offset / 4 % carillon_regmap::counter_chip::MAX_WHEELS);
        if let Some(index) = executed.map(|index| index as usize).or(asks) {
            // What the registers show of an upper wheel is a clock old.
            self.look_ahead.upper_slot = self.wheels.next_slot(index);
        }
        let (passed, in_cascade) = (self.cursor.passed(), self.cursor.in_cascade());
        let outcome = self.cursor.step(&mut self.wheels, &around);
        let waiting =
            Waiting { valid: self.events.is_valid(), level: self.events.level(), full: self.events.is_full() };
        let found = self.fault.found(outcome.found, around.room);
        if let Some(found) = found.filter(|_| self.fault.is(Fault::AutoClearAlways)) {
            self.wheels.set_busy(found.wheel as u32, found.slot, false);
        }
        let late = self.fault.late(write.late, armed);
        let taken = self.events.finish(found, self.counts.cursor, late, access.pop);
        let tick = self.time.finish(self.registers.enabled, self.registers.prescale);
        self.counts.finish(&Counted {
            tick,
            passed,
            in_cascade: in_cascade && self.build.wheels > 1,
            asked: access.asks_time,
        });
        self.coalescing.finish(&waiting, tick);
        self.alarm.finish(now);
        self.interrupt.finish(&causes, access.interrupt);
        self.wheels.finish();
        match access.store {
            Some(Store::Coalesce(word)) => self.coalescing.word = word,
            Some(Store::AlarmLow(word)) => {
                self.alarm.tick = self.alarm.tick >> 32 << 32 | u64::from(word);
            }
            Some(Store::AlarmHigh(word)) => {
                self.alarm.tick = u64::from(word) << 32 | self.alarm.tick & 0xffff_ffff;
            }
            _ => {}
        }
        self.count_plans(&access);
        self.registers.finish(&access, write.refused, &mut self.wheels);
        self.request = self.bus.executed();
        self.bus.finish(inputs, done);
        self.clear_next |= access.soft_reset;

        self.count(&outputs, &causes, clear);
        self.reached.acknowledged += u64::from(access.pop);
        self.reached.acknowledged_while_found += u64::from(access.pop && outcome.found.is_some());
        self.reached.events += u64::from(outcome.found.is_some());
        self.reached.held += u64::from(outcome.holds);
        self.reached.skipped += u64::from(outcome.skipped);
        self.reached.not_empty += u64::from(outcome.not_empty);
        self.reached.blocked += u64::from(outcome.blocked);
        self.reached.blocked_in_cascade += u64::from(outcome.blocked && outcome.in_cascade);
        self.reached.cascades += u64::from(outcome.cascade > 1);
        self.reached.high_cascades += u64::from(outcome.cascade > 2);
        self.reached.late_events += u64::from(taken);
        self.reached.auto_cleared += u64::from(around.cleared);
        self.reached.written_under_the_cursor += u64::from(write.bit.is_some() && outcome.found.is_some());
        if clear {
            self.clear();
        }
        outputs
    }

    /// Counts what the host plans in this clock; the alarm is set already.
    fn count_plans(&mut self, access: &Access) {
        let reached = &mut self.reached;
        match access.store {
            Some(Store::Enable(true)) if !self.registers.running => {
                reached.long_ticks += u64::from(self.registers.prescale >= 256);
            }
            Some(Store::AlarmHigh(high)) if high != u32::MAX => {
                let away = self.alarm.tick.abs_diff(self.counts.now);
                reached.far_alarms += u64::from(away > 1 << 16);
            }
            _ => {}
        }
        if let Some(command) = access.command.filter(|command| command.busy) {
            let Appointment { wheel, visit } = command.appointment;
            if self.wheels.has(wheel, visit.slot) {
                let next = self.wheels[wheel as usize].next;
                reached.count_lap(visit.lap.wrapping_sub(next.lap) as i8);
            }
        }
    }

    fn count(&mut self, outputs: &Outputs, causes: &Causes, clear: bool) {
        let reached = &mut self.reached;
        reached.late_lost += u64::from(causes.late_lost);
        reached.alarm += u64::from(causes.alarm);
        reached.half_periods += u64::from(causes.half_period);
        reached.latest = reached.latest.max(self.counts.now);
        reached.coalesced += u64::from(self.events.is_valid() && !causes.event);
        reached.paused += u64::from(self.registers.running && !self.registers.enabled);
        reached.errors |= self.registers.errors;
        reached.resets += u64::from(clear);
        reached.interrupted += u64::from(outputs.irq);
    }

    /// The build.
    pub fn build(&self) -> &Build {
        &self.build
    }

    /// What has been reached so far.
    pub fn reached(&self) -> Reached {
        self.reached
    }

    /// What a read of the register at a byte offset would answer in this clock; `None` where the build has none.
    pub fn peek(&self, offset: u32) -> Option<u32> {
        let address = self.map.get((offset / 4) as usize)?;
        address.map(|address| self.read(address))
    }

    /// Lets time begin late, as `carillon_sim::Simulation::begin_at` does: one clock with an idle bus, at whose edge
    /// now and the cursor's ticks become `tick`. The wheels stand as at tick 0. Meant for a chip that has been reset
    /// and not started.
    pub fn begin_at(&mut self, tick: u64) {
        self.step(&Inputs::default());
        self.counts.begin_at(tick);
        self.cursor.begin_at(tick);
    }

    /// How many ticks the wheels have turned since the chip was first enabled: the cursor, unless time began late.
    pub fn turned(&self) -> u64 {
        self.cursor.turned(self.counts.shown)
    }

    /// The sequence number that an acknowledgement must carry now.
    pub fn sequence(&self) -> u32 {
        self.registers.pops
    }

    /// Ticks since the chip was first enabled.
    pub fn now(&self) -> u64 {
        self.counts.now
    }

    /// The last tick whose slots have all been visited, as `CURSOR_LO` and `CURSOR_HI` show it.
    #[allow(clippy::misnamed_getters, reason = "in a cascade the cursor is a tick further than the host may see")]
    pub fn cursor(&self) -> u64 {
        self.counts.shown
    }

    /// Checks what must hold between any two clocks.
    ///
    /// # Errors
    ///
    /// A sentence that names what does not hold.
    pub fn check_invariants(&self) -> Result<(), String> {
        if self.registers.running {
            self.cursor.check(self.counts.now, self.counts.shown, &self.wheels)?;
        }
        self.events.check()
    }
}
