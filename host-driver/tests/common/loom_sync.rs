//! What the sources that are tried under loom take in the place of the standard library's.
#![allow(dead_code, unused_imports, reason = "each model uses some of it")]

use loom::sync::Mutex;
pub(crate) use loom::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
pub(crate) use loom::thread::Thread;

/// A queue that promises no more than crossbeam's: who sees that a letter is there sees what came before it.
#[derive(Debug)]
pub(crate) struct SegQueue<L> {
    places: [Mutex<Option<L>>; 3],
    taken: AtomicUsize,
    filled: AtomicUsize,
}

impl<L> SegQueue<L> {
    pub(crate) fn new() -> Self {
        Self { places: [(); 3].map(|()| Mutex::new(None)), taken: AtomicUsize::new(0), filled: AtomicUsize::new(0) }
    }

    pub(crate) fn push(&self, letter: L) {
        let place = self.filled.fetch_add(1, Ordering::Release);
        *self.places[place].lock().unwrap() = Some(letter);
    }

    pub(crate) fn pop(&self) -> Option<L> {
        let place = self.taken.load(Ordering::Relaxed);
        if self.is_empty() {
            return None;
        }
        self.taken.store(place + 1, Ordering::Relaxed);
        loop {
            // Its place is taken, but it may not be there yet.
            match self.places[place].lock().unwrap().take() {
                Some(letter) => return Some(letter),
                None => loom::thread::yield_now(),
            }
        }
    }

    pub(crate) fn len(&self) -> usize {
        let filled = self.filled.load(Ordering::Acquire);
        filled.saturating_sub(self.taken.load(Ordering::Relaxed))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The present thread, as a thread that may be woken.
pub(crate) mod thread {
    pub(crate) use loom::thread::current;
}

/// Tries every order in which the threads of `run` can meet.
pub(crate) fn model(run: impl Fn() + Send + Sync + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(2);
    builder.check(run);
}
