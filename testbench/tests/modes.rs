//! `HOLD` and `AUTO_CLEAR`, at the registers of the Verilated chip.

mod common;

use carillon_regmap::field::wheel_mode;
use carillon_sim::Model;
use common::{Event, Host};

const HOLD: u32 = wheel_mode::HOLD.mask();
const AUTO_CLEAR: u32 = wheel_mode::AUTO_CLEAR.mask();

/// An event that came in time.
fn exact(wheel: u32, slot: u32, tick: u32) -> Event {
    Event {
        late: false,
        wheel,
        slot,
        tick,
    }
}

#[test]
fn held_event_stops_the_cursor_until_it_is_acknowledged() {
    for prescale in [1, 2, 7] {
        let mut host = Host::start(Model::OneWheelFull, prescale, &[300], &[HOLD]);
        for slot in [150, 151, 200] {
            host.arm(0, slot, 0);
        }
        for slot in [150, 151, 200] {
            host.chip.clock(u64::from(250 * prescale));
            assert!(host.now() > 200, "now goes on");
            // However long the host waits, the cursor stands at the event.
            for _ in 0..20 {
                assert_eq!(host.event(), Some(exact(0, slot, slot)));
                assert_eq!(host.cursor(), slot);
                host.chip.clock(13);
            }
            host.acknowledge(true);
        }
        host.chip.clock(500);
        assert!(host.now() - host.cursor() < 48, "it has caught up");
        assert_eq!(host.event(), None);
    }
    // Of a higher wheel: the tick under way is not finished.
    let mut host = Host::start(Model::Full10x2, 4, &[10, 300], &[0, HOLD]);
    host.arm(1, 20, 0);
    host.chip.clock(2000);
    for _ in 0..20 {
        assert_eq!(host.event(), Some(exact(1, 20, 200)));
        assert_eq!(host.cursor(), 199);
        host.chip.clock(13);
    }
    host.acknowledge(true);
    host.chip.clock(3000);
    assert!(host.cursor() > 500);
    assert_eq!(host.event(), None);
}

#[test]
fn arm_of_a_lower_wheel_while_a_higher_is_held_is_in_time() {
    // Wheel 1 is held at tick 128. What the host moves down to wheel 0 meanwhile is exact, for that very tick, too.
    for prescale in [1, 5] {
        for wait in 0..100 {
            let mut host = Host::start(Model::Full10x2, prescale, &[64, 9], &[0, HOLD]);
            host.arm(1, 2, 0);
            host.chip.clock(u64::from(128 * prescale) + wait);
            host.chip.clock_until_irq(u64::from(260 * prescale));
            let case = format!("1/{prescale}, {wait}");
            assert_eq!(host.event(), Some(exact(1, 2, 128)), "{case}");
            for slot in [0, 1, 63] {
                host.arm(0, slot, 2);
            }
            host.acknowledge(true);
            for tick in [128, 129, 191] {
                let event = host.take_event(600, true);
                assert_eq!(event, Some(exact(0, tick % 64, tick)), "{case}");
            }
            if prescale > 1 {
                // A host that keeps pace has disarmed each before its next lap.
                assert_eq!(host.take_event(600, true), None, "{case}");
            }
        }
    }
}

#[test]
fn auto_clear_clears_what_the_cursor_reports_and_nothing_else() {
    for (model, sizes) in [
        (Model::OneWheelFull, &[40][..]),
        (Model::Full10x2, &[10, 40]),
    ] {
        for (wheel, modes) in [(0, [AUTO_CLEAR, 0]), (sizes.len() - 1, [0, AUTO_CLEAR])] {
            if sizes.len() == 1 && modes[0] == 0 {
                continue;
            }
            let modes = &modes[..sizes.len()];
            let mut host = Host::start(model, 4, sizes, modes);
            let ticks_a_step: u32 = sizes[..wheel].iter().product();
            let lap = ticks_a_step * sizes[wheel];
            let wheel = wheel as u32;
            // Reported once, although nobody clears it.
            host.arm(wheel, 9, 0);
            let events = host.take_events(u64::from(4 * 3 * lap), false);
            assert_eq!(events, [exact(wheel, 9, 9 * ticks_a_step)]);
            // A late event leaves the bit; the next visit takes it along.
            let laps = host.cursor() / lap;
            host.arm(wheel, 9, laps - 1);
            let events = host.take_events(u64::from(4 * 3 * lap), false);
            assert_eq!(events.len(), 2, "{events:?}");
            assert!(events[0].late && !events[1].late, "{events:?}");
            // Other wheels keep their bits.
            if wheel > 0 {
                host.arm(0, 3, 200);
                let events = host.take_events(u64::from(4 * 5 * sizes[0]), false);
                assert!(events.len() > 3, "{events:?}");
            }
        }
    }
}

#[test]
fn auto_clear_against_a_command_at_every_clock_loses_no_arm() {
    const SIZE: u32 = 12;
    for prescale in [1, 2, 5] {
        for wait in 0..u64::from(2 * SIZE * prescale) + 30 {
            for arms in [true, false] {
                let mut host = Host::start(Model::OneWheelFull, prescale, &[SIZE], &[AUTO_CLEAR]);
                // A visit far enough ahead that this arm is never late.
                host.arm(0, 7, 2);
                host.chip.clock(wait);
                let before = host.cursor();
                if arms {
                    host.arm(0, 7, 3);
                } else {
                    host.disarm(0, 7);
                }
                let case = format!("1/{prescale}, {wait}, arms {arms}, at {before}");
                let events = host.take_events(u64::from(6 * SIZE * prescale) + 100, false);
                let exact_events: Vec<_> = events.iter().filter(|event| !event.late).collect();
                for event in &events {
                    assert_eq!((event.wheel, event.slot), (0, 7), "{case}: {events:?}");
                }
                for event in &exact_events {
                    assert_eq!(event.tick % SIZE, 7, "{case}: {events:?}");
                }
                if arms {
                    // Whatever came before it: the arm has its event, after it was made.
                    let answered = events.iter().any(|event| event.tick > before);
                    assert!(answered, "{case}: {events:?}");
                } else {
                    // At most the visit that came before the disarm; afterwards there is nothing left to report.
                    assert!(exact_events.len() <= 1, "{case}: {events:?}");
                    let last = before + 40u32.div_ceil(prescale);
                    assert!(
                        exact_events.iter().all(|event| event.tick <= last),
                        "{case}: {events:?}"
                    );
                }
            }
        }
    }
}
