//! Every queue on the fake chip, by busy slots, by the alarm or by the tick: the same histories for all, with every
//! setting, a bus that fails, a chip that is reset, a host that sleeps, and a FIFO that is too small.

mod common;

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use carillon_driver::chip::{Coalescing, Wake, WheelMode};
use carillon_driver::facility::{
    ByAlarm, Facility, FacilityError, OnChip, Settings, Started, StopError, TimerFacility,
};
use carillon_driver::queue::chip::{Structure, Wheeled};
use carillon_driver::queue::memory::Bounded;
use carillon_driver::queue::schemes::*;
use carillon_driver::queue::shared::{SharedEntry, SharedSlot, SharedTimers};
use carillon_driver::queue::{Handle, Refused, StartError, Timers};
use common::fake_chip::{FakeChip, Fate};
use common::script::FULL;
use common::scripted_bus::BusFault;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// A facility whose chip the test can get at, and whose items are numbers.
trait OnFake: TimerFacility<BusError = BusFault> {
    fn chip(&mut self) -> &mut FakeChip;

    fn item(number: usize) -> Self::Item;

    fn number(item: Self::Item) -> usize;

    fn wake(&mut self) -> Wake;
}

impl<Q> OnFake for Facility<FakeChip, Q>
where
    Q: OnChip<Item: TryFrom<usize> + TryInto<usize>>,
{
    fn chip(&mut self) -> &mut FakeChip {
        self.bus_mut()
    }

    fn item(number: usize) -> Q::Item {
        number.try_into().ok().expect("it fits")
    }

    fn number(item: Q::Item) -> usize {
        item.try_into().ok().expect("it fits")
    }

    fn wake(&mut self) -> Wake {
        self.wake().expect("no faults")
    }
}

#[derive(Debug, Clone)]
enum Step {
    Start(u64),
    StartAt(u64),
    Stop(usize),
    Pass(u64),
    Faults(Vec<Fate>),
    Serve(usize),
    Slow(u64),
    Reset,
    Settle,
}

/// What the histories may ask of a facility.
#[derive(Clone, Copy)]
struct Kind {
    /// The longest interval.
    longest: u64,
    /// Timers are due at the tick asked for.
    exact_ticks: bool,
    /// A fast host gets every timer at its very tick.
    exact_reports: bool,
    /// What one settling hands out is in the order of ticks.
    ordered: bool,
    /// Timers migrate: for ticks to be exact the wheels must hold.
    migrates: bool,
    /// Histories with a rough host, and with a calm one.
    cases: [u32; 2],
}

/// What a facility is made of.
#[derive(Debug)]
struct Parts {
    chip: FakeChip,
    capacity: usize,
    /// Slots, for a queue that can have any number.
    slots: u32,
    settings: Settings,
}

struct Test<F> {
    facility: F,
    kind: Kind,
    outstanding: BTreeMap<usize, (Handle, u64)>,
    started: usize,
    epoch: u64,
    /// The host is fast and its bus sound.
    calm: bool,
    handed_out: Vec<u64>,
}

impl<F: OnFake> Test<F> {
    fn new(facility: F, kind: Kind, calm: bool) -> Self {
        Self {
            facility,
            kind,
            outstanding: BTreeMap::new(),
            started: 0,
            epoch: 0,
            calm,
            handed_out: Vec::new(),
        }
    }

    fn step(&mut self, step: Step) {
        match step {
            Step::Start(interval) => self.start(interval % (self.kind.longest + 1)),
            Step::StartAt(before) => self.start_at(before),
            Step::Stop(choice) => self.stop(choice),
            Step::Pass(ticks) => self.facility.chip().pass(ticks),
            Step::Faults(fates) => self.facility.chip().fates = fates.into(),
            Step::Serve(count) => (0..count).for_each(|_| {
                self.serve_one();
            }),
            Step::Slow(ticks) => self.facility.chip().ticks_a_transfer = ticks,
            Step::Reset => self.reset(),
            Step::Settle => self.settle(),
        }
        self.facility.check_invariants().expect("invariants");
        assert_eq!(self.facility.outstanding() as usize, self.outstanding.len());
        if self.facility.chip().fates.is_empty() {
            self.check_wake();
        }
    }

