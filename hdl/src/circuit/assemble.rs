//! A circuit's constructor without its boilerplate.

/// Builds `Self` from the parts that need a value, and gives every other named part its default.
///
/// Rust-HDL's `Constant` has no default, so a circuit that holds one cannot derive `Default`; written out, its
/// constructor would repeat `Default::default()` for each signal.
macro_rules! assemble {
    ($($part:ident: $value:expr),* $(,)?; $($plain:ident),* $(,)?) => {
        Self { $($part: $value,)* $($plain: Default::default(),)* }
    };
}

pub(crate) use assemble;
