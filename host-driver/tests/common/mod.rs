//! What several test files share; each uses a part of it.
#![allow(dead_code, reason = "every test file is a program of its own and uses only a part")]

pub mod builds;
pub mod bus_fault;
pub mod fake_chip;
pub mod fake_clock;
pub mod fake_counter;
pub mod fake_device;
pub mod fake_mtime;
pub mod fake_timer_chip;
pub mod started;
pub mod struck;
pub mod uart_chip;
