//! # The event FIFO
//!
//! **Purpose.** Keeps what the cursor found, and the late events of the late check, until the host has acknowledged
//! them.
//!
//! **Interface.** `take` gives a place to the cursor's event (`wheel`, `slot`; `take_held` when the cursor waits for
//! its acknowledgement); it must not come without `room`. `late` asks for a place for a late event and gets it,
//! `late_taken`, when there is room and the cursor takes none. `pop` drops the head. `valid` says that there is a head,
//! `more` that another event stands behind it; `pops` counts them, modulo 16. With `show_place` or `show_tick` the head
//! is on `head_*` in the next clock, and what is not shown is 0. `acknowledged` when the held event is popped. Depth
//! 2^1 to 2^10.
//!
//! **Timing.** A place taken in clock *L* is filled in *L* + 1, its tick (`push_tick`) in *L* + 2, and `valid` tells of
//! it from *L* + 4 on. After a pop the head, `valid` and `more` have settled in the fourth clock; pops are no nearer.
//! What is asked for in the clock of a pop and in the next one is the event popped. A pop of the last event is seen in
//! `valid` in the next clock.
//!
//! **Invariants.** `taken` counts the places given less the pops and never exceeds the depth. Events leave in the order
//! in which their places were taken. What is not shown comes from the last entry of a memory's lower half, which gets 0
//! in the clock after `clear` and nothing else; where a FIFO is so deep that half a memory costs more, the data are
//! masked.

use crate::circuit::Circuit;
use crate::shared::memory::EntryMemory;
use rust_hdl::prelude::*;

/// Up to 2^7 events, with as many entries beside them, take no more block RAM of 4 kbit than without these.
const SHALLOW_BITS: u32 = 7;

/// The pops are counted in as many bits.
const SEQUENCE_BITS: u32 = 4;

/// The FIFO; see the module's header.
#[derive(Circuit)]
pub struct EventFifo {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Empties the FIFO.
    pub clear: Signal<In, Bit>,
    /// The cursor's event gets a place.
    pub take: Signal<In, Bit>,
    /// The cursor waits for the acknowledgement of this event.
    pub take_held: Signal<In, Bit>,
    /// Its wheel.
    pub wheel: Signal<In, Bits<3>>,
    /// Its slot.
    pub slot: Signal<In, Bits<20>>,
    /// A late event asks for a place.
    pub late: Signal<In, Bit>,
    /// Its wheel.
    pub late_wheel: Signal<In, Bits<3>>,
    /// Its slot.
    pub late_slot: Signal<In, Bits<20>>,
    /// Low 32 bits of the tick of the place taken two clocks before.
    pub push_tick: Signal<In, Bits<32>>,
    /// Drops the head.
    pub pop: Signal<In, Bit>,
    /// Shows the head's wheel, slot and late mark in the next clock.
    pub show_place: Signal<In, Bit>,
    /// Shows the head's tick in the next clock.
    pub show_tick: Signal<In, Bit>,
    /// There is a place.
    pub room: Signal<Out, Bit>,
    /// The late event gets a place.
    pub late_taken: Signal<Out, Bit>,
    /// The held event is popped.
    pub acknowledged: Signal<Out, Bit>,
    /// The head is an event.
    pub valid: Signal<Out, Bit>,
    /// At least one event stands behind the head.
    pub more: Signal<Out, Bit>,
    /// Events popped, modulo 16, from two clocks after each on.
    pub pops: Signal<Out, Bits<4>>,
    /// Places taken.
    pub entries: Signal<Out, Bits<11>>,
    /// The head's late mark, if shown.
    pub head_late: Signal<Out, Bit>,
    /// The head's wheel, if shown.
    pub head_wheel: Signal<Out, Bits<3>>,
    /// The head's slot, if shown.
    pub head_slot: Signal<Out, Bits<20>>,
    /// Low 32 bits of the head's tick, if shown.
    pub head_tick: Signal<Out, Bits<32>>,
    #[with("ADDRESS_BITS = ENTRY_BITS")]
    places: EntryMemory<24>,
    #[with("ADDRESS_BITS = ENTRY_BITS")]
    ticks: EntryMemory<32>,
    /// Places given, less the events popped.
    taken: DFF<Bits<11>>,
    /// An entry's wheel, slot and late mark are written now.
    filling: DFF<Bit>,
    /// The cursor waits for the event that is written now.
    filling_held: DFF<Bit>,
    /// The event that is written now is a late one.
    filling_late: DFF<Bit>,
    /// Wheel of the event that is written now.
    filling_wheel: DFF<Bits<3>>,
    /// Slot of the event that is written now.
    filling_slot: DFF<Bits<20>>,
    /// An entry's tick is written now.
    timing: DFF<Bit>,
    /// Cleared one clock ago: the entry shown for none gets 0 now.
    cleared: DFF<Bit>,
    /// Which entry is written next, or now.
    write_pointer: DFF<Bits<10>>,
    /// The write pointer one clock ago: the entry that gets its tick.
    tick_pointer: DFF<Bits<10>>,
    /// Entry of the event that the cursor waits for.
    held_pointer: DFF<Bits<10>>,
    /// The cursor waits for an event that is in the FIFO.
    held: DFF<Bit>,
    /// Count of the pops, a clock late; its low bits name the head.
    read_pointer: DFF<Bits<10>>,
    /// The head was popped one clock ago.
    popped: DFF<Bit>,
    /// Wheel, slot and late mark were asked for one clock ago.
    place_shown: DFF<Bit>,
    /// The head's tick was asked for one clock ago.
    tick_shown: DFF<Bit>,
    /// At least one place was in use one clock ago.
    some_1: DFF<Bit>,
    /// At least one place was in use both one and two clocks ago.
    some_2: DFF<Bit>,
    /// The head's place is filled and its event can be read.
    head_valid: DFF<Bit>,
    /// At least two places were in use one clock ago.
    head_more: DFF<Bit>,
    #[formula("FIFO_BITS > 7 ? FIFO_BITS : FIFO_BITS + 1")]
    entry_bits: Constant<Bits<4>>,
    #[formula("1 << FIFO_BITS")]
    depth: Constant<Bits<11>>,
    one_more: Constant<Bits<11>>,
    one_less: Constant<Bits<11>>,
    #[formula("(2 << FIFO_BITS) - 1")]
    count_mask: Constant<Bits<11>>,
    #[formula("(1 << FIFO_BITS) - 1")]
    pointer_mask: Constant<Bits<10>>,
    #[formula("(1 << (FIFO_BITS < 4 ? 4 : FIFO_BITS)) - 1")]
    read_mask: Constant<Bits<10>>,
    #[formula("FIFO_BITS > 7 ? 0 : 1 << FIFO_BITS")]
    upper_half: Constant<Bits<10>>,
    #[formula("FIFO_BITS > 7")]
    deep: Constant<Bit>,
    #[formula("WHEEL_MODES")]
    modes: Constant<Bit>,
    #[formula("WHEELS > 1")]
    multi_wheel: Constant<Bit>,
    has_room: Signal<Local, Bit>,
    takes_late: Signal<Local, Bit>,
    takes: Signal<Local, Bit>,
    step: Signal<Local, Bits<11>>,
    read_entry: Signal<Local, Bits<10>>,
    upper: Signal<Local, Bits<10>>,
    head: Signal<Local, Bits<24>>,
}