    /// A host that sleeps until then misses nothing.
    fn check_wake(&mut self) {
        let first = self.outstanding.values().map(|(_, expiry)| *expiry).min();
        match self.facility.wake() {
            Wake::Now => {}
            Wake::At(tick) => assert!(first.is_none_or(|expiry| tick <= expiry)),
            Wake::Never => assert_eq!(first, None),
        }
    }

    fn true_now(&mut self) -> u64 {
        self.epoch + self.facility.chip().now()
    }

    fn started(&mut self, result: Started<F::Item, BusFault>, fits: impl FnOnce(u64, u64) -> bool) {
        match result {
            Ok(handle) => {
                let expiry = self.facility.expiry(handle).expect("outstanding");
                assert!(fits(expiry, self.true_now()), "the tick asked for");
                self.outstanding.insert(self.started, (handle, expiry));
                self.started += 1;
            }
            Err(Refused { error, item }) => {
                assert_eq!(F::number(item), self.started, "the item comes back");
                match error {
                    FacilityError::Start(StartError::Full { capacity }) => {
                        assert_eq!(self.outstanding.len(), capacity as usize);
                    }
                    FacilityError::Chip(_) => assert!(!self.calm),
                    error => panic!("start refused: {error}"),
                }
            }
        }
    }

    fn start(&mut self, interval: u64) {
        let earliest = self.true_now();
        let exact = self.kind.exact_ticks;
        let result = self.facility.start(interval, F::item(self.started));
        self.started(result, |expiry, latest| {
            let from = expiry - interval;
            from >= earliest && (!exact || from <= latest)
        });
    }

    fn start_at(&mut self, before: u64) {
        let tick = self.true_now().saturating_sub(before);
        let result = self.facility.start_at(tick, F::item(self.started));
        self.started(result, |expiry, _| expiry == tick);
    }

    fn stop(&mut self, choice: usize) {
        let item = choice % self.outstanding.len().max(1);
        if let Some((&item, &(handle, _))) = self.outstanding.iter().nth(item) {
            let stopped = self.facility.stop(handle);
            assert_eq!(stopped.map(F::number), Ok(item));
            let stale = Err(StopError::StaleHandle.into());
            assert_eq!(self.facility.stop(handle).map(F::number), stale);
            self.outstanding.remove(&item);
        }
    }

    /// One call of the interrupt routine's heart; false at its end.
    fn serve_one(&mut self) -> bool {
        match self.facility.next_expired() {
            Ok(Some(expired)) => {
                let (due, reported) = (expired.due, expired.reported);
                let (_, expiry) = self
                    .outstanding
                    .remove(&F::number(expired.item))
                    .expect("neither doubled nor stopped");
                assert_eq!(due, expiry);
                let now = self.true_now();
                assert!(
                    reported >= expiry && reported <= now,
                    "never early: {due}, {reported} at {now}"
                );
                assert!(
                    !(self.calm && self.kind.exact_reports) || reported == expiry,
                    "at its very tick: {due}, {reported}"
                );
                self.handed_out.push(due);
                true
            }
            Ok(None) => false,
            Err(FacilityError::Chip(_)) => true,
            Err(error) => panic!("service refused: {error}"),
        }
    }

    /// Serves all interrupts; then nothing can be overdue.
    fn settle(&mut self) {
        self.facility.chip().ticks_a_transfer = 0;
        self.handed_out.clear();
        let mut calls = 0;
        while self.serve_one()
            || self.facility.chip().irq()
            || self.facility.chip().drum().events() > 0
        {
            calls += 1;
            assert!(calls < 100_000, "the interrupt never ends");
        }
        if self.calm && self.kind.ordered {
            assert!(self.handed_out.is_sorted(), "{:?}", self.handed_out);
        }
        let (cursor, now) = (self.facility.chip().cursor(), self.facility.chip().now());
        assert_eq!(cursor, now, "nothing holds the cursor");
        let reached = self.epoch + now;
        let overdue = |&(_, expiry): &(Handle, u64)| expiry <= reached;
        assert!(!self.outstanding.values().any(overdue), "nothing overdue");
    }

