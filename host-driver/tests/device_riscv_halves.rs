//! The halves of RISC-V's registers, access by access. The source is compiled here a second time, with cells in place
//! of the volatile ones: the machine counts at every access, and what `mtimecmp` holds is looked at after each.
#![allow(dead_code, unused_imports, reason = "the sources are compiled whole")]
#![allow(unsafe_code, reason = "the driver's constructor is")]

// The source takes its cells from here.
extern crate self as volatile_register;

#[path = "../src/device/counter.rs"]
mod counter;
#[path = "../src/device/riscv.rs"]
mod riscv;

use std::cell::{Cell, RefCell};
use std::num::NonZeroU32;
use std::ptr::from_ref;

use carillon_driver::device::{AlarmClock, Clock};
use carillon_driver::rate;
use carillon_driver::rate::TickRate;
use riscv::{MachineTimer, Register64};

/// A machine: its registers and what has become of them.
#[derive(Debug, Default)]
struct Machine {
    /// Where `mtime` and `mtimecmp` lie.
    addresses: [usize; 2],
    mtime: u64,
    mtimecmp: u64,
    /// By how much `mtime` counts on after each access.
    counts_an_access: u64,
    /// What `mtimecmp` has held after each write.
    held: Vec<u64>,
}

std::thread_local! {
    static MACHINE: RefCell<Machine> = RefCell::default();
}

/// A half of a register.
#[repr(transparent)]
pub struct RW<T>(Cell<T>);

impl RW<u32> {
    /// The register's number and the place of this half in it.
    fn place(&self, machine: &Machine) -> (usize, u32) {
        let address = from_ref(self).addr();
        let register = machine.addresses.iter().position(|&at| address & !7 == at);
        let is_high = address & 4 > 0;
        (register.expect("a register"), if is_high { 32 } else { 0 })
    }

    fn read(&self) -> u32 {
        MACHINE.with_borrow_mut(|machine| {
            let (register, place) = self.place(machine);
            let value = [machine.mtime, machine.mtimecmp][register];
            machine.mtime = machine.mtime.wrapping_add(machine.counts_an_access);
            (value >> place) as u32
        })
    }

    /// # Safety
    /// None is needed; the volatile cell's is unsafe.
    unsafe fn write(&self, value: u32) {
        MACHINE.with_borrow_mut(|machine| {
            let (register, place) = self.place(machine);
            assert_eq!(register, 1, "nobody writes to mtime");
            let other = machine.mtimecmp & !(0xFFFF_FFFF << place);
            machine.mtimecmp = other | u64::from(value) << place;
            machine.held.push(machine.mtimecmp);
        });
    }
}

/// A timer, and its machine at tick `mtime`.
fn timer(mtime: u64, counts_an_access: u64) -> MachineTimer {
    let memory: &'static mut [u64; 2] = Box::leak(Box::new([0; 2]));
    let registers = memory.each_mut().map(std::ptr::from_mut);
    MACHINE.set(Machine {
        addresses: registers.map(|register| register.addr()),
        mtime,
        counts_an_access,
        ..Machine::default()
    });
    let rate = TickRate::hertz(NonZeroU32::MIN);
    let [mtime, mtimecmp] = registers.map(<*mut u64>::cast::<Register64>);
    // SAFETY: both are memory of this size that is never freed and that nobody else uses.
    unsafe { MachineTimer::new(mtime, mtimecmp, rate) }.expect("it is aligned")
}

#[test]
fn now_while_the_low_half_wraps_is_never_torn() {
    for wrap in [0x1_0000_0000, 0x7_0000_0000, 0xFFFF_FFFF_0000_0000_u64] {
        for before in 0..40 {
            for counts_an_access in [0, 1, 2, 3, 7, 20] {
                let timer = timer(wrap - before, counts_an_access);
                let now = timer.now();
                let after = MACHINE.with_borrow(|machine| machine.mtime);
                let had = wrap - before..=after;
                assert!(had.contains(&now), "{now:#x} is not in {had:#x?}");
            }
        }
    }
}

/// Every pair of an old and a new tick whose halves are larger, smaller or the same: the register never falls below
/// both, as it would interrupt early then.
#[test]
fn set_alarm_never_holds_less_than_the_old_and_the_new_tick() {
    let halves = [0, 1, 9, 0x7FFF_FFFF, 0xFFFF_FFFE, 0xFFFF_FFFF_u64];
    let ticks = || {
        let all = halves.iter();
        all.flat_map(|high| halves.map(|low| high << 32 | low))
    };
    for (old, new) in ticks().flat_map(|old| ticks().map(move |new| (old, new))) {
        let mut timer = timer(0, 1);
        let Ok(()) = timer.set_alarm(old);
        MACHINE.with_borrow_mut(|machine| machine.held.clear());
        let Ok(()) = timer.set_alarm(new);
        MACHINE.with_borrow(|machine| {
            let lowest = machine.held.iter().min();
            assert!(lowest.is_some_and(|&lowest| lowest >= old.min(new)), "{old:#x} to {new:#x}");
            assert_eq!(machine.mtimecmp, new);
        });
    }
}

#[test]
fn clear_alarm_holds_the_last_tick() {
    let mut timer = timer(5, 1);
    let Ok(()) = timer.set_alarm(7);
    let Ok(()) = timer.clear_alarm();
    MACHINE.with_borrow(|machine| assert_eq!(machine.mtimecmp, u64::MAX));
}
