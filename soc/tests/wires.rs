//! A chip beyond SPI wires, and one at a serial line, reached by the processor through `embedded-hal` and
//! `embedded-io`.

mod common;

use carillon_soc::Message;
use common::{Run, Said, assert_exact};

/// Expiries of firmware/src/app.rs, but for the timer that begins overdue.
const EXPIRIES: usize = 18;

/// Runs `name` to its end: 31 units of `unit` clocks, and what the wires take besides.
fn exact_over(name: &str, unit: u64) -> Run {
    let mut run = Run::new(name);
    run.end_within(31 * unit + 1_500_000);
    assert!(run.text.contains("all have run out"), "{}", run.text);
    // An interval of 0 is due at a tick that has been visited: its visit is a later one.
    let late =
        |message: &Message| matches!(message, Message::Started { timer: 0, .. } | Message::Expired { timer: 0, .. });
    let (zero, others): (Vec<Said>, Vec<Said>) = run.said.iter().partition(|(_, message)| late(message));
    assert_eq!(zero.len(), 2);
    assert_eq!(assert_exact(&others, u64::MAX), EXPIRIES);
    // The pin interrupts, and the processor sleeps in between.
    let counts = run.soc.counts();
    assert!(counts.irq_rises > 10, "{counts:?}");
    assert!(counts.interrupts > 10, "{counts:?}");
    run
}

#[test]
fn timers_over_spi_expire_at_their_ticks() {
    let run = exact_over("spi", 50_000);
    let counts = run.soc.counts();
    assert!(counts.asleep * 10 > counts.clocks * 6, "{counts:?}");
}

#[test]
fn timers_over_a_serial_line_expire_at_their_ticks() {
    let run = exact_over("uart", 100_000);
    assert!(run.soc.counts().asleep > 300_000, "{:?}", run.soc);
}
