//! The replay: its two passes, the check, the driver on the chip, and the program.

mod common;

use carillon_driver::facility::Settings;
use carillon_driver::queue::{HashedWheel, Timers};
use carillon_replay::capture::{Capture, Segment};
use carillon_replay::tcp::{Intervals, Kind};
use carillon_replay::{
    Action, Cost, Difference, End, Expiry, Host, Options, Outcome, Schedule, SimulatedHost, Timer, drive, schedule,
    timer_chip,
};
use carillon_sim::{MemoryBehaviour, Model, Simulation, TimerModel, TimerSimulation};
use carillon_spec::queue::Oracle;
use common::{SHORT, WEB_LOSSY, assert_refused, carillon, output, program};

/// The segments of the capture's first `seconds`.
fn segments(seconds: u64) -> Vec<Segment> {
    Capture::open(WEB_LOSSY.as_ref())
        .unwrap()
        .map(Result::unwrap)
        .take_while(|segment| segment.tick < seconds * 1_000_000)
        .collect()
}

/// What a [`PlainHost`] gets wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mutation {
    None,
    DropsOne,
    ShiftsOne,
    VisitsOneLate,
    ReportsOneTwice,
    ReportsOneEarly,
    ForgetsAStop,
    LosesOneAtTheEnd,
}

/// A host without a chip: the oracle, and at most one mistake.
struct PlainHost {
    now: u64,
    oracle: Oracle,
    due: Vec<u64>,
    mutation: Mutation,
    done: bool,
}

impl PlainHost {
    fn new(mutation: Mutation) -> Self {
        Self { now: 0, oracle: Oracle::new(), due: Vec::new(), mutation, done: false }
    }

    /// Whether this is the one time to make the mistake.
    fn errs(&mut self, mutation: Mutation) -> bool {
        let errs = self.mutation == mutation && !self.done;
        self.done |= errs;
        errs
    }
}

impl Host for PlainHost {
    type Error = ();

    fn now(&self) -> u64 {
        self.now
    }
    fn run_to(&mut self, tick: u64) -> Result<(), ()> {
        self.now = self.now.max(tick);
        Ok(())
    }
    fn run_until_interrupt(&mut self, tick: u64) -> Result<bool, ()> {
        let next = self.oracle.next().map_or(tick, |next| next.0.min(tick));
        self.run_to(next)?;
        Ok(self.is_interrupted())
    }
    fn is_interrupted(&self) -> bool {
        self.oracle.next().is_some_and(|next| next.0 <= self.now)
    }
    fn is_behind(&mut self) -> Result<bool, ()> {
        Ok(false)
    }
    fn start(&mut self, timer: u32, due: u64) -> Result<(), ()> {
        assert_eq!(timer as usize, self.due.len());
        self.due.push(due);
        self.oracle.start(timer, due).map_err(|_| ())
    }
    fn stop(&mut self, timer: u32) -> Result<bool, ()> {
        if self.errs(Mutation::ForgetsAStop) {
            return Ok(true);
        }
        Ok(self.oracle.stop(timer, self.due[timer as usize]).is_ok())
    }
    fn service(&mut self, expired: &mut Vec<Expiry>) -> Result<(), ()> {
        while let Some((due, timer)) = self.oracle.expire(self.now) {
            let mut expiry = Expiry { timer, due, visited: due, by_search: false, reported: self.now };
            if self.errs(Mutation::DropsOne) {
                continue;
            }
            if self.errs(Mutation::ReportsOneTwice) {
                expired.push(expiry);
            }
            expiry.due += u64::from(self.errs(Mutation::ShiftsOne));
            expiry.visited += u64::from(self.errs(Mutation::VisitsOneLate));
            expiry.reported -= u64::from(self.errs(Mutation::ReportsOneEarly));
            expired.push(expiry);
        }
        Ok(())
    }
    fn finish(&mut self) -> Result<bool, ()> {
        if self.errs(Mutation::LosesOneAtTheEnd)
            && let Some((due, timer)) = self.oracle.outstanding().last()
        {
            self.oracle.stop(timer, due).unwrap();
        }
        Ok(self.is_interrupted())
    }
    fn outstanding(&self) -> u64 {
        self.oracle.len() as u64
    }
    fn cost(&self) -> Cost {
        Cost::default()
    }
}

/// The capture's first three seconds on a plain host.
fn on_plain_host(mutation: Mutation, service_every: u64) -> (Schedule, Outcome) {
    let schedule = schedule(segments(3), &Intervals::default(), 100_000);
    let outcome = drive(&schedule, &mut PlainHost::new(mutation), Options { service_every }, &mut |_| ()).unwrap();
    (schedule, outcome)
}

