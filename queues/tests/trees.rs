//! No sequence of ticks makes a balanced tree deep, and a start behind all others in an end-order tree passes one
//! timer.

use carillon_queues::diagnostics::Diagnostics;
use carillon_queues::memory::Bounded;
use carillon_queues::schemes::{Shape, Tree};
use carillon_queues::{Progress, TimerQueue, Timers};

const TIMERS: u64 = 16_000;

/// 1.44 log2 of 16,000.
const LEVELS: u64 = 20;

/// Starts, stops and hands out timers: at most a way down, and one up again.
fn takes_logarithmic_time(ticks: impl Iterator<Item = u64>) {
    let mut queue = Timers::bounded(Tree::new(Shape::Balanced), TIMERS as usize).unwrap();
    let mut before = 0;
    let mut within = |queue: &Timers<Tree, _, Bounded<_>>, most: u64| {
        let passed = queue.structure().passed() - before;
        before += passed;
        assert!(passed <= most, "{passed} timers passed");
    };
    let mut handles = Vec::new();
    for (item, tick) in ticks.enumerate() {
        handles.push(queue.start(tick, item).unwrap());
        within(&queue, LEVELS + 2);
    }
    queue.check_invariants().unwrap();
    for &handle in handles.iter().step_by(3) {
        queue.stop(handle).unwrap();
        within(&queue, 3 * LEVELS);
    }
    queue.check_invariants().unwrap();
    while let Some(next) = queue.next_expiry() {
        assert_eq!(queue.advance_within(next, 1), Progress::Reached);
        queue.next_expired().unwrap();
        within(&queue, 3 * LEVELS);
    }
    assert_eq!(queue.outstanding(), 0);
}

#[test]
fn insert_ticks_in_any_order_takes_logarithmic_time() {
    takes_logarithmic_time(1..=TIMERS);
    takes_logarithmic_time((1..=TIMERS).rev());
    takes_logarithmic_time((0..TIMERS).map(|number| 1 + number.reverse_bits() / 2));
    let outwards = |number: u64| 1 + TIMERS + number * (number % 2) - number * (1 - number % 2);
    takes_logarithmic_time((0..TIMERS).map(outwards));
}

/// The ticks that an adversary starts who knows the weights that the tree drew when it was balanced by weights.
#[test]
fn insert_ticks_equal_to_the_weights_of_a_treap_takes_logarithmic_time() {
    let weights = (1..=TIMERS as u32).map(|drawn| {
        let drawn = drawn.wrapping_mul(0x9E37_79B9);
        let mixed = (drawn ^ drawn >> 15).wrapping_mul(0x2C1B_3C6D);
        1 + u64::from((mixed ^ mixed >> 13).wrapping_mul(0x297A_2D39))
    });
    takes_logarithmic_time(weights);
}

#[test]
fn start_behind_all_others_in_an_end_order_tree_passes_one_timer() {
    for step in [0, 1] {
        let tree = Tree::new(Shape::EndOrder);
        let mut queue = Timers::bounded(tree, TIMERS as usize).unwrap();
        for number in 0..TIMERS {
            queue.start(1 + step * number, number).unwrap();
        }
        assert_eq!(queue.structure().passed(), TIMERS - 1);
        queue.check_invariants().unwrap();
        queue.advance(TIMERS);
        let items = core::iter::from_fn(|| queue.next_expired()).map(|expired| expired.item);
        assert!(items.eq(0..TIMERS));
        assert_eq!(queue.structure().passed(), TIMERS - 1);
    }
}

/// Each timer once, after the one above it, on the side that its tick belongs to.
#[test]
fn for_each_in_tree_timers_come_below_those_that_came_before() {
    for shape in [Shape::Unbalanced, Shape::Balanced, Shape::EndOrder, Shape::Leftist] {
        let mut random = fastrand::Rng::with_seed(3);
        let mut queue = Timers::bounded(Tree::new(shape), 40).unwrap();
        let mut handles = Vec::new();
        for item in 0..400 {
            if handles.len() == 40 {
                let one = handles.swap_remove(random.usize(..40));
                queue.stop(one).unwrap();
            }
            handles.push(queue.start(random.u64(1..1_000), item).unwrap());
            let mut seen = Vec::new();
            queue.for_each_in_tree(|timer| {
                assert_eq!(queue.expiry(timer.handle), Some(timer.due));
                assert_eq!(queue.get(timer.handle), Some(timer.item));
                assert!(!seen.contains(&timer.handle));
                assert_eq!(timer.above.is_none(), seen.is_empty());
                if let Some((above, right)) = timer.above {
                    assert!(seen.contains(&above));
                    let above = queue.expiry(above).unwrap();
                    match shape {
                        Shape::Leftist => assert!(above <= timer.due),
                        Shape::EndOrder => assert!(above >= timer.due),
                        _ if right => assert!(above <= timer.due),
                        _ => assert!(above >= timer.due),
                    }
                }
                seen.push(timer.handle);
            });
            assert_eq!(seen.len(), handles.len());
        }
    }
}
