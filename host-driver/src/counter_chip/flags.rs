//! Sets of interrupts and of errors, as in the chip's registers.

use carillon_regmap::counter_chip::field::{error, intr_state};
use carillon_regmap::timer_chip::field::error as timer_error;

/// A set of the flags of one register.
macro_rules! flags {
    ($(#[$doc:meta])+ $name:ident { $($(#[$flag_doc:meta])+ $flag:ident = $field:expr;)+ }) => {
        $(#[$doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        pub struct $name(u32);

        impl $name {
            /// The empty set.
            pub const NONE: Self = Self(0);
            $($(#[$flag_doc])+ pub const $flag: Self = Self($field.mask());)+
            /// All flags.
            pub const ALL: Self = Self(0 $(| $field.mask())+);

            /// The set in a register's word; undefined bits are dropped.
            pub const fn from_word(word: u32) -> Self {
                Self(word & Self::ALL.0)
            }

            /// The set as a register's word.
            pub const fn word(self) -> u32 {
                self.0
            }

            /// Whether the set is empty.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Whether the set contains all of `other`.
            pub const fn contains(self, other: Self) -> bool {
                self.0 & other.0 == other.0
            }

            /// The union.
            #[must_use]
            pub const fn union(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            /// The intersection.
            #[must_use]
            pub const fn intersection(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }

        impl core::ops::BitOr for $name {
            type Output = Self;

            fn bitor(self, other: Self) -> Self {
                self.union(other)
            }
        }
    };
}

flags! {
    /// A set of the chip's interrupts (registers `INTR_STATE`, `INTR_ENABLE`, `INTR_TEST`).
    Interrupts {
        /// The event FIFO is not empty. A level: acknowledge the events to clear it.
        EVENT = intr_state::EVENT;
        /// Now has reached the alarm.
        ALARM = intr_state::ALARM;
        /// The register `ERROR` is not 0. A level: clear `ERROR`.
        ERROR = intr_state::ERROR;
        /// A late event found the FIFO full: search all queues.
        LATE_OVERFLOW = intr_state::LATE_OVERFLOW;
        /// Bit 31 of now has changed.
        HALF_PERIOD = intr_state::HALF_PERIOD;
    }
}

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

flags! {
    /// A set of what the timer chip has refused, or what has failed in it (its register `ERROR`).
    TimerErrors {
        /// A command named a timer that does not exist.
        TIMER_RANGE = timer_error::TIMER_RANGE;
        /// The number of timers or slots did not fit.
        SIZE_RANGE = timer_error::SIZE_RANGE;
        /// Sizes or prescale were written while they were locked.
        LOCKED = timer_error::LOCKED;
        /// An event was acknowledged while there was none.
        ACK_EMPTY = timer_error::ACK_EMPTY;
        /// An event was acknowledged that was no longer the head.
        ACK_STALE = timer_error::ACK_STALE;
        /// The prescale was set to 0.
        PRESCALE_ZERO = timer_error::PRESCALE_ZERO;
        /// A command came before the records were initialised.
        NOT_READY = timer_error::NOT_READY;
        /// The host accessed a register that the chip does not have.
        ADDRESS = timer_error::ADDRESS;
        /// A start had an interval or a deadline that is too long.
        INTERVAL_RANGE = timer_error::INTERVAL_RANGE;
        /// A start came while the cursor was 2^22 ticks or more behind now.
        BEHIND = timer_error::BEHIND;
        /// The memory has answered with an error; commands may have been refused meanwhile.
        MEMORY = timer_error::MEMORY;
    }
}

impl TimerErrors {
    /// Errors after which a command may not have been taken.
    pub const REFUSED: Self =
        Self(Self::TIMER_RANGE.0 | Self::NOT_READY.0 | Self::INTERVAL_RANGE.0 | Self::BEHIND.0 | Self::MEMORY.0);
}
