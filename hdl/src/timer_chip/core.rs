//! # The timer chip but for its bus adapter
//!
//! **Purpose.** Joins the registers with what keeps the timers.
//!
//! **Interface.** The register bus (see [`crate::shared::register_bus`]). `window` and `index` name a timer's word,
//! `stray` an address outside. The `memory_*` ports are a pipelined Wishbone master's; with memory inside it asks for
//! nothing.
//!
//! **Timing.** With `execute` in clock *e*: `done` of a write in *e* + 1, of a read in *e* + 2, of a timer's word when
//! the command is taken or the look is answered; of `NEXT_EXPIRY` when it is answered. A setting shows in *e* + 2. A
//! read shows what was true in the clock of `done`.
//!
//! **Invariants.** A reset, of the pin or of `CTRL.reset`, reaches all parts one clock later. Only the pin ends a
//! transfer of the memory in the next clock: rule 3.20 of Wishbone B4.

use crate::circuit::Circuit;
use crate::circuit::word_map::timer_rows;
use crate::shared::coalescing::Coalescing;
use crate::shared::interrupt::Interrupt;
use crate::shared::register_bus::RegisterBusSlave;
use crate::timer_chip::keeper::Keeper;
use crate::timer_chip::memory_bus::MemoryMaster;
use crate::timer_chip::read_back::ReadBack;
use crate::timer_chip::records::Records;
use crate::timer_chip::register_wires::TimerRegisters;
use crate::timer_chip::registers::Registers;
use carillon_regmap::timer_chip::TimerBuild;
use carillon_regmap::timer_chip::offset;
use rust_hdl::prelude::*;

/// The chip; see the module's header.
#[derive(Circuit)]
pub struct Core {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, high.
    pub reset: Signal<In, Bit>,
    /// The register bus.
    pub bus: RegisterBusSlave,
    /// Register bus: the access is to the window.
    pub window: Signal<In, Bit>,
    /// Register bus: to this timer's word.
    pub index: Signal<In, Bits<20>>,
    /// Register bus: the access is to no register.
    pub stray: Signal<In, Bit>,
    /// The interrupt line.
    pub irq: Signal<Out, Bit>,
    /// To the records' memory.
    pub memory: MemoryMaster,
    register_file: TimerRegisters,
    #[with("WHEEL_BITS = SLOT_BITS + 1 - WHEELS")]
    registers: Registers,
    read_back: ReadBack,
    interrupt: Interrupt,
    #[only_if("COALESCING != 0")]
    #[otherwise("announced = keeper_event_valid")]
    coalescing: Coalescing,
    #[with("WHEEL_BITS = SLOT_BITS + 1 - WHEELS")]
    keeper: Keeper,
    #[only_if("INSIDE")]
    records: Records,
    #[formula("TIMER_BITS != 0")]
    inside: Constant<Bit>,
    #[formula("LOOK_AHEAD != 0")]
    looks_ahead: Constant<Bit>,
    timer_word: Constant<Bits<6>>,
    nowhere: Constant<Bits<6>>,
    /// The bits of `INTR_STATE` that there are: `EVENT`, `ERROR` and `HALF_PERIOD`.
    interrupts: Constant<Bits<5>>,
    address: Signal<Local, Bits<6>>,
    ahead: Signal<Local, Bit>,
    /// A reset, of the pin or of `CTRL`, in the clock before.
    clearing: DFF<Bit>,
}

impl Core {
    /// A chip built to `build`.
    pub fn new(build: &TimerBuild) -> Self {
        CoreParts {
            read_back: ReadBack::default(),
            interrupt: Interrupt::default(),
            register_file: TimerRegisters::new(&timer_rows(build)),
            registers: Registers::new(build),
            keeper: Keeper::new(build),
            coalescing: Coalescing::new(build.coalescing),
            records: Records::new(build),
            inside: Constant::new(build.timer_bits.is_some()),
            looks_ahead: Constant::new(build.look_ahead),
            timer_word: Constant::new(u64::from(offset::TIMER_WORD / 4).into()),
            nowhere: Constant::new(0x3f.into()),
            interrupts: Constant::new(0b10101.into()),
        }
        .assemble()
    }
}

