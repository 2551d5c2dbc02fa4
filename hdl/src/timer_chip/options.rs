//! The timer chip that the options on the command line describe.

use crate::shared::choice::{Choice, ChoiceError};
use crate::shared::options::{ChipOptions, Options, Preset};
use carillon_regmap::timer_chip::TimerBuild;

impl Choice {
    /// The timer chip that the options describe.
    ///
    /// # Errors
    ///
    /// [`ChoiceError`]: an option is the counter chip's, or the build is not on offer.
    pub fn timer_build(&self, options: &Options) -> Result<TimerBuild, ChoiceError> {
        let understood = Options {
            chip: ChipOptions {
                preset: options.chip.preset,
                slots: options.chip.slots,
                wheels: options.chip.wheels,
                fifo: options.chip.fifo,
                look_ahead: options.chip.look_ahead,
                coalescing: options.chip.coalescing,
                ..ChipOptions::default()
            },
            ..options.clone()
        };
        if *options != understood {
            return Err(ChoiceError::NotCounter);
        }
        let preset = match options.chip.preset.unwrap_or_default() {
            Preset::Minimal => TimerBuild::minimal(),
            Preset::Full => TimerBuild::full(),
        };
        let build = TimerBuild {
            wheels: options.chip.wheels.unwrap_or(preset.wheels),
            slot_bits: options.chip.slots.map_or(preset.slot_bits, u32::ilog2),
            fifo_bits: options.chip.fifo.map_or(preset.fifo_bits, u32::ilog2),
            periodic: preset.periodic || self.periodic,
            wide: self.wide,
            look_ahead: options.chip.look_ahead,
            coalescing: options.chip.coalescing,
            timer_bits: self.timers.map(u32::ilog2),
            bus_adapter: options.bus_adapter().map_err(ChoiceError::Options)?,
        };
        build.validate().map_err(ChoiceError::Timer)?;
        Ok(build)
    }
}

#[cfg(test)]
mod tests;
