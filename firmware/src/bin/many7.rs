//! 10,000 timers under Scheme 7, on four wheels. See `carillon_firmware::many`.
#![no_std]
#![no_main]

use carillon_firmware::many::TIMERS;
use carillon_firmware::timers::{FourWheels, Timers, records};

static MEMORY: Timers<u32, TIMERS, { records(TIMERS) }> = Timers::new();

carillon_firmware::program!(many, FourWheels<u32>, |prescale| MEMORY.on_four_wheels(prescale));
