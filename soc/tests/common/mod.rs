//! Runs a program of firmware/ and gathers what it says.
#![allow(dead_code, reason = "each test uses a part")]

use std::sync::OnceLock;

use carillon_soc::{Event, Message, Messages, Program, Soc, firmware};

/// The program of this name, built.
pub fn program(name: &str) -> Program {
    static BUILT: OnceLock<()> = OnceLock::new();
    BUILT.get_or_init(|| firmware::build().unwrap_or_else(|error| panic!("{error}")));
    Program::open(firmware::path(name)).expect("the program was built")
}

/// A message and the clock in which its last word came.
pub type Said = (u64, Message);

/// A program at work.
pub struct Run {
    pub soc: Soc,
    messages: Messages,
    pub said: Vec<Said>,
    pub text: String,
    pub status: Option<u32>,
}

impl Run {
    pub fn new(name: &str) -> Self {
        Self::of(Soc::new(&program(name)).expect("the program fits"))
    }

    pub fn of(soc: Soc) -> Self {
        Self { soc, messages: Messages::default(), said: Vec::new(), text: String::new(), status: None }
    }

    /// Runs until `enough` says so of a message, or the program ends, or `limit` clocks have passed; returns whether
    /// one of the first two came.
    pub fn until(&mut self, limit: u64, enough: impl Fn(&Message) -> bool) -> bool {
        let end = self.soc.counts().clocks + limit;
        while let Some(event) = self.soc.run(end - self.soc.counts().clocks) {
            match event {
                Event::Printed(byte) => self.text.push(byte.into()),
                Event::Finished(status) => {
                    self.status = Some(status);
                    return true;
                }
                Event::Told(word) => {
                    if let Some(message) = self.messages.take(word).expect("messages only") {
                        self.said.push((self.soc.counts().clocks, message));
                        if enough(&message) {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    /// Runs to the program's end, which must come within `limit` clocks and without complaint.
    pub fn end_within(&mut self, limit: u64) {
        assert!(self.until(limit, |_| false), "no end: {:?}", self.soc);
        assert_eq!(self.status, Some(0), "{:#x?}, text: {}", self.status, self.text);
    }
}

/// A timer that has run out, as the program told it.
pub struct Expired {
    pub timer: u32,
    pub due: u64,
    pub reported: u64,
    /// The clock in which it was told.
    pub clock: u64,
}

/// The timers that run out: each was started and not stopped, is reported once, and for the tick for which it was
/// started, or one that `may_differ` admits of a timer, that tick, and the one reported. `until` is a tick up to which
/// none is lost.
///
/// # Errors
/// What is not so.
pub fn expired(said: &[Said], until: u64, may_differ: impl Fn(u32, u64, u64) -> bool) -> Result<Vec<Expired>, String> {
    let mut due_of = std::collections::HashMap::new();
    let mut all = Vec::new();
    for &(clock, message) in said {
        match message {
            Message::Started { timer, due } => {
                let again = due_of.insert(timer, due);
                again.map_or(Ok(()), |_| Err(format!("timer {timer} is started twice")))?;
            }
            Message::Stopped { timer } => {
                let due = due_of.remove(&timer);
                due.ok_or_else(|| format!("timer {timer} is stopped and does not run"))?;
            }
            Message::Expired { timer, due, visited } => {
                let started = due_of.remove(&timer);
                if !started.is_some_and(|tick| tick == due || may_differ(timer, tick, due)) {
                    return Err(format!("timer {timer} is due at {due}, not at {started:?}"));
                }
                all.push(Expired { timer, due, reported: visited, clock });
            }
            _ => {}
        }
    }
    due_of.retain(|_, due| *due <= until);
    if due_of.is_empty() { Ok(all) } else { Err(format!("lost at {until}: {due_of:?}")) }
}

/// Asserts that every timer that was started and not stopped is reported once, at its exact tick, and none besides;
/// `until` is a tick up to which that must have happened. Returns how many were.
pub fn assert_exact(said: &[Said], until: u64) -> usize {
    let all = expired(said, until, |_, _, _| false).unwrap_or_else(|what| panic!("{what}"));
    for one in &all {
        assert_eq!(one.reported, one.due, "timer {}", one.timer);
    }
    all.len()
}
