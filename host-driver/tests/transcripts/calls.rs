//! What a transcript can call, and how it says what a call returns.

use std::collections::HashMap;
use std::fmt::Display;

use carillon_driver::chip::{Coalescing, Feature, Interrupts, Wake};
use carillon_driver::counter_chip::{
    Configuration, CounterChip, CounterChipError, Event, EventClock, EventTick, Remaining, Served, Visit, Wheel, Wheels,
};
use carillon_driver::facility::{CounterChipFacility, Settings, TimerFacility};
use carillon_driver::queue::chip::Structure;
use carillon_driver::queue::memory::Bounded;
use carillon_driver::queue::schemes::BasicWheel;
use carillon_driver::queue::{Expired, Handle, HashedWheel, Timers};
use carillon_regmap::counter_chip::REGISTERS;

use super::bus::{Bus, Fault};
use super::notation::{number, spell_word};

/// `PARAMS` of a chip with 2 wheels, 2^12 slots, 2^4 events and no feature.
const SMALL: u32 = 0x0000_08C2;
/// `PARAMS` of a chip with 8 wheels, 2^20 slots, 2^4 events and every feature.
const FULL: u32 = 0x000F_0948;

type Queue<S> = Timers<S, u32, Bounded<u32>>;
type Facility<S> = CounterChipFacility<Bus, Queue<S>>;

/// What a transcript's calls are for.
#[derive(Default)]
pub struct Stage {
    pub bus: Bus,
    chip: Option<CounterChip<Bus>>,
    clock: EventClock,
    facility: Option<Facility<HashedWheel>>,
    one_lap: Option<Facility<BasicWheel>>,
    /// The handle of each item's timer.
    handles: HashMap<u32, Handle>,
}

impl Stage {
    /// Makes a call and says what it returns, or what in it cannot be read.
    pub fn call(&mut self, call: &str) -> Result<String, String> {
        let words: Vec<_> = call.split_whitespace().collect();
        match *words {
            ["given", ref rest @ ..] => return self.given(rest),
            ["new", "chip"] => return Ok(self.new_chip()),
            ["new", "facility", "of", "a", "queue", "in", "use"] => {
                let mut queue = queue(HashedWheel::new(100));
                queue.advance(1);
                return Ok(done(CounterChipFacility::new(self.bus.clone(), 5, queue).map(|_| ())));
            }
            ["new", "facility", ref rest @ ..] => return self.new_facility(rest),
            _ => {}
        }
        match (&words[..], self) {
            (_, Self { chip: Some(chip), clock, .. }) => call_chip(chip, clock, &words),
            (["take_chip_errors"], Self { facility: Some(facility), .. }) => {
                Ok(spell("ERROR", facility.take_chip_errors().word()))
            }
            (["resynchronise"], Self { facility: Some(facility), .. }) => Ok(done(facility.resynchronise())),
            (_, Self { facility: Some(facility), handles, .. }) => call_facility(facility, handles, &words),
            (_, Self { one_lap: Some(facility), handles, .. }) => call_facility(facility, handles, &words),
            _ => Err("nothing is given".into()),
        }
    }

    /// `chip`, `full chip`, `chip of` wheels (a full chip that runs), `facility` (one wheel of 100 slots, room for 4
    /// timers), `facility of one lap` (the same, for intervals of a lap at most), or a full chip's `facility 100/hold`.
    fn given(&mut self, words: &[&str]) -> Result<String, String> {
        *self = Self { bus: self.bus.clone(), ..Self::default() };
        let bus = self.bus.clone();
        match *words {
            ["chip"] => self.chip = bus.kept(SMALL, || CounterChip::new(bus.clone())).ok(),
            ["full", "chip"] => self.chip = bus.kept(FULL, || CounterChip::new(bus.clone())).ok(),
            ["chip", "of", ref wheels @ ..] => {
                self.given(&["full", "chip"])?;
                let chip = self.chip.as_mut().ok_or("no chip")?;
                return bus.kept(FULL, || initialise(chip, wheels));
            }
            ["facility"] => return bus.kept(SMALL, || self.new_facility(&["100"])),
            ["facility", "of", "one", "lap"] => {
                let queue = queue(BasicWheel::new(100));
                self.one_lap = bus.kept(SMALL, || CounterChipFacility::new(bus.clone(), 5, queue)).ok();
            }
            ["facility", ref settings @ ..] => return bus.kept(FULL, || self.new_facility(settings)),
            _ => return Err("no such thing can be given".into()),
        }
        Ok("ok".into())
    }

