//! From a busy slot to its acknowledgement.

use super::taken_slot;
use crate::figure::Figure;
use crate::recorder::{Row, decimal, level, word};
use crate::stage::Stage;
use crate::wishbone::rows;
use carillon_regmap::counter_chip::offset;

/// What the chip does inside, and the line. The lowest byte of now is enough for these scenes.
fn inside() -> Vec<Row> {
    vec![
        word("now", "core.tick_counts.now_low.q", decimal),
        word("cursor", "core.tick_counts.cursor_tick", decimal),
        level("slot found", "core.cursor.commit"),
        level("EVENT.valid", "core.event_fifo.valid"),
        level("irq", "irq"),
    ]
}

fn both(mut first: Vec<Row>, second: Vec<Row>) -> Vec<Row> {
    first.extend(second);
    first
}

/// Now comes to a busy slot.
pub fn event() -> Figure {
    let mut stage = Stage::wishbone(6, &[1024]);
    stage.enable();
    stage.arm(0, 4, 0);
    while stage.read(offset::NOW_LO) < 2 {}
    stage.record(inside());
    while !stage.clock(|chip| chip.irq.val()) {}
    stage.clocks(2);
    Figure { name: "event", title: "Slot 4 is busy; a tick is 6 clocks", stretch: 1, lines: stage.lines() }
}

/// The host serves an event.
pub fn service() -> Figure {
    let mut stage = Stage::wishbone(40, &[1024]);
    stage.enable();
    stage.arm(0, 1, 0);
    while !stage.clock(|chip| chip.irq.val()) {}
    stage.record(both(rows(), vec![level("EVENT.valid", "core.event_fifo.valid"), level("irq", "irq")]));
    stage.clocks(1);
    let event = stage.read(offset::EVENT);
    stage.read(offset::EVENT_TICK);
    stage.acknowledge(carillon_regmap::counter_chip::field::event::SEQUENCE.get(event));
    stage.clocks(2);
    Figure {
        name: "service",
        title: "The host serves an event: two reads, one write",
        stretch: 2,
        lines: stage.lines(),
    }
}

/// An arm that comes after its visit.
pub fn late() -> Figure {
    let mut stage = Stage::wishbone(16, &[1024]);
    stage.enable();
    while stage.read(offset::CURSOR_LO) < 3 {}
    stage.record(both(
        rows(),
        vec![
            word("cursor", "core.tick_counts.cursor_tick", decimal),
            level("bit written", "core.arming.write_enable"),
            level("EVENT.valid", "core.event_fifo.valid"),
            taken_slot(),
            level("irq", "irq"),
        ],
    ));
    stage.clocks(1);
    stage.arm(0, 2, 0);
    while !stage.clock(|chip| chip.irq.val()) {}
    stage.clocks(1);
    Figure {
        name: "late-arm",
        title: "Slot 2 is armed for lap 0 when the cursor has passed it",
        stretch: 1,
        lines: stage.lines(),
    }
}

/// The FIFO, two deep, is full; the host makes room.
pub fn catching_up() -> Figure {
    let mut stage = Stage::wishbone(1, &[1024]);
    stage.enable();
    for slot in [60, 61, 63] {
        stage.arm(0, slot, 0);
    }
    while stage.read(offset::NOW_LO) < 200 {}
    let event = stage.read(offset::EVENT);
    stage.record(both(
        rows(),
        vec![
            word("now", "core.tick_counts.now_low.q", decimal),
            word("cursor", "core.tick_counts.cursor_tick", decimal),
            level("slot found", "core.cursor.commit"),
            level("STATUS.fifo_full", "core.host.fifo_full"),
            taken_slot(),
        ],
    ));
    stage.clocks(1);
    stage.acknowledge(carillon_regmap::counter_chip::field::event::SEQUENCE.get(event));
    stage.clocks(22);
    Figure {
        name: "catching-up",
        title: "The FIFO is full and the cursor waits; the host makes room, and the cursor follows. A tick is 1 clock",
        stretch: 1,
        lines: stage.lines(),
    }
}
