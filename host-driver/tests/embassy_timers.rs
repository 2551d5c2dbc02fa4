//! embassy's smallest driver, on a counter that a test moves: when the alarm is set, what comes when, and what becomes
//! of more tasks than timers. There is one driver for each test: what embassy calls is called here.
#![cfg(feature = "embassy")]

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Wake, Waker};

use carillon_driver::device::{CounterClock, CounterHardware};
use carillon_driver::embassy::{EmbassyTimers, InitialiseError};
use carillon_driver::rate::TickRate;
use embassy_time_driver::{Driver, TICK_HZ};

/// A counter of 16 bits that the driver and the test share.
#[derive(Debug, Clone, Default)]
struct Shared(Arc<(AtomicU64, Mutex<Registers>)>);

#[derive(Debug, Default)]
struct Registers {
    compare: u64,
    pending: bool,
    resting: bool,
    rings: u32,
}

impl Shared {
    /// Time passes.
    fn pass(&self, counts: u64) {
        for _ in 0..counts {
            let count = self.0.0.fetch_add(1, Ordering::SeqCst) + 1;
            let mut registers = self.registers();
            if count & 0xFFFF == registers.compare && !registers.resting {
                registers.pending = true;
                registers.rings += 1;
            }
        }
    }

    fn registers(&self) -> std::sync::MutexGuard<'_, Registers> {
        self.0.1.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_pending(&self) -> bool {
        std::mem::take(&mut self.registers().pending)
    }
}

impl CounterHardware for Shared {
    const BITS: u32 = 16;

    fn count(&self) -> u64 {
        self.0.0.load(Ordering::SeqCst)
    }

    fn set_compare(&mut self, count: u64) {
        let mut registers = self.registers();
        (registers.compare, registers.pending, registers.resting) = (count, false, false);
    }

    fn pend(&mut self) {
        self.registers().pending = true;
    }

    fn rest(&mut self) -> bool {
        self.registers().resting = true;
        true
    }
}

#[derive(Default)]
struct Task(AtomicU32);

impl Wake for Task {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

impl Task {
    fn new() -> (Arc<Self>, Waker) {
        let task = Arc::new(Self::default());
        (task.clone(), Waker::from(task))
    }

    fn woken(&self) -> u32 {
        self.0.load(Ordering::SeqCst)
    }
}

type Timers<const N: usize> = EmbassyTimers<CounterClock<Shared>, N>;

fn hertz(hertz: u64) -> TickRate {
    let hertz = u32::try_from(hertz).ok().and_then(NonZeroU32::new);
    TickRate::hertz(hertz.expect("embassy's rate"))
}

fn initialised<const N: usize>() -> (Timers<N>, Shared) {
    let (timers, counter) = (Timers::new(), Shared::default());
    let clock = CounterClock::new(counter.clone(), hertz(TICK_HZ));
    timers.initialise(clock).expect("the first time");
    (timers, counter)
}

#[test]
fn embassy_timers_before_they_are_initialised_wake_at_once_and_are_initialised_once() {
    let timers = Timers::<2>::new();
    assert_eq!(timers.now(), 0);
    let (task, waker) = Task::new();
    timers.schedule_wake(100, &waker);
    assert_eq!((task.woken(), timers.on_interrupt()), (1, 0));
    let counter = Shared::default();
    let clock = |rate| CounterClock::new(counter.clone(), rate);
    let wrong = timers.initialise(clock(hertz(TICK_HZ + 1)));
    assert!(matches!(wrong, Err(InitialiseError::WrongTickRate { .. })));
    assert_eq!(timers.initialise(clock(hertz(TICK_HZ))), Ok(()));
    let twice = timers.initialise(clock(hertz(TICK_HZ)));
    assert_eq!(twice, Err(InitialiseError::Twice));
    counter.pass(5);
    assert_eq!(timers.now(), 5);
}

#[test]
fn embassy_timers_wake_each_task_at_its_tick_and_never_before() {
    let (timers, counter) = initialised::<4>();
    let tasks = [(); 4].map(|()| Task::new());
    for ((_, waker), at) in tasks.iter().zip([70_000, 10, 300, 10]) {
        timers.schedule_wake(at, waker);
    }
    // Sooner for the third; a later one changes nothing.
    timers.schedule_wake(200, &tasks[2].1);
    timers.schedule_wake(400, &tasks[2].1);
    let mut woken = [None; 4];
    for tick in 1..=70_000 {
        counter.pass(1);
        assert_eq!(timers.now(), tick);
        if counter.is_pending() {
            timers.on_interrupt();
        }
        for ((task, _), woken) in tasks.iter().zip(&mut woken) {
            assert!(task.woken() <= 1);
            *woken = woken.or((task.woken() == 1).then_some(tick));
        }
    }
    assert_eq!(woken, [Some(70_000), Some(10), Some(200), Some(10)]);
}

#[test]
fn embassy_timers_deadline_that_has_passed_interrupts_at_once() {
    let (timers, counter) = initialised::<1>();
    counter.pass(500);
    let (task, waker) = Task::new();
    timers.schedule_wake(400, &waker);
    assert!(counter.is_pending());
    assert_eq!((timers.on_interrupt(), task.woken()), (1, 1));
}

#[test]
fn embassy_timers_of_more_tasks_than_timers_are_given_up_by_turns() {
    let (timers, counter) = initialised::<2>();
    let tasks = [(); 4].map(|()| Task::new());
    for ((_, waker), at) in tasks.iter().zip([1_000, 2_000, 3_000, 4_000]) {
        timers.schedule_wake(at, waker);
    }
    assert_eq!(tasks.each_ref().map(|task| task.0.woken()), [1, 1, 0, 0]);
    // Those that were woken ask again, and others give up theirs. Where the turns begin anew, it is the task itself.
    timers.schedule_wake(1_000, &tasks[0].1);
    assert_eq!(tasks.each_ref().map(|task| task.0.woken()), [2, 1, 0, 0]);
    timers.schedule_wake(2_000, &tasks[1].1);
    timers.schedule_wake(1_000, &tasks[0].1);
    assert_eq!(tasks.each_ref().map(|task| task.0.woken()), [2, 1, 1, 1]);
    counter.pass(2_000);
    assert_eq!(timers.on_interrupt(), 2);
    let (task, waker) = Task::new();
    Timers::<0>::new().schedule_wake(5, &waker);
    assert_eq!(task.woken(), 1);
}

/// A counter that can rest does not ring while no task waits, and the next deadline is as exact as ever.
#[test]
fn embassy_timers_without_tasks_do_not_ring() {
    let (timers, counter) = initialised::<1>();
    counter.pass(40 * 65_536 + 7);
    assert_eq!(counter.registers().rings, 0);
    let (task, waker) = Task::new();
    let now = timers.now();
    timers.schedule_wake(now + 30_000, &waker);
    let mut passed = 0;
    while task.woken() == 0 {
        counter.pass(1);
        passed += 1;
        if counter.is_pending() {
            timers.on_interrupt();
        }
    }
    assert_eq!(passed, 30_000);
    let rings = counter.registers().rings;
    counter.pass(40 * 65_536);
    assert_eq!(counter.registers().rings, rings);
}
