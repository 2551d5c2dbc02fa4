//! Any queue with the chip's alarm: the single hardware timer of Scheme 2, Scheme 3 and every other priority queue; and
//! Scheme 1 by the tick.
//!
//! The alarm is set to the queue's next expiry, or to the next tick while any timer is outstanding. A start moves it if
//! the new timer comes first; a stop leaves it, which costs at most one spurious interrupt. An alarm set to a past tick
//! fires at once: none is missed, however slow the host is. If the bus fails at a start, the timer is stopped, also one
//! of a [`NumberedQueue`](crate::queue::NumberedQueue) queue that had been started before.
//!
//! A start costs one read, and one to four writes if the timer is the first of all; a stop no transfer. An interrupt
//! costs two reads, and two or four writes to set the alarm again, for all timers that are due by then.
//!
//! The queue's ticks are the host's, which a reset of the chip does not change.

use super::host::{Host, UNLIMITED};
use super::on_chip::{Look, OnChip, Result, not_restarted, refused, taken_back};
use super::{Started, StopError};
use crate::bus::RegisterBus;
use crate::counter_chip::{Interrupts, MIN_WHEEL_SLOTS, Wake, Wheel, WheelMode};
use crate::queue::diagnostics::Diagnostics;
use crate::queue::{Expired, Handle, Progress, TimerQueue};

/// The queue `Q`, which the chip's alarm drives. Wheels and their modes are not used.
///
/// ```no_run
/// use carillon_driver::facility::{ByAlarm, Facility, TimerFacility};
/// use carillon_driver::queue::memory::Record;
/// use carillon_driver::queue::{Heap, Timers};
/// # fn example(bus: carillon_driver::mmio::Mmio) -> Result<(), Box<dyn core::error::Error>> {
/// let memory = ([Record::VACANT; Heap::new().records(32)], [0; 32], [const { None }; 32]);
/// let queue = Timers::with(Heap::new(), memory)?;
/// let mut timers = Facility::new(bus, 100, ByAlarm::new(queue))?;
/// timers.start(86_400, "tomorrow")?;
/// timers.service(|_, expired| drop(expired.item))?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct ByAlarm<Q> {
    queue: Q,
    every_tick: bool,
    /// The chip's tick that the alarm is set to; `None` if it is unknown after a bus error.
    set_to: Option<u64>,
    /// A timer was started that was already due, or may wait to be handed out.
    overdue: bool,
}

/// The tick that never comes: no alarm.
const NEVER: u64 = u64::MAX;

impl<Q: TimerQueue> ByAlarm<Q> {
    /// The alarm fires at the queue's next expiry.
    pub const fn new(queue: Q) -> Self {
        Self::with_pace(queue, false)
    }

    /// The alarm fires at every tick while a timer is outstanding, or as often as the host serves it: for queues that
    /// would have to search for the next expiry.
    pub const fn every_tick(queue: Q) -> Self {
        Self::with_pace(queue, true)
    }

    const fn with_pace(queue: Q, every_tick: bool) -> Self {
        Self {
            queue,
            every_tick,
            set_to: None,
            overdue: false,
        }
    }

    /// The host's tick of the next alarm.
    fn next(&self) -> Option<u64> {
        if !self.every_tick {
            return self.queue.next_expiry();
        }
        let next = self.queue.now().saturating_add(u64::from(!self.overdue));
        (self.queue.outstanding() > 0).then_some(next)
    }

    /// The chip's tick of the next alarm.
    fn wanted<B>(&self, host: &Host<B>) -> u64 {
        let epoch = host.clock.epoch();
        self.next().map_or(NEVER, |tick| tick.saturating_sub(epoch))
    }

    /// The queue comes to now before a timer for `due` is put into it. Timers due by now go on the due list; their
    /// alarm stays pending. All of them only where the queue could not hold the timer otherwise.
    fn make_room<B: RegisterBus>(&mut self, host: &Host<B>, due: u64) {
        if self.every_tick {
            return;
        }
        let now = host.last_known_now().max(self.queue.now());
        let _ = self.queue.advance_within(now, steps(host));
        if due.saturating_sub(self.queue.now()) > self.queue.longest_interval() {
            self.queue.advance(now);
        }
    }

    /// Sets the alarm for a timer that was put into the queue, if it would fire too late. While timers are being
    /// reported, it is set at the end.
    fn ring_for_all<B: RegisterBus>(&mut self, host: &mut Host<B>) -> Result<(), B> {
        let wanted = self.wanted(host);
        if self.set_to.is_some_and(|set_to| set_to <= wanted) || host.unfinished.drained {
            return Ok(());
        }
        self.set_alarm(host, wanted)
    }

