//! A host with a few timers, one operation of it at which the bus or the chip goes wrong, and what must still be true
//! after that: no timer early, lost, or handed out twice, all in order; an error is said, and a reset is noticed.

use std::collections::BTreeMap;
use std::fmt::Debug;

use carillon_driver::counter_chip::Wake;
use carillon_driver::facility::{FacilityError, Started, TimerFacility};
use carillon_driver::queue::Handle;

use crate::common::bus_fault::BusFault;
use crate::common::struck::{Fake, Garbage, Strike, Struck};

/// What a facility returns.
pub type Outcome<T = ()> = Result<T, FacilityError<BusFault>>;

/// A function of one kind of facility, beside those of [`TimerFacility`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extra {
    Audit,
    Resynchronise,
    Pause,
    Resume,
    StartPeriodic,
    TimeLeft,
}

/// What is done while something goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    New,
    Start,
    StartDue,
    StartAt,
    StartAtPast,
    StartBetween,
    Restart,
    RestartDue,
    RestartAt,
    RestartAtPast,
    RestartBetween,
    Stop,
    StopLast,
    Service,
    ServiceLate,
    ServiceIdle,
    ServiceAudited,
    Recover,
    RecoverLate,
    Now,
    Wake,
    WakeDue,
    Extra(Extra),
}

/// The functions of `TimerFacility`, and what tries each.
pub const FUNCTIONS: &[(&str, &[Operation])] = &[
    ("start", &[Operation::Start, Operation::StartDue]),
    ("start_at", &[Operation::StartAt, Operation::StartAtPast]),
    ("start_between", &[Operation::StartBetween]),
    ("restart", &[Operation::Restart, Operation::RestartDue]),
    ("restart_at", &[Operation::RestartAt, Operation::RestartAtPast]),
    ("restart_between", &[Operation::RestartBetween]),
    ("stop", &[Operation::Stop, Operation::StopLast]),
    ("next_expired", &[Operation::Service, Operation::ServiceLate, Operation::ServiceIdle, Operation::ServiceAudited]),
    ("recover", &[Operation::Recover, Operation::RecoverLate]),
    ("now", &[Operation::Now]),
    ("wake", &[Operation::Wake, Operation::WakeDue]),
    // Without a transfer.
    ("interrupt", &[]),
    ("last_known_now", &[]),
    ("expiry", &[]),
    ("outstanding", &[]),
    ("statistics", &[]),
    ("check_invariants", &[]),
    // `next_expired` until it is done.
    ("service", &[]),
];

/// How often `what` is in `text`.
const fn count(text: &str, what: &str) -> usize {
    let (text, what) = (text.as_bytes(), what.as_bytes());
    let (mut found, mut at) = (0, 0);
    while at + what.len() <= text.len() {
        let mut same = 0;
        while same < what.len() && text[at + same] == what[same] {
            same += 1;
        }
        if same == what.len() {
            found += 1;
        }
        at += 1;
    }
    found
}

// A new function does not compile here before it has a case above.
const _: () = {
    let interface = include_str!("../../src/facility/interface.rs");
    assert!(count(interface, "\n    fn ") == FUNCTIONS.len());
    // The counter chip's: `new`, `resynchronise`, `pause`, `resume`; the others make no transfer.
    assert!(count(include_str!("../../src/facility.rs"), "\n    pub fn ") == 5);
    assert!(count(include_str!("../../src/facility/audit.rs"), "\n    pub fn ") == 2);
    // The timer chip's: `new`, `start_periodic`, `time_left`, `audit`.
    assert!(count(include_str!("../../src/facility/timer_chip.rs"), "\n    pub fn ") == 5);
    assert!(count(include_str!("../../src/facility/timer_chip/commands.rs"), "\n    pub fn ") == 1);
};

/// A facility on a chip whose bus can be made to go wrong.
pub trait Subject {
    type Facility: TimerFacility<Item = usize, BusError = BusFault>;

    type Chip: Fake + Debug;

