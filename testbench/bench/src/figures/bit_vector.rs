//! FlexQueue's hierarchical bit vector by itself, with any fanout, and the thesis's Figures 3.5 and 4.2. In our queues
//! its fanout is 64.

use std::hint::black_box;

use super::plot::{Figure, Scale};
use super::thesis::{HOLD, HOLDS, Mean, curve, figure, runs};
use crate::clock::thread_nanoseconds;
use fastrand::Rng;

/// Bits, and above them levels of which each bit says whether any of `fanout` bits below is set.
pub struct BitVector {
    /// log2 of the fanout.
    shift: u32,
    /// The bits themselves first, the only group of the top level last.
    levels: Vec<Vec<u64>>,
}

const WORD: usize = u64::BITS as usize;

impl BitVector {
    /// So many bits, none set. The fanout is a power of two, 64 at least.
    pub fn new(bits: usize, fanout: usize) -> Self {
        let mut levels = Vec::new();
        let mut wanted = bits;
        loop {
            let groups = wanted.div_ceil(fanout);
            levels.push(vec![0; groups * fanout / WORD]);
            if groups == 1 {
                let shift = fanout.ilog2();
                return Self { shift, levels };
            }
            wanted = groups;
        }
    }

    /// The words of a group of a level.
    fn group(&self, level: usize, group: usize) -> &[u64] {
        let words = 1 << self.shift >> WORD.ilog2();
        &self.levels[level][group * words..][..words]
    }

    /// Sets a bit (Algorithm 5).
    pub fn set(&mut self, bit: usize) {
        let mut at = bit;
        for level in &mut self.levels {
            level[at / WORD] |= 1 << (at % WORD);
            at >>= self.shift;
        }
    }

    /// Clears a bit, and above it those whose group has become empty (Algorithm 6).
    pub fn clear(&mut self, bit: usize) {
        let mut at = bit;
        for level in 0..self.levels.len() {
            self.levels[level][at / WORD] &= !(1 << (at % WORD));
            at >>= self.shift;
            if self.group(level, at).iter().any(|&word| word != 0) {
                return;
            }
        }
    }

    /// Whether a bit is set.
    pub fn is_set(&self, bit: usize) -> bool {
        self.levels[0][bit / WORD] >> (bit % WORD) & 1 == 1
    }

    /// The first bit that is set (Algorithm 7).
    pub fn first(&self) -> Option<usize> {
        let mut found = 0;
        for level in (0..self.levels.len()).rev() {
            let words = self.group(level, found);
            let place = words.iter().position(|&word| word != 0)?;
            found = (found << self.shift) + place * WORD + words[place].trailing_zeros() as usize;
        }
        Some(found)
    }
}

/// Events of a simulation in the thesis's two vectors by turns, one bit a tick and nothing else, so no two are of one
/// tick.
struct Turns {
    vectors: [BitVector; 2],
    bits: u32,
    now: usize,
}

impl Turns {
    /// The vector and the bit of a tick, this turn's or the next one's.
    const fn place(&self, tick: usize) -> (usize, usize) {
        (tick >> self.bits & 1, tick & ((1 << self.bits) - 1))
    }

    fn insert(&mut self, interval: usize) {
        let mut tick = self.now + interval;
        loop {
            let (vector, bit) = self.place(tick);
            if !self.vectors[vector].is_set(bit) {
                return self.vectors[vector].set(bit);
            }
            tick += 1;
        }
    }

    fn pop(&mut self) {
        let turn = self.now >> self.bits;
        let (turn, bit) = [turn, turn + 1]
            .into_iter()
            .find_map(|turn| Some((turn, self.vectors[turn & 1].first()?)))
            .expect("not empty");
        self.vectors[turn & 1].clear(bit);
        self.now = (turn << self.bits) + bit;
    }
}

/// A hold of 64 events whose intervals are up to half of the vector: so few that nearly all find their own bit free in
/// the smallest vector too, as the search for a free one is not what is measured.
fn hold_bits(bits: u32, fanout: usize) -> Mean {
    let mut random = Rng::with_seed(42);
    let table: Vec<_> = (0..1 << 16).map(|_| 1 + random.u64(0..1 << (bits - 1)) as usize).collect();
    let vectors = [(); 2].map(|()| BitVector::new(1 << bits, fanout));
    let mut turns = Turns { vectors, bits, now: 0 };
    let mut draws = table.iter().cycle();
    let mut draw = || *draws.next().expect("without end");
    (0..64).for_each(|_| turns.insert(draw()));
    runs(HOLDS, || {
        let begin = thread_nanoseconds();
        for _ in 0..HOLDS {
            turns.pop();
            turns.insert(draw());
        }
        (thread_nanoseconds() - begin, None)
    })
}

/// Figure 3.5 (a): another level at 2^13, 2^19 and 2^25 bits.
pub fn figure_3_5a() -> Figure {
    let point = |bits: u32| (f64::from(1 << bits), hold_bits(bits, 64));
    figure(
        "flexqueue-3-5a",
        "FlexQueue 3.5a: a hold by the bits of the vector",
        ["bits", HOLD],
        [Scale::Logarithmic, Scale::Linear],
        vec![curve("fanout 64", (11..=26).map(point))],
    )
}

