//! # What keeps the timers: the timer chip without its registers
//!
//! **Purpose.** Joins time base, cursor, busy bits, list engine, event FIFO and the port to the records' memory.
//!
//! **Interface.** A command with its `timer` and `word` waits until it is `taken`; see
//! [`engine`](crate::timer_chip::engine). `pop` drops the head of the event FIFO. `base` is the word address of record 0.
//! The `memory_*` ports are a pipelined Wishbone master's.
//!
//! **Timing.** With memory that answers in the next clock, in clocks after `taken`: a start is done after 24, a stop
//! after 16; from the step to a record to the push of its event 8. With wide records these are 28, 18 and 10.
//!
//! **Invariants.** The cursor asks for no slot while a start is under way, so a timer is linked before its tick is
//! looked at. The busy bits have one writer, the list engine.

use crate::circuit::Circuit;
use crate::shared::now::Now;
use crate::shared::time_base::TimeBase;
use crate::timer_chip::busy_bits::BusyBits;
use crate::timer_chip::engine::Engine;
use crate::timer_chip::events::Events;
use crate::timer_chip::memory_bus::MemoryMaster;
use crate::timer_chip::next_expiry::NextExpiry;
use crate::timer_chip::port::Port;
use crate::timer_chip::scan::Scan;
use carillon_regmap::timer_chip::TimerBuild;
use rust_hdl::prelude::*;

/// Everything that keeps timers; see the module's header.
#[derive(Circuit)]
pub struct Keeper {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Back to the state after a reset.
    pub clear: Signal<In, Bit>,
    /// The reset pin: ends a transfer of the memory. `clear` follows in the next clock.
    pub reset: Signal<In, Bit>,
    /// Time passes.
    pub enable: Signal<In, Bit>,
    /// Clocks a tick.
    pub prescale: Signal<In, Bits<24>>,
    /// Sweeps the records.
    pub initialise: Signal<In, Bit>,
    /// How many timers there are.
    pub timers: Signal<In, Bits<21>>,
    /// The slots of a wheel less one.
    pub slot_mask: Signal<In, Bits<16>>,
    /// The word address of record 0.
    pub base: Signal<In, Bits<30>>,
    /// A command waits.
    pub command: Signal<In, Bit>,
    /// It is a start.
    pub starting: Signal<In, Bit>,
    /// It is a stop.
    pub stopping: Signal<In, Bit>,
    /// The start is of a periodic timer.
    pub periodic: Signal<In, Bit>,
    /// The start's word is a deadline.
    pub absolute: Signal<In, Bit>,
    /// A look is at the next expiry, not at a timer.
    pub ahead: Signal<In, Bit>,
    /// The command's timer.
    pub timer: Signal<In, Bits<20>>,
    /// The start's interval or deadline.
    pub word: Signal<In, Bits<32>>,
    /// The FIFO drops its head.
    pub pop: Signal<In, Bit>,
    /// The records are initialised.
    pub ready: Signal<Out, Bit>,
    /// The sizes do not fit.
    pub size_refused: Signal<Out, Bit>,
    /// The command is taken.
    pub taken: Signal<Out, Bit>,
    /// The deadline of the start that was taken is too far ahead.
    pub deadline_refused: Signal<Out, Bit>,
    /// The look is done.
    pub looked_up: Signal<Out, Bit>,
    /// What it shows.
    pub shown: Signal<Out, Bits<32>>,
    /// Now goes on by one.
    pub tick: Signal<Out, Bit>,
    /// Now, low half.
    pub now_low: Signal<Out, Bits<32>>,
    /// Now, high half.
    pub now_high: Signal<Out, Bits<32>>,
    /// Now has crossed a multiple of 2^31.
    pub half_period: Signal<Out, Bit>,
    /// Low half of the next tick to visit.
    pub at: Signal<Out, Bits<32>>,
    /// The cursor is behind now.
    pub behind: Signal<Out, Bit>,
    /// It is 2^22 ticks or more behind.
    pub too_far: Signal<Out, Bit>,
    /// The FIFO is full.
    pub full: Signal<Out, Bit>,
    /// Events in the FIFO.
    pub event_count: Signal<Out, Bits<11>>,
    /// The FIFO's head is an event.
    pub event_valid: Signal<Out, Bit>,
    /// Its timer.
    pub event_timer: Signal<Out, Bits<20>>,
    /// Its generation.
    pub event_generation: Signal<Out, Bits<7>>,
    /// Low half of its tick.
    pub event_tick: Signal<Out, Bits<32>>,
    /// The memory has answered with an error.
    pub memory_failed: Signal<Out, Bit>,
    /// It has done so last.
    pub memory_failing: Signal<Out, Bit>,
    /// To the records' memory.
    pub memory: MemoryMaster,
    time_base: TimeBase,
    scan: Scan,
    now: Now,
    /// Bit 31 of now one clock ago; 0 after a reset.
    previous_half: DFF<Bit>,
    half: Signal<Local, Bit>,
    busy_bits: BusyBits,
    engine: Engine,
    #[only_if("LOOK_AHEAD")]
    next_expiry: NextExpiry,
    events: Events,
    port: Port,
    #[formula("PERIODIC | WIDE")]
    four_words_a_record: Constant<Bit>,
    two_words: Signal<Local, Bits<30>>,
    four_words: Signal<Local, Bits<30>>,
    record_word: Signal<Local, Bits<30>>,
}

