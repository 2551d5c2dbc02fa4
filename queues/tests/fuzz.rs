//! A fuzz target on stable Rust: bytes are a history of steps, which every queue and its oracle must agree on. Replays
//! the corpus in `tests/corpus` and mutations of it. `CARILLON_FUZZ=<rounds>` makes more of them; a history that fails
//! is written beside the corpus' files with the name `crash`, so that it is replayed from then on.

mod common;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use carillon_queues::chip::Structure;
use carillon_queues::schemes::{
    AheadWheel, BasicWheel, Calendar, Deviations, LazyHeap, MixedWheel, OrderedHashedWheel, OrderedList, Precision,
    RoundedHierarchy, Search, Shape, SimulationWheel, Slots, Tree, UnorderedList, WheelAndList,
};
use carillon_queues::{FlexQueue, HashedWheel, Heap, HierarchicalWheel, Timers};
use common::pair::{Pair, Step};

/// Timers in a queue.
const CAPACITY: usize = 12;

/// The most steps of a history.
const STEPS: usize = 60;

fn corpus() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")
}

/// The bytes of a history, one after the other; 0 at their end.
struct Bytes<'a>(std::slice::Iter<'a, u8>);

impl Bytes<'_> {
    fn next(&mut self) -> u64 {
        self.0.next().copied().unwrap_or(0).into()
    }

    /// A small number, or one near a power of two.
    fn ticks(&mut self) -> u64 {
        let (kind, offset) = (self.next(), self.next());
        if kind < 64 {
            (kind << 4) | (offset & 15)
        } else {
            (1_u64 << (kind % 64)).wrapping_add(offset).wrapping_sub(128)
        }
    }

    fn step(&mut self) -> Step {
        // The steps that came later have the largest numbers, so that old histories stay what they were.
        match self.next() {
            250 => Step::RestartOrStart(self.next() as usize, self.ticks()),
            251 | 252 => Step::RestartToEarlier(self.next() as usize, self.ticks()),
            253 => Step::Retain(self.next() as usize % 5 + 1),
            254 => Step::Drain(self.next() as usize % 5),
            255 => Step::Clear,
            number => match number % 10 {
                0..=2 => Step::Start(self.ticks()),
                3 => Step::Stop(self.next() as usize),
                4 => Step::Restart(self.next() as usize, self.ticks()),
                5 => Step::Advance(self.ticks()),
                6 => Step::AdvanceWithin(self.ticks(), self.next() % 8),
                7 => Step::Pop(self.next() as usize % 5),
                8 => Step::Run(self.ticks(), self.next() % 9),
                _ => Step::StartLate(self.ticks()),
            },
        }
    }
}

fn history<S: Structure>(structure: S, bytes: &[u8]) {
    let queue = Timers::bounded(structure, CAPACITY).unwrap();
    let mut bytes = Bytes(bytes.iter());
    let mut pair = Pair::new(queue);
    for _ in 0..STEPS {
        if bytes.0.len() == 0 {
            break;
        }
        pair.step(bytes.step());
    }
    pair.finish();
}

/// The history on every queue.
fn every_queue(bytes: &[u8]) {
    history(UnorderedList, bytes);
    history(OrderedList::new(Search::FromRear), bytes);
    history(Heap::new(), bytes);
    history(Heap::in_order(), bytes);
    history(LazyHeap::new(), bytes);
    history(Tree::new(Shape::Unbalanced), bytes);
    history(Tree::new(Shape::Balanced), bytes);
    history(Tree::new(Shape::EndOrder), bytes);
    history(Tree::new(Shape::Leftist), bytes);
    history(BasicWheel::new(128), bytes);
    history(WheelAndList::new(64), bytes);
    history(SimulationWheel::new(64), bytes);
    history(SimulationWheel::by_halves(64), bytes);
    history(OrderedHashedWheel::new(64), bytes);
    history(HashedWheel::new(60), bytes);
    history(MixedWheel::of([60, 60, 24, 100]), bytes);
    history(HierarchicalWheel::<6>::new(), bytes);
    history(HierarchicalWheel::<8>::new(), bytes);
    history(HierarchicalWheel::<6>::new().unordered(), bytes);
    history(HierarchicalWheel::<6>::new().by_digits(), bytes);
    history(AheadWheel::<8>::new(1), bytes);
    history(HierarchicalWheel::<6>::new().lazy(), bytes);
    history(MixedWheel::of([60, 60, 24, 100]).lazy(), bytes);
    for precision in [Precision::OfTheWheel, Precision::OfTheWheelBelow] {
        history(RoundedHierarchy::new(precision, [60, 60, 24, 100]), bytes);
    }
    history(Calendar::new(64), bytes);
    for slots in [Slots::Ordered, Slots::Unordered] {
        let flex = FlexQueue::new(slots, Deviations::TWO, 128);
        history(flex.few(0), bytes);
        history(flex.few(0).most_searched(1), bytes);
        history(flex.few(0).most_searched(1).without_splits(), bytes);
        history(flex.few(6), bytes);
    }
}

/// Runs it; a failure is kept.
fn check(bytes: &[u8], origin: &str) {
    if let Err(failure) = catch_unwind(AssertUnwindSafe(|| every_queue(bytes))) {
        let path = corpus().join("crash");
        let kept = fs::write(&path, bytes);
        eprintln!("{origin}, mutated: kept as {} ({kept:?})", path.display());
        std::panic::resume_unwind(failure);
    }
}

fn mutate(bytes: &mut Vec<u8>, other: &[u8], random: &mut impl FnMut(usize) -> usize) {
    for _ in 0..=random(4) {
        let place = random(bytes.len().max(1));
        match random(5) {
            0 if !bytes.is_empty() => bytes[place] ^= 1 << random(8),
            1 if !bytes.is_empty() => bytes[place] = random(256) as u8,
            2 if bytes.len() > 4 => drop(bytes.remove(place)),
            3 => bytes.insert(place.min(bytes.len()), random(256) as u8),
            _ => {
                let from = random(other.len().max(1));
                bytes.truncate(place);
                bytes.extend_from_slice(other.get(from..).unwrap_or(&[]));
            }
        }
    }
    bytes.truncate(4 * STEPS);
}

#[test]
fn fuzz_corpus_and_its_mutations_every_queue_agrees_with_the_oracle() {
    let mut names: Vec<_> =
        fs::read_dir(corpus()).expect("the corpus is committed").map(|file| file.expect("readable").path()).collect();
    names.sort();
    assert!(names.len() >= 8, "the corpus is not all there");
    let read = |path: &PathBuf| fs::read(path).expect("readable");
    let seeds: Vec<_> = names.iter().map(read).collect();
    let rounds: usize = std::env::var("CARILLON_FUZZ").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(100);
    let mut numbers = fastrand::Rng::with_seed(11);
    let mut random = |limit: usize| numbers.usize(0..limit);
    for (seed, name) in seeds.iter().zip(&names) {
        every_queue(seed);
        let mut bytes = seed.clone();
        for round in 0..rounds {
            if round % 8 == 0 {
                bytes.clone_from(seed);
            }
            let other = &seeds[random(seeds.len())];
            mutate(&mut bytes, other, &mut random);
            check(&bytes, &name.display().to_string());
        }
    }
}
