//! A history: what the host is made of, what it does, and what goes wrong, all from one seed.
//!
//! A history is data. It is made from its seed before anything runs, so that a failing one can be shrunk by leaving
//! parts out, and printed as a program.

use fastrand::Rng;

/// The facility, and its queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The counter chip's slots: Scheme 6.
    HashedWheel,
    /// The same: Scheme 7, whose timers migrate.
    MixedWheel,
    /// The counter chip's alarm with Scheme 3.
    AlarmHeap,
    /// The same with the default queue.
    AlarmTimerWheel,
    /// The timer chip.
    TimerChip,
    /// A clock with an alarm, with the default queue.
    ClockTimerWheel,
    /// The same with Scheme 3.
    ClockHeap,
}

/// How the host reaches the chip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// The register bus itself.
    Direct,
    /// The same, and the host has a clock, which starts are counted by.
    HostClock,
    /// A serial line.
    Uart,
    /// SPI.
    Spi,
}

/// What goes wrong; the crate's documentation has what each demands of the driver.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// Nothing; the host is slow at times.
    Calm,
    /// Accesses fail, with or without effect.
    Errors,
    /// The chip is reset.
    Resets,
    /// Errors and resets.
    Rough,
    /// The device is gone for a while: all ones.
    Gone,
    /// Writes are lost or repeated, and nothing says so.
    Writes,
    /// Bytes on the line are lost, repeated and corrupted, one in an access.
    Bytes,
    /// Answers on the line come late.
    Late,
    /// Reads give any word.
    Garbage,
    /// The host's clock steps back.
    Backwards,
}

impl Profile {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Calm,
        Self::Errors,
        Self::Resets,
        Self::Rough,
        Self::Gone,
        Self::Writes,
        Self::Bytes,
        Self::Late,
        Self::Garbage,
        Self::Backwards,
    ];

    /// The host audits after each error, as a bus that may change writes demands.
    pub const fn audits(self) -> bool {
        matches!(self, Self::Writes | Self::Bytes | Self::Late)
    }

    /// Where this can happen.
    const fn fits(self, kind: Kind, way: Way) -> bool {
        let is_clock = matches!(kind, Kind::ClockTimerWheel | Kind::ClockHeap);
        let is_cable = matches!(way, Way::Uart | Way::Spi);
        match self {
            Self::Calm | Self::Errors => true,
            Self::Resets | Self::Rough => !is_clock,
            Self::Gone | Self::Garbage => !is_clock && !is_cable,
            // A start that arrives twice counts its generation twice on the timer chip, whose facility says what
            // follows.
            Self::Writes => !is_clock && !is_cable && !matches!(kind, Kind::TimerChip),
            Self::Bytes => is_cable,
            Self::Late => matches!(way, Way::Uart),
            Self::Backwards => is_clock,
        }
    }
}

/// What happens at an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// It fails without effect.
    Error,
    /// It has its effect, and fails.
    AnswerLost,
    /// The chip is reset before it.
    Reset,
    /// The host's thread is held for so many ticks before it.
    Pause(u64),
    /// The device is gone for so many accesses: they read all ones, and writes have no effect. It comes back reset.
    Gone(u32),
    /// A write is lost, and nothing says so.
    WriteLost,
    /// A write arrives twice.
    WriteRepeated,
    /// Reads give their words changed by exclusive or, for so many accesses.
    Garbage(u32, u32),
    /// The timer chip's memory fails at the next command, which is refused.
    MemoryFails,
    /// Of the bytes of the access on the line (both ways) this one is changed by exclusive or.
    Corrupted(u32, u8),
    /// It is lost. A line with a clock loses none: all others of the frame are zero then.
    Dropped(u32),
    /// It arrives twice.
    Doubled(u32),
    /// SPI: a whole answer is changed, and its checksum with it.
    Undetected(u32),
    /// Of the answers in the access this one comes so many microseconds late, and those after it no sooner.
    Late(u32, u32),
}

