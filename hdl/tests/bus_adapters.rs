//! Each whole chip, from its pins: the identity, a word written and read, an address without a register; of the timer
//! chip a timer as well.

use carillon_regmap::BusAdapter;
use carillon_regmap::counter_chip::Build;
use carillon_regmap::counter_chip::{ID_VALUE, offset};
use carillon_regmap::timer_chip::TimerBuild;
use carillon_regmap::timer_chip::{self, WINDOW};

const NO_REGISTER: u32 = 0xfc;

const CLOCKS_A_BIT: u32 = 7;

/// The counter chip's.
mod counter {
    use carillon_hdl::counter_chip::top::{ApbTop, AxiLiteTop, SpiTop, UartTop, WishboneTop};
    include!("hosts/of_a_chip.rs");
}

/// The timer chip's.
mod timed {
    use carillon_hdl::timer_chip::top::{
        TimerApbTop as ApbTop, TimerAxiLiteTop as AxiLiteTop, TimerSpiTop as SpiTop, TimerUartTop as UartTop,
        TimerWishboneTop as WishboneTop,
    };
    include!("hosts/of_a_chip.rs");
}

const fn build(bus_adapter: BusAdapter) -> Build {
    Build { slot_bits: 10, fifo_bits: 1, bus_adapter, ..Build::minimal() }
}

/// With its memory inside: nobody has to be it.
const fn timer_build(bus_adapter: BusAdapter) -> TimerBuild {
    TimerBuild { fifo_bits: 1, timer_bits: Some(5), bus_adapter, ..TimerBuild::full() }
}

/// A host on one of the buses. Addresses are byte addresses; `None` is a transfer that failed.
trait Host {
    fn read(&mut self, address: u32) -> Option<u32>;
    fn write(&mut self, address: u32, word: u32) -> Option<()>;
    fn irq(&self) -> bool;
}

/// What every bus adapter has to give.
fn check(host: &mut impl Host, id: u32, tells_failure: bool) {
    assert_eq!(host.read(offset::ID), Some(id));
    host.write(offset::SCRATCH, 0x1234_5678);
    host.write(offset::PRESCALE, 77);
    assert_eq!(host.read(offset::SCRATCH), Some(0x1234_5678));
    assert_eq!(host.read(offset::PRESCALE), Some(77));
    assert_eq!(host.read(offset::ERROR), Some(0));
    host.write(offset::INTR_ENABLE, 0b100);
    assert!(!host.irq());
    let failed = host.read(NO_REGISTER);
    assert_eq!(failed, if tells_failure { None } else { Some(u32::MAX) });
    assert!(host.irq(), "the failed access shows in ERROR");
    assert_ne!(host.read(offset::ERROR), Some(0));
    host.write(offset::ERROR, u32::MAX);
    assert!(!host.irq());
    host.write(NO_REGISTER, 1);
    assert!(host.irq());
    assert_eq!(host.read(offset::SCRATCH), Some(0x1234_5678));
}

/// CRC-8/AUTOSAR.
fn checksum(bytes: &[u8]) -> u8 {
    !bytes.iter().fold(0xff, |remainder, byte| {
        (0..8)
            .fold(remainder ^ byte, |remainder: u8, _| (remainder << 1) ^ if remainder & 0x80 != 0 { 0x2f } else { 0 })
    })
}

/// A timer of the timer chip, by its two registers, and where the bus has the window, by that.
fn check_timers(host: &mut impl Host, has_window: bool) {
    use timer_chip::field::{ctrl, error, event, event_ack, status, timer_word};
    use timer_chip::offset::*;
    host.write(ERROR, u32::MAX);
    host.write(TIMERS, 33);
    assert_eq!(host.read(ERROR), Some(error::SIZE_RANGE.mask()), "room for 32");
    host.write(ERROR, u32::MAX);
    for (register, word) in
        [(TIMERS, 32), (WHEEL_BITS, 4), (MEMORY_BASE, 0x123), (PRESCALE, 20), (CTRL, ctrl::INITIALISE.put(1))]
    {
        host.write(register, word);
    }
    while !status::READY.is_set(host.read(STATUS).expect("it is mapped")) {}
    host.write(CTRL, ctrl::ENABLE.put(1));
    host.write(INTR_ENABLE, 0b001);
    host.write(TIMER, 31);
    host.write(TIMER_WORD, 700);
    let word = host.read(TIMER_WORD).expect("it is mapped");
    assert!(timer_word::RUNS.is_set(word));
    assert!((100..700).contains(&timer_word::TICKS.get(word)), "{word:#x}");
    let mut expected = vec![31];
    if has_window {
        host.write(WINDOW + 4 * 31, 9);
        host.write(WINDOW + 4 * 5, 700);
        let word = host.read(WINDOW + 4 * 5).expect("it is mapped");
        assert!(timer_word::RUNS.is_set(word));
        assert!((500..=700).contains(&timer_word::TICKS.get(word)), "{word:#x}");
        assert_eq!(host.read(WINDOW - 4), None);
        assert_eq!(host.read(0x100 + ID), None);
        assert_eq!(host.write(0x100 + SCRATCH, 1), None);
        assert_eq!(host.read(ERROR), Some(error::ADDRESS.mask()));
        host.write(ERROR, u32::MAX);
        expected.push(5);
    }
    for timer in expected {
        while !host.irq() {
            host.read(SCRATCH);
        }
        let word = host.read(EVENT).expect("it is mapped");
        assert_eq!(event::TIMER.get(word), timer);
        let sequence = event::SEQUENCE.get(word);
        host.write(EVENT_ACK, event_ack::SEQUENCE.put(sequence));
    }
    assert_eq!(host.read(ERROR), Some(0));
    assert!(!host.irq());
}

