//! Timers in their owners on the chip: its alarm follows the wheel's next expiry. Whoever starts or stops a timer sets
//! it again, as the interrupt does.
#![cfg(feature = "pinned")]

mod common;

use carillon_driver::bus::RegisterBus;
use carillon_driver::counter_chip::{CounterChip, CounterChipError, Wheel};
use carillon_driver::queue::pinned::{PinnedExpired, PinnedSector, PinnedSlots, PinnedTimer, PinnedWheel};
use common::started;

/// Before a timer is started, and in the interrupt: the wheel comes to the chip's now.
fn follow<T, S: PinnedSlots<T>, B: RegisterBus>(
    wheel: &PinnedWheel<T, S>,
    chip: &mut CounterChip<B>,
) -> Result<u64, CounterChipError<B::Error>> {
    let now = chip.now()?;
    wheel.advance(now);
    Ok(now)
}

/// After a timer was started or stopped, and at the end of the interrupt.
fn arm<T, S: PinnedSlots<T>, B: RegisterBus>(
    wheel: &PinnedWheel<T, S>,
    chip: &mut CounterChip<B>,
) -> Result<(), CounterChipError<B::Error>> {
    chip.set_alarm(wheel.next_expiry().unwrap_or(u64::MAX))
}

#[test]
fn pinned_wheel_by_the_alarm_every_timer_comes_at_its_tick_with_one_interrupt_a_tick() {
    let mut chip = started::running(&[Wheel::of(64)]);
    let wheel = PinnedWheel::new([const { PinnedSector::VACANT }; 2]).expect("slots");
    let mut owners: Vec<_> = (0..40).map(|_| Box::pin(PinnedTimer::new(&wheel))).collect();
    let mut random: u64 = 1;
    let mut expected = Vec::new();
    for round in 0..200_u64 {
        // Owners come and go, and start their timers between two interrupts.
        chip.bus_mut().pass(random >> 61);
        let now = follow(&wheel, &mut chip).expect("no faults");
        for (number, owner) in owners.iter_mut().enumerate() {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            if random >> 61 == 0 {
                *owner = Box::pin(PinnedTimer::new(&wheel));
                expected.retain(|&(_, other)| other != number);
                let interval = 1 + (random >> 40) % (1 << (round % 12));
                let timer = owner.as_mut();
                timer.start(interval, number).expect("never full");
                expected.push((now + interval, number));
            }
        }
        arm(&wheel, &mut chip).expect("no faults");
        expected.sort_unstable();
        // Until half of them have run out.
        let left = expected.len() / 2;
        while expected.len() > left {
            let tick = expected[0].0;
            let before = chip.now().expect("no faults");
            if tick > before {
                chip.bus_mut().pass(tick - 1 - before);
                assert_eq!(chip.alarm_rings(), Ok(false));
                chip.bus_mut().pass(1);
            }
            assert!(chip.bus_mut().irq() && chip.alarm_rings() == Ok(true));
            let now = follow(&wheel, &mut chip).expect("no faults");
            let mut found = Vec::new();
            while let Some(PinnedExpired { item, due }) = wheel.next_expired() {
                found.push((due, item));
            }
            found.sort_unstable();
            let due = expected.iter().take_while(|timer| timer.0 <= now).count();
            assert_eq!(found, expected.drain(..due).collect::<Vec<_>>());
            assert!(now == tick || tick <= before, "at its tick, unless the host came later");
            arm(&wheel, &mut chip).expect("no faults");
            assert_eq!(chip.alarm_rings(), Ok(false));
        }
    }
    drop(owners);
    assert_eq!(wheel.next_expiry(), None);
}
