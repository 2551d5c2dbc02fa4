//! The virtual board behind its pseudo-terminal: the program's replay, and LiteX's own client.

mod common;

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use common::{assert_refused, program, python, text};

/// For how long a program may run. It takes a second or two on a machine that has time.
const PATIENCE: Duration = Duration::from_secs(180);

/// `carillon board --pty`, ended when the value is dropped.
struct Board {
    process: Child,
    port: String,
}

impl Board {
    /// A board whose time passes on the wires only, which hangs on nothing but what is sent.
    fn new(words: &str) -> Self {
        let mut process = program("board --pty --until-closed --time wire")
            .args(words.split_whitespace())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut port = String::new();
        let output = process.stdout.as_mut().unwrap();
        BufReader::new(output).read_line(&mut port).unwrap();
        let port = port.trim_end().to_owned();
        assert!(port.starts_with("/dev/"), "{port}");
        Self { process, port }
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Runs a program, but not for ever.
fn run(command: &mut Command) -> Output {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{command:?} does not start: {error}"));
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if begun.elapsed() > PATIENCE {
            child.kill().unwrap();
        }
        thread::sleep(Duration::from_millis(20));
    };
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    child.stdout.unwrap().read_to_end(&mut stdout).unwrap();
    child.stderr.unwrap().read_to_end(&mut stderr).unwrap();
    Output {
        status,
        stdout,
        stderr,
    }
}

/// The replay of the capture's first tenth of a second at a port.
fn replay(port: &str, words: &str) -> Output {
    run(&mut program(&format!(
        "replay captures/web-lossy.pcap --until 0.1 --drain 100000 --json --latency 50 --port {port} {words}"
    )))
}

fn assert_exact(output: &Output) -> serde_json::Value {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{errors}");
    let summary: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(summary["timers"]["wrong"], 0);
    assert_eq!(summary["timers"]["lost"], 0);
    assert!(summary["timers"]["started"].as_u64() > Some(10));
    summary
}

#[test]
fn board_replay_over_its_port_is_exact_time_and_again() {
    let board = Board::new("");
    for _ in 0..2 {
        let summary = assert_exact(&replay(&board.port, ""));
        assert_eq!(summary["cable"]["failures"], 0);
        assert_eq!(summary["chip"]["fifo"], 16);
    }
}

#[test]
fn board_replay_over_a_bad_cable_is_exact() {
    let board = Board::new("--faults 300 --seed 5");
    let summary = assert_exact(&replay(&board.port, "--audit-every 50000"));
    let cable = &summary["cable"];
    let silences = cable["silences"].as_u64().unwrap();
    assert!(silences > 3, "the cable was not bad at all: {cable}");
}

#[test]
fn board_that_is_not_there_or_does_not_answer_is_said_so() {
    assert_refused(&replay("/dev/no-such-port", ""), "cannot be opened");
    let (_deaf, port) = serialport::TTYPort::pair().unwrap();
    let port = serialport::SerialPort::name(&port).unwrap();
    assert_refused(&replay(&port, ""), "no answer");
    let board = Board::new("");
    assert_refused(&replay(&board.port, "--wheel-size 100000"), "65536");
}

#[test]
fn board_litex_client_reads_the_identity_and_drives_a_timer() {
    let board = Board::new("");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/litex/drive_a_timer.py");
    let output = run(Command::new(python()).args(["-B", script, &board.port]));
    let (said, errors) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{said}{errors}");
    assert!(said.contains("ID is 0x4341524c"), "{said}");
    assert!(
        said.contains("the timer was reported at its tick"),
        "{said}"
    );
}
