//! The counter chip tick by tick: what it does seen from its registers, without clocks.
//!
//! A tick is the smallest step, and what takes the chip some clocks takes none here. Every register and every option is
//! there, so that a driver can run against it.

mod registers;
mod wheels;

use registers::Registers;
pub use wheels::Wheels;

/// The chip has no register at this offset, and has taken note of it in `ERROR.address`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoRegister;

/// The chip.
#[derive(Debug)]
pub struct ChipByTick {
    params: u32,
    depth: usize,
    registers: Registers,
    wheels: Wheels,
}

impl ChipByTick {
    /// A chip that reads `params` in `PARAMS`. Its FIFO may hold fewer events (`depth`) than it says there: that only
    /// makes it full sooner.
    pub fn new(params: u32, depth: usize) -> Self {
        Self { params, depth, registers: Registers::new(params), wheels: Wheels::new(depth) }
    }

    /// What the reset pin does.
    pub fn reset(&mut self) {
        *self = Self::new(self.params, self.depth);
    }

    /// Ticks since the chip was started.
    pub fn now(&self) -> u64 {
        self.registers.now
    }

    /// What `CURSOR` reads.
    pub fn cursor(&self) -> u64 {
        self.wheels.cursor()
    }

    /// The wheels, their bits, and the FIFO.
    pub fn wheels(&self) -> &Wheels {
        &self.wheels
    }

    /// Lets time pass.
    pub fn pass(&mut self, ticks: u64) {
        self.registers.pass(ticks);
        self.settle();
    }

    /// The interrupt line.
    pub fn irq(&self) -> bool {
        self.registers.irq(&self.wheels)
    }

    /// A read of a register at a byte offset.
    ///
    /// # Errors
    /// [`NoRegister`] where this build has none.
    pub fn read(&mut self, offset: u32) -> Result<u32, NoRegister> {
        self.registers.read(offset, &self.wheels)
    }

    /// A write of a register at a byte offset.
    ///
    /// # Errors
    /// [`NoRegister`] where this build has none.
    pub fn write(&mut self, offset: u32, value: u32) -> Result<(), NoRegister> {
        if self.registers.write(offset, value, &mut self.wheels)? {
            self.reset();
        }
        self.settle();
        Ok(())
    }

    /// Everything that follows from the last step without time passing.
    fn settle(&mut self) {
        self.wheels.chase(self.registers.now);
        self.registers.ring();
        self.registers.coalesce(&self.wheels);
    }
}

#[cfg(test)]
mod tests;
