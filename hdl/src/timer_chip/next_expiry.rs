//! # When a timer can expire next
//!
//! **Purpose.** Finds what `NEXT_EXPIRY` shows: the ticks from now to the first visit of a busy slot, of all wheels. A
//! timer that runs is in a busy slot and does not expire before its visit, so none expires earlier.
//!
//! **Interface.** `write_*` follow the write port of the busy bits. `ask` has the slots of each wheel searched, from
//! the one that is visited at the tick `at` or next after it; `done` says that `ticks` and `none` are there. From `ask`
//! to `done` nobody may write a busy bit.
//!
//! **Timing.** Each wheel takes 2 clocks more than [`crate::shared::look_ahead`], and all of them 2 more: with *m* wheels
//! `done` comes at most 28 *m* + 2 clocks after `ask` up to 2^12 slots, 36 *m* + 2 up to 2^15.
//!
//! **Invariants.** `at` is taken with `ask`: meanwhile the cursor passes only slots that are not busy. A slot of the
//! tick `at` that the cursor has dealt with is looked at once more, and a slot stays busy when its last timer is
//! stopped: so the answer may be too early, never too late. While the cursor is `too_far` behind it is 0.

use crate::circuit::Circuit;
use crate::shared::look_ahead::LookAhead;
use crate::timer_chip::wheel_slot::WheelSlot;
use carillon_regmap::timer_chip::TimerBuild;
use rust_hdl::prelude::*;

/// What is done next.
#[derive(LogicState, Debug, Copy, Clone, PartialEq)]
enum State {
    Rest,
    Search,
    Wait,
    Compare,
    Subtract,
}

/// The search; see the module's header.
#[derive(Circuit)]
pub struct NextExpiry {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Forgets the question.
    pub clear: Signal<In, Bit>,
    /// A busy bit is written.
    pub write_enable: Signal<In, Bit>,
    /// Which one.
    pub write_address: Signal<In, Bits<20>>,
    /// Its new value.
    pub write_data: Signal<In, Bit>,
    /// Begins a search.
    pub ask: Signal<In, Bit>,
    /// The slots of a wheel less one.
    pub slot_mask: Signal<In, Bits<16>>,
    /// Low half of the next tick to visit.
    pub at: Signal<In, Bits<32>>,
    /// Low half of now.
    pub now: Signal<In, Bits<32>>,
    /// The cursor is too far behind for ticks left to be told.
    pub too_far: Signal<In, Bit>,
    /// The answer is there.
    pub done: Signal<Out, Bit>,
    /// No timer that runs expires in fewer ticks.
    pub ticks: Signal<Out, Bits<25>>,
    /// No slot is busy.
    pub none: Signal<Out, Bit>,
    look_ahead: LookAhead,
    of_wheel: WheelSlot,
    /// What the search is doing.
    state: DFF<State>,
    /// The wheel that is searched.
    wheel: DFF<Bits<2>>,
    /// Low half of the cursor's tick when the search was asked for.
    from: DFF<Bits<32>>,
    /// The search of the wheel found a busy slot.
    found: DFF<Bit>,
    /// Ticks from the cursor's tick to the visit of that slot.
    ahead: DFF<Bits<24>>,
    /// The fewest such ticks on the wheels searched so far, or 0.
    earliest: DFF<Bits<24>>,
    /// One of the wheels searched so far has a busy slot.
    any: DFF<Bit>,
    /// The search ended one clock ago.
    answered: DFF<Bit>,
    /// Ticks from now to the earliest visit found, or 0.
    left: DFF<Bits<25>>,
    present: Constant<Bit>,
    #[formula("WHEELS > 1")]
    several: Constant<Bit>,
    #[formula("WHEELS[1:0] - 2'd1")]
    highest_wheel: Constant<Bits<2>>,
    wheel_1: Constant<Bits<2>>,
    #[formula("(1 << WHEEL_BITS) - 1")]
    below_1: Constant<Bits<24>>,
    #[formula("(1 << (2 * WHEEL_BITS)) - 1")]
    below_2: Constant<Bits<24>>,
    #[formula("WHEEL_BITS[4:0]")]
    shift_1: Constant<Bits<5>>,
    #[formula("WHEEL_BITS[4:0] << 1")]
    shift_2: Constant<Bits<5>>,
    one: Constant<Bits<21>>,
    all_bits: Constant<Bits<16>>,
    below: Signal<Local, Bits<24>>,
    low: Signal<Local, Bits<24>>,
    distance: Signal<Local, Bits<24>>,
    late: Signal<Local, Bits<32>>,
    difference: Signal<Local, Bits<26>>,
}