    /// `100/hold count=4 age=50`; a tick is 5 clocks.
    fn new_facility(&mut self, words: &[&str]) -> Result<String, String> {
        let (wheels, configuration) = configuration(&[words, &["prescale=5"]].concat())?;
        let Configuration { prescale, coalescing, .. } = configuration;
        let settings = Settings { prescale, mode: wheels[0].mode, coalescing, most_steps: None };
        self.facility = None;
        let made = CounterChipFacility::new(self.bus.clone(), settings, queue(HashedWheel::new(wheels[0].slots)));
        Ok(done(made.map(|facility| self.facility = Some(facility))))
    }

    fn new_chip(&mut self) -> String {
        told(CounterChip::new(self.bus.clone()).map(|chip| {
            let (version, parameters) = (chip.version(), chip.parameters());
            let (wheels, slots, events) = (parameters.wheels, parameters.capacity(), parameters.fifo_depth());
            let features = [Feature::Alarm, Feature::LookAhead, Feature::Coalescing, Feature::WheelModes];
            let features =
                features.map(|feature| if parameters.has(feature) { format!(", {feature:?}") } else { String::new() });
            format!("version {version}, {wheels} wheels, {slots} slots, {events} events{}", features.concat())
        }))
    }
}

fn queue<S: Structure>(structure: S) -> Queue<S> {
    Timers::bounded(structure, 4).expect("memory")
}

fn told<E: Display>(result: Result<impl ToString, E>) -> String {
    result.map_or_else(|error| error.to_string(), |value| value.to_string())
}

fn done<E: Display>(result: Result<(), E>) -> String {
    told(result.map(|()| "ok"))
}

fn option(value: Option<impl ToString>) -> String {
    value.map_or("none".into(), |value| value.to_string())
}

/// The names of the flags that are set.
fn flags<const N: usize>(flags: [(bool, &str); N]) -> String {
    flags.iter().filter(|(is_set, _)| *is_set).map(|(_, name)| format!("{name} ")).collect()
}

fn spell(register: &str, word: u32) -> String {
    REGISTERS.iter().find(|found| found.name == register).map_or(String::new(), |found| spell_word(found, word))
}

/// A wheel as `60`, `60/hold`, `60/clear` or `60/hold/clear`.
fn wheel(text: &str) -> Result<Wheel, String> {
    text.split('/').skip(1).try_fold(Wheel::of(number(text.split('/').next().unwrap_or_default())?), |wheel, mode| {
        match mode {
            "hold" => Ok(wheel.holding()),
            "clear" => Ok(wheel.clearing()),
            _ => Err(format!("no mode of a wheel: {mode}")),
        }
    })
}

fn spell_wheels(wheels: &Wheels) -> String {
    let wheels = (0..8).filter_map(|index| wheels.get(index)).map(|wheel| {
        let mode = |is_set, name| if is_set { name } else { "" };
        format!(" {}{}{}", wheel.slots, mode(wheel.mode.hold, "/hold"), mode(wheel.mode.auto_clear, "/clear"))
    });
    let wheels: String = wheels.collect();
    if wheels.is_empty() { "no wheels".into() } else { format!("wheels{wheels}") }
}

fn spell_visit(visit: Visit) -> String {
    format!("wheel {} slot {} lap {} tick {}", visit.wheel, visit.slot, visit.lap, visit.tick)
}

fn spell_wake(wake: Wake) -> String {
    match wake {
        Wake::Now => "now".into(),
        Wake::At(tick) => format!("at {tick}"),
        Wake::Never => "never".into(),
    }
}

/// `60 24/hold prescale=7 count=8 age=300 interrupts=0x1F`; by itself a tick is 7 clocks, and events interrupt.
fn configuration(words: &[&str]) -> Result<(Vec<Wheel>, Configuration<'static>), String> {
    let mut wheels = Vec::new();
    let (coalescing, interrupts) = (Coalescing::NONE, Interrupts::EVENT);
    let mut configuration = Configuration { prescale: 7, wheels: &[], coalescing, interrupts };
    for word in words {
        match word.split_once('=') {
            None => wheels.push(wheel(word)?),
            Some(("prescale", clocks)) => configuration.prescale = number(clocks)?,
            Some(("count", count)) => configuration.coalescing.count = number(count)?,
            Some(("age", age)) => configuration.coalescing.age = number(age)?,
            Some(("interrupts", word)) => configuration.interrupts = Interrupts::from_word(number(word)?),
            Some(_) => return Err(format!("no such setting: {word}")),
        }
    }
    Ok((wheels, configuration))
}

fn initialise(chip: &mut CounterChip<Bus>, words: &[&str]) -> Result<String, String> {
    let (wheels, configuration) = configuration(words)?;
    let outcome = done(chip.initialise(&Configuration { wheels: &wheels, ..configuration }));
    Ok(forgetting_wheels(chip, outcome))
}