    const EXTRAS: &'static [Extra];

    /// The chip as it is before anything.
    fn chip() -> Self::Chip;

    fn make(bus: Struck<Self::Chip>) -> Outcome<Self::Facility>;

    fn bus(facility: &mut Self::Facility) -> &mut Struck<Self::Chip>;

    /// `handle` is of an outstanding timer; only what starts one returns another.
    fn extra(facility: &mut Self::Facility, extra: Extra, handle: Handle) -> Outcome<Option<Handle>>;
}

/// What is known of an outstanding timer.
#[derive(Debug, Clone, Copy)]
struct Promise {
    handle: Handle,
    /// The tick of the world before which it must not be handed out.
    earliest: u64,
    period: Option<u64>,
}

/// What goes wrong.
#[derive(Debug, Clone, Copy)]
pub struct Case {
    /// Ticks before the timers are started.
    pub base: u64,
    pub operation: Operation,
    /// At which transfer of the operation, and what.
    pub strike: Option<(u64, Strike)>,
    /// Which function must notice that the chip was reset.
    pub probe: usize,
}

/// Probes that there are.
pub const PROBES: usize = 3;

const PERIOD: u64 = 6;

struct Host<F: Subject> {
    facility: F::Facility,
    timers: BTreeMap<usize, Promise>,
    /// Times that periodic timers were handed out.
    periods: u32,
    started: usize,
    case: Case,
}

/// Runs one case; returns the transfers of the operation, `None` if what was to go wrong did not come to pass.
pub fn run<F: Subject>(case: Case) -> Option<u64> {
    let mut bus = Struck::new(F::chip());
    if case.operation == Operation::New {
        bus.strike = case.strike;
    }
    let made = F::make(bus);
    let facility = match made {
        Ok(facility) => facility,
        Err(error) => {
            assert!(case.strike.is_some(), "{case:?}: {error}");
            return Some(0);
        }
    };
    let mut host = Host::<F> { facility, timers: BTreeMap::new(), periods: 0, started: 0, case };
    let mut transfers = host.bus().transfers;
    if case.operation == Operation::New {
        if !host.expect_honest(Ok(())) {
            return host.bus().happened.then_some(transfers);
        }
        host.prepare();
    } else {
        host.prepare();
        host.arrange();
        let before = host.bus().transfers;
        host.bus().strike = case.strike.map(|(nth, strike)| (before + nth, strike));
        let outcome = host.operate();
        transfers = host.bus().transfers - before;
        host.expect_honest(outcome);
        host.again(outcome);
    }
    let happened = case.strike.is_none() || host.bus().happened;
    host.finish();
    happened.then_some(transfers)
}

impl<F: Subject> Host<F> {
    /// With an outstanding timer. False answers may have ended the one that it is mostly.
    fn extra(&mut self, extra: Extra) -> Outcome<Option<Handle>> {
        let mut others = self.timers.values();
        let promise = self.timers.get(&4).or_else(|| others.next());
        let handle = promise.expect("one is outstanding").handle;
        F::extra(&mut self.facility, extra, handle)
    }

    fn bus(&mut self) -> &mut Struck<F::Chip> {
        F::bus(&mut self.facility)
    }

    fn world(&mut self) -> u64 {
        self.bus().chip.world()
    }

    fn pass(&mut self, ticks: u64) {
        self.bus().chip.pass(ticks);
    }

    /// Timers in the same slot and others, of every wheel, one stopped.
    fn prepare(&mut self) {
        let mut left = self.case.base;
        while left > 0 {
            let step = left.min(1 << 31);
            self.pass(step);
            left -= step;
            let _ = self.drain();
        }
        for interval in [3, 8, 8, 40, 70, 200, 9] {
            if self.start(interval) == Err(FacilityError::ChipWasReset) {
                self.recover();
                let _ = self.start(interval);
            }
        }
        assert!(self.timers.len() == 7 || self.is_garbage(), "{:?}", self.case);
        let _ = self.stop(6);
        self.pass(1);
    }

