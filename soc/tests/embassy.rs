//! Embassy's executor on the processor, its tasks asleep by the chip, by the processor's own timer, or by Embassy's own
//! queue on LiteX's timer.

mod common;

use std::sync::LazyLock;

use carillon_soc::tasks::{self, Tasks};
use common::program;

fn run(name: &str) -> Tasks {
    let tasks = tasks::run(&program(name), 10_000_000);
    let tasks = tasks.unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(tasks.late.len(), 200);
    // All 100 tasks may be due at about the same time.
    assert!(tasks.latest() < 500, "{name}: {tasks:?}");
    tasks
}

/// What both tests need of the chip.
fn by_chip() -> &'static Tasks {
    static BY_CHIP: LazyLock<Tasks> = LazyLock::new(|| run("embassy"));
    &BY_CHIP
}

#[test]
#[ignore = "long"]
fn a_hundred_tasks_sleep_and_wake_on_time() {
    let Tasks { counts, .. } = by_chip();
    // A task wakes every 35,000 clocks on average. 59.1 % were measured, with 1,350 interrupts, most of an earlier lap.
    assert!(counts.asleep * 100 > counts.clocks * 58, "{counts:?}");
}

#[test]
#[ignore = "long"]
fn a_hundred_tasks_sleep_by_the_processor_s_own_timer_and_wake_on_time() {
    let Tasks { counts, .. } = run("embassy_mtime");
    assert!(counts.asleep * 10 > counts.clocks * 6, "{counts:?}");
    // No slot is busy without an expiry.
    assert!(counts.interrupts <= 200, "{counts:?}");
}

#[test]
#[ignore = "long"]
fn a_hundred_tasks_wake_by_embassy_s_own_queue_with_fewer_interrupts_but_later() {
    let tasks = [&run("examples/embassy_generic"), by_chip()];
    // On one wheel a busy slot interrupts in every lap.
    let interrupts = tasks.map(|tasks| tasks.counts.interrupts);
    assert!(interrupts[0] < interrupts[1], "{interrupts:?}");
    // The queue is searched from end to end.
    let late = tasks.map(Tasks::late_mean);
    assert!(late[0] > late[1], "{late:?}");
}
