//! Plays the transcripts in this folder: what the driver does on the bus, access by access.
//!
//! A transcript's first line is its reason. Then come calls, one a line, with the accesses that the driver makes, in
//! their order, and what the call returns (`ok`, if nothing is said):
//!
//! ```text
//! # A line like this one is a comment. What is given comes about unseen, and replaces what was given before.
//! given chip of 60 60/hold 24
//! arm 0 7 2 : ARM <- slot 7 lap 2
//! cursor    : CURSOR_HI -> 0, CURSOR_LO -> 119, CURSOR_HI -> 0 => 119
//! serve leaving nothing
//!     EVENT -> valid slot 7 sequence 3, EVENT_TICK -> 127
//!     EVENT_ACK <- sequence 3 disarm
//!     => wheel 0 slot 7 tick 127
//! ```
//!
//! - `->` is a read and the chip's answer, `<-` a write. `fault` in place of the answer, or after the word: the bus
//!   fails. A word is a number, or the fields that are not 0. Arrays count from 0: `WHEEL_SIZE[1]`. ` x 3` is three
//!   times.
//! - `NOW -> 119` and `CURSOR -> 119` are the reads of the high half, the low half, and the high half again; a low half
//!   of all ones, which may be a bus without a chip, is read twice.
//! - `let name : ` before accesses: the name stands for them from there on.
//! - Numbers may be sums and powers: `2^32-1`. `=> the bus failed ...` leaves the end of the text open.
//! - `each fault in turn: ` before a call: the bus fails at its first access, and the call is made again with the fault
//!   at its second access, and so on, and at last without a fault.
//!
//! `calls.rs` lists the calls and what can be given.

mod bus;
mod calls;
mod notation;
mod sweeps;

use std::fs;
use std::path::Path;

use calls::Stage;
use notation::{Step, number, steps};

/// Plays a transcript to its first difference.
fn play(text: &str) -> Result<(), String> {
    let steps = steps(text)?;
    if steps.iter().all(|step| step.accesses.is_empty()) {
        return Err("a transcript without an access".into());
    }
    let mut stage = Stage::default();
    steps.iter().filter(|step| !step.call.starts_with("let ")).try_for_each(|step| {
        let place = |difference| format!("line {}: {}\n{difference}", step.line, step.call);
        play_step(&mut stage, step).map_err(place)
    })
}

fn play_step(stage: &mut Stage, step: &Step) -> Result<(), String> {
    let Some(call) = step.call.strip_prefix("each fault in turn: ") else {
        return play_call(stage, &step.call, step, step.accesses.len());
    };
    for failing in 0..=step.accesses.len() {
        play_call(stage, call, step, failing).map_err(|difference| format!("  (fault {failing})\n{difference}"))?;
    }
    Ok(())
}

/// Makes the call; the access of number `failing` fails.
fn play_call(stage: &mut Stage, call: &str, step: &Step, failing: usize) -> Result<(), String> {
    let mut accesses = step.accesses.clone();
    let fault = accesses.get_mut(failing).map(|access| access.fails = true);
    accesses.truncate(failing + 1);
    stage.bus.expect(&accesses);
    let found = stage.call(call)?;
    stage.bus.compare()?;
    let result = if fault.is_some() { "the bus failed ..." } else { &step.result };
    let wanted = plain(result);
    let is_same = wanted.strip_suffix(" ...").map_or(plain(&found) == wanted, |start| plain(&found).starts_with(start));
    if is_same { Ok(()) } else { Err(format!("  transcript:  => {result}\n  driver:      => {found}")) }
}

/// A result with its numbers in decimal.
fn plain(result: &str) -> String {
    let word = |word: &str| {
        let end = word.trim_end_matches([',', ':']).len();
        number(&word[..end]).map_or(word.to_owned(), |number: u128| number.to_string() + &word[end..])
    };
    result.split_whitespace().map(word).collect::<Vec<_>>().join(" ")
}

#[test]
fn transcripts_each_is_what_the_driver_does() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let entries = fs::read_dir(folder).expect("the transcripts").map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<_> = entries.filter(|path| path.extension().is_some_and(|end| end == "txt")).collect();
    paths.sort();
    assert!(!paths.is_empty(), "there are no transcripts");
    let differences = paths.iter().filter_map(|path| {
        let text = fs::read_to_string(path).expect("a transcript");
        play(&text).err().map(|difference| format!("{}, {difference}\n", path.display()))
    });
    let differences: Vec<_> = differences.collect();
    assert!(differences.is_empty(), "\n{}", differences.join("\n"));
}

#[test]
fn transcript_that_is_not_played_to_its_end_is_told() {
    let flaws = [
        ("", "begins with its reason"),
        ("Nothing.", "without an access"),
        ("An access more.\ngiven chip\npause : CTRL <- 0\nnow => 3", "driver:      NOW_HI -> ?"),
        ("A line of no call.\n    CTRL <- 1", "belongs to no call"),
        ("No access.\ngiven chip\npause : CTRL <- 0\n    and no more", "no access: and no more"),
        ("No such call.\ngiven chip\nsing : CTRL <- 1", "no such call"),
        ("No such register.\ngiven chip\npause : CONTROL <- 0", "no register"),
        ("No such field.\ngiven chip\nresume : CTRL <- able", "no field"),
        ("Nothing given.\nresume : CTRL <- 1", "nothing is given"),
        ("Another word.\ngiven chip\nresume : CTRL <- 2", "driver:      CTRL <- enable"),
        ("An access less.\ngiven chip\nresume : CTRL <- 1, CTRL <- 1", "driver:      (no further access)"),
        ("Another result.\ngiven chip\nnow_low : NOW_LO -> 3 => 4", "driver:      => 3"),
        ("Two results.\ngiven chip\nnow_low : NOW_LO -> 3 => 4\n    => 3", "a second result"),
        ("A name twice.\nlet on : CTRL <- 1\nlet on : CTRL <- 1\ngiven chip\nresume : on", "already"),
        ("An idle name.\nlet on : CTRL <- 1\ngiven chip\nresume : CTRL <- 1", "is never used"),
        ("Too large.\ngiven chip\nnow_low : NOW_LO -> 2^32 => 0", "too large: 2^32"),
        ("A fault.\ngiven chip\nresume : CTRL <- enable fault", "driver:      => the bus failed"),
    ];
    for (text, told) in flaws {
        let difference = play(text).expect_err(text);
        assert!(difference.contains(told), "{difference}");
    }
}