    /// What comes before the operation.
    fn arrange(&mut self) {
        match self.case.operation {
            Operation::Service | Operation::WakeDue => self.pass(8),
            // All events, and more of them than the FIFO holds.
            Operation::ServiceLate => self.pass(300),
            // A search through all slots, of which a limited service does a part.
            Operation::ServiceAudited => {
                self.pass(8);
                let _ = self.extra(Extra::Audit);
                let _ = self.drain();
            }
            Operation::StopLast => {
                for item in 0..5 {
                    let _ = self.stop(item);
                }
            }
            Operation::Recover => self.bus().chip.reset(),
            Operation::RecoverLate => {
                self.pass(8);
                let _ = self.facility.next_expired().map(|expired| self.take(expired));
                self.bus().chip.reset();
            }
            Operation::Extra(Extra::Resume) => {
                let _ = self.extra(Extra::Pause);
            }
            _ => {}
        }
    }

    fn operate(&mut self) -> Outcome {
        match self.case.operation {
            Operation::New => Ok(()),
            Operation::Start => self.start(50),
            Operation::StartDue => self.start(0),
            Operation::StartAt => self.start_at(30),
            Operation::StartAtPast => self.start_at(0),
            Operation::StartBetween => {
                let earliest = self.world() + 10;
                let started = self.facility.start_between(10, 30, self.started);
                self.started(started, earliest)
            }
            Operation::Restart => {
                let earliest = self.world() + 5;
                self.restart(4, earliest, |facility, handle| facility.restart(handle, 5))
            }
            Operation::RestartDue => {
                let earliest = self.world();
                self.restart(4, earliest, |facility, handle| facility.restart(handle, 0))
            }
            Operation::RestartAt | Operation::RestartAtPast => {
                let is_past = self.case.operation == Operation::RestartAtPast;
                let ahead = if is_past { 0 } else { 30 };
                let tick = self.facility.last_known_now() + ahead;
                self.restart(4, tick, |facility, handle| facility.restart_at(handle, tick))
            }
            Operation::RestartBetween => {
                let earliest = self.world() + 10;
                self.restart(4, earliest, |facility, handle| facility.restart_between(handle, 10, 30))
            }
            Operation::Stop => self.stop(4),
            Operation::StopLast => self.stop(5),
            Operation::Service | Operation::ServiceLate | Operation::ServiceIdle | Operation::ServiceAudited => {
                self.drain()
            }
            Operation::Recover | Operation::RecoverLate => self.facility.recover(),
            Operation::Now => self.facility.now().map(drop),
            Operation::Wake | Operation::WakeDue => {
                let wake = self.facility.wake()?;
                let running = self.bus().chip.is_running();
                assert!(wake != Wake::Never || !running || self.is_garbage(), "{:?}", self.case);
                Ok(())
            }
            Operation::Extra(extra) => {
                let earliest = self.world() + PERIOD;
                let started = self.extra(extra)?;
                if let Some(handle) = started {
                    let period = Some(PERIOD);
                    let promise = Promise { handle, earliest, period };
                    self.timers.insert(self.started, promise);
                    self.started += 1;
                }
                Ok(())
            }
        }
    }

    fn start(&mut self, interval: u64) -> Outcome {
        let earliest = self.world() + interval;
        let started = self.facility.start(interval, self.started);
        self.started(started, earliest)
    }

    /// At the tick that is so many after the last known now.
    fn start_at(&mut self, ahead: u64) -> Outcome {
        let tick = self.facility.last_known_now() + ahead;
        let started = self.facility.start_at(tick, self.started);
        // The facility's ticks are never ahead of the world's.
        self.started(started, tick)
    }

    fn started(&mut self, started: Started<usize, BusFault>, earliest: u64) -> Outcome {
        let started = started.map_err(|refused| {
            assert_eq!(refused.item, self.started, "the item comes back");
            refused.error
        });
        let promise = Promise { handle: started?, earliest, period: None };
        self.timers.insert(self.started, promise);
        self.started += 1;
        Ok(())
    }

