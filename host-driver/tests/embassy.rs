//! embassy's time over a facility on a chip in plain Rust. There is one driver in a program, so the tests share it and
//! take turns.
#![cfg(feature = "embassy")]

mod common;

use std::cell::RefCell;
use std::future::Future;
use std::num::NonZeroU32;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Wake, Waker};

use carillon_driver::bus::RegisterBus;
use carillon_driver::embassy::{EmbassyDriver, InitialiseError, WakerLink, Wakers};
use carillon_driver::facility::CounterChipFacility;
use carillon_driver::queue;
use carillon_driver::queue::memory::Bounded;
use carillon_driver::queue::{HashedWheel, HierarchicalWheel};
use carillon_driver::rate::TickRate;
use common::builds::FULL;
use common::bus_fault::BusFault;
use common::fake_chip::{FakeChip, Fate};
use embassy_time::{Duration, Instant, Timer};
use embassy_time_driver::{Driver, TICK_HZ};

const SLOTS: u32 = 64;
const TASKS: usize = 4;

/// The chip, shared between the driver and the test that lets its time pass.
#[derive(Debug, Clone)]
struct SharedChip(Arc<Mutex<FakeChip>>);

impl RegisterBus for SharedChip {
    type Error = BusFault;

    fn read(&mut self, offset: u32) -> Result<u32, BusFault> {
        chip(&self.0).read(offset)
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), BusFault> {
        chip(&self.0).write(offset, value)
    }
}

fn chip(shared: &Mutex<FakeChip>) -> MutexGuard<'_, FakeChip> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

type Timers = CounterChipFacility<SharedChip, queue::Timers<HashedWheel, Waker, Bounded<Waker>>>;
type TestDriver = EmbassyDriver<Timers, [u32; 3], [WakerLink; TASKS]>;

embassy_time_driver::time_driver_impl!(static DRIVER: TestDriver = TestDriver::new());

fn facility(chip: &SharedChip) -> Timers {
    let queue = queue::Timers::bounded(HashedWheel::new(SLOTS), TASKS);
    CounterChipFacility::new(chip.clone(), 1, queue.expect("memory")).expect("the right chip")
}

fn wakers() -> Wakers<[u32; 3], [WakerLink; TASKS]> {
    Wakers::new([0; 3], [WakerLink::EMPTY; TASKS])
}

fn rate(hertz: u64) -> TickRate {
    let hertz = u32::try_from(hertz).ok().and_then(NonZeroU32::new);
    TickRate::hertz(hertz.expect("embassy's rate"))
}

/// The one driver, initialised, and its chip. Tests take turns.
fn turn() -> (MutexGuard<'static, Option<SharedChip>>, SharedChip) {
    static CHIP: Mutex<Option<SharedChip>> = Mutex::new(None);
    let mut guard = CHIP.lock().unwrap_or_else(PoisonError::into_inner);
    let shared = guard.get_or_insert_with(|| {
        assert_eq!(Instant::now().as_ticks(), 0, "before it is initialised");
        assert_eq!(DRIVER.statistics(), None);
        let early = Task::new();
        DRIVER.schedule_wake(1_000, &early.waker());
        assert_eq!(early.woken(), 1, "it is to ask again");
        let shared = SharedChip(Arc::new(Mutex::new(FakeChip::new(FULL, 16))));
        let wrong = DRIVER.initialise(facility(&shared), wakers(), rate(TICK_HZ / 2));
        assert_eq!(wrong, Err(InitialiseError::WrongTickRate { expected: TICK_HZ, found: rate(TICK_HZ / 2) }));
        DRIVER.initialise(facility(&shared), wakers(), rate(TICK_HZ)).expect("the right rate");
        let other = SharedChip(Arc::new(Mutex::new(FakeChip::new(FULL, 16))));
        let twice = DRIVER.initialise(facility(&other), wakers(), rate(TICK_HZ));
        assert_eq!(twice, Err(InitialiseError::Twice));
        shared
    });
    let shared = shared.clone();
    // What the test before has left.
    for _ in 0..20 {
        pass(&shared, 50);
    }
    (guard, shared)
}

