//! GNU's `std::set`, the thesis's set queue: a program in C++ of its own, compiled when a figure wants it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::contenders::{Events, Increments};

/// After this time what has not happened will not: the longest command takes a minute.
const PATIENCE: Duration = Duration::from_secs(1_800);

/// The program, while it runs.
#[derive(Debug)]
pub struct StdSet {
    child: Child,
    to: ChildStdin,
    /// Its answers, of which a thread reads one after the other.
    answers: Receiver<String>,
    /// The increments that it has.
    table: Vec<u64>,
    now: u64,
}

impl StdSet {
    /// Compiles it and starts it.
    pub fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder for the program");
        let [source, program] = ["std_set.cpp", "std_set"].map(|name| folder.path().join(name));
        std::fs::write(&source, include_str!("std_set.cpp")).expect("its source");
        let compiler = Command::new("g++")
            .args(["-std=c++17", "-O3", "-Wall", "-Wextra", "-Werror", "-o"])
            .args([&program, &source])
            .spawn()
            .expect("cannot run g++; install it (on Debian: apt-get install g++)");
        assert!(end_of(compiler).success(), "g++ refuses std_set.cpp");
        let mut child = Command::new(&program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        let to = child.stdin.take().expect("piped");
        let from = BufReader::new(child.stdout.take().expect("piped"));
        let (said, answers) = channel();
        thread::spawn(move || {
            let lines = from.lines().map_while(Result::ok);
            lines.map_while(|line| said.send(line).ok()).for_each(drop);
        });
        Self { child, to, answers, table: Vec::new(), now: 0 }
    }

    /// Has it carry out a command; nanoseconds that it took.
    fn tell(&mut self, command: &str) -> u64 {
        writeln!(self.to, "{command}").expect("it listens");
        let answer = self.answers.recv_timeout(PATIENCE).expect("it answers");
        let numbers = answer.split_whitespace().map(|number| number.parse().ok());
        let numbers: Option<Vec<u64>> = numbers.collect();
        let Some([took, now]) = numbers.as_deref() else {
            panic!("std_set answers {answer:?} to {command:?}");
        };
        self.now = *now;
        *took
    }

    fn with_table(&mut self, increments: &Increments) {
        if self.table != increments.table {
            self.table.clone_from(&increments.table);
            let numbers: Vec<_> = self.table.iter().map(u64::to_string).collect();
            self.tell(&format!("i {} 0 0 0 {}", numbers.len(), numbers.join(" ")));
        }
    }
}

/// Waits for the end of a program.
fn end_of(mut child: Child) -> ExitStatus {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a child") {
            return status;
        }
        if begun.elapsed() >= PATIENCE {
            let _ = child.kill();
            panic!("no end within {PATIENCE:?}");
        }
        thread::sleep(Duration::from_millis(5));
    }
}

impl Drop for StdSet {
    fn drop(&mut self) {
        // It ends by itself where this fails, as its input ends.
        if self.child.kill().is_ok() {
            let _ended = self.child.wait();
        }
    }
}

impl Events for StdSet {
    fn fill(&mut self, increments: &mut Increments, count: u64) -> u64 {
        self.with_table(increments);
        self.tell(&format!("f {count} 0 0 0"))
    }

    fn drain(&mut self, count: u64) -> u64 {
        self.tell(&format!("d {count} 0 0 0"))
    }

    fn hold(&mut self, increments: &mut Increments, count: u64) -> u64 {
        self.with_table(increments);
        self.tell(&format!("h {count} 0 0 0"))
    }

    fn walk(&mut self, increments: &mut Increments, p: [f64; 2], most: u64, count: u64) -> u64 {
        self.with_table(increments);
        self.tell(&format!("w {count} {most} {} {}", p[0], p[1]))
    }

    fn now(&self) -> u64 {
        self.now
    }
}