#[test]
fn schedule_of_the_capture_is_plausible_and_the_same_again() {
    let segments = segments(100);
    let first = schedule(segments.iter().copied(), &Intervals::default(), 3_000_000);
    assert_eq!(first, schedule(segments.iter().copied(), &Intervals::default(), 3_000_000));
    assert_eq!(first.connections.len(), 217);
    // Every data segment and every acknowledgement of new data starts or restarts a timer, and both ends' keep-alive
    // timers are restarted by nearly all of the 35,399 segments.
    let timers: Vec<Timer> = first.timers().collect();
    let started = |kind| timers.iter().filter(|timer| timer.owner.kind == kind).count();
    let expired = |kind| {
        let expired = timers.iter().filter(|timer| timer.end == End::Expired);
        expired.filter(|timer| timer.owner.kind == kind).count()
    };
    assert!((60_000..=70_798).contains(&started(Kind::KeepAlive)));
    assert!((10_000..=35_399).contains(&started(Kind::Retransmission)));
    assert!((1..=217).contains(&started(Kind::TimeWait)));
    assert!(expired(Kind::DelayedAcknowledgement) > 1_000);
    assert!(expired(Kind::Retransmission) >= 1);
    assert!(first.events().is_sorted_by_key(|event| event.tick));
    assert!(timers.iter().all(|timer| timer.due > timer.started && timer.ran(first.end) <= timer.due - timer.started));
    let ended = |how: fn(End) -> bool| timers.iter().filter(|timer| how(timer.end)).count();
    assert_eq!(timers.len(), first.started as usize);
    assert_eq!(ended(|end| matches!(end, End::Stopped(_))), first.stopped as usize);
    assert_eq!(ended(|end| end == End::Expired), first.expired as usize);
}

#[test]
fn schedule_ends_when_only_keep_alive_is_outstanding() {
    let mut segments = segments(100);
    // One connection's handshake and first request, then silence.
    let (source, destination) = (segments[0].source, segments[0].destination);
    segments.retain(|segment| {
        [source, destination].contains(&segment.source) && [source, destination].contains(&segment.destination)
    });
    segments.truncate(3);
    let last = segments[2].tick;
    assert_eq!(schedule(segments.iter().copied(), &Intervals::default(), 3_000_000).end, last);
    // The server's SYN is not acknowledged: its timer goes on until the limit.
    segments.truncate(2);
    let cut = schedule(segments.iter().copied(), &Intervals::default(), 3_000_000);
    assert_eq!(cut.end, segments[1].tick + 3_000_000);
    let expiries: Vec<u64> = cut
        .events()
        .filter(|event| event.action == Action::Expire)
        .map(|event| event.tick - segments[1].tick)
        .collect();
    assert_eq!(expiries, [1_000_000, 3_000_000]);
}

#[test]
fn drive_on_a_right_host_finds_nothing() {
    for service_every in [0, 1, 777, 100_000] {
        let (schedule, outcome) = on_plain_host(Mutation::None, service_every);
        assert!(outcome.is_exact(), "{:?}", outcome.differences);
        assert_eq!(outcome.exit_status(), 0);
        assert_eq!(outcome.expired, u64::from(schedule.expired));
        assert_eq!((outcome.raced, outcome.behind_maximum), (0, 0));
        assert!(outcome.delay(1.0) < service_every.max(1));
        assert!(outcome.expired > 100);
    }
}

#[test]
fn drive_on_a_host_with_one_mistake_finds_it() {
    for (mutation, wrong, lost) in [
        (Mutation::DropsOne, 0, 1),
        (Mutation::ShiftsOne, 1, 0),
        (Mutation::VisitsOneLate, 1, 0),
        (Mutation::ReportsOneTwice, 1, 0),
        (Mutation::ReportsOneEarly, 1, 0),
        (Mutation::LosesOneAtTheEnd, 0, 1),
    ] {
        let (_, outcome) = on_plain_host(mutation, 0);
        assert_eq!((outcome.wrong, outcome.lost), (wrong, lost), "{mutation:?}: {:?}", outcome.differences);
        assert_eq!(outcome.exit_status(), 1);
        assert_eq!(outcome.differences.len(), 1);
    }
    let (_, outcome) = on_plain_host(Mutation::ForgetsAStop, 0);
    assert!(outcome.wrong >= 1, "{:?}", outcome.differences);
    let expected =
        |difference: &Difference| matches!(difference, Difference::NotDue { .. } | Difference::LeftOver { .. });
    assert!(outcome.differences.iter().all(expected), "{:?}", outcome.differences);
}

/// The capture's first `seconds` through the driver on the chip.
fn on_the_chip(seconds: u64, slots: u32, fifo: u32, service_every: u64) -> (Schedule, Outcome) {
    let schedule = schedule(segments(seconds), &Intervals::default(), 1_100_000);
    let simulation = Simulation::new(Model::find(slots, fifo).unwrap()).unwrap();
    let queue = Timers::bounded(HashedWheel::new(slots), schedule.room(service_every)).unwrap();
    let mut host = SimulatedHost::new(simulation, queue, Settings::of(4)).unwrap();
    let outcome = drive(&schedule, &mut host, Options { service_every }, &mut |_| ()).unwrap();
    (schedule, outcome)
}

