//! Comparing what a host reports with what the schedule expects.

use core::fmt;
use std::collections::HashMap;

use super::{Expiry, Started};

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
            Self::WrongTick { timer, due, reported_due } => {
                write!(formatter, "timer {timer} was due at tick {due}, but reported for tick {reported_due}")
            }
            Self::Early { timer, due, reported } => {
                write!(formatter, "timer {timer} is due at tick {due}, but was reported at tick {reported}")
            }
            Self::Twice { timer } => write!(formatter, "timer {timer} was reported twice"),
            Self::NotDue { timer } => {
                write!(formatter, "timer {timer} was reported, but must not expire")
            }
            Self::Lost { timer, due } => write!(formatter, "timer {timer} was due at tick {due}, but never reported"),
            Self::StopRefused { timer, tick } => {
                write!(formatter, "timer {timer} was to be stopped at tick {tick}, but was not outstanding")
            }
            Self::Vanished { timer } => write!(formatter, "timer {timer} is outstanding, but the driver lost it"),
            Self::LeftOver { timers } => write!(formatter, "the driver holds {timers} timers that nobody started"),
        }
    }
}

/// A timer that has been started and has not come to its end on both sides, the oracle's and the host's.
#[derive(Debug, Clone, Copy)]
struct Live {
    due: u64,
    /// Started only at its due tick or after it; the chip finds it at a later tick.
    started_late: bool,
    /// Whether the oracle has expired it.
    expected: bool,
    report: Report,
}

/// What the host has reported of a timer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Report {
    None,
    /// Its expiry, and the ticks by which it came after it was due.
    Right(u64),
    /// Something that was taken note of as a difference.
    Wrong,
}

/// Compares, report by report. Memory: the timers that are outstanding, and a bit for each timer.
#[derive(Debug, Default)]
pub struct Checker {
    live: HashMap<u32, Live>,
    /// Timers started so far.
    started: u32,
    /// A bit for each timer that is not live any more: whether it was reported.
    reported: Vec<u64>,
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

impl Checker {
    /// A checker that knows of no timer yet.
    pub fn new() -> Self {
        Self::default()
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

    /// The host has started a timer; `late` where that was at its due tick or after it.
    pub fn start(&mut self, timer: &Started, late: bool) {
        let live = Live { due: timer.due, started_late: late, expected: false, report: Report::None };
        self.live.insert(timer.timer, live);
        self.started = self.started.max(timer.timer + 1);
    }

    /// The oracle has expired `timer`: the host has to report it, or has done so already.
    pub fn expire(&mut self, timer: u32) {
        let Some(live) = self.live.get_mut(&timer) else {
            return;
        };
        live.expected = true;
        match live.report {
            Report::None => {}
            Report::Right(delay) => self.settle(timer, delay),
            Report::Wrong => self.forget(timer, true),
        }
    }

    /// `timer` has expired on both sides.
    fn settle(&mut self, timer: u32, delay: u64) {
        self.expired += 1;
        self.delays.push(delay);
        self.forget(timer, true);
    }

    /// `timer` has come to its end on both sides.
    fn forget(&mut self, timer: u32, reported: bool) {
        self.live.remove(&timer);
        let word = timer as usize / 64;
        if self.reported.len() <= word {
            self.reported.resize(word + 1, 0);
        }
        self.reported[word] |= u64::from(reported) << (timer % 64);
    }

    /// Whether `timer`, which is not live, was reported.
    fn was_reported(&self, timer: u32) -> bool {
        let word = self.reported.get(timer as usize / 64);
        word.is_some_and(|word| word >> (timer % 64) & 1 == 1)
    }

    /// Compares one report.
    pub fn expiry(&mut self, expiry: Expiry) {
        let Expiry { timer, due: reported_due, visited, by_search, reported } = expiry;
        let Some(live) = self.live.get_mut(&timer) else {
            let again = self.was_reported(timer);
            if !again && timer < self.started {
                self.forget(timer, true);
            }
            return self.differ(match again {
                true => Difference::Twice { timer },
                false => Difference::NotDue { timer },
            });
        };
        if live.report != Report::None {
            return self.differ(Difference::Twice { timer });
        }
        let due = live.due;
        let difference = if reported_due != due {
            Some(Difference::WrongTick { timer, due, reported_due })
        } else if visited != due && !by_search && !live.started_late {
            Some(Difference::WrongTick { timer, due, reported_due: visited })
        } else if reported < due || visited < due {
            Some(Difference::Early { timer, due, reported })
        } else {
            None
        };
        let expected = live.expected;
        match difference {
            None => {
                live.report = Report::Right(reported - due);
                if expected {
                    self.settle(timer, reported - due);
                }
            }
            Some(difference) => {
                live.report = Report::Wrong;
                if expected {
                    self.forget(timer, true);
                }
                self.differ(difference);
            }
        }
    }

    /// The host was to stop `timer` at tick `tick`; `held` says whether the driver had it outstanding.
    pub fn stop(&mut self, timer: u32, tick: u64, held: bool) {
        let report = self.live.get(&timer).map(|live| live.report);
        let reported = report.is_some_and(|report| report != Report::None);
        self.raced += u64::from(matches!(report, Some(Report::Right(_))));
        self.forget(timer, reported);
        if held == reported {
            self.differ(Difference::StopRefused { timer, tick });
        }
    }

    /// `timer` is outstanding by the oracle when the replay ends, at tick `end`; `held` says whether the driver holds
    /// it.
    pub fn outstanding(&mut self, timer: u32, end: u64, held: bool) {
        let Some(live) = self.live.get(&timer).copied() else {
            return;
        };
        // The last transfers on the bus may have taken the chip a little past the end.
        if matches!(live.report, Report::Right(_)) && live.due <= end {
            self.differ(Difference::NotDue { timer });
        }
        let reported = live.report != Report::None;
        self.forget(timer, reported);
        if held == reported {
            self.differ(Difference::Vanished { timer });
        }
    }

    /// Counts what was never reported, once the host has finished.
    pub fn finish(&mut self) {
        let mut lost: Vec<_> =
            self.live.iter().filter(|(_, live)| live.expected).map(|(&timer, live)| (live.due, timer)).collect();
        lost.sort_unstable();
        for (due, timer) in lost {
            self.forget(timer, false);
            self.differ(Difference::Lost { timer, due });
        }
    }
}
