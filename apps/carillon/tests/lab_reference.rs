//! The laboratory on the reference model shows what the one on the Verilated chip shows, after the same messages.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;

use carillon_lab::{
    Act, Chip, Config, Control, Distribution, Frame, Lab, LabError, Message, Model, Parts, Plan, Reason, Reference,
    Saved, Scheme, TimerDevice, Unit, WireError, scenes,
};
use carillon_program::lab::laboratory;
use carillon_regmap::counter_chip::field::ctrl;
use carillon_sim::coverage_compiled;
use carillon_spec::counter_chip::Inside;
use serde_json::Value;

/// Fields that tell of the computer, not of the chip.
const OF_THE_COMPUTER: [&str; 3] = ["measured", "ran", "earliest"];

/// What the timer chip beside counts, and by how much it differs in the sessions of [`SEEDS`]: its model has the
/// transfers of the circuit, but about its clocks only, so that an event may be taken in the next interrupt, or an
/// expiry not be shown yet. Its cursor may be two ticks ahead, and two timers may be in its lists already or still.
/// These are no bounds: many commands at one tick set the clocks of the two further apart.
const BESIDE: [(&str, u64); 8] = [
    ("started", 0),
    ("stopped", 0),
    ("wrong", 0),
    ("expired", 2),
    ("outstanding", 2),
    ("interrupts", 4),
    ("transfers", 12),
    ("memory", 24),
];

/// The sessions in which the timer chip beside is compared by number.
const SEEDS: core::ops::Range<u64> = 0..100;

/// How the timer chip beside is compared.
#[derive(Clone, Copy)]
enum BesideIs {
    /// By all its counts and lists, within [`BESIDE`].
    Close,
    /// By what holds whatever its clocks are: as many timers were started, and none is wrong or lost.
    Right,
}

/// The reference model, whose time on the wall stands still.
fn reference() -> Reference {
    Reference::new(|| Duration::ZERO, Vec::new())
}

/// Both laboratories; `None` in a build that counts coverage, where a Verilated chip's state cannot be saved.
fn both(parts: Rc<dyn Parts>, config: &Config) -> Option<[Lab; 2]> {
    if coverage_compiled(carillon_sim::Model::Full10x2) {
        return None;
    }
    let reference = Lab::new(parts, config, None, None).expect("the reference");
    Some([laboratory(config, None, None).expect("Verilog"), reference])
}

/// By how much a count differs.
fn apart(one: &Value, other: &Value, field: &str) -> u64 {
    let [one, other] = [one, other].map(|of| of[field].as_u64().expect("a count"));
    one.abs_diff(other)
}

/// The timers that are in the lists of the timer chip beside.
fn in_lists(lists: &Value) -> BTreeSet<u64> {
    let lists = lists["lists"].as_array().expect("lists");
    let timers = lists.iter().flat_map(|list| list["timers"].as_array().expect("timers"));
    timers.map(|timer| timer[0].as_u64().expect("a number")).collect()
}

/// Whether the timer chip beside has each timer that was started once, and none too early.
fn is_right(beside: &Value) -> bool {
    let count = |field: &str| beside[field].as_u64().expect("a count");
    count("wrong") == 0 && count("started") == count("stopped") + count("expired") + count("outstanding")
}

/// What differs between two frames.
fn difference(verilated: &Frame, reference: &Frame, how: BesideIs) -> Option<String> {
    if verilated.slots != reference.slots {
        return Some("busy bits or numbers of timers".to_owned());
    }
    let [Value::Object(verilated), Value::Object(reference)] = [&verilated.fields, &reference.fields] else {
        return Some("no object".to_owned());
    };
    for (name, value) in verilated {
        let other = &reference[name];
        let same = match (name.as_str(), value, other, how) {
            (it, ..) if OF_THE_COMPUTER.contains(&it) => true,
            ("beside", Value::Object(_), Value::Object(_), BesideIs::Close) => {
                BESIDE.iter().all(|(field, most)| apart(value, other, field) <= *most)
            }
            ("beside", Value::Object(_), Value::Object(_), BesideIs::Right) => {
                apart(value, other, "started") == 0 && is_right(value) && is_right(other)
            }
            ("lists", Value::Object(_), Value::Object(_), BesideIs::Right) => apart(value, other, "slots") == 0,
            ("lists", Value::Object(_), Value::Object(_), BesideIs::Close) => {
                let [one, more] = [value, other].map(in_lists);
                apart(value, other, "slots") == 0
                    && apart(value, other, "cursor") <= 2
                    && one.symmetric_difference(&more).count() <= 2
            }
            _ => value == other,
        };
        if !same {
            return Some(format!("{name}: {value} of the Verilog, {other} of the model"));
        }
    }
    None
}

