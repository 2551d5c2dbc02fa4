//! What may fail with either chip, and the errors of both that have it in common.

use super::Version;

/// What the functions for both chips find wrong. Each chip's error has a variant for it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ChipFault<E> {
    Bus(E),
    WrongIdentity { found: u32, wanted: u32 },
    IncompatibleVersion { found: Version },
    ScratchMismatch { wrote: u32, found: u32 },
    ImpossibleAnswer { offset: u32, found: u32 },
    TimeUnsteady { offset: u32 },
}

impl<E> From<E> for ChipFault<E> {
    fn from(error: E) -> Self {
        Self::Bus(error)
    }
}

/// The error of one chip: what may fail with both, and what only this one's driver says, each with its text.
macro_rules! chip_error {
    (
        $(#[$doc:meta])+
        $name:ident {
            $(
                $(#[$own_doc:meta])+
                $own:ident $({ $($(#[$field_doc:meta])+ $field:ident: $type:ty,)+ })? =>
                    ($text:literal $(, $argument:expr)*),
            )+
        }
    ) => {
        $(#[$doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        #[non_exhaustive]
        pub enum $name<E> {
            /// The bus failed.
            Bus(E),
            /// `ID` is not that of the chip that the driver is for.
            WrongIdentity {
                /// The word read.
                found: u32,
                /// That of the chip that the driver is for.
                wanted: u32,
            },
            /// The chip's register map has another major version than this driver.
            IncompatibleVersion {
                /// The chip's version.
                found: $crate::chip::Version,
            },
            /// `SCRATCH` did not return what was written.
            ScratchMismatch {
                /// The word written.
                wrote: u32,
                /// The word read back.
                found: u32,
            },
            /// `PARAMS` describes a chip that cannot be built.
            ImpossibleParameters {
                /// The word read.
                found: u32,
            },
            /// The chip did not finish clearing its memory after a reset.
            NotReady {
                /// How often `STATUS` was read.
                polls: u32,
            },
            /// The length of a tick must be 1 to 2^24 - 1 clocks.
            PrescaleOutOfRange {
                /// The length requested, in clocks.
                clocks: u32,
            },
            /// The build lacks the feature. The chip was not accessed.
            MissingFeature {
                /// What the build lacks.
                #[cfg_attr(feature = "defmt", defmt(Debug2Format))]
                feature: $crate::chip::Feature,
            },
            /// A register has a value that no chip returns.
            ImpossibleAnswer {
                /// The register's byte offset.
                offset: u32,
                /// The word read.
                found: u32,
            },
            /// The high half of a 64-bit time changed between every two reads.
            TimeUnsteady {
                /// The byte offset of the low half.
                offset: u32,
            },
            $($(#[$own_doc])+ $own $({ $($(#[$field_doc])+ $field: $type,)+ })?,)+
        }

        impl<E> From<E> for $name<E> {
            fn from(error: E) -> Self {
                Self::Bus(error)
            }
        }

        impl<E> From<$crate::chip::ChipFault<E>> for $name<E> {
            #[inline]
            fn from(fault: $crate::chip::ChipFault<E>) -> Self {
                use $crate::chip::ChipFault;

                match fault {
                    ChipFault::Bus(error) => Self::Bus(error),
                    ChipFault::WrongIdentity { found, wanted } => Self::WrongIdentity { found, wanted },
                    ChipFault::IncompatibleVersion { found } => Self::IncompatibleVersion { found },
                    ChipFault::ScratchMismatch { wrote, found } => Self::ScratchMismatch { wrote, found },
                    ChipFault::ImpossibleAnswer { offset, found } => Self::ImpossibleAnswer { offset, found },
                    ChipFault::TimeUnsteady { offset } => Self::TimeUnsteady { offset },
                }
            }
        }

        impl<E: core::fmt::Display> core::fmt::Display for $name<E> {
            fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match self {
                    Self::Bus(error) => {
                        write!(formatter, "the bus failed ({error}): check the connection, then try again")
                    }
                    Self::WrongIdentity { found, wanted } => write!(
                        formatter,
                        "no Carillon chip answers: ID reads {found:#010x}, not {wanted:#010x}; check the base address \
                        and the wiring"
                    ),
                    Self::IncompatibleVersion { found } => write!(
                        formatter,
                        "the chip has register map {found} and this driver supports {}.x: use the driver that came \
                        with the chip",
                        carillon_regmap::VERSION_MAJOR
                    ),
                    Self::ScratchMismatch { wrote, found } => write!(
                        formatter,
                        "{wrote:#010x} was written to SCRATCH and {found:#010x} was read: check the bus's data lines \
                        and byte order"
                    ),
                    Self::ImpossibleParameters { found } => {
                        write!(formatter, "PARAMS reads {found:#010x}, which no build has: check the bus")
                    }
                    Self::NotReady { polls } => write!(
                        formatter,
                        "the chip did not clear its memory within {polls} reads of STATUS: check its clock and its \
                        reset pin"
                    ),
                    Self::PrescaleOutOfRange { clocks } => write!(
                        formatter,
                        "a tick cannot be {clocks} clocks long: use 1 to {}",
                        $crate::chip::MAX_PRESCALE
                    ),
                    Self::MissingFeature { feature } => write!(
                        formatter,
                        "this chip was built without {}: use one that has it, or do without",
                        $crate::chip::feature_text(*feature)
                    ),
                    Self::ImpossibleAnswer { offset, found } => write!(
                        formatter,
                        "the register at {offset:#05x} reads {found:#010x}, which no chip returns: check the bus"
                    ),
                    Self::TimeUnsteady { offset } => {
                        write!(formatter, "the time at {offset:#05x} changes between reads: check the bus")
                    }
                    $(Self::$own $({ $($field,)+ })? => write!(formatter, $text $(, $argument)*),)+
                }
            }
        }

        impl<E: core::fmt::Debug + core::fmt::Display> core::error::Error for $name<E> {}
    };
}

pub(crate) use chip_error;

/// The feature in a sentence about its lack.
pub(crate) const fn feature_text(feature: super::Feature) -> &'static str {
    match feature {
        super::Feature::Alarm => "an alarm",
        super::Feature::LookAhead => "looking ahead",
        super::Feature::Coalescing => "coalescing",
        super::Feature::WheelModes => "wheel modes",
    }
}
