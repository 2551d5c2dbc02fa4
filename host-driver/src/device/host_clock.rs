//! A bus whose host has a clock of its own, so that a start needs no read of the chip's now.
//!
//! # The bound
//!
//! A read of `NOW_LO` that gives *v* says that the chip had not come to tick *v* + 1 when the host's clock stood at
//! *h*, just before the read. When the clock stands at *h'*, so many ticks may have begun since as fit into *h'* + 1 -
//! *h* counts of a chip that is as fast as the tolerance lets it be. Rounded up and added to *v* that is a tick which
//! the chip has not passed. A timer whose interval is counted from there is never early. It is late by a tick for what
//! had passed of tick *v*, the ticks of two counts, two for the tolerance (the chip may be as slow as it lets it be),
//! and what passed during that read.
//!
//! The bound is used until the tolerance has become a tick, and for 65,536 ticks at most. Then a start reads now, which
//! gives a new bound, and shows whether another host has reset the chip.

use carillon_regmap::counter_chip::field::ctrl;
use carillon_regmap::counter_chip::offset;
use core::time::Duration;

use super::Clock;
use crate::bus::RegisterBus;
use crate::chip::is_doubtful;
use crate::rate::TickRate;
use crate::trace::warning;

/// Ticks for which a read of now is used, at most.
const LONGEST: u32 = 1 << 16;

/// One million: what a tolerance is a part of.
const MILLION: u32 = 1_000_000;

/// Binary places of [`HostClock::ticks_a_count`].
const PLACES: u32 = 40;

/// The bus `B` to a counter chip, on a host that also has the clock `C`.
///
/// On this bus [`CounterChipFacility`](crate::facility::CounterChipFacility) starts and restarts timers without a read,
/// but for one each 65,536 ticks, or each tick of tolerance; for an interval of 0 or close to the longest one; for a
/// tick close to now; and for `start_between`. Its timers are due one to five ticks later than without this clock, more
/// if a count is longer than a tick or a read takes ticks; never earlier. It is worth it where a read takes long: over
/// PCIe, SPI, or a serial line.
///
/// Timers are early if the clock is slower than its tolerance, so:
///
/// - The clock must count whenever the chip does. [`SystemClock`](crate::device) stands still while the computer is
///   suspended: if the chip runs on, take `BootClock`, or read
///   [`CounterChipFacility::now`](crate::facility::TimerFacility::now) after that, before a start.
/// - What slews the clock belongs to the tolerance: up to 500 millionths by NTP.
/// - A counter of few bits must be read before it comes round, as its alarm sees to. If the clock steps back, now is
///   read anew; a tick that it was ahead before is not noticed otherwise.
/// - Ticks must be as long as the facility's `PRESCALE` makes them.
///
/// ```no_run
/// use carillon_driver::device::{HostClock, SystemClock};
/// use carillon_driver::facility::{CounterChipFacility, Settings, TimerFacility};
/// use carillon_driver::mmio::Uio;
/// use carillon_driver::queue::{HashedWheel, Timers};
/// use carillon_driver::rate::TickRate;
/// use core::num::NonZeroU32;
/// use core::time::Duration;
///
/// # fn example(uio: Uio) -> Result<(), Box<dyn core::error::Error>> {
/// // A chip at 100 MHz with ticks of 10 µs. The oscillators differ by 100 ppm at most, and NTP slews the host's clock.
/// let rate = |hertz| NonZeroU32::new(hertz).map(TickRate::hertz).ok_or("zero");
/// let clock = SystemClock::with_resolution(Duration::from_nanos(100));
/// let bus = HostClock::new(uio, clock, rate(100_000)?, 1_000);
/// let queue = Timers::growing(HashedWheel::new(4_096), 1_000)?;
/// let mut timers = CounterChipFacility::new(bus, Settings::of(1_000), queue)?;
/// timers.start(200, "retransmit")?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Copy)]
pub struct HostClock<B, C> {
    bus: B,
    clock: C,
    /// The most ticks of the chip in 2^[`PLACES`] counts of the clock.
    ticks_in_counts: u64,
    /// Ticks for which a read of now is used.
    longest: u32,
    /// Whether the chip's time is as this host last set it: not stopped.
    runs: bool,
    /// The clock before the last read of now, and what was read.
    sample: Option<(u64, u32)>,
    /// What the clock has read last.
    seen: u64,
}

