//! The host: it does what the history says and what the driver tells it, and gives the oracle all that it sees.

use core::fmt::{Debug, Display};

use carillon_driver::bus::RegisterBus;
use carillon_driver::chip::Wake;
use carillon_driver::counter_chip::ChipAlarm;
use carillon_driver::facility::{
    ClockFacility, CounterChipFacility, FacilityError, Started, TimerChipFacility, TimerEntry, TimerFacility,
};
use carillon_driver::queue::chip::SlotQueue;
use carillon_driver::queue::diagnostics::Diagnostics;
use carillon_driver::queue::{Handle, Refused, StartError, TimerQueue};

use crate::clock::AlarmOf;
use crate::oracle::{Broken, Oracle};
use crate::plan::{Kind, Profile, Setup, Step, Way};
use crate::world::Shared;

/// Calls after which a service, or what comes before its end, is said to have none. A search of 200 slots by one step
/// in each interrupt takes some hundred.
const PATIENCE: u32 = 4_000;

/// Ticks by which a facility may be late: that of the call, and some clocks of the chip that are more than a tick.
const LATE: u64 = 12;

/// Any facility whose items are numbers.
pub trait Host: TimerFacility<Item = u32, DeviceError: Debug + Display> {
    /// Checks what a bus that changes writes may have done.
    fn mend(&mut self) -> Result<(), FacilityError<Self::DeviceError>> {
        Ok(())
    }
}

impl<B: RegisterBus, Q: SlotQueue<Item = u32> + Diagnostics> Host for CounterChipFacility<B, Q> {
    fn mend(&mut self) -> Result<(), FacilityError<Self::DeviceError>> {
        self.audit().map(drop)
    }
}

impl<B: RegisterBus, Q: TimerQueue<Item = u32> + Diagnostics> Host for ClockFacility<ChipAlarm<B>, Q> {
    fn mend(&mut self) -> Result<(), FacilityError<Self::DeviceError>> {
        self.audit().map(drop)
    }
}

impl<Q: TimerQueue<Item = u32> + Diagnostics> Host for ClockFacility<AlarmOf, Q> {}

impl<B: RegisterBus> Host for TimerChipFacility<B, u32, Vec<TimerEntry<u32>>> {
    fn mend(&mut self) -> Result<(), FacilityError<Self::DeviceError>> {
        self.audit().map(drop)
    }
}

/// What an error asks the host to do.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Said {
    /// Start the chip again.
    Reset,
    /// Try again.
    Failed(String),
    /// The timer cannot be started.
    Refused(StartError),
    /// There is no such timer.
    Stale,
}

fn said<E: Debug + Display>(error: &FacilityError<E>) -> Said {
    match error {
        FacilityError::ChipWasReset => Said::Reset,
        FacilityError::Device(error) if format!("{error:?}").contains("WasReset") => Said::Reset,
        FacilityError::Start(error) => Said::Refused(*error),
        FacilityError::Stop(_) => Said::Stale,
        error => Said::Failed(format!("{error:?}")),
    }
}

type Outcome = Result<String, Broken>;

/// A host at work.
pub struct Run<'a, F> {
    facility: F,
    world: Shared,
    setup: &'a Setup,
    oracle: Oracle,
    handles: Vec<Option<Handle>>,
    /// The facility's tick at the device's tick 0, where that is known.
    base: Option<u64>,
    /// The latest tick that the facility may know.
    truth: u64,
    /// The chip is to be started again.
    recover: bool,
    /// The chip is to be audited.
    mend: bool,
    /// A call has failed.
    failed: bool,
    /// A service has begun and has not ended; how it ends says nothing of what has happened since.
    begun: bool,
    /// Faults that had happened by the last settling.
    faults: u64,
}

impl<'a, F: Host> Run<'a, F> {
    pub fn new(facility: F, world: Shared, setup: &'a Setup) -> Self {
        Self {
            facility,
            world,
            setup,
            oracle: Oracle::default(),
            handles: Vec::new(),
            base: Some(0),
            truth: 0,
            recover: false,
            mend: setup.profile.audits(),
            failed: false,
            begun: false,
            faults: 0,
        }
    }

