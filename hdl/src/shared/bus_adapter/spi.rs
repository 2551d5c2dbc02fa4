//! # SPI bus adapter
//!
//! **Purpose.** The registers for a host with an SPI master and one interrupt pin (the chip's own).
//!
//! **Interface.** SPI mode 0 (clock low when idle, both sides sample when it rises), highest bit first; mode 3 does as
//! well. One frame is nine bytes while `spi_cs_n` is low, in both directions at once; bytes marked - are of no account.
//!
//! | byte | write: from the host | from the chip | read: from the host | from the chip |
//! |---|---|---|---|---|
//! | 0 | byte address + 1 | 0 | byte address + 2 | 0 |
//! | 1 | word, bits 31 to 24 | 0 | checksum of byte 0 | 0 |
//! | 2 | word, bits 23 to 16 | 0 | - | 0 |
//! | 3 | word, bits 15 to 8 | 0 | - | status |
//! | 4 | word, bits 7 to 0 | 0 | - | word, bits 31 to 24 |
//! | 5 | checksum of bytes 0 to 4 | 0 | - | word, bits 23 to 16 |
//! | 6 | - | 0 | - | word, bits 15 to 8 |
//! | 7 | - | status | - | word, bits 7 to 0 |
//! | 8 | - | checksum of bytes 6 and 7 | - | checksum of bytes 2 to 7 |
//!
//! Registers are words, so the two low address bits are free to say what is wanted: 1 write, 2 read. A first byte that
//! ends in 00 or 11 (as a wire that is stuck gives) begins no frame: the chip answers 0 throughout, which is no status.
//! The checksum is that of [`checksum`]. Status:
//!
//! | status | what |
//! |---|---|
//! | A1 | done |
//! | A2 | refused: there is no such register. Nothing was changed but `ERROR.address` |
//! | A4 | the host's checksum was wrong. Nothing was done |
//! | A8 | not finished: the chip's clock is too slow for this `spi_sck`. A write may come about yet |
//!
//! The word of a frame with any status but A1 is of no meaning. Any other status, or a wrong checksum: the frame went
//! wrong on the wire, and a write may or may not have been done. Sending it again does no harm: registers hold values;
//! `ARM` and `DISARM` may be repeated; an `EVENT_ACK` that was done already is told apart by its sequence number.
//! Only where writing 1 clears (`INTR_STATE`, `ERROR`), a host reads again first, and clears what it then finds: a bit
//! may have been set anew.
//!
//! `spi_miso` is always driven, low when not selected. On a bus with other slaves the board or the top level puts a
//! tri-state buffer behind it, enabled by `spi_cs_n` low.
//!
//! **Timing.** All pins are sampled with the chip's clock: each level of `spi_sck` lasts at least 4 clocks, so
//! `spi_sck` is at most the clock / 8. `spi_miso` changes 2 to 3 clocks after `spi_sck` has fallen. `spi_cs_n` is low
//! at least one clock before the first rise of `spi_sck` and high at least two clocks between frames. The access is
//! made during the byte after the host's checksum, 64 clocks at the least, of which the slowest takes 40.
//!
//! **Invariants.** An access is made if and only if all its bytes have come and their checksum is right; so a frame
//! that `spi_cs_n` ends before that changes nothing. Two clocks of a high `spi_cs_n` end a frame from any state. After
//! a reset within a frame the rest of that frame is ignored.

pub mod checksum;
pub mod pins;

use super::access::Access;
use crate::circuit::Circuit;
use crate::shared::register_bus::RegisterBusMaster;
use checksum::Checksum;
use pins::Pins;
use rust_hdl::prelude::*;

/// Status: the access was made.
pub const STATUS_DONE: u8 = 0xa1;
/// Status: there is no such register.
pub const STATUS_REFUSED: u8 = 0xa2;
/// Status: the host's checksum was wrong.
pub const STATUS_WRONG: u8 = 0xa4;
/// Status: the access was not yet made, or never will be.
pub const STATUS_UNFINISHED: u8 = 0xa8;

