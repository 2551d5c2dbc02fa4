//! What the timers would cost without a chip: by hand, and counted again from all starts and ends of a capture.

use std::collections::BTreeSet;
use std::fs::File;
use std::path::Path;

use carillon_replay::capture::Capture;
use carillon_replay::tcp::{Intervals, Kind, Owner, Side};
use carillon_replay::{Action, Baseline, End, Schedule, Timer, expiring, schedule};

fn owner(connection: u32) -> Owner {
    Owner { connection, side: Side::First, kind: Kind::Retransmission }
}

#[test]
fn baseline_of_a_few_timers_is_what_one_counts_by_hand() {
    // Due at 1,500, 1,500, 700 and 2,000 microseconds; the third is started last and due first.
    let starts = [(0, 1_500), (1, 1_499), (10, 690), (20, 1_980)];
    let starts = starts.into_iter().zip(0..);
    let timers = expiring(starts.map(|((tick, interval), it)| (tick, owner(it), interval)), 500);
    let counted = Baseline::new(&timers, 1);
    assert_eq!(timers.end, 2_500);
    assert_eq!(counted.long_ticks, 2);
    // 500, 500, 300 and 0 microseconds.
    assert!((counted.long_tick_late_mean - 325.0).abs() < 1e-9);
    assert_eq!(counted.long_tick_late_maximum, 500);
    // At 700, 1,500 and 2,000.
    assert_eq!(counted.single_interrupts, 3);
    // To 1,500, 700, 1,500 again and 2,000.
    assert_eq!(counted.single_sets, 4);
    // Ticks of 3 microseconds: the last expiry is at 6,000, which a long tick meets.
    let longer = Baseline::new(&timers, 3);
    assert_eq!((longer.long_ticks, longer.long_tick_late_maximum), (7, 900));
    assert_eq!(Baseline::new(&Schedule::default(), 1), Baseline::default());
}

/// The earliest expiry after each operation, found among all timers.
fn sets(schedule: &Schedule) -> u64 {
    let mut running: Vec<(u64, u32)> = Vec::new();
    let mut all = Vec::new();
    let events: Vec<_> = schedule.events().collect();
    for (at, event) in events.iter().enumerate() {
        let timer = (event.timer.due, event.timer.timer);
        match event.action {
            Action::Start => running.push(timer),
            Action::Stop | Action::Expire => running.retain(|it| *it != timer),
        }
        // An interrupt hands out all timers of its tick before the next one is set.
        let more = events.get(at + 1).is_some_and(|next| {
            next.action == Action::Expire && event.action == Action::Expire && next.tick == event.tick
        });
        if !more {
            all.push(running.iter().map(|(due, _)| *due).min());
        }
    }
    all.dedup();
    all.iter().flatten().count() as u64
}

#[test]
fn baseline_of_the_capture_is_what_its_timers_say() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testbench/captures/web-lossy.pcap");
    let mut capture = Capture::new(File::open(path).expect("the capture")).expect("a capture");
    let segments: Vec<_> = capture.by_ref().collect::<Result<_, _>>().expect("segments");
    let timers = schedule(segments, &Intervals::default(), 60_000_000);
    let counted = Baseline::new(&timers, 1);
    let expired = |timer: &Timer| timer.end == End::Expired;
    let due: Vec<u64> = timers.timers().filter(expired).map(|timer| timer.due).collect();
    assert!(due.len() > 300, "{}", due.len());
    assert_eq!(counted.long_ticks, timers.end / 1_000);
    let late: Vec<u64> = due.iter().map(|due| due.next_multiple_of(1_000) - due).collect();
    let mean = late.iter().sum::<u64>() as f64 / late.len() as f64;
    assert!((counted.long_tick_late_mean - mean).abs() < 1e-6);
    assert_eq!(Some(&counted.long_tick_late_maximum), late.iter().max());
    let ticks: BTreeSet<u64> = due.iter().copied().collect();
    assert_eq!(counted.single_interrupts, ticks.len() as u64);
    assert_eq!(counted.single_sets, sets(&timers));
    assert!(counted.single_sets > counted.single_interrupts);
}
