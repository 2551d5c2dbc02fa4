mod bench;

use super::Keeper;
use crate::circuit::clocked::Clocked;
use bench::{Bench, CASES, Event, Memory, build};
use rust_hdl::prelude::*;

#[test]
fn keeper_initialises_every_record_and_nothing_else() {
    for (memory, wheels, wide) in CASES {
        let mut bench = Bench::new(memory, 21, (wheels, 32, wide), 50);
        bench.rest();
        assert!(bench.listed().is_empty());
        for record in 0..21 + 32 * wheels as usize {
            assert_eq!(bench.words[4 * record + 1] >> 24, 0, "generation 0, not periodic");
            assert_eq!(bench.words[4 * record + 2], 0x5555_5555);
        }
        assert!(bench.errors > 0 || memory != Memory::Failing);
    }
}

#[test]
fn keeper_sizes_that_do_not_fit_are_refused() {
    for (timers, mask, fits) in [(0, 15, false), (65_535, 15, false), (65_521, 15, false), (1, 15, true)] {
        let mut keeper = Keeper::new(&build(1, 10, false));
        keeper.connect_all();
        keeper.timers.next = u64::into(timers);
        keeper.slot_mask.next = u64::into(mask);
        keeper.clear.next = true;
        keeper.tick();
        keeper.clear.next = false;
        keeper.tick();
        keeper.initialise.next = true;
        keeper.tick();
        keeper.initialise.next = false;
        keeper.settle();
        assert_eq!(keeper.size_refused.val(), !fits, "{timers}");
        // It looks at the 17 records, one a clock, before it writes the first.
        for clock in 0..20 {
            assert!(!keeper.memory.cyc.val() || clock > 17, "{clock}");
            keeper.tick();
        }
        assert_eq!(keeper.memory.cyc.val(), fits);
    }
}

#[test]
#[ignore = "long"]
fn keeper_timers_expire_at_their_ticks_in_the_order_of_starting() {
    for (memory, wheels, wide) in CASES {
        let mut bench = Bench::new(memory, 12, (wheels, 16, wide), 200);
        let mut expected = Vec::new();
        // Several laps of the wheel, timers of one tick started in any order, and a slot that several laps share.
        for (timer, interval) in [(3, 20), (1, 20), (7, 4), (0, 36), (2, 20), (5, 1), (6, 16), (4, 32), (8, 52)] {
            let due = bench.start(timer, interval);
            expected.push((u64::from(timer), 1, due));
        }
        bench.rest();
        assert_eq!(bench.listed().len() + bench.events.len(), 9);
        bench.until(60);
        expected.sort_by_key(|event| event.2);
        assert_eq!(bench.events, expected, "{memory:?}");
        assert!(bench.listed().is_empty());
    }
}

#[test]
#[ignore = "long"]
fn keeper_restart_and_stop_leave_the_last_start_only() {
    for (memory, wheels, wide) in CASES {
        let mut bench = Bench::new(memory, 8, (wheels, 16, wide), 2500);
        for timer in 0..6 {
            bench.start(timer, 5);
        }
        bench.start(2, 9);
        bench.stop(0);
        bench.stop(0);
        bench.stop(7);
        bench.start(5, 5);
        bench.start(2, 3);
        bench.stop(4);
        bench.rest();
        assert_eq!(bench.listed(), [1, 2, 3, 5]);
        let now = bench.now() as u32;
        assert_eq!(bench.look(0), (false, 3, 0));
        assert_eq!(bench.look(2), (true, 3, 3 - (bench.now() as u32 - now)));
        assert_eq!(bench.look(7), (false, 1, 0));
        bench.until(12);
        let timers: Vec<_> = bench.events.iter().map(|event| (event.0, event.1)).collect();
        assert_eq!(timers, [(2, 3), (1, 1), (3, 1), (5, 2)], "{memory:?}");
        assert_eq!(bench.look(5), (false, 2, 0));
    }
}

