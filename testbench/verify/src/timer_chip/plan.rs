//! What a seed makes of chip, memory and host.

use carillon_regmap::timer_chip::TimerBuild;
use carillon_sim::MemoryBehaviour;
use fastrand::Rng;

/// How one run is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How many timers there are.
    pub timers: u32,
    /// The slots as a power of two.
    pub wheel_bits: u32,
    /// Clocks a tick.
    pub prescale: u32,
    /// Word address of the records.
    pub base: u32,
    /// How the memory answers.
    pub memory: MemoryBehaviour,
    /// The longest usual interval, in ticks.
    pub interval: u32,
    /// The longest sleep of the host in clocks, as a power of two.
    pub sleep_bits: u32,
    /// The number of 16 operations that look for events.
    pub diligence: u32,
    /// Whether the longest intervals and a cursor far behind are wanted.
    pub long: bool,
}

impl Plan {
    /// What follows from `seed` for a chip built to `build`.
    pub fn new(build: &TimerBuild, seed: u64) -> Self {
        let mut random = Rng::with_seed(seed ^ 0x7157);
        let long = random.u32(0..24) == 0;
        let memory = match random.u32(0..8) {
            _ if build.timer_bits.is_some() => MemoryBehaviour::FAST,
            0 | 1 => MemoryBehaviour::FAST,
            2 => MemoryBehaviour::fixed(0),
            _ if long => MemoryBehaviour::up_to(3),
            3 => MemoryBehaviour::fixed(20),
            4 => MemoryBehaviour::up_to(3),
            5 => MemoryBehaviour::up_to(30),
            6 => MemoryBehaviour::up_to(3).failing(random.u32(3..200)),
            _ => MemoryBehaviour::up_to(12).failing(random.u32(3..30)),
        };
        // As many as links can name, or more than 16 bits could; these take long to initialise, and to stop at the
        // end.
        let seldom = random.u32(0..16);
        let many = build.timer_bits.is_none() && !long && seldom < if build.wide { 2 } else { 1 };
        let memory = if many { MemoryBehaviour::FAST } else { memory };
        let timers = match random.u32(0..4) {
            _ if many && build.wide => random.u32(1 << 16..3 << 16),
            _ if many => random.u32(1 << 13..1 << 15),
            0 => random.u32(1..4),
            1 if !long => random.u32(100..1000),
            _ => random.u32(4..30),
        };
        // Long timers in few slots would be visited more often than a tick of one clock allows.
        let wheel_bits = match random.u32(0..4) {
            _ if long => build.slot_bits,
            0 => random.u32(4..=build.slot_bits),
            _ => random.u32(4..7),
        };
        // Several wheels have the slots that they are built with, and half of the runs need the highest.
        let several = build.wheels > 1;
        let wheel_bits = if several { build.wheel_bits() } else { wheel_bits };
        let high = several && !long && random.bool();
        let records = timers + (build.wheels << wheel_bits);
        let words = (records * build.record_words()).next_power_of_two();
        Self {
            timers,
            wheel_bits,
            prescale: if long || high {
                1
            } else {
                [1, 2, 4, 9, 20, 50, 200, random.u32(1000..8000)][random.usize(0..8)]
            },
            base: random.u32(0..1 << 30) & !(words - 1),
            memory,
            interval: match random.u32(0..4) {
                _ if long => (1 << 23) - 1,
                _ if high => 3 << ((build.wheels - 1) * wheel_bits),
                0 => 8,
                1 => 5 << wheel_bits,
                _ => 300,
            },
            sleep_bits: if long { 22 } else { random.u32(5..13) + if high { 3 } else { 0 } },
            diligence: random.u32(1..9),
            long,
        }
    }
}
