//! The laboratory without a browser: it runs exactly, goes back exactly, and refuses what it cannot do.

#[path = "common/lab.rs"]
mod common;

use std::collections::BTreeSet;
use std::num::NonZeroU64;

use carillon_lab::{Act, Config, Control, Distribution, Frame, Lab, LabError, Message, Plan, Scheme, Unit, load};
use carillon_program::lab::laboratory as verilated;
use carillon_regmap::counter_chip::offset;
use common::{act, back_to, config, crowd, laboratory, number, run, run_at, scene, shown, small, start, step, write};
use serde_json::Value;

#[test]
fn lab_timer_started_by_hand_expires_at_its_tick() {
    let Some(mut lab) = small() else { return };
    let clock = lab.clocks();
    step(&mut lab, Unit::Clock);
    assert_eq!(lab.clocks(), clock + 1);
    let before = number(&shown(&mut lab), "/now");
    step(&mut lab, Unit::Tick);
    assert_eq!(number(&shown(&mut lab), "/now"), before + 1.0);

    for interval in [10, 100_000] {
        start(&mut lab, interval);
    }
    let frame = shown(&mut lab);
    assert_eq!(number(&frame, "/counters/outstanding"), 2.0);
    assert_eq!(number(&frame, "/queue/0/timers/0/0"), 1.0);
    step(&mut lab, Unit::Event);
    assert_eq!(shown(&mut lab).fields["irq"], true);
    run(&mut lab, 16 * 20);
    act(&mut lab, Act::Stop { id: 2 });
    let frame = shown(&mut lab);
    for (at, expected) in [("expired", 1), ("stopped", 1), ("outstanding", 0), ("wrong", 0)] {
        let at = format!("/counters/{at}");
        assert_eq!(number(&frame, &at), f64::from(expected), "{at}");
    }
    let refused = lab.take(Message::Act(Act::Stop { id: 2 }));
    assert_eq!(refused, Err(LabError("timer 2 does not run".to_owned())));
    assert_eq!(shown(&mut lab).fields["problem"], "timer 2 does not run");
}

#[test]
fn lab_same_acts_at_any_speed_lead_to_the_same_state() {
    let end = |per_second| {
        let mut lab = laboratory(&config())?;
        act(&mut lab, Act::Generate(crowd()));
        let until = lab.clocks() + 200_000;
        run_at(&mut lab, 150_000, per_second);
        while lab.clocks() < until {
            step(&mut lab, Unit::Clock);
        }
        let frame = shown(&mut lab);
        Some((lab.clocks(), frame.slots, frame.fields["counters"].clone()))
    };
    let flat_out = end(0);
    assert_eq!(flat_out, end(70_003));
    assert_eq!(flat_out, end(1_000_000));
    if let Some((_, slots, counters)) = flat_out {
        assert!(slots.iter().any(|byte| *byte != 0));
        assert!(counters["expired"].as_u64() > Some(500), "{counters}");
    }
}

#[test]
fn lab_going_back_and_on_again_is_exact() {
    for scheme in [Scheme::Scheme3, Scheme::Scheme5, Scheme::Scheme6, Scheme::Scheme7, Scheme::Ticked] {
        let several = scheme == Scheme::Scheme7;
        let config =
            Config { scheme, wheels: if several { vec![16, 16, 16] } else { vec![64] }, hold: several, ..config() };
        let Some(mut lab) = laboratory(&config) else {
            return;
        };
        act(&mut lab, Act::Generate(crowd()));
        let mut seen = Vec::new();
        // Moments are kept every half second, that is, every 50 turns.
        for round in 0..40 {
            run_at(&mut lab, 3_000, 200_000);
            if round % 7 == 3 {
                act(&mut lab, Act::Start { interval: 5 + round, stall: 90 });
                let sleeps = round % 2 == 0;
                act(&mut lab, if sleeps { Act::Sleep {} } else { Act::Wake {} });
            }
            let frame = shown(&mut lab);
            seen.push((lab.clocks(), frame.slots, frame.fields["counters"].clone()));
        }
        let earliest = shown(&mut lab).fields["earliest"].as_u64();
        assert!(earliest < Some(seen[0].0));
        for round in [33, 20, 8, 2] {
            let (clock, slots, counters) = &seen[round];
            back_to(&mut lab, *clock);
            let frame = shown(&mut lab);
            assert_eq!(lab.clocks(), *clock, "{scheme:?} {round}");
            assert_eq!(&frame.slots, slots, "{scheme:?} {round}");
            assert_eq!(&frame.fields["counters"], counters, "{scheme:?} {round}");
        }
        let ahead = Control::BackTo { clock: lab.clocks() + 1 };
        assert!(lab.take(Message::Control(ahead)).is_err());
    }
}

