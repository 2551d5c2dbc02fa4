//! A facility against a chip in plain Rust, with every option of the chip: whatever happens, no timer is early, lost,
//! doubled, or fires after a stop.

mod common;

use std::collections::BTreeMap;

use carillon_driver::chip::{Coalescing, Wake, WheelMode};
use carillon_driver::facility::{Facility, FacilityError, Settings, TimerFacility};
use carillon_driver::queue::{Handle, HashedUnordered, Refused, StartError, StopError, Timers};
use common::fake_chip::{FakeChip, Fate};
use common::script::FULL;
use proptest::prelude::*;

type FakeFacility = Facility<FakeChip, Timers<usize, HashedUnordered>>;

/// One step of a test.
#[derive(Debug, Clone)]
enum Step {
    Start(u64),
    Stop(usize),
    /// Time passes.
    Pass(u64),
    /// The next transfers meet with this.
    Faults(Vec<Fate>),
    /// So many timers are taken by the interrupt routine, which then is interrupted itself.
    Serve(usize),
    /// From now on so many ticks pass at each transfer.
    Slow(u64),
    /// The chip is reset by somebody else.
    Reset,
    /// All interrupts are served.
    Settle,
}

struct Test {
    facility: FakeFacility,
    /// Item to handle and expiry of what must still fire.
    outstanding: BTreeMap<usize, (Handle, u64)>,
    started: usize,
    /// The host's tick at the chip's tick 0.
    epoch: u64,
    /// Every timer must be reported at its very tick.
    exact: bool,
}

impl Test {
    fn new(slots: u32, capacity: usize, depth: usize, settings: Settings, exact: bool) -> Self {
        let queue = Timers::with_capacity(HashedUnordered::new(slots), capacity);
        let chip = FakeChip::new(FULL, depth);
        let facility = Facility::new(chip, settings, queue.expect("memory"))
            .expect("a chip with every option");
        Self {
            facility,
            outstanding: BTreeMap::new(),
            started: 0,
            epoch: 0,
            exact,
        }
    }

