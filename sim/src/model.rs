//! The Verilated models, and the search for one that fits.

use core::fmt;

use carillon_regmap::counter_chip::Build;

use carillon_regmap::simulated::{COUNTER_CHIPS, Row};

/// One Verilated build of the chip. All have the Wishbone bus adapter; unless stated otherwise, one wheel and no
/// options.
///
/// The numbers in a name are the base-two logarithm of the capacity and the depth of the event FIFO.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Model {
    /// 2^10 slots, FIFO of 2: clears its memory in a thousand clocks, and its FIFO fills at once.
    Tiny,
    /// 2^10 slots, FIFO of 16.
    Small10x16,
    /// The preset `minimal`: 2^12 slots, FIFO of 16.
    Minimal,
    /// 2^16 slots, FIFO of 2.
    Medium16x2,
    /// 2^16 slots, FIFO of 4.
    Medium16x4,
    /// 2^16 slots, FIFO of 16.
    Medium16x16,
    /// 2^16 slots, FIFO of 64.
    Medium16x64,
    /// 2^16 slots, FIFO of 256.
    Medium16x256,
    /// 2^20 slots, the largest build, FIFO of 16.
    Large20x16,
    /// Two wheels of 2^10 slots together, FIFO of 2, no options.
    TwoWheels,
    /// One wheel of 2^10 slots, FIFO of 4, all options.
    OneWheelFull,
    /// Four wheels of 2^10 slots together, FIFO of 2, all options.
    Full10x2,
    /// The preset `full`: four wheels of 2^12 slots together, FIFO of 16, all options.
    Full,
    /// Four wheels of 2^16 slots together, FIFO of 16, all options.
    Full16x16,
    /// Eight wheels of 2^10 slots together, FIFO of 4, all options.
    EightWheels,
    /// Eight wheels of 2^20 slots together, FIFO of 1024, all options: every bit that a build can have.
    Largest,
    /// As `Full10x2`, with its busy bits in single-port memory.
    SinglePort,
}

impl Model {
    const ALL: [Model; COUNTER_CHIPS.len()] = [
        Model::Tiny,
        Model::Small10x16,
        Model::Minimal,
        Model::Medium16x2,
        Model::Medium16x4,
        Model::Medium16x16,
        Model::Medium16x64,
        Model::Medium16x256,
        Model::Large20x16,
        Model::TwoWheels,
        Model::OneWheelFull,
        Model::Full10x2,
        Model::Full,
        Model::Full16x16,
        Model::EightWheels,
        Model::Largest,
        Model::SinglePort,
    ];

