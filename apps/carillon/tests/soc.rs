//! The replay by firmware: the driver on the processor of a Verilated SoC.
#![cfg(feature = "soc")]

use carillon_replay::capture::Capture;
use carillon_replay::tcp::Intervals;
use carillon_replay::{Options, Outcome, PLACES, SocHost, drive, schedule};
use carillon_soc::{Program, Soc, firmware};

/// Replays the first packets of the capture at ticks of `clocks` clocks, and some ticks more.
fn replay(seconds: f64, drain: u64, clocks: u32, service_every: u64) -> (Outcome, SocHost) {
    firmware::build().unwrap_or_else(|error| panic!("{error}"));
    let program = Program::open(firmware::path("replay")).expect("it was built");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testbench/captures/web-lossy.pcap");
    let capture = Capture::open(path.as_ref()).expect("the capture is in the tree");
    let tick = (seconds * 1e6) as u64;
    let segments =
        capture.map(|segment| segment.expect("the capture is whole")).take_while(|segment| segment.tick <= tick);
    let schedule = schedule(segments, &Intervals::default(), drain);
    assert!(schedule.outstanding_peak <= PLACES);
    let soc = Soc::new(&program).expect("the program fits");
    let mut host = SocHost::new(soc, clocks, schedule.started as usize).expect("it begins");
    let options = Options { service_every };
    let outcome = drive(&schedule, &mut host, options, &mut |_| {});
    let outcome = outcome.unwrap_or_else(|error| panic!("{error}; {}", host.printed()));
    assert_eq!(outcome.differences, [], "{outcome:?}");
    assert_eq!((outcome.wrong, outcome.lost), (0, 0));
    assert_eq!(outcome.expired, u64::from(schedule.expired));
    (outcome, host)
}

#[test]
#[ignore = "long"]
fn replay_by_firmware_reports_every_timer_once_at_its_tick() {
    let (outcome, host) = replay(0.1, 250_000, 40, 0);
    assert!(outcome.expired > 0, "{outcome:?}");
    assert!(host.counts().interrupts > 0);
}

#[test]
#[ignore = "long"]
fn replay_by_firmware_with_interrupts_masked_loses_nothing() {
    let (outcome, _) = replay(0.1, 250_000, 40, 100_000);
    assert!(outcome.expired > 0, "{outcome:?}");
    assert!(outcome.delay(1.0) > 1_000, "{outcome:?}");
}
