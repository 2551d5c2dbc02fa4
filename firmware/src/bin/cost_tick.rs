//! What an interrupt at every tick, with Scheme 6 in software, costs the processor. See `carillon_firmware::cost`.
#![no_std]
#![no_main]

use carillon_firmware::ways::{self, ByTicks};

carillon_firmware::program!(cost, ByTicks, ways::ticks);
