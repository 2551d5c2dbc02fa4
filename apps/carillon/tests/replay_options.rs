//! The options of `carillon replay`: what each changes, and what the report says of it.

mod common;

use carillon_replay::capture::Capture;
use carillon_replay::tcp::{Intervals, Kind};
use carillon_replay::{End, Queue, Schedule, schedule};
use common::{WEB_LOSSY, assert_refused, carillon, output, program};
use serde_json::Value;

const SECOND: u64 = 1_000_000;

/// What the program says of a replay that is exact, and its page.
fn replayed(words: &str) -> (Value, String) {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let page = folder.path().join("report.html");
    let mut command = program(&format!("replay {WEB_LOSSY} {words} --json --html"));
    let output = output(command.arg(&page));
    assert!(output.status.success(), "{words}: {output:?}");
    let said: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(said["verdict"], "exact");
    (said, std::fs::read_to_string(page).expect("a page"))
}

/// What the same option asks for, by the library: the capture's first microseconds in ticks.
fn planned(intervals: Intervals, tick: u64, until: u64, drain: u64) -> Schedule {
    let capture = Capture::open(WEB_LOSSY.as_ref()).expect("the capture");
    let segments = capture
        .map(|segment| segment.expect("a segment"))
        .take_while(|segment| segment.tick <= until)
        .map(|segment| segment.in_ticks(tick));
    schedule(segments, &intervals.in_ticks(tick), drain)
}

/// Timers started and expired, of each kind.
fn counts(schedule: &Schedule) -> Vec<(u64, u64)> {
    let of = |kind| {
        let timers = || schedule.timers().filter(|timer| timer.owner.kind == kind);
        let expired = timers().filter(|timer| timer.end == End::Expired);
        (timers().count() as u64, expired.count() as u64)
    };
    Kind::ALL.map(of).to_vec()
}

fn counts_said(said: &Value) -> Vec<(u64, u64)> {
    let number = |value: &Value| value.as_u64().expect("a number");
    let kinds = said["timers"]["by_kind"].as_array().expect("kinds").iter();
    kinds.map(|kind| (number(&kind["started"]), number(&kind["expired"]))).collect()
}

/// What a replay has cost: interrupts, reads, writes, timers examined.
fn cost(said: &Value) -> [u64; 4] {
    ["interrupts", "bus_reads", "bus_writes", "examined"].map(|name| said["host"][name].as_u64().expect("a number"))
}

#[test]
fn replay_with_every_queue_agrees_with_the_oracle() {
    let until = "--until 0.5 --drain 3000 --tick 50 --speed 1";
    let plan = planned(Intervals::default(), 50, SECOND / 2, 3_000);
    let mut costs = Vec::new();
    for queue in Queue::ALL {
        let word = queue.word();
        let more = match queue {
            // Its wheel has a slot for every tick of the longest interval.
            Queue::Scheme4 => "--keep-alive 3 --time-wait 3 --rto-min 100",
            Queue::Scheme5 | Queue::Scheme6 => "--wheel-size 1024 --fifo 2",
            _ => "",
        };
        let (said, page) = replayed(&format!("{until} --queue {word} {more}"));
        let text = page.split("<h2>The paper").next().expect("what ran");
        assert!(text.contains(queue.name()), "{word}");
        assert!(text.contains("ticks of 50 µs"), "{word}");
        assert!(text.contains("50 clocks a tick of 50 µs"), "{word}");
        assert!(!text.contains("1 µs."), "{word}");
        if queue != Queue::Scheme4 {
            assert_eq!(counts_said(&said), counts(&plan), "{word}");
        }
        let laps = matches!(queue, Queue::Scheme5 | Queue::Scheme6);
        assert_eq!(text.contains("T/M"), laps, "{word}");
        println!("{word}: {:?}", cost(&said));
        costs.push((queue, said));
    }
    let of = |wanted: Queue| {
        let found = costs.iter().find(|(queue, _)| *queue == wanted);
        &found.expect("a replay").1
    };
    for (queue, said) in &costs {
        let by_slots = said["chip"]["assist"] == "busy_slots";
        let number = queue.word().strip_prefix("scheme");
        assert_eq!(by_slots, number.is_some_and(|it| "4567".contains(it)));
        assert_eq!(said["chip"]["slots"] == 0, !by_slots);
    }
    // Laps interrupt, a hierarchy and an alarm need not.
    let interrupts = |queue| cost(of(queue))[0];
    assert!(interrupts(Queue::Scheme6) > 2 * interrupts(Queue::Scheme7));
    assert!(interrupts(Queue::Scheme6) > 2 * interrupts(Queue::Scheme3));
    // The lists of a hashed wheel are examined in whole, those that are ordered up to what is due.
    let examined = |queue| cost(of(queue))[3];
    assert!(examined(Queue::Scheme5) < examined(Queue::Scheme6));
    assert!(examined(Queue::Scheme1) > 10 * examined(Queue::Scheme2));
}

