//! A laboratory on a Verilated chip, and what its tests say to it.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::time::Duration;

use carillon_lab::{Act, Config, Control, Distribution, Frame, Lab, Message, Plan, Unit};
use carillon_program::lab::laboratory as verilated;
use carillon_sim::{Model, coverage_compiled};
use serde_json::Value;

/// A chip that has every option, and 64 slots of it.
pub fn config() -> Config {
    Config { model: "full10x2".to_owned(), ..Config::default() }
}

/// A laboratory; `None` in a build that counts coverage, where a chip's state cannot be saved and there is none.
pub fn laboratory(config: &Config) -> Option<Lab> {
    let lab = verilated(config, None, None);
    if coverage_compiled(Model::Full10x2) {
        assert!(lab.is_err());
        return None;
    }
    Some(lab.expect("a laboratory"))
}

/// One of [`config`].
pub fn small() -> Option<Lab> {
    laboratory(&config())
}

pub fn act(lab: &mut Lab, act: Act) {
    lab.take(Message::Act(act)).expect("accepted");
}

pub fn start(lab: &mut Lab, interval: u64) {
    act(lab, Act::Start { interval, stall: 0 });
}

pub const fn write(offset: u32, value: u32) -> Act {
    Act::Write { offset, value }
}

pub fn back_to(lab: &mut Lab, clock: u64) {
    control(lab, Control::BackTo { clock });
}

/// A turn of 10 ms.
pub fn turn(lab: &mut Lab) {
    lab.advance(Duration::from_millis(10), Duration::from_millis(10));
}

pub fn control(lab: &mut Lab, control: Control) {
    lab.take(Message::Control(control)).expect("accepted");
}

pub fn step(lab: &mut Lab, unit: Unit) {
    control(lab, Control::Step { unit });
}

/// Lets the clock run for so many clocks on a machine of any speed, as one turn of 10 ms has no more than the rest.
/// What the host does last takes it beyond.
pub fn run(lab: &mut Lab, clocks: u64) {
    let until = lab.clocks() + clocks;
    while lab.clocks() < until {
        let rest = until - lab.clocks();
        run_at(lab, 1, 100 * rest);
    }
}

/// Lets the clock run at this speed in turns of 10 ms, for this many clocks or up to a turn more: at speed 0, as many
/// as the machine does in one.
pub fn run_at(lab: &mut Lab, clocks: u64, per_second: u64) {
    let until = lab.clocks() + clocks;
    control(lab, Control::Speed { clocks: per_second });
    control(lab, Control::Run {});
    while lab.clocks() < until {
        turn(lab);
    }
    control(lab, Control::Pause {});
}

pub fn shown(lab: &mut Lab) -> Frame {
    lab.frame(true).expect("a frame")
}

pub fn number(frame: &Frame, at: &str) -> f64 {
    let found = frame.fields.pointer(at).and_then(Value::as_f64);
    found.unwrap_or_else(|| panic!("{at} is in {}", frame.fields))
}

pub fn crowd() -> Plan {
    Plan { number: 300, every: 40, distribution: Distribution::Exponential, mean: 150, renew: true, stops: 20 }
}

/// To begin with this step of a scene.
pub fn scene(name: &str, step: usize, goes_on: bool) -> Control {
    let (name, pace) = (name.to_owned(), 1_000.0);
    Control::Scene { name, pace, goes_on, step }
}