impl NextExpiry {
    /// The search on the wheels of `build`; without its option nothing.
    pub fn new(build: &TimerBuild) -> Self {
        let bits = |wheel: u32| wheel * build.wheel_bits();
        let below = |wheel: u32| Constant::new(((1_u64 << bits(wheel).min(24)) - 1).into());
        let shift = |wheel: u32| Constant::new(u64::from(bits(wheel)).into());
        NextExpiryParts {
            look_ahead: LookAhead::new(build.slot_bits, build.wheels > 1, build.look_ahead),
            of_wheel: WheelSlot::new(build),
            present: Constant::new(build.look_ahead),
            several: Constant::new(build.wheels > 1),
            highest_wheel: Constant::new(u64::from(build.wheels - 1).into()),
            wheel_1: Constant::new(1.into()),
            below_1: below(1),
            below_2: below(2),
            shift_1: shift(1),
            shift_2: shift(2),
            one: Constant::new(1.into()),
            all_bits: Constant::new(0xffff.into()),
        }
        .assemble()
    }
}

impl Logic for NextExpiry {
    #[hdl_gen]
    fn update(&mut self) {
        self.look_ahead.clear.next = self.clear.val();
        self.look_ahead.write_enable.next = self.write_enable.val();
        self.look_ahead.write_address.next = self.write_address.val();
        self.look_ahead.write_data.next = self.write_data.val();

        // A slot of wheel k is visited at the multiples of its ticks; the distance counts them.
        self.below.next = 0.into();
        self.distance.next = bit_cast::<24, 20>(self.look_ahead.distance.val());
        if self.several.val() & self.wheel.q.val().any() {
            self.below.next = self.below_2.val();
            self.distance.next = bit_cast::<24, 20>(self.look_ahead.distance.val()) << self.shift_2.val();
            if self.wheel.q.val() == self.wheel_1.val() {
                self.below.next = self.below_1.val();
                self.distance.next = bit_cast::<24, 20>(self.look_ahead.distance.val()) << self.shift_1.val();
            }
        }
        self.low.next = self.from.q.val().get_bits::<24>(0);
        self.of_wheel.tick.next = self.low.val() + self.below.val();
        self.of_wheel.wheel.next = self.wheel.q.val();
        self.of_wheel.slot_mask.next = self.slot_mask.val();
        self.look_ahead.ask.next = false;
        self.look_ahead.wheel_present.next = true;
        self.look_ahead.wheel_base.next =
            (self.of_wheel.slot.val() & (self.slot_mask.val() ^ self.all_bits.val())) >> 4;
        self.look_ahead.wheel_size.next = bit_cast::<21, 16>(self.slot_mask.val()) + self.one.val();
        self.look_ahead.slot.next = bit_cast::<20, 16>(self.of_wheel.slot.val() & self.slot_mask.val());

        // How many ticks of what was found are over.
        self.late.next = self.now.val() - self.from.q.val();
        self.difference.next = bit_cast::<26, 24>(self.earliest.q.val()) - self.late.val().get_bits::<26>(0);

        // One wheel after the other, in ticks from the cursor's.
        self.answered.d.next = false;
        match self.state.q.val() {
            State::Rest => {
                self.wheel.d.next = 0.into();
                if self.ask.val() & self.present.val() {
                    self.from.d.next = self.at.val();
                    self.any.d.next = false;
                    self.earliest.d.next = 0.into();
                    self.state.d.next = State::Search;
                }
            }
            State::Search => {
                self.look_ahead.ask.next = true;
                self.state.d.next = State::Wait;
            }
            State::Wait => {
                self.found.d.next = self.look_ahead.found.val();
                self.ahead.d.next =
                    (((self.low.val() ^ self.below.val()) + 1) & self.below.val()) + self.distance.val();
                if self.look_ahead.done.val() {
                    self.state.d.next = State::Compare;
                }
            }
            State::Compare => {
                if self.found.q.val() & (!self.any.q.val() | (self.ahead.q.val() < self.earliest.q.val())) {
                    self.any.d.next = true;
                    self.earliest.d.next = self.ahead.q.val();
                }
                self.wheel.d.next = self.wheel.q.val() + 1;
                self.state.d.next = State::Search;
                if self.wheel.q.val() == self.highest_wheel.val() {
                    self.state.d.next = State::Subtract;
                }
            }
            State::Subtract => {
                self.left.d.next = self.difference.val().get_bits::<25>(0);
                if self.difference.val().get_bit(25) | self.too_far.val() | !self.any.q.val() {
                    self.left.d.next = 0.into();
                }
                self.answered.d.next = true;
                self.state.d.next = State::Rest;
            }
        }
        if self.clear.val() {
            self.state.d.next = State::Rest;
            self.answered.d.next = false;
        }
        self.done.next = self.answered.q.val();
        self.ticks.next = self.left.q.val();
        self.none.next = !self.any.q.val();
    }
}
