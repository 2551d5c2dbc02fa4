//! # The records' memory inside the chip
//!
//! **Purpose.** Holds the records of all timers and the heads of all slots, where they are not behind the memory port.
//!
//! **Interface.** A Wishbone slave as [`port`](crate::timer_chip::port) wants it: `stb` is high for one clock, with
//! `we`, `sel` and `adr`, a record's word with the base address 0. Of the heads only word 0 is kept, as nobody reads
//! the others.
//!
//! **Timing.** Accepted in clock *c*, `ack` in *c* + 1 with `dat_r`. Each column reads or writes one word of 16 bits in
//! a clock, so that memory with one port will do, such as the four large RAMs of an iCE40 UP5K.
//!
//! **Invariants.** The records from 2^`timer_bits` on are heads. At most 2^`slot_bits` follow, so that the low bits of
//! their numbers are all different.

use crate::circuit::Circuit;
use crate::shared::memory::WordMemory;
use carillon_regmap::timer_chip::TimerBuild;
use rust_hdl::prelude::*;

/// The memory; see the module's header.
#[derive(Circuit)]
pub struct Records {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// A transfer is asked for.
    pub stb: Signal<In, Bit>,
    /// It is a write.
    pub we: Signal<In, Bit>,
    /// Which bytes; both of a half or none.
    pub sel: Signal<In, Bits<4>>,
    /// Which word.
    pub adr: Signal<In, Bits<30>>,
    /// The word to write.
    pub dat_w: Signal<In, Bits<32>>,
    /// The word read.
    pub dat_r: Signal<Out, Bits<32>>,
    /// The transfer is done.
    pub ack: Signal<Out, Bit>,
    #[with("ADDRESS_BITS = TIMER_BITS")]
    previous_links: WordMemory,
    #[with("ADDRESS_BITS = TIMER_BITS")]
    next_links: WordMemory,
    #[with("ADDRESS_BITS = SLOT_BITS")]
    previous_heads: WordMemory,
    #[with("ADDRESS_BITS = SLOT_BITS")]
    next_heads: WordMemory,
    #[with("ADDRESS_BITS = TIMER_BITS")]
    due_high: WordMemory,
    #[with("ADDRESS_BITS = TIMER_BITS")]
    due_low: WordMemory,
    #[only_if("PERIODIC")]
    #[with("ADDRESS_BITS = TIMER_BITS")]
    period_high: WordMemory,
    #[only_if("PERIODIC")]
    #[with("ADDRESS_BITS = TIMER_BITS")]
    period_low: WordMemory,
    /// A transfer was asked for one clock ago.
    answering: DFF<Bit>,
    /// The record named one clock ago was a head.
    was_head: DFF<Bit>,
    /// Which word of the record was named one clock ago.
    was_field: DFF<Bits<2>>,
    #[formula("PERIODIC")]
    with_periodic: Constant<Bit>,
    #[formula("~((1 << TIMER_BITS) - 1)")]
    head_bits: Constant<Bits<16>>,
    due_field: Constant<Bits<2>>,
    period_field: Constant<Bits<2>>,
    record: Signal<Local, Bits<16>>,
    field: Signal<Local, Bits<2>>,
    head: Signal<Local, Bit>,
    write_high: Signal<Local, Bit>,
    write_low: Signal<Local, Bit>,
    high: Signal<Local, Bits<16>>,
    low: Signal<Local, Bits<16>>,
    read_high: Signal<Local, Bits<16>>,
    read_low: Signal<Local, Bits<16>>,
}

impl Records {
    /// The memory of a chip built to `build`; two words a column where it has none inside.
    pub fn new(build: &TimerBuild) -> Self {
        let timer_bits = build.timer_bits.unwrap_or(1);
        let slot_bits = build.timer_bits.map_or(1, |_| build.slot_bits);
        let period_bits = if build.periodic { timer_bits } else { 1 };
        RecordsParts {
            previous_links: WordMemory::new(timer_bits),
            next_links: WordMemory::new(timer_bits),
            previous_heads: WordMemory::new(slot_bits),
            next_heads: WordMemory::new(slot_bits),
            due_high: WordMemory::new(timer_bits),
            due_low: WordMemory::new(timer_bits),
            period_high: WordMemory::new(period_bits),
            period_low: WordMemory::new(period_bits),
            with_periodic: Constant::new(build.periodic),
            head_bits: Constant::new((0xffff_u64 >> timer_bits << timer_bits).into()),
            due_field: Constant::new(1.into()),
            period_field: Constant::new(2.into()),
        }
        .assemble()
    }
}

