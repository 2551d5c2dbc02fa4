//! # The wheels' sizes, modes and positions
//!
//! **Purpose.** Keeps what the host has set for each wheel, where each wheel lies in the memory, and where wheels 1 and
//! up stand. (Wheel 0's position is the cursor's.)
//!
//! **Interface.** The host writes the size (`write_size`) or mode (`write_mode`) of wheel `index`. One reader at a time
//! names a wheel on `select` and finds it on `selected_*` in the next clock; the late check has a port of its own
//! (`late_check_select`, `late_check_*`). `step_slot` and `step_lap` are a wheel's new position: with `step` the
//! cascade stores it, and with a size the first one is stored, which is theirs until the chip runs.
//!
//! **Timing.** A size is stored, or `size_refused`, in the clock after `write_size`. `data` and `index` stand, and the
//! wheel is on `select`, from the clock before `write_size` on. All reads take one clock. A reader in the clock of a
//! step sees the old position; one in the clock of a store sees anything, and so does one of wheel 0 in the clock after
//! `clear`.
//!
//! **Invariants.** Wheels 0 to `count` - 1 are there, one behind the other in the memory, each from the beginning of a
//! word; setting a wheel's size takes all wheels above it away. Sizes and places never change while the chip runs.
//! A size is kept as the wheel's highest slot, inverted: a slot exists if adding it has no carry. No output has a bit
//! that a chip of this size cannot need.

use crate::circuit::Circuit;
use crate::shared::memory::EntryMemory;
use carillon_regmap::counter_chip::Build;
use rust_hdl::prelude::*;