/// Figure 3.5 (b): the fanout.
pub fn figure_3_5b() -> Figure {
    let over = |bits: u32| {
        let fanouts = (6..=11).map(|power| 1 << power);
        let points = fanouts.map(|fanout| (fanout as f64, hold_bits(bits, fanout)));
        curve(format!("2^{bits} bits"), points)
    };
    figure(
        "flexqueue-3-5b",
        "FlexQueue 3.5b: a hold by the fanout of the vector",
        ["fanout", HOLD],
        [Scale::Logarithmic, Scale::Linear],
        [12, 18, 24].map(over).into(),
    )
}

/// A node of the list, 24 bytes.
#[derive(Debug, Clone, Copy)]
struct Node {
    /// The node that is appended after this one: known when this one has been read.
    following: u64,
    next: u64,
    previous: u64,
}

/// Nodes whose `following` lead through all of them once: from each to the next one, or by a random cycle (Sattolo).
fn nodes(n: u64, at_random: bool) -> Vec<Node> {
    let mut order: Vec<u64> = (0..n).collect();
    let mut random = Rng::with_seed(42);
    for place in (1..n).rev().filter(|_| at_random) {
        order.swap(place as usize, random.u64(0..place) as usize);
    }
    let mut nodes = vec![Node { following: 0, next: 0, previous: 0 }; n as usize];
    for (place, &node) in order.iter().enumerate() {
        let following = order.get(place + 1).unwrap_or(&order[0]);
        nodes[node as usize].following = *following;
    }
    nodes
}

/// Appends each node, once it is known, to the list.
fn append(nodes: &mut [Node]) -> u64 {
    let (mut last, mut node) = (0_u64, 0_u64);
    for _ in 0..nodes.len() {
        nodes[last as usize].next = node;
        let appended = &mut nodes[node as usize];
        appended.previous = last;
        (last, node) = (node, appended.following);
    }
    last
}

/// Figure 4.2: what the bit vector adds to a list, by the number of its nodes.
pub fn figure_4_2() -> Figure {
    let list = |at_random: bool| {
        move |n: u64| {
            let mut nodes = nodes(n, at_random);
            let took = runs(n, || {
                let begin = thread_nanoseconds();
                black_box(append(&mut nodes));
                (thread_nanoseconds() - begin, None)
            });
            (n as f64, took)
        }
    };
    let bits = |at_random: bool| {
        move |n: u64| {
            let mut random = Rng::with_seed(42);
            let took = runs(n, || {
                let mut vector = BitVector::new(n as usize, 64);
                // The vector's pages are there before they are timed, as the nodes are.
                for bit in (0..n).step_by(1 << 12) {
                    vector.set(bit as usize);
                    vector.clear(bit as usize);
                }
                let begin = thread_nanoseconds();
                for bit in 0..n {
                    vector.set(if at_random { random.u64(0..n) } else { bit } as usize);
                }
                let took = thread_nanoseconds() - begin;
                black_box(&vector);
                (took, None)
            });
            (n as f64, took)
        }
    };
    let sizes = || (1..=4).map(|times| times << 18);
    figure(
        "flexqueue-4-2",
        "FlexQueue 4.2: insertions into a list and into a bit vector",
        ["nodes, or bits", "ns an insertion, mean of 20 runs"],
        [Scale::Linear, Scale::Linear],
        vec![
            curve("list, in order", sizes().map(list(false))),
            curve("bit vector, in order", sizes().map(bits(false))),
            curve("list, at random", sizes().map(list(true))),
            curve("bit vector, at random", sizes().map(bits(true))),
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::{BitVector, append, nodes};
    use fastrand::Rng;
    use std::collections::BTreeSet;

    #[test]
    fn first_of_random_bits_is_that_of_a_set() {
        let mut random = Rng::with_seed(1);
        for (bits, fanout) in [(64, 64), (5_000, 64), (1 << 14, 128), (1 << 14, 2_048)] {
            let (mut vector, mut set) = (BitVector::new(bits, fanout), BTreeSet::new());
            for _ in 0..20_000 {
                let bit = random.u64(0..bits as u64) as usize;
                if random.u64(0..9) < 4 {
                    vector.set(bit);
                    set.insert(bit);
                } else {
                    let bit = set.first().copied().filter(|_| random.u64(0..2) == 0).unwrap_or(bit);
                    vector.clear(bit);
                    set.remove(&bit);
                }
                assert_eq!(vector.first(), set.first().copied());
                assert_eq!(vector.is_set(bit), set.contains(&bit));
            }
        }
    }

    #[test]
    fn append_links_every_node_once() {
        for at_random in [false, true] {
            let mut nodes = nodes(1_000, at_random);
            assert_eq!(size_of_val(&nodes[0]), 24);
            let last = append(&mut nodes);
            let mut seen = BTreeSet::from([last]);
            let mut node = last;
            while node != 0 {
                node = nodes[node as usize].previous;
                assert!(seen.insert(node));
            }
            assert_eq!(seen.len(), 1_000);
        }
    }
}
