use super::ReferenceTimerChip;
use crate::timer_chip::{Contract, Event, Look};
use carillon_regmap::timer_chip::field::{ctrl, event, event_ack, intr_enable, start_mode, timer_word};
use carillon_regmap::timer_chip::{TimerBuild, WINDOW, offset};

const TIMERS: u32 = 12;

/// A chip with 16 slots and ticks of `prescale` clocks.
fn started(prescale: u32) -> ReferenceTimerChip {
    let build = TimerBuild { fifo_bits: 1, ..TimerBuild::minimal() };
    let mut chip = ReferenceTimerChip::new(&build).expect("the smallest build");
    for (offset, word) in [
        (offset::TIMERS, TIMERS),
        (offset::WHEEL_BITS, 4),
        (offset::PRESCALE, prescale),
        (offset::CTRL, ctrl::INITIALISE.mask()),
    ] {
        chip.write(offset, word).expect("a register");
    }
    chip.clock(500);
    chip.write(offset::INTR_ENABLE, intr_enable::EVENT.mask());
    chip.write(offset::CTRL, ctrl::ENABLE.mask());
    chip
}

/// A host that starts, stops and looks at random, and reads events when it likes.
fn host(seed: u64, prescale: u32, operations: u32) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut chip = started(prescale);
    let mut contract = Contract::new(TIMERS);
    let mut events = 0;
    for _ in 0..operations {
        let timer = random.u32(..TIMERS);
        let at = WINDOW + 4 * timer;
        match random.u32(..10) {
            0..=2 => {
                let interval = random.u64(1..60);
                chip.write(at, interval as u32);
                // The tick at which it was taken follows from what is left.
                let word = chip.read(at).expect("a word");
                let due = chip.rings.as_ref().expect("initialised").due(timer);
                assert!(timer_word::TICKS.get(word) <= interval as u32, "seed {seed}");
                contract.start(timer, interval, false, due - interval);
            }
            3 => {
                let tick = chip.now() + random.u64(1..60);
                chip.write(offset::START_MODE, start_mode::ABSOLUTE.mask());
                chip.write(at, tick as u32);
                // One that had passed when it was taken is due in the tick after.
                let due = chip.rings.as_ref().expect("initialised").due(timer);
                contract.start_at(timer, tick, due - 1);
            }
            4 => {
                chip.write(at, 0);
                contract.stop(timer, chip.now());
            }
            5 => {
                // The chip looks when it has taken the command; the tick may change before it answers.
                let word = chip.read(at).expect("a word");
                let look = Look {
                    runs: timer_word::RUNS.is_set(word),
                    generation: timer_word::GENERATION.get(word),
                    left: timer_word::TICKS.get(word).into(),
                };
                let then = chip.now();
                let ticks = then.saturating_sub(30)..=then;
                let fits = ticks.rev().any(|now| contract.look(timer, look, now).is_ok());
                assert!(fits, "seed {seed}: {look:?}");
            }
            _ => chip.clock(random.u64(..200)),
        }
        while random.bool() && chip.irq() {
            let word = chip.read(offset::EVENT).expect("a register");
            if !event::VALID.is_set(word) {
                break;
            }
            let low = chip.read(offset::EVENT_TICK).expect("a register");
            let found =
                Event { timer: event::TIMER.get(word), generation: event::GENERATION.get(word), tick: low.into() };
            contract.event(found, chip.now()).unwrap_or_else(|broken| panic!("seed {seed}: {broken}"));
            chip.write(offset::EVENT_ACK, event_ack::SEQUENCE.put(event::SEQUENCE.get(word)));
            events += 1;
        }
    }
    assert!(events > 50, "seed {seed}: {events} events");
    assert_eq!(chip.read(offset::ERROR), Some(0), "seed {seed}");
}

#[test]
fn reference_timer_chip_keeps_the_contract_under_a_random_host() {
    for seed in 0..40 {
        host(seed, [24, 64, 200][seed as usize % 3], 2_000);
    }
}

#[test]
fn reference_timer_chip_refuses_what_the_page_says() {
    use carillon_regmap::timer_chip::field::error;
    let mut chip = started(4);
    for (at, word, bit) in [
        (WINDOW + 4 * TIMERS, 5, error::TIMER_RANGE),
        (WINDOW, 1 << 23, error::INTERVAL_RANGE),
        (offset::EVENT_ACK, 0, error::ACK_EMPTY),
        (offset::PRESCALE, 5, error::LOCKED),
        (offset::CTRL, ctrl::INITIALISE.mask() | 1, error::LOCKED),
    ] {
        chip.write(at, word).expect("answered");
        assert_eq!(chip.read(offset::ERROR), Some(bit.mask()), "{at:#x}");
        chip.write(offset::ERROR, u32::MAX);
    }
    assert_eq!(chip.read(0x0fc), None);
    assert_eq!(chip.read(offset::ERROR), Some(error::ADDRESS.mask()));
    assert!(ReferenceTimerChip::new(&TimerBuild::full()).is_none());
}

#[test]
fn reference_timer_chip_makes_the_transfers_of_the_page() {
    let mut chip = started(64);
    let mut made = |word: Option<u32>| {
        let before = chip.accesses();
        match word {
            Some(word) => drop(chip.write(WINDOW, word)),
            None => drop(chip.read(WINDOW)),
        }
        chip.accesses() - before
    };
    assert_eq!(made(Some(100)), 7);
    assert_eq!(made(Some(100)), 9);
    assert_eq!(made(None), 2);
    assert_eq!(made(Some(0)), 6);
}