    /// Sets the alarm to `tick` and clears a pending one.
    fn set_alarm<B: RegisterBus>(&mut self, host: &mut Host<B>, tick: u64) -> Result<(), B> {
        let before = self.set_to.take();
        host.chip.move_alarm(before, tick)?;
        self.set_to = Some(tick);
        Ok(())
    }
}

/// Those of an advance.
fn steps<B>(host: &Host<B>) -> u64 {
    match host.most_steps {
        UNLIMITED => u64::MAX,
        steps => steps.into(),
    }
}

impl<Q: TimerQueue + Diagnostics> OnChip for ByAlarm<Q> {
    type Item = Q::Item;
    type Queue = Q;

    const INTERRUPTS: Interrupts = Interrupts::ALARM
        .union(Interrupts::ERROR)
        .union(Interrupts::HALF_PERIOD);

    fn queue(&self) -> &Q {
        &self.queue
    }

    /// The chip must have one.
    fn wheel(&self, number: u32, _: WheelMode) -> Option<Wheel> {
        (number == 0).then_some(Wheel::of(MIN_WHEEL_SLOTS))
    }

    fn origin(_: u64) -> u64 {
        0
    }

    fn start<B: RegisterBus>(
        &mut self,
        host: &mut Host<B>,
        due: u64,
        is_late: bool,
        item: Q::Item,
    ) -> Started<Q::Item, B::Error> {
        self.make_room(host, due);
        let handle = self.queue.start_at(due, item).map_err(refused)?;
        self.overdue |= is_late;
        match self.ring_for_all(host) {
            Ok(()) => Ok(handle),
            Err(error) => taken_back(self.queue.stop(handle), handle, error),
        }
    }

    fn restart_timer<B: RegisterBus>(
        &mut self,
        host: &mut Host<B>,
        (handle, due): (Handle, u64),
        is_late: bool,
    ) -> Result<(), B> {
        let before = self.queue.expiry(handle).ok_or(StopError::StaleHandle)?;
        self.make_room(host, due);
        let restarted = self.queue.restart_at(handle, due);
        restarted.map_err(not_restarted)?;
        self.overdue |= is_late;
        self.ring_for_all(host).inspect_err(|_| {
            // It was there before, so it fits.
            let _ = self.queue.restart_at(handle, before);
        })
    }

    fn stop<B: RegisterBus>(&mut self, _: &mut Host<B>, handle: Handle) -> Result<Q::Item, B> {
        Ok(self.queue.stop(handle).ok_or(StopError::StaleHandle)?)
    }

    /// The alarm may be due, whatever else the chip interrupts for.
    fn look<B: RegisterBus>(&mut self, host: &mut Host<B>) -> Result<Look<Q::Item>, B> {
        host.take_requests()?;
        if host.unfinished.read_now {
            host.read_whole_now()?;
            host.unfinished.read_now = false;
        }
        host.unfinished.scan = true;
        host.unfinished.drained = true;
        Ok(Look::Nothing)
    }

    fn search<B: RegisterBus>(&mut self, host: &mut Host<B>) -> Result<(), B> {
        let now = host.now()?.max(self.queue.now());
        if self.queue.advance_within(now, steps(host)) == Progress::Unfinished {
            host.leave();
            return Ok(());
        }
        host.unfinished.scan = false;
        self.overdue = false;
        let empty = self.queue.next_expiry() != Some(now);
        host.counters.events.one();
        host.counters.empty_events.one_if(empty);
        Ok(())
    }

    fn next_expired(&mut self) -> Option<Expired<Q::Item>> {
        self.queue.next_expired()
    }

    fn reached(&self) -> u64 {
        self.queue.now()
    }

    fn rest<B: RegisterBus>(&mut self, host: &mut Host<B>) -> Result<(), B> {
        self.set_alarm(host, self.wanted(host))
    }

    /// An alarm at a tick that has gone by interrupts at once.
    fn interrupt_again<B: RegisterBus>(&mut self, host: &mut Host<B>) -> Result<(), B> {
        self.overdue = true;
        self.rest(host)
    }

    /// Timers that were found due may not have been handed out.
    fn restart(&mut self, _: u64) {
        self.overdue = true;
    }

    fn arm_all<B: RegisterBus>(&mut self, host: &mut Host<B>) -> Result<u32, B> {
        self.set_to = None;
        let wanted = self.wanted(host);
        self.set_alarm(host, wanted)?;
        Ok(u32::from(wanted < NEVER))
    }

    fn wake<B: RegisterBus>(&self, host: &mut Host<B>) -> Result<Wake, B> {
        let Some(tick) = self.next() else {
            return Ok(Wake::Never);
        };
        Ok(if tick <= host.now()? {
            Wake::Now
        } else {
            Wake::At(tick)
        })
    }
}
