//! A scene under way: its steps begin, follow each other, and are gone back to.

use std::rc::Rc;

use super::{Lab, Play};
use crate::LabError;
use crate::frame::frame;
use crate::machine::Machine;
use crate::scene::Scene;

/// Scenes of users that are kept; the oldest goes.
const MOST_OWN: usize = 8;

impl Lab {
    pub(super) fn begin_scene(&mut self, scene: Rc<Scene>, pace: f64, goes_on: bool) -> Result<(), LabError> {
        self.configure(&scene.config)?;
        self.play = Some(Play::new(scene, pace, goes_on));
        self.begin_step()
    }

    /// Begins a scene of the user's, in the place of an earlier one of the same name, after each of its chips was
    /// tried.
    pub(super) fn begin_own_scene(&mut self, text: &str, goes_on: bool) -> Result<(), LabError> {
        let scene = Scene::read(text)?;
        for step in 1..=scene.steps.len() {
            let parts = Rc::clone(&self.parts);
            let tried = Machine::new(parts, scene.config_at(step), None, None);
            let looked = tried.and_then(|machine| frame(&machine, None));
            let in_step = |LabError(text)| LabError(format!("step {step} of the scene: {text}"));
            scene.check_pointers(step, &looked.map_err(in_step)?.fields)?;
        }
        let scene = Rc::new(scene);
        self.own.retain(|it| it.name != scene.name);
        if self.own.len() >= MOST_OWN {
            self.own.remove(0);
        }
        self.own.push(Rc::clone(&scene));
        self.begin_scene(scene, 1.0, goes_on)
    }

    /// The present step of the scene begins.
    pub(super) fn begin_step(&mut self) -> Result<(), LabError> {
        let Some(mut play) = self.play.take() else {
            return Ok(());
        };
        if let Some(config) = &play.step().config {
            self.configure(config)?;
        }
        let clock = self.machine.clocks();
        let acts = &play.step().acts;
        acts.iter().try_for_each(|act| self.act(act.clone()))?;
        let now = self.machine.now()?;
        self.speed = play.begin(now, self.machine.config().prescale, self.asks);
        self.owed = 0.0;
        self.running = !play.waits();
        self.begun.push((clock, self.speed, play.clone()));
        self.play = Some(play);
        Ok(())
    }

    /// Lets the clock run. At the end of a scene's step that is the next one, and after the last one the scene is over.
    pub(super) fn run_or_go_on(&mut self) -> Result<(), LabError> {
        match &self.play {
            Some(play) if play.is_over() && play.has_next() => return self.next(),
            Some(play) if play.is_over() => self.play = None,
            _ => {}
        }
        self.let_run()
    }

    /// A step that has asked its question asks it no more.
    pub(super) fn clock_runs(&mut self) {
        if let Some(play) = &mut self.play {
            play.answered();
        }
    }

    /// Goes on to the scene's next step, which begins where this one ends.
    pub(super) fn next(&mut self) -> Result<(), LabError> {
        let ticks = self.play.as_ref().map_or(0, |play| play.step().ticks);
        let clocks = 2 * (ticks + 1).saturating_mul(self.machine.config().prescale.into());
        let last = self.machine.clocks().saturating_add(clocks);
        while self.play.as_ref().is_some_and(|play| !play.is_over()) {
            if self.machine.clocks() > last {
                return Err(LabError("the step does not end: does now stand still (CTRL.enable)?".to_owned()));
            }
            self.run_clocks(clocks)?;
        }
        if let Some(play) = self.play.as_mut().filter(|play| play.has_next()) {
            play.go_on();
            self.begin_step()?;
        }
        Ok(())
    }

    /// The chip has gone back: the scene goes to the step that it was in then.
    pub(super) fn go_back_in_scene(&mut self) -> Result<(), LabError> {
        let clock = self.machine.clocks();
        // At the clock of its beginning a step has done nothing yet: then the one before has just ended.
        let within = self.begun.iter().take_while(|(begun, ..)| *begun < clock);
        let count = within.count();
        let Some((_, speed, play)) = self.begun.get(count.saturating_sub(1)).cloned() else {
            return Ok(());
        };
        self.begun.truncate(count);
        self.play = Some(play);
        if count == 0 {
            self.begin_step()?;
            self.running = false;
            return Ok(());
        }
        self.clock_runs();
        self.speed = speed;
        self.look_for_end()
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
        Lab::new(parts, &Config::default(), None, None).expect("a laboratory")
    }

    fn take(lab: &mut Lab, message: Value) -> Result<(), String> {
        let message: Message = serde_json::from_value(message).expect("a message");
        lab.take(message).map_err(|error| error.0)
    }

    fn scene(lab: &mut Lab) -> Value {
        lab.frame(false).expect("a frame").fields["scene"].clone()
    }