#[test]
fn replay_scheme_7_has_the_wheels_that_are_asked_for() {
    for (wheels, options, sizes) in [
        (2, "--wheel-size 4096 --keep-alive 200", vec![2048; 2]),
        (3, "--wheel-size 3000", vec![1000; 3]),
        (4, "--wheel-size 1024", vec![256; 4]),
    ] {
        let (said, page) = replayed(&format!(
            "--until 0.2 --drain 3000 --tick 50 --speed 1 --queue scheme7 --wheels {wheels} {options}"
        ));
        assert_eq!(said["chip"]["wheels"], Value::from(sizes));
        assert!(page.contains(&format!("{wheels} interrupts a timer, an interrupt a wheel")));
        assert!(page.contains(&format!("{wheels} wheels of ")));
    }
}

#[test]
fn replay_ticks_have_the_length_that_is_asked_for() {
    for (tick, shown) in [(1, "1 µs"), (250, "250 µs"), (10_000, "10 ms")] {
        let drain = 60_000 / tick;
        let plan = planned(Intervals::default(), tick, SECOND / 5, drain);
        let length = plan.end * tick;
        let (said, page) = replayed(&format!("--until 0.2 --tick {tick} --drain {drain}"));
        assert_eq!(counts_said(&said), counts(&plan), "{tick}");
        assert_eq!(said["chip"]["tick_microseconds"], tick);
        // At 4 MHz, whatever the tick.
        let ticks = said["chip"]["ticks"].as_u64().expect("ticks");
        let clocks = said["chip"]["clocks"].as_u64().expect("clocks");
        assert!((plan.end..plan.end + 30).contains(&ticks), "{ticks}");
        let wanted = 4 * length;
        assert!(clocks.abs_diff(wanted) < wanted / 100, "{clocks} in the place of {wanted}");
        assert!(page.contains(&format!("A tick is {shown}.")), "{tick}");
        // The plots' axes are in seconds and microseconds.
        assert!(page.contains("timers in 1 ms"), "{tick}");
    }
}

#[test]
fn replay_tcp_has_the_times_that_are_asked_for() {
    let plain = Intervals::default();
    let rows = [
        ("--delayed-ack 500", Intervals { delayed_acknowledgement: 500_000, ..plain }, "expired, 500 ms"),
        ("--keep-alive 1", Intervals { keep_alive: SECOND, ..plain }, "expired, 1 s"),
        ("--time-wait 1", Intervals { time_wait: SECOND, ..plain }, "expired, 1 s"),
        ("--rto-min 30", Intervals { retransmission_minimum: 30_000, ..plain }, "30 ms at least"),
    ];
    let usual = counts(&planned(plain, 100, 2 * SECOND, 15_000));
    for (asked, intervals, shown) in rows {
        let until = "--until 2 --drain 15000 --tick 100 --speed 1";
        let (said, page) = replayed(&format!("{until} {asked}"));
        let plan = counts(&planned(intervals, 100, 2 * SECOND, 15_000));
        assert_ne!(plan, usual, "{asked}");
        assert_eq!(counts_said(&said), plan, "{asked}");
        assert!(page.contains(shown), "{asked}");
    }
}

#[test]
fn replay_page_of_the_timer_chip_speaks_of_it() {
    let (said, page) = replayed("--until 0.2 --chip timer --tick 20");
    assert_eq!(said["chip"]["assist"], "whole_queue");
    assert!(page.contains("a chip that keeps the queue and interrupts the host at expiries"));
    assert!(page.contains("80 clocks a tick of 20 µs"));
    assert!(!page.contains("T/M"));
}

