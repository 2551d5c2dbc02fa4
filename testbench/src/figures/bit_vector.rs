//! FlexQueue's hierarchical bit vector by itself, with any fanout, and the thesis's Figures 3.5 and 4.2. In our queues
//! its fanout is 64, and the bits lie in the slots' records.

use std::hint::black_box;

use super::plot::{Figure, Scale};
use super::thesis::{Events, HOLD, Mean, curve, figure, hold, runs};
use crate::queues::{Intervals, Random};

/// Bits, and above them levels of which each bit says whether any of `fanout` bits below is set.
pub struct BitVector {
    fanout: usize,
    /// The bits themselves first, the only group of the top level last.
    levels: Vec<Vec<u64>>,
}

const WORD: usize = u64::BITS as usize;

impl BitVector {
    /// So many bits, none set. The fanout is a multiple of 64.
    pub fn new(bits: usize, fanout: usize) -> Self {
        let mut levels = Vec::new();
        let mut wanted = bits;
        loop {
            let groups = wanted.div_ceil(fanout);
            levels.push(vec![0; groups * fanout / WORD]);
            if groups == 1 {
                return Self { fanout, levels };
            }
            wanted = groups;
        }
    }

    /// Sets a bit.
    pub fn set(&mut self, bit: usize) {
        let mut at = bit;
        for level in &mut self.levels {
            level[at / WORD] |= 1 << (at % WORD);
            at /= self.fanout;
        }
    }

    /// Clears a bit, and above it those whose group has become empty.
    pub fn clear(&mut self, bit: usize) {
        let words = self.fanout / WORD;
        let mut at = bit;
        for level in &mut self.levels {
            level[at / WORD] &= !(1 << (at % WORD));
            at /= self.fanout;
            if level[at * words..][..words].iter().any(|&word| word != 0) {
                return;
            }
        }
    }

    /// The first bit that is set from `from` on.
    pub fn next(&self, from: usize) -> Option<usize> {
        let (mut level, mut from) = (0, from);
        let mut found = loop {
            if let Some(found) = self.in_group(level, from) {
                break found;
            }
            from = from / self.fanout + 1;
            level += 1;
            if level == self.levels.len() {
                return None;
            }
        };
        while level > 0 {
            level -= 1;
            found = self.in_group(level, found * self.fanout)?;
        }
        Some(found)
    }

    /// The first bit that is set from `from` on in its group.
    fn in_group(&self, level: usize, from: usize) -> Option<usize> {
        let words = self.fanout / WORD;
        let (mut at, level) = (from / WORD, &self.levels[level]);
        let mut word = level.get(at)? & u64::MAX << (from % WORD);
        while word == 0 {
            at += 1;
            if at % words == 0 {
                return None;
            }
            word = level[at];
        }
        Some(at * WORD + word.trailing_zeros() as usize)
    }
}

/// Events within a turn of a bit vector, one bit a tick: nothing is stored of them but how many each tick has.
struct Bits {
    vector: BitVector,
    counts: Vec<u16>,
    now: u64,
}

impl Bits {
    fn new(bits: u32, fanout: usize) -> Self {
        Self {
            vector: BitVector::new(1 << bits, fanout),
            counts: vec![0; 1 << bits],
            now: 0,
        }
    }

    const fn bit(&self, tick: u64) -> usize {
        tick as usize & (self.counts.len() - 1)
    }
}

impl Events for Bits {
    fn insert(&mut self, tick: u64) {
        let bit = self.bit(tick);
        self.counts[bit] += 1;
        self.vector.set(bit);
    }

    fn pop(&mut self) -> u64 {
        let here = self.bit(self.now);
        let next = self.vector.next(here).or_else(|| self.vector.next(0));
        let bit = next.expect("not empty");
        self.now += (bit.wrapping_sub(here) & (self.counts.len() - 1)) as u64;
        self.counts[bit] -= 1;
        if self.counts[bit] == 0 {
            self.vector.clear(bit);
        }
        self.now
    }
}

/// A hold of 1,000 events whose intervals are up to a turn of the vector.
fn hold_bits(bits: u32, fanout: usize) -> Mean {
    let intervals = Intervals::Uniform(1, (1 << bits) - 1);
    hold(Box::new(Bits::new(bits, fanout)), 1_000, intervals)
}

/// Figure 3.5 (a): another level at 2^13, 2^19 and 2^25 bits.
pub fn figure_3_5a() -> Figure {
    let point = |bits: u32| (f64::from(1 << bits), hold_bits(bits, 64));
    figure(
        "flexqueue-3-5a",
        "FlexQueue 3.5a: a hold by the bits of the vector",
        ["bits", HOLD],
        [Scale::Logarithmic, Scale::Linear],
        vec![curve("fanout 64", (10..=26).map(point))],
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

/// Figure 4.2: what the bit vector adds to a list of so many nodes.
pub fn figure_4_2() -> Figure {
    let order = |n: u32, at_random: bool| -> Vec<u32> {
        let mut order: Vec<u32> = (0..n).collect();
        let mut random = Random::new(42);
        for place in (1..n as usize).rev().filter(|_| at_random) {
            order.swap(place, random.below(place as u64 + 1) as usize);
        }
        order
    };
    let list = |at_random: bool| {
        move |n: u32| {
            let order = order(n, at_random);
            let mut links = vec![(0_u32, 0_u32); n as usize];
            let took = runs(|| {
                let mut last = 0;
                for &node in &order {
                    links[last as usize].0 = node;
                    links[node as usize].1 = last;
                    last = node;
                }
                black_box(&links);
                n.into()
            });
            (f64::from(n), took)
        }
    };
    let bits = |at_random: bool| {
        move |n: u32| {
            let order = order(n, at_random);
            let took = runs(|| {
                let mut vector = BitVector::new(n as usize, 64);
                for &bit in &order {
                    vector.set(bit as usize);
                }
                black_box(&vector);
                n.into()
            });
            (f64::from(n), took)
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
    use super::BitVector;
    use crate::queues::Random;
    use std::collections::BTreeSet;

    #[test]
    fn next_of_random_bits_is_that_of_a_set() {
        let mut random = Random::new(1);
        for (bits, fanout) in [(64, 64), (5_000, 64), (1 << 14, 128), (1 << 14, 2_048)] {
            let (mut vector, mut set) = (BitVector::new(bits, fanout), BTreeSet::new());
            for _ in 0..20_000 {
                let bit = random.below(bits as u64) as usize;
                if random.below(9) < 4 {
                    vector.set(bit);
                    set.insert(bit);
                } else {
                    vector.clear(bit);
                    set.remove(&bit);
                }
                let from = random.below(bits as u64) as usize;
                assert_eq!(vector.next(from), set.range(from..).next().copied());
            }
        }
    }
}
