//! The driver's bus over a serial line, bit by bit on the Verilated chip's pins: on a good line, with a single fault at
//! every byte of an access, and with faults at random. What it says must be right, or it must say that it does not
//! know.

use std::convert::Infallible;

use carillon_driver::bus::RegisterBus;
use carillon_driver::bus::uart::{Care, Timing, UartBus, UartError};
use carillon_driver::facility::{CounterChipFacility, TimerFacility};
use carillon_driver::queue::memory::Bounded;
use carillon_driver::queue::{HashedWheel, Timers};
use carillon_program::cable::{Fault, Noise, NoisyLine};
use carillon_regmap::counter_chip::{ID_VALUE, field, offset};
use carillon_sim::UartChip;
use fastrand::Rng;

type Noisy = UartBus<NoisyLine<UartChip>>;

/// In which the chip has certainly cleared its memory.
const CLEARING_CLOCKS: u64 = 1 << 17;

/// The line of the simulated chip; nothing waits on its way.
fn timing() -> Timing {
    Timing::baud(UartChip::BAUD).with_latency(50)
}

/// A chip that has cleared its memory, at the end of a line that is good as yet.
fn chip() -> Noisy {
    let mut uart = UartChip::new().unwrap();
    uart.hold(true, CLEARING_CLOCKS);
    let line = NoisyLine::new(uart, Noise::none(), Noise::none());
    UartBus::new(line, timing())
}

/// Lets the line spoil bytes from now on.
fn spoil(bus: &mut Noisy, there: Noise, back: Noise) {
    let (old_there, old_back) = bus.line_mut().noises();
    (*old_there, *old_back) = (there, back);
}

/// What a register really holds. After this the line is good, and empty.
fn truth(bus: &mut Noisy, at: u32) -> u32 {
    spoil(bus, Noise::none(), Noise::none());
    UartBus::new(bus.line_mut(), timing()).read(at).unwrap()
}

/// A chip with events without end: a wheel of two slots, both armed.
fn with_events(bus: &mut Noisy) {
    bus.write(offset::WHEEL_SIZE, 2).unwrap();
    bus.write(offset::CTRL, 1).unwrap();
    for slot in 0..2 {
        bus.write(offset::ARM, slot).unwrap();
    }
    assert!(field::event::VALID.is_set(bus.read(offset::EVENT).unwrap()));
}

/// Every kind of fault at each of the bytes that an access sends and gets.
fn single_faults(seed: u64, sent: u64, got: u64) -> impl Iterator<Item = (Noise, Noise)> {
    println!("seed {seed}");
    let mut random = Rng::with_seed(seed);
    let places = (0..sent).map(|place| (true, place)).chain((0..got).map(|place| (false, place)));
    places.flat_map(move |(there, place)| {
        let faults = [Fault::Lost, Fault::Doubled, Fault::Changed(random.u8(1..))];
        faults.map(|fault| {
            let noise = Noise::once(place, fault);
            if there { (noise, Noise::none()) } else { (Noise::none(), noise) }
        })
    })
}

