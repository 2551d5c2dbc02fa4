//! Every timer queue against a sorted map, and against the faults of others: the same tests for all.

mod common;

use carillon_queues::schemes::{
    AheadWheel, BasicWheel, Calendar, Deviations, LazyHeap, LazyWheel, MixedWheel, OrderedHashedWheel, OrderedList,
    Precision, RoundedHierarchy, Search, Shape, SimulationWheel, Slots, Tree, UnorderedList, WheelAndList,
};
use carillon_queues::{
    FixedTimerWheel, FixedTimers, FlexQueue, HashedWheel, Heap, HierarchicalWheel, TimerWheel, Timers,
};

use common::pair::Queue;
use common::shared::Shared;
use common::{faults, histories};

/// The tests of one queue: its name, how it is made with room for so many timers, and the ticks at which something
/// changes in it.
macro_rules! queue {
    // With `#[ignore = "long"]` its histories are in the long tier.
    ($(#[$tier:meta])? $name:ident, $structure:expr, $edges:expr) => {
        queue!(
            $(#[$tier])?
            $name,
            $edges;
            |capacity| Timers::bounded($structure, capacity).unwrap()
        );
    };
    // The same by a function of the capacity, which may make more room.
    ($(#[$tier:meta])? $name:ident, $edges:expr; $make:expr) => {
        mod $name {
            #[allow(unused_imports, reason = "each queue uses some")]
            use super::*;

            fn make(capacity: usize) -> impl Queue {
                let make: fn(usize) -> _ = $make;
                make(capacity)
            }

            /// The first is the size of the innermost wheel.
            const EDGES: &[u64] = &$edges;

            #[test]
            $(#[$tier])?
            fn every_short_history_agrees_with_the_oracle() {
                histories::every_short_history(make, EDGES[0]);
            }

            #[test]
            fn every_edge_agrees_with_the_oracle() {
                let far = [1, 2, 1 << 32, 1 << 48, u64::MAX >> 1];
                histories::every_edge(make, &[EDGES, &far].concat());
            }

            #[test]
            $(#[$tier])?
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

            #[test]
            fn next_expired_in_a_loop_that_starts_and_stops_others() {
                faults::loop_of_the_expired_may_start_and_stop(make(4));
            }
        }
    };
}

queue!(scheme1, UnorderedList, [5, 64]);
queue!(scheme2_from_front, OrderedList::new(Search::FromFront), [5, 64]);
queue!(scheme2_from_rear, OrderedList::new(Search::FromRear), [5, 64]);
queue!(scheme3, Heap::new(), [5, 64]);
queue!(scheme3_in_order, Heap::in_order(), [5, 64]);
queue!(scheme3_lazy, LazyHeap::new(), [5, 64]);
queue!(scheme3_unbalanced, Tree::new(Shape::Unbalanced), [5, 64]);
queue!(scheme3_balanced, Tree::new(Shape::Balanced), [5, 64]);
queue!(scheme3_end_order, Tree::new(Shape::EndOrder), [5, 64]);
queue!(scheme3_leftist, Tree::new(Shape::Leftist), [5, 64]);
queue!(scheme6_of_1, HashedWheel::new(1), [1, 64]);
queue!(scheme6_of_7, HashedWheel::new(7), [7, 49]);
queue!(scheme6_of_64, HashedWheel::new(64), [64, 4_096]);
queue!(scheme4_of_128, BasicWheel::new(128), [128, 64]);
queue!(scheme4_of_100, BasicWheel::new(100), [100, 64]);
queue!(scheme4_and_2_of_64, WheelAndList::new(64), [64, 5]);
queue!(scheme4_and_2_of_1, WheelAndList::new(1), [1, 64]);
queue!(simulation_of_1, SimulationWheel::new(1), [1, 64]);
queue!(simulation_of_64, SimulationWheel::new(64), [64, 5]);
queue!(simulation_by_halves_of_64, SimulationWheel::by_halves(65), [64, 32]);
queue!(scheme5_of_1, OrderedHashedWheel::new(1), [1, 64]);
queue!(scheme5_of_64, OrderedHashedWheel::new(64), [64, 4_096]);
queue!(scheme5_of_192, OrderedHashedWheel::new(192), [192, 64]);
queue!(scheme5_of_7, OrderedHashedWheel::new(7), [7, 49]);
queue!(scheme7_of_60_60_24_100, MixedWheel::of([60, 60, 24, 100]), [60, 3_600, 86_400, 8_553_600]);
queue!(
    #[ignore = "long"]
    scheme7_of_2_3_5_64_1000_to_the_6,
    MixedWheel::of([2, 3, 5, 64, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000]),
    [2, 6, 30, 1_920, 1_920_000]
);
queue!(
    #[ignore = "long"]
    scheme7_of_2_to_the_6,
    HierarchicalWheel::<6>::new(),
    [64, 4_096, 1 << 24]
);
queue!(
    #[ignore = "long"]
    scheme7_of_2_to_the_8,
    HierarchicalWheel::<8>::new(),
    [256, 1 << 16, 1 << 24]
);
queue!(scheme7_of_2_to_the_3_eight_wheels, HierarchicalWheel::<3, 8>::first(), [8, 64, 512, 1 << 24]);
queue!(scheme7_unordered_of_60_60_24_100, MixedWheel::of([60, 60, 24, 100]).unordered(), [60, 3_600, 86_400]);
queue!(scheme7_unordered_of_2_to_the_6, HierarchicalWheel::<6>::new().unordered(), [64, 4_096, 1 << 60]);
queue!(
    #[ignore = "long"]
    scheme7_by_digits_of_60_60_24_100,
    MixedWheel::of([60, 60, 24, 100]).by_digits(),
    [60, 3_600, 86_400, 8_553_600]
);
queue!(
    #[ignore = "long"]
    scheme7_by_digits_of_2_to_the_6,
    HierarchicalWheel::<6>::new().by_digits(),
    [64, 4_096, 1 << 24]
);
queue!(
    scheme7_by_digits_of_2_to_the_3_unordered,
    HierarchicalWheel::<3, 8>::first().by_digits().unordered(),
    [8, 64, 512, 1 << 24]
);
queue!(
    #[ignore = "long"]
    scheme7_ahead_of_2_to_the_8,
    AheadWheel::<8>::new(256),
    [256, 512, 1 << 16, 1 << 17, 1 << 24]
);
queue!(
    #[ignore = "long"]
    scheme7_ahead_of_2_to_the_8_one_a_tick,
    AheadWheel::<8>::new(1),
    [256, 512, 1 << 16, 1 << 17, 1 << 24]
);
queue!(scheme7_lazy_of_60_60_24_100, MixedWheel::of([60, 60, 24, 100]).lazy(), [60, 3_600, 86_400, 8_553_600]);
queue!(
    #[ignore = "long"]
    scheme7_lazy_of_2_to_the_6,
    HierarchicalWheel::<6>::new().lazy(),
    [64, 4_096, 1 << 24]
);
queue!(scheme7_lazy_of_2_to_the_3_eight_wheels, HierarchicalWheel::<3, 8>::first().lazy(), [8, 64, 512, 1 << 24]);
queue!(
    scheme7_after_nichols,
    RoundedHierarchy::new(Precision::OfTheWheel, [60, 60, 24, 100]),
    [60, 3_600, 86_400, 8_467_200]
);
queue!(
    scheme7_after_nichols_to_the_nearest,
    RoundedHierarchy::new(Precision::OfTheWheel, [60, 60, 24, 100]).to_nearest(),
    [60, 3_600, 86_400, 8_467_200]
);
queue!(
    scheme7_of_a_single_migration_to_the_nearest,
    RoundedHierarchy::new(Precision::OfTheWheelBelow, [8; 8]).to_nearest(),
    [8, 64, 512]
);
queue!(
    scheme7_of_a_single_migration,
    RoundedHierarchy::new(Precision::OfTheWheelBelow, [60, 60, 24, 100]),
    [60, 3_600, 86_400, 8_467_200]
);
queue!(
    scheme7_of_a_single_migration_of_8_to_the_8,
    RoundedHierarchy::new(Precision::OfTheWheelBelow, [8; 8]),
    [8, 64, 512]
);
queue!(scheme6_shared_of_2, [2, 64]; |capacity| Shared::new(2, capacity, false));
queue!(scheme6_shared_of_64, [64, 5]; |capacity| Shared::new(64, capacity, false));
queue!(scheme5_shared_of_2, [2, 64]; |capacity| Shared::new(2, capacity, true));
queue!(scheme5_shared_of_7, [7, 49]; |capacity| Shared::new(7, capacity, true));
queue!(timer_wheel, [64, 4_096, 1 << 24]; |_| TimerWheel::new());
queue!(fixed_timer_wheel, [16, 256, 1 << 24]; |_| FixedTimerWheel::<_, 12>::new());
queue!(fixed_timers, [16, 256, 1 << 24]; |_| FixedTimers::<_, 12>::new());
queue!(growing_lazy_wheel, [64, 4_096, 1 << 24]; |_| Timers::<LazyWheel, _>::new());
queue!(growing_heap, [5, 64]; |_| Timers::<Heap, _>::new());
queue!(growing_flex_queue, [64, 10, 1_000]; |_| {
    Timers::growing(flex(Slots::Ordered, 0, 16), 0).unwrap()
});
queue!(calendar_of_up_to_64_days, Calendar::new(64), [2, 64, 1_000]);
queue!(calendar_of_few_days, Calendar::new(64), [5, 1 << 20]);

/// With `few` in the heap before the arrays are used, and starts that look at `searched` timers of a slot.
fn flex(slots: Slots, few: u32, searched: u32) -> FlexQueue {
    FlexQueue::new(slots, Deviations::TWO, 128).few(few).most_searched(searched)
}

/// Slots that are so wide that most timers of a history come to one.
fn wide(slots: Slots) -> FlexQueue {
    let width = std::num::NonZeroU64::new(1 << 20).unwrap();
    flex(slots, 0, 2).width(width)
}

queue!(flex_queue_ordered, flex(Slots::Ordered, 0, 16), [64, 10, 1_000]);
queue!(flex_queue_ordered_that_searches_none, flex(Slots::Ordered, 0, 0), [64, 10, 1_000]);
queue!(flex_queue_ordered_that_searches_one, flex(Slots::Ordered, 0, 1), [64, 10, 1_000]);
queue!(flex_queue_by_default, FlexQueue::default(), [64, 10, 1_000]);
queue!(flex_queue_of_wide_slots_that_are_split, wide(Slots::Ordered), [64, 10, 1_000]);
queue!(flex_queue_of_wide_slots_that_become_trees, wide(Slots::Ordered).without_splits(), [64, 10, 1_000]);
queue!(flex_queue_unordered, flex(Slots::Unordered, 0, 16), [64, 10, 1_000]);
queue!(flex_queue_with_a_few_in_the_heap, flex(Slots::Ordered, 8, 16), [64, 1_000]);
