//! The C of the guide compiles against the generated header, as C and as C++, under the strictest settings.

mod common;

use std::fs;
use std::path::Path;

use common::{LANGUAGES, compile};

/// The guide's blocks of C, one behind the other.
fn program() -> String {
    let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/guide.md");
    let guide = fs::read_to_string(guide).expect("docs/guide.md");
    let blocks = guide.split("```c\n").skip(1);
    blocks.map(|block| block.split("```").next().expect("the block ends")).collect()
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
    for language in LANGUAGES {
        let options = [
            "-fsyntax-only",
            concat!("-I", env!("CARGO_MANIFEST_DIR"), "/generated"),
            concat!("-I", env!("CARGO_MANIFEST_DIR"), "/../host-driver/c"),
        ];
        compile(language, options.map(Path::new).iter().chain([&&*source]));
    }
}
