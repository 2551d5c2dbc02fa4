//! A chip on the stage: its clock, and the recording of a scene.

use crate::figure::Line;
use crate::recorder::{Recorder, Row};
use carillon_hdl::counter_chip::top::{AxiLiteTop, SpiTop, UartTop, WishboneTop};
use rust_hdl::prelude::{Block, Clock, In, Signal, simulate};

/// A top module.
pub trait Chip: Block {
    /// Its clock.
    fn clock_pin(&mut self) -> &mut Signal<In, Clock>;
    /// Its reset.
    fn reset_pin(&mut self) -> &mut Signal<In, bool>;
}

macro_rules! chips {
    ($($top:ty),*) => {
        $(impl Chip for $top {
            fn clock_pin(&mut self) -> &mut Signal<In, Clock> {
                &mut self.clock
            }
            fn reset_pin(&mut self) -> &mut Signal<In, bool> {
                &mut self.reset
            }
        })*
    };
}

chips!(WishboneTop, AxiLiteTop, UartTop, SpiTop);

/// A chip that is stepped by the clock, and what is recorded of it.
pub struct Stage<T: Chip> {
    /// The chip, whose input pins a scene sets.
    pub chip: T,
    recorder: Option<Recorder>,
}

impl<T: Chip> Stage<T> {
    /// A chip after its reset, with its busy bits cleared: 2^`slot_bits` clocks later.
    pub fn new(chip: T, slot_bits: u32) -> Self {
        let mut stage = Self { chip, recorder: None };
        stage.chip.reset_pin().next = true;
        stage.clocks(2);
        stage.chip.reset_pin().next = false;
        stage.clocks((1 << slot_bits) + 8);
        stage
    }

    fn settle(&mut self) {
        assert!(simulate(&mut self.chip, 100), "the circuit does not settle");
    }

    /// One clock. `look` sees the outputs as a synchronous master does at the edge that ends it; so does the recorder.
    pub fn clock<R>(&mut self, look: impl FnOnce(&T) -> R) -> R {
        self.chip.clock_pin().next = Clock { clk: false };
        self.settle();
        if let Some(recorder) = &mut self.recorder {
            recorder.sample(&self.chip);
        }
        let seen = look(&self.chip);
        self.chip.clock_pin().next = Clock { clk: true };
        self.settle();
        seen
    }

    /// So many clocks.
    pub fn clocks(&mut self, clocks: u32) {
        for _ in 0..clocks {
            self.clock(|_| ());
        }
    }

    /// Records from the next clock on.
    pub fn record(&mut self, rows: Vec<Row>) {
        self.recorder = Some(Recorder::new(rows));
    }

    /// What was recorded.
    pub fn lines(&self) -> Vec<Line> {
        self.recorder.as_ref().map(Recorder::lines).unwrap_or_default()
    }
}
