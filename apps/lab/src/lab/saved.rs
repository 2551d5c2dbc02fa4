//! The past: seen clock by clock, saved, and done again.

use super::{LONGEST_STEP, Lab};
use crate::session::Session;
use crate::{LabError, Saving};

/// The longest diagram, in clocks.
const LONGEST_DIAGRAM: u64 = 1_000;

/// Lines of what happened that can be saved at once.
const MOST_LINES: usize = 50_000;

impl Lab {
    /// Shows the chip as it was at this clock.
    pub(super) fn see(&mut self, clock: u64) -> Result<(), LabError> {
        let earliest = self.history.as_ref().map_or(0, |it| it.earliest());
        let last = self.machine.clocks();
        if !(earliest..=last).contains(&clock) {
            return Err(LabError(format!("clocks {earliest} to {last} can be seen")));
        }
        self.running = false;
        self.seen = Some(clock);
        Ok(())
    }

    pub(super) fn show_diagram(&mut self, clocks: u64) -> Result<(), LabError> {
        if clocks > LONGEST_DIAGRAM {
            return Err(LabError(format!("a diagram has at most {LONGEST_DIAGRAM} clocks")));
        }
        self.diagram = clocks;
        Ok(())
    }

    pub(super) fn save(&mut self, what: Saving) -> Result<(), LabError> {
        let end = self.machine.clocks();
        let saved = match what {
            Saving::Session => {
                let session = Session { config: self.machine.config().clone(), acts: self.done.clone(), clock: end };
                session.check()?;
                serde_json::json!({ "session": session })
            }
            Saving::Happened(clocks) if (1..=LONGEST_STEP).contains(&clocks) => {
                let Some(history) = &self.history else {
                    return Ok(());
                };
                let lines = history.lines(&mut self.machine, clocks)?;
                if lines.len() > MOST_LINES {
                    return Err(LabError(format!("more than {MOST_LINES} things happened: save fewer clocks")));
                }
                serde_json::json!({ "happened": lines })
            }
            Saving::Happened(_) => {
                return Err(LabError(format!("the last 1 to {LONGEST_STEP} clocks can be saved")));
            }
        };
        self.saved = Some((self.ran, saved));
        self.saves += 1;
        Ok(())
    }