    fn step(&mut self, step: Step) {
        match step {
            Step::Start(interval) => self.start(interval),
            Step::Stop(choice) => self.stop(choice),
            Step::Pass(ticks) => self.facility.bus_mut().pass(ticks),
            Step::Faults(fates) => self.facility.bus_mut().fates = fates.into(),
            Step::Serve(count) => (0..count).for_each(|_| {
                self.serve_one();
            }),
            Step::Slow(ticks) => self.facility.bus_mut().ticks_a_transfer = ticks,
            Step::Reset => self.reset(),
            Step::Settle => self.settle(),
        }
        self.facility.check_invariants().expect("invariants");
        assert_eq!(self.facility.outstanding() as usize, self.outstanding.len());
        if self.facility.bus().fates.is_empty() {
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

    fn true_now(&self) -> u64 {
        self.epoch + self.facility.bus().now()
    }

    fn start(&mut self, interval: u64) {
        let earliest = self.true_now();
        match self.facility.start(interval, self.started) {
            Ok(handle) => {
                let expiry = self.facility.expiry(handle).expect("outstanding");
                assert!(
                    (earliest..=self.true_now()).contains(&(expiry - interval)),
                    "now was right when it was read"
                );
                self.outstanding.insert(self.started, (handle, expiry));
                self.started += 1;
            }
            Err(Refused { error, item }) => {
                assert_eq!(item, self.started, "the item comes back");
                match error {
                    FacilityError::Start(StartError::Full { capacity }) => {
                        assert_eq!(self.outstanding.len(), capacity as usize);
                    }
                    FacilityError::Chip(_) => {}
                    error => panic!("start refused: {error}"),
                }
            }
        }
    }

    fn stop(&mut self, choice: usize) {
        let item = choice % self.outstanding.len().max(1);
        if let Some((&item, &(handle, _))) = self.outstanding.iter().nth(item) {
            assert_eq!(self.facility.stop(handle), Ok(item));
            assert_eq!(
                self.facility.stop(handle),
                Err(StopError::StaleHandle.into())
            );
            self.outstanding.remove(&item);
        }
    }

    /// One call of the interrupt routine's heart; false at its end.
    fn serve_one(&mut self) -> bool {
        match self.facility.next_expired() {
            Ok(Some(expired)) => {
                let (_, expiry) = self
                    .outstanding
                    .remove(&expired.item)
                    .expect("neither doubled nor stopped");
                assert_eq!(expired.due, expiry);
                assert!(
                    expired.reported >= expiry && expired.reported <= self.true_now(),
                    "never early"
                );
                assert!(!self.exact || expired.reported == expiry, "exact");
                true
            }
            Ok(None) => false,
            Err(FacilityError::Chip(_)) => true,
            Err(error) => panic!("service refused: {error}"),
        }
    }

    /// Serves all interrupts; then nothing can be overdue.
    fn settle(&mut self) {
        self.facility.bus_mut().ticks_a_transfer = 0;
        let mut calls = 0;
        while self.serve_one()
            || self.facility.bus().irq()
            || self.facility.bus().drum().events() > 0
        {
            calls += 1;
            assert!(calls < 100_000, "the interrupt never ends");
        }
        let reached = self.epoch + self.facility.bus().cursor();
        assert_eq!(
            self.facility.bus().cursor(),
            self.facility.bus().now(),
            "nothing holds the cursor"
        );
        assert_eq!(
            self.outstanding
                .values()
                .filter(|(_, expiry)| *expiry <= reached)
                .count(),
            0,
            "nothing overdue"
        );
    }

    fn reset(&mut self) {
        self.facility.bus_mut().reset();
        self.facility.bus_mut().fates.clear();
        assert_eq!(self.facility.now(), Err(FacilityError::ChipWasReset));
        self.epoch = self.facility.last_known_now();
        self.facility.recover().expect("no faults");
    }

    /// Lets everything run out.
    fn finish(&mut self) {
        self.facility.bus_mut().fates.clear();
        self.settle();
        while let Some(last) = self.outstanding.values().map(|(_, expiry)| *expiry).min() {
            let ahead = last - self.true_now();
            self.facility.bus_mut().pass(ahead);
            self.settle();
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
fn settings() -> impl Strategy<Value = Settings> {
    let coalescing = prop_oneof![
        2 => Just(Coalescing::NONE),
        1 => (0..6_u8, 0..50_u16).prop_map(|(count, age)| Coalescing { count, age }),
    ];
    (any::<bool>(), any::<bool>(), coalescing).prop_map(|(hold, auto_clear, coalescing)| Settings {
        mode: WheelMode { hold, auto_clear },
        coalescing,
        ..Settings::of(1)
    })
}

/// Wheels, slabs and FIFOs of all sizes, and everything that can go wrong.
fn rough_history() -> impl Strategy<Value = (usize, usize, usize, Vec<Step>)> {
    (2..40_usize, 1..20_usize, 1..16_usize).prop_flat_map(|(slots, capacity, depth)| {
        let size = slots as u64;
        let step = prop_oneof![
            8 => (0..4 * size).prop_map(Step::Start),
            1 => Just(Step::Start(0)),
            4 => any::<usize>().prop_map(Step::Stop),
            4 => (0..3 * size).prop_map(Step::Pass),
            3 => fates().prop_map(Step::Faults),
            4 => (1..5_usize).prop_map(Step::Serve),
            1 => (0..4_u64).prop_map(Step::Slow),
            1 => Just(Step::Reset),
            2 => Just(Step::Settle),
        ];
        (
            Just(slots),
            Just(capacity),
            Just(depth),
            prop::collection::vec(step, 1..80),
        )
    })
}

/// A fast host on a sound bus, with sleeps of every length while nothing is outstanding.
fn calm_history() -> impl Strategy<Value = (usize, usize, usize, Vec<(Vec<u64>, u64)>)> {
    (2..40_usize, 1..20_usize, 2..17_usize).prop_flat_map(|(slots, capacity, depth)| {
        let starts = prop::collection::vec(1..5 * slots as u64, 0..6);
        let sleep = prop_oneof![
            (0..34_u32, 0..200_u64).prop_map(|(bits, more)| (1 << bits) + more),
            0..100_u64
        ];
        (
            Just(slots),
            Just(capacity),
            Just(depth),
            prop::collection::vec((starts, sleep), 1..20),
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5_000, ..ProptestConfig::default() })]

    #[test]
    fn facility_faults_resets_and_a_slow_host_lose_and_double_nothing(
        (slots, capacity, depth, steps) in rough_history(),
        settings in settings(),
    ) {
        let mut test = Test::new(slots as u32, capacity, depth, settings, false);
        test.step(Step::Pass(1));
        for step in steps {
            test.step(step);
        }
        test.finish();
    }

    #[test]
    fn facility_fast_host_reports_every_tick_exactly_across_sleeps(
        (slots, capacity, depth, rounds) in calm_history(),
        mut settings in settings(),
    ) {
        // A bit that the chip has cleared is armed again only when the host comes round to it.
        settings.mode.auto_clear = false;
        let mut test = Test::new(slots as u32, capacity, depth, settings, true);
        for (starts, sleep) in rounds {
            test.step(Step::Pass(sleep));
            test.step(Step::Settle);
            for interval in starts {
                test.step(Step::Start(interval));
            }
            test.step(Step::Pass(slots as u64 * 2 + 1));
            test.finish();
        }
    }
}