/// Has both do what the messages say, and compares after each.
fn compare(labs: &mut [Lab; 2], messages: &[Message], how: BesideIs) -> Result<(), String> {
    for (number, message) in messages.iter().enumerate() {
        let [verilated, reference] = labs.each_mut().map(|lab| lab.take(message.clone()));
        if verilated != reference {
            let said = format!("{verilated:?} of the Verilog, {reference:?} of the model");
            return Err(format!("{number}, {message:?}: {said}"));
        }
        let [verilated, reference] = labs.each_mut().map(|lab| lab.frame(true).expect("a frame"));
        if let Some(what) = difference(&verilated, &reference, how) {
            return Err(format!("{number}, {message:?}: {what}"));
        }
    }
    Ok(())
}

fn configuration(random: &mut fastrand::Rng) -> Config {
    let scheme = random.choice([
        Scheme::Scheme3,
        Scheme::Scheme4,
        Scheme::Scheme5,
        Scheme::Scheme6,
        Scheme::Scheme7,
        Scheme::Ticked,
    ]);
    let scheme = scheme.expect("a scheme");
    let wheels = match scheme {
        Scheme::Scheme7 => vec![random.u32(8..40); random.usize(2..=4)],
        Scheme::Scheme4 => vec![512],
        _ => vec![64],
    };
    let prescale = random.choice([1, 16, 64]).expect("a tick");
    Config {
        model: "full10x2".to_owned(),
        scheme,
        wheels,
        prescale,
        hold: random.bool(),
        timers: random.u32(1..200),
        // Where a tick is a clock, a clock decides which events share an interrupt.
        beside: scheme == Scheme::Scheme6 && prescale > 1 && random.bool(),
    }
}

fn plan(random: &mut fastrand::Rng) -> Plan {
    Plan {
        number: random.u32(1..60),
        every: random.u64(0..400),
        distribution: Distribution::Exponential,
        mean: random.u64(1..300),
        renew: random.bool(),
        stops: random.u8(..60),
    }
}

/// A session of a client who tries everything, also what is refused; but for a step to an event, which may take
/// millions of clocks. A host that is held up lets time pass.
fn session(seed: u64) -> (Config, Vec<Message>) {
    let mut random = fastrand::Rng::with_seed(seed);
    let random = &mut random;
    let config = configuration(random);
    let message = |random: &mut fastrand::Rng| match random.u32(..24) {
        0..=3 => Message::Act(Act::Start {
            interval: random.u64(..400),
            stall: if random.u8(..4) == 0 { random.u64(..3_000) } else { 0 },
        }),
        4 => Message::Act(Act::Restart { id: random.u32(1..20), interval: random.u64(1..400) }),
        5 | 6 => Message::Act(Act::Stop { id: random.u32(1..20) }),
        7 => Message::Act(Act::StopAll {}),
        8 | 9 => Message::Act(Act::Generate(plan(random))),
        10 => Message::Act(Act::EndGenerate {}),
        11 => Message::Act(Act::Sleep {}),
        12 | 13 => Message::Act(Act::Wake {}),
        14 => Message::Act(Act::Write {
            offset: 4 * random.u32(..70),
            // No reset: until the memory is cleared again, busy bits say nothing.
            value: random.u32(..) >> random.u32(..32) & !ctrl::RESET.mask(),
        }),
        15 => Message::Control(Control::BackTo { clock: random.u64(..20_000) }),
        16 | 17 => Message::Control(Control::Step { unit: Unit::Clock }),
        18 => Message::Control(Control::Look { wheel: random.u32(..2), slot: random.u32(..64) }),
        19 => Message::Control(Control::StartIn { wheel: random.u32(..2), slot: random.u32(..64) }),
        _ => Message::Control(Control::Step { unit: Unit::Tick }),
    };
    let length = random.usize(20..60);
    let messages = (0..length).map(|_| message(random)).collect();
    (config, messages)
}

/// Plays sessions up to the first in which something differs.
fn sessions(seeds: core::ops::Range<u64>, parts: fn() -> Rc<dyn Parts>, how: BesideIs) -> Result<(), String> {
    for seed in seeds {
        let (config, messages) = session(seed);
        let Some(mut labs) = both(parts(), &config) else {
            return Ok(());
        };
        compare(&mut labs, &messages, how).map_err(|what| format!("seed {seed}, {config:?}: {what}"))?;
    }
    Ok(())
}

