//! Searches in sizes that are not proved, against a plain look at every bit, and the clocks they take; 1,024 and 4,096
//! slots are proved: testbench/formal/look_ahead.sv.

use super::*;
use crate::circuit::clocked::Clocked;

/// The part beside the busy bits that it ought to know.
struct Bench {
    part: LookAhead,
    bits: Vec<bool>,
}

/// A wheel as the part is asked about it.
#[derive(Clone, Copy, Debug)]
struct Wheel {
    base: usize,
    size: usize,
}

/// An answer: the distance, if there is one, and the clocks from `ask` to `done`.
type Answer = (Option<usize>, u32);

impl Bench {
    fn new(slot_bits: u32, multi_wheel: bool) -> Self {
        let mut part = LookAhead::new(slot_bits, multi_wheel, true);
        part.connect_all();
        Self { part, bits: vec![false; 1 << slot_bits] }
    }

    fn write(&mut self, slot: usize, busy: bool) {
        self.part.write_enable.next = true;
        self.part.write_address.next = (slot as u64).into();
        self.part.write_data.next = busy;
        self.part.tick();
        self.part.write_enable.next = false;
        self.bits[slot] = busy;
    }

    fn idle(&mut self, clocks: u32) {
        for _ in 0..clocks {
            self.part.tick();
        }
    }

    fn ask(&mut self, wheel: Wheel, slot: usize) -> Answer {
        self.part.ask.next = true;
        self.part.wheel_present.next = true;
        self.part.wheel_base.next = (wheel.base as u64 / 16).into();
        self.part.wheel_size.next = (wheel.size as u64).into();
        self.part.slot.next = (slot as u64).into();
        self.part.tick();
        self.part.ask.next = false;
        // What was asked need not stand any longer.
        self.part.wheel_present.next = false;
        self.part.wheel_base.next = 5.into();
        self.part.wheel_size.next = 7.into();
        self.part.slot.next = 3.into();
        for clocks in 1..=50 {
            if self.part.done.val() {
                let found = self.part.found.val();
                let distance = self.part.distance.val().index();
                self.part.tick();
                assert!(!self.part.done.val(), "one answer to one question");
                assert!(!self.part.searching.val(), "a search ends with its answer");
                return (found.then_some(distance), clocks);
            }
            assert!(self.part.searching.val(), "no answer, so it searches");
            self.part.tick();
        }
        panic!("no answer in 50 clocks");
    }

    /// The words that a search from `from` reads, and the slot that it finds.
    fn search(&self, from: usize) -> (u32, Option<usize>) {
        let levels = self.bits.len().ilog2().div_ceil(4);
        let Some(found) = (from..self.bits.len()).find(|&slot| self.bits[slot]) else {
            return (levels, None);
        };
        let common = |level: &u32| found >> (4 * (level + 1)) == from >> (4 * (level + 1));
        let level = (0..).find(common).expect("one word has all");
        (2 * level + 1, Some(found))
    }

    /// The answer as the module's header has it: two clocks a word, and four for the question and the answer.
    fn expected(&self, wheel: Wheel, slot: usize) -> Answer {
        let (position, end) = (wheel.base + slot, wheel.base + wheel.size);
        let (words, found) = self.search(position);
        let clocks = 2 * words + 4;
        if let Some(found) = found.filter(|&found| found < end) {
            return (Some(found - position), clocks);
        }
        let (words, found) = self.search(wheel.base);
        let found = found.filter(|&found| found < end);
        let distance = found.map(|found| found + wheel.size - position);
        (distance, clocks + 2 * words + 2)
    }
}

/// Wheels of random sizes, each from the word after the last one's.
fn wheels(random: &mut fastrand::Rng, slots: usize) -> Vec<Wheel> {
    let mut all = Vec::new();
    let mut base = 0;
    while base + 32 <= slots && all.len() < 8 {
        let left = slots - base;
        let limit = 2usize << random.u32(0..left.ilog2());
        let size = random.usize(2..=limit.min(left));
        all.push(Wheel { base, size });
        base += size.div_ceil(16) * 16;
    }
    all
}

/// Random bits, thin or thick, some asked about after each few writes.
fn at_random(slot_bits: u32, rounds: u32, seed: u64) -> u32 {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut bench = Bench::new(slot_bits, true);
    let mut longest = 0;
    for round in 0..rounds {
        let wheels = wheels(&mut random, 1 << slot_bits);
        for step in 0..40 {
            let wheel = wheels[random.usize(0..wheels.len())];
            let slot = wheel.base + random.usize(0..wheel.size);
            if random.u32(0..4) == 0 || step < 4 {
                bench.write(slot, random.u32(0..3) != 0);
            }
            let asked = wheels[random.usize(0..wheels.len())];
            let slot = random.usize(0..asked.size);
            let answer = bench.ask(asked, slot);
            assert_eq!(answer, bench.expected(asked, slot), "seed {seed}, round {round}: {asked:?} from slot {slot}");
            longest = longest.max(answer.1);
        }
        // A new division of the memory begins with an empty one.
        for slot in 0..bench.bits.len() {
            if bench.bits[slot] {
                bench.write(slot, false);
            }
        }
        bench.idle(1);
    }
    longest
}

#[test]
fn look_ahead_sizes_at_random_answer_within_their_bound() {
    for (slot_bits, seed, bound) in [(11, 2, 26), (13, 4, 34), (16, 5, 34), (17, 6, 42), (20, 7, 42)] {
        let longest = at_random(slot_bits, 12, seed);
        assert!((bound - 10..=bound).contains(&longest), "{longest} clocks");
    }
}

#[test]
fn look_ahead_longest_search_of_the_largest_chip_takes_42_clocks() {
    let mut bench = Bench::new(20, true);
    let low = Wheel { base: 0, size: (1 << 19) + 20 };
    let (busy, other) = ((1 << 16) + 20, (1 << 19) + 100);
    bench.write(busy, true);
    bench.write(other, true);
    bench.idle(1);
    let answer = bench.ask(low, (1 << 17) - 1);
    assert_eq!(answer, bench.expected(low, (1 << 17) - 1));
    assert_eq!(answer.1, 42);
}

#[test]
fn look_ahead_sweep_over_any_contents_leaves_nothing_to_find() {
    let mut random = fastrand::Rng::with_seed(9);
    let mut bench = Bench::new(13, false);
    for _ in 0..500 {
        let slot = random.usize(0..1 << 13);
        bench.write(slot, true);
    }
    for slot in 0..1 << 13 {
        bench.write(slot, false);
    }
    bench.idle(1);
    let wheel = Wheel { base: 0, size: 1 << 13 };
    assert_eq!(bench.ask(wheel, 77).0, None);
}