impl Keeper {
    /// What keeps the timers of a chip built to `build`.
    pub fn new(build: &TimerBuild) -> Self {
        KeeperParts {
            time_base: TimeBase::default(),
            now: Now::default(),
            port: Port::default(),
            busy_bits: BusyBits::new(build.slot_bits),
            scan: Scan::new(build),
            engine: Engine::new(build),
            next_expiry: NextExpiry::new(build),
            events: Events::new(build.fifo_bits),
            four_words_a_record: Constant::new(build.record_words() == 4),
        }
        .assemble()
    }
}

impl Logic for Keeper {
    #[hdl_gen]
    fn update(&mut self) {
        // Time, and the cursor that follows it.
        self.time_base.clear.next = self.clear.val();
        self.time_base.enable.next = self.enable.val();
        self.time_base.prescale.next = self.prescale.val();
        self.scan.clear.next = self.clear.val();
        self.now.clear.next = self.clear.val();
        self.now.advance.next = bit_cast::<5, 1>(self.time_base.tick.val().into());
        self.half.next = self.now.low.val().get_bit(31);
        self.previous_half.d.next = self.half.val() & !self.clear.val();
        self.scan.tick.next = self.time_base.tick.val();
        self.scan.pause.next = self.engine.pause.val();
        self.scan.slot_mask.next = self.slot_mask.val();
        self.scan.word_data.next = self.busy_bits.read_data.val();
        self.scan.visited.next = self.engine.visited.val();
        self.busy_bits.read_address.next = self.scan.word_address.val();
        self.busy_bits.write_enable.next = self.engine.busy_write.val();
        self.busy_bits.write_address.next = bit_cast::<20, 16>(self.engine.slot.val());
        self.busy_bits.write_data.next = self.engine.busy.val();

        // The lists.
        self.engine.clear.next = self.clear.val();
        self.engine.initialise.next = self.initialise.val();
        self.engine.timers.next = self.timers.val();
        self.engine.slot_mask.next = self.slot_mask.val();
        self.engine.now.next = self.now.low.val();
        self.engine.command.next = self.command.val();
        self.engine.starting.next = self.starting.val();
        self.engine.stopping.next = self.stopping.val();
        self.engine.periodic.next = self.periodic.val();
        self.engine.absolute.next = self.absolute.val();
        self.engine.ahead.next = self.ahead.val();
        self.engine.searched.next = self.next_expiry.done.val();
        self.engine.timer.next = self.timer.val();
        self.engine.word.next = self.word.val();
        self.engine.at.next = self.scan.at.val();
        self.engine.wheel.next = self.scan.wheel.val();
        self.engine.stopped.next = self.scan.busy.val();
        self.engine.behind.next = self.scan.behind.val();
        self.engine.too_far.next = self.scan.too_far.val();
        self.engine.looked.next = self.scan.looked.val();
        self.engine.room.next = self.events.room.val();

        // Their memory. The base has no bit in common with a record's word, so no sum is needed.
        self.two_words.next =
            (bit_cast::<30, 21>(self.engine.ask_record.val()) << 1) | bit_cast::<30, 2>(self.engine.ask_field.val());
        self.four_words.next =
            (bit_cast::<30, 21>(self.engine.ask_record.val()) << 2) | bit_cast::<30, 2>(self.engine.ask_field.val());
        self.record_word.next = self.two_words.val();
        if self.four_words_a_record.val() {
            self.record_word.next = self.four_words.val();
        }
        self.port.address.next = self.base.val() | self.record_word.val();
        self.engine.overlaps.next = (self.base.val() & self.record_word.val()).any();
        self.port.clear.next = self.clear.val() | self.reset.val();
        self.port.ask.next = self.engine.ask.val();
        self.port.write.next = self.engine.ask_write.val();
        self.port.select.next = self.engine.ask_select.val();
        self.port.data.next = self.engine.ask_data.val();
        self.port.memory_ack.next = self.memory.ack.val();
        self.port.memory_err.next = self.memory.err.val();
        self.port.memory_stall.next = self.memory.stall.val();
        self.engine.free.next = self.port.free.val();
        self.engine.answered.next = self.port.answered.val();
        self.engine.read_data.next = self.memory.dat_r.val();
        self.memory.cyc.next = self.port.memory_cyc.val();
        self.memory.stb.next = self.port.memory_stb.val();
        self.memory.we.next = self.port.memory_we.val();
        self.memory.sel.next = self.port.memory_sel.val();
        self.memory.adr.next = self.port.memory_adr.val();
        self.memory.dat_w.next = self.port.memory_dat_w.val();

        // When the next timer can expire; the list engine writes no busy bit meanwhile.
        self.next_expiry.clear.next = self.clear.val();
        self.next_expiry.write_enable.next = self.engine.busy_write.val();
        self.next_expiry.write_address.next = bit_cast::<20, 16>(self.engine.slot.val());
        self.next_expiry.write_data.next = self.engine.busy.val();
        self.next_expiry.ask.next = self.engine.search.val();
        self.next_expiry.slot_mask.next = self.slot_mask.val();
        self.next_expiry.at.next = self.scan.at.val();
        self.next_expiry.now.next = self.now.low.val();
        self.next_expiry.too_far.next = self.scan.too_far.val();

        // What has expired.
        self.events.clear.next = self.clear.val();
        self.events.push.next = self.engine.push.val();
        self.events.timer.next = self.engine.record.val().get_bits::<20>(0);
        self.events.generation.next = self.engine.generation.val();
        self.events.tick.next = self.scan.at.val();
        self.events.pop.next = self.pop.val();

        // What can be seen.
        self.ready.next = self.engine.ready.val();
        self.size_refused.next = self.engine.size_refused.val();
        self.taken.next = self.engine.taken.val();
        self.deadline_refused.next = self.engine.deadline_refused.val();
        self.looked_up.next = self.engine.looked_up.val();
        self.shown.next = self.engine.shown.val();
        if self.ahead.val() {
            self.shown.next = bit_cast::<32, 25>(self.next_expiry.ticks.val())
                | (bit_cast::<32, 1>(self.next_expiry.none.val().into()) << 31);
        }
        self.tick.next = self.time_base.tick.val();
        self.now_low.next = self.now.low.val();
        self.now_high.next = self.now.high.val();
        self.half_period.next = self.half.val() ^ self.previous_half.q.val();
        self.at.next = self.scan.at.val();
        self.behind.next = self.scan.behind.val();
        self.too_far.next = self.scan.too_far.val();
        self.full.next = !self.events.room.val();
        self.event_count.next = self.events.count.val();
        self.event_valid.next = self.events.valid.val();
        self.event_timer.next = self.events.head_timer.val();
        self.event_generation.next = self.events.head_generation.val();
        self.event_tick.next = self.events.head_tick.val();
        self.memory_failed.next = self.port.failed.val();
        self.memory_failing.next = self.port.failing.val();
    }
}

#[cfg(test)]
mod tests;
