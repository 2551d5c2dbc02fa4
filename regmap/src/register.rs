//! What a register and a field are.

use crate::counter_chip::field::params;

/// What the bus may do with a register or a field. No read of the chip has a side effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Can be read; a write is ignored.
    ReadOnly,
    /// Can be read and written; reads give what was last accepted.
    ReadWrite,
    /// Can be written; reads 0.
    WriteOnly,
    /// Can be read; writing 1 clears the bit, writing 0 leaves it.
    WriteOneToClear,
}

impl Access {
    /// Whether a read gives more than 0.
    pub const fn readable(self) -> bool {
        !matches!(self, Self::WriteOnly)
    }

    /// Whether a write does anything.
    pub const fn writable(self) -> bool {
        !matches!(self, Self::ReadOnly)
    }
}

/// What a build must have for a register to exist. Where it is missing, the register's offset is unmapped: a transfer
/// ends with a bus error and sets `ERROR.address`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// The 64-bit compare against now.
    Alarm,
    /// The distance to each wheel's next busy slot.
    LookAhead,
    /// Interrupts held back by count and by age.
    Coalescing,
    /// `HOLD` and `AUTO_CLEAR`, chosen wheel by wheel.
    WheelModes,
}

impl Feature {
    /// The bit of `PARAMS` that reads 1 in builds that have the feature.
    pub const fn parameter(self) -> Field {
        match self {
            Self::Alarm => params::ALARM,
            Self::LookAhead => params::LOOK_AHEAD,
            Self::Coalescing => params::COALESCING,
            Self::WheelModes => params::WHEEL_MODES,
        }
    }
}

/// Some neighbouring bits of a register with one meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The field's name, UPPER_SNAKE, unique in its register.
    pub name: &'static str,
    /// The field's lowest bit, 0 to 31.
    pub offset: u32,
    /// How many bits it has, 1 to 32; `offset + width` is at most 32.
    pub width: u32,
    /// What the bus may do with it.
    pub access: Access,
    /// What it reads (or, write-only, acts as) after reset, in the field's own units; `None` where the build decides.
    pub reset: Option<u32>,
    /// What it means, with units and ranges, in sentences.
    pub doc: &'static str,
}

impl Field {
    /// The largest value that fits: 2^width - 1.
    pub const fn max(&self) -> u32 {
        u32::MAX >> (32 - self.width)
    }

    /// The field's bits in the register's word.
    pub const fn mask(&self) -> u32 {
        self.max() << self.offset
    }

    /// The field's value in a register's word.
    pub const fn get(&self, word: u32) -> u32 {
        (word & self.mask()) >> self.offset
    }

    /// The word with `value` in this field and 0 elsewhere. Bits of `value` above the field are dropped, which is what
    /// laps and sequence numbers want; for anything else compare with [`Field::max`] first.
    pub const fn put(&self, value: u32) -> u32 {
        (value & self.max()) << self.offset
    }

    /// The word with this field replaced by `value` (cut to its width) and the other fields as they were.
    pub const fn replace(&self, word: u32, value: u32) -> u32 {
        (word & !self.mask()) | self.put(value)
    }

    /// Whether the field is not 0 in a register's word: for fields of one bit.
    pub const fn is_set(&self, word: u32) -> bool {
        word & self.mask() != 0
    }
}

/// One 32-bit register, or an array of registers of the same layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Register {
    /// The register's name, UPPER_SNAKE, unique in the map.
    pub name: &'static str,
    /// Bytes from the chip's base address, a multiple of 4; of an array, its element 0.
    pub offset: u32,
    /// What the bus may do with the register; single fields may allow less.
    pub access: Access,
    /// The word after reset, composed from the fields; fields that the build decides count as 0 (see
    /// [`Register::reset_mask`]).
    pub reset: u32,
    /// The elements of an array; 1 for a register that stands alone.
    pub count: u32,
    /// Bytes from one element of an array to the next.
    pub stride: u32,
    /// What a build must have for the register to exist; `None` where every build has it.
    pub feature: Option<Feature>,
    /// The fields, from the lowest bit up.
    pub fields: &'static [Field],
    /// What the register is for, in sentences.
    pub doc: &'static str,
}

impl Register {
    /// Whether this is an array of registers (`NEXT`, `WHEEL_SIZE`, `WHEEL_MODE`).
    pub const fn is_array(&self) -> bool {
        self.count > 1
    }

    /// The byte offset of element `index`, or `None` past the end. Element 0 of a register that stands alone is the
    /// register.
    pub const fn element(&self, index: u32) -> Option<u32> {
        if index < self.count { Some(self.offset + index * self.stride) } else { None }
    }

    /// The bits whose value after reset is the same in every build: all but those of fields that the build decides.
    pub const fn reset_mask(&self) -> u32 {
        let mut mask = u32::MAX;
        let mut index = 0;
        while index < self.fields.len() {
            if self.fields[index].reset.is_none() {
                mask &= !self.fields[index].mask();
            }
            index += 1;
        }
        mask
    }
}

/// The word that the fields' resets make together; fields that the build decides count as 0.
pub(crate) const fn compose(fields: &[Field]) -> u32 {
    let mut word = 0;
    let mut index = 0;
    while index < fields.len() {
        if let Some(reset) = fields[index].reset {
            word |= fields[index].put(reset);
        }
        index += 1;
    }
    word
}
