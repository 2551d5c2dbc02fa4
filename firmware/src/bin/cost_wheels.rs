//! What LiteX's timer that is set to the earliest expiry of Scheme 7 costs the processor.
//! See `carillon_firmware::cost`.
#![no_std]
#![no_main]

use carillon_firmware::litex::{self, LitexClock};
use carillon_firmware::ways::{self, ByWheels};

carillon_firmware::program!(cost, ByWheels<LitexClock>, |prescale| ways::hierarchy(litex::clock(), prescale));
