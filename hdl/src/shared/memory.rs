//! # The memories of the chip
//!
//! **Purpose.** Block RAM whose depth is chosen when the chip is built, not when this crate is compiled. They are the
//! only modules whose Verilog is written by hand, because a memory array cannot be said in a Rust-HDL kernel
//! (Rust-HDL's own `RAM` does the same, but for a depth that is a type and for whole words only).
//!
//! **Interface.** [`BitMemory`] is written one bit at a time and read sixteen at a time, so that setting a bit needs no
//! read-modify-write; or it is made of memory with one port, which does need it ([`crate::shared::single_port`]).
//! [`EntryMemory`] is written and read in whole words, and [`WordMemory`] too, which has one port for both. Addresses
//! are wider than a small build needs; the upper bits are ignored.
//!
//! **Timing.** Data follow their address by one clock. When a read meets a write of the same bit at the same edge,
//! block RAM may give anything: so does a [`BitMemory`], and an [`EntryMemory`] made by `new`. One made by `read_first`
//! gives the old contents, which costs a register for each bit and more.
//!
//! **Invariants.** Contents survive a reset, and begin as anything; whoever needs zeros writes them. In Rust-HDL's
//! simulator "anything" is the opposite of what was there: who relies on it is found out.

use crate::circuit::Circuit;
use crate::circuit::memory::Memory;
use crate::shared::single_port::{Port, SinglePort};
use rust_hdl::prelude::*;

/// One bit for each slot: 1-bit writes, 16-bit reads.
#[derive(Circuit, Default)]
pub struct BitMemory {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Which slot to write.
    pub write_address: Signal<In, Bits<20>>,
    /// The slot's new busy bit.
    pub write_data: Signal<In, Bit>,
    /// Writes at the next edge.
    pub write_enable: Signal<In, Bit>,
    /// With `write_enable`: all sixteen bits of the word may get the value, since all will be written, one after the
    /// other.
    pub whole: Signal<In, Bit>,
    /// Which word of sixteen slots to read.
    pub read_address: Signal<In, Bits<16>>,
    /// The word at last clock's `read_address`; bit 0 is its lowest slot.
    pub read_data: Signal<Out, Bits<16>>,
    _slot_bits: usize,
    _words: Vec<u16>,
    _single_port: Option<SinglePort>,
}

impl BitMemory {
    /// A memory of 2^`slot_bits` bits, all clear.
    pub fn new(slot_bits: u32) -> Self {
        Self { _slot_bits: slot_bits as usize, _words: vec![0; 1 << (slot_bits - 4)], ..Self::default() }
    }

    /// The same, of memory with one port.
    pub fn single_port(slot_bits: u32) -> Self {
        Self { _slot_bits: slot_bits as usize, _single_port: Some(SinglePort::new(slot_bits)), ..Self::default() }
    }
}

impl Logic for BitMemory {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            if let Some(memory) = &mut self._single_port {
                let data = memory.clock(Port {
                    slot: self.write_address.val().index(),
                    value: self.write_data.val(),
                    enable: self.write_enable.val(),
                    whole: self.whole.val(),
                    word: self.read_address.val().index(),
                });
                self.read_data.next = u64::from(data).into();
                return;
            }
            let mask = self._words.len() - 1;
            let read = self.read_address.val().index() & mask;
            let mut data = self._words[read];
            if self.write_enable.val() {
                let slot = self.write_address.val().index();
                let written = (slot >> 4) & mask;
                let word = &mut self._words[written];
                let bit = 1 << (slot & 15);
                if written == read {
                    data ^= bit;
                }
                *word = if self.write_data.val() { *word | bit } else { *word & !bit };
            }
            self.read_data.next = u64::from(data).into();
        }
    }

    fn connect(&mut self) {
        self.read_data.connect();
    }

    fn hdl(&self) -> Verilog {
        let address_bits = self._slot_bits;
        let memory = if self._single_port.is_some() {
            Memory::SinglePort { address_bits }
        } else {
            Memory::Bits { address_bits }
        };
        Verilog::Custom(memory.to_string())
    }
}

/// Entries of `W` bits each.
#[derive(Circuit, Default)]
pub struct EntryMemory<const W: usize> {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Which entry to write.
    pub write_address: Signal<In, Bits<10>>,
    /// What to write.
    pub write_data: Signal<In, Bits<W>>,
    /// Writes at the next edge.
    pub write_enable: Signal<In, Bit>,
    /// Which entry to read.
    pub read_address: Signal<In, Bits<10>>,
    /// The entry at last clock's `read_address`.
    pub read_data: Signal<Out, Bits<W>>,
    _address_bits: usize,
    _read_first: bool,
    _entries: Vec<Bits<W>>,
}

impl<const W: usize> EntryMemory<W> {
    /// A memory of 2^`address_bits` entries whose reader never uses what it reads at the edge of a write to the same
    /// entry.
    pub fn new(address_bits: u32) -> Self {
        Self {
            _address_bits: address_bits as usize,
            _entries: vec![!Bits::default(); 1 << address_bits],
            ..Self::default()
        }
    }

    /// A memory of 2^`address_bits` entries that gives the old contents at the edge of a write to the same entry.
    pub fn read_first(address_bits: u32) -> Self {
        Self { _read_first: true, ..Self::new(address_bits) }
    }
}

impl<const W: usize> Logic for EntryMemory<W> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            let mask = self._entries.len() - 1;
            let read = self.read_address.val().index() & mask;
            let mut data = self._entries[read];
            if self.write_enable.val() {
                let entry = self.write_address.val().index() & mask;
                if entry == read && !self._read_first {
                    data = !data;
                }
                self._entries[entry] = self.write_data.val();
            }
            self.read_data.next = data;
        }
    }

    fn connect(&mut self) {
        self.read_data.connect();
    }

    fn hdl(&self) -> Verilog {
        let memory = Memory::Entries { address_bits: self._address_bits, read_first: self._read_first };
        Verilog::Custom(memory.to_string())
    }
}

/// Words of sixteen bits that are read or written, one in a clock.
#[derive(Circuit, Default)]
pub struct WordMemory {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Which word.
    pub address: Signal<In, Bits<16>>,
    /// What to write.
    pub write_data: Signal<In, Bits<16>>,
    /// Writes at the next edge, and reads nothing.
    pub write_enable: Signal<In, Bit>,
    /// The word at last clock's `address`; stays as it is while a word is written.
    pub read_data: Signal<Out, Bits<16>>,
    _address_bits: usize,
    _words: Vec<u16>,
}

impl WordMemory {
    /// A memory of 2^`address_bits` words, which may begin as anything.
    pub fn new(address_bits: u32) -> Self {
        Self { _address_bits: address_bits as usize, _words: vec![0x5555; 1 << address_bits], ..Self::default() }
    }
}

impl Logic for WordMemory {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            let at = self.address.val().index() & (self._words.len() - 1);
            if self.write_enable.val() {
                let word: u64 = self.write_data.val().into();
                self._words[at] = word as u16;
            } else {
                self.read_data.next = u64::from(self._words[at]).into();
            }
        }
    }

    fn connect(&mut self) {
        self.read_data.connect();
    }

    fn hdl(&self) -> Verilog {
        let address_bits = self._address_bits;
        Verilog::Custom(Memory::Words { address_bits }.to_string())
    }
}
