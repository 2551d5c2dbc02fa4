//! Every operation of every facility on a chip, with a reset, an error, a lost answer or a false one at each of its
//! transfers, one after the other.

mod common;
#[path = "common/strikes.rs"]
mod strikes;

use core::num::NonZeroU32;

use carillon_driver::counter_chip::{ChipAlarm, CounterChip};
use carillon_driver::facility::{
    ClockFacility, CounterChipFacility, Settings, TimerChipFacility, TimerEntry, TimerSettings,
};
use carillon_driver::queue::memory::Bounded;
use carillon_driver::queue::schemes::{
    BasicWheel, HashedWheel, Heap, HierarchicalWheel, MixedWheel, OrderedHashedWheel,
};
use carillon_driver::queue::{Handle, Timers};
use common::fake_chip::FakeChip;
use common::fake_timer_chip::FakeTimerChip;
use common::struck::{Garbage, Strike, Struck};
use strikes::{Extra, Outcome, Subject, every_transfer};

/// A chip with 4 wheels, 2^10 slots, 2^2 events and every feature.
const PARAMS: u32 = 4 | (10 << 4) | (2 << 9) | (0xF << 16);

type Queue<S> = Timers<S, usize, Bounded<usize>>;

/// A counter chip's facility, or its alarm's, for [`Subject`].
macro_rules! counter_chip {
    ($name:ident: $structure:ty = $make:expr, $settings:expr) => {
        mod $name {
            use super::*;

            struct Tested;

            impl Subject for Tested {
                type Facility = CounterChipFacility<Struck<FakeChip>, Queue<$structure>>;
                type Chip = FakeChip;

                const EXTRAS: &'static [Extra] = &[Extra::Audit, Extra::Resynchronise, Extra::Pause, Extra::Resume];

                fn chip() -> FakeChip {
                    FakeChip::new(PARAMS, 4)
                }

                fn make(bus: Struck<FakeChip>) -> Outcome<Self, Self::Facility> {
                    let queue = Timers::bounded($make, 8).expect("memory");
                    CounterChipFacility::new(bus, $settings, queue)
                }

                fn bus(facility: &mut Self::Facility) -> &mut Struck<FakeChip> {
                    facility.bus_mut()
                }

                fn extra(facility: &mut Self::Facility, extra: Extra, _: Handle) -> Outcome<Self, Option<Handle>> {
                    match extra {
                        Extra::Audit => facility.audit().map(drop)?,
                        Extra::Resynchronise => facility.resynchronise()?,
                        Extra::Pause => facility.pause()?,
                        Extra::Resume => facility.resume()?,
                        Extra::StartPeriodic | Extra::TimeLeft => unreachable!(),
                    }
                    Ok(None)
                }
            }

            tests!(Tested);
        }
    };
}

/// The tests of a facility.
macro_rules! tests {
    ($tested:ty) => {
        #[test]
        fn reset_at_every_transfer_is_noticed_and_loses_nothing() {
            every_transfer::<$tested>(&[Strike::Reset], &BASES);
        }

        #[test]
        fn error_or_lost_answer_at_every_transfer_is_said_and_loses_nothing() {
            every_transfer::<$tested>(&[Strike::Lost, Strike::AnswerLost], &BASES);
        }

        #[test]
        fn garbage_at_every_transfer_is_no_panic_nor_early_if_no_chip_answers_so() {
            every_transfer::<$tested>(&lies(Strike::Garbage, FEW), &BASES[1..]);
        }

        #[test]
        fn chip_gone_at_every_transfer_is_no_panic_and_nothing_early() {
            every_transfer::<$tested>(&lies(Strike::Gone, FEW), &BASES[1..]);
        }

        #[test]
        #[ignore = "long"]
        fn every_garbage_at_every_transfer_is_no_panic_nor_early_if_no_chip_answers_so() {
            every_transfer::<$tested>(&lies(Strike::Garbage, many()), &BASES);
        }

        #[test]
        #[ignore = "long"]
        fn chip_gone_in_every_way_at_every_transfer_is_no_panic_and_nothing_early() {
            every_transfer::<$tested>(&lies(Strike::Gone, many()), &BASES);
        }
    };
}

/// Words that the chip has not sent: all ones, as where there is no chip, and one with a bit that is mostly reserved.
const FEW: [Garbage; 2] = [Garbage::Ones, Garbage::Flipped(31)];

/// The same with every bit, and others.
fn many() -> impl Iterator<Item = Garbage> {
    let random = (0..8).map(Garbage::Random);
    let flipped = (0..32).map(Garbage::Flipped);
    [Garbage::Ones, Garbage::Zeros].into_iter().chain(random).chain(flipped)
}

/// One of these words is the answer to a read, or to all from one on.
fn lies(strike: fn(Garbage) -> Strike, words: impl IntoIterator<Item = Garbage>) -> Vec<Strike> {
    words.into_iter().map(strike).collect()
}