#[test]
#[ignore = "long"]
fn keeper_periodic_timer_never_drifts_and_stops() {
    for (memory, wheels, wide) in CASES {
        let mut bench = Bench::new(memory, 4, (wheels, 16, wide), 400);
        let due = bench.start_periodic(1, 16);
        let other = bench.start_periodic(2, 7);
        bench.until(60);
        let of = |timer: u64| -> Vec<u64> {
            let of_timer = bench.events.iter().filter(|event| event.0 == timer);
            of_timer.map(|event| event.2).collect()
        };
        assert_eq!(of(1), [due, due + 16, due + 32], "{memory:?}");
        let every: Vec<u64> = (0..8).map(|count| other + 7 * count).collect();
        assert_eq!(of(2), every[..of(2).len()]);
        assert!(of(2).len() >= 8);
        bench.stop(1);
        bench.stop(2);
        let count = bench.events.len();
        bench.until(100);
        assert_eq!(bench.events.len(), count);
        assert!(bench.listed().is_empty());
    }
}

#[test]
fn keeper_deadline_is_its_tick_or_the_next_one_and_never_too_far() {
    let mut bench = Bench::new(Memory::After(1), 4, (2, 16, false), 100);
    bench.until(10);
    let set = |keeper: &mut Keeper| {
        keeper.starting.next = true;
        keeper.absolute.next = true;
    };
    bench.command(0, 30, set);
    let (now, _) = bench.command(1, 5, set);
    let (also, _) = bench.command(2, now, set);
    bench.command(3, 10 + (1 << 24), set);
    bench.clock();
    assert!(bench.keeper.deadline_refused.val());
    bench.until(40);
    let mut expected = [(1, 1, now + 1), (2, 1, also + 1), (0, 1, 30)];
    expected.sort_by_key(|event| event.2);
    assert_eq!(bench.events, expected);
    assert_eq!(bench.look(3), (false, 0, 0));
}

/// Commands one after the other, memory of one clock: what each takes, in clocks from the one in which it is taken. The
/// number of timers does not matter, nor how many are in the list.
#[test]
#[ignore = "long"]
fn keeper_start_and_stop_take_at_most_32_clocks_and_an_expiry_16() {
    for (timers, wheels, wide) in [
        (10, 1, false),
        (1000, 1, false),
        (10, 2, false),
        (1000, 2, false),
        (10, 3, false),
        (1000, 3, false),
        (10, 1, true),
        (1000, 1, true),
        (1000, 3, true),
    ] {
        // No tick comes, so nothing is visited meanwhile.
        let mut bench = Bench::new(Memory::After(1), timers, (wheels, 16, wide), 4000);
        bench.keeper.enable.next = false;
        bench.rest();
        let mut most = [0; 4];
        for timer in 0..timers {
            bench.start(timer, 16_000);
            if timer % 50 < 3 {
                most[0] = most[0].max(bench.rest());
            }
        }
        for timer in [0, 5, timers - 1, 5, 3] {
            bench.start(timer, 32);
            most[0] = most[0].max(bench.rest());
            bench.start_periodic(timer, 32_001);
            most[1] = most[1].max(bench.rest());
        }
        for timer in [0, 5, timers - 1, 7] {
            bench.stop(timer);
            most[2] = most[2].max(bench.rest());
        }
        for timer in [0, 1] {
            bench.command(timer, 0, |_| {});
            most[3] = most[3].max(bench.rest());
        }
        println!(
            "{timers} timers, {wheels} wheels, wide {wide}: start {}, periodic {}, stop {}, look {}",
            most[0], most[1], most[2], most[3]
        );
        assert!(most.iter().all(|clocks| *clocks <= 32), "{most:?}");

        // A tick with several timers, the first and the last of their list: from the transfer that reads a record to
        // the event.
        let mut bench = Bench::new(Memory::After(1), timers, (wheels, 16, wide), 2000);
        for timer in 0..9 {
            bench.start(timer, 3);
        }
        let (mut read, mut slowest) = (None, 0);
        while bench.events.len() < 9 {
            bench.clock();
            let record = bench.keeper.memory.adr.val().index() / 4;
            let links = bench.keeper.memory.adr.val().index().is_multiple_of(4);
            let reads = bench.keeper.memory.stb.val() && !bench.keeper.memory.we.val() && links;
            if reads && record < timers as usize && bench.now() >= 3 {
                read = read.or(Some(bench.clocks));
            }
            if bench.keeper.event_valid.val()
                && let Some(read) = read.take()
            {
                slowest = slowest.max(bench.clocks - read);
            }
        }
        println!("{timers} timers, {wheels} wheels, wide {wide}: an event {slowest} clocks after its record is read");
        assert!(slowest <= 16 && slowest > 0);
    }
}