#[test]
fn lab_wave_has_the_last_clocks_and_changes_nothing() {
    let Some(mut lab) = small() else { return };
    act(&mut lab, Act::Generate(crowd()));
    run_at(&mut lab, 50_000, 1_000_000);
    let before = shown(&mut lab);
    let clocks = lab.clocks();
    let wave = String::from_utf8(lab.wave(2_000).expect("a wave")).expect("text");
    let times: BTreeSet<u64> = wave.lines().filter_map(|line| line.strip_prefix('#')?.parse().ok()).collect();
    // A clock takes 10,000 ps; where the host is in the middle of something, the wave begins a few clocks later.
    let (first, last) = (times.first().expect("a time"), times.last().expect("a time"));
    assert_eq!(*last, clocks * 10_000);
    assert!((clocks - 2_000..clocks - 1_900).contains(&(first / 10_000)), "{first} {clocks}");
    assert!(wave.contains("$var"));
    let after = shown(&mut lab);
    assert_eq!(after.slots, before.slots);
    assert_eq!(after.fields, before.fields);
    run(&mut lab, 1_000);
}

#[test]
fn lab_registers_are_read_at_no_cost_and_written() {
    let Some(mut lab) = small() else { return };
    let names: Vec<String> = lab.greeting()["registers"]
        .as_array()
        .expect("registers")
        .iter()
        .map(|register| register["name"].as_str().expect("a name").to_owned())
        .collect();
    let word = |frame: &Frame, name: &str| {
        let place = names.iter().position(|known| known == name);
        frame.fields["registers"][place.expect("a register")].as_u64()
    };
    act(&mut lab, write(offset::SCRATCH, 0x1234_5678));
    let clock = lab.clocks();
    let frame = shown(&mut lab);
    assert_eq!(lab.clocks(), clock);
    assert_eq!(word(&frame, "ID"), Some(0x4341_524C));
    assert_eq!(word(&frame, "SCRATCH"), Some(0x1234_5678));
    assert_eq!(word(&frame, "WHEEL_SIZE[0]"), Some(64));
    assert_eq!(word(&frame, "NEXT[0]"), Some(0));
    assert!(lab.take(Message::Act(write(0xFC, 0))).is_err());

    // The user resets the chip; the driver notices at its next start and goes on with all timers.
    start(&mut lab, 300);
    run(&mut lab, 16 * 50);
    act(&mut lab, write(offset::CTRL, 2));
    run(&mut lab, 10);
    start(&mut lab, 20);
    run(&mut lab, 16 * 400);
    let frame = shown(&mut lab);
    assert_eq!(number(&frame, "/counters/expired"), 2.0, "{}", frame.fields);
    assert_eq!(number(&frame, "/counters/wrong"), 0.0);
    assert!(number(&frame, "/epoch") > 40.0);
}