/// The wheels; see the module's header.
#[derive(Circuit)]
pub struct Wheels {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// One wheel of the whole capacity, no modes.
    pub clear: Signal<In, Bit>,
    /// Which wheel the host accesses.
    pub index: Signal<In, Bits<3>>,
    /// The host writes the wheel's size.
    pub write_size: Signal<In, Bit>,
    /// The host writes the wheel's mode.
    pub write_mode: Signal<In, Bit>,
    /// The word written.
    pub data: Signal<In, Bits<32>>,
    /// Which wheel to show in the next clock.
    pub select: Signal<In, Bits<3>>,
    /// Which wheel to show to the late check in the next clock.
    pub late_check_select: Signal<In, Bits<3>>,
    /// The cascade stores a position.
    pub step: Signal<In, Bit>,
    /// Of which wheel.
    pub step_wheel: Signal<In, Bits<3>>,
    /// The slot of its next visit.
    pub step_slot: Signal<In, Bits<20>>,
    /// The lap of its next visit, modulo 256.
    pub step_lap: Signal<In, Bits<8>>,
    /// Which wheel is being visited.
    pub visited: Signal<In, Bits<3>>,
    /// The size written does not fit or comes out of order.
    pub size_refused: Signal<Out, Bit>,
    /// How many wheels there are.
    pub count: Signal<Out, Bits<4>>,
    /// Wheel 0's highest slot, inverted.
    pub last_slot: Signal<Out, Bits<20>>,
    /// The wheel selected exists.
    pub selected_present: Signal<Out, Bit>,
    /// Its highest slot, inverted; of no meaning when it is absent.
    pub selected_last: Signal<Out, Bits<20>>,
    /// Its size in slots; of no meaning when it is absent.
    pub selected_size: Signal<Out, Bits<21>>,
    /// The first word of its busy bits.
    pub selected_base: Signal<Out, Bits<16>>,
    /// The slot of its next visit; of no meaning for wheel 0.
    pub selected_slot: Signal<Out, Bits<20>>,
    /// The lap of its next visit; of no meaning for wheel 0.
    pub selected_lap: Signal<Out, Bits<8>>,
    /// The slot of the judged wheel's next visit; of no meaning for wheel 0.
    pub late_check_slot: Signal<Out, Bits<20>>,
    /// The lap of the judged wheel's next visit; of no meaning for wheel 0.
    pub late_check_lap: Signal<Out, Bits<8>>,
    /// The wheel being visited has `HOLD`.
    pub hold: Signal<Out, Bit>,
    /// The wheel being visited has `AUTO_CLEAR`.
    pub auto_clear: Signal<Out, Bit>,
    lasts: EntryMemory<20>,
    bases: EntryMemory<17>,
    positions: EntryMemory<28>,
    late_check_positions: EntryMemory<28>,
    /// Wheel 0's size less one, inverted.
    last_0: DFF<Bits<20>>,
    /// How many wheels have a size, from wheel 0 up.
    present: DFF<Bits<4>>,
    /// Bit n: wheel n has `WHEEL_MODE.hold`.
    holds: DFF<Bits<8>>,
    /// Bit n: wheel n has `WHEEL_MODE.auto_clear`.
    auto_clears: DFF<Bits<8>>,
    /// The wheel visited one clock ago has `WHEEL_MODE.hold`.
    visited_holds: DFF<Bit>,
    /// The wheel visited one clock ago has `WHEEL_MODE.auto_clear`.
    visited_clears: DFF<Bit>,
    /// Highest slot for the size on data one clock ago, inverted.
    candidate: DFF<Bits<20>>,
    /// Cleared one clock ago: the size of wheel 0 is stored now.
    cleared: DFF<Bit>,
    /// A size was written one clock ago: it is stored or refused now.
    checking: DFF<Bit>,
    /// The size written one clock ago is in range, its wheel in order.
    fits: DFF<Bit>,
    /// Last memory word of the wheel, if it gets the size written.
    last_word: DFF<Bits<17>>,
    /// The wheel selected one clock ago exists.
    shown_present: DFF<Bit>,
    /// The wheel selected one clock ago is wheel 0.
    first_selected: DFF<Bit>,
    #[formula("WHEELS > 1")]
    multi_wheel: Constant<Bit>,
    /// The wheels that may have a mode.
    #[formula("WHEEL_MODES ? (1 << WHEELS) - 1 : 0")]
    mode_mask: Constant<Bits<8>>,
    #[formula("(1 << SLOT_BITS) - 1")]
    top_slot: Constant<Bits<20>>,
    #[formula("~((2 << SLOT_BITS) - 1)")]
    above: Constant<Bits<32>>,
    #[formula("(1 << SLOT_BITS) - 1")]
    below: Constant<Bits<32>>,
    #[formula("1 << SLOT_BITS")]
    whole: Constant<Bits<32>>,
    none_or_one: Constant<Bits<32>>,
    #[formula("1 << (SLOT_BITS - 4)")]
    above_words: Constant<Bits<17>>,
    #[formula("(1 << (SLOT_BITS - 3)) - 1")]
    word_mask: Constant<Bits<17>>,
    #[formula("1 << (SLOT_BITS - 4)")]
    all_words: Constant<Bits<17>>,
    #[formula("WHEELS[3:0]")]
    most: Constant<Bits<4>>,
    one_wheel: Constant<Bits<4>>,
    one_bit: Constant<Bits<8>>,
    no_wheel: Constant<Bits<3>>,
    minus_one: Constant<Bits<20>>,
    index_bit: Signal<Local, Bits<8>>,
    in_order: Signal<Local, Bit>,
    too_large: Signal<Local, Bit>,
    accepted: Signal<Local, Bit>,
    new_last: Signal<Local, Bits<20>>,
    candidate_words: Signal<Local, Bits<17>>,
    there: Signal<Local, Bits<4>>,
    last: Signal<Local, Bits<20>>,
    base: Signal<Local, Bits<17>>,
    store: Signal<Local, Bit>,
    new_position: Signal<Local, Bits<28>>,
    position: Signal<Local, Bits<28>>,
    late_check_position: Signal<Local, Bits<28>>,
}

