//! The chip's `irq` at a pin of the host: for SPI, and for a UART with an extra wire.

use embedded_hal::digital::InputPin;
#[cfg(feature = "embedded-hal-async")]
use embedded_hal_async::digital::Wait;

/// The pin that `irq` is connected to. It is level-sensitive, high while the chip needs service.
#[derive(Debug)]
pub struct InterruptPin<P> {
    pin: P,
}

impl<P> InterruptPin<P> {
    /// The chip's `irq` at `pin`.
    pub const fn new(pin: P) -> Self {
        Self { pin }
    }

    /// Gives the pin back.
    pub fn release(self) -> P {
        self.pin
    }
}

impl<P: InputPin> InterruptPin<P> {
    /// Whether the chip needs service. If so, call [`service`](crate::facility::TimerFacility::service), and check
    /// again until it does not.
    ///
    /// # Errors
    /// The pin's own.
    pub fn is_pending(&mut self) -> Result<bool, P::Error> {
        self.pin.is_high()
    }
}

#[cfg(feature = "embedded-hal-async")]
impl<P: Wait> InterruptPin<P> {
    /// Waits until the chip needs service; returns at once if it already does. Waiting for the level misses no
    /// interrupt between two calls.
    ///
    /// # Errors
    /// The pin's own.
    pub async fn pending(&mut self) -> Result<(), P::Error> {
        self.pin.wait_for_high().await
    }
}
