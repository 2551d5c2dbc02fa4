//! The Fibonacci heap (Fredman and Tarjan), which FlexQueue's thesis compares it with.

/// No node.
const NONE: u32 = u32::MAX;

/// More than the degree of any node: below 1.45 log2 of 2^32.
const DEGREES: usize = 48;

#[derive(Debug, Clone, Copy)]
struct Node {
    /// The tick, and the number of the insertion: first in, first out.
    key: (u64, u64),
    parent: u32,
    child: u32,
    /// The ring of the children of one parent, or of the roots.
    next: u32,
    previous: u32,
    degree: u8,
    /// It has lost a child since it became a child itself.
    marked: bool,
}

/// Trees of any shape whose root is the earliest of its tree. An insertion adds a root, and a key that is decreased
/// becomes one; roots of one degree are linked when the minimum is taken.
#[derive(Debug)]
pub struct FibonacciHeap {
    nodes: Vec<Node>,
    free: Vec<u32>,
    least: u32,
    inserted: u64,
}

impl FibonacciHeap {
    /// A heap without nodes, with room for `capacity` before it allocates again.
    pub fn new(capacity: usize) -> Self {
        Self { nodes: Vec::with_capacity(capacity), free: Vec::new(), least: NONE, inserted: 0 }
    }

    fn at(&mut self, index: u32) -> &mut Node {
        &mut self.nodes[index as usize]
    }

    fn key(&self, index: u32) -> (u64, u64) {
        self.nodes[index as usize].key
    }

    /// Constant time. Returns the node's number, which is the node's until it is taken out.
    pub fn insert(&mut self, tick: u64) -> u32 {
        let mut node = Node {
            key: (tick, self.inserted),
            parent: NONE,
            child: NONE,
            next: 0,
            previous: 0,
            degree: 0,
            marked: false,
        };
        self.inserted += 1;
        let index = self.free.pop().unwrap_or(self.nodes.len() as u32);
        (node.next, node.previous) = (index, index);
        if index as usize == self.nodes.len() {
            self.nodes.push(node);
        } else {
            *self.at(index) = node;
        }
        self.add_root(index);
        index
    }

    /// Joins two rings.
    fn join(&mut self, one: u32, other: u32) {
        let (next, previous) = (self.at(one).next, self.at(other).previous);
        self.at(one).next = other;
        self.at(other).previous = one;
        self.at(previous).next = next;
        self.at(next).previous = previous;
    }

    /// Takes a node out of its ring; it is one by itself then. Returns the next one, if there is another.
    fn leave(&mut self, index: u32) -> u32 {
        let Node { next, previous, .. } = *self.at(index);
        self.at(previous).next = next;
        self.at(next).previous = previous;
        (self.at(index).next, self.at(index).previous) = (index, index);
        if next == index { NONE } else { next }
    }

    fn add_root(&mut self, index: u32) {
        if self.least == NONE {
            self.least = index;
            return;
        }
        self.join(self.least, index);
        if self.key(index) < self.key(self.least) {
            self.least = index;
        }
    }

    /// Gives a node an earlier tick. Constant time on average.
    pub fn decrease(&mut self, index: u32, tick: u64) {
        debug_assert!(tick <= self.key(index).0);
        self.at(index).key.0 = tick;
        let mut parent = self.at(index).parent;
        if parent != NONE && self.key(index) < self.key(parent) {
            let mut cut = index;
            // A node that loses its second child becomes a root too.
            while parent != NONE {
                let next = self.leave(cut);
                let above = self.at(parent);
                above.degree -= 1;
                if above.child == cut {
                    above.child = next;
                }
                let goes_on = std::mem::replace(&mut above.marked, above.parent != NONE);
                let up = above.parent;
                (self.at(cut).parent, self.at(cut).marked) = (NONE, false);
                self.add_root(cut);
                if !goes_on {
                    break;
                }
                (cut, parent) = (parent, up);
            }
        }
        if self.key(index) < self.key(self.least) {
            self.least = index;
        }
    }

    /// The earliest tick, which is taken out. Logarithmic time on average.
    pub fn pop(&mut self) -> Option<u64> {
        let least = self.least;
        let Node { key, child, .. } = *self.nodes.get(least as usize)?;
        if child != NONE {
            self.join(least, child);
        }
        let mut next = self.leave(least);
        self.free.push(least);
        let mut roots = [NONE; DEGREES];
        while next != NONE {
            let mut tree = next;
            next = self.leave(tree);
            (self.at(tree).parent, self.at(tree).marked) = (NONE, false);
            // Two of a degree become one of the next.
            loop {
                let degree = usize::from(self.at(tree).degree);
                let other = std::mem::replace(&mut roots[degree], NONE);
                if other == NONE {
                    roots[degree] = tree;
                    break;
                }
                tree = self.link(tree, other);
            }
        }
        self.least = NONE;
        for root in roots.into_iter().filter(|&root| root != NONE) {
            self.add_root(root);
        }
        Some(key.0)
    }

    /// Puts the later of two trees below the other, which is returned.
    fn link(&mut self, one: u32, other: u32) -> u32 {
        let (parent, child) = if self.key(one) < self.key(other) { (one, other) } else { (other, one) };
        self.at(child).parent = parent;
        let first = std::mem::replace(&mut self.at(parent).child, child);
        if first != NONE {
            self.join(first, child);
        }
        self.at(parent).degree += 1;
        parent
    }
}

#[cfg(test)]
mod tests {
    use super::FibonacciHeap;
    use fastrand::Rng;
    use std::collections::BTreeMap;

    #[test]
    fn pop_gives_what_a_map_gives_with_keys_decreased() {
        let mut heap = FibonacciHeap::new(10);
        let mut map = BTreeMap::new();
        let mut random = Rng::with_seed(1);
        let mut decreased = 0;
        for number in 0..30_000_u64 {
            let inserts = (number / 1_000).is_multiple_of(2);
            let tick = random.u64(0..5_000);
            let place = (random.u64(0..map.len() as u64 + 1) as usize).min(map.len());
            if random.u64(0..4) < if inserts { 3 } else { 1 } {
                let inserted = heap.inserted;
                map.insert((tick, inserted), heap.insert(tick));
            } else if random.u64(0..3) > 0
                && let Some((&(before, inserted), &node)) = map.iter().nth(place)
            {
                map.remove(&(before, inserted));
                let earlier = before * random.u64(0..5) / 5;
                heap.decrease(node, earlier);
                map.insert((earlier, inserted), node);
                decreased += 1;
            } else {
                assert_eq!(heap.pop(), map.pop_first().map(|first| first.0.0));
            }
        }
        assert!(decreased > 1_000);
        while let Some(tick) = heap.pop() {
            assert_eq!(map.pop_first().map(|first| first.0.0), Some(tick));
        }
        assert!(map.is_empty());
    }
}
