//! The hosts that a schedule is driven on.

use std::fmt::Display;

use carillon_driver::facility::Settings;
use carillon_driver::queue::chip::{Structure, Wheeled};
use carillon_driver::queue::memory::Bounded;
use carillon_driver::queue::schemes::{
    BasicWheel, Calendar, FlexQueue, MixedWheel, OrderedHashedWheel, OrderedList, Search, UnorderedList,
};
use carillon_driver::queue::{HashedWheel, Heap, TimerQueue, Timers};
use carillon_program::cable::Link;
use carillon_regmap::cli::Chip;
use carillon_replay::report::CableSummary;
use carillon_replay::{
    CableHost, CableSettings, Host, Options, Outcome, Queue, Schedule, Simulated, SimulatedHost, drive, timer_chip,
};
use carillon_sim::{MemoryBehaviour, Model, Simulation, TimerModel, TimerSimulation};

use super::arguments::{Arguments, Several};
use super::told::Told;
use super::wave::Wave;

/// Days of a calendar at most.
const MOST_DAYS: u32 = 1 << 12;

/// What came of it, what the chip's FIFO holds, and what was wrong with the cable.
type Replayed = Result<(Outcome, u32, Option<CableSummary>), String>;

/// Drives the schedule on the host that is asked for.
pub fn replay(arguments: &Arguments, schedule: &Schedule, options: Options) -> Replayed {
    let run = Run { arguments, schedule, options };
    match arguments.cable.link() {
        None if arguments.chip == Chip::Timer => run.on_the_timer_chip(),
        None => run.in_the_process(),
        Some(link) => run.over_the_cable(&link),
    }
}

/// A queue of the host's.
type HostQueue<S> = Timers<S, u32, Bounded<u32>>;

/// What is to be driven.
#[derive(Clone, Copy)]
struct Run<'a> {
    arguments: &'a Arguments,
    schedule: &'a Schedule,
    options: Options,
}

