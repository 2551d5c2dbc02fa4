//! Guided scenes: data in `apps/lab/scenes`, and how far one is.

mod own;

use std::rc::Rc;
use std::sync::LazyLock;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Act, Config};

/// For how long the end of a step is shown before the next one begins.
const REST_SECONDS: f64 = 2.5;

/// One scene, as it is written.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// Its name in messages and file names.
    pub name: String,
    /// Its heading.
    pub title: String,
    /// Where the paper has it.
    pub paper: String,
    /// What it shows, in a sentence or two.
    pub idea: String,
    /// What it begins with.
    pub config: Config,
    /// What happens.
    pub steps: Vec<Step>,
}

/// One step of a scene.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// What the page says.
    pub text: String,
    /// Begins anew with this.
    #[serde(default)]
    pub config: Option<Config>,
    /// What is done to begin with.
    #[serde(default)]
    pub acts: Vec<Act>,
    /// Ticks that pass.
    pub ticks: u64,
    /// Seconds in which they pass.
    pub seconds: f64,
    /// What the user may guess before they do.
    #[serde(default)]
    pub question: Option<Question>,
    /// What must be so at the end.
    #[serde(default)]
    pub expect: Vec<Expectation>,
    /// What is noted at the end, for comparison.
    #[serde(default)]
    pub note: Option<Note>,
}

/// A number to be guessed.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// What the page asks.
    pub asks: String,
    /// Which number of the frame at the step's end is the answer, as a JSON pointer.
    pub at: String,
    /// Why it is that number; may be left out.
    #[serde(default)]
    pub why: Option<String>,
}

/// Something that must be so.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Expectation {
    /// What the page says.
    pub says: String,
    /// Which number of the frame, as a JSON pointer.
    pub at: String,
    /// The least that it may be.
    #[serde(default)]
    pub least: Option<f64>,
    /// The most that it may be.
    #[serde(default)]
    pub most: Option<f64>,
}

/// What a step's end is noted as.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// The row.
    pub label: String,
    /// Columns: their headings and JSON pointers.
    pub columns: Vec<(String, String)>,
}

impl Expectation {
    /// The number that is found, and whether it is as expected.
    fn check(&self, fields: &Value) -> Check {
        let found = number(fields, &self.at);
        let least = self.least.is_none_or(|least| found.is_some_and(|it| it >= least));
        let most = self.most.is_none_or(|most| found.is_some_and(|it| it <= most));
        Check { says: self.says.clone(), found, holds: found.is_some() && least && most }
    }
}

/// A number of the frame; true is 1, false is 0.
fn number(fields: &Value, at: &str) -> Option<f64> {
    match fields.pointer(at)? {
        Value::Bool(it) => Some(f64::from(u8::from(*it))),
        it => it.as_f64(),
    }
}

/// Something that was expected, and what was found.
#[derive(Clone, Debug, Serialize)]
struct Check {
    says: String,
    found: Option<f64>,
    holds: bool,
}

/// A row that was noted.
#[derive(Clone, Debug, Serialize)]
struct Noted {
    label: String,
    values: Vec<(String, Option<f64>)>,
}

/// The scenes, in the order in which they are best seen.
pub fn scenes() -> &'static [Scene] {
    &SCENES
}

static SCENES: LazyLock<Vec<Scene>> = LazyLock::new(|| {
    let read = |text| serde_json::from_str(text).expect("the scenes are read by a test");
    [
        include_str!("../scenes/laps.json"),
        include_str!("../scenes/migration.json"),
        include_str!("../scenes/late.json"),
        include_str!("../scenes/full-fifo.json"),
        include_str!("../scenes/sleep.json"),
        include_str!("../scenes/ticked.json"),
        include_str!("../scenes/chips.json"),
    ]
    .into_iter()
    .map(read)
    .collect()
});

