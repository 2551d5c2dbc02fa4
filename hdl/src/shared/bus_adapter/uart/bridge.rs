//! # Characters to accesses: the byte protocol of LiteX's UARTBone
//!
//! **Purpose.** Makes accesses of the register bus from the characters of a serial line, and characters from answers.
//!
//! **Interface.** From the receiver `arrived` with `character`, `broken`, `pause` and `quiet`; to the transmitter
//! `send` with `answer`. A frame from the host:
//!
//! | byte | what |
//! |---|---|
//! | 0 | 1 write, 2 read, at rising addresses; 3 write, 4 read, at the same address throughout |
//! | 1 | how many words, 1 to 255; 0 means 256 |
//! | 2 to 5 | address of the first **word** (the byte address over 4), highest byte first |
//! | 6 and on | of a write: its words, highest byte first. A write is not answered |
//!
//! A read is answered with its words, highest byte first. LiteX's client divides the addresses that its user gives
//! by 4.
//!
//! What the protocol leaves open: a word that could not be read is answered as FFFFFFFF, as LiteX's own bus answers
//! where nobody does; a write that failed is not answered either. Both show in `ERROR.address`. A word address of 64 or
//! more, from the frame or by counting up, is refused like any that has no register. The protocol has no checksum: a
//! byte changed on the way is a wrong word, address or length. A host that must know reads back what it has written.
//!
//! **Timing.** A word is written with its last byte. Silence (2^14 bit times) within a frame ends it, without effect on
//! the word that was incomplete. While a read is answered the host sends nothing.
//!
//! **Invariants.** Whatever was sent, after `quiet` or a break the next byte is a command. A byte that is no command, a
//! character without stop bit, and a byte that comes while a read is answered all make the bridge *lost*: it ignores
//! what comes, and sends nothing, up to then. (To go on at once would take data for commands.) Accesses are made in
//! the order of the words, and only for a complete address, and for a write a complete word.

use crate::circuit::Circuit;
use crate::shared::bus_adapter::access::Access;
use crate::shared::register_bus::RegisterBusMaster;
use rust_hdl::prelude::*;

/// What the next byte is, or what is done with the last.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum State {
    AwaitCommand,
    AwaitLength,
    AwaitAddress,
    AwaitData,
    BeginAccess,
    FinishAccess,
    SendAnswer,
    Lost,
}

/// The bridge; see the module's header.
#[derive(Circuit)]
pub struct Bridge {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Forgets the frame under way.
    pub reset: Signal<In, Bit>,
    /// A character has come.
    pub arrived: Signal<In, Bit>,
    /// Which.
    pub character: Signal<In, Bits<8>>,
    /// A character had no stop bit.
    pub broken: Signal<In, Bit>,
    /// With `broken`: it was a break.
    pub pause: Signal<In, Bit>,
    /// The line is silent.
    pub quiet: Signal<In, Bit>,
    /// The transmitter takes a character.
    pub idle: Signal<In, Bit>,
    /// The transmitter is to send one.
    pub send: Signal<Out, Bit>,
    /// Which.
    pub answer: Signal<Out, Bits<8>>,
    /// The register bus.
    pub bus: RegisterBusMaster,
    access: Access,
    /// What the next byte is, or what is done with the last.
    state: DFF<State>,
    /// The frame is a write.
    writing: DFF<Bit>,
    /// The frame's addresses go up by one from word to word.
    rising: DFF<Bit>,
    /// Words of the frame after the one at hand.
    words_left: DFF<Bits<8>>,
    /// Which byte of the address, the word or the answer is next.
    byte_number: DFF<Bits<2>>,
    /// Low 6 bits of the word address.
    word_address: DFF<Bits<6>>,
    /// The word address is 64 or more: there is no such register.
    beyond: DFF<Bit>,
    /// The word to write; its bytes come highest first.
    word: DFF<Bits<32>>,
    /// The latest access has failed: a read answers all ones.
    refused: DFF<Bit>,
    write_rising: Constant<Bits<8>>,
    read_rising: Constant<Bits<8>>,
    write_same: Constant<Bits<8>>,
    read_same: Constant<Bits<8>>,
    no_register: Constant<Bits<6>>,
    ones: Constant<Bits<8>>,
    last_byte: Signal<Local, Bit>,
    word_over: Signal<Local, Bit>,
}

impl Default for Bridge {
    fn default() -> Self {
        BridgeParts {
            access: Access::default(),
            write_rising: Constant::new(1.into()),
            read_rising: Constant::new(2.into()),
            write_same: Constant::new(3.into()),
            read_same: Constant::new(4.into()),
            no_register: Constant::new(0x3f.into()),
            ones: Constant::new(0xff.into()),
        }
        .assemble()
    }
}

