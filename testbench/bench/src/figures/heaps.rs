//! The binomial heap (Vuillemin), which FlexQueue's thesis compares it with.

/// No node.
const NONE: u32 = u32::MAX;

/// A root of each degree: 2^32 nodes at most.
const DEGREES: usize = 32;

#[derive(Debug, Clone, Copy)]
struct Node {
    /// The tick, and the number of the insertion: first in, first out.
    key: (u64, u64),
    child: u32,
    sibling: u32,
    degree: u8,
}

/// One tree at most of each degree, whose root is the earliest of its tree.
#[derive(Debug)]
pub struct BinomialHeap {
    nodes: Vec<Node>,
    free: Vec<u32>,
    roots: [u32; DEGREES],
    inserted: u64,
}

impl BinomialHeap {
    /// A heap without nodes, with room for `capacity` before it allocates again.
    pub fn new(capacity: usize) -> Self {
        Self { nodes: Vec::with_capacity(capacity), free: Vec::new(), roots: [NONE; DEGREES], inserted: 0 }
    }

    /// Constant time on average.
    pub fn insert(&mut self, tick: u64) {
        let node = Node { key: (tick, self.inserted), child: NONE, sibling: NONE, degree: 0 };
        self.inserted += 1;
        let index = match self.free.pop() {
            Some(index) => {
                self.nodes[index as usize] = node;
                index
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() as u32 - 1
            }
        };
        self.merge(index);
    }

    /// Puts a tree among the others: two of a degree become one of the next.
    fn merge(&mut self, mut tree: u32) {
        loop {
            let degree = self.nodes[tree as usize].degree;
            let other = std::mem::replace(&mut self.roots[usize::from(degree)], NONE);
            if other == NONE {
                self.roots[usize::from(degree)] = tree;
                return;
            }
            let (parent, child) = if self.nodes[other as usize].key < self.nodes[tree as usize].key {
                (other, tree)
            } else {
                (tree, other)
            };
            self.nodes[child as usize].sibling = self.nodes[parent as usize].child;
            self.nodes[parent as usize].child = child;
            self.nodes[parent as usize].degree += 1;
            tree = parent;
        }
    }

    /// The earliest tick, which is taken out. Logarithmic time.
    pub fn pop(&mut self) -> Option<u64> {
        let roots = self.roots.iter().enumerate().filter(|root| *root.1 != NONE);
        let (degree, &least) = roots.min_by_key(|root| self.nodes[*root.1 as usize].key)?;
        self.roots[degree] = NONE;
        let Node { key, mut child, .. } = self.nodes[least as usize];
        self.free.push(least);
        while child != NONE {
            let next = std::mem::replace(&mut self.nodes[child as usize].sibling, NONE);
            self.merge(child);
            child = next;
        }
        Some(key.0)
    }
}

#[cfg(test)]
mod tests {
    use super::BinomialHeap;
    use fastrand::Rng;
    use std::collections::BTreeSet;

    #[test]
    fn pop_gives_what_a_set_gives() {
        let mut heap = BinomialHeap::new(10);
        let mut set = BTreeSet::new();
        let mut random = Rng::with_seed(1);
        for number in 0..20_000_u64 {
            let inserts = (number / 1_000).is_multiple_of(2);
            if random.u64(0..4) < if inserts { 3 } else { 1 } {
                let tick = random.u64(0..500);
                heap.insert(tick);
                set.insert((tick, number));
            } else {
                assert_eq!(heap.pop(), set.pop_first().map(|first| first.0));
            }
        }
        while let Some(tick) = heap.pop() {
            assert_eq!(set.pop_first().map(|first| first.0), Some(tick));
        }
        assert!(set.is_empty());
    }
}