/// Ticks before the timers are started: no time at all, and shortly before the low half of now wraps.
const BASES: [u64; 2] = [0, (1 << 32) - 6];

/// An interrupt examines or moves one timer.
fn in_steps() -> Settings {
    Settings::of(7).at_most(NonZeroU32::MIN)
}

counter_chip!(scheme4: BasicWheel = BasicWheel::new(256), Settings::of(7));
counter_chip!(scheme5: OrderedHashedWheel = OrderedHashedWheel::new(16), Settings::of(7));
counter_chip!(scheme6: HashedWheel = HashedWheel::new(60), Settings::of(7).holding());
counter_chip!(scheme6_in_steps: HashedWheel = HashedWheel::new(16), in_steps());
counter_chip!(scheme7: MixedWheel<3> = MixedWheel::of([10, 6, 8]), Settings::of(7).holding());
counter_chip!(scheme7_in_steps: MixedWheel<3> = MixedWheel::of([10, 6, 8]), in_steps());
counter_chip!(scheme7_of_powers: HierarchicalWheel<4, 4> = HierarchicalWheel::first(), Settings::of(7).holding());

mod alarm {
    use super::*;

    struct Tested;

    impl Subject for Tested {
        type Facility = ClockFacility<ChipAlarm<Struck<FakeChip>>, Queue<Heap>>;
        type Chip = FakeChip;

        const EXTRAS: &'static [Extra] = &[Extra::Audit, Extra::Resynchronise, Extra::Pause, Extra::Resume];

        fn chip() -> FakeChip {
            FakeChip::new(PARAMS, 4)
        }

        fn make(bus: Struck<FakeChip>) -> Outcome<Self, Self::Facility> {
            let queue = Timers::bounded(Heap::new(), 8).expect("memory");
            ClockFacility::new(ChipAlarm::new(bus, 7)?, queue)
        }

        fn bus(facility: &mut Self::Facility) -> &mut Struck<FakeChip> {
            facility.clock_mut().bus_mut()
        }

        fn extra(facility: &mut Self::Facility, extra: Extra, _: Handle) -> Outcome<Self, Option<Handle>> {
            match extra {
                Extra::Audit => facility.audit().map(drop)?,
                Extra::Resynchronise => facility.clock_mut().resynchronise()?,
                Extra::Pause => facility.clock_mut().pause()?,
                Extra::Resume => facility.clock_mut().resume()?,
                Extra::StartPeriodic | Extra::TimeLeft => unreachable!(),
            }
            Ok(None)
        }
    }

    tests!(Tested);
}

mod timer_chip {
    use super::*;

    struct Tested;

    impl Subject for Tested {
        type Facility = TimerChipFacility<Struck<FakeTimerChip>, usize, Vec<TimerEntry<usize>>>;
        type Chip = FakeTimerChip;

        const EXTRAS: &'static [Extra] = &[Extra::Audit, Extra::StartPeriodic, Extra::TimeLeft];

        fn chip() -> FakeTimerChip {
            FakeTimerChip::default()
        }

        fn make(bus: Struck<FakeTimerChip>) -> Outcome<Self, Self::Facility> {
            let settings = TimerSettings { prescale: 7, wheel_bits: 8, memory_base: 0 };
            let entries = (0..8).map(|_| TimerEntry::VACANT).collect();
            TimerChipFacility::new(bus, settings, entries)
        }

        fn bus(facility: &mut Self::Facility) -> &mut Struck<FakeTimerChip> {
            facility.bus_mut()
        }

        fn extra(facility: &mut Self::Facility, extra: Extra, handle: Handle) -> Outcome<Self, Option<Handle>> {
            match extra {
                Extra::Audit => facility.audit().map(drop)?,
                Extra::TimeLeft => facility.time_left(handle).map(drop)?,
                Extra::StartPeriodic => {
                    let started = facility.start_periodic(6, 7);
                    return started.map(Some).map_err(|refused| refused.error);
                }
                Extra::Resynchronise | Extra::Pause | Extra::Resume => unreachable!(),
            }
            Ok(None)
        }
    }

    tests!(Tested);
}

/// Of the reads of a whole time each is all ones in its turn.
#[test]
fn time_of_which_one_read_is_all_ones_is_right_or_an_error() {
    for now in [5, (1 << 32) - 2, (1 << 32) - 1, 1 << 32, (7 << 32) + 9, u64::MAX - 1] {
        let mut chip = CounterChip::new(Struck::new(FakeChip::new(PARAMS, 4))).expect("a chip");
        chip.resume().expect("no faults");
        for _ in 0..4 {
            chip.bus_mut().chip.pass(now / 4);
        }
        chip.bus_mut().chip.pass(now % 4);
        for nth in 0..5 {
            let bus = chip.bus_mut();
            bus.strike = Some((bus.transfers + nth, Strike::Garbage(Garbage::Ones)));
            for time in [chip.now(), chip.cursor()] {
                assert!(time.is_err() || time == Ok(now), "{time:?} at {now}, read {nth}");
            }
        }
    }
}
