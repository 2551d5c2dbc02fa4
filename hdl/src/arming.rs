//! # Arming, disarming, and the sweep that clears the memory
//!
//! **Purpose.** The only writer of the busy bits. It executes `ARM`, `DISARM` and the disarm of an acknowledgement, says
//! when an arm came too late, and clears the whole memory after a reset.
//!
//! **Interface.** One command a clock at the most: `arm` or `disarm` with `wheel`, `slot` and (arm) `lap`. `refused`
//! answers one clock later when the slot is out of range. The write goes to the busy bits, and to the cursor's
//! forwarding, on `write_*`. `late` asks the FIFO for a place for `late_slot` until `late_taken`; `late_lost` tells
//! that a late event found no place.
//!
//! **Timing.** The bit is written in the clock after the command (*w*), and judged in *w* + 1 against the cursor's next
//! visit, which by then reflects exactly the looks that did not see the bit. The sweep writes one bit a clock from
//! the clock after `clear`; `ready` rises when it has finished.
//!
//! **Invariants.** A slot whose arm was judged late is reported by a late event or by `late_lost`; one whose arm was
//! judged in time is seen by the cursor's next visit to it. Commands come only after the chip was first enabled (the
//! registers refuse them before): then the sweep is over, and the size that a slot was checked against never changes.

use crate::assemble::assemble;
use rust_hdl::prelude::*;

/// The writer of the busy bits; see the module's header.
#[derive(LogicBlock)]
pub struct Arming {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Starts the sweep afresh.
    pub clear: Signal<In, Bit>,
    /// Sets the slot's bit.
    pub arm: Signal<In, Bit>,
    /// Clears the slot's bit.
    pub disarm: Signal<In, Bit>,
    /// The command's wheel.
    pub wheel: Signal<In, Bits<3>>,
    /// The command's slot.
    pub slot: Signal<In, Bits<20>>,
    /// The lap of the visit that an arm means, modulo 256.
    pub lap: Signal<In, Bits<8>>,
    /// The wheel's highest slot.
    pub last_slot: Signal<In, Bits<20>>,
    /// The slot of the cursor's next visit.
    pub next_slot: Signal<In, Bits<20>>,
    /// The lap of the cursor's next visit, modulo 256.
    pub next_lap: Signal<In, Bits<8>>,
    /// The FIFO takes the late event in this clock.
    pub late_taken: Signal<In, Bit>,
    /// The FIFO is full.
    pub full: Signal<In, Bit>,
    /// The command of the clock before names no slot of a wheel; it is ignored.
    pub refused: Signal<Out, Bit>,
    /// The memory is clear; commands may come.
    pub ready: Signal<Out, Bit>,
    /// Write port of the busy bits: write at the next edge.
    pub write_enable: Signal<Out, Bit>,
    /// Write port: which slot.
    pub write_address: Signal<Out, Bits<20>>,
    /// Write port: its bit.
    pub write_data: Signal<Out, Bit>,
    /// A late event waits for a place.
    pub late: Signal<Out, Bit>,
    /// Its slot.
    pub late_slot: Signal<Out, Bits<20>>,
    /// A late event was dropped for want of a place.
    pub late_lost: Signal<Out, Bit>,
    refusing: DFF<Bit>,
    sweeping: DFF<Bit>,
    bit_enable: DFF<Bit>,
    bit_address: DFF<Bits<20>>,
    bit_data: DFF<Bit>,
    bit_lap: DFF<Bits<8>>,
    judging: DFF<Bit>,
    judged_slot: DFF<Bits<20>>,
    judged_lap: DFF<Bits<8>>,
    late_pending: DFF<Bit>,
    pending_slot: DFF<Bits<20>>,
    lost: DFF<Bit>,
    slot_mask: Constant<Bits<20>>,
    top_slot: Constant<Bits<20>>,
    no_wheel: Constant<Bits<3>>,
    lap_difference: Signal<Local, Bits<8>>,
    passed: Signal<Local, Bit>,
    out_of_range: Signal<Local, Bit>,
}

