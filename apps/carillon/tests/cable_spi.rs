//! The driver's bus over SPI, bit by bit on the Verilated chip's pins, with good wires and bad ones, and with its
//! interrupt.

use carillon_driver::bus::RegisterBus;
use carillon_driver::bus::spi::{SpiBus, SpiError};
use carillon_driver::facility::{CounterChipFacility, TimerFacility};
use carillon_driver::queue::{HashedWheel, Timers};
use carillon_program::cable::{Fault, Noise, NoisyDevice};
use carillon_regmap::counter_chip::{ID_VALUE, field, offset};
use carillon_sim::SpiChip;
use fastrand::Rng;

type Noisy = SpiBus<NoisyDevice<SpiChip>>;

/// A chip that has cleared its memory, at the end of wires that are good as yet.
fn chip() -> Noisy {
    let mut spi = SpiChip::new().unwrap();
    spi.clock(1 << 13);
    SpiBus::new(NoisyDevice::new(spi, Noise::none(), Noise::none()))
}

/// Lets the wires change bytes from now on.
fn spoil(bus: &mut Noisy, there: Noise, back: Noise) {
    let (old_there, old_back) = bus.device_mut().noises();
    (*old_there, *old_back) = (there, back);
}

/// What a register really holds.
fn truth(bus: &mut Noisy, at: u32) -> u32 {
    SpiBus::new(bus.device_mut().device_mut()).read(at).unwrap()
}

#[test]
fn spi_bus_on_good_wires_every_kind_of_register() {
    let mut bus = chip();
    assert_eq!(bus.read(offset::ID), Ok(ID_VALUE));
    assert_eq!(bus.read(offset::PARAMS), Ok(SpiChip::BUILD.params()));
    bus.write(offset::SCRATCH, 0x1234_5678).unwrap();
    assert_eq!(bus.read(offset::SCRATCH), Ok(0x1234_5678));
    let missing = offset::INTR_COALESCE;
    assert_eq!(bus.read(missing), Err(SpiError::Refused { offset: missing }));
    assert_eq!(bus.write(missing, 1), Err(SpiError::Refused { offset: missing }));
    assert_eq!(bus.read(6), Err(SpiError::NoWord { offset: 6 }));
    assert_eq!(bus.repairs(), Default::default());
}

#[test]
fn spi_bus_too_fast_for_the_chip_is_an_error_or_right() {
    for half_period in [1, 2, 3] {
        let mut bus = chip();
        bus.write(offset::SCRATCH, 0x1234_5678).unwrap();
        bus.device_mut().device_mut().set_half_period(half_period);
        for _ in 0..20 {
            let read = bus.read(offset::SCRATCH);
            assert!(read.is_err() || read == Ok(0x1234_5678), "{half_period} clocks: {read:x?}");
        }
    }
}

/// A changed byte in each place of a frame, there and back: the frame is sent again, and that does nothing twice.
#[test]
fn spi_bus_single_changed_byte_anywhere_is_put_right() {
    let seed = 0x5B1;
    println!("seed {seed}");
    let mut random = Rng::with_seed(seed);
    let mut bus = chip();
    bus.write(offset::WHEEL_SIZE, 2).unwrap();
    bus.write(offset::CTRL, 1).unwrap();
    for slot in 0..2 {
        bus.write(offset::ARM, slot).unwrap();
    }
    for round in 0..2 * 9 * 20 {
        let place = round / 2 % 9;
        let noise = Noise::once(place, Fault::Changed(random.u8(1..)));
        let (there, back) = if round % 2 == 0 { (noise, Noise::none()) } else { (Noise::none(), noise) };
        let word = random.u32(..);
        spoil(&mut bus, there.clone(), back.clone());
        assert_eq!(bus.write(offset::SCRATCH, word), Ok(()));
        assert_eq!(truth(&mut bus, offset::SCRATCH), word);
        spoil(&mut bus, there.clone(), back.clone());
        assert_eq!(bus.read(offset::SCRATCH), Ok(word));

        let sequence = |bus: &mut Noisy| field::event::SEQUENCE.get(truth(bus, offset::EVENT));
        let before = sequence(&mut bus);
        spoil(&mut bus, there, back);
        let acknowledged = bus.write(offset::EVENT_ACK, field::event_ack::SEQUENCE.put(before));
        assert_eq!(acknowledged, Ok(()));
        assert_eq!(sequence(&mut bus), (before + 1) % 16);
    }
    assert!(bus.repairs().came_wrong > 100 && bus.repairs().went_wrong > 100);
}

