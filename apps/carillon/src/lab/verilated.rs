//! The Verilated chips as parts of a laboratory.

use std::fs::File;
use std::io::BufReader;
use std::rc::Rc;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use carillon_driver::bus::RegisterBus;
use carillon_lab::{
    Chip, Config, Lab, LabError, Model as LabModel, Parts, Reason, Saved, TimerDevice, Traffic, WireError,
};
use carillon_regmap::pins::{Inputs, Outputs};
use carillon_replay::{DriverEvent, record_words, simulated_chip, timer_chip};
use carillon_sim::{BusError, MemoryBehaviour, Model, Simulation, TimerModel, TimerSimulation, TimerSystem};
use carillon_spec::counter_chip::{self, Inside, InsideEvent};
use carillon_spec::timer_chip::lists::{Layout, lists};
use tempfile::TempDir;

use super::board::Board;
use super::capture::captures;
use crate::cable::Link;
use crate::wave::with_driver;

/// A laboratory at clock 0, standing still, with a Verilated chip or with the board at the end of `link`. `capture` can
/// be replayed in it.
///
/// # Errors
/// [`LabError`]: no such chip, or it does not have what is asked for.
pub fn laboratory(config: &Config, capture: Option<Traffic>, link: Option<&Link>) -> Result<Lab, LabError> {
    let board = link.map(Board::open).transpose()?;
    let board = board.map(|board| Box::new(board) as Box<dyn Chip>);
    Lab::new(Rc::new(Verilated), config, capture, board)
}

/// The models that were built and can be looked into.
pub fn models() -> Vec<Model> {
    BUILT.clone()
}

/// The models that were left out of this build.
pub fn left_out() -> Vec<Model> {
    let all = Model::all().iter().copied();
    all.filter(|model| !BUILT.contains(model)).collect()
}

/// Those that a chip can be made of.
static BUILT: LazyLock<Vec<Model>> = LazyLock::new(|| {
    let all = Model::all().iter().copied();
    let is_built = |model: &Model| Simulation::with_waves(*model).is_ok_and(|mut it| it.save().is_ok());
    all.filter(is_built).collect()
});

/// The clock on the wall begins here.
static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);

struct Verilated;

impl Parts for Verilated {
    fn about(&self) -> &'static str {
        "The chip here is its Verilog, compiled by Verilator."
    }

    fn models(&self) -> Vec<LabModel> {
        let model = |model: &Model| LabModel { name: model.name(), build: model.build() };
        BUILT.iter().map(model).collect()
    }

    fn left_out(&self) -> Vec<&'static str> {
        left_out().iter().map(|model| model.name()).collect()
    }

    fn chip(&self, model: &LabModel) -> Result<Box<dyn Chip>, LabError> {
        let model = Model::of(&model.build).map_err(said)?;
        let mut simulation = Simulation::with_waves(model).map_err(said)?;
        simulation.reset();
        Ok(Box::new(Counter { simulation, wave: None }))
    }

    fn timer_chip(&self, wheel_bits: u32, timers: usize) -> Result<Box<dyn TimerDevice>, LabError> {
        let model = TimerModel::find(1 << wheel_bits, 2).map_err(said)?;
        let chip = TimerSimulation::new(model).map_err(said)?;
        let system = timer_chip(chip, MemoryBehaviour::fixed(1), wheel_bits, timers);
        let room = record_words(wheel_bits, timers) / 4 - (1 << wheel_bits);
        let layout = Layout::new(&model.build(), room, wheel_bits);
        Ok(Box::new(Timer(system, layout)))
    }

    fn captures(&self) -> Vec<String> {
        captures()
    }

    fn cannot(&self) -> &'static [Reason] {
        &[]
    }

    fn time(&self) -> Duration {
        BEGUN.elapsed()
    }
}

fn said(error: impl core::fmt::Display) -> LabError {
    LabError(error.to_string())
}

fn wire(error: BusError) -> WireError {
    WireError::Simulated(match error {
        BusError::Refused { offset } => counter_chip::BusError::Refused { offset },
        BusError::Timeout { offset, clocks } => counter_chip::BusError::Timeout { offset, clocks },
        BusError::Misaligned { offset } | BusError::OutOfSpace { offset } => {
            counter_chip::BusError::NoRegister { offset }
        }
    })
}

