//! What happens in a replay, in a few bytes an event: a large capture has many millions of timers.
//!
//! An event is a byte that says what happens to which timer of a connection, and up to three numbers: the connection
//! where it is another one than before, the ticks since the event before, and the interval where it is another one than
//! before for that kind of timer. An endpoint runs at most one timer of each kind, so connection, side and kind name
//! the timer that is stopped or expires.

use std::collections::HashMap;

use crate::tcp::{Kind, Owner, Side};

/// What happens to a timer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// START_TIMER, by the host.
    Start,
    /// STOP_TIMER, by the host.
    Stop,
    /// The timer is due, by the oracle.
    Expire,
}

const ACTIONS: [Action; 3] = [Action::Start, Action::Stop, Action::Expire];

/// A timer from its start on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Started {
    /// Its identity: the number of timers started before it.
    pub timer: u32,
    /// Whose it is.
    pub owner: Owner,
    /// The tick at which it is started.
    pub started: u64,
    /// The tick at which it is due: later than `started`.
    pub due: u64,
}

/// Something that happens at a tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    /// When.
    pub tick: u64,
    /// What.
    pub action: Action,
    /// The timer.
    pub timer: Started,
}

/// Flags of an event's byte, above two bits for the action and three for side and kind.
const OTHER_CONNECTION: u8 = 1 << 5;
const LATER: u8 = 1 << 6;
const OTHER_INTERVAL: u8 = 1 << 7;

/// What the numbers of the next event are relative to; the same when writing and reading.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Position {
    tick: u64,
    connection: u32,
    /// The last interval of each kind.
    intervals: [u64; 4],
}

/// Events in order; their ticks never decrease.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Log {
    bytes: Vec<u8>,
    position: Position,
}

impl Log {
    /// Adds an event at `tick`; `interval` counts for a start only.
    pub(super) fn push(&mut self, tick: u64, action: Action, owner: Owner, interval: u64) {
        let place = self.bytes.len();
        let side = owner.side as u8;
        self.bytes.push(action as u8 | side << 2 | (owner.kind as u8) << 3);
        let position = &mut self.position;
        if owner.connection != position.connection {
            position.connection = owner.connection;
            self.bytes[place] |= OTHER_CONNECTION;
            push_number(&mut self.bytes, owner.connection.into());
        }
        if tick != position.tick {
            self.bytes[place] |= LATER;
            push_number(&mut self.bytes, tick - position.tick);
            position.tick = tick;
        }
        let known = &mut position.intervals[owner.kind.index()];
        if action == Action::Start && interval != *known {
            *known = interval;
            self.bytes[place] |= OTHER_INTERVAL;
            push_number(&mut self.bytes, interval);
        }
    }
}

/// Seven bits a byte, the lowest first; the eighth says that more follow.
fn push_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// How far a log has been read. Memory: the timers that are running.
#[derive(Debug, Clone, Default)]
pub struct Reader {
    place: usize,
    position: Position,
    started: u32,
    /// The timers that run, by connection and the three bits of side and kind.
    running: HashMap<(u32, u8), Started>,
}

impl Reader {
    /// The next event.
    pub(super) fn next(&mut self, log: &Log) -> Option<Event> {
        let byte = self.byte(log)?;
        let kind = Kind::ALL[usize::from(byte >> 3 & 3)];
        if byte & OTHER_CONNECTION != 0 {
            self.position.connection = self.number(log)? as u32;
        }
        if byte & LATER != 0 {
            self.position.tick += self.number(log)?;
        }
        if byte & OTHER_INTERVAL != 0 {
            self.position.intervals[kind.index()] = self.number(log)?;
        }
        let Position { tick, connection, .. } = self.position;
        let action = *ACTIONS.get(usize::from(byte & 3))?;
        let place = (connection, byte >> 2 & 7);
        let timer = if action == Action::Start {
            let side = if byte & 4 == 0 { Side::First } else { Side::Second };
            let timer = Started {
                timer: self.started,
                owner: Owner { connection, side, kind },
                started: tick,
                due: tick + self.position.intervals[kind.index()],
            };
            self.started += 1;
            self.running.insert(place, timer);
            timer
        } else {
            self.running.remove(&place)?
        };
        Some(Event { tick, action, timer })
    }

    /// The timers that are running after the events so far, in the order of their starts.
    pub fn running(&self) -> Vec<Started> {
        let mut running: Vec<_> = self.running.values().copied().collect();
        running.sort_unstable_by_key(|timer| timer.timer);
        running
    }

    fn byte(&mut self, log: &Log) -> Option<u8> {
        let byte = *log.bytes.get(self.place)?;
        self.place += 1;
        Some(byte)
    }

    fn number(&mut self, log: &Log) -> Option<u64> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = self.byte(log)?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Some(number);
            }
            shift += 7;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owner(connection: u32, side: Side, kind: Kind) -> Owner {
        Owner { connection, side, kind }
    }

    #[test]
    fn log_of_every_kind_and_number_reads_back() {
        let mut log = Log::default();
        let numbers = [0, 1, 127, 128, 1 << 14, (1 << 32) - 1, 1 << 40];
        let mut expected = Vec::new();
        let (mut tick, mut timer) = (0, 0);
        for number in numbers {
            for kind in Kind::ALL {
                for side in [Side::First, Side::Second] {
                    let owner = owner((number & 0xFFFF_FFFF) as u32, side, kind);
                    let interval = number + kind.index() as u64;
                    tick += number;
                    let started = Started { timer, owner, started: tick, due: tick + interval };
                    timer += 1;
                    let end = if timer.is_multiple_of(2) {
                        (Action::Stop, tick + number)
                    } else {
                        (Action::Expire, tick + interval)
                    };
                    for (action, at) in [(Action::Start, tick), end] {
                        log.push(at, action, owner, interval);
                        expected.push(Event { tick: at, action, timer: started });
                        tick = at;
                    }
                }
            }
        }
        let mut reader = Reader::default();
        let read: Vec<_> = std::iter::from_fn(|| reader.next(&log)).collect();
        assert_eq!(read, expected);
        assert!(reader.running().is_empty());
    }

    #[test]
    fn log_of_timers_restarted_by_each_packet_takes_few_bytes() {
        let mut log = Log::default();
        let owner = owner(7, Side::First, Kind::KeepAlive);
        log.push(0, Action::Start, owner, 7_200_000_000);
        for packet in 1..1000 {
            log.push(packet * 500, Action::Stop, owner, 0);
            log.push(packet * 500, Action::Start, owner, 7_200_000_000);
        }
        assert!(log.bytes.len() < 4100, "{} bytes", log.bytes.len());
        let mut reader = Reader::default();
        assert_eq!(std::iter::from_fn(|| reader.next(&log)).count(), 1999);
        let running = reader.running();
        assert_eq!((running.len(), running[0].timer), (1, 999));
    }
}