#[test]
fn uart_bus_on_a_good_line_every_kind_of_register() {
    for care in [Care::Plain, Care::Confirmed] {
        let mut bus = UartBus::new(chip().release(), timing().with_care(care));
        bus.resynchronise().unwrap();
        assert_eq!(bus.read(offset::ID), Ok(ID_VALUE));
        assert_eq!(bus.read(offset::PARAMS), Ok(UartChip::BUILD.params()));
        for word in [0x1234_5678, 0, u32::MAX] {
            bus.write(offset::SCRATCH, word).unwrap();
            assert_eq!(bus.read(offset::SCRATCH), Ok(word));
        }
        bus.write(offset::PRESCALE, 77).unwrap();
        assert_eq!(bus.read(offset::PRESCALE), Ok(77));
        with_events(&mut bus);
        let first = bus.read(offset::EVENT).unwrap();
        let sequence = field::event::SEQUENCE.get(first);
        bus.write(offset::EVENT_ACK, field::event_ack::SEQUENCE.put(sequence)).unwrap();
        let second = bus.read(offset::EVENT).unwrap();
        assert_eq!(field::event::SEQUENCE.get(second), (sequence + 1) % 16);
        bus.write(offset::INTR_TEST, 1 << 3).unwrap();
        let state = bus.read(offset::INTR_STATE).unwrap();
        assert!(field::intr_state::LATE_OVERFLOW.is_set(state));
        bus.write(offset::INTR_STATE, 1 << 3).unwrap();
        let state = bus.read(offset::INTR_STATE).unwrap();
        assert!(!field::intr_state::LATE_OVERFLOW.is_set(state));
        bus.write(offset::CTRL, 2).unwrap();
        assert_eq!(bus.read(offset::NOW_LO), Ok(0));
        assert_eq!(bus.repairs().silences, 0);
        assert_eq!(bus.line().line().broken(), 0);
    }
}

#[test]
fn uart_bus_what_the_chip_refuses_is_an_error() {
    let mut bus = chip();
    assert_eq!(bus.read(2), Err(UartError::NoWord { offset: 2 }));
    assert_eq!(bus.write(0x100, 0), Err(UartError::NoWord { offset: 0x100 }));
    let missing = offset::INTR_COALESCE;
    let refused = Err(UartError::Refused { offset: missing });
    assert_eq!(bus.read(missing), refused);
    // Arming a chip that does not run yet.
    let not_ready = Err(UartError::Refused { offset: offset::ARM });
    assert_eq!(bus.write(offset::ARM, 0), not_ready);
    bus.write(offset::CTRL, 1).unwrap();
    bus.write(offset::ARM, 0).unwrap();
    let locked = bus.write(offset::PRESCALE, 5);
    assert!(matches!(locked, Err(UartError::NotKept { .. })), "{locked:?}");
}

#[test]
fn uart_bus_reset_underneath_is_told_until_the_host_resets() {
    let mut bus = chip();
    bus.write(offset::SCRATCH, 0x0123_4567).unwrap();
    bus.line_mut().line_mut().reset();
    for _ in 0..2 {
        assert_eq!(bus.read(offset::PARAMS), Err(UartError::WasReset));
        assert_eq!(bus.write(offset::INTR_ENABLE, 1), Err(UartError::WasReset));
    }
    bus.write(offset::CTRL, field::ctrl::RESET.mask()).unwrap();
    assert_eq!(bus.read(offset::PARAMS), Ok(UartChip::BUILD.params()));
}

#[test]
fn uart_bus_frame_broken_off_by_another_host_is_forgotten() {
    use carillon_driver::bus::serial::SerialLine;
    for length in 1..10 {
        let mut bus = chip();
        let frame = [3, 1, 0, 0, 0, 4, 0, 0, 0, 2];
        bus.line_mut().send(&frame[..length]).unwrap();
        bus.resynchronise().unwrap();
        assert_eq!(bus.read(offset::PRESCALE), Ok(1), "{length} bytes");
    }
}

#[test]
fn uart_bus_nobody_answers_ends_with_an_error() {
    struct Dead;
    impl carillon_driver::bus::serial::SerialLine for Dead {
        type Error = Infallible;
        fn send(&mut self, _: &[u8]) -> Result<(), Infallible> {
            Ok(())
        }
        fn receive(&mut self, _: &mut [u8], _: u32) -> Result<usize, Infallible> {
            Ok(0)
        }
        fn be_silent(&mut self, _: u32) -> Result<(), Infallible> {
            Ok(())
        }
    }
    let mut bus = UartBus::new(Dead, timing());
    let silent = UartError::Silent { offset: offset::ID };
    assert_eq!(bus.resynchronise(), Err(silent));
    assert_eq!(bus.read(offset::ID), Err(silent));
    assert!(bus.write(offset::CTRL, 1).is_err());
}

