//! The C functions of `cpp/cable.hpp`: chips with a bus adapter for a cable.

use core::ffi::c_void;
use core::ptr::NonNull;

#[repr(C)]
struct Functions {
    create: unsafe extern "C" fn() -> *mut c_void,
    destroy: unsafe extern "C" fn(*mut c_void),
    sample: unsafe extern "C" fn(*const c_void) -> u8,
    run: unsafe extern "C" fn(*mut c_void, u8, u64, u8, u8) -> u64,
}

// SAFETY: `cpp/cable.hpp` defines each function with this signature: it returns the address of a constant table that
// matches `Functions` and lives as long as the program.
unsafe extern "C" {
    safe fn carillon_sim_uart() -> &'static Functions;
    safe fn carillon_sim_spi() -> &'static Functions;
}

/// Which bus adapter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cable {
    Uart,
    Spi,
}

/// One Verilated chip with a context of its own. Bit 0 of its inputs is the reset pin, bit 0 of its outputs the
/// interrupt line.
pub(crate) struct CableChip {
    functions: &'static Functions,
    /// From `functions.create`, owned, valid until `drop`.
    pointer: NonNull<c_void>,
}

// SAFETY: the C++ object refers to nothing that belongs to a thread: it has its own `VerilatedContext`. All methods
// that change it take `&mut self`.
unsafe impl Send for CableChip {}

impl CableChip {
    /// A chip before its first clock; `None` if there is no memory for it, or it was left out of the build.
    pub fn new(cable: Cable) -> Option<Self> {
        let functions = match cable {
            Cable::Uart => carillon_sim_uart(),
            Cable::Spi => carillon_sim_spi(),
        };
        // SAFETY: `create` has no precondition.
        let pointer = NonNull::new(unsafe { (functions.create)() })?;
        Some(Self { functions, pointer })
    }

    /// The output pins after the last rising edge.
    pub fn outputs(&self) -> u8 {
        // SAFETY: the pointer is valid; the function only reads.
        unsafe { (self.functions.sample)(self.pointer.as_ptr()) }
    }

    /// Runs `clocks` clocks with these input pins.
    pub fn run(&mut self, inputs: u8, clocks: u64) {
        self.run_until(inputs, clocks, 0, 0);
    }

    /// Runs the clock with these input pins until an output of `mask` is as in `awaited`, at most `limit` clocks;
    /// returns the number of clocks.
    pub fn run_until(&mut self, inputs: u8, limit: u64, mask: u8, awaited: u8) -> u64 {
        // SAFETY: the pointer is valid and unshared.
        unsafe { (self.functions.run)(self.pointer.as_ptr(), inputs, limit, mask, awaited) }
    }
}

impl Drop for CableChip {
    fn drop(&mut self) {
        // SAFETY: the pointer came from `create`, and nobody uses it again.
        unsafe { (self.functions.destroy)(self.pointer.as_ptr()) }
    }
}
