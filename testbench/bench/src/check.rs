//! A contender held against the oracle: the same random history on both, and every way in which they differ.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use carillon_spec::queue::Oracle;
use fastrand::Rng;

use super::Contender;

/// What a contender did that a timer queue should not do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// A timer ran out before its tick.
    Early,
    /// A timer ran out at an advance after the one that reached its tick, or never.
    Late,
    /// A timer ran out that was not outstanding.
    NotOutstanding,
    /// The next expiry was said to be later than it was, or none although timers were outstanding.
    NextTooLate,
    /// It panicked, or never came back with all timers.
    Panicked,
}

impl Fault {
    /// In words, for the table.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Early => "fires early",
            Self::Late => "fires late or never",
            Self::NotOutstanding => "fires what is not outstanding",
            Self::NextTooLate => "gives a next expiry that is too late",
            Self::Panicked => "panics",
        }
    }
}

/// What came out of a check.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Verdict {
    /// Every kind of fault that was seen.
    pub faults: BTreeSet<Fault>,
    /// Whether each advance handed its timers out in the order of their ticks.
    pub in_order: bool,
    /// Whether each next expiry was that of a timer.
    pub exact_next: bool,
}

/// Timers of a history.
const TIMERS: u32 = 200;

/// Runs `operations` random operations on `queue`, made for 200 timers at least and at tick 0, with intervals of less
/// than 2^`bits` ticks. The history ends with the first fault, as nothing after it means anything.
pub fn check<Q: Contender>(seed: u64, operations: u32, bits: u32, queue: Q) -> Verdict {
    let mut verdict = Verdict { in_order: true, exact_next: true, ..Verdict::default() };
    let mut history = History {
        queue,
        oracle: Oracle::new(),
        due: vec![None; TIMERS as usize],
        now: 0,
        bits: u64::from(bits),
        random: Rng::with_seed(seed),
        verdict: verdict.clone(),
    };
    let ended = catch_unwind(AssertUnwindSafe(|| {
        for _ in 0..operations {
            history.step();
            if !history.verdict.faults.is_empty() {
                break;
            }
        }
    }));
    verdict.clone_from(&history.verdict);
    if ended.is_err() {
        verdict.faults.insert(Fault::Panicked);
        // What panicked in the middle may panic again when it is dropped.
        std::mem::forget(history);
    }
    verdict
}

struct History<Q> {
    queue: Q,
    oracle: Oracle,
    /// When each outstanding timer is due, by its number.
    due: Vec<Option<u64>>,
    now: u64,
    bits: u64,
    random: Rng,
    verdict: Verdict,
}

impl<Q: Contender> History<Q> {
    fn step(&mut self) {
        let number = self.random.u64(0..u64::from(TIMERS)) as u32;
        match (self.random.u64(0..9), self.due[number as usize]) {
            (0..5, None) => {
                // Intervals of all lengths, and neighbours of the powers of two that wheels turn at.
                let length = 1_u64 << self.random.u64(0..self.bits);
                let interval = match self.random.u64(0..3) {
                    0 => 1 + self.random.u64(0..length),
                    1 => length,
                    _ => 1 + self.random.u64(0..300),
                };
                let expiry = self.now + interval;
                self.queue.start(number, expiry);
                let started = self.oracle.start(number, expiry);
                debug_assert_eq!(started, Ok(()));
                self.due[number as usize] = Some(expiry);
            }
            (0..2, Some(expiry)) => {
                self.queue.stop(number);
                let stopped = self.oracle.stop(number, expiry);
                debug_assert_eq!(stopped, Ok(()));
                self.due[number as usize] = None;
            }
            (5, _) => self.advance(self.now + 1),
            (6, _) => {
                let reach = 1 << self.random.u64(0..16);
                let step = 1 + self.random.u64(0..reach);
                self.advance(self.now + step);
            }
            (7, _) => {
                if let Some((first, _)) = self.oracle.next() {
                    self.advance(first.max(self.now + 1));
                }
            }
            _ => self.ask(),
        }
    }

    fn ask(&mut self) {
        let said = self.queue.next_expiry();
        let true_one = self.oracle.next().map(|next| next.0);
        match (said, true_one) {
            (Some(said), Some(first)) if said <= first => self.verdict.exact_next &= said == first,
            (None, None) => {}
            (Some(_), None) => self.verdict.exact_next = false,
            _ => _ = self.verdict.faults.insert(Fault::NextTooLate),
        }
    }

    fn advance(&mut self, to: u64) {
        let mut expired = Vec::new();
        self.queue.advance(to, &mut expired);
        self.now = to;
        let mut last = 0;
        for number in expired {
            let Some(due) = self.due.get_mut(number as usize).and_then(Option::take) else {
                self.verdict.faults.insert(Fault::NotOutstanding);
                return;
            };
            if due > to {
                self.verdict.faults.insert(Fault::Early);
            }
            let stopped = self.oracle.stop(number, due);
            debug_assert_eq!(stopped, Ok(()));
            self.verdict.in_order &= due >= last;
            last = due;
        }
        if self.oracle.next().is_some_and(|next| next.0 <= to) {
            self.verdict.faults.insert(Fault::Late);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Fault, check};
    use crate::Contender;
    use crate::peers::TreeSet;

    /// A sound queue with one thing broken.
    struct Broken(TreeSet, Fault);

    impl Contender for Broken {
        fn start(&mut self, number: u32, expiry: u64) {
            self.0.start(number, expiry);
        }

        fn stop(&mut self, number: u32) {
            if self.1 != Fault::NotOutstanding {
                self.0.stop(number);
            }
        }

        fn advance(&mut self, to: u64, expired: &mut Vec<u32>) {
            match self.1 {
                Fault::Early => self.0.advance(to + 1, expired),
                Fault::Late => self.0.advance(to - 1, expired),
                Fault::Panicked => panic!("as wanted"),
                _ => self.0.advance(to, expired),
            }
        }

        fn next_expiry(&mut self) -> Option<u64> {
            let next = self.0.next_expiry()?;
            Some(if self.1 == Fault::NextTooLate { next + 1 } else { next })
        }
    }

    #[test]
    fn check_each_fault_is_found() {
        for fault in [Fault::Early, Fault::Late, Fault::NotOutstanding, Fault::NextTooLate, Fault::Panicked] {
            let found = check(1, 10_000, 32, Broken(TreeSet::new(200), fault)).faults;
            assert!(found.contains(&fault), "{fault:?}: {found:?}");
        }
    }

    #[test]
    fn check_sound_queue_is_in_order_and_exact() {
        let verdict = check(1, 10_000, 32, TreeSet::new(200));
        assert!(verdict.faults.is_empty() && verdict.in_order && verdict.exact_next);
    }
}
