//! The host of the replay at the end of a serial line: the driver's facility on a chip whose clock runs by itself.
//!
//! The host's time is the chip's now, read over the line, and the host *stops* it (`CTRL.enable`) whenever it has
//! something to do. Time passes only while the host waits: it lets the chip go on, polls `EVENT` and now (a UART has no
//! interrupt line), and stops it again as soon as it is time for something. So the replay comes out right however slow
//! line and host are, and whatever the chip's clock. What a slow line does is to stop the chip some ticks late, and the
//! operation of that tick is late by as much.
//!
//! When an access fails for good, the host tries the operation again, after an [audit](CounterChipFacility::audit);
//! when the chip was reset, after [`TimerFacility::recover`]. It gives up with an error after some times in a row.

use core::cell::{Ref, RefCell};
use core::fmt;
use std::rc::Rc;

use carillon_driver::bus::RegisterBus;
use carillon_driver::bus::serial::SerialLine;
use carillon_driver::bus::uart::{Repairs, UartBus, UartError};
use carillon_driver::counter_chip::{CounterChipError, Event, Parameters};
use carillon_driver::facility::{CounterChipFacility, FacilityError, TimerFacility};
use carillon_driver::queue;
use carillon_driver::queue::memory::Bounded;
use carillon_driver::queue::{Handle, HashedWheel};
use carillon_regmap::counter_chip::offset;

use super::{Cost, Expiry, Host};

/// Failures in a row after which the host gives up.
const PATIENCE: u32 = 8;

/// Ticks that the cursor is behind now at most when it has caught up.
const CAUGHT_UP_TICKS: u64 = 16;

/// The bus, kept also where the facility that was to be made of it could not be.
struct Shared<L>(Rc<RefCell<UartBus<L>>>);

impl<L: SerialLine> RegisterBus for Shared<L> {
    type Error = UartError<L::Error>;

    fn read(&mut self, offset: u32) -> Result<u32, Self::Error> {
        self.0.borrow_mut().read(offset)
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), Self::Error> {
        self.0.borrow_mut().write(offset, value)
    }
}

/// The facility on a serial line.
type Timers<L> = CounterChipFacility<Shared<L>, queue::Timers<HashedWheel, u32, Bounded<u32>>>;

/// What it fails with.
type Failure<L> = FacilityError<CounterChipError<UartError<<L as SerialLine>::Error>>>;

/// How the host uses a chip at the end of a serial line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CableSettings {
    /// Slots of the wheel.
    pub slots: u32,
    /// Clocks of the chip in each tick.
    pub clocks_per_tick: u32,
    /// Ticks from one audit to the next.
    pub audit_every: u64,
}

/// What has gone wrong on the cable and was put right.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Trouble {
    /// What the bus has put right.
    pub repairs: Repairs,
    /// Accesses that failed for good, after which the host tried again.
    pub failures: u32,
    /// Times that the chip was found reset and started again.
    pub recoveries: u32,
    /// Audits, those that were due included.
    pub audits: u32,
    /// Settings of the chip that an audit has mended.
    pub mended: u32,
}

/// A facility on a chip at the end of a serial line.
pub struct CableHost<L: SerialLine> {
    bus: Rc<RefCell<UartBus<L>>>,
    facility: Timers<L>,
    /// The driver's handle of each timer, by identity.
    handles: Vec<Option<Handle>>,
    settings: CableSettings,
    parameters: Parameters,
    interrupted: bool,
    next_audit: u64,
    trouble: Trouble,
    /// Events may have been lost: what is reported next may have been found at another tick than its own.
    searching: bool,
    finished: bool,
    /// What was done before the replay, which is not the replay's.
    before: Cost,
}

impl<L: SerialLine> CableHost<L> {
    /// Starts the chip at the end of `bus`, stopped at its first ticks. `timers` is the number of timers that the
    /// replay starts in all.
    ///
    /// # Errors
    /// Where no chip answers, the driver does not accept it, or the slots do not fit it.
    pub fn new(bus: UartBus<L>, settings: CableSettings, timers: usize) -> Result<Self, CableHostError<L::Error>> {
        let bus = Rc::new(RefCell::new(bus));
        bus.borrow_mut()
            .resynchronise()
            .map_err(|error| CableHostError(FacilityError::Device(CounterChipError::Bus(error))))?;
        let start = || {
            let wheel = HashedWheel::new(settings.slots);
            let queue = queue::Timers::bounded(wheel, timers.max(1))?;
            CounterChipFacility::new(Shared(Rc::clone(&bus)), settings.clocks_per_tick, queue)
        };
        let mut started = start();
        let mut failures = 0;
        while let Err(error) = started {
            if failures == PATIENCE || !is_of_the_chip::<L>(&error) {
                return Err(CableHostError(error));
            }
            failures += 1;
            bus.borrow_mut()
                .resynchronise()
                .map_err(|error| CableHostError(FacilityError::Device(CounterChipError::Bus(error))))?;
            started = start();
        }
        let facility = started.map_err(CableHostError)?;
        let parameters = facility.parameters();
        let mut host = Self {
            bus,
            facility,
            handles: vec![None; timers],
            settings,
            parameters,
            interrupted: false,
            next_audit: settings.audit_every,
            trouble: Trouble { failures, ..Trouble::default() },
            searching: false,
            finished: false,
            before: Cost::default(),
        };
        host.attempt(|facility| facility.pause())?;
        host.audit()?;
        host.look()?;
        host.before = host.total();
        Ok(host)
    }

