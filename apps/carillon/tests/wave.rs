//! Waves with the driver's events, read by vcdvcd.

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use carillon_driver::facility::Settings;
use carillon_driver::queue::{HashedWheel, Timers};
use carillon_lab::{Config, Message};
use carillon_program::lab::laboratory;
use carillon_replay::capture::Capture;
use carillon_replay::tcp::Intervals;
use carillon_replay::{DriverEvent, Options, SimulatedHost, drive, schedule};
use carillon_sim::{Model, Simulation};
use common::running::output_of;
use common::{WEB_LOSSY, output, program, python};
use serde_json::{Value, json};

/// What is listed before the signals of the chip's own hierarchy.
const FIRST: [&str; 18] = [
    "driver.start",
    "driver.stop",
    "driver.service",
    "driver.expiry",
    "driver.timer",
    "chip.clock",
    "chip.irq",
    "chip.wb_stb",
    "chip.wb_we",
    "chip.wb_adr",
    "chip.wb_dat_w",
    "chip.wb_ack",
    "chip.wb_dat_r",
    "chip.tick",
    "chip.cursor_tick",
    "chip.event_fifo_valid",
    "chip.event_fifo_head_slot",
    "chip.event_fifo_head_tick",
];

/// What vcdvcd reads of the wave at `path`.
fn read(path: &Path) -> Value {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testbench/wave/events.py");
    // With vcdvcd of requirements-lab.txt.
    let output = output_of(Command::new(python()).args(["-B", script]).arg(path));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// The signals that come first, without their widths.
fn first(wave: &Value) -> Vec<&str> {
    let names = wave["first"].as_array().expect("names").iter();
    let names = names.map(|name| name.as_str().expect("a name"));
    names.map(|name| name.split('[').next().unwrap_or(name)).collect()
}

/// Events in the form of the script.
fn events(events: &[(u64, DriverEvent)]) -> Value {
    let event = |&(clock, event): &(u64, DriverEvent)| match event {
        DriverEvent::Start(timer) => json!([clock, "start", timer]),
        DriverEvent::Stop(timer) => json!([clock, "stop", timer]),
        DriverEvent::Expiry(timer) => json!([clock, "expiry", timer]),
        DriverEvent::ServiceBegins => json!([clock, "service begins", null]),
        DriverEvent::ServiceEnds => json!([clock, "service ends", null]),
    };
    events.iter().map(event).collect()
}

#[test]
fn wave_of_a_replay_has_what_the_driver_did_clock_by_clock() {
    const UNTIL: u64 = 60_000;
    let folder = tempfile::tempdir().expect("a scratch folder");
    let path = folder.path().join("replay.vcd");
    let mut command = program(
        "replay ../../testbench/captures/web-lossy.pcap --until 0.06 --drain 500 --delayed-ack 1 --tick 4 --speed 1 \
         --wheel-size 1024 --fifo 2 --json --vcd",
    );
    let output = output(command.arg(&path));
    assert!(output.status.success(), "{output:?}");
    let left: Vec<_> = fs::read_dir(folder.path()).expect("files").collect();
    assert_eq!(left.len(), 1, "{left:?}");
    let wave = read(&path);
    assert_eq!(first(&wave), FIRST);
    assert!(wave["all"].as_u64() > Some(100), "{}", wave["all"]);

    let capture = Capture::open(WEB_LOSSY.as_ref()).expect("the capture");
    let segments = capture.map(|segment| segment.expect("a segment"));
    let segments = segments.take_while(|segment| segment.tick <= UNTIL);
    let segments = segments.map(|segment| segment.in_ticks(4));
    let intervals = Intervals { delayed_acknowledgement: 1_000, ..Intervals::default() };
    let schedule = schedule(segments, &intervals.in_ticks(4), 500);
    let queue = Timers::bounded(HashedWheel::new(1024), schedule.room(0)).expect("a queue");
    let chip = Simulation::new(Model::Tiny).expect("a chip");
    let mut host = SimulatedHost::new(chip, queue, Settings::of(4)).expect("a host");
    host.record();
    let outcome = drive(&schedule, &mut host, Options::default(), &mut |_| {}).expect("a replay");
    let done = host.into_events();
    assert_eq!(wave["events"], events(&done));

    let count = |wanted: fn(DriverEvent) -> bool| {
        let wanted = done.iter().filter(|(_, event)| wanted(*event));
        wanted.count() as u64
    };
    assert!(outcome.is_exact() && outcome.expired > 0, "{outcome:?}");
    assert_eq!(count(|event| matches!(event, DriverEvent::Expiry(_))), outcome.expired);
    assert_eq!(count(|event| matches!(event, DriverEvent::Start(_))), u64::from(schedule.started));
    let services = wave["irq"].as_array().expect("levels");
    assert_eq!(services.len(), outcome.interrupts.len());
    assert!(services.iter().all(|level| level == 1), "{services:?}");
}

#[test]
fn wave_of_the_laboratory_has_what_its_host_did() {
    let mut lab = laboratory(&Config::default(), None, None).expect("a laboratory");
    let mut ask = |message: Value| {
        let message: Message = serde_json::from_value(message).expect("a message");
        lab.take(message).expect("accepted");
    };
    ask(json!({ "do": "speed", "clocks": 100_000 }));
    for interval in [30, 9, 20] {
        ask(json!({ "do": "start", "interval": interval }));
    }
    ask(json!({ "do": "stop", "id": 3 }));
    ask(json!({ "do": "until", "goal": { "tick": 40 } }));
    while lab.is_running() {
        lab.advance(Duration::from_millis(5), Duration::from_millis(1));
    }
    let folder = tempfile::tempdir().expect("a scratch folder");
    let path = folder.path().join("lab.vcd");
    fs::write(&path, lab.wave(100_000).expect("a wave")).expect("a file");
    let wave = read(&path);
    assert_eq!(first(&wave), FIRST);
    let events: Vec<(String, Option<u64>)> = wave["events"]
        .as_array()
        .expect("events")
        .iter()
        .map(|event| (event[1].as_str().expect("a kind").to_owned(), event[2].as_u64()))
        .filter(|(kind, _)| !kind.starts_with("service"))
        .collect();
    let expected = [("start", 1), ("start", 2), ("start", 3), ("stop", 3), ("expiry", 2), ("expiry", 1)];
    let expected = expected.map(|(kind, timer)| (kind.to_owned(), Some(timer)));
    assert_eq!(events, expected);
    let services = wave["irq"].as_array().expect("levels");
    assert!(services.len() >= 2, "{services:?}");
    assert!(services.iter().all(|level| level == 1), "{services:?}");
}