#[test]
fn lab_timer_chip_beside_gets_the_same_timers_until_going_back() {
    let beside = Config { beside: true, prescale: 64, ..config() };
    let Some(mut lab) = laboratory(&beside) else {
        return;
    };
    // No more than the timer chip can keep pace with: a start takes it up to 32 clocks.
    let plan = Plan { number: 100, every: 400, ..crowd() };
    act(&mut lab, Act::Generate(plan));
    run(&mut lab, 120_000);
    act(&mut lab, Act::EndGenerate {});
    act(&mut lab, Act::Sleep {});
    run(&mut lab, 3_000);
    act(&mut lab, Act::Wake {});
    run(&mut lab, 1_000_000);
    let frame = shown(&mut lab);
    for count in ["started", "outstanding"] {
        let [one, other] = ["counters", "beside"].map(|chip| number(&frame, &format!("/{chip}/{count}")));
        assert_eq!(one, other, "{count}");
    }
    assert!(number(&frame, "/beside/started") > 150.0);
    assert!(number(&frame, "/beside/stopped") > 10.0);
    assert_eq!(number(&frame, "/beside/wrong"), 0.0);
    assert!(number(&frame, "/beside/memory") > 0.0);
    let transfers = number(&frame, "/counters/transfers");
    assert!(transfers > number(&frame, "/beside/transfers") / 4.0);
    lab.wave(1_000).expect("a wave");
    assert_eq!(shown(&mut lab).fields["beside"], frame.fields["beside"]);
    back_to(&mut lab, 0);
    assert!(shown(&mut lab).fields["beside"].is_null());
}

/// The lines of what happened, but for interrupts: tick, what, and the timer's number, the oldest first.
fn happened(frame: &Frame) -> Vec<(u64, String, u64)> {
    let lines = frame.fields["journal"].as_array().expect("lines");
    let line = |line: &Value| {
        let what = line["what"].as_str().expect("a word").to_owned();
        let id = line["id"].as_u64().unwrap_or(0);
        (line["tick"].as_u64().expect("a tick"), what, id)
    };
    let all = lines.iter().map(line);
    all.filter(|(_, what, _)| what != "served").collect()
}

#[test]
fn lab_what_happened_has_the_tick_at_which_it_did() {
    let Some(mut lab) = small() else { return };
    start(&mut lab, 5_000);
    run(&mut lab, 16 * 70);
    let tick = number(&shown(&mut lab), "/now") as u64;
    act(&mut lab, Act::Stop { id: 1 });
    run(&mut lab, 16 * 20);
    let asleep_at = number(&shown(&mut lab), "/now") as u64;
    start(&mut lab, 30);
    act(&mut lab, Act::Sleep {});
    run(&mut lab, 16 * 200);
    let awake_at = number(&shown(&mut lab), "/now") as u64;
    act(&mut lab, Act::Wake {});
    step(&mut lab, Unit::Tick);
    step(&mut lab, Unit::Tick);
    let lines = happened(&shown(&mut lab));
    let known = |place: usize, what: &str, id: u64, from: u64| {
        let (at, said, number) = &lines[place];
        assert_eq!((said.as_str(), *number), (what, id), "{lines:?}");
        assert!((from..=from + 2).contains(at), "{what} from {from}: {lines:?}");
    };
    known(0, "started", 1, 0);
    known(1, "stopped", 1, tick);
    known(2, "started", 2, asleep_at);
    known(3, "said", 0, asleep_at);
    known(4, "said", 0, awake_at);
    // When it was handed out, not the event's tick: that line says when it was due.
    known(5, "expired", 2, awake_at);
}

