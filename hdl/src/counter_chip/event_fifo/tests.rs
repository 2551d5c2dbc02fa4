//! An example; all else is proved: testbench/formal/event_fifo.sv.

use super::*;
use crate::circuit::clocked::Clocked;

/// Two places taken in clocks 3 and 4; the first event is popped in clock 9.
#[test]
fn event_fifo_shows_an_event_four_clocks_after_its_place_and_the_next_after_the_pop() {
    let mut fifo = EventFifo::new(2, true, false);
    fifo.connect_all();
    for clear in [true, false, false] {
        fifo.clear.next = clear;
        fifo.tick();
    }
    fifo.show_place.next = true;
    fifo.show_tick.next = true;
    for clock in 3..=16 {
        fifo.push_tick.next = (clock + 100).into();
        fifo.take.next = clock == 3;
        fifo.late.next = clock == 4;
        fifo.slot.next = (clock + 7).into();
        fifo.late_slot.next = (clock + 7).into();
        fifo.pop.next = clock == 9;
        fifo.settle();
        assert!(fifo.room.val(), "for four");
        // The clocks directly after a pop do not count.
        if !(10..13).contains(&clock) {
            assert_eq!(fifo.valid.val(), clock >= 7, "{clock}");
            assert_eq!(fifo.more.val(), (7..=9).contains(&clock), "{clock}");
        }
        if let Some(taken) = [(8, 3), (14, 4)].iter().rev().find_map(|&(since, at)| (clock >= since).then_some(at))
            && fifo.valid.val()
            && !(10..14).contains(&clock)
        {
            assert_eq!(fifo.head_slot.val(), taken + 7);
            // The tick comes with the second clock after the place.
            assert_eq!(fifo.head_tick.val(), taken + 102);
            assert_eq!(fifo.head_late.val(), taken == 4);
        }
        fifo.tick();
    }
}
