//! # The host's side of the chip
//!
//! **Purpose.** Everything between the register bus and the parts that keep time: register file, settings and commands,
//! interrupt, alarm and coalescing.
//!
//! **Interface.** The register bus (see [`crate::shared::register_bus`]). The other ports are the settings, commands and
//! strobes to the other parts, and what can be seen of them.
//!
//! **Timing.** With `execute` in clock *e*: `failed` in *e* + 1, with `done`; `done` of a write in *e* + 1, of a read
//! in *e* + 2, of a read of a time in the clock of `time_done`; of a read of `NEXT` in the clock of `next_done`; of an
//! `ARM` that is postponed when it is judged or refused. Commands leave in *e* + 1; a setting shows in *e* + 2. A read
//! shows what was true in the clock before `done`; but a time is of the clock in which its reading began; so is a word
//! of `NEXT`.
//!
//! **Invariants.** Each access has one `done`, if a reset does not come in between. A read changes nothing but
//! `ERROR.address`.

use crate::circuit::Circuit;
use crate::circuit::word_map::rows;
use crate::counter_chip::alarm::Alarm;
use crate::counter_chip::register_wires::CounterRegisters;
use crate::counter_chip::registers::Registers;
use crate::shared::coalescing::Coalescing;
use crate::shared::interrupt::Interrupt;
use crate::shared::now::Now;
use crate::shared::register_bus::RegisterBusSlave;
use carillon_regmap::Build;
use rust_hdl::prelude::*;