#[test]
#[ignore = "long"]
fn keeper_commands_go_between_the_records_of_a_long_list() {
    let mut bench = Bench::new(Memory::After(1), 400, (1, 16, false), 8000);
    for timer in 0..300 {
        bench.start(timer, 16 * 50);
    }
    let due = bench.start(399, 16 - bench.now() % 16);
    let slot = due % 16;
    assert_eq!(bench.now() % 16, slot, "the long list is that of this tick and of a later one");
    bench.until(due - 1);
    while bench.now() < due {
        bench.clock();
    }
    bench.clocks(30);
    // In the midst of the visit: stop, restart to its end, restart elsewhere; the next record among them.
    let (mut longest, mut count) = (0, 0);
    while bench.events.is_empty() {
        let timer = count % 300;
        let (_, waited) = match count % 3 {
            0 => bench.command(timer, 0, |keeper| keeper.stopping.next = true),
            1 => bench.command(timer, 16 * 60, |keeper| keeper.starting.next = true),
            _ => bench.command(timer, 77, |keeper| keeper.starting.next = true),
        };
        longest = longest.max(waited);
        count += 1;
        assert!(count < 1000, "the visit has no end");
    }
    println!("{count} commands during the visit; the longest wait {longest} clocks");
    assert!(count > 50 && longest <= 64, "{count} {longest}");
    bench.rest();
    assert_eq!(bench.events, [(399, 1, due)]);
    bench.listed();
}

#[test]
fn keeper_with_a_full_fifo_waits_and_loses_nothing() {
    let mut bench = Bench::new(Memory::AtRandom, 40, (1, 16, false), 300);
    let mut expected: Vec<Event> =
        (0..40).map(|timer| (u64::from(timer), 1, bench.start(timer, 1000 / (u64::from(timer) + 20)))).collect();
    bench.sleeps = true;
    bench.clocks(300 * 60);
    assert!(bench.keeper.full.val() && bench.keeper.behind.val());
    // Commands are taken all the same.
    assert_eq!(bench.look(39).1, 1);
    bench.stop(39);
    let late = bench.start(38, 2);
    bench.sleeps = false;
    bench.until(late + 2);
    expected.retain(|event| event.0 < 38 || bench.events.contains(event));
    expected.push((38, 2, late));
    expected.sort_by_key(|event| event.2);
    assert_eq!(bench.events, expected);
}

/// A tick of one clock, and a wheel that is large enough for that: a timer of one tick is in its list before the cursor
/// looks, whatever the memory takes.
#[test]
#[ignore = "long"]
fn keeper_with_the_shortest_tick_misses_no_timer() {
    for (memory, wheels) in [(Memory::After(1), 1), (Memory::AtRandom, 1), (Memory::After(1), 2), (Memory::AtRandom, 3)]
    {
        let mut bench = Bench::new(memory, 4, (wheels, 256, false), 1);
        let mut expected = Vec::new();
        for count in 0..60 {
            let interval = 1 + count % 40;
            expected.push((2, count % 128 + 1, bench.start(2, interval)));
            while bench.events.len() < expected.len() {
                bench.clock();
                assert!(bench.clocks < 100_000, "{interval} never comes");
            }
            assert_eq!(bench.events.last().map(|event| event.2), expected.last().map(|event| event.2));
        }
    }
}