    /// Runs the steps; says what came of each to `tell`.
    pub fn run(mut self, steps: &[Step], mut tell: impl FnMut(usize, String)) -> Result<(), Broken> {
        for (place, step) in steps.iter().enumerate() {
            if self.setup.profile == Profile::Garbage {
                // Nothing is promised but that there is no panic, and an end.
                let _ = self.step(*step);
                continue;
            }
            let outcome = self.prepare().and_then(|()| self.step(*step));
            let outcome = outcome.and_then(|said| self.check().map(|()| said));
            match outcome {
                Ok(said) => tell(place, said),
                Err(broken) => {
                    tell(place, broken.to_string());
                    return Err(broken);
                }
            }
        }
        if self.setup.profile == Profile::Garbage {
            return Ok(());
        }
        self.finish().inspect_err(|broken| tell(steps.len(), broken.to_string()))
    }

    fn elapsed(&self) -> u64 {
        self.world.get().elapsed()
    }

    /// The facility's tick, if that is known.
    fn true_now(&self) -> Option<u64> {
        let world = self.world.get();
        match self.setup.kind {
            Kind::ClockTimerWheel | Kind::ClockHeap => Some(world.shown()),
            _ if world.was_reset() => None,
            _ => Some(self.base?.saturating_add(world.now())),
        }
    }

    /// What must hold between any two calls.
    fn check(&mut self) -> Result<(), Broken> {
        let checked = self.facility.check_invariants();
        checked.map_err(|error| Broken::Invariant(format!("{error:?}")))?;
        let (counted, outstanding) = (self.facility.outstanding() as usize, self.oracle.count());
        if counted != outstanding {
            let text = format!("outstanding() is {counted}, and {outstanding} are");
            return Err(Broken::WrongOutcome(text));
        }
        if let Some(now) = self.true_now() {
            self.truth = self.truth.max(now);
        }
        let (known, truth) = (self.facility.last_known_now(), self.truth);
        if known > truth && (self.base.is_some() && !self.world.get().was_reset()) {
            return Err(Broken::Ahead { known, truth });
        }
        Ok(())
    }

    /// What the driver has told the host to do comes first.
    fn prepare(&mut self) -> Result<(), Broken> {
        if self.recover {
            self.recover_now();
        }
        if self.mend && !self.recover {
            self.mend_now();
        }
        Ok(())
    }

    fn heed(&mut self, said: &Said) {
        self.recover |= *said == Said::Reset;
        self.mend |= matches!(said, Said::Failed(_)) && self.setup.profile.audits();
    }

    fn recover_now(&mut self) -> String {
        let known = self.facility.last_known_now();
        if let Some(now) = self.true_now() {
            self.truth = self.truth.max(now);
        }
        let behind = self.truth.saturating_sub(known);
        self.base = None;
        let recovered = self.facility.recover();
        self.oracle.recovered(self.world.get().elapsed(), behind);
        self.mend = self.setup.profile.audits();
        match recovered {
            Ok(()) => {
                self.recover = false;
                if !self.world.get().was_reset() {
                    self.base = Some(known);
                }
                self.truth = self.truth.max(known);
                format!("started again at {known}")
            }
            Err(error) => {
                self.recover = true;
                format!("{:?}", said(&error))
            }
        }
    }

    fn mend_now(&mut self) -> String {
        match self.facility.mend() {
            Ok(()) => {
                self.mend = false;
                "mended".to_owned()
            }
            Err(error) => {
                let said = said(&error);
                self.heed(&said);
                format!("{said:?}")
            }
        }
    }

    /// A reset that had happened before the call must have been noticed by it.
    fn expect_noticed(&self, before: bool, call: &'static str) -> Result<(), Broken> {
        if before && !self.recover && self.world.get().was_reset() && self.oracle.count() > 0 {
            return Err(Broken::ResetNotNoticed(call));
        }
        Ok(())
    }

