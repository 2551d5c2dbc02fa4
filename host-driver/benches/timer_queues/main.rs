//! Our timer queues and their peers on the workloads of the project's figures, in one run.
//!
//!     cargo bench -p carillon-driver --bench timer_queues -- [--only NAME] [--csv FILE] [N ...]
//!
//! N are numbers of outstanding timers, 1000 and 100000 unless given. `--only` takes the queues whose name contains NAME. Ratios
//! within a run hold better than the figures. Times are the thread's on a processor, but for the last three columns, which are on the
//! wall and mean something on a quiet machine only.

mod clock;
mod peers;
mod random;
mod subject;
mod workloads;

use std::fmt::Write;

use carillon_driver::queue::{
    CalendarQueue, Deviations, Entry, FlexQueue, List, Place, Powers, Scheme3, Scheme6, Scheme7,
    Sector, Slots,
};
use random::{Random, table};
use subject::{Ours, Subject};

/// Names of the columns.
const COLUMNS: [&str; 14] = [
    "W1 exp", "W1 uni", "W2 uni", "W2 norm", "W2 tri", "W3", "W30", "W4 tick", "W5", "W50", "W6",
    "p50 us", "p99.9 us", "worst us",
];

struct Tables {
    exponential: Vec<u64>,
    uniform: Vec<u64>,
    wide: Vec<u64>,
    normal: Vec<u64>,
    triangular: Vec<u64>,
}

impl Tables {
    fn new() -> Self {
        let seeded = |seed, make: &dyn Fn(&mut Random) -> u64| {
            let mut random = Random(seed);
            table(|| make(&mut random))
        };
        Self {
            exponential: seeded(7, &|random| random.exponential(10_000.0)),
            uniform: seeded(8, &|random| 64 + random.below(1_000_000 - 64)),
            wide: seeded(9, &|random| 1 + random.below(1 << 20)),
            normal: seeded(10, &|random| random.normal(1_000_000.0, 100_000.0)),
            triangular: seeded(11, &|random| random.triangular(100_000_000.0)),
        }
    }
}

struct Run {
    tables: Tables,
    only: String,
    csv: String,
    n: usize,
}

impl Run {
    /// Every workload on fresh queues, which `make` makes with room for so many timers.
    fn measure<S: Subject>(&mut self, name: &str, make: impl Fn(usize) -> S) {
        if !name.contains(&self.only) {
            return;
        }
        let (n, tables) = (self.n, &self.tables);
        let outstanding = n as f64;
        let (slow, fast) = (
            10_000.0 / (19.0 * outstanding),
            1_000_000.0 / (20.0 * outstanding),
        );
        let [median, high, worst] = workloads::tail(&mut make(n), n, &tables.exponential);
        let results = [
            workloads::retransmit(&mut make(n), n, &tables.exponential, slow, false),
            workloads::retransmit(&mut make(n), n, &tables.uniform, fast, false),
            workloads::hold(&mut make(n), n, &tables.wide),
            workloads::hold(&mut make(n), n, &tables.normal),
            workloads::hold(&mut make(n), n, &tables.triangular),
            workloads::far(&mut make(n + 1), n),
            workloads::random(&mut make(n), n),
            workloads::ticks(&mut make(n), n),
            workloads::jump(&mut make(1_000), false),
            workloads::jump(&mut make(1_000), true),
            workloads::retransmit(&mut make(n), n, &tables.exponential, slow, true),
            median,
            high,
            worst,
        ];
        print!("{n:>8} {name:<30}");
        write!(self.csv, "{n},{name}").expect("a string takes all");
        for result in results {
            print!(" {result:>9.1}");
            write!(self.csv, ",{result:.2}").expect("a string takes all");
        }
        println!();
        self.csv.push('\n');
    }

    fn powers<const BITS: u32>(&mut self) {
        let count = Sector::count_for(Powers::<BITS>::slots_for_all());
        self.measure(&format!("ours: scheme 7 of 2^{BITS}"), |capacity| {
            let sectors = sectors(count);
            Ours(Scheme7::new(Powers::<BITS>::new(), sectors, entries(capacity)).expect("a queue"))
        });
    }

    fn flex(&mut self, name: &str, order: Slots) {
        let slots = (2 * self.n).next_power_of_two().clamp(256, 1 << 20);
        self.measure(name, |capacity| {
            let (sectors, places) = (sectors(slots / 32), vec![Place::VACANT; capacity]);
            let entries = entries(capacity);
            Ours(FlexQueue::new(order, Deviations::TWO, sectors, places, entries).expect("a queue"))
        });
    }

    fn all(&mut self) {
        self.powers::<6>();
        self.powers::<8>();
        self.powers::<11>();
        self.measure("ours: scheme 3", |capacity| {
            let places = vec![Place::VACANT; capacity];
            Ours(Scheme3::new(places, entries(capacity)).expect("a queue"))
        });
        self.flex("ours: FlexQueue ordered", Slots::Ordered);
        self.flex("ours: FlexQueue unordered", Slots::Unordered);
        let days = self.n.next_power_of_two().clamp(256, 1 << 20);
        self.measure("ours: calendar queue", |capacity| {
            Ours(CalendarQueue::new(sectors(days / 64), entries(capacity)).expect("a queue"))
        });
        self.measure("nexus-timer", |_| peers::Nexus::default());
        self.measure("timer-queue", |_| peers::TimerQueueCrate::default());
        self.measure("std BinaryHeap, lazy", |_| peers::LazyHeap::default());
        self.measure("std BTreeSet", |_| peers::Tree::default());
        self.measure("hierarchical_hash_wheel_timer", |_| {
            peers::HashWheel::default()
        });
        if self.only.contains("scheme 6") {
            self.measure("ours: scheme 6 of 2^14", |capacity| {
                let slots = vec![List::EMPTY; 1 << 14];
                Ours(Scheme6::new(slots, entries(capacity)).expect("a queue"))
            });
        }
    }
}

fn entries(count: usize) -> Vec<Entry<u32>> {
    (0..count).map(|_| Entry::VACANT).collect()
}

fn sectors(count: usize) -> Vec<Sector> {
    vec![Sector::EMPTY; count]
}

fn main() {
    let (mut only, mut file, mut sizes) = (String::new(), None, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--only" => only = arguments.next().unwrap_or_default(),
            "--csv" => file = arguments.next(),
            other => sizes.extend(other.parse::<usize>().ok().filter(|&n| n > 0)),
        }
    }
    if sizes.is_empty() {
        sizes = vec![1_000, 100_000];
    }
    println!(
        "Nanoseconds a unit; bytes a timer with an item of 4: {}",
        size_of::<Entry<u32>>()
    );
    print!("{:>8} {:<30}", "n", "queue");
    COLUMNS.iter().for_each(|column| print!(" {column:>9}"));
    println!();
    let mut run = Run {
        tables: Tables::new(),
        only,
        csv: format!("n,queue,{}\n", COLUMNS.join(",")),
        n: 0,
    };
    for n in sizes {
        run.n = n;
        run.all();
    }
    if let Some(file) = file {
        std::fs::write(&file, run.csv).expect("the file can be written");
    }
}
