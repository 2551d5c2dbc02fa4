//! What happens seldom and somebody may want to know, as messages of `log` or `defmt`, whichever feature is on. Without either it
//! costs nothing. The values are numbers.

/// Something that should not happen often.
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
