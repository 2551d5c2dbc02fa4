//! What the chip with Scheme 7 on four wheels costs the processor. See `carillon_firmware::cost`.
#![no_std]
#![no_main]

use carillon_firmware::timers::FourWheels;
use carillon_firmware::ways::{self, ByChip};

carillon_firmware::program!(cost, ByChip<FourWheels<u32>>, ways::four_wheels);
