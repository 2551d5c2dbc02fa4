//! 10,000 timers in the timer chip. See `carillon_firmware::many`.
#![no_std]
#![no_main]

use carillon_firmware::many::TIMERS;
use carillon_firmware::timers::{Entries, InChip};

static MEMORY: Entries<u32, TIMERS> = Entries::new();

carillon_firmware::program!(many, InChip<u32>, |prescale| MEMORY.on_timer_chip(prescale));
