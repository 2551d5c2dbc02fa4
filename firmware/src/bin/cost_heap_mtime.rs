//! What the processor's own timer that is set to the earliest expiry of a heap costs it.
//! See `carillon_firmware::cost`.
#![no_std]
#![no_main]

use carillon_driver::device::MachineTimer;
use carillon_firmware::timers;
use carillon_firmware::ways::{self, ByHeap};

carillon_firmware::program!(cost, ByHeap<MachineTimer>, |prescale| ways::heap(timers::machine_timer(), prescale));
