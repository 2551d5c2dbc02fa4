//! The C functions of `cpp/shim.hpp`. With `ffi/`, the only unsafe code of the crate.
//!
//! The structures here and in `cpp/shim.hpp` agree field by field. The rest of the crate uses [`Chip`] with safe
//! methods: it owns one C++ object, and the wave file that the object may write to.

pub(crate) mod cable;
pub(crate) mod timer_chip;
#[cfg(not(feature = "verilated"))]
mod wave;

use core::ffi::{CStr, c_void};
use core::ptr::NonNull;
use std::io;
use std::path::Path;

#[cfg(feature = "verilated")]
use verilated::vcd::Vcd;
#[cfg(not(feature = "verilated"))]
use wave::Vcd;

use crate::model::Model;
use carillon_regmap::pins;

#[repr(C)]
struct RawInputs {
    reset: u8,
    wb_cyc: u8,
    wb_stb: u8,
    wb_we: u8,
    wb_sel: u8,
    wb_adr: u8,
    wb_dat_w: u32,
}

#[repr(C)]
#[derive(Default)]
struct RawOutputs {
    irq: u8,
    wb_ack: u8,
    wb_err: u8,
    wb_stall: u8,
    wb_dat_r: u32,
}

/// One Wishbone transfer, before and after.
#[repr(C)]
pub(crate) struct Transfer {
    /// Not 0: the strobe falls when the request is accepted. 0: it is held until the acknowledgement.
    pub pipelined: u8,
    /// Not 0: a write.
    pub write: u8,
    /// Word address, 0 to 63.
    pub address: u8,
    /// Before: the word to write. After: the word read.
    pub data: u32,
    /// The timeout of the transfer, in clocks.
    pub limit: u32,
}

/// How a transfer ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    Acknowledged,
    Refused,
    TimedOut,
}

/// One of a model's two builds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Variant {
    /// The fast one.
    Plain,
    /// The one that can be traced.
    Waves,
}

#[repr(C)]
struct Functions {
    create: unsafe extern "C" fn() -> *mut c_void,
    destroy: unsafe extern "C" fn(*mut c_void),
    step: unsafe extern "C" fn(*mut c_void, *const RawInputs, *mut RawOutputs),
    run: unsafe extern "C" fn(*mut c_void, u64),
    run_until_irq: unsafe extern "C" fn(*mut c_void, u64) -> u64,
    transfer: unsafe extern "C" fn(*mut c_void, *mut Transfer) -> u32,
    hold_reset: unsafe extern "C" fn(*mut c_void, u64),
    irq: unsafe extern "C" fn(*const c_void) -> u8,
    clocks: unsafe extern "C" fn(*const c_void) -> u64,
    /// Null in models that cannot be traced, as is the next.
    prepare_wave: Option<unsafe extern "C" fn(*mut c_void, *mut c_void)>,
    start_wave: Option<unsafe extern "C" fn(*mut c_void, *mut c_void)>,
    /// Null in models that hold mutants.
    load_ticks: Option<unsafe extern "C" fn(*mut c_void, u64)>,
    counts: unsafe extern "C" fn() -> u8,
    write_coverage: unsafe extern "C" fn(*mut c_void, *const core::ffi::c_char),
    bare_clocks: unsafe extern "C" fn(u64, u8, u64) -> u64,
    bare_reads: unsafe extern "C" fn(u64, u8, u64, u8) -> u64,
    /// Null in models that cannot be traced or count coverage, as is the next.
    save: Option<unsafe extern "C" fn(*mut c_void, *mut c_void, Take)>,
    restore: Option<unsafe extern "C" fn(*mut c_void, *const u8, usize)>,
    /// Null in models that cannot be traced.
    peek: Option<unsafe extern "C" fn(*const c_void, *mut RawPeek)>,
}

/// Takes a saved state.
type Take = unsafe extern "C" fn(*mut c_void, *const u8, usize);