/// A reset in any clock of a restart, a stop or an expiry: afterwards the chip is as new.
#[test]
#[ignore = "long"]
fn keeper_reset_in_the_midst_of_anything_begins_anew() {
    for clocks in 0..60 {
        let mut bench = Bench::new(Memory::After(2), 5, (1 + clocks % 3, 16, false), 30);
        for timer in 0..4 {
            bench.start(timer, 3);
        }
        if clocks % 2 == 0 {
            bench.start(2, 20);
        } else {
            bench.stop(1);
        }
        bench.clocks(clocks);
        bench.begin();
        assert!(bench.listed().is_empty());
        let due = bench.start(1, 4);
        bench.until(due + 40);
        assert_eq!(bench.events, [(1, 1, due)]);
    }
}

/// Starts, restarts and stops at random, with intervals that need each of the wheels: every timer comes at its tick,
/// once, those of one tick in the order of their starts, whichever way they have gone.
#[test]
#[ignore = "long"]
fn keeper_with_several_wheels_is_exact_and_keeps_the_order_of_starting() {
    for (memory, wheels, wide) in [
        (Memory::After(1), 2, false),
        (Memory::After(20), 3, false),
        (Memory::AtRandom, 3, false),
        (Memory::Failing, 2, false),
        (Memory::AtRandom, 2, true),
    ] {
        let mut bench = Bench::new(memory, 40, (wheels, 16, wide), 10);
        let mut random = fastrand::Rng::with_seed(u64::from(wheels));
        // When each timer is due, and in which order they were started.
        let mut running: Vec<Option<Event>> = vec![None; 40];
        let mut generations = [0; 40];
        let mut expected: Vec<Event> = Vec::new();
        let mut most_listed = 0;
        for _ in 0..200 {
            let timer = random.usize(0..40);
            // What is due soon is left alone, as the host cannot know whether it comes before the command.
            let soon = bench.now() + 200;
            if running[timer].is_some_and(|(.., due)| due < soon) {
                if random.u8(0..4) == 0 {
                    bench.clocks(random.u32(0..800));
                }
                continue;
            }
            generations[timer] += 1;
            expected.retain(|event| Some(*event) != running[timer] || event.2 < soon);
            if random.u8(0..6) == 0 {
                bench.stop(timer as u32);
                running[timer] = None;
            } else {
                let most = [20, 300, 900, 4500][random.usize(0..4)];
                // Many for the same ticks.
                let interval = random.u64(1..=most);
                let far = bench.now() + interval;
                let interval = if far % 256 < 20 { interval } else { interval.max(20) / 20 * 20 };
                let due = bench.start(timer as u32, interval);
                let event = (timer as u64, generations[timer], due);
                running[timer] = Some(event);
                expected.push(event);
            }
            if random.u8(0..3) == 0 {
                bench.clocks(random.u32(0..300));
            }
            most_listed = most_listed.max(running.iter().flatten().count());
            for event in &bench.events {
                if running[event.0 as usize] == Some(*event) {
                    running[event.0 as usize] = None;
                }
            }
        }
        assert!(most_listed > 15);
        let last = expected.iter().map(|event| event.2).max();
        bench.until(last.expect("some timer runs"));
        expected.sort_by_key(|event| event.2);
        assert_eq!(bench.events, expected, "{memory:?}, {wheels} wheels");
        assert!(bench.listed().is_empty());
    }
}

