//! RTIC on the processor, its tasks asleep by the processor's own timer.

mod common;

use common::Run;

/// The ticks that the task slept each time.
fn slept(text: &str, task: &str) -> Vec<u64> {
    let ticks = |line: &str| {
        let rest = line.strip_prefix(task)?.strip_prefix(" slept ")?;
        rest.strip_suffix(" ticks")?.parse().ok()
    };
    text.lines().filter_map(ticks).collect()
}

#[test]
fn tasks_of_rtic_sleep_by_the_processor_s_own_timer_and_none_wakes_early() {
    let mut run = Run::new("examples/rtic");
    run.end_within(1_000_000);
    for (task, times, least) in [("fast", 5, 100), ("slow", 3, 300)] {
        let slept = slept(&run.text, task);
        assert_eq!(slept.len(), times, "{}", run.text);
        // What the UART takes for a line comes on top.
        assert!(slept.iter().all(|ticks| (least..least + 100).contains(ticks)), "{}", run.text);
    }
}
