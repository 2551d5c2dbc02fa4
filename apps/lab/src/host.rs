//! The host: one of the driver's facilities, chosen at run time.

use carillon_driver::counter_chip::{ChipAlarm, CounterChipError, WheelMode};
use carillon_driver::facility::{ClockFacility, CounterChipFacility, FacilityError, Settings, TimerFacility};
use carillon_driver::queue::chip::{Structure, Wheeled};
use carillon_driver::queue::memory::Bounded;
use carillon_driver::queue::schemes::{BasicWheel, MixedWheel, OrderedHashedWheel, Shape, Tree};
use carillon_driver::queue::{HashedWheel, Timers};
use serde::Serialize;

use super::bus::{Bus, WireError};
use super::{Config, LabError, Scheme};

/// One timer and where it waits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting {
    /// Its slot, those of all wheels counted through; `None` if it is due and not yet handed out.
    pub(super) slot: Option<u32>,
    pub(super) id: u32,
    /// In ticks of the queue, which a reset of the chip may begin anew.
    pub(super) due: u64,
}

/// One timer in a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Node {
    id: u32,
    /// In the host's ticks.
    due: u64,
    /// The number of the timer above it, and whether it is on the right of that; `None` at the root.
    above: Option<(u32, bool)>,
}

/// A facility whose timers carry their numbers.
pub(super) trait Facilities: TimerFacility<Item = u32, DeviceError = CounterChipError<WireError>> {
    /// The same in the same state, on the same bus.
    fn copy(&self) -> Box<dyn Facilities>;

    /// Calls `look` for every timer that waits in a slot or is due.
    fn look(&self, look: &mut dyn FnMut(Waiting));

    /// Calls `look` for every timer of a tree, those above first; never if there is none.
    fn tree(&self, look: &mut dyn FnMut(Node));

    /// The host's tick at [`look`](Self::look)'s tick 0, where `epoch` is that at the chip's.
    fn origin(&self, epoch: u64) -> u64;

    /// Repairs what a cable has spoilt unnoticed.
    fn audit(&mut self) -> Result<(), FacilityError<CounterChipError<WireError>>>;
}

/// A queue whose host the alarm wakes.
trait ByAlarm: Structure + Sized {
    /// Calls `look` for every timer of a tree, those above first.
    fn tree(queue: &Queue<Self>, look: &mut dyn FnMut(Node));
}

impl ByAlarm for Tree {
    fn tree(queue: &Queue<Self>, look: &mut dyn FnMut(Node)) {
        queue.for_each_in_tree(|timer| {
            let above = timer.above;
            look(Node {
                id: *timer.item,
                due: timer.due,
                above: above.and_then(|(above, right)| Some((*queue.get(above)?, right))),
            });
        });
    }
}

impl ByAlarm for HashedWheel {
    fn tree(_: &Queue<Self>, _: &mut dyn FnMut(Node)) {}
}

/// A queue of the host's.
type Queue<S> = Timers<S, u32, Bounded<u32>>;

impl<S: Wheeled + Clone + 'static> Facilities for CounterChipFacility<Bus, Queue<S>> {
    fn copy(&self) -> Box<dyn Facilities> {
        Box::new(self.clone())
    }

    fn look(&self, look: &mut dyn FnMut(Waiting)) {
        look_at(self.queue(), look);
    }

    fn tree(&self, _: &mut dyn FnMut(Node)) {}

    /// The queue counts the chip's ticks.
    fn origin(&self, epoch: u64) -> u64 {
        epoch
    }

    fn audit(&mut self) -> Result<(), FacilityError<CounterChipError<WireError>>> {
        Self::audit(self).map(drop)
    }
}

impl<S: ByAlarm + Clone + 'static> Facilities for ClockFacility<ChipAlarm<Bus>, Queue<S>> {
    fn copy(&self) -> Box<dyn Facilities> {
        Box::new(self.clone())
    }

    fn look(&self, look: &mut dyn FnMut(Waiting)) {
        look_at(self.queue(), look);
    }

    fn tree(&self, look: &mut dyn FnMut(Node)) {
        S::tree(self.queue(), look);
    }

    /// The queue counts the host's ticks.
    fn origin(&self, _: u64) -> u64 {
        0
    }

    fn audit(&mut self) -> Result<(), FacilityError<CounterChipError<WireError>>> {
        Self::audit(self).map(drop)
    }
}

fn look_at<S: Structure>(queue: &Queue<S>, look: &mut dyn FnMut(Waiting)) {
    queue.for_each_in_slots(|timer| {
        look(Waiting { slot: timer.slot, id: *timer.item, due: timer.due });
    });
}

/// Starts the chip on `bus`, and the host that `config` asks for.
///
/// # Errors
/// Where the chip has not what is asked for.
pub(super) fn host(config: &Config, bus: Bus) -> Result<Box<dyn Facilities>, LabError> {
    let settings =
        Settings { mode: WheelMode { hold: config.hold, auto_clear: false }, ..Settings::of(config.prescale) };
    let timers = config.timers as usize;
    let slots: u32 = config.wheels.iter().sum();
    Ok(match config.scheme {
        Scheme::Scheme3 => {
            let queue = queue(Tree::new(Shape::Balanced), timers)?;
            let chip = ChipAlarm::new(bus, config.prescale).map_err(FacilityError::from)?;
            Box::new(ClockFacility::new(chip, queue)?)
        }
        Scheme::Scheme4 => {
            let queue = queue(BasicWheel::new(slots), timers)?;
            Box::new(CounterChipFacility::new(bus, settings, queue)?)
        }
        Scheme::Scheme5 => {
            let queue = queue(OrderedHashedWheel::new(slots), timers)?;
            Box::new(CounterChipFacility::new(bus, settings, queue)?)
        }
        Scheme::Scheme6 => {
            let queue = queue(HashedWheel::new(slots), timers)?;
            Box::new(CounterChipFacility::new(bus, settings, queue)?)
        }
        Scheme::Scheme7 => match *config.wheels.as_slice() {
            [a, b] => hierarchy(bus, settings, [a, b], timers)?,
            [a, b, c] => hierarchy(bus, settings, [a, b, c], timers)?,
            [a, b, c, d] => hierarchy(bus, settings, [a, b, c, d], timers)?,
            _ => return Err(LabError("Scheme 7 takes 2 to 4 wheels".to_owned())),
        },
        Scheme::Ticked => {
            let queue = queue(HashedWheel::new(slots), timers)?;
            let chip = ChipAlarm::new(bus, config.prescale).map_err(FacilityError::from)?;
            Box::new(ClockFacility::new(chip, queue)?.every_tick())
        }
    })
}

fn hierarchy<const WHEELS: usize>(
    bus: Bus,
    settings: Settings,
    sizes: [u32; WHEELS],
    timers: usize,
) -> Result<Box<dyn Facilities>, LabError> {
    let queue = queue(MixedWheel::of(sizes), timers)?;
    Ok(Box::new(CounterChipFacility::new(bus, settings, queue)?))
}

fn queue<S: Structure>(structure: S, timers: usize) -> Result<Queue<S>, LabError> {
    Timers::bounded(structure, timers).map_err(|error| LabError(error.to_string()))
}
