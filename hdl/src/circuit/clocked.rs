//! For the unit tests: one clock of any part.

use rust_hdl::prelude::*;

/// A part with a clock pin.
pub trait Clocked: Block + Sized {
    /// The clock pin.
    fn clock_pin(&mut self) -> &mut Signal<In, Clock>;

    /// Lets the combinational part settle on the inputs as they stand.
    fn settle(&mut self) {
        assert!(simulate(self, 100), "the circuit does not settle");
    }

    /// One clock: the inputs settle, the edge is taken, the outputs settle.
    fn tick(&mut self) {
        self.clock_pin().next = Clock { clk: false };
        self.settle();
        self.clock_pin().next = Clock { clk: true };
        self.settle();
    }
}

/// Implements [`Clocked`] for a part whose clock pin is `clock`.
macro_rules! clocked {
    ($part:ty) => {
        impl crate::circuit::clocked::Clocked for $part {
            fn clock_pin(
                &mut self,
            ) -> &mut rust_hdl::prelude::Signal<rust_hdl::prelude::In, rust_hdl::prelude::Clock>
            {
                &mut self.clock
            }
        }
    };
}

pub(crate) use clocked;
