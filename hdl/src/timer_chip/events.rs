//! # The timer chip's event FIFO
//!
//! **Purpose.** Keeps which timers have expired, and when, until the host has acknowledged them.
//!
//! **Interface.** `push` puts `timer`, `generation` and `tick` behind the others; it must not come without `room`.
//! `pop` drops the head. `valid` says that the head shown is an event. Depth 2^1 to 2^10.
//!
//! **Timing.** An event that is pushed in clock *c* is shown, where it is the head, from *c* + 2 on. After a pop the
//! next head is there in the next clock.
//!
//! **Invariants.** Events leave in the order in which they came; `level` counts them.

use crate::circuit::Circuit;
use crate::shared::memory::EntryMemory;
use rust_hdl::prelude::*;

/// The FIFO; see the module's header.
#[derive(Circuit)]
pub struct Events {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Empties the FIFO.
    pub clear: Signal<In, Bit>,
    /// A timer has expired.
    pub push: Signal<In, Bit>,
    /// Its number.
    pub timer: Signal<In, Bits<20>>,
    /// The generation of its start.
    pub generation: Signal<In, Bits<7>>,
    /// Low half of the tick at which it was due.
    pub tick: Signal<In, Bits<32>>,
    /// Drops the head.
    pub pop: Signal<In, Bit>,
    /// There is a place.
    pub room: Signal<Out, Bit>,
    /// How many there are.
    pub count: Signal<Out, Bits<11>>,
    /// The head is an event.
    pub valid: Signal<Out, Bit>,
    /// The head's timer.
    pub head_timer: Signal<Out, Bits<20>>,
    /// The head's generation.
    pub head_generation: Signal<Out, Bits<7>>,
    /// The head's tick.
    pub head_tick: Signal<Out, Bits<32>>,
    #[with("ADDRESS_BITS = FIFO_BITS")]
    timers: EntryMemory<27>,
    #[with("ADDRESS_BITS = FIFO_BITS")]
    ticks: EntryMemory<32>,
    /// The entry that the next event goes to.
    write_pointer: DFF<Bits<10>>,
    /// The entry of the head.
    read_pointer: DFF<Bits<10>>,
    /// Events in the FIFO.
    level: DFF<Bits<11>>,
    /// There is a head, and it was pushed two clocks ago or more.
    head_valid: DFF<Bit>,
    #[formula("1 << FIFO_BITS")]
    depth: Constant<Bits<11>>,
    one: Constant<Bits<11>>,
    #[formula("(2 << FIFO_BITS) - 1")]
    level_mask: Constant<Bits<11>>,
    #[formula("(1 << FIFO_BITS) - 1")]
    pointer_mask: Constant<Bits<10>>,
    after_push: Signal<Local, Bits<11>>,
    next_read: Signal<Local, Bits<10>>,
    head: Signal<Local, Bits<27>>,
}

impl Events {
    /// A FIFO of 2^`fifo_bits` events.
    pub fn new(fifo_bits: u32) -> Self {
        EventsParts {
            timers: EntryMemory::new(fifo_bits),
            ticks: EntryMemory::new(fifo_bits),
            depth: Constant::new((1u64 << fifo_bits).into()),
            one: Constant::new(1.into()),
            level_mask: Constant::new(((2u64 << fifo_bits) - 1).into()),
            pointer_mask: Constant::new(((1u64 << fifo_bits) - 1).into()),
        }
        .assemble()
    }
}

impl Logic for Events {
    #[hdl_gen]
    fn update(&mut self) {
        self.timers.write_enable.next = self.push.val();
        self.timers.write_address.next = self.write_pointer.q.val();
        self.timers.write_data.next =
            bit_cast::<27, 7>(self.generation.val()) | (bit_cast::<27, 20>(self.timer.val()) << 7);
        self.ticks.write_enable.next = self.push.val();
        self.ticks.write_address.next = self.write_pointer.q.val();
        self.ticks.write_data.next = self.tick.val();
        self.after_push.next = self.level.q.val();
        if self.push.val() {
            self.write_pointer.d.next = (self.write_pointer.q.val() + 1) & self.pointer_mask.val();
            self.after_push.next = (self.level.q.val() + self.one.val()) & self.level_mask.val();
        }

        // What was pushed in this clock is not read before the next one.
        self.level.d.next = self.after_push.val();
        self.head_valid.d.next = self.level.q.val().any();
        self.next_read.next = self.read_pointer.q.val();
        if self.pop.val() {
            self.level.d.next = (self.after_push.val() - self.one.val()) & self.level_mask.val();
            self.head_valid.d.next = self.level.q.val() > self.one.val();
            self.next_read.next = (self.read_pointer.q.val() + 1) & self.pointer_mask.val();
        }
        self.read_pointer.d.next = self.next_read.val();
        self.timers.read_address.next = self.next_read.val();
        self.ticks.read_address.next = self.next_read.val();

        // The depth is a power of two, so one bit of `level` says full.
        self.room.next = !(self.level.q.val() & self.depth.val()).any();
        self.count.next = self.level.q.val();
        self.valid.next = self.head_valid.q.val();
        self.head.next = self.timers.read_data.val();
        self.head_generation.next = self.head.val().get_bits::<7>(0);
        self.head_timer.next = self.head.val().get_bits::<20>(7);
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
    use crate::circuit::clocked::Clocked;

    /// An example; all else is proved: testbench/formal/timer_events.sv.
    #[test]
    fn events_leave_in_order_and_there_is_room_for_eight() {
        let mut fifo = Events::new(3);
        fifo.connect_all();
        fifo.clear.next = true;
        fifo.tick();
        fifo.clear.next = false;
        for event in 0..8u64 {
            assert!(fifo.room.val());
            assert_eq!(fifo.count.val(), event);
            fifo.push.next = true;
            fifo.timer.next = (0xf_fff0 + event).into();
            fifo.generation.next = (0x70 + event).into();
            fifo.tick.next = (0xffff_fff0 + event).into();
            Clocked::tick(&mut fifo);
        }
        fifo.push.next = false;
        Clocked::tick(&mut fifo);
        assert!(!fifo.room.val());
        for event in 0..8u64 {
            assert!(fifo.valid.val());
            assert_eq!(fifo.head_timer.val(), 0xf_fff0 + event);
            assert_eq!(fifo.head_generation.val(), 0x70 + event);
            assert_eq!(fifo.head_tick.val(), 0xffff_fff0 + event);
            fifo.pop.next = true;
            Clocked::tick(&mut fifo);
        }
        assert!(!fifo.valid.val() & fifo.room.val());
    }
}