impl Arming {
    /// The writer of a memory of 2^`slot_bits` busy bits.
    pub fn new(slot_bits: u32) -> Self {
        let top_slot = (1u64 << slot_bits) - 1;
        assemble! {
            slot_mask: Constant::new(top_slot.into()),
            top_slot: Constant::new(top_slot.into()),
            no_wheel: Constant::new(0.into());
            clock, clear, arm, disarm, wheel, slot, lap, last_slot, next_slot, next_lap, late_taken, full,
            refused, ready, write_enable, write_address, write_data, late, late_slot, late_lost, refusing, sweeping,
            bit_enable, bit_address, bit_data, bit_lap, judging, judged_slot, judged_lap, late_pending,
            pending_slot, lost, lap_difference, passed, out_of_range
        }
    }
}

impl Logic for Arming {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            refusing,
            sweeping,
            bit_enable,
            bit_address,
            bit_data,
            bit_lap,
            judging,
            judged_slot,
            judged_lap,
            late_pending,
            pending_slot,
            lost
        );
        // The write port: the sweep's next slot, or a command.
        self.out_of_range.next =
            (self.wheel.val() != self.no_wheel.val()) | (self.slot.val() > self.last_slot.val());
        self.refusing.d.next = (self.arm.val() | self.disarm.val()) & self.out_of_range.val();
        self.bit_enable.d.next = false;
        self.bit_data.d.next = false;
        if self.sweeping.q.val() {
            self.bit_enable.d.next = true;
            self.bit_address.d.next = (self.bit_address.q.val() + 1) & self.slot_mask.val();
            if self.bit_enable.q.val() & (self.bit_address.q.val() == self.top_slot.val()) {
                self.bit_enable.d.next = false;
                self.sweeping.d.next = false;
            }
        } else {
            if (self.arm.val() | self.disarm.val()) & !self.out_of_range.val() {
                self.bit_enable.d.next = true;
                self.bit_address.d.next = self.slot.val() & self.slot_mask.val();
                self.bit_data.d.next = self.arm.val();
                self.bit_lap.d.next = self.lap.val();
            }
        }

        // The judgement, one clock after the write.
        self.judging.d.next = self.bit_enable.q.val() & self.bit_data.q.val();
        self.judged_slot.d.next = self.bit_address.q.val();
        self.judged_lap.d.next = self.bit_lap.q.val();
        self.lap_difference.next = self.judged_lap.q.val() - self.next_lap.val();
        self.passed.next = self.lap_difference.val().get_bit(7)
            | (!self.lap_difference.val().any()
                & (self.judged_slot.q.val() < self.next_slot.val()));

        // The late event waits for a place, or is lost when there is none.
        self.lost.d.next = false;
        if self.late_pending.q.val() & (self.late_taken.val() | self.full.val()) {
            self.late_pending.d.next = false;
            self.lost.d.next = !self.late_taken.val();
        }
        if self.judging.q.val() & self.passed.val() {
            self.late_pending.d.next = true;
            self.pending_slot.d.next = self.judged_slot.q.val();
            if self.late_pending.q.val() & !self.late_taken.val() {
                self.lost.d.next = true;
            }
        }

        if self.clear.val() {
            self.refusing.d.next = false;
            self.sweeping.d.next = true;
            self.bit_enable.d.next = false;
            self.bit_address.d.next = self.top_slot.val();
            self.judging.d.next = false;
            self.late_pending.d.next = false;
            self.lost.d.next = false;
        }

        self.refused.next = self.refusing.q.val();
        self.ready.next = !self.sweeping.q.val();
        self.write_enable.next = self.bit_enable.q.val();
        self.write_address.next = self.bit_address.q.val();
        self.write_data.next = self.bit_data.q.val();
        self.late.next = self.late_pending.q.val();
        self.late_slot.next = self.pending_slot.q.val();
        self.late_lost.next = self.lost.q.val();
    }
}
