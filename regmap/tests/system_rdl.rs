//! The SystemRDL is accepted by the reference compiler, and says what the table says.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use carillon_regmap::counter_chip::REGISTERS;
use carillon_regmap::export::{COUNTER, Map, TIMER};
use carillon_regmap::{Access, export};

/// The Python of the virtual environment: of `CARILLON_VENV` if that is set, else of `.venv` at the repository's root.
fn python() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let environment = env::var_os("CARILLON_VENV").map_or_else(|| root.join(".venv"), PathBuf::from);
    let python = environment.join("bin/python");
    assert!(python.exists(), "no Python at {}: run make setup", python.display());
    python
}

/// Compiles the SystemRDL with the features given (`ALARM=false`) and returns what the script prints.
fn elaborate(map: &Map, name: &str, parameters: &[&str]) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let source = folder.join(format!("{name}.rdl"));
    fs::write(&source, export::system_rdl::generate(map)).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/system_rdl.py");
    let output = Command::new(python()).arg(script).arg(source).args(parameters).output().unwrap();
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "run make setup if a module is missing\n{messages}");
    assert!(messages.is_empty(), "the compiler must have nothing to say: {messages}");
    String::from_utf8(output.stdout).unwrap()
}

/// What the script prints of the table.
fn expected(map: &Map) -> String {
    let mut text = String::new();
    for register in map.registers {
        for index in 0..register.count {
            text.push_str(&format!("{} {:#x}\n", register.name, register.element(index).unwrap()));
            for field in register.fields {
                let msb = field.offset + field.width - 1;
                let reset = field.reset.map_or("build".to_owned(), |reset| format!("{reset:#x}"));
                let access = match field.access {
                    Access::ReadOnly => "r",
                    Access::ReadWrite => "rw",
                    Access::WriteOnly => "w",
                    Access::WriteOneToClear => "rw woclr",
                };
                text.push_str(&format!("  {} {msb}:{} {access} {reset}\n", field.name, field.offset));
            }
        }
    }
    text
}

#[test]
fn system_rdl_compiled_with_all_features_equals_the_table() {
    assert_eq!(elaborate(&COUNTER, "full", &[]), expected(&COUNTER));
}

#[test]
fn system_rdl_of_the_timer_chip_equals_its_table() {
    assert_eq!(elaborate(&TIMER, "timer", &[]), expected(&TIMER));
}

#[test]
fn system_rdl_compiled_without_features_lacks_their_registers() {
    let text =
        elaborate(&COUNTER, "minimal", &["ALARM=false", "LOOK_AHEAD=false", "COALESCING=false", "WHEEL_MODES=false"]);
    for register in REGISTERS {
        let present = text.lines().any(|line| line.starts_with(&format!("{} ", register.name)));
        assert_eq!(present, register.feature.is_none(), "{}", register.name);
    }
}