/// The host's side; see the module's header.
#[derive(Circuit)]
pub struct Host {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Back to reset values; what was executed in the clock before may have no answer.
    pub clear: Signal<In, Bit>,
    /// The register bus.
    pub bus: RegisterBusSlave,
    /// The line to the host.
    pub irq: Signal<Out, Bit>,
    /// Time passes.
    pub enable: Signal<Out, Bit>,
    /// Clocks a tick.
    pub prescale: Signal<Out, Bits<24>>,
    /// Enabled at least once since reset.
    pub running: Signal<Out, Bit>,
    /// `CTRL.reset` is written: everything but the bus adapter goes through its reset.
    pub soft_reset: Signal<Out, Bit>,
    /// `ARM` is accepted.
    pub arm: Signal<Out, Bit>,
    /// `DISARM` is accepted, or an acknowledgement disarms.
    pub disarm: Signal<Out, Bit>,
    /// The command's wheel.
    pub wheel: Signal<Out, Bits<3>>,
    /// The command's slot.
    pub slot: Signal<Out, Bits<20>>,
    /// The command's lap.
    pub lap: Signal<Out, Bits<8>>,
    /// The event FIFO drops its head.
    pub pop: Signal<Out, Bit>,
    /// The event FIFO shows its head's wheel, slot and late mark in the next clock: they are read, or acknowledged.
    pub show_place: Signal<Out, Bit>,
    /// The event FIFO shows its head's tick in the next clock.
    pub show_tick: Signal<Out, Bit>,
    /// The wheel whose size or mode is written or read, or whose next busy slot is asked for.
    pub wheel_index: Signal<Out, Bits<3>>,
    /// The wheel takes `data` as its size, if it fits.
    pub write_size: Signal<Out, Bit>,
    /// The wheel takes `data` as its mode.
    pub write_mode: Signal<Out, Bit>,
    /// The distance to the wheel's next busy slot is asked for.
    pub ask_next: Signal<Out, Bit>,
    /// The size written a clock ago does not fit.
    pub size_refused: Signal<In, Bit>,
    /// The distance asked for is there.
    pub next_done: Signal<In, Bit>,
    /// The wheel has a busy slot.
    pub next_found: Signal<In, Bit>,
    /// How far it is.
    pub next_distance: Signal<In, Bits<20>>,
    /// The memory has been cleared.
    pub ready: Signal<In, Bit>,
    /// A command names no slot of a wheel.
    pub arm_refused: Signal<In, Bit>,
    /// The arm has been judged.
    pub arm_judged: Signal<In, Bit>,
    /// A late event was lost.
    pub late_lost: Signal<In, Bit>,
    /// The FIFO's head is an event.
    pub event_valid: Signal<In, Bit>,
    /// Events popped, modulo 16.
    pub event_sequence: Signal<In, Bits<4>>,
    /// Another stands behind it.
    pub event_more: Signal<In, Bit>,
    /// The head shown is late; 0 when none is shown.
    pub event_late: Signal<In, Bit>,
    /// The wheel of the head shown, or 0.
    pub event_wheel: Signal<In, Bits<3>>,
    /// The slot of the head shown, or 0.
    pub event_slot: Signal<In, Bits<20>>,
    /// The tick of the head shown, or 0.
    pub event_tick: Signal<In, Bits<32>>,
    /// Events in the FIFO.
    pub event_level: Signal<In, Bits<11>>,
    /// The FIFO is full.
    pub fifo_full: Signal<In, Bit>,
    /// Now goes on by one.
    pub tick: Signal<In, Bit>,
    /// Now has crossed a multiple of 2^31.
    pub half_period: Signal<In, Bit>,
    /// A half of now or of the cursor is asked for.
    pub ask_time: Signal<Out, Bit>,
    /// Which: bit 0 the high half, bit 1 the cursor's.
    pub which_time: Signal<Out, Bits<2>>,
    /// The half asked for is there.
    pub time_done: Signal<In, Bit>,
    /// That half; 0 unless it was asked for.
    pub time_word: Signal<In, Bits<32>>,
    /// The cursor is behind now.
    pub behind: Signal<In, Bit>,
    register_file: CounterRegisters,
    registers: Registers,
    interrupt: Interrupt,
    now: Now,
    alarm: Alarm,
    with_alarm: Constant<Bit>,
    coalescing: Coalescing,
    /// An arm was taken and is neither judged nor refused.
    arm_waits: DFF<Bit>,
    /// `STATUS` where that is read, else 0.
    status_word: DFF<Bits<5>>,
    /// `INTR_STATE` where that is read, else 0.
    state_word: DFF<Bits<5>>,
    /// `ERROR` where that is read, else 0.
    error_word: DFF<Bits<8>>,
    /// `EVENT` is read, and there is one.
    event_shown: DFF<Bit>,
    /// The same, and another stands behind it.
    more_shown: DFF<Bit>,
    /// The event's sequence number where `EVENT` is read, else 0.
    sequence_shown: DFF<Bits<4>>,
    /// `EVENT` is read, and something else asks for the host.
    attention_shown: DFF<Bit>,
    shows_event: Signal<Local, Bit>,
    shows_next: Signal<Local, Bit>,
    event_word: Signal<Local, Bits<32>>,
    next_word: Signal<Local, Bits<32>>,
}

impl Host {
    /// The host's side of a chip built to `build`.
    pub fn new(build: &Build) -> Self {
        HostParts {
            registers: Registers::default(),
            interrupt: Interrupt::default(),
            now: Now::default(),
            register_file: CounterRegisters::new(&rows(build)),
            alarm: Alarm::new(build.alarm),
            with_alarm: Constant::new(build.alarm),
            coalescing: Coalescing::new(build.coalescing),
        }
        .assemble()
    }
}

