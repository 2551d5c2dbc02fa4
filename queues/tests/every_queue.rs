//! Every timer queue against a sorted map, and against the faults of others: the same tests for all.

mod common;

use carillon_queues::{
    CalendarQueue, Deviations, Entry, FlexQueue, Hierarchy, List, Place, Powers, Precision,
    Scheme1, Scheme2, Scheme3, Scheme3Lazy, Scheme4, Scheme4And2, Scheme5, Scheme6, Scheme7,
    Scheme7Rounded, Search, Sector, SimulationQueue, Sizes, Slots, TimerQueue, Timers,
};

use common::{faults, histories};

fn entries(capacity: usize) -> Vec<Entry<usize>> {
    (0..capacity).map(|_| Entry::VACANT).collect()
}

fn places(capacity: usize) -> Vec<Place> {
    vec![Place::VACANT; capacity]
}

fn sectors(count: usize) -> Vec<Sector> {
    vec![Sector::EMPTY; count]
}

/// The tests of one queue: its name, how it is made with room for so many timers, and the ticks at which something changes
/// in it.
macro_rules! queue {
    ($name:ident, $make:expr, $edges:expr) => {
        mod $name {
            #[allow(unused_imports, reason = "each queue uses some")]
            use super::*;

            fn make(capacity: usize) -> impl TimerQueue<Item = usize> {
                let make = $make;
                make(capacity)
            }

            /// The first is the size of the innermost wheel.
            const EDGES: &[u64] = &$edges;

            #[test]
            fn every_short_history_agrees_with_the_oracle() {
                histories::every_short_history(make, EDGES[0]);
            }

            #[test]
            fn every_edge_agrees_with_the_oracle() {
                let far = [1, 2, 1 << 32, 1 << 48, u64::MAX >> 1];
                histories::every_edge(make, &[EDGES, &far].concat());
            }

            #[test]
            fn any_history_agrees_with_the_oracle() {
                for &edge in EDGES {
                    histories::any_history(make, edge, 400);
                }
            }

            #[test]
            fn advance_cut_short_again_and_again_ends_like_one_that_is_not() {
                histories::cut_short(make, EDGES[0], 200);
            }

            #[test]
            fn run_limit_holds_for_the_call() {
                faults::limit_holds_for_the_call(make(12));
            }

            #[test]
            fn advance_jump_of_2_to_the_32_is_short() {
                faults::jump_of_2_to_the_32_is_short(make(12));
            }

            #[test]
            fn advance_over_many_ticks_keeps_the_order() {
                faults::long_advance_keeps_the_order(make(12));
            }

            #[test]
            fn start_never_fires_early() {
                faults::nothing_fires_early(make(12));
            }

            #[test]
            fn stop_stale_handle_touches_no_other_timer() {
                faults::stale_handle_touches_no_other_timer(make(2));
            }

            #[test]
            fn stop_frees_the_memory_at_once() {
                faults::stopped_timer_frees_its_memory(make(3));
            }

            #[test]
            fn next_expiry_of_a_far_timer_is_not_now() {
                faults::far_timer_is_not_now(make(2));
            }

            #[test]
            fn start_deadline_in_the_past_is_due_at_once() {
                faults::deadline_in_the_past_is_due_at_once(make(4));
            }

            #[test]
            fn run_action_may_start_and_stop() {
                faults::action_may_start_and_stop(make(4));
            }
        }
    };
}

