//! Every timer queue against a sorted map, and against the faults of others: the same tests for all.

mod common;

use carillon_driver::queue::{
    Entry, List, Place, Scheme1, Scheme2, Scheme3, Scheme6, Search, TimerQueue,
};

use common::{faults, histories};

fn entries(capacity: usize) -> Vec<Entry<usize>> {
    (0..capacity).map(|_| Entry::VACANT).collect()
}

fn places(capacity: usize) -> Vec<Place> {
    vec![Place::VACANT; capacity]
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
    scheme6_of_7,
    |capacity| Scheme6::new(vec![List::EMPTY; 7], entries(capacity)).unwrap(),
    [7, 49]
);
queue!(
    scheme6_of_64,
    |capacity| Scheme6::new(vec![List::EMPTY; 64], entries(capacity)).unwrap(),
    [64, 4_096]
);
