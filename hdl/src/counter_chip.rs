//! # The counter chip
//!
//! **Purpose.** Appendix A of Varghese and Lauck: steps an array of busy bits, one slot a tick, and interrupts the host
//! only where a bit is set.
//!
//! **Interface.** `clock`, `reset` (synchronous, high, one clock or more), `irq` (level, high), and the register bus (see
//! [`crate::front`]).
//!
//! **Timing.** One clock. A reset, by pin or by `CTRL`, takes hold one clock later (the bus at once). A busy slot's event is decided in the clock in which its tick is looked at, stored in the
//! next, and can be read two clocks after that.
//!
//! **Invariants.** Of all parts only `arming` writes a busy bit and only `cursor` moves the cursor. The cursor's event comes
//! before a late one when both want the FIFO; the late one waits.

use crate::Build;
use crate::arming::Arming;
use crate::cursor::Cursor;
use crate::event_fifo::EventFifo;
use crate::interrupt::Interrupt;
use crate::memory::BusyBits;
use crate::read_back::ReadBack;
use crate::registers::Registers;
use crate::time_base::TimeBase;
use rust_hdl::prelude::*;

/// The chip without a front end; see the module's header.
#[derive(LogicBlock)]
pub struct CounterChip {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// The interrupt line.
    pub irq: Signal<Out, Bit>,
    /// Register bus: an access is made in this clock.
    pub execute: Signal<In, Bit>,
    /// Register bus: it is a write.
    pub write: Signal<In, Bit>,
    /// Register bus: of all four bytes.
    pub whole: Signal<In, Bit>,
    /// Register bus: word address.
    pub address: Signal<In, Bits<6>>,
    /// Register bus: word written.
    pub data: Signal<In, Bits<32>>,
    /// Register bus: the access is done.
    pub done: Signal<Out, Bit>,
    /// Register bus: with `done`, it has failed.
    pub failed: Signal<Out, Bit>,
    /// Register bus: the word read, from the clock after `done`.
    pub read_data: Signal<Out, Bits<32>>,
    finishing: DFF<Bit>,
    word_read: DFF<Bits<32>>,
    registers: Registers,
    read_back: ReadBack,
    time_base: TimeBase,
    busy_bits: BusyBits,
    arming: Arming,
    cursor: Cursor,
    event_fifo: EventFifo,
    interrupt: Interrupt,
    clearing: DFF<Bit>,
    push_late: Signal<Local, Bit>,
}

impl CounterChip {
    /// The chip that `build` describes.
    pub fn new(build: &Build) -> Self {
        Self {
            clock: Default::default(),
            reset: Default::default(),
            irq: Default::default(),
            execute: Default::default(),
            write: Default::default(),
            whole: Default::default(),
            address: Default::default(),
            data: Default::default(),
            done: Default::default(),
            failed: Default::default(),
            read_data: Default::default(),
            finishing: Default::default(),
            word_read: Default::default(),
            registers: Registers::new(build),
            read_back: ReadBack::new(build),
            time_base: Default::default(),
            busy_bits: BusyBits::new(build.slot_bits),
            arming: Arming::new(build.slot_bits),
            cursor: Cursor::new(build.slot_bits),
            event_fifo: EventFifo::new(build.fifo_bits),
            interrupt: Default::default(),
            clearing: Default::default(),
            push_late: Default::default(),
        }
    }
}

