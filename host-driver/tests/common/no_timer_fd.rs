//! A stand-in for `TimerFd`, of which there is none, where the sources of the shards are compiled with another clock.

use core::convert::Infallible;
use std::io;
use std::os::fd::{AsFd, BorrowedFd};

use carillon_driver::rate::TickRate;

use super::{AlarmClock, Clock, SystemClock};

/// Not made here.
#[derive(Debug)]
pub(crate) struct TimerFd(Infallible);

impl TimerFd {
    pub(crate) fn on(_: SystemClock) -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

impl Clock for TimerFd {
    fn rate(&self) -> TickRate {
        match self.0 {}
    }

    fn now(&self) -> u64 {
        match self.0 {}
    }
}

impl AlarmClock for &TimerFd {
    type Error = io::ErrorKind;

    fn set_alarm(&mut self, _: u64) -> Result<(), io::ErrorKind> {
        match self.0 {}
    }

    fn clear_alarm(&mut self) -> Result<(), io::ErrorKind> {
        match self.0 {}
    }
}

impl AsFd for TimerFd {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self.0 {}
    }
}
