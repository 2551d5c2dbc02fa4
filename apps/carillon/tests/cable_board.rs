//! The virtual board behind its pseudo-terminal: the program's replay, and LiteX's own client.

mod common;

use std::process::{Command, Output, Stdio};

use common::running::{Running, output_of};
use common::{WEB_LOSSY, assert_refused, carillon, program, python, text};

/// `carillon board --pty`.
struct Board {
    _process: Running,
    port: String,
}

impl Board {
    /// A board whose time passes on the wires only, which hangs on nothing but what is sent.
    fn new(words: &str) -> Self {
        let mut process = Running::start(
            program("board --pty --until-closed --time wire")
                .args(words.split_whitespace())
                .stdin(Stdio::piped())
                .stdout(Stdio::piped()),
        );
        let port = process.first_line();
        assert!(port.starts_with("/dev/"), "{port}");
        Self { _process: process, port }
    }
}

/// How long an answer is awaited: the board is a process, which a machine without time holds up.
const PATIENT: &str = "--latency 2000";

/// The same on a cable that loses answers, each of which takes as long.
const LESS_PATIENT: &str = "--latency 500";

/// The replay of the capture's first tenth of a second at a port.
fn replay(port: &str, words: &str) -> Output {
    let line = format!("replay {WEB_LOSSY} --until 0.1 --drain 100000 --json --port {port} {words}");
    carillon(&line)
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
        let summary = assert_exact(&replay(&board.port, PATIENT));
        assert_eq!(summary["cable"]["failures"], 0);
        assert_eq!(summary["chip"]["fifo"], 16);
    }
}

#[test]
fn board_replay_over_a_bad_cable_is_exact() {
    let board = Board::new("--faults 300 --seed 5");
    let summary = assert_exact(&replay(&board.port, &format!("--audit-every 50000 {LESS_PATIENT}")));
    let cable = &summary["cable"];
    let silences = cable["silences"].as_u64().unwrap();
    assert!(silences > 3, "the cable was not bad at all: {cable}");
}

#[test]
fn board_that_is_not_there_or_does_not_answer_is_said_so() {
    assert_refused(&replay("/dev/no-such-port", ""), "cannot be opened");
    let (_deaf, port) = serialport::TTYPort::pair().unwrap();
    let port = serialport::SerialPort::name(&port).unwrap();
    assert_refused(&replay(&port, LESS_PATIENT), "no answer");
    let board = Board::new("");
    assert_refused(&replay(&board.port, "--wheel-size 100000"), "65536");
}

#[test]
fn board_litex_client_reads_the_identity_and_drives_a_timer() {
    let board = Board::new("");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testbench/litex/drive_a_timer.py");
    // The second time held up for 20 ms after each thing that it sends, as by a machine that has no time.
    for milliseconds in ["0", "20"] {
        let mut client = Command::new(python());
        client.args(["-B", script, &board.port]).stdin(Stdio::null());
        let output = output_of(client.env("CARILLON_HELD_UP", milliseconds));
        let (said, errors) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(0), "{said}{errors}");
        assert!(said.contains("ID is 0x4341524c"), "{said}");
        assert!(said.contains("the timer was reported at its tick"), "{said}");
    }
}
