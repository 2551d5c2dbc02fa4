//! From the timer chip's circuit to a Verilog file that other tools take.

use super::top::TimerWishboneTop;
use super::{TimerBuild, TimerBuildError};
use crate::verilog::of_timer_chip;

impl TimerBuild {
    /// The options that ask for this build, as on the command line.
    pub fn options(&self) -> String {
        format!(
            "--chip timer --slots {} --fifo {}{}",
            1_u32 << self.slot_bits,
            1_u32 << self.fifo_bits,
            if self.periodic { " --periodic" } else { "" }
        )
    }

    /// What the chip has, in some lines of text for a person.
    pub fn summary(&self) -> String {
        format!(
            "slots      at most {}\n\
             FIFO       {} events\n\
             periodic   {}\n\
             record     {} words of 32 bits in the memory\n\
             bus        Wishbone B4\n\
             PARAMS     {:#010X}\n",
            1_u32 << self.slot_bits,
            1_u32 << self.fifo_bits,
            if self.periodic { "yes" } else { "no" },
            self.record_words(),
            self.params(),
        )
    }
}

/// The timer chips under `hdl/verilog/`, by name without `.v`: the smallest, without periodic timers and with them.
pub const CHECKED_IN: [(&str, TimerBuild); 2] = [
    (
        "carillon_timer_1024x2",
        TimerBuild {
            slot_bits: 10,
            fifo_bits: 1,
            periodic: false,
        },
    ),
    (
        "carillon_timer_1024x2_periodic",
        TimerBuild {
            slot_bits: 10,
            fifo_bits: 1,
            periodic: true,
        },
    ),
];

/// The timer chip of `build` as Verilog-2001, top module `carillon`.
///
/// # Errors
///
/// A choice out of its range; see [`TimerBuild::validate`].
pub fn generate(build: &TimerBuild) -> Result<String, TimerBuildError> {
    build.validate()?;
    let mut text = format!(
        "// The Carillon timer chip, version {}. Generated from Rust-HDL; do not edit.\n//\n",
        env!("CARGO_PKG_VERSION")
    );
    for line in build.summary().lines() {
        text += &format!("//   {line}\n");
    }
    text += &format!(
        "//\n// To make it again:\n//   carillon generate {}\n\n",
        build.options()
    );
    Ok(text + &of_timer_chip(&TimerWishboneTop::new(build)))
}