/// A scene under way.
#[derive(Clone, Debug)]
pub(super) struct Play {
    scene: Rc<Scene>,
    step: usize,
    /// So many times as fast as written.
    pace: f64,
    /// Each step is followed by the next one.
    goes_on: bool,
    /// The tick at which the step ends; `None` when it has ended.
    until: Option<u64>,
    /// Its question has been asked, and the clock has not run since.
    waits: bool,
    /// For how long its end has been shown.
    rested: Duration,
    checks: Vec<Check>,
    notes: Vec<Noted>,
    /// What the question asks for, at the end.
    answer: Option<f64>,
}

impl Play {
    /// Before the first step.
    pub(super) fn new(scene: Rc<Scene>, pace: f64, goes_on: bool) -> Self {
        Self {
            scene,
            step: 0,
            pace: if pace.is_finite() { pace.clamp(0.1, 1_000.0) } else { 1.0 },
            goes_on,
            until: None,
            waits: false,
            rested: Duration::ZERO,
            checks: Vec::new(),
            notes: Vec::new(),
            answer: None,
        }
    }

    pub(super) fn step(&self) -> &Step {
        &self.scene.steps[self.step]
    }

    /// Whether there is another step after this one.
    pub(super) fn has_next(&self) -> bool {
        self.step + 1 < self.scene.steps.len()
    }

    /// Whether the step has ended.
    pub(super) const fn is_over(&self) -> bool {
        self.until.is_none()
    }

    /// The step has ended and been shown for a while longer: whether it is time for the next one.
    pub(super) fn rest(&mut self, elapsed: Duration) -> bool {
        self.rested += elapsed;
        self.goes_on() && self.rested.as_secs_f64() * self.pace >= REST_SECONDS
    }

    /// Whether another step follows by itself.
    pub(super) fn goes_on(&self) -> bool {
        self.goes_on && self.has_next()
    }

    pub(super) fn go_on(&mut self) {
        self.step += 1;
    }

    /// The step begins at tick `now`, where ticks have this many clocks; returns how many clocks a second. If it `asks`
    /// and has a question, it waits until somebody lets the clock run.
    pub(super) fn begin(&mut self, now: u64, clocks_a_tick: u32, asks: bool) -> f64 {
        self.checks.clear();
        self.waits = asks && self.step().question.is_some();
        self.rested = Duration::ZERO;
        self.answer = None;
        let step = &self.scene.steps[self.step];
        self.until = Some(now.saturating_add(step.ticks));
        let clocks = step.ticks as f64 * f64::from(clocks_a_tick);
        clocks / step.seconds.max(0.1) * self.pace
    }

    /// Whether its question waits for an answer.
    pub(super) const fn waits(&self) -> bool {
        self.waits
    }

    /// The clock runs: the question is asked no more.
    pub(super) const fn answered(&mut self) {
        self.waits = false;
    }

    /// The tick at which the step ends, unless it has.
    pub(super) const fn until(&self) -> Option<u64> {
        self.until
    }

    /// The step has ended.
    pub(super) fn end(&mut self, fields: &Value) {
        self.until = None;
        self.waits = false;
        let step = &self.scene.steps[self.step];
        let asked = step.question.as_ref();
        self.answer = asked.and_then(|question| number(fields, &question.at));
        self.checks = step.expect.iter().map(|it| it.check(fields)).collect();
        if let Some(note) = &step.note {
            let value = |(heading, at): &(String, String)| (heading.clone(), number(fields, at));
            self.notes.push(Noted { label: note.label.clone(), values: note.columns.iter().map(value).collect() });
        }
    }

    /// For the page.
    pub(super) fn shown(&self) -> Value {
        serde_json::json!({
            "name": self.scene.name,
            "title": self.scene.title,
            "paper": self.scene.paper,
            "idea": self.scene.idea,
            "step": self.step + 1,
            "steps": self.scene.steps.len(),
            "text": self.step().text,
            "over": self.is_over(),
            "waits": self.waits,
            "goes_on": self.goes_on(),
            "question": self.step().question.as_ref().map(|it| &it.asks),
            "why": self.step().question.as_ref().and_then(|it| it.why.as_ref()),
            "answer": self.answer,
            "checks": self.checks,
            "notes": self.notes,
        })
    }
}
