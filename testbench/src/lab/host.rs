//! The host: one of the driver's facilities, chosen at run time.

use carillon_driver::chip::{Coalescing, WheelMode};
use carillon_driver::facility::{
    AlarmFacility, Facility, Pace, Settings, TimerFacility, WheelFacility,
};
use carillon_driver::queue::chip::Wheeled;
use carillon_driver::queue::{
    Entry, List, Place, Scheme3, Scheme4, Scheme5, Scheme6, Scheme7, Sector, Sizes, Structure,
    Timers,
};
use carillon_sim::BusError;

use super::bus::Bus;
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
pub(super) trait Facilities: TimerFacility<Item = u32, BusError = BusError> {
    /// The same in the same state, on the same bus.
    fn copy(&self) -> Box<dyn Facilities>;

    /// Calls `look` for every timer that waits in a slot or is due.
    fn look(&self, look: &mut dyn FnMut(Waiting));

    /// Whether [`look`](Self::look)'s ticks are the host's even after a reset of the chip.
    fn looks_in_host_ticks(&self) -> bool;
}

type Slab = Vec<Entry<u32>>;

fn look_into<S: Structure>(queue: &Timers<u32, S, Slab>, look: &mut dyn FnMut(Waiting)) {
    queue.for_each_in_slots(|timer| {
        look(Waiting {
            slot: timer.slot,
            id: *timer.item,
            due: timer.due,
        });
    });
}

impl Facilities for Facility<Bus, u32, Vec<List>, Slab> {
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

impl<S: Wheeled + Clone + 'static> Facilities for WheelFacility<Bus, u32, S, Slab> {
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

impl<S: Structure + Clone + 'static> Facilities for AlarmFacility<Bus, Timers<u32, S, Slab>> {
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
    let slab = vec![Entry::VACANT; config.timers as usize];
    let slots: u32 = config.wheels.iter().sum();
    let lists = || vec![List::EMPTY; slots as usize];
    let sectors = || vec![Sector::EMPTY; Sector::count_for(slots as usize)];
    Ok(match config.scheme {
        Scheme::Scheme3 => {
            let queue = Scheme3::new(vec![Place::VACANT; slab.len()], slab);
            Box::new(AlarmFacility::new(
                bus,
                settings,
                Pace::NextExpiry,
                fit(queue)?,
            )?)
        }
        Scheme::Scheme4 => {
            let queue = fit(Scheme4::new(sectors(), slab))?;
            Box::new(WheelFacility::new(bus, settings, queue)?)
        }
        Scheme::Scheme5 => {
            let queue = fit(Scheme5::new(sectors(), slab))?;
            Box::new(WheelFacility::new(bus, settings, queue)?)
        }
        Scheme::Scheme6 => Box::new(Facility::with_settings(bus, settings, lists(), slab)?),
        Scheme::Scheme7 => match *config.wheels.as_slice() {
            [a, b] => hierarchy(bus, settings, Sizes::new([a, b]), sectors(), slab)?,
            [a, b, c] => hierarchy(bus, settings, Sizes::new([a, b, c]), sectors(), slab)?,
            [a, b, c, d] => hierarchy(bus, settings, Sizes::new([a, b, c, d]), sectors(), slab)?,
            _ => return Err(LabError("Scheme 7 takes 2 to 4 wheels".to_owned())),
        },
        Scheme::Ticked => {
            let queue = fit(Scheme6::new(lists(), slab))?;
            Box::new(AlarmFacility::new(bus, settings, Pace::EveryTick, queue)?)
        }
    })
}

fn hierarchy<const WHEELS: usize>(
    bus: Bus,
    settings: Settings,
    sizes: Sizes<WHEELS>,
    sectors: Vec<Sector>,
    slab: Slab,
) -> Result<Box<dyn Facilities>, LabError> {
    let queue = fit(Scheme7::new(sizes, sectors, slab))?;
    Ok(Box::new(WheelFacility::new(bus, settings, queue)?))
}

fn fit<Q>(queue: Result<Q, carillon_driver::queue::QueueError>) -> Result<Q, LabError> {
    queue.map_err(|error| LabError(error.to_string()))
}
