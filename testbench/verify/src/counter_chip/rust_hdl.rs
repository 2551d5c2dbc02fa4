//! The chip in Rust-HDL's own simulator.

use super::Pins;
use carillon_hdl::counter_chip::top::{Top, WishboneTop};
use carillon_hdl::elaborate;
use carillon_regmap::counter_chip::Build;
use carillon_sim::{Inputs, Outputs};
use rust_hdl::prelude::{Clock, simulate};

/// The passes after which a circuit without loops has settled.
const PASSES: usize = 100;

/// One chip, stepped in this thread.
pub struct RustHdlChip {
    chip: Box<WishboneTop>,
}

impl RustHdlChip {
    /// A chip built to `build`.
    ///
    /// # Panics
    ///
    /// The build has another bus adapter than Wishbone: the lockstep's pins are Wishbone's.
    pub fn new(build: &Build) -> Self {
        let Top::Wishbone(chip) = elaborate(build) else {
            panic!("{build:?} has no Wishbone bus adapter");
        };
        Self { chip }
    }

    fn settle(&mut self) {
        assert!(simulate(&mut *self.chip, PASSES), "the circuit does not settle: it has a loop");
    }
}

impl Pins for RustHdlChip {
    fn name(&self) -> &'static str {
        "Rust-HDL simulator"
    }

    fn step(&mut self, inputs: &Inputs) -> Outputs {
        let chip = &mut self.chip;
        chip.reset.next = inputs.reset;
        chip.wb_cyc.next = inputs.wb_cyc;
        chip.wb_stb.next = inputs.wb_stb;
        chip.wb_we.next = inputs.wb_we;
        chip.wb_sel.next = u64::from(inputs.wb_sel & 0xf).into();
        chip.wb_adr.next = u64::from(inputs.wb_adr & 0x3f).into();
        chip.wb_dat_w.next = u64::from(inputs.wb_dat_w).into();
        chip.clock.next = Clock { clk: false };
        self.settle();
        let chip = &mut self.chip;
        let word: u64 = chip.wb_dat_r.val().into();
        let outputs = Outputs {
            irq: chip.irq.val(),
            wb_ack: chip.wb_ack.val(),
            wb_err: chip.wb_err.val(),
            wb_stall: chip.wb_stall.val(),
            wb_dat_r: word as u32,
        };
        chip.clock.next = Clock { clk: true };
        self.settle();
        outputs
    }
}