/// Every timer was reported once, at its exact tick, and the host could keep pace.
fn assert_exact((schedule, outcome): &(Schedule, Outcome)) {
    assert!(outcome.is_exact(), "{:?}", outcome.differences);
    assert_eq!(outcome.expired, u64::from(schedule.expired));
    assert_eq!(outcome.raced, 0);
    assert!(outcome.expired > 500);
}

#[test]
fn replay_through_the_chip_is_exact() {
    let run = on_the_chip(5, 65_536, 16, 0);
    assert_exact(&run);
    assert!(run.1.delay(1.0) < 300, "{}", run.1.delay(1.0));
    let (interrupts, started) = (run.1.interrupts.len() as u64, u64::from(run.0.started));
    assert!(interrupts < started && interrupts < run.1.ticks / 100);
    let model = run.0.mean_interval() / 65_536.0;
    let measured = interrupts as f64 / started as f64;
    assert!(measured < model * 1.2, "T/M {model}, measured {measured}");
}

#[test]
fn replay_with_the_smallest_fifo_is_exact() {
    assert_exact(&on_the_chip(5, 65_536, 2, 0));
}

#[test]
#[ignore = "long"]
fn replay_with_a_host_that_services_every_100_000_ticks_is_exact() {
    for fifo in [2, 16] {
        let run = on_the_chip(5, 65_536, fifo, 100_000);
        assert_exact(&run);
        assert!(run.1.delay(1.0) > 50_000, "the host was not lazy at all");
    }
}

/// The capture's first 2 seconds through the driver on the timer chip, with a memory of `memory` clocks.
fn on_the_timer_chip(memory: u32, fifo: u32, service_every: u64) -> (Schedule, Outcome) {
    let schedule = schedule(segments(2), &Intervals::default(), 1_100_000);
    let model = TimerModel::find(1 << 15, fifo).unwrap();
    let room = schedule.room(service_every);
    let chip = TimerSimulation::new(model).unwrap();
    let chip = timer_chip(chip, MemoryBehaviour::fixed(memory), 15, room);
    let mut host = SimulatedHost::with_timer_chip(chip, 15, 4, room).unwrap();
    let outcome = drive(&schedule, &mut host, Options { service_every }, &mut |_| ()).unwrap();
    (schedule, outcome)
}

#[test]
fn replay_through_the_timer_chip_is_exact() {
    for (memory, fifo, service_every) in [(1, 16, 0), (1, 2, 100_000), (20, 2, 0)] {
        let run = on_the_timer_chip(memory, fifo, service_every);
        assert_exact(&run);
        let (schedule, outcome) = run;
        let started = u64::from(schedule.started);
        // An interrupt for each expiry, not for each lap of a timer.
        assert!(outcome.interrupts.len() as u64 <= outcome.expired);
        // Two for a start by its deadline, one for a stop and one for an event.
        assert!(outcome.cost.bus_writes <= 3 * started + outcome.expired);
    }
}

#[test]
#[ignore = "long"]
fn replay_on_a_wheel_of_any_size_is_exact() {
    for slots in [999, 40_000] {
        assert_exact(&on_the_chip(3, slots, 16, 0));
    }
}

#[test]
fn program_with_json_prints_one_object_with_every_promised_number() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("report.html");
    let waves = folder.path().join("replay.vcd");
    let mut command = program(SHORT);
    command.arg("--json").arg("--html").arg(&page);
    let output = output(command.arg("--vcd").arg(&waves));
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty());
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    for (group, names) in [
        ("timers", "started stopped expired outstanding_peak wrong lost"),
        ("host", "interrupts interrupts_if_ticked bus_reads bus_writes"),
        ("chip", "slots ticks clocks"),
    ] {
        for name in names.split(' ') {
            assert!(object[group][name].is_u64(), "{group}.{name} in {object}");
        }
    }
    assert_eq!(object["chip"]["slots"], 1024);
    let page = std::fs::read_to_string(page).unwrap();
    assert_eq!(page.matches("<svg").count(), 4);
    assert!(page.find("<svg") < page.find("<dl>"), "the plots come before the numbers");
    assert!(
        !page.contains("src=") && !page.contains("<link") && !page.contains("@import"),
        "the page is self-contained"
    );
    assert!(std::fs::metadata(waves).unwrap().len() > 10_000);
}

#[test]
fn program_with_bad_input_ends_with_status_2_and_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let truncated = folder.path().join("truncated.pcap");
    std::fs::write(&truncated, &std::fs::read(WEB_LOSSY).unwrap()[..100]).unwrap();
    let truncated = output(program("replay").arg(&truncated));
    assert_refused(&truncated, "ends before its first packet does");
    for (arguments, message) in [
        ("no-such-file.pcap", "no-such-file.pcap is not there"),
        ("Cargo.toml", "is not a capture"),
        ("../../testbench/captures/web-lossy.pcap --fifo 3", "no model has a FIFO of 3 events"),
        ("../../testbench/captures/web-lossy.pcap --wheel-size 1", "1 is not in 2..="),
        ("../../testbench/captures/web-lossy.pcap --until=-1", "--until"),
        ("", "Usage"),
    ] {
        assert_refused(&carillon(&format!("replay {arguments}")), message);
    }
}
