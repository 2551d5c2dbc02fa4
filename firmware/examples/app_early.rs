//! The application with an alarm a tick early: see `faulty`.
#![no_std]
#![no_main]

mod faulty;

use carillon_firmware::app::PLAN;
use carillon_firmware::timers::HeapOn;
use faulty::{Fault, Faulty};

carillon_firmware::program!(app, HeapOn<Faulty, u32>, faulty::make(Fault::Early), PLAN);
