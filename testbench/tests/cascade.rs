//! Several wheels: what steps in a tick, in which order, and what the host sees and does meanwhile.

mod common;

use carillon_regmap::{field, offset};
use carillon_sim::Model;
use common::{Event, Host};

/// What `tick` brings up, the highest wheel first: wheel and slot.
fn visits(sizes: &[u32], tick: u32) -> Vec<(u32, u32)> {
    let mut visits = Vec::new();
    let mut ticks_a_step = 1;
    for (wheel, &size) in (0..).zip(sizes) {
        if tick % ticks_a_step != 0 {
            break;
        }
        visits.insert(0, (wheel, tick / ticks_a_step % size));
        ticks_a_step *= size;
    }
    visits
}

#[test]
fn cascade_visits_the_highest_wheel_first_in_every_tick() {
    for sizes in [
        &[3, 2, 2, 2, 2, 2, 2, 2][..],
        &[2, 2, 2, 2, 2, 2, 2, 2],
        &[16, 5, 17, 3],
        &[7, 2],
    ] {
        // Everything is busy, from before the first tick on. Slot 0 has its first visit in lap 1.
        let mut host = Host::start(Model::EightWheels, 2000, sizes, &[]);
        for (wheel, &size) in (0..).zip(sizes) {
            for slot in 0..size {
                host.arm(wheel, slot, u32::from(slot == 0));
            }
        }
        assert_eq!(host.now(), 0, "{sizes:?}");
        let mut expected = (1..).flat_map(|tick| {
            visits(sizes, tick)
                .into_iter()
                .map(move |(wheel, slot)| (tick, wheel, slot))
        });
        let ticks = 60;
        for _ in 0..ticks {
            host.chip.clock_until_irq(2100);
            while let Some(event) = host.take_event(20, false) {
                let (tick, wheel, slot) = expected.next().expect("there is no end");
                let right = Event {
                    late: false,
                    wheel,
                    slot,
                    tick,
                };
                assert_eq!(event, right, "{sizes:?}");
            }
        }
        let (tick, _, _) = expected.next().expect("there is no end");
        assert_eq!(tick, ticks + 1, "{sizes:?}: nothing is missing");
    }
}

#[test]
fn cursor_shown_during_a_cascade_is_the_tick_before() {
    // In tick 8 all four wheels step, and the FIFO has room for two events.
    let mut host = Host::start(Model::Full10x2, 1000, &[2, 2, 2, 2], &[]);
    host.chip.clock(7 * 1000 + 500);
    for (wheel, slot, lap) in [(3, 1, 0), (2, 0, 1), (1, 0, 2), (0, 0, 4)] {
        host.arm(wheel, slot, lap);
    }
    host.chip.clock(1000);
    assert_eq!(host.now(), 8);
    for left in (1..=4).rev() {
        let event = host.event().expect("an event");
        assert_eq!((event.tick, event.wheel), (8, left - 1));
        // The last of the four has its place only when two have been taken.
        let finished = if left > 2 { 7 } else { 8 };
        assert_eq!(host.cursor(), finished, "{left} left");
        let behind = field::status::BEHIND.is_set(host.read(offset::STATUS));
        assert_eq!(behind, left > 2, "{left} left");
        host.acknowledge(true);
        host.chip.clock(30);
    }
    assert_eq!(host.event(), None);
}

/// Clocks from the decision of a read that follows an arm at once until the arm is judged and its late event has its tick.
const JUDGED: u32 = 30;

#[test]
fn arm_at_every_clock_of_a_cascade_is_answered() {
    let sizes = [3, 2, 4];
    for (wheel, visit) in [(0, 6), (1, 6), (2, 6), (0, 5), (0, 7), (1, 3), (2, 12)] {
        let ticks_a_step: u32 = sizes[..wheel].iter().product();
        let (slot, lap) = (
            visit / ticks_a_step % sizes[wheel],
            visit / ticks_a_step / sizes[wheel],
        );
        let period = ticks_a_step * sizes[wheel];
        for prescale in [1, 3, 40] {
            // From two ticks before the visit to two ticks after it.
            let ticks = visit.saturating_sub(2)..visit + 3;
            for wait in ticks.start * prescale..ticks.end * prescale + 40 {
                let mut host = Host::start(Model::Full10x2, prescale, &sizes, &[]);
                host.chip.clock(wait.into());
                let before = host.cursor();
                host.arm(wheel as u32, slot, lap);
                let after = host.cursor() + JUDGED.div_ceil(prescale);
                let clocks = u64::from(2 * period * prescale) + 200;
                let event = host.take_event(clocks, true);
                let case = format!("wheel {wheel}, tick {visit}, 1/{prescale}, {wait}: {event:?}");
                let event = event.unwrap_or_else(|| panic!("{case}"));
                assert_eq!((event.wheel, event.slot), (wheel as u32, slot), "{case}");
                if event.late {
                    assert!(visit <= after, "{case}: it was ahead of {after}");
                    assert!(event.tick >= visit && event.tick <= after, "{case}");
                } else {
                    assert_eq!(event.tick % period, visit % period, "{case}");
                    let latest = if visit > before {
                        visit.max(after)
                    } else {
                        after
                    };
                    assert!(event.tick > before && event.tick <= latest, "{case}");
                }
            }
        }
    }
}

/// Of one wheel not a slot is lost to commands.
#[test]
fn cursor_under_a_storm_of_commands_keeps_its_pace() {
    for (model, sizes) in [(Model::Tiny, &[1000][..]), (Model::Full10x2, &[500, 7, 5])] {
        // The cursor waits far behind now; when it may go on, one host is silent and one commands as fast as it can.
        let [silent, busy] = [false, true].map(|storm| {
            let mut host = Host::start(model, 1, sizes, &[]);
            host.chip.clock(500);
            for slot in [1, 2, 3] {
                host.arm(0, slot, 3);
            }
            host.chip.clock(300_000);
            host.enable(false);
            for slot in [1, 2, 3] {
                host.disarm(0, slot);
            }
            let behind = host.now() - host.cursor();
            assert!(behind > 200_000, "{behind}");
            host.acknowledge(true);
            host.acknowledge(true);
            let end = host.chip.clocks() + 8000;
            let mut random = fastrand::Rng::with_seed(5);
            while storm && host.chip.clocks() < end - 8 {
                let slot = random.u32(0..sizes[0]);
                host.disarm(0, slot);
            }
            let left = end - host.chip.clocks();
            host.chip.clock(left);
            let cursor = host.cursor();
            assert!(cursor < host.now(), "it has not yet come to now");
            cursor
        });
        if sizes.len() == 1 {
            assert_eq!(silent, busy, "{model}");
        } else {
            // A cascade looks at its wheels in clocks in which no command does, which costs it one or two.
            assert!(busy.abs_diff(silent) * 100 < silent, "{busy} {silent}");
        }
    }
}
