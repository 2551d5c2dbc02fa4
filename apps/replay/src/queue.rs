//! Which queue the host of a replay keeps its timers in, and what the chip does for it.

use schemars::JsonSchema;
use serde::Serialize;

/// A queue of the host's, by its scheme in the paper; those that came later by their names.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Queue {
    /// An unordered list, searched for the next expiry.
    Scheme1,
    /// An ordered list, searched from its rear.
    Scheme2,
    /// A heap.
    Scheme3,
    /// A wheel with a slot for each tick up to the longest interval.
    Scheme4,
    /// A hashed wheel with ordered lists.
    Scheme5,
    /// A hashed wheel with unordered lists.
    #[default]
    Scheme6,
    /// A hierarchy of wheels.
    Scheme7,
    /// A calendar queue, whose days follow the timers.
    Calendar,
    /// FlexQueue, whose two arrays follow the intervals.
    FlexQueue,
}

/// What a chip does for the host's queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Assist {
    /// It turns the wheels and interrupts where a slot is busy.
    BusySlots,
    /// Its alarm stands at the queue's next expiry.
    Alarm,
    /// It keeps the queue, and interrupts where a timer has expired.
    WholeQueue,
}

impl Queue {
    /// Every queue.
    pub const ALL: [Self; 9] = [
        Self::Scheme1,
        Self::Scheme2,
        Self::Scheme3,
        Self::Scheme4,
        Self::Scheme5,
        Self::Scheme6,
        Self::Scheme7,
        Self::Calendar,
        Self::FlexQueue,
    ];

    /// Its name on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Scheme1 => "scheme1",
            Self::Scheme2 => "scheme2",
            Self::Scheme3 => "scheme3",
            Self::Scheme4 => "scheme4",
            Self::Scheme5 => "scheme5",
            Self::Scheme6 => "scheme6",
            Self::Scheme7 => "scheme7",
            Self::Calendar => "calendar",
            Self::FlexQueue => "flex-queue",
        }
    }

    /// Its name in a report.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scheme1 => "Scheme 1, an unordered list",
            Self::Scheme2 => "Scheme 2, an ordered list",
            Self::Scheme3 => "Scheme 3, a heap",
            Self::Scheme4 => "Scheme 4, a wheel up to the longest interval",
            Self::Scheme5 => "Scheme 5, a hashed wheel with ordered lists",
            Self::Scheme6 => "Scheme 6, a hashed wheel",
            Self::Scheme7 => "Scheme 7, a hierarchy of wheels",
            Self::Calendar => "a calendar queue",
            Self::FlexQueue => "FlexQueue",
        }
    }

    /// What the counter chip does for it.
    pub const fn assist(self) -> Assist {
        match self {
            Self::Scheme4 | Self::Scheme5 | Self::Scheme6 | Self::Scheme7 => Assist::BusySlots,
            Self::Scheme1 | Self::Scheme2 | Self::Scheme3 | Self::Calendar | Self::FlexQueue => Assist::Alarm,
        }
    }
}
