//! The counter chip's build in words.

use crate::shared::describe::{Described, bus_option};
use carillon_regmap::Feature;
use carillon_regmap::counter_chip::Build;

impl Described for Build {
    /// The same comes from `minimal` and these.
    fn chip_options(&self) -> String {
        let mut text = format!(
            "--wheels {} --slots {} --fifo {}",
            self.wheels,
            1_u32 << self.slot_bits,
            1_u32 << self.fifo_bits
        );
        if self.single_port {
            text += " --single-port";
        }
        for (feature, option) in FEATURES {
            if self.has(feature) {
                text += &format!(" --{option}");
            }
        }
        text
    }

    fn options(&self) -> String {
        format!(
            "{} --bus {}",
            self.chip_options(),
            bus_option(self.bus_adapter)
        )
    }

    fn summary(&self) -> String {
        let features: Vec<_> = FEATURES
            .iter()
            .filter(|(feature, _)| self.has(*feature))
            .map(|(_, option)| option.replace('-', " "))
            .collect();
        let features = if features.is_empty() {
            "none".to_owned()
        } else {
            features.join(", ")
        };
        let plural = if self.wheels == 1 { "" } else { "s" };
        format!(
            "wheels     {wheels}\n\
             slots      {slots} in all, to be shared out at run time{plural_note}{port}\n\
             FIFO       {depth} events\n\
             features   {features}\n\
             bus        {bus}\n\
             PARAMS     {params:#010X}\n",
            wheels = self.wheels,
            slots = 1_u32 << self.slot_bits,
            plural_note = if plural.is_empty() {
                ""
            } else {
                " among the wheels"
            },
            port = if self.single_port {
                ", in memory with one port"
            } else {
                ""
            },
            depth = 1_u32 << self.fifo_bits,
            bus = self.bus_adapter,
            params = self.params(),
        )
    }
}

/// The features and the options that ask for them.
const FEATURES: [(Feature, &str); 4] = [
    (Feature::Alarm, "alarm"),
    (Feature::LookAhead, "look-ahead"),
    (Feature::Coalescing, "coalescing"),
    (Feature::WheelModes, "wheel-modes"),
];
