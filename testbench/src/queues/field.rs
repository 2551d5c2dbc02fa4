//! Everyone who takes part, by name.

use carillon_driver::queue::{
    BasicWheel, CalendarQueue, Deviations, FlexQueue, Heap, Hierarchy, LazyHeap, List, OrderedList,
    Place, Powers, Scheme1, Scheme2, Scheme3, Scheme3Lazy, Scheme4, Scheme5, Scheme6, Scheme7,
    Search, Sector, Slots,
};

use super::check::{Verdict, check};
use super::ours::{Ours, OursNumbered, entries};
use super::peers::{
    HashWheel, LazyHeap as LazyBinaryHeap, NexusWheel, TimerQueueCrate, TmWheel, TokioDelayQueue,
    TreeMap, TreeSet,
};
use super::workload::{Running, Workload, run, tail};

/// Whose queue it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Of `carillon_driver::queue`.
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
    /// Prepares a workload with so many timers and operations a round; `None` where this structure is not made for it.
    pub run: fn(Workload, u32, u64) -> Option<Running>,
    /// Holds it against the oracle: seed and number of operations.
    pub check: fn(u64, u32) -> Verdict,
    /// Nanoseconds of each of so many single advances with so many timers, sorted; `None` where this structure is not made for it.
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

macro_rules! powers {
    ($bits:literal) => {
        |capacity| {
            let sectors = vec![Sector::EMPTY; Sector::count_for(Powers::<$bits>::slots_for_all())];
            let queue = Scheme7::new(Powers::<$bits>::new(), sectors, entries(capacity));
            Ours::new(queue.expect("a queue"), capacity)
        }
    };
}

macro_rules! numbered {
    ($bits:literal $(, $how:ident)?) => {
        |capacity| {
            let sectors = vec![Sector::EMPTY; Sector::count_for(Powers::<$bits>::slots_for_all())];
            let wheels = Hierarchy::new(Powers::<$bits>::new(), sectors)$(.$how())?;
            OursNumbered::new(wheels, capacity)
        }
    };
}

/// Scheme 4 with a MaxInterval of a power of two.
macro_rules! basic {
    ($bits:literal) => {
        |capacity| {
            let sectors = vec![Sector::EMPTY; 1 << ($bits - 6)];
            Ours::new(
                Scheme4::new(sectors, entries(capacity)).expect("a queue"),
                capacity,
            )
        }
    };
}

macro_rules! basic_numbered {
    ($bits:literal) => {
        |capacity| {
            OursNumbered::new(
                BasicWheel::new(vec![Sector::EMPTY; 1 << ($bits - 6)]),
                capacity,
            )
        }
    };
}

/// Whether no interval of the workload is longer than MaxInterval, 2^`bits`.
fn fits_basic(workload: Workload, bits: u32) -> bool {
    workload.longest() <= 1 << bits
}

macro_rules! flex {
    ($slots:ident) => {
        |capacity| {
            let slots = (2 * capacity).next_power_of_two().clamp(256, 1 << 21);
            let sectors = vec![Sector::EMPTY; Sector::count_for(slots)];
            let places = vec![Place::VACANT; capacity];
            let queue = FlexQueue::new(
                Slots::$slots,
                Deviations::TWO,
                sectors,
                places,
                entries(capacity),
            );
            Ours::new(queue.expect("a queue"), capacity)
        }
    };
}