    /// The timer is due at the world's tick `earliest` or later.
    fn restart(
        &mut self,
        item: usize,
        earliest: u64,
        restart: impl FnOnce(&mut F::Facility, Handle) -> Outcome,
    ) -> Outcome {
        let promise = self.timers.get_mut(&item).expect("outstanding");
        let restarted = restart(&mut self.facility, promise.handle);
        // After an error it is due when it was, or then.
        promise.earliest = match restarted {
            Ok(()) => earliest,
            Err(_) => earliest.min(promise.earliest),
        };
        restarted
    }

    /// Stops a timer, whatever happens on the bus.
    fn stop(&mut self, item: usize) -> Outcome {
        let Some(promise) = self.timers.remove(&item) else {
            return Ok(());
        };
        assert_eq!(self.facility.stop(promise.handle), Ok(item), "{:?}", self.case);
        Ok(())
    }

    /// Serves until there is nothing more, or an error.
    fn drain(&mut self) -> Outcome {
        let mut last = 0;
        loop {
            let expired = self.facility.next_expired()?;
            let Some(due) = self.take(expired) else {
                return Ok(());
            };
            assert!(due >= last || self.is_garbage(), "in order: {:?}", self.case);
            last = due;
        }
    }

    /// A timer is handed out; when it was due.
    fn take(&mut self, expired: Option<carillon_driver::queue::Expired<usize>>) -> Option<u64> {
        let expired = expired?;
        let (case, now) = (self.case, self.world());
        let promise = self.timers.remove(&expired.item);
        let promise = promise.unwrap_or_else(|| panic!("neither twice nor stopped: {case:?}, {expired:?}"));
        assert!(
            promise.earliest <= now || self.bus().deceived,
            "not early: {case:?}, {expired:?} at {now} before {}",
            promise.earliest
        );
        if let Some(period) = promise.period {
            self.periods += 1;
            let earliest = promise.earliest + period;
            self.timers.insert(expired.item, Promise { earliest, ..promise });
            if self.periods == 3 {
                self.stop(expired.item).expect("stopped");
            }
        }
        Some(expired.due)
    }

    /// Whether the chip's answers were false.
    fn is_garbage(&self) -> bool {
        matches!(self.case.strike, Some((_, Strike::Garbage(_) | Strike::Gone(_))))
    }

    /// Whether the chip is gone for good.
    fn is_gone(&self) -> bool {
        matches!(self.case.strike, Some((_, Strike::Gone(_))))
    }

    /// An error was said, and a chip that does not run any more is noticed. Whether the facility is of use still.
    fn expect_honest(&mut self, outcome: Outcome) -> bool {
        let case = self.case;
        let happened = self.bus().happened;
        let silent = matches!(
            case.operation,
            Operation::Stop
                | Operation::StopLast
                | Operation::Restart
                | Operation::RestartDue
                | Operation::RestartAt
                | Operation::RestartAtPast
                | Operation::RestartBetween
        );
        if happened && matches!(case.strike, Some((_, Strike::Lost | Strike::AnswerLost))) && !silent {
            assert!(matches!(outcome, Err(FacilityError::Chip(_))), "said: {case:?} {outcome:?}");
        }
        if !happened && case.operation != Operation::New {
            outcome.unwrap_or_else(|error| panic!("{case:?}: {error}"));
        }
        if self.is_garbage() {
            return true;
        }
        let outstanding = self.facility.outstanding() as usize;
        assert_eq!(outstanding, self.timers.len(), "{case:?} {outcome:?}");
        if self.bus().chip.is_running() || outcome == Err(FacilityError::ChipWasReset) {
            return true;
        }
        let was_reset = FacilityError::ChipWasReset;
        match case.probe {
            0 => assert_eq!(self.facility.now(), Err(was_reset), "noticed: {case:?}"),
            1 => {
                let wake = self.facility.wake();
                let none = self.timers.is_empty() && wake == Ok(Wake::Never);
                assert!(none || [Ok(Wake::Now), Err(was_reset)].contains(&wake), "noticed: {case:?} {wake:?}");
            }
            _ => {
                // One that had begun before may end with what it had found.
                let noticed = self.drain().and_then(|()| self.drain());
                assert_eq!(noticed, Err(was_reset), "noticed: {case:?}");
            }
        }
        true
    }

