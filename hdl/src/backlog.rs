//! # How far the cursor may go
//!
//! **Purpose.** Tells the fetching of slots how many ticks it may still ask for, so that it never passes now.
//!
//! **Interface.** `now_*` and `cursor_*` (ticks) and `issued`, the eleven low bits of the last tick whose visit has been asked
//! for. `one` and `two`: at least so many ticks more may be visited; `far`: at least 32. `behind`: the cursor is not at
//! now.
//!
//! **Timing.** Registers: in clock *c* + 1 they tell of clock *c*. `behind` is two clocks old.
//!
//! **Invariants.** None of `one`, `two`, `far` ever promises more than there is, and what they promise stays true, as now never
//! goes back. The difference of the ten low bits is never more than the truth. When it is small because now is a
//! multiple of 1024 ahead, the upper bits of now and of the cursor differ; that comparison takes two clocks and is only
//! believed while `issued` is still in the block of 1024 in which the cursor was. If even the bits from 14 up differ, it is
//! believed unless the cursor was in the last of their sixteen blocks: `issued` is never as much as a block ahead of it.
//! When nothing is asked for any more, `issued` is the cursor, so the truth is always told in the end.

use rust_hdl::prelude::*;

/// The comparison of now with the cursor; see the module's header.
#[derive(LogicBlock, Default)]
pub struct Backlog {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Nothing may be visited.
    pub clear: Signal<In, Bit>,
    /// Bits 31 to 0 of now, in ticks.
    pub now_low: Signal<In, Bits<32>>,
    /// Bits 63 to 32 of now.
    pub now_high: Signal<In, Bits<32>>,
    /// Bits 31 to 0 of the last tick visited.
    pub cursor_low: Signal<In, Bits<32>>,
    /// Bits 63 to 32 of the last tick visited.
    pub cursor_high: Signal<In, Bits<32>>,
    /// Bits 10 to 0 of the last tick whose visit has been asked for.
    pub issued: Signal<In, Bits<11>>,
    /// One tick more may be visited.
    pub one: Signal<Out, Bit>,
    /// Two ticks more may be visited.
    pub two: Signal<Out, Bit>,
    /// Thirty-two ticks more may be visited.
    pub far: Signal<Out, Bit>,
    /// The cursor is not at now.
    pub behind: Signal<Out, Bit>,
    at_least_one: DFF<Bit>,
    at_least_two: DFF<Bit>,
    at_least_32: DFF<Bit>,
    not_at_now: DFF<Bit>,
    low_differs: DFF<Bit>,
    part_1_differs: DFF<Bit>,
    part_2_differs: DFF<Bit>,
    part_3_differs: DFF<Bit>,
    part_4_differs: DFF<Bit>,
    part_5_differs: DFF<Bit>,
    upper_differs: DFF<Bit>,
    far_differs: DFF<Bit>,
    block: DFF<Bit>,
    block_then: DFF<Bit>,
    last_block: DFF<Bit>,
    last_block_then: DFF<Bit>,
    now_part: Signal<Local, Bits<10>>,
    not_issued: Signal<Local, Bits<10>>,
    sum_bits: Signal<Local, Bits<10>>,
    carries: Signal<Local, Bits<10>>,
    is_issued: Signal<Local, Bit>,
    is_next: Signal<Local, Bit>,
    ahead: Signal<Local, Bits<10>>,
    blocks_ahead: Signal<Local, Bit>,
    far_part_differs: Signal<Local, Bit>,
    any_differs: Signal<Local, Bit>,
}

impl Logic for Backlog {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            at_least_one,
            at_least_two,
            at_least_32,
            not_at_now,
            low_differs,
            part_1_differs,
            part_2_differs,
            part_3_differs,
            part_4_differs,
            part_5_differs,
            upper_differs,
            far_differs,
            block,
            block_then,
            last_block,
            last_block_then
        );
        self.low_differs.d.next =
            self.now_low.val().get_bits::<10>(0) != self.cursor_low.val().get_bits::<10>(0);
        self.part_1_differs.d.next =
            self.now_low.val().get_bits::<4>(10) != self.cursor_low.val().get_bits::<4>(10);
        self.part_2_differs.d.next =
            self.now_low.val().get_bits::<9>(14) != self.cursor_low.val().get_bits::<9>(14);
        self.part_3_differs.d.next =
            self.now_low.val().get_bits::<9>(23) != self.cursor_low.val().get_bits::<9>(23);
        self.part_4_differs.d.next =
            self.now_high.val().get_bits::<16>(0) != self.cursor_high.val().get_bits::<16>(0);
        self.part_5_differs.d.next =
            self.now_high.val().get_bits::<16>(16) != self.cursor_high.val().get_bits::<16>(16);
        self.far_part_differs.next = self.part_2_differs.q.val()
            | self.part_3_differs.q.val()
            | self.part_4_differs.q.val()
            | self.part_5_differs.q.val();
        self.any_differs.next = self.part_1_differs.q.val() | self.far_part_differs.val();
        self.upper_differs.d.next = self.any_differs.val();
        self.far_differs.d.next = self.far_part_differs.val();
        self.not_at_now.d.next = self.any_differs.val() | self.low_differs.q.val();
        self.block.d.next = self.cursor_low.val().get_bit(10);
        self.block_then.d.next = self.block.q.val();
        self.last_block.d.next = self.cursor_low.val().get_bits::<4>(10).all();
        self.last_block_then.d.next = self.last_block.q.val();

        self.ahead.next =
            self.now_low.val().get_bits::<10>(0) - self.issued.val().get_bits::<10>(0);
        self.blocks_ahead.next = (self.upper_differs.q.val()
            & (self.issued.val().get_bit(10) == self.block_then.q.val())
            & (self.now_low.val().get_bits::<10>(0) >= self.issued.val().get_bits::<10>(0)))
            | (self.far_differs.q.val() & !self.last_block_then.q.val());

        // Now is the tick issued, or the next one: now + !issued is all ones, or 0. A sum is 0 if in each place the carry that a 0
        // needs there is the one that a 0 leaves in the place below. So no carry has to run.
        self.now_part.next = self.now_low.val().get_bits::<10>(0);
        self.not_issued.next = !self.issued.val().get_bits::<10>(0);
        self.sum_bits.next = self.now_part.val() ^ self.not_issued.val();
        self.carries.next = (self.now_part.val() | self.not_issued.val()) << 1;
        self.is_issued.next = self.sum_bits.val().all();
        self.is_next.next = self.sum_bits.val() == self.carries.val();
        self.at_least_one.d.next = !self.is_issued.val();
        self.at_least_two.d.next = !self.is_issued.val() & !self.is_next.val();
        self.at_least_32.d.next = (self.ahead.val() >> 5).any() | self.blocks_ahead.val();
        if self.clear.val() {
            self.at_least_one.d.next = false;
            self.at_least_two.d.next = false;
            self.at_least_32.d.next = false;
            self.not_at_now.d.next = false;
            self.low_differs.d.next = false;
            self.part_1_differs.d.next = false;
            self.part_2_differs.d.next = false;
            self.part_3_differs.d.next = false;
            self.part_4_differs.d.next = false;
            self.part_5_differs.d.next = false;
            self.upper_differs.d.next = false;
            self.far_differs.d.next = false;
        }
        self.one.next = self.at_least_one.q.val();
        self.two.next = self.at_least_two.q.val();
        self.far.next = self.at_least_32.q.val();
        self.behind.next = self.not_at_now.q.val();
    }
}
