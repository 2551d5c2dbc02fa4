//! # The timer chip's cursor
//!
//! **Purpose.** Visits the slots of every tick, in order, and stops at each busy one until its list has been visited.
//! It follows now and never passes it. With several wheels it visits, when wheel 0 begins a lap, the slots of the
//! higher wheels that begin in that tick, from the highest down, and then wheel 0's.
//!
//! **Interface.** `word_address` goes to the busy bits, `word_data` comes back. `slot_mask` is the number of slots of a
//! wheel less one, a power of two less one, 16 slots or more. `at` is the next tick to visit. With `busy` its slot on
//! `wheel` is busy; `visited` says that the list has been dealt with. While `pause` is high no slot is asked for.
//!
//! **Timing.** A look takes four clocks: the word of `at` is read, masked, searched, and `at` moves to the first busy
//! slot or past the slots looked at: one slot, or all to the end of the word if 16 ticks or more are to be visited. At
//! 128 or more it runs: an empty word of 16 slots a clock, until it meets one that is not empty, which it then looks at
//! as above, or until the lap ends. With several wheels a look at the beginning of a word takes a clock more, and each
//! higher wheel's slot a look.
//!
//! **Invariants.** A look that begins in clock *c* is about ticks that are not after now in *c*, and sees the busy bits
//! as written up to *c*. `at` never goes past a slot that was busy then without `visited`. Four clocks after the last
//! one without `pause`, `at` stands still, and from the next clock on `wheel` is the one that is looked at or visited
//! next: those above it have been dealt with.

use crate::circuit::Circuit;
use crate::shared::find_first::FindFirst;
use crate::timer_chip::lag::Lag;
use crate::timer_chip::wheel_slot::WheelSlot;
use carillon_regmap::timer_chip::TimerBuild;
use rust_hdl::prelude::*;

/// What the cursor is doing.
#[derive(LogicState, Debug, Copy, Clone, PartialEq)]
enum State {
    Look,
    Mask,
    Search,
    Move,
    Run,
    Stop,
}

/// The cursor; see the module's header.
#[derive(Circuit)]
pub struct Scan {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Back to tick 0: the next visit is tick 1.
    pub clear: Signal<In, Bit>,
    /// Now goes on by one.
    pub tick: Signal<In, Bit>,
    /// No slot may be asked for.
    pub pause: Signal<In, Bit>,
    /// The slots of a wheel less one.
    pub slot_mask: Signal<In, Bits<16>>,
    /// The word at last clock's `word_address`.
    pub word_data: Signal<In, Bits<16>>,
    /// The list of the slot at `at` has been visited.
    pub visited: Signal<In, Bit>,
    /// The word to read.
    pub word_address: Signal<Out, Bits<16>>,
    /// Low half of the next tick to visit.
    pub at: Signal<Out, Bits<32>>,
    /// The slot of `at` on `wheel` is busy; `at` stands still.
    pub busy: Signal<Out, Bit>,
    /// Which wheel is looked at or visited.
    pub wheel: Signal<Out, Bits<2>>,
    /// The cursor is behind now.
    pub behind: Signal<Out, Bit>,
    /// It is 2^22 ticks or more behind.
    pub too_far: Signal<Out, Bit>,
    /// Slots have been looked at.
    pub looked: Signal<Out, Bit>,
    lag: Lag,
    first: FindFirst,
    of_wheel: WheelSlot,
    /// What the cursor is doing.
    state: DFF<State>,
    /// Wheel at hand: down from the highest that begins a slot.
    level: DFF<Bits<2>>,
    /// The highest wheel to look at in this tick has been found.
    entered: DFF<Bit>,
    /// Low half of the tick that the cursor is at.
    next_tick: DFF<Bits<32>>,
    /// Ticks that the cursor goes on by at the next edge, 0 to 16.
    step: DFF<Bits<5>>,
    /// The look is at the rest of the word, not at one slot only.
    whole: DFF<Bit>,
    /// Busy slots of the word of one clock ago, those looked at.
    word: DFF<Bits<16>>,
    /// The look found a busy slot, whose visit is not done.
    found: DFF<Bit>,
    /// The word after the one that was read one clock ago.
    fetch: DFF<Bits<16>>,
    /// In a run: the word read one clock ago is to be judged next.
    fetched: DFF<Bit>,
    /// In a run: the word read two clocks ago is judged now.
    judged: DFF<Bit>,
    /// The word read two clocks ago has no busy slot.
    empty: DFF<Bit>,
    /// A run has met a word with a busy slot: a look follows.
    met: DFF<Bit>,
    reset_tick: Constant<Bits<32>>,
    one_slot: Constant<Bits<5>>,
    one_bit: Constant<Bits<16>>,
    all_bits: Constant<Bits<16>>,
    #[formula("WHEELS > 1")]
    several: Constant<Bit>,
    #[formula("WHEELS > 2")]
    three: Constant<Bit>,
    #[formula("(1 << (WHEEL_BITS - 4)) - 1")]
    word_mask: Constant<Bits<16>>,
    #[formula("(1 << WHEEL_BITS) - 1")]
    below_1: Constant<Bits<24>>,
    #[formula("(1 << (2 * WHEEL_BITS)) - 1")]
    below_2: Constant<Bits<24>>,
    highest: Signal<Local, Bits<2>>,
    upper: Signal<Local, Bit>,
    enters: Signal<Local, Bit>,
    in_wheel: Signal<Local, Bits<16>>,
    ends_lap: Signal<Local, Bit>,
    at_low: Signal<Local, Bits<24>>,
    offset: Signal<Local, Bits<4>>,
    at_word: Signal<Local, Bits<16>>,
    address: Signal<Local, Bits<16>>,
    mask: Signal<Local, Bits<16>>,
    stop: Signal<Local, Bits<5>>,
    passed: Signal<Local, Bits<5>>,
}

