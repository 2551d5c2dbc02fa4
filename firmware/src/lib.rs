//! What the programs in `bin/` share: the SoC's registers, how a program starts and sleeps, and how it tells its
//! simulator what happens.
//!
//! | module | what it is |
//! |---|---|
//! | [`mmio`] | the chip and LiteX's registers, by address |
//! | [`start`] | interrupts, sleep, and the ends that a program can come to |
//! | [`timers`] | the driver's facilities over queues in static memory |
//! | [`litex`] | LiteX's timer as a device of the driver |
//! | [`shared`] | what the interrupt routine and the program share |
//! | [`tell`] | words to whoever simulates the SoC |
//! | [`print`] | text at the UART |
//! | [`wires`] | SPI, a serial line, and a pin, as drivers know them |
//! | [`app`], [`devices`] | an application with timers of every kind, and what may run them |
//! | [`boot`] | what loads a program over the UART |
//! | [`sleepers`] | what the programs with Embassy's executor have in common |
//! | [`many`] | what the programs with many timers have in common |
//! | [`cost`], [`load`], [`ways`] | what the programs that measure have in common, the timers of a capture, and what they measure |
//!
//! `make firmware` builds the programs, `carillon soc PROGRAM` runs one.
#![no_std]

/// The entry and the interrupt routine of a program: what `run` and `interrupt` of the module `$room` do with a value
/// of the type `$shared` that both reach.
#[macro_export]
macro_rules! program {
    ($room:ident, $shared:ty, $($argument:expr),+) => {
        static SHARED: $crate::shared::Shared<$shared> = $crate::shared::Shared::new();

        #[riscv_rt::entry]
        fn main() -> ! {
            $crate::$room::run(&SHARED, $($argument),+)
        }

        #[riscv_rt::core_interrupt(riscv::interrupt::Interrupt::MachineExternal)]
        fn interrupt() {
            $crate::$room::interrupt(&SHARED);
        }
    };
}

pub mod app;
pub mod boot;
pub mod cost;
pub mod devices;
pub mod litex;
pub mod load;
pub mod many;
pub mod mmio;
pub mod print;
pub mod shared;
pub mod sleepers;
pub mod start;
pub mod tell;
pub mod timers;
pub mod ways;
pub mod wires;
