//! Registers of one word as types: the head of the FIFO, and the chip's state.

use carillon_regmap::counter_chip::field::{event, status};

/// The head of the event FIFO (register `EVENT`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Event {
    /// Whether there is an event. If not, only `attention` is meaningful.
    pub valid: bool,
    /// Whether at least one more event follows.
    pub more: bool,
    /// Whether an `ARM` after the visit raised the event.
    pub late: bool,
    /// Whether an enabled interrupt other than the events' is pending (see
    /// [`CounterChip::interrupts`](super::CounterChip::interrupts)).
    pub attention: bool,
    /// The wheel, 0 to 7.
    pub wheel: u32,
    /// The slot that was busy.
    pub slot: u32,
    /// The sequence number that [`CounterChip::acknowledge`](super::CounterChip::acknowledge) needs to pop this event,
    /// 0 to 15.
    pub sequence: u32,
}

impl Event {
    /// The event in a word of `EVENT`.
    pub const fn from_word(word: u32) -> Self {
        Self {
            valid: event::VALID.is_set(word),
            more: event::MORE.is_set(word),
            late: event::LATE.is_set(word),
            attention: event::ATTENTION.is_set(word),
            wheel: event::WHEEL.get(word),
            slot: event::SLOT.get(word),
            sequence: event::SEQUENCE.get(word),
        }
    }
}

/// The chip's state (register `STATUS`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Status {
    /// The chip's memory is clear; it can be armed and started.
    pub ready: bool,
    /// The chip has been started since the last reset; sizes and prescale are locked.
    pub running: bool,
    /// The event FIFO is not empty.
    pub event_pending: bool,
    /// The event FIFO is full and the cursor waits.
    pub fifo_full: bool,
    /// The cursor is behind now.
    pub behind: bool,
}

impl Status {
    /// The state in a word of `STATUS`.
    pub const fn from_word(word: u32) -> Self {
        Self {
            ready: status::READY.is_set(word),
            running: status::RUNNING.is_set(word),
            event_pending: status::EVENT_PENDING.is_set(word),
            fifo_full: status::FIFO_FULL.is_set(word),
            behind: status::BEHIND.is_set(word),
        }
    }
}