impl EventFifo {
    /// A FIFO of 2^`fifo_bits` events of one wheel, or several if `multi_wheel`, some held where
    /// there are `modes`.
    pub fn new(fifo_bits: u32, multi_wheel: bool, modes: bool) -> Self {
        let deep = fifo_bits > SHALLOW_BITS;
        let half_bits = u32::from(!deep);
        let address_bits = fifo_bits + half_bits;
        EventFifoParts {
            places: EntryMemory::new(address_bits),
            ticks: EntryMemory::new(address_bits),
            entry_bits: Constant::new(u64::from(address_bits).into()),
            depth: Constant::new((1u64 << fifo_bits).into()),
            one_more: Constant::new(1.into()),
            one_less: Constant::new(0x7ff.into()),
            count_mask: Constant::new(((2u64 << fifo_bits) - 1).into()),
            pointer_mask: Constant::new(((1u64 << fifo_bits) - 1).into()),
            read_mask: Constant::new(((1u64 << fifo_bits.max(SEQUENCE_BITS)) - 1).into()),
            upper_half: Constant::new((u64::from(half_bits) << fifo_bits).into()),
            deep: Constant::new(deep),
            modes: Constant::new(modes),
            multi_wheel: Constant::new(multi_wheel),
        }
        .assemble()
    }
}

