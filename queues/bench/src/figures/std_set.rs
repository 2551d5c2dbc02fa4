//! GNU's `std::set`, the thesis's set queue: a program in C++ of its own, compiled when a figure wants it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use super::contenders::{Events, Increments};

/// The program, while it runs.
#[derive(Debug)]
pub struct StdSet {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
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
            .status()
            .expect("cannot run g++; install it (on Debian: apt-get install g++)");
        assert!(compiler.success(), "g++ refuses std_set.cpp");
        let mut child = Command::new(&program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let to = child.stdin.take().expect("piped");
        let from = BufReader::new(child.stdout.take().expect("piped"));
        Self {
            child,
            to,
            from,
            table: Vec::new(),
            now: 0,
        }
    }

    /// Has it carry out a command; nanoseconds that it took.
    fn tell(&mut self, command: &str) -> u64 {
        writeln!(self.to, "{command}").expect("it listens");
        let mut answer = String::new();
        self.from.read_line(&mut answer).expect("it answers");
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
            self.tell(&format!("i {} 0 0 {}", numbers.len(), numbers.join(" ")));
        }
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
        self.tell(&format!("f {count} 0 0"))
    }

    fn drain(&mut self, count: u64) -> u64 {
        self.tell(&format!("d {count} 0 0"))
    }

    fn hold(&mut self, increments: &mut Increments, count: u64) -> u64 {
        self.with_table(increments);
        self.tell(&format!("h {count} 0 0"))
    }

    fn walk(&mut self, increments: &mut Increments, p: f64, most: u64, count: u64) -> u64 {
        self.with_table(increments);
        self.tell(&format!("w {count} {most} {p}"))
    }

    fn now(&self) -> u64 {
        self.now
    }
}
