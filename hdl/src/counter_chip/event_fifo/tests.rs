use super::*;
use crate::circuit::clocked::Clocked;
use std::collections::VecDeque;

/// Every sequence of eight clocks with or without a place taken and a pop (as far as allowed: four clocks apart,
/// the head readable for two) on a FIFO of two: an event is at the head four clocks after it got its place, in
/// order, and none is lost.
#[test]
fn event_fifo_every_short_sequence_keeps_order_and_loses_nothing() {
    for script in 0..1u32 << 16 {
        let mut fifo = EventFifo::new(1, true, false);
        fifo.connect_all();
        for clear in [true, false, false] {
            fifo.clear.next = clear;
            fifo.tick();
        }
        let mut stored: VecDeque<(u32, u32)> = VecDeque::new();
        let mut popped = 0;
        let (mut asked, mut shown) = ((false, false), None);
        for clock in 3..18u32 {
            let bits = if clock < 11 { script >> (2 * (clock - 3)) } else { 2 };
            fifo.push_tick.next = u64::from(clock + 100).into();
            fifo.take.next = false;
            fifo.late.next = false;
            fifo.pop.next = false;
            fifo.clock.next = Clock { clk: false };
            fifo.settle();
            assert_eq!(fifo.room.val(), stored.len() < 2, "script {script:#x}, clock {clock}");
            let settled = clock >= popped + 4;
            let readable = stored.front().filter(|&&(_, since)| clock >= since + 4 && settled);
            if settled {
                let told = format!("script {script:#x}, clock {clock}");
                assert_eq!(fifo.valid.val(), readable.is_some(), "{told}");
                let more = stored.get(1).is_some_and(|&(_, since)| clock >= since + 2);
                assert_eq!(fifo.more.val(), readable.is_some() && more, "{told}");
            }
            // What was asked for a clock ago: the head, or the event popped in that clock or in the one before.
            let (shows_place, shows_tick) = asked;
            if let Some((number, since)) = shown {
                let place = u64::from(number + 7);
                let tick = u64::from(since + 102);
                assert_eq!(fifo.head_slot.val(), if shows_place { place } else { 0 });
                assert_eq!(fifo.head_tick.val(), if shows_tick { tick } else { 0 });
                assert_eq!(fifo.head_late.val(), shows_place && number % 2 == 0);
            }
            shown = readable.copied().or(shown.filter(|_| clock <= popped + 1));
            asked = (clock % 3 != 0, clock % 5 != 0);
            fifo.show_place.next = asked.0;
            fifo.show_tick.next = asked.1;
            let late = clock % 2 == 0;
            let takes = bits & 1 != 0 && stored.len() < 2;
            let pops = bits & 2 != 0 && readable.is_some();
            fifo.take.next = takes && !late;
            fifo.late.next = takes && late;
            fifo.pop.next = pops;
            fifo.slot.next = u64::from(clock + 7).into();
            fifo.late_slot.next = u64::from(clock + 7).into();
            if pops {
                popped = clock;
                stored.pop_front();
            }
            if takes {
                stored.push_back((clock, clock));
            }
            fifo.tick();
        }
    }
}
