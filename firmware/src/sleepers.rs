//! Embassy's executor with tasks that sleep: what its programs have in common, whatever their time driver is.

use core::num::NonZeroU32;
use core::pin::Pin;
use core::task::{Context, Poll, Waker};

use carillon_driver::embassy::{EmbassyDriver, WakerLink, Wakers};
use carillon_driver::rate::TickRate;
use embassy_executor::Executor;
use embassy_executor::raw::TaskPool;
use embassy_time::{Duration, Instant, Timer};
use static_cell::StaticCell;

use crate::mmio::{self, CLOCK, irq};
use crate::shared::Shared;
use crate::start::{enable_interrupts, or_finish, status};
use crate::timers::TimerFacility;
use crate::{print, tell};

/// How many tasks there are.
pub const TASKS: usize = 100;
/// How often each task sleeps.
const ROUNDS: u32 = 2;

static SLEEPERS: TaskPool<Sleeper, TASKS> = TaskPool::new();
static EXECUTOR: StaticCell<Executor> = StaticCell::new();
static ASLEEP: Shared<u32> = Shared::new();

/// Clocks a tick, which is a microsecond.
pub const PRESCALE: NonZeroU32 = NonZeroU32::new(100).unwrap();

/// Embassy's time driver on a facility of ours.
pub type Driver<F> = EmbassyDriver<F, [u32; 128], [WakerLink; TASKS]>;

/// Lets them sleep by `driver` on `timers`.
pub fn run_on<F: TimerFacility<Item = Waker>>(driver: &Driver<F>, timers: F) -> ! {
    let wakers = Wakers::new([0; 128], [WakerLink::EMPTY; TASKS]);
    let initialised = driver.initialise(timers, wakers, TickRate::new(CLOCK, PRESCALE));
    or_finish(initialised.ok(), status::DRIVER);
    enable_interrupts(irq::CHIPS);
    run()
}

/// The interrupt routine.
pub fn interrupt<F: TimerFacility<Item = Waker>>(driver: &Driver<F>) {
    or_finish(driver.on_interrupt().ok(), status::DRIVER);
}

/// Lets them sleep; ends when all are awake. The time driver is at work, and interrupts are enabled.
pub fn run() -> ! {
    ASLEEP.put(TASKS as u32);
    print::line("", TASKS as u64, " tasks go to sleep");
    let executor = or_finish(EXECUTOR.try_init(Executor::new()), status::TAKEN);
    executor.run(|spawner| {
        for number in (0..).take(TASKS) {
            let task = SLEEPERS.spawn(|| Sleeper { number, round: 0, asleep: None });
            spawner.spawn(or_finish(task.ok(), status::TAKEN));
        }
    })
}

/// A task that sleeps some times. By hand: an `async fn` has a panic for whoever polls it after its end.
struct Sleeper {
    number: u32,
    round: u32,
    /// What it sleeps by, and when that is due.
    asleep: Option<(Timer, Instant)>,
}

impl Sleeper {
    /// A number for each sleep of each task.
    fn sleep(&self) -> u32 {
        self.number.wrapping_mul(ROUNDS).wrapping_add(self.round)
    }
}

impl Future for Sleeper {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        loop {
            if let Some((timer, due)) = &mut self.asleep {
                let due = due.as_ticks();
                if Pin::new(timer).poll(context).is_pending() {
                    return Poll::Pending;
                }
                tell::expired(self.sleep(), due, Instant::now().as_ticks());
                self.asleep = None;
                self.round += 1;
            }
            if self.round >= ROUNDS {
                one_is_awake();
                return Poll::Ready(());
            }
            let span = 20_000 + 137 * u64::from(self.number) + 3_001 * u64::from(self.round);
            let due = Instant::now().checked_add(Duration::from_ticks(span));
            let due = or_finish(due, status::DRIVER);
            tell::started(self.sleep(), due.as_ticks());
            self.asleep = Some((Timer::at(due), due));
        }
    }
}

fn one_is_awake() {
    let asleep = ASLEEP.with(|asleep| {
        *asleep = asleep.saturating_sub(1);
        *asleep
    });
    if asleep == Some(0) {
        print::text("all are awake\n");
        mmio::finish(0);
    }
}
