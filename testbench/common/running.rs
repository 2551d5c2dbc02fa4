//! Programs that do not outlive their test, and for which no test waits for ever.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// After this time what has not happened will not: a machine that has time takes seconds, for a build a minute.
pub const PATIENCE: Duration = Duration::from_secs(1_800);

/// From one look to the next.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// Waits until `look` finds something.
pub fn wait_until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < PATIENCE, "{what}: not within {PATIENCE:?}");
        thread::sleep(LOOK_EVERY);
    }
}

/// A program that runs. It is ended with this value.
pub struct Running {
    child: Child,
    name: String,
}

impl Running {
    pub fn start(command: &mut Command) -> Self {
        let name = format!("{command:?}");
        let child = command.spawn().unwrap_or_else(|error| panic!("{name} does not start: {error}"));
        Self { child, name }
    }

    pub const fn child(&self) -> &Child {
        &self.child
    }

    /// Its standard input, which then belongs to the caller.
    pub fn input(&mut self) -> ChildStdin {
        self.child.stdin.take().expect("a pipe")
    }

    /// Its standard output, which then belongs to the caller.
    pub fn stdout(&mut self) -> ChildStdout {
        self.child.stdout.take().expect("a pipe")
    }

    /// Closes its standard output before anything is read.
    pub fn close_output(&mut self) {
        drop(self.child.stdout.take());
    }

    /// The first line that it prints, without its end; nobody reads the rest.
    pub fn first_line(&mut self) -> String {
        let line = collect(self.child.stdout.take(), |pipe| {
            let mut line = String::new();
            BufReader::new(pipe).read_line(&mut line).expect("text");
            line
        });
        let line = line.expect("a pipe").recv_timeout(PATIENCE);
        let line = line.unwrap_or_else(|_| panic!("{}: no line within {PATIENCE:?}", self.name));
        line.trim_end().to_owned()
    }

    pub fn has_ended(&mut self) -> bool {
        self.child.try_wait().expect("a child").is_some()
    }

    /// Waits for its end.
    pub fn end(&mut self) -> ExitStatus {
        let (child, name) = (&mut self.child, &self.name);
        wait_until(name, || child.try_wait().expect("a child"))
    }

    /// Reads what it says up to its end.
    pub fn output(mut self) -> Output {
        drop(self.child.stdin.take());
        let all = |mut pipe: Box<dyn Read + Send>| {
            let mut bytes = Vec::new();
            pipe.read_to_end(&mut bytes).expect("bytes");
            bytes
        };
        let stdout = collect(self.child.stdout.take(), all);
        let stderr = collect(self.child.stderr.take(), all);
        let status = self.end();
        // Somebody else may have the pipe open.
        let said = |pipe: Option<Receiver<Vec<u8>>>| {
            pipe.map_or_else(Vec::new, |pipe| pipe.recv_timeout(PATIENCE).expect("an end of the output"))
        };
        Output { status, stdout: said(stdout), stderr: said(stderr) }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads a pipe in a thread of its own.
fn collect<T: Send + 'static>(
    pipe: Option<impl Read + Send + 'static>,
    read: impl FnOnce(Box<dyn Read + Send>) -> T + Send + 'static,
) -> Option<Receiver<T>> {
    let pipe = Box::new(pipe?);
    let (done, result) = channel();
    thread::spawn(move || drop(done.send(read(pipe))));
    Some(result)
}

/// Runs a program to its end and gives what it says.
pub fn output_of(command: &mut Command) -> Output {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    Running::start(command).output()
}

/// A command to which SIGINT, SIGHUP and SIGTERM do what they do by default, however the tests were started: who runs
/// them by `nohup`, or from a script in the background, hands down that some are ignored.
pub fn with_default_signals(program: &str) -> Command {
    let mut command = Command::new("env");
    command.args(["--default-signal=INT,HUP,TERM", program]);
    command
}
