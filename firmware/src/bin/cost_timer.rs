//! What the timer chip costs the processor. See `carillon_firmware::cost`.
#![no_std]
#![no_main]

use carillon_firmware::timers::InChip;
use carillon_firmware::ways::{self, ByChip};

carillon_firmware::program!(cost, ByChip<InChip<u32>>, ways::timer_chip);
