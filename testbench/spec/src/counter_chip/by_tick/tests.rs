//! The chip by the tick beside the chip by the clock, under the same host: once the one by the clock has come to rest,
//! every register reads the same. So the faults of the one by the clock are the faulty twins of both.

use carillon_regmap::Register;
use carillon_regmap::counter_chip::{Build, REGISTERS, field, offset};
use fastrand::Rng;

use super::super::{ChipOnBus, Fault, ReferenceChip, WheelSizes};
use super::ChipByTick;

/// Clocks of a tick: enough for a few transfers, with the cursor at rest after each.
const TICK: u32 = 4_000;

/// All options, and a FIFO that is soon full.
const fn build() -> Build {
    Build { slot_bits: 10, fifo_bits: 2, ..Build::full() }
}

/// Both chips and what the host knows of them.
struct Pair {
    clocked: ChipOnBus,
    ticked: ChipByTick,
    sizes: WheelSizes,
    random: Rng,
}

impl Pair {
    /// Both after a reset.
    fn new(chip: ReferenceChip, seed: u64) -> Self {
        Self {
            clocked: ChipOnBus::of(chip),
            ticked: ChipByTick::new(build().params(), 1 << build().fifo_bits),
            sizes: WheelSizes::default(),
            random: Rng::with_seed(seed),
        }
    }

    /// Waits until the busy bits are cleared, and starts both with random wheels.
    fn start(&mut self) -> Result<(), String> {
        self.clocked.clock(2_000);
        let sizes: Vec<u32> = (0..self.random.u32(1..=4)).map(|_| self.random.u32(2..40)).collect();
        self.write(offset::PRESCALE, TICK)?;
        for (wheel, &size) in (0..).zip(&sizes) {
            self.write(offset::element(offset::WHEEL_SIZE, wheel), size)?;
        }
        self.sizes = WheelSizes::new(sizes);
        self.write(offset::CTRL, field::ctrl::ENABLE.mask())
    }

    /// Writes to both, and waits until both are at rest.
    fn write(&mut self, offset: u32, word: u32) -> Result<(), String> {
        let clocked = self.clocked.write(offset, word);
        let ticked = self.ticked.write(offset, word);
        if clocked.is_ok() != ticked.is_ok() {
            return Err(format!("a write to {offset:#x}: {clocked:?} and {ticked:?}"));
        }
        self.compare(&format!("{word:#x} to {offset:#x}"))
    }

    /// Compares every register that this build has, once the chip by the clock is at rest.
    fn compare(&mut self, after: &str) -> Result<(), String> {
        let mut before = None;
        for _ in 0..40 {
            self.clocked.clock(60);
            let cursor = self.clocked.chip().cursor();
            if before.replace(cursor) == Some(cursor) {
                break;
            }
        }
        // A tick that came meanwhile.
        let ticks = self.clocked.chip().now() - self.ticked.now();
        if ticks > 0 {
            self.ticked.pass(ticks);
            self.clocked.clock(600);
        }
        for register in REGISTERS.iter().filter(|register| register.access.readable()) {
            let elements = if register.is_array() { build().wheels } else { 1 };
            for at in (0..elements).filter_map(|index| register.element(index)) {
                self.compare_register(register, at, after)?;
            }
        }
        let lines = (self.clocked.irq(), self.ticked.irq());
        if lines.0 == lines.1 { Ok(()) } else { Err(format!("the interrupt line after {after}: {lines:?}")) }
    }

    fn compare_register(&mut self, register: &Register, at: u32, after: &str) -> Result<(), String> {
        let Some(clocked) = self.clocked.chip().peek(at) else {
            return Ok(());
        };
        let ticked = self.ticked.read(at).map_err(|_| format!("no {}", register.name))?;
        if clocked == ticked {
            return Ok(());
        }
        let now = self.ticked.now();
        Err(format!(
            "{} after {after} at tick {now}: {clocked:#x} by the clock, {ticked:#x} by the tick",
            register.name
        ))
    }

    /// The next tick, and what it brings.
    fn tick(&mut self) -> Result<(), String> {
        let now = self.clocked.chip().now();
        for _ in 0..TICK {
            if self.clocked.chip().now() > now {
                break;
            }
            self.clocked.clock(1);
        }
        self.compare("a tick")
    }

