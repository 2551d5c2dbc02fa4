//! libuv's timers: a program in C, compiled for the measurement where libuv is installed.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The compiled program.
pub struct Libuv {
    folder: tempfile::TempDir,
}

impl Libuv {
    /// Compiles it; if that fails, as where libuv is missing, what the compiler says.
    pub fn compile() -> Result<Self, String> {
        let folder = tempfile::tempdir().expect("a folder for the program");
        let program = Self { folder };
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/timers/libuv.c");
        let compiler = Command::new("gcc")
            .args(["-std=gnu11", "-O3", "-Wall", "-Wextra", "-Werror", "-o"])
            .args([program.path(), source.into()])
            .arg("-luv")
            .output()
            .map_err(|error| format!("cannot run gcc: {error}"))?;
        match compiler.status.success() {
            true => Ok(program),
            false => Err(String::from_utf8_lossy(&compiler.stderr).into_owned()),
        }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("libuv")
    }

    /// Runs it with so many timers and these numbers; what it prints.
    fn run(&self, what: &str, count: usize, input: impl Iterator<Item = u64>) -> Vec<f64> {
        let mut child = Command::new(self.path())
            .args([what, &count.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let bytes: Vec<u8> = input.flat_map(u64::to_ne_bytes).collect();
        let mut to = child.stdin.take().expect("piped");
        to.write_all(&bytes).expect("it reads its numbers");
        drop(to);
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success(), "libuv.c: {}", output.status);
        let text = String::from_utf8(output.stdout).expect("numbers");
        let numbers = text.split_whitespace().map(str::parse);
        numbers.collect::<Result<_, _>>().expect("numbers")
    }

    /// Nanoseconds of a start, a restart and a stop, and bytes of a timer.
    pub fn times(&self, load: &super::Load) -> [f64; 4] {
        let delays = load.delays.iter().map(|delay| delay.as_micros() as u64);
        let places = load.places.iter().map(|&place| place as u64);
        let found = self.run("times", load.places.len(), delays.chain(places));
        found.try_into().expect("four numbers")
    }

    /// Microseconds by which each of the timers with these delays is late.
    pub fn lateness(&self, delays: &[u64]) -> Vec<i64> {
        let found = self.run("lateness", delays.len(), delays.iter().copied());
        assert_eq!(found.len(), delays.len(), "each timer expires once");
        found.into_iter().map(|late| late as i64).collect()
    }
}
