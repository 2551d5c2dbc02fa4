//! RISC-V's timer on memory in place of its registers, with another thread in place of the machine.
#![allow(unsafe_code, reason = "the driver's constructor is")]

mod common;

use std::num::NonZeroU32;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;
use std::time::Duration;

use carillon_driver::device::{AlarmClock, Clock, MachineTimer, Prescaled, Register64};
use common::fake_clock::NANOSECONDS;
use common::fake_device::FakeDevice;
use common::fake_mtime::FakeMtime;

#[test]
fn now_while_the_low_half_wraps_is_never_torn() {
    let fake = FakeMtime::at(0);
    let (registers, done) = (fake.registers, AtomicBool::new(false));
    thread::scope(|scope| {
        // Every second step wraps the low half.
        scope.spawn(|| {
            while !done.load(SeqCst) {
                registers.mtime.fetch_add(0x8000_0001, SeqCst);
            }
        });
        for _ in 0..200_000 {
            let before = registers.mtime.load(SeqCst);
            let now = fake.now();
            let after = registers.mtime.load(SeqCst);
            if !(before..=after).contains(&now) {
                done.store(true, SeqCst);
                panic!("{now:#x} is not from {before:#x} to {after:#x}");
            }
        }
        done.store(true, SeqCst);
    });
}

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
fn set_alarm_never_holds_less_than_the_old_and_the_new_tick() {
    let mut fake = FakeMtime::at(0);
    // The high half goes up while the low one goes down, and back.
    let ticks = [0x1_0000_0009, 0x2_0000_0001];
    fake.set_alarm(ticks[0]).unwrap();
    let (registers, done) = (fake.registers, AtomicBool::new(false));
    let lowest = thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            let mut lowest = u64::MAX;
            while !done.load(SeqCst) {
                lowest = lowest.min(registers.mtimecmp.load(SeqCst));
            }
            lowest
        });
        for round in 1..200_000 {
            let tick = ticks[round % 2];
            fake.set_alarm(tick).unwrap();
            assert_eq!(registers.mtimecmp.load(SeqCst), tick);
        }
        done.store(true, SeqCst);
        watcher.join().unwrap()
    });
    assert!(lowest >= ticks[0], "{lowest:#x} would interrupt early");
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
    assert_eq!(
        NANOSECONDS.prescaled(prescale).unwrap().prescaled(endless),
        None
    );
}
