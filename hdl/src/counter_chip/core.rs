//! # The counter chip behind its register bus
//!
//! **Purpose.** Appendix A of Varghese and Lauck: steps an array of busy bits, one slot a tick, and interrupts the host
//! only where a bit is set.
//!
//! **Interface.** `clock`, `reset` (synchronous, high, one clock or more), `irq` (level, high), and the register bus
//! (see [`crate::shared::register_bus`]), to which a bus adapter carries the host's accesses.
//!
//! **Timing.** One clock. A reset, by pin or by `CTRL`, takes hold one clock later. `done` comes one clock after
//! `execute` of a write, two of a read; up to 48 of a read of `NEXT`, 32 with up to 4,096 slots. A busy slot is found
//! three clocks after its tick was asked for; its event can be read four clocks after that.
//!
//! **Invariants.** Of all parts only `arming` writes a busy bit, only `cursor` moves wheel 0 and only `cascade` the
//! wheels above it. The cursor's event comes before a late one when both want a place in the FIFO; the late one waits.

use crate::circuit::Circuit;
use crate::counter_chip::arming::Arming;
use crate::counter_chip::backlog::Backlog;
use crate::counter_chip::busy_bits::BusyBits;
use crate::counter_chip::cascade::Cascade;
use crate::counter_chip::cursor::Cursor;
use crate::counter_chip::event_fifo::EventFifo;
use crate::counter_chip::host::Host;
use crate::counter_chip::late_check::LateCheck;
use crate::counter_chip::tick_counts::TickCounts;
use crate::counter_chip::wheels::Wheels;
use crate::shared::look_ahead::LookAhead;
use crate::shared::register_bus::RegisterBusSlave;
use crate::shared::time_base::TimeBase;
use carillon_regmap::counter_chip::Build;
use rust_hdl::prelude::*;

/// The chip without a bus adapter; see the module's header.
#[derive(Circuit)]
pub struct Core {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// The interrupt line.
    pub irq: Signal<Out, Bit>,
    /// The register bus.
    pub bus: RegisterBusSlave,
    host: Host,
    time_base: TimeBase,
    tick_counts: TickCounts,
    backlog: Backlog,
    busy_bits: BusyBits,
    wheels: Wheels,
    arming: Arming,
    late_check: LateCheck,
    #[only_if("LOOKS_AHEAD")]
    look_ahead: LookAhead,
    cursor: Cursor,
    #[only_if("MULTI_WHEEL")]
    cascade: Cascade,
    event_fifo: EventFifo,
    /// The pin or `CTRL.reset` asked for a reset one clock ago.
    clearing: DFF<Bit>,
    /// Which busy bit the cursor's latest event comes from, inverted.
    found_address: DFF<Bits<20>>,
    /// A read of `NEXT` waits until the cursor has settled.
    next_waits: DFF<Bit>,
    #[formula("WHEELS > 1")]
    multi_wheel: Constant<Bit>,
    #[formula("LOOK_AHEAD != 0")]
    looks_ahead: Constant<Bit>,
    #[formula("(1 << SLOT_BITS) - 1")]
    slot_mask: Constant<Bits<20>>,
    visited: Signal<Local, Bits<20>>,
    granted: Signal<Local, Bit>,
    next_asked: Signal<Local, Bit>,
    cascade_address: Signal<Local, Bits<20>>,
}

impl Core {
    /// The chip that `build` describes; its bus adapter is not looked at.
    pub fn new(build: &Build) -> Self {
        let (slot_bits, multi_wheel) = (build.slot_bits, build.wheels > 1);
        CoreParts {
            time_base: TimeBase::default(),
            backlog: Backlog::default(),
            host: Host::new(build),
            tick_counts: TickCounts::new(multi_wheel),
            busy_bits: BusyBits::new(slot_bits, build.single_port),
            wheels: Wheels::new(build),
            arming: Arming::new(slot_bits, build.single_port, multi_wheel, build.wheel_modes),
            late_check: LateCheck::new(slot_bits, multi_wheel),
            look_ahead: LookAhead::new(slot_bits, multi_wheel, build.look_ahead),
            cursor: Cursor::new(slot_bits, multi_wheel, build.wheel_modes),
            cascade: Cascade::new(slot_bits, multi_wheel),
            event_fifo: EventFifo::new(build.fifo_bits, multi_wheel, build.wheel_modes),
            multi_wheel: Constant::new(multi_wheel),
            looks_ahead: Constant::new(build.look_ahead),
            slot_mask: Constant::new(((1u64 << slot_bits) - 1).into()),
        }
        .assemble()
    }
}