/// The bus adapter; see the module's header.
#[derive(Circuit)]
pub struct Spi {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Forgets the frame under way.
    pub reset: Signal<In, Bit>,
    /// The host's clock.
    pub spi_sck: Signal<In, Bit>,
    /// Low: a frame for this chip.
    pub spi_cs_n: Signal<In, Bit>,
    /// From the host.
    pub spi_mosi: Signal<In, Bit>,
    /// To the host.
    pub spi_miso: Signal<Out, Bit>,
    /// The register bus.
    pub bus: RegisterBusMaster,
    pins: Pins,
    checksum: Checksum,
    access: Access,
    // How far the frame is: bits that have come.
    /// Bits of the frame that have come; 72: no more are taken.
    place: DFF<Bits<7>>,
    /// Byte 0 of the frame: byte address + 1 to write, + 2 to read.
    command: DFF<Bits<8>>,
    /// Bytes 1 to 4 of the frame: in a write the word to write.
    word: DFF<Bits<32>>,
    /// The request's last bit came one clock ago; it is judged.
    judging: DFF<Bit>,
    // What became of the request.
    /// The request has been judged: what is sent is the answer.
    answering: DFF<Bit>,
    /// The access of this frame has been begun.
    asked: DFF<Bit>,
    /// The host's checksum was wrong.
    wrong: DFF<Bit>,
    /// The access of this frame has been answered.
    ended: DFF<Bit>,
    /// The access of this frame found no register.
    refused: DFF<Bit>,
    /// The byte that is sent; its highest bit is on the line.
    reply: DFF<Bits<8>>,
    frame_end: Constant<Bits<7>>,
    last_of_read: Constant<Bits<7>>,
    last_of_write: Constant<Bits<7>>,
    command_byte: Constant<Bits<4>>,
    word_end: Constant<Bits<4>>,
    status_of_read: Constant<Bits<4>>,
    status_of_write: Constant<Bits<4>>,
    checksum_byte: Constant<Bits<4>>,
    status_done: Constant<Bits<8>>,
    status_refused: Constant<Bits<8>>,
    status_wrong: Constant<Bits<8>>,
    status_unfinished: Constant<Bits<8>>,
    byte_number: Signal<Local, Bits<4>>,
    byte_of_word: Signal<Local, Bits<2>>,
    byte_start: Signal<Local, Bit>,
    second_half: Signal<Local, Bit>,
    taking: Signal<Local, Bit>,
    writing: Signal<Local, Bit>,
    reading: Signal<Local, Bit>,
    status: Signal<Local, Bits<8>>,
    answer_byte: Signal<Local, Bits<8>>,
}

impl Default for Spi {
    fn default() -> Self {
        SpiParts {
            pins: Pins::default(),
            checksum: Checksum::default(),
            access: Access::default(),
            frame_end: Constant::new(72.into()),
            last_of_read: Constant::new(15.into()),
            last_of_write: Constant::new(47.into()),
            command_byte: Constant::new(0.into()),
            word_end: Constant::new(5.into()),
            status_of_read: Constant::new(3.into()),
            status_of_write: Constant::new(7.into()),
            checksum_byte: Constant::new(8.into()),
            status_done: Constant::new(u64::from(STATUS_DONE).into()),
            status_refused: Constant::new(u64::from(STATUS_REFUSED).into()),
            status_wrong: Constant::new(u64::from(STATUS_WRONG).into()),
            status_unfinished: Constant::new(u64::from(STATUS_UNFINISHED).into()),
        }
        .assemble()
    }
}

