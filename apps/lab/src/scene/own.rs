//! What a scene of a user's has to be.

use serde_json::Value;

use super::{Scene, number, scenes};
use crate::session::stalls;
use crate::{Act, Config, LabError};

/// Steps of a user's scene, letters of a text, and ticks and clocks of a step, at most.
const MOST_STEPS: usize = 50;
const MOST_LETTERS: usize = 2_000;
const MOST_TICKS: u64 = 1 << 20;
const MOST_CLOCKS: u64 = 20_000_000;

impl Scene {
    /// Reads a scene of a user's.
    ///
    /// # Errors
    /// [`LabError`]: where it is not written as a scene is, and what there is to do.
    pub(crate) fn read(text: &str) -> Result<Self, LabError> {
        let scene: Self = serde_json::from_str(text).map_err(|error| LabError(format!("that is no scene: {error}")))?;
        let refuse = |text: String| Err(LabError(text));
        if scenes().iter().any(|it| it.name == scene.name) {
            return refuse(format!("there is a scene {} already: change its name", scene.name));
        }
        let named = scene.name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'-');
        if scene.name.is_empty() || !named {
            return refuse("the name of a scene has letters, digits and -".to_owned());
        }
        if !(1..=MOST_STEPS).contains(&scene.steps.len()) {
            return refuse(format!("a scene has 1 to {MOST_STEPS} steps"));
        }
        for (step, number) in scene.steps.iter().zip(1..) {
            let config = scene.config_at(number);
            let clocks = step.ticks.saturating_mul(config.prescale.into());
            let wrong = if step.text.chars().count() > MOST_LETTERS {
                format!("its text has at most {MOST_LETTERS} letters")
            } else if !(1..=MOST_TICKS).contains(&step.ticks) || clocks > MOST_CLOCKS {
                format!("it has 1 to {MOST_TICKS} ticks, of at most {MOST_CLOCKS} clocks together")
            } else if stalls(step.acts.iter()) > MOST_CLOCKS {
                format!("its starts stall for at most {MOST_CLOCKS} clocks together")
            } else if !(0.1..=600.0).contains(&step.seconds) {
                "it takes 0.1 to 600 seconds".to_owned()
            } else if step.acts.iter().any(|act| matches!(act, Act::Capture { .. })) {
                "a scene has no capture".to_owned()
            } else {
                continue;
            };
            return refuse(format!("step {number} of the scene: {wrong}"));
        }
        Ok(scene)
    }

    /// What the chip is in a step, counted from 1.
    pub(crate) fn config_at(&self, step: usize) -> &Config {
        let until = self.steps[..step].iter().rev();
        until.filter_map(|step| step.config.as_ref()).next().unwrap_or(&self.config)
    }

    /// Whether a frame of its chip has all that the step, counted from 1, looks at.
    pub(crate) fn check_pointers(&self, step: usize, fields: &Value) -> Result<(), LabError> {
        let it = &self.steps[step - 1];
        let noted = it.note.iter().flat_map(|note| &note.columns);
        let all = it.expect.iter().map(|it| &it.at);
        let all = all.chain(noted.map(|(_, at)| at));
        let mut all = all.chain(it.question.iter().map(|it| &it.at));
        // Null: a number that is not there yet.
        let is_there = |at: &str| fields.pointer(at).is_some_and(|it| it.is_null() || number(fields, at).is_some());
        match all.find(|at| !is_there(at)) {
            Some(at) => Err(LabError(format!(
                "step {step} of the scene: a frame has no number at {at}; docs/lab.md tells what it has"
            ))),
            None => Ok(()),
        }
    }
}