/// Appends the state to the `Vec<u8>` that `to` points to.
unsafe extern "C" fn take(to: *mut c_void, bytes: *const u8, size: usize) {
    // SAFETY: `Chip::save` passes a vector that nobody else uses, and the shim passes bytes that are valid during the
    // call.
    unsafe { (*to.cast::<Vec<u8>>()).extend_from_slice(core::slice::from_raw_parts(bytes, size)) }
}

/// What can be seen inside a chip, as in the shim.
#[repr(C)]
struct RawPeek {
    now: u64,
    cursor: u64,
    busy: *mut u16,
    places: *mut u32,
    ticks: *mut u32,
    words: u32,
    events: u32,
    level: u32,
}

macro_rules! tables {
    ($($model:ident => $plain:ident, $waves:ident;)*) => {
        // SAFETY: `cpp/shim.hpp` defines each function with this signature: it returns the address of a constant table
        // that matches `Functions` and lives as long as the program.
        unsafe extern "C" {
            safe fn carillon_sim_coverage_compiled() -> u8;
            $(
                safe fn $plain() -> &'static Functions;
                safe fn $waves() -> &'static Functions;
            )*
        }

        fn functions(model: Model, variant: Variant) -> &'static Functions {
            match (model, variant) {
                $(
                    (Model::$model, Variant::Plain) => $plain(),
                    (Model::$model, Variant::Waves) => $waves(),
                )*
            }
        }
    };
}

tables! {
    Tiny => carillon_sim_tiny, carillon_sim_tiny_waves;
    Small10x16 => carillon_sim_small10x16, carillon_sim_small10x16_waves;
    Minimal => carillon_sim_minimal, carillon_sim_minimal_waves;
    Medium16x2 => carillon_sim_medium16x2, carillon_sim_medium16x2_waves;
    Medium16x4 => carillon_sim_medium16x4, carillon_sim_medium16x4_waves;
    Medium16x16 => carillon_sim_medium16x16, carillon_sim_medium16x16_waves;
    Medium16x64 => carillon_sim_medium16x64, carillon_sim_medium16x64_waves;
    Medium16x256 => carillon_sim_medium16x256, carillon_sim_medium16x256_waves;
    Large20x16 => carillon_sim_large20x16, carillon_sim_large20x16_waves;
    TwoWheels => carillon_sim_two_wheels, carillon_sim_two_wheels_waves;
    OneWheelFull => carillon_sim_one_wheel_full, carillon_sim_one_wheel_full_waves;
    Full10x2 => carillon_sim_full10x2, carillon_sim_full10x2_waves;
    Full => carillon_sim_full, carillon_sim_full_waves;
    Full16x16 => carillon_sim_full16x16, carillon_sim_full16x16_waves;
    EightWheels => carillon_sim_eight_wheels, carillon_sim_eight_wheels_waves;
    Largest => carillon_sim_largest, carillon_sim_largest_waves;
    SinglePort => carillon_sim_single_port, carillon_sim_single_port_waves;
}

/// Whether a model counts coverage.
pub(crate) fn coverage_compiled(model: Model) -> bool {
    // SAFETY: `counts` has no precondition.
    let counts = unsafe { (functions(model, Variant::Plain).counts)() };
    coverage_compiled_at_all() && counts != 0
}

/// Whether any model counts coverage.
pub(crate) fn coverage_compiled_at_all() -> bool {
    carillon_sim_coverage_compiled() != 0
}

/// One Verilated chip with a context of its own.
pub(crate) struct Chip {
    functions: &'static Functions,
    /// From `functions.create`, owned, valid until `drop`.
    pointer: NonNull<c_void>,
    wave: Option<Vcd>,
}

// SAFETY: the C++ object refers to nothing that belongs to a thread: it has its own `VerilatedContext`, and so has the
// wave file, which only this chip uses. All methods that change it take `&mut self`.
unsafe impl Send for Chip {}

impl Chip {
    /// A chip with idle pins before its first clock; `None` when there is no memory for it.
    pub fn new(model: Model, variant: Variant) -> Option<Self> {
        let functions = functions(model, variant);
        // SAFETY: `create` has no precondition.
        let pointer = NonNull::new(unsafe { (functions.create)() })?;
        Some(Chip { functions, pointer, wave: None })
    }

