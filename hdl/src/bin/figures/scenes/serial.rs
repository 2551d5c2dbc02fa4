//! The serial lines. One column of these diagrams is one byte on the wire.

use crate::figure::{Figure, Line};
use crate::recorder::level;
use crate::stage::Stage;
use crate::wishbone::BUILD;
use carillon_hdl::counter_chip::top::{SpiTop, UartTop};
use carillon_regmap::counter_chip::offset;

/// Clocks of each level of `spi_sck`.
const HALF_PERIOD: u32 = 4;
/// Clocks a bit on the UART's wire.
const BIT: u32 = 4;

fn byte(value: u8) -> Option<String> {
    Some(format!("{value:02X}"))
}

/// CRC-8/AUTOSAR.
fn checksum(bytes: &[u8]) -> u8 {
    let mut sum = 0xFF_u8;
    for byte in bytes {
        sum ^= byte;
        for _ in 0..8 {
            sum = if sum & 0x80 != 0 { sum << 1 ^ 0x2F } else { sum << 1 };
        }
    }
    !sum
}

/// One bit to the chip, and the one that comes back.
fn exchange_bit(stage: &mut Stage<SpiTop>, out: bool) -> bool {
    stage.chip.spi_sck.next = false;
    stage.chip.spi_mosi.next = out;
    stage.clocks(HALF_PERIOD);
    stage.chip.spi_sck.next = true;
    let back = stage.clock(|chip| chip.spi_miso.val());
    stage.clocks(HALF_PERIOD - 1);
    back
}

/// One byte to the chip, and the one that comes back.
fn exchange(stage: &mut Stage<SpiTop>, out: u8) -> u8 {
    (0..8).rev().fold(0, |back, bit| back << 1 | u8::from(exchange_bit(stage, out >> bit & 1 != 0)))
}

/// A chip that is selected.
fn selected() -> Stage<SpiTop> {
    let mut chip = SpiTop::new(&BUILD);
    chip.spi_cs_n.next = true;
    let mut stage = Stage::new(chip, BUILD.slot_bits);
    stage.chip.spi_cs_n.next = false;
    stage.clocks(HALF_PERIOD);
    stage
}

/// The command of a read of ID, with its checksum.
fn read_of_id() -> [u8; 2] {
    let command = offset::ID as u8 + 2;
    [command, checksum(&[command])]
}

/// The first bits of the status.
pub fn spi_bits() -> Figure {
    let mut stage = selected();
    let [command, sum] = read_of_id();
    for byte in [command, sum, 0] {
        exchange(&mut stage, byte);
    }
    stage.record(vec![level("spi_sck", "spi_sck"), level("spi_mosi", "spi_mosi"), level("spi_miso", "spi_miso")]);
    let back = [false, true, true].map(|bit| exchange_bit(&mut stage, bit));
    assert_eq!(back, [true, false, true], "A1 begins so");
    Figure {
        name: "spi-bits",
        title: "SPI: three bits at the fastest spi_sck, an eighth of the clock",
        stretch: 1,
        lines: stage.lines(),
    }
}

/// A read of ID.
pub fn spi_frame() -> Figure {
    let mut stage = selected();
    let [command, sum] = read_of_id();
    let out = [command, sum, 0, 0, 0, 0, 0, 0, 0];
    let back: Vec<u8> = out.iter().map(|byte| exchange(&mut stage, *byte)).collect();
    stage.chip.spi_sck.next = false;
    stage.clocks(HALF_PERIOD);
    stage.chip.spi_cs_n.next = true;
    assert_eq!(back[3..8], [0xA1, 0x43, 0x41, 0x52, 0x4C], "ID is answered");
    assert_eq!(back[8], checksum(&back[2..8]), "and its checksum is right");
    let meant = |texts: [&str; 9]| {
        let texts = texts.map(|text| Some(text.to_owned()));
        [None].into_iter().chain(texts).chain([None])
    };
    let bytes = |bytes: &[u8]| -> Vec<Option<String>> {
        let bytes = bytes.iter().map(|value| byte(*value));
        [None].into_iter().chain(bytes).chain([None]).collect()
    };
    let selected = (0..11).map(|column| column == 0 || column == 10);
    Figure {
        name: "spi-read",
        title: "SPI: a read of ID. A column is a byte, eight periods of spi_sck",
        stretch: 2,
        lines: vec![
            Line::levels("spi_cs_n", selected),
            Line::texts("spi_mosi", bytes(&out)),
            Line::texts("", meant(["offset + 2", "checksum", "any", "any ", "any", "any ", "any", "any ", "any"])),
            Line::texts("spi_miso", bytes(&back)).resting_at("0"),
            Line::texts("", meant(["0", "0 ", "0", "status", "31:24", "23:16", "15:8", "7:0", "checksum"])),
        ],
    }
}

/// Sends a character and leaves the line idle.
fn send(stage: &mut Stage<UartTop>, out: u8) {
    for level in std::iter::once(false).chain((0..8).map(|bit| out >> bit & 1 != 0)).chain([true]) {
        stage.chip.uart_rx.next = level;
        stage.clocks(BIT);
    }
}

/// Waits for a character of the chip.
fn receive(stage: &mut Stage<UartTop>) -> u8 {
    while stage.clock(|chip| chip.uart_tx.val()) {}
    // One clock of the start bit has gone; to its middle, and then from bit to bit.
    stage.clocks(BIT / 2 - 1);
    let mut back = 0;
    for bit in 0..8 {
        stage.clocks(BIT - 1);
        back |= u8::from(stage.clock(|chip| chip.uart_tx.val())) << bit;
    }
    stage.clocks(BIT - 1);
    assert!(stage.clock(|chip| chip.uart_tx.val()), "a stop bit");
    back
}

/// A read of ID.
pub fn uart_frame() -> Figure {
    let mut chip = UartTop::new(&BUILD, BIT);
    // The line is idle from the start on, so the first byte begins a frame.
    chip.uart_rx.next = true;
    let mut stage = Stage::new(chip, BUILD.slot_bits);
    let address = (offset::ID / 4).to_be_bytes();
    let out = [2, 1, address[0], address[1], address[2], address[3]];
    for byte in out {
        send(&mut stage, byte);
    }
    let back: Vec<u8> = (0..4).map(|_| receive(&mut stage)).collect();
    assert_eq!(back, [0x43, 0x41, 0x52, 0x4C], "ID is answered");
    let idle = |count| std::iter::repeat_n(None, count);
    let sent = out.map(byte).into_iter().chain(idle(4));
    let answered = idle(6).chain(back.into_iter().map(byte));
    let names = |names: &[&str]| -> Vec<Option<String>> { names.iter().map(|name| Some((*name).to_owned())).collect() };
    let meant = names(&["read", "1 word", "address", "address ", "address", "address "]);
    Figure {
        name: "uart-read",
        title: "UART: a read of ID. A column is a character of 10 bits",
        stretch: 2,
        lines: vec![
            Line::texts("uart_rx", sent).resting_at("1"),
            Line::texts("", meant.into_iter().chain(idle(4))),
            Line::texts("uart_tx", answered).resting_at("1"),
            Line::texts("", idle(6).chain(names(&["31:24", "23:16", "15:8", "7:0"]))),
        ],
    }
}
