//! The counter chip's build in words.

use crate::shared::describe::Described;
use carillon_regmap::FEATURES;
use carillon_regmap::counter_chip::Build;

impl Described for Build {
    fn chip_options(&self) -> String {
        self.as_options().to_string()
    }

    fn options(&self) -> String {
        format!("{} {}", self.as_options(), self.bus_adapter.as_options())
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