/// What an access costs on the wire, as docs/cable.md says.
#[test]
fn uart_bus_bits_of_an_access_are_those_of_the_document() {
    // The last one is a read of what `SCRATCH` has too.
    for (care, reads, writes, marker_reads) in [(Care::Plain, 102, 100, 102), (Care::Confirmed, 306, 406, 408)] {
        let mut bus = UartBus::new(chip().release(), timing().with_care(care));
        bus.write(offset::SCRATCH, 2).unwrap();
        let mut bits = |access: &mut dyn FnMut(&mut Noisy)| {
            let before = bus.line().line().clocks();
            access(&mut bus);
            let clocks = bus.line().line().clocks() - before;
            clocks.div_ceil(UartChip::CLOCKS_A_BIT.into())
        };
        let read = bits(&mut |bus| assert!(bus.read(offset::PARAMS).is_ok()));
        let write = bits(&mut |bus| assert!(bus.write(offset::INTR_ENABLE, 1).is_ok()));
        let marker = bits(&mut |bus| assert_eq!(bus.read(offset::SCRATCH), Ok(2)));
        assert!(read <= reads && read + 12 > reads, "{care:?}: {read} bits a read");
        assert!(write <= writes && write + 12 > writes, "{care:?}: {write} bits a write");
        assert!(marker <= marker_reads && marker + 12 > marker_reads, "{care:?}: {marker} bits a read of the marker");
    }
}

#[test]
fn uart_bus_single_fault_anywhere_a_read_is_right() {
    let mut bus = chip();
    bus.write(offset::SCRATCH, 0x5566_7788).unwrap();
    for (there, back) in single_faults(0xCA81, 18, 12) {
        spoil(&mut bus, there.clone(), back.clone());
        let read = bus.read(offset::PARAMS);
        assert_eq!(read, Ok(UartChip::BUILD.params()), "{there:?} {back:?}");
        assert_eq!(truth(&mut bus, offset::SCRATCH), 0x5566_7788);
    }
}

#[test]
fn uart_bus_single_fault_anywhere_a_word_is_kept_or_an_error_is_told() {
    let mut bus = chip();
    bus.write(offset::SCRATCH, 0x5566_7788).unwrap();
    let mut refused = 0;
    for (round, (there, back)) in (1..).zip(single_faults(0xCA82, 28, 12)) {
        spoil(&mut bus, there.clone(), back.clone());
        let word = round % 32;
        let written = bus.write(offset::INTR_ENABLE, word);
        let kept = truth(&mut bus, offset::INTR_ENABLE);
        match written {
            Ok(()) => assert_eq!(kept, word, "{there:?} {back:?}"),
            Err(_) => {
                refused += 1;
                bus.write(offset::CTRL, field::ctrl::RESET.mask()).unwrap();
            }
        }
    }
    assert!(refused < 10, "{refused} single faults were not put right");
}

#[test]
fn uart_bus_single_fault_anywhere_one_acknowledgement_pops_one_event() {
    let mut bus = chip();
    bus.write(offset::SCRATCH, 0x5566_7788).unwrap();
    with_events(&mut bus);
    let sequence = |bus: &mut Noisy| field::event::SEQUENCE.get(truth(bus, offset::EVENT));
    let mut before = sequence(&mut bus);
    let mut refused = 0;
    for (there, back) in single_faults(0xCA83, 28, 12) {
        spoil(&mut bus, there.clone(), back.clone());
        let popped = bus.write(offset::EVENT_ACK, field::event_ack::SEQUENCE.put(before));
        let after = sequence(&mut bus);
        match popped {
            Ok(()) => assert_eq!(after, (before + 1) % 16, "{there:?} {back:?}"),
            Err(_) => {
                refused += 1;
                bus.write(offset::CTRL, field::ctrl::RESET.mask()).unwrap();
                bus.line_mut().line_mut().hold(true, CLEARING_CLOCKS);
                with_events(&mut bus);
            }
        }
        // A changed acknowledgement may have disarmed a slot, which nobody can tell.
        for slot in 0..2 {
            bus.write(offset::ARM, slot).unwrap();
        }
        before = sequence(&mut bus);
    }
    assert!(refused < 10, "{refused} single faults were not put right");
}