impl Logic for Records {
    #[hdl_gen]
    fn update(&mut self) {
        // Which record, and which of its words.
        self.record.next = self.adr.val().get_bits::<16>(1);
        self.field.next = bit_cast::<2, 1>(self.adr.val().get_bits::<1>(0));
        if self.with_periodic.val() {
            self.record.next = self.adr.val().get_bits::<16>(2);
            self.field.next = self.adr.val().get_bits::<2>(0);
        }
        self.head.next = (self.record.val() & self.head_bits.val()).any();
        self.write_high.next = self.stb.val() & self.we.val() & self.sel.val().get_bit(2);
        self.write_low.next = self.stb.val() & self.we.val() & self.sel.val().get_bit(0);
        self.high.next = self.dat_w.val().get_bits::<16>(16);
        self.low.next = self.dat_w.val().get_bits::<16>(0);

        // The columns.
        self.previous_links.address.next = self.record.val();
        self.previous_links.write_data.next = self.high.val();
        self.previous_links.write_enable.next = self.write_high.val() & !self.head.val() & !self.field.val().any();
        self.next_links.address.next = self.record.val();
        self.next_links.write_data.next = self.low.val();
        self.next_links.write_enable.next = self.write_low.val() & !self.head.val() & !self.field.val().any();
        self.previous_heads.address.next = self.record.val();
        self.previous_heads.write_data.next = self.high.val();
        self.previous_heads.write_enable.next = self.write_high.val() & self.head.val() & !self.field.val().any();
        self.next_heads.address.next = self.record.val();
        self.next_heads.write_data.next = self.low.val();
        self.next_heads.write_enable.next = self.write_low.val() & self.head.val() & !self.field.val().any();
        self.due_high.address.next = self.record.val();
        self.due_high.write_data.next = self.high.val();
        self.due_high.write_enable.next =
            self.write_high.val() & !self.head.val() & (self.field.val() == self.due_field.val());
        self.due_low.address.next = self.record.val();
        self.due_low.write_data.next = self.low.val();
        self.due_low.write_enable.next =
            self.write_low.val() & !self.head.val() & (self.field.val() == self.due_field.val());
        self.period_high.address.next = self.record.val();
        self.period_high.write_data.next = self.high.val();
        self.period_high.write_enable.next =
            self.write_high.val() & !self.head.val() & (self.field.val() == self.period_field.val());
        self.period_low.address.next = self.record.val();
        self.period_low.write_data.next = self.low.val();
        self.period_low.write_enable.next =
            self.write_low.val() & !self.head.val() & (self.field.val() == self.period_field.val());

        // The answer.
        self.answering.d.next = self.stb.val();
        self.was_head.d.next = self.head.val();
        self.was_field.d.next = self.field.val();
        self.read_high.next = self.previous_links.read_data.val();
        self.read_low.next = self.next_links.read_data.val();
        if self.was_head.q.val() {
            self.read_high.next = self.previous_heads.read_data.val();
            self.read_low.next = self.next_heads.read_data.val();
        }
        if self.was_field.q.val() == self.due_field.val() {
            self.read_high.next = self.due_high.read_data.val();
            self.read_low.next = self.due_low.read_data.val();
        }
        if self.with_periodic.val() & (self.was_field.q.val() == self.period_field.val()) {
            self.read_high.next = self.period_high.read_data.val();
            self.read_low.next = self.period_low.read_data.val();
        }
        self.dat_r.next = bit_cast::<32, 16>(self.read_low.val()) | (bit_cast::<32, 16>(self.read_high.val()) << 16);
        self.ack.next = self.answering.q.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circuit::clocked::Clocked;

    /// Reads and writes at random, of all words of timers and word 0 of heads, against an array.
    #[test]
    fn records_at_random_keeps_each_half_of_each_word() {
        for (periodic, timer_bits) in [(false, 4), (true, 5), (false, 11)] {
            let build = TimerBuild { periodic, timer_bits: Some(timer_bits), ..TimerBuild::minimal() };
            let words = build.record_words() as usize;
            let (timers, slots) = (1 << timer_bits, 1 << build.slot_bits);
            let mut memory = Records::new(&build);
            memory.connect_all();
            let mut model = vec![None::<u32>; (timers + slots) * words];
            let mut random = fastrand::Rng::with_seed(u64::from(timer_bits));
            let mut read = 0;
            for _ in 0..20_000 {
                // Few records, on both sides of the first head and at the last.
                let record = match random.u8(0..3) {
                    0 => random.usize(0..4),
                    1 => timers - 2 + random.usize(0..4),
                    _ => timers + slots - 1,
                };
                let field = if record < timers { random.usize(0..words.min(3)) } else { 0 };
                let at = record * words + field;
                let (write, data) = (random.bool(), random.u32(..));
                let sel: u64 = match (model[at], field) {
                    // The halves apart only where both are known, and only links are so written.
                    (Some(_), 0) => [0b0011, 0b1100, 0b1111][random.usize(0..3)],
                    _ => 0b1111,
                };
                memory.stb.next = random.u8(0..4) != 0;
                memory.we.next = write;
                memory.sel.next = sel.into();
                memory.adr.next = (at as u64).into();
                memory.dat_w.next = u64::from(data).into();
                let asked = memory.stb.next;
                memory.tick();
                assert_eq!(memory.ack.val(), asked);
                if asked && write {
                    let mask =
                        (0..4).filter(|byte| sel >> byte & 1 != 0).fold(0, |mask, byte| mask | 0xff << (8 * byte));
                    model[at] = Some(model[at].unwrap_or(0) & !mask | data & mask);
                } else if asked && let Some(word) = model[at] {
                    assert_eq!(memory.dat_r.val(), u64::from(word), "{record} {field}");
                    read += 1;
                }
            }
            assert!(read > 3000, "{read}");
        }
    }
}
