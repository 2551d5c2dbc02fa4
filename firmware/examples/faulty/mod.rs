//! The processor's own timer with a fault, so that the tests know that they would notice it.

use carillon_driver::device::{AlarmClock, Clock};
use carillon_driver::rate::TickRate;
use carillon_firmware::app::{PLAN, ROOM};
use carillon_firmware::timers::{self, HEAP, HeapOn, Mtime, Timers};

/// What is wrong.
#[allow(dead_code, reason = "each program has one of them")]
#[derive(Clone, Copy)]
pub enum Fault {
    /// The alarm rings a tick early, and the device says that its tick has begun.
    Early,
    /// The alarm of this number is lost.
    Lost(u32),
}

/// The device.
pub struct Faulty {
    mtime: Mtime,
    fault: Fault,
    set_to: u64,
    alarms: u32,
}

static MEMORY: Timers<u32, ROOM, { HEAP.records(ROOM) }> = Timers::new();

/// The application's timers on it. Once in a program.
pub fn make(fault: Fault) -> HeapOn<Faulty, u32> {
    MEMORY.on_heap(Faulty { mtime: timers::mtime(PLAN.prescale), fault, set_to: 0, alarms: 0 })
}

impl Clock for Faulty {
    fn rate(&self) -> TickRate {
        self.mtime.rate()
    }

    fn now(&self) -> u64 {
        let now = self.mtime.now();
        match self.fault {
            Fault::Early if now.saturating_add(1) == self.set_to => self.set_to,
            _ => now,
        }
    }
}

impl AlarmClock for Faulty {
    type Error = <Mtime as AlarmClock>::Error;

    fn set_alarm(&mut self, tick: u64) -> Result<(), Self::Error> {
        self.set_to = tick;
        self.alarms = self.alarms.saturating_add(1);
        match self.fault {
            Fault::Early => self.mtime.set_alarm(tick.saturating_sub(1)),
            Fault::Lost(number) if self.alarms == number => self.mtime.clear_alarm(),
            Fault::Lost(_) => self.mtime.set_alarm(tick),
        }
    }

    fn clear_alarm(&mut self) -> Result<(), Self::Error> {
        self.mtime.clear_alarm()
    }
}
