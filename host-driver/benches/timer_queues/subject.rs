//! What is measured: a timer queue, ours or a peer's, behind the few operations that the workloads need.

use carillon_driver::queue::{Handle, TimerQueue};

/// A timer queue with items of 32 bits. Time only goes forwards.
pub trait Subject {
    type Handle: Copy;

    /// Starts a timer for tick `expiry`, which is after now.
    fn start(&mut self, expiry: u64, item: u32) -> Self::Handle;

    /// Stops one that is outstanding.
    fn stop(&mut self, handle: Self::Handle);

    /// Advances to `to` and puts the items of what expired into `expired`, which is empty.
    fn advance(&mut self, to: u64, expired: &mut Vec<u32>);

    /// The tick to advance to next; `None` if nothing is outstanding. A lower bound will do.
    fn next(&mut self) -> Option<u64>;
}

/// One of ours.
pub struct Ours<Q>(pub Q);

impl<Q: TimerQueue<Item = u32>> Subject for Ours<Q> {
    type Handle = Handle;

    fn start(&mut self, expiry: u64, item: u32) -> Handle {
        self.0.start_at(expiry, item).expect("room")
    }

    fn stop(&mut self, handle: Handle) {
        self.0.stop(handle).expect("outstanding");
    }

    fn advance(&mut self, to: u64, expired: &mut Vec<u32>) {
        self.0.advance(to).expect("forwards");
        while let Some(one) = self.0.next_expired() {
            expired.push(one.item);
        }
    }

    fn next(&mut self) -> Option<u64> {
        self.0.next_expiry()
    }
}
