//! The laboratory with a board at the end of a cable: the virtual one, on a pseudo-terminal.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use carillon_lab::{Act, Config, Control, Distribution, Lab, Message, Plan, Scheme, Unit};
use carillon_program::cable::{Board, Link, Noise, Pace};
use carillon_program::lab::laboratory as verilated;
use carillon_regmap::counter_chip::offset;
use serde_json::Value;

/// After this time what has not happened will not: a machine that has time takes a second.
const PATIENCE: Duration = Duration::from_secs(600);

/// Turns of the laboratory on a bad cable: time for a hundred audits.
const MOST_TURNS: u32 = 30_000;

/// A board in a thread of its own.
struct Virtual {
    link: Link,
    ended: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Virtual {
    /// A board at the end of a cable that spoils `faults` bytes in a million.
    fn new(faults: u32) -> Self {
        let ended = Arc::new(AtomicBool::new(false));
        let (made, path) = mpsc::channel();
        let thread = thread::spawn({
            let ended = Arc::clone(&ended);
            move || {
                let noise = |seed| Noise::new(faults, seed);
                let mut board = Board::new(Pace::Real, noise(3), noise(4)).expect("a board");
                made.send(board.path()).expect("somebody waits");
                let done = board.run(&mut |_| ended.load(Ordering::Relaxed));
                done.expect("a terminal");
            }
        });
        let link = Link { port: path.recv_timeout(PATIENCE).expect("a board"), baud: 1_000_000, latency: 50 };
        Self { link, ended, thread: Some(thread) }
    }
}

impl Drop for Virtual {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

/// 64 slots, a thousand ticks a second.
fn config() -> Config {
    Config { prescale: 4_000, ..Config::default() }
}

fn laboratory(board: &Virtual, config: &Config) -> Lab {
    verilated(config, None, Some(&board.link)).expect("a laboratory")
}

fn take(lab: &mut Lab, message: Message) {
    lab.take(message).expect("accepted");
}

fn start(lab: &mut Lab, interval: u64) {
    take(lab, Message::Act(Act::Start { interval, stall: 0 }));
}

fn run(lab: &mut Lab) {
    take(lab, Message::Control(Control::Run {}));
}

fn shown(lab: &mut Lab) -> Value {
    lab.frame(true).expect("a frame").fields
}

/// Lets it go on until this holds.
fn until(lab: &mut Lab, holds: impl Fn(&Value) -> bool) -> Value {
    let begun = Instant::now();
    loop {
        let turn = Duration::from_millis(10);
        lab.advance(turn, turn);
        let fields = shown(lab);
        if holds(&fields) {
            return fields;
        }
        assert!(begun.elapsed() < PATIENCE, "{fields}");
    }
}

/// The place of a register among those that a greeting names.
fn place(greeting: &Value, name: &str) -> usize {
    let registers = greeting["registers"].as_array().expect("registers");
    let mut names = registers.iter().map(|register| &register["name"]);
    names.position(|it| it == name).expect("a register")
}

/// The word of a register, by its name.
fn word(lab: &Lab, fields: &Value, name: &str) -> Option<u64> {
    fields["registers"][place(&lab.greeting(), name)].as_u64()
}

#[test]
fn board_timers_expire_and_its_registers_are_shown() {
    let board = Virtual::new(0);
    let mut lab = laboratory(&board, &config());
    let greeting = lab.greeting();
    let chip = &greeting["models"][0];
    assert_eq!(greeting["config"]["model"], chip["name"]);
    assert_eq!(chip["slots"], 65_536);
    assert_eq!(chip["fifo"], 16);
    assert_eq!(chip["hold"], false);
    assert!(greeting["cannot"]["step"].is_string(), "{greeting}");

    // It stands still until it is let run.
    start(&mut lab, 40);
    start(&mut lab, 100_000);
    let still = |fields: &Value| fields["registers"].as_array().is_some_and(|all| all.iter().all(|it| !it.is_null()));
    let before = until(&mut lab, still);
    assert_eq!(word(&lab, &before, "ID"), Some(0x4341_524C));
    assert_eq!(word(&lab, &before, "WHEEL_SIZE[0]"), Some(64));
    assert_eq!(word(&lab, &before, "CTRL"), Some(0));
    thread::sleep(Duration::from_millis(50));
    lab.advance(Duration::from_millis(10), Duration::from_millis(10));
    assert_eq!(shown(&mut lab)["now"], before["now"]);
    assert_eq!(before["busy_slots"], 2);
    run(&mut lab);
    let after = until(&mut lab, |fields| fields["counters"]["expired"] == 1);
    assert_eq!(after["counters"]["wrong"], 0);
    assert_eq!(after["busy_slots"], 1, "where the host has timers");
    assert!(after["clock"].as_u64() >= Some(160_000));
    until(&mut lab, |fields| fields["now"].as_u64() > Some(40) && fields["cursor"].as_u64() > Some(40));

    // The head of the FIFO, while the host sleeps.
    take(&mut lab, Message::Act(Act::Sleep {}));
    start(&mut lab, 30);
    let full =
        until(&mut lab, |fields| fields["irq"] == true && fields["fifo"]["events"][0]["tick"].as_u64() > Some(40));
    assert_eq!(full["fifo"]["level"], 1);
    // The slot of the far timer comes up in every lap.
    until(&mut lab, |fields| fields["fifo"]["more"] == true);
    take(&mut lab, Message::Act(Act::Wake {}));
    until(&mut lab, |fields| fields["counters"]["expired"] == 2 && fields["irq"] == false);

    // Registers can be written; a reset by hand loses no timer.
    let write = |offset, value| Message::Act(Act::Write { offset, value });
    take(&mut lab, write(offset::SCRATCH, 0x1234_5678));
    let registers = lab.greeting();
    let place = place(&registers, "SCRATCH");
    until(&mut lab, |fields| fields["registers"][place] == 0x1234_5678);
    assert!(lab.take(write(3, 0)).is_err());
    take(&mut lab, write(offset::CTRL, 2));
    start(&mut lab, 20);
    let again = until(&mut lab, |fields| fields["counters"]["expired"] == 3);
    assert_eq!(again["counters"]["wrong"], 0);
    assert_eq!(again["counters"]["outstanding"], 1);
    assert!(again["epoch"].as_u64() > Some(70), "{again}");
    take(&mut lab, Message::Control(Control::Pause {}));
}

#[test]
fn board_what_it_cannot_do_is_refused_with_the_reason() {
    let board = Virtual::new(0);
    let mut lab = laboratory(&board, &config());
    let messages = [
        Message::Control(Control::Step { unit: Unit::Clock }),
        Message::Control(Control::Speed { clocks: 10 }),
        Message::Control(Control::Back { seconds: 1.0 }),
        Message::Control(Control::BackTo { clock: 0 }),
        Message::Control(Control::Scene { name: "laps".to_owned(), pace: 1.0, goes_on: false, step: 1 }),
        Message::Act(Act::Start { interval: 1, stall: 1 }),
    ];
    for message in messages {
        let refused = lab.take(message.clone()).expect_err("refused");
        assert!(
            refused.0.contains("clock") || refused.0.contains("memories") || refused.0.contains("simulated"),
            "{message:?}: {refused}"
        );
    }
    assert!(lab.wave(100).is_err());
    let other = |config: Config| Message::Control(Control::Configure { config });
    let larger = Config { wheels: vec![1 << 17], ..config() };
    let beside = Config { beside: true, ..config() };
    let alarm = Config { scheme: Scheme::Ticked, ..config() };
    for config in [larger, beside, alarm] {
        assert!(lab.take(other(config.clone())).is_err(), "{config:?}");
    }
    let generation = lab.generation();
    let fourth = Config { scheme: Scheme::Scheme4, wheels: vec![1_024], ..config() };
    take(&mut lab, other(fourth));
    assert!(lab.generation() > generation);
    start(&mut lab, 30);
    run(&mut lab);
    until(&mut lab, |fields| fields["counters"]["expired"] == 1);
}

#[test]
fn board_on_a_bad_cable_reports_every_timer_at_its_tick() {
    let board = Virtual::new(300);
    let mut lab = laboratory(&board, &config());
    let plan =
        Plan { number: 30, every: 40_000, distribution: Distribution::Uniform, mean: 50, renew: false, stops: 0 };
    take(&mut lab, Message::Act(Act::Generate(plan)));
    run(&mut lab);
    // A write that the cable spoils makes its timer late until the next audit, which a write of the audit may need too.
    for _ in 0..MOST_TURNS {
        lab.advance(Duration::from_millis(100), Duration::from_millis(10));
        let fields = shown(&mut lab);
        assert_eq!(fields["counters"]["wrong"], 0, "{fields}");
        if fields["counters"]["expired"] == 30 {
            return;
        }
        // The user tries again after a failure of the cable, which also makes the driver audit the chip.
        if !lab.is_running() {
            println!("{}", fields["problem"]);
            drop(lab.take(Message::Control(Control::Run {})));
        }
    }
    panic!("{}", shown(&mut lab));
}

#[test]
fn board_that_is_gone_is_told_and_the_page_goes_on() {
    let board = Virtual::new(0);
    let mut lab = laboratory(&board, &config());
    run(&mut lab);
    let fields = until(&mut lab, |fields| fields["now"].as_u64() > Some(5));
    assert_eq!(fields["problem"], Value::Null);
    drop(board);
    let fields = until(&mut lab, |fields| !fields["problem"].is_null());
    assert_eq!(fields["running"], false);
    assert!(!lab.is_live());
    let problems = fields["problems"].clone();
    lab.advance(Duration::from_millis(10), Duration::from_millis(10));
    assert_eq!(shown(&mut lab)["problems"], problems, "it is left alone");
    assert!(lab.take(Message::Control(Control::Run {})).is_err());

    let link = Link { port: "/dev/no-such-port".to_owned(), baud: 1_000_000, latency: 50 };
    let none = verilated(&config(), None, Some(&link));
    let error = none.err().expect("there is no board").0;
    assert!(error.contains("cannot be opened"), "{error}");
}
