//! Warnings about rare events, through `log` or `defmt`, whichever feature is on. Without either they cost nothing. The
//! values are numbers.

/// Logs an event that should be rare.
macro_rules! warning {
    ($text:literal $(, $value:expr)* $(,)?) => {{
        #[cfg(feature = "log")]
        log::warn!($text $(, $value)*);
        #[cfg(feature = "defmt")]
        defmt::warn!($text $(, $value)*);
        #[cfg(not(any(feature = "log", feature = "defmt")))]
        { $(let _ = &$value;)* }
    }};
}

pub(crate) use warning;
