//! The timers of a replay: the simulator asks for each START and STOP when the schedule does, and every expiry is told
//! it.
//!
//! All is done in the interrupt routine, and the processor sleeps in between. apps/replay/src/soc.rs is the other
//! side.
#![no_std]
#![no_main]

use carillon_driver::bus::RegisterBus;
use carillon_firmware::mmio::{self, irq, next_word};
use carillon_firmware::shared::Shared;
use carillon_firmware::start::{enable_interrupts, next_tick, or_finish, sleep_unless, status};
use carillon_firmware::timers::{Handle, OneWheel, TimerFacility, Timers, records};
use carillon_firmware::{print, tell};

/// Timers outstanding at most.
const TIMERS: usize = 2048;

/// What an expiry's number is marked with where the driver found it by looking through its slots.
const BY_SEARCH: u32 = 1 << 31;

/// Byte offset of the low half of the cursor's tick.
const CURSOR_LO: u32 = 0x028;
/// Byte offset of the low half of now.
const NOW_LO: u32 = 0x020;

static MEMORY: Timers<u32, TIMERS, { records(TIMERS) }> = Timers::new();
static HOST: Shared<Host> = Shared::new();

struct Host {
    timers: OneWheel<u32>,
    handles: [Option<Handle>; TIMERS],
}

#[riscv_rt::entry]
fn main() -> ! {
    let prescale = next_word();
    let mut timers = MEMORY.on_one_wheel(prescale);
    tell::now(next_tick(|| or_finish(timers.now().ok(), status::DRIVER)));
    HOST.put(Host { timers, handles: [None; TIMERS] });
    print::text("the replay begins\n");
    mmio::listen();
    enable_interrupts(irq::CHIP | irq::PROBE);
    loop {
        sleep_unless(|| false);
    }
}

#[riscv_rt::core_interrupt(riscv::interrupt::Interrupt::MachineExternal)]
fn interrupt() {
    let pending = mmio::pending_interrupts();
    let done = HOST.with(|host| {
        if pending & irq::CHIP != 0 {
            host.serve()?;
        }
        if pending & irq::PROBE != 0 {
            host.obey()?;
        }
        Some(())
    });
    or_finish(done.flatten(), status::DRIVER);
}

impl Host {
    /// Reports what has run out.
    fn serve(&mut self) -> Option<()> {
        let searches = self.timers.statistics().late_overflows;
        let served = self.timers.service(|timers, expired| {
            let by_search = timers.statistics().late_overflows != searches;
            let mark = if by_search { BY_SEARCH } else { 0 };
            tell::expired(expired.item | mark, expired.due, expired.reported);
        });
        served.ok().map(drop)
    }

    /// Does what the simulator asks for.
    fn obey(&mut self) -> Option<()> {
        let answer = match next_word() {
            1 => {
                let (timer, place) = (next_word(), next_word());
                let due = u64::from(next_word()) | u64::from(next_word()) << 32;
                let handle = self.timers.start_at(due, timer).ok()?;
                *self.handles.get_mut(usize::try_from(place).ok()?)? = Some(handle);
                1
            }
            2 => {
                let place = usize::try_from(next_word()).ok()?;
                let handle = self.handles.get_mut(place)?.take();
                let stopped = handle.is_some_and(|handle| self.timers.stop(handle).is_ok());
                u32::from(stopped)
            }
            3 => {
                mmio::set_interrupt_mask(irq::PROBE);
                1
            }
            4 => {
                mmio::set_interrupt_mask(irq::PROBE | irq::CHIP);
                1
            }
            5 => {
                self.timers.pause().ok()?;
                self.behind()?
            }
            6 => self.behind()?,
            7 => self.timers.outstanding(),
            8 => {
                let statistics = self.timers.statistics();
                let all = [statistics.bus_reads, statistics.bus_writes, statistics.examined];
                for count in all {
                    tell::now(count);
                }
                1
            }
            _ => mmio::finish(0),
        };
        tell::answer(answer);
        Some(())
    }

    /// Ticks that the chip has not looked at yet.
    fn behind(&mut self) -> Option<u32> {
        let bus = self.timers.bus_mut();
        let cursor = bus.read(CURSOR_LO).ok()?;
        let now = bus.read(NOW_LO).ok()?;
        Some(now.wrapping_sub(cursor))
    }
}