impl Run<'_> {
    /// Drives the schedule with a bar that shows how far it is.
    fn with_bar<H: Host<Error: Display>>(self, host: &mut H) -> Result<Outcome, String> {
        let mut told = Told::new(self.schedule.end, self.arguments.clocks_per_tick().into());
        let outcome = drive(self.schedule, host, self.options, &mut |tick| told.at(tick));
        told.end();
        outcome.map_err(said)
    }

    /// On a chip that is simulated in this process.
    fn in_the_process(self) -> Replayed {
        let slots = self.arguments.wheels().iter().sum();
        match self.arguments.queue() {
            Queue::Scheme1 => self.by_alarm(UnorderedList),
            Queue::Scheme2 => self.by_alarm(OrderedList::new(Search::FromRear)),
            Queue::Scheme3 => self.by_alarm(Heap::new()),
            Queue::Scheme4 => self.by_slots(BasicWheel::new(slots)),
            Queue::Scheme5 => self.by_slots(OrderedHashedWheel::new(slots)),
            Queue::Scheme6 => self.by_slots(HashedWheel::new(slots)),
            Queue::Scheme7 => match self.arguments.wheels_of_scheme7() {
                Several::Two => self.by_slots(MixedWheel::of([slots / 2; 2])),
                Several::Three => self.by_slots(MixedWheel::of([slots / 3; 3])),
                Several::Four => self.by_slots(MixedWheel::of([slots / 4; 4])),
            },
            Queue::Calendar => self.by_alarm(Calendar::new(MOST_DAYS)),
            Queue::FlexQueue => self.by_alarm(FlexQueue::default()),
        }
    }

    /// By the chip's busy slots. Several wheels need a chip whose wheels hold.
    fn by_slots<S: Wheeled>(self, structure: S) -> Replayed {
        let wheels = self.arguments.wheels();
        let (slots, fifo) = (wheels.iter().sum(), self.arguments.fifo);
        let settings = Settings::of(self.arguments.clocks_per_tick());
        let (model, settings) = match wheels.len() {
            1 => (Model::find(slots, fifo), settings),
            several => (Model::find_full(several as u32, slots, fifo), settings.holding()),
        };
        let queue = self.queue(structure)?;
        let (chip, wave) = self.chip(model.map_err(said)?)?;
        let host = SimulatedHost::new(chip, queue, settings).map_err(said)?;
        self.on_a_counter_chip(host, wave)
    }

    /// By the chip's alarm.
    fn by_alarm<S: Structure>(self, structure: S) -> Replayed {
        let model = Model::find_full(1, 1, self.arguments.fifo).map_err(said)?;
        let queue = self.queue(structure)?;
        let (chip, wave) = self.chip(model)?;
        let clocks = self.arguments.clocks_per_tick();
        let host = SimulatedHost::with_alarm(chip, queue, clocks).map_err(said)?;
        self.on_a_counter_chip(host, wave)
    }

    /// A queue that takes every interval of the schedule.
    fn queue<S: Structure>(self, structure: S) -> Result<HostQueue<S>, String> {
        let room = self.schedule.room(self.options.service_every);
        let queue = HostQueue::bounded(structure, room).map_err(said)?;
        let (wanted, longest) = (self.schedule.longest_interval(), queue.longest_interval());
        if wanted > longest {
            return Err(format!(
                "--queue {}: the longest interval of this replay is {wanted} ticks, and these wheels take {longest}; \
                 give --tick or --wheel-size a higher value, or --keep-alive and --time-wait lower ones",
                self.arguments.queue().word()
            ));
        }
        Ok(queue)
    }

    /// A chip, which writes the wave that is asked for.
    fn chip(self, model: Model) -> Result<(Simulation, Option<Wave>), String> {
        let mut chip = Simulation::new(model).map_err(said)?;
        let path = self.arguments.vcd.as_ref();
        let wave = path.map(|path| Wave::begin(path, &mut chip)).transpose()?;
        Ok((chip, wave))
    }

    fn on_a_counter_chip<F>(self, mut host: SimulatedHost<F>, wave: Option<Wave>) -> Replayed
    where
        F: Simulated<Chip = Simulation>,
        SimulatedHost<F>: Host<Error: Display>,
    {
        if wave.is_some() {
            host.record();
        }
        let outcome = self.with_bar(&mut host)?;
        let fifo = host.chip().model().fifo_depth();
        if let Some(wave) = wave {
            wave.end(&host.into_events())?;
        }
        Ok((outcome, fifo, None))
    }

    /// On a timer chip that is simulated in this process.
    fn on_the_timer_chip(self) -> Replayed {
        let slots: u32 = self.arguments.wheels().iter().sum();
        if !slots.is_power_of_two() {
            return Err(format!("--wheel-size {slots}: the timer chip's wheel has a power of two of slots"));
        }
        let model = TimerModel::find(slots, self.arguments.fifo).map_err(said)?;
        let simulation = TimerSimulation::new(model).map_err(said)?;
        let memory = MemoryBehaviour::fixed(self.arguments.memory.unwrap_or(1));
        let wheel_bits = slots.ilog2();
        let room = self.schedule.room(self.options.service_every);
        let mut host = SimulatedHost::with_timer_chip(
            timer_chip(simulation, memory, wheel_bits, room),
            wheel_bits,
            self.arguments.clocks_per_tick(),
            room,
        )
        .map_err(said)?;
        let outcome = self.with_bar(&mut host)?;
        Ok((outcome, 1 << model.build().fifo_bits, None))
    }

    /// On the chip at the end of a serial line.
    fn over_the_cable(self, link: &Link) -> Replayed {
        let port = &link.port;
        let settings = CableSettings {
            slots: self.arguments.wheels().iter().sum(),
            clocks_per_tick: self.arguments.clocks_per_tick(),
            audit_every: self.arguments.audit_every,
        };
        let mut host = CableHost::new(link.open()?, settings, self.schedule.started as usize)
            .map_err(|error| format!("--port {port}: {error}"))?;
        let outcome = self.with_bar(&mut host).map_err(|error| format!("--port {port}: {error}"))?;
        let cable = CableSummary::new(port, link.baud, host.trouble());
        Ok((outcome, host.parameters().fifo_depth(), Some(cable)))
    }
}

fn said(error: impl Display) -> String {
    error.to_string()
}
