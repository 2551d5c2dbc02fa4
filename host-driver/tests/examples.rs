//! The examples: each is run, and what it computes is compared with a reference that uses no queue.

#![allow(
    clippy::duplicate_mod,
    reason = "each example is a program of its own with the same random numbers"
)]

#[path = "../examples/discrete_event_simulation.rs"]
#[allow(dead_code, reason = "main is the example's own")]
mod discrete_event_simulation;
#[path = "../examples/paths_and_trees.rs"]
#[allow(dead_code, reason = "main is the example's own")]
mod paths_and_trees;
#[path = "../examples/tcp_retransmission.rs"]
#[allow(dead_code, reason = "main is the example's own")]
mod tcp_retransmission;

use std::error::Error;
use std::io::Write;

use discrete_event_simulation::Customer;
use paths_and_trees::{Edge, Graph, Tree};
use tcp_retransmission::{Outcome, TimeOut};

/// What stands behind an example's `main`.
type Run = fn(&[String], &mut dyn Write) -> Result<(), Box<dyn Error>>;

/// What an example prints.
fn printed(run: Run, arguments: &[&str]) -> Result<String, String> {
    let mut output = Vec::new();
    let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
    run(&arguments, &mut output).map_err(|error| error.to_string())?;
    Ok(String::from_utf8(output).expect("text"))
}

mod tcp {
    use super::{Outcome, TimeOut, printed, tcp_retransmission};

    /// Each connection by itself: a segment is acknowledged by the first transmission that comes through.
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
        for (connections, segments, loss) in [
            (1, 1, 0),
            (1, 50, 300),
            (97, 40, 0),
            (300, 60, 40),
            (40, 30, 700),
        ] {
            let outcome = tcp_retransmission::simulate(connections, segments, loss);
            assert_eq!(
                outcome.expect("room for all"),
                reference(connections, segments, loss)
            );
        }
    }

    #[test]
    fn tcp_retransmission_default_arguments_stops_95_percent_of_the_timers() {
        let outcome = tcp_retransmission::simulate(1_000, 100, 40).expect("room for all");
        let percent = outcome.stopped as f64 * 100.0 / outcome.started as f64;
        assert!((94.0..97.0).contains(&percent), "{percent}");
        assert!(outcome.longest_time_out >= 4 * 200, "it backs off");
        let text = printed(tcp_retransmission::run, &[]).expect("the defaults do");
        assert_eq!(text, outcome.to_string());
    }

    #[test]
    fn tcp_retransmission_help_and_wrong_arguments_print_the_usage() {
        let usage = tcp_retransmission::USAGE;
        let help = printed(tcp_retransmission::run, &["--help"]);
        assert_eq!(help, Ok(format!("{usage}\n")));
        for wrong in [
            &["x"][..],
            &["1", "0"],
            &["1", "1", "1000"],
            &["1", "1", "1", "1"],
        ] {
            assert_eq!(printed(tcp_retransmission::run, wrong), Err(usage.into()));
        }
    }
}

mod simulation {
    use super::{Customer, discrete_event_simulation, printed};
    use discrete_event_simulation::{TimeFlow, all, customers};

    /// Customer by customer: the next in line is served as soon as a clerk is free.
    fn reference(customers: &[Customer], clerks: u64) -> Vec<u64> {
        let mut free_from = vec![0; clerks as usize];
        let mut arrival = 0;
        let mut left = Vec::new();
        for customer in customers {
            arrival += customer.interval;
            let clerk = free_from.iter_mut().min().expect("a clerk");
            *clerk = arrival.max(*clerk) + customer.service;
            left.push(*clerk);
        }
        left
    }

    #[test]
    fn discrete_event_simulation_both_time_flows_agree_with_customer_by_customer() {
        for clerks in [1, 2, 7] {
            let customers = customers(2_000, clerks);
            let expected = reference(&customers, clerks);
            let outcomes = all(&customers, clerks).expect("room for all");
            assert_eq!(outcomes.len(), 4);
            for (name, time_flow, outcome) in &outcomes {
                assert_eq!(outcome.left, expected, "{name}");
                assert_eq!(outcome.longest_line, outcomes[0].2.longest_line, "{name}");
                let end = *expected.iter().max().expect("customers");
                match time_flow {
                    TimeFlow::Steps => assert_eq!(outcome.moves, end, "{name}"),
                    TimeFlow::Jumps => assert!(outcome.moves <= 4_000, "{name}"),
                }
            }
        }
    }

    #[test]
    fn discrete_event_simulation_two_customers_at_once_wait_for_one_clerk() {
        let twins = [
            Customer {
                interval: 0,
                service: 10,
            },
            Customer {
                interval: 0,
                service: 5,
            },
        ];
        for (name, _, outcome) in all(&twins, 1).expect("room for all") {
            assert_eq!(outcome.left, [10, 15], "{name}");
            assert_eq!(outcome.longest_line, 1, "{name}");
        }
    }

