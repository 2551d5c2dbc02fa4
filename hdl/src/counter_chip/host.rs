//! # The host's side of the chip
//!
//! **Purpose.** Everything between the register bus and the parts that keep time: register file, settings and commands,
//! interrupt, alarm and coalescing.
//!
//! **Interface.** The register bus (see [`crate::shared::register_bus`]). The other ports are the settings, commands and
//! strobes to the other parts, and what can be seen of them.
//!
//! **Timing.** With `execute` in clock *e*: `failed` in *e* + 1, with `done`; `done` of a write in *e* + 1, of a read
//! in *e* + 2, of a read of a time in the clock of `time_done`; of a read of `NEXT` in the clock of `next_done`; of an
//! `ARM` that is postponed when it is judged or refused. Commands leave in *e* + 1; a setting shows in *e* + 2. A read
//! shows what was true in the clock before `done`; but a time is of the clock in which its reading began; so is a word
//! of `NEXT`.
//!
//! **Invariants.** Each access has one `done`, if a reset does not come in between. A read changes nothing but
//! `ERROR.address`.

use crate::circuit::Circuit;
use crate::circuit::word_map::rows;
use crate::counter_chip::alarm::Alarm;
use crate::counter_chip::register_wires::CounterRegisters;
use crate::counter_chip::registers::Registers;
use crate::shared::coalescing::Coalescing;
use crate::shared::interrupt::Interrupt;
use crate::shared::now::Now;
use crate::shared::register_bus::RegisterBusSlave;
use carillon_regmap::counter_chip::Build;
use rust_hdl::prelude::*;

/// The host's side; see the module's header.
#[derive(Circuit)]
pub struct Host {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Back to reset values; what was executed in the clock before may have no answer.
    pub clear: Signal<In, Bit>,
    /// The register bus.
    pub bus: RegisterBusSlave,
    /// The line to the host.
    pub irq: Signal<Out, Bit>,
    /// Time passes.
    pub enable: Signal<Out, Bit>,
    /// Clocks a tick.
    pub prescale: Signal<Out, Bits<24>>,
    /// Enabled at least once since reset.
    pub running: Signal<Out, Bit>,
    /// `CTRL.reset` is written: everything but the bus adapter goes through its reset.
    pub soft_reset: Signal<Out, Bit>,
    /// `ARM` is accepted.
    pub arm: Signal<Out, Bit>,
    /// `DISARM` is accepted, or an acknowledgement disarms.
    pub disarm: Signal<Out, Bit>,
    /// The command's wheel.
    pub wheel: Signal<Out, Bits<3>>,
    /// The command's slot.
    pub slot: Signal<Out, Bits<20>>,
    /// The command's lap.
    pub lap: Signal<Out, Bits<8>>,
    /// The event FIFO drops its head.
    pub pop: Signal<Out, Bit>,
    /// The event FIFO shows its head's wheel, slot and late mark in the next clock: they are read, or acknowledged.
    pub show_place: Signal<Out, Bit>,
    /// The event FIFO shows its head's tick in the next clock.
    pub show_tick: Signal<Out, Bit>,
    /// The wheel whose size or mode is written or read, or whose next busy slot is asked for.
    pub wheel_index: Signal<Out, Bits<3>>,
    /// The wheel takes `data` as its size, if it fits.
    pub write_size: Signal<Out, Bit>,
    /// The wheel takes `data` as its mode.
    pub write_mode: Signal<Out, Bit>,
    /// The distance to the wheel's next busy slot is asked for.
    pub ask_next: Signal<Out, Bit>,
    /// The size written a clock ago does not fit.
    pub size_refused: Signal<In, Bit>,
    /// The distance asked for is there.
    pub next_done: Signal<In, Bit>,
    /// The wheel has a busy slot.
    pub next_found: Signal<In, Bit>,
    /// How far it is.
    pub next_distance: Signal<In, Bits<20>>,
    /// The memory has been cleared.
    pub ready: Signal<In, Bit>,
    /// A command names no slot of a wheel.
    pub arm_refused: Signal<In, Bit>,
    /// The arm has been judged.
    pub arm_judged: Signal<In, Bit>,
    /// A late event was lost.
    pub late_lost: Signal<In, Bit>,
    /// The FIFO's head is an event.
    pub event_valid: Signal<In, Bit>,
    /// Events popped, modulo 16.
    pub event_sequence: Signal<In, Bits<4>>,
    /// Another stands behind it.
    pub event_more: Signal<In, Bit>,
    /// The head shown is late; 0 when none is shown.
    pub event_late: Signal<In, Bit>,
    /// The wheel of the head shown, or 0.
    pub event_wheel: Signal<In, Bits<3>>,
    /// The slot of the head shown, or 0.
    pub event_slot: Signal<In, Bits<20>>,
    /// The tick of the head shown, or 0.
    pub event_tick: Signal<In, Bits<32>>,
    /// Events in the FIFO.
    pub event_level: Signal<In, Bits<11>>,
    /// The FIFO is full.
    pub fifo_full: Signal<In, Bit>,
    /// Now goes on by one.
    pub tick: Signal<In, Bit>,
    /// Now has crossed a multiple of 2^31.
    pub half_period: Signal<In, Bit>,
    /// A half of now or of the cursor is asked for.
    pub ask_time: Signal<Out, Bit>,
    /// Which: bit 0 the high half, bit 1 the cursor's.
    pub which_time: Signal<Out, Bits<2>>,
    /// The half asked for is there.
    pub time_done: Signal<In, Bit>,
    /// That half; 0 unless it was asked for.
    pub time_word: Signal<In, Bits<32>>,
    /// The cursor is behind now.
    pub behind: Signal<In, Bit>,
    register_file: CounterRegisters,
    registers: Registers,
    interrupt: Interrupt,
    #[only_if("ALARM")]
    now: Now,
    #[only_if("ALARM")]
    alarm: Alarm,
    #[formula("ALARM")]
    with_alarm: Constant<Bit>,
    #[only_if("COALESCING")]
    #[otherwise("announced = event_valid")]
    coalescing: Coalescing,
    /// An arm was taken and is neither judged nor refused.
    arm_waits: DFF<Bit>,
    /// `STATUS` where that is read, else 0.
    status_word: DFF<Bits<5>>,
    /// `INTR_STATE` where that is read, else 0.
    state_word: DFF<Bits<5>>,
    /// `ERROR` where that is read, else 0.
    error_word: DFF<Bits<8>>,
    /// `EVENT` is read, and there is one.
    event_shown: DFF<Bit>,
    /// The same, and another stands behind it.
    more_shown: DFF<Bit>,
    /// The event's sequence number where `EVENT` is read, else 0.
    sequence_shown: DFF<Bits<4>>,
    /// `EVENT` is read, and something else asks for the host.
    attention_shown: DFF<Bit>,
    shows_event: Signal<Local, Bit>,
    shows_next: Signal<Local, Bit>,
    event_word: Signal<Local, Bits<32>>,
    next_word: Signal<Local, Bits<32>>,
}

