//! The counter chip that the options on the command line describe.

use crate::shared::options::{ChipOptions, OptionError, Options, Preset};
use carillon_regmap::BusAdapter;
use carillon_regmap::counter_chip::{Build, BuildError};

impl ChipOptions {
    /// The build that the options describe, with Wishbone.
    ///
    /// # Errors
    ///
    /// [`BuildError`]: the build is not on offer.
    pub fn build(&self) -> Result<Build, BuildError> {
        let preset = match self.preset.unwrap_or_default() {
            Preset::Minimal => Build::minimal(),
            Preset::Full => Build::full(),
        };
        let build = Build {
            wheels: self.wheels.unwrap_or(preset.wheels),
            slot_bits: self.slots.map_or(preset.slot_bits, u32::ilog2),
            fifo_bits: self.fifo.map_or(preset.fifo_bits, u32::ilog2),
            single_port: self.single_port,
            alarm: switch(self.alarm, self.no_alarm, preset.alarm),
            look_ahead: switch(self.look_ahead, self.no_look_ahead, preset.look_ahead),
            coalescing: switch(self.coalescing, self.no_coalescing, preset.coalescing),
            wheel_modes: switch(self.wheel_modes, self.no_wheel_modes, preset.wheel_modes),
            bus_adapter: BusAdapter::Wishbone,
        };
        build.validate()?;
        Ok(build)
    }
}

impl Options {
    /// The build that the options describe.
    ///
    /// # Errors
    ///
    /// [`OptionError`], whose message names the option and the remedy.
    pub fn build(&self) -> Result<Build, OptionError> {
        let build = Build {
            bus_adapter: self.bus_adapter()?,
            ..self.chip.build().map_err(OptionError::Build)?
        };
        build.validate().map_err(OptionError::Build)?;
        Ok(build)
    }
}

fn switch(on: bool, off: bool, otherwise: bool) -> bool {
    if off { false } else { on || otherwise }
}

#[cfg(test)]
mod tests;
