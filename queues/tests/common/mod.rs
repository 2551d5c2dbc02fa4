//! What several test files share; each uses a part of it.
#![allow(dead_code, reason = "every test file is a program of its own and uses only a part")]

pub mod faults;
pub mod histories;
pub mod pair;
pub mod shared;