    fn step(&mut self, step: Step) -> Outcome {
        let was_reset = self.world.get().was_reset();
        match step {
            Step::Start(interval) => self.start([interval; 2], None, |timers, item| timers.start(interval, item)),
            Step::StartBetween(least, slack) => {
                let most = least + slack;
                self.start([least, most], None, |timers, item| timers.start_between(least, most, item))
            }
            Step::StartAt(after) => self.start_at(after),
            Step::Restart(which, interval) => self.restart(which, interval),
            Step::Stop(which) => self.stop(which),
            Step::Pass(ticks) => {
                self.world.get().pass(ticks);
                Ok(String::new())
            }
            Step::Serve(count) => {
                self.facility.interrupt();
                self.oracle.service();
                for _ in 0..count {
                    if !self.next()? {
                        break;
                    }
                }
                Ok(String::new())
            }
            Step::Service => self.service(),
            Step::Wake => match self.facility.wake() {
                Ok(wake) => {
                    if wake != Wake::Now {
                        self.expect_noticed(was_reset, "wake")?;
                    }
                    if wake == Wake::Never && self.oracle.count() > 0 && !self.dirty() {
                        return Err(Broken::WrongOutcome("wake() is Never".to_owned()));
                    }
                    Ok(format!("{wake:?}"))
                }
                Err(error) => self.failed(&error),
            },
            Step::Now => match self.facility.now() {
                Ok(now) => {
                    self.expect_noticed(was_reset, "now")?;
                    Ok(now.to_string())
                }
                Err(error) => self.failed(&error),
            },
            Step::Recover => Ok(self.recover_now()),
            Step::Audit => Ok(self.mend_now()),
            Step::Reset => {
                self.world.get().reset();
                self.base = None;
                Ok(String::new())
            }
            Step::StepBack(ticks) => {
                self.world.get().step_back(ticks);
                Ok(String::new())
            }
            Step::Sleep(before) => {
                let mut world = self.world.get();
                if self.oracle.count() == 0 && !world.has_faults() && !world.was_reset() {
                    world.catch_up();
                    world.sleep(before, self.lap());
                }
                Ok(world.now().to_string())
            }
            Step::Fault(ahead, fault) => {
                self.world.get().plan(ahead, fault);
                Ok(String::new())
            }
            Step::Settle => self.settle().map(|()| String::new()),
        }
    }

    /// The chip may not be as the driver has left it, and the host knows.
    fn dirty(&self) -> bool {
        self.recover || self.setup.profile.audits() || self.world.get().was_reset()
    }

    /// The ticks in which all wheels come round, and their counts of laps.
    const fn lap(&self) -> u64 {
        256 * match self.setup.kind {
            Kind::HashedWheel => self.setup.slots as u64,
            Kind::MixedWheel => 512,
            _ => 16,
        }
    }

    fn failed(&mut self, error: &FacilityError<F::DeviceError>) -> Outcome {
        let said = said(error);
        self.failed = true;
        self.heed(&said);
        Ok(format!("{said:?}"))
    }

    /// Starts a timer that is due `least` to `most` ticks after now; just at `tick`, if that is what is asked for.
    fn start(
        &mut self,
        [least, most]: [u64; 2],
        tick: Option<u64>,
        call: impl FnOnce(&mut F, u32) -> Started<u32, F::DeviceError>,
    ) -> Outcome {
        let item = self.oracle.next();
        let (before, now) = (self.elapsed(), self.true_now());
        let started = call(&mut self.facility, item);
        let after = self.elapsed();
        let kept = now.filter(|_| self.true_now().is_some());
        self.oracle.started(started.is_ok(), [before, after], least, most);
        match started {
            Ok(handle) => {
                self.handles.push(Some(handle));
                let due = self.facility.expiry(handle);
                if let (Some(due), Some(now)) = (due, kept)
                    && tick.map_or(due < now.saturating_add(least), |tick| due != tick)
                {
                    let text = format!("timer {item} of {least} at {now} is due at {due}");
                    return Err(Broken::WrongTick(text));
                }
                Ok(format!("timer {item}, due {due:?}"))
            }
            Err(refused) => {
                self.handles.push(None);
                self.refused(item, &refused)
            }
        }
    }