/// A slot of the highest wheel with many timers: while they go down, commands are taken, and timers that are started
/// for the same ticks come behind them.
#[test]
#[ignore = "long"]
fn keeper_commands_go_between_the_records_of_a_cascade() {
    for (wheels, slot) in [(2, 16), (3, 256)] {
        let mut bench = Bench::new(Memory::After(1), 400, (wheels, 16, false), 20_000);
        let due = slot + 5;
        let mut expected = Vec::new();
        for timer in 0..60 {
            let interval = due - bench.now();
            expected.push((u64::from(timer), 1, bench.start(timer, interval)));
        }
        bench.keeper.prescale.next = 50.into();
        bench.until(slot - 1);
        bench.keeper.prescale.next = 20_000.into();
        while bench.now() < slot {
            bench.clock();
        }
        let (mut longest, mut count) = (0, 0);
        while bench.keeper.behind.val() {
            let timer = 60 + count;
            let (now, waited) = bench.command(timer, due - slot, |keeper| keeper.starting.next = true);
            assert_eq!(now, slot);
            expected.push((u64::from(timer), 1, due));
            longest = longest.max(waited);
            count += 1;
            assert!(count < 300, "the cascade has no end");
        }
        println!("{wheels} wheels: {count} starts meanwhile, the longest wait {longest} clocks");
        assert!(count > 30 && longest <= 80, "{count} {longest}");
        bench.rest();
        assert_eq!(bench.listed().len(), expected.len());
        bench.keeper.prescale.next = 50.into();
        bench.until(due);
        assert_eq!(bench.events, expected);
    }
}

/// `NEXT_EXPIRY` against the timers that run, at rest: with one wheel the slot of each, in laps of any size that the
/// host chooses; with several the slot of the highest wheel on which it is not the cursor's.
#[test]
#[ignore = "long"]
fn keeper_next_is_the_first_visit_of_a_slot_with_a_timer() {
    for (wheels, wheel_bits, slots) in [(1, 10, 64), (1, 13, 8192), (2, 9, 512), (3, 8, 256)] {
        let mut bench = Bench::new(Memory::After(1), 30, (wheels, 1 << wheel_bits, false), 60);
        bench.slots = slots;
        bench.keeper.slot_mask.next = u64::from(slots - 1).into();
        bench.begin();
        assert_eq!(bench.next().0, None);
        let bits = slots.ilog2();
        let mut random = fastrand::Rng::with_seed(u64::from(wheels + wheel_bits));
        let mut due = Vec::new();
        let (mut compared, mut longest) = (0, 0);
        for _ in 0..110 {
            if due.len() < 30 && random.bool() {
                let timer = bench.look_for_a_free_one();
                let most = [10, 700, 30_000, 300_000][random.usize(0..4)];
                let interval = random.u64(1..most);
                due.push(bench.start(timer, interval));
            } else {
                let most = [200, 200, 200, 5_000][random.usize(0..4)];
                bench.clocks(random.u32(0..most));
            }
            bench.rest();
            due.retain(|due| *due > bench.now());
            let at = bench.now() + 1;
            let expected = due.iter().map(|due| {
                let wheel = (1..wheels).rfind(|wheel| (due ^ at) >> (wheel * bits) != 0);
                let shift = wheel.unwrap_or(0) * bits;
                let from = (at + (1 << shift) - 1) >> shift;
                (from + ((due >> shift) - from) % u64::from(slots)) << shift
            });
            let expected = expected.min();
            // Where a lap of wheel 0 begins it depends on when a timer was started.
            if at % u64::from(slots) < 3 {
                continue;
            }
            let (found, clocks) = bench.next();
            let now = bench.now();
            if now + 1 == at {
                assert_eq!(found, expected.map(|tick| tick - now), "{wheels} wheels of {slots}, {due:?}");
                compared += 1;
            }
            longest = longest.max(clocks);
        }
        println!("{wheels} wheels of {slots}: {compared} compared, the longest {longest} clocks");
        let bound = if wheel_bits > 12 { 36 } else { 28 };
        assert!(compared > 30 && longest <= u64::from(wheels * bound + 2), "{compared} {longest}");
        // A slot whose timers are all stopped is visited once more.
        for timer in 0..30 {
            bench.stop(timer);
        }
        let now = bench.now();
        assert!(bench.next().0.is_none_or(|ticks| due.iter().any(|due| now + ticks <= *due)));
    }
}
