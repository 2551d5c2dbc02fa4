//! For the unit tests: one clock of any part.

use super::Circuit;
use rust_hdl::prelude::*;

/// A part with a clock.
pub trait Clocked: Circuit + Sized {
    /// Lets the combinational part settle on the inputs as they stand.
    fn settle(&mut self) {
        assert!(simulate(self, 100), "the circuit does not settle");
    }

    /// One clock: the inputs settle, the edge is taken, the outputs settle.
    fn tick(&mut self) {
        self.prepare(Clock { clk: false });
        self.settle();
        self.prepare(Clock { clk: true });
        self.settle();
    }
}

impl<C: Circuit> Clocked for C {}
