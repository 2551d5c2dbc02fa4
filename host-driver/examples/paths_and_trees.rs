//! Shortest paths (Dijkstra) and a minimum spanning tree (Prim) of a graph with integer weights, on a circular array that is no larger
//! than the heaviest edge (section IX of the paper).
//!
//!     cargo run --release --example paths_and_trees -- [nodes] [edges] [heaviest edge]
//!
//! A linear array of buckets would need a bucket for each possible distance. But every node that Dijkstra's algorithm adds is at
//! most one edge further away than the node it has just finished: *bounded monotonicity*. So Max + 1 slots are enough, used again and
//! again, which is the timing wheel of Scheme 4 with the distance for the time: a node is a timer that is due at its
//! distance, a shorter way found is a timer started again, and the next node is the next expiry.
//!
//! Prim's algorithm keeps to the bound, as its keys are single edges, but it is not monotone: the next edge may be lighter
//! than the last. A timer cannot be due in the past, so it uses the wheel as a plain priority queue, whose pointer may go back.

use std::error::Error;
use std::io::Write;

use carillon_driver::queue::{BoundedQueue, Entry, Handle, Scheme4, Sector, TimerQueue};

mod random;
use random::Random;

/// Printed for `--help` and wrong arguments.
pub const USAGE: &str =
    "usage: paths_and_trees [nodes (2000)] [edges (10000)] [heaviest edge (500)]";

/// An edge between two nodes, in both directions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edge {
    /// One end.
    pub from: usize,
    /// The other.
    pub to: usize,
    /// Its length or cost; 0 is allowed.
    pub weight: u64,
}

/// An undirected graph.
#[derive(Debug, Clone)]
pub struct Graph {
    /// Every edge once.
    pub edges: Vec<Edge>,
    /// Of every node: where its edges lead, and their weights.
    neighbours: Vec<Vec<(usize, u64)>>,
    heaviest: u64,
}

impl Graph {
    /// The graph with these edges between nodes below `nodes`.
    pub fn new(nodes: usize, edges: Vec<Edge>) -> Self {
        let mut neighbours = vec![Vec::new(); nodes];
        for edge in &edges {
            neighbours[edge.from].push((edge.to, edge.weight));
            neighbours[edge.to].push((edge.from, edge.weight));
        }
        let heaviest = edges.iter().map(|edge| edge.weight).max().unwrap_or(0);
        Self {
            edges,
            neighbours,
            heaviest,
        }
    }

    /// Random edges of weights up to `heaviest`.
    pub fn random(seed: u64, nodes: usize, edges: usize, heaviest: u64) -> Self {
        let mut random = Random(seed);
        let node = |random: &mut Random| random.below(nodes as u64) as usize;
        let edges = (0..edges)
            .map(|_| Edge {
                from: node(&mut random),
                to: node(&mut random),
                weight: random.below(heaviest + 1),
            })
            .collect();
        Self::new(nodes, edges)
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.neighbours.len()
    }

    /// Sectors for as many slots as the heaviest edge needs.
    fn sectors(&self) -> Vec<Sector> {
        let slots = usize::try_from(self.heaviest)
            .unwrap_or(usize::MAX)
            .saturating_add(1);
        vec![Sector::EMPTY; Sector::count_for(slots)]
    }

    fn entries(&self) -> Vec<Entry<usize>> {
        (0..self.nodes()).map(|_| Entry::VACANT).collect()
    }
}

