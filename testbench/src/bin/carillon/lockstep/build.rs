//! Which chips are compared.

use carillon_hdl::Build;
use carillon_sim::Model;
use clap::{Args, ValueEnum};

/// The named builds.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Preset {
    /// One wheel, no options
    Minimal,
    /// Four wheels, all options
    Full,
}

/// What a build may have or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Feature {
    /// ALARM
    Alarm,
    /// NEXT
    LookAhead,
    /// INTR_COALESCE
    Coalescing,
    /// WHEEL_MODE
    WheelModes,
    /// No option at all
    None,
}

/// One build, or all that have a Verilated model.
#[derive(Debug, Args)]
pub struct Choice {
    /// Compare this build; it is what the following options change
    #[arg(long, value_enum)]
    preset: Option<Preset>,

    /// Wheels of the chip
    #[arg(long, value_name = "WHEELS")]
    wheels: Option<u32>,

    /// Slots of the chip, a power of two
    #[arg(long, value_name = "SLOTS")]
    slots: Option<u32>,

    /// Events that the chip's FIFO holds, a power of two
    #[arg(long, value_name = "EVENTS")]
    fifo: Option<u32>,

    /// The options that the chip has
    #[arg(long, value_enum, value_delimiter = ',')]
    features: Option<Vec<Feature>>,
}

impl Choice {
    /// The chips: every Verilated one where no option names a build.
    pub fn builds(&self) -> Result<Vec<Build>, String> {
        let none = self.preset.is_none()
            && self.wheels.is_none()
            && self.slots.is_none()
            && self.fifo.is_none()
            && self.features.is_none();
        if none {
            return Ok(Model::all().iter().map(|model| model.build()).collect());
        }
        self.build().map(|build| vec![build])
    }

    fn build(&self) -> Result<Build, String> {
        let mut build = match self.preset {
            None | Some(Preset::Minimal) => Build::minimal(),
            Some(Preset::Full) => Build::full(),
        };
        if let Some(wheels) = self.wheels {
            build.wheels = wheels;
        }
        if let Some(slots) = self.slots {
            build.slot_bits = bits(slots, "slots")?;
        }
        if let Some(events) = self.fifo {
            build.fifo_bits = bits(events, "events")?;
        }
        if let Some(features) = &self.features {
            build.alarm = features.contains(&Feature::Alarm);
            build.look_ahead = features.contains(&Feature::LookAhead);
            build.coalescing = features.contains(&Feature::Coalescing);
            build.wheel_modes = features.contains(&Feature::WheelModes);
        }
        build.validate().map_err(|error| error.to_string())?;
        Ok(build)
    }
}

fn bits(number: u32, of: &str) -> Result<u32, String> {
    if number.is_power_of_two() {
        Ok(number.ilog2())
    } else {
        Err(format!("{number} {of}: it has to be a power of two"))
    }
}

/// The options that choose `build`.
pub fn options(build: &Build) -> String {
    let features = [
        (build.alarm, "alarm"),
        (build.look_ahead, "look-ahead"),
        (build.coalescing, "coalescing"),
        (build.wheel_modes, "wheel-modes"),
    ];
    let named: Vec<&str> = features
        .iter()
        .filter(|(present, _)| *present)
        .map(|(_, name)| *name)
        .collect();
    let features = if named.is_empty() {
        "none".to_owned()
    } else {
        named.join(",")
    };
    format!(
        "--wheels {} --slots {} --fifo {} --features {features}",
        build.wheels,
        1u32 << build.slot_bits,
        1u32 << build.fifo_bits
    )
}