    fn refused(&mut self, item: u32, refused: &Refused<u32, FacilityError<F::DeviceError>>) -> Outcome {
        if refused.item != item {
            let text = format!("item {} comes back for {item}", refused.item);
            return Err(Broken::WrongOutcome(text));
        }
        let full = self.setup.capacity;
        match &refused.error {
            FacilityError::Start(StartError::Full { .. }) if self.oracle.count() != full => {
                Err(Broken::WrongOutcome("there is room".to_owned()))
            }
            error => self.failed(error),
        }
    }

    fn start_at(&mut self, after: i64) -> Outcome {
        let Some(now) = self.true_now() else {
            return Ok("now is not known".to_owned());
        };
        let tick = now.saturating_add_signed(after);
        let interval = tick.saturating_sub(now);
        self.start([interval; 2], Some(tick), |timers, item| timers.start_at(tick, item))
    }

    fn chosen(&self, which: usize) -> Option<(u32, Handle)> {
        let place = which % self.handles.len().max(1);
        let handle = self.handles.get(place).copied()??;
        Some((place as u32, handle))
    }

    fn restart(&mut self, which: usize, interval: u64) -> Outcome {
        let Some((item, handle)) = self.chosen(which) else {
            return Ok("none".to_owned());
        };
        let before = self.elapsed();
        let restarted = self.facility.restart(handle, interval);
        let elapsed = [before, self.elapsed()];
        let is_outstanding = self.oracle.is_outstanding(item);
        match restarted {
            Ok(()) if is_outstanding => {
                self.oracle.restarted(item, false, elapsed, interval);
                Ok(format!("timer {item}"))
            }
            Ok(()) => Err(Broken::WrongOutcome(format!("timer {item} was over"))),
            Err(error) => {
                match said(&error) {
                    Said::Stale if is_outstanding => {
                        let text = format!("timer {item} is stale for a restart");
                        return Err(Broken::WrongOutcome(text));
                    }
                    Said::Reset | Said::Failed(_) if is_outstanding => {
                        self.oracle.restarted(item, true, elapsed, interval);
                    }
                    _ => {}
                }
                self.failed(&error)
            }
        }
    }

    fn stop(&mut self, which: usize) -> Outcome {
        let Some((item, handle)) = self.chosen(which) else {
            return Ok("none".to_owned());
        };
        match self.facility.stop(handle) {
            Ok(stopped) if stopped == item => {
                self.oracle.stopped(item)?;
                Ok(format!("timer {item}"))
            }
            Ok(stopped) => {
                let text = format!("stop of timer {item} gives {stopped}");
                Err(Broken::WrongOutcome(text))
            }
            Err(error) if self.oracle.is_outstanding(item) => {
                let text = format!("stop of timer {item}: {:?}", said(&error));
                Err(Broken::WrongOutcome(text))
            }
            Err(error) => self.failed(&error),
        }
    }

    /// One call of `next_expired`; false at the end or at an error.
    fn next(&mut self) -> Result<bool, Broken> {
        let next = self.facility.next_expired();
        self.begun = !matches!(next, Ok(None));
        match next {
            Ok(None) => Ok(false),
            Err(error) => {
                self.failed(&error)?;
                Ok(false)
            }
            Ok(Some(expired)) => {
                let elapsed = self.elapsed();
                let backwards = self.world.get().stepped_back();
                let ordered = backwards == 0
                    && matches!(
                        self.setup.kind,
                        Kind::AlarmHeap | Kind::AlarmTimerWheel | Kind::ClockHeap | Kind::ClockTimerWheel
                    );
                // An interval that began before a clock stepped back ends by that clock.
                let item = expired.item;
                self.oracle.handed_out(item, elapsed + backwards, expired.due, ordered)?;
                if let Some(now) = self.true_now() {
                    let now = now.max(self.truth);
                    if expired.reported > now || expired.due > expired.reported {
                        let (due, reported) = (expired.due, expired.reported);
                        let text = format!("timer {item}: due {due}, reported {reported}, now {now}");
                        return Err(Broken::WrongTick(text));
                    }
                }
                Ok(true)
            }
        }
    }