/// What fails leaves no wheels.
fn forgetting_wheels(chip: &CounterChip<Bus>, outcome: String) -> String {
    let is_left = outcome != "ok" && *chip.wheels() != Wheels::NONE;
    if is_left { format!("wheels are left: {outcome}") } else { outcome }
}

/// Serves one event: `leaving nothing`, `leaving timers`, or `moving 120 133`, timers to these ticks of wheel 0.
fn serve(chip: &mut CounterChip<Bus>, clock: &mut EventClock, words: &[&str]) -> Result<String, String> {
    let (remaining, moved) = match *words {
        ["leaving", "nothing"] => (Remaining::Nothing, Ok(Vec::new())),
        ["leaving", "timers"] => (Remaining::Timers, Ok(Vec::new())),
        ["moving", ref ticks @ ..] => (Remaining::Nothing, ticks.iter().map(|tick| number(tick)).collect()),
        _ => return Err("serve leaving nothing, leaving timers, or moving ticks".into()),
    };
    let moved: Vec<u64> = moved?;
    let mut visited = None;
    let served = chip.serve(clock, |chip, event, tick| {
        visited = Some((event, tick));
        moved.iter().try_for_each(|&tick| chip.arm_for(0, tick).map(|_| ()))?;
        Ok::<_, CounterChipError<Fault>>(remaining)
    });
    Ok(match served {
        Ok(Served { event, tick: Some(at) }) if visited == Some((event, at.tick)) => {
            format!("wheel {} slot {} tick {}", event.wheel, event.slot, spell_tick(at))
        }
        Ok(Served { event, tick: None }) if visited.is_none() && !event.valid => "none".into(),
        Ok(served) => format!("{served:?} after a visit of {visited:?}"),
        Err(error) => error.to_string() + visited.map_or("", |_| ", after the visit"),
    })
}

fn spell_tick(at: EventTick) -> String {
    format!("{}{}", at.tick, if at.exact { "" } else { " in doubt" })
}

fn call_chip(chip: &mut CounterChip<Bus>, clock: &mut EventClock, words: &[&str]) -> Result<String, String> {
    Ok(match *words {
        ["initialise", ref rest @ ..] => initialise(chip, rest)?,
        ["reset"] => {
            let outcome = done(chip.reset());
            forgetting_wheels(chip, outcome)
        }
        ["adopt"] => match chip.adopt() {
            Ok(wheels) => spell_wheels(&wheels),
            Err(error) => forgetting_wheels(chip, error.to_string()),
        },
        ["wheels"] => spell_wheels(chip.wheels()),
        ["set_wheel_mode", index, size_and_mode] => {
            done(chip.set_wheel_mode(number(index)?, wheel(size_and_mode)?.mode))
        }
        ["now"] => told(chip.now()),
        ["now_low"] => told(chip.now_low()),
        ["cursor"] => told(chip.cursor()),
        ["arm", wheel, slot, lap] => done(chip.arm(number(wheel)?, number(slot)?, number(lap)?)),
        ["disarm", wheel, slot] => done(chip.disarm(number(wheel)?, number(slot)?)),
        ["arm_for", wheel, tick] => told(chip.arm_for(number(wheel)?, number(tick)?).map(spell_visit)),
        ["disarm_for", wheel, tick] => told(chip.disarm_for(number(wheel)?, number(tick)?).map(spell_visit)),
        ["arm_visit", wheel, slot, lap] => {
            let visit = Visit { wheel: number(wheel)?, slot: number(slot)?, lap: number(lap)?, tick: 0 };
            done(chip.arm_visit(visit))
        }
        ["event"] => told(chip.event().map(|event| {
            let Event { valid, more, late, attention, wheel, slot, sequence } = event;
            let said = flags([(valid, "valid"), (more, "more"), (late, "late"), (attention, "attention")]);
            format!("{said}wheel {wheel} slot {slot} sequence {sequence}")
        })),
        ["acknowledge", sequence, "empty"] => done(chip.acknowledge(number(sequence)?, true)),
        ["acknowledge", sequence, "busy"] => done(chip.acknowledge(number(sequence)?, false)),
        ["event_tick_low"] => told(chip.event_tick_low()),
        ["event_tick"] => told(chip.event_tick(clock).map(spell_tick)),
        // What the driver knows of the time: nothing was in the FIFO at this tick, or only that it has passed.
        ["idle", "at", tick] => {
            clock.saw_empty(number(tick)?);
            "ok".into()
        }
        ["awake", "at", tick] => {
            clock.saw(number(tick)?);
            "ok".into()
        }
        ["known"] => format!("now {}, events from {}", clock.now(), clock.not_before()),
        ["serve", ref rest @ ..] => serve(chip, clock, rest)?,
        ["interrupts"] => told(chip.interrupts().map(|set| spell("INTR_STATE", set.word()))),
        ["clear_interrupts", set] => done(chip.clear_interrupts(Interrupts::from_word(number(set)?))),
        ["enable_interrupts", set] => done(chip.enable_interrupts(Interrupts::from_word(number(set)?))),
        ["test_interrupts", set] => done(chip.test_interrupts(Interrupts::from_word(number(set)?))),
        ["pause"] => done(chip.pause()),
        ["resume"] => done(chip.resume()),
        ["status"] => told(chip.status().map(|status| {
            let idle = [(status.ready, "ready"), (status.running, "running"), (status.behind, "behind")];
            flags(idle) + &flags([(status.event_pending, "event_pending"), (status.fifo_full, "fifo_full")])
        })),
        ["take_host_errors"] => told(chip.take_host_errors().map(|set| spell("ERROR", set.word()))),
        ["set_alarm", tick] => done(chip.set_alarm(number(tick)?)),
        ["clear_alarm"] => done(chip.clear_alarm()),
        ["alarm"] => told(chip.alarm().map(option)),
        ["alarm_rings"] => told(chip.alarm_rings()),
        ["set_coalescing", count, age] => {
            done(chip.set_coalescing(Coalescing { count: number(count)?, age: number(age)? }))
        }
        ["coalescing"] => told(chip.coalescing().map(|found| format!("count {} age {}", found.count, found.age))),
        ["next_distance", wheel] => told(chip.next_distance(number(wheel)?).map(option)),
        ["next_visit", wheel] => told(chip.next_visit(number(wheel)?).map(|visit| option(visit.map(spell_visit)))),
        ["wake"] => told(chip.wake().map(spell_wake)),
        _ => return Err("a chip has no such call".into()),
    })
}