impl Logic for Bridge {
    #[hdl_gen]
    fn update(&mut self) {
        self.access.reset.next = self.reset.val();
        self.access.start.next = false;
        self.access.start_write.next = self.writing.q.val();
        self.access.start_whole.next = true;
        self.access.start_address.next = self.word_address.q.val();
        if self.beyond.q.val() {
            self.access.start_address.next = self.no_register.val();
        }
        self.access.start_data.next = self.word.q.val();

        // The byte of the answer: read_data stands until the next access.
        self.answer.next = self.bus.read_data.val().get_bits::<8>(24);
        if self.byte_number.q.val() == 1 {
            self.answer.next = self.bus.read_data.val().get_bits::<8>(16);
        }
        if self.byte_number.q.val() == 2 {
            self.answer.next = self.bus.read_data.val().get_bits::<8>(8);
        }
        if self.byte_number.q.val() == 3 {
            self.answer.next = self.bus.read_data.val().get_bits::<8>(0);
        }
        if self.refused.q.val() {
            self.answer.next = self.ones.val();
        }
        self.send.next = false;
        self.last_byte.next = self.byte_number.q.val().all();
        self.word_over.next = false;

        match self.state.q.val() {
            State::AwaitCommand => {
                self.byte_number.d.next = 0.into();
                if self.arrived.val() {
                    self.writing.d.next = (self.character.val() == self.write_rising.val())
                        | (self.character.val() == self.write_same.val());
                    self.rising.d.next = (self.character.val() == self.write_rising.val())
                        | (self.character.val() == self.read_rising.val());
                    self.state.d.next = State::Lost;
                    if (self.character.val() == self.write_rising.val())
                        | (self.character.val() == self.read_rising.val())
                        | (self.character.val() == self.write_same.val())
                        | (self.character.val() == self.read_same.val())
                    {
                        self.state.d.next = State::AwaitLength;
                    }
                }
            }
            State::AwaitLength => {
                self.beyond.d.next = false;
                if self.arrived.val() {
                    self.words_left.d.next = self.character.val() - 1;
                    self.state.d.next = State::AwaitAddress;
                }
            }
            State::AwaitAddress => {
                if self.arrived.val() {
                    self.byte_number.d.next = self.byte_number.q.val() + 1;
                    self.word_address.d.next = self.character.val().get_bits::<6>(0);
                    self.beyond.d.next = self.beyond.q.val()
                        | self.character.val().get_bits::<2>(6).any()
                        | (!self.last_byte.val() & self.character.val().any());
                    if self.last_byte.val() {
                        self.state.d.next = State::BeginAccess;
                        if self.writing.q.val() {
                            self.state.d.next = State::AwaitData;
                        }
                    }
                }
            }
            State::AwaitData => {
                if self.arrived.val() {
                    self.byte_number.d.next = self.byte_number.q.val() + 1;
                    self.word.d.next = (self.word.q.val() << 8) | bit_cast::<32, 8>(self.character.val());
                    if self.last_byte.val() {
                        self.state.d.next = State::BeginAccess;
                    }
                }
            }
            State::BeginAccess => {
                if !self.access.busy.val() {
                    self.access.start.next = true;
                    self.state.d.next = State::FinishAccess;
                }
            }
            State::FinishAccess => {
                if self.bus.done.val() {
                    self.refused.d.next = self.bus.failed.val();
                    self.word_over.next = self.writing.q.val();
                    self.state.d.next = State::SendAnswer;
                }
            }
            State::SendAnswer => {
                if self.idle.val() {
                    self.send.next = true;
                    self.byte_number.d.next = self.byte_number.q.val() + 1;
                    self.word_over.next = self.last_byte.val();
                }
            }
            State::Lost => {}
        }

        // To the next word, or to the end of the frame.
        if self.word_over.val() {
            self.words_left.d.next = self.words_left.q.val() - 1;
            if self.rising.q.val() {
                self.word_address.d.next = self.word_address.q.val() + 1;
                self.beyond.d.next = self.beyond.q.val() | self.word_address.q.val().all();
            }
            self.state.d.next = State::BeginAccess;
            if self.writing.q.val() {
                self.state.d.next = State::AwaitData;
            }
            if !self.words_left.q.val().any() {
                self.state.d.next = State::AwaitCommand;
            }
        }

        // What ends a frame before its time.
        if (self.state.q.val() == State::BeginAccess)
            | (self.state.q.val() == State::FinishAccess)
            | (self.state.q.val() == State::SendAnswer)
        {
            if self.arrived.val() {
                self.state.d.next = State::Lost;
            }
        } else if self.quiet.val() {
            self.state.d.next = State::AwaitCommand;
        }
        if self.broken.val() {
            self.state.d.next = State::Lost;
            if self.pause.val() {
                self.state.d.next = State::AwaitCommand;
            }
        }
        if self.reset.val() {
            self.state.d.next = State::AwaitCommand;
        }

        RegisterBusMaster::link(&mut self.bus, &mut self.access.bus);
    }
}

#[cfg(test)]
mod tests;
