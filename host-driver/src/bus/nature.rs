//! The effect of a register access, from the register map. It determines which accesses a bus may retry.

use carillon_regmap::counter_chip::{REGISTERS, offset};
use carillon_regmap::{ADDRESS_SPACE, Access, Register};

/// The effect of a register write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Nature {
    /// None: the register is read only, or does not exist.
    Ignored,
    /// The register keeps these bits, which can be read back. May be repeated.
    Keeps(u32),
    /// The register keeps `CTRL.enable`, or resets the chip.
    Controls,
    /// Changes busy bits or forces interrupts; there is nothing to read back. May be repeated at once.
    Commands,
    /// Pops the event with the sequence number written. May be repeated: the second write is stale.
    Pops,
    /// Clears bits, which the chip may set again before a second write. Must not be repeated without reading first.
    Clears,
}

/// Whether `byte` is the offset of a word within the chip's address space.
pub(super) const fn is_word(byte: u32) -> bool {
    byte < ADDRESS_SPACE && byte.is_multiple_of(4)
}

/// The register at an offset in bytes, if any build has one there.
fn register(byte: u32) -> Option<&'static Register> {
    REGISTERS.iter().find(|register| {
        byte.checked_sub(register.offset)
            .is_some_and(|distance| distance == 0 || (distance.is_multiple_of(4) && distance / 4 < register.count))
    })
}

/// The effect of a write at an offset in bytes.
pub(super) fn nature(byte: u32) -> Nature {
    match byte {
        offset::CTRL => Nature::Controls,
        offset::EVENT_ACK => Nature::Pops,
        _ => match register(byte) {
            None => Nature::Ignored,
            Some(register) => match register.access {
                Access::ReadOnly => Nature::Ignored,
                Access::WriteOnly => Nature::Commands,
                Access::WriteOneToClear => Nature::Clears,
                Access::ReadWrite => Nature::Keeps(bits(register, |access| access == Access::ReadWrite)),
            },
        },
    }
}

/// Whether every build has a register at an offset in bytes.
pub(super) fn is_in_every_build(byte: u32) -> bool {
    register(byte).is_some_and(|register| register.feature.is_none() && register.offset == byte)
}

/// The bits of a register that can read as 1. None if there is no register.
pub(super) fn readable_bits(byte: u32) -> u32 {
    register(byte).map_or(0, |register| bits(register, Access::readable))
}

fn bits(register: &Register, counts: impl Fn(Access) -> bool) -> u32 {
    register.fields.iter().filter(|field| counts(field.access)).fold(0, |bits, field| bits | field.mask())
}

#[cfg(test)]
mod tests {
    use super::{Nature, nature, readable_bits};
    use carillon_regmap::counter_chip::offset;

    #[test]
    fn nature_of_each_register_is_what_the_guide_says() {
        for kept in [offset::SCRATCH, offset::ALARM_LO, offset::ALARM_HI] {
            assert_eq!(nature(kept), Nature::Keeps(u32::MAX));
        }
        assert_eq!(nature(offset::PRESCALE), Nature::Keeps(0x00FF_FFFF));
        assert_eq!(nature(offset::INTR_ENABLE), Nature::Keeps(0x1F));
        assert_eq!(nature(offset::element(offset::WHEEL_MODE, 7)), Nature::Keeps(3));
        for command in [offset::ARM, offset::DISARM, offset::INTR_TEST] {
            assert_eq!(nature(command), Nature::Commands);
        }
        for clears in [offset::INTR_STATE, offset::ERROR] {
            assert_eq!(nature(clears), Nature::Clears);
        }
        for ignored in [offset::ID, offset::NOW_LO, offset::EVENT, 0x1C, 0xFC] {
            assert_eq!(nature(ignored), Nature::Ignored);
        }
        assert_eq!(nature(offset::EVENT_ACK), Nature::Pops);
        assert_eq!(nature(offset::CTRL), Nature::Controls);
        assert_eq!(readable_bits(offset::CTRL), 1);
        assert_eq!(readable_bits(offset::ARM), 0);
        assert_eq!(readable_bits(offset::NOW_HI), u32::MAX);
        assert_eq!(readable_bits(0x1C), 0);
    }
}
