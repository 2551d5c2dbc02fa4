//! The host: one of the driver's facilities, chosen at run time.

use carillon_driver::counter_chip::WheelMode;
use carillon_driver::facility::{
    ByAlarm, Facility, FacilityError, OnChip, Settings, TimerFacility,
};
use carillon_driver::queue::chip::Structure;
use carillon_driver::queue::memory::Bounded;
use carillon_driver::queue::schemes::{BasicWheel, MixedWheel, OrderedHashedWheel};
use carillon_driver::queue::{HashedWheel, Heap, Timers};

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

/// A facility whose timers carry their numbers.
pub(super) trait Facilities: TimerFacility<Item = u32, BusError = WireError> {
    /// The same in the same state, on the same bus.
    fn copy(&self) -> Box<dyn Facilities>;

    /// Calls `look` for every timer that waits in a slot or is due.
    fn look(&self, look: &mut dyn FnMut(Waiting));

    /// The host's tick at [`look`](Self::look)'s tick 0, where `epoch` is that at the chip's.
    fn origin(&self, epoch: u64) -> u64;

    /// Repairs what a cable has spoilt unnoticed.
    fn audit(&mut self) -> Result<(), FacilityError<WireError>>;
}

impl<S, Q> Facilities for Facility<Bus, Q>
where
    S: Structure,
    Q: OnChip<Item = u32, Queue = Timers<S, u32, Bounded<u32>>> + Clone + 'static,
{
    fn copy(&self) -> Box<dyn Facilities> {
        Box::new(self.clone())
    }

    fn look(&self, look: &mut dyn FnMut(Waiting)) {
        self.queue().for_each_in_slots(|timer| {
            look(Waiting {
                slot: timer.slot,
                id: *timer.item,
                due: timer.due,
            });
        });
    }

    fn origin(&self, epoch: u64) -> u64 {
        Q::origin(epoch)
    }

    fn audit(&mut self) -> Result<(), FacilityError<WireError>> {
        Self::audit(self).map(drop)
    }
}

/// Starts the chip on `bus`, and the host that `config` asks for.
///
/// # Errors
/// Where the chip has not what is asked for.
pub(super) fn host(config: &Config, bus: Bus) -> Result<Box<dyn Facilities>, LabError> {
    let settings = Settings {
        mode: WheelMode {
            hold: config.hold,
            auto_clear: false,
        },
        ..Settings::of(config.prescale)
    };
    let timers = config.timers as usize;
    let slots: u32 = config.wheels.iter().sum();
    Ok(match config.scheme {
        Scheme::Scheme3 => {
            let queue = queue(Heap::new(), timers)?;
            Box::new(Facility::new(bus, settings, ByAlarm::new(queue))?)
        }
        Scheme::Scheme4 => {
            let queue = queue(BasicWheel::new(slots), timers)?;
            Box::new(Facility::new(bus, settings, queue)?)
        }
        Scheme::Scheme5 => {
            let queue = queue(OrderedHashedWheel::new(slots), timers)?;
            Box::new(Facility::new(bus, settings, queue)?)
        }
        Scheme::Scheme6 => {
            let queue = queue(HashedWheel::new(slots), timers)?;
            Box::new(Facility::new(bus, settings, queue)?)
        }
        Scheme::Scheme7 => match *config.wheels.as_slice() {
            [a, b] => hierarchy(bus, settings, [a, b], timers)?,
            [a, b, c] => hierarchy(bus, settings, [a, b, c], timers)?,
            [a, b, c, d] => hierarchy(bus, settings, [a, b, c, d], timers)?,
            _ => return Err(LabError("Scheme 7 takes 2 to 4 wheels".to_owned())),
        },
        Scheme::Ticked => {
            let queue = queue(HashedWheel::new(slots), timers)?;
            Box::new(Facility::new(bus, settings, ByAlarm::every_tick(queue))?)
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
    Ok(Box::new(Facility::new(bus, settings, queue)?))
}

fn queue<S: Structure>(
    structure: S,
    timers: usize,
) -> Result<Timers<S, u32, Bounded<u32>>, LabError> {
    Timers::bounded(structure, timers).map_err(|error| LabError(error.to_string()))
}
