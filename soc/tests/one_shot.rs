//! One-shot and periodic timers on the processor, by interrupt.

mod common;

use carillon_soc::{Message, Soc};
use common::{Run, assert_exact, program};

/// Clocks a tick in the program.
const PRESCALE: u64 = 100;

#[test]
fn one_shot_and_periodic_timers_expire_at_their_ticks() {
    let mut run = Run::new("one_shot");
    run.end_within(5_000_000);
    assert!(run.text.contains("all have run out"), "{}", run.text);
    // An interval of 0 is due at a tick that has been visited: its visit is a later one.
    let late = |message: &Message| {
        matches!(
            message,
            Message::Started { timer: 0, .. } | Message::Expired { timer: 0, .. }
        )
    };
    let (zero, others): (Vec<_>, Vec<_>) = run.said.iter().partition(|(_, message)| late(message));
    assert_eq!(zero.len(), 2);
    let expired = assert_exact(&others, u64::MAX);
    assert_eq!(expired, 5 + 40);
    // The periodic timer does not drift.
    let periodic = run
        .said
        .iter()
        .filter_map(|(clock, message)| match message {
            Message::Expired {
                timer: 100, due, ..
            } => Some((*clock, *due)),
            _ => None,
        });
    let periodic: Vec<_> = periodic.collect();
    for pair in periodic.windows(2) {
        assert_eq!(pair[1].1 - pair[0].1, 500);
        let clocks = pair[1].0 - pair[0].0;
        assert!(clocks.abs_diff(500 * PRESCALE) < 3_000, "{clocks} clocks");
    }
    // Meanwhile the processor sleeps; to set up the records of 4,096 slots takes it a tenth of this short run.
    let counts = run.soc.counts();
    assert!(counts.asleep * 10 > counts.clocks * 8, "{counts:?}");
    // An event that comes while another is served may interrupt again without a rise of the line, or be served with it.
    let (rises, interrupts) = (counts.irq_rises, counts.interrupts);
    assert!(rises.abs_diff(interrupts) <= 2, "{counts:?}");
}

#[test]
fn waves_of_the_whole_soc_are_written() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let path = folder.path().join("soc.vcd");
    let soc = Soc::with_waves(&program("one_shot"), &path).expect("a SoC");
    let mut run = Run::of(soc);
    run.until(2_000, |_| false);
    drop(run);
    let text = std::fs::read_to_string(path).expect("the file");
    for name in [
        "CsrPlugin_inWfi",
        "wb_ack",
        "told_valid",
        "serial_source_valid",
    ] {
        assert!(text.contains(name), "{name} is not in the wave file");
    }
    assert!(text.contains("#20000"), "2000 clocks of 10 ns");
}