#[test]
fn spi_bus_clearing_with_an_unknown_end_is_not_repeated() {
    let mut bus = chip();
    let late = field::intr_state::LATE_OVERFLOW.mask();
    let uncertain = Err(SpiError::Uncertain { offset: offset::INTR_STATE });
    for (place, there, expected) in [(5, true, Ok(())), (7, false, Ok(())), (8, false, Ok(()))] {
        bus.write(offset::INTR_TEST, late).unwrap();
        let noise = Noise::once(place, Fault::Changed(0x10));
        if there {
            spoil(&mut bus, noise, Noise::none());
        } else {
            spoil(&mut bus, Noise::none(), noise);
        }
        assert_eq!(bus.write(offset::INTR_STATE, late), expected);
        assert_eq!(truth(&mut bus, offset::INTR_STATE) & late, 0);
    }
    // The event's bit is a level: whoever clears it while an event waits finds it set.
    bus.write(offset::WHEEL_SIZE, 2).unwrap();
    bus.write(offset::CTRL, 1).unwrap();
    bus.write(offset::ARM, 0).unwrap();
    spoil(&mut bus, Noise::none(), Noise::once(8, Fault::Changed(0x10)));
    assert_eq!(bus.write(offset::INTR_STATE, 1), uncertain);
}

/// Wires so bad that some accesses fail: what succeeds is right. The checksum of 8 bits is the reason why no more than
/// one byte of a frame is likely to be changed here; see docs/cable.md.
#[test]
fn spi_bus_faults_at_random_what_it_says_is_true() {
    for seed in [1, 2, 3] {
        println!("seed {seed}");
        let mut random = Rng::with_seed(seed);
        let mut bus = chip();
        for _ in 0..300 {
            let faults = 3_000;
            let [there, back] = [(); 2].map(|()| Noise::new(faults, random.u64(..)));
            spoil(&mut bus, there, back);
            let word = random.u32(..);
            let written = bus.write(offset::SCRATCH, word);
            let read = bus.read(offset::SCRATCH);
            let really = truth(&mut bus, offset::SCRATCH);
            assert!(written.is_err() || really == word);
            assert!(read.is_err() || read == Ok(really));
        }
        assert!(bus.repairs().came_wrong > 5);
    }
}

#[test]
fn facility_over_spi_with_its_interrupt_reports_every_timer_at_its_tick() {
    let bus = SpiBus::new(SpiChip::new().unwrap());
    // An access takes some 600 clocks.
    let queue = Timers::bounded(HashedWheel::new(1_000), 100).unwrap();
    let mut timers = CounterChipFacility::new(bus, 200, queue).unwrap();
    let mut random = Rng::with_seed(7);
    for timer in 0..100u32 {
        timers.start_at(1_000 + random.u64(..5_000), timer).unwrap();
    }
    let mut expired = 0;
    while expired < 100 {
        let waited = timers.bus_mut().device_mut().clock_until_irq(2_000_000);
        assert!(waited, "no interrupt, and {} timers left", 100 - expired);
        timers
            .service(|timers, timer| {
                assert_eq!(timer.due, timer.reported);
                assert!(timers.last_known_now() >= timer.due);
                expired += 1;
            })
            .unwrap();
    }
}
