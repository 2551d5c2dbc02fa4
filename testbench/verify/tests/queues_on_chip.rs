//! Every structure on the Verilated chip, by busy slots, by the alarm and by the tick: the same random hosts for all,
//! held against a map of what is due when. The driver's own tests do the same, and more, on a chip in plain Rust that
//! has no clocks.

use std::collections::BTreeMap;

use carillon_driver::counter_chip::{ChipAlarm, CounterChipError};
use carillon_driver::facility::{ClockFacility, CounterChipFacility, Settings, TimerFacility};
use carillon_driver::queue::chip::{SlotQueue, Structure, Wheeled};
use carillon_driver::queue::diagnostics::Diagnostics;
use carillon_driver::queue::memory::Bounded;
use carillon_driver::queue::schemes::*;
use carillon_driver::queue::{Handle, TimerQueue, Timers};
use carillon_sim::{BusError, Model, Simulation};

const CAPACITY: usize = 100;

/// A facility whose chip the test can get at.
trait OnModel: TimerFacility<Item = usize, DeviceError = CounterChipError<BusError>> {
    fn chip(&mut self) -> &mut Simulation;
}

impl<Q: SlotQueue<Item = usize> + Diagnostics> OnModel for CounterChipFacility<Simulation, Q> {
    fn chip(&mut self) -> &mut Simulation {
        self.bus_mut()
    }
}

impl<Q> OnModel for ClockFacility<ChipAlarm<Simulation>, Q>
where
    Q: TimerQueue<Item = usize> + Diagnostics,
{
    fn chip(&mut self) -> &mut Simulation {
        self.clock_mut().bus_mut()
    }
}

struct Host<F> {
    facility: F,
    running: BTreeMap<usize, (Handle, u64)>,
    started: usize,
    expired: u64,
    late: u64,
}

impl<F: OnModel> Host<F> {
    fn start(&mut self, interval: u64) {
        if self.running.len() == CAPACITY {
            return;
        }
        let earliest = self.facility.now().expect("the bus works");
        let handle = self.facility.start(interval, self.started).expect("started");
        let due = self.facility.expiry(handle).expect("outstanding");
        assert!(due >= earliest + interval);
        self.running.insert(self.started, (handle, due));
        self.started += 1;
    }

    fn stop(&mut self, choice: u64) {
        let place = choice as usize % self.running.len().max(1);
        if let Some((&item, &(handle, _))) = self.running.iter().nth(place) {
            assert_eq!(self.facility.stop(handle), Ok(item));
            self.running.remove(&item);
        }
    }

    /// The interrupt routine, as often as the line asks for it.
    fn serve(&mut self) {
        while self.facility.chip().irq() {
            let (running, late) = (&mut self.running, &mut self.late);
            let served = self.facility.service(|facility, expired| {
                let (_, due) = running.remove(&expired.item).expect("once, and not stopped");
                assert_eq!(expired.due, due);
                assert!(expired.reported >= due, "early");
                *late += u64::from(expired.reported > due);
                facility.check_invariants().expect("invariants");
            });
            self.expired += u64::from(served.expect("the bus works"));
            // The line is a register: it falls a clock after its cause.
            self.facility.chip().clock(2);
        }
    }

    fn drain(&mut self) {
        for _ in 0..100_000 {
            if self.running.is_empty() {
                return;
            }
            self.facility.chip().clock_until_irq(100_000);
            self.serve();
        }
        panic!("lost: {:?}", self.running);
    }
}

/// Random hosts: a fast one that serves every interrupt, and one that sleeps for up to `sleep` clocks past it.
fn hosts<F: OnModel>(model: Model, span: u64, make: impl Fn(Simulation) -> F) {
    for (seed, sleep) in [(1, 1), (2, 300), (3, 20_000)] {
        let mut chip = Simulation::new(model).expect("a simulation");
        chip.reset();
        let mut random = fastrand::Rng::with_seed(seed);
        let mut host = Host { facility: make(chip), running: BTreeMap::new(), started: 0, expired: 0, late: 0 };
        for round in 0..200 {
            for _ in 0..random.u64(0..4) {
                let interval = match random.u64(0..4) {
                    0 => random.u64(0..4),
                    1 => random.u64(0..span.min(100)),
                    _ => random.u64(0..span),
                };
                host.start(interval);
            }
            if random.u64(0..3) == 0 {
                host.stop(random.u64(0..1 << 20));
            }
            host.facility.chip().clock_until_irq(1 + random.u64(0..2_000));
            host.facility.chip().clock(random.u64(0..sleep));
            host.serve();
            host.facility.check_invariants().expect("invariants");
            if round % 100 == 99 {
                host.drain();
            }
        }
        host.drain();
        let statistics = host.facility.statistics();
        assert_eq!(statistics.expired, host.expired);
        assert_eq!(statistics.expired + statistics.stopped, host.started as u64);
        assert!(host.expired > 100, "{statistics:?}");
        assert_eq!(host.facility.outstanding(), 0);
    }
}

fn queue<S: Structure>(structure: S) -> Timers<S, usize, Bounded<usize>> {
    Timers::bounded(structure, CAPACITY).expect("a queue")
}

fn slots<S: Wheeled>(
    chip: Simulation,
    prescale: u32,
    timers: Timers<S, usize, Bounded<usize>>,
) -> CounterChipFacility<Simulation, Timers<S, usize, Bounded<usize>>> {
    CounterChipFacility::new(chip, Settings::of(prescale).holding(), timers).expect("it fits")
}

