//! What a task that sleeps costs the processor by Embassy's executor and its own generic queue on LiteX's timer, beside
//! so many others: tells what `carillon_firmware::cost` does. START is a task going to sleep; the callback is its next
//! poll, by the executor. There is no STOP: a task that no longer waits stays in the queue, and is woken in vain. Among
//! the examples, since the queue can panic.
#![no_std]
#![no_main]

mod earliest;

use core::cell::Cell;
use core::pin::Pin;
use core::task::{Context, Poll};

use carillon_firmware::cost::{BETWEEN, EXPIRIES, FAR, IDLE, Random, SAMPLES, STAGES, TIMERS, point};
use carillon_firmware::mmio::{self, irq};
use carillon_firmware::start::{enable_interrupts, or_finish, status};
use carillon_firmware::tell;
use critical_section::Mutex;
use earliest::Earliest;
use embassy_executor::raw::TaskStorage;
use embassy_executor::{Executor, Spawner};
use riscv::register::mcycle;
use static_cell::StaticCell;

/// Clocks besides from one expiry to the next for each timer outstanding: START must end before the timer is due.
const BETWEEN_EACH: u32 = 100;

static QUEUE: Earliest<TIMERS, 1> = Earliest::new();
static WAITING: [TaskStorage<Sleep>; TIMERS] = [const { TaskStorage::new() }; TIMERS];
static EXECUTOR: StaticCell<Executor> = StaticCell::new();
/// Tasks that have gone to sleep.
static ASLEEP: Mutex<Cell<u32>> = Mutex::new(Cell::new(0));

/// A task asleep, by the queue.
struct Sleep {
    clocks: u32,
    /// When it is due, once it sleeps.
    due: Option<u64>,
    /// Tell what that takes; otherwise it is one of those that sleep all the time.
    told: bool,
}

impl Sleep {
    const fn of(clocks: u32, told: bool) -> Self {
        Self { clocks, due: None, told }
    }
}

impl Future for Sleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if let Some(due) = self.due {
            if QUEUE.now() >= due {
                return Poll::Ready(());
            }
            QUEUE.schedule_wake(due, context.waker());
            return Poll::Pending;
        }
        let nothing = mcycle::read();
        let before = mcycle::read();
        let due = QUEUE.now().saturating_add(self.clocks.into());
        self.due = Some(due);
        if !self.told {
            QUEUE.schedule_later(due, context.waker());
            critical_section::with(|section| {
                let asleep = ASLEEP.borrow(section);
                asleep.set(asleep.get().wrapping_add(1));
            });
            return Poll::Pending;
        }
        QUEUE.schedule_wake(due, context.waker());
        let after = mcycle::read();
        tell::reached(point::START);
        for clocks in [before.wrapping_sub(nothing), after.wrapping_sub(before)] {
            tell::reached(u32::try_from(clocks).unwrap_or(0));
        }
        Poll::Pending
    }
}

#[embassy_executor::task]
async fn measure(spawner: Spawner, prescale: u32, most: u32) {
    let mut random = Random(0x2545_F491);
    let mut waiting = WAITING.iter();
    let mut outstanding = 0;
    for stage in STAGES.into_iter().filter(|&stage| stage <= most) {
        while outstanding < stage {
            let far = FAR + (random.next() >> 12);
            let task = or_finish(waiting.next(), status::TAKEN);
            let token = task.spawn(|| Sleep::of(far, false));
            spawner.spawn(or_finish(token.ok(), status::TAKEN));
            outstanding += 1;
            let asleep = || critical_section::with(|section| ASLEEP.borrow(section).get());
            let before = asleep();
            while asleep() == before {
                embassy_yield().await;
            }
        }
        tell::reached(point::STAGE);
        tell::reached(stage);
        let between = prescale.max(BETWEEN + BETWEEN_EACH * stage);
        for _ in 0..SAMPLES.max(EXPIRIES) {
            Sleep::of(between, true).await;
            tell::reached(point::CALLBACK);
        }
        tell::reached(point::IDLE);
        Sleep::of(IDLE.max(2 * prescale), true).await;
        tell::reached(point::CALLBACK);
    }
    mmio::finish(0)
}

/// Lets the other tasks go on.
async fn embassy_yield() {
    let mut has_yielded = false;
    core::future::poll_fn(|context| {
        if core::mem::replace(&mut has_yielded, true) {
            return Poll::Ready(());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

#[riscv_rt::entry]
fn main() -> ! {
    let prescale = mmio::take_asked().unwrap_or(1_000).max(1);
    let most = mmio::take_asked().unwrap_or(u32::MAX);
    enable_interrupts(irq::TIMER);
    let executor = or_finish(EXECUTOR.try_init(Executor::new()), status::TAKEN);
    executor.run(|spawner| {
        let task = measure(spawner, prescale, most);
        spawner.spawn(or_finish(task.ok(), status::TAKEN));
    })
}

#[riscv_rt::core_interrupt(riscv::interrupt::Interrupt::MachineExternal)]
fn interrupt() {
    QUEUE.interrupt();
}
