//! The application on a device: see `carillon_firmware::app`.
#![no_std]
#![no_main]

use carillon_firmware::app::PLAN;
use carillon_firmware::devices::timer_chip as device;

carillon_firmware::program!(app, device::Facility, device::make(PLAN.prescale), PLAN);