impl Logic for Spi {
    #[hdl_gen]
    fn update(&mut self) {
        self.pins.spi_sck.next = self.spi_sck.val();
        self.pins.spi_cs_n.next = self.spi_cs_n.val();
        self.pins.spi_mosi.next = self.spi_mosi.val();

        // Where the frame stands.
        self.byte_number.next = self.place.q.val().get_bits::<4>(3);
        self.byte_of_word.next = self.place.q.val().get_bits::<2>(3);
        self.second_half.next = self.place.q.val().get_bit(5);
        self.byte_start.next = !self.place.q.val().get_bits::<3>(0).any();
        self.writing.next = self.command.q.val().get_bit(0) & !self.command.q.val().get_bit(1);
        self.reading.next = self.command.q.val().get_bit(1) & !self.command.q.val().get_bit(0);
        self.taking.next = self.pins.rising.val() & (self.place.q.val() != self.frame_end.val());

        // The request. Its last bit is judged a clock later, when the checksum has taken it in.
        self.judging.d.next = false;
        if self.taking.val() {
            self.place.d.next = self.place.q.val() + 1;
            if self.byte_number.val() == self.command_byte.val() {
                self.command.d.next = (self.command.q.val() << 1) | bit_cast::<8, 1>(self.pins.host_bit.val().into());
            } else if self.byte_number.val() < self.word_end.val() {
                self.word.d.next = (self.word.q.val() << 1) | bit_cast::<32, 1>(self.pins.host_bit.val().into());
            }
            self.judging.d.next = (self.reading.val() & (self.place.q.val() == self.last_of_read.val()))
                | (self.writing.val() & (self.place.q.val() == self.last_of_write.val()));
        }
        self.access.reset.next = self.reset.val();
        self.access.start.next =
            self.judging.q.val() & self.checksum.right.val() & self.pins.selected.val() & !self.access.busy.val();
        self.access.start_write.next = self.writing.val();
        self.access.start_whole.next = true;
        self.access.start_address.next = self.command.q.val().get_bits::<6>(2);
        self.access.start_data.next = self.word.q.val();

        // What became of it.
        if self.judging.q.val() {
            self.answering.d.next = true;
            self.wrong.d.next = !self.checksum.right.val();
            self.asked.d.next = self.checksum.right.val() & !self.access.busy.val();
        }
        if self.bus.done.val() & self.asked.q.val() {
            self.ended.d.next = true;
            self.refused.d.next = self.bus.failed.val();
        }
        self.status.next = self.status_unfinished.val();
        if self.ended.q.val() {
            self.status.next = self.status_done.val();
        }
        if self.refused.q.val() {
            self.status.next = self.status_refused.val();
        }
        if self.wrong.q.val() {
            self.status.next = self.status_wrong.val();
        }

        // The checksum takes in what the host sends, then what the chip answers.
        self.checksum.clear.next = self.judging.q.val() | !self.pins.selected.val();
        self.checksum.step.next = self.taking.val();
        self.checksum.step_bit.next = self.pins.host_bit.val();
        if self.answering.q.val() {
            self.checksum.step_bit.next = self.reply.q.val().get_bit(7);
        }

        // The answer, a byte at a time.
        self.answer_byte.next = self.bus.read_data.val().get_bits::<8>(24);
        if self.byte_of_word.val() == 1 {
            self.answer_byte.next = self.bus.read_data.val().get_bits::<8>(16);
        }
        if self.byte_of_word.val() == 2 {
            self.answer_byte.next = self.bus.read_data.val().get_bits::<8>(8);
        }
        if self.byte_of_word.val() == 3 {
            self.answer_byte.next = self.bus.read_data.val().get_bits::<8>(0);
        }
        if self.writing.val() | !self.second_half.val() {
            self.answer_byte.next = 0.into();
        }
        if (self.reading.val() & (self.byte_number.val() == self.status_of_read.val()))
            | (self.writing.val() & (self.byte_number.val() == self.status_of_write.val()))
        {
            self.answer_byte.next = self.status.val();
        }
        if self.byte_number.val() == self.checksum_byte.val() {
            self.answer_byte.next = self.checksum.value.val();
        }
        if self.pins.falling.val() {
            self.reply.d.next = self.reply.q.val() << 1;
            if self.byte_start.val() {
                self.reply.d.next = 0.into();
                if self.answering.q.val() {
                    self.reply.d.next = self.answer_byte.val();
                }
            }
        }
        self.spi_miso.next = self.reply.q.val().get_bit(7);

        // Between frames, and after a reset within one: what is left of that is not looked at.
        if self.reset.val() | !self.pins.selected.val() {
            self.place.d.next = 0.into();
            if self.reset.val() {
                self.place.d.next = self.frame_end.val();
            }
            self.judging.d.next = false;
            self.answering.d.next = false;
            self.asked.d.next = false;
            self.wrong.d.next = false;
            self.ended.d.next = false;
            self.refused.d.next = false;
            self.reply.d.next = 0.into();
        }

        RegisterBusMaster::link(&mut self.bus, &mut self.access.bus);
    }
}

#[cfg(test)]
mod tests;
