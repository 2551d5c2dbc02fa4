//! A bus that follows a script: these reads with these answers and these writes, in this order, and nothing else.

use std::collections::VecDeque;

use carillon_driver::bus::RegisterBus;

/// The error that a script can have the bus report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BusFault;

impl core::fmt::Display for BusFault {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.write_str("a fault of the script")
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Transfer {
    Read { offset: u32, answer: Result<u32, BusFault> },
    Write { offset: u32, value: u32, answer: Result<(), BusFault> },
}

/// Panics at the first transfer that is not the next one of its script.
#[derive(Debug, Default)]
pub struct ScriptedBus {
    script: VecDeque<Transfer>,
    made: usize,
}

impl ScriptedBus {
    /// The next transfer is a read of `offset`, answered with `value`.
    pub fn read_gives(&mut self, offset: u32, value: u32) -> &mut Self {
        self.script.push_back(Transfer::Read { offset, answer: Ok(value) });
        self
    }

    /// The next transfer is a read of `offset`, which fails.
    pub fn read_fails(&mut self, offset: u32) -> &mut Self {
        self.script.push_back(Transfer::Read { offset, answer: Err(BusFault) });
        self
    }

    /// The next transfer is a write of `value` to `offset`.
    pub fn takes(&mut self, offset: u32, value: u32) -> &mut Self {
        self.script.push_back(Transfer::Write { offset, value, answer: Ok(()) });
        self
    }

    /// The next transfer is a write of `value` to `offset`, which fails.
    pub fn refuses(&mut self, offset: u32, value: u32) -> &mut Self {
        self.script.push_back(Transfer::Write { offset, value, answer: Err(BusFault) });
        self
    }

    /// The script must have been played to its end.
    #[track_caller]
    pub fn played(&self) {
        assert!(self.script.is_empty(), "after {} transfers the script still expects {:x?}", self.made, self.script);
    }

    fn next(&mut self, what: &str) -> Transfer {
        self.made += 1;
        self.script.pop_front().unwrap_or_else(|| panic!("transfer {}: {what} after the script's end", self.made))
    }
}

impl RegisterBus for ScriptedBus {
    type Error = BusFault;

    fn read(&mut self, offset: u32) -> Result<u32, BusFault> {
        match self.next(&format!("read of {offset:#05x}")) {
            Transfer::Read { offset: expected, answer } if expected == offset => answer,
            expected => panic!("transfer {}: read of {offset:#05x} instead of {expected:x?}", self.made),
        }
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), BusFault> {
        match self.next(&format!("write of {value:#x} to {offset:#05x}")) {
            Transfer::Write { offset: expected, value: wanted, answer } if (expected, wanted) == (offset, value) => {
                answer
            }
            expected => panic!("transfer {}: write of {value:#x} to {offset:#05x} instead of {expected:x?}", self.made),
        }
    }
}
