//! What a build may leave out.

use crate::figure::Figure;
use crate::recorder::{decimal, level, word};
use crate::stage::Stage;
use crate::wishbone::{register, rows};
use carillon_regmap::counter_chip::{field, offset};

/// Now reaches the alarm; the host moves it.
pub fn alarm() -> Figure {
    let mut stage = Stage::wishbone(3, &[1024]);
    stage.write(offset::INTR_ENABLE, field::intr_enable::ALARM.mask());
    stage.write(offset::ALARM_HI, 0);
    stage.write(offset::ALARM_LO, 30);
    stage.enable();
    while stage.read(offset::NOW_LO) < 28 {}
    let mut shown = rows();
    shown.extend([
        word("now", "core.tick_counts.now_low.q", decimal),
        level("alarm reached", "core.host.alarm.reached"),
        level("irq", "irq"),
    ]);
    stage.record(shown);
    while !stage.clock(|chip| chip.irq.val()) {}
    stage.write(offset::ALARM_HI, u32::MAX);
    stage.write(offset::ALARM_LO, 60);
    stage.write(offset::ALARM_HI, 0);
    stage.write(offset::INTR_STATE, field::intr_state::ALARM.mask());
    stage.clocks(2);
    Figure {
        name: "alarm",
        title: "The alarm at tick 30 rings and is moved to tick 60; a tick is 3 clocks",
        stretch: 1,
        lines: stage.lines(),
    }
}

/// Two events make one interrupt.
pub fn coalescing() -> Figure {
    let mut stage = Stage::wishbone(6, &[1024]);
    let settings = field::intr_coalesce::COUNT.put(2) | field::intr_coalesce::AGE.put(100);
    stage.write(offset::INTR_COALESCE, settings);
    stage.enable();
    stage.arm(0, 4, 0);
    stage.arm(0, 6, 0);
    while stage.read(offset::NOW_LO) < 3 {}
    stage.record(vec![
        word("now", "core.tick_counts.now_low.q", decimal),
        level("slot found", "core.cursor.commit"),
        level("EVENT.valid", "core.event_fifo.valid"),
        level("EVENT.more", "core.event_fifo.more"),
        level("INTR_STATE.event", "core.host.coalescing.announced"),
        level("irq", "irq"),
    ]);
    while !stage.clock(|chip| chip.irq.val()) {}
    stage.clocks(2);
    Figure {
        name: "coalescing",
        title: "INTR_COALESCE.count is 2, slots 4 and 6 are busy; a tick is 6 clocks",
        stretch: 1,
        lines: stage.lines(),
    }
}

/// How far the next busy slot is.
pub fn next() -> Figure {
    let mut stage = Stage::wishbone(1000, &[1024]);
    stage.enable();
    stage.record(vec![
        level("wb_stb", "wb_stb"),
        level("wb_we", "wb_we"),
        word("wb_adr", "wb_adr", register).while_high("wb_stb"),
        level("wb_ack", "wb_ack"),
        word("NEXT.distance", "wb_dat_r", distance).while_high("wb_ack"),
        level("bit written", "core.arming.write_enable"),
    ]);
    stage.clocks(1);
    stage.arm(0, 300, 0);
    let next = stage.read(offset::NEXT);
    assert!(field::next::VALID.is_set(next), "the arm counts");
    stage.clocks(1);
    Figure {
        name: "next",
        title: "NEXT[0] directly after slot 300 was armed; the next visit is slot 1",
        stretch: 1,
        lines: stage.lines(),
    }
}

/// A word that was read from `NEXT`; that of a write is none.
fn distance(word: u64) -> String {
    let word = word as u32;
    match field::next::VALID.is_set(word) {
        true => field::next::DISTANCE.get(word).to_string(),
        false => "-".to_owned(),
    }
}
