//! What several tests do with a chip.
#![allow(dead_code)] // each test binary uses its part

use carillon_driver::bus::RegisterBus;
use carillon_regmap::counter_chip::{field, offset};
use carillon_sim::{Model, Simulation};

/// A chip that has been reset and has cleared its memory.
pub fn ready_chip(model: Model) -> Simulation {
    make_ready(Simulation::new(model).expect("memory for one chip"))
}

/// The same, and a wave file may be started.
pub fn ready_chip_with_waves(model: Model) -> Simulation {
    make_ready(Simulation::with_waves(model).expect("memory for one chip"))
}

fn make_ready(mut chip: Simulation) -> Simulation {
    let model = chip.model();
    chip.reset();
    chip.clock(u64::from(model.slots()));
    for _ in 0..16 {
        if field::status::READY.get(chip.read(offset::STATUS).expect("STATUS is mapped")) == 1 {
            return chip;
        }
    }
    panic!("{model} is not ready {} clocks after reset", chip.clocks());
}

/// Raises the interrupt line without any timer: the alarm bit is sticky, and a test write forces it.
pub fn force_interrupt(chip: &mut Simulation) {
    chip.write(offset::INTR_ENABLE, field::intr_enable::ERROR.put(1)).expect("INTR_ENABLE is mapped");
    chip.write(offset::INTR_TEST, field::intr_test::ERROR.put(1)).expect("INTR_TEST is mapped");
}
