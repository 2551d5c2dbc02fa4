//! The timer chip that the options on the command line describe, and a timer chip in words.

use std::format;
use std::string::{String, ToString};

use super::choice::{Choice, ChoiceError};
use super::options::{ChipOptions, Options, Preset};
use crate::BusAdapter;
use crate::timer_chip::TimerBuild;

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

impl TimerBuild {
    /// The options that ask for this build, its bus included, on the command line.
    pub fn options(&self) -> String {
        match self.bus_adapter {
            BusAdapter::Wishbone => self.as_options().to_string(),
            other => format!("{} {}", self.as_options(), other.as_options()),
        }
    }

    /// What the chip has, in some lines of text for a person.
    pub fn summary(&self) -> String {
        let memory = match self.timer_bits {
            Some(bits) => format!("inside, room for {} timers", 1_u32 << bits),
            None => format!(
                "behind its port, {} words of 32 bits a record, links of {} bits",
                self.record_words(),
                self.link_bits()
            ),
        };
        let slots = 1_u32 << self.wheel_bits();
        let wheels = match self.wheels {
            1 => format!("1 of at most {slots} slots"),
            several => format!("{several} of {slots} slots"),
        };
        format!(
            "wheels     {wheels}\n\
             FIFO       {} events\n\
             periodic   {}\n\
             look-ahead {}\n\
             coalescing {}\n\
             memory     {memory}\n\
             bus        {}\n\
             PARAMS     {:#010X}\n",
            1_u32 << self.fifo_bits,
            if self.periodic { "yes" } else { "no" },
            if self.look_ahead { "yes" } else { "no" },
            if self.coalescing { "yes" } else { "no" },
            self.bus_adapter,
            self.params(),
        )
    }
}
