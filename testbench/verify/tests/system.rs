//! The whole system: the driver's facility on the Verilated chip, against a map of what is due when.
//!
//! Held here: no timer is early, lost or reported twice, and each is reported with the tick at which it was due, with
//! the smallest FIFO, with hosts that sleep for many laps, with late arms, and across a reset of the chip.

use carillon_driver::bus::RegisterBus;
use carillon_driver::facility::{CounterChipFacility, FacilityError, TimerFacility};
use carillon_driver::queue;
use carillon_driver::queue::memory::Bounded;
use carillon_driver::queue::{Expired, Handle, HashedWheel, Refused};
use carillon_regmap::counter_chip::offset;
use carillon_sim::{BusError, Model, Simulation};
use std::collections::HashMap;

type Timers<B> = CounterChipFacility<B, queue::Timers<HashedWheel, u32, Bounded<u32>>>;

fn facility<B: RegisterBus>(bus: B, prescale: u32, slots: u32) -> Timers<B> {
    let queue = queue::Timers::bounded(HashedWheel::new(slots), 200).expect("memory");
    CounterChipFacility::new(bus, prescale, queue).expect("the chip starts")
}

fn simulation() -> Simulation {
    let mut chip = Simulation::new(Model::find(1024, 2).expect("built")).expect("a simulation can be made");
    chip.reset();
    chip
}

/// Timers that are running, and what the host expects of them.
#[derive(Default)]
struct Expectation {
    /// Handle and due tick of each.
    running: HashMap<u32, (Handle, u64)>,
    next: u32,
    expired: u64,
    exact: u64,
}

impl Expectation {
    fn start(&mut self, timers: &mut Timers<Simulation>, interval: u64) {
        let id = self.next;
        self.next += 1;
        let handle = timers.start(interval, id).expect("there is room");
        let due = timers.last_known_now() + interval;
        assert_eq!(timers.expiry(handle), Some(due));
        self.running.insert(id, (handle, due));
    }

    /// The interrupt routine, as often as the line asks for it.
    fn service(&mut self, timers: &mut Timers<Simulation>) {
        while timers.bus().irq() {
            self.interrupt(timers);
            // The line is a register: it falls a clock after its cause.
            timers.bus_mut().clock(2);
        }
    }

    fn interrupt(&mut self, timers: &mut Timers<Simulation>) {
        timers.interrupt();
        while let Some(expired) = timers.next_expired().expect("the bus works") {
            let (_, due) = self
                .running
                .remove(&expired.item)
                .unwrap_or_else(|| panic!("timer {} was reported twice or after its stop", expired.item));
            assert_eq!(expired.due, due, "timer {}", expired.item);
            assert!(expired.reported >= due, "early: {expired:?}");
            self.expired += 1;
            self.exact += u64::from(expired.reported == due);
            timers.check_invariants().expect("the queue is sound");
        }
    }

    /// Lets the chip run until every timer has been reported.
    fn drain(&mut self, timers: &mut Timers<Simulation>) {
        for _ in 0..100_000 {
            if self.running.is_empty() {
                return;
            }
            timers.bus_mut().clock_until_irq(10_000);
            self.service(timers);
        }
        panic!("lost: {:?}", self.running);
    }
}

/// A host that works at random; `laziness` is how many clocks it may sleep past an interrupt.
fn random_host(seed: u64, laziness: u64) -> Expectation {
    let mut random = fastrand::Rng::with_seed(seed);
    let slots = random.usize(2..100);
    // An event costs the host some ten clocks of the bus; with every slot busy it needs more than that for each tick.
    let prescale = random.u32(20..60);
    let mut timers = facility(simulation(), prescale, slots as u32);
    let mut host = Expectation::default();
    for _ in 0..600 {
        match random.u32(0..10) {
            0..4 if host.running.len() < 190 => {
                host.start(&mut timers, random.u64(0..6 * slots as u64));
            }
            4..6 => {
                if let Some(&id) = host.running.keys().min() {
                    let (handle, due) = host.running[&id];
                    assert_eq!(timers.stop(handle), Ok(id), "due at {due}, not yet reported");
                    host.running.remove(&id);
                    assert!(timers.stop(handle).is_err(), "the handle is stale");
                }
            }
            _ => {
                let clocks = random.u64(0..2_000);
                timers.bus_mut().clock_until_irq(clocks);
                if timers.bus().irq() {
                    timers.bus_mut().clock(random.u64(0..=laziness));
                    host.service(&mut timers);
                }
            }
        }
    }
    host.drain(&mut timers);
    assert_eq!(timers.outstanding(), 0);
    host
}

#[test]
fn system_prompt_host_every_timer_once_at_its_tick() {
    for seed in 0..40 {
        println!("seed {seed}");
        let host = random_host(seed, 0);
        assert!(host.expired > 30);
    }
}

#[test]
fn system_sleeping_host_every_timer_once_at_its_tick() {
    for seed in 100..130 {
        println!("seed {seed}");
        let host = random_host(seed, 20_000);
        assert!(host.expired > 30);
        assert!(host.exact > 0, "the chip remembers ticks while the host sleeps");
    }
}

