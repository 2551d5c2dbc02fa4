//! Comparing what a host reports with what the schedule expects.

use core::fmt;
use std::collections::HashSet;

use super::{End, Expiry, Schedule};

/// Differences that are kept for the report; the others are only counted.
const KEPT: usize = 10;

/// A way in which a host differed from the oracle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Difference {
    /// Reported with a tick at which it was not due, or found by the chip at another tick.
    WrongTick {
        /// The timer.
        timer: u32,
        /// When it is due.
        due: u64,
        /// When the host says it was due.
        reported_due: u64,
    },
    /// Reported before it was due.
    Early {
        /// The timer.
        timer: u32,
        /// When it is due.
        due: u64,
        /// When it was reported.
        reported: u64,
    },
    /// Reported a second time.
    Twice {
        /// The timer.
        timer: u32,
    },
    /// Reported although it had been stopped, or must still be outstanding, or was never started.
    NotDue {
        /// The timer.
        timer: u32,
    },
    /// Never reported although it was due.
    Lost {
        /// The timer.
        timer: u32,
        /// When it was due.
        due: u64,
    },
    /// The driver did not know it when it was to be stopped.
    StopRefused {
        /// The timer.
        timer: u32,
        /// When it was to be stopped.
        tick: u64,
    },
    /// The driver did not hold it at the end although it is outstanding.
    Vanished {
        /// The timer.
        timer: u32,
    },
    /// The driver held more timers at the end than are outstanding.
    LeftOver {
        /// How many more.
        timers: u64,
    },
}

impl fmt::Display for Difference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::WrongTick {
                timer,
                due,
                reported_due,
            } => {
                write!(
                    formatter,
                    "timer {timer} was due at tick {due}, but reported for tick {reported_due}"
                )
            }
            Self::Early {
                timer,
                due,
                reported,
            } => {
                write!(
                    formatter,
                    "timer {timer} is due at tick {due}, but was reported at tick {reported}"
                )
            }
            Self::Twice { timer } => write!(formatter, "timer {timer} was reported twice"),
            Self::NotDue { timer } => {
                write!(formatter, "timer {timer} was reported, but must not expire")
            }
            Self::Lost { timer, due } => write!(
                formatter,
                "timer {timer} was due at tick {due}, but never reported"
            ),
            Self::StopRefused { timer, tick } => {
                write!(
                    formatter,
                    "timer {timer} was to be stopped at tick {tick}, but was not outstanding"
                )
            }
            Self::Vanished { timer } => write!(
                formatter,
                "timer {timer} is outstanding, but the driver lost it"
            ),
            Self::LeftOver { timers } => write!(
                formatter,
                "the driver holds {timers} timers that nobody started"
            ),
        }
    }
}

/// Compares, report by report.
#[derive(Debug)]
pub struct Checker<'a> {
    schedule: &'a Schedule,
    /// By timer: whether it was reported.
    reported: Vec<bool>,
    /// By timer: whether the host has stopped it.
    stopped: Vec<bool>,
    /// Timers whose start was carried out only at their due tick or after it; the chip finds those at a later tick.
    started_late: HashSet<u32>,
    /// Timers reported as expired that had to expire, each once.
    pub expired: u64,
    /// Differences other than lost timers.
    pub wrong: u64,
    /// Timers that were due and never reported, or gone from the driver.
    pub lost: u64,
    /// Timers that were reported, correctly, before the host came to stop them: the bus was busy when they were to be
    /// stopped, and they fell due meanwhile. Nobody is wrong then, but the host was too slow for this workload.
    pub raced: u64,
    /// The first differences.
    pub differences: Vec<Difference>,
    /// Ticks from due to reported, of each expiry.
    pub delays: Vec<u64>,
}

impl<'a> Checker<'a> {
    /// A checker that expects what `schedule` says.
    pub fn new(schedule: &'a Schedule) -> Self {
        Self {
            schedule,
            reported: vec![false; schedule.timers.len()],
            stopped: vec![false; schedule.timers.len()],
            started_late: HashSet::new(),
            expired: 0,
            wrong: 0,
            lost: 0,
            raced: 0,
            differences: Vec::new(),
            delays: Vec::new(),
        }
    }

    /// Takes note of a difference.
    pub fn differ(&mut self, difference: Difference) {
        match difference {
            Difference::Lost { .. } | Difference::Vanished { .. } => self.lost += 1,
            _ => self.wrong += 1,
        }
        if self.differences.len() < KEPT {
            self.differences.push(difference);
        }
    }

    /// Compares one report.
    pub fn expiry(&mut self, expiry: Expiry) {
        let Expiry {
            timer,
            due: reported_due,
            visited,
            by_search,
            reported,
        } = expiry;
        let Some(expected) = self.schedule.timers.get(timer as usize) else {
            return self.differ(Difference::NotDue { timer });
        };
        if self.reported[timer as usize] {
            return self.differ(Difference::Twice { timer });
        }
        self.reported[timer as usize] = true;
        let due = expected.due;
        if reported_due != due {
            return self.differ(Difference::WrongTick {
                timer,
                due,
                reported_due,
            });
        }
        if visited != due && !by_search && !self.started_late.contains(&timer) {
            return self.differ(Difference::WrongTick {
                timer,
                due,
                reported_due: visited,
            });
        }
        if reported < due || visited < due {
            return self.differ(Difference::Early {
                timer,
                due,
                reported,
            });
        }
        match expected.end {
            End::Expired => {
                self.expired += 1;
                self.delays.push(reported - due);
            }
            End::Stopped(_) if !self.stopped[timer as usize] => self.raced += 1,
            // The last transfers on the bus took the chip a little past the end.
            End::Outstanding if due > self.schedule.end => {}
            _ => self.differ(Difference::NotDue { timer }),
        }
    }

    /// The host started `timer` too late for the chip's visit at its due tick.
    pub fn started_late(&mut self, timer: u32) {
        self.started_late.insert(timer);
    }

    /// The host was to stop `timer` at tick `tick`; `held` says whether the driver had it outstanding.
    pub fn stop(&mut self, timer: u32, tick: u64, held: bool) {
        self.stopped[timer as usize] = true;
        if held == self.reported[timer as usize] {
            self.differ(Difference::StopRefused { timer, tick });
        }
    }

    /// `timer` is outstanding at the end by the oracle; `held` says whether the driver holds it.
    pub fn outstanding(&mut self, timer: u32, held: bool) {
        if held == self.reported[timer as usize] {
            self.differ(Difference::Vanished { timer });
        }
    }

    /// Counts what was never reported, once the host has finished.
    pub fn finish(&mut self) {
        let schedule = self.schedule;
        for &timer in &schedule.expiries {
            if !self.reported[timer as usize] {
                self.differ(Difference::Lost {
                    timer,
                    due: schedule.timers[timer as usize].due,
                });
            }
        }
    }
}
