//! How much of the speed of a bare C++ loop around the Verilated model is left in Rust.
//!
//! Both sides run in this process, in turns, on chips that were prepared alike; each rate is the median of five rounds.
//! The aim is 80 % at least. `cargo bench` measures; without `--bench` (as `cargo test --benches` runs it) the rounds are
//! short and only show that the program works.

use std::time::{Duration, Instant};

use carillon_driver::bus::RegisterBus;
use carillon_regmap::offset;
use carillon_sim::{Model, Protocol, Simulation, bare_clocks, bare_reads};

const ROUNDS: usize = 5;
const CLOCKS_PER_TRANSFER: u64 = 3;
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

/// Prints one line and returns the ratio of the rates.
fn compare(
    what: &str,
    model: Model,
    clocks: u64,
    bare: impl Fn() -> Duration,
    rust: impl Fn() -> Duration,
) -> f64 {
    let (bare, rust): (Vec<_>, Vec<_>) = (0..ROUNDS).map(|_| (bare(), rust())).unzip();
    let rate = |times| clocks as f64 / median(times).as_secs_f64();
    let (bare, rust) = (rate(bare), rate(rust));
    let ratio = rust / bare;
    println!(
        "{:<14} {what:<20} bare C++ {:8.3} Mclock/s   Rust {:8.3} Mclock/s   {:6.1} %",
        model.name(),
        bare / 1e6,
        rust / 1e6,
        100.0 * ratio
    );
    ratio
}

fn main() {
    let measuring = std::env::args().any(|argument| argument == "--bench");
    let clocks: u64 = if measuring { 1_500_000 } else { 6_000 };
    let reads = clocks / CLOCKS_PER_TRANSFER;
    let mut worst = f64::INFINITY;
    for model in [Model::Tiny, Model::Medium16x16, Model::Large20x16] {
        let mut keep = |ratio: f64| worst = worst.min(ratio);
        keep(compare(
            "clock",
            model,
            clocks,
            || bare_clocks(model, clocks),
            || {
                let mut chip = enabled_chip(model);
                timed(|| chip.clock(clocks))
            },
        ));
        keep(compare(
            "clock_until_irq",
            model,
            clocks,
            || bare_clocks(model, clocks),
            || {
                let mut chip = enabled_chip(model);
                let time = timed(|| assert_eq!(chip.clock_until_irq(clocks), clocks));
                assert!(
                    !chip.irq(),
                    "nothing is enabled that could raise the interrupt"
                );
                time
            },
        ));
        for (what, protocol) in [
            ("reads, classic", Protocol::Classic),
            ("reads, pipelined", Protocol::Pipelined),
        ] {
            keep(compare(
                what,
                model,
                clocks,
                || bare_reads(model, reads, offset::NOW_LO),
                || {
                    let mut chip = enabled_chip(model);
                    chip.set_protocol(protocol);
                    let before = chip.clocks();
                    let time = timed(|| {
                        for _ in 0..reads {
                            chip.read(offset::NOW_LO).expect("NOW_LO is mapped");
                        }
                    });
                    assert_eq!(
                        chip.clocks() - before,
                        clocks,
                        "a transfer is {CLOCKS_PER_TRANSFER} clocks"
                    );
                    time
                },
            ));
        }
    }
    println!(
        "lowest: {:.1} % of the bare loop; the aim is {:.0} %",
        100.0 * worst,
        100.0 * AIM
    );
}
