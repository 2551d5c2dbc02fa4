//! # The counter chip
//!
//! **Purpose.** Appendix A of Varghese and Lauck: steps an array of busy bits, one slot a tick, and interrupts the host
//! only where a bit is set.
//!
//! **Interface.** `clock`, `reset` (synchronous, high, one clock or more), `irq` (level, high), and a Wishbone B4 slave.
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
use crate::host_side::HostSide;
use crate::memory::BusyBits;
use crate::time_base::TimeBase;
use crate::wishbone::Wishbone;
use rust_hdl::prelude::*;

/// The chip with its Wishbone front end; see the module's header.
#[derive(LogicBlock)]
pub struct CounterChip {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// The interrupt line.
    pub irq: Signal<Out, Bit>,
    /// Wishbone: a bus cycle is under way.
    pub wb_cyc: Signal<In, Bit>,
    /// Wishbone: the master asks for a transfer.
    pub wb_stb: Signal<In, Bit>,
    /// Wishbone: it is a write.
    pub wb_we: Signal<In, Bit>,
    /// Wishbone: which bytes.
    pub wb_sel: Signal<In, Bits<4>>,
    /// Wishbone: which word.
    pub wb_adr: Signal<In, Bits<6>>,
    /// Wishbone: the word to write.
    pub wb_dat_w: Signal<In, Bits<32>>,
    /// Wishbone: the word read.
    pub wb_dat_r: Signal<Out, Bits<32>>,
    /// Wishbone: the transfer is done.
    pub wb_ack: Signal<Out, Bit>,
    /// Wishbone: the transfer has failed.
    pub wb_err: Signal<Out, Bit>,
    /// Wishbone: no transfer is accepted in this clock.
    pub wb_stall: Signal<Out, Bit>,
    front: Wishbone,
    host: HostSide,
    time_base: TimeBase,
    busy_bits: BusyBits,
    arming: Arming,
    cursor: Cursor,
    event_fifo: EventFifo,
    highest_slot: DFF<Bits<20>>,
    refused_size: DFF<Bit>,
    top_slot: Constant<Bits<20>>,
    least_size: Constant<Bits<32>>,
    capacity: Constant<Bits<32>>,
    size_less_one: Signal<Local, Bits<20>>,
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
            wb_cyc: Default::default(),
            wb_stb: Default::default(),
            wb_we: Default::default(),
            wb_sel: Default::default(),
            wb_adr: Default::default(),
            wb_dat_w: Default::default(),
            wb_dat_r: Default::default(),
            wb_ack: Default::default(),
            wb_err: Default::default(),
            wb_stall: Default::default(),
            front: Default::default(),
            host: HostSide::new(build),
            time_base: Default::default(),
            busy_bits: BusyBits::new(build.slot_bits),
            arming: Arming::new(build.slot_bits),
            cursor: Cursor::new(build.slot_bits),
            event_fifo: EventFifo::new(build.fifo_bits),
            highest_slot: Default::default(),
            refused_size: Default::default(),
            top_slot: Constant::new(((1u64 << build.slot_bits) - 1).into()),
            least_size: Constant::new(2.into()),
            capacity: Constant::new((1u64 << build.slot_bits).into()),
            size_less_one: Default::default(),
            clearing: Default::default(),
            push_late: Default::default(),
        }
    }
}

