//! The laboratory without a transport: it takes messages, lets the clock run, and shows frames.

mod look;
mod play;
mod saved;
mod shown;
mod turn;
mod until;

use std::num::NonZeroU64;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use carillon_replay::Schedule;

use super::bus::Bus;
use super::capture::{Offer, Traffic};
use super::history::History;
use super::machine::Machine;
use super::record::Met;
use super::registers::{Shown, shown};
use super::scene::{Play, Scene, scenes};
use super::session::MOST_ACTS;
use super::{Act, Chip, Config, Control, Goal, LabError, Message, Parts, Unit};
use look::Watch;

/// The longest step to the next event, in clocks.
const LONGEST_STEP: u64 = 5_000_000;

/// Clocks of such a step after which it is first asked whether an event can still come; then after twice as many.
const FIRST_LOOK: u64 = 16;

/// The longest wave, in clocks.
const LONGEST_WAVE: u64 = 100_000;

/// A chip, a host, and the pages that watch them.
pub struct Lab {
    parts: Rc<dyn Parts>,
    machine: Machine,
    /// A board has none.
    history: Option<History>,
    capture: Option<Arc<Schedule>>,
    /// How it is replayed within a minute.
    offer: Option<Offer>,
    registers: Vec<Shown>,
    watch: Watch,
    running: bool,
    /// Clocks a second; 0 is as fast as possible.
    speed: f64,
    /// Clocks that are owed to the speed.
    owed: f64,
    /// For how long the clock has run.
    ran: Duration,
    /// Clocks a second that were reached of late.
    measured: f64,
    /// Clocks that are run at a time.
    slice: u64,
    play: Option<Play>,
    /// What the clock runs up to.
    goal: Option<Goal>,
    /// Where a register was accessed, or what else the bus looked for was met.
    reached: Option<Met>,
    /// The clock of the past that is seen.
    seen: Option<u64>,
    /// Clocks of the diagram.
    diagram: u64,
    /// What was asked to be saved, and when; and how often something was.
    saved: Option<(Duration, serde_json::Value)>,
    saves: u64,
    /// All acts since the chip began, with their clocks; one more than a session may have at most.
    done: Vec<(u64, Act)>,
    /// Scenes of users.
    own: Vec<Rc<Scene>>,
    /// A step with a question waits.
    asks: bool,
    /// The wheel and the slot that are looked into.
    chosen: Option<(u32, u32)>,
    /// The steps of the scene that this chip has seen, as they began, with their clocks and speeds.
    begun: Vec<(u64, f64, Play)>,
    /// The clock at which the chip began.
    born: u64,
    /// Why the last message was refused; counted, so that the page tells each one.
    problem: Option<String>,
    problems: u64,
    /// Changes whenever another chip or host begins.
    generation: u64,
}

impl Lab {
    /// A laboratory at clock 0, standing still, made of `parts`, or with `board`. `capture` can be replayed in it.
    ///
    /// # Errors
    /// [`LabError`]: no such chip, or it does not have what is asked for.
    pub fn new(
        parts: Rc<dyn Parts>,
        config: &Config,
        capture: Option<Traffic>,
        board: Option<Box<dyn Chip>>,
    ) -> Result<Self, LabError> {
        let offer = capture.as_ref().and_then(|it| Offer::new(it, &parts.models()));
        let capture = capture.map(|it| Arc::new(it.schedule));
        let board = board.map(Bus::new);
        let mut lab = Self {
            machine: Machine::new(Rc::clone(&parts), config, board, capture.clone())?,
            parts,
            history: None,
            capture,
            offer,
            registers: Vec::new(),
            watch: Watch::default(),
            running: false,
            speed: 2_000.0,
            owed: 0.0,
            ran: Duration::ZERO,
            measured: 0.0,
            slice: 1_000,
            play: None,
            goal: None,
            reached: None,
            seen: None,
            diagram: 0,
            saved: None,
            saves: 0,
            done: Vec::new(),
            own: Vec::new(),
            asks: false,
            chosen: None,
            begun: Vec::new(),
            born: 0,
            problem: None,
            problems: 0,
            generation: 0,
        };
        lab.begin()?;
        Ok(lab)
    }

    /// What is new with another machine.
    fn begin(&mut self) -> Result<(), LabError> {
        self.registers = shown(self.machine.parameters()?);
        self.watch = Watch::of(&self.registers);
        if self.is_board() {
            self.speed = 0.0;
            self.machine.let_time_pass(self.running)?;
        }
        self.owed = 0.0;
        self.born = self.machine.clocks();
        self.begun.clear();
        self.done.clear();
        self.chosen = None;
        self.generation += 1;
        self.begin_history()
    }

