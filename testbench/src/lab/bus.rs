//! The bus that the host and the laboratory share.

use std::cell::{Ref, RefCell, RefMut};
use std::rc::Rc;

use carillon_driver::bus::RegisterBus;
use carillon_regmap::offset;
use carillon_sim::{BusError, Simulation};

/// The chip, and what delays the host on its way to it.
#[derive(Debug)]
struct Wire {
    chip: Simulation,
    /// Clocks that pass before the next write of `ARM`: the host is interrupted between two accesses.
    stall: u64,
}

/// A bus to the one chip. Its clones reach the same chip.
#[derive(Clone, Debug)]
pub(super) struct Bus(Rc<RefCell<Wire>>);

impl Bus {
    pub(super) fn new(chip: Simulation) -> Self {
        Self(Rc::new(RefCell::new(Wire { chip, stall: 0 })))
    }

    pub(super) fn chip(&self) -> Ref<'_, Simulation> {
        Ref::map(self.0.borrow(), |wire| &wire.chip)
    }

    pub(super) fn chip_mut(&self) -> RefMut<'_, Simulation> {
        RefMut::map(self.0.borrow_mut(), |wire| &mut wire.chip)
    }

    /// Lets this many clocks pass before the next write of `ARM`.
    pub(super) fn stall_next_arm(&self, clocks: u64) {
        self.0.borrow_mut().stall = clocks;
    }

    /// Puts `chip` in the place of the one that is returned.
    pub(super) fn replace(&self, chip: Simulation) -> Simulation {
        core::mem::replace(&mut self.0.borrow_mut().chip, chip)
    }
}

impl RegisterBus for Bus {
    type Error = BusError;

    fn read(&mut self, offset: u32) -> Result<u32, BusError> {
        self.0.borrow_mut().chip.read(offset)
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), BusError> {
        let mut wire = self.0.borrow_mut();
        if offset == offset::ARM {
            let stall = core::mem::take(&mut wire.stall);
            wire.chip.clock(stall);
        }
        wire.chip.write(offset, value)
    }
}