impl Logic for CounterChip {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, clearing, finishing, word_read);
        clock!(
            self, clock, registers, read_back, time_base, busy_bits, arming, cursor, event_fifo,
            interrupt
        );

        // Reset: the pin for all, the register's for all but the transfer that writes it.
        self.clearing.d.next = self.reset.val() | self.registers.soft_reset.val();
        self.registers.clear.next = self.clearing.q.val();
        self.time_base.clear.next = self.clearing.q.val();
        self.arming.clear.next = self.clearing.q.val();
        self.cursor.clear.next = self.clearing.q.val();
        self.event_fifo.clear.next = self.clearing.q.val();
        self.interrupt.clear.next = self.clearing.q.val();

        // The host's side.
        self.finishing.d.next = self.execute.val();
        self.done.next = self.finishing.q.val();
        self.failed.next = self.read_back.failed.val();
        self.word_read.d.next = self.read_back.read_data.val();
        self.read_data.next = self.word_read.q.val();
        self.registers.execute.next = self.execute.val();
        self.registers.write.next = self.write.val();
        self.registers.whole.next = self.whole.val();
        self.registers.address.next = self.address.val();
        self.registers.data.next = self.data.val();

        self.read_back.execute.next = self.execute.val();
        self.read_back.write.next = self.write.val();
        self.read_back.whole.next = self.whole.val();
        self.read_back.address.next = self.address.val();
        self.registers.access_refused.next = self.read_back.refused.val();
        self.read_back.scratch.next = self.registers.scratch.val();
        self.read_back.enable.next = self.registers.enable.val();
        self.read_back.running.next = self.registers.running.val();
        self.read_back.prescale.next = self.registers.prescale.val();
        self.read_back.last_slot.next = self.registers.last_slot.val();
        self.read_back.sequence_number.next = self.registers.sequence_number.val();
        self.read_back.errors.next = self.registers.errors.val();

        // Time.
        self.time_base.enable.next = self.registers.enable.val();
        self.time_base.prescale.next = self.registers.prescale.val();
        self.read_back.now_low.next = self.time_base.now_low.val();
        self.read_back.now_high.next = self.time_base.now_high.val();
        self.cursor.now_low.next = self.time_base.now_low.val();
        self.cursor.now_high.next = self.time_base.now_high.val();

        // The one writer of the busy bits, which the cursor watches.
        self.arming.arm.next = self.registers.arm.val();
        self.arming.disarm.next = self.registers.disarm.val();
        self.arming.wheel.next = self.registers.wheel.val();
        self.arming.slot.next = self.registers.slot.val();
        self.arming.lap.next = self.registers.lap.val();
        self.arming.last_slot.next = self.registers.last_slot.val();
        self.arming.next_slot.next = self.cursor.next_slot.val();
        self.arming.next_lap.next = self.cursor.lap.val();
        self.registers.ready.next = self.arming.ready.val();
        self.read_back.ready.next = self.arming.ready.val();
        self.registers.arm_refused.next = self.arming.refused.val();
        self.busy_bits.write_enable.next = self.arming.write_enable.val();
        self.busy_bits.write_address.next = self.arming.write_address.val();
        self.busy_bits.write_data.next = self.arming.write_data.val();
        self.cursor.write_enable.next = self.arming.write_enable.val();
        self.cursor.write_address.next = self.arming.write_address.val();
        self.cursor.write_data.next = self.arming.write_data.val();

        // The cursor reads them.
        self.busy_bits.read_address.next = self.cursor.word_address.val();
        self.cursor.word_data.next = self.busy_bits.read_data.val();
        self.cursor.last_slot.next = self.registers.last_slot.val();
        self.cursor.room.next = self.event_fifo.room.val();
        self.read_back.cursor_low.next = self.cursor.cursor_low.val();
        self.read_back.cursor_high.next = self.cursor.cursor_high.val();

        // Events: the cursor's first, a late one when the port is free.
        self.push_late.next =
            self.arming.late.val() & !self.cursor.event_strobe.val() & !self.event_fifo.full.val();
        self.arming.late_taken.next = self.push_late.val();
        self.arming.full.next = self.event_fifo.full.val();
        self.event_fifo.push.next = self.cursor.event_strobe.val() | self.push_late.val();
        self.event_fifo.push_late.next = self.push_late.val();
        self.event_fifo.push_wheel.next = 0.into();
        self.event_fifo.push_slot.next = self.cursor.event_slot.val();
        if self.push_late.val() {
            self.event_fifo.push_slot.next = self.arming.late_slot.val();
        }
        self.event_fifo.push_tick.next = self.cursor.cursor_low.val();
        self.event_fifo.pop.next = self.registers.pop.val();
        self.registers.event_valid.next = self.event_fifo.valid.val();
        self.read_back.event_valid.next = self.event_fifo.valid.val();
        self.read_back.event_more.next = self.event_fifo.more.val();
        self.read_back.event_late.next = self.event_fifo.head_late.val();
        self.registers.event_wheel.next = self.event_fifo.head_wheel.val();
        self.read_back.event_wheel.next = self.event_fifo.head_wheel.val();
        self.registers.event_slot.next = self.event_fifo.head_slot.val();
        self.read_back.event_slot.next = self.event_fifo.head_slot.val();
        self.read_back.event_tick.next = self.event_fifo.head_tick.val();
        self.read_back.fifo_full.next = self.event_fifo.full.val();

        // The interrupt.
        self.interrupt.event_level.next = self.event_fifo.valid.val();
        self.interrupt.error_level.next = self.registers.error_level.val();
        self.interrupt.late_overflow.next = self.arming.late_lost.val();
        self.interrupt.half_period.next = self.time_base.half_period.val();
        self.interrupt.write_state.next = self.registers.write_intr_state.val();
        self.interrupt.write_enables.next = self.registers.write_intr_enable.val();
        self.interrupt.write_test.next = self.registers.write_intr_test.val();
        self.interrupt.data.next = self.registers.data.val().get_bits::<5>(0);
        self.read_back.intr_state.next = self.interrupt.state.val();
        self.read_back.intr_enable.next = self.interrupt.enables.val();
        self.read_back.attention.next = self.interrupt.attention.val();
        self.irq.next = self.interrupt.irq.val();
    }
}