    /// The past begins here.
    fn begin_history(&mut self) -> Result<(), LabError> {
        let simulated = !self.is_board();
        self.history = simulated.then(|| History::new(&self.machine)).transpose()?;
        self.ran = Duration::ZERO;
        Ok(())
    }

    fn is_board(&self) -> bool {
        self.machine.bus().is_board()
    }

    /// Gives it a capture to replay. It cannot go back beyond this, as it had another one then.
    ///
    /// # Errors
    /// [`LabError`] if the chip cannot be saved.
    pub fn load(&mut self, capture: Traffic) -> Result<(), LabError> {
        self.offer = Offer::new(&capture, &self.parts.models());
        let capture = Arc::new(capture.schedule);
        self.machine.set_capture(Arc::clone(&capture));
        self.capture = Some(capture);
        self.begin_history()
    }

    /// Changes whenever another chip or host begins.
    pub const fn generation(&self) -> u64 {
        self.generation
    }

    /// Whether the clock runs, or waits at the end of a scene's step for the next one, which begins by itself.
    pub const fn is_running(&self) -> bool {
        self.running
    }

    /// Whether the clock runs as fast as it can.
    pub fn is_flat_out(&self) -> bool {
        self.speed == 0.0 && !self.play.as_ref().is_some_and(Play::is_over)
    }

    /// Clocks since the chip was made.
    pub fn clocks(&self) -> u64 {
        self.machine.clocks()
    }

    /// Does what a message says. A refusal is also shown in the next frame.
    ///
    /// # Errors
    /// [`LabError`] says why it was refused.
    pub fn take(&mut self, message: Message) -> Result<(), LabError> {
        if !matches!(&message, Message::Control(control) if control.keeps_sight()) {
            self.seen = None;
            self.saved = None;
        }
        let done = match message {
            Message::Control(control) => self.control(control),
            Message::Act(act) => self.act(act),
        };
        done.inspect_err(|error| self.tell(&error.0))
    }

    /// Shows a problem.
    pub fn tell(&mut self, problem: &str) {
        self.problem = Some(problem.to_owned());
        self.problems += 1;
    }

    fn act(&mut self, act: Act) -> Result<(), LabError> {
        if self.done.len() <= MOST_ACTS {
            self.done.push((self.machine.clocks(), act.clone()));
        }
        if let Some(history) = &mut self.history {
            history.act(self.machine.clocks(), act.clone());
        }
        self.machine.apply(&act)
    }

    fn control(&mut self, control: Control) -> Result<(), LabError> {
        if let Some(what) = control.needs_simulation() {
            self.machine.expect(what)?;
        }
        if !control.keeps_goal() {
            let reached = self.reached.take();
            self.forget_goal();
            // One looks at what led to it.
            self.reached = reached.filter(|_| matches!(control, Control::See { .. }));
        }
        match control {
            Control::Run {} => self.run_or_go_on()?,
            Control::Pause {} => {
                self.running = false;
                self.machine.let_time_pass(false)?;
            }
            Control::Step { unit } => {
                self.running = false;
                self.clock_runs();
                self.step(unit)?;
            }
            Control::Until { goal } => self.run_until(goal)?,
            Control::Look { wheel, slot } => self.look_into(wheel, slot)?,
            Control::StartIn { wheel, slot } => self.start_in(wheel, slot)?,
            Control::Speed { clocks } => {
                self.speed = clocks.min(1_000_000_000) as f64;
                self.owed = 0.0;
            }
            Control::Configure { config } => {
                self.play = None;
                self.configure(&config)?;
            }
            Control::Back { seconds } => {
                let seconds =
                    Duration::try_from_secs_f64(seconds).map_err(|_| LabError("seconds are 0 or more".to_owned()))?;
                let then = self.ran.saturating_sub(seconds);
                let clock = self.history.as_ref().map_or(0, |it| it.clock_at(then));
                self.go_back(clock)?;
            }
            Control::BackTo { clock } => self.go_back(clock)?,
            Control::Scene { name, pace, goes_on, step } => {
                let own = self.own.iter().find(|scene| scene.name == name).cloned();
                let ours = || scenes().iter().find(|scene| scene.name == name);
                let Some(scene) = own.or_else(|| ours().cloned().map(Rc::new)) else {
                    let all = scenes().iter().chain(self.own.iter().map(|it| &**it));
                    let names: Vec<_> = all.map(|it| it.name.as_str()).collect();
                    let names = names.join(", ");
                    return Err(LabError(format!("there is no scene {name}; there are {names}")));
                };
                if !(1..=scene.steps.len()).contains(&step) {
                    return Err(LabError(format!("the scene {name} has no step {step}")));
                }
                self.begin_scene(scene, pace, goes_on)?;
                (1..step).try_for_each(|_| self.next())?;
            }
            Control::See { clock } => self.see(clock)?,
            Control::Diagram { clocks } => self.show_diagram(clocks)?,
            Control::Save { what } => self.save(what)?,
            Control::Session { text } => self.do_again(&text)?,
            Control::OwnScene { text, goes_on } => self.begin_own_scene(&text, goes_on)?,
            Control::Questions { wanted } => self.asks = wanted,
            Control::Replay {} => self.replay()?,
            Control::Next {} => self.next()?,
            Control::EndScene {} => {
                self.play = None;
                self.begun.clear();
                self.running = false;
            }
        }
        Ok(())
    }

