//! Embassy's executor on the processor, its tasks asleep by the chip.

mod common;

use std::collections::HashMap;

use carillon_soc::Message;
use common::Run;

/// Ticks from due to awake, at most: all 100 tasks may be due at about the same time.
const LATE: u64 = 500;

#[test]
fn a_hundred_tasks_sleep_and_wake_on_time() {
    let mut run = Run::new("embassy");
    run.end_within(20_000_000);
    assert!(run.text.contains("all are awake"), "{}", run.text);
    let mut due_of = HashMap::new();
    let mut woken = 0;
    for (_, message) in &run.said {
        match *message {
            Message::Started { timer, due } => assert_eq!(due_of.insert(timer, due), None),
            Message::Expired {
                timer,
                due,
                visited,
            } => {
                assert_eq!(due_of.remove(&timer), Some(due), "sleep {timer}");
                assert!((due..due + LATE).contains(&visited), "{message:?}");
                woken += 1;
            }
            _ => {}
        }
    }
    assert_eq!(woken, 400);
    let counts = run.soc.counts();
    // A task wakes every 35,000 clocks on average.
    assert!(counts.asleep * 10 > counts.clocks * 6, "{counts:?}");
}
