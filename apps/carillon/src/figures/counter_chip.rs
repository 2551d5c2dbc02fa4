//! Interrupts of the Verilated counter chip for a single timer under Schemes 6 and 7, against Appendix A's formulas.

use carillon_bench::figures::plot::{Curve, Figure, Scale};
use carillon_driver::facility::{CounterChipFacility, Settings, TimerFacility};
use carillon_driver::queue::chip::Structure;
use carillon_driver::queue::memory::Bounded;
use carillon_driver::queue::schemes::MixedWheel;
use carillon_driver::queue::{HashedWheel, Timers};
use carillon_sim::{Model, Simulation};

/// A queue for one timer.
fn queue<S: Structure>(structure: S) -> Timers<S, u32, Bounded<u32>> {
    Timers::bounded(structure, 1).expect("a queue")
}

fn chip(model: Model) -> Simulation {
    let mut chip = Simulation::new(model).expect("a simulation");
    chip.reset();
    chip
}

/// Interrupts of the Verilated chip for one timer of `interval` ticks.
fn interrupts<F: TimerFacility<Item = u32>>(
    mut facility: F,
    chip: impl Fn(&mut F) -> &mut Simulation,
    interval: u64,
) -> f64
where
    F::DeviceError: core::fmt::Debug,
{
    facility.start(interval, 0).expect("room");
    while facility.outstanding() > 0 {
        chip(&mut facility).clock_until_irq(1 << 30);
        while chip(&mut facility).irq() {
            facility.service(|_, _| ()).expect("the bus works");
            chip(&mut facility).clock(2);
        }
    }
    facility.statistics().interrupts as f64
}

/// Interrupts a timer under Scheme 6 against T/M.
pub fn scheme6_interrupts() -> Figure {
    let laps = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0];
    let curve = |slots: u32| {
        let point = |&turns: &f64| {
            let interval = (turns * f64::from(slots)) as u64;
            let queue = queue(HashedWheel::new(slots));
            let facility = CounterChipFacility::new(chip(Model::Full10x2), 16, queue);
            let facility = facility.expect("the chip starts");
            (turns, interrupts(facility, CounterChipFacility::bus_mut, interval))
        };
        Curve::measured(format!("{slots} slots"), laps.iter().map(point).collect())
    };
    Figure {
        name: "scheme6-interrupts",
        title: "Scheme 6: host interrupts for one timer of T ticks on a wheel of M slots".to_owned(),
        axes: ["T/M".to_owned(), "interrupts".to_owned()],
        scales: [Scale::Logarithmic, Scale::Logarithmic],
        curves: vec![curve(64), curve(256), Curve::formula("T/M", laps.iter().map(|&turns| (turns, turns)).collect())],
    }
}

/// Interrupts under Scheme 7 with wheels of these sizes, for timers of each interval.
fn scheme7_curve<const WHEELS: usize>(sizes: [u32; WHEELS], intervals: &[u64]) -> Curve {
    let point = |&interval: &u64| {
        let queue = queue(MixedWheel::of(sizes));
        let settings = Settings::of(16).holding();
        let facility = CounterChipFacility::new(chip(Model::Full), settings, queue);
        let facility = facility.expect("the chip starts");
        let interrupts = interrupts(facility, CounterChipFacility::bus_mut, interval);
        (interval as f64, interrupts)
    };
    let sizes = sizes.map(|size| size.to_string()).join(" x ");
    Curve::measured(sizes, intervals.iter().map(point).collect())
}

/// Interrupts a timer under Scheme 7 against the number of wheels.
pub fn scheme7_interrupts() -> Figure {
    let intervals = [10_u64, 63, 64, 500, 4_095, 4_096, 20_000, 60_000];
    let most = |wheels: f64| intervals.iter().map(|&at| (at as f64, wheels)).collect();
    Figure {
        name: "scheme7-interrupts",
        title: "Scheme 7: host interrupts for one timer of T ticks on m wheels".to_owned(),
        axes: ["T, ticks".to_owned(), "interrupts".to_owned()],
        scales: [Scale::Logarithmic, Scale::Linear],
        curves: vec![
            scheme7_curve([256, 256], &intervals),
            scheme7_curve([41, 41, 41], &intervals),
            scheme7_curve([16, 16, 16, 16], &intervals),
            Curve::formula("m = 4", most(4.0)),
        ],
    }
}
