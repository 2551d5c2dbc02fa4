//! The C functions of `cpp/timer.hpp`: timer chips.

use core::ffi::{CStr, c_void};
use core::ptr::NonNull;

use crate::timer_chip::{TimerInputs, TimerModel, TimerOutputs};

#[repr(C)]
struct Functions {
    create: unsafe extern "C" fn() -> *mut c_void,
    destroy: unsafe extern "C" fn(*mut c_void),
    run: unsafe extern "C" fn(*mut c_void, *const TimerInputs, *mut TimerOutputs, u64) -> u64,
    /// Null in models that hold mutants.
    load_ticks: Option<unsafe extern "C" fn(*mut c_void, u64)>,
    counts: unsafe extern "C" fn() -> u8,
    write_coverage: unsafe extern "C" fn(*mut c_void, *const core::ffi::c_char),
}

// SAFETY: `cpp/timer.hpp` defines each function with this signature: it returns the address of a constant table that
// matches `Functions` and lives as long as the program.
unsafe extern "C" {
    safe fn carillon_sim_timer10x2() -> &'static Functions;
    safe fn carillon_sim_timer10x2_periodic() -> &'static Functions;
    safe fn carillon_sim_timer15x2() -> &'static Functions;
    safe fn carillon_sim_timer15x16_periodic() -> &'static Functions;
    safe fn carillon_sim_timer10x2_inside() -> &'static Functions;
    safe fn carillon_sim_timer10x2_inside_periodic() -> &'static Functions;
    safe fn carillon_sim_timer10x2_2wheels() -> &'static Functions;
    safe fn carillon_sim_timer10x2_3wheels_periodic() -> &'static Functions;
    safe fn carillon_sim_timer10x2_3wheels_inside_periodic() -> &'static Functions;
    safe fn carillon_sim_timer15x16_wide() -> &'static Functions;
    safe fn carillon_sim_timer10x16_all() -> &'static Functions;
    safe fn carillon_sim_timer10x2_3wheels_wide() -> &'static Functions;
}

/// One Verilated chip with a context of its own.
pub(crate) struct Chip {
    functions: &'static Functions,
    /// From `functions.create`, owned, valid until `drop`.
    pointer: NonNull<c_void>,
}

// SAFETY: the C++ object refers to nothing that belongs to a thread: it has its own `VerilatedContext`. All methods
// that change it take `&mut self`.
unsafe impl Send for Chip {}

impl Chip {
    /// A chip before its first clock; `None` if there is no memory for it, or it was left out of the build.
    pub fn new(model: TimerModel) -> Option<Self> {
        let functions = match model {
            TimerModel::Timer10x2 => carillon_sim_timer10x2(),
            TimerModel::Timer10x2Periodic => carillon_sim_timer10x2_periodic(),
            TimerModel::Timer15x2 => carillon_sim_timer15x2(),
            TimerModel::Timer15x16Periodic => carillon_sim_timer15x16_periodic(),
            TimerModel::Timer10x2Inside => carillon_sim_timer10x2_inside(),
            TimerModel::Timer10x2InsidePeriodic => carillon_sim_timer10x2_inside_periodic(),
            TimerModel::Timer10x2TwoWheels => carillon_sim_timer10x2_2wheels(),
            TimerModel::Timer10x2ThreeWheelsPeriodic => carillon_sim_timer10x2_3wheels_periodic(),
            TimerModel::Timer10x2ThreeWheelsInsidePeriodic => carillon_sim_timer10x2_3wheels_inside_periodic(),
            TimerModel::Timer15x16Wide => carillon_sim_timer15x16_wide(),
            TimerModel::Timer10x16All => carillon_sim_timer10x16_all(),
            TimerModel::Timer10x2ThreeWheelsWide => carillon_sim_timer10x2_3wheels_wide(),
        };
        // SAFETY: `create` has no precondition.
        let pointer = NonNull::new(unsafe { (functions.create)() })?;
        Some(Self { functions, pointer })
    }

    /// Whether the model counts coverage.
    pub fn counts(&self) -> bool {
        // SAFETY: `counts` has no precondition.
        unsafe { (self.functions.counts)() != 0 }
    }

    /// Writes what it has counted, added to what chips of the same model have written, to a file, and counts anew.
    pub fn write_coverage(&mut self, path: &CStr) {
        // SAFETY: the pointer is valid and unshared; the path outlives the call.
        unsafe { (self.functions.write_coverage)(self.pointer.as_ptr(), path.as_ptr()) }
    }

    /// Makes now the tick `tick`; `false` if the model does not support it.
    pub fn load_ticks(&mut self, tick: u64) -> bool {
        let Some(load_ticks) = self.functions.load_ticks else {
            return false;
        };
        // SAFETY: the pointer is valid and unshared.
        unsafe { load_ticks(self.pointer.as_ptr(), tick) };
        true
    }

    /// Runs 1 to `limit` clocks, up to the first that shows something; returns what stands after its edge, and how
    /// many.
    pub fn run(&mut self, inputs: &TimerInputs, limit: u64) -> (TimerOutputs, u64) {
        // Verilator requires unused bits of a pin to be 0.
        let inputs = TimerInputs { wb_sel: inputs.wb_sel & 0xF, wb_adr: inputs.wb_adr & 0x1F_FFFF, ..*inputs };
        let mut outputs = TimerOutputs::default();
        let run = self.functions.run;
        // SAFETY: the pointer is valid and unshared; both structures are as in the shim, ours, and outlive the call. A
        // pin of one bit is 0 or 1 there.
        let clocks = unsafe { run(self.pointer.as_ptr(), &inputs, &mut outputs, limit) };
        (outputs, clocks)
    }
}

impl Drop for Chip {
    fn drop(&mut self) {
        // SAFETY: the pointer came from `create`, and nobody uses it again.
        unsafe { (self.functions.destroy)(self.pointer.as_ptr()) }
    }
}
