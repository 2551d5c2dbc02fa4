//! The version of both chips' maps: the value of `VERSION`.

use crate::counter_chip::field;

/// First number of the map's version: another one means that a driver for this map must refuse the chip.
pub const VERSION_MAJOR: u32 = 0;

/// Second number of the map's version: a higher one adds registers or fields; until 1.0.0 it may also change them.
pub const VERSION_MINOR: u32 = 1;

/// Third number of the map's version: nothing changes that a driver can see.
pub const VERSION_PATCH: u32 = 0;

/// What `VERSION` reads: the three numbers of the version in their fields.
pub const VERSION_VALUE: u32 = field::version::MAJOR.put(VERSION_MAJOR)
    | field::version::MINOR.put(VERSION_MINOR)
    | field::version::PATCH.put(VERSION_PATCH);
