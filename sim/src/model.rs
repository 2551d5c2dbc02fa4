//! Which Verilated models there are, and which one fits.

use core::fmt;

use crate::table::{ROWS, Row};

/// One Verilated build of the chip: one wheel, with a capacity and a FIFO depth.
///
/// The numbers in a name are the base-two logarithm of the capacity and the depth of the event FIFO.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Model {
    /// 2^10 slots, FIFO of 2: clears its memory in a thousand clocks, and fills its FIFO at once.
    Tiny,
    /// 2^10 slots, FIFO of 16.
    Small10x16,
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
}

impl Model {
    const ALL: [Model; ROWS.len()] = [
        Model::Tiny,
        Model::Small10x16,
        Model::Medium16x2,
        Model::Medium16x4,
        Model::Medium16x16,
        Model::Medium16x64,
        Model::Medium16x256,
        Model::Large20x16,
    ];

    /// Every model, by capacity and then by FIFO depth, smallest first.
    pub const fn all() -> &'static [Model] {
        &Self::ALL
    }

    /// The smallest model that holds `slots` slots and whose FIFO is exactly `fifo_depth` events deep.
    ///
    /// The depth must match because it changes what the host sees; spare slots do not.
    ///
    /// # Errors
    ///
    /// [`ModelError`], whose message lists the models that are built.
    pub fn find(slots: u32, fifo_depth: u32) -> Result<Model, ModelError> {
        let deep_enough = || {
            Self::ALL
                .into_iter()
                .filter(|model| model.fifo_depth() == fifo_depth)
        };
        match deep_enough().map(Model::slots).max() {
            None => Err(ModelError::NoSuchDepth { fifo_depth }),
            Some(largest) => deep_enough()
                .filter(|model| model.slots() >= slots)
                .min_by_key(|model| model.slots())
                .ok_or(ModelError::TooManySlots {
                    slots,
                    fifo_depth,
                    largest,
                }),
        }
    }

    const fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// Its name in lower case, as in the names of generated files.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// Base-two logarithm of the busy bits in all wheels, as in `PARAMS.slot_bits`.
    pub const fn slot_bits(self) -> u32 {
        self.row().slot_bits
    }

    /// Base-two logarithm of the event FIFO's depth, as in `PARAMS.fifo_bits`.
    pub const fn fifo_bits(self) -> u32 {
        self.row().fifo_bits
    }

    /// Capacity in slots. After a reset the chip clears its memory for as many clocks.
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
        write!(
            f,
            "{} ({} slots, FIFO of {})",
            self.name(),
            self.slots(),
            self.fifo_depth()
        )
    }
}

/// No model fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelError {
    /// No model has a FIFO of this depth.
    NoSuchDepth {
        /// The depth asked for, in events.
        fifo_depth: u32,
    },
    /// Models have a FIFO of this depth, but none so many slots.
    TooManySlots {
        /// The slots asked for.
        slots: u32,
        /// The depth asked for, in events.
        fifo_depth: u32,
        /// The largest capacity built with that depth, in slots.
        largest: u32,
    },
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ModelError::NoSuchDepth { fifo_depth } => {
                write!(f, "no model has a FIFO of {fifo_depth} events")?;
            }
            ModelError::TooManySlots {
                slots,
                fifo_depth,
                largest,
            } => {
                write!(
                    f,
                    "no model with a FIFO of {fifo_depth} events holds {slots} slots, the largest {largest}"
                )?;
            }
        }
        write!(f, "; choose one of")?;
        for (index, model) in Model::all().iter().enumerate() {
            write!(f, "{} {model}", if index == 0 { ':' } else { ',' })?;
        }
        write!(f, "; or add a row to sim/src/table.rs")
    }
}

impl core::error::Error for ModelError {}
