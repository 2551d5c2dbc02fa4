//! The timers of a capture, as a load for a way to run timers: the simulator hands over each START and STOP when the
//! schedule says so, and every expiry is told it. soc/src/load.rs is the other side.

use crate::cost::Way;
use crate::mmio::{self, irq, next_word};
use crate::shared::Shared;
use crate::start::{enable_interrupts, next_tick, or_finish, sleep_unless, status};
use crate::tell;
use crate::timers::Handle;

/// Timers outstanding at most.
const PLACES: usize = 2048;

/// What the simulator asks for.
mod command {
    pub const END: u32 = 0;
    pub const START: u32 = 1;
    pub const STOP: u32 = 2;
}

static HANDLES: Shared<[Option<Handle>; PLACES]> = Shared::new();

/// Waits for a tick that has just begun, tells it, and sleeps but for interrupts.
#[cold]
pub fn run<W: Way>(shared: &Shared<W>) -> ! {
    HANDLES.put([None; PLACES]);
    // The ticks of software come by interrupts.
    enable_interrupts(irq::CHIP | irq::TIMER | irq::TIMER_CHIP);
    let now = || or_finish(shared.with(Way::now).flatten(), status::DRIVER);
    tell::now(next_tick(now));
    mmio::listen();
    enable_interrupts(irq::CHIP | irq::TIMER | irq::TIMER_CHIP | irq::PROBE);
    loop {
        sleep_unless(|| false);
    }
}

/// Does what the simulator asks for. `None` where that fails.
#[cold]
#[inline(never)]
pub fn obey<W: Way>(way: &mut W) -> Option<()> {
    match next_word() {
        command::START => {
            let (timer, place) = (next_word(), next_word());
            let due = u64::from(next_word()) | u64::from(next_word()) << 32;
            let handle = way.start_at(due, timer)?;
            HANDLES.with(|handles| {
                *handles.get_mut(usize::try_from(place).ok()?)? = Some(handle);
                Some(())
            })?
        }
        command::STOP => {
            let place = usize::try_from(next_word()).ok()?;
            let handle = HANDLES.with(|handles| handles.get_mut(place)?.take())?;
            // It may have expired meanwhile.
            handle.map(|handle| way.stop(handle));
            Some(())
        }
        command::END => mmio::finish(0),
        _ => None,
    }
}

/// A timer has run out.
#[cold]
#[inline(never)]
pub fn expired<W: Way>(way: &W, timer: u32, due: u64, reported: u64) {
    tell::expired(timer, way.tick(due), way.tick(reported));
}
