//! What the timer chip costs the processor where the program itself numbers its timers. See `carillon_firmware::cost`.
#![no_std]
#![no_main]

use carillon_firmware::ways::{self, ByNumber};

carillon_firmware::program!(cost, ByNumber, ways::by_number);
