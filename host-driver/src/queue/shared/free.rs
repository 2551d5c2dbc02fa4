//! The free entries: a stack without a lock. Its head carries a count of what was taken, so that a thread that was asleep while the
//! same entry was taken and given back notices.

use super::super::sync::{AtomicU64, Ordering};
use super::entry::{NONE, SharedEntry, find};

/// The head: the count above, the entry's number below.
#[derive(Debug)]
pub(super) struct FreeEntries {
    head: AtomicU64,
}

const fn index_of(head: u64) -> u32 {
    (head & 0xFFFF_FFFF) as u32
}

impl FreeEntries {
    /// All entries are free, the first one first.
    pub(super) fn all(entries: &[SharedEntry]) -> Self {
        // The last one leads beyond the slab, as `NONE` does.
        for (following, entry) in (1..).zip(entries) {
            entry.next.store(following, Ordering::Relaxed);
            entry.list.store(NONE, Ordering::Relaxed);
        }
        Self {
            head: AtomicU64::new(0),
        }
    }

    /// Takes one, if there is one.
    pub(super) fn take(&self, entries: &[SharedEntry]) -> Option<u32> {
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

    /// Gives one back, which is on no list any more.
    pub(super) fn give_back(&self, entries: &[SharedEntry], index: u32) {
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
        self.head
            .compare_exchange(head, new, Ordering::AcqRel, Ordering::Acquire)
    }

    /// How many are free; for checks while nobody else uses them.
    pub(super) fn count(&self, entries: &[SharedEntry]) -> Option<u32> {
        let mut index = index_of(self.head.load(Ordering::Acquire));
        let mut count: u32 = 0;
        while let Some(entry) = find(entries, index) {
            count = count.checked_add(1).filter(|&count| {
                usize::try_from(count).is_ok_and(|count| count <= entries.len())
            })?;
            index = entry.next.load(Ordering::Relaxed);
        }
        Some(count)
    }
}