impl Logic for Host {
    #[hdl_gen]
    fn update(&mut self) {
        // The register bus.
        self.register_file.clear.next = self.clear.val();
        RegisterBusSlave::link(&mut self.bus, &mut self.register_file.bus);
        self.register_file.refused.next = self.registers.refused.val();
        self.register_file.refused_late.next = self.size_refused.val();
        self.register_file.postponed.next = self.registers.arm.val();
        self.register_file.answered.next = self.next_done.val()
            | self.time_done.val()
            | (self.arm_waits.q.val() & (self.arm_judged.val() | self.arm_refused.val()));
        self.arm_waits.d.next = !self.clear.val()
            & (self.registers.arm.val()
                | (self.arm_waits.q.val() & !self.arm_judged.val() & !self.arm_refused.val()));
        self.wheel_index.next = self.bus.address.val().get_bits::<3>(0);
        self.write_mode.next = self.register_file.written.WHEEL_MODE.val();
        self.ask_next.next = self.register_file.asked.NEXT.val();
        self.ask_time.next = self.register_file.asked.TIME.val();
        self.which_time.next = self.bus.address.val().get_bits::<2>(0);

        // Settings and commands.
        self.registers.clear.next = self.clear.val();
        self.registers.data.next = self.bus.data.val();
        self.registers.write_ctrl.next = self.register_file.written.CTRL.val();
        self.registers.write_prescale.next = self.register_file.written.PRESCALE.val();
        self.registers.write_arm.next = self.register_file.written.ARM.val();
        self.registers.write_disarm.next = self.register_file.written.DISARM.val();
        self.registers.write_event_ack.next = self.register_file.written.EVENT_ACK.val();
        self.registers.write_error.next = self.register_file.written.ERROR.val();
        self.registers.write_wheel_size.next = self.register_file.written.WHEEL_SIZE.val();
        self.registers.access_failed.next = self.register_file.bus.failed.val();
        self.registers.arm_refused.next = self.arm_refused.val();
        self.registers.size_refused.next = self.size_refused.val();
        self.registers.ready.next = self.ready.val();
        self.registers.event_valid.next = self.event_valid.val();
        self.registers.pops.next = self.event_sequence.val();
        self.enable.next = self.registers.enable.val();
        self.prescale.next = self.registers.prescale.val();
        self.running.next = self.registers.running.val();
        self.soft_reset.next = self.registers.soft_reset.val();
        self.arm.next = self.registers.arm.val();
        self.disarm.next = self.registers.disarm.val();
        self.wheel.next = self.registers.wheel.val();
        self.slot.next = self.registers.slot.val();
        self.lap.next = self.registers.lap.val();
        self.pop.next = self.registers.pop.val();
        self.write_size.next = self.registers.write_size.val();

        // The alarm, with a now of its own.
        self.now.clear.next = self.clear.val();
        self.now.advance.next = bit_cast::<5, 1>((self.tick.val() & self.with_alarm.val()).into());
        self.alarm.clear.next = self.clear.val();
        self.alarm.write_low.next = self.register_file.written.ALARM_LO.val();
        self.alarm.write_high.next = self.register_file.written.ALARM_HI.val();
        self.alarm.data.next = self.bus.data.val();
        self.alarm.now_low.next = self.now.low.val();
        self.alarm.now_high.next = self.now.high.val();

        // The announcement of events.
        self.coalescing.clear.next = self.clear.val();
        self.coalescing.write.next = self.register_file.written.INTR_COALESCE.val();
        self.coalescing.data.next = self.bus.data.val().get_bits::<24>(0);
        self.coalescing.event_valid.next = self.event_valid.val();
        self.coalescing.event_level.next = self.event_level.val();
        self.coalescing.fifo_full.next = self.fifo_full.val();
        self.coalescing.tick.next = self.tick.val();

        // The interrupt.
        self.interrupt.clear.next = self.clear.val();
        self.interrupt.event_level.next = self.coalescing.announced.val();
        self.interrupt.error_level.next = self.registers.error_level.val();
        self.interrupt.alarm_reached.next = self.alarm.reached.val();
        self.interrupt.late_overflow.next = self.late_lost.val();
        self.interrupt.half_period.next = self.half_period.val();
        self.interrupt.write_state.next = self.register_file.written.INTR_STATE.val();
        self.interrupt.write_enables.next = self.register_file.written.INTR_ENABLE.val();
        self.interrupt.write_test.next = self.register_file.written.INTR_TEST.val();
        self.interrupt.data.next = self.bus.data.val().get_bits::<5>(0);
        self.irq.next = self.interrupt.irq.val();

        // What can be seen, in registers that are 0 but for what is selected. So are an event that is not there and a
        // distance not found.
        self.status_word.d.next = bit_cast::<5, 1>(self.ready.val().into())
            | (bit_cast::<5, 1>(self.registers.running.val().into()) << 1)
            | (bit_cast::<5, 1>(self.event_valid.val().into()) << 2)
            | (bit_cast::<5, 1>(self.fifo_full.val().into()) << 3)
            | (bit_cast::<5, 1>(self.behind.val().into()) << 4);
        if !self.register_file.selected.STATUS.val() {
            self.status_word.d.next = 0.into();
        }
        self.state_word.d.next = self.interrupt.state.val();
        if !self.register_file.selected.INTR_STATE.val() {
            self.state_word.d.next = 0.into();
        }
        self.error_word.d.next = self.registers.errors.val();
        if !self.register_file.selected.ERROR.val() {
            self.error_word.d.next = 0.into();
        }
        self.shows_event.next = self.register_file.selected.EVENT.val() & self.event_valid.val();
        self.show_place.next = self.shows_event.val()
            | (self.register_file.selected.EVENT_ACK.val() & self.bus.write.val());
        self.show_tick.next = self.register_file.selected.EVENT_TICK.val() & self.event_valid.val();
        self.event_shown.d.next = self.shows_event.val();
        self.more_shown.d.next = self.shows_event.val() & self.event_more.val();
        self.sequence_shown.d.next = self.event_sequence.val();
        if !self.shows_event.val() {
            self.sequence_shown.d.next = 0.into();
        }
        self.attention_shown.d.next =
            self.register_file.selected.EVENT.val() & self.interrupt.attention.val();
        self.event_word.next = bit_cast::<32, 20>(self.event_slot.val())
            | (bit_cast::<32, 3>(self.event_wheel.val()) << 20)
            | (bit_cast::<32, 4>(self.sequence_shown.q.val()) << 23)
            | (bit_cast::<32, 1>(self.attention_shown.q.val().into()) << 28)
            | (bit_cast::<32, 1>(self.more_shown.q.val().into()) << 29)
            | (bit_cast::<32, 1>(self.event_late.val().into()) << 30)
            | (bit_cast::<32, 1>(self.event_shown.q.val().into()) << 31);
        self.shows_next.next = self.register_file.selected.NEXT.val() & self.next_found.val();
        self.next_word.next = 0.into();
        if self.shows_next.val() {
            self.next_word.next = bit_cast::<32, 20>(self.next_distance.val())
                | (bit_cast::<32, 1>(self.next_found.val().into()) << 31);
        }
        self.register_file.live.next =
            bit_cast::<32, 5>(self.status_word.q.val() | self.state_word.q.val())
                | bit_cast::<32, 8>(self.error_word.q.val())
                | self.event_word.val()
                | self.event_tick.val()
                | self.time_word.val()
                | self.next_word.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circuit::clocked::Clocked;
    use crate::circuit::word_map::{WORDS, builds, words};
    use carillon_regmap::field::{error, intr_enable, intr_state};
    use carillon_regmap::{Access, REGISTERS, offset};

    /// The host's side after a reset, ready.
    fn host(build: &Build) -> Host {
        let mut host = Host::new(build);
        host.connect_all();
        host.clear.next = true;
        host.tick();
        host.clear.next = false;
        host.ready.next = true;
        host.tick();
        host
    }

    /// Lets ticks pass, one a clock.
    fn pass(host: &mut Host, ticks: u32) {
        host.tick.next = true;
        for _ in 0..ticks {
            Clocked::tick(host);
        }
        host.tick.next = false;
    }

    /// One access. `Err` is a failed one.
    fn access(host: &mut Host, write: bool, byte_offset: u32, data: u32) -> Result<u32, ()> {
        host.bus.write.next = write;
        host.bus.whole.next = true;
        host.bus.address.next = u64::from(byte_offset / 4).into();
        host.bus.data.next = u64::from(data).into();
        host.bus.execute.next = true;
        host.tick();
        host.bus.execute.next = false;
        host.settle();
        let failed = host.bus.failed.val();
        let (next, time) = (host.ask_next.val(), host.ask_time.val());
        if !write && !failed {
            assert!(!host.bus.done.val(), "no read is done so soon");
            host.tick();
            host.next_done.next = next;
            host.time_done.next = time;
            host.settle();
        }
        if host.arm.val() {
            host.tick();
            host.arm_judged.next = true;
            host.settle();
        }
        assert!(host.bus.done.val(), "done at {byte_offset:#x}");
        host.tick();
        host.next_done.next = false;
        host.time_done.next = false;
        host.arm_judged.next = false;
        host.settle();
        assert!(!host.bus.done.val(), "done once at {byte_offset:#x}");
        let word = u64::from(host.bus.read_data.val()) as u32;
        host.tick();
        host.tick();
        assert_eq!(u64::from(host.bus.read_data.val()) as u32, word, "it stays");
        if failed { Err(()) } else { Ok(word) }
    }

    fn read(host: &mut Host, byte_offset: u32) -> u32 {
        access(host, false, byte_offset, 0).expect("the register is there")
    }

    fn write(host: &mut Host, byte_offset: u32, word: u32) {
        let answer = access(host, true, byte_offset, word);
        assert_eq!(answer, Ok(0), "a write answers 0");
    }

    #[test]
    fn host_side_every_register_of_every_build_resets_as_the_map_says() {
        for build in builds() {
            let mut host = host(&build);
            host.ready.next = false;
            for register in REGISTERS {
                for index in 0..register.count {
                    let byte_offset = register.element(index).expect("within the array");
                    let answer = access(&mut host, false, byte_offset, 0);
                    let present = words(&build) & 1 << (byte_offset / 4) != 0;
                    assert_eq!(answer.is_ok(), present, "{} {index}", register.name);
                    if let Ok(word) = answer {
                        let mask = register.reset_mask();
                        assert_eq!(word & mask, register.reset, "{} {index}", register.name);
                    } else {
                        assert_eq!(read(&mut host, offset::ERROR), error::ADDRESS.mask());
                        write(&mut host, offset::ERROR, error::ADDRESS.mask());
                    }
                }
            }
        }
    }

    /// All addresses, between and beyond the registers as well.
    #[test]
    fn host_side_unmapped_access_of_every_build_fails_and_sets_its_error() {
        for build in builds() {
            let mut host = host(&build);
            let mapped = words(&build);
            for word in (0..WORDS).filter(|word| mapped & 1 << word == 0) {
                for write_it in [false, true] {
                    let answer = access(&mut host, write_it, 4 * word, u32::MAX);
                    assert_eq!(answer, Err(()), "{build:?}, word {word}");
                    assert_eq!(read(&mut host, offset::ERROR), error::ADDRESS.mask());
                    write(&mut host, offset::ERROR, error::ADDRESS.mask());
                    assert_eq!(read(&mut host, offset::ERROR), 0);
                }
            }
        }
    }

    /// What is kept is kept in exactly the bits that the map gives to fields, and in no other register.
    #[test]
    fn host_side_registers_that_are_kept_read_back_their_fields() {
        let kept = [
            offset::SCRATCH,
            offset::PRESCALE,
            offset::INTR_ENABLE,
            offset::INTR_COALESCE,
            offset::ALARM_LO,
            offset::ALARM_HI,
        ];
        let mut random = fastrand::Rng::with_seed(3);
        for build in builds() {
            let mut host = host(&build);
            let mut expected: Vec<(u32, u32)> = REGISTERS
                .iter()
                .filter(|register| kept.contains(&register.offset))
                .filter(|register| register.feature.is_none_or(|feature| build.has(feature)))
                .map(|register| (register.offset, register.reset))
                .collect();
            for _ in 0..6 {
                let place = random.usize(0..expected.len());
                let byte_offset = expected[place].0;
                let register = REGISTERS
                    .iter()
                    .find(|register| register.offset == byte_offset)
                    .expect("it is in the map");
                let word = random.u32(..) | 1 << 8;
                let mask = register
                    .fields
                    .iter()
                    .fold(0, |mask, field| mask | field.mask());
                write(&mut host, byte_offset, word);
                expected[place].1 = word & mask;
                for &(byte_offset, word) in &expected {
                    assert_eq!(read(&mut host, byte_offset), word, "{}", register.name);
                }
            }
        }
    }

    #[test]
    fn host_side_partial_write_changes_nothing_but_its_error() {
        let mut host = host(&Build::full());
        for register in REGISTERS
            .iter()
            .filter(|register| register.access.writable())
        {
            host.bus.write.next = true;
            host.bus.whole.next = false;
            host.bus.address.next = u64::from(register.offset / 4).into();
            host.bus.data.next = 0x0012_3457.into();
            host.bus.execute.next = true;
            host.tick();
            host.bus.execute.next = false;
            host.settle();
            assert!(
                host.bus.done.val() & host.bus.failed.val(),
                "{}",
                register.name
            );
            assert!(!host.soft_reset.val() & !host.write_size.val() & !host.write_mode.val());
            host.tick();
            host.tick();
            host.tick();
            assert_eq!(read(&mut host, offset::ERROR), error::ADDRESS.mask());
            write(&mut host, offset::ERROR, error::ADDRESS.mask());
        }
        for register in REGISTERS
            .iter()
            .filter(|register| register.access.readable())
        {
            let word = read(&mut host, register.offset);
            // `STATUS.ready` is the test's doing.
            let status = u32::from(register.offset == offset::STATUS);
            let expected = register.reset | status;
            assert_eq!(word & register.reset_mask(), expected, "{}", register.name);
        }
    }

    #[test]
    fn host_side_write_to_a_read_only_register_is_ignored() {
        for build in builds() {
            let mut host = host(&build);
            let only_read = |register: &&carillon_regmap::Register| {
                register.access == Access::ReadOnly
                    && register.feature.is_none_or(|feature| build.has(feature))
            };
            for register in REGISTERS.iter().filter(only_read) {
                write(&mut host, register.offset, u32::MAX);
                assert_eq!(read(&mut host, offset::ERROR), 0, "{}", register.name);
            }
        }
    }

    /// Every bit of `INTR_STATE` and of `ERROR`: forced or caused, seen, cleared by its own 1 only.
    #[test]
    fn host_side_write_one_to_clear_clears_that_bit_only() {
        let mut host = host(&Build::full());
        write(&mut host, offset::INTR_TEST, 0b11111);
        for bit in 0..5 {
            write(&mut host, offset::INTR_STATE, 1 << bit);
            let left = 0b11111 & !((2 << bit) - 1);
            assert_eq!(read(&mut host, offset::INTR_STATE), left);
        }
        host.arm_refused.next = true;
        host.size_refused.next = true;
        host.tick();
        host.arm_refused.next = false;
        host.size_refused.next = false;
        write(&mut host, offset::EVENT_ACK, 0);
        host.event_valid.next = true;
        write(&mut host, offset::EVENT_ACK, 5 << 23);
        host.event_valid.next = false;
        write(&mut host, offset::PRESCALE, 0);
        write(&mut host, offset::ARM, 0);
        write(&mut host, offset::CTRL, 1);
        write(&mut host, offset::PRESCALE, 9);
        assert_eq!(access(&mut host, true, 0xfc, 0), Err(()));
        assert_eq!(read(&mut host, offset::ERROR), 0xff, "every kind of error");
        assert_eq!(
            read(&mut host, offset::INTR_STATE),
            intr_state::ERROR.mask()
        );
        for bit in 0..8 {
            write(&mut host, offset::ERROR, 1 << bit);
            assert_eq!(read(&mut host, offset::ERROR), 0xff & !((2 << bit) - 1));
        }
        assert_eq!(read(&mut host, offset::INTR_STATE), 0);
    }

    #[test]
    fn host_side_sizes_are_offered_until_the_first_start() {
        let mut host = host(&Build::full());
        for (running, wheel) in [(false, 0), (false, 3), (true, 0), (true, 3)] {
            if running {
                write(&mut host, offset::CTRL, 1);
            }
            host.bus.write.next = true;
            host.bus.whole.next = true;
            host.bus.address.next = u64::from(offset::WHEEL_SIZE / 4 + wheel).into();
            host.bus.execute.next = true;
            host.tick();
            host.bus.execute.next = false;
            host.settle();
            assert_eq!(host.write_size.val(), !running);
            assert_eq!(host.wheel_index.val(), u64::from(wheel));
            for _ in 0..3 {
                host.tick();
                assert!(!host.write_size.val(), "for one clock");
            }
            let locked = if running { error::LOCKED.mask() } else { 0 };
            assert_eq!(read(&mut host, offset::ERROR), locked);
        }
        // A mode may change at any time.
        host.bus.write.next = true;
        host.bus.address.next = u64::from(offset::WHEEL_MODE / 4 + 2).into();
        host.bus.execute.next = true;
        host.tick();
        host.bus.execute.next = false;
        host.settle();
        assert!(host.write_mode.val());
        assert_eq!(host.wheel_index.val(), 2u64);
    }

    /// An alarm that is due and is cleared while it still stands comes back; moved as the map says, it does not.
    #[test]
    fn host_side_alarm_in_the_past_comes_back_until_it_is_moved() {
        let mut host = host(&Build::full());
        pass(&mut host, 1000);
        let state = |host: &mut Host| read(host, offset::INTR_STATE);
        write(&mut host, offset::ALARM_HI, 0);
        assert_eq!(state(&mut host), 0, "the lower half still says never");
        write(&mut host, offset::ALARM_LO, 1000);
        host.tick();
        assert_eq!(state(&mut host), intr_state::ALARM.mask());
        write(&mut host, offset::INTR_STATE, intr_state::ALARM.mask());
        assert_eq!(state(&mut host), intr_state::ALARM.mask(), "still due");
        write(&mut host, offset::ALARM_HI, u32::MAX);
        write(&mut host, offset::ALARM_LO, 1001);
        write(&mut host, offset::ALARM_HI, 0);
        write(&mut host, offset::INTR_STATE, intr_state::ALARM.mask());
        assert_eq!(state(&mut host), 0);
        // Switched off and cleared in the very next access.
        pass(&mut host, 1);
        for _ in 0..5 {
            host.tick();
        }
        write(&mut host, offset::ALARM_HI, u32::MAX);
        write(&mut host, offset::INTR_STATE, intr_state::ALARM.mask());
        assert_eq!(state(&mut host), 0);
    }

    #[test]
    fn host_side_alarm_raises_the_line_five_clocks_after_its_tick() {
        let mut host = host(&Build::full());
        write(&mut host, offset::INTR_ENABLE, intr_enable::ALARM.mask());
        write(&mut host, offset::ALARM_HI, 0);
        write(&mut host, offset::ALARM_LO, 8);
        pass(&mut host, 8);
        for clock in 0..8 {
            host.settle();
            assert_eq!(host.irq.val(), clock >= 5, "now is 8 from clock 0 on");
            host.tick();
        }
    }

    #[test]
    fn host_side_event_raises_the_line_in_the_next_clock_unless_it_waits() {
        for count in [0, 2] {
            let mut host = host(&Build::full());
            write(&mut host, offset::INTR_ENABLE, intr_enable::EVENT.mask());
            write(&mut host, offset::INTR_COALESCE, 100 << 8 | count);
            host.event_valid.next = true;
            host.event_level.next = 1.into();
            host.tick();
            assert_eq!(host.irq.val(), count == 0);
            host.event_level.next = 2.into();
            for _ in 0..3 {
                host.tick();
            }
            assert!(host.irq.val());
            assert_eq!(
                read(&mut host, offset::INTR_STATE),
                intr_state::EVENT.mask()
            );
        }
    }
}
