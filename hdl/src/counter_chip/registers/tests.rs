use super::*;
use crate::circuit::clocked::Clocked;
use carillon_regmap::counter_chip::field::error;

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

const RESET: Kept = Kept { enable: false, running: false, prescale: 1, sequence: 0, errors: 0 };

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
        let refusals = error::NOT_READY.mask() | error::LOCKED.mask() | error::PRESCALE_ZERO.mask();
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
            assert_eq!(part.error_level.val(), had && !cleared, "seed {seed}, {clock}");
            assert_eq!(kept(&part, model.sequence), model, "seed {seed}, {clock}: {inputs:?}");

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
            assert_eq!(kept(&part, model.sequence), model, "seed {seed}, {clock}: {inputs:?}");
        }
    }
}

fn once_in_many(random: &mut fastrand::Rng) -> bool {
    random.u32(0..200) == 0
}
