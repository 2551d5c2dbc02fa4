//! The register bus: how the driver reaches the chip's registers.
//!
//! | module | bus |
//! |---|---|
//! | [`crate::mmio`] | the processor's own bus |
//! | [`uart`] | a serial line ([`serial`]), with the protocol of LiteX's UARTBone |
//! | `spi` (feature) | SPI |
//! | `interrupt` (feature) | the chip's `irq` at a pin |
//!
//! [`HostClock`](crate::device::HostClock) is any of these, on a host with a clock of its own.

mod agreement;
#[cfg(feature = "embedded-hal")]
pub mod interrupt;
mod nature;
pub mod serial;
#[cfg(feature = "embedded-hal")]
pub mod spi;
pub mod uart;

use crate::count::Count;

/// Access to the chip's 32-bit registers.
///
/// Transfers MUST reach the chip in the order of the calls: `write` may return before the chip has it (a posted write),
/// but a later `read` must not overtake it. A bus error does not say whether the transfer reached the chip; the driver
/// is correct in both cases.
pub trait RegisterBus {
    /// The bus's error.
    type Error: core::fmt::Debug + core::fmt::Display + Copy;

    /// Reads the register at byte `offset` from the chip's base. No read changes anything in the chip.
    ///
    /// # Errors
    /// The bus's own.
    fn read(&mut self, offset: u32) -> Result<u32, Self::Error>;

    /// Writes the register at byte `offset` from the chip's base.
    ///
    /// # Errors
    /// The bus's own.
    fn write(&mut self, offset: u32, value: u32) -> Result<(), Self::Error>;

    /// The low 32 bits of a tick that the chip has not passed, without a transfer; `None` if the bus knows none. Only a
    /// [`HostClock`](crate::device::HostClock) does.
    fn not_passed(&mut self) -> Option<u32> {
        None
    }
}

impl<B: RegisterBus + ?Sized> RegisterBus for &mut B {
    type Error = B::Error;

    fn read(&mut self, offset: u32) -> Result<u32, Self::Error> {
        (**self).read(offset)
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), Self::Error> {
        (**self).write(offset, value)
    }

    fn not_passed(&mut self) -> Option<u32> {
        (**self).not_passed()
    }
}

/// A bus that counts its transfers, including failed ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counted<B> {
    bus: B,
    reads: Count,
    writes: Count,
}

impl<B> Counted<B> {
    /// Counts the transfers of `bus` from 0.
    pub const fn new(bus: B) -> Self {
        Self { bus, reads: Count::ZERO, writes: Count::ZERO }
    }

    /// Reads so far.
    pub const fn reads(&self) -> u64 {
        self.reads.get()
    }

    /// Writes so far.
    pub const fn writes(&self) -> u64 {
        self.writes.get()
    }

    /// The bus itself, read only.
    pub const fn bus(&self) -> &B {
        &self.bus
    }

    /// The bus itself; transfers made directly on it are not counted.
    pub const fn bus_mut(&mut self) -> &mut B {
        &mut self.bus
    }

    /// Gives the bus back.
    pub fn into_inner(self) -> B {
        self.bus
    }
}

impl<B: RegisterBus> RegisterBus for Counted<B> {
    type Error = B::Error;

    fn read(&mut self, offset: u32) -> Result<u32, Self::Error> {
        self.reads.one();
        self.bus.read(offset)
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), Self::Error> {
        self.writes.one();
        self.bus.write(offset, value)
    }

    fn not_passed(&mut self) -> Option<u32> {
        self.bus.not_passed()
    }
}
