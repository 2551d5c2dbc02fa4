//! Prim's minimum spanning tree on a circular array (section IX of the paper).
//!
//! The keys of Prim's queue are the weights of edges, so a slot for each weight is enough. The paper counts the
//! algorithm among those with its bounded monotonicity property. That does not hold as it stands: a node that joins the
//! tree may bring an edge that is lighter than the one just taken, and then a pointer that has gone on would have to go
//! back. So here time stands still: the pointer stays before the lightest weight, the busy bits find the first slot
//! from there at once, and the timer in it is stopped. [`below_the_last`] counts how often the pointer would have had
//! to go back.
//!
//!     cargo run --example spanning_tree

use carillon_queues::schemes::BasicWheel;
use carillon_queues::{Handle, TimerQueue, Timers};

/// An edge to a node, with a weight.
pub type Edge = (usize, u64);

/// A spanning tree of the nodes that can be reached from node 0.
#[derive(Debug, PartialEq, Eq)]
pub struct Tree {
    /// Nodes in it.
    pub nodes: usize,
    /// The sum of its weights.
    pub weight: u64,
    /// How often an edge was taken that was lighter than the one before.
    pub below_the_last: usize,
}

/// The minimum spanning tree. Weights are from 1 to `heaviest`.
pub fn minimum(graph: &[Vec<Edge>], heaviest: u32) -> Result<Tree, Box<dyn core::error::Error>> {
    let mut fringe = Timers::bounded(BasicWheel::new(heaviest), graph.len())?;
    let mut waiting: Vec<Option<Handle>> = vec![None; graph.len()];
    let mut joined = vec![false; graph.len()];
    let mut tree = Tree { nodes: 0, weight: 0, below_the_last: 0 };
    let (mut node, mut last) = (0, 0);
    loop {
        joined[node] = true;
        tree.nodes += 1;
        for &(neighbour, weight) in graph[node].iter().filter(|edge| !joined[edge.0]) {
            match waiting[neighbour] {
                None => waiting[neighbour] = Some(fringe.start(weight, neighbour)?),
                Some(handle) => {
                    if fringe.expiry(handle).is_some_and(|lightest| weight < lightest) {
                        fringe.restart(handle, weight)?;
                    }
                }
            }
        }
        let Some(lightest) = fringe.first() else {
            return Ok(tree);
        };
        let weight = fringe.expiry(lightest).ok_or("outstanding")?;
        tree.weight += weight;
        tree.below_the_last += usize::from(weight < last);
        last = weight;
        node = fringe.stop(lightest).ok_or("it is outstanding")?;
    }
}

/// A ring of `nodes` with chords, weights from 1 to `heaviest`.
pub fn ring(nodes: usize, heaviest: u64) -> Vec<Vec<Edge>> {
    let mut random = fastrand::Rng::with_seed(7);
    let mut weight = || random.u64(1..=heaviest);
    let mut graph = vec![Vec::new(); nodes];
    for node in 0..nodes {
        for step in [1, 7, 31] {
            let neighbour = (node + step) % nodes;
            let weight = weight();
            graph[node].push((neighbour, weight));
            graph[neighbour].push((node, weight));
        }
    }
    graph
}

/// The tree of a ring with chords.
pub fn main() -> Result<(), Box<dyn core::error::Error>> {
    let tree = minimum(&ring(10_000, 128), 128)?;
    println!("{tree:?}");
    Ok(())
}