    /// Begins anew and does what was done in the session. The clock then stands.
    pub(super) fn do_again(&mut self, text: &str) -> Result<(), LabError> {
        let session = Session::read(text)?;
        self.play = None;
        self.running = false;
        self.configure(&session.config)?;
        for (clock, act) in session.acts {
            self.machine.run_to(clock)?;
            // What was refused is refused again.
            self.act(act).ok();
        }
        self.machine.run_to(session.clock)?;
        if let Some(history) = &mut self.history {
            history.mark(&self.machine, self.ran)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;
    use std::time::Duration;

    use serde_json::{Value, json};

    use crate::{Config, Lab, Message, Reference};

    fn lab() -> Lab {
        let parts = Rc::new(Reference::new(|| Duration::ZERO, Vec::new()));
        let config = Config { model: "full10x2".to_owned(), ..Config::default() };
        Lab::new(parts, &config, None, None).expect("a laboratory")
    }

    fn take(lab: &mut Lab, message: Value) -> Result<(), String> {
        let message: Message = serde_json::from_value(message).expect("a message");
        lab.take(message).map_err(|error| error.0)
    }

    fn ask(lab: &mut Lab, message: Value) {
        take(lab, message).expect("accepted");
    }

    fn fields(lab: &mut Lab) -> Value {
        lab.frame(true).expect("a frame").fields
    }

    /// Some timers for some thousand clocks, with what a user does meanwhile.
    fn busy() -> Lab {
        let mut lab = lab();
        ask(&mut lab, json!({ "do": "speed", "clocks": 100_000 }));
        ask(
            &mut lab,
            json!({ "do": "generate", "number": 20, "every": 50, "distribution": "uniform", "mean": 90,
            "renew": true, "stops": 10 }),
        );
        for turn in 1..40_u64 {
            ask(&mut lab, json!({ "do": "start", "interval": 37 * turn % 200 + 1 }));
            ask(&mut lab, json!({ "do": "until", "goal": { "tick": turn * 9 } }));
            while lab.is_running() {
                lab.advance(Duration::from_millis(5), Duration::from_millis(1));
            }
        }
        lab
    }

    /// What a chip and its host are, without what tells of the laboratory.
    fn state(fields: &Value) -> Value {
        let mut state = fields.clone();
        let kept =
            ["clock", "now", "cursor", "irq", "wheels", "fifo", "counters", "queue", "due", "journal", "registers"];
        state.as_object_mut().expect("an object").retain(|name, _| kept.contains(&name.as_str()));
        state
    }

    #[test]
    fn session_done_again_elsewhere_leads_to_the_same_state() {
        let mut lab = busy();
        let before = state(&fields(&mut lab));
        assert!(before["counters"]["expired"].as_u64() > Some(50), "{before}");
        ask(&mut lab, json!({ "do": "save", "what": "session" }));
        let session = fields(&mut lab)["saved"]["session"].clone();
        let mut other = self::lab();
        ask(&mut other, json!({ "do": "session", "text": session.to_string() }));
        assert!(state(&fields(&mut other)) == before);
        let mut changed = session;
        let interval = &mut changed["acts"][3][1]["interval"];
        *interval = json!(interval.as_u64().expect("ticks") + 1);
        ask(&mut other, json!({ "do": "session", "text": changed.to_string() }));
        assert!(state(&fields(&mut other)) != before);
    }

    #[test]
    fn session_that_is_none_is_refused_with_the_reason() {
        let mut lab = lab();
        let config = json!({});
        for (session, reason) in [
            (json!({ "config": config, "acts": [] }), "missing field `clock`"),
            (json!({ "config": config, "acts": [[5, { "do": "stop" }]], "clock": 9 }), "missing field `id`"),
            (json!({ "config": config, "acts": [[5, { "do": "wake" }]], "clock": 4 }), "in the order of their clocks"),
            (json!({ "config": config, "acts": [[5, { "do": "capture" }]], "clock": 5 }), "with a capture"),
            (json!({ "config": config, "acts": [], "clock": 30_000_000 }), "at most 20000000 clocks"),
            (json!({ "config": { "model": "none" }, "acts": [], "clock": 1 }), "there is no model none"),
        ] {
            let refused = take(&mut lab, json!({ "do": "session", "text": session.to_string() }));
            assert!(refused.as_ref().is_err_and(|text| text.contains(reason)), "{refused:?}");
        }
    }

    #[test]
    fn past_is_seen_as_it_was_and_nothing_of_it_is_forgotten() {
        let mut lab = lab();
        ask(&mut lab, json!({ "do": "start", "interval": 12 }));
        ask(&mut lab, json!({ "do": "start", "interval": 40 }));
        ask(&mut lab, json!({ "do": "step", "unit": "event" }));
        let then = state(&fields(&mut lab));
        ask(&mut lab, json!({ "do": "step", "unit": "tick" }));
        ask(&mut lab, json!({ "do": "stop", "id": 2 }));
        let last = fields(&mut lab);
        ask(&mut lab, json!({ "do": "see", "clock": then["clock"] }));
        let seen = fields(&mut lab);
        assert_eq!(state(&seen), then);
        assert_eq!(seen["last"], last["clock"]);
        ask(&mut lab, json!({ "do": "pause" }));
        assert_eq!(state(&fields(&mut lab)), state(&last));
        let late = take(&mut lab, json!({ "do": "see", "clock": 1_000_000 }));
        assert!(late.is_err());
    }

    #[test]
    fn lines_have_the_transfers_and_the_diagram_the_clocks() {
        let mut lab = lab();
        let begun = fields(&mut lab)["clock"].clone();
        ask(&mut lab, json!({ "do": "diagram", "clocks": 1_000 }));
        ask(&mut lab, json!({ "do": "start", "interval": 12 }));
        ask(&mut lab, json!({ "do": "step", "unit": "event" }));
        let diagram = fields(&mut lab)["diagram"].clone();
        let clock = fields(&mut lab)["clock"].clone();
        let samples = diagram["samples"].as_array().expect("samples");
        let last = samples.last().expect("the last");
        assert_eq!((&diagram["begin"], &diagram["end"]), (&begun, &clock));
        // The interrupt comes in the last clock, with the event, and now has gone up to the tick one by one.
        assert_eq!((&last["clock"], &last["irq"], &last["level"]), (&clock, &json!(true), &json!(1)));
        assert!(samples.iter().filter(|it| it["irq"] == true).count() == 1, "{samples:?}");
        let ticks: Vec<_> = samples.iter().filter_map(|it| it["now"].as_u64()).collect();
        assert!(ticks.windows(2).all(|pair| pair[1] - pair[0] <= 1), "{ticks:?}");
        let line = &fields(&mut lab)["journal"][0];
        assert_eq!(line["transfers"], diagram["transfers"]);
        let armed = line["transfers"].as_array().expect("transfers").last().expect("one").clone();
        // ARM of the slot in lap 0.
        assert_eq!((&armed["write"], &armed["offset"]), (&json!(true), &json!(0x30)));
        assert_eq!(
            armed["value"].as_u64().map(|word| word & 0xFFFFF),
            fields(&mut lab)["fifo"]["events"][0]["slot"].as_u64()
        );
        ask(&mut lab, json!({ "do": "save", "what": { "happened": 5_000_000 } }));
        let all = fields(&mut lab)["saved"]["happened"].clone();
        assert_eq!(all, fields(&mut lab)["journal"]);
        assert!(take(&mut lab, json!({ "do": "diagram", "clocks": 1_001 })).is_err());
    }
}
