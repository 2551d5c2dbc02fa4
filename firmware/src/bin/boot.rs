//! What is in the ROM of a board's SoC: loads another program over the UART and starts it. See
//! `carillon_firmware::boot`.
#![no_std]
#![no_main]

use carillon_firmware::{boot, mmio};

#[riscv_rt::entry]
fn main() -> ! {
    mmio::start_program(boot::load())
}
