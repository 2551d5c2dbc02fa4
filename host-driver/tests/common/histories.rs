//! Histories that every facility must survive: with every setting, a device that fails or is reset, and a host that
//! sleeps.
#![allow(dead_code, reason = "the chips' facilities and the clocks' use a part each")]

use std::collections::BTreeMap;
use std::fmt::{Debug, Display};
use std::num::NonZeroU32;

use carillon_driver::chip::{Coalescing, Wake};
use carillon_driver::counter_chip::WheelMode;
use carillon_driver::device::Device;
use carillon_driver::facility::{
    ClockFacility, CounterChipFacility, FacilityError, Settings, Started, StopError, TimerFacility,
};
use carillon_driver::queue::chip::{SlotQueue, Structure};
use carillon_driver::queue::diagnostics::{Diagnostics, Histogram};
use carillon_driver::queue::memory::Bounded;
use carillon_driver::queue::schemes::{Precision, RoundedHierarchy};
use carillon_driver::queue::{Handle, Refused, StartError, TimerQueue, Timers};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::common::builds::FULL;
use crate::common::fake_chip::{FakeChip, Fate};
use crate::common::fake_device::FakeDevice;

/// A facility whose device the test can get at, and whose items are numbers.
pub trait OnFake: TimerFacility<DeviceError: PartialEq + Debug + Display> {
    type Device: FakeDevice;

    fn device(&mut self) -> &mut Self::Device;

    fn item(number: usize) -> Self::Item;

    fn number(item: Self::Item) -> usize;
}

impl<Q> OnFake for CounterChipFacility<FakeChip, Q>
where
    Q: SlotQueue<Item: TryFrom<usize> + TryInto<usize>> + Diagnostics,
{
    type Device = FakeChip;

    fn device(&mut self) -> &mut FakeChip {
        self.bus_mut()
    }

    fn item(number: usize) -> Q::Item {
        number.try_into().ok().expect("it fits")
    }

    fn number(item: Q::Item) -> usize {
        item.try_into().ok().expect("it fits")
    }
}

impl<C, Q> OnFake for ClockFacility<C, Q>
where
    C: Device<Error: PartialEq> + FakeDevice,
    Q: TimerQueue<Item: TryFrom<usize> + TryInto<usize>> + Diagnostics,
{
    type Device = C;

    fn device(&mut self) -> &mut C {
        self.clock_mut()
    }

    fn item(number: usize) -> Q::Item {
        number.try_into().ok().expect("it fits")
    }

    fn number(item: Q::Item) -> usize {
        item.try_into().ok().expect("it fits")
    }
}

