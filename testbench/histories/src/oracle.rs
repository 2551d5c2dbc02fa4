//! The one oracle: what a host may rely on, whatever the facility, written without a look at how any of them works.
//!
//! It counts in *elapsed* ticks: those that the device's now has counted, over all its resets. A timer of an interval
//! must not come before so many ticks have elapsed since the call began; and when the host has done what it is told to
//! do, and faults have ended, it must have come when that many have elapsed since the call returned, and a few more.
//! After a reset the time that the device stood still does not count, and its facility may begin the interval anew.

use core::fmt;

/// What was promised and did not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Broken {
    /// A timer came before its interval had elapsed.
    Early { item: u32, elapsed: u64, earliest: u64 },
    /// It did not come.
    Lost { items: Vec<u32>, elapsed: u64 },
    /// The alarm or the interrupt did not come.
    NotRung { items: Vec<u32>, elapsed: u64 },
    /// It came although it had come before, was stopped, or was refused.
    Again { item: u32 },
    /// Timers of one service came out of order.
    OutOfOrder { before: u64, after: u64 },
    /// What is said of when it was due or reported cannot be.
    WrongTick(String),
    /// The facility's now is ahead of the truth.
    Ahead { known: u64, truth: u64 },
    /// A reset was not noticed.
    ResetNotNoticed(&'static str),
    /// An outcome contradicts what was handed out.
    WrongOutcome(String),
    /// There is an error, or an interrupt, without end.
    NoEnd(String),
    /// The facility's own check.
    Invariant(String),
    /// The driver panicked.
    Panicked(String),
}

impl Broken {
    /// Which promise it is: shrinking keeps to it.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Early { .. } => "early",
            Self::Lost { .. } => "lost",
            Self::NotRung { .. } => "not rung",
            Self::Again { .. } => "again",
            Self::OutOfOrder { .. } => "out of order",
            Self::WrongTick(_) => "wrong tick",
            Self::Ahead { .. } => "now ahead of the truth",
            Self::ResetNotNoticed(_) => "reset not noticed",
            Self::WrongOutcome(_) => "wrong outcome",
            Self::NoEnd(_) => "no end",
            Self::Invariant(_) => "invariant",
            Self::Panicked(_) => "panic",
        }
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {self:?}", self.kind())
    }
}

/// Where a timer stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// It is to come.
    Outstanding,
    /// It came, was stopped, or was refused.
    Over,
}

/// A timer that was asked for. Its item is its number.
#[derive(Debug, Clone, Copy)]
pub struct Timer {
    /// Where it stands.
    pub state: State,
    /// It may come from this elapsed tick on.
    pub earliest: u64,
    /// It should have come by this one, but for what the facility is allowed.
    pub latest: u64,
    /// The longest interval that it may have.
    interval: u64,
    /// When it had been asked for.
    asked: u64,
}

/// All timers.
#[derive(Debug, Default)]
pub struct Oracle {
    timers: Vec<Timer>,
    /// The last one in this service: when it was due, and from which elapsed tick on it could be.
    last: (u64, u64),
}

impl Oracle {
    /// The number of the next timer.
    pub fn next(&self) -> u32 {
        self.timers.len() as u32
    }

    pub fn get(&self, item: u32) -> Option<&Timer> {
        self.timers.get(item as usize)
    }

    pub fn is_outstanding(&self, item: u32) -> bool {
        self.get(item).is_some_and(|timer| timer.state == State::Outstanding)
    }

    fn outstanding(&self) -> impl Iterator<Item = (u32, &Timer)> {
        let numbered = (0..).zip(&self.timers);
        numbered.filter(|(_, timer)| timer.state == State::Outstanding)
    }

    /// How many are outstanding.
    pub fn count(&self) -> usize {
        self.outstanding().count()
    }

    /// A timer was asked for, and begun or refused, while these ticks elapsed: `least` to `most` of them later it is
    /// due.
    pub fn started(&mut self, begun: bool, elapsed: [u64; 2], least: u64, most: u64) {
        self.timers.push(Timer {
            state: if begun { State::Outstanding } else { State::Over },
            earliest: elapsed[0].saturating_add(least),
            latest: elapsed[1].saturating_add(most),
            interval: most,
            asked: elapsed[1],
        });
    }

    /// A restart was asked for. If it `may` have failed either interval holds.
    pub fn restarted(&mut self, item: u32, failed: bool, elapsed: [u64; 2], interval: u64) {
        let timer = &mut self.timers[item as usize];
        let (earliest, latest) = (elapsed[0].saturating_add(interval), elapsed[1].saturating_add(interval));
        timer.asked = elapsed[1];
        if failed {
            timer.earliest = timer.earliest.min(earliest);
            timer.latest = timer.latest.max(latest);
            timer.interval = timer.interval.max(interval);
        } else {
            timer.earliest = earliest;
            timer.latest = latest;
            timer.interval = interval;
        }
    }

