//! Makes the host of a history, runs it, and says what the oracle says.

use core::num::NonZeroU32;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

use carillon_driver::counter_chip::{ChipAlarm, WheelMode};
use carillon_driver::facility::{
    ClockFacility, CounterChipFacility, FacilityError, Settings, TimerChipFacility, TimerEntry, TimerSettings,
};
use carillon_driver::queue::schemes::MixedWheel;
use carillon_driver::queue::{HashedWheel, Heap, HierarchicalWheel, Timers};

use crate::clock::AlarmOf;
use crate::host::{Host, Run};
use crate::line::Bus;
use crate::oracle::Broken;
use crate::plan::{History, Kind, Profile, Setup, Step};
use crate::shrink::shrink;
use crate::world::Shared;

/// What came of a history.
#[derive(Debug, Clone)]
pub struct Verdict {
    /// What did not hold, if anything.
    pub broken: Option<Broken>,
    /// What came of each step, and of the end.
    pub outcomes: Vec<String>,
    /// Faults that have happened, by kind.
    pub faults: BTreeMap<&'static str, u64>,
}

/// Runs the history of a seed.
pub fn judge_seed(seed: u64, profile: Option<Profile>) -> (History, Verdict) {
    let history = History::from_seed(seed, profile);
    let verdict = judge(&history);
    (history, verdict)
}

/// Runs a history.
pub fn judge(history: &History) -> Verdict {
    let world = Shared::new(&history.setup);
    let outcomes = RefCell::new(vec![String::new(); history.steps.len() + 1]);
    let tell = |place: usize, said: String| outcomes.borrow_mut()[place] = said;
    let ran = quietly(|| run(&history.setup, &world, &history.steps, tell));
    let broken = match ran {
        Ok(Ok(())) => None,
        Ok(Err(broken)) => Some(broken),
        Err(panic) => Some(Broken::Panicked(panic)),
    };
    let faults = world.counts();
    Verdict { broken, outcomes: outcomes.into_inner(), faults }
}

/// The smallest history found that fails as this one does.
pub fn shrunk(history: &History, broken: &Broken) -> (History, Verdict) {
    let fails = |history: &History| {
        let found = judge(history).broken;
        found.is_some_and(|found| found.kind() == broken.kind())
    };
    let history = shrink(history, fails);
    let verdict = judge(&history);
    (history, verdict)
}

fn run(setup: &Setup, world: &Shared, steps: &[Step], tell: impl FnMut(usize, String)) -> Result<(), Broken> {
    let bus = || Bus::new(setup, world);
    let clock = || AlarmOf(world.clone(), setup.prescale);
    let settings = Settings {
        mode: WheelMode { hold: setup.hold, auto_clear: false },
        most_steps: NonZeroU32::new(setup.most_steps),
        ..Settings::of(setup.prescale)
    };
    let room = setup.capacity;
    match setup.kind {
        Kind::HashedWheel => {
            let queue = queue(HashedWheel::new(setup.slots), room);
            host(CounterChipFacility::new(bus(), settings, queue), setup, world, steps, tell)
        }
        Kind::MixedWheel => {
            let queue = queue(MixedWheel::of([8, 8, 8]), room);
            host(CounterChipFacility::new(bus(), settings, queue), setup, world, steps, tell)
        }
        Kind::AlarmHeap => {
            let chip = ChipAlarm::new(bus(), setup.prescale).map_err(made)?;
            let made = ClockFacility::new(chip, queue(Heap::new(), room));
            host(limited(made, setup), setup, world, steps, tell)
        }
        Kind::AlarmTimerWheel => {
            let chip = ChipAlarm::new(bus(), setup.prescale).map_err(made)?;
            let made = ClockFacility::new(chip, queue(HierarchicalWheel::<6>::new(), room));
            host(limited(made, setup), setup, world, steps, tell)
        }
        Kind::TimerChip => {
            let settings = TimerSettings { prescale: setup.prescale, wheel_bits: 4, memory_base: 0 };
            let entries = vec![TimerEntry::VACANT; room];
            host(TimerChipFacility::new(bus(), settings, entries), setup, world, steps, tell)
        }
        Kind::ClockTimerWheel => {
            let made = ClockFacility::new(clock(), queue(HierarchicalWheel::<6>::new(), room));
            host(limited(made, setup), setup, world, steps, tell)
        }
        Kind::ClockHeap => {
            let made = ClockFacility::new(clock(), queue(Heap::new(), room));
            host(limited(made, setup), setup, world, steps, tell)
        }
    }
}

fn queue<S: carillon_driver::queue::chip::Structure>(
    structure: S,
    room: usize,
) -> Timers<S, u32, carillon_driver::queue::memory::Bounded<u32>> {
    Timers::bounded(structure, room).expect("it can be made")
}

fn limited<C, Q, E>(made: Result<ClockFacility<C, Q>, E>, setup: &Setup) -> Result<ClockFacility<C, Q>, E>
where
    C: carillon_driver::device::Device,
    Q: carillon_driver::queue::TimerQueue,
{
    made.map(|made| match NonZeroU32::new(setup.most_steps) {
        Some(steps) => made.at_most(steps),
        None => made,
    })
}

fn made<E: core::fmt::Debug>(error: E) -> Broken {
    Broken::WrongOutcome(format!("the host is not made: {error:?}"))
}

fn host<F: Host>(
    facility: Result<F, FacilityError<F::DeviceError>>,
    setup: &Setup,
    world: &Shared,
    steps: &[Step],
    tell: impl FnMut(usize, String),
) -> Result<(), Broken> {
    Run::new(facility.map_err(made)?, world.clone(), setup).run(steps, tell)
}

thread_local! {
    /// A panic of this thread is an outcome, and prints nothing.
    static QUIET: Cell<bool> = const { Cell::new(false) };
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs it; of a panic the message and its place.
fn quietly<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if QUIET.get() {
                MESSAGE.set(panic.to_string().replace('\n', " "));
            } else {
                before(panic);
            }
        }));
    });
    QUIET.set(true);
    let ran = catch_unwind(AssertUnwindSafe(run));
    QUIET.set(false);
    ran.map_err(|_| MESSAGE.take())
}
