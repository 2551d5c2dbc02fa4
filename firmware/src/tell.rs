//! Messages to whoever simulates the SoC: a word that says what it is, and the words that belong to it.
//! soc/src/message.rs is the other side.

use crate::mmio::tell;

/// What a message is.
#[repr(u32)]
#[derive(Clone, Copy)]
pub enum Kind {
    /// A timer was started: its number, and the tick at which it is due.
    Started = 0x5354_0001,
    /// A timer has run out: its number, the tick at which it was due, and the tick of the chip's visit.
    Expired = 0x5354_0002,
    /// The program has come to a point that it was to come to: which.
    Reached = 0x5354_0003,
    /// The answer to what the simulator asked.
    Answer = 0x5354_0004,
    /// A tick, read just now.
    Now = 0x5354_0005,
    /// A timer was stopped: its number.
    Stopped = 0x5354_0006,
}

fn wide(value: u64) {
    let [a, b, c, d, e, f, g, h] = value.to_le_bytes();
    tell(u32::from_le_bytes([a, b, c, d]));
    tell(u32::from_le_bytes([e, f, g, h]));
}

/// [`Kind::Started`].
pub fn started(timer: u32, due: u64) {
    tell(Kind::Started as u32);
    tell(timer);
    wide(due);
}

/// [`Kind::Expired`].
pub fn expired(timer: u32, due: u64, visited: u64) {
    tell(Kind::Expired as u32);
    tell(timer);
    wide(due);
    wide(visited);
}

/// [`Kind::Stopped`]. A restart is this, and [`started`] again.
pub fn stopped(timer: u32) {
    tell(Kind::Stopped as u32);
    tell(timer);
}

/// [`Kind::Reached`].
pub fn reached(point: u32) {
    tell(Kind::Reached as u32);
    tell(point);
}

/// [`Kind::Answer`].
pub fn answer(value: u32) {
    tell(Kind::Answer as u32);
    tell(value);
}

/// [`Kind::Now`].
pub fn now(tick: u64) {
    tell(Kind::Now as u32);
    wide(tick);
}
