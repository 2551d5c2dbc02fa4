//! The counter chip that the options on the command line describe, and a counter chip in words.

use std::borrow::ToOwned;
use std::format;
use std::string::String;
use std::vec::Vec;

use super::options::{ChipOptions, OptionError, Options, Preset};
use crate::counter_chip::{Build, BuildError};
use crate::{BusAdapter, FEATURES};

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
        let build = Build { bus_adapter: self.bus_adapter()?, ..self.chip.build().map_err(OptionError::Build)? };
        build.validate().map_err(OptionError::Build)?;
        Ok(build)
    }
}

fn switch(on: bool, off: bool, otherwise: bool) -> bool {
    if off { false } else { on || otherwise }
}

impl Build {
    /// The options that ask for this build, its bus included, on the command line.
    pub fn options(&self) -> String {
        format!("{} {}", self.as_options(), self.bus_adapter.as_options())
    }

    /// What the chip has, in some lines of text for a person.
    pub fn summary(&self) -> String {
        let features: Vec<_> = FEATURES
            .iter()
            .filter(|(feature, _)| self.has(*feature))
            .map(|(_, option)| option.replace('-', " "))
            .collect();
        let features = if features.is_empty() { "none".to_owned() } else { features.join(", ") };
        format!(
            "wheels     {wheels}\n\
             slots      {slots} in all, to be shared out at run time{among}{port}\n\
             FIFO       {depth} events\n\
             features   {features}\n\
             bus        {bus}\n\
             PARAMS     {params:#010X}\n",
            wheels = self.wheels,
            slots = 1_u32 << self.slot_bits,
            among = if self.wheels == 1 { "" } else { " among the wheels" },
            port = if self.single_port { ", in memory with one port" } else { "" },
            depth = 1_u32 << self.fifo_bits,
            bus = self.bus_adapter,
            params = self.params(),
        )
    }
}
