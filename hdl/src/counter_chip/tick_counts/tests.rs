//! An example; all else is proved, for all ticks: testbench/formal/tick_counts.sv.

use super::*;
use crate::circuit::clocked::Clocked;

/// 700 ticks, of which the cursor has passed 690: by sixteen, and one by one.
#[test]
fn tick_counts_words_of_now_and_of_the_cursor_come_within_16_clocks() {
    let mut part = TickCounts::new(true);
    part.connect_all();
    part.clear.next = true;
    part.tick();
    part.clear.next = false;
    for clock in 0..800 {
        part.tick.next = (50..750).contains(&clock);
        part.skipped.next = (100..800).contains(&clock) && clock % 20 == 0;
        part.walked.next = (100..750).contains(&clock) && clock % 5 == 1;
        Clocked::tick(&mut part);
    }
    part.skipped.next = false;
    part.walked.next = false;
    for (of_cursor, high, expected) in [(false, false, 700), (true, false, 690), (false, true, 0), (true, true, 0)] {
        part.of_cursor.next = of_cursor;
        part.high.next = high;
        part.ask.next = true;
        for clocks in 1.. {
            Clocked::tick(&mut part);
            part.ask.next = false;
            if part.answered.val() {
                break;
            }
            assert!(clocks < 16, "{of_cursor} {high}");
        }
        assert_eq!(part.word.val(), expected, "{of_cursor} {high}");
    }
}
