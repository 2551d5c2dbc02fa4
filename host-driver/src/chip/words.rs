//! What a register can hold.

use carillon_regmap::Register;

use super::ChipFault;

/// The bits of the register at `offset` that are not reserved.
pub(crate) const fn defined(registers: &[Register], offset: u32) -> u32 {
    let (mut bits, mut rest) = (0, registers);
    while let [register, others @ ..] = rest {
        let mut fields = register.fields;
        while register.offset == offset
            && let [field, more @ ..] = fields
        {
            bits |= field.mask();
            fields = more;
        }
        rest = others;
    }
    bits
}

/// The word read at `offset`, unless a reserved bit is set: the chip did not answer that.
#[inline(always)]
pub(crate) const fn expect_defined<E>(offset: u32, found: u32, defined: u32) -> Result<u32, ChipFault<E>>
where
    E: Copy,
{
    if found & !defined == 0 { Ok(found) } else { Err(ChipFault::ImpossibleAnswer { offset, found }) }
}
