//! How much of the speed of a bare C++ loop around the Verilated model is left in Rust.
//!
//! Both sides run in this process, in turns, on chips that were prepared alike; each rate is the median of five rounds.
//! The aim is 80 % at least. `cargo bench` measures; `tests/benches.rs` runs one short round, which only
//! shows that the program works.

use std::time::{Duration, Instant};

use carillon_driver::bus::RegisterBus;
use carillon_regmap::counter_chip::offset;
use carillon_sim::{Model, Protocol, Simulation, bare_clocks, bare_reads};

/// How much is done.
pub struct Amount {
    rounds: usize,
    clocks: u64,
    reads: u64,
}

/// For figures that can be trusted.
pub const MEASURED: Amount = Amount { rounds: 5, clocks: 1_500_000, reads: 400_000 };

/// For nothing but to see that it works.
pub const SHORT: Amount = Amount { rounds: 1, clocks: 6_000, reads: 2_000 };

const AIM: f64 = 0.8;

fn enabled_chip(model: Model) -> Simulation {
    let mut chip = Simulation::new(model).expect("memory for one chip");
    chip.reset();
    chip.clock(u64::from(model.slots()) + 64);
    chip.write(offset::CTRL, 1).expect("CTRL is mapped");
    chip
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

/// Prints one line and returns the ratio of the rates, which count `number` of `unit`.
fn compare(
    what: &str,
    model: Model,
    rounds: usize,
    (number, unit): (u64, &str),
    bare: impl Fn() -> Duration,
    rust: impl Fn() -> Duration,
) -> f64 {
    let (bare, rust): (Vec<_>, Vec<_>) = (0..rounds).map(|_| (bare(), rust())).unzip();
    let rate = |times| number as f64 / median(times).as_secs_f64();
    let (bare, rust) = (rate(bare), rate(rust));
    let ratio = rust / bare;
    println!(
        "{:<14} {what:<20} bare C++ {:8.3} M{unit}/s   Rust {:8.3} M{unit}/s   {:6.1} %",
        model.name(),
        bare / 1e6,
        rust / 1e6,
        100.0 * ratio
    );
    ratio
}

/// Compares each way to run a chip with its bare loop; returns the lowest ratio of Rust's rate to that of C++.
pub fn run(amount: &Amount) -> f64 {
    let &Amount { rounds, clocks, reads } = amount;
    let mut worst = f64::INFINITY;
    for model in [Model::Minimal, Model::Full, Model::Medium16x16] {
        let mut keep = |ratio: f64| worst = worst.min(ratio);
        keep(compare(
            "clock",
            model,
            rounds,
            (clocks, "clock"),
            || bare_clocks(model, clocks),
            || {
                let mut chip = enabled_chip(model);
                timed(|| chip.clock(clocks))
            },
        ));
        keep(compare(
            "clock_until_irq",
            model,
            rounds,
            (clocks, "clock"),
            || bare_clocks(model, clocks),
            || {
                let mut chip = enabled_chip(model);
                let time = timed(|| assert_eq!(chip.clock_until_irq(clocks), clocks));
                assert!(!chip.irq(), "nothing is enabled that could raise the interrupt");
                time
            },
        ));
        for (what, protocol) in [("reads, classic", Protocol::Classic), ("reads, pipelined", Protocol::Pipelined)] {
            keep(compare(
                what,
                model,
                rounds,
                (reads, "read"),
                || bare_reads(model, reads, offset::NOW_LO),
                || {
                    let mut chip = enabled_chip(model);
                    chip.set_protocol(protocol);
                    timed(|| {
                        for _ in 0..reads {
                            chip.read(offset::NOW_LO).expect("NOW_LO is mapped");
                        }
                    })
                },
            ));
        }
    }
    println!("lowest: {:.1} % of the bare loop; the aim is {:.0} %", 100.0 * worst, 100.0 * AIM);
    worst
}

fn main() {
    let measuring = std::env::args().any(|argument| argument == "--bench");
    run(if measuring { &MEASURED } else { &SHORT });
}
