use super::*;
use crate::circuit::clocked::Clocked;

/// Clocks from now and alarm as they stand to `reached`.
const LAG: usize = 3;

fn alarm() -> Alarm {
    let mut alarm = Alarm::new(true);
    alarm.connect_all();
    alarm.clear.next = true;
    alarm.tick();
    alarm.clear.next = false;
    alarm
}

fn put_now(alarm: &mut Alarm, now: u64) {
    alarm.now_low.next = (now & 0xffff_ffff).into();
    alarm.now_high.next = (now >> 32).into();
}

fn write_low(alarm: &mut Alarm, word: u64) {
    alarm.data.next = (word & 0xffff_ffff).into();
    alarm.write_low.next = true;
    alarm.tick();
    alarm.write_low.next = false;
}

fn write_high(alarm: &mut Alarm, word: u64) {
    alarm.data.next = (word & 0xffff_ffff).into();
    alarm.write_high.next = true;
    alarm.tick();
    alarm.write_high.next = false;
}

/// The numbers next to every bit's edge, those of all chunks and halves of chunks among them.
fn edges() -> Vec<u64> {
    let mut edges: Vec<u64> = (0..64)
        .flat_map(|bit| [(1u64 << bit) - 1, 1 << bit, (1 << bit) + 1])
        .chain([u64::MAX - 1, u64::MAX, 0xffff_fffe_ffff_ffff])
        .collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}

#[test]
fn alarm_reset_shows_the_end_of_time_and_is_not_reached() {
    let mut alarm = alarm();
    for now in [0, 1, u64::MAX - 1] {
        put_now(&mut alarm, now);
        for _ in 0..=LAG {
            alarm.tick();
            assert_eq!(alarm.alarm_low.val(), 0xffff_ffff_u64);
            assert_eq!(alarm.alarm_high.val(), 0xffff_ffff_u64);
            assert!(!alarm.reached.val());
        }
    }
}

/// Every alarm next to an edge, and now going on from three ticks before it to three after it.
#[test]
fn alarm_at_every_edge_is_reached_at_its_tick_and_not_before() {
    for tick in edges() {
        let mut alarm = alarm();
        write_low(&mut alarm, tick);
        write_high(&mut alarm, tick >> 32);
        assert_eq!(alarm.alarm_low.val(), tick & 0xffff_ffff);
        assert_eq!(alarm.alarm_high.val(), tick >> 32);
        let mut nows = Vec::new();
        for now in tick.saturating_sub(3)..=tick.saturating_add(3) {
            put_now(&mut alarm, now);
            alarm.tick();
            nows.push(now);
            if let Some(&then) = nows.iter().rev().nth(LAG - 1) {
                assert_eq!(alarm.reached.val(), then >= tick, "alarm {tick:#x}, now {then:#x}");
            }
        }
    }
}

/// Every pair of edges: an alarm set into the past or far ahead.
#[test]
fn alarm_against_every_other_edge_compares_all_bits() {
    let edges = edges();
    for &tick in &edges {
        let mut alarm = alarm();
        write_low(&mut alarm, tick);
        write_high(&mut alarm, tick >> 32);
        let mut then = Vec::new();
        for &now in edges.iter().chain(&edges[..LAG]) {
            put_now(&mut alarm, now);
            alarm.tick();
            then.push(now);
            if let Some(&then) = then.iter().rev().nth(LAG - 1) {
                assert_eq!(alarm.reached.val(), then >= tick, "alarm {tick:#x}, now {then:#x}");
            }
        }
    }
}

/// The order of writes that `ALARM_LO` prescribes, four clocks apart, between every two alarms that are ahead of
/// now, while now goes on.
#[test]
fn alarm_moved_in_the_prescribed_order_never_rings_early() {
    const START: u64 = (7 << 32) - 6;
    let ahead = [
        START + 30,
        START + 31,
        7 << 32 | 0xffff_ffff,
        8 << 32,
        8 << 32 | 1,
        (8 << 32) + START,
        u64::MAX >> 1,
        u64::MAX,
    ];
    for from in ahead {
        for to in ahead {
            let mut alarm = alarm();
            let mut now = START;
            put_now(&mut alarm, now);
            write_high(&mut alarm, from >> 32);
            write_low(&mut alarm, from);
            for (high, word) in [(true, 0xffff_ffff), (false, to), (true, to >> 32)] {
                for clock in 0..4 {
                    put_now(&mut alarm, now);
                    match (clock, high) {
                        (0, true) => write_high(&mut alarm, word),
                        (0, false) => write_low(&mut alarm, word),
                        _ => alarm.tick(),
                    }
                    assert!(!alarm.reached.val(), "{from:#x} to {to:#x} at {now:#x}");
                    now += 1;
                }
            }
            // It still rings when it should.
            put_now(&mut alarm, to);
            for _ in 0..LAG {
                alarm.tick();
            }
            assert!(alarm.reached.val());
        }
    }
}

#[test]
fn alarm_set_into_the_past_rings_until_it_is_moved_and_a_reset_forgets_it() {
    let mut alarm = alarm();
    put_now(&mut alarm, 1 << 40);
    write_high(&mut alarm, 0);
    for _ in 0..LAG {
        alarm.tick();
    }
    assert!(alarm.reached.val());
    write_high(&mut alarm, 0xffff_ffff);
    for _ in 0..LAG {
        alarm.tick();
    }
    assert!(!alarm.reached.val());
    write_high(&mut alarm, 0);
    for _ in 0..LAG {
        alarm.tick();
    }
    assert!(alarm.reached.val());
    alarm.clear.next = true;
    alarm.tick();
    alarm.clear.next = false;
    put_now(&mut alarm, 0);
    for _ in 0..=LAG {
        assert!(!alarm.reached.val(), "nothing of before the reset rings");
        alarm.tick();
    }
}

#[test]
fn alarm_absent_shows_and_does_nothing() {
    let mut alarm = Alarm::new(false);
    alarm.connect_all();
    put_now(&mut alarm, u64::MAX);
    for word in [0, 5, 0xffff_ffff] {
        write_low(&mut alarm, word);
        write_high(&mut alarm, word);
        for _ in 0..=LAG {
            alarm.tick();
            assert_eq!(alarm.alarm_low.val(), 0u64);
            assert_eq!(alarm.alarm_high.val(), 0u64);
            assert!(!alarm.reached.val());
        }
    }
}