impl Logic for CounterChip {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, clearing, highest_slot, refused_size);
        clock!(
            self, clock, front, host, time_base, busy_bits, arming, cursor, event_fifo
        );

        // Reset: the pin for all, the register's for all but the transfer that writes it.
        self.clearing.d.next = self.reset.val() | self.host.soft_reset.val();
        self.front.reset.next = self.reset.val();
        self.host.clear.next = self.clearing.q.val();
        self.time_base.clear.next = self.clearing.q.val();
        self.arming.clear.next = self.clearing.q.val();
        self.cursor.clear.next = self.clearing.q.val();
        self.event_fifo.clear.next = self.clearing.q.val();

        // The host's side.
        self.front.wb_cyc.next = self.wb_cyc.val();
        self.front.wb_stb.next = self.wb_stb.val();
        self.front.wb_we.next = self.wb_we.val();
        self.front.wb_sel.next = self.wb_sel.val();
        self.front.wb_adr.next = self.wb_adr.val();
        self.front.wb_dat_w.next = self.wb_dat_w.val();
        self.front.done.next = self.host.done.val();
        self.front.failed.next = self.host.failed.val();
        self.wb_dat_r.next = self.host.read_data.val();
        self.wb_ack.next = self.front.wb_ack.val();
        self.wb_err.next = self.front.wb_err.val();
        self.wb_stall.next = self.front.wb_stall.val();
        self.host.execute.next = self.front.execute.val();
        self.host.write.next = self.front.write.val();
        self.host.whole.next = self.front.whole.val();
        self.host.address.next = self.front.address.val();
        self.host.data.next = self.front.data.val();

        // The wheel.
        self.size_less_one.next = self.front.data.val().get_bits::<20>(0) - 1;
        self.refused_size.d.next = false;
        if self.host.write_size.val() {
            if (self.front.data.val() >= self.least_size.val())
                & (self.front.data.val() <= self.capacity.val())
            {
                self.highest_slot.d.next = self.size_less_one.val() & self.top_slot.val();
            } else {
                self.refused_size.d.next = true;
            }
        }
        if self.clearing.q.val() {
            self.highest_slot.d.next = self.top_slot.val();
        }
        self.host.size_refused.next = self.refused_size.q.val();
        self.host.shown_size.next = bit_cast::<21, 20>(self.highest_slot.q.val()) + 1;
        self.host.shown_mode.next = 0.into();
        self.host.next_done.next = false;
        self.host.next_found.next = false;
        self.host.next_distance.next = 0.into();

        // Time.
        self.time_base.enable.next = self.host.enable.val();
        self.time_base.prescale.next = self.host.prescale.val();
        self.host.now_low.next = self.time_base.now_low.val();
        self.host.now_high.next = self.time_base.now_high.val();
        self.host.tick.next = false;
        self.host.half_period.next = self.time_base.half_period.val();
        self.cursor.now_low.next = self.time_base.now_low.val();
        self.cursor.now_high.next = self.time_base.now_high.val();

        // The one writer of the busy bits, which the cursor watches.
        self.arming.arm.next = self.host.arm.val();
        self.arming.disarm.next = self.host.disarm.val();
        self.arming.wheel.next = self.host.wheel.val();
        self.arming.slot.next = self.host.slot.val();
        self.arming.lap.next = self.host.lap.val();
        self.arming.last_slot.next = self.highest_slot.q.val();
        self.arming.next_slot.next = self.cursor.next_slot.val();
        self.arming.next_lap.next = self.cursor.lap.val();
        self.host.ready.next = self.arming.ready.val();
        self.host.arm_refused.next = self.arming.refused.val();
        self.busy_bits.write_enable.next = self.arming.write_enable.val();
        self.busy_bits.write_address.next = self.arming.write_address.val();
        self.busy_bits.write_data.next = self.arming.write_data.val();
        self.cursor.write_enable.next = self.arming.write_enable.val();
        self.cursor.write_address.next = self.arming.write_address.val();
        self.cursor.write_data.next = self.arming.write_data.val();

        // The cursor reads them.
        self.busy_bits.read_address.next = self.cursor.word_address.val();
        self.cursor.word_data.next = self.busy_bits.read_data.val();
        self.cursor.last_slot.next = self.highest_slot.q.val();
        self.cursor.room.next = self.event_fifo.room.val();
        self.host.cursor_low.next = self.cursor.cursor_low.val();
        self.host.cursor_high.next = self.cursor.cursor_high.val();
        self.host.behind.next = (self.time_base.now_low.val() != self.cursor.cursor_low.val())
            | (self.time_base.now_high.val() != self.cursor.cursor_high.val());

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
        self.event_fifo.pop.next = self.host.pop.val();
        self.host.event_valid.next = self.event_fifo.valid.val();
        self.host.event_more.next = self.event_fifo.more.val();
        self.host.event_late.next = self.event_fifo.head_late.val();
        self.host.event_wheel.next = self.event_fifo.head_wheel.val();
        self.host.event_slot.next = self.event_fifo.head_slot.val();
        self.host.event_tick.next = self.event_fifo.head_tick.val();
        self.host.event_level.next = 0.into();
        self.host.fifo_full.next = self.event_fifo.full.val();
        self.host.late_lost.next = self.arming.late_lost.val();
        self.irq.next = self.host.irq.val();
    }
}
