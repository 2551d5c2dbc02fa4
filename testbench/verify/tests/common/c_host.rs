//! A host in C: compiles it, and gives it a chip's bus over its standard input and output.

#[path = "../../../common/running.rs"]
mod running;

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;

use fastrand::Rng;
use running::{PATIENCE, Running};

pub use running::output_of;

const HERE: &str = env!("CARGO_MANIFEST_DIR");

/// The languages that the drivers are for. The first makes the program that runs.
pub const LANGUAGES: [&[&str]; 5] = [
    &["gcc", "-std=c99"],
    &["gcc", "-std=c17"],
    &["g++", "-x", "c++", "-std=c++11"],
    &["g++", "-x", "c++", "-std=c++17"],
    &["g++", "-x", "c++", "-std=c++20"],
];

/// Programs compiled so far: tests run side by side, and each has a file of its own.
static PROGRAMS: AtomicU32 = AtomicU32::new(0);

/// Compiles a program of `tests/` in a language, under the strictest settings. Needs gcc and g++ (on Debian:
/// `apt-get install gcc g++`).
pub fn compile(name: &str, language: &[&str]) -> PathBuf {
    let number = PROGRAMS.fetch_add(1, Ordering::Relaxed);
    let program = format!("{name}-{}-{number}", std::process::id());
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(program);
    let compiled = output_of(
        Command::new(language[0])
            .args(&language[1..])
            .args(["-O1", "-Wall", "-Wextra", "-Werror", "-pedantic", "-o"])
            .arg(&program)
            .arg(format!("-I{HERE}/../../regmap/generated"))
            .arg(format!("-I{HERE}/../../host-driver/c"))
            .arg(format!("{HERE}/tests/{name}.c")),
    );
    assert!(compiled.status.success(), "{language:?}: {}", String::from_utf8_lossy(&compiled.stderr));
    program
}

/// A chip as the host in C sees it.
pub trait Bus {
    fn read(&mut self, offset: u32) -> u32;
    fn write(&mut self, offset: u32, word: u32);
    /// Lets `clocks` clocks pass, or fewer if the chip interrupts; returns whether it does.
    fn pass(&mut self, clocks: u64) -> bool;
}

/// The host, and what fails of its transfers once it has opened the chip: one in this number, or none with 0.
pub struct Host {
    program: Running,
    to: ChildStdin,
    /// Its lines, of which a thread reads one after the other.
    lines: Receiver<String>,
    failing: u32,
    open: bool,
    random: Rng,
    pub failures: u32,
}

impl Host {
    pub fn new(program: &Path, failing: u32) -> Self {
        let mut command = Command::new(program);
        let mut program = Running::start(command.stdin(Stdio::piped()).stdout(Stdio::piped()));
        let to = program.input();
        let from = BufReader::new(program.stdout());
        let (said, lines) = channel();
        thread::spawn(move || {
            let lines = from.lines().map(|line| line.expect("a line"));
            // Where the test is over nobody reads.
            lines.map_while(|line| said.send(line).ok()).for_each(drop);
        });
        let random = Rng::with_seed(1);
        Self { program, to, lines, failing, open: false, random, failures: 0 }
    }

    /// Serves the host until it tells something: the word and its numbers. `None` when it has ended well.
    pub fn tells(&mut self, chip: &mut impl Bus) -> Option<(String, Vec<u64>)> {
        loop {
            let line = match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => panic!("the host hangs"),
                Err(RecvTimeoutError::Disconnected) => {
                    assert!(self.program.end().success(), "the host fails");
                    return None;
                }
            };
            let mut words = line.split_whitespace();
            let what = words.next().expect("a word").to_owned();
            let numbers: Vec<u64> = words.map(|word| u64::from_str_radix(word, 16).expect("a number")).collect();
            match what.as_str() {
                "open" => self.open = true,
                "read" => {
                    let word = chip.read(numbers[0] as u32);
                    let works = self.works();
                    let word = if works { word } else { self.random.u32(..) };
                    self.answer(&format!("{word:x} {:x}", u8::from(works)));
                }
                "write" => {
                    let works = self.works();
                    // The chip may have taken what fails.
                    if works || self.random.bool() {
                        chip.write(numbers[0] as u32, numbers[1] as u32);
                    }
                    self.answer(if works { "1" } else { "0" });
                }
                "pass" => {
                    let irq = chip.pass(numbers[0]);
                    self.answer(if irq { "1" } else { "0" });
                }
                _ => return Some((what, numbers)),
            }
        }
    }

    fn works(&mut self) -> bool {
        let fails = self.open && self.failing > 0 && self.random.u32(0..self.failing) == 0;
        self.failures += u32::from(fails);
        !fails
    }

    fn answer(&mut self, words: &str) {
        writeln!(self.to, "{words}").expect("the host reads");
    }
}
