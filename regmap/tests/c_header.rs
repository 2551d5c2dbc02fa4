//! The C header compiles under the strictest settings, and a program in C or C++ sees the table's numbers.

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

use carillon_regmap::counter_chip::{ID_VALUE, LAP_BITS, MAX_SLOT_BITS, MAX_WHEELS, MIN_SLOT_BITS, field};
use carillon_regmap::export::{COUNTER, Map, TIMER};
use carillon_regmap::{ADDRESS_SPACE, MAX_FIFO_BITS, MIN_FIFO_BITS, VERSION_VALUE, export, timer_chip};
use common::LANGUAGES;

/// C expressions beside what they must give.
fn expectations() -> Vec<(String, u32)> {
    let mut list = vec![
        ("CARILLON_ID_VALUE".to_owned(), ID_VALUE),
        ("CARILLON_VERSION_VALUE".to_owned(), VERSION_VALUE),
        ("CARILLON_MAX_WHEELS".to_owned(), MAX_WHEELS),
        ("CARILLON_MIN_SLOT_BITS".to_owned(), MIN_SLOT_BITS),
        ("CARILLON_MAX_SLOT_BITS".to_owned(), MAX_SLOT_BITS),
        ("CARILLON_MIN_FIFO_BITS".to_owned(), MIN_FIFO_BITS),
        ("CARILLON_MAX_FIFO_BITS".to_owned(), MAX_FIFO_BITS),
        ("CARILLON_LAP_BITS".to_owned(), LAP_BITS),
        ("CARILLON_ADDRESS_SPACE".to_owned(), ADDRESS_SPACE),
        ("CARILLON_PUT(ARM_LAP, 0x107)".to_owned(), field::arm::LAP.put(0x107)),
        ("CARILLON_PUT(ARM_WHEEL, 7)".to_owned(), field::arm::WHEEL.put(7)),
        ("CARILLON_GET(EVENT_SEQUENCE, 0xDEADBEEF)".to_owned(), field::event::SEQUENCE.get(0xDEAD_BEEF)),
        ("CARILLON_GET(SCRATCH_VALUE, 0xDEADBEEF)".to_owned(), 0xDEAD_BEEF),
    ];
    push_registers(&mut list, &COUNTER);
    list
}

/// The same of the timer chip.
fn expectations_of_the_timer_chip() -> Vec<(String, u32)> {
    let mut list = vec![
        ("CARILLON_TIMER_ID_VALUE".to_owned(), timer_chip::ID_VALUE),
        ("CARILLON_TIMER_MAX_INTERVAL".to_owned(), timer_chip::MAX_INTERVAL),
        ("CARILLON_TIMER_ADDRESS_SPACE".to_owned(), timer_chip::ADDRESS_SPACE),
        ("CARILLON_TIMER_WINDOW_OFFSET(7)".to_owned(), timer_chip::WINDOW + 28),
        ("CARILLON_TIMER_GET(EVENT_TIMER, 0xDEADBEEF)".to_owned(), timer_chip::field::event::TIMER.get(0xDEAD_BEEF)),
        ("CARILLON_TIMER_PUT(START_MODE_PERIODIC, 1)".to_owned(), timer_chip::field::start_mode::PERIODIC.put(1)),
    ];
    push_registers(&mut list, &TIMER);
    list
}

/// What follows from the rows.
fn push_registers(list: &mut Vec<(String, u32)>, map: &Map) {
    let prefix = map.name;
    for register in map.registers {
        let name = register.name;
        if register.is_array() {
            list.push((format!("{prefix}_{name}_COUNT"), register.count));
            for index in 0..register.count {
                list.push((format!("{prefix}_{name}_OFFSET({index})"), register.element(index).unwrap()));
            }
        } else {
            list.push((format!("{prefix}_{name}_OFFSET"), register.offset));
        }
        if register.reset_mask() == u32::MAX {
            list.push((format!("{prefix}_{name}_RESET_VALUE"), register.reset));
        }
        for field in register.fields {
            list.push((format!("{prefix}_{name}_{}_MASK", field.name), field.mask()));
            list.push((format!("{prefix}_{name}_{}_SHIFT", field.name), field.offset));
        }
    }
}

#[test]
fn header_in_a_strict_program_of_c99_or_cpp_gives_the_tables_numbers() {
    for language in LANGUAGES {
        agrees(language, &COUNTER, "carillon.h", &expectations());
        agrees(language, &TIMER, "carillon_timer.h", &expectations_of_the_timer_chip());
    }
}

/// A program with the header prints what is expected.
fn agrees(language: [&str; 3], map: &Map, header: &str, expectations: &[(String, u32)]) {
    let folder = format!("{}-{}", map.name, language[2]);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(header), export::c_header::generate(map)).unwrap();
    // Included twice: the guard must hold.
    let mut program =
        format!("#include \"{header}\"\n#include \"{header}\"\n#include <stdio.h>\n\nint main(void)\n{{\n");
    for (expression, _) in expectations {
        program.push_str(&format!("    printf(\"%lu\\n\", (unsigned long)({expression}));\n"));
    }
    program.push_str("    return 0;\n}\n");
    let (source, binary) = (folder.join("numbers.c"), folder.join("numbers"));
    fs::write(&source, program).unwrap();

    common::compile(language, [Path::new("-o"), &binary, &source]);
    let output = Command::new(&binary).output().unwrap();
    assert!(output.status.success());
    let numbers = String::from_utf8(output.stdout).unwrap();
    let numbers: Vec<u32> = numbers.lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(numbers.len(), expectations.len());
    for (number, (expression, expected)) in numbers.iter().zip(expectations) {
        assert_eq!(number, expected, "{expression}");
    }
}
