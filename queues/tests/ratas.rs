//! Ranges of ticks, what migrates and when, and items that are functions.

use carillon_queues::chip::Structure;
use carillon_queues::diagnostics::Diagnostics;
use carillon_queues::memory::Bounded;
use carillon_queues::schemes::AheadWheel;
use carillon_queues::{HierarchicalWheel, RestartError, StartError, TimerQueue, TimerWheel, Timers};

type Queue = Timers<HierarchicalWheel<8>, u32, Bounded<u32>>;

fn queue(capacity: usize) -> Queue {
    Timers::bounded(HierarchicalWheel::new(), capacity).expect("a queue")
}

/// How often a timer migrates that is due at `tick`, started at `now`.
fn migrations(now: u64, tick: u64) -> u64 {
    let mut queue = queue(1);
    queue.advance(now);
    queue.start_at(tick, 0).expect("room");
    queue.advance(tick);
    assert_eq!(queue.next_expired().map(|expired| expired.due), Some(tick));
    queue.migrated()
}

#[test]
fn start_between_takes_a_tick_of_the_fewest_migrations() {
    // The peer aligns the interval instead of the tick, which saves hardly any migration.
    let mut saved = 0;
    for now in [0, 1, 255, 256, 1_000, 65_537, (1 << 32) - 5, (1 << 48) + 77] {
        for (least, most) in [(1_000, 1_300), (300, 600), (70_000, 140_000), (1 << 24, 1 << 26)] {
            let mut queue = queue(1);
            queue.advance(now);
            let handle = queue.start_between(least, most, 0).expect("room");
            let due = queue.expiry(handle).expect("outstanding");
            assert!((now + least..=now + most).contains(&due));
            let taken = migrations(now, due);
            let step = usize::try_from((most - least) / 300).expect("small");
            let fewest = (now + least..=now + most).step_by(step).map(|tick| migrations(now, tick)).min();
            assert!(Some(taken) <= fewest, "from {now}: {least}..={most}");
            saved += u32::from(taken == 0);
        }
    }
    assert!(saved >= 28, "only {saved} of 32 did not migrate at all");
}

#[test]
fn start_between_narrow_or_reversed_range_stays_within_it() {
    let mut queue = queue(4);
    queue.advance(7);
    for (least, most, due) in [(5, 5, 12), (5, 4, 12), (1, 10, 17), (0, 0, 7)] {
        let handle = queue.start_between(least, most, 0).expect("room");
        assert_eq!(queue.expiry(handle), Some(due));
    }
    queue.check_invariants().expect("sound");
}

#[test]
fn start_between_to_the_end_of_time_is_kept() {
    let mut queue = queue(2);
    queue.advance(u64::MAX - 10);
    let handle = queue.start_between(3, u64::MAX, 0).expect("room");
    assert!(queue.expiry(handle) >= Some(u64::MAX - 7));
    assert_eq!(queue.start_between(11, 12, 0).map_err(StartError::from), Err(StartError::BeyondTheEndOfTime));
}

#[test]
fn restart_between_tick_within_it_is_left_alone() {
    let mut queue = queue(2);
    let handle = queue.start(1_030, 0).expect("room");
    queue.restart_between(handle, 1_000, 1_100).expect("outstanding");
    assert_eq!(queue.expiry(handle), Some(1_030));
    queue.restart_between(handle, 2_000, 2_100).expect("outstanding");
    assert_eq!(queue.expiry(handle), Some(2_048));
    queue.stop(handle).expect("outstanding");
    assert_eq!(queue.restart_between(handle, 1, 2), Err(RestartError::NotOutstanding));
}

#[test]
fn run_member_functions_as_items_reach_their_object() {
    #[derive(Default)]
    struct Lamp {
        switched: u32,
    }
    impl Lamp {
        fn switch(&mut self) {
            self.switched += 1;
        }
    }
    let mut queue = TimerWheel::<fn(&mut Lamp)>::new();
    queue.start(3, Lamp::switch);
    queue.start(400, Lamp::switch);
    let mut lamp = Lamp::default();
    let progress = queue.run(1_000, u64::MAX, |_, expired| (expired.item)(&mut lamp));
    assert_eq!(progress, carillon_queues::Progress::Reached);
    assert_eq!(lamp.switched, 2);
}