fn spell_expired(handles: &HashMap<u32, Handle>, expired: &Expired<u32>) -> String {
    let Expired { item, handle, due, reported, .. } = expired;
    let reported = if reported == due { String::new() } else { format!(" reported {reported}") };
    let stranger = if handles.get(item) == Some(handle) { "" } else { " by another handle" };
    format!("item {item} due {due}{reported}{stranger}")
}

fn call_facility<F>(facility: &mut F, handles: &mut HashMap<u32, Handle>, words: &[&str]) -> Result<String, String>
where
    F: TimerFacility<Item = u32, DeviceError = CounterChipError<Fault>>,
{
    let said = match *words {
        ["start", ref interval @ .., "item", item] => {
            let item = number(item)?;
            let started = match *interval {
                [interval] => facility.start(number(interval)?, item),
                ["between", least, most] => facility.start_between(number(least)?, number(most)?, item),
                _ => return Err("start an interval, or between two".into()),
            };
            match started {
                Ok(handle) => {
                    handles.insert(item, handle);
                    facility.expiry(handle).map_or("no expiry".into(), |due| format!("due {due}"))
                }
                Err(refused) if refused.item == item => refused.error.to_string(),
                Err(refused) => format!("gives back {} instead of {item}", refused.item),
            }
        }
        ["stop", item] => {
            let handle = *handles.get(&number(item)?).ok_or(format!("no timer of item {item}"))?;
            told(facility.stop(handle).map(|item| format!("item {item}")))
        }
        ["now"] => told(facility.now()),
        ["last_known_now"] => facility.last_known_now().to_string(),
        ["recover"] => done(facility.recover()),
        ["next"] => told(
            facility
                .next_expired()
                .map(|expired| option(expired.as_ref().map(|expired| spell_expired(handles, expired)))),
        ),
        ["service"] => {
            let mut served = Vec::new();
            let outcome = facility.service(|_, expired| served.push(spell_expired(handles, &expired)));
            match outcome {
                Ok(count) if count as usize != served.len() => format!("{count} served: {}", served.join(", ")),
                Ok(0) => "none".into(),
                Ok(_) => served.join(", "),
                Err(error) if served.is_empty() => error.to_string(),
                Err(error) => format!("{error}, after {}", served.join(", ")),
            }
        }
        ["counts", ref names @ ..] => {
            let counts = format!("{:?}, outstanding: {}", facility.statistics(), facility.outstanding());
            let count = |name: &&str| {
                let (_, after) = counts.split_once(&format!(" {name}: ")).ok_or(format!("no such count: {name}"))?;
                Ok(after.split([',', ' ']).next().unwrap_or_default().to_owned())
            };
            names.iter().map(count).collect::<Result<Vec<_>, String>>()?.join(" ")
        }
        ["wake"] => told(facility.wake().map(spell_wake)),
        _ => return Err("a facility has no such call".into()),
    };
    Ok(facility.check_invariants().err().map_or(said, |broken| broken.to_string()))
}