impl Host {
    /// The host's side of a chip built to `build`.
    pub fn new(build: &Build) -> Self {
        HostParts {
            registers: Registers::default(),
            interrupt: Interrupt::default(),
            now: Now::default(),
            register_file: CounterRegisters::new(&rows(build)),
            alarm: Alarm::new(build.alarm),
            with_alarm: Constant::new(build.alarm),
            coalescing: Coalescing::new(build.coalescing),
        }
        .assemble()
    }
}

impl Logic for Host {
    #[hdl_gen]
    fn update(&mut self) {
        // The register bus.
        self.register_file.clear.next = self.clear.val();
        RegisterBusSlave::link(&mut self.bus, &mut self.register_file.bus);
        self.register_file.refused.next = self.registers.refused.val();
        self.register_file.refused_late.next = self.size_refused.val();
        self.register_file.postponed.next = self.registers.arm.val();
        self.register_file.answered.next = self.next_done.val()
            | self.time_done.val()
            | (self.arm_waits.q.val() & (self.arm_judged.val() | self.arm_refused.val()));
        self.arm_waits.d.next = !self.clear.val()
            & (self.registers.arm.val() | (self.arm_waits.q.val() & !self.arm_judged.val() & !self.arm_refused.val()));
        self.wheel_index.next = self.bus.address.val().get_bits::<3>(0);
        self.write_mode.next = self.register_file.written.WHEEL_MODE.val();
        self.ask_next.next = self.register_file.asked.NEXT.val();
        self.ask_time.next = self.register_file.asked.TIME.val();
        self.which_time.next = self.bus.address.val().get_bits::<2>(0);

        // Settings and commands.
        self.registers.clear.next = self.clear.val();
        self.registers.data.next = self.bus.data.val();
        self.registers.write_ctrl.next = self.register_file.written.CTRL.val();
        self.registers.write_prescale.next = self.register_file.written.PRESCALE.val();
        self.registers.write_arm.next = self.register_file.written.ARM.val();
        self.registers.write_disarm.next = self.register_file.written.DISARM.val();
        self.registers.write_event_ack.next = self.register_file.written.EVENT_ACK.val();
        self.registers.write_error.next = self.register_file.written.ERROR.val();
        self.registers.write_wheel_size.next = self.register_file.written.WHEEL_SIZE.val();
        self.registers.access_failed.next = self.register_file.bus.failed.val();
        self.registers.arm_refused.next = self.arm_refused.val();
        self.registers.size_refused.next = self.size_refused.val();
        self.registers.ready.next = self.ready.val();
        self.registers.event_valid.next = self.event_valid.val();
        self.registers.pops.next = self.event_sequence.val();
        self.enable.next = self.registers.enable.val();
        self.prescale.next = self.registers.prescale.val();
        self.running.next = self.registers.running.val();
        self.soft_reset.next = self.registers.soft_reset.val();
        self.arm.next = self.registers.arm.val();
        self.disarm.next = self.registers.disarm.val();
        self.wheel.next = self.registers.wheel.val();
        self.slot.next = self.registers.slot.val();
        self.lap.next = self.registers.lap.val();
        self.pop.next = self.registers.pop.val();
        self.write_size.next = self.registers.write_size.val();

        // The alarm, with a now of its own.
        self.now.clear.next = self.clear.val();
        self.now.advance.next = bit_cast::<5, 1>((self.tick.val() & self.with_alarm.val()).into());
        self.alarm.clear.next = self.clear.val();
        self.alarm.write_low.next = self.register_file.written.ALARM_LO.val();
        self.alarm.write_high.next = self.register_file.written.ALARM_HI.val();
        self.alarm.data.next = self.bus.data.val();
        self.alarm.now_low.next = self.now.low.val();
        self.alarm.now_high.next = self.now.high.val();

        // The announcement of events.
        self.coalescing.clear.next = self.clear.val();
        self.coalescing.write.next = self.register_file.written.INTR_COALESCE.val();
        self.coalescing.data.next = self.bus.data.val().get_bits::<24>(0);
        self.coalescing.event_valid.next = self.event_valid.val();
        self.coalescing.event_level.next = self.event_level.val();
        self.coalescing.fifo_full.next = self.fifo_full.val();
        self.coalescing.tick.next = self.tick.val();

        // The interrupt.
        self.interrupt.clear.next = self.clear.val();
        self.interrupt.event_level.next = self.coalescing.announced.val();
        self.interrupt.error_level.next = self.registers.error_level.val();
        self.interrupt.alarm_reached.next = self.alarm.reached.val();
        self.interrupt.late_overflow.next = self.late_lost.val();
        self.interrupt.half_period.next = self.half_period.val();
        self.interrupt.write_state.next = self.register_file.written.INTR_STATE.val();
        self.interrupt.write_enables.next = self.register_file.written.INTR_ENABLE.val();
        self.interrupt.write_test.next = self.register_file.written.INTR_TEST.val();
        self.interrupt.data.next = self.bus.data.val().get_bits::<5>(0);
        self.irq.next = self.interrupt.irq.val();

        // What can be seen, in registers that are 0 but for what is selected. So are an event that is not there and a
        // distance not found.
        self.status_word.d.next = bit_cast::<5, 1>(self.ready.val().into())
            | (bit_cast::<5, 1>(self.registers.running.val().into()) << 1)
            | (bit_cast::<5, 1>(self.event_valid.val().into()) << 2)
            | (bit_cast::<5, 1>(self.fifo_full.val().into()) << 3)
            | (bit_cast::<5, 1>(self.behind.val().into()) << 4);
        if !self.register_file.selected.STATUS.val() {
            self.status_word.d.next = 0.into();
        }
        self.state_word.d.next = self.interrupt.state.val();
        if !self.register_file.selected.INTR_STATE.val() {
            self.state_word.d.next = 0.into();
        }
        self.error_word.d.next = self.registers.errors.val();
        if !self.register_file.selected.ERROR.val() {
            self.error_word.d.next = 0.into();
        }
        self.shows_event.next = self.register_file.selected.EVENT.val() & self.event_valid.val();
        self.show_place.next =
            self.shows_event.val() | (self.register_file.selected.EVENT_ACK.val() & self.bus.write.val());
        self.show_tick.next = self.register_file.selected.EVENT_TICK.val() & self.event_valid.val();
        self.event_shown.d.next = self.shows_event.val();
        self.more_shown.d.next = self.shows_event.val() & self.event_more.val();
        self.sequence_shown.d.next = self.event_sequence.val();
        if !self.shows_event.val() {
            self.sequence_shown.d.next = 0.into();
        }
        self.attention_shown.d.next = self.register_file.selected.EVENT.val() & self.interrupt.attention.val();
        self.event_word.next = bit_cast::<32, 20>(self.event_slot.val())
            | (bit_cast::<32, 3>(self.event_wheel.val()) << 20)
            | (bit_cast::<32, 4>(self.sequence_shown.q.val()) << 23)
            | (bit_cast::<32, 1>(self.attention_shown.q.val().into()) << 28)
            | (bit_cast::<32, 1>(self.more_shown.q.val().into()) << 29)
            | (bit_cast::<32, 1>(self.event_late.val().into()) << 30)
            | (bit_cast::<32, 1>(self.event_shown.q.val().into()) << 31);
        self.shows_next.next = self.register_file.selected.NEXT.val() & self.next_found.val();
        self.next_word.next = 0.into();
        if self.shows_next.val() {
            self.next_word.next =
                bit_cast::<32, 20>(self.next_distance.val()) | (bit_cast::<32, 1>(self.next_found.val().into()) << 31);
        }
        self.register_file.live.next = bit_cast::<32, 5>(self.status_word.q.val() | self.state_word.q.val())
            | bit_cast::<32, 8>(self.error_word.q.val())
            | self.event_word.val()
            | self.event_tick.val()
            | self.time_word.val()
            | self.next_word.val();
    }
}

#[cfg(test)]
mod tests;
