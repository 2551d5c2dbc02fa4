//! `--until SECONDS`: how much of a capture is replayed.

/// Reads a number of seconds, 0 or more.
pub fn seconds(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|seconds: &f64| seconds.is_finite() && *seconds >= 0.0)
        .ok_or_else(|| "give a number of seconds, 0 or more".to_owned())
}

/// The last of the ticks of a microsecond that lie in so many seconds.
pub const fn last_tick(seconds: f64) -> u64 {
    (seconds * 1e6) as u64
}