impl Wheels {
    /// The wheels of a chip built to `build`.
    pub fn new(build: &Build) -> Self {
        let capacity = 1u64 << build.slot_bits;
        WheelsParts {
            lasts: EntryMemory::new(3),
            // Entry 0 is not used: wheel 0 begins at word 0.
            bases: EntryMemory::new(4),
            positions: EntryMemory::read_first(3),
            late_check_positions: EntryMemory::read_first(3),
            multi_wheel: Constant::new(build.wheels > 1),
            mode_mask: Constant::new(
                ((u64::from(build.wheel_modes) << build.wheels) - u64::from(build.wheel_modes)).into(),
            ),
            top_slot: Constant::new((capacity - 1).into()),
            above: Constant::new((0xffff_ffff & !(2 * capacity - 1)).into()),
            below: Constant::new((capacity - 1).into()),
            whole: Constant::new(capacity.into()),
            none_or_one: Constant::new(1.into()),
            above_words: Constant::new((capacity >> 4).into()),
            word_mask: Constant::new(((capacity >> 3) - 1).into()),
            all_words: Constant::new((capacity >> 4).into()),
            most: Constant::new(u64::from(build.wheels).into()),
            one_wheel: Constant::new(1.into()),
            one_bit: Constant::new(1.into()),
            no_wheel: Constant::new(0.into()),
            minus_one: Constant::new(0xf_ffff.into()),
        }
        .assemble()
    }
}

