//! Interrupts, sleep, and the ends that a program can come to. riscv-rt does what comes before `main`.
#![allow(
    unsafe_code,
    reason = "interrupts are let through here, and functions that riscv-rt calls by name are defined"
)]

use riscv::register::mie;

use crate::{mmio, print};

/// Statuses of [`mmio::finish`] for what must not happen.
pub mod status {
    /// A panic.
    pub const PANIC: u32 = 0xFFFF_0001;
    /// An exception; its cause is added.
    pub const EXCEPTION: u32 = 0xFFFF_1000;
    /// The driver failed.
    pub const DRIVER: u32 = 0xFFFF_0002;
    /// The static memory or the chip has been handed out before.
    pub const TAKEN: u32 = 0xFFFF_0003;
}

/// Instructions after which an interrupt that was just let through has been taken: those that its pipeline holds.
const INSTRUCTIONS_UNTIL_TAKEN: u32 = 5;

/// Lets the interrupts of `mask` (see [`mmio::irq`]) through to the interrupt routine, and that of the processor's own
/// timer if the program has taken it.
pub fn enable_interrupts(mask: usize) {
    mmio::set_interrupt_mask(mask);
    // SAFETY: called by programs whose interrupt routine is in place, outside of critical sections.
    unsafe {
        mie::set_mext();
        riscv::interrupt::enable();
    }
}

/// Sleeps until an interrupt has been served, unless `done` says that there is nothing to wait for.
///
/// `done` is asked with interrupts masked, and `wfi` also wakes for a masked one: an interrupt that comes between the
/// question and the sleep is not slept through.
pub fn sleep_unless(done: impl FnOnce() -> bool) -> bool {
    let done = critical_section::with(|_| {
        let done = done();
        if !done {
            riscv::asm::wfi();
        }
        done
    });
    // VexRiscv takes an interrupt some instructions after it was let through; a loop must not mask it again before.
    for _ in 0..INSTRUCTIONS_UNTIL_TAKEN {
        riscv::asm::nop();
    }
    done
}

/// Sleeps until `done`. It lies where riscv-rt's interrupt entry does and not 4 KiB from an interrupt routine, so
/// neither evicts the other from the instruction cache.
#[unsafe(link_section = ".trap.rust")]
#[inline(never)]
pub fn sleep_until(mut done: impl FnMut() -> bool) {
    while !sleep_unless(&mut done) {}
}

/// A tick that has just begun, by what `now` reads.
pub fn next_tick(mut now: impl FnMut() -> u64) -> u64 {
    let first = now();
    loop {
        let now = now();
        if now != first {
            return now;
        }
    }
}

/// The value, or the end of the program with `status`.
pub fn or_finish<T>(value: Option<T>, status: u32) -> T {
    match value {
        Some(value) => value,
        None => mmio::finish(status),
    }
}

#[panic_handler]
#[cold]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    mmio::finish(status::PANIC)
}

/// riscv-rt calls this for every interrupt. Only the external one and that of the processor's own timer are ever let
/// through, and they have one routine: it stays as it is when a program changes its device.
#[unsafe(export_name = "_dispatch_core_interrupt")]
fn dispatch(_: usize) {
    unsafe extern "Rust" {
        /// The program's interrupt routine, or where it has none, what layouts/ says.
        safe fn MachineExternal();
    }
    MachineExternal();
}

#[unsafe(export_name = "ExceptionHandler")]
#[cold]
fn exception(_: &riscv_rt::TrapFrame) -> ! {
    let place = u64::try_from(riscv::register::mepc::read()).unwrap_or(0);
    print::line("exception at ", place, "");
    let cause = u32::try_from(riscv::register::mcause::read().code()).unwrap_or(0);
    mmio::finish(status::EXCEPTION | cause)
}
