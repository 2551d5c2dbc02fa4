//! What LiteX's timer that is set to the earliest expiry of a heap costs the processor.
//! See `carillon_firmware::cost`.
#![no_std]
#![no_main]

use carillon_firmware::litex::{self, LitexClock};
use carillon_firmware::ways::{self, ByHeap};

carillon_firmware::program!(cost, ByHeap<LitexClock>, |prescale| ways::heap(litex::clock(), prescale));
