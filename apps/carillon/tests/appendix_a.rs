//! Appendix A's argument: what is counted is what the paper's formulas say, and the command writes its page.

mod common;

use std::fs;
use std::path::PathBuf;

use carillon_program::appendix_a::{SLOTS, Way, synthetic};
use common::{output, program};

/// Ticks that a timer runs: more than nine turns of the wheel.
const INTERVAL: u64 = 10_000;

fn cost(way: Way, outstanding: u32) -> carillon_program::appendix_a::Cost {
    way.carry_out(&synthetic(outstanding, INTERVAL)).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn single_timer_interrupts_as_often_as_the_formulas_say() {
    let off = |way: Way| cost(way, 1).interrupts - way.formula(INTERVAL);
    // The schedule ends a hundred ticks after the last of three timers.
    assert!(off(Way::Ticked(SLOTS)).abs() < 40.0);
    for slots in [64, SLOTS] {
        let way = Way::Scheme6(slots);
        let off = off(way);
        assert!(off.abs() < 1.0, "{slots} slots: {off}");
    }
    for wheels in [2, 3, 4] {
        let interrupts = cost(Way::Scheme7(wheels), 1).interrupts;
        assert!((1.0..=wheels.into()).contains(&interrupts), "{wheels} wheels: {interrupts}");
    }
    for way in [Way::Alarm, Way::TimerChip(6), Way::TimerChip(10)] {
        assert_eq!(off(way), 0.0, "{way:?}");
    }
}

#[test]
fn many_timers_share_the_interrupts_of_ticks_and_slots_but_not_those_of_the_timer_chip() {
    let (one, many) = (cost(Way::Scheme6(64), 1), cost(Way::Scheme6(64), 100));
    assert!(many.interrupts < one.interrupts);
    assert!(cost(Way::Ticked(SLOTS), 100).interrupts < 140.0);
    let chip = cost(Way::TimerChip(10), 100);
    assert_eq!(chip.interrupts, 1.0);
    // Two writes start a timer with a deadline; one acknowledges its event. Now and then a read tells whether events
    // wait.
    assert!(chip.writes <= 3.0 && chip.reads <= 2.1, "{chip:?}");
}

#[test]
fn starts_faster_than_the_bus_lose_no_timer() {
    // Two starts and two expiries in each tick of fifty clocks: the last timers are started when they are due already.
    let cost = Way::TimerChip(10).carry_out(&synthetic(100, 50));
    assert!(cost.expect("every timer is reported").latest > 50);
}

#[test]
#[ignore = "long"]
fn command_in_short_form_writes_page_and_plot() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("appendix-a");
    fs::create_dir_all(folder.join("figures")).expect("a folder");
    fs::remove_file(folder.join("appendix-a.md")).ok();
    let line = "appendix-a --quiet --intervals 1000,2000 --outstanding 3 --wheel-size 64 --wheels 2 --until 0.02 \
                --capture ../../testbench/captures/web-lossy.pcap --to";
    let written = output(program(line).arg(&folder));
    assert!(written.status.success(), "{written:?}");
    let page = fs::read_to_string(folder.join("appendix-a.md")).expect("the page");
    for part in ["### Memory and area", "### The capture web-lossy.pcap", "| timer chip (Scheme 6), M = 64 | 1 |"] {
        assert!(page.contains(part), "no {part} in {page}");
    }
    let plot = fs::read_to_string(folder.join("figures/appendix-a.csv")).expect("the points");
    assert!(plot.contains("timer chip (Scheme 6)\",2000,1.000"), "{plot}");
}
