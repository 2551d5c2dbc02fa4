//! The scenes of the laboratory without a browser: every one shows what it says, whichever way one comes through it.

#[path = "common/lab.rs"]
mod common;

use std::collections::BTreeSet;
use std::time::Duration;

use carillon_lab::{Control, Lab, Message, scenes};
use carillon_program::lab::models;
use common::{back_to, control, scene, shown, small, turn};
use serde_json::Value;

/// Begins with this step of a scene.
fn play(lab: &mut Lab, name: &str, step: usize, goes_on: bool) {
    control(lab, scene(name, step, goes_on));
}

/// Asserts where in a scene a laboratory is: a step, and whether it is over.
fn assert_at(fields: &Value, step: usize, over: bool) {
    let scene = &fields["scene"];
    assert_eq!((&scene["step"], &scene["over"]), (&step.into(), &over.into()));
}

/// Lets it go on until the clock stands.
fn until_it_stands(lab: &mut Lab) -> Value {
    for _ in 0..20_000 {
        turn(lab);
        if !lab.is_running() {
            return shown(lab).fields;
        }
    }
    panic!("it runs on: {}", shown(lab).fields);
}

#[test]
fn scene_run_button_tells_the_truth_and_leaving_starts_nothing() {
    let Some(mut lab) = small() else { return };
    play(&mut lab, "laps", 1, false);
    assert_eq!(shown(&mut lab).fields["running"], true);
    let end = until_it_stands(&mut lab);
    assert_eq!((&end["scene"]["over"], &end["running"]), (&true.into(), &false.into()));
    // Run goes on to the next step, and after the last one beyond the scene.
    control(&mut lab, Control::Run {});
    assert_eq!(shown(&mut lab).fields["scene"]["step"], 2);
    control(&mut lab, Control::Pause {});
    control(&mut lab, Control::Run {});
    assert_eq!(shown(&mut lab).fields["scene"]["step"], 2);
    until_it_stands(&mut lab);

    play(&mut lab, "laps", 1, true);
    let end = until_it_stands(&mut lab);
    assert_eq!(end["scene"]["step"], end["scene"]["steps"], "it went on by itself");
    control(&mut lab, Control::Run {});
    assert!(shown(&mut lab).fields["scene"].is_null());
    assert!(lab.is_running());

    play(&mut lab, "laps", 2, false);
    control(&mut lab, Control::EndScene {});
    let clock = lab.clocks();
    lab.advance(Duration::from_millis(50), Duration::from_millis(50));
    assert_eq!(lab.clocks(), clock);
    assert_eq!(shown(&mut lab).fields["running"], false);
}

#[test]
fn scene_going_back_stays_in_it() {
    let Some(mut lab) = small() else { return };
    play(&mut lab, "laps", 1, false);
    until_it_stands(&mut lab);
    let end_of_first = lab.clocks();
    control(&mut lab, Control::Next {});
    let end = until_it_stands(&mut lab);
    let end_of_second = lab.clocks();
    assert_eq!(end["scene"]["step"], 2);
    // Into the second step: it ends as before.
    back_to(&mut lab, end_of_first + 20);
    assert_at(&shown(&mut lab).fields, 2, false);
    control(&mut lab, Control::Run {});
    let again = until_it_stands(&mut lab);
    assert_eq!(lab.clocks(), end_of_second);
    for what in ["scene", "counters", "now"] {
        assert_eq!(again[what], end[what], "{what}");
    }
    // To the end of the first one, and to its beginning.
    back_to(&mut lab, end_of_first);
    assert_at(&shown(&mut lab).fields, 1, true);
    control(&mut lab, Control::Back { seconds: 1e6 });
    let there = shown(&mut lab).fields;
    assert_eq!((&there["scene"]["step"], &there["running"]), (&1.into(), &false.into()));
    control(&mut lab, Control::Run {});
    let first = until_it_stands(&mut lab);
    assert_at(&first, 1, true);
    control(&mut lab, Control::Run {});
    let again = until_it_stands(&mut lab);
    assert_eq!(again["scene"], end["scene"]);
}

#[test]
fn scene_begun_at_a_step_is_as_if_played_to_it() {
    let Some(mut lab) = small() else { return };
    for of in scenes() {
        play(&mut lab, &of.name, 1, false);
        (1..of.steps.len()).for_each(|_| control(&mut lab, Control::Next {}));
        let played = until_it_stands(&mut lab);
        play(&mut lab, &of.name, of.steps.len(), false);
        let linked = until_it_stands(&mut lab);
        for what in ["scene", "counters", "now", "clock"] {
            assert_eq!(linked[what], played[what], "{} {what}", of.name);
        }
        for step in [0, of.steps.len() + 1] {
            let wrong = scene(&of.name, step, false);
            assert!(lab.take(Message::Control(wrong)).is_err());
        }
    }
}

#[test]
fn scenes_every_step_shows_what_it_says() {
    let Some(mut lab) = small() else { return };
    let names: BTreeSet<_> = scenes().iter().map(|scene| scene.name.as_str()).collect();
    assert_eq!(names.len(), scenes().len());
    for scene in scenes() {
        let seconds: f64 = scene.steps.iter().map(|step| step.seconds + 2.5).sum();
        assert!((40.0..80.0).contains(&seconds), "{}: {seconds} s", scene.name);
        assert!(
            models().iter().any(|model| model.name() == scene.config.model),
            "{} wants {}",
            scene.name,
            scene.config.model
        );
        play(&mut lab, &scene.name, 1, false);
        let mut expectations = 0;
        for (number, step) in scene.steps.iter().enumerate() {
            while shown(&mut lab).fields["scene"]["over"] == false {
                turn(&mut lab);
            }
            let shown = shown(&mut lab).fields;
            assert_eq!(shown["scene"]["step"], number + 1);
            assert_eq!(shown["counters"]["wrong"], 0, "{} {number}", scene.name);
            let checks = shown["scene"]["checks"].as_array().expect("checks");
            assert_eq!(checks.len(), step.expect.len());
            for check in checks {
                assert_eq!(check["holds"], true, "{} {number}: {check} {shown}", scene.name);
            }
            expectations += checks.len();
            control(&mut lab, Control::Next {});
        }
        assert!(expectations >= 3, "{} expects little", scene.name);
    }
}