#[test]
fn counters_timers_stopped_early_are_compared_by_the_time_they_ran() {
    let Some(mut lab) = small() else { return };
    let at = |lab: &mut Lab, name: &str| number(&shown(lab), &format!("/counters/{name}"));
    assert_eq!(at(&mut lab, "transfers"), 0.0);
    assert!(at(&mut lab, "initial_transfers") > 0.0);
    start(&mut lab, 64_000);
    run_at(&mut lab, 16 * 130, 50_000);
    let now = number(&shown(&mut lab), "/now");
    let lived = at(&mut lab, "lived_mean");
    assert!((now - 2.0..=now).contains(&lived), "{lived} at {now}");
    act(&mut lab, Act::Stop { id: 1 });
    let lived = at(&mut lab, "lived_mean");
    run_at(&mut lab, 16 * 300, 50_000);
    assert_eq!(at(&mut lab, "lived_mean"), lived, "it runs no longer");
    assert_eq!(at(&mut lab, "interval_mean"), 64_000.0);
    assert_eq!(at(&mut lab, "paper"), lived / 64.0);
    // The slot comes by once in each lap; the bit of a timer that was stopped may remain for one more.
    let events = at(&mut lab, "events_a_timer");
    assert!((events - (lived / 64.0).floor()).abs() <= 1.0, "{events}");
    // A timer that expires takes one event at least.
    start(&mut lab, 10);
    run(&mut lab, 16 * 30);
    assert_eq!(at(&mut lab, "lived_mean"), f64::midpoint(lived, 10.0));

    let mut lab = laboratory(&config()).expect("as before");
    let plan =
        Plan { number: 500, every: 200, distribution: Distribution::Constant, mean: 100_000, renew: false, stops: 98 };
    act(&mut lab, Act::Generate(plan));
    run(&mut lab, 200 * 510);
    let (paper, events) = (at(&mut lab, "paper"), at(&mut lab, "events_a_timer"));
    assert!(paper < 10.0 && events <= paper + 1.0, "{events} of {paper}");
}

#[test]
fn step_to_an_event_that_cannot_come_is_refused_at_once() {
    let Some(mut lab) = small() else { return };
    let event = || Message::Control(Control::Step { unit: Unit::Event });
    let refused = |lab: &mut Lab, why: &str| {
        let clock = lab.clocks();
        let said = lab.take(event());
        assert!(said.as_ref().is_err_and(|error| error.0.contains(why)), "{said:?}");
        lab.clocks() - clock
    };
    assert_eq!(refused(&mut lab, "no timer runs"), 0);
    start(&mut lab, 5);
    act(&mut lab, Act::Sleep {});
    step(&mut lab, Unit::Event);
    assert_eq!(shown(&mut lab).fields["irq"], true);
    assert_eq!(refused(&mut lab, "wake it"), 0);
    act(&mut lab, Act::Wake {});
    run(&mut lab, 16 * 10);
    assert_eq!(refused(&mut lab, "no timer runs"), 0);
    // A generator is going to start one.
    act(&mut lab, Act::Generate(crowd()));
    step(&mut lab, Unit::Event);

    // On a wheel with a slot for each tick the event of a far timer is far.
    let far = Config { scheme: Scheme::Scheme3, ..config() };
    let mut lab = laboratory(&far).expect("as before");
    start(&mut lab, 100_000_000);
    assert!(refused(&mut lab, "no event came within 5000000 clocks") >= 5_000_000);
}

#[test]
fn wave_of_too_many_clocks_is_refused() {
    let Some(mut lab) = small() else { return };
    run(&mut lab, 1_000);
    for clocks in [0, 100_001, u64::MAX] {
        let said = lab.wave(clocks);
        assert!(said.is_err_and(|error| error.0.contains("1 to 100000 clocks")));
    }
    assert!(lab.wave(100_000).is_ok());
}

#[test]
fn queue_of_a_cursor_that_waits_says_how_late_it_comes() {
    let Some(mut lab) = laboratory(&Config { timers: 100, ..config() }) else {
        return;
    };
    let ahead = |lab: &mut Lab| {
        let shown = shown(lab).fields;
        shown["queue"].as_array().expect("slots").clone()
    };
    for interval in [10, 20, 30, 40, 50, 60] {
        start(&mut lab, interval);
    }
    assert!((1..=10).contains(&ahead(&mut lab)[0]["ahead"].as_i64().expect("ticks")));
    // The FIFO has two places.
    act(&mut lab, Act::Sleep {});
    run(&mut lab, 16 * 1_000);
    let now = number(&shown(&mut lab), "/now");
    let first = ahead(&mut lab)[0].clone();
    let late = first["ahead"].as_i64().expect("ticks") as f64;
    assert!(late < -900.0, "{first}");
    let due = first["timers"][0][1].as_u64().expect("a tick") as f64;
    assert_eq!(now + late, due);
}

