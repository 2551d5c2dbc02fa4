//! Messages to whoever listens: `log`, `defmt`, both or nobody, as the features say.

/// A warning: a text without arguments.
macro_rules! warning {
    ($text:literal) => {{
        #[cfg(feature = "log")]
        log::warn!($text);
        #[cfg(feature = "defmt")]
        defmt::warn!($text);
    }};
}

pub(crate) use warning;
