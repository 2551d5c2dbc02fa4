//! A build in words: for the person who made it, and as the options that make it again.

use carillon_regmap::timer_chip::TimerBuild;
use carillon_regmap::{Build, BusAdapter, Feature};

/// A build that can be told to a person.
pub trait Described {
    /// The options that ask for this chip, whatever its bus, as on the command line.
    fn chip_options(&self) -> String;

    /// The options that ask for this build: the chip's, and its bus.
    fn options(&self) -> String;

    /// What the chip has, in some lines of text for a person.
    fn summary(&self) -> String;
}

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

/// What `--bus` and the options with it say.
fn bus_option(bus_adapter: BusAdapter) -> String {
    match bus_adapter {
        BusAdapter::Wishbone => "wishbone".to_owned(),
        BusAdapter::AxiLite => "axi-lite".to_owned(),
        BusAdapter::Apb => "apb".to_owned(),
        BusAdapter::Uart { clocks_a_bit } => format!("uart --clocks-a-bit {clocks_a_bit}"),
        BusAdapter::Spi => "spi".to_owned(),
    }
}

impl Described for TimerBuild {
    fn options(&self) -> String {
        let bus = match self.bus_adapter {
            BusAdapter::Wishbone => String::new(),
            other => format!(" --bus {}", bus_option(other)),
        };
        format!("{}{bus}", self.chip_options())
    }

    fn chip_options(&self) -> String {
        let mut text = format!(
            "--chip timer --slots {} --fifo {}",
            1_u32 << self.slot_bits,
            1_u32 << self.fifo_bits,
        );
        if self.wheels > 1 {
            text += &format!(" --wheels {}", self.wheels);
        }
        if self.periodic {
            text += " --periodic";
        }
        if self.wide {
            text += " --wide";
        }
        if self.look_ahead {
            text += " --look-ahead";
        }
        if self.coalescing {
            text += " --coalescing";
        }
        if let Some(bits) = self.timer_bits {
            text += &format!(" --timers {}", 1_u32 << bits);
        }
        text
    }

    fn summary(&self) -> String {
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
