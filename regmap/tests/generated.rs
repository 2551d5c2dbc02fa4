//! The generated files that are checked in are those of the table, and the program that writes them says when not.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use carillon_regmap::Register;
use carillon_regmap::counter_chip::REGISTERS;
use carillon_regmap::export::{COMMAND, generate};

/// The repository's root.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// An empty folder of this test's own.
fn scratch_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn export(arguments: &[&str], root: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_export")).args(arguments).arg("--root").arg(root).output().unwrap()
}

#[test]
fn generated_files_as_checked_in_are_current() {
    let files = generate().unwrap();
    let different: Vec<_> = files.iter().filter(|file| !file.is_current(root())).map(|file| file.path).collect();
    assert!(different.is_empty(), "{different:?} differ from the register map; run `{COMMAND}`");
}

#[test]
fn export_into_an_empty_folder_writes_what_check_accepts() {
    let folder = scratch_folder("export-writes");
    let check = export(&["--check"], &folder);
    assert!(!check.status.success(), "missing files must not pass the check");
    assert!(export(&[], &folder).status.success());
    let check = export(&["--check"], &folder);
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stderr));
}

#[test]
fn check_of_an_edited_file_names_it_and_the_command() {
    let folder = scratch_folder("export-checks");
    assert!(export(&[], &folder).status.success());
    let header = folder.join("regmap/generated/carillon.h");
    let edited = fs::read_to_string(&header).unwrap().replace("0x00000030", "0x00000034");
    fs::write(&header, &edited).unwrap();
    let check = export(&["--check"], &folder);
    let message = String::from_utf8(check.stderr).unwrap();
    assert!(!check.status.success());
    assert!(message.contains("carillon.h") && message.contains(COMMAND), "{message}");
    assert!(!message.contains("carillon.svd"), "{message}");
    assert_eq!(fs::read_to_string(&header).unwrap(), edited, "--check must write nothing");
}

#[test]
fn datasheet_page_of_each_register_has_its_section_and_fields() {
    let files = generate().unwrap();
    let page = &files.iter().find(|file| file.path == "docs/registers.md").unwrap().text;
    let title = |register: &Register| match register.is_array() {
        true => format!("\n### {}[k]\n", register.name),
        false => format!("\n### {}\n", register.name),
    };
    for register in REGISTERS {
        let start = page.find(&title(register)).unwrap_or_else(|| panic!("{} has no section", register.name)) + 1;
        let section = &page[start..];
        let section = &section[..section.find("\n##").unwrap_or(section.len())];
        assert!(section.contains(&format!("Offset 0x{:03X}", register.offset)), "{}", register.name);
        for field in register.fields {
            assert!(section.contains(&format!("| `{}` |", field.name.to_lowercase())), "{section}");
        }
    }
}