    /// Every model: the plain ones by capacity and then by FIFO depth, smallest first; then the others.
    pub const fn all() -> &'static [Model] {
        &Self::ALL
    }

    /// The smallest model of one wheel without options that holds `slots` slots and whose FIFO is exactly `fifo_depth`
    /// events deep.
    ///
    /// The depth must match because it changes what the host sees; spare slots do not.
    ///
    /// # Errors
    ///
    /// [`ModelError`], whose message lists the models that are built.
    pub fn find(slots: u32, fifo_depth: u32) -> Result<Model, ModelError> {
        let deep_enough = || Self::ALL.into_iter().filter(|model| model.is_plain() && model.fifo_depth() == fifo_depth);
        match deep_enough().map(Model::slots).max() {
            None => Err(ModelError::NoSuchDepth { fifo_depth }),
            Some(largest) => deep_enough()
                .filter(|model| model.slots() >= slots)
                .min_by_key(|model| model.slots())
                .ok_or(ModelError::TooManySlots { slots, fifo_depth, largest }),
        }
    }

    /// The smallest model with all options that has `wheels` wheels, `slots` slots in all of them, and a FIFO of
    /// exactly `fifo_depth` events.
    ///
    /// # Errors
    ///
    /// [`ModelError::NoSuchFull`], whose message lists the models that are built.
    pub fn find_full(wheels: u32, slots: u32, fifo_depth: u32) -> Result<Model, ModelError> {
        let fits = |model: &Model| {
            let build = model.build();
            build.wheel_modes
                && build.alarm
                && build.wheels >= wheels
                && model.slots() >= slots
                && model.fifo_depth() == fifo_depth
        };
        let found = Self::ALL.into_iter().filter(fits).min_by_key(|it| it.slots());
        found.ok_or(ModelError::NoSuchFull { wheels, slots, fifo_depth })
    }

    /// The model of exactly this build.
    ///
    /// # Errors
    ///
    /// [`ModelError::NoSuchBuild`], whose message lists the models that are built.
    pub fn of(build: &Build) -> Result<Model, ModelError> {
        let same = |model: &Model| model.build() == *build;
        let found = Self::ALL.into_iter().find(same);
        found.ok_or(ModelError::NoSuchBuild { build: *build })
    }

    /// Whether it has one wheel and no options.
    fn is_plain(self) -> bool {
        let sizes = Build { slot_bits: self.slot_bits(), fifo_bits: self.fifo_bits(), ..Build::minimal() };
        self.build() == sizes
    }

    /// The chip's build options.
    pub const fn build(self) -> Build {
        self.row().build
    }

    const fn row(self) -> &'static Row {
        &COUNTER_CHIPS[self as usize]
    }

    /// Its name in lower case, as in the names of generated files.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// Base-two logarithm of the busy bits in all wheels, as in `PARAMS.slot_bits`.
    pub const fn slot_bits(self) -> u32 {
        self.row().build.slot_bits
    }

    /// Base-two logarithm of the event FIFO's depth, as in `PARAMS.fifo_bits`.
    pub const fn fifo_bits(self) -> u32 {
        self.row().build.fifo_bits
    }

    /// Capacity in slots. After a reset the chip takes this many clocks to clear its memory.
    pub const fn slots(self) -> u32 {
        1 << self.slot_bits()
    }

    /// Depth of the event FIFO in events.
    pub const fn fifo_depth(self) -> u32 {
        1 << self.fifo_bits()
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (", self.name())?;
        if self.build().wheels > 1 {
            write!(f, "{} wheels, ", self.build().wheels)?;
        }
        write!(f, "{} slots, FIFO of {}", self.slots(), self.fifo_depth())?;
        // No model has some options and not others.
        if !self.is_plain() && self.build().wheel_modes {
            write!(f, ", all options")?;
        }
        write!(f, ")")
    }
}

/// No model fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelError {
    /// No model has a FIFO of this depth.
    NoSuchDepth {
        /// The depth requested, in events.
        fifo_depth: u32,
    },
    /// No model with a FIFO of this depth has enough slots.
    TooManySlots {
        /// The slots requested.
        slots: u32,
        /// The depth requested, in events.
        fifo_depth: u32,
        /// The largest capacity built with that depth, in slots.
        largest: u32,
    },
    /// No model with all options has so many wheels, slots and events.
    NoSuchFull {
        /// The wheels requested.
        wheels: u32,
        /// The slots requested, in all wheels.
        slots: u32,
        /// The depth requested, in events.
        fifo_depth: u32,
    },
    /// No model has exactly this build.
    NoSuchBuild {
        /// The build requested.
        build: Build,
    },
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ModelError::NoSuchDepth { fifo_depth } => {
                write!(f, "no model has a FIFO of {fifo_depth} events")?;
            }
            ModelError::TooManySlots { slots, fifo_depth, largest } => {
                write!(f, "no model with a FIFO of {fifo_depth} events holds {slots} slots, the largest {largest}")?;
            }
            ModelError::NoSuchFull { wheels, slots, fifo_depth } => write!(
                f,
                "no model with all options has {wheels} wheels, {slots} slots in all, and a FIFO of {fifo_depth} events"
            )?,
            ModelError::NoSuchBuild { build } => {
                write!(f, "no model is built to `{}`", build.as_options())?;
            }
        }
        write!(f, "; choose one of")?;
        for (index, model) in Model::all().iter().enumerate() {
            write!(f, "{} {model}", if index == 0 { ':' } else { ',' })?;
        }
        write!(f, "; or add a row to regmap/src/simulated.rs")
    }
}

impl core::error::Error for ModelError {}
