//! The host's errors that the chip detects.

use carillon_regmap::counter_chip::field::error;

use crate::chip::flags;

flags! {
    /// A set of the host's errors that the chip has detected (register `ERROR`).
    HostErrors {
        /// A wheel or slot that does not exist was armed or disarmed.
        ARM_RANGE = error::ARM_RANGE;
        /// A wheel size did not fit.
        SIZE_RANGE = error::SIZE_RANGE;
        /// Sizes or prescale were written while they were locked.
        LOCKED = error::LOCKED;
        /// An event was acknowledged while there was none.
        ACK_EMPTY = error::ACK_EMPTY;
        /// An event was acknowledged that was no longer the head.
        ACK_STALE = error::ACK_STALE;
        /// The prescale was set to 0.
        PRESCALE_ZERO = error::PRESCALE_ZERO;
        /// A slot was armed or disarmed before the chip was first enabled, or the chip was enabled while it cleared its
        /// memory.
        NOT_READY = error::NOT_READY;
        /// The host accessed a register that the chip does not have.
        ADDRESS = error::ADDRESS;
    }
}
