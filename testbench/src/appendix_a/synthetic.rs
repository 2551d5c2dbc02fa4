//! Schedules of equal timers, for the paper's formulas.

use crate::replay::{Action, End, Operation, Schedule, Timer};
use crate::tcp::{Kind, Owner, Side};

/// How often each timer is started.
const ROUNDS: u64 = 3;

/// `outstanding` timers of `interval` ticks, which are started evenly over an interval, expire, and are started anew a tick later.
pub fn synthetic(outstanding: u32, interval: u64) -> Schedule {
    let mut timers = Vec::new();
    for round in 0..ROUNDS {
        for number in 0..outstanding {
            let offset = interval * u64::from(number) / u64::from(outstanding);
            let started = 1 + offset + round * (interval + 1);
            timers.push(Timer {
                owner: Owner {
                    connection: number,
                    side: Side::First,
                    kind: Kind::Retransmission,
                },
                started,
                due: started + interval,
                end: End::Expired,
            });
        }
    }
    let operations = timers.iter().zip(0..).map(|(timer, number)| Operation {
        tick: timer.started,
        timer: number,
        action: Action::Start,
    });
    let mut operations: Vec<_> = operations.collect();
    operations.sort_by_key(|operation| (operation.tick, operation.timer));
    // The identities are those of the order of starting.
    let order: Vec<_> = operations.iter().map(|one| one.timer as usize).collect();
    let timers: Vec<_> = order.iter().map(|&place| timers[place]).collect();
    for (operation, number) in operations.iter_mut().zip(0..) {
        operation.timer = number;
    }
    let mut expiries: Vec<u32> = (0..).take(timers.len()).collect();
    expiries.sort_by_key(|&timer| (timers[timer as usize].due, timer));
    // Some ticks more, in which a host that is behind catches up.
    let end = timers.iter().map(|timer| timer.due).max().unwrap_or(0) + 100;
    Schedule {
        timers,
        operations,
        expiries,
        outstanding_peak: outstanding as usize,
        end,
        connections: Vec::new(),
    }
}