#[derive(Debug, Clone)]
enum Step {
    Start(u64),
    StartAt(u64),
    StartBetween(u64, u64),
    Restart(usize, u64),
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
pub struct Kind {
    /// The longest interval.
    pub longest: u64,
    /// Timers are due at the tick asked for.
    pub exact_ticks: bool,
    /// A fast host gets every timer at its very tick.
    pub exact_reports: bool,
    /// What one settling hands out is in the order of ticks.
    pub ordered: bool,
    /// Ticks by which a start may count from a later tick than now.
    pub ahead: u64,
    /// Timers migrate: for ticks to be exact the wheels must hold.
    pub migrates: bool,
    /// Histories with a rough host, and with a calm one.
    pub cases: [u32; 2],
}

/// What a facility is made of.
#[derive(Debug)]
pub struct Parts {
    pub chip: FakeChip,
    pub capacity: usize,
    /// Slots, for a queue that can have any number.
    pub slots: u32,
    pub settings: Settings,
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
    late: Histogram,
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
            late: Histogram::EMPTY,
        }
    }

    fn step(&mut self, step: Step) {
        match step {
            Step::Start(interval) => self.start(interval % (self.kind.longest + 1)),
            Step::StartAt(before) => self.start_at(before),
            Step::StartBetween(least, slack) => {
                let least = least % (self.kind.longest + 1);
                self.start_between(least, slack);
            }
            Step::Restart(choice, interval) => {
                self.restart(choice, interval % (self.kind.longest + 1));
            }
            Step::Stop(choice) => self.stop(choice),
            Step::Pass(ticks) => self.facility.device().pass(ticks),
            Step::Faults(fates) => self.facility.device().fail(fates),
            Step::Serve(count) => (0..count).for_each(|_| {
                self.serve_one();
            }),
            Step::Slow(ticks) => self.facility.device().slow(ticks),
            Step::Reset => self.reset(),
            Step::Settle => self.settle(),
        }
        self.facility.check_invariants().expect("invariants");
        assert_eq!(self.facility.outstanding() as usize, self.outstanding.len());
        if !self.facility.device().may_fail() {
            self.check_wake();
        }
    }

    /// A host that sleeps until then misses nothing.
    fn check_wake(&mut self) {
        let first = self.outstanding.values().map(|(_, expiry)| *expiry).min();
        match self.facility.wake().expect("no faults") {
            Wake::Now => {}
            Wake::At(tick) => assert!(first.is_none_or(|expiry| tick <= expiry)),
            Wake::Never => assert_eq!(first, None),
        }
    }

    fn true_now(&mut self) -> u64 {
        self.epoch + self.facility.device().ticks()
    }

    fn started(&mut self, result: Started<F::Item, F::DeviceError>, fits: impl FnOnce(u64, u64) -> bool) {
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
                    FacilityError::Device(_) => assert!(!self.calm),
                    error => panic!("start refused: {error}"),
                }
            }
        }
    }

    fn start(&mut self, interval: u64) {
        let earliest = self.true_now();
        let Kind { exact_ticks: exact, ahead, .. } = self.kind;
        let result = self.facility.start(interval, F::item(self.started));
        self.started(result, |expiry, latest| {
            let from = expiry - interval;
            from >= earliest && (!exact || from <= latest + ahead)
        });
    }

    fn start_at(&mut self, before: u64) {
        let tick = self.true_now().saturating_sub(before);
        let result = self.facility.start_at(tick, F::item(self.started));
        self.started(result, |expiry, _| expiry == tick);
    }

    fn start_between(&mut self, least: u64, slack: u64) {
        let earliest = self.true_now() + least;
        let exact = self.kind.exact_ticks;
        let most = least + slack;
        let item = F::item(self.started);
        let result = self.facility.start_between(least, most, item);
        self.started(result, |expiry, latest| expiry >= earliest && (!exact || expiry <= latest + most));
    }

    /// One of the outstanding timers, and when it is due.
    fn chosen(&self, choice: usize) -> Option<(usize, Handle, u64)> {
        let place = choice % self.outstanding.len().max(1);
        let (&item, &(handle, expiry)) = self.outstanding.iter().nth(place)?;
        Some((item, handle, expiry))
    }

    fn restart(&mut self, choice: usize, interval: u64) {
        let Some((item, handle, before)) = self.chosen(choice) else {
            return;
        };
        let earliest = self.true_now();
        let restarted = self.facility.restart(handle, interval);
        let expiry = self.facility.expiry(handle).expect("outstanding");
        match restarted {
            Ok(()) => {
                let from = expiry - interval;
                let exact = self.kind.exact_ticks;
                let latest = self.true_now() + self.kind.ahead;
                assert!(from >= earliest && (!exact || from <= latest));
                self.outstanding.insert(item, (handle, expiry));
            }
            Err(FacilityError::Device(_)) => {
                assert!(!self.calm);
                assert_eq!(expiry, before, "as it was");
            }
            Err(error) => panic!("restart refused: {error}"),
        }
    }

    fn stop(&mut self, choice: usize) {
        if let Some((item, handle, _)) = self.chosen(choice) {
            let stopped = self.facility.stop(handle);
            assert_eq!(stopped.map(F::number), Ok(item));
            let stale = || StopError::StaleHandle.into();
            let again = self.facility.stop(handle);
            assert_eq!(again.map(F::number), Err(stale()));
            assert_eq!(self.facility.restart(handle, 1), Err(stale()));
            self.outstanding.remove(&item);
        }
    }

    /// One call of the interrupt routine's heart; false at its end.
    fn serve_one(&mut self) -> bool {
        match self.facility.next_expired() {
            Ok(Some(expired)) => {
                let (due, reported) = (expired.due, expired.reported);
                let (_, expiry) =
                    self.outstanding.remove(&F::number(expired.item)).expect("neither doubled nor stopped");
                assert_eq!(due, expiry);
                let now = self.true_now();
                assert!(reported >= expiry && reported <= now, "never early: {due}, {reported} at {now}");
                assert!(
                    !(self.calm && self.kind.exact_reports) || reported == expiry,
                    "at its very tick: {due}, {reported}"
                );
                self.handed_out.push(due);
                if reported > due {
                    self.late.record(reported - due);
                }
                true
            }
            Ok(None) => false,
            Err(FacilityError::Device(_)) => true,
            Err(error) => panic!("service refused: {error}"),
        }
    }

    /// Serves all interrupts; then nothing can be overdue.
    fn settle(&mut self) {
        self.facility.device().slow(0);
        self.handed_out.clear();
        let mut calls = 0;
        while self.serve_one() || rings(&mut self.facility) {
            calls += 1;
            assert!(calls < 100_000, "the interrupt never ends");
        }
        if self.calm && self.kind.ordered {
            assert!(self.handed_out.is_sorted(), "{:?}", self.handed_out);
        }
        let reached = self.true_now();
        let overdue = |&(_, expiry): &(Handle, u64)| expiry <= reached;
        assert!(!self.outstanding.values().any(overdue), "nothing overdue");
    }

    fn reset(&mut self) {
        if self.facility.device().reset() {
            assert_eq!(self.facility.now(), Err(FacilityError::ChipWasReset));
            self.epoch = self.facility.last_known_now();
        }
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
        self.facility.device().fail(Vec::new());
        self.settle();
        while let Some(first) = self.outstanding.values().map(|(_, expiry)| *expiry).min() {
            let ahead = first - self.true_now();
            self.facility.device().pass(ahead);
            let is_due = !F::Device::IS_CLOCK || !self.calm || rings(&mut self.facility);
            assert!(is_due, "the alarm rings");
            self.settle();
            self.facility.check_invariants().expect("invariants");
        }
        let statistics = self.facility.statistics();
        assert_eq!(statistics.timers_started as usize, self.started);
        assert_eq!(statistics.late, self.late);
        assert_eq!(statistics.expired + statistics.stopped, statistics.timers_started);
    }
}