    /// Something that a host does.
    fn act(&mut self) -> Result<(), String> {
        let wheel = self.random.u32(0..self.sizes.wheels());
        match self.random.u32(0..24) {
            0..6 => {
                // From a lap ago to a lap ahead.
                let size = self.sizes.size(wheel);
                let step = self.sizes.steps(wheel, self.ticked.cursor()) + self.random.u64(0..2 * size);
                let (slot, lap) = self.sizes.slot_and_lap(wheel, step.saturating_sub(size / 2));
                let word = field::arm::WHEEL.put(wheel) | field::arm::SLOT.put(slot);
                self.write(offset::ARM, word | field::arm::LAP.put(lap.into()))
            }
            6..8 => {
                let slot = self.random.u32(0..self.sizes.size(wheel) as u32 + 1);
                let word = field::disarm::WHEEL.put(wheel) | field::disarm::SLOT.put(slot);
                self.write(offset::DISARM, word)
            }
            8..14 => {
                let event = self.clocked.chip().peek(offset::EVENT).unwrap_or(0);
                // One in eight of another event.
                let sequence = field::event::SEQUENCE.get(event) ^ u32::from(self.random.u32(0..8) == 0);
                let disarm = field::event_ack::DISARM.put(self.random.u32(0..2));
                self.write(offset::EVENT_ACK, field::event_ack::SEQUENCE.put(sequence) | disarm)
            }
            14 => {
                let mode = self.random.u32(0..4);
                self.write(offset::element(offset::WHEEL_MODE, wheel), mode)
            }
            15 => {
                let word = self.random.u32(0..64);
                self.write(offset::INTR_ENABLE, word)
            }
            16 => {
                let word = self.random.u32(0..64);
                self.write(offset::INTR_STATE, word)
            }
            17 => {
                let word = field::intr_coalesce::COUNT.put(self.random.u32(0..5));
                let age = field::intr_coalesce::AGE.put(self.random.u32(0..6));
                self.write(offset::INTR_COALESCE, word | age)
            }
            18 => {
                let alarm = self.ticked.now() as u32 + self.random.u32(0..24);
                self.write(offset::ALARM_HI, 0)?;
                self.write(offset::ALARM_LO, alarm)
            }
            19 => {
                let word = self.random.u32(0..256);
                self.write(offset::ERROR, word)
            }
            20 => {
                let word = self.random.u32(0..64);
                self.write(offset::INTR_TEST, word)
            }
            21 => {
                // Locked.
                let size = self.random.u32(2..40);
                self.write(offset::element(offset::WHEEL_SIZE, wheel), size)
            }
            22 => {
                self.write(offset::CTRL, 0)?;
                self.act()?;
                self.write(offset::CTRL, field::ctrl::ENABLE.mask())
            }
            _ if self.random.u32(0..8) == 0 => {
                self.clocked.write(offset::CTRL, field::ctrl::RESET.mask()).map_err(|error| error.to_string())?;
                self.ticked.reset();
                self.start()
            }
            _ => Ok(()),
        }
    }
}

/// A host of so many ticks; what differs first.
fn run(chip: ReferenceChip, seed: u64, ticks: u32) -> Result<(), String> {
    let mut pair = Pair::new(chip, seed);
    pair.start()?;
    for _ in 0..ticks {
        pair.tick()?;
        for _ in 0..pair.random.u32(0..4) {
            pair.act()?;
        }
    }
    Ok(())
}

#[test]
fn chip_by_tick_reads_as_the_chip_by_clock_does_at_rest() {
    for seed in 0..20 {
        let came = run(ReferenceChip::new(&build()), seed, 200);
        assert_eq!(came, Ok(()), "seed {seed}");
    }
}

/// All but those of a long run, which `testbench/verify/tests/promises.rs` finds: `Stands` and `Hang`.
#[test]
fn chip_by_tick_differs_from_the_chip_by_clock_with_any_fault() {
    use Fault::*;
    for fault in [
        Early,
        Lost,
        Twice,
        WrongTick,
        OutOfOrder,
        ArmLost,
        DisarmLost,
        DisarmedToo,
        LateSilent,
        LateInvented,
        OverflowSilent,
        HoldIgnored,
        HoldReleasedEarly,
        AutoClearIgnored,
        AutoClearAlways,
        ResetKeepsEvents,
    ] {
        let found = (0..10).any(|seed| run(ReferenceChip::broken(&build(), fault), seed, 200).is_err());
        assert!(found, "{fault:?}");
    }
}
