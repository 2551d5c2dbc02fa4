//! The C drivers on a chip and a bus with faults. The chips are written in C beside the hosts, so that a fault before
//! every access, and every two faults near each other, take seconds. Each run has a most of accesses.

mod common;

use std::process::Command;

use common::c_host::{LANGUAGES, compile, output_of};

/// Has both hosts show something.
fn both(what: &str) {
    one("c_faults", what);
    one("c_timer_faults", what);
}

fn one(host: &str, what: &str) {
    let output = output_of(Command::new(compile(host, LANGUAGES[0])).arg(what));
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{host}, {what}: {}: {said}", output.status);
}

/// The access is lost, its answer is, it arrives twice, the chip is reset before it, the device is gone for a while,
/// reads are all ones, or the chip refuses it. No timer is early, lost or twice, and a reset is said.
#[test]
fn c_drivers_with_a_fault_or_two_before_every_access_are_never_early_and_lose_nothing() {
    both("every fault");
}

#[test]
fn c_drivers_that_are_given_a_time_beyond_64_bits_refuse_it() {
    both("end of time");
}

#[test]
fn c_drivers_on_a_chip_that_never_ends_its_events_return() {
    both("bound");
}

#[test]
fn c_drivers_on_a_bus_of_ones_say_so_and_expire_nothing() {
    both("gone");
}

#[test]
fn c_drivers_on_a_chip_reset_between_an_event_and_its_tick_say_so() {
    both("reset between");
}

#[test]
fn c_drivers_on_a_chip_that_was_reset_say_so_in_every_read_of_now() {
    both("reset before");
}

#[test]
fn c_timer_chip_whose_answer_to_clearing_errors_is_lost_gives_the_refused_start_again() {
    one("c_timer_faults", "refused");
}

#[test]
fn c_timer_chip_that_refuses_a_stop_in_an_audit_reports_the_next_start() {
    one("c_timer_faults", "refused stop");
}
