//! All contenders, by name.

use carillon_queues::schemes::{AheadWheel, BasicWheel, Calendar, Deviations, LazyHeap, OrderedList, Search, Slots};
use carillon_queues::{FlexQueue, HashedWheel, Heap, HierarchicalWheel};

use super::callouts::{NewCallouts, OldCallouts};
use super::check::{Verdict, check};
use super::ours::{Ours, OursInBatches, OursNumbered};
use super::peers::{
    HashWheel, LazyHeap as LazyBinaryHeap, NexusWheel, TimerQueueCrate, TmWheel, TokioDelayQueue, TreeMap, TreeSet,
};
use super::workload::{Running, Workload, run, tail};

/// Whose queue it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Of `carillon_queues`.
    Ours,
    /// Of another crate or of the standard library.
    Peer,
}

/// One queue in the field.
#[derive(Debug, Clone, Copy)]
pub struct Contestant {
    /// Its name in the table.
    pub name: &'static str,
    /// Whose it is.
    pub side: Side,
    /// Prepares a workload with a number of timers and of operations a round; `None` where this structure is not made
    /// for it.
    pub run: fn(Workload, u32, u64) -> Option<Running>,
    /// Holds it against the oracle: seed and number of operations.
    pub check: fn(u64, u32) -> Verdict,
    /// Nanoseconds of each single advance with a number of timers, sorted; `None` where this structure is not
    /// made for it.
    pub tail: fn(u32, usize) -> Option<Vec<u64>>,
}

macro_rules! contestant {
    ($name:literal, $side:ident, $make:expr) => {
        contestant!($name, $side, $make, |_, _| true)
    };
    ($name:literal, $side:ident, $make:expr, $fits:expr) => {
        contestant!($name, $side, $make, $fits, 32)
    };
    ($name:literal, $side:ident, $make:expr, $fits:expr, $bits:literal) => {
        Contestant {
            name: $name,
            side: Side::$side,
            run: |workload, n, operations| {
                let fits: fn(Workload, u32) -> bool = $fits;
                let make: fn(usize) -> _ = $make;
                fits(workload, n).then(|| run(workload, n, operations, make(n as usize + 1)))
            },
            check: |seed, operations| {
                let make: fn(usize) -> _ = $make;
                check(seed, operations, $bits, make(1_000))
            },
            tail: |n, advances| {
                let fits: fn(Workload, u32) -> bool = $fits;
                let make: fn(usize) -> _ = $make;
                fits(Workload::W1, n).then(|| tail(n, advances, make(n as usize + 1)))
            },
        }
    };
}

macro_rules! ours {
    ($structure:expr) => {
        |capacity| Ours::<_, false>::new($structure, capacity)
    };
}

macro_rules! numbered {
    ($structure:expr) => {
        |capacity| OursNumbered::<_, false>::new($structure, capacity)
    };
}

/// Whether no interval of the workload is longer than MaxInterval, 2^`bits`.
fn fits_basic(workload: Workload, bits: u32) -> bool {
    workload.longest() <= 1 << bits
}

/// FlexQueue as it is by default, but with slots of this kind.
fn flex(slots: Slots) -> FlexQueue {
    FlexQueue::following(slots, Deviations::SIX)
}

