//! The chip's `irq` at a pin of the host: for SPI, and for whoever has a UART and a wire more.

use embedded_hal::digital::InputPin;
#[cfg(feature = "embedded-hal-async")]
use embedded_hal_async::digital::Wait;

/// The pin that `irq` is connected to. It is a level, high while the chip wants the host.
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
    /// Whether the chip wants the host: then call [`Facility::service`](crate::facility::Facility::service), and ask again, until it does not.
    ///
    /// # Errors
    /// The pin's own.
    pub fn is_pending(&mut self) -> Result<bool, P::Error> {
        self.pin.is_high()
    }
}

#[cfg(feature = "embedded-hal-async")]
impl<P: Wait> InterruptPin<P> {
    /// Waits until the chip wants the host; at once if it does already. It waits for a level, so that no interrupt between
    /// two calls is missed.
    ///
    /// # Errors
    /// The pin's own.
    pub async fn pending(&mut self) -> Result<(), P::Error> {
        self.pin.wait_for_high().await
    }
}