#[test]
fn uart_bus_faults_at_random_what_it_says_is_true() {
    let (mut told, mut untold) = (0, 0);
    for seed in [1, 2, 3] {
        println!("seed {seed}");
        let mut random = Rng::with_seed(seed);
        let mut bus = UartBus::new(chip().release(), timing().with_attempts(3));
        bus.write(offset::SCRATCH, 0x5566_7788).unwrap();
        for _ in 0..50 {
            let faults = 2_000 << random.u32(..6);
            let [there, back] = [(); 2].map(|()| Noise::new(faults, random.u64(..)));
            spoil(&mut bus, there, back);
            let at = random.choice([offset::INTR_ENABLE, offset::PRESCALE]).unwrap();
            let word = random.u32(1..32);
            let written = bus.write(at, word);
            let read = bus.read(at);
            let really = truth(&mut bus, at);
            if written.is_ok() {
                assert_eq!(really, word);
                told += 1;
            }
            match read {
                Ok(found) => assert_eq!(found, really, "{written:?}"),
                Err(_) => untold += 1,
            }
            if written.is_err() || read.is_err() {
                spoil(&mut bus, Noise::none(), Noise::none());
                bus.write(offset::CTRL, field::ctrl::RESET.mask()).unwrap();
            }
        }
    }
    println!("{told} writes succeeded, {untold} readings failed");
    assert!(told > 50 && untold > 20);
}

fn queue<T>() -> Timers<HashedWheel, T, Bounded<T>> {
    Timers::bounded(HashedWheel::new(1_000), 4).unwrap()
}

/// What no confirmation can tell: a changed byte has disarmed another slot, popped an event, or masked the interrupt.
#[test]
fn audit_mends_what_changed_writes_have_done() {
    for (at, word) in [(offset::DISARM, 700), (offset::INTR_ENABLE, 0), (offset::CTRL, 0), (offset::SCRATCH, 5)] {
        let mut bus = chip();
        bus.resynchronise().unwrap();
        let mut timers = CounterChipFacility::new(bus, 100, queue()).unwrap();
        timers.start_at(700, 'a').unwrap();
        UartBus::new(timers.bus_mut().line_mut(), timing().with_care(Care::Plain)).write(at, word).unwrap();
        let audit = timers.audit().unwrap();
        assert_eq!(audit.armed, 1);
        let settings = [offset::INTR_ENABLE, offset::CTRL];
        assert_eq!(audit.mended, u32::from(settings.contains(&at)));
        timers.bus_mut().line_mut().line_mut().hold(true, 71_000);
        assert!(timers.bus().line().line().irq(), "{at:#x}");
        let mut handed_out = Vec::new();
        timers.service(|_, expired| handed_out.push((expired.item, expired.due, expired.reported))).unwrap();
        assert_eq!(handed_out, [('a', 700, 700)]);
    }
}

#[test]
fn audit_after_the_visit_was_missed_hands_the_timer_out() {
    let mut bus = chip();
    bus.resynchronise().unwrap();
    let mut timers = CounterChipFacility::new(bus, 100, queue()).unwrap();
    timers.start_at(700, 'a').unwrap();
    timers.start_at(5_000, 'b').unwrap();
    UartBus::new(timers.bus_mut().line_mut(), timing().with_care(Care::Plain)).write(offset::DISARM, 700).unwrap();
    timers.bus_mut().line_mut().line_mut().hold(true, 75_000);
    assert!(!timers.bus().line().line().irq());
    timers.audit().unwrap();
    let mut handed_out = Vec::new();
    timers.service(|_, expired| handed_out.push((expired.item, expired.due))).unwrap();
    assert_eq!(handed_out, [('a', 700)]);
}
