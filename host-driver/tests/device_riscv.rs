//! RISC-V's timer on memory in place of its registers.
#![allow(unsafe_code, reason = "the driver's constructor is")]

mod common;

use std::num::NonZeroU32;
use std::ptr::null_mut;
use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;

use carillon_driver::device::{AlarmClock, Clock, MachineTimer, Prescaled, Register64};
use common::fake_clock::NANOSECONDS;
use common::fake_device::FakeDevice;
use common::fake_mtime::FakeMtime;

#[test]
fn now_keeps_the_last_tick_when_mtime_steps_back() {
    for from in [0x1000, 0x1_0000_0005, u64::MAX / 2, u64::MAX - 0x1000] {
        let fake = FakeMtime::at(from);
        assert_eq!(fake.now(), from);
        for back in [1, 2, 0x1000, from] {
            fake.registers.mtime.store(from - back, SeqCst);
            assert_eq!(fake.now(), from, "{back} back");
        }
        fake.registers.mtime.store(from + 3, SeqCst);
        assert_eq!(fake.now(), from + 3);
    }
}

#[test]
fn alarm_rings_at_its_tick_and_for_one_that_has_gone_by() {
    for now in [0, 0xFFFF_FFFF, 0x1_0000_0000, 0xFFFF_FFFF_0000_0000] {
        let mut fake = FakeMtime::at(now);
        for (tick, rings) in [(now, true), (now + 1, false), (now.saturating_sub(1), true)] {
            fake.set_alarm(tick).unwrap();
            assert_eq!(fake.rings(), rings, "{now:#x}, {tick:#x}");
        }
        fake.set_alarm(now + 1).unwrap();
        fake.pass(1);
        assert!(fake.rings());
        fake.wait(now + 1).unwrap();
        fake.clear_alarm().unwrap();
        fake.pass(1 << 20);
        assert!(!fake.rings());
    }
}

#[test]
fn new_an_address_that_is_null_or_misaligned_is_refused() {
    let mut memory = [0_u32; 4];
    let good = memory.as_mut_ptr().cast::<Register64>();
    let odd = good.cast::<u8>().wrapping_add(2).cast::<Register64>();
    for (mtime, mtimecmp, is_good) in [
        (good, good, true),
        (null_mut(), good, false),
        (good, null_mut(), false),
        (odd, good, false),
        (good, odd, false),
    ] {
        // SAFETY: none of them is read or written.
        let timer = unsafe { MachineTimer::new(mtime, mtimecmp, NANOSECONDS) };
        assert_eq!(timer.is_some(), is_good);
    }
}

/// Of every tick, and of every place in it: the alarm rings when the tick begins, and no earlier.
#[test]
fn longer_ticks_begin_and_ring_at_their_first_clock() {
    let prescale = NonZeroU32::new(7).unwrap();
    for from in 1_000_000..1_000_014 {
        let mut clock = Prescaled::new(FakeMtime::at(from), prescale).unwrap();
        let mtime = &clock.clock().registers.mtime;
        assert_eq!(clock.now(), from / 7);
        let due = clock.after(Duration::from_nanos(20)).unwrap();
        assert!(due * 7 >= from + 20 && due * 7 < from + 20 + 1 + 7, "{due}");
        clock.set_alarm(due).unwrap();
        for clocks in from..=due * 7 {
            mtime.store(clocks, SeqCst);
            assert_eq!(clock.clock().rings(), clocks == due * 7);
            assert_eq!(clock.now() == due, clocks == due * 7);
        }
        clock.clear_alarm().unwrap();
        assert!(!clock.clock().rings());
    }
    let endless = NonZeroU32::MAX;
    assert_eq!(NANOSECONDS.prescaled(prescale).unwrap().prescaled(endless), None);
}
