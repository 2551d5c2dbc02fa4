//! A timer chip with its memory, as the driver's register bus and an interrupt line.

use carillon_driver::bus::RegisterBus;
use carillon_regmap::timer_chip::ADDRESS_SPACE;

use super::{Memory, TimerInputs, TimerOutputs, TimerPins};
use crate::bus::BusError;
use crate::simulation::RESET_CLOCKS;

/// The default timeout of a transfer, in clocks: a command may wait for several transfers of a slow memory.
const TIMEOUT: u64 = 20_000;

/// The byte lanes of a whole word.
const ALL_LANES: u8 = 0xF;

/// A timer chip, the memory behind its port, and a Wishbone master at its registers. Time passes only in the methods
/// that say so.
pub struct TimerSystem<P> {
    pins: P,
    memory: Memory,
    inputs: TimerInputs,
    outputs: TimerOutputs,
    clocks: u64,
    timeout: u64,
}

impl<P: TimerPins> TimerSystem<P> {
    /// The chip after its reset pin was driven for some clocks.
    pub fn new(pins: P, memory: Memory) -> Self {
        let mut system = Self {
            pins,
            memory,
            inputs: TimerInputs::default(),
            outputs: TimerOutputs::default(),
            clocks: 0,
            timeout: TIMEOUT,
        };
        system.reset();
        system
    }

    /// Drives the reset pin for some clocks and releases it.
    pub fn reset(&mut self) {
        self.reset_for(RESET_CLOCKS);
    }

    /// Drives the reset pin for `clocks` clocks, one or more, and releases it; two clocks later the chip answers.
    pub fn reset_for(&mut self, clocks: u64) {
        self.inputs.reset = true;
        self.clock(clocks);
        self.inputs.reset = false;
        self.clock(2);
    }

    /// Changes the timeout of `read` and `write`, in clocks.
    pub const fn set_timeout(&mut self, clocks: u64) {
        self.timeout = clocks;
    }

    /// The memory.
    pub const fn memory(&self) -> &Memory {
        &self.memory
    }

    /// The memory, to change how it answers.
    pub const fn memory_mut(&mut self) -> &mut Memory {
        &mut self.memory
    }

    /// Clocks since the system was made.
    pub const fn clocks(&self) -> u64 {
        self.clocks
    }

    /// The interrupt line.
    pub const fn irq(&self) -> bool {
        self.outputs.irq
    }

    /// The chip's pins.
    pub const fn pins(&self) -> &P {
        &self.pins
    }

    /// The chip's pins, for what takes no clock.
    pub const fn pins_mut(&mut self) -> &mut P {
        &mut self.pins
    }

    /// Runs at most `clocks` clocks, but only while the chip has no transfer to its memory under way; says whether it
    /// had none in all of them.
    pub fn rests(&mut self, clocks: u64) -> bool {
        let end = self.clocks.saturating_add(clocks);
        while self.clocks < end && !self.outputs.memory_cyc {
            self.some(end - self.clocks);
        }
        let rests = !self.outputs.memory_cyc;
        if !rests {
            self.some(1);
        }
        rests
    }

    /// Runs `clocks` clocks.
    pub fn clock(&mut self, clocks: u64) {
        let end = self.clocks.saturating_add(clocks);
        while self.clocks < end {
            self.some(end - self.clocks);
        }
    }

    /// Runs until the interrupt line is high, at most `limit` clocks.
    pub fn clock_until_irq(&mut self, limit: u64) {
        let end = self.clocks.saturating_add(limit);
        while self.clocks < end && !self.outputs.irq {
            self.some(end - self.clocks);
        }
    }

    /// Runs 1 to `limit` clocks: more than one only while nothing happens.
    fn some(&mut self, limit: u64) {
        if self.memory.is_idle(&self.outputs) {
            self.inputs.memory_ack = false;
            self.inputs.memory_err = false;
            self.inputs.memory_stall = false;
            let (outputs, clocks) = self.pins.run(&self.inputs, self.outputs.irq, limit);
            self.outputs = outputs;
            self.clocks += clocks;
        } else {
            self.memory.clock(&self.outputs, &mut self.inputs);
            self.outputs = self.pins.step(&self.inputs);
            self.clocks += 1;
        }
    }

    /// A write of those bytes of the word whose bits of `lanes` are set, of which there are four.
    ///
    /// # Errors
    /// As [`write`](RegisterBus::write); the chip refuses a write of less than a word.
    pub fn write_lanes(&mut self, offset: u32, value: u32, lanes: u8) -> Result<(), BusError> {
        self.transfer(offset, Some(value), lanes).map(|_| ())
    }

    /// One pipelined transfer.
    fn transfer(&mut self, offset: u32, write: Option<u32>, lanes: u8) -> Result<u32, BusError> {
        if !offset.is_multiple_of(4) {
            return Err(BusError::Misaligned { offset });
        }
        if offset >= ADDRESS_SPACE {
            return Err(BusError::OutOfSpace { offset });
        }
        self.inputs.wb_cyc = true;
        self.inputs.wb_stb = true;
        self.inputs.wb_we = write.is_some();
        self.inputs.wb_sel = lanes;
        self.inputs.wb_adr = offset / 4;
        self.inputs.wb_dat_w = write.unwrap_or(0);
        let end = self.clocks.saturating_add(self.timeout);
        let mut accepted = false;
        while !accepted && self.clocks < end {
            accepted = !self.outputs.wb_stall;
            self.some(1);
        }
        self.inputs.wb_stb = false;
        while !(self.outputs.wb_ack || self.outputs.wb_err) && self.clocks < end {
            self.some(end - self.clocks);
        }
        let TimerOutputs { wb_ack, wb_err, wb_dat_r, .. } = self.outputs;
        self.inputs.wb_cyc = false;
        self.some(1);
        match (wb_ack, wb_err) {
            (true, _) => Ok(wb_dat_r),
            (_, true) => Err(BusError::Refused { offset }),
            _ => Err(BusError::Timeout { offset, clocks: self.timeout.try_into().unwrap_or(u32::MAX) }),
        }
    }
}

/// Each access is one transfer of all four byte lanes and runs the clock until the chip has answered. Afterwards the
/// bus is idle.
impl<P: TimerPins> RegisterBus for TimerSystem<P> {
    type Error = BusError;

    fn read(&mut self, offset: u32) -> Result<u32, BusError> {
        self.transfer(offset, None, ALL_LANES)
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), BusError> {
        self.transfer(offset, Some(value), ALL_LANES).map(|_| ())
    }
}
