//! A program that can panic: so that the tests know that they would notice.
#![no_std]
#![no_main]

use carillon_firmware::mmio;

#[riscv_rt::entry]
fn main() -> ! {
    let numbers = [1_u32, 2, 3];
    let index = mmio::take_asked().unwrap_or(3);
    // The compiler cannot know the index.
    let number = usize::try_from(index).ok().map_or(0, |index| numbers[index]);
    mmio::finish(number)
}