fn fates() -> impl Strategy<Value = Vec<Fate>> {
    let fate = prop_oneof![4 => Just(Fate::Succeeds), 1 => Just(Fate::Lost), 1 => Just(Fate::AnswerLost)];
    prop::collection::vec(fate, 1..12)
}

/// Every option of the chip.
fn parts(depth: core::ops::Range<usize>) -> impl Strategy<Value = Parts> {
    let coalescing = prop_oneof![
        2 => Just(Coalescing::NONE),
        1 => (0..6_u8, 0..50_u16).prop_map(|(count, age)| Coalescing { count, age }),
    ];
    let mode = (any::<bool>(), any::<bool>()).prop_map(|(hold, auto_clear)| WheelMode { hold, auto_clear });
    let most_steps = prop_oneof![Just(None), (1..9_u32).prop_map(NonZeroU32::new)];
    (1..20_usize, depth, 2..40_u32, mode, coalescing, most_steps).prop_map(
        |(capacity, depth, slots, mode, coalescing, most_steps)| Parts {
            chip: FakeChip::new(FULL, depth),
            capacity,
            slots,
            settings: Settings { mode, coalescing, most_steps, ..Settings::of(1) },
        },
    )
}

fn interval(span: u64) -> impl Strategy<Value = u64> {
    prop_oneof![4 => 0..span.min(200), 4 => 0..=span, 2 => 0..span.min(5), 1 => Just(span)]
}

/// Everything that can go wrong.
pub fn rough<F: OnFake>(make: impl Fn(Parts) -> F, kind: Kind) {
    let span = kind.longest.min(1 << 16);
    let step = prop_oneof![
        8 => interval(span).prop_map(Step::Start),
        1 => (0..300_u64).prop_map(Step::StartAt),
        1 => (interval(span), 0..300_u64).prop_map(|(least, slack)| Step::StartBetween(least, slack)),
        4 => (any::<usize>(), interval(span)).prop_map(|(choice, interval)| Step::Restart(choice, interval)),
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
pub fn calm<F: OnFake>(make: impl Fn(Parts) -> F, kind: Kind) {
    let span = kind.longest.min(1 << 20);
    let starts = prop::collection::vec((interval(span), 0..4_u64), 0..12);
    let sleep = prop_oneof![(0..34_u32, 0..200_u64).prop_map(|(bits, more)| (1 << bits) + more), 0..100_u64];
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
                    } else if choice == 1 {
                        let choice = interval as usize;
                        test.step(Step::Restart(choice, (interval / 2).max(1)));
                    }
                }
                test.finish();
            }
            Ok(())
        })
        .unwrap_or_else(|failure| panic!("{failure}"));
}

