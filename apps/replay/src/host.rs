//! What the second pass needs of a host.

use core::fmt::Debug;
use core::ops::Sub;

use serde::Serialize;

/// A timer that the host reports as expired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Expiry {
    /// Its identity, as given to [`Host::start`].
    pub timer: u32,
    /// The tick at which it was due, as the driver reports it.
    pub due: u64,
    /// The tick of the chip's visit that found it due.
    pub visited: u64,
    /// Whether the driver found it by searching through its slots, as a late event had no room in the FIFO; the visit's
    /// tick says nothing then.
    pub by_search: bool,
    /// The tick at which it was reported to the host.
    pub reported: u64,
}

/// What a replay has cost the host and the simulator so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Cost {
    /// Bus reads.
    pub bus_reads: u64,
    /// Bus writes.
    pub bus_writes: u64,
    /// Timers that the driver has looked at in the slots that the chip reported.
    pub examined: u64,
    /// Clocks of the chip.
    pub clocks: u64,
}

impl Sub for Cost {
    type Output = Self;

    /// What came since `before`.
    fn sub(self, before: Self) -> Self {
        Self {
            bus_reads: self.bus_reads - before.bus_reads,
            bus_writes: self.bus_writes - before.bus_writes,
            examined: self.examined - before.examined,
            clocks: self.clocks - before.clocks,
        }
    }
}

/// A host with a timer chip, under a replay's control. Time passes only in [`Host::run_to`],
/// [`Host::run_until_interrupt`], and by the transfers on the bus of the other methods.
pub trait Host {
    /// What can go wrong beneath it.
    type Error: Copy + Debug;

    /// The chip's now, in ticks, without asking the chip.
    fn now(&self) -> u64;

    /// Lets time pass up to `tick`, interrupts or not; returns at once where it is past that.
    ///
    /// # Errors
    /// Where the simulator fails.
    fn run_to(&mut self, tick: u64) -> Result<(), Self::Error>;

    /// Lets time pass up to `tick`, but only as long as no interrupt is pending; returns whether one is.
    ///
    /// # Errors
    /// Where the simulator fails.
    fn run_until_interrupt(&mut self, tick: u64) -> Result<bool, Self::Error>;

    /// Whether the interrupt line is up.
    fn is_interrupted(&self) -> bool;

    /// Whether the chip has not looked at all slots up to now yet.
    ///
    /// # Errors
    /// Where the bus fails.
    fn is_behind(&mut self) -> Result<bool, Self::Error>;

    /// Starts timer `timer`, due at tick `due`.
    ///
    /// # Errors
    /// Where the driver refuses.
    fn start(&mut self, timer: u32, due: u64) -> Result<(), Self::Error>;

    /// Stops timer `timer`; returns whether the driver had it outstanding.
    ///
    /// # Errors
    /// Where the driver fails.
    fn stop(&mut self, timer: u32) -> Result<bool, Self::Error>;

    /// Runs the interrupt service routine and adds what has expired to `expired`.
    ///
    /// # Errors
    /// Where the driver fails.
    fn service(&mut self, expired: &mut Vec<Expiry>) -> Result<(), Self::Error>;

    /// Stops the clock of the chip and lets the chip look at all slots up to now, as far as the host does not have to
    /// service it before; returns whether it has to. To be called until it returns `false`.
    ///
    /// # Errors
    /// Where the simulator fails.
    fn finish(&mut self) -> Result<bool, Self::Error>;

    /// Timers that the driver holds.
    fn outstanding(&self) -> u64;

    /// What it has cost so far.
    fn cost(&self) -> Cost;

    /// Clocks of the chip in a tick; 1 where there is no chip.
    fn clocks_per_tick(&self) -> u64 {
        1
    }
}