    /// What the chip was built with.
    pub const fn parameters(&self) -> Parameters {
        self.parameters
    }

    /// The bus, to look at.
    pub fn bus(&self) -> Ref<'_, UartBus<L>> {
        self.bus.borrow()
    }

    /// What has gone wrong so far and was put right.
    pub fn trouble(&self) -> Trouble {
        Trouble { repairs: self.bus.borrow().repairs(), ..self.trouble }
    }

    /// Does something until it succeeds, and what has to be done in between.
    fn attempt<R>(
        &mut self,
        mut action: impl FnMut(&mut Timers<L>) -> Result<R, Failure<L>>,
    ) -> Result<R, CableHostError<L::Error>> {
        let mut mend = None;
        for failures in 0.. {
            let done = match mend {
                None => action(&mut self.facility).map(Some),
                Some(cause) => self.mend(cause).map(|()| None),
            };
            mend = match done {
                Ok(Some(done)) => return Ok(done),
                Ok(None) => None,
                Err(error) if failures < 2 * PATIENCE && is_of_the_chip::<L>(&error) => {
                    self.trouble.failures += 1;
                    Some(error)
                }
                Err(error) => return Err(CableHostError(error)),
            };
        }
        unreachable!("the loop has no end")
    }

    /// After a failure: starts a chip again that was reset, and makes sure that all is as it should be.
    fn mend(&mut self, cause: Failure<L>) -> Result<(), Failure<L>> {
        self.searching = true;
        if matches!(
            cause,
            FacilityError::ChipWasReset
                | FacilityError::Device(
                    CounterChipError::TimeRanBack { .. } | CounterChipError::Bus(UartError::WasReset)
                )
        ) {
            let paused = self.facility.is_paused();
            self.facility.recover()?;
            self.trouble.recoveries += 1;
            if paused {
                self.facility.pause()?;
            }
        }
        self.audit_once()
    }

    fn audit_once(&mut self) -> Result<(), Failure<L>> {
        self.searching = true;
        let audit = self.facility.audit()?;
        self.interrupted = true;
        self.trouble.audits += 1;
        self.trouble.mended += audit.mended;
        self.next_audit = self.facility.last_known_now().saturating_add(self.settings.audit_every);
        Ok(())
    }

    fn audit(&mut self) -> Result<(), CableHostError<L::Error>> {
        for failures in 0.. {
            match self.audit_once() {
                Ok(()) => break,
                Err(error) if failures < PATIENCE && is_of_the_chip::<L>(&error) => {
                    self.trouble.failures += 1;
                    // The next audit finds what this repair leaves undone.
                    let _ = self.mend(error);
                }
                Err(error) => return Err(CableHostError(error)),
            }
        }
        Ok(())
    }

    /// Looks whether the chip wants the host.
    fn look(&mut self) -> Result<(), CableHostError<L::Error>> {
        let word = self.attempt(|facility| {
            let word = facility.bus_mut().read(offset::EVENT);
            word.map_err(|error| FacilityError::Device(CounterChipError::Bus(error)))
        })?;
        let event = Event::from_word(word);
        self.interrupted |= event.valid || event.attention;
        Ok(())
    }

    /// Lets time pass up to `tick`, or to an interrupt if `stop`, and stops it there.
    fn pass(&mut self, tick: u64, stop: bool) -> Result<(), CableHostError<L::Error>> {
        if self.facility.last_known_now() >= tick || (stop && self.interrupted) {
            return Ok(());
        }
        self.attempt(|facility| facility.resume())?;
        while self.facility.last_known_now() < tick && !(stop && self.interrupted) {
            self.attempt(|facility| facility.now())?;
            self.look()?;
        }
        self.attempt(|facility| facility.pause())?;
        self.attempt(|facility| facility.now())?;
        if self.facility.last_known_now() >= self.next_audit {
            self.audit()?;
        }
        Ok(())
    }

    /// Everything counted since the host was made.
    fn total(&self) -> Cost {
        let statistics = self.facility.statistics();
        Cost {
            bus_reads: statistics.bus_reads,
            bus_writes: statistics.bus_writes,
            examined: statistics.examined,
            clocks: self.facility.last_known_now().saturating_mul(self.settings.clocks_per_tick.into()),
        }
    }
}

