//! What the timer chip refuses, and what fails in it.

use carillon_regmap::timer_chip::field::error;

use crate::chip::flags;

flags! {
    /// A set of what the timer chip has refused, or what has failed in it (its register `ERROR`).
    TimerErrors {
        /// A command named a timer that does not exist.
        TIMER_RANGE = error::TIMER_RANGE;
        /// The number of timers or slots did not fit.
        SIZE_RANGE = error::SIZE_RANGE;
        /// Sizes or prescale were written while they were locked.
        LOCKED = error::LOCKED;
        /// An event was acknowledged while there was none.
        ACK_EMPTY = error::ACK_EMPTY;
        /// An event was acknowledged that was no longer the head.
        ACK_STALE = error::ACK_STALE;
        /// The prescale was set to 0.
        PRESCALE_ZERO = error::PRESCALE_ZERO;
        /// A command came before the records were initialised.
        NOT_READY = error::NOT_READY;
        /// The host accessed a register that the chip does not have.
        ADDRESS = error::ADDRESS;
        /// A start had an interval or a deadline that is too long.
        INTERVAL_RANGE = error::INTERVAL_RANGE;
        /// A start came while the cursor was 2^22 ticks or more behind now.
        BEHIND = error::BEHIND;
        /// The memory has answered with an error; commands may have been refused meanwhile.
        MEMORY = error::MEMORY;
    }
}

impl TimerErrors {
    /// Errors after which a command may not have been taken.
    pub const REFUSED: Self =
        Self(Self::TIMER_RANGE.0 | Self::NOT_READY.0 | Self::INTERVAL_RANGE.0 | Self::BEHIND.0 | Self::MEMORY.0);
}
