//! Which chip answers on a bus.

use core::fmt;

use carillon_regmap::VERSION_MAJOR;
use carillon_regmap::counter_chip::field::version;
use carillon_regmap::counter_chip::offset;

use super::ChipFault;
use crate::bus::RegisterBus;

/// Written to `SCRATCH` to test the bus: every data line in both states, all bytes different.
const SCRATCH_PATTERNS: [u32; 2] = [0x0F5A_C396, !0x0F5A_C396];

/// The version of the chip's register map (register `VERSION`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Version {
    /// Differs if drivers are not compatible.
    pub major: u32,
    /// Increases with new features.
    pub minor: u32,
    /// Changes nothing that a driver sees.
    pub patch: u32,
}

impl Version {
    const fn from_word(word: u32) -> Self {
        Self { major: version::MAJOR.get(word), minor: version::MINOR.get(word), patch: version::PATCH.get(word) }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

/// Checks that a chip with this `ID` and a compatible register map answers on `bus`, and that the bus carries every bit
/// in both states. Changes only `SCRATCH`. Four reads, two writes.
pub(crate) fn identify<B: RegisterBus>(bus: &mut B, id: u32) -> Result<Version, ChipFault<B::Error>> {
    let found = bus.read(offset::ID)?;
    if found != id {
        return Err(ChipFault::WrongIdentity { found, wanted: id });
    }
    let version = Version::from_word(bus.read(offset::VERSION)?);
    if version.major != VERSION_MAJOR {
        return Err(ChipFault::IncompatibleVersion { found: version });
    }
    for wrote in SCRATCH_PATTERNS {
        bus.write(offset::SCRATCH, wrote)?;
        let found = bus.read(offset::SCRATCH)?;
        if found != wrote {
            return Err(ChipFault::ScratchMismatch { wrote, found });
        }
    }
    Ok(version)
}