impl Scan {
    /// The cursor on the wheels of `build`.
    pub fn new(build: &TimerBuild) -> Self {
        let below = |wheel: u32| {
            let bits = (wheel * build.wheel_bits()).min(24);
            Constant::new(((1_u64 << bits) - 1).into())
        };
        ScanParts {
            lag: Lag::default(),
            first: FindFirst::default(),
            of_wheel: WheelSlot::new(build),
            reset_tick: Constant::new(1.into()),
            one_slot: Constant::new(1.into()),
            one_bit: Constant::new(1.into()),
            all_bits: Constant::new(0xffff.into()),
            several: Constant::new(build.wheels > 1),
            three: Constant::new(build.wheels > 2),
            word_mask: Constant::new(((1_u64 << (build.wheel_bits() - 4)) - 1).into()),
            below_1: below(1),
            below_2: below(2),
        }
        .assemble()
    }
}

impl Logic for Scan {
    #[hdl_gen]
    fn update(&mut self) {
        // What has been passed moves the tick and the count a clock later.
        self.step.d.next = 0.into();
        self.next_tick.d.next = self.next_tick.q.val() + bit_cast::<32, 5>(self.step.q.val());
        self.lag.clear.next = self.clear.val();
        self.lag.tick.next = self.tick.val();
        self.lag.step.next = self.step.q.val();

        // In a tick in which wheel 0 begins a lap, the highest wheel that begins a slot.
        self.at_low.next = self.next_tick.q.val().get_bits::<24>(0);
        self.highest.next = 0.into();
        if self.several.val() & !(self.at_low.val() & self.below_1.val()).any() {
            self.highest.next = 1.into();
            if self.three.val() & !(self.at_low.val() & self.below_2.val()).any() {
                self.highest.next = 2.into();
            }
        }
        self.upper.next = self.several.val() & self.level.q.val().any();
        if self.step.q.val().any() {
            self.entered.d.next = false;
        }

        // The word that is read.
        self.of_wheel.tick.next = self.at_low.val();
        self.of_wheel.wheel.next = self.level.q.val();
        self.of_wheel.slot_mask.next = self.slot_mask.val();
        self.offset.next = self.next_tick.q.val().get_bits::<4>(0);
        self.at_word.next = self.next_tick.q.val().get_bits::<16>(4);
        self.address.next = self.at_word.val();
        if self.state.q.val() == State::Run {
            self.address.next = self.fetch.q.val();
        }
        self.fetch.d.next = (self.address.val() + 1) & self.word_mask.val();
        self.in_wheel.next = self.address.val() & bit_cast::<16, 12>(self.slot_mask.val().get_bits::<12>(4));
        self.ends_lap.next = self.several.val() & !self.in_wheel.val().any();
        self.word_address.next = self.in_wheel.val();
        if self.upper.val() {
            self.offset.next = self.of_wheel.slot.val().get_bits::<4>(0);
            self.word_address.next = bit_cast::<16, 12>(self.of_wheel.slot.val().get_bits::<12>(4));
        }
        self.enters.next = self.several.val() & !self.entered.q.val() & !self.offset.val().any();

        // One word, in steps.
        self.mask.next = self.one_bit.val() << self.offset.val();
        if self.whole.q.val() {
            self.mask.next = self.all_bits.val() << self.offset.val();
        }
        self.word.d.next = self.word_data.val() & self.mask.val();
        self.first.word.next = self.word.q.val();
        self.stop.next = bit_cast::<5, 4>(self.offset.val()) + self.one_slot.val();
        if self.whole.q.val() {
            self.stop.next = 16.into();
        }
        if self.first.found.val() {
            self.stop.next = bit_cast::<5, 4>(self.first.position.val());
        }
        self.passed.next = self.stop.val() - bit_cast::<5, 4>(self.offset.val());

        // Word after word.
        self.fetched.d.next = false;
        self.judged.d.next = self.fetched.q.val();
        self.empty.d.next = !self.word_data.val().any();
        self.looked.next = false;
        match self.state.q.val() {
            State::Look => {
                self.whole.d.next = self.lag.sixteen.val() & !self.upper.val();
                if self.several.val() & !self.entered.q.val() {
                    self.level.d.next = self.highest.val();
                    self.entered.d.next = true;
                }
                if self.lag.some.val() & !self.pause.val() & !self.enters.val() {
                    self.state.d.next = State::Mask;
                    if self.lag.many.val() & !self.offset.val().any() & !self.met.q.val() & !self.upper.val() {
                        self.fetched.d.next = true;
                        self.state.d.next = State::Run;
                    }
                }
            }
            State::Mask => {
                self.state.d.next = State::Search;
            }
            State::Search => {
                self.met.d.next = false;
                if !self.upper.val() {
                    self.step.d.next = self.passed.val();
                }
                self.found.d.next = self.first.found.val();
                self.state.d.next = State::Move;
            }
            State::Move => {
                self.looked.next = true;
                self.state.d.next = State::Look;
                if self.found.q.val() {
                    self.state.d.next = State::Stop;
                } else if self.upper.val() {
                    self.level.d.next = self.level.q.val() - 1;
                }
            }
            State::Run => {
                // Once stopped, it begins again with a look.
                self.fetched.d.next =
                    self.fetched.q.val() & self.lag.many.val() & !self.pause.val() & !self.ends_lap.val();
                if self.judged.q.val() {
                    self.looked.next = true;
                    if self.empty.q.val() {
                        self.step.d.next = 16.into();
                    } else {
                        self.met.d.next = true;
                        self.fetched.d.next = false;
                        self.judged.d.next = false;
                        self.state.d.next = State::Look;
                    }
                }
                if !self.fetched.q.val() & !self.judged.q.val() {
                    self.fetched.d.next = false;
                    self.state.d.next = State::Look;
                }
            }
            State::Stop => {
                if self.visited.val() {
                    if !self.upper.val() {
                        self.step.d.next = self.one_slot.val();
                    }
                    self.found.d.next = false;
                    self.state.d.next = State::Move;
                }
            }
        }
        if self.clear.val() {
            self.state.d.next = State::Look;
            self.level.d.next = 0.into();
            self.entered.d.next = false;
            self.next_tick.d.next = self.reset_tick.val();
            self.step.d.next = 0.into();
            self.found.d.next = false;
            self.fetched.d.next = false;
            self.judged.d.next = false;
            self.met.d.next = false;
        }
        self.at.next = self.next_tick.q.val();
        self.busy.next = self.state.q.val() == State::Stop;
        self.wheel.next = self.level.q.val();
        self.behind.next = self.lag.some.val();
        self.too_far.next = self.lag.too_many.val();
    }
}

#[cfg(test)]
mod tests;