#[test]
fn start_interval_below_wheel_0_never_migrates() {
    for now in [0, 1, 200, 255, 256, 65_400, 65_535, (1 << 32) - 100] {
        let mut queue = queue(255);
        queue.advance(now);
        for interval in 1..256 {
            queue.start(u64::from(interval), interval).expect("room");
        }
        for tick in now + 1..now + 256 {
            queue.advance(tick);
            let due: Vec<_> = std::iter::from_fn(|| queue.next_expired()).map(|expired| expired.due).collect();
            assert_eq!(due, [tick]);
        }
        assert_eq!((queue.migrated(), queue.outstanding()), (0, 0), "from {now}");
    }
}

#[test]
fn advance_across_the_turn_of_all_wheels_migrates_few_at_once() {
    // By digits nearly all move at 2^16. By distance the fullest slot has 12 to 13 % of them, according to the random
    // numbers; with these less than an eighth.
    let by_digits = most_migrations_in_a_tick(HierarchicalWheel::<8>::new().by_digits());
    assert!(by_digits > TIMERS / 10 * 9, "{by_digits}");
    let by_slots = most_migrations_in_a_tick(HierarchicalWheel::<8>::new());
    assert!(by_slots < TIMERS / 8, "{by_slots}");
    // The fullest slot's timers fit into its turn. At 2^16 two wheels have a slot to go on with.
    let ahead = most_migrations_in_a_tick(AheadWheel::<8>::new(8));
    assert!(ahead <= 2 * 8, "{ahead}");
    // They do not: what is left goes at once.
    let behind = most_migrations_in_a_tick(AheadWheel::<8>::new(1));
    assert!((100..by_slots).contains(&behind), "{behind}");
}

const TIMERS: u64 = 10_000;

/// The most that migrate at one tick, each timer started again when it has run out.
fn most_migrations_in_a_tick<S: Structure>(structure: S) -> u64 {
    let mut queue = Timers::bounded(structure, TIMERS as usize).expect("a queue");
    let mut random = fastrand::Rng::with_seed(2);
    // Twenty intervals of wheel 1's slots, evenly.
    let mut interval = || random.u64(1..=5_120);
    for item in 0..TIMERS as u32 {
        queue.start(interval(), item).expect("room");
    }
    let mut most = 0;
    for tick in 1..=(1 << 16) + 512 {
        let before = queue.migrated();
        queue.advance(tick);
        most = most.max(queue.migrated() - before);
        while let Some(expired) = queue.next_expired() {
            queue.start(interval(), expired.item).expect("room");
        }
    }
    most
}

#[test]
fn restart_in_a_slot_whose_timers_stay_is_exact() {
    for (first, other) in [(100, 115), (100, 121), (110, 119), (120, 125)] {
        let mut queue = queue(4);
        let handles = [100, 110, 120].map(|tick| queue.start(1_024 + tick, 0).expect("room"));
        // Time has come to their slot of wheel 1.
        queue.advance(1_030);
        assert_eq!(queue.migrated(), 0);
        let index = [100, 110, 120].iter().position(|&tick| tick == first);
        let handle = handles[index.expect("one of them")];
        queue.restart(handle, 1_024 + other - 1_030).expect("outstanding");
        let mut expected = [100, 110, 120].map(|tick| if tick == first { other } else { tick });
        expected.sort_unstable();
        for tick in expected {
            assert_eq!(queue.next_expiry(), Some(1_024 + tick));
            queue.advance(1_024 + tick - 1);
            assert_eq!(queue.next_expired(), None);
            queue.advance(1_024 + tick);
            assert_eq!(queue.next_expired().map(|expired| expired.due), Some(1_024 + tick));
            queue.check_invariants().expect("sound");
        }
    }
}

#[test]
fn advance_from_expiry_to_expiry_leaves_few_far_apart_where_they_are() {
    let mut queue = queue(200);
    for item in 0..200 {
        queue.start(1 + u64::from(item) * 12_345, item).expect("room");
    }
    while let Some(next) = queue.next_expiry() {
        queue.advance(next);
        assert_eq!(queue.next_expired().map(|expired| expired.due), Some(next));
        queue.check_invariants().expect("sound");
    }
    // They were in slots of wheel 2, five in each; wheel by wheel each would move twice.
    assert!(queue.migrated() < 20, "{}", queue.migrated());
}
