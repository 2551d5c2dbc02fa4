//! Work that is cut into one piece for each seed and shared out among threads.

use crate::progress;
use indicatif::ProgressBar;
use std::collections::BTreeMap;
use std::ops::AddAssign;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// Compares one chip with one seed, for so long.
pub type Compare<'a, C, T> = &'a (dyn Fn(&C, u64, u64) -> Result<T, String> + Sync);

/// The whole work.
pub struct Work<'a, C, T> {
    /// Each seed is for one of them, in turn.
    pub chips: &'a [C],
    /// In this unit: clocks or operations.
    pub whole: u64,
    pub unit: &'a str,
    /// The same of one seed.
    pub piece: u64,
    /// The first seed.
    pub seed: u64,
    /// What is done with a seed; the message of a failure says how to see it again.
    pub compare: Compare<'a, C, T>,
}

impl<C: Sync, T: AddAssign + Copy + Default + Send> Work<'_, C, T> {
    /// How many seeds there are.
    pub fn pieces(&self) -> u64 {
        self.whole.div_ceil(self.piece)
    }

    /// Does all of it in so many threads; gives what was done with each chip.
    ///
    /// # Errors
    ///
    /// What the first of the seeds that fail has to say, in the inner result; a thread that has panicked in the outer
    /// one.
    pub fn share(&self, jobs: usize) -> Result<Result<Vec<T>, String>, String> {
        let next = AtomicU64::new(0);
        let bar = progress::bar(self.whole, self.unit);
        let results: Vec<_> = thread::scope(|scope| {
            let threads: Vec<_> = (0..jobs.max(1))
                .map(|_| scope.spawn(|| self.take(&next, &bar)))
                .collect();
            threads
                .into_iter()
                .map(thread::ScopedJoinHandle::join)
                .collect()
        });
        bar.finish_and_clear();
        let mut totals = vec![T::default(); self.chips.len()];
        let mut failures = BTreeMap::new();
        for result in results {
            match result.map_err(|_| "a thread has panicked".to_owned())? {
                Ok(part) => {
                    for (total, part) in totals.iter_mut().zip(part) {
                        *total += part;
                    }
                }
                Err((piece, message)) => drop(failures.insert(piece, message)),
            }
        }
        Ok(match failures.pop_first() {
            Some((_, message)) => Err(message),
            None => Ok(totals),
        })
    }

    /// Takes pieces until there is none left, or one fails: then the others end as well.
    fn take(&self, next: &AtomicU64, bar: &ProgressBar) -> Result<Vec<T>, (u64, String)> {
        let mut totals = vec![T::default(); self.chips.len()];
        loop {
            let piece = next.fetch_add(1, Ordering::Relaxed);
            if piece >= self.pieces() {
                return Ok(totals);
            }
            let chip = (piece % self.chips.len() as u64) as usize;
            let length = self.piece.min(self.whole - piece * self.piece);
            match (self.compare)(&self.chips[chip], self.seed + piece, length) {
                Ok(total) => totals[chip] += total,
                Err(message) => {
                    next.store(self.pieces(), Ordering::Relaxed);
                    return Err((piece, message));
                }
            }
            bar.inc(length);
        }
    }
}