fn alarm<S: Structure>(
    chip: Simulation,
    queue: Timers<S, usize, Bounded<usize>>,
) -> ClockFacility<ChipAlarm<Simulation>, Timers<S, usize, Bounded<usize>>> {
    alarm_of(chip, 4, queue)
}

/// With ticks of so many clocks.
fn alarm_of<S: Structure>(
    chip: Simulation,
    prescale: u32,
    queue: Timers<S, usize, Bounded<usize>>,
) -> ClockFacility<ChipAlarm<Simulation>, Timers<S, usize, Bounded<usize>>> {
    let chip = ChipAlarm::new(chip, prescale).expect("the right chip");
    ClockFacility::new(chip, queue).expect("an alarm")
}

/// A test for each: its name, the model, the longest interval, and the facility on the chip.
macro_rules! tests {
    ($($name:ident, $model:ident, $span:expr, $make:expr;)*) => {$(
        #[test]
        fn $name() {
            hosts(Model::$model, $span, $make);
        }
    )*};
}

const SIZES: [u32; 4] = [60, 60, 24, 100];

// By the tick, one is long enough for the host to serve it. Slots with later timers give events in every lap: there
// ticks are long enough for the host to serve them. Without hold, migrations that come too late are late events.
tests! {
    scheme1_by_the_tick_reports_every_timer_once, OneWheelFull, 2_000,
        |chip| alarm_of(chip, 64, queue(UnorderedList)).every_tick();
    scheme2_by_the_alarm_reports_every_timer_once, OneWheelFull, 60_000,
        |chip| alarm(chip, queue(OrderedList::new(Search::FromRear)));
    scheme3_by_the_alarm_reports_every_timer_once, OneWheelFull, 60_000,
        |chip| alarm(chip, queue(Heap::new()));
    scheme3_lazy_by_the_alarm_reports_every_timer_once, OneWheelFull, 60_000,
        |chip| alarm(chip, queue(LazyHeap::new()));
    scheme3_unbalanced_tree_by_the_alarm_reports_every_timer_once, OneWheelFull, 60_000,
        |chip| alarm(chip, queue(Tree::new(Shape::Unbalanced)));
    scheme3_balanced_tree_by_the_alarm_reports_every_timer_once, OneWheelFull, 60_000,
        |chip| alarm(chip, queue(Tree::new(Shape::Balanced)));
    scheme3_leftist_tree_by_the_alarm_reports_every_timer_once, OneWheelFull, 60_000,
        |chip| alarm(chip, queue(Tree::new(Shape::Leftist)));
    scheme4_with_2_by_the_alarm_reports_every_timer_once, OneWheelFull, 60_000,
        |chip| alarm(chip, queue(WheelAndList::new(64)));
    simulation_wheel_by_the_alarm_reports_every_timer_once, OneWheelFull, 60_000,
        |chip| alarm(chip, queue(SimulationWheel::new(64)));
    scheme7_ahead_by_the_alarm_reports_every_timer_once, OneWheelFull, 60_000,
        |chip| alarm(chip, queue(AheadWheel::<8>::new(2)));
    calendar_queue_by_the_alarm_reports_every_timer_once, OneWheelFull, 60_000,
        |chip| alarm(chip, queue(Calendar::new(64)));
    flex_queue_by_the_alarm_reports_every_timer_once, OneWheelFull, 60_000,
        |chip| alarm(chip, queue(FlexQueue::new(Slots::Ordered, Deviations::TWO, 256).few(0)));
    scheme4_by_busy_slots_reports_every_timer_once, Full10x2, 512,
        |chip| slots(chip, 4, queue(BasicWheel::new(512)));
    scheme5_by_busy_slots_reports_every_timer_once, Full10x2, 5_000,
        |chip| slots(chip, 32, queue(OrderedHashedWheel::new(256)));
    scheme6_by_busy_slots_reports_every_timer_once, Full10x2, 5_000,
        |chip| slots(chip, 32, queue(HashedWheel::new(250)));
    scheme7_by_busy_slots_of_60_60_24_100_reports_every_timer_once, Full10x2, 60_000,
        |chip| slots(chip, 4, queue(MixedWheel::of(SIZES)));
    scheme7_by_digits_by_busy_slots_reports_every_timer_once, Full10x2, 60_000,
        |chip| slots(chip, 4, queue(MixedWheel::of(SIZES).by_digits()));
    scheme7_by_busy_slots_of_eight_wheels_reports_every_timer_once, EightWheels, 200_000,
        |chip| slots(chip, 4, queue(HierarchicalWheel::<6, 8>::first()));
    scheme7_without_hold_reports_every_timer_once, TwoWheels, 3_000,
        |chip| CounterChipFacility::new(chip, 1, queue(MixedWheel::of([64, 64]))).expect("it fits");
    scheme7_after_nichols_by_busy_slots_reports_every_timer_once, Full10x2, 60_000,
        |chip| slots(chip, 4, queue(RoundedHierarchy::new(Precision::OfTheWheel, SIZES)));
    scheme7_of_a_single_migration_by_busy_slots_reports_every_timer_once, Full10x2, 60_000,
        |chip| slots(chip, 4, queue(RoundedHierarchy::new(Precision::OfTheWheelBelow, SIZES)));
}
