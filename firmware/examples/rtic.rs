//! Tasks of RTIC that sleep by the processor's own timer.
#![no_std]
#![no_main]
#![allow(unsafe_code, reason = "what RTIC generates has it")]

/// What RTIC takes from a crate for the processor's peripherals.
pub mod pac {
    /// The interrupts, of which RTIC wants the list only.
    pub mod interrupt {
        pub use riscv::interrupt::machine::*;
    }
}

use carillon_driver::rtic::{HasDriver, RticDriver};
use carillon_firmware::start::{or_finish, status};
use carillon_firmware::timers::Mtime;
use rtic_time::fugit::{MonotonicTimerInstantU64, TimerDurationU64};
use rtic_time::monotonic::TimerQueueBasedMonotonic;

struct Mono;

impl HasDriver for Mono {
    type Device = Mtime;
    fn driver() -> &'static RticDriver<Self> {
        static DRIVER: RticDriver<Mono> = RticDriver::new();
        &DRIVER
    }
}

impl TimerQueueBasedMonotonic for Mono {
    type Backend = RticDriver<Self>;
    type Instant = MonotonicTimerInstantU64<1_000_000>;
    type Duration = TimerDurationU64<1_000_000>;
}

#[riscv_rt::core_interrupt(riscv::interrupt::Interrupt::MachineExternal)]
fn interrupt() {
    or_finish(Mono::driver().on_interrupt().ok(), status::DRIVER);
}

#[rtic::app(device = pac, peripherals = false)]
mod app {
    use super::{Mono, pac};
    use carillon_driver::device::Clock;
    use carillon_driver::rtic::HasDriver;
    use carillon_firmware::start::{enable_interrupts, or_finish, status};
    use carillon_firmware::{mmio, print, timers};
    use rtic_time::Timebase;
    use rtic_time::fugit::TimerDurationU64;

    #[shared]
    struct Shared {}

    #[local]
    struct Local {}

    #[init]
    fn init(_: init::Context) -> (Shared, Local) {
        let timer = timers::mtime(100);
        let rate = timer.rate();
        or_finish(Mono::driver().initialise(timer, rate).ok(), status::DRIVER);
        or_finish(slow::spawn().ok(), status::DRIVER);
        or_finish(fast::spawn().ok(), status::DRIVER);
        enable_interrupts(0);
        (Shared {}, Local {})
    }

    #[task(priority = 1)]
    async fn slow(_: slow::Context) {
        for _ in 0..3 {
            let before = Mono::now();
            Mono::delay(TimerDurationU64::from_ticks(300)).await;
            print::line("slow slept ", (Mono::now() - before).as_ticks(), " ticks");
        }
        mmio::finish(0)
    }

    #[task(priority = 2)]
    async fn fast(_: fast::Context) {
        for _ in 0..5 {
            let before = Mono::now();
            Mono::delay(TimerDurationU64::from_ticks(100)).await;
            print::line("fast slept ", (Mono::now() - before).as_ticks(), " ticks");
        }
    }
}