queue!(
    scheme1,
    |capacity| Scheme1::new(entries(capacity)).unwrap(),
    [5, 64]
);
queue!(
    scheme2_from_front,
    |capacity| Scheme2::new(Search::FromFront, entries(capacity)).unwrap(),
    [5, 64]
);
queue!(
    scheme2_from_rear,
    |capacity| Scheme2::new(Search::FromRear, entries(capacity)).unwrap(),
    [5, 64]
);
queue!(
    scheme3,
    |capacity| Scheme3::new(places(capacity), entries(capacity)).unwrap(),
    [5, 64]
);
queue!(
    scheme3_lazy,
    |capacity| Scheme3Lazy::new(places(2 * capacity), entries(capacity)).unwrap(),
    [5, 64]
);
queue!(
    scheme6_of_7,
    |capacity| Scheme6::new(vec![List::EMPTY; 7], entries(capacity)).unwrap(),
    [7, 49]
);
queue!(
    scheme6_of_64,
    |capacity| Scheme6::new(vec![List::EMPTY; 64], entries(capacity)).unwrap(),
    [64, 4_096]
);
queue!(
    scheme4_of_128,
    |capacity| Scheme4::new(sectors(2), entries(capacity)).unwrap(),
    [128, 64]
);
queue!(
    scheme4_and_2_of_64,
    |capacity| Scheme4And2::new(sectors(1), entries(capacity)).unwrap(),
    [64, 5]
);
queue!(
    simulation_of_64,
    |capacity| SimulationQueue::new(sectors(1), entries(capacity)).unwrap(),
    [64, 5]
);
queue!(
    scheme5_of_64,
    |capacity| Scheme5::new(sectors(1), entries(capacity)).unwrap(),
    [64, 4_096]
);
queue!(
    scheme5_of_192,
    |capacity| Scheme5::new(sectors(3), entries(capacity)).unwrap(),
    [192, 64]
);
queue!(
    scheme7_of_60_60_24_100,
    |capacity| {
        let sizes = Sizes::new([60, 60, 24, 100]);
        Scheme7::new(sizes, sectors(4), entries(capacity)).unwrap()
    },
    [60, 3_600, 86_400, 8_553_600]
);
queue!(
    scheme7_of_2_3_5_64_1000_to_the_6,
    |capacity| {
        let sizes = Sizes::new([2, 3, 5, 64, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000]);
        Scheme7::new(sizes, sectors(95), entries(capacity)).unwrap()
    },
    [2, 6, 30, 1_920, 1_920_000]
);
queue!(
    scheme7_of_2_to_the_6,
    |capacity| Scheme7::new(Powers::<6>::new(), sectors(11), entries(capacity)).unwrap(),
    [64, 4_096, 1 << 24]
);
queue!(
    scheme7_of_2_to_the_8,
    |capacity| Scheme7::new(Powers::<8>::new(), sectors(32), entries(capacity)).unwrap(),
    [256, 1 << 16, 1 << 24]
);
queue!(
    scheme7_of_2_to_the_3_four_wheels,
    |capacity| Scheme7::new(Powers::<3>::new(), sectors(1), entries(capacity)).unwrap(),
    [8, 64, 512, 1 << 24]
);
queue!(
    scheme7_unordered_of_60_60_24_100,
    |capacity| {
        let wheels = Hierarchy::new(Sizes::new([60, 60, 24, 100]), sectors(4)).unordered();
        Timers::with(wheels, entries(capacity)).unwrap()
    },
    [60, 3_600, 86_400]
);
queue!(
    scheme7_unordered_of_2_to_the_6,
    |capacity| {
        let wheels = Hierarchy::new(Powers::<6>::new(), sectors(11)).unordered();
        Timers::with(wheels, entries(capacity)).unwrap()
    },
    [64, 4_096, 1 << 60]
);
queue!(
    scheme7_after_nichols,
    |capacity| {
        let entries = entries(capacity);
        Scheme7Rounded::new(
            Precision::OfTheWheel,
            [60, 60, 24, 100],
            sectors(4),
            entries,
        )
        .unwrap()
    },
    [60, 3_600, 86_400, 8_467_200]
);
queue!(
    scheme7_of_a_single_migration,
    |capacity| {
        let entries = entries(capacity);
        Scheme7Rounded::new(
            Precision::OfTheWheelBelow,
            [60, 60, 24, 100],
            sectors(4),
            entries,
        )
        .unwrap()
    },
    [60, 3_600, 86_400, 8_467_200]
);
queue!(
    scheme7_of_a_single_migration_of_8_to_the_8,
    |capacity| {
        let entries = entries(capacity);
        Scheme7Rounded::new(Precision::OfTheWheelBelow, [8; 8], sectors(1), entries).unwrap()
    },
    [8, 64, 512]
);
queue!(
    calendar_of_up_to_64_days,
    |capacity| CalendarQueue::new(sectors(1), entries(capacity)).unwrap(),
    [2, 64, 1_000]
);
queue!(
    calendar_of_few_days,
    |capacity| CalendarQueue::new(sectors(1), entries(capacity)).unwrap(),
    [5, 1 << 20]
);

/// With `few` in the heap before the arrays are used, and starts that look at `searched` timers of a slot.
fn flex(slots: Slots, few: u32, searched: u32, capacity: usize) -> impl TimerQueue<Item = usize> {
    let mut queue = FlexQueue::new(
        slots,
        Deviations::TWO,
        sectors(2),
        places(capacity),
        entries(capacity),
    )
    .unwrap();
    queue.set_few(few);
    queue.set_most_searched(searched);
    queue
}

queue!(
    flex_queue_ordered,
    |capacity| flex(Slots::Ordered, 0, 16, capacity),
    [64, 10, 1_000]
);
queue!(
    flex_queue_ordered_that_searches_none,
    |capacity| flex(Slots::Ordered, 0, 0, capacity),
    [64, 10, 1_000]
);
queue!(
    flex_queue_ordered_that_searches_one,
    |capacity| flex(Slots::Ordered, 0, 1, capacity),
    [64, 10, 1_000]
);
queue!(
    flex_queue_unordered,
    |capacity| flex(Slots::Unordered, 0, 16, capacity),
    [64, 10, 1_000]
);
queue!(
    flex_queue_with_a_few_in_the_heap,
    |capacity| flex(Slots::Ordered, 8, 16, capacity),
    [64, 1_000]
);
