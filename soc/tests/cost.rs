//! What START, STOP and an expiry cost the processor, by the chip and by LiteX's timer alone. `cargo test -p carillon-soc --test cost --
//! --nocapture` prints the figures.

mod common;

use carillon_soc::{Event, Message, Messages, Soc};
use common::program;

/// What firmware/src/cost.rs tells.
mod point {
    pub const STAGE: u32 = 0x100;
    pub const SAMPLE: u32 = 0x101;
    pub const CALLBACK: u32 = 0x102;
    pub const IDLE: u32 = 0x103;
}

/// Figures of one stage.
#[derive(Default)]
struct Stage {
    timers: u32,
    start: Vec<u64>,
    stop: Vec<u64>,
    /// From the interrupt's entry to the callback.
    callback: Vec<u64>,
    /// Clocks in all and asleep while nothing is due.
    idle: (u64, u64),
}

fn mean(clocks: &[u64]) -> u64 {
    clocks.iter().sum::<u64>() / clocks.len().max(1) as u64
}

/// Runs a program to its end.
fn measure(name: &str) -> Vec<Stage> {
    let mut soc = Soc::new(&program(name)).expect("the program fits");
    let mut messages = Messages::default();
    let mut stages: Vec<Stage> = Vec::new();
    // Points that numbers belong to, and those numbers.
    let mut values: Vec<u32> = Vec::new();
    let mut idle = None;
    let mut served = 0;
    loop {
        let event = soc.run(200_000_000).expect("an end");
        let word = match event {
            Event::Printed(_) => continue,
            Event::Finished(status) => {
                assert_eq!(status, 0, "{name}: {soc:?}");
                break;
            }
            Event::Told(word) => word,
        };
        let Some(Message::Reached(value)) = messages.take(word).expect("messages only") else {
            continue;
        };
        values.push(value);
        let counts = soc.counts();
        match (values.as_slice(), stages.last_mut()) {
            (&[point::STAGE, timers], _) => stages.push(Stage {
                timers,
                ..Stage::default()
            }),
            (&[point::SAMPLE, nothing, start, stop], Some(stage)) => {
                stage.start.push(u64::from(start - nothing));
                stage.stop.push(u64::from(stop - nothing));
            }
            (&[point::CALLBACK], Some(stage)) => {
                if let Some((clocks, asleep)) = idle.take() {
                    stage.idle = (counts.clocks - clocks, counts.asleep - asleep);
                } else if counts.entered != served {
                    stage.callback.push(counts.clocks - counts.entered);
                }
                served = counts.entered;
            }
            (&[point::IDLE], _) => idle = Some((counts.clocks, counts.asleep)),
            _ => continue,
        }
        values.clear();
    }
    for stage in &stages {
        println!(
            "{name:14} n={:5} start {:4} ({:4} at most)  stop {:4} ({:4})  entry to callback {:5} ({:5})  idle asleep {:5.1} %",
            stage.timers,
            mean(&stage.start),
            stage.start.iter().max().unwrap_or(&0),
            mean(&stage.stop),
            stage.stop.iter().max().unwrap_or(&0),
            mean(&stage.callback),
            stage.callback.iter().max().unwrap_or(&0),
            100.0 * stage.idle.1 as f64 / stage.idle.0 as f64,
        );
    }
    assert_eq!(stages.len(), 4, "{name}");
    stages
}

#[test]
fn a_ticked_host_sleeps_less_than_one_with_the_chip() {
    let chip = measure("cost_scheme7");
    let ticked = measure("cost_tick");
    for (chip, ticked) in chip.iter().zip(&ticked) {
        let share = |stage: &Stage| stage.idle.1 as f64 / stage.idle.0 as f64;
        // One timer is started, comes down a wheel and expires in a million clocks.
        assert!(share(chip) > 0.98, "{}", share(chip));
        assert!(share(ticked) < 0.9, "{}", share(ticked));
        assert!(chip.callback.len() >= 10 && ticked.callback.len() >= 10);
    }
}

#[test]
fn a_host_with_its_timer_at_the_earliest_expiry_sleeps_and_scheme_6_keeps_one_from_it() {
    let share = |stage: &Stage| stage.idle.1 as f64 / stage.idle.0 as f64;
    for stage in measure("cost_earliest") {
        assert!(share(&stage) > 0.99, "{}", share(&stage));
        assert!(stage.callback.len() >= 10);
    }
    // The more timers, the fewer slots are empty.
    let chip = measure("cost_scheme6");
    for pair in chip.windows(2) {
        assert!(share(&pair[0]) > share(&pair[1]));
    }
}
