//! Where the programs of firmware/ are, and how they are built.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

/// After this time a build has no end: it takes a minute.
const PATIENCE: Duration = Duration::from_secs(1_800);

/// The target that the programs are built for.
pub const TARGET: &str = "riscv32imac-unknown-none-elf";

fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}

/// The target of the programs for boards, whose smallest processor has no more.
pub const BOARD_TARGET: &str = "riscv32i-unknown-none-elf";

/// Where the release build of a program is, once it is built.
pub fn path(program: &str) -> PathBuf {
    let folder = root().join("target/firmware").join(TARGET);
    folder.join("release").join(program)
}

/// The names of all programs, in alphabetical order.
pub fn names() -> Vec<String> {
    let files = std::fs::read_dir(root().join("firmware/src/bin"));
    let paths = files.into_iter().flatten().flatten();
    let mut names: Vec<String> =
        paths.filter_map(|entry| Some(entry.path().file_stem()?.to_str()?.to_owned())).collect();
    names.sort();
    names
}

/// Builds all programs, which takes no time where nothing has changed.
///
/// # Errors
/// What cargo says, or what is missing and how to install it.
pub fn build() -> Result<(), String> {
    cargo(TARGET, "target/firmware", |cargo| {
        cargo.args(["--bins", "--examples"]);
    })
}

/// Builds a program for the SoC of a board, as `make board-program` does: to be loaded into its RAM, or for its ROM.
/// Returns where its bytes are.
///
/// # Errors
/// As [`build`]; it does not fit into the memory of the smallest board.
pub fn build_for_board(program: &str, in_rom: bool) -> Result<PathBuf, String> {
    let folder = "target/firmware-boards";
    cargo(BOARD_TARGET, folder, |cargo| {
        cargo
            .env("CARILLON_LAYOUT", if in_rom { "rom" } else { "ram" })
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "s")
            .args(["--bin", program]);
    })?;
    let folder = root().join(folder).join(BOARD_TARGET);
    Ok(folder.join("release").join(program))
}

/// Builds for `target` into `folder` what `what` asks for.
fn cargo(target: &str, folder: &str, what: impl FnOnce(&mut Command)) -> Result<(), String> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command
        .current_dir(root().join("firmware"))
        .args(["build", "--release", "--quiet", "--target", target])
        .arg("--target-dir")
        .arg(root().join(folder));
    what(&mut command);
    let (status, said) = run(&mut command)?;
    if status.success() {
        return Ok(());
    }
    let remedy = if said.contains("can't find crate for `core`") {
        format!("\nThe Rust target is missing: install it with `rustup target add {target}`")
    } else {
        String::new()
    };
    Err(format!("the firmware is not built:\n{said}{remedy}"))
}

/// Runs cargo to its end, or ends it by force after [`PATIENCE`]: how it has ended, and what it says of errors.
fn run(cargo: &mut Command) -> Result<(ExitStatus, String), String> {
    cargo.stdin(Stdio::null()).stdout(Stdio::null());
    let mut child = cargo.stderr(Stdio::piped()).spawn().map_err(|error| format!("cargo does not start: {error}"))?;
    let (done, errors) = channel();
    if let Some(mut pipe) = child.stderr.take() {
        thread::spawn(move || {
            let mut said = Vec::new();
            let _ = pipe.read_to_end(&mut said);
            drop(done.send(said));
        });
    }
    let begun = Instant::now();
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if begun.elapsed() < PATIENCE => thread::sleep(Duration::from_millis(5)),
            other => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(match other {
                    Err(error) => format!("cargo cannot be waited for: {error}"),
                    Ok(_) => format!("cargo had no end within {PATIENCE:?}"),
                });
            }
        }
    };
    // What cargo has started may still have the pipe.
    let said = errors.recv_timeout(PATIENCE).unwrap_or_default();
    Ok((status, String::from_utf8_lossy(&said).into_owned()))
}
