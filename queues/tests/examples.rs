//! The examples, run: what they show must be true.

#[path = "../examples/discrete_event_simulation.rs"]
#[allow(dead_code, reason = "an example's main is run on its own")]
mod discrete_event_simulation;
#[path = "../examples/interval_timers.rs"]
#[allow(dead_code, reason = "an example's main is run on its own")]
mod interval_timers;
#[path = "../examples/shortest_paths.rs"]
#[allow(dead_code, reason = "an example's main is run on its own")]
mod shortest_paths;
#[path = "../examples/spanning_tree.rs"]
#[allow(dead_code, reason = "an example's main is run on its own")]
mod spanning_tree;
#[path = "../examples/tcp_retransmission.rs"]
#[allow(dead_code, reason = "an example's main is run on its own")]
mod tcp_retransmission;

use std::collections::BinaryHeap;

use carillon_queues::schemes::{Calendar, SimulationWheel};
use carillon_queues::tools::{IntervalTimers, IntervalValue};
use carillon_queues::{Heap, HierarchicalWheel, TimerQueue, Timers};
use discrete_event_simulation::TimeFlow;
use tcp_retransmission::{Outcome, TimeOut};

#[test]
fn shortest_paths_on_a_wheel_are_those_of_a_heap() {
    for heaviest in [1, 7, 64] {
        let graph = shortest_paths::grid(40, heaviest);
        let found = shortest_paths::distances(&graph, 0, 64).expect("weights fit the wheel");
        let mut expected = vec![None; graph.len()];
        let mut heap = BinaryHeap::from([(0_i64, 0)]);
        while let Some((distance, node)) = heap.pop() {
            if expected[node].is_none() {
                expected[node] = Some(distance.unsigned_abs());
                let edges = graph[node].iter();
                heap.extend(edges.map(|&(next, weight)| (distance - weight as i64, next)));
            }
        }
        assert_eq!(found, expected);
        let longest = found.iter().flatten().max().copied();
        assert!(longest > Some(64), "paths are longer than the wheel");
    }
}

#[test]
fn shortest_paths_weight_beyond_the_wheel_refused() {
    assert!(shortest_paths::distances(&[vec![(1, 65)], vec![]], 0, 64).is_err());
    let reached = shortest_paths::distances(&[vec![(1, 64)], vec![], vec![]], 0, 64);
    assert_eq!(reached.expect("fits"), [Some(0), Some(64), None]);
}

#[test]
fn spanning_tree_on_a_wheel_has_the_weight_of_kruskals() {
    let graph = spanning_tree::ring(500, 128);
    let tree = spanning_tree::minimum(&graph, 128).expect("weights fit the wheel");
    let mut edges: Vec<_> = (0..graph.len())
        .flat_map(|node| graph[node].iter().map(move |&(other, weight)| (weight, node, other)))
        .collect();
    edges.sort_unstable();
    let mut group: Vec<usize> = (0..graph.len()).collect();
    let mut weight = 0;
    for (one_weight, node, other) in edges {
        let (keep, lose) = (group[node], group[other]);
        if keep != lose {
            weight += one_weight;
            group.iter_mut().filter(|group| **group == lose).for_each(|group| *group = keep);
        }
    }
    assert_eq!((tree.nodes, tree.weight), (500, weight));
    assert!(tree.below_the_last > 0, "Prim's keys are not monotone");
}

#[test]
fn simulation_both_time_flows_and_every_queue_agree() {
    for (one, other) in [(0, 0), (1, 1), (0xFFFF, 1), (0x5555, 0xAAAA), (0xFFFF, 0xFFFF)] {
        let simulate = |flow| {
            let add = |queue: &mut dyn FnMut() -> discrete_event_simulation::Outcome| queue();
            let mut wheel = Timers::bounded(SimulationWheel::new(64), 200).unwrap();
            let mut heap = Timers::bounded(Heap::new(), 200).unwrap();
            let mut calendar = Timers::bounded(Calendar::new(64), 200).unwrap();
            let mut hierarchy = Timers::bounded(HierarchicalWheel::<6>::new(), 200).unwrap();
            [
                add(&mut || simulated(&mut wheel, flow, one, other)),
                add(&mut || simulated(&mut heap, flow, one, other)),
                add(&mut || simulated(&mut calendar, flow, one, other)),
                add(&mut || simulated(&mut hierarchy, flow, one, other)),
            ]
        };
        let (events, ticks) = (simulate(TimeFlow::ByEvents), simulate(TimeFlow::ByTicks));
        for (by_events, by_ticks) in events.into_iter().zip(ticks) {
            assert_eq!(by_events, events[0]);
            assert_eq!(by_events.sum, one + other);
            assert_eq!(by_ticks.sum, by_events.sum);
            assert_eq!(by_ticks.settled, by_events.settled);
            assert_eq!(by_ticks.changes, by_events.changes);
            assert!(by_ticks.advances >= by_events.advances);
        }
    }
}

fn simulated(
    queue: &mut impl TimerQueue<Item = usize>,
    flow: TimeFlow,
    one: u64,
    other: u64,
) -> discrete_event_simulation::Outcome {
    discrete_event_simulation::add(queue, flow, 16, (one, other)).expect("it settles")
}

#[test]
fn simulation_carry_ripples_through_all_bits() {
    let mut queue = Timers::bounded(SimulationWheel::new(64), 200).unwrap();
    let outcome = simulated(&mut queue, TimeFlow::ByTicks, 0xFFFF, 1);
    assert!(outcome.settled > 15 * 4, "two gates of two ticks for each bit");
    assert_eq!(outcome.advances, queue.now());
}

