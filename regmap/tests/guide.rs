//! The C of the guide compiles against the generated header, as C and as C++, under the strictest settings.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The guide's blocks of C, one behind the other.
fn program() -> String {
    let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/guide.md");
    let guide = fs::read_to_string(guide).expect("docs/guide.md");
    let blocks = guide.split("```c\n").skip(1);
    blocks
        .map(|block| block.split("```").next().expect("the block ends"))
        .collect()
}

#[test]
fn guide_all_its_c_together_compiles_without_a_warning() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("guide");
    fs::create_dir_all(&folder).unwrap();
    let source = folder.join("guide.c");
    let mut program = program();
    assert!(program.contains("carillon_interrupt"), "the guide was read");
    // Its helpers are `static`, and the guide itself uses the last of them in prose only.
    program.push_str("void use(void);\nvoid use(void) { arm_for(0, wheel_for(0, 1)); }\n");
    fs::write(&source, program).unwrap();
    for language in [
        ["gcc", "c", "c99"],
        ["g++", "c++", "c++11"],
        ["g++", "c++", "c++20"],
    ] {
        let [compiler, name, standard] = language;
        let compiled = Command::new(compiler)
            .args(["-x", name, &format!("-std={standard}")])
            .args(["-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only"])
            .arg("-I")
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/generated"))
            .arg("-I")
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../host-driver/c"))
            .arg(&source)
            .output()
            .expect("cannot run gcc or g++; install them (on Debian: apt-get install gcc g++)");
        assert!(
            compiled.status.success(),
            "{standard}: {}",
            String::from_utf8_lossy(&compiled.stderr)
        );
    }
}
