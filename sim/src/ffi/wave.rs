//! Verilator's writer of wave files, over the C functions of `cpp/wave.cpp`. It has the interface of the crate
//! `verilated`'s, whose place it takes.

use core::ffi::{CStr, c_char, c_void};
use std::ffi::CString;
use std::io;
use std::path::Path;

// SAFETY: `cpp/wave.cpp` defines each function with this signature; the first has no precondition.
unsafe extern "C" {
    safe fn carillon_wave_new() -> *mut c_void;
    fn carillon_wave_open(wave: *mut c_void, path: *const c_char) -> u8;
    fn carillon_wave_flush(wave: *mut c_void);
    fn carillon_wave_delete(wave: *mut c_void);
}

/// A wave file that is open, or not yet.
pub(super) struct Vcd(
    /// From `carillon_wave_new`, owned, valid until `drop`.
    pub *mut c_void,
);

impl Default for Vcd {
    fn default() -> Self {
        Self(carillon_wave_new())
    }
}

impl Vcd {
    pub fn open(&mut self, path: &Path) -> io::Result<()> {
        let path: &CStr = &CString::new(path.as_os_str().as_encoded_bytes())?;
        // SAFETY: the pointer is valid and unshared; the path ends in a zero byte and outlives the call.
        match unsafe { carillon_wave_open(self.0, path.as_ptr()) } {
            0 => Err(io::Error::last_os_error()),
            _ => Ok(()),
        }
    }

    pub fn flush(&mut self) {
        // SAFETY: the pointer is valid and unshared.
        unsafe { carillon_wave_flush(self.0) }
    }
}

impl Drop for Vcd {
    fn drop(&mut self) {
        // SAFETY: the pointer came from `carillon_wave_new`, and nobody uses it again.
        unsafe { carillon_wave_delete(self.0) }
    }
}
