//! An example; all else is proved: testbench/formal/alarm.sv.

use super::*;
use crate::circuit::clocked::Clocked;

#[test]
fn alarm_where_now_carries_is_reached_three_clocks_after_its_tick() {
    const TICK: u64 = 7 << 32;
    let mut alarm = Alarm::new(true);
    alarm.connect_all();
    alarm.clear.next = true;
    alarm.tick();
    alarm.clear.next = false;
    // As `ALARM_LO` says: a clear has set the high half to all ones, so the low half is next.
    alarm.write_low.next = true;
    alarm.tick();
    alarm.write_low.next = false;
    alarm.data.next = (TICK >> 32).into();
    alarm.write_high.next = true;
    alarm.tick();
    alarm.write_high.next = false;
    assert_eq!((alarm.alarm_low.val(), alarm.alarm_high.val()), (0.into(), 7.into()));
    for clock in 0..9 {
        let now = TICK - 3 + clock;
        alarm.now_low.next = (now & 0xffff_ffff).into();
        alarm.now_high.next = (now >> 32).into();
        assert_eq!(alarm.reached.val(), clock >= 6, "now is the alarm in clock 3");
        alarm.tick();
    }
}