/// The length of the shortest way from `source` to every node, `None` where there is no way.
///
/// # Errors
/// A fault of the queue.
pub fn shortest_paths(graph: &Graph, source: usize) -> Result<Vec<Option<u64>>, Box<dyn Error>> {
    let mut wheel = Scheme4::new(graph.sectors(), graph.entries())?;
    let mut timers: Vec<Option<Handle>> = vec![None; graph.nodes()];
    let mut distances = vec![None; graph.nodes()];
    timers[source] = Some(wheel.start(0, source)?);
    while let Some(distance) = wheel.next_expiry() {
        wheel.advance(distance)?;
        while let Some(expired) = wheel.next_expired() {
            let node = expired.item;
            distances[node] = Some(distance);
            timers[node] = None;
            for &(neighbour, weight) in &graph.neighbours[node] {
                if distances[neighbour].is_some() {
                    continue;
                }
                match timers[neighbour] {
                    None => timers[neighbour] = Some(wheel.start(weight, neighbour)?),
                    Some(timer) => {
                        let known = wheel.expiry(timer).ok_or("a timer is gone")?;
                        if distance + weight < known {
                            wheel.restart(timer, weight)?;
                        }
                    }
                }
            }
        }
    }
    Ok(distances)
}

/// A minimum spanning tree of what can be reached from `root`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tree {
    /// Nodes in it, the root included.
    pub nodes: usize,
    /// The weights of its edges together.
    pub weight: u64,
    /// How often an edge was lighter than the one before it: the pointer of the circular array went back.
    pub steps_back: usize,
}

/// Prim's algorithm from `root`.
///
/// # Errors
/// A fault of the queue.
pub fn spanning_tree(graph: &Graph, root: usize) -> Result<Tree, Box<dyn Error>> {
    let mut queue = BoundedQueue::new(graph.sectors(), graph.entries())?;
    let mut waiting: Vec<Option<Handle>> = vec![None; graph.nodes()];
    let mut in_tree = vec![false; graph.nodes()];
    let mut tree = Tree::default();
    waiting[root] = Some(queue.add(0, root)?);
    let mut before = 0;
    while let Some((weight, node)) = queue.take_lowest() {
        in_tree[node] = true;
        waiting[node] = None;
        tree.nodes += 1;
        tree.weight += weight;
        tree.steps_back += usize::from(weight < before);
        before = weight;
        for &(neighbour, weight) in &graph.neighbours[node] {
            if in_tree[neighbour] {
                continue;
            }
            match waiting[neighbour] {
                None => waiting[neighbour] = Some(queue.add(weight, neighbour)?),
                Some(handle) => {
                    if queue.key(handle).is_some_and(|known| weight < known) {
                        queue.change(handle, weight)?;
                    }
                }
            }
        }
    }
    Ok(tree)
}

/// The program.
///
/// # Errors
/// Wrong arguments, a fault of a queue, or of the output.
pub fn run(arguments: &[String], output: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    if arguments.iter().any(|argument| argument == "--help") {
        writeln!(output, "{USAGE}")?;
        return Ok(());
    }
    let mut numbers = [2_000, 10_000, 500];
    if arguments.len() > numbers.len() {
        return Err(USAGE.into());
    }
    for (number, argument) in numbers.iter_mut().zip(arguments) {
        *number = argument.parse::<u32>().map_err(|_| USAGE)?;
    }
    let [nodes, edges, heaviest] = numbers;
    if nodes == 0 || heaviest > 1 << 24 {
        return Err(USAGE.into());
    }
    let graph = Graph::random(9, nodes as usize, edges as usize, u64::from(heaviest));
    let distances = shortest_paths(&graph, 0)?;
    let reached = distances.iter().flatten().count();
    let furthest = distances.iter().flatten().max().copied().unwrap_or(0);
    let tree = spanning_tree(&graph, 0)?;
    writeln!(
        output,
        "slots of the circular array  {:>8}",
        graph.sectors().len() * 64
    )?;
    writeln!(output, "nodes reached from node 0    {reached:>8}")?;
    writeln!(output, "the furthest is at           {furthest:>8}")?;
    writeln!(output, "weight of the spanning tree  {:>8}", tree.weight)?;
    writeln!(
        output,
        "times that Prim went back    {:>8}",
        tree.steps_back
    )?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    run(&arguments, &mut std::io::stdout())
}
