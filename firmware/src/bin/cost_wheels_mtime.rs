//! What the processor's own timer that is set to the earliest expiry of Scheme 7 costs it.
//! See `carillon_firmware::cost`.
#![no_std]
#![no_main]

use carillon_driver::device::MachineTimer;
use carillon_firmware::timers;
use carillon_firmware::ways::{self, ByWheels};

carillon_firmware::program!(cost, ByWheels<MachineTimer>, |prescale| ways::hierarchy(
    timers::machine_timer(),
    prescale
));
