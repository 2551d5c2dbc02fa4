//! # The event FIFO
//!
//! **Purpose.** Keeps what the cursor found until the host has acknowledged it.
//!
//! **Interface.** `push` writes an event (late, slot, wheel, tick); `pop` drops the head. `valid` says that the head
//! shown is an event, `more` that another stands behind it. `room` says that a push decided in this clock, to be made
//! in the next, will find a place; `full` that a push made in this clock would not. Depth 2^1 to 2^10.
//!
//! **Timing.** A push is visible at the head two clocks later. After a pop the next head is there in the next clock.
//!
//! **Invariants.** `level` is pushes less pops and never leaves 0 to depth, provided that nobody pushes when `full` or
//! pops unless `valid`. Events leave in the order in which they came.

use crate::assemble::assemble;
use crate::memory::EntryMemory;
use rust_hdl::prelude::*;

/// The FIFO; see the module's header.
#[derive(LogicBlock)]
pub struct EventFifo {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Empties the FIFO.
    pub clear: Signal<In, Bit>,
    /// Appends the event on the `push_*` inputs.
    pub push: Signal<In, Bit>,
    /// The event was raised by an arm that came too late.
    pub push_late: Signal<In, Bit>,
    /// The event's wheel.
    pub push_wheel: Signal<In, Bits<3>>,
    /// The event's slot.
    pub push_slot: Signal<In, Bits<20>>,
    /// Low 32 bits of the event's tick.
    pub push_tick: Signal<In, Bits<32>>,
    /// Drops the head.
    pub pop: Signal<In, Bit>,
    /// The head is an event.
    pub valid: Signal<Out, Bit>,
    /// At least one event stands behind the head.
    pub more: Signal<Out, Bit>,
    /// A push in the next clock will find a place.
    pub room: Signal<Out, Bit>,
    /// A push in this clock would be lost.
    pub full: Signal<Out, Bit>,
    /// The head's late mark.
    pub head_late: Signal<Out, Bit>,
    /// The head's wheel.
    pub head_wheel: Signal<Out, Bits<3>>,
    /// The head's slot.
    pub head_slot: Signal<Out, Bits<20>>,
    /// Low 32 bits of the head's tick.
    pub head_tick: Signal<Out, Bits<32>>,
    places: EntryMemory<24>,
    ticks: EntryMemory<32>,
    write_pointer: DFF<Bits<10>>,
    read_pointer: DFF<Bits<10>>,
    level: DFF<Bits<11>>,
    head_valid: DFF<Bit>,
    depth: Constant<Bits<11>>,
    one: Constant<Bits<11>>,
    pointer_mask: Constant<Bits<10>>,
    next_read: Signal<Local, Bits<10>>,
    after_pop: Signal<Local, Bits<11>>,
    after_push: Signal<Local, Bits<11>>,
    head: Signal<Local, Bits<24>>,
}

impl EventFifo {
    /// A FIFO of 2^`fifo_bits` events.
    pub fn new(fifo_bits: u32) -> Self {
        assemble! {
            places: EntryMemory::new(fifo_bits),
            ticks: EntryMemory::new(fifo_bits),
            depth: Constant::new((1u64 << fifo_bits).into()),
            one: Constant::new(1.into()),
            pointer_mask: Constant::new(((1u64 << fifo_bits) - 1).into());
            clock, clear, push, push_late, push_wheel, push_slot, push_tick, pop, valid, more, room, full,
            head_late, head_wheel, head_slot, head_tick, write_pointer, read_pointer, level, head_valid,
            next_read, after_pop, after_push, head
        }
    }
}

impl Logic for EventFifo {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, write_pointer, read_pointer, level, head_valid);
        clock!(self, clock, places, ticks);

        self.places.write_enable.next = self.push.val();
        self.places.write_address.next = self.write_pointer.q.val();
        self.places.write_data.next = bit_cast::<24, 20>(self.push_slot.val())
            | (bit_cast::<24, 3>(self.push_wheel.val()) << 20)
            | (bit_cast::<24, 1>(self.push_late.val().into()) << 23);
        self.ticks.write_enable.next = self.push.val();
        self.ticks.write_address.next = self.write_pointer.q.val();
        self.ticks.write_data.next = self.push_tick.val();

        self.next_read.next = self.read_pointer.q.val();
        self.after_pop.next = self.level.q.val();
        if self.pop.val() {
            self.next_read.next = (self.read_pointer.q.val() + 1) & self.pointer_mask.val();
            self.after_pop.next = self.level.q.val() - self.one.val();
        }
        self.after_push.next = self.level.q.val();
        self.level.d.next = self.after_pop.val();
        if self.push.val() {
            self.write_pointer.d.next = (self.write_pointer.q.val() + 1) & self.pointer_mask.val();
            self.after_push.next = self.level.q.val() + self.one.val();
            self.level.d.next = self.after_pop.val() + self.one.val();
        }
        self.read_pointer.d.next = self.next_read.val();
        self.places.read_address.next = self.next_read.val();
        self.ticks.read_address.next = self.next_read.val();
        self.head_valid.d.next = self.after_pop.val().any();

        self.full.next = self.level.q.val() == self.depth.val();
        self.room.next = self.after_push.val() < self.depth.val();
        self.valid.next = self.head_valid.q.val();
        self.more.next = self.head_valid.q.val() & (self.level.q.val() > self.one.val());
        self.head.next = self.places.read_data.val();
        self.head_slot.next = self.head.val().get_bits::<20>(0);
        self.head_wheel.next = self.head.val().get_bits::<3>(20);
        self.head_late.next = self.head.val().get_bit(23);
        self.head_tick.next = self.ticks.read_data.val();

        if self.clear.val() {
            self.write_pointer.d.next = 0.into();
            self.read_pointer.d.next = 0.into();
            self.level.d.next = 0.into();
            self.head_valid.d.next = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clocked::{Clocked, clocked};
    use std::collections::VecDeque;

    clocked!(EventFifo);

    /// Every sequence of eight pushes and pops (as far as they are allowed) on a FIFO of two.
    #[test]
    fn event_fifo_every_short_sequence_keeps_order_and_loses_nothing() {
        for script in 0..1u32 << 16 {
            let mut fifo = EventFifo::new(1);
            fifo.connect_all();
            let mut stored = VecDeque::new();
            for step in 0..8u32 {
                let (wants_push, wants_pop) =
                    (script >> (2 * step) & 1 != 0, script >> (2 * step) & 2 != 0);
                let push = wants_push && !fifo.full.val();
                let pop = wants_pop && fifo.valid.val();
                assert_eq!(fifo.full.val(), stored.len() == 2);
                fifo.push.next = push;
                fifo.pop.next = pop;
                fifo.push_slot.next = u64::from(step + 7).into();
                fifo.push_tick.next = u64::from(step + 100).into();
                fifo.push_late.next = step % 2 == 0;
                if pop {
                    stored.pop_front();
                }
                let readable = stored.len();
                if push {
                    stored.push_back(step);
                }
                fifo.tick();
                // Reading ahead sees what was stored before this clock.
                assert_eq!(
                    fifo.valid.val(),
                    readable > 0,
                    "script {script:#x}, step {step}"
                );
                if let Some(&first) = stored.front().filter(|_| readable > 0) {
                    assert_eq!(
                        fifo.head_slot.val(),
                        u64::from(first + 7),
                        "script {script:#x}, step {step}"
                    );
                    assert_eq!(fifo.head_tick.val(), u64::from(first + 100));
                    assert_eq!(fifo.head_late.val(), first % 2 == 0);
                }
            }
        }
    }
}