#[test]
fn replay_that_cannot_be_is_refused_with_the_reason() {
    for (arguments, reason) in [
        (
            "--queue scheme8",
            "[possible values: scheme1, scheme2, scheme3, scheme4, scheme5, scheme6, scheme7, calendar, flex-queue]",
        ),
        (
            "--queue scheme4",
            "--queue scheme4: the longest interval of this replay is 7200000000 ticks, and these wheels take 65536; \
             give --tick or --wheel-size a higher value",
        ),
        ("--queue scheme7 --wheels 2", "these wheels take 4192256"),
        (
            "--queue scheme7 --fifo 64",
            "no model with all options has 4 wheels, 4096 slots in all, and a FIFO of 64 events; choose one of: ",
        ),
        ("--queue scheme7 --wheel-size 1001", "have a multiple of 4 together"),
        ("--queue scheme7 --wheels 5", "5 is not in 2..=4"),
        ("--wheels 3", "add --queue scheme7"),
        ("--queue scheme3 --wheel-size 64", "--wheel-size: scheme3 has no wheel that the chip turns; leave it out"),
        (
            "--queue scheme3 --chip timer",
            "the timer chip keeps the queue itself, which is scheme6; leave out --queue or --chip",
        ),
        ("--queue scheme3 --port /dev/null", "a board is driven with scheme6 only; leave out --queue or --port"),
        ("--tick 0", "0 is not in 1..=1000000"),
        (
            "--tick 1000000 --speed 100",
            "a tick of 100000000 clocks is longer than the chip's 16777215; make one of them smaller",
        ),
        ("--delayed-ack 0", "0 is not in 1..=60000"),
        ("--keep-alive 0", "0 is not in 1..=86400"),
        ("--time-wait 90000", "90000 is not in 1..=86400"),
    ] {
        let line = format!("replay {WEB_LOSSY} {arguments} --until 0.01");
        assert_refused(&carillon(&line), reason);
    }
}

/// A capture of two TCP segments, so many seconds apart.
fn two_segments(seconds: u32) -> Vec<u8> {
    let mut file = vec![0xd4, 0xc3, 0xb2, 0xa1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 1, 0, 0, 0];
    for (time, sequence) in [(0, 1), (seconds, 2)] {
        for word in [time, 0, 54, 54] {
            file.extend(u32::to_le_bytes(word));
        }
        file.extend([0; 12]);
        file.extend([8, 0, 0x45, 0, 0, 40, 0, sequence, 0, 0, 64, 6, 0, 0]);
        file.extend([10, 0, 0, 1, 10, 0, 0, 2, 3, 0xe8, 0, 80, 0, 0, 0, sequence]);
        file.extend([0, 0, 0, 77, 0x50, 0x10, 1, 0, 0, 0, 0, 0]);
    }
    file
}

#[test]
fn replay_of_a_day_without_packets_leaves_it_out_and_says_so() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    // A day, and seventeen years.
    for seconds in [86_400, 17 * 365 * 86_400] {
        let path = folder.path().join("idle.pcap");
        std::fs::write(&path, two_segments(seconds)).expect("a file");
        let mut command = program("replay --max-gap 0.05 --json");
        let output = output(command.arg(&path));
        assert!(output.status.success(), "{output:?}");
        let said: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!((&said["verdict"], &said["idle"]["max_gap"]), (&"exact".into(), &50_000.into()));
        // Both keep-alive timers and their probes, before the second segment.
        assert_eq!(said["timers"]["expired"], 20);
        let left_out = said["idle"]["left_out"].as_u64().expect("a number");
        let ticks = said["chip"]["ticks"].as_u64().expect("a number");
        assert!((left_out + ticks).abs_diff(u64::from(seconds) * SECOND) < 100, "{left_out}, {ticks}");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(told.contains("in which nothing happens are left out; --max-gap none"), "{told}");
    }
}

#[test]
fn replay_of_more_than_a_minute_tells_its_clocks_without_a_terminal() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;
    let folder = tempfile::tempdir().expect("a scratch folder");
    let path = folder.path().join("idle.pcap");
    std::fs::write(&path, two_segments(86_400)).expect("a file");
    let mut child = program("replay --max-gap none")
        .arg(&path)
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("carillon");
    // It comes within a second of the replay, which takes days; the test runner's limit is the limit.
    let mut line = String::new();
    let read = BufReader::new(child.stderr.take().expect("a pipe")).read_line(&mut line);
    child.kill().expect("an end");
    child.wait().expect("an end");
    read.expect("a line");
    assert!(line.contains("takes 345600000000 clocks of the chip, about") && line.contains("--max-gap"), "{line}");
}

#[test]
fn replay_refuses_a_gap_that_is_none() {
    for gap in ["0", "-1", "some", "0.0000001"] {
        let line = format!("replay {WEB_LOSSY} --max-gap={gap}");
        assert_refused(&carillon(&line), "give a number of seconds above 0, or none");
    }
}
