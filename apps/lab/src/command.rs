//! What a client may ask for.

use core::num::NonZeroU64;

use serde::{Deserialize, Serialize};

use super::record::Transfer;
use super::{Config, Plan};

/// The longest that a start is held up, in clocks.
pub(crate) const MOST_STALL: u64 = 1 << 20;

/// What is done to chip and host at one clock. Kept, to be repeated exactly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// START_TIMER.
    Start {
        /// Ticks until it is due.
        interval: u64,
        /// Clocks that the host is held up between reading now and arming the slot; 2^20 at most.
        #[serde(default)]
        stall: u64,
    },
    /// STOP_TIMER and START_TIMER.
    Restart {
        /// The timer's number.
        id: u32,
        /// Ticks until it is due.
        interval: u64,
    },
    /// STOP_TIMER.
    Stop {
        /// The timer's number.
        id: u32,
    },
    /// STOP_TIMER of all timers; the generator ends too.
    StopAll {},
    /// Timers that start by themselves, in the place of those that did so before.
    Generate(Plan),
    /// No more of them.
    EndGenerate {},
    /// Replays the capture that was chosen on the present chip.
    Capture {
        /// Microseconds of the capture in a tick; 1 unless said.
        #[serde(default = "a_microsecond")]
        tick: NonZeroU64,
    },
    /// The host takes no interrupts.
    Sleep {},
    /// The host takes interrupts again.
    Wake {},
    /// Writes a register.
    Write {
        /// Its offset in bytes.
        offset: u32,
        /// The word.
        value: u32,
    },
}

impl Act {
    /// Whether no clock passes while it is done.
    pub(super) const fn takes_no_clock(&self) -> bool {
        matches!(self, Self::Generate(_) | Self::EndGenerate {} | Self::Capture { .. } | Self::Sleep {} | Self::Wake {})
    }
}

/// How far a step goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// A clock; further if the host is in the middle of an access.
    Clock,
    /// Until now has changed.
    Tick,
    /// Until the chip interrupts.
    Event,
}

/// What the clock runs up to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// Now is at this tick.
    Tick(u64),
    /// The timer of this number runs no more.
    Timer(u32),
    /// The chip interrupts.
    Event,
    /// The driver reads or writes a register.
    Access(Access),
    /// `ERROR` is set.
    Error,
    /// The event FIFO is full.
    FullFifo,
    /// A timer is handed out for another tick than was asked for, is refused, is armed too late, or is handed out at
    /// least so many ticks late.
    Wrong(u64),
}

/// An access to a register that the clock stops after.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Access {
    /// The register's, in bytes.
    pub offset: u32,
    /// A write only, or a read only; either unless said.
    #[serde(default)]
    pub write: Option<bool>,
    /// The bits of the word that have to be those of `value`; none unless said.
    #[serde(default)]
    pub mask: u32,
    /// Their value.
    #[serde(default)]
    pub value: u32,
}

impl Access {
    /// Whether this transfer is one.
    pub(super) fn is(self, transfer: &Transfer) -> bool {
        let matches = |word: u32| word & self.mask == self.value & self.mask;
        self.offset == transfer.offset
            && self.write.is_none_or(|write| write == transfer.write)
            && transfer.value.map_or(self.mask == 0, matches)
    }
}

/// What may be saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Saving {
    /// All that was done since the chip began.
    Session,
    /// What happened in the last so many clocks, at most 5000000.
    Happened(u64),
}

/// What is asked of the laboratory itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Control {
    /// Lets the clock run.
    Run {},
    /// Stops it.
    Pause {},
    /// Stops it after a step.
    Step {
        /// How far.
        unit: Unit,
    },
    /// Lets the clock run, and stops it where this is reached.
    Until {
        /// What.
        goal: Goal,
    },
    /// Shows a slot and its timers in each frame from now on.
    Look {
        /// Its wheel.
        wheel: u32,
        /// Its number.
        slot: u32,
    },
    /// START_TIMER of one that is due when the cursor next comes to this slot.
    StartIn {
        /// Its wheel.
        wheel: u32,
        /// Its number.
        slot: u32,
    },
    /// How fast the clock runs.
    Speed {
        /// Clocks a second; 0 is as fast as this computer can.
        clocks: u64,
    },
    /// Begins anew with another chip or host.
    Configure {
        /// Which.
        config: Config,
    },
    /// Goes back.
    Back {
        /// So many seconds of running.
        seconds: f64,
    },
    /// Goes back to a clock, or to the earliest one that is kept.
    BackTo {
        /// Which.
        clock: u64,
    },
    /// Shows the chip as it was at this clock, of those that are kept, until anything else is asked for. The clock
    /// stands.
    See {
        /// Which.
        clock: u64,
    },
    /// Each frame has what happened in the last so many clocks before it, clock by clock: while the clock stands, or
    /// makes at most 5000 a second.
    Diagram {
        /// At most 1000; 0 for none.
        clocks: u64,
    },
    /// The next frame has this as `saved`, and one more in `saves`. So have those after it until something else is
    /// asked for, or the clock has run for a second.
    Save {
        /// What.
        what: Saving,
    },
    /// Does again what was saved.
    Session {
        /// The session as JSON.
        text: String,
    },
    /// Begins a scene of the user's own, which is then among the others.
    OwnScene {
        /// The scene as JSON.
        text: String,
        /// Each step is followed by the next one.
        #[serde(default)]
        goes_on: bool,
    },
    /// Whether a step of a scene that has a question waits for `run`.
    Questions {
        /// Whether it does; not, unless said.
        wanted: bool,
    },
    /// Begins a guided scene.
    Scene {
        /// Its name.
        name: String,
        /// So many times as fast as it is meant to be seen; 1 unless said.
        #[serde(default = "one")]
        pace: f64,
        /// Each step is followed by the next one.
        #[serde(default)]
        goes_on: bool,
        /// The step to begin with, 1 unless said: those before it are gone through at once.
        #[serde(default = "first")]
        step: usize,
    },
    /// Replays the capture on a chip, with ticks and at a speed, with which it ends within a minute.
    Replay {},
    /// Goes on to the scene's next step at once.
    Next {},
    /// Leaves the scene, and stops the clock.
    EndScene {},
}