    /// A scene of one step, with this in the place of what it has.
    fn own(change: impl FnOnce(&mut Value)) -> Value {
        let mut scene = json!({
            "name": "own", "title": "t", "paper": "p", "idea": "i", "config": { "wheels": [16] },
            "steps": [{
                "text": "x", "acts": [{ "do": "start", "interval": 5 }], "ticks": 9, "seconds": 1.0,
                "question": { "asks": "how many?", "at": "/counters/events" },
            }],
        });
        change(&mut scene);
        json!({ "do": "own_scene", "text": scene.to_string() })
    }

    #[test]
    fn question_waits_where_it_is_wanted_and_is_answered_at_the_end() {
        let mut lab = lab();
        for wanted in [true, false] {
            take(&mut lab, json!({ "do": "questions", "wanted": wanted })).expect("accepted");
            take(&mut lab, own(|_| {})).expect("accepted");
            assert_eq!(lab.is_running(), !wanted);
            assert!(scene(&mut lab)["answer"].is_null());
            take(&mut lab, json!({ "do": "run" })).expect("accepted");
            take(&mut lab, json!({ "do": "next" })).expect("accepted");
            assert_eq!(scene(&mut lab)["answer"], 1.0);
        }
    }

    #[test]
    fn question_is_asked_once_and_again_only_at_its_beginning() {
        let mut lab = lab();
        take(&mut lab, json!({ "do": "questions", "wanted": true })).expect("accepted");
        take(&mut lab, own(|it| it["steps"][0]["ticks"] = json!(900))).expect("accepted");
        assert_eq!(scene(&mut lab)["waits"], true);
        let within = |lab: &mut Lab, message| {
            take(lab, message).expect("accepted");
            let shown = scene(lab);
            assert_eq!((&shown["waits"], &shown["over"]), (&json!(false), &json!(false)));
        };
        within(&mut lab, json!({ "do": "run" }));
        for _ in 0..10 {
            lab.advance(Duration::from_millis(5), Duration::from_millis(5));
        }
        within(&mut lab, json!({ "do": "pause" }));
        let clock = lab.clocks();
        within(&mut lab, json!({ "do": "step", "unit": "tick" }));
        within(&mut lab, json!({ "do": "back_to", "clock": clock }));
        take(&mut lab, json!({ "do": "back", "seconds": 9 })).expect("accepted");
        assert_eq!(scene(&mut lab)["waits"], true);
        within(&mut lab, json!({ "do": "step", "unit": "clock" }));
    }

    #[test]
    fn going_back_to_the_start_keeps_what_the_laboratory_began_with() {
        let mut lab = lab();
        let begun = lab.clocks();
        for message in Config::default().first_timers() {
            lab.take(message).expect("accepted");
        }
        let fields = |lab: &mut Lab| lab.frame(false).expect("a frame").fields;
        let expired = |lab: &mut Lab| {
            take(lab, json!({ "do": "until", "goal": { "tick": 900 } })).expect("accepted");
            while lab.is_running() {
                lab.advance(Duration::from_millis(50), Duration::from_millis(50));
            }
            fields(lab)["counters"]["expired"].as_u64().expect("a number")
        };
        let first = expired(&mut lab);
        assert!(first > 20, "{first}");
        for _ in 0..2 {
            take(&mut lab, json!({ "do": "back", "seconds": 1_000_000 })).expect("accepted");
            assert_eq!(lab.clocks(), begun);
            assert_eq!(expired(&mut lab), first);
        }
        // What somebody does later is undone.
        take(&mut lab, json!({ "do": "start", "interval": 9 })).expect("accepted");
        take(&mut lab, json!({ "do": "back", "seconds": 1_000_000 })).expect("accepted");
        assert_eq!(fields(&mut lab)["counters"]["started"], 0);
    }

    #[test]
    fn scene_of_a_user_that_is_none_is_refused_with_the_place() {
        let mut lab = lab();
        let mut refused = |change: fn(&mut Value), said: &str| {
            let error = take(&mut lab, own(change)).expect_err(said);
            assert!(error.contains(said), "{error}");
            assert!(scene(&mut lab).is_null());
        };
        refused(|it| it["name"] = json!("laps"), "change its name");
        refused(|it| it["name"] = json!("<b>"), "letters, digits");
        refused(|it| it["steps"] = json!([]), "1 to 50 steps");
        refused(|it| it["steps"][0]["tick"] = json!(1), "unknown field `tick`");
        refused(|it| it["steps"][0]["ticks"] = json!(0), "step 1 of the scene");
        refused(|it| it["steps"][0]["seconds"] = json!(0), "0.1 to 600 seconds");
        refused(|it| it["steps"][0]["acts"] = json!([{ "do": "capture" }]), "no capture");
        refused(|it| it["steps"][0]["config"] = json!({ "prescale": 0 }), "a tick has 1 to");
        refused(|it| it["steps"][0]["question"]["at"] = json!("/none"), "no number at /none");
    }
}