    #[test]
    fn discrete_event_simulation_help_wrong_and_no_arguments_are_answered() {
        let run = discrete_event_simulation::run;
        let usage = discrete_event_simulation::USAGE;
        assert_eq!(printed(run, &["--help"]), Ok(format!("{usage}\n")));
        for wrong in [&["x"][..], &["1", "0"], &["1", "1", "1"]] {
            assert_eq!(printed(run, wrong), Err(usage.into()));
        }
        let table = printed(run, &[]).expect("the defaults do");
        assert_eq!(table.lines().count(), 5);
    }
}

mod graphs {
    use super::{Edge, Graph, Tree, paths_and_trees, printed};
    use paths_and_trees::{shortest_paths, spanning_tree};

    /// Bellman and Ford: all edges over and over until nothing gets shorter.
    fn bellman_ford(graph: &Graph, source: usize) -> Vec<Option<u64>> {
        let mut distances: Vec<Option<u64>> = vec![None; graph.nodes()];
        distances[source] = Some(0);
        loop {
            let mut shorter = false;
            for edge in &graph.edges {
                for (from, to) in [(edge.from, edge.to), (edge.to, edge.from)] {
                    if let Some(distance) = distances[from].map(|known| known + edge.weight)
                        && distances[to].is_none_or(|known| distance < known)
                    {
                        distances[to] = Some(distance);
                        shorter = true;
                    }
                }
            }
            if !shorter {
                return distances;
            }
        }
    }

    /// Kruskal: all edges, the lightest first; those of the root's part.
    fn kruskal(graph: &Graph, root: usize) -> (usize, u64) {
        let mut part: Vec<usize> = (0..graph.nodes()).collect();
        let mut edges = graph.edges.clone();
        edges.sort_by_key(|edge| edge.weight);
        let mut chosen = Vec::new();
        for edge in edges {
            let (from, to) = (part[edge.from], part[edge.to]);
            if from != to {
                chosen.push(edge);
                for of_node in &mut part {
                    if *of_node == to {
                        *of_node = from;
                    }
                }
            }
        }
        let nodes = part
            .iter()
            .filter(|&&of_node| of_node == part[root])
            .count();
        let edges = chosen.iter().filter(|edge| part[edge.from] == part[root]);
        (nodes, edges.map(|edge| edge.weight).sum())
    }

    #[test]
    fn paths_and_trees_random_graphs_agree_with_bellman_ford_and_kruskal() {
        let mut back = 0;
        for (seed, nodes, edges, heaviest) in [
            (1, 1, 0, 0),
            (2, 10, 4, 9),
            (3, 60, 200, 0),
            (4, 100, 150, 63),
            (5, 100, 400, 64),
            (6, 300, 2_000, 1_000),
            (7, 200, 200, 100_000),
        ] {
            let graph = Graph::random(seed, nodes, edges, heaviest);
            assert_eq!(
                shortest_paths(&graph, 0).expect("room for all"),
                bellman_ford(&graph, 0)
            );
            let tree = spanning_tree(&graph, 0).expect("room for all");
            assert_eq!((tree.nodes, tree.weight), kruskal(&graph, 0));
            back += tree.steps_back;
        }
        assert!(back > 0, "Prim's keys are not monotone");
    }

    #[test]
    fn paths_and_trees_way_longer_than_the_array_is_found() {
        let edge = |from: usize, weight| Edge {
            from,
            to: from + 1,
            weight,
        };
        let edges = (0..1_000).map(|node| edge(node, 63)).collect();
        let graph = Graph::new(1_001, edges);
        let distances = shortest_paths(&graph, 0).expect("room for all");
        assert_eq!(distances[1_000], Some(63_000));
        let all = Tree {
            nodes: 1_001,
            weight: 63_000,
            steps_back: 0,
        };
        assert_eq!(spanning_tree(&graph, 0).expect("room for all"), all);
    }

    #[test]
    fn paths_and_trees_help_wrong_and_no_arguments_are_answered() {
        let run = paths_and_trees::run;
        let usage = paths_and_trees::USAGE;
        assert_eq!(printed(run, &["--help"]), Ok(format!("{usage}\n")));
        for wrong in [
            &["x"][..],
            &["0"],
            &["1", "1", "99999999"],
            &["1", "1", "1", "1"],
        ] {
            assert_eq!(printed(run, wrong), Err(usage.into()));
        }
        let text = printed(run, &[]).expect("the defaults do");
        assert!(
            text.starts_with("slots of the circular array       512\n"),
            "{text}"
        );
    }
}
