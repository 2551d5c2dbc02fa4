//! # The port to the records' memory
//!
//! **Purpose.** Reads and writes the memory that holds the timer chip's lists: the master of a pipelined Wishbone B4
//! bus of 32 bits, with word addresses.
//!
//! **Interface.** `ask` with `write`, `address`, `select` and `data` begins a transfer; it must come with `free` only.
//! `answered` ends it, and in that clock the word read is on the bus.
//!
//! **Timing.** Asked for in clock *c*, on the bus from *c* + 1, where it stays until it is accepted (`memory_stall`
//! low). The memory may answer in the clock in which it accepts or in any later one. A new transfer may be asked for in
//! the clock of `answered`. All outputs to the memory are registers.
//!
//! **Invariants.** At most one transfer is under way, and its request does not change. A transfer that ends with
//! `memory_err` is repeated, so each is `answered` once; `failing` is high from the clock after an error to that of the
//! answer. `clear` drops the bus cycle; the memory must then forget what it has accepted.

use crate::circuit::Circuit;
use rust_hdl::prelude::*;

/// The port; see the module's header.
#[derive(Circuit, Default)]
pub struct Port {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Drops the transfer under way.
    pub clear: Signal<In, Bit>,
    /// Begins a transfer.
    pub ask: Signal<In, Bit>,
    /// It is a write.
    pub write: Signal<In, Bit>,
    /// Its word.
    pub address: Signal<In, Bits<30>>,
    /// The bytes that it writes.
    pub select: Signal<In, Bits<4>>,
    /// What it writes.
    pub data: Signal<In, Bits<32>>,
    /// A transfer may be asked for.
    pub free: Signal<Out, Bit>,
    /// The transfer is done.
    pub answered: Signal<Out, Bit>,
    /// The last answer was an error, and the transfer is repeated.
    pub failing: Signal<Out, Bit>,
    /// An error has come in.
    pub failed: Signal<Out, Bit>,
    /// A bus cycle is under way.
    pub memory_cyc: Signal<Out, Bit>,
    /// A transfer is asked for.
    pub memory_stb: Signal<Out, Bit>,
    /// It is a write.
    pub memory_we: Signal<Out, Bit>,
    /// Which bytes.
    pub memory_sel: Signal<Out, Bits<4>>,
    /// Which word.
    pub memory_adr: Signal<Out, Bits<30>>,
    /// The word to write.
    pub memory_dat_w: Signal<Out, Bits<32>>,
    /// The transfer is done.
    pub memory_ack: Signal<In, Bit>,
    /// The transfer has failed.
    pub memory_err: Signal<In, Bit>,
    /// No transfer is accepted in this clock.
    pub memory_stall: Signal<In, Bit>,
    /// A transfer was begun and is not done.
    under_way: DFF<Bit>,
    /// The transfer is on the bus and not yet accepted.
    asking: DFF<Bit>,
    /// The transfer has met an error and is repeated.
    repeating: DFF<Bit>,
    /// The transfer, or the latest one, is a write.
    held_write: DFF<Bit>,
    /// Word address of the transfer, or of the latest one.
    held_address: DFF<Bits<30>>,
    /// Which bytes the transfer, or the latest one, is of.
    held_select: DFF<Bits<4>>,
    /// The word given with the transfer, or with the latest one.
    held_data: DFF<Bits<32>>,
    done: Signal<Local, Bit>,
    refused: Signal<Local, Bit>,
}

impl Logic for Port {
    #[hdl_gen]
    fn update(&mut self) {
        self.done.next = self.under_way.q.val() & self.memory_ack.val();
        self.refused.next = self.under_way.q.val() & self.memory_err.val();
        if !self.memory_stall.val() {
            self.asking.d.next = false;
        }
        if self.refused.val() {
            self.asking.d.next = true;
            self.repeating.d.next = true;
        }
        if self.done.val() {
            self.under_way.d.next = false;
            self.asking.d.next = false;
            self.repeating.d.next = false;
        }
        if self.ask.val() {
            self.under_way.d.next = true;
            self.asking.d.next = true;
            self.held_write.d.next = self.write.val();
            self.held_address.d.next = self.address.val();
            self.held_select.d.next = self.select.val();
            self.held_data.d.next = self.data.val();
        }
        if self.clear.val() {
            self.under_way.d.next = false;
            self.asking.d.next = false;
            self.repeating.d.next = false;
        }
        self.free.next = self.done.val() | !self.under_way.q.val();
        self.answered.next = self.done.val();
        self.failing.next = self.repeating.q.val();
        self.failed.next = self.refused.val();
        self.memory_cyc.next = self.under_way.q.val();
        self.memory_stb.next = self.asking.q.val();
        self.memory_we.next = self.held_write.q.val();
        self.memory_sel.next = self.held_select.q.val();
        self.memory_adr.next = self.held_address.q.val();
        self.memory_dat_w.next = self.held_data.q.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circuit::clocked::Clocked;

    /// An example; all else is proved: testbench/formal/record_port.sv. The memory stalls for three clocks, and answers
    /// four clocks after that, at first with an error.
    #[test]
    fn port_asks_once_more_after_an_error_and_answers_once() {
        let mut port = Port::default();
        port.connect_all();
        port.clear.next = true;
        port.tick();
        port.clear.next = false;
        port.write.next = true;
        port.address.next = 5.into();
        port.select.next = 15.into();
        port.data.next = 77.into();
        port.ask.next = true;
        port.tick();
        port.ask.next = false;
        // It keeps what was asked for.
        port.address.next = 6.into();
        for fails in [true, false] {
            for clock in 0..8 {
                port.memory_stall.next = clock < 3;
                port.memory_err.next = clock == 7 && fails;
                port.memory_ack.next = clock == 7 && !fails;
                port.settle();
                assert_eq!(port.memory_stb.val(), clock < 4, "clock {clock}");
                assert!(port.memory_cyc.val() & port.memory_we.val());
                assert_eq!((port.memory_adr.val(), port.memory_dat_w.val()), (5.into(), 77.into()));
                assert_eq!((port.failed.val(), port.answered.val()), (clock == 7 && fails, clock == 7 && !fails));
                assert_eq!(port.free.val(), clock == 7 && !fails);
                port.tick();
            }
        }
        port.memory_ack.next = false;
        port.settle();
        assert!(!port.memory_cyc.val() & !port.answered.val() & port.free.val());
    }
}