/// Whether it is worth while to try again.
fn is_of_the_chip<L: SerialLine>(error: &Failure<L>) -> bool {
    match error {
        FacilityError::Device(
            CounterChipError::Bus(UartError::Line(_))
            | CounterChipError::WheelSizeOutOfRange { .. }
            | CounterChipError::PrescaleOutOfRange { .. }
            | CounterChipError::MissingFeature { .. },
        ) => false,
        FacilityError::Device(_) | FacilityError::ChipWasReset => true,
        _ => false,
    }
}

impl<L: SerialLine> Host for CableHost<L> {
    type Error = CableHostError<L::Error>;

    fn now(&self) -> u64 {
        self.facility.last_known_now()
    }

    fn run_to(&mut self, tick: u64) -> Result<(), Self::Error> {
        self.pass(tick, false)
    }

    fn run_until_interrupt(&mut self, tick: u64) -> Result<bool, Self::Error> {
        self.pass(tick, true)?;
        Ok(self.interrupted)
    }

    fn is_interrupted(&self) -> bool {
        self.interrupted
    }

    fn is_behind(&mut self) -> Result<bool, Self::Error> {
        let [cursor, now] = self.attempt(|facility| {
            let mut both = [offset::CURSOR_LO, offset::NOW_LO].map(|at| (at, 0));
            for (at, word) in &mut both {
                let read = facility.bus_mut().read(*at);
                *word = read.map_err(|error| FacilityError::Device(CounterChipError::Bus(error)))?;
            }
            Ok(both.map(|(_, word)| word))
        })?;
        Ok(u64::from(now.wrapping_sub(cursor)) > CAUGHT_UP_TICKS)
    }

    fn start(&mut self, timer: u32, due: u64) -> Result<(), Self::Error> {
        let handle = self.attempt(|facility| Ok(facility.start_at(due, timer)?))?;
        self.handles[timer as usize] = Some(handle);
        Ok(())
    }

    fn stop(&mut self, timer: u32) -> Result<bool, Self::Error> {
        let Some(handle) = self.handles[timer as usize].take() else {
            return Ok(false);
        };
        match self.facility.stop(handle) {
            Ok(item) => Ok(item == timer),
            Err(FacilityError::Stop(_)) => Ok(false),
            Err(error) => Err(CableHostError(error)),
        }
    }

    fn service(&mut self, expired: &mut Vec<Expiry>) -> Result<(), Self::Error> {
        let mut come = Vec::new();
        let searches = self.facility.statistics().late_overflows;
        self.attempt(|facility| {
            facility.service(|facility, expiry| {
                come.push((facility.statistics().late_overflows != searches, facility.last_known_now(), expiry));
            })
        })?;
        let searching = self.searching;
        expired.extend(come.into_iter().map(|(by_search, reported, expiry)| Expiry {
            timer: expiry.item,
            due: expiry.due,
            visited: expiry.reported,
            by_search: by_search || searching,
            reported,
        }));
        self.searching = false;
        self.interrupted = false;
        self.look()
    }

    fn finish(&mut self) -> Result<bool, Self::Error> {
        self.attempt(|facility| facility.pause())?;
        self.look()?;
        while !self.interrupted && self.is_behind()? {
            self.look()?;
        }
        if !self.interrupted && !self.finished {
            self.finished = true;
            self.audit()?;
        }
        Ok(self.interrupted)
    }

    fn outstanding(&self) -> u64 {
        self.facility.outstanding().into()
    }

    fn cost(&self) -> Cost {
        self.total() - self.before
    }
}

/// What can go wrong beneath a [`CableHost`]. `E` is the line's error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CableHostError<E>(pub FacilityError<CounterChipError<UartError<E>>>);

impl<E: fmt::Display + Copy> fmt::Display for CableHostError<E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            FacilityError::Device(CounterChipError::Bus(error)) => error.fmt(formatter),
            error => write!(formatter, "the driver failed: {error}"),
        }
    }
}

impl<E: fmt::Debug + fmt::Display + Copy> core::error::Error for CableHostError<E> {}
