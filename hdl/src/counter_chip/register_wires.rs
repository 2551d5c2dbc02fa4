//! The wires of the counter chip's register file.

use crate::shared::register_file::RegisterFile;
use crate::shared::register_file::wires::wires;
use carillon_regmap::counter_chip::offset;
use rust_hdl::prelude::*;

/// The counter chip's register file.
pub(crate) type CounterRegisters = RegisterFile<Written, Selected, Asked>;

wires! {
    /// High for one clock: the register is written.
    Written;
    CTRL: CTRL;
    PRESCALE: PRESCALE;
    ARM: ARM;
    DISARM: DISARM;
    EVENT_ACK: EVENT_ACK;
    INTR_STATE: INTR_STATE;
    INTR_ENABLE: INTR_ENABLE;
    INTR_TEST: INTR_TEST;
    INTR_COALESCE: INTR_COALESCE;
    ERROR: ERROR;
    ALARM_LO: ALARM_LO;
    ALARM_HI: ALARM_HI;
    WHEEL_SIZE: WHEEL_SIZE;
    WHEEL_MODE: WHEEL_MODE;
}

wires! {
    /// The word of the register is to be shown: of those that show what a part does, or whose write needs one shown.
    Selected;
    STATUS: STATUS;
    TIME: NOW_LO NOW_HI CURSOR_LO CURSOR_HI;
    EVENT: EVENT;
    EVENT_TICK: EVENT_TICK;
    EVENT_ACK: EVENT_ACK;
    INTR_STATE: INTR_STATE;
    ERROR: ERROR;
    NEXT: NEXT;
}

wires! {
    /// High for one clock: the word is asked for.
    Asked;
    TIME: NOW_LO NOW_HI CURSOR_LO CURSOR_HI;
    NEXT: NEXT;
}
