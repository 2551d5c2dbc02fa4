//! The interrupt: state, enables, test; and the alarm.

use carillon_regmap::counter_chip::field::intr_state;

/// What `INTR_STATE` gathers from.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Causes {
    pub event: bool,
    pub error: bool,
    pub late_lost: bool,
    pub half_period: bool,
    pub alarm: bool,
}

/// An access to one of the interrupt's registers, with the bits written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InterruptWrite {
    State(u32),
    Enable(u32),
    Test(u32),
}

/// The interrupt.
#[derive(Clone, Debug, Default)]
pub(super) struct Interrupt {
    held: u32,
    pub enable: u32,
    pub irq: bool,
    /// Something other than an event asks for the host.
    pub attention: bool,
}

impl Interrupt {
    /// `INTR_STATE`.
    pub fn state(&self, causes: &Causes) -> u32 {
        self.held | intr_state::EVENT.put(causes.event.into()) | intr_state::ERROR.put(causes.error.into())
    }

    /// The clock's edge.
    pub fn finish(&mut self, causes: &Causes, write: Option<InterruptWrite>) {
        let asking = self.state(causes) & self.enable;
        self.irq = asking != 0;
        self.attention = asking & !intr_state::EVENT.mask() != 0;
        match write {
            Some(InterruptWrite::State(bits)) => self.held &= !bits,
            Some(InterruptWrite::Test(bits)) => self.held |= bits,
            Some(InterruptWrite::Enable(bits)) => self.enable = bits,
            None => {}
        }
        self.held |= intr_state::LATE_OVERFLOW.put(causes.late_lost.into())
            | intr_state::HALF_PERIOD.put(causes.half_period.into())
            | intr_state::ALARM.put(causes.alarm.into());
    }
}

/// The alarm.
#[derive(Clone, Debug)]
pub(super) struct Alarm {
    pub tick: u64,
    /// Whether now was at the alarm or past it, one, two and three clocks ago.
    reached: [bool; 3],
}

impl Alarm {
    /// An alarm at the end of time, which is never reached.
    pub fn new() -> Self {
        Self { tick: u64::MAX, reached: [false; 3] }
    }

    pub fn rings(&self) -> bool {
        self.reached[2]
    }

    /// The clock's edge.
    pub fn finish(&mut self, now: u64) {
        self.reached = [now >= self.tick, self.reached[0], self.reached[1]];
    }
}