    /// A timer was stopped.
    pub fn stopped(&mut self, item: u32) -> Result<(), Broken> {
        if !self.is_outstanding(item) {
            return Err(Broken::Again { item });
        }
        self.timers[item as usize].state = State::Over;
        Ok(())
    }

    /// A service begins.
    pub const fn service(&mut self) {
        self.last = (0, 0);
    }

    /// A timer was handed out as due at this tick of the facility's.
    pub fn handed_out(&mut self, item: u32, elapsed: u64, due: u64, ordered: bool) -> Result<(), Broken> {
        if !self.is_outstanding(item) {
            return Err(Broken::Again { item });
        }
        let timer = &mut self.timers[item as usize];
        timer.state = State::Over;
        let (earliest, asked) = (timer.earliest, timer.asked);
        if elapsed < earliest {
            return Err(Broken::Early { item, elapsed, earliest });
        }
        let (before, began) = std::mem::replace(&mut self.last, (due, earliest));
        // One that was asked for when the other was due already may come after it.
        if ordered && due < before && asked < began {
            return Err(Broken::OutOfOrder { before, after: due });
        }
        Ok(())
    }

    /// The device was started again: a timer's interval may begin anew, and the facility's time was `behind` the truth.
    pub fn recovered(&mut self, elapsed: u64, behind: u64) {
        for timer in &mut self.timers {
            timer.latest = timer.latest.max(elapsed.saturating_add(timer.interval).saturating_add(behind));
        }
    }

    /// Those that should have come before this elapsed tick.
    pub fn overdue(&self, elapsed: u64) -> Vec<u32> {
        let overdue = self.outstanding().filter(|(_, timer)| timer.latest < elapsed);
        overdue.map(|(item, _)| item).collect()
    }

    /// The elapsed tick by which the next one should come.
    pub fn next_latest(&self) -> Option<u64> {
        self.outstanding().map(|(_, timer)| timer.latest).min()
    }
}

#[cfg(test)]
mod tests {
    use super::{Broken, Oracle};

    /// A timer of 10 to 12 ticks that is started while ticks 5 to 7 elapse.
    fn started() -> Oracle {
        let mut oracle = Oracle::default();
        oracle.started(true, [5, 7], 10, 12);
        oracle
    }

    #[test]
    fn oracle_timer_before_its_interval_is_early() {
        assert_eq!(started().handed_out(0, 15, 15, true), Ok(()));
        let early = Broken::Early { item: 0, elapsed: 14, earliest: 15 };
        assert_eq!(started().handed_out(0, 14, 15, true), Err(early));
    }

    #[test]
    fn oracle_timer_that_is_over_does_not_come() {
        let again = Err(Broken::Again { item: 0 });
        let mut oracle = started();
        assert_eq!(oracle.stopped(0), Ok(()));
        assert_eq!(oracle.stopped(0), again);
        assert_eq!(oracle.handed_out(0, 20, 15, true), again);
        let mut oracle = started();
        assert_eq!(oracle.handed_out(0, 20, 15, true), Ok(()));
        assert_eq!(oracle.handed_out(0, 20, 15, true), again);
        let mut refused = Oracle::default();
        refused.started(false, [5, 7], 10, 12);
        assert_eq!(refused.handed_out(0, 20, 15, true), again);
        assert_eq!(Oracle::default().handed_out(0, 20, 15, true), again);
    }

    #[test]
    fn oracle_timer_after_its_latest_tick_is_overdue() {
        let mut oracle = started();
        assert_eq!(oracle.next_latest(), Some(19));
        assert_eq!(oracle.overdue(19), []);
        assert_eq!(oracle.overdue(20), [0]);
        oracle.restarted(0, false, [20, 21], 5);
        assert_eq!(oracle.next_latest(), Some(26));
        oracle.recovered(30, 2);
        assert_eq!(oracle.next_latest(), Some(37));
    }

    #[test]
    fn oracle_failed_restart_leaves_either_interval() {
        let mut oracle = started();
        oracle.restarted(0, true, [6, 8], 2);
        assert_eq!(oracle.next_latest(), Some(19));
        assert_eq!(oracle.handed_out(0, 8, 8, true), Ok(()));
    }

    #[test]
    fn oracle_order_in_a_service_is_that_of_ticks_unless_asked_for_late() {
        let hand_out = |asked: u64, ordered: bool| {
            let mut oracle = started();
            oracle.started(true, [asked, asked], 0, 0);
            oracle.service();
            oracle.handed_out(0, 20, 15, ordered).expect("it is due");
            oracle.handed_out(1, 20, 14, ordered)
        };
        let broken = Broken::OutOfOrder { before: 15, after: 14 };
        assert_eq!(hand_out(14, true), Err(broken));
        assert_eq!(hand_out(14, false), Ok(()));
        assert_eq!(hand_out(15, true), Ok(()));
    }
}