impl Logic for Wheels {
    #[hdl_gen]
    fn update(&mut self) {
        // The reader's wheel.
        self.lasts.read_address.next = bit_cast::<10, 3>(self.select.val());
        self.bases.read_address.next = bit_cast::<10, 3>(self.select.val());
        self.positions.read_address.next = bit_cast::<10, 3>(self.select.val());
        self.late_check_positions.read_address.next = bit_cast::<10, 3>(self.late_check_select.val());
        self.there.next = self.one_wheel.val();
        self.last.next = self.last_0.q.val();
        self.base.next = 0.into();
        if self.multi_wheel.val() {
            self.there.next = self.present.q.val();
            self.last.next = self.lasts.read_data.val() & self.top_slot.val();
            if !self.first_selected.q.val() {
                self.base.next = self.bases.read_data.val() & self.word_mask.val();
            }
        }
        self.first_selected.d.next = self.select.val() == self.no_wheel.val();
        self.shown_present.d.next = bit_cast::<4, 3>(self.select.val()) < self.there.val();
        self.selected_present.next = self.shown_present.q.val();
        self.selected_last.next = self.last.val();
        self.selected_size.next = bit_cast::<21, 20>(!self.last.val() & self.top_slot.val()) + 1;
        self.selected_base.next = self.base.val().get_bits::<16>(0);
        self.position.next = self.positions.read_data.val();
        self.selected_slot.next = self.position.val().get_bits::<20>(8) & self.top_slot.val();
        self.selected_lap.next = self.position.val().get_bits::<8>(0);
        self.late_check_position.next = self.late_check_positions.read_data.val();
        self.late_check_slot.next = self.late_check_position.val().get_bits::<20>(8) & self.top_slot.val();
        self.late_check_lap.next = self.late_check_position.val().get_bits::<8>(0);

        // A new size: whether it fits, and the wheel's last word, which must be there; then the store.
        self.new_last.next = !(self.data.val().get_bits::<20>(0) + self.minus_one.val()) & self.top_slot.val();
        self.candidate.d.next = self.new_last.val();
        self.candidate_words.next =
            bit_cast::<17, 16>((!self.candidate.q.val() & self.top_slot.val()).get_bits::<16>(4));
        self.last_word.d.next = (self.base.val() + self.candidate_words.val()) & self.word_mask.val();
        self.too_large.next = (self.data.val() & self.above.val()).any()
            | ((self.data.val() & self.whole.val()).any() & (self.data.val() & self.below.val()).any());
        self.in_order.next = (!self.multi_wheel.val() | (bit_cast::<4, 3>(self.index.val()) <= self.present.q.val()))
            & (bit_cast::<4, 3>(self.index.val()) < self.most.val());
        self.checking.d.next = self.write_size.val();
        self.fits.d.next =
            self.in_order.val() & !self.too_large.val() & (self.data.val() & !self.none_or_one.val()).any();
        self.accepted.next =
            self.fits.q.val() & !((self.last_word.q.val() & self.above_words.val()).any() & self.multi_wheel.val());
        self.size_refused.next = self.checking.q.val() & !self.accepted.val();
        self.store.next = self.checking.q.val() & self.accepted.val();
        if self.store.val() {
            if self.multi_wheel.val() {
                self.present.d.next = bit_cast::<4, 3>(self.index.val()) + self.one_wheel.val();
            }
            if self.index.val() == self.no_wheel.val() {
                self.last_0.d.next = self.new_last.val();
            }
        }
        self.lasts.write_enable.next = (self.store.val() | self.cleared.q.val()) & self.multi_wheel.val();
        self.lasts.write_address.next = bit_cast::<10, 3>(self.index.val());
        if self.cleared.q.val() {
            self.lasts.write_address.next = 0.into();
        }
        self.lasts.write_data.next = self.candidate.q.val();
        self.bases.write_enable.next = self.store.val() & self.multi_wheel.val();
        self.bases.write_address.next = bit_cast::<10, 3>(self.index.val()) + 1;
        self.bases.write_data.next = (self.last_word.q.val() + 1) & self.word_mask.val();
        self.new_position.next =
            bit_cast::<28, 8>(self.step_lap.val()) | (bit_cast::<28, 20>(self.step_slot.val()) << 8);
        self.positions.write_address.next = bit_cast::<10, 3>(self.index.val());
        if self.step.val() {
            self.positions.write_address.next = bit_cast::<10, 3>(self.step_wheel.val());
        }
        self.positions.write_enable.next = (self.store.val() | self.step.val()) & self.multi_wheel.val();
        self.positions.write_data.next = self.new_position.val();
        self.late_check_positions.write_enable.next = (self.store.val() | self.step.val()) & self.multi_wheel.val();
        self.late_check_positions.write_address.next = bit_cast::<10, 3>(self.index.val());
        if self.step.val() {
            self.late_check_positions.write_address.next = bit_cast::<10, 3>(self.step_wheel.val());
        }
        self.late_check_positions.write_data.next = self.new_position.val();

        // Modes.
        self.index_bit.next = self.one_bit.val() << self.index.val();
        if self.write_mode.val() {
            self.holds.d.next = self.holds.q.val() & !self.index_bit.val() & self.mode_mask.val();
            self.auto_clears.d.next = self.auto_clears.q.val() & !self.index_bit.val() & self.mode_mask.val();
            if self.data.val().get_bit(0) {
                self.holds.d.next = (self.holds.q.val() | self.index_bit.val()) & self.mode_mask.val();
            }
            if self.data.val().get_bit(1) {
                self.auto_clears.d.next = (self.auto_clears.q.val() | self.index_bit.val()) & self.mode_mask.val();
            }
        }
        self.visited_holds.d.next = self.holds.q.val().get_bit(self.visited.val().index());
        self.visited_clears.d.next = self.auto_clears.q.val().get_bit(self.visited.val().index());
        self.hold.next = self.visited_holds.q.val();
        self.auto_clear.next = self.visited_clears.q.val();

        self.count.next = self.present.q.val();
        self.last_slot.next = self.last_0.q.val();
        self.cleared.d.next = self.clear.val();
        if self.clear.val() {
            // Wheel 0 takes all there is.
            self.candidate.d.next = 0.into();
            self.bases.write_enable.next = self.multi_wheel.val();
            self.bases.write_address.next = 1.into();
            self.bases.write_data.next = self.all_words.val();
            self.checking.d.next = false;
            self.present.d.next = self.one_wheel.val();
            self.last_0.d.next = 0.into();
            self.holds.d.next = 0.into();
            self.auto_clears.d.next = 0.into();
            self.visited_holds.d.next = false;
            self.visited_clears.d.next = false;
        }
    }
}

#[cfg(test)]
mod tests;