impl Control {
    /// What it needs, by the name in the list of what a chip cannot.
    pub(super) const fn needs_simulation(&self) -> Option<&'static str> {
        match self {
            Self::Step { .. } | Self::Until { .. } | Self::Replay {} => Some("step"),
            Self::Speed { .. } => Some("speed"),
            Self::Back { .. } | Self::BackTo { .. } | Self::See { .. } | Self::Save { .. } | Self::Session { .. } => {
                Some("back")
            }
            Self::Scene { .. } | Self::OwnScene { .. } => Some("scene"),
            Self::Run {}
            | Self::Pause {}
            | Self::Look { .. }
            | Self::StartIn { .. }
            | Self::Diagram { .. }
            | Self::Questions { .. }
            | Self::Configure { .. }
            | Self::Next {}
            | Self::EndScene {} => None,
        }
    }

    /// Whether the clock still runs up to the goal that it had.
    pub(super) const fn keeps_goal(&self) -> bool {
        matches!(
            self,
            Self::Look { .. }
                | Self::StartIn { .. }
                | Self::Speed { .. }
                | Self::Diagram { .. }
                | Self::Questions { .. }
                | Self::Save { .. }
        )
    }

    /// Whether the page still sees the clock of the past that it saw.
    pub(super) const fn keeps_sight(&self) -> bool {
        matches!(self, Self::Look { .. } | Self::Diagram { .. })
    }
}

fn one() -> f64 {
    1.0
}

const fn a_microsecond() -> NonZeroU64 {
    NonZeroU64::MIN
}

fn first() -> usize {
    1
}

/// A message to the laboratory, or to chip and host.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Message {
    /// To the laboratory.
    Control(Control),
    /// To chip or host.
    Act(Act),
}

#[cfg(test)]
mod tests {
    use super::{Access, Act, Control, Goal, Message, Unit};

    #[test]
    fn message_as_the_page_sends_it_is_read() {
        let read = |text| serde_json::from_str::<Message>(text).ok();
        assert_eq!(read(r#"{"do":"step","unit":"tick"}"#), Some(Message::Control(Control::Step { unit: Unit::Tick })));
        let start = Act::Start { interval: 5, stall: 0 };
        assert_eq!(read(r#"{"do":"start","interval":5}"#), Some(Message::Act(start)));
        assert_eq!(read(r#"{"do":"run"}"#), Some(Message::Control(Control::Run {})));
        for (text, goal) in [
            (r#"{"do":"until","goal":{"tick":500}}"#, Goal::Tick(500)),
            (r#"{"do":"until","goal":{"timer":7}}"#, Goal::Timer(7)),
            (r#"{"do":"until","goal":"event"}"#, Goal::Event),
            (r#"{"do":"until","goal":{"wrong":32}}"#, Goal::Wrong(32)),
            (r#"{"do":"until","goal":"full_fifo"}"#, Goal::FullFifo),
            (
                r#"{"do":"until","goal":{"access":{"offset":48,"write":true,"mask":7,"value":5}}}"#,
                Goal::Access(Access { offset: 48, write: Some(true), mask: 7, value: 5 }),
            ),
        ] {
            let until = Message::Control(Control::Until { goal });
            assert_eq!(read(text), Some(until), "{text}");
        }
        for garbage in ["", "{}", "[]", r#"{"do":"run","it":1}"#, r#"{"do":"stop","id":-1}"#] {
            assert_eq!(read(garbage), None, "{garbage}");
        }
    }
}