/// The field, ours first.
pub const FIELD: &[Contestant] = &[
    contestant!("Scheme 7 of 2^6", Ours, ours!(HierarchicalWheel::<6>::new())),
    contestant!("Scheme 7 of 2^8 (Ratas)", Ours, ours!(HierarchicalWheel::<8>::new())),
    contestant!("Scheme 7 of 2^11", Ours, ours!(HierarchicalWheel::<11>::new())),
    contestant!("Scheme 7 of 2^16", Ours, ours!(HierarchicalWheel::<16>::new())),
    contestant!("Scheme 7 of 2^6, numbered", Ours, numbered!(HierarchicalWheel::<6>::new())),
    contestant!("Scheme 7 of 2^6, unordered, numbered", Ours, numbered!(HierarchicalWheel::<6>::new().unordered())),
    contestant!("Scheme 7 of 2^8, numbered", Ours, numbered!(HierarchicalWheel::<8>::new())),
    contestant!("Scheme 7 of 2^8, restarted by handle", Ours, |capacity| {
        Ours::<_, true>::new(HierarchicalWheel::<8>::new(), capacity)
    }),
    contestant!("Scheme 7 of 2^8, restarted", Ours, |capacity| {
        OursNumbered::<_, true>::new(HierarchicalWheel::<8>::new(), capacity)
    }),
    contestant!("Scheme 7 of 2^8, lazy, restarted by handle", Ours, |capacity| {
        Ours::<_, true>::new(HierarchicalWheel::<8>::new().lazy(), capacity)
    }),
    contestant!("Scheme 7 of 2^8, lazy, restarted", Ours, |capacity| {
        OursNumbered::<_, true>::new(HierarchicalWheel::<8>::new().lazy(), capacity)
    }),
    contestant!("Scheme 7 of 2^8, in batches of 32", Ours, |capacity| {
        OursInBatches::new(HierarchicalWheel::<8>::new(), capacity, 32)
    }),
    contestant!("Scheme 7 of 2^8 ahead of time, numbered", Ours, numbered!(AheadWheel::<8>::new(256))),
    contestant!("Scheme 7 of 2^11, numbered", Ours, numbered!(HierarchicalWheel::<11>::new())),
    contestant!("Scheme 4 of 2^17", Ours, ours!(BasicWheel::new(1 << 17)), |workload, _| fits_basic(workload, 17), 17),
    contestant!(
        "Scheme 4 of 2^17, numbered",
        Ours,
        numbered!(BasicWheel::new(1 << 17)),
        |workload, _| fits_basic(workload, 17),
        17
    ),
    contestant!("Scheme 4 of 2^21", Ours, ours!(BasicWheel::new(1 << 21)), |workload, _| fits_basic(workload, 21), 21),
    contestant!(
        "Scheme 4 of 2^21, numbered",
        Ours,
        numbered!(BasicWheel::new(1 << 21)),
        |workload, _| fits_basic(workload, 21),
        21
    ),
    contestant!("FlexQueue, ordered", Ours, |capacity| Ours::<_, false>::new(flex(Slots::Ordered), capacity)),
    contestant!("FlexQueue, unordered", Ours, |capacity| { Ours::<_, false>::new(flex(Slots::Unordered), capacity) }),
    contestant!("calendar queue", Ours, |capacity| {
        let days = capacity.next_power_of_two().clamp(256, 1 << 20);
        Ours::<_, false>::new(Calendar::new(days as u32), capacity)
    }),
    contestant!("Scheme 3, heap of 4", Ours, ours!(Heap::new())),
    contestant!("Scheme 3, numbered", Ours, numbered!(Heap::new())),
    contestant!("Scheme 3, lazy", Ours, ours!(LazyHeap::new())),
    contestant!("Scheme 3, lazy, numbered", Ours, numbered!(LazyHeap::new())),
    contestant!(
        "Scheme 2, numbered",
        Ours,
        numbered!(OrderedList::new(Search::FromRear)),
        // Starting looks at n / 3 timers, unless they are few or are started in order. What is not measured costs
        // nothing.
        |workload, _| workload.has_its_own_number()
    ),
    contestant!(
        "Scheme 6 of 2^14",
        Ours,
        ours!(HashedWheel::new(1 << 14)),
        // It looks at n / M timers a tick and at every slot for the next expiry.
        |workload, n| match workload {
            Workload::Retransmit { asks, .. } => !asks,
            Workload::Far { .. } => true,
            Workload::Ticks => n <= 100_000,
            _ => false,
        }
    ),
    contestant!("nexus-timer", Peer, NexusWheel::new),
    contestant!("timer-queue", Peer, TimerQueueCrate::new),
    contestant!("tm-wheel", Peer, TmWheel::new),
    contestant!("tokio-util DelayQueue", Peer, TokioDelayQueue::new),
    contestant!("hierarchical_hash_wheel_timer", Peer, |_| HashWheel::new()),
    contestant!("BinaryHeap, lazy", Peer, LazyBinaryHeap::new),
    contestant!("BTreeSet", Peer, TreeSet::new),
    contestant!("BTreeMap", Peer, TreeMap::new),
];

/// The kernels of the paper's Figure 9.
pub const CALLOUTS: &[Contestant] = &[
    contestant!("old BSD callouts", Peer, OldCallouts::new),
    contestant!("Scheme 6, untimeout by hash table", Ours, |capacity| { NewCallouts::new(1 << 8, capacity, false) }),
    contestant!("Scheme 6, unsetcallout by handle", Ours, |capacity| { NewCallouts::new(1 << 8, capacity, true) }),
];

/// The contestant of this name.
pub fn named(name: &str) -> Option<&'static Contestant> {
    FIELD.iter().find(|contestant| contestant.name == name)
}

#[cfg(test)]
mod tests {
    use super::{CALLOUTS, FIELD, Side};

    #[test]
    fn ours_every_queue_agrees_with_the_oracle() {
        let ours = FIELD.iter().filter(|one| one.side == Side::Ours);
        for contestant in ours.chain(CALLOUTS) {
            for seed in 0..4 {
                let verdict = (contestant.check)(seed, 4_000);
                assert!(verdict.faults.is_empty(), "{}: {verdict:?}", contestant.name);
            }
        }
    }
}