impl<B, C: Clock> HostClock<B, C> {
    /// The chip on `bus` has `ticks` a second; it and `clock` differ from their rates by `tolerance` millionths
    /// together at most: 0 if one oscillator drives both, 1,000,000 at most (more is taken for that). Only this host
    /// may stop the chip's time. The finer the clock is, the less late timers are: its counts should be shorter than
    /// ticks.
    pub fn new(bus: B, clock: C, ticks: TickRate, tolerance: u32) -> Self {
        let tolerance = tolerance.min(MILLION);
        // Both are rounded; upwards, together.
        let duration = clock.rate().duration(1 << PLACES);
        let nominal = ticks.ticks(duration.saturating_add(Duration::from_nanos(1)));
        let most = u128::from(nominal.unwrap_or(u64::MAX)) * u128::from(MILLION + tolerance);
        let ticks_in_counts = u64::try_from(most.div_ceil(MILLION.into())).unwrap_or(u64::MAX);
        Self {
            bus,
            clock,
            ticks_in_counts,
            longest: LONGEST
                .min(MILLION.checked_div(tolerance).unwrap_or(LONGEST))
                // Rounding up to whole ticks in so many counts is half a tick then.
                .min(u32::try_from(ticks_in_counts / 2).unwrap_or(LONGEST)),
            runs: true,
            sample: None,
            seen: 0,
        }
    }

    /// The bus itself, read only.
    pub const fn bus(&self) -> &B {
        &self.bus
    }

    /// The bus itself. A transfer made directly on it must neither stop the chip's time nor reset the chip.
    pub const fn bus_mut(&mut self) -> &mut B {
        &mut self.bus
    }

    /// Gives the bus back.
    pub fn release(self) -> B {
        self.bus
    }

    /// The clock. If it has stepped back, it says nothing of what has passed since the sample, which is given up.
    fn count(&mut self) -> u64 {
        let count = self.clock.now();
        if count < self.seen {
            self.sample = None;
        }
        self.seen = count;
        count
    }

    /// The tick that the chip has not passed when the clock stands at `count`; `None` if the sample is too old.
    fn bound(&self, (before, low): (u64, u32), count: u64) -> Option<u32> {
        let counts = count.checked_sub(before)?.checked_add(1)?;
        let ticks = u128::from(counts) * u128::from(self.ticks_in_counts);
        let ticks = u32::try_from(ticks.div_ceil(1 << PLACES)).ok()?;
        (ticks <= self.longest).then(|| low.wrapping_add(ticks))
    }

    /// Takes a new sample, unless the old one still gives an earlier bound.
    fn take(&mut self, before: u64, low: u32) {
        let new = (before, low);
        let count = self.count();
        if count < before {
            return;
        }
        let bounds = self.sample.map(|old| (self.bound(old, count), self.bound(new, count)));
        if let Some((Some(old), Some(new))) = bounds {
            let (old, new) = (old.wrapping_sub(low), new.wrapping_sub(low));
            if old < new {
                return;
            }
            if old > u32::MAX / 2 {
                warning!("the host's clock is slower than its tolerance, or the chip was reset");
            }
        }
        self.sample = Some(new);
    }
}

impl<B: RegisterBus, C: Clock> RegisterBus for HostClock<B, C> {
    type Error = B::Error;

    fn read(&mut self, offset: u32) -> Result<u32, B::Error> {
        if offset != offset::NOW_LO || !self.runs {
            return self.bus.read(offset);
        }
        let before = self.count();
        let low = self.bus.read(offset)?;
        if !is_doubtful(low) {
            self.take(before, low);
        }
        Ok(low)
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), B::Error> {
        if offset != offset::CTRL {
            return self.bus.write(offset, value);
        }
        // A write that fails may have reached the chip, or not.
        self.sample = None;
        self.runs = false;
        self.bus.write(offset, value)?;
        self.runs = ctrl::ENABLE.is_set(value);
        Ok(())
    }

    fn not_passed(&mut self) -> Option<u32> {
        let count = self.count();
        self.bound(self.sample?, count)
    }
}