/// A counter chip, and where its wave goes.
struct Counter {
    simulation: Simulation,
    wave: Option<TempDir>,
}

const WAVE: &str = "carillon.vcd";

impl Chip for Counter {
    fn read(&mut self, offset: u32) -> Result<u32, WireError> {
        self.simulation.read(offset).map_err(wire)
    }

    fn write(&mut self, offset: u32, word: u32) -> Result<(), WireError> {
        self.simulation.write(offset, word).map_err(wire)
    }

    fn now(&self) -> Result<u64, LabError> {
        self.simulation.now().map_err(said)
    }

    fn irq(&self) -> bool {
        self.simulation.irq()
    }

    fn inside(&self) -> Result<Inside, LabError> {
        let inside = self.simulation.inside().map_err(said)?;
        let event = |event: carillon_sim::InsideEvent| InsideEvent {
            wheel: event.wheel,
            slot: event.slot,
            late: event.late,
            tick: event.tick,
        };
        Ok(Inside {
            now: inside.now,
            cursor: inside.cursor,
            busy: inside.busy,
            events: inside.events.into_iter().map(event).collect(),
        })
    }

    fn fifo_depth(&self) -> u32 {
        self.simulation.model().fifo_depth()
    }

    fn pass(&mut self, clocks: u64) -> Result<(), LabError> {
        self.simulation.clock(clocks);
        Ok(())
    }

    fn pass_until_irq(&mut self, clocks: u64) -> Result<(), LabError> {
        self.simulation.clock_until_irq(clocks);
        Ok(())
    }

    fn step(&mut self, inputs: &Inputs) -> Result<Outputs, LabError> {
        Ok(self.simulation.step(inputs))
    }

    fn clocks(&self) -> Option<u64> {
        Some(self.simulation.clocks())
    }

    fn save(&mut self) -> Result<Saved, LabError> {
        let saved = self.simulation.save().map_err(said)?;
        Ok(Saved { size: saved.size(), state: Box::new(saved) })
    }

    fn restore(&mut self, saved: &Saved) -> Result<(), LabError> {
        let saved = saved.state.downcast_ref::<carillon_sim::Saved>();
        let saved = saved.ok_or_else(|| said("that is no state of a Verilated chip"))?;
        self.simulation.restore(saved).map_err(said)
    }

    fn begin_wave(&mut self) -> Result<(), LabError> {
        let folder = tempfile::tempdir().map_err(unwritten)?;
        self.simulation.trace_to(folder.path().join(WAVE)).map_err(said)?;
        self.wave = Some(folder);
        Ok(())
    }

    fn end_wave(self: Box<Self>, events: &[(u64, DriverEvent)]) -> Result<Vec<u8>, LabError> {
        let Self { simulation, wave } = *self;
        // The file is complete when its chip is gone.
        drop(simulation);
        let folder = wave.ok_or_else(|| said("no wave was begun"))?;
        let mut whole = Vec::new();
        File::open(folder.path().join(WAVE))
            .and_then(|file| with_driver(BufReader::new(file), &mut whole, events))
            .map_err(unwritten)?;
        Ok(whole)
    }
}

fn unwritten(error: std::io::Error) -> LabError {
    LabError(format!("no wave file: {error}"))
}

/// A timer chip, and where its lists are in its memory.
struct Timer(TimerSystem<TimerSimulation>, Layout);

impl RegisterBus for Timer {
    type Error = WireError;

    fn read(&mut self, offset: u32) -> Result<u32, WireError> {
        self.0.read(offset).map_err(wire)
    }

    fn write(&mut self, offset: u32, word: u32) -> Result<(), WireError> {
        self.0.write(offset, word).map_err(wire)
    }
}

simulated_chip!([] Timer, it => it.0);

impl TimerDevice for Timer {
    fn accesses(&self) -> u64 {
        self.0.memory().accesses()
    }

    fn lists(&self) -> Vec<(u32, Vec<(u32, u32)>)> {
        lists(&self.1, self.0.memory().words())
    }
}
