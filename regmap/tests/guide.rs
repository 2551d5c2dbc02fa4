//! The C of the guide compiles against the generated header, under the strictest settings.

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
    let compiled = Command::new("gcc")
        .args([
            "-std=c99",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-pedantic",
            "-fsyntax-only",
        ])
        .arg("-I")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/generated"))
        .arg(&source)
        .output()
        .expect("cannot run gcc; install it (on Debian: apt-get install gcc libc6-dev)");
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
}
