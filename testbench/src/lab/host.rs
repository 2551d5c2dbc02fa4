//! The host: one of the driver's facilities, chosen at run time.

use carillon_driver::chip::{Coalescing, WheelMode};
use carillon_driver::facility::{
    AlarmFacility, Facility, FacilityError, Pace, Settings, TimerFacility, WheelFacility,
};
use carillon_driver::queue::chip::{Structure, Wheeled};
use carillon_driver::queue::{
    Allocated, BasicWheel, HashedOrdered, HashedUnordered, Heap, MixedWheels, Timers,
};

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

    /// Whether [`look`](Self::look)'s ticks are the host's even after a reset of the chip.
    fn looks_in_host_ticks(&self) -> bool;

    /// Repairs what a cable has spoilt unnoticed, as far as this facility can.
    fn audit(&mut self) -> Result<(), FacilityError<WireError>> {
        Ok(())
    }
}

fn look_into<S: Structure>(queue: &Timers<u32, S>, look: &mut dyn FnMut(Waiting)) {
    queue.for_each_in_slots(|timer| {
        look(Waiting {
            slot: timer.slot,
            id: *timer.item,
            due: timer.due,
        });
    });
}

impl Facilities for Facility<Bus, u32, Allocated<u32>> {
    fn copy(&self) -> Box<dyn Facilities> {
        Box::new(self.clone())
    }

    fn look(&self, look: &mut dyn FnMut(Waiting)) {
        look_into(self.queue(), look);
    }

    fn looks_in_host_ticks(&self) -> bool {
        true
    }

    fn audit(&mut self) -> Result<(), FacilityError<WireError>> {
        Self::audit(self).map(drop)
    }
}

impl<S: Wheeled + Clone + 'static> Facilities for WheelFacility<Bus, u32, S, Allocated<u32>> {
    fn copy(&self) -> Box<dyn Facilities> {
        Box::new(self.clone())
    }

    fn look(&self, look: &mut dyn FnMut(Waiting)) {
        look_into(self.queue(), look);
    }

    fn looks_in_host_ticks(&self) -> bool {
        false
    }
}

impl<S: Structure + Clone + 'static> Facilities for AlarmFacility<Bus, Timers<u32, S>> {
    fn copy(&self) -> Box<dyn Facilities> {
        Box::new(self.clone())
    }

    fn look(&self, look: &mut dyn FnMut(Waiting)) {
        look_into(self.queue(), look);
    }

    fn looks_in_host_ticks(&self) -> bool {
        true
    }
}

/// Starts the chip on `bus`, and the host that `config` asks for.
///
/// # Errors
/// Where the chip has not what is asked for.
pub(super) fn host(config: &Config, bus: Bus) -> Result<Box<dyn Facilities>, LabError> {
    let settings = Settings {
        prescale: config.prescale,
        mode: WheelMode {
            hold: config.hold,
            auto_clear: false,
        },
        coalescing: Coalescing::NONE,
    };
    let timers = config.timers as usize;
    let slots: u32 = config.wheels.iter().sum();
    Ok(match config.scheme {
        Scheme::Scheme3 => {
            let queue = queue(Heap::new(), timers)?;
            Box::new(AlarmFacility::new(bus, settings, Pace::NextExpiry, queue)?)
        }
        Scheme::Scheme4 => {
            let queue = queue(BasicWheel::new(slots), timers)?;
            Box::new(WheelFacility::new(bus, settings, queue)?)
        }
        Scheme::Scheme5 => {
            let queue = queue(HashedOrdered::new(slots), timers)?;
            Box::new(WheelFacility::new(bus, settings, queue)?)
        }
        Scheme::Scheme6 => {
            let queue = queue(HashedUnordered::new(slots), timers)?;
            Box::new(Facility::with_settings(bus, settings, queue)?)
        }
        Scheme::Scheme7 => match *config.wheels.as_slice() {
            [a, b] => hierarchy(bus, settings, [a, b], timers)?,
            [a, b, c] => hierarchy(bus, settings, [a, b, c], timers)?,
            [a, b, c, d] => hierarchy(bus, settings, [a, b, c, d], timers)?,
            _ => return Err(LabError("Scheme 7 takes 2 to 4 wheels".to_owned())),
        },
        Scheme::Ticked => {
            let queue = queue(HashedUnordered::new(slots), timers)?;
            Box::new(AlarmFacility::new(bus, settings, Pace::EveryTick, queue)?)
        }
    })
}

fn hierarchy<const WHEELS: usize>(
    bus: Bus,
    settings: Settings,
    sizes: [u32; WHEELS],
    timers: usize,
) -> Result<Box<dyn Facilities>, LabError> {
    let queue = queue(MixedWheels::of(sizes), timers)?;
    Ok(Box::new(WheelFacility::new(bus, settings, queue)?))
}

fn queue<S: Structure>(structure: S, timers: usize) -> Result<Timers<u32, S>, LabError> {
    Timers::with_capacity(structure, timers).map_err(|error| LabError(error.to_string()))
}
