//! 10,000 timers under Scheme 6, on one wheel. See `carillon_firmware::many`.
#![no_std]
#![no_main]

use carillon_firmware::many::TIMERS;
use carillon_firmware::timers::{OneWheel, Timers, records};

static MEMORY: Timers<u32, TIMERS, { records(TIMERS) }> = Timers::new();

carillon_firmware::program!(many, OneWheel<u32>, |prescale| MEMORY.on_one_wheel(prescale));
