//! The tasks of `embassy` by Embassy's own generic queue on LiteX's timer, to compare. Among the examples, since the
//! queue can panic.
#![no_std]
#![no_main]

use core::cell::RefCell;
use core::num::NonZeroU64;
use core::task::Waker;

use carillon_firmware::mmio::{self, irq};
use carillon_firmware::sleepers;
use carillon_firmware::start::enable_interrupts;
use carillon_firmware::ways::clocks;
use critical_section::Mutex;
use embassy_time_queue_utils::Queue;

/// A tick a microsecond, at a clock of 100 MHz.
const TICK: NonZeroU64 = NonZeroU64::new(100).unwrap();

/// The queue, and LiteX's timer set to its earliest expiry.
struct Earliest(Mutex<RefCell<Queue>>);

embassy_time_driver::time_driver_impl!(static DRIVER: Earliest = Earliest(Mutex::new(RefCell::new(Queue::new()))));

impl embassy_time_driver::Driver for Earliest {
    fn now(&self) -> u64 {
        clocks() / TICK
    }

    fn schedule_wake(&self, at: u64, waker: &Waker) {
        self.change(|queue| queue.schedule_wake(at, waker));
    }
}

impl Earliest {
    /// Does something with the queue, and sets the timer if that says so.
    fn change(&self, work: impl FnOnce(&mut Queue) -> bool) {
        critical_section::with(|section| {
            let mut queue = self.0.borrow_ref_mut(section);
            if work(&mut queue) {
                // This also wakes what is due.
                let next = queue.next_expiration(clocks() / TICK);
                if next < u64::MAX {
                    let left = next.saturating_mul(TICK.get()).saturating_sub(clocks());
                    mmio::tick_once(u32::try_from(left.max(1)).unwrap_or(u32::MAX));
                }
            }
        });
    }
}

#[riscv_rt::entry]
fn main() -> ! {
    enable_interrupts(irq::TIMER);
    sleepers::run()
}

#[riscv_rt::core_interrupt(riscv::interrupt::Interrupt::MachineExternal)]
fn interrupt() {
    mmio::acknowledge_tick();
    DRIVER.change(|_| true);
}
