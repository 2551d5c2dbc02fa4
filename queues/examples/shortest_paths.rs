//! Dijkstra's shortest paths on a timing wheel (section IX of the paper).
//!
//! Distances come out of the queue in ascending order, and what goes in is never more than the heaviest edge beyond the
//! last one that came out: the bounded monotonicity property. So Scheme 4's circular array with a slot for each weight
//! up to the heaviest is a complete priority queue, however long the paths are; a linear array would need a slot for
//! each length of a path. Time is the distance travelled.
//!
//!     cargo run --example shortest_paths

use carillon_queues::schemes::BasicWheel;
use carillon_queues::{Handle, TimerQueue, Timers};

/// An edge to a node, with a weight.
pub type Edge = (usize, u64);

/// The distance of every node from `source`; `None` where there is no path. Weights are at most `heaviest`.
pub fn distances(
    graph: &[Vec<Edge>],
    source: usize,
    heaviest: u32,
) -> Result<Vec<Option<u64>>, Box<dyn core::error::Error>> {
    let mut frontier = Timers::bounded(BasicWheel::new(heaviest), graph.len())?;
    let mut waiting: Vec<Option<Handle>> = vec![None; graph.len()];
    let mut distances = vec![None; graph.len()];
    waiting[source] = Some(frontier.start(0, source)?);
    while let Some(distance) = frontier.next_expiry() {
        frontier.advance(distance);
        while let Some(reached) = frontier.next_expired() {
            distances[reached.item] = Some(reached.due);
            for &(neighbour, weight) in &graph[reached.item] {
                if distances[neighbour].is_some() {
                    continue;
                }
                // The decrease-key of the textbooks is a timer that is started again.
                match waiting[neighbour] {
                    None => waiting[neighbour] = Some(frontier.start(weight, neighbour)?),
                    Some(handle) => {
                        let due = frontier.expiry(handle).ok_or("reached or waiting")?;
                        if distance + weight < due {
                            frontier.restart(handle, weight)?;
                        }
                    }
                }
            }
        }
    }
    Ok(distances)
}

/// A grid of `side` times `side` nodes whose edges have weights from 1 to `heaviest`.
pub fn grid(side: usize, heaviest: u64) -> Vec<Vec<Edge>> {
    let mut random = fastrand::Rng::with_seed(1);
    let mut weight = || random.u64(1..=heaviest);
    let mut graph = vec![Vec::new(); side * side];
    for node in 0..side * side {
        let right = (node % side + 1 < side).then_some(node + 1);
        let below = (node + side < side * side).then_some(node + side);
        for neighbour in [right, below].into_iter().flatten() {
            let weight = weight();
            graph[node].push((neighbour, weight));
            graph[neighbour].push((node, weight));
        }
    }
    graph
}

/// The paths of a grid.
pub fn main() -> Result<(), Box<dyn core::error::Error>> {
    let graph = grid(100, 64);
    let distances = distances(&graph, 0, 64)?;
    let farthest = distances.iter().flatten().max();
    println!("10,000 nodes, weights to 64, a wheel of 64 slots: the farthest node is {farthest:?} away");
    Ok(())
}