impl Logic for Core {
    #[hdl_gen]
    fn update(&mut self) {
        // Reset, by pin or by register.
        self.clearing.d.next = self.reset.val() | self.host.soft_reset.val();
        self.host.clear.next = self.clearing.q.val();
        self.time_base.clear.next = self.clearing.q.val();
        self.tick_counts.clear.next = self.clearing.q.val();
        self.backlog.clear.next = self.clearing.q.val();
        self.wheels.clear.next = self.clearing.q.val();
        self.arming.clear.next = self.clearing.q.val();
        self.late_check.clear.next = self.clearing.q.val();
        self.look_ahead.clear.next = self.clearing.q.val();
        self.cursor.clear.next = self.clearing.q.val();
        self.cascade.clear.next = self.clearing.q.val();
        self.event_fifo.clear.next = self.clearing.q.val();

        // The host's accesses.
        RegisterBusSlave::link(&mut self.bus, &mut self.host.bus);
        self.irq.next = self.host.irq.val();

        // Time.
        self.time_base.enable.next = self.host.enable.val();
        self.time_base.prescale.next = self.host.prescale.val();
        self.tick_counts.tick.next = self.time_base.tick.val();
        self.tick_counts.walked.next = self.cursor.walked.val();
        self.tick_counts.skipped.next = self.cursor.skipped.val();
        self.tick_counts.fewer.next = self.cursor.fewer.val();
        self.tick_counts.starts_cascade.next = self.cursor.starts_cascade.val();
        self.tick_counts.cascading.next = self.cascade.cascading.val();
        self.tick_counts.wants_aside.next = self.backlog.wants_aside.val();
        self.tick_counts.wants_back.next = self.backlog.wants_back.val();
        self.tick_counts.ask.next = self.host.ask_time.val();
        self.tick_counts.of_cursor.next = self.host.which_time.val().get_bit(1);
        self.tick_counts.high.next = self.host.which_time.val().get_bit(0);
        self.tick_counts.forget.next = self.bus.execute.val();
        self.host.time_done.next = self.tick_counts.answered.val();
        self.host.time_word.next = self.tick_counts.word.val();
        self.host.tick.next = self.time_base.tick.val();
        self.host.half_period.next = self.tick_counts.half_period.val();

        // How far the cursor may go.
        self.backlog.tick.next = self.time_base.tick.val();
        self.backlog.walked.next = self.cursor.walked.val();
        self.backlog.skipped.next = self.cursor.skipped.val();
        self.backlog.fewer.next = self.cursor.fewer.val();
        self.backlog.any_aside.next = self.tick_counts.any_aside.val();
        self.backlog.exchanged.next = self.tick_counts.exchanged.val();
        self.cursor.running.next = self.host.running.val();
        self.cursor.some.next = self.backlog.some.val();
        self.cursor.eight.next = self.backlog.eight.val();
        self.cursor.far.next = self.backlog.far.val();
        self.cursor.carry_waits.next = self.tick_counts.carry_waits.val();
        self.cursor.carry_urgent.next = self.tick_counts.carry_urgent.val();
        self.host.behind.next = self.backlog.behind.val() | self.cascade.cascading.val();

        // `NEXT` is of a settled position.
        self.next_asked.next = self.looks_ahead.val() & (self.host.ask_next.val() | self.next_waits.q.val());
        self.next_waits.d.next = self.next_asked.val() & !self.cursor.settled.val() & !self.clearing.q.val();

        // The wheels; one reader at a time: the host, a command of the host's, the cascade.
        self.wheels.index.next = self.host.wheel_index.val();
        self.wheels.data.next = self.bus.data.val();
        self.wheels.write_size.next = self.host.write_size.val();
        self.wheels.write_mode.next = self.host.write_mode.val();
        self.host.size_refused.next = self.wheels.size_refused.val();
        self.granted.next = false;
        if self.bus.execute.val() | self.next_asked.val() {
            self.wheels.select.next = self.host.wheel_index.val();
        } else if self.arming.selects.val() {
            self.wheels.select.next = self.arming.select_wheel.val();
        } else {
            self.wheels.select.next = self.cascade.wheel.val();
            self.granted.next = true;
        }
        self.wheels.visited.next = self.cascade.wheel.val();

        // The one writer of the busy bits.
        self.arming.arm.next = self.host.arm.val();
        self.arming.disarm.next = self.host.disarm.val();
        self.arming.wheel.next = self.host.wheel.val();
        self.arming.slot.next = self.host.slot.val();
        self.arming.head_wheel.next = self.event_fifo.head_wheel.val();
        self.arming.head_slot.next = self.event_fifo.head_slot.val() & self.slot_mask.val();
        self.arming.selected_present.next = self.wheels.selected_present.val();
        self.arming.selected_last.next = self.wheels.selected_last.val();
        self.arming.selected_base.next = self.wheels.selected_base.val();
        self.host.ready.next = self.arming.ready.val();
        self.host.arm_refused.next = self.arming.refused.val();
        self.busy_bits.write_enable.next = self.arming.write_enable.val();
        self.busy_bits.write_address.next = self.arming.write_address.val();
        self.busy_bits.write_data.next = self.arming.write_data.val();
        self.busy_bits.whole.next = self.arming.write_whole.val();
        self.arming.swept.next = self.cursor.visited.val();
        self.cursor.sweeping.next = self.arming.sweeping.val();
        self.cascade_address.next = !((bit_cast::<20, 16>(self.cascade.word.val()) << 4)
            | bit_cast::<20, 4>(self.cascade.offset.val()))
            & self.slot_mask.val();
        self.visited.next = !self.cursor.visited.val() & self.slot_mask.val();
        if self.cursor.commit.val() {
            self.found_address.d.next = self.cursor.visited.val();
            if self.cascade.upper.val() {
                self.found_address.d.next = self.cascade_address.val();
            }
        }
        self.arming.clear_request.next = self.cursor.clear_bit.val();
        self.arming.clear_address.next = self.found_address.q.val();
        self.cursor.cleared.next = self.arming.cleared.val();

        // Looking ahead. Nobody writes a busy bit meanwhile: the host waits for its answer, and `AUTO_CLEAR` waits
        // here.
        self.look_ahead.write_enable.next = self.arming.write_enable.val();
        self.look_ahead.write_address.next = !self.arming.write_address.val() & self.slot_mask.val();
        self.look_ahead.write_data.next = self.arming.write_data.val();
        self.look_ahead.ask.next = self.next_asked.val() & self.cursor.settled.val();
        self.look_ahead.wheel_present.next = self.wheels.selected_present.val() & self.arming.ready.val();
        self.look_ahead.wheel_base.next = self.wheels.selected_base.val();
        self.look_ahead.wheel_size.next = self.wheels.selected_size.val();
        self.look_ahead.slot.next = self.visited.val();
        if self.multi_wheel.val() & self.host.wheel_index.val().any() {
            self.look_ahead.slot.next = self.wheels.selected_slot.val();
        }
        self.arming.pause_clearing.next = self.next_asked.val() | self.look_ahead.searching.val();
        self.host.next_done.next = self.look_ahead.done.val();
        self.host.next_found.next = self.look_ahead.found.val();
        self.host.next_distance.next = self.look_ahead.distance.val();

        // Was an arm in time?
        self.late_check.armed.next = self.arming.written_arm.val();
        self.late_check.wheel.next = self.arming.written_wheel.val();
        self.late_check.slot.next = self.arming.written_slot.val();
        self.late_check.lap.next = self.host.lap.val();
        self.late_check.next_slot.next = self.cursor.visited.val();
        self.late_check.settled.next = self.cursor.settled.val();
        self.late_check.next_lap.next = self.cursor.lap.val();
        self.wheels.late_check_select.next = self.late_check.late_check_wheel.val();
        self.late_check.upper_slot.next = self.wheels.late_check_slot.val();
        self.late_check.upper_lap.next = self.wheels.late_check_lap.val();
        self.late_check.room.next = self.event_fifo.room.val();
        self.late_check.late_taken.next = self.event_fifo.late_taken.val();

        // The cursor reads the busy bits; the cascade has it visit the upper wheels.
        self.busy_bits.read_word.next = self.cursor.read_word.val();
        self.busy_bits.look_address.next = self.cursor.look_address.val();
        self.cursor.slot_busy.next = self.busy_bits.slot_busy.val();
        self.cursor.word_busy.next = self.busy_bits.word_busy.val();
        self.cursor.pause.next = self.arming.pause_reading.val();
        self.cursor.last_slot.next = self.wheels.last_slot.val();
        self.cursor.hold.next = self.wheels.hold.val();
        self.cursor.auto_clear.next = self.wheels.auto_clear.val();
        self.cursor.room.next = self.event_fifo.room.val();
        self.cursor.acknowledged.next = self.event_fifo.acknowledged.val();
        self.cursor.cascading.next = self.cascade.cascading.val();
        self.cursor.cascade_upper.next = self.cascade.upper.val();
        self.cursor.cascade_ask.next = self.cascade.ask.val();
        self.cursor.cascade_address.next = self.cascade_address.val();
        self.cascade.start.next = self.cursor.ready_for_cascade.val();
        self.cascade.count.next = self.wheels.count.val();
        self.cascade.granted.next = self.granted.val();
        self.cascade.selected_last.next = self.wheels.selected_last.val();
        self.cascade.selected_base.next = self.wheels.selected_base.val();
        self.cascade.selected_slot.next = self.wheels.selected_slot.val();
        self.cascade.selected_lap.next = self.wheels.selected_lap.val();
        self.cascade.taken.next = self.cursor.cascade_taken.val();
        self.cascade.done.next = self.cursor.cascade_done.val();
        self.cascade.again.next = self.cursor.cascade_again.val();
        self.wheels.step.next = self.cascade.step.val();
        self.wheels.step_wheel.next = self.cascade.wheel.val();
        self.wheels.step_slot.next = self.cascade.step_slot.val();
        self.wheels.step_lap.next = self.cascade.step_lap.val();

        // Events.
        self.event_fifo.take.next = self.cursor.commit.val();
        self.event_fifo.take_held.next = self.wheels.hold.val();
        self.event_fifo.wheel.next = self.cascade.wheel.val();
        self.event_fifo.slot.next = self.visited.val();
        if self.cascade.upper.val() {
            self.event_fifo.slot.next = self.cascade.slot.val();
        }
        self.event_fifo.late.next = self.late_check.late.val();
        self.event_fifo.late_wheel.next = self.late_check.late_wheel.val();
        self.event_fifo.late_slot.next = self.late_check.late_slot.val();
        self.event_fifo.push_tick.next = self.tick_counts.cursor_tick.val();
        self.event_fifo.pop.next = self.host.pop.val();
        self.event_fifo.show_place.next = self.host.show_place.val();
        self.event_fifo.show_tick.next = self.host.show_tick.val();
        self.host.event_valid.next = self.event_fifo.valid.val();
        self.host.event_sequence.next = self.event_fifo.pops.val();
        self.host.event_more.next = self.event_fifo.more.val();
        self.host.event_late.next = self.event_fifo.head_late.val();
        self.host.event_wheel.next = self.event_fifo.head_wheel.val();
        self.host.event_slot.next = self.event_fifo.head_slot.val() & self.slot_mask.val();
        self.host.event_tick.next = self.event_fifo.head_tick.val();
        self.host.event_level.next = self.event_fifo.entries.val();
        self.host.fifo_full.next = !self.event_fifo.room.val();
        self.host.arm_judged.next = self.late_check.judged.val();
        self.host.late_lost.next = self.late_check.late_lost.val();
    }
}