    pub fn step(&mut self, inputs: &pins::Inputs) -> pins::Outputs {
        let raw = RawInputs {
            reset: inputs.reset.into(),
            wb_cyc: inputs.wb_cyc.into(),
            wb_stb: inputs.wb_stb.into(),
            wb_we: inputs.wb_we.into(),
            // Verilator requires unused bits of a pin to be 0.
            wb_sel: inputs.wb_sel & 0xF,
            wb_adr: inputs.wb_adr & 0x3F,
            wb_dat_w: inputs.wb_dat_w,
        };
        let mut outputs = RawOutputs::default();
        // SAFETY: the pointer is valid and unshared; both structures are ours and outlive the call.
        unsafe { (self.functions.step)(self.pointer.as_ptr(), &raw, &mut outputs) };
        pins::Outputs {
            irq: outputs.irq != 0,
            wb_ack: outputs.wb_ack != 0,
            wb_err: outputs.wb_err != 0,
            wb_stall: outputs.wb_stall != 0,
            wb_dat_r: outputs.wb_dat_r,
        }
    }

    pub fn run(&mut self, clocks: u64) {
        // SAFETY: the pointer is valid and unshared.
        unsafe { (self.functions.run)(self.pointer.as_ptr(), clocks) }
    }

    pub fn run_until_irq(&mut self, limit: u64) -> u64 {
        // SAFETY: the pointer is valid and unshared.
        unsafe { (self.functions.run_until_irq)(self.pointer.as_ptr(), limit) }
    }

    pub fn transfer(&mut self, transfer: &mut Transfer) -> Status {
        // SAFETY: the pointer is valid and unshared; the structure is borrowed for the call.
        match unsafe { (self.functions.transfer)(self.pointer.as_ptr(), transfer) } {
            0 => Status::Acknowledged,
            1 => Status::Refused,
            _ => Status::TimedOut,
        }
    }

    pub fn hold_reset(&mut self, clocks: u64) {
        // SAFETY: the pointer is valid and unshared.
        unsafe { (self.functions.hold_reset)(self.pointer.as_ptr(), clocks) }
    }

    /// One clock at whose edge now and the cursor's ticks take the value `tick`; `false` if the model does not support
    /// it.
    pub fn load_ticks(&mut self, tick: u64) -> bool {
        let Some(load_ticks) = self.functions.load_ticks else {
            return false;
        };
        // SAFETY: the pointer is valid and unshared.
        unsafe { load_ticks(self.pointer.as_ptr(), tick) };
        true
    }

    pub fn irq(&self) -> bool {
        // SAFETY: the pointer is valid; the function only reads.
        unsafe { (self.functions.irq)(self.pointer.as_ptr()) != 0 }
    }

    pub fn clocks(&self) -> u64 {
        // SAFETY: the pointer is valid; the function only reads.
        unsafe { (self.functions.clocks)(self.pointer.as_ptr()) }
    }

    pub fn has_wave(&self) -> bool {
        self.wave.is_some()
    }

    /// Whether this is the variant that can be traced.
    pub fn can_trace(&self) -> bool {
        self.functions.prepare_wave.is_some() && self.functions.start_wave.is_some()
    }

    /// Opens a wave file and writes the present state. Requires a chip that can be traced and has no wave yet.
    pub fn open_wave(&mut self, path: &Path) -> io::Result<()> {
        let (Some(prepare), Some(start)) = (self.functions.prepare_wave, self.functions.start_wave) else {
            return Err(io::ErrorKind::Unsupported.into());
        };
        if self.wave.is_some() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let mut wave = Vcd::default();
        // SAFETY: the pointer is valid and unshared; `wave.0` is a `VerilatedVcdC` that is not open yet, as `trace()`
        // requires. Verilator registers the model with the wave, not the wave with the model: dropping the wave when it
        // cannot be opened leaves no reference behind.
        unsafe { prepare(self.pointer.as_ptr(), wave.0.cast()) };
        wave.open(path)?;
        // SAFETY: as before, now open; `self` owns the wave, `drop` closes it before it destroys the chip, and nothing
        // replaces it.
        unsafe { start(self.pointer.as_ptr(), wave.0.cast()) };
        self.wave = Some(wave);
        Ok(())
    }

