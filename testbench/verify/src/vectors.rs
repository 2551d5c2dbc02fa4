//! What a chip shows at its pins when it is driven, clock by clock, as a file that any simulator can replay.
//!
//! `$readmemh` reads the file. Its comments name the pins with their bits. After them each line is one clock: the
//! hexadecimal numbers of the inputs and of the outputs before the clock's rising edge, in the order of the comments.
//! It begins with a reset, until which the outputs mean nothing.

use crate::counter_chip::Pins;
use carillon_sim::{Inputs, Outputs, TimerInputs, TimerOutputs, TimerPins};
use carillon_spec::counter_chip::ReferenceChip;
use std::fmt::Write;

/// Name, bits and value.
type Pin = (&'static str, u32, u32);

/// Writes down what goes on at the pins of a chip.
pub struct Recorder<'a, P> {
    chip: P,
    vectors: &'a mut String,
    /// What the timer chip shows since the last edge.
    shown: TimerOutputs,
}

impl<'a, P> Recorder<'a, P> {
    /// For a chip before its first clock; appends to `vectors`.
    pub fn new(chip: P, vectors: &'a mut String) -> Self {
        Self { chip, vectors, shown: TimerOutputs::default() }
    }

    /// One clock.
    fn record(&mut self, inputs: &[Pin], outputs: &[Pin]) {
        let text = &mut *self.vectors;
        if text.is_empty() {
            for (kind, pins) in [("inputs", inputs), ("outputs", outputs)] {
                *text += "// ";
                *text += kind;
                for (name, bits, _) in pins {
                    let _ = write!(text, " {name}:{bits}");
                }
                text.push('\n');
            }
        }
        let mut between = "";
        for (_, bits, value) in inputs.iter().chain(outputs) {
            let digits = bits.div_ceil(4) as usize;
            let _ = write!(text, "{between}{value:0digits$x}");
            between = "_";
        }
        text.push('\n');
    }
}

impl Pins for Recorder<'_, ReferenceChip> {
    fn name(&self) -> &'static str {
        "recorded reference model"
    }

    fn step(&mut self, inputs: &Inputs) -> Outputs {
        let outputs = self.chip.step(inputs);
        self.record(
            &[
                ("reset", 1, inputs.reset.into()),
                ("wb_cyc", 1, inputs.wb_cyc.into()),
                ("wb_stb", 1, inputs.wb_stb.into()),
                ("wb_we", 1, inputs.wb_we.into()),
                ("wb_sel", 4, inputs.wb_sel.into()),
                ("wb_adr", 6, inputs.wb_adr.into()),
                ("wb_dat_w", 32, inputs.wb_dat_w),
            ],
            &[
                ("irq", 1, outputs.irq.into()),
                ("wb_ack", 1, outputs.wb_ack.into()),
                ("wb_err", 1, outputs.wb_err.into()),
                ("wb_stall", 1, outputs.wb_stall.into()),
                ("wb_dat_r", 32, outputs.wb_dat_r),
            ],
        );
        outputs
    }
}

impl<P: TimerPins> TimerPins for Recorder<'_, P> {
    fn step(&mut self, inputs: &TimerInputs) -> TimerOutputs {
        let outputs = self.shown;
        self.record(
            &[
                ("reset", 1, inputs.reset.into()),
                ("wb_cyc", 1, inputs.wb_cyc.into()),
                ("wb_stb", 1, inputs.wb_stb.into()),
                ("wb_we", 1, inputs.wb_we.into()),
                ("wb_sel", 4, inputs.wb_sel.into()),
                ("wb_adr", 21, inputs.wb_adr),
                ("wb_dat_w", 32, inputs.wb_dat_w),
                ("memory_ack", 1, inputs.memory_ack.into()),
                ("memory_err", 1, inputs.memory_err.into()),
                ("memory_stall", 1, inputs.memory_stall.into()),
                ("memory_dat_r", 32, inputs.memory_dat_r),
            ],
            &[
                ("irq", 1, outputs.irq.into()),
                ("wb_ack", 1, outputs.wb_ack.into()),
                ("wb_err", 1, outputs.wb_err.into()),
                ("wb_stall", 1, outputs.wb_stall.into()),
                ("wb_dat_r", 32, outputs.wb_dat_r),
                ("memory_cyc", 1, outputs.memory_cyc.into()),
                ("memory_stb", 1, outputs.memory_stb.into()),
                ("memory_we", 1, outputs.memory_we.into()),
                ("memory_sel", 4, outputs.memory_sel.into()),
                ("memory_adr", 30, outputs.memory_adr),
                ("memory_dat_w", 32, outputs.memory_dat_w),
            ],
        );
        self.shown = self.chip.step(inputs);
        self.shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carillon_regmap::counter_chip::Build;

    #[test]
    fn recorder_of_a_reset_and_a_read_writes_pins_and_clocks() {
        let mut vectors = String::new();
        let mut recorder = Recorder::new(ReferenceChip::new(&Build::minimal()), &mut vectors);
        let reading = Inputs { wb_cyc: true, wb_stb: true, wb_sel: 0xf, wb_adr: 0x21, ..Inputs::default() };
        let reset = Inputs { reset: true, ..Inputs::default() };
        Pins::step(&mut recorder, &reset);
        Pins::step(&mut recorder, &reading);
        Pins::step(&mut recorder, &reading);
        let lines: Vec<_> = vectors.lines().collect();
        assert_eq!(
            lines,
            [
                "// inputs reset:1 wb_cyc:1 wb_stb:1 wb_we:1 wb_sel:4 wb_adr:6 wb_dat_w:32",
                "// outputs irq:1 wb_ack:1 wb_err:1 wb_stall:1 wb_dat_r:32",
                "1_0_0_0_0_00_00000000_0_0_0_0_00000000",
                "0_1_1_0_f_21_00000000_0_0_0_0_00000000",
                "0_1_1_0_f_21_00000000_0_0_0_1_00000000",
            ]
        );
    }
}