/// Twelve timers of three processes, counted down by hand at every tick; the one timer below interrupts at expiries
/// only.
#[test]
fn interval_timers_over_one_timer_do_as_counters_of_their_own() {
    let mut timers = IntervalTimers::new(3, 4).expect("memory");
    let mut counters = [[IntervalValue::default(); 4]; 3];
    let mut random = fastrand::Rng::with_seed(1);
    let mut signals = 0;
    for now in 0..20_000 {
        let mut expected = Vec::new();
        if now > 0 {
            for (process, counters) in (0..).zip(&mut counters) {
                for (timer, counter) in (0..).zip(counters) {
                    if counter.remaining == 1 {
                        expected.push((process, timer));
                        counter.remaining = counter.interval;
                    } else {
                        counter.remaining = counter.remaining.saturating_sub(1);
                    }
                }
            }
        }
        assert_eq!(timers.next() == Some(now), !expected.is_empty());
        let mut sent = Vec::new();
        if timers.next() == Some(now) {
            let signal = |process, timer| sent.push((process, timer));
            timers.interrupt(now, signal).expect("memory");
        }
        sent.sort_unstable();
        assert_eq!(sent, expected, "tick {now}");
        signals += sent.len();
        if random.u8(0..16) == 0 {
            let (process, timer) = (random.u32(0..3), random.u32(0..4));
            let value = IntervalValue { remaining: random.u64(0..300), interval: random.u64(0..3) * 70 };
            let counter = &mut counters[process as usize][timer as usize];
            if counter.remaining == 0 {
                counter.interval = 0;
            }
            let which = (process, timer);
            assert_eq!(timers.get(which, now), Ok(*counter));
            assert_eq!(timers.set(which, value, now), Ok(*counter));
            *counter = value;
        }
    }
    assert!(signals > 100);
    let none = IntervalValue { remaining: 1, interval: 0 };
    for which in [(3, 0), (0, 4), (u32::MAX, u32::MAX)] {
        assert!(timers.set(which, none, 20_000).is_err());
        assert!(timers.get(which, 20_000).is_err());
    }
}

#[test]
fn interval_timer_that_is_looked_at_late_signals_once_and_keeps_its_phase() {
    let mut timers = IntervalTimers::new(1, 2).expect("memory");
    let value = IntervalValue { remaining: 10, interval: 25 };
    timers.set((0, 1), value, 0).expect("there is one");
    let mut sent = Vec::new();
    timers.interrupt(90, |_, timer| sent.push(timer)).expect("memory");
    assert_eq!((sent, timers.next()), (vec![1], Some(110)));
}

/// What the example prints for these arguments, or the text of its error.
fn printed(arguments: &[&str]) -> Result<String, String> {
    let mut output = Vec::new();
    let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
    tcp_retransmission::run(&arguments, &mut output).map_err(|error| error.to_string())?;
    Ok(String::from_utf8(output).expect("text"))
}

/// Each connection by itself and without a queue: a segment is acknowledged by the first transmission that comes
/// through.
fn reference(connections: u32, segments: u32, loss: u64) -> Outcome {
    let mut outcome = Outcome::default();
    for connection in 0..connections {
        let mut now = 0;
        let mut time_out = TimeOut::INITIAL;
        for segment in 0..segments {
            let mut sent = now;
            let mut acknowledged = u64::MAX;
            for attempt in 0.. {
                outcome.started += 1;
                outcome.longest_time_out = outcome.longest_time_out.max(time_out.now());
                let delay = tcp_retransmission::delay(connection, segment, attempt, loss);
                acknowledged = acknowledged.min(delay.map_or(u64::MAX, |delay| sent + delay));
                if acknowledged <= sent + time_out.now() {
                    outcome.stopped += 1;
                    if attempt == 0 {
                        time_out.sample(acknowledged - sent);
                    }
                    break;
                }
                outcome.expired += 1;
                sent += time_out.now();
                time_out.back_off();
            }
            now = acknowledged;
        }
        outcome.end = outcome.end.max(now);
    }
    outcome
}

#[test]
fn tcp_retransmission_any_loss_agrees_with_each_connection_by_itself() {
    for (connections, segments, loss) in [(1, 1, 0), (1, 50, 300), (97, 40, 0), (300, 60, 40), (40, 30, 700)] {
        let outcome = tcp_retransmission::simulate(connections, segments, loss);
        assert_eq!(outcome.expect("room for all"), reference(connections, segments, loss));
    }
}

#[test]
fn tcp_retransmission_default_arguments_stops_95_percent_of_the_timers() {
    let outcome = tcp_retransmission::simulate(1_000, 100, 40).expect("room for all");
    let percent = outcome.stopped as f64 * 100.0 / outcome.started as f64;
    assert!((94.0..97.0).contains(&percent), "{percent}");
    assert!(outcome.longest_time_out >= 4 * 200, "it backs off");
    let text = printed(&[]).expect("the defaults do");
    assert_eq!(text, outcome.to_string());
}

#[test]
fn tcp_retransmission_help_and_wrong_arguments_print_the_usage() {
    let usage = tcp_retransmission::USAGE;
    let help = printed(&["--help"]);
    assert_eq!(help, Ok(format!("{usage}\n")));
    for wrong in [&["x"][..], &["1", "0"], &["1", "1", "1000"], &["1", "1", "1", "1"]] {
        assert_eq!(printed(wrong), Err(usage.into()));
    }
}

#[test]
fn examples_mains_end_well() {
    interval_timers::main().expect("ends");
    shortest_paths::main().expect("ends");
    spanning_tree::main().expect("ends");
    discrete_event_simulation::main().expect("ends");
}
