//! Parts of a packet, which may be cut off anywhere.

use super::Skipped;

/// What lies behind `header` bytes.
pub(super) fn after(data: &[u8], header: usize) -> Result<&[u8], Skipped> {
    data.get(header..).ok_or(Skipped::CutOff)
}

/// The 16 bits at `at`.
pub(super) fn half(data: &[u8], at: usize) -> Result<u16, Skipped> {
    let bytes = after(data, at)?.first_chunk().ok_or(Skipped::CutOff)?;
    Ok(u16::from_be_bytes(*bytes))
}

/// The 32 bits at `at`.
pub(super) fn word(data: &[u8], at: usize) -> Result<u32, Skipped> {
    let bytes = after(data, at)?.first_chunk().ok_or(Skipped::CutOff)?;
    Ok(u32::from_be_bytes(*bytes))
}