    fn reset(&mut self) {
        self.facility.chip().reset();
        self.facility.chip().fates.clear();
        assert_eq!(self.facility.now(), Err(FacilityError::ChipWasReset));
        self.epoch = self.facility.last_known_now();
        self.facility.recover().expect("no faults");
        for (handle, expiry) in self.outstanding.values_mut() {
            let after = self.facility.expiry(*handle).expect("outstanding");
            // Where ticks are rounded, they are rounded anew.
            assert!(after == *expiry || (!self.kind.exact_ticks && after > *expiry));
            *expiry = after;
        }
    }

    /// Lets everything run out.
    fn finish(&mut self) {
        self.facility.chip().fates.clear();
        self.settle();
        while let Some(first) = self.outstanding.values().map(|(_, expiry)| *expiry).min() {
            let ahead = first - self.true_now();
            self.facility.chip().pass(ahead);
            self.settle();
            self.facility.check_invariants().expect("invariants");
        }
        let statistics = self.facility.statistics();
        assert_eq!(statistics.timers_started as usize, self.started);
        assert_eq!(
            statistics.expired + statistics.stopped,
            statistics.timers_started
        );
    }
}

fn fates() -> impl Strategy<Value = Vec<Fate>> {
    let fate =
        prop_oneof![4 => Just(Fate::Succeeds), 1 => Just(Fate::Lost), 1 => Just(Fate::AnswerLost)];
    prop::collection::vec(fate, 1..12)
}

/// Every option of the chip.
fn parts(depth: core::ops::Range<usize>) -> impl Strategy<Value = Parts> {
    let coalescing = prop_oneof![
        2 => Just(Coalescing::NONE),
        1 => (0..6_u8, 0..50_u16).prop_map(|(count, age)| Coalescing { count, age }),
    ];
    let mode = (any::<bool>(), any::<bool>())
        .prop_map(|(hold, auto_clear)| WheelMode { hold, auto_clear });
    let most_steps = prop_oneof![Just(None), (1..9_u32).prop_map(NonZeroU32::new)];
    (1..20_usize, depth, 2..40_u32, mode, coalescing, most_steps).prop_map(
        |(capacity, depth, slots, mode, coalescing, most_steps)| Parts {
            chip: FakeChip::new(FULL, depth),
            capacity,
            slots,
            settings: Settings {
                mode,
                coalescing,
                most_steps,
                ..Settings::of(1)
            },
        },
    )
}

fn interval(span: u64) -> impl Strategy<Value = u64> {
    prop_oneof![4 => 0..span.min(200), 4 => 0..=span, 2 => 0..span.min(5), 1 => Just(span)]
}

/// Everything that can go wrong.
fn rough<F: OnFake>(make: impl Fn(Parts) -> F, kind: Kind) {
    let span = kind.longest.min(1 << 16);
    let step = prop_oneof![
        8 => interval(span).prop_map(Step::Start),
        1 => (0..300_u64).prop_map(Step::StartAt),
        4 => any::<usize>().prop_map(Step::Stop),
        4 => interval(span).prop_map(Step::Pass),
        3 => fates().prop_map(Step::Faults),
        4 => (1..5_usize).prop_map(Step::Serve),
        1 => (0..4_u64).prop_map(Step::Slow),
        1 => Just(Step::Reset),
        2 => Just(Step::Settle),
    ];
    let histories = (parts(1..16), prop::collection::vec(step, 1..80));
    runner(kind.cases[0])
        .run(&histories, |(parts, steps)| {
            let mut test = Test::new(make(parts), kind, false);
            test.step(Step::Pass(1));
            for step in steps {
                test.step(step);
            }
            test.finish();
            Ok(())
        })
        .unwrap_or_else(|failure| panic!("{failure}"));
}

/// A fast host on a sound bus, which settles before time goes past anything; with sleeps of every length while nothing
/// is outstanding.
fn calm<F: OnFake>(make: impl Fn(Parts) -> F, kind: Kind) {
    let span = kind.longest.min(1 << 20);
    let starts = prop::collection::vec((interval(span), 0..3_u64), 0..12);
    let sleep = prop_oneof![
        (0..34_u32, 0..200_u64).prop_map(|(bits, more)| (1 << bits) + more),
        0..100_u64
    ];
    let histories = (parts(2..17), prop::collection::vec((starts, sleep), 1..12));
    runner(kind.cases[1])
        .run(&histories, |(mut parts, rounds)| {
            parts.capacity = 40;
            parts.settings.mode.hold |= kind.migrates;
            // A bit that the chip has cleared is armed again only when the host comes round to it.
            parts.settings.mode.auto_clear = false;
            let mut test = Test::new(make(parts), kind, true);
            test.step(Step::Pass(1));
            for (starts, sleep) in rounds {
                test.step(Step::Pass(sleep));
                test.step(Step::Settle);
                for (interval, choice) in starts {
                    test.step(Step::Start(interval.max(1)));
                    if choice == 0 {
                        test.step(Step::Stop(interval as usize));
                    }
                }
                test.finish();
            }
            Ok(())
        })
        .unwrap_or_else(|failure| panic!("{failure}"));
}

