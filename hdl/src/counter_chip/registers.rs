//! # What the host sets
//!
//! **Purpose.** Keeps the settings, turns writes into commands for the other parts, and remembers what was refused.
//!
//! **Interface.** One `write_*` strobe at a time, with `data`. Settings leave on `enable`, `prescale` and `running`,
//! commands on `arm`, `disarm`, `pop`, `soft_reset` and `write_size`; `refused` says that a setting is not taken. Who
//! is written, and what a read shows, is the register file's; what belongs to the interrupt, the alarm and coalescing
//! is in parts of their own.
//!
//! **Timing.** `data` is valid from the clock before the strobe. Commands leave in the clock of the strobe; settings
//! and `errors` show at its end. `error_level` is one clock behind `errors`.
//!
//! **Invariants.** The prescaler is never 0; it never changes while `running`, nor is a size offered to the wheels
//! then. `enable` is high only while `running`. A refused write changes nothing but its bit of `errors`. An error that
//! comes in the clock in which its bit is cleared is kept.

use crate::circuit::Circuit;
use rust_hdl::prelude::*;

/// The write side of the registers; see the module's header.
#[derive(Circuit)]
pub struct Registers {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Back to reset values.
    pub clear: Signal<In, Bit>,
    /// The word written.
    pub data: Signal<In, Bits<32>>,
    /// `CTRL` is written.
    pub write_ctrl: Signal<In, Bit>,
    /// `PRESCALE` is written.
    pub write_prescale: Signal<In, Bit>,
    /// `ARM` is written.
    pub write_arm: Signal<In, Bit>,
    /// `DISARM` is written.
    pub write_disarm: Signal<In, Bit>,
    /// `EVENT_ACK` is written.
    pub write_event_ack: Signal<In, Bit>,
    /// `ERROR` is written.
    pub write_error: Signal<In, Bit>,
    /// `WHEEL_SIZE` of some wheel is written.
    pub write_wheel_size: Signal<In, Bit>,
    /// An access has found no register, or has written part of a word.
    pub access_failed: Signal<In, Bit>,
    /// A command names no slot of a wheel.
    pub arm_refused: Signal<In, Bit>,
    /// A size does not fit.
    pub size_refused: Signal<In, Bit>,
    /// The memory has been cleared.
    pub ready: Signal<In, Bit>,
    /// The FIFO's head is an event.
    pub event_valid: Signal<In, Bit>,
    /// Events acknowledged, modulo 16, by the clock before a strobe: what an acknowledgement must name.
    pub pops: Signal<In, Bits<4>>,
    /// A setting is written and not taken.
    pub refused: Signal<Out, Bit>,
    /// Time passes.
    pub enable: Signal<Out, Bit>,
    /// Clocks a tick.
    pub prescale: Signal<Out, Bits<24>>,
    /// Enabled at least once since reset: sizes and prescaler are locked.
    pub running: Signal<Out, Bit>,
    /// Everything but the bus adapter goes through its reset.
    pub soft_reset: Signal<Out, Bit>,
    /// `ARM` is accepted.
    pub arm: Signal<Out, Bit>,
    /// `DISARM` is accepted, or an acknowledgement disarms.
    pub disarm: Signal<Out, Bit>,
    /// The command's wheel; 0 of an acknowledgement.
    pub wheel: Signal<Out, Bits<3>>,
    /// The command's slot; 0 of an acknowledgement, which means that of the head.
    pub slot: Signal<Out, Bits<20>>,
    /// The command's lap.
    pub lap: Signal<Out, Bits<8>>,
    /// The event FIFO drops its head.
    pub pop: Signal<Out, Bit>,
    /// The wheels take a size, if it fits.
    pub write_size: Signal<Out, Bit>,
    /// `ERROR`.
    pub errors: Signal<Out, Bits<8>>,
    /// Some bit of `ERROR` is set.
    pub error_level: Signal<Out, Bit>,
    /// `CTRL.enable`.
    enabled: DFF<Bit>,
    /// It has been enabled since the last reset.
    started: DFF<Bit>,
    /// `PRESCALE`.
    clocks_a_tick: DFF<Bits<24>>,
    /// `ERROR`.
    sticky_errors: DFF<Bits<8>>,
    /// Some bit of `ERROR` was set in the clock before.
    some_error: DFF<Bit>,
    /// The word on the bus in the clock before was a prescaler, not 0.
    clocks_given: DFF<Bit>,
    /// It named the head of the FIFO, as an acknowledgement must.
    sequence_right: DFF<Bit>,
    reset_clocks: Constant<Bits<24>>,
    sequence_given: Signal<Local, Bits<4>>,
    cleared_errors: Signal<Local, Bits<8>>,
    new_errors: Signal<Local, Bits<8>>,
    locked: Signal<Local, Bit>,
    ack_empty: Signal<Local, Bit>,
    ack_stale: Signal<Local, Bit>,
    acknowledged: Signal<Local, Bit>,
    prescale_zero: Signal<Local, Bit>,
    not_ready: Signal<Local, Bit>,
}