#[test]
fn system_no_late_arm_reported_tick_is_the_due_tick() {
    // With intervals longer than the bus needs, no arm is late, so the chip itself names the due tick, always.
    let mut timers = facility(simulation(), 32, 64);
    let mut host = Expectation::default();
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..2_000 {
        if host.running.len() < 150 {
            host.start(&mut timers, random.u64(20..1_000));
        }
        timers.bus_mut().clock(random.u64(0..2_000));
        host.service(&mut timers);
    }
    host.drain(&mut timers);
    assert_eq!(host.exact, host.expired);
    assert!(host.expired > 1_000);
}

/// The next timer that runs out. An interrupt may turn out to be a false alarm: a slot that was armed late just before
/// its next visit is reported by that visit and by a late event, which then finds nothing due.
fn expired_soon(timers: &mut Timers<Simulation>, clocks: u64) -> Expired<u32> {
    for _ in 0..3 {
        timers.bus_mut().clock_until_irq(clocks);
        assert!(timers.bus_mut().irq(), "no interrupt in {clocks} clocks");
        if let Some(expired) = timers.next_expired().expect("the bus works") {
            return expired;
        }
        // The line falls a few clocks after the acknowledgement.
        timers.bus_mut().clock(4);
    }
    panic!("three interrupts and nothing has expired");
}

#[test]
fn start_at_any_tick_past_or_future_is_reported_exactly_or_at_once() {
    const SLOTS: u64 = 12;
    for age in [5, 100, 300 * SLOTS] {
        let mut timers = facility(simulation(), 20, SLOTS as u32);
        timers.bus_mut().clock(20 * age);
        let now = timers.now().expect("the bus works");
        for expiry in now.saturating_sub(3 * SLOTS)..now + 3 * SLOTS {
            timers.start_at(expiry, expiry as u32).expect("there is room");
            let asked = timers.last_known_now();
            let expired = expired_soon(&mut timers, 20 * 4 * SLOTS);
            assert_eq!(expired.due, expiry);
            // Two ticks are what arming and the late event take at most.
            let latest = if expiry > asked { expiry } else { asked + 2 };
            let case = format!("now {asked}: {expired:?}");
            assert!(expired.reported >= expiry && expired.reported <= latest, "{case}");
            assert_eq!(timers.next_expired(), Ok(None), "{case}");
            timers.bus_mut().clock(2);
        }
    }
}

/// A bus whose writes of `ARM` are delayed, as by a host that is interrupted between reading now and writing.
struct SlowArm {
    chip: Simulation,
    delay: u64,
}

impl RegisterBus for SlowArm {
    type Error = BusError;

    fn read(&mut self, offset: u32) -> Result<u32, BusError> {
        self.chip.read(offset)
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), BusError> {
        if offset == offset::ARM {
            self.chip.clock(self.delay);
        }
        self.chip.write(offset, value)
    }
}

#[test]
fn arm_delayed_up_to_three_laps_reports_at_once() {
    const SLOTS: u64 = 20;
    const PRESCALE: u64 = 4;
    let mut late = 0;
    for interval in [0, 1, 2, 3, 10, SLOTS - 1, SLOTS, SLOTS + 1, 2 * SLOTS + 3, 4 * SLOTS] {
        for delay in 0..=3 * SLOTS * PRESCALE {
            let bus = SlowArm { chip: simulation(), delay: 0 };
            let mut timers = facility(bus, PRESCALE as u32, SLOTS as u32);
            timers.bus_mut().chip.clock(37);
            timers.bus_mut().delay = delay;
            let handle = timers.start(interval, 1).expect("there is room");
            let due = timers.expiry(handle).expect("the timer runs");
            let armed = timers.now().expect("the bus works");
            // Due, and no sooner than the arm arrived; three ticks are what arm, event and interrupt take at most.
            let latest = due.max(armed + 3);
            let mut reported = None;
            while reported.is_none() {
                timers.bus_mut().chip.clock_until_irq(PRESCALE);
                if timers.bus_mut().chip.irq() {
                    reported = timers.next_expired().expect("the bus works");
                }
                let cursor = timers.last_known_now();
                assert!(cursor <= latest + 4 * SLOTS, "interval {interval}, delay {delay}: lost");
                timers.now().expect("the bus works");
            }
            let reported = reported.expect("the loop ended");
            let case = format!("interval {interval}, delay {delay}: {reported:?}, latest {latest}");
            assert_eq!(reported.due, due, "{case}");
            assert!(reported.reported >= due && reported.reported <= latest, "{case}");
            late += u64::from(reported.reported > due);
        }
    }
    assert!(late > 100, "only {late} arms were late");
}

#[test]
fn system_reset_while_running_is_noticed_and_loses_nothing() {
    let mut timers = facility(simulation(), 4, 50);
    let mut host = Expectation::default();
    for interval in [10, 49, 50, 51, 130, 131, 1_000, 5_000] {
        host.start(&mut timers, interval);
    }
    timers.bus_mut().clock(4 * 60);
    host.service(&mut timers);
    timers.bus_mut().reset();
    let (error, item) = (FacilityError::ChipWasReset, 99);
    assert_eq!(timers.start(5, item), Err(Refused { error, item }));
    // Until the chip is started again nothing is reported and nothing forgotten.
    timers.recover().expect("the chip starts again");
    host.start(&mut timers, 30);
    host.drain(&mut timers);
    assert_eq!(host.expired, 9);
}
