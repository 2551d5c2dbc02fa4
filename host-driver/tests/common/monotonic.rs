//! A device under RTIC's timer queue that a test moves, or one with a fault.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use carillon_driver::device::Device;
use carillon_driver::rtic::{HasDriver, RticDriver};
use rtic_time::fugit::{MonotonicTimerInstantU64, TimerDurationU64};
use rtic_time::monotonic::TimerQueueBasedMonotonic;

use super::common::fake_clock::NANOSECONDS;
use super::common::fake_device::FakeDevice;

pub type Instant = MonotonicTimerInstantU64<1_000_000_000>;
pub type Duration = TimerDurationU64<1_000_000_000>;

/// What is wrong with a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    None,
    ReadsATickAhead,
    RingsATickEarly,
    LosesAnAlarm,
}

/// A device, shared between the driver and the test that lets its time pass.
#[derive(Debug)]
pub struct Shared<D> {
    pub device: Arc<Mutex<D>>,
    pub fault: Fault,
    /// Alarms until the one that is lost.
    pub left: u32,
}

/// The device.
pub fn lock<D>(device: &Mutex<D>) -> MutexGuard<'_, D> {
    device.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<D: Device> Device for Shared<D> {
    type Error = D::Error;

    fn read(&mut self) -> Result<u64, D::Error> {
        let ahead = u64::from(self.fault == Fault::ReadsATickAhead);
        Ok(lock(&self.device).read()? + ahead)
    }

    fn ring_at(&mut self, tick: Option<u64>) -> Result<(), D::Error> {
        let early = u64::from(self.fault == Fault::RingsATickEarly);
        self.left = self.left.saturating_sub(1);
        if self.fault == Fault::LosesAnAlarm && self.left == 1 {
            return lock(&self.device).ring_at(None);
        }
        lock(&self.device).ring_at(tick.map(|tick| tick.saturating_sub(early)))
    }

    fn attend(&mut self) -> Result<(), D::Error> {
        lock(&self.device).attend()
    }

    fn recover(&mut self, now: u64) -> Result<(), D::Error> {
        lock(&self.device).recover(now)
    }

    fn was_reset(error: &D::Error) -> bool {
        D::was_reset(error)
    }

    fn transfers(&self) -> Option<(u64, u64)> {
        lock(&self.device).transfers()
    }
}

/// A monotonic with a driver of its own.
macro_rules! monotonic {
    ($name:ident, $device:ty) => {
        struct $name;

        impl HasDriver for $name {
            type Device = Shared<$device>;

            fn driver() -> &'static RticDriver<Self> {
                static DRIVER: RticDriver<$name> = RticDriver::new();
                &DRIVER
            }
        }

        impl TimerQueueBasedMonotonic for $name {
            type Backend = RticDriver<Self>;
            type Instant = Instant;
            type Duration = Duration;
        }
    };
}

/// A device that a test moves.
pub trait TestDevice: FakeDevice + Device<Error: Send> + Send + 'static {}

impl<D: FakeDevice + Device<Error: Send> + Send + 'static> TestDevice for D {}

/// A monotonic of the device `D`.
pub trait Mono<D: TestDevice>:
    TimerQueueBasedMonotonic<Backend = RticDriver<Self>, Instant = Instant, Duration = Duration>
    + HasDriver<Device = Shared<D>>
{
    /// Installs the device.
    fn start(device: D, fault: Fault) -> Arc<Mutex<D>> {
        let device = Arc::new(Mutex::new(device));
        let shared = Shared { device: device.clone(), fault, left: 100 };
        let initialised = Self::driver().initialise(shared, NANOSECONDS);
        initialised.expect("the right rate, once");
        device
    }
}

impl<D: TestDevice, M> Mono<D> for M where
    M: TimerQueueBasedMonotonic<Backend = RticDriver<Self>, Instant = Instant, Duration = Duration>
        + HasDriver<Device = Shared<D>>
{
}
