//! Several wheels.

use super::taken_slot;
use crate::figure::Figure;
use crate::recorder::{decimal, level, word};
use crate::stage::Stage;
use crate::wishbone::rows;
use carillon_regmap::counter_chip::{field, offset};

/// Wheel 1 steps in the tick in which wheel 0 comes to slot 0; its event is held.
pub fn held_cascade() -> Figure {
    let mut stage = Stage::wishbone(8, &[10, 6]);
    stage.write(offset::WHEEL_MODE + 4, field::wheel_mode::HOLD.mask());
    stage.enable();
    stage.arm(1, 1, 0);
    stage.arm(0, 0, 1);
    while !stage.clock(|chip| chip.irq.val()) {}
    let mut rows = rows();
    rows.extend([
        word("now", "core.tick_counts.now_low.q", decimal),
        word("CURSOR_LO", "core.tick_counts.finished_low.q", decimal),
        level("slot found", "core.cursor.commit"),
        level("EVENT.valid", "core.event_fifo.valid"),
        word("FIFO: wheel in", "core.event_fifo.filling_wheel.q", decimal).while_high("core.event_fifo.filling.q"),
        taken_slot(),
        level("irq", "irq"),
    ]);
    stage.record(rows);
    stage.clocks(1);
    let event = stage.read(offset::EVENT);
    stage.acknowledge(field::event::SEQUENCE.get(event));
    while !stage.clock(|chip| chip.irq.val()) {}
    stage.clocks(2);
    Figure {
        name: "held-cascade",
        title: "Wheel 0 has 10 slots, wheel 1 HOLD. Slot 1 of wheel 1 and slot 0 of wheel 0 come up in tick 10",
        stretch: 1,
        lines: stage.lines(),
    }
}