/// Something that the host does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Starts a timer.
    Start(u64),
    /// Starts a timer for a tick, so many after now; before it if negative.
    StartAt(i64),
    /// Starts a timer with slack: least, and how much more.
    StartBetween(u64, u64),
    /// Restarts the timer that was started as the so-manieth, counted round.
    Restart(usize, u64),
    /// Stops it.
    Stop(usize),
    /// Lets ticks pass.
    Pass(u64),
    /// Calls `next_expired` so often at most.
    Serve(u32),
    /// Serves whatever the interrupt says, to the end.
    Service,
    /// Asks how long to sleep.
    Wake,
    /// Reads now.
    Now,
    /// Starts the chip again, for no reason.
    Recover,
    /// Audits, for no reason.
    Audit,
    /// Another host resets the chip.
    Reset,
    /// The clock steps back by so many ticks.
    StepBack(u64),
    /// Sleeps to some ticks before the next multiple of 2^31, if nothing is outstanding.
    Sleep(u64),
    /// The fault happens at an access, counted from here.
    Fault(u32, Fault),
    /// Faults end for a moment, in which all that is due must come.
    Settle,
}

/// What the host is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setup {
    /// The facility.
    pub kind: Kind,
    /// The bus.
    pub way: Way,
    /// What goes wrong.
    pub profile: Profile,
    /// Clocks of a tick.
    pub prescale: u32,
    /// Timers at once.
    pub capacity: usize,
    /// Slots of a hashed wheel.
    pub slots: u32,
    /// Depth of the FIFO, as a power of two.
    pub fifo_bits: u32,
    /// The cursor waits for the host.
    pub hold: bool,
    /// Timers that an interrupt examines at most; 0 for no limit.
    pub most_steps: u32,
    /// By how many millionths the host's clock is fast, for those that have one.
    pub drift: i32,
}

/// A history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct History {
    /// The host.
    pub setup: Setup,
    /// What happens to it.
    pub steps: Vec<Step>,
}

/// The longest interval that a history asks for where a facility has no shorter one.
const LONGEST: u64 = 400;

impl History {
    /// The history of a seed, with the faults of `profile` only if there is one.
    pub fn from_seed(seed: u64, profile: Option<Profile>) -> Self {
        let mut rng = Rng::with_seed(seed);
        let setup = setup(&mut rng, profile);
        let mut steps = Vec::new();
        if rng.u32(0..8) == 0 && setup.kind != Kind::TimerChip {
            steps.push(Step::Sleep(rng.u64(0..60)));
            steps.push(Step::Pass(rng.u64(0..80)));
            steps.push(Step::Settle);
            if rng.bool() {
                steps.push(Step::Sleep(rng.u64(0..60)));
            }
        }
        let count = rng.usize(4..40);
        while steps.len() < count {
            steps.push(step(&mut rng, &setup));
        }
        Self { setup, steps }
    }
}

fn setup(rng: &mut Rng, wanted: Option<Profile>) -> Setup {
    use Kind::*;
    use Way::*;
    let kinds = [HashedWheel, MixedWheel, AlarmHeap, AlarmTimerWheel, TimerChip, TimerChip];
    loop {
        let kind = match rng.u32(0..8) {
            0 => ClockTimerWheel,
            1 => ClockHeap,
            _ => kinds[rng.usize(0..kinds.len())],
        };
        let way = match kind {
            TimerChip | ClockTimerWheel | ClockHeap => Direct,
            HashedWheel | MixedWheel => [Direct, Direct, HostClock, Uart, Spi][rng.usize(0..5)],
            _ => [Direct, Direct, Uart, Spi][rng.usize(0..4)],
        };
        let profile = wanted.unwrap_or_else(|| Profile::ALL[rng.usize(0..Profile::ALL.len())]);
        if !profile.fits(kind, way) {
            continue;
        }
        let prescale = match way {
            Uart => [10, 50][rng.usize(0..2)],
            Spi => [10, 50][rng.usize(0..2)],
            Direct | HostClock => [4, 10, 50][rng.usize(0..3)],
        };
        let most_steps = if rng.u32(0..4) == 0 { rng.u32(1..6) } else { 0 };
        // A lap must be longer than it takes to serve its events, or a host is never done with what waits for a later
        // lap.
        let (clocks, fewest) = match way {
            Uart | Spi => (800, 16),
            Direct | HostClock if most_steps > 0 => (800, 16),
            Direct | HostClock => (300, 2),
        };
        return Setup {
            kind,
            way,
            profile,
            prescale,
            capacity: rng.usize(1..12),
            slots: rng.u32((clocks / prescale).max(fewest)..=200),
            fifo_bits: if kind == TimerChip { 4 } else { rng.u32(1..5) },
            hold: rng.bool(),
            most_steps,
            drift: rng.i32(-1000..=1000),
        };
    }
}