impl Logic for Core {
    #[hdl_gen]
    fn update(&mut self) {
        self.clearing.d.next = self.reset.val() | self.registers.soft_reset.val();

        // The register bus. A timer's word in the window is `TIMER_WORD`.
        self.address.next = self.bus.address.val();
        if self.stray.val() {
            self.address.next = self.nowhere.val();
        }
        if self.window.val() {
            self.address.next = self.timer_word.val();
        }
        self.register_file.clear.next = self.clearing.q.val();
        self.register_file.bus.execute.next = self.bus.execute.val();
        self.register_file.bus.write.next = self.bus.write.val();
        self.register_file.bus.whole.next = self.bus.whole.val();
        self.register_file.bus.address.next = self.address.val();
        self.register_file.bus.data.next = self.bus.data.val();
        self.register_file.refused.next = self.registers.setting_refused.val();
        self.register_file.refused_late.next = false;
        self.register_file.postponed.next = self.register_file.written.TIMER_WORD.val();
        self.register_file.answered.next = self.registers.word_done.val();
        self.register_file.live.next = self.read_back.word.val();
        self.bus.done.next = self.register_file.bus.done.val();
        self.bus.failed.next = self.register_file.bus.failed.val();
        self.bus.read_data.next = self.register_file.bus.read_data.val();

        // What is written.
        self.registers.clear.next = self.clearing.q.val();
        self.registers.write.next = self.bus.write.val();
        self.registers.data.next = self.bus.data.val();
        self.registers.window.next = self.window.val();
        self.registers.index.next = self.index.val();
        self.registers.write_ctrl.next = self.register_file.written.CTRL.val();
        self.registers.write_prescale.next = self.register_file.written.PRESCALE.val();
        self.registers.write_timer.next = self.register_file.written.TIMER.val();
        self.registers.write_timer_word.next = self.register_file.written.TIMER_WORD.val();
        self.registers.write_event_ack.next = self.register_file.written.EVENT_ACK.val();
        self.registers.write_error.next = self.register_file.written.ERROR.val();
        self.registers.write_start_mode.next = self.register_file.written.START_MODE.val();
        self.registers.write_timers.next = self.register_file.written.TIMERS.val();
        self.registers.write_wheel_bits.next = self.register_file.written.WHEEL_BITS.val();
        self.registers.write_memory_base.next = self.register_file.written.MEMORY_BASE.val();
        self.registers.ask_timer_word.next = self.register_file.asked.TIMER_WORD.val();
        self.registers.ask_next_expiry.next = self.register_file.asked.NEXT_EXPIRY.val();
        self.ahead.next = self.register_file.selected.NEXT_EXPIRY.val() & self.looks_ahead.val();
        self.registers.ahead.next = self.ahead.val();
        self.registers.access_failed.next = self.register_file.bus.failed.val();

        // Settings and commands.
        self.keeper.clear.next = self.clearing.q.val();
        self.keeper.reset.next = self.reset.val();
        self.keeper.enable.next = self.registers.enable.val();
        self.keeper.prescale.next = self.registers.prescale.val();
        self.keeper.initialise.next = self.registers.initialise.val();
        self.keeper.timers.next = self.registers.timers.val();
        self.keeper.slot_mask.next = self.registers.slot_mask.val();
        self.keeper.base.next = self.registers.base.val();
        self.keeper.command.next = self.registers.command.val();
        self.keeper.starting.next = self.registers.starting.val();
        self.keeper.stopping.next = self.registers.stopping.val();
        self.keeper.periodic.next = self.registers.periodic.val();
        self.keeper.absolute.next = self.registers.absolute.val();
        self.keeper.ahead.next = self.ahead.val();
        self.keeper.timer.next = self.registers.timer.val();
        self.keeper.word.next = self.bus.data.val();
        self.keeper.pop.next = self.registers.pop.val();
        self.registers.taken.next = self.keeper.taken.val();
        self.registers.looked_up.next = self.keeper.looked_up.val();
        self.registers.deadline_refused.next = self.keeper.deadline_refused.val();
        self.registers.size_refused.next = self.keeper.size_refused.val();
        self.registers.ready.next = self.keeper.ready.val();
        self.registers.too_far.next = self.keeper.too_far.val();
        self.registers.memory_failed.next = self.keeper.memory_failed.val();
        self.registers.memory_failing.next = self.keeper.memory_failing.val();
        self.registers.event_valid.next = self.keeper.event_valid.val();

        // The interrupt.
        self.coalescing.clear.next = self.clearing.q.val();
        self.coalescing.write.next = self.register_file.written.INTR_COALESCE.val();
        self.coalescing.data.next = self.bus.data.val().get_bits::<24>(0);
        self.coalescing.event_valid.next = self.keeper.event_valid.val();
        self.coalescing.event_level.next = self.keeper.event_count.val();
        self.coalescing.fifo_full.next = self.keeper.full.val();
        self.coalescing.tick.next = self.keeper.tick.val();
        self.interrupt.clear.next = self.clearing.q.val();
        self.interrupt.event_level.next = self.coalescing.announced.val();
        self.interrupt.error_level.next = self.registers.error_level.val();
        self.interrupt.alarm_reached.next = false;
        self.interrupt.late_overflow.next = false;
        self.interrupt.half_period.next = self.keeper.half_period.val();
        self.interrupt.write_state.next = self.register_file.written.INTR_STATE.val();
        self.interrupt.write_enables.next = self.register_file.written.INTR_ENABLE.val();
        self.interrupt.write_test.next = self.register_file.written.INTR_TEST.val();
        self.interrupt.data.next = self.bus.data.val().get_bits::<5>(0) & self.interrupts.val();
        self.irq.next = self.interrupt.irq.val();

        // What is read.
        self.read_back.is_status.next = self.register_file.selected.STATUS.val();
        self.read_back.is_now_lo.next = self.register_file.selected.NOW_LO.val();
        self.read_back.is_now_hi.next = self.register_file.selected.NOW_HI.val();
        self.read_back.is_cursor.next = self.register_file.selected.CURSOR_LO.val();
        self.read_back.is_event.next = self.register_file.selected.EVENT.val();
        self.read_back.is_event_tick.next = self.register_file.selected.EVENT_TICK.val();
        self.read_back.is_intr_state.next = self.register_file.selected.INTR_STATE.val();
        self.read_back.is_error.next = self.register_file.selected.ERROR.val();
        self.read_back.is_timer.next = self.register_file.selected.TIMER_WORD.val() | self.ahead.val();
        self.read_back.refused.next = self.registers.refused.val();
        self.read_back.shown.next = self.keeper.shown.val();
        self.read_back.ready.next = self.keeper.ready.val();
        self.read_back.locked.next = self.registers.locked.val();
        self.read_back.fifo_full.next = self.keeper.full.val();
        self.read_back.behind.next = self.keeper.behind.val();
        self.read_back.memory_failing.next = self.keeper.memory_failing.val();
        self.read_back.now_low.next = self.keeper.now_low.val();
        self.read_back.now_high.next = self.keeper.now_high.val();
        self.read_back.cursor.next = self.keeper.at.val();
        self.read_back.event_valid.next = self.keeper.event_valid.val();
        self.read_back.event_timer.next = self.keeper.event_timer.val();
        self.read_back.event_generation.next = self.keeper.event_generation.val();
        self.read_back.event_tick.next = self.keeper.event_tick.val();
        self.read_back.sequence_number.next = self.registers.sequence_number.val();
        self.read_back.intr_state.next = self.interrupt.state.val();
        self.read_back.errors.next = self.registers.errors.val();

        // The records' memory.
        self.memory.cyc.next = self.keeper.memory.cyc.val() & !self.inside.val();
        self.memory.stb.next = self.keeper.memory.stb.val() & !self.inside.val();
        self.memory.we.next = self.keeper.memory.we.val();
        self.memory.sel.next = self.keeper.memory.sel.val();
        self.memory.adr.next = self.keeper.memory.adr.val();
        self.memory.dat_w.next = self.keeper.memory.dat_w.val();
        self.keeper.memory.dat_r.next = self.memory.dat_r.val();
        self.keeper.memory.ack.next = self.memory.ack.val();
        self.keeper.memory.err.next = self.memory.err.val();
        self.keeper.memory.stall.next = self.memory.stall.val();
        self.records.stb.next = self.keeper.memory.stb.val() & self.inside.val();
        self.records.we.next = self.keeper.memory.we.val();
        self.records.sel.next = self.keeper.memory.sel.val();
        self.records.adr.next = self.keeper.memory.adr.val();
        self.records.dat_w.next = self.keeper.memory.dat_w.val();
        if self.inside.val() {
            self.keeper.memory.dat_r.next = self.records.dat_r.val();
            self.keeper.memory.ack.next = self.records.ack.val();
            self.keeper.memory.err.next = false;
            self.keeper.memory.stall.next = false;
        }
    }
}
