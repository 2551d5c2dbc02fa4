//! The flags of a register as a set, and the set of the interrupts.

use carillon_regmap::counter_chip::field::intr_state;

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

pub(crate) use flags;

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
