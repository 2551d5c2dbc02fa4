//! The wires of the timer chip's register file.

use crate::shared::register_file::RegisterFile;
use crate::shared::register_file::wires::wires;
use carillon_regmap::timer_chip::offset;
use rust_hdl::prelude::*;

/// The timer chip's register file.
pub(crate) type TimerRegisters = RegisterFile<Written, Selected, Asked>;

wires! {
    /// High for one clock: the register is written.
    Written;
    CTRL: CTRL;
    PRESCALE: PRESCALE;
    TIMER: TIMER;
    TIMER_WORD: TIMER_WORD;
    EVENT_ACK: EVENT_ACK;
    INTR_STATE: INTR_STATE;
    INTR_ENABLE: INTR_ENABLE;
    INTR_TEST: INTR_TEST;
    INTR_COALESCE: INTR_COALESCE;
    ERROR: ERROR;
    START_MODE: START_MODE;
    TIMERS: TIMERS;
    WHEEL_BITS: WHEEL_BITS;
    MEMORY_BASE: MEMORY_BASE;
}

wires! {
    /// The word of the register is to be shown: of those that show what a part does.
    Selected;
    STATUS: STATUS;
    NOW_LO: NOW_LO;
    NOW_HI: NOW_HI;
    CURSOR_LO: CURSOR_LO;
    EVENT: EVENT;
    EVENT_TICK: EVENT_TICK;
    INTR_STATE: INTR_STATE;
    ERROR: ERROR;
    TIMER_WORD: TIMER_WORD;
    NEXT_EXPIRY: NEXT_EXPIRY;
}

wires! {
    /// High for one clock: the word is asked for.
    Asked;
    TIMER_WORD: TIMER_WORD;
    NEXT_EXPIRY: NEXT_EXPIRY;
}