    pub fn flush_wave(&mut self) {
        if let Some(wave) = &mut self.wave {
            wave.flush();
        }
    }

    /// The state of a chip that can be saved; `None` for others.
    pub fn save(&mut self) -> Option<Vec<u8>> {
        let save = self.functions.save?;
        let mut bytes = Vec::new();
        // SAFETY: the pointer is valid and unshared; `take` gets the vector, which is borrowed for the call.
        unsafe { save(self.pointer.as_ptr(), (&raw mut bytes).cast(), take) };
        Some(bytes)
    }

    /// Restores what `save` of a chip of the same model gave; `false` for chips that cannot be saved.
    pub fn restore(&mut self, bytes: &[u8]) -> bool {
        let Some(restore) = self.functions.restore else {
            return false;
        };
        // SAFETY: the pointer is valid and unshared; the bytes are borrowed for the call and, by the contract of the
        // only caller, those of a chip with the same functions, so that all of them are read and no more.
        unsafe { restore(self.pointer.as_ptr(), bytes.as_ptr(), bytes.len()) };
        true
    }

    /// Now, the cursor's ticks, and the number of events. Fills `busy` with words of the memory, and `places` and
    /// `ticks`, which are as long as the FIFO is deep, with those of the events. `None` for chips that cannot be
    /// traced.
    pub fn peek(&self, busy: &mut [u16], places: &mut [u32], ticks: &mut [u32]) -> Option<(u64, u64, u32)> {
        let peek = self.functions.peek?;
        let length = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        let mut raw = RawPeek {
            now: 0,
            cursor: 0,
            busy: busy.as_mut_ptr(),
            places: places.as_mut_ptr(),
            ticks: ticks.as_mut_ptr(),
            words: length(busy.len()),
            events: length(places.len().min(ticks.len())),
            level: 0,
        };
        // SAFETY: the pointer is valid and the function only reads the chip; the three arrays are at least as long as
        // it is told, and outlive the call.
        unsafe { peek(self.pointer.as_ptr(), &mut raw) };
        Some((raw.now, raw.cursor, raw.level))
    }

    pub fn write_coverage(&mut self, path: &CStr) {
        // SAFETY: the pointer is valid and unshared; the path ends in a zero byte.
        unsafe { (self.functions.write_coverage)(self.pointer.as_ptr(), path.as_ptr()) }
    }
}

impl Drop for Chip {
    fn drop(&mut self) {
        // Closing the file does not use the model's context, but close it while the model lives.
        self.wave = None;
        // SAFETY: the pointer came from `create`, and nobody uses it again.
        unsafe { (self.functions.destroy)(self.pointer.as_ptr()) }
    }
}

/// Word address of `CTRL`.
const CONTROL: u8 = (carillon_regmap::counter_chip::offset::CTRL / 4) as u8;

/// An upper bound of the clocks in which a chip clears its memory: one for each slot, and a few.
fn clearing_clocks(model: Model) -> u64 {
    u64::from(model.slots()) + 64
}

/// Nanoseconds that a C++ loop takes for `clocks` clocks of an enabled chip.
pub(crate) fn bare_clocks(model: Model, clocks: u64) -> u64 {
    // SAFETY: the function makes, uses and drops a chip of its own.
    unsafe { (functions(model, Variant::Plain).bare_clocks)(clearing_clocks(model), CONTROL, clocks) }
}

/// Nanoseconds that a C++ loop takes for `reads` consecutive reads of the register at a word address.
pub(crate) fn bare_reads(model: Model, reads: u64, address: u8) -> u64 {
    // SAFETY: the function makes, uses and drops a chip of its own.
    unsafe { (functions(model, Variant::Plain).bare_reads)(clearing_clocks(model), CONTROL, reads, address) }
}
