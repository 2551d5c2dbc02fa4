//! An example; all else is proved: testbench/formal/coalescing.sv.

use super::*;
use crate::circuit::clocked::Clocked;

/// With `count` 3 and `age` 40: two events wait for the third, or for 40 ticks, or until the FIFO is full.
#[test]
fn coalescing_announces_two_clocks_after_enough_events_or_ticks_and_one_after_a_full_fifo() {
    for (third, full, ticks, announced) in
        [(Some(10), None, false, 12), (None, Some(10), false, 11), (None, None, true, 42), (None, None, false, 100)]
    {
        let mut part = Coalescing::new(true);
        part.connect_all();
        part.clear.next = true;
        part.tick();
        part.clear.next = false;
        part.data.next = (40 << 8 | 3).into();
        part.write.next = true;
        Clocked::tick(&mut part);
        part.write.next = false;
        Clocked::tick(&mut part);
        assert_eq!(part.settings.val(), 40 << 8 | 3_u64);
        for clock in 0..100 {
            let since = |at: Option<u64>| at.is_some_and(|at| clock >= at);
            part.event_valid.next = true;
            part.event_level.next = if since(third) { 3 } else { 2 }.into();
            part.fifo_full.next = since(full);
            part.tick.next = ticks;
            part.settle();
            assert_eq!(part.announced.val(), clock >= announced, "clock {clock}, {third:?} {full:?} {ticks}");
            Clocked::tick(&mut part);
        }
        part.event_valid.next = false;
        part.settle();
        assert!(!part.announced.val());
    }
}