impl Default for Registers {
    fn default() -> Self {
        RegistersParts {
            reset_clocks: Constant::new(1.into()),
        }
        .assemble()
    }
}

impl Logic for Registers {
    #[hdl_gen]
    fn update(&mut self) {
        // What is asked of `data` is asked a clock early.
        self.sequence_given.next = self.data.val().get_bits::<4>(23);
        self.sequence_right.d.next = self.sequence_given.val() == self.pops.val();
        self.clocks_given.d.next = self.data.val().get_bits::<24>(0).any();

        // Settings.
        if self.write_prescale.val() & !self.started.q.val() & self.clocks_given.q.val() {
            self.clocks_a_tick.d.next = self.data.val().get_bits::<24>(0);
        }
        self.soft_reset.next = self.write_ctrl.val() & self.data.val().get_bit(1);
        if self.write_ctrl.val() {
            self.enabled.d.next = self.data.val().get_bit(0) & self.ready.val();
            if self.data.val().get_bit(0) & self.ready.val() {
                self.started.d.next = true;
            }
        }
        self.write_size.next = self.write_wheel_size.val() & !self.started.q.val();

        // Commands. An acknowledgement that disarms names no slot: it means the head's.
        self.acknowledged.next =
            self.write_event_ack.val() & self.event_valid.val() & self.sequence_right.q.val();
        self.pop.next = self.acknowledged.val();
        self.arm.next = self.write_arm.val() & self.started.q.val();
        self.disarm.next = (self.write_disarm.val() & self.started.q.val())
            | (self.acknowledged.val() & self.data.val().get_bit(0));
        self.lap.next = self.data.val().get_bits::<8>(24);
        self.wheel.next = self.data.val().get_bits::<3>(20);
        self.slot.next = self.data.val().get_bits::<20>(0);
        if self.write_event_ack.val() {
            self.wheel.next = 0.into();
            self.slot.next = 0.into();
        }

        // What is refused.
        self.locked.next =
            (self.write_prescale.val() | self.write_wheel_size.val()) & self.started.q.val();
        self.ack_empty.next = self.write_event_ack.val() & !self.event_valid.val();
        self.ack_stale.next =
            self.write_event_ack.val() & self.event_valid.val() & !self.sequence_right.q.val();
        self.prescale_zero.next =
            self.write_prescale.val() & !self.started.q.val() & !self.clocks_given.q.val();
        self.not_ready.next = ((self.write_arm.val() | self.write_disarm.val())
            & !self.started.q.val())
            | (self.write_ctrl.val()
                & self.data.val().get_bit(0)
                & !self.data.val().get_bit(1)
                & !self.ready.val());
        self.refused.next = self.locked.val() | self.prescale_zero.val() | self.not_ready.val();
        self.new_errors.next = bit_cast::<8, 1>(self.arm_refused.val().into())
            | (bit_cast::<8, 1>(self.size_refused.val().into()) << 1)
            | (bit_cast::<8, 1>(self.locked.val().into()) << 2)
            | (bit_cast::<8, 1>(self.ack_empty.val().into()) << 3)
            | (bit_cast::<8, 1>(self.ack_stale.val().into()) << 4)
            | (bit_cast::<8, 1>(self.prescale_zero.val().into()) << 5)
            | (bit_cast::<8, 1>(self.not_ready.val().into()) << 6)
            | (bit_cast::<8, 1>(self.access_failed.val().into()) << 7);
        self.cleared_errors.next = 0.into();
        if self.write_error.val() {
            self.cleared_errors.next = self.data.val().get_bits::<8>(0);
        }
        self.sticky_errors.d.next =
            (self.sticky_errors.q.val() & !self.cleared_errors.val()) | self.new_errors.val();
        self.some_error.d.next = self.sticky_errors.q.val().any();

        self.enable.next = self.enabled.q.val();
        self.prescale.next = self.clocks_a_tick.q.val();
        self.running.next = self.started.q.val();
        self.errors.next = self.sticky_errors.q.val();
        self.error_level.next = self.some_error.q.val();

        if self.clear.val() {
            self.enabled.d.next = false;
            self.started.d.next = false;
            self.clocks_a_tick.d.next = self.reset_clocks.val();
            self.sticky_errors.d.next = 0.into();
            self.some_error.d.next = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circuit::clocked::Clocked;
    use carillon_regmap::field::error;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Written {
        Nothing,
        Ctrl,
        Prescale,
        Arm,
        Disarm,
        EventAck,
        Error,
        WheelSize,
    }

    const ALL: [Written; 8] = [
        Written::Nothing,
        Written::Ctrl,
        Written::Prescale,
        Written::Arm,
        Written::Disarm,
        Written::EventAck,
        Written::Error,
        Written::WheelSize,
    ];

    /// What comes in during one clock.
    #[derive(Clone, Copy, Debug)]
    struct Inputs {
        clear: bool,
        written: Written,
        data: u32,
        access_failed: bool,
        arm_refused: bool,
        size_refused: bool,
        ready: bool,
        valid: bool,
    }

    /// What leaves at once.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    struct Commands {
        soft_reset: bool,
        arm: bool,
        disarm: bool,
        pop: bool,
        write_size: bool,
        refused: bool,
    }

    /// What is kept.
    #[derive(Clone, Debug, PartialEq, Eq)]
    struct Kept {
        enable: bool,
        running: bool,
        prescale: u32,
        sequence: u32,
        errors: u32,
    }

    const RESET: Kept = Kept {
        enable: false,
        running: false,
        prescale: 1,
        sequence: 0,
        errors: 0,
    };

    impl Kept {
        /// One clock, in the words of the register map.
        fn edge(&mut self, inputs: Inputs) -> Commands {
            let mut commands = Commands::default();
            let data = inputs.data;
            let mut errors = error::ARM_RANGE.put(inputs.arm_refused.into())
                | error::SIZE_RANGE.put(inputs.size_refused.into())
                | error::ADDRESS.put(inputs.access_failed.into());
            let mut kept_errors = self.errors;
            match inputs.written {
                Written::Nothing => {}
                Written::Ctrl if data & 2 != 0 => {
                    commands.soft_reset = true;
                    // The reset comes in the next clock; until then nobody looks.
                    self.enable = data & 1 != 0 && inputs.ready;
                    self.running |= self.enable;
                }
                Written::Ctrl => {
                    self.enable = data & 1 != 0 && inputs.ready;
                    self.running |= self.enable;
                    if data & 1 != 0 && !inputs.ready {
                        errors |= error::NOT_READY.put(1);
                    }
                }
                Written::Prescale if self.running => errors |= error::LOCKED.put(1),
                Written::Prescale if data & 0xff_ffff == 0 => {
                    errors |= error::PRESCALE_ZERO.put(1);
                }
                Written::Prescale => self.prescale = data & 0xff_ffff,
                Written::Arm | Written::Disarm if !self.running => {
                    errors |= error::NOT_READY.put(1);
                }
                Written::Arm => commands.arm = true,
                Written::Disarm => commands.disarm = true,
                Written::EventAck if !inputs.valid => errors |= error::ACK_EMPTY.put(1),
                Written::EventAck if data >> 23 & 15 != self.sequence => {
                    errors |= error::ACK_STALE.put(1);
                }
                Written::EventAck => {
                    commands.pop = true;
                    commands.disarm = data & 1 != 0;
                    self.sequence = (self.sequence + 1) % 16;
                }
                Written::Error => kept_errors &= !data,
                Written::WheelSize if self.running => errors |= error::LOCKED.put(1),
                Written::WheelSize => commands.write_size = true,
            }
            let refusals =
                error::NOT_READY.mask() | error::LOCKED.mask() | error::PRESCALE_ZERO.mask();
            commands.refused = errors & refusals != 0;
            self.errors = kept_errors | errors;
            if inputs.clear {
                *self = RESET;
            }
            commands
        }
    }

    fn drive(part: &mut Registers, inputs: Inputs, sequence: u32) {
        let is = |written| inputs.written == written;
        part.clear.next = inputs.clear;
        part.data.next = u64::from(inputs.data).into();
        part.write_ctrl.next = is(Written::Ctrl);
        part.write_prescale.next = is(Written::Prescale);
        part.write_arm.next = is(Written::Arm);
        part.write_disarm.next = is(Written::Disarm);
        part.write_event_ack.next = is(Written::EventAck);
        part.write_error.next = is(Written::Error);
        part.write_wheel_size.next = is(Written::WheelSize);
        part.access_failed.next = inputs.access_failed;
        part.arm_refused.next = inputs.arm_refused;
        part.size_refused.next = inputs.size_refused;
        part.ready.next = inputs.ready;
        part.event_valid.next = inputs.valid;
        part.pops.next = u64::from(sequence).into();
        part.settle();
    }

    fn kept(part: &Registers, sequence: u32) -> Kept {
        Kept {
            enable: part.enable.val(),
            running: part.running.val(),
            prescale: u64::from(part.prescale.val()) as u32,
            sequence,
            errors: u64::from(part.errors.val()) as u32,
        }
    }

    /// Every write with every state of the chip, at random, beside a model.
    #[test]
    fn registers_at_random_are_their_model() {
        for seed in 0..8 {
            println!("seed {seed}");
            let mut random = fastrand::Rng::with_seed(seed);
            let mut part = Registers::default();
            part.connect_all();
            let mut model = RESET;
            let mut inputs = Inputs {
                clear: true,
                written: Written::Nothing,
                data: 0,
                access_failed: false,
                arm_refused: false,
                size_refused: false,
                ready: false,
                valid: false,
            };
            drive(&mut part, inputs, model.sequence);
            part.tick();
            for clock in 0..2000 {
                let mut once_in = |clocks: u32| random.u32(0..clocks) == 0;
                inputs = Inputs {
                    clear: once_in(200),
                    written: Written::Nothing,
                    access_failed: once_in(20),
                    arm_refused: once_in(20),
                    size_refused: once_in(20),
                    ready: !once_in(3),
                    valid: !once_in(4),
                    ..inputs
                };
                // The word comes a clock before the strobe.
                inputs.data = match random.u32(0..4) {
                    0 => random.u32(0..4),
                    1 => random.u32(..) & 0xf800_0001 | model.sequence << 23,
                    2 => random.u32(..) & 0xff00_0000,
                    _ => random.u32(..),
                };
                let had = u64::from(part.errors.val()) != 0;
                let cleared = inputs.clear;
                drive(&mut part, inputs, model.sequence);
                model.edge(inputs);
                part.tick();
                assert_eq!(
                    part.error_level.val(),
                    had && !cleared,
                    "seed {seed}, {clock}"
                );
                assert_eq!(
                    kept(&part, model.sequence),
                    model,
                    "seed {seed}, {clock}: {inputs:?}"
                );

                // A clear empties the FIFO as well.
                inputs.valid &= !cleared;
                inputs.clear = once_in_many(&mut random);
                inputs.written = *random.choice(&ALL).expect("there are some");
                drive(&mut part, inputs, model.sequence);
                let named = u64::from(part.wheel.val()) as u32;
                let slot = u64::from(part.slot.val()) as u32;
                let lap = u64::from(part.lap.val()) as u32;
                let commands = Commands {
                    soft_reset: part.soft_reset.val(),
                    arm: part.arm.val(),
                    disarm: part.disarm.val(),
                    pop: part.pop.val(),
                    write_size: part.write_size.val(),
                    refused: part.refused.val(),
                };
                let expected = model.edge(inputs);
                assert_eq!(commands, expected, "seed {seed}, {clock}: {inputs:?}");
                if commands.arm || commands.disarm {
                    let meant = match inputs.written {
                        Written::EventAck => (0, 0),
                        _ => (inputs.data >> 20 & 7, inputs.data & 0xf_ffff),
                    };
                    assert_eq!((named, slot), meant);
                    assert_eq!(lap, inputs.data >> 24);
                }
                part.tick();
                assert_eq!(
                    kept(&part, model.sequence),
                    model,
                    "seed {seed}, {clock}: {inputs:?}"
                );
            }
        }
    }

    fn once_in_many(random: &mut fastrand::Rng) -> bool {
        random.u32(0..200) == 0
    }
}