fn interval(rng: &mut Rng) -> u64 {
    match rng.u32(0..8) {
        0 => rng.u64(0..3),
        1..4 => rng.u64(0..20),
        4..7 => rng.u64(0..80),
        _ => rng.u64(0..LONGEST),
    }
}

fn step(rng: &mut Rng, setup: &Setup) -> Step {
    let profile = setup.profile;
    match rng.u32(0..40) {
        _ if profile == Profile::Late && rng.bool() => Step::Fault(rng.u32(0..3), fault(rng, setup)),
        0..10 => Step::Start(interval(rng)),
        10..12 => Step::StartAt(interval(rng).cast_signed() - 5),
        12 => Step::StartBetween(interval(rng), rng.u64(0..50)),
        13..16 => Step::Restart(rng.usize(0..8), interval(rng)),
        16..19 => Step::Stop(rng.usize(0..8)),
        19..23 => Step::Pass(interval(rng)),
        23 => Step::Serve(rng.u32(1..4)),
        24..27 => Step::Service,
        27 => Step::Wake,
        28 => Step::Now,
        29 if rng.u32(0..4) == 0 => Step::Recover,
        29 | 30 if profile.audits() => Step::Audit,
        29 | 30 => Step::Settle,
        31 if matches!(profile, Profile::Resets | Profile::Rough) => Step::Reset,
        31 | 32 if profile == Profile::Backwards => Step::StepBack(interval(rng)),
        _ => Step::Fault(
            match rng.u32(0..4) {
                0 => 0,
                1..3 => rng.u32(0..8),
                _ => rng.u32(0..30),
            },
            fault(rng, setup),
        ),
    }
}

fn fault(rng: &mut Rng, setup: &Setup) -> Fault {
    let pause = Fault::Pause(interval(rng));
    let memory = setup.kind == Kind::TimerChip && rng.bool();
    match setup.profile {
        Profile::Calm | Profile::Backwards => pause,
        _ if rng.u32(0..8) == 0 => pause,
        Profile::Errors | Profile::Rough if memory => Fault::MemoryFails,
        Profile::Resets => Fault::Reset,
        Profile::Rough if rng.u32(0..3) == 0 => Fault::Reset,
        Profile::Errors | Profile::Rough if rng.bool() => Fault::Error,
        Profile::Errors | Profile::Rough => Fault::AnswerLost,
        Profile::Gone => Fault::Gone(rng.u32(1..20)),
        Profile::Writes if rng.bool() => Fault::WriteLost,
        Profile::Writes => Fault::WriteRepeated,
        Profile::Bytes if setup.way == Way::Spi && rng.u32(0..3) == 0 => Fault::Undetected(rng.u32(1..)),
        Profile::Bytes => {
            let at = rng.u32(0..40);
            match rng.u32(0..6) {
                0 => Fault::Dropped(at),
                1 => Fault::Doubled(at),
                2 => Fault::Corrupted(at, 1 << rng.u8(0..8)),
                _ => Fault::Corrupted(at, rng.u8(1..)),
            }
        }
        Profile::Late => Fault::Late(rng.u32(0..8), rng.u32(1..5) * 155_000),
        Profile::Garbage => {
            let change = match rng.u32(0..4) {
                0 => 1 << rng.u32(0..32),
                1 => u32::MAX,
                _ => rng.u32(1..),
            };
            Fault::Garbage(change, [1, 1, 3, 20][rng.usize(0..4)])
        }
    }
}
