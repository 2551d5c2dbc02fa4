//! One application, firmware/src/app.rs, on the processor's own timer and on both chips: the programs differ in a line.

mod common;

use carillon_soc::{Counts, Message, Soc};
use common::{Expired, Run, expired, program};

/// Clocks a tick in the programs.
const PRESCALE: u64 = 5_000;
/// Clocks a unit, in which an expiry is reported.
const UNIT: u64 = 5 * PRESCALE;
/// Clocks from a tick's beginning until the program has told that it is there, at most.
const UNTIL_TOLD: u64 = 2_000;

/// The timers in the order in which they are due: one shots from 0 on, 100 that is periodic, 101 that each period
/// restarts, and deadlines from 200 on. 102 is stopped.
const ORDER: [u32; 19] = [0, 100, 1, 100, 2, 100, 201, 100, 3, 100, 200, 100, 100, 4, 100, 100, 100, 101, 5];

/// Runs the application to its end.
///
/// # Errors
/// The program fails or does not end, or a timer is early, late by a unit, lost, or reported twice or for another tick.
fn judge(name: &str) -> Result<(Vec<Expired>, Counts), String> {
    let mut run = Run::new(name);
    if !run.until(2_000_000, |_| false) {
        return Err(format!("no end: {:?}", run.said));
    }
    if run.status != Some(0) {
        return Err(format!("ends with {:#x?}", run.status));
    }
    let mut known = None;
    for &(clock, message) in &run.said {
        match message {
            Message::Now(tick) => known = known.or(Some((clock, tick))),
            Message::Started { .. } | Message::Stopped { .. } => {}
            Message::Expired { .. } if known.is_some() => {}
            other => return Err(format!("an unexpected message: {other:?}")),
        }
    }
    let (told, tick) = known.ok_or("no tick was told")?;
    // With an interval, the program knows of the timer chip's timers only a tick that they are due at or the one after.
    let inexact = |timer, latest, due| name == "app_timer_chip" && timer < 200 && timer != 100 && latest == due + 1;
    let expired = expired(&run.said, u64::MAX, inexact)?;
    for &Expired { timer, due, reported, clock } in &expired {
        let begins = told + (due - tick) * PRESCALE;
        if clock + UNTIL_TOLD < begins || reported < due {
            return Err(format!("timer {timer} of tick {due} is early: {clock}"));
        }
        if clock > begins + UNIT {
            return Err(format!("timer {timer} of tick {due} is late: {clock}"));
        }
    }
    Ok((expired, run.soc.counts()))
}

#[test]
fn one_application_on_three_devices_expires_the_same_timers_in_order_none_early_none_lost() {
    for name in ["app_mtime", "app_counter_chip", "app_timer_chip"] {
        let (expired, counts) = judge(name).unwrap_or_else(|error| panic!("{name}: {error}"));
        let order: Vec<u32> = expired.iter().map(|expired| expired.timer).collect();
        assert_eq!(order, ORDER, "{name}");
        // The periodic timer does not drift.
        let periodic = expired.iter().filter(|expired| expired.timer == 100);
        let periodic: Vec<u64> = periodic.map(|expired| expired.due).collect();
        for pair in periodic.windows(2) {
            assert_eq!(pair[1] - pair[0], 2 * UNIT / PRESCALE, "{name}");
        }
        // A chip notes the tick of each expiry; the first timer is due at a tick that is over when it is started.
        if name != "app_mtime" {
            let exact = |expired: &Expired| expired.reported == expired.due || expired.timer == 0;
            assert!(expired.iter().all(exact), "{name}");
        }
        // Meanwhile the processor sleeps; to set up the records of 4,096 slots takes it a part of this short run.
        assert!(counts.asleep * 10 > counts.clocks * 7, "{name}: {counts:?}");
        assert!(counts.interrupts <= 2 * expired.len() as u64, "{name}: {counts:?}");
    }
}

/// So that the test above is known to find what it is there for.
#[test]
fn a_device_that_is_a_tick_early_or_loses_an_alarm_is_noticed() {
    for (name, fault) in [("examples/app_early", "is early"), ("examples/app_lost", "no end")] {
        let error = judge(name).err().unwrap_or_default();
        assert!(error.contains(fault), "{name}: {error}");
    }
}

#[test]
fn waves_of_the_whole_soc_are_written() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let path = folder.path().join("soc.vcd");
    let soc = Soc::with_waves(&program("app_counter_chip"), &path).expect("a SoC");
    let mut run = Run::of(soc);
    run.until(2_000, |_| false);
    drop(run);
    let text = std::fs::read_to_string(path).expect("the file");
    for name in ["CsrPlugin_inWfi", "mtimecmp_q", "wb_ack", "told_valid", "serial_source_valid"] {
        assert!(text.contains(name), "{name} is not in the wave file");
    }
    assert!(text.contains("#20000"), "2000 clocks of 10 ns");
}
