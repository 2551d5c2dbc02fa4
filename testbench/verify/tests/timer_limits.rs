//! How far ahead and how far back the Verilated timer chip tells times.

mod common;

use carillon_regmap::timer_chip::{field, offset};
use carillon_sim::TimerModel;
use common::timer::System;

/// 2^10 slots, a FIFO of 2, no periodic timers.
const MODEL: TimerModel = TimerModel::Timer10x2;

#[test]
fn timer_limit_deadline_has_passed_up_to_2_to_the_31_less_1_ticks_back() {
    let mut system = System::paused(MODEL, 8);
    system.chip.clock(100);
    system.chip.pins_mut().begin_at(1 << 33).expect("no mutants");
    system.chip.clock(4);
    let now = system.read(offset::NOW_LO);
    system.start_at(2, now.wrapping_sub((1 << 31) - 1));
    assert_eq!(system.errors(), 0);
    // One tick further back it is 2^31 ticks ahead.
    system.start_at(4, now.wrapping_sub(1 << 31));
    assert_eq!(system.errors(), field::error::INTERVAL_RANGE.mask());
    assert!(system.look(2).runs && !system.look(4).runs);
    system.go_on();
    assert_eq!(system.next_event(), (now + 1, 2, 1), "the next tick");
}

#[test]
fn timer_limit_deadline_of_2_to_the_23_ticks_ahead_is_the_farthest_and_reads_right() {
    for model in [MODEL, TimerModel::Timer10x2ThreeWheelsWide] {
        let mut system = System::paused(model, 8);
        system.chip.clock(100);
        let now = system.read(offset::NOW_LO);
        system.start_at(2, now + (1 << 23) + 1);
        assert_eq!(system.errors(), field::error::INTERVAL_RANGE.mask());
        assert!(!system.look(2).runs);
        for ahead in [1 << 23, (1 << 23) - 1, (1 << 22) + 1, 1 << 22, 1] {
            system.start_at(2, now + ahead);
            assert_eq!(system.errors(), 0);
            let look = system.look(2);
            assert!(look.runs);
            assert_eq!(look.left, u64::from(ahead), "{model:?}");
        }
        system.start_at(2, now + (1 << 23));
        system.go_on();
        let (tick, timer, _) = system.next_event();
        assert_eq!((tick, timer), (now + (1 << 23), 2));
    }
}

/// The backlog at which a start is refused, or taken again. A full FIFO stops the cursor, and time stands while the
/// host tries.
#[test]
fn timer_limit_start_is_refused_from_a_backlog_of_2_to_the_22_and_some_ticks_on() {
    const BACKLOG: u32 = 1 << 22;
    let mut system = System::paused(MODEL, 8);
    system.go_on();
    for timer in 0..4 {
        system.command(timer, 100);
    }
    let backlog = |system: &mut System| {
        let now = system.pause();
        // The cursor is the next tick to visit.
        (now + 1).wrapping_sub(system.read(offset::CURSOR_LO))
    };
    let refused = |system: &mut System| {
        system.command(7, 5);
        match system.errors() {
            0 => false,
            errors => {
                assert_eq!(errors, field::error::BEHIND.mask());
                true
            }
        }
    };
    system.chip.clock(u64::from(BACKLOG));
    let mut last_taken = backlog(&mut system);
    assert!(last_taken < BACKLOG + 500 && !refused(&mut system));
    let first_refused = loop {
        system.go_on();
        let behind = backlog(&mut system);
        system.chip.clock(20);
        if refused(&mut system) {
            break behind;
        }
        last_taken = behind;
    };
    println!("taken at 2^22 + {}, refused at 2^22 + {}", last_taken - BACKLOG, first_refused - BACKLOG);
    assert!(last_taken > BACKLOG + 1000 && first_refused < BACKLOG + 1060);
    // A look is right so far.
    assert!(!system.look(7).runs || system.look(7).left <= 5);
}
