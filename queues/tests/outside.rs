//! The programs that a stranger tries first, in a crate outside this repository and without a warning.

#[path = "../../testbench/common/running.rs"]
mod running;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use running::output_of;

/// Each program of `programs/`, and what it prints.
const PROGRAMS: [(&str, &str, &str); 7] = [
    ("no_choice", include_str!("programs/no_choice.rs"), "try again at tick 200\n"),
    (
        "in_a_static",
        include_str!("programs/in_a_static.rs"),
        "connection 32 was refused: all 32 timers are outstanding: stop one, or give the queue more memory\n\
         32 ran out\n",
    ),
    ("another_structure", include_str!("programs/another_structure.rs"), "Some(100)\nSome(100)\nSome(100)\n"),
    ("numbered", include_str!("programs/numbered.rs"), "connection 7 at tick 300\nconnection 150000 at tick 300\n"),
    (
        "loop_of_the_expired",
        include_str!("programs/loop_of_the_expired.rs"),
        "Timers { now: 200, outstanding: 1, next: Some(1200), .. }\n\
         Timers { now: 200, outstanding: 1, next: Some(1200), .. }\n\
         Timers { now: 200, outstanding: 1, next: Some(1200), .. }\n\
         NumberedTimers { now: 200, outstanding: 1, next: Some(1200), .. }\n",
    ),
    (
        "collection",
        include_str!("programs/collection.rs"),
        "1 false\n\
         Some(\"try again!\") Some(300)\n\
         true 50 try again!\n\
         1 false\n\
         Timers { now: 0, outstanding: 0, next: None, .. }\n",
    ),
    ("in_real_time", include_str!("programs/in_real_time.rs"), "3 attempts\nconnection 7\nconnection 150000\n"),
];

#[test]
fn outside_crate_runs_the_first_programs_of_a_stranger() {
    let queues = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("stranger");
    let programs = folder.join("src/bin");
    fs::create_dir_all(&programs).expect("a folder");
    let manifest = format!(
        "[package]\nname = \"stranger\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
         carillon-queues = {{ path = {queues:?} }}\n"
    );
    fs::write(folder.join("Cargo.toml"), manifest).expect("a manifest");
    // The same versions as here, so that nothing has to be fetched.
    fs::copy(queues.join("../Cargo.lock"), folder.join("Cargo.lock")).expect("the versions");
    for (name, program, _) in PROGRAMS {
        fs::write(programs.join(format!("{name}.rs")), program).expect("a program");
    }
    let cargo = |arguments: &[&str]| -> Output {
        output_of(
            Command::new(env!("CARGO"))
                .args(arguments)
                .args(["--offline", "--quiet"])
                .current_dir(&folder)
                .env("CARGO_TARGET_DIR", folder.join("target"))
                .env("RUSTFLAGS", "-D warnings"),
        )
    };
    let built = cargo(&["build", "--bins"]);
    let errors = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success(), "{errors}");
    for (name, _, printed) in PROGRAMS {
        let run = cargo(&["run", "--bin", name]);
        assert_eq!(String::from_utf8_lossy(&run.stdout), printed, "{name}");
    }
}
