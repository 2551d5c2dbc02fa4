//! Which chip, which scheme, which wheels.

use core::fmt;

use carillon_regmap::simulated::COUNTER_CHIPS;
use serde::{Deserialize, Serialize};

use super::{Act, Control, Distribution, LabError, Message, Model, Parts, Plan};

/// The most timers that the host has room for.
const MOST_TIMERS: u32 = 100_000;

/// The longest tick, in clocks: a page that steps by ticks goes from clock to clock.
pub(super) const LONGEST_TICK: u32 = 1 << 16;

/// Slots of a sector: sizes of the wheels of Schemes 4 and 5 are multiples of it.
const SECTOR_SLOTS: u32 = 64;

/// How the host keeps its timers, and what the chip does for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scheme {
    /// A balanced tree. The chip's alarm stands at the earliest timer.
    Scheme3,
    /// A wheel with a slot for each tick up to the longest interval. The chip reports busy slots.
    Scheme4,
    /// A hashed wheel with ordered lists. The chip reports busy slots.
    Scheme5,
    /// A hashed wheel with unordered lists. The chip reports busy slots.
    Scheme6,
    /// A hierarchy of wheels. The chip turns them all and reports busy slots.
    Scheme7,
    /// Scheme 6 without help: the chip's alarm interrupts the host at every tick.
    Ticked,
}

impl Scheme {
    /// Whether the chip's busy bits are those of the host's slots.
    pub const fn has_busy_bits(self) -> bool {
        matches!(self, Self::Scheme4 | Self::Scheme5 | Self::Scheme6 | Self::Scheme7)
    }
}

impl fmt::Display for Scheme {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Scheme3 => "Scheme 3",
            Self::Scheme4 => "Scheme 4",
            Self::Scheme5 => "Scheme 5",
            Self::Scheme6 => "Scheme 6",
            Self::Scheme7 => "Scheme 7",
            Self::Ticked => "Scheme 6, ticked by the alarm,",
        })
    }
}

/// What the laboratory is made of. A change of it begins anew at clock 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The chip: the name of a model.
    pub model: String,
    /// The host's queue.
    pub scheme: Scheme,
    /// Slots of each wheel, wheel 0 first.
    pub wheels: Vec<u32>,
    /// Clocks a tick, 1 to 65536.
    pub prescale: u32,
    /// The cursor waits at an event of a wheel above the first (of the only wheel) until the host has served it.
    pub hold: bool,
    /// Room for so many timers, 1 to 100000.
    pub timers: u32,
    /// A timer chip beside the counter chip gets the same timers.
    pub beside: bool,
}

impl Default for Config {
    /// 64 slots on the smallest chip.
    fn default() -> Self {
        Self {
            model: COUNTER_CHIPS[0].name.to_owned(),
            scheme: Scheme::Scheme6,
            wheels: vec![64],
            prescale: 16,
            hold: false,
            timers: 1_000,
            beside: false,
        }
    }
}

impl Config {
    /// Its model. Checks what the driver does not: the limits of the page, and that the model was built.
    ///
    /// # Errors
    /// [`LabError`] names what is wrong.
    pub fn check(&self, parts: &dyn Parts) -> Result<Model, LabError> {
        self.check_queue()?;
        let refuse = |text: String| Err(LabError(text));
        let found = parts.models().into_iter().find(|it| it.name == self.model);
        match found {
            Some(model) => Ok(model),
            None if parts.left_out().contains(&self.model.as_str()) => refuse(format!(
                "the model {} was left out of this build: build without CARILLON_MODELS, or name it there",
                self.model
            )),
            None => {
                let names: Vec<_> = parts.models().iter().map(|it| it.name).collect();
                let names = names.join(", ");
                refuse(format!("there is no model {}; there are {names}", self.model))
            }
        }
    }

    /// Checks the same for a board, whatever its model.
    pub(super) fn check_of_board(&self) -> Result<(), LabError> {
        if self.beside {
            let text = "a timer chip can be simulated beside a simulated chip only";
            return Err(LabError(text.to_owned()));
        }
        self.check_queue()
    }

    /// Checks what does not depend on the chip.
    fn check_queue(&self) -> Result<(), LabError> {
        let refuse = |text: String| Err(LabError(text));
        if !(1..=LONGEST_TICK).contains(&self.prescale) {
            return refuse(format!("a tick has 1 to {LONGEST_TICK} clocks"));
        }
        if !(1..=MOST_TIMERS).contains(&self.timers) {
            return refuse(format!("there is room for 1 to {MOST_TIMERS} timers"));
        }
        let (wanted, said) = match self.scheme {
            Scheme::Scheme7 => (2..=4, "2 to 4 wheels"),
            _ => (1..=1, "one wheel"),
        };
        if !wanted.contains(&self.wheels.len()) {
            return refuse(format!("{} takes {said}", self.scheme));
        }
        if self.wheels.iter().any(|slots| !(2..=1 << 20).contains(slots)) {
            return refuse("a wheel has 2 to 1048576 slots".to_owned());
        }
        let in_sectors = matches!(self.scheme, Scheme::Scheme4 | Scheme::Scheme5);
        if in_sectors && !self.wheels[0].is_multiple_of(SECTOR_SLOTS) {
            return refuse(format!("{} takes a multiple of {SECTOR_SLOTS} slots", self.scheme));
        }
        Ok(())
    }

    /// Timers that can be followed by eye on these wheels, so that there is something to see at once.
    pub fn first_timers(&self) -> [Message; 3] {
        const TICKS_A_SECOND: u64 = 20;
        let first = u64::from(self.wheels.first().copied().unwrap_or(1));
        let mean = match self.scheme {
            Scheme::Scheme4 => first / 2,
            Scheme::Scheme7 => 4 * first,
            _ => first + first / 2,
        };
        let prescale = u64::from(self.prescale);
        let plan = Plan {
            number: self.timers.min(12),
            every: 4 * prescale,
            distribution: Distribution::Uniform,
            mean: mean.clamp(1, 200),
            renew: true,
            stops: 0,
        };
        let clocks = TICKS_A_SECOND * prescale;
        [
            Message::Act(Act::Generate(plan)),
            Message::Control(Control::Speed { clocks }),
            Message::Control(Control::Run {}),
        ]
    }
}