    fn configure(&mut self, config: &Config) -> Result<(), LabError> {
        self.machine = Machine::new(Rc::clone(&self.parts), config, self.machine.board(), self.capture.clone())?;
        self.begin()
    }

    /// Replays the capture on the chip that is chosen for it, to its end.
    fn replay(&mut self) -> Result<(), LabError> {
        let offer = self.offer.clone();
        let offer = offer.ok_or_else(|| LabError("choose a capture first".to_owned()))?;
        self.play = None;
        self.configure(&offer.config())?;
        let tick = NonZeroU64::new(offer.tick).unwrap_or(NonZeroU64::MIN);
        self.act(Act::Capture { tick })?;
        self.speed = offer.speed as f64;
        self.run_until(Goal::Tick(self.machine.tick() + offer.end))
    }

    fn go_back(&mut self, clock: u64) -> Result<(), LabError> {
        if clock > self.machine.clocks() {
            return Err(LabError("that clock is still to come".to_owned()));
        }
        self.running = false;
        if let Some(history) = &mut self.history {
            self.ran = history.go_back(&mut self.machine, clock)?;
        }
        let now = self.machine.clocks();
        let undone = self.done.iter().filter(|(at, _)| *at >= now);
        let opening: Vec<Act> =
            undone.filter(|(at, act)| *at == self.born && act.takes_no_clock()).map(|(_, act)| act.clone()).collect();
        self.done.retain(|(at, _)| *at < now);
        if self.play.is_some() {
            return self.go_back_in_scene();
        }
        // What the laboratory began with belongs to its beginning.
        if now == self.born {
            opening.into_iter().try_for_each(|act| self.act(act))?;
        }
        Ok(())
    }

    fn step(&mut self, unit: Unit) -> Result<(), LabError> {
        let clock = self.machine.clocks();
        match unit {
            Unit::Clock => self.machine.run_to(clock + 1)?,
            Unit::Event => self.step_to_event(clock + LONGEST_STEP)?,
            Unit::Tick => {
                let tick = self.machine.now()?;
                let last = clock + 2 * u64::from(self.machine.config().prescale);
                while self.machine.now()? == tick && self.machine.clocks() < last {
                    self.machine.run_to(self.machine.clocks() + 1)?;
                }
            }
        }
        self.look_for_end()
    }

    /// Up to the next interrupt, but not beyond `last`, and not where none can come any more: a write of the host's
    /// takes effect some clocks later.
    fn step_to_event(&mut self, last: u64) -> Result<(), LabError> {
        self.expect_event()?;
        let mut clocks = FIRST_LOOK;
        while self.machine.clocks() < last {
            let until = self.machine.clocks().saturating_add(clocks).min(last);
            self.machine.run_to_interrupt(until)?;
            if self.machine.bus().irq() {
                return Ok(());
            }
            self.expect_event()?;
            clocks *= 2;
        }
        Err(LabError(format!("no event came within {LONGEST_STEP} clocks; step again, or let the clock run")))
    }

    /// Refuses where no event can come.
    pub(super) fn expect_event(&self) -> Result<(), LabError> {
        let refuse = |text: &str| Err(LabError(text.to_owned()));
        if self.machine.is_asleep() && self.machine.bus().irq() {
            return refuse("the interrupt is high and the host sleeps: wake it first");
        }
        if !self.machine.expects_event()? {
            return refuse("no timer runs, so no event is to come: start one first");
        }
        Ok(())
    }

    fn stop_at(&mut self, error: &LabError) {
        self.running = false;
        self.watch.lose();
        self.tell(&error.0);
    }

    /// The last `clocks` clocks as a VCD file, at most 100000; fewer where no more are kept.
    ///
    /// # Errors
    /// [`LabError`] if it cannot be written, or would be too long.
    pub fn wave(&mut self, clocks: u64) -> Result<Vec<u8>, LabError> {
        if !(1..=LONGEST_WAVE).contains(&clocks) {
            return Err(LabError(format!("a wave has 1 to {LONGEST_WAVE} clocks")));
        }
        self.machine.expect("wave")?;
        let none = || LabError("nothing is kept of a board".to_owned());
        let history = self.history.as_ref().ok_or_else(none)?;
        history.wave(&mut self.machine, clocks)
    }
}
