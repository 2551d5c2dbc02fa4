//! CMSIS-SVD: for debuggers, svd2rust and svdtools.

use std::borrow::ToOwned;
use std::format;
use std::string::{String, ToString};
use std::vec;
use std::vec::Vec;

use svd_rs::{
    AddressBlock, AddressBlockUsage, BitRange, Device, DimElement, FieldInfo, Interrupt, ModifiedWriteValues,
    PeripheralInfo, RegisterCluster, RegisterInfo, RegisterProperties, SvdError, ValidateLevel, WriteConstraint,
    WriteConstraintRange,
};

use super::Map;
use super::text::{description, plain};
use crate::{Access, Field, Register};

/// Where the SVD puts the peripheral. SVD wants an address; a board's own is set with svdtools (`baseAddress`).
pub const BASE_ADDRESS: u64 = 0x4000_0000;

/// The interrupt number in the SVD. SVD wants a number; a board's own is set with svdtools (`_modify`).
pub const INTERRUPT: u32 = 0;

/// The SVD as XML: one device with one peripheral, called as the map.
///
/// # Errors
///
/// The table breaks a rule of CMSIS-SVD.
pub fn generate(map: &Map) -> Result<String, SvdError> {
    let Ok(mut xml) = svd_encoder::encode(&device(map)?); // its error type has no values
    if !xml.ends_with('\n') {
        xml.push('\n');
    }
    Ok(xml)
}

fn device(map: &Map) -> Result<Device, SvdError> {
    Device::builder()
        .name(map.name.to_owned())
        .version(env!("CARGO_PKG_VERSION").to_owned())
        .description(format!(
            "{}: the Carillon chip alone. Base address and interrupt number are examples: a board's SVD takes over \
                 the peripheral and sets its own.",
            map.what
        ))
        .address_unit_bits(8)
        .width(32)
        .default_register_properties(RegisterProperties::new().size(Some(32)))
        .peripherals(vec![peripheral(map)?.single()])
        .build(ValidateLevel::Strict)
}

fn peripheral(map: &Map) -> Result<PeripheralInfo, SvdError> {
    let interrupt = Interrupt::builder()
        .name(map.name.to_owned())
        .description(Some("Level: high while any bit is 1 in both INTR_STATE and INTR_ENABLE.".to_owned()))
        .value(INTERRUPT)
        .build(ValidateLevel::Strict)?;
    let block = AddressBlock::builder()
        .offset(0)
        .size(map.register_space)
        .usage(AddressBlockUsage::Registers)
        .build(ValidateLevel::Strict)?;
    let mut blocks = vec![block];
    if let Some((offset, words)) = map.window {
        let window = AddressBlock::builder()
            .offset(offset)
            .size(4 * words)
            .usage(AddressBlockUsage::Buffer)
            .build(ValidateLevel::Strict)?;
        blocks.push(window);
    }
    let registers = map.registers.iter().map(register).collect::<Result<Vec<_>, _>>()?;
    PeripheralInfo::builder()
        .name(map.name.to_owned())
        .description(Some(map.what.to_owned()))
        .base_address(BASE_ADDRESS)
        .address_block(Some(blocks))
        .interrupt(Some(vec![interrupt]))
        .registers(Some(registers))
        .build(ValidateLevel::Strict)
}

fn register(register: &Register) -> Result<RegisterCluster, SvdError> {
    let fields = register.fields.iter().map(field).collect::<Result<Vec<_>, _>>()?;
    let name = if register.is_array() { format!("{}[%s]", register.name) } else { register.name.to_string() };
    let info = RegisterInfo::builder()
        .name(name)
        .description(Some(plain(&description(register))))
        .address_offset(register.offset)
        .size(Some(32))
        .access(Some(access(register.access)))
        .reset_value(Some(register.reset.into()))
        .reset_mask(Some(register.reset_mask().into()))
        .fields(Some(fields.into_iter().map(FieldInfo::single).collect()))
        .build(ValidateLevel::Strict)?;
    if !register.is_array() {
        return Ok(RegisterCluster::Register(info.single()));
    }
    let dimension =
        DimElement::builder().dim(register.count).dim_increment(register.stride).build(ValidateLevel::Strict)?;
    Ok(RegisterCluster::Register(info.array(dimension)))
}

fn field(field: &Field) -> Result<FieldInfo, SvdError> {
    // Any value that fits may be written: the chip refuses what it must. Generators then offer safe writes.
    let any = WriteConstraint::Range(WriteConstraintRange { min: 0, max: field.max().into() });
    let constraint = (field.access.writable() && field.width > 1).then_some(any);
    let clear = (field.access == Access::WriteOneToClear).then_some(ModifiedWriteValues::OneToClear);
    FieldInfo::builder()
        .name(field.name.to_owned())
        .description(Some(plain(field.doc)))
        .bit_range(BitRange::from_offset_width(field.offset, field.width))
        .access(Some(access(field.access)))
        .modified_write_values(clear)
        .write_constraint(constraint)
        .build(ValidateLevel::Strict)
}

fn access(access: Access) -> svd_rs::Access {
    match access {
        Access::ReadOnly => svd_rs::Access::ReadOnly,
        Access::ReadWrite | Access::WriteOneToClear => svd_rs::Access::ReadWrite,
        Access::WriteOnly => svd_rs::Access::WriteOnly,
    }
}