/// A host that sleeps over everything: with `hold` the chip's time waits, and all is in order and at its tick.
pub fn asleep<F: OnFake>(make: impl Fn(Parts) -> F, kind: Kind) {
    let span = kind.longest.min(1 << 20);
    let starts = prop::collection::vec((interval(span), 0..50_u64), 1..40);
    runner(150)
        .run(&(parts(4..5), starts), |(mut parts, starts)| {
            parts.capacity = 40;
            parts.settings = Settings { most_steps: parts.settings.most_steps, ..Settings::of(1).holding() };
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

/// What a handler does that is always behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Behind {
    /// Starts its timer for now.
    Now,
    /// Starts its timer for the tick at which it was due.
    Gone,
    /// Takes two ticks, and starts its timer for the one after that at which it was due.
    Next,
    /// Starts its timer for now, and restarts all others for now.
    Others,
}

/// A handler that is always behind: a service hands out what was due when it began, and the device rings for the rest.
pub fn behind<F: OnFake>(make: impl Fn(Parts) -> F, kind: Kind) {
    for behind in [Behind::Now, Behind::Gone, Behind::Next, Behind::Others] {
        for most_steps in [None, NonZeroU32::new(4)] {
            let mut facility = make(Parts {
                chip: FakeChip::new(FULL, 16),
                capacity: 3,
                slots: 16,
                settings: Settings { most_steps, ..Settings::of(1) },
            });
            facility.device().pass(1);
            let mut handles = [(0, 1), (1, 1), (2, 2)]
                .map(|(number, interval)| facility.start(interval, F::item(number)).expect("room"));
            facility.device().pass(4);
            for service in 0..20 {
                let mut waits = 0;
                while !rings(&mut facility) {
                    assert!(waits < 5_000, "{behind:?}: nothing rings for what is left");
                    facility.device().pass(1);
                    waits += 1;
                }
                let mut count = 0;
                facility.interrupt();
                while let Some(expired) = facility.next_expired().expect("no faults") {
                    count += 1;
                    assert!(count < 100, "{behind:?}: the service has no end");
                    let (number, due) = (F::number(expired.item), expired.due);
                    if behind == Behind::Next {
                        facility.device().pass(2);
                    }
                    let started = match behind {
                        Behind::Now | Behind::Others => facility.start(0, F::item(number)),
                        Behind::Gone => facility.start_at(due, F::item(number)),
                        Behind::Next => facility.start_at(due + 1, F::item(number)),
                    };
                    handles[number] = started.expect("room");
                    if behind == Behind::Others {
                        for other in handles.iter().filter(|other| **other != handles[number]) {
                            facility.restart(*other, 0).expect("outstanding");
                        }
                    }
                    facility.check_invariants().expect("invariants");
                }
                assert_eq!(facility.outstanding(), 3);
                if F::Device::IS_CLOCK && kind.exact_ticks && most_steps.is_none() {
                    let first = if behind == Behind::Others { 1 } else { 3 };
                    let least = if service == 0 { first } else { 0 };
                    assert!((least..=3).contains(&count), "{behind:?}: {count}");
                }
            }
        }
    }
}

/// Whether the host is to serve.
fn rings<F: OnFake>(facility: &mut F) -> bool {
    if F::Device::IS_HEARD { facility.device().rings() } else { matches!(facility.wake(), Ok(Wake::Now)) }
}

fn runner(cases: u32) -> TestRunner {
    let default = ProptestConfig::default();
    TestRunner::new(ProptestConfig {
        cases: (default.cases / 256).max(1) * cases,
        failure_persistence: None,
        ..default
    })
}

/// An empty queue.
pub fn queue<S: Structure>(structure: S, capacity: usize) -> Timers<S, usize, Bounded<usize>> {
    Timers::bounded(structure, capacity).unwrap()
}

/// After Nichols.
pub fn rounded(precision: Precision) -> RoundedHierarchy<4> {
    RoundedHierarchy::new(precision, [60, 60, 24, 100])
}

pub const EXACT: Kind = Kind {
    longest: 1 << 20,
    exact_ticks: true,
    exact_reports: true,
    ordered: true,
    ahead: 0,
    migrates: true,
    cases: [300, 150],
};

/// A busy slot of a hash gives an event in every lap.
pub const HASHED: Kind = Kind { longest: 1 << 13, migrates: false, ..EXACT };

pub const UNORDERED: Kind = Kind { ordered: false, ..EXACT };

pub const ROUNDED: Kind = Kind { longest: 8_467_200, exact_ticks: false, ..EXACT };

/// A module with the histories of a facility.
macro_rules! facility {
    ($name:ident, $kind:expr, $make:expr) => {
        mod $name {
            #[allow(unused_imports, reason = "each facility uses some")]
            use super::*;

            #[test]
            fn failures_resets_and_a_slow_host_lose_and_double_nothing() {
                $crate::histories::rough($make, $kind);
            }

            #[test]
            fn fast_host_gets_every_timer_at_its_tick_across_sleeps() {
                $crate::histories::calm($make, $kind);
            }

            #[test]
            fn host_that_slept_over_everything_gets_all_in_order() {
                $crate::histories::asleep($make, $kind);
            }

            #[test]
            fn handler_that_is_always_behind_does_not_keep_its_service_from_ending() {
                $crate::histories::behind($make, $kind);
            }
        }
    };
}
