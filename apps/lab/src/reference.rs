//! The parts of a laboratory in plain Rust: the reference models of both chips.

use std::time::Duration;

use carillon_driver::bus::RegisterBus;
use carillon_regmap::pins::{Inputs, Outputs};
use carillon_regmap::simulated::{COUNTER_CHIPS, TIMER_CHIPS};
use carillon_replay::simulated_chip;
use carillon_spec::counter_chip::{BusError, ChipOnBus, Inside};
use carillon_spec::timer_chip::ReferenceTimerChip;

use super::parts::{Chip, Model, Parts, Reason, Saved, TimerDevice};
use super::{LabError, WireError};

/// Of a tick those that a timer chip's memory has.
const DUE_BITS: u32 = (1 << 24) - 1;

/// The parts; the clock on the wall is the caller's.
#[derive(Clone, Debug)]
pub struct Reference {
    time: fn() -> Duration,
    captures: Vec<String>,
}

impl Reference {
    /// With this clock on the wall. The page offers `captures`.
    pub const fn new(time: fn() -> Duration, captures: Vec<String>) -> Self {
        Self { time, captures }
    }
}

impl Parts for Reference {
    fn about(&self) -> &'static str {
        "The chip here is the reference model, which is compared with the Verilog pin by pin in lockstep. `carillon lab` \
         shows the Verilog itself."
    }

    fn models(&self) -> Vec<Model> {
        let model = |row: &carillon_regmap::simulated::Row| Model { name: row.name, build: row.build };
        COUNTER_CHIPS.iter().map(model).collect()
    }

    fn left_out(&self) -> Vec<&'static str> {
        Vec::new()
    }

    fn chip(&self, model: &Model) -> Result<Box<dyn Chip>, LabError> {
        Ok(Box::new(Counter { chip: ChipOnBus::new(&model.build) }))
    }

    fn timer_chip(&self, wheel_bits: u32, _: usize) -> Result<Box<dyn TimerDevice>, LabError> {
        let builds = TIMER_CHIPS.iter().map(|row| row.build);
        let fits = builds.filter(|build| build.slot_bits >= wheel_bits && build.fifo_bits == 1);
        let chip = fits.filter_map(|build| ReferenceTimerChip::new(&build)).next();
        let chip = chip.ok_or_else(|| LabError("no timer chip has so many slots".to_owned()))?;
        Ok(Box::new(Timer(chip)))
    }

    fn captures(&self) -> Vec<String> {
        self.captures.clone()
    }

    fn cannot(&self) -> &'static [Reason] {
        &[("wave", "The reference model has no signals inside: `carillon lab` writes waves of the Verilog.")]
    }

    fn time(&self) -> Duration {
        (self.time)()
    }
}

#[derive(Clone)]
struct Counter {
    chip: ChipOnBus,
}

impl Chip for Counter {
    fn read(&mut self, offset: u32) -> Result<u32, WireError> {
        Ok(self.chip.read(offset)?)
    }

    fn write(&mut self, offset: u32, word: u32) -> Result<(), WireError> {
        Ok(self.chip.write(offset, word)?)
    }

    fn now(&self) -> Result<u64, LabError> {
        Ok(self.chip.chip().now())
    }

    fn irq(&self) -> bool {
        self.chip.irq()
    }

    fn inside(&self) -> Result<Inside, LabError> {
        Ok(self.chip.inside())
    }

    fn fifo_depth(&self) -> u32 {
        1 << self.chip.chip().build().fifo_bits
    }

    fn pass(&mut self, clocks: u64) -> Result<(), LabError> {
        self.chip.clock(clocks);
        Ok(())
    }

    fn pass_until_irq(&mut self, clocks: u64) -> Result<(), LabError> {
        self.chip.clock_until_irq(clocks);
        Ok(())
    }

    fn step(&mut self, inputs: &Inputs) -> Result<Outputs, LabError> {
        Ok(self.chip.step(inputs))
    }

    fn clocks(&self) -> Option<u64> {
        Some(self.chip.clocks())
    }

    fn save(&mut self) -> Result<Saved, LabError> {
        Ok(Saved {
            // A busy bit takes a byte.
            size: 2_000 + (1 << self.chip.chip().build().slot_bits),
            state: Box::new(self.chip.clone()),
        })
    }

    fn restore(&mut self, saved: &Saved) -> Result<(), LabError> {
        let Some(chip) = saved.state.downcast_ref::<ChipOnBus>() else {
            return Err(LabError("that is no state of a reference model".to_owned()));
        };
        self.chip.clone_from(chip);
        Ok(())
    }
}

struct Timer(ReferenceTimerChip);

impl RegisterBus for Timer {
    type Error = WireError;

    fn read(&mut self, offset: u32) -> Result<u32, WireError> {
        let answer = self.0.read(offset);
        answer.ok_or_else(|| BusError::Refused { offset }.into())
    }

    fn write(&mut self, offset: u32, word: u32) -> Result<(), WireError> {
        let answer = self.0.write(offset, word);
        answer.ok_or_else(|| BusError::Refused { offset }.into())
    }
}

simulated_chip!([] Timer, it => it.0);

impl TimerDevice for Timer {
    fn accesses(&self) -> u64 {
        self.0.accesses()
    }

    fn lists(&self) -> Vec<(u32, Vec<(u32, u32)>)> {
        let low = |(timer, due)| (timer, due as u32 & DUE_BITS);
        let list = |(slot, timers): (u32, Vec<(u32, u64)>)| (slot, timers.into_iter().map(low).collect());
        self.0.lists().into_iter().map(list).collect()
    }
}