/// A host that sleeps over everything: with `hold` the chip's time waits, and all is in order and at its tick.
fn asleep<F: OnFake>(make: impl Fn(Parts) -> F, kind: Kind) {
    let span = kind.longest.min(1 << 20);
    let starts = prop::collection::vec((interval(span), 0..50_u64), 1..40);
    runner(150)
        .run(&(parts(4..5), starts), |(mut parts, starts)| {
            parts.capacity = 40;
            parts.settings = Settings {
                most_steps: parts.settings.most_steps,
                ..Settings::of(1).holding()
            };
            let mut test = Test::new(make(parts), kind, true);
            test.kind.exact_reports = false;
            for (interval, pause) in starts {
                test.step(Step::Start(interval.max(1)));
                test.step(Step::Pass(pause));
            }
            test.step(Step::Pass(2 * span));
            test.step(Step::Settle);
            test.finish();
            Ok(())
        })
        .unwrap_or_else(|failure| panic!("{failure}"));
}

fn runner(cases: u32) -> TestRunner {
    let default = ProptestConfig::default();
    TestRunner::new(ProptestConfig {
        cases: (default.cases / 256).max(1) * cases,
        failure_persistence: None,
        ..default
    })
}

fn queue<S: Structure>(structure: S, capacity: usize) -> Timers<S, usize, Bounded<usize>> {
    Timers::bounded(structure, capacity).unwrap()
}

fn slots<S: Wheeled>(
    parts: Parts,
    structure: S,
) -> Facility<FakeChip, Timers<S, usize, Bounded<usize>>> {
    let timers = queue(structure, parts.capacity);
    Facility::new(parts.chip, parts.settings, timers).expect("the chip has room")
}

fn alarm<S: Structure>(
    parts: Parts,
    structure: S,
) -> Facility<FakeChip, ByAlarm<Timers<S, usize, Bounded<usize>>>> {
    let timers = ByAlarm::new(queue(structure, parts.capacity));
    Facility::new(parts.chip, parts.settings, timers).expect("it has an alarm")
}

const EXACT: Kind = Kind {
    longest: 1 << 20,
    exact_ticks: true,
    exact_reports: true,
    ordered: true,
    migrates: true,
    cases: [300, 150],
};

/// A busy slot of a hash gives an event in every lap.
const HASHED: Kind = Kind {
    longest: 1 << 13,
    migrates: false,
    ..EXACT
};

const UNORDERED: Kind = Kind {
    ordered: false,
    ..EXACT
};

const ROUNDED: Kind = Kind {
    longest: 8_467_200,
    exact_ticks: false,
    ..EXACT
};

macro_rules! facility {
    ($name:ident, $kind:expr, $make:expr) => {
        mod $name {
            #[allow(unused_imports, reason = "each facility uses some")]
            use super::*;

            #[test]
            fn failures_resets_and_a_slow_host_lose_and_double_nothing() {
                rough($make, $kind);
            }

            #[test]
            fn fast_host_gets_every_timer_at_its_tick_across_sleeps() {
                calm($make, $kind);
            }

            #[test]
            fn host_that_slept_over_everything_gets_all_in_order() {
                asleep($make, $kind);
            }
        }
    };
}

