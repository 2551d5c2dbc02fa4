//! The counter chip's alarm as a device, which drives any queue.

use super::{Configuration, CounterChipError, HostErrors, MIN_WHEEL_SLOTS, Session, Wheel};
use crate::bus::RegisterBus;
use crate::chip::{Coalescing, Interrupts};
use crate::device::Device;

/// The result of a transfer on the bus `B`.
type Result<T, B> = core::result::Result<T, CounterChipError<<B as RegisterBus>::Error>>;

/// The only wheel, which the chip must have; it is not used.
const WHEELS: [Wheel; 1] = [Wheel::of(MIN_WHEEL_SLOTS)];

/// The tick that never comes: no alarm.
const NEVER: u64 = u64::MAX;

/// The alarm of the counter chip on the bus `B`, for any queue: the single hardware timer of Scheme 2, Scheme 3 and
/// every other priority queue. Its interrupt, or the poll of [`wake`](crate::facility::TimerFacility::wake), calls
/// [`service`](crate::facility::TimerFacility::service).
///
/// A read of now is one read of the bus; an alarm is moved by two writes, or four if the high half of its tick changes;
/// an interrupt costs one read besides. An alarm set to a past tick fires at once: none is missed, however slow the
/// host is. Ticks are those since [`new`](Self::new), also across resets of the chip, after which
/// [`recover`](crate::facility::TimerFacility::recover) starts it again.
///
/// ```no_run
/// use carillon_driver::counter_chip::ChipAlarm;
/// use carillon_driver::facility::{ClockFacility, TimerFacility};
/// use carillon_driver::queue::FixedTimerWheel;
/// # fn example(bus: carillon_driver::mmio::Mmio) -> Result<(), Box<dyn core::error::Error>> {
/// // Ticks of 100 clocks.
/// let mut timers = ClockFacility::new(ChipAlarm::new(bus, 100)?, FixedTimerWheel::<_, 32>::new())?;
/// timers.start(86_400, "tomorrow")?;
/// timers.service(|_, expired| drop(expired.item))?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct ChipAlarm<B> {
    session: Session<B>,
    /// The chip's tick that the alarm is set to; `None` if it is unknown.
    set_to: Option<u64>,
}

impl<B: RegisterBus> ChipAlarm<B> {
    /// Checks the chip on `bus` and starts it with ticks of `prescale` clocks, 1 to
    /// [`MAX_PRESCALE`](crate::chip::MAX_PRESCALE). This moment is tick 0.
    ///
    /// # Errors
    /// As from [`CounterChip::new`](crate::counter_chip::CounterChip::new) and
    /// [`CounterChip::initialise`](crate::counter_chip::CounterChip::initialise). Pass `&mut bus` to keep the bus in
    /// that case. A chip without alarm refuses the first alarm.
    pub fn new(bus: B, prescale: u32) -> Result<Self, B> {
        let configuration = Configuration {
            prescale,
            wheels: &[],
            coalescing: Coalescing::NONE,
            interrupts: Interrupts::ALARM | Interrupts::ERROR | Interrupts::HALF_PERIOD,
        };
        let mut session = Session::new(bus, &configuration)?;
        session.start(&WHEELS)?;
        Ok(Self { session, set_to: None })
    }

    /// Reads now in full: for a host that had the chip's interrupt masked for 2^32 ticks or longer. Four reads.
    ///
    /// # Errors
    /// [`CounterChipError::NotRunning`] and [`CounterChipError::TimeRanBack`] if the chip was reset;
    /// [`CounterChipError::Bus`].
    pub fn resynchronise(&mut self) -> Result<(), B> {
        self.session.read_whole_now().map(drop)
    }

    /// Stops the chip's time. One write.
    ///
    /// # Errors
    /// [`CounterChipError::Bus`].
    pub fn pause(&mut self) -> Result<(), B> {
        self.session.pause()
    }

    /// Resumes the chip's time. One write.
    ///
    /// # Errors
    /// [`CounterChipError::Bus`].
    pub fn resume(&mut self) -> Result<(), B> {
        self.session.resume()
    }

    /// The host errors that the chip has reported since the last call; always none unless another host uses the chip.
    pub const fn take_chip_errors(&mut self) -> HostErrors {
        self.session.take_errors()
    }

    /// The bus to the chip, read only.
    pub const fn bus(&self) -> &B {
        self.session.chip().bus().bus()
    }

    /// The bus to the chip; transfers made directly on it are not counted.
    pub const fn bus_mut(&mut self) -> &mut B {
        self.session.chip_mut().bus_mut().bus_mut()
    }

    /// Gives the bus back. Does not change the chip.
    pub fn release(self) -> B {
        self.session.release()
    }

    /// As [`Session::mend`]; it is unknown then what the alarm is set to.
    pub(crate) fn mend(&mut self) -> Result<u32, B> {
        self.set_to = None;
        self.session.mend()
    }
}

impl<B: RegisterBus> Device for ChipAlarm<B> {
    type Error = CounterChipError<B::Error>;

    fn read(&mut self) -> Result<u64, B> {
        let now = self.session.now()?;
        // Nothing comes after the end of time.
        Ok(self.session.epoch().saturating_add(now))
    }

    fn ring_at(&mut self, tick: Option<u64>) -> Result<(), B> {
        let epoch = self.session.epoch();
        let tick = tick.map_or(NEVER, |tick| tick.saturating_sub(epoch));
        let before = self.set_to.take();
        self.session.chip_mut().move_alarm(before, tick)?;
        self.set_to = Some(tick);
        Ok(())
    }

    fn attend(&mut self) -> Result<(), B> {
        self.session.attend()
    }

    fn recover(&mut self, now: u64) -> Result<(), B> {
        self.set_to = None;
        self.session.restart(&WHEELS, now)
    }

    fn was_reset(error: &Self::Error) -> bool {
        error.shows_a_reset()
    }

    fn transfers(&self) -> Option<(u64, u64)> {
        Some(self.session.transfers())
    }
}
