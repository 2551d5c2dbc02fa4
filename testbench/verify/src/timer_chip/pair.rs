//! The Verilated timer chip and Rust-HDL's simulator side by side.

use carillon_hdl::timer_chip::top::TimerWishboneTop;
use carillon_regmap::timer_chip::TimerBuild;
use carillon_sim::{TimerInputs, TimerOutputs, TimerPins};
use rust_hdl::prelude::{Clock, simulate};

/// The passes after which a circuit without loops has settled.
const PASSES: usize = 100;

/// The timer chip in Rust-HDL's own simulator.
pub struct RustHdlTimer {
    chip: Box<TimerWishboneTop>,
}

impl RustHdlTimer {
    /// A chip built to `build`.
    pub fn new(build: &TimerBuild) -> Self {
        Self { chip: Box::new(TimerWishboneTop::new(build)) }
    }

    fn edge(&mut self, clk: bool) {
        self.chip.clock.next = Clock { clk };
        assert!(simulate(&mut *self.chip, PASSES), "the circuit does not settle: it has a loop");
    }
}

impl TimerPins for RustHdlTimer {
    fn step(&mut self, inputs: &TimerInputs) -> TimerOutputs {
        let chip = &mut self.chip;
        chip.reset.next = inputs.reset;
        chip.wb_cyc.next = inputs.wb_cyc;
        chip.wb_stb.next = inputs.wb_stb;
        chip.wb_we.next = inputs.wb_we;
        chip.wb_sel.next = u64::from(inputs.wb_sel).into();
        chip.wb_adr.next = u64::from(inputs.wb_adr).into();
        chip.wb_dat_w.next = u64::from(inputs.wb_dat_w).into();
        chip.memory.ack.next = inputs.memory_ack;
        chip.memory.err.next = inputs.memory_err;
        chip.memory.stall.next = inputs.memory_stall;
        chip.memory.dat_r.next = u64::from(inputs.memory_dat_r).into();
        self.edge(false);
        self.edge(true);
        let chip = &self.chip;
        let (read, address, written): (u64, u64, u64) =
            (chip.wb_dat_r.val().into(), chip.memory.adr.val().into(), chip.memory.dat_w.val().into());
        let select: u64 = chip.memory.sel.val().into();
        TimerOutputs {
            irq: chip.irq.val(),
            wb_ack: chip.wb_ack.val(),
            wb_err: chip.wb_err.val(),
            wb_stall: chip.wb_stall.val(),
            wb_dat_r: read as u32,
            memory_cyc: chip.memory.cyc.val(),
            memory_stb: chip.memory.stb.val(),
            memory_we: chip.memory.we.val(),
            memory_sel: select as u8,
            memory_adr: address as u32,
            memory_dat_w: written as u32,
        }
    }
}

/// Two descriptions of one chip that get the same pins; or a chip with its memory behind the port, and the same with it
/// inside, whose other pins must not differ.
pub struct Pair<A, B> {
    first: A,
    second: B,
    inside: bool,
    /// The memory port has made its first transfer. Until then what goes with one may be anything.
    begun: bool,
    clocks: u64,
    difference: Option<String>,
}

impl<A: TimerPins, B: TimerPins> Pair<A, B> {
    /// Both before their first clock.
    pub fn new(first: A, second: B) -> Self {
        Self { first, second, inside: false, begun: false, clocks: 0, difference: None }
    }

    /// Both before their first clock; the second has its memory inside.
    pub fn inside(first: A, second: B) -> Self {
        Self { inside: true, ..Self::new(first, second) }
    }

    /// The first difference of a pin.
    pub fn difference(&self) -> Option<&str> {
        self.difference.as_deref()
    }
}

impl<A: TimerPins, B: TimerPins, C: TimerPins> Pair<Pair<A, B>, C> {
    /// The first difference of a pin between the third and the first, or else between the second and the first.
    pub fn first_difference(&self) -> Option<&str> {
        self.difference().or(self.first.difference())
    }
}

/// The pins on the host's side.
fn of_the_host(outputs: TimerOutputs) -> TimerOutputs {
    TimerOutputs { memory_cyc: false, memory_stb: false, ..without_transfer(outputs) }
}

/// The pins without those that go with a transfer of the memory.
fn without_transfer(outputs: TimerOutputs) -> TimerOutputs {
    TimerOutputs { memory_we: false, memory_sel: 0, memory_adr: 0, memory_dat_w: 0, ..outputs }
}

impl<A: TimerPins, B: TimerPins> TimerPins for Pair<A, B> {
    fn step(&mut self, inputs: &TimerInputs) -> TimerOutputs {
        let outputs = self.first.step(inputs);
        let mut expected = outputs;
        let mut found = self.second.step(inputs);
        self.begun |= outputs.memory_stb;
        if self.inside {
            expected = of_the_host(expected);
            found = of_the_host(found);
        } else if !self.begun {
            expected = without_transfer(expected);
            found = without_transfer(found);
        }
        if expected != found && self.difference.is_none() {
            self.difference = Some(format!(
                "clock {}: the pins differ\n  inputs {inputs:?}\n  first  {expected:?}\n  second {found:?}",
                self.clocks
            ));
        }
        self.clocks += 1;
        outputs
    }
}
