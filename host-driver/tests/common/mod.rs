//! What several test files share; each uses a part of it.
#![allow(dead_code, reason = "every test file is a program of its own and uses only a part")]

pub mod fake_chip;
pub mod fake_clock;
pub mod fake_counter;
pub mod fake_device;
pub mod fake_mtime;
pub mod fake_timer_chip;
pub mod script;
pub mod scripted_bus;
pub mod started;
pub mod struck;
pub mod uart_chip;