/// Lets ticks pass and serves the interrupt.
fn pass(shared: &SharedChip, ticks: u64) -> u32 {
    let irq = {
        let mut chip = chip(&shared.0);
        chip.pass(ticks);
        chip.irq()
    };
    if irq { DRIVER.on_interrupt().expect("no faults") } else { 0 }
}

/// A task that counts how often it is woken.
struct Task(Arc<Wakes>);

struct Wakes(AtomicUsize);

impl Wake for Wakes {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

impl Task {
    fn new() -> Self {
        Self(Arc::new(Wakes(AtomicUsize::new(0))))
    }

    fn waker(&self) -> Waker {
        Waker::from(self.0.clone())
    }

    fn woken(&self) -> usize {
        self.0.0.load(Ordering::Relaxed)
    }

    fn poll(&self, future: Pin<&mut impl Future<Output = ()>>) -> bool {
        let waker = self.waker();
        future.poll(&mut Context::from_waker(&waker)) == Poll::Ready(())
    }
}

#[test]
fn timer_of_embassy_is_ready_at_its_tick_and_not_before() {
    let (_turn, shared) = turn();
    for ticks in [1, 2, 63, 64, 65, 1_000] {
        let task = Task::new();
        let mut timer = pin!(Timer::after(Duration::from_ticks(ticks)));
        assert!(!task.poll(timer.as_mut()));
        pass(&shared, ticks - 1);
        assert!(!task.poll(timer.as_mut()), "one tick early");
        assert_eq!(task.woken(), 0);
        assert_eq!(pass(&shared, 1), 1);
        assert_eq!(task.woken(), 1);
        assert!(task.poll(timer.as_mut()));
    }
}

#[test]
fn task_that_asks_again_and_again_takes_one_timer() {
    let (_turn, shared) = turn();
    let task = Task::new();
    let waker = task.waker();
    let now = DRIVER.now();
    for round in 0..100 {
        DRIVER.schedule_wake(now + 200 - round % 50, &waker);
    }
    pass(&shared, 150);
    assert_eq!(task.woken(), 0, "the earliest is 151");
    pass(&shared, 1);
    assert_eq!(task.woken(), 1);
    pass(&shared, 100);
    assert_eq!(task.woken(), 1, "there is no other");
}

#[test]
fn more_tasks_than_timers_are_woken_at_once_and_none_is_lost() {
    let (_turn, shared) = turn();
    let tasks: Vec<Task> = (0..TASKS + 2).map(|_| Task::new()).collect();
    let at = DRIVER.now() + 100;
    for task in &tasks {
        DRIVER.schedule_wake(at, &task.waker());
    }
    let woken: Vec<usize> = tasks.iter().map(Task::woken).collect();
    assert_eq!(woken[TASKS..], [0, 0], "they have the timers of two others");
    assert!(woken.iter().sum::<usize>() == 2 && woken.iter().all(|&times| times <= 1));
    assert_eq!(pass(&shared, 100), 4);
    assert!(tasks.iter().all(|task| task.woken() == 1));
}

/// Sleeps of an hour that were dropped have all timers. The tasks that come after them poll when their own timers are
/// due, and once for each timer that is given up for another.
#[test]
fn sleeps_that_were_dropped_cost_as_many_polls_as_they_have_timers_at_most() {
    const SLEEPS: usize = 10;
    for live in 1..=TASKS {
        let (_turn, shared) = turn();
        let dropped: Vec<Task> = (0..TASKS).map(|_| Task::new()).collect();
        for task in &dropped {
            let mut hour = pin!(Timer::after(Duration::from_secs(3_600)));
            assert!(!task.poll(hour.as_mut()));
        }
        let tasks: Vec<Task> = (0..live).map(|_| Task::new()).collect();
        let mut futures: Vec<_> = (0..live)
            .map(|number| {
                Box::pin(async move {
                    for _ in 0..SLEEPS {
                        Timer::after(Duration::from_ticks(50 + number as u64)).await;
                    }
                })
            })
            .collect();
        let (mut polls, mut seen, mut left) = (0, vec![usize::MAX; live], live);
        for _ in 0..SLEEPS * (60 + TASKS) {
            for ((task, future), seen) in tasks.iter().zip(&mut futures).zip(&mut seen) {
                let woken = task.woken();
                if *seen != woken && *seen != usize::MAX - 1 {
                    polls += 1;
                    *seen = woken;
                    if task.poll(future.as_mut()) {
                        left -= 1;
                        *seen = usize::MAX - 1;
                    }
                }
            }
            pass(&shared, 1);
        }
        assert_eq!(left, 0);
        // The first poll of each task, one for each sleep, and the timers given up.
        assert!(polls <= live * (1 + SLEEPS) + TASKS, "{live}: {polls} polls");
        let woken: usize = dropped.iter().map(Task::woken).sum();
        assert!(woken <= TASKS, "{woken}");
    }
}

#[test]
fn wake_further_away_than_the_queue_holds_is_taken() {
    let (_turn, shared) = turn();
    let task = Task::new();
    DRIVER.schedule_wake(u64::MAX, &task.waker());
    pass(&shared, 1_000);
    assert_eq!(task.woken(), 0);
    // The same task wants to be woken sooner: its one timer moves.
    DRIVER.schedule_wake(DRIVER.now() + 5, &task.waker());
    pass(&shared, 5);
    assert_eq!(task.woken(), 1);
}

#[test]
fn bus_that_fails_wakes_the_task_and_now_does_not_go_back() {
    let (_turn, shared) = turn();
    let before = DRIVER.now();
    chip(&shared.0).fates.push_back(Fate::Lost);
    assert_eq!(DRIVER.now(), before);
    chip(&shared.0).fates.push_back(Fate::Lost);
    let task = Task::new();
    DRIVER.schedule_wake(before + 10, &task.waker());
    assert_eq!(task.woken(), 1);

    DRIVER.schedule_wake(before + 10, &task.waker());
    chip(&shared.0).pass(10);
    chip(&shared.0).fates.push_back(Fate::Lost);
    assert!(DRIVER.on_interrupt().is_err());
    assert_eq!(DRIVER.on_interrupt().expect("no more faults"), 1);
    assert_eq!(task.woken(), 2);
}

#[test]
fn chip_reset_underneath_is_started_again_with_its_timers() {
    let (_turn, shared) = turn();
    let task = Task::new();
    let at = DRIVER.now() + 500;
    DRIVER.schedule_wake(at, &task.waker());
    chip(&shared.0).reset();
    let before = DRIVER.now();
    chip(&shared.0).reset();
    let other = Task::new();
    DRIVER.schedule_wake(before + 1, &other.waker());
    assert_eq!(other.woken(), 0, "it was given a timer");
    for _ in 0..600 {
        pass(&shared, 1);
        assert!(DRIVER.now() >= before);
    }
    assert_eq!(task.woken(), 1);
    assert_eq!(DRIVER.statistics().map(|counts| counts.expired > 0), Some(true));
}

#[cfg(feature = "log")]
#[test]
fn what_is_put_right_is_logged() {
    /// Counts warnings of the thread that the test runs in, so that other tests do not disturb.
    struct Warnings;
    std::thread_local! {
        static SEEN: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    }
    impl log::Log for Warnings {
        fn enabled(&self, metadata: &log::Metadata) -> bool {
            metadata.level() == log::Level::Warn
        }
        fn log(&self, record: &log::Record) {
            SEEN.with_borrow_mut(|seen| seen.push(record.args().to_string()));
        }
        fn flush(&self) {}
    }
    let (_turn, shared) = turn();
    log::set_logger(&Warnings).expect("no other logger");
    log::set_max_level(log::LevelFilter::Warn);
    chip(&shared.0).fates.push_back(Fate::Lost);
    let at = DRIVER.now() + 1;
    chip(&shared.0).fates.push_back(Fate::Lost);
    DRIVER.schedule_wake(at, &Task::new().waker());
    chip(&shared.0).reset();
    DRIVER.now();
    log::set_max_level(log::LevelFilter::Off);
    let seen = SEEN.take();
    let about = |word: &str| seen.iter().filter(|text| text.contains(word)).count();
    assert_eq!((seen.len(), about("last known"), about("polls"), about("reset")), (3, 1, 1, 1), "{seen:?}");
}

/// Random wakes of a few tasks against a list: a task is woken once for its earliest wake.
#[test]
fn random_wakes_come_at_the_earliest_tick_of_each_task() {
    let (_turn, shared) = turn();
    let tasks: Vec<Task> = (0..TASKS).map(|_| Task::new()).collect();
    let wakers: Vec<Waker> = tasks.iter().map(Task::waker).collect();
    let due: RefCell<Vec<Option<u64>>> = RefCell::new(vec![None; TASKS]);
    let mut woken = [0; TASKS];
    let mut random: u64 = 5;
    for _ in 0..5_000 {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let task = usize::try_from(random >> 60).unwrap() % TASKS;
        let at = DRIVER.now() + 1 + (random >> 33) % 300;
        DRIVER.schedule_wake(at, &wakers[task]);
        let mut due = due.borrow_mut();
        due[task] = Some(due[task].map_or(at, |earlier| earlier.min(at)));
        for _ in 0..(random >> 20) % 20 {
            pass(&shared, 1);
            let now = DRIVER.now();
            for number in 0..TASKS {
                if due[number].is_some_and(|at| at <= now) {
                    due[number] = None;
                    woken[number] += 1;
                }
                assert_eq!(tasks[number].woken(), woken[number], "at {now}");
            }
        }
    }
    assert!(woken.iter().all(|&times| times > 100));
}

#[test]
fn driver_over_the_alarm_of_any_queue_compiles_and_serves() {
    use carillon_driver::counter_chip::ChipAlarm;
    use carillon_driver::facility::ClockFacility;
    type Queue = queue::Timers<HierarchicalWheel<8>, Waker, Bounded<Waker>>;
    type Alarm = ClockFacility<ChipAlarm<SharedChip>, Queue>;
    let shared = SharedChip(Arc::new(Mutex::new(FakeChip::new(FULL, 16))));
    let driver = EmbassyDriver::<Alarm, [u32; 1], [WakerLink; TASKS]>::new();
    let queue = queue::Timers::bounded(HierarchicalWheel::new(), TASKS).expect("enough memory");
    let device = ChipAlarm::new(shared.clone(), 1).expect("the right chip");
    let alarm = ClockFacility::new(device, queue);
    let table = Wakers::new([0; 1], [WakerLink::EMPTY; TASKS]);
    driver.initialise(alarm.expect("an alarm"), table, rate(TICK_HZ)).expect("the right rate");
    let tasks: Vec<Task> = (0..TASKS).map(|_| Task::new()).collect();
    for (task, at) in tasks.iter().zip([300, 5, 1 << 40, 301]) {
        driver.schedule_wake(at, &task.waker());
    }
    chip(&shared.0).pass(301);
    assert!(chip(&shared.0).irq());
    let mut all = 0;
    while all < 3 {
        all += driver.on_interrupt().expect("no faults");
    }
    let woken: Vec<usize> = tasks.iter().map(Task::woken).collect();
    assert_eq!(woken, [1, 1, 0, 1]);
}