    /// The host goes on: it serves every tick, and recovers when told so.
    fn finish(&mut self) {
        let (ticks, attempts) = if self.is_gone() { (3, 2) } else { (900, 20) };
        for tick in 0..ticks {
            if tick == ticks / 2 && self.is_garbage() {
                self.recover();
            }
            for _ in 0..attempts {
                match self.drain() {
                    Ok(()) => break,
                    Err(FacilityError::ChipWasReset) => self.recover(),
                    Err(_) => {}
                }
            }
            if self.timers.is_empty() {
                break;
            }
            if let Err(FacilityError::ChipWasReset) = self.facility.wake() {
                self.recover();
            }
            if tick == 2 && self.case.operation == Operation::Extra(Extra::Pause) {
                let resumed = self.extra(Extra::Resume);
                assert!(resumed.is_ok() || self.is_gone(), "resumed: {:?}", self.case);
            }
            self.pass(1);
        }
        self.facility.check_invariants().expect("invariants");
        if self.is_gone() {
            let silent = [Garbage::Ones, Garbage::Zeros].map(Strike::Gone);
            let is_silent = self.case.strike.is_some_and(|(_, strike)| silent.contains(&strike));
            assert!(!is_silent || self.facility.now().is_err(), "{:?}", self.case);
            return;
        }
        let mut left = self.timers.keys();
        assert_eq!(left.next(), None, "none is lost: {:?}", self.case);
        assert_eq!(self.facility.outstanding(), 0, "{:?}", self.case);
    }

    /// After an error the host calls again.
    fn again(&mut self, outcome: Outcome) {
        let again = match (outcome, self.case.operation) {
            (Ok(()), _) => return,
            (Err(FacilityError::ChipWasReset), _) | (_, Operation::Recover | Operation::RecoverLate) => {
                return self.recover();
            }
            (Err(FacilityError::Chip(_)), Operation::Extra(extra)) => extra,
            _ => return,
        };
        if again != Extra::StartPeriodic {
            match self.extra(again) {
                Err(FacilityError::ChipWasReset) => self.recover(),
                done => assert!(done.is_ok() || self.is_gone(), "done at last: {:?}", self.case),
            }
        }
    }

    fn recover(&mut self) {
        for _ in 0..3 {
            if self.facility.recover().is_ok() || self.is_gone() {
                return;
            }
        }
        assert!(self.is_garbage(), "recovers: {:?}", self.case);
    }
}

/// The operations of a facility.
pub fn operations<F: Subject>() -> Vec<Operation> {
    let common = FUNCTIONS.iter().flat_map(|&(_, operations)| operations);
    let extras = F::EXTRAS.iter().map(|&extra| Operation::Extra(extra));
    [Operation::New].into_iter().chain(common.copied()).chain(extras).collect()
}

/// Tries everything that can go wrong, at every transfer of every operation, one after the other.
pub fn every_transfer<F: Subject>(strikes: &[Strike], bases: &[u64]) {
    let mut cases = 0;
    for &base in bases {
        for operation in operations::<F>() {
            let case = |strike, probe| Case { base, operation, strike, probe };
            let transfers = run::<F>(case(None, 0)).expect("without anything");
            for &strike in strikes {
                let is_first = base == bases[0];
                let probes = if strike == Strike::Reset && is_first { PROBES } else { 1 };
                for probe in 0..probes {
                    for nth in 0..transfers {
                        run::<F>(case(Some((nth, strike)), probe));
                        cases += 1;
                    }
                }
            }
        }
    }
    assert!(cases > 100, "{cases} cases");
}