/// The field, ours first.
pub const FIELD: &[Contestant] = &[
    contestant!("Scheme 7 of 2^6", Ours, powers!(6)),
    contestant!("Scheme 7 of 2^8 (Ratas)", Ours, powers!(8)),
    contestant!("Scheme 7 of 2^11", Ours, powers!(11)),
    contestant!("Scheme 7 of 2^16", Ours, powers!(16)),
    contestant!("Scheme 7 of 2^6, numbered", Ours, numbered!(6)),
    contestant!(
        "Scheme 7 of 2^6, unordered, numbered",
        Ours,
        numbered!(6, unordered)
    ),
    contestant!("Scheme 7 of 2^8, numbered", Ours, numbered!(8)),
    contestant!("Scheme 7 of 2^11, numbered", Ours, numbered!(11)),
    contestant!(
        "Scheme 4 of 2^17",
        Ours,
        basic!(17),
        |workload, _| fits_basic(workload, 17),
        17
    ),
    contestant!(
        "Scheme 4 of 2^17, numbered",
        Ours,
        basic_numbered!(17),
        |workload, _| fits_basic(workload, 17),
        17
    ),
    contestant!(
        "Scheme 4 of 2^21",
        Ours,
        basic!(21),
        |workload, _| fits_basic(workload, 21),
        21
    ),
    contestant!(
        "Scheme 4 of 2^21, numbered",
        Ours,
        basic_numbered!(21),
        |workload, _| fits_basic(workload, 21),
        21
    ),
    contestant!("FlexQueue, ordered", Ours, flex!(Ordered)),
    contestant!("FlexQueue, unordered", Ours, flex!(Unordered)),
    contestant!("calendar queue", Ours, |capacity| {
        let days = capacity.next_power_of_two().clamp(256, 1 << 20);
        let queue = CalendarQueue::new(
            vec![Sector::EMPTY; Sector::count_for(days)],
            entries(capacity),
        );
        Ours::new(queue.expect("a queue"), capacity)
    }),
    contestant!("Scheme 3, heap of 4", Ours, |capacity| {
        let queue = Scheme3::new(vec![Place::VACANT; capacity], entries(capacity));
        Ours::new(queue.expect("a queue"), capacity)
    }),
    contestant!("Scheme 3, numbered", Ours, |capacity| {
        OursNumbered::new(Heap::new(vec![Place::VACANT; capacity]), capacity)
    }),
    contestant!("Scheme 3, lazy", Ours, |capacity| {
        let queue = Scheme3Lazy::new(vec![Place::VACANT; 2 * capacity], entries(capacity));
        Ours::new(queue.expect("a queue"), capacity)
    }),
    contestant!("Scheme 3, lazy, numbered", Ours, |capacity| {
        let heap = LazyHeap::new(vec![Place::VACANT; 2 * capacity]);
        OursNumbered::new(heap, capacity)
    }),
    contestant!(
        "Scheme 2, numbered",
        Ours,
        |capacity| OursNumbered::new(OrderedList::new(Search::FromRear), capacity),
        // Starting looks at n / 3 timers, unless they are few or are started in order. What is not measured costs nothing.
        |workload, _| workload.has_its_own_number()
    ),
    contestant!(
        "Scheme 6 of 2^14",
        Ours,
        |capacity| {
            let queue = Scheme6::new(vec![List::EMPTY; 1 << 14], entries(capacity));
            Ours::new(queue.expect("a queue"), capacity)
        },
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

/// The paper's schemes, for its Figure 9.
pub const PAPER: &[Contestant] = &[
    contestant!("Scheme 1, unordered list", Ours, |capacity| {
        let queue = Scheme1::new(entries(capacity));
        Ours::new(queue.expect("a queue"), capacity)
    }),
    contestant!("Scheme 2, ordered list", Ours, |capacity| {
        let queue = Scheme2::new(Search::FromFront, entries(capacity));
        Ours::new(queue.expect("a queue"), capacity)
    }),
    contestant!("Scheme 3, heap of 4", Ours, |capacity| {
        let queue = Scheme3::new(vec![Place::VACANT; capacity], entries(capacity));
        Ours::new(queue.expect("a queue"), capacity)
    }),
    contestant!("Scheme 4 of 2^16", Ours, |capacity| {
        let queue = Scheme4::new(vec![Sector::EMPTY; 1 << 10], entries(capacity));
        Ours::new(queue.expect("a queue"), capacity)
    }),
    contestant!("Scheme 5 of 2^8", Ours, |capacity| {
        let queue = Scheme5::new(vec![Sector::EMPTY; 4], entries(capacity));
        Ours::new(queue.expect("a queue"), capacity)
    }),
    contestant!("Scheme 6 of 2^8", Ours, |capacity| {
        let queue = Scheme6::new(vec![List::EMPTY; 1 << 8], entries(capacity));
        Ours::new(queue.expect("a queue"), capacity)
    }),
    contestant!("Scheme 7 of 2^8", Ours, powers!(8)),
    contestant!("Scheme 7 of 2^6, unordered, numbered", Ours, |capacity| {
        let slots = Powers::<6>::slots_for_all();
        let sectors = vec![Sector::EMPTY; Sector::count_for(slots)];
        let wheels = Hierarchy::new(Powers::<6>::new(), sectors).unordered();
        OursNumbered::new(wheels, capacity)
    }),
    contestant!("Scheme 7 of 2^8, numbered", Ours, numbered!(8)),
];

/// The contestant of this name.
pub fn named(name: &str) -> Option<&'static Contestant> {
    FIELD.iter().find(|contestant| contestant.name == name)
}

#[cfg(test)]
mod tests {
    use super::{FIELD, Side};

    #[test]
    fn ours_every_queue_agrees_with_the_oracle() {
        for contestant in FIELD
            .iter()
            .filter(|contestant| contestant.side == Side::Ours)
        {
            for seed in 0..4 {
                let verdict = (contestant.check)(seed, 4_000);
                assert!(
                    verdict.faults.is_empty(),
                    "{}: {verdict:?}",
                    contestant.name
                );
            }
        }
    }
}