facility!(
    scheme1_by_the_tick,
    Kind {
        longest: 2_000,
        ..EXACT
    },
    |parts| {
        let queue = queue(UnorderedList, parts.capacity);
        Facility::new(parts.chip, parts.settings, ByAlarm::every_tick(queue)).unwrap()
    }
);
facility!(shared_scheme6_by_the_alarm, UNORDERED, |parts| {
    let slots: Vec<_> = (0..64).map(|_| SharedSlot::empty()).collect();
    let entries: Vec<_> = (0..parts.capacity).map(|_| SharedEntry::vacant()).collect();
    let shared = SharedTimers::new(slots, entries, ()).unwrap();
    let shared = ByAlarm::new(&*Box::leak(Box::new(shared)));
    Facility::new(parts.chip, parts.settings, shared).unwrap()
});
facility!(scheme2_by_the_alarm, EXACT, |parts| {
    alarm(parts, OrderedList::new(Search::FromRear))
});
facility!(scheme3_lazy_by_the_alarm, EXACT, |parts| {
    alarm(parts, LazyHeap::new())
});
facility!(scheme3_by_the_alarm, EXACT, |parts| {
    alarm(parts, Heap::new())
});
facility!(scheme3_unbalanced_by_the_alarm, EXACT, |parts| {
    alarm(parts, Tree::new(Shape::Unbalanced))
});
facility!(scheme3_balanced_by_the_alarm, EXACT, |parts| {
    alarm(parts, Tree::new(Shape::Balanced))
});
facility!(scheme3_leftist_by_the_alarm, EXACT, |parts| {
    alarm(parts, Tree::new(Shape::Leftist))
});
facility!(calendar_queue_by_the_alarm, EXACT, |parts| {
    alarm(parts, Calendar::new(64))
});
facility!(scheme7_ahead_by_the_alarm, EXACT, |parts| {
    alarm(parts, AheadWheel::<8>::new(2))
});
facility!(scheme7_lazy_by_the_alarm, EXACT, |parts| {
    alarm(parts, HierarchicalWheel::<6>::new().lazy())
});
facility!(flex_queue_by_the_alarm, EXACT, |parts| {
    alarm(parts, flex(Slots::Ordered))
});
facility!(flex_queue_unordered_by_the_alarm, UNORDERED, |parts| {
    alarm(parts, flex(Slots::Unordered))
});
facility!(scheme4_and_2_by_the_alarm, EXACT, |parts| {
    alarm(parts, WheelAndList::new(64))
});
facility!(simulation_wheel_by_the_alarm, EXACT, |parts| {
    alarm(parts, SimulationWheel::new(64))
});
facility!(
    scheme4_by_busy_slots,
    Kind {
        longest: 128,
        ..HASHED
    },
    |parts| slots(parts, BasicWheel::new(128))
);
facility!(scheme5_by_busy_slots, HASHED, |parts| {
    slots(parts, OrderedHashedWheel::new(64))
});
facility!(scheme6_by_busy_slots, HASHED, |parts| {
    slots(parts, HashedWheel::new(60))
});
facility!(
    scheme6_of_any_size_by_busy_slots,
    Kind {
        longest: 200,
        cases: [5_000; 2],
        ..HASHED
    },
    |parts| {
        let wheel = HashedWheel::new(parts.slots);
        slots(parts, wheel)
    }
);
facility!(
    scheme7_by_busy_slots_of_60_60_24_100,
    Kind {
        longest: 8_553_600,
        ..EXACT
    },
    |parts| slots(parts, MixedWheel::of([60, 60, 24, 100]))
);
facility!(
    scheme7_by_busy_slots_of_2_3_5_64,
    Kind {
        longest: 1_890,
        ..EXACT
    },
    |parts| slots(parts, MixedWheel::of([2, 3, 5, 64]))
);
facility!(scheme7_by_busy_slots_of_2_to_the_8, EXACT, |parts| {
    slots(parts, HierarchicalWheel::<8>::new())
});
facility!(scheme7_unordered_by_busy_slots, UNORDERED, |parts| {
    slots(parts, HierarchicalWheel::<6, 8>::first().unordered())
});
facility!(scheme7_after_nichols_by_busy_slots, ROUNDED, |parts| {
    slots(parts, rounded(Precision::OfTheWheel))
});
facility!(
    scheme7_of_a_single_migration_by_busy_slots,
    ROUNDED,
    |parts| slots(parts, rounded(Precision::OfTheWheelBelow))
);

fn flex(slots: Slots) -> FlexQueue {
    FlexQueue::new(slots, Deviations::TWO, 128).few(0)
}

fn rounded(precision: Precision) -> RoundedHierarchy<4> {
    RoundedHierarchy::new(precision, [60, 60, 24, 100])
}