#[test]
fn lab_on_the_model_shows_what_the_verilog_shows_in_a_hundred_random_sessions() {
    let first = fastrand::u64(..1 << 40);
    println!("seeds {first} to {}", first + 99);
    sessions(first..first + 100, || Rc::new(reference()), BesideIs::Right).unwrap_or_else(|what| panic!("{what}"));
}

#[test]
fn lab_timer_chip_beside_on_the_model_costs_what_the_verilog_costs() {
    sessions(SEEDS, || Rc::new(reference()), BesideIs::Close).unwrap_or_else(|what| panic!("{what}"));
}

#[test]
fn lab_on_the_model_shows_what_the_verilog_shows_in_every_step_of_every_scene() {
    for scene in scenes() {
        let Some(mut labs) = both(Rc::new(reference()), &Config::default()) else {
            return;
        };
        let begin = Message::Control(Control::Scene { name: scene.name.clone(), pace: 1.0, goes_on: false, step: 1 });
        let next = Message::Control(Control::Next {});
        // At the end of the last step there is no next one.
        let steps = scene.steps.iter().map(|_| next.clone());
        let messages: Vec<Message> = core::iter::once(begin).chain(steps).collect();
        compare(&mut labs, &messages, BesideIs::Close).unwrap_or_else(|what| panic!("{}, {what}", scene.name));
        for lab in &mut labs {
            let fields = lab.frame(false).expect("a frame").fields;
            let checks = fields["scene"]["checks"].as_array().expect("checks");
            assert!(!checks.is_empty(), "{fields}");
            assert!(checks.iter().all(|check| check["holds"] == true), "{checks:?}");
        }
    }
}

/// A fault of one clock in the whole session must be found.
#[test]
fn lab_on_a_model_that_is_a_clock_late_once_shows_something_else() {
    if coverage_compiled(carillon_sim::Model::Full10x2) {
        return;
    }
    let late = || Rc::new(OnceLate(reference())) as Rc<dyn Parts>;
    let what = sessions(SEEDS, late, BesideIs::Close).expect_err("a clock more shows");
    assert!(what.contains("of the Verilog"), "{what}");
}

/// A reference whose counter chips let a clock more pass, once: when the host first acknowledges an event.
struct OnceLate(Reference);

impl Parts for OnceLate {
    fn about(&self) -> &'static str {
        self.0.about()
    }

    fn models(&self) -> Vec<Model> {
        self.0.models()
    }

    fn left_out(&self) -> Vec<&'static str> {
        self.0.left_out()
    }

    fn chip(&self, model: &Model) -> Result<Box<dyn Chip>, LabError> {
        Ok(Box::new(LateChip { chip: self.0.chip(model)?, was_late: false }))
    }

    fn timer_chip(&self, bits: u32, room: usize) -> Result<Box<dyn TimerDevice>, LabError> {
        self.0.timer_chip(bits, room)
    }

    fn captures(&self) -> Vec<String> {
        self.0.captures()
    }

    fn cannot(&self) -> &'static [Reason] {
        self.0.cannot()
    }

    fn time(&self) -> Duration {
        self.0.time()
    }
}

struct LateChip {
    chip: Box<dyn Chip>,
    was_late: bool,
}

impl Chip for LateChip {
    fn read(&mut self, offset: u32) -> Result<u32, WireError> {
        self.chip.read(offset)
    }

    fn write(&mut self, offset: u32, word: u32) -> Result<(), WireError> {
        let acknowledges = offset == carillon_regmap::counter_chip::offset::EVENT_ACK;
        if acknowledges && !core::mem::replace(&mut self.was_late, true) {
            self.chip.pass(1).expect("a clock");
        }
        self.chip.write(offset, word)
    }

    fn now(&self) -> Result<u64, LabError> {
        self.chip.now()
    }

    fn irq(&self) -> bool {
        self.chip.irq()
    }

    fn inside(&self) -> Result<Inside, LabError> {
        self.chip.inside()
    }

    fn fifo_depth(&self) -> u32 {
        self.chip.fifo_depth()
    }

    fn pass(&mut self, clocks: u64) -> Result<(), LabError> {
        self.chip.pass(clocks)
    }

    fn pass_until_irq(&mut self, clocks: u64) -> Result<(), LabError> {
        self.chip.pass_until_irq(clocks)
    }

    fn clocks(&self) -> Option<u64> {
        self.chip.clocks()
    }

    fn save(&mut self) -> Result<Saved, LabError> {
        self.chip.save()
    }

    fn restore(&mut self, saved: &Saved) -> Result<(), LabError> {
        self.chip.restore(saved)
    }
}
