//! The SVD is accepted by those who will read it, and says what the table says.

use std::fs;
use std::path::Path;

use carillon_regmap::counter_chip::REGISTERS;
use carillon_regmap::export::{COUNTER, Map, TIMER};
use carillon_regmap::{Access, export};
use svd_parser::ValidateLevel;
use svd_parser::svd::{Device, FieldInfo, ModifiedWriteValues, Register, RegisterInfo};

fn parse(xml: &str) -> Device {
    let config = svd_parser::Config::default().validate_level(ValidateLevel::Strict);
    svd_parser::parse_with_config(xml, &config).unwrap()
}

fn svd_access(access: Access) -> svd_parser::svd::Access {
    match access {
        Access::ReadOnly => svd_parser::svd::Access::ReadOnly,
        Access::ReadWrite | Access::WriteOneToClear => svd_parser::svd::Access::ReadWrite,
        Access::WriteOnly => svd_parser::svd::Access::WriteOnly,
    }
}

#[test]
fn svd_read_back_strictly_equals_the_table() {
    equals_its_table(&COUNTER);
    equals_its_table(&TIMER);
}

fn equals_its_table(map: &Map) {
    let device = parse(&export::svd::generate(map).unwrap());
    device.validate_all(ValidateLevel::Strict).unwrap();
    let peripheral = device.get_peripheral(map.name).unwrap();
    assert_eq!(peripheral.interrupt.len(), 1);
    let registers: Vec<&Register> = peripheral.registers().collect();
    assert_eq!(registers.len(), map.registers.len());
    for (read, register) in registers.iter().zip(map.registers) {
        let (info, count): (&RegisterInfo, u32) = match read {
            Register::Single(info) => (info, 1),
            Register::Array(info, dimension) => {
                assert_eq!(dimension.dim_increment, register.stride, "{}", register.name);
                (info, dimension.dim)
            }
        };
        assert_eq!(info.name.trim_end_matches("[%s]"), register.name);
        assert_eq!((info.address_offset, count), (register.offset, register.count), "{}", register.name);
        assert_eq!(info.properties.reset_value, Some(register.reset.into()), "{}", register.name);
        assert_eq!(info.properties.reset_mask, Some(register.reset_mask().into()), "{}", register.name);
        assert_eq!(info.properties.access, Some(svd_access(register.access)), "{}", register.name);
        let fields: Vec<&FieldInfo> = info.fields().map(|field| &**field).collect();
        assert_eq!(fields.len(), register.fields.len(), "{}", register.name);
        for (read, field) in fields.iter().zip(register.fields) {
            assert_eq!(read.name, field.name);
            assert_eq!((read.bit_offset(), read.bit_width()), (field.offset, field.width), "{}", field.name);
            assert_eq!(read.access, Some(svd_access(field.access)), "{}", field.name);
            let clear = (field.access == Access::WriteOneToClear).then_some(ModifiedWriteValues::OneToClear);
            assert_eq!(read.modified_write_values, clear, "{}", field.name);
        }
    }
}

#[test]
fn svd_through_svd2rust_gives_an_accessor_for_every_register_and_field() {
    accessors(&COUNTER);
    accessors(&TIMER);
}

fn accessors(map: &Map) {
    let xml = export::svd::generate(map).unwrap();
    for target in [svd2rust::Target::None, svd2rust::Target::RISCV] {
        let mut config = svd2rust::Config::default();
        config.target = target;
        config.strict = true;
        let code = svd2rust::generate(&xml, &config).unwrap_or_else(|error| panic!("{target}: {error:#}")).lib_rs;
        // The code comes without line breaks and with a space between any two tokens.
        let code: String = code.split_whitespace().collect::<Vec<_>>().join(" ");
        for register in map.registers {
            let accessor = format!("pub const fn {} (& self", register.name.to_lowercase());
            assert!(code.contains(&accessor), "{target}: {accessor}");
            for field in register.fields {
                let accessor = format!("pub fn {} (&", field.name.to_lowercase());
                assert!(code.contains(&accessor), "{target}: {}: {accessor}", register.name);
            }
        }
    }
}

#[test]
fn svd_through_svdtools_takes_a_boards_address_and_interrupt() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("svdtools");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("carillon.svd"), export::svd::generate(&COUNTER).unwrap()).unwrap();
    let patch = folder.join("board.yaml");
    fs::write(
        &patch,
        "_svd: carillon.svd\n\
         _modify:\n  CARILLON:\n    baseAddress: 0x82000000\n\
         CARILLON:\n  _modify:\n    _interrupts:\n      CARILLON:\n        value: 5\n",
    )
    .unwrap();
    let patched = folder.join("board.svd");
    let mut config = svdtools::patch::Config::default();
    config.post_validate = ValidateLevel::Strict;
    svdtools::patch::process_file(&patch, Some(&patched), None, &config).unwrap();
    let device = parse(&fs::read_to_string(&patched).unwrap());
    let peripheral = device.get_peripheral("CARILLON").unwrap();
    assert_eq!(peripheral.base_address, 0x8200_0000);
    assert_eq!(peripheral.interrupt[0].value, 5);
    assert_eq!(peripheral.registers().count(), REGISTERS.len());
}
