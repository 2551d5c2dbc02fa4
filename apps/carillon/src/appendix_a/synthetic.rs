//! Schedules of equal timers, for the paper's formulas.

use carillon_replay::tcp::{Kind, Owner, Side};
use carillon_replay::{Schedule, expiring};

/// How often each timer is started.
const ROUNDS: u64 = 3;

/// Ticks after the last expiry, in which a host that is behind catches up.
const DRAIN: u64 = 100;

/// `outstanding` timers of `interval` ticks, which are started evenly over an interval, expire, and are started anew a
/// tick later.
pub fn synthetic(outstanding: u32, interval: u64) -> Schedule {
    let rounds = (0..ROUNDS).flat_map(|round| {
        (0..outstanding).map(move |number| {
            let offset = interval * u64::from(number) / u64::from(outstanding);
            let owner = Owner { connection: number, side: Side::First, kind: Kind::Retransmission };
            (1 + offset + round * (interval + 1), owner, interval)
        })
    });
    let mut starts: Vec<_> = rounds.collect();
    starts.sort_by_key(|&(tick, ..)| tick);
    expiring(starts, DRAIN)
}
