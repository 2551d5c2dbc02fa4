//! What can be seen of the chip at one moment.

use carillon_regmap::counter_chip::{field, offset};

/// Clocks within which a posted write takes effect; a tick takes a clock at least.
pub(super) const POSTED: u64 = 16;

/// Slots that the cursor passes in a clock at most: a word.
const WORD: u64 = 16;

/// What the host would read from the register at a byte offset in this very clock.
pub trait Glimpse {
    /// The register's word; `None` where the build has no such register.
    fn glimpse(&self, offset: u32) -> Option<u32>;
}

/// An event as the registers show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Event {
    pub late: bool,
    pub wheel: u32,
    pub slot: u32,
    pub tick: u64,
}

/// What the host can know in the clock in which a transfer is decided.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    pub now: u64,
    pub cursor: u64,
    pub event: Option<Event>,
    pub sequence: u32,
    pub overflow: bool,
}

impl Moment {
    pub fn of(chip: &dyn Glimpse) -> Self {
        let read = |offset| chip.glimpse(offset).expect("every build has it");
        let wide = |low, high| u64::from(read(high)) << 32 | u64::from(read(low));
        let word = read(offset::EVENT);
        let tick = read(offset::EVENT_TICK);
        let now = wide(offset::NOW_LO, offset::NOW_HI);
        Self {
            now,
            cursor: wide(offset::CURSOR_LO, offset::CURSOR_HI),
            event: field::event::VALID.is_set(word).then(|| Event {
                late: field::event::LATE.is_set(word),
                wheel: field::event::WHEEL.get(word),
                slot: field::event::SLOT.get(word),
                // The whole tick is the last one before now that ends like this, if there is any.
                tick: now.checked_sub((now as u32).wrapping_sub(tick).into()).unwrap_or(tick.into()),
            }),
            sequence: field::event::SEQUENCE.get(word),
            overflow: field::intr_state::LATE_OVERFLOW.is_set(read(offset::INTR_STATE)),
        }
    }

    /// The tick that the cursor may have come to when a write of now takes effect.
    pub fn furthest(&self) -> u64 {
        self.after(POSTED)
    }

    /// The latest tick at which the cursor may be `clocks` clocks from now.
    pub fn after(&self, clocks: u64) -> u64 {
        (self.now + clocks).min(self.cursor + clocks * WORD)
    }
}
