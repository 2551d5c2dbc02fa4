//! The three kernels of the paper's Figure 9: BSD's old callouts, Costello's with their hash table for `untimeout`, and
//! the same by handle.

use carillon_queues::memory::Bounded;
use carillon_queues::tools::{CalloutLink, Callouts};
use carillon_queues::{Handle, HashedWheel, Timers};

use super::Contender;
use core::num::NonZeroU32;

/// What a callout calls.
const FUNCTION: u32 = 0;

/// No callout.
const NONE: u32 = u32::MAX;

/// BSD's old facility (section VII of the paper): one list, in the order of expiry, each callout with the ticks from
/// the one before it to it. `timeout` searches from the front, and so does `untimeout`, for function and argument.
#[derive(Debug)]
pub struct OldCallouts {
    callouts: Vec<OldCallout>,
    first: u32,
    free: u32,
    now: u64,
}

#[derive(Debug, Clone)]
struct OldCallout {
    function: u32,
    argument: u32,
    ticks: u64,
    next: u32,
}

impl OldCallouts {
    /// For `capacity` callouts.
    pub fn new(capacity: usize) -> Self {
        let free = |index: u32| OldCallout { function: FUNCTION, argument: 0, ticks: 0, next: index + 1 };
        Self { callouts: (0..=capacity as u32).map(free).collect(), first: NONE, free: 0, now: 0 }
    }

    /// The callout after `index`; with [`NONE`] the first.
    fn next(&mut self, index: u32) -> &mut u32 {
        match self.callouts.get_mut(index as usize) {
            Some(callout) => &mut callout.next,
            None => &mut self.first,
        }
    }
}

impl Contender for OldCallouts {
    fn start(&mut self, number: u32, expiry: u64) {
        let (mut before, mut at) = (NONE, self.first);
        let mut ticks = expiry - self.now;
        while let Some(callout) = self.callouts.get_mut(at as usize) {
            if callout.ticks > ticks {
                callout.ticks -= ticks;
                break;
            }
            ticks -= callout.ticks;
            (before, at) = (at, callout.next);
        }
        let new = self.free;
        let callout = &mut self.callouts[new as usize];
        self.free = callout.next;
        *callout = OldCallout { function: FUNCTION, argument: number, ticks, next: at };
        *self.next(before) = new;
    }

    fn stop(&mut self, number: u32) {
        let (mut before, mut at) = (NONE, self.first);
        while let Some(callout) = self.callouts.get(at as usize) {
            if (callout.function, callout.argument) == (FUNCTION, number) {
                let (ticks, next) = (callout.ticks, callout.next);
                if let Some(after) = self.callouts.get_mut(next as usize) {
                    after.ticks += ticks;
                }
                *self.next(before) = next;
                self.callouts[at as usize].next = self.free;
                self.free = at;
                return;
            }
            (before, at) = (at, callout.next);
        }
    }

    fn advance(&mut self, to: u64, expired: &mut Vec<u32>) {
        let mut ticks = to - self.now;
        self.now = to;
        while let Some(callout) = self.callouts.get_mut(self.first as usize) {
            if callout.ticks > ticks {
                callout.ticks -= ticks;
                break;
            }
            ticks -= callout.ticks;
            expired.push(callout.argument);
            let (at, next) = (self.first, callout.next);
            callout.next = self.free;
            (self.first, self.free) = (next, at);
        }
    }

    fn next_expiry(&mut self) -> Option<u64> {
        let first = self.callouts.get(self.first as usize)?;
        Some(self.now + first.ticks)
    }
}

type Kernel =
    Callouts<u32, u32, Timers<HashedWheel, (u32, u32), Bounded<(u32, u32)>>, Vec<u32>, Vec<CalloutLink<u32, u32>>>;

/// Costello's callouts, over Scheme 6.
#[derive(Debug)]
pub struct NewCallouts {
    kernel: Kernel,
    /// With `setcallout`, and `unsetcallout` by these; otherwise with `timeout` and `untimeout`.
    handles: Option<Vec<Handle>>,
}

impl NewCallouts {
    /// Over a wheel of `slots`, for `capacity` callouts and with as many heads in the hash table.
    ///
    /// # Panics
    /// The wheel's memory does not do.
    pub fn new(slots: u32, capacity: usize, by_handle: bool) -> Self {
        let queue = Timers::bounded(HashedWheel::new(slots), capacity).expect("a queue");
        let heads = vec![0; capacity.next_power_of_two()];
        let links = vec![CalloutLink::EMPTY; capacity];
        Self {
            kernel: Callouts::new(queue, heads, links).expect("as many links as timers"),
            handles: by_handle.then(|| vec![Handle::new(0, NonZeroU32::MIN); capacity]),
        }
    }
}

impl Contender for NewCallouts {
    fn start(&mut self, number: u32, expiry: u64) {
        let ticks = expiry - self.kernel.queue().now();
        if let Some(handles) = &mut self.handles {
            handles[number as usize] = self.kernel.setcallout(FUNCTION, number, ticks).expect("room");
        } else {
            self.kernel.timeout(FUNCTION, number, ticks).expect("room");
        }
    }

    fn stop(&mut self, number: u32) {
        let stopped = match &self.handles {
            Some(handles) => self.kernel.unsetcallout(handles[number as usize]).is_some(),
            None => self.kernel.untimeout(FUNCTION, number),
        };
        assert!(stopped, "it is outstanding");
    }

    fn advance(&mut self, to: u64, expired: &mut Vec<u32>) {
        let call = |_, argument| expired.push(argument);
        self.kernel.softclock(to, call);
    }

    fn next_expiry(&mut self) -> Option<u64> {
        self.kernel.queue().next_expiry()
    }
}