    /// A whole service.
    fn service(&mut self) -> Outcome {
        let was_reset = self.world.get().was_reset() && !self.begun;
        self.failed = false;
        self.facility.interrupt();
        self.oracle.service();
        let mut count = 0;
        while self.next()? {
            count += 1;
            if count > PATIENCE {
                return Err(Broken::NoEnd("a service".to_owned()));
            }
        }
        if !self.failed && self.setup.most_steps == 0 && !self.world.get().has_faults() {
            self.expect_noticed(was_reset, "service")?;
        }
        Ok(format!("{count} came"))
    }

    /// Faults end; the host does what it is told to until nothing is left to do.
    fn settle(&mut self) -> Result<(), Broken> {
        self.world.get().quiet();
        if self.world.get().was_reset() {
            self.base = None;
        }
        self.mend |= self.setup.profile.audits();
        for _ in 0..PATIENCE {
            if self.recover {
                self.recover_now();
            } else if self.mend {
                self.mend_now();
            } else {
                self.world.get().catch_up();
                let (elapsed, begun) = (self.elapsed(), self.begun);
                let failures = self.failures()?;
                self.check()?;
                let irq = self.world.get().irq();
                if failures || irq || begun {
                    continue;
                }
                self.world.get().catch_up();
                if self.world.get().irq() {
                    continue;
                }
                if self.world.get().was_reset() && self.oracle.count() > 0 {
                    return Err(Broken::ResetNotNoticed("service, until the interrupt ended"));
                }
                self.begin_anew();
                let items = self.oracle.overdue(elapsed.saturating_sub(self.allowed()));
                if !items.is_empty() {
                    return Err(Broken::Lost { items, elapsed });
                }
                return Ok(());
            }
            self.world.get().run(8);
        }
        let text = format!("settling: {}", self.last_error());
        Err(Broken::NoEnd(text))
    }

    /// The timer chip's facility has given those commands again that had failed: intervals begin with that.
    fn begin_anew(&mut self) {
        let faults = self.world.get().counts.values().sum();
        let had = std::mem::replace(&mut self.faults, faults);
        if self.setup.kind == Kind::TimerChip && had != faults {
            self.oracle.recovered(self.elapsed(), 0);
        }
    }

    /// A whole service; whether anything failed in it.
    fn failures(&mut self) -> Result<bool, Broken> {
        self.facility.interrupt();
        self.oracle.service();
        for _ in 0..PATIENCE {
            let next = self.facility.next_expired();
            self.begun = !matches!(next, Ok(None));
            match next {
                Ok(None) => return Ok(false),
                Ok(Some(expired)) => {
                    let elapsed = self.elapsed() + self.world.get().stepped_back();
                    self.oracle.handed_out(expired.item, elapsed, expired.due, false)?;
                }
                Err(error) => {
                    self.failed(&error)?;
                    return Ok(true);
                }
            }
        }
        Err(Broken::NoEnd("a service".to_owned()))
    }

    fn last_error(&mut self) -> String {
        let next = self.facility.next_expired();
        next.err().map_or_else(String::new, |error| format!("{error:?}"))
    }

    /// By how many ticks a timer may be late.
    fn allowed(&self) -> u64 {
        match self.setup.way {
            // The bound of now is later by what passed in the read that gave it.
            Way::HostClock => LATE + self.world.get().paused(),
            // A clock that has stepped back comes to the tick later.
            _ => LATE + self.world.get().stepped_back(),
        }
    }

    /// Lets everything run out: the interrupt must come for each.
    fn finish(&mut self) -> Result<(), Broken> {
        self.settle()?;
        while let Some(latest) = self.oracle.next_latest() {
            let until = latest + self.allowed() + 1;
            self.world.get().pass_until_irq(until);
            let elapsed = self.elapsed();
            if !self.world.get().irq() {
                let items = self.oracle.overdue(until);
                return Err(Broken::NotRung { items, elapsed });
            }
            self.settle()?;
        }
        self.check()
    }
}
