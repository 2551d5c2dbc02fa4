//! A limit for tests that wait for what has none of its own: threads, alarms, sockets.

use std::io::Write;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use std::{io, process};

/// After this time what has not happened will not: what these tests wait for takes seconds on a machine that has time.
const PATIENCE: Duration = Duration::from_secs(1_800);

/// While it lives, the test's time is limited: the process is aborted after that, with the test's name.
#[must_use = "the limit ends with this value"]
pub struct Limit {
    test: Option<Sender<()>>,
    watch: Option<JoinHandle<()>>,
}

impl Limit {
    /// For the test that the present thread runs.
    pub fn of_this_test() -> Self {
        Self::after(PATIENCE)
    }

    fn after(patience: Duration) -> Self {
        let name = thread::current().name().unwrap_or("a test").to_owned();
        let (test, ends) = channel();
        let watch = thread::spawn(move || {
            if ends.recv_timeout(patience) == Err(RecvTimeoutError::Timeout) {
                // Not by a macro: its output would be kept for the end of the test.
                let _ = writeln!(io::stderr(), "{name}: no end within {patience:?}");
                process::abort();
            }
        });
        Self { test: Some(test), watch: Some(watch) }
    }
}

impl Drop for Limit {
    fn drop(&mut self) {
        drop(self.test.take());
        if let Some(watch) = self.watch.take() {
            let _ = watch.join();
        }
    }
}