impl Logic for EventFifo {
    #[hdl_gen]
    fn update(&mut self) {
        // A place for the cursor's event first. The depth is a power of two, so one bit of `taken` says full.
        self.has_room.next = !(self.taken.q.val() & self.depth.val()).any();
        self.takes_late.next = self.late.val() & self.has_room.val() & !self.take.val();
        self.filling.d.next = self.take.val() | self.takes_late.val();
        self.filling_held.d.next = self.take.val() & self.take_held.val() & self.modes.val();
        self.filling_late.d.next = !self.take.val();
        self.filling_wheel.d.next = 0.into();
        self.filling_slot.d.next = self.late_slot.val();
        if self.multi_wheel.val() {
            self.filling_wheel.d.next = self.late_wheel.val();
        }
        if self.take.val() {
            self.filling_slot.d.next = self.slot.val();
            if self.multi_wheel.val() {
                self.filling_wheel.d.next = self.wheel.val();
            }
        }
        self.takes.next = self.take.val() | self.takes_late.val();
        self.step.next = self.one_more.val();
        if self.pop.val() {
            self.step.next = self.one_less.val();
        }
        if self.takes.val() ^ self.pop.val() {
            self.taken.d.next = (self.taken.q.val() + self.step.val()) & self.count_mask.val();
        }

        // The place is filled.
        self.places.write_enable.next = self.filling.q.val();
        self.upper.next = self.upper_half.val();
        if self.cleared.q.val() {
            self.upper.next = 0.into();
        }
        self.places.write_address.next = self.write_pointer.q.val() | self.upper.val();
        self.places.write_data.next = bit_cast::<24, 1>(self.filling_late.q.val().into())
            | (bit_cast::<24, 3>(self.filling_wheel.q.val()) << 1)
            | (bit_cast::<24, 20>(self.filling_slot.q.val()) << 4);
        self.timing.d.next = self.filling.q.val();
        self.tick_pointer.d.next = self.write_pointer.q.val();
        self.ticks.write_enable.next = self.timing.q.val();
        self.ticks.write_address.next = self.tick_pointer.q.val() | self.upper.val();
        self.ticks.write_data.next = self.push_tick.val();
        if self.filling.q.val() {
            self.write_pointer.d.next = (self.write_pointer.q.val() + 1) & self.pointer_mask.val();
        }

        // The head.
        self.some_1.d.next = self.taken.q.val().any();
        self.some_2.d.next = self.some_1.q.val() & self.taken.q.val().any();
        self.head_valid.d.next = self.some_2.q.val() & self.taken.q.val().any();
        self.head_more.d.next = (self.taken.q.val() >> 1).any();
        if self.pop.val() & !self.head_more.q.val() {
            self.head_valid.d.next = false;
        }
        self.popped.d.next = self.pop.val();
        if self.popped.q.val() {
            self.read_pointer.d.next = (self.read_pointer.q.val() + 1) & self.read_mask.val();
        }
        self.pops.next = self.read_pointer.q.val().get_bits::<4>(0);
        self.read_entry.next = self.read_pointer.q.val() & self.pointer_mask.val();
        self.places.read_address.next = self.pointer_mask.val();
        if self.show_place.val() {
            self.places.read_address.next = self.read_entry.val() | self.upper_half.val();
        }
        self.ticks.read_address.next = self.pointer_mask.val();
        if self.show_tick.val() {
            self.ticks.read_address.next = self.read_entry.val() | self.upper_half.val();
        }
        self.place_shown.d.next = self.show_place.val();
        self.tick_shown.d.next = self.show_tick.val();
        self.head.next = self.places.read_data.val();
        self.head_tick.next = self.ticks.read_data.val();
        if self.deep.val() & !self.place_shown.q.val() {
            self.head.next = 0.into();
        }
        if self.deep.val() & !self.tick_shown.q.val() {
            self.head_tick.next = 0.into();
        }

        // The event that the cursor waits for.
        self.acknowledged.next = false;
        if self.filling.q.val() & self.filling_held.q.val() {
            self.held.d.next = true;
            self.held_pointer.d.next = self.write_pointer.q.val();
        }
        if self.pop.val() & self.held.q.val() & (self.read_entry.val() == self.held_pointer.q.val()) {
            self.acknowledged.next = true;
            self.held.d.next = false;
        }

        self.room.next = self.has_room.val();
        self.late_taken.next = self.takes_late.val();
        self.valid.next = self.head_valid.q.val();
        self.more.next = self.head_valid.q.val() & self.head_more.q.val();
        self.entries.next = self.taken.q.val();
        self.head_slot.next = self.head.val().get_bits::<20>(4);
        self.head_wheel.next = self.head.val().get_bits::<3>(1);
        self.head_late.next = self.head.val().get_bit(0);

        self.cleared.d.next = self.clear.val();
        if self.clear.val() {
            // In the next clock the entry that is shown when none is gets 0; then the first place is the next one.
            self.filling.d.next = true;
            self.filling_held.d.next = false;
            self.filling_late.d.next = false;
            self.filling_wheel.d.next = 0.into();
            self.filling_slot.d.next = 0.into();
            self.timing.d.next = true;
            self.write_pointer.d.next = self.pointer_mask.val();
            self.tick_pointer.d.next = self.pointer_mask.val();
            self.taken.d.next = 0.into();
            self.read_pointer.d.next = 0.into();
            self.popped.d.next = false;
            self.some_1.d.next = false;
            self.some_2.d.next = false;
            self.head_valid.d.next = false;
            self.head_more.d.next = false;
            self.held.d.next = false;
        }
    }
}

#[cfg(test)]
mod tests;