#[test]
fn wishbone_chip_answers_its_host() {
    use carillon_hdl::counter_chip::top::WishboneTop;
    let chip = WishboneTop::new(&build(BusAdapter::Wishbone));
    check(&mut counter::Wishbone::new(chip), ID_VALUE, true);
}

#[test]
fn apb_chip_answers_its_host() {
    use carillon_hdl::counter_chip::top::ApbTop;
    let chip = ApbTop::new(&build(BusAdapter::Apb));
    check(&mut counter::Apb::new(chip), ID_VALUE, true);
}

#[test]
fn axi_lite_chip_answers_its_host() {
    use carillon_hdl::counter_chip::top::AxiLiteTop;
    let chip = AxiLiteTop::new(&build(BusAdapter::AxiLite));
    check(&mut counter::AxiLite::new(chip), ID_VALUE, true);
}

#[test]
fn uart_chip_answers_its_host() {
    use carillon_hdl::counter_chip::top::UartTop;
    let clocks_a_bit = CLOCKS_A_BIT;
    let chip = UartTop::new(&build(BusAdapter::Uart { clocks_a_bit }), clocks_a_bit);
    check(&mut counter::Uart::new(chip), ID_VALUE, false);
}

#[test]
fn spi_chip_answers_its_host() {
    use carillon_hdl::counter_chip::top::SpiTop;
    let chip = SpiTop::new(&build(BusAdapter::Spi));
    check(&mut counter::Spi::new(chip), ID_VALUE, true);
}

#[test]
#[ignore = "long"]
fn wishbone_timer_chip_answers_its_host() {
    use carillon_hdl::timer_chip::top::TimerWishboneTop;
    let chip = TimerWishboneTop::new(&timer_build(BusAdapter::Wishbone));
    let mut host = timed::Wishbone::new(chip);
    check(&mut host, timer_chip::ID_VALUE, true);
    check_timers(&mut host, true);
}

#[test]
#[ignore = "long"]
fn apb_timer_chip_answers_its_host() {
    use carillon_hdl::timer_chip::top::TimerApbTop;
    let chip = TimerApbTop::new(&timer_build(BusAdapter::Apb));
    let mut host = timed::Apb::new(chip);
    check(&mut host, timer_chip::ID_VALUE, true);
    check_timers(&mut host, true);
}

#[test]
#[ignore = "long"]
fn axi_lite_timer_chip_answers_its_host() {
    use carillon_hdl::timer_chip::top::TimerAxiLiteTop;
    let chip = TimerAxiLiteTop::new(&timer_build(BusAdapter::AxiLite));
    let mut host = timed::AxiLite::new(chip);
    check(&mut host, timer_chip::ID_VALUE, true);
    check_timers(&mut host, true);
}

#[test]
#[ignore = "long"]
fn uart_timer_chip_answers_its_host() {
    use carillon_hdl::timer_chip::top::TimerUartTop;
    let clocks_a_bit = CLOCKS_A_BIT;
    let build = timer_build(BusAdapter::Uart { clocks_a_bit });
    let mut host = timed::Uart::new(TimerUartTop::new(&build, clocks_a_bit));
    check(&mut host, timer_chip::ID_VALUE, false);
    check_timers(&mut host, false);
}

#[test]
#[ignore = "long"]
fn spi_timer_chip_answers_its_host() {
    use carillon_hdl::timer_chip::top::TimerSpiTop;
    let mut host = timed::Spi::new(TimerSpiTop::new(&timer_build(BusAdapter::Spi)));
    check(&mut host, timer_chip::ID_VALUE, true);
    check_timers(&mut host, false);
}
