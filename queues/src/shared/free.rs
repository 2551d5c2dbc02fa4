//! The free entries: stacks without locks. Each head carries a count of what was taken, so that a thread that was
//! asleep while the same entry was taken and given back notices. There are several stacks, each in cache lines of its
//! own, so that processors rarely compete for one; an entry always goes back to its own.

use super::super::sync::{AtomicU64, Ordering};
use super::entry::{NONE, SharedEntry, find};

/// Stacks; a power of two.
const STACKS: usize = 8;

/// All stacks.
#[derive(Debug)]
pub(super) struct FreeEntries {
    stacks: [Stack; STACKS],
}

/// The head of one: the count above, the entry's number below.
#[derive(Debug)]
#[repr(align(128))]
struct Stack {
    head: AtomicU64,
}

const fn index_of(head: u64) -> u32 {
    (head & 0xFFFF_FFFF) as u32
}

impl FreeEntries {
    /// All entries are free, the first one first.
    pub(super) fn all(entries: &[SharedEntry]) -> Self {
        // The last ones lead beyond the slab, as `NONE` does.
        for (index, entry) in (0_u32..).zip(entries) {
            let following = index.saturating_add(STACKS as u32);
            entry.next.store(following, Ordering::Relaxed);
            entry.list.store(NONE, Ordering::Relaxed);
        }
        Self { stacks: core::array::from_fn(|number| Stack { head: AtomicU64::new(number as u64) }) }
    }

    fn stack(&self, number: u32) -> Option<&Stack> {
        self.stacks.get(number as usize & (STACKS - 1))
    }

    /// Takes one, if there is one; looks into stack `hint` (modulo their number) first.
    pub(super) fn take(&self, entries: &[SharedEntry], hint: u32) -> Option<u32> {
        (0..STACKS as u32).filter_map(|more| self.stack(hint.wrapping_add(more))).find_map(|stack| stack.take(entries))
    }

    /// Gives one back, which is on no list any more.
    pub(super) fn give_back(&self, entries: &[SharedEntry], index: u32) {
        if let Some(stack) = self.stack(index) {
            stack.give_back(entries, index);
        }
    }

    /// How many are free; for checks while nobody else uses them.
    pub(super) fn count(&self, entries: &[SharedEntry]) -> Option<u32> {
        self.stacks.iter().try_fold(0, |count: u32, stack| count.checked_add(stack.count(entries)?))
    }
}

impl Stack {
    fn take(&self, entries: &[SharedEntry]) -> Option<u32> {
        let mut head = self.head.load(Ordering::Acquire);
        loop {
            let index = index_of(head);
            let next = find(entries, index)?.next.load(Ordering::Relaxed);
            let count = (head >> 32).wrapping_add(1) << 32;
            match self.exchange(head, count | u64::from(next)) {
                Ok(_) => return Some(index),
                Err(found) => head = found,
            }
        }
    }

    fn give_back(&self, entries: &[SharedEntry], index: u32) {
        let Some(entry) = find(entries, index) else {
            return;
        };
        let mut head = self.head.load(Ordering::Relaxed);
        loop {
            entry.next.store(index_of(head), Ordering::Relaxed);
            let count = head & !0xFFFF_FFFF;
            match self.exchange(head, count | u64::from(index)) {
                Ok(_) => return,
                Err(found) => head = found,
            }
        }
    }

    fn exchange(&self, head: u64, new: u64) -> Result<u64, u64> {
        self.head.compare_exchange(head, new, Ordering::AcqRel, Ordering::Acquire)
    }

    fn count(&self, entries: &[SharedEntry]) -> Option<u32> {
        let mut index = index_of(self.head.load(Ordering::Acquire));
        let mut count: u32 = 0;
        while let Some(entry) = find(entries, index) {
            count = count
                .checked_add(1)
                .filter(|&count| usize::try_from(count).is_ok_and(|count| count <= entries.len()))?;
            index = entry.next.load(Ordering::Relaxed);
        }
        Some(count)
    }
}
