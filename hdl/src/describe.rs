//! A build in words: for the person who made it, and as the options that make it again.

use crate::{Build, BusAdapter};
use carillon_regmap::Feature;
use core::fmt;

impl Build {
    /// The options that ask for this chip, whatever its bus, as on the command line. The same comes from `minimal` and
    /// these.
    pub fn chip_options(&self) -> String {
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

    /// The options that ask for this build: the chip's, and its bus.
    pub fn options(&self) -> String {
        format!(
            "{} --bus {}",
            self.chip_options(),
            self.bus_adapter.option()
        )
    }

    /// What the chip has, in some lines of text for a person.
    pub fn summary(&self) -> String {
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

impl BusAdapter {
    /// What `--bus` and the options with it say.
    pub(crate) fn option(self) -> String {
        match self {
            Self::Wishbone => "wishbone".to_owned(),
            Self::AxiLite => "axi-lite".to_owned(),
            Self::Apb => "apb".to_owned(),
            Self::Uart { clocks_a_bit } => format!("uart --clocks-a-bit {clocks_a_bit}"),
            Self::Spi => "spi".to_owned(),
        }
    }

    /// What its part is called.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Wishbone => "wishbone",
            Self::AxiLite => "axi_lite",
            Self::Apb => "apb",
            Self::Uart { .. } => "uart",
            Self::Spi => "spi",
        }
    }
}

impl fmt::Display for BusAdapter {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wishbone => formatter.write_str("Wishbone B4"),
            Self::AxiLite => formatter.write_str("AXI4-Lite"),
            Self::Apb => formatter.write_str("AMBA APB4"),
            Self::Uart { clocks_a_bit } => {
                write!(formatter, "UART, a bit of {clocks_a_bit} clocks")
            }
            Self::Spi => formatter.write_str("SPI, mode 0"),
        }
    }
}
