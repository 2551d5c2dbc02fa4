//! Timer queues measured beside each other: ours and those of Rust's registry, on the same workloads.
//!
//! [`Contender`] is the little that a workload asks of a queue, [`Workload`] names the workloads,
//! [`run`](workload::run) carries one out, [`check`](fn@check::check) holds a contender against the
//! standard library's ordered set, and [`field`] lists everyone who takes part. The benchmark `queues` prints the
//! table; [`figures`] has the curves of the paper and of FlexQueue's thesis.

pub mod callouts;
pub mod check;
pub mod clock;
pub mod field;
pub mod figures;
mod intervals;
pub mod ours;
pub mod peers;
pub mod table;
mod work_units;
pub mod workload;

pub use field::{Contestant, FIELD};
pub use intervals::Intervals;
pub use workload::{Measured, Workload};

/// A timer queue under measurement. A timer is known by its number, below the number that the queue was made for;
/// whoever needs a handle keeps it in a table of its own, as a user of that queue would.
pub trait Contender {
    /// Starts timer `number`, which is not outstanding, to be due at tick `expiry`, after the tick of the last
    /// [`advance`](Self::advance).
    fn start(&mut self, number: u32, expiry: u64);

    /// Stops timer `number`, which is outstanding.
    fn stop(&mut self, number: u32);

    /// Starts timer `number`, which is outstanding, to be due at tick `expiry` instead.
    fn restart(&mut self, number: u32, expiry: u64) {
        self.stop(number);
        self.start(number, expiry);
    }

    /// Moves on to tick `to` and adds to `expired` the numbers of all timers that have run out.
    fn advance(&mut self, to: u64, expired: &mut Vec<u32>);

    /// A tick before which nothing runs out, after the tick of the last advance; `None` if nothing is outstanding or
    /// the queue has no answer to this question.
    fn next_expiry(&mut self) -> Option<u64>;
}
