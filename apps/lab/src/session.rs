//! All that was done to a chip and its host since they began, to be done again elsewhere.

use serde::{Deserialize, Serialize};

use super::command::MOST_STALL;
use super::{Act, Config, LabError};

/// Acts that a session may have: a message with them is short enough to be sent.
pub(super) const MOST_ACTS: usize = 500;

/// The longest session, in clocks: it is done again at once.
const LONGEST: u64 = 20_000_000;

/// A session. The same session always leads to the same state, in every bit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Session {
    /// What it began with.
    pub(super) config: Config,
    /// What was done, and at which clocks, the earliest first.
    pub(super) acts: Vec<(u64, Act)>,
    /// The clock at which it was saved.
    pub(super) clock: u64,
}

/// Clocks that the starts among these acts stall, together.
pub(super) fn stalls<'a>(acts: impl Iterator<Item = &'a Act>) -> u64 {
    let stall = |act: &Act| match *act {
        Act::Start { stall, .. } => stall.min(MOST_STALL),
        _ => 0,
    };
    acts.map(stall).sum()
}

impl Session {
    /// Reads one that was saved.
    ///
    /// # Errors
    /// [`LabError`]: where it is not written as a session is, or why it cannot be done again.
    pub(super) fn read(text: &str) -> Result<Self, LabError> {
        let session: Self =
            serde_json::from_str(text).map_err(|error| LabError(format!("that is no session: {error}")))?;
        session.check()?;
        Ok(session)
    }

    /// Whether it can be done again.
    ///
    /// # Errors
    /// [`LabError`]: it is too long, or what it needs is not in it.
    pub(super) fn check(&self) -> Result<(), LabError> {
        let refuse = |text: String| Err(LabError(text));
        if self.acts.len() > MOST_ACTS {
            return refuse(format!("a session has at most {MOST_ACTS} commands"));
        }
        if self.clock > LONGEST {
            return refuse(format!("a session has at most {LONGEST} clocks: begin anew"));
        }
        if stalls(self.acts.iter().map(|(_, act)| act)) > LONGEST {
            return refuse(format!("the starts of a session stall for at most {LONGEST} clocks together"));
        }
        let replays = |(_, act): &(u64, Act)| matches!(act, Act::Capture { .. });
        if self.acts.iter().any(replays) {
            return refuse("a session with a capture cannot be shared".to_owned());
        }
        let clocks = self.acts.iter().map(|(clock, _)| *clock);
        if !clocks.chain([self.clock]).is_sorted() {
            return refuse("the commands of a session come in the order of their clocks".to_owned());
        }
        Ok(())
    }
}
