//! The driver at the end of a cable: pin by pin on Verilated chips with UART and SPI, over good and bad cables.

use carillon_driver::bus::RegisterBus;
use carillon_driver::bus::uart::{Timing, UartBus};
use carillon_regmap::{ID_VALUE, offset};
use carillon_sim::UartChip;
use carillon_testbench::cable::{Noise, NoisyLine};
use carillon_testbench::capture::Capture;
use carillon_testbench::replay::{
    CableHost, CableSettings, Options, Outcome, Schedule, Trouble, drive, schedule,
};
use carillon_testbench::tcp::Intervals;

const WEB_LOSSY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/captures/web-lossy.pcap");

/// The line of the simulated chip.
fn timing() -> Timing {
    Timing::baud(UartChip::BAUD).with_latency(100)
}

fn uart() -> UartBus<UartChip> {
    UartBus::new(UartChip::new().unwrap(), timing())
}

#[test]
fn uart_reads_the_identity_and_keeps_a_word() {
    let mut bus = uart();
    assert_eq!(bus.read(offset::ID), Ok(ID_VALUE));
    bus.write(offset::SCRATCH, 0x1234_5678).unwrap();
    assert_eq!(bus.read(offset::SCRATCH), Ok(0x1234_5678));
    assert_eq!(bus.line().broken(), 0);
}

fn over_the_cable(milliseconds: u64, faults: u32, seed: u64) -> (Schedule, Outcome, Trouble, u64) {
    let mut segments = Capture::open(WEB_LOSSY.as_ref()).unwrap().segments;
    segments.retain(|segment| segment.tick < milliseconds * 1_000);
    let schedule = schedule(&segments, &Intervals::default(), 1_100_000);
    let line = NoisyLine::new(
        UartChip::new().unwrap(),
        Noise::new(faults, seed),
        Noise::new(faults, !seed),
    );
    let settings = CableSettings {
        slots: 65_536,
        clocks_per_tick: 4,
        audit_every: 1_000_000,
    };
    let bus = UartBus::new(line, timing());
    let mut host = CableHost::new(bus, settings, schedule.timers.len()).unwrap();
    let outcome = drive(
        &schedule,
        &mut host,
        Options { service_every: 0 },
        &mut |_| (),
    )
    .unwrap();
    let clocks = host.bus().line().line().clocks();
    (schedule, outcome, host.trouble(), clocks)
}

#[test]
fn replay_smoke() {
    for faults in [0, 1000] {
        let begun = std::time::Instant::now();
        let (schedule, outcome, trouble, clocks) = over_the_cable(300, faults, 1);
        println!(
            "{faults}: timers {} expiries {} wrong {} lost {} raced {} behind {} delay {} clocks {clocks} cost {:?} {trouble:?} {:?} {:?}",
            schedule.timers.len(),
            schedule.expiries.len(),
            outcome.wrong,
            outcome.lost,
            outcome.raced,
            outcome.behind_maximum,
            outcome.delay_maximum,
            outcome.cost,
            begun.elapsed(),
            outcome.differences
        );
    }
}
