//! The replay of a capture on the chip at the end of a serial line, good or bad, bit by bit on the wire.

use carillon_driver::bus::uart::{Timing, UartBus};
use carillon_program::cable::{Noise, NoisyLine};
use carillon_replay::capture::Capture;
use carillon_replay::tcp::Intervals;
use carillon_replay::{CableHost, CableSettings, Options, Outcome, Schedule, Trouble, drive, schedule};
use carillon_sim::UartChip;

const WEB_LOSSY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testbench/captures/web-lossy.pcap");

/// The capture's first milliseconds over a line that loses, doubles and changes a number of bytes in a million each.
fn over_the_line(milliseconds: u64, service_every: u64, faults: u32, seed: u64) -> (Schedule, Outcome, Trouble) {
    println!("seed {seed}, {faults} faults of each kind in a million bytes");
    let segments = Capture::open(WEB_LOSSY.as_ref())
        .unwrap()
        .map(Result::unwrap)
        .take_while(|segment| segment.tick < milliseconds * 1_000);
    // Shorter than those of the standards, so that many run out in a short while.
    let intervals = Intervals {
        retransmission_initial: 30_000,
        retransmission_minimum: 10_000,
        delayed_acknowledgement: 4_000,
        time_wait: 40_000,
        ..Intervals::default()
    };
    let schedule = schedule(segments, &intervals, 60_000);
    let line = NoisyLine::new(UartChip::new().unwrap(), Noise::new(faults, seed), Noise::new(faults, !seed));
    let settings = CableSettings { slots: 10_000, clocks_per_tick: 4, audit_every: 100_000 };
    let timing = Timing::baud(UartChip::BAUD).with_latency(50);
    let bus = UartBus::new(line, timing);
    let mut host = CableHost::new(bus, settings, schedule.started as usize).unwrap();
    let outcome = drive(&schedule, &mut host, Options { service_every }, &mut |_| ()).unwrap();
    let trouble = host.trouble();
    println!(
        "{} expiries of {} timers, {trouble:?}, {} clocks",
        schedule.expired,
        schedule.started,
        host.bus().line().line().clocks()
    );
    (schedule, outcome, trouble)
}

fn assert_exact(schedule: &Schedule, outcome: &Outcome) {
    assert!(outcome.is_exact(), "{:?}", outcome.differences);
    assert_eq!(outcome.expired, u64::from(schedule.expired));
}

#[test]
fn replay_over_a_good_line_is_exact() {
    for service_every in [0, 20_000] {
        let (schedule, outcome, trouble) = over_the_line(150, service_every, 0, 0);
        assert_exact(&schedule, &outcome);
        assert!(outcome.expired > 20, "{} expiries", outcome.expired);
        assert_eq!(outcome.raced, 0);
        assert_eq!((trouble.failures, trouble.repairs.silences), (0, 0));
        assert!(outcome.behind_maximum < 5_000, "{}", outcome.behind_maximum);
    }
}

#[test]
fn replay_over_a_bad_line_is_exact() {
    let mut spoilt = 0;
    for (milliseconds, faults, seed) in [(100, 200, 1), (100, 1_000, 2), (60, 2_000, 3)] {
        let (schedule, outcome, trouble) = over_the_line(milliseconds, 0, faults, seed);
        assert_exact(&schedule, &outcome);
        spoilt += trouble.repairs.silences + trouble.repairs.disagreements;
    }
    assert!(spoilt > 100, "the line was hardly bad at all");
}