#[test]
fn lab_asked_for_what_there_is_not_refuses_and_goes_on() {
    let Some(mut lab) = laboratory(&Config { timers: 100, ..config() }) else {
        return;
    };
    let changes: [fn(&mut Config); 15] = [
        |it| it.model = "none".to_owned(),
        |it| it.wheels = vec![],
        |it| it.wheels = vec![64, 64],
        |it| it.wheels = vec![1],
        |it| it.wheels = vec![u32::MAX],
        |it| it.wheels = vec![4_096],
        |it| {
            it.wheels = vec![512, 512, 512];
            it.scheme = Scheme::Scheme7;
        },
        |it| {
            it.wheels = vec![100];
            it.scheme = Scheme::Scheme4;
        },
        |it| it.prescale = 0,
        |it| it.prescale = u32::MAX,
        |it| it.timers = 0,
        |it| it.timers = u32::MAX,
        |it| {
            it.wheels = vec![100];
            it.beside = true;
        },
        |it| {
            it.model = "tiny".to_owned();
            it.hold = true;
        },
        |it| {
            it.model = "tiny".to_owned();
            it.scheme = Scheme::Scheme3;
        },
    ];
    for change in changes {
        let mut config = config();
        change(&mut config);
        let said = format!("{config:?}");
        let taken = lab.take(Message::Control(Control::Configure { config }));
        assert!(taken.is_err(), "{said}");
    }
    let messages = [
        Message::Control(Control::Back { seconds: f64::NAN }),
        Message::Control(Control::Back { seconds: -1.0 }),
        Message::Control(scene("none", 1, false)),
        Message::Act(Act::Start { interval: u64::MAX, stall: u64::MAX }),
        Message::Act(Act::Restart { id: 9, interval: 1 }),
        Message::Act(Act::Capture { tick: NonZeroU64::MIN }),
        Message::Act(write(3, 0)),
    ];
    for message in messages {
        assert!(lab.take(message.clone()).is_err(), "{message:?}");
    }
    for harmless in [
        Message::Control(Control::Next {}),
        Message::Control(Control::EndScene {}),
        Message::Control(Control::Back { seconds: 1e9 }),
        Message::Control(Control::Speed { clocks: u64::MAX }),
        Message::Act(Act::Generate(Plan { mean: u64::MAX, every: 0, number: u32::MAX, ..crowd() })),
    ] {
        assert_eq!(lab.take(harmless.clone()), Ok(()), "{harmless:?}");
    }
    // More starts than room: refused ones must not stop the clock.
    run(&mut lab, 100_000);
    let frame = shown(&mut lab);
    assert!(number(&frame, "/counters/refused") > 0.0);
    act(&mut lab, Act::StopAll {});
    assert_eq!(number(&shown(&mut lab), "/counters/outstanding"), 0.0);
}

#[test]
fn lab_replays_a_capture() {
    if laboratory(&config()).is_none() {
        return;
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testbench/captures/web-lossy.pcap");
    let capture = load(std::fs::File::open(path).expect("a capture")).expect("read");
    let timers = capture.schedule.started as usize;
    let config = Config { wheels: vec![1_000], prescale: 1, timers: 4_000, ..config() };
    let mut lab = verilated(&config, Some(capture), None).expect("a laboratory");
    act(&mut lab, Act::Capture { tick: NonZeroU64::MIN });
    run(&mut lab, 2_000_000);
    let frame = shown(&mut lab);
    let [done, all] = [number(&frame, "/replay/0"), number(&frame, "/replay/1")];
    assert!(done > 100.0 && all >= timers as f64, "{done} of {all}");
    assert!(number(&frame, "/counters/stopped") > 50.0);
    assert_eq!(number(&frame, "/counters/wrong"), 0.0);
    assert_eq!(number(&frame, "/counters/refused"), 0.0);
}
