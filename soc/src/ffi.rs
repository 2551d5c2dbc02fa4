//! The C functions of `cpp/soc.hpp`: the crate's one place for `unsafe`.
//!
//! The structures here, [`Counts`] and those in `cpp/soc.hpp` agree field by field. What the rest of the crate sees is
//! [`Model`] with safe methods.

use core::ffi::c_void;
use core::ptr::NonNull;
use std::io;
use std::path::Path;

use verilated::vcd::Vcd;

use crate::Counts;

/// What happened in the last clock of a run: bits of what [`Model::run`] returns.
pub(crate) mod happened {
    pub const TOLD: u32 = 1;
    pub const FINISHED: u32 = 2;
    pub const PRINTED: u32 = 4;
    pub const TAKEN: u32 = 8;
    pub const READ: u32 = 16;
}

/// What came with it.
#[repr(C)]
#[derive(Default)]
pub(crate) struct Seen {
    pub told: u32,
    pub status: u32,
    pub printed: u32,
}

#[repr(C)]
struct Functions {
    create: unsafe extern "C" fn() -> *mut c_void,
    destroy: unsafe extern "C" fn(*mut c_void),
    run: unsafe extern "C" fn(*mut c_void, u64, *mut Seen) -> u32,
    reset: unsafe extern "C" fn(*mut c_void, u8),
    load: unsafe extern "C" fn(*mut c_void, u32, u32, u32),
    peek: unsafe extern "C" fn(*mut c_void, u32, u32) -> u32,
    ask: unsafe extern "C" fn(*mut c_void, u32),
    type_: unsafe extern "C" fn(*mut c_void, u8),
    count: unsafe extern "C" fn(*mut c_void, *mut Counts),
    set_profile: unsafe extern "C" fn(*mut c_void, *mut u32, usize),
    /// Null in the model that cannot be traced, like the next.
    prepare_wave: Option<unsafe extern "C" fn(*mut c_void, *mut c_void)>,
    start_wave: Option<unsafe extern "C" fn(*mut c_void, *mut c_void)>,
}

// SAFETY: `cpp/soc.hpp` defines both functions with this signature: they return the address of a constant table that
// matches `Functions` and lives as long as the program.
unsafe extern "C" {
    safe fn carillon_soc() -> &'static Functions;
    safe fn carillon_soc_waves() -> &'static Functions;
}

/// One of the two memories.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Memory {
    Rom = 0,
    MainRam = 1,
}

/// Words in each memory, as hdl/litex/soc.py has them.
pub(crate) const MEMORY_WORDS: u32 = 0x10_0000 / 4;

/// One Verilated SoC with a context of its own.
pub(crate) struct Model {
    functions: &'static Functions,
    /// From `functions.create`, owned, valid until `drop`.
    pointer: NonNull<c_void>,
    wave: Option<Vcd>,
    /// What `set_profile` was told of.
    profile: Vec<u32>,
}

// SAFETY: the C++ object refers to nothing that belongs to a thread: it has a `VerilatedContext` of its own, and so has
// the wave file. All methods that change it take `&mut self`.
unsafe impl Send for Model {}

impl Model {
    /// A SoC in reset before its first clock; `None` when there is no memory for it.
    pub fn new(waves: bool) -> Option<Self> {
        carillon_sim::link_verilator();
        let functions = if waves { carillon_soc_waves() } else { carillon_soc() };
        // SAFETY: `create` has no precondition.
        let pointer = NonNull::new(unsafe { (functions.create)() })?;
        Some(Self { functions, pointer, wave: None, profile: Vec::new() })
    }

    /// Runs at most `limit` clocks and no further than the first in which something happens; tells what.
    pub fn run(&mut self, limit: u64) -> (u32, Seen) {
        let mut seen = Seen::default();
        // SAFETY: the pointer is valid and unshared; the structure is ours and outlives the call.
        let happened = unsafe { (self.functions.run)(self.pointer.as_ptr(), limit, &mut seen) };
        (happened, seen)
    }

    pub fn reset(&mut self, pin: bool) {
        // SAFETY: the pointer is valid and unshared.
        unsafe { (self.functions.reset)(self.pointer.as_ptr(), pin.into()) }
    }

    /// Writes a word; does nothing beyond the memory.
    pub fn load(&mut self, memory: Memory, index: u32, word: u32) {
        if index < MEMORY_WORDS {
            // SAFETY: the pointer is valid and unshared; the index lies in the memory.
            unsafe { (self.functions.load)(self.pointer.as_ptr(), memory as u32, index, word) }
        }
    }

    /// Reads a word; `None` beyond the memory.
    pub fn peek(&self, memory: Memory, index: u32) -> Option<u32> {
        (index < MEMORY_WORDS)
            // SAFETY: the pointer is valid, the function only reads; the index lies in the memory.
            .then(|| unsafe { (self.functions.peek)(self.pointer.as_ptr(), memory as u32, index) })
    }

    pub fn ask(&mut self, word: u32) {
        // SAFETY: the pointer is valid and unshared.
        unsafe { (self.functions.ask)(self.pointer.as_ptr(), word) }
    }

    pub fn type_byte(&mut self, byte: u8) {
        // SAFETY: the pointer is valid and unshared.
        unsafe { (self.functions.type_)(self.pointer.as_ptr(), byte) }
    }

    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        // SAFETY: the pointer is valid, the function only reads; the structure is as in the shim, ours, and outlives
        // the call. The pins in it are 0 or 1 there.
        unsafe { (self.functions.count)(self.pointer.as_ptr(), &mut counts) };
        counts
    }

    /// Counts from now on, for each halfword of the ROM, the clocks after an instruction there.
    pub fn start_profile(&mut self) {
        self.profile = vec![0; 2 * MEMORY_WORDS as usize];
        let (counts, length) = (self.profile.as_mut_ptr(), self.profile.len());
        // SAFETY: the pointer is valid and unshared; the counts live until `self` goes or `start_profile` tells of
        // others, and Rust reads them only while no clock runs.
        unsafe { (self.functions.set_profile)(self.pointer.as_ptr(), counts, length) }
    }

    pub fn profile(&self) -> &[u32] {
        &self.profile
    }

    /// Opens a wave file and writes the present state. To be called once, on a SoC that can be traced.
    pub fn open_wave(&mut self, path: &Path) -> io::Result<()> {
        let (Some(prepare), Some(start)) = (self.functions.prepare_wave, self.functions.start_wave) else {
            return Err(io::ErrorKind::Unsupported.into());
        };
        if self.wave.is_some() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let mut wave = Vcd::default();
        // SAFETY: the pointer is valid and unshared; `wave.0` is a `VerilatedVcdC` that is not open yet, as `trace()`
        // demands.
        unsafe { prepare(self.pointer.as_ptr(), wave.0.cast()) };
        wave.open(path)?;
        // SAFETY: as before, now open; `self` owns the wave, `drop` closes it before the SoC goes, and nothing replaces
        // it.
        unsafe { start(self.pointer.as_ptr(), wave.0.cast()) };
        self.wave = Some(wave);
        Ok(())
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        self.wave = None;
        // SAFETY: the pointer came from `create`, and nobody uses it again.
        unsafe { (self.functions.destroy)(self.pointer.as_ptr()) }
    }
}
