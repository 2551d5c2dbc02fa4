//! What the chip with Scheme 6 on one wheel costs the processor. See `carillon_firmware::cost`.
#![no_std]
#![no_main]

use carillon_firmware::timers::OneWheel;
use carillon_firmware::ways::{self, ByChip};

carillon_firmware::program!(cost, ByChip<OneWheel<u32>>, ways::one_wheel);
