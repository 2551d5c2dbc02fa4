//! What runs the timers of [`app`](crate::app), a module for each. The modules have the same names, so a program
//! changes its device by naming another one.

/// The processor's own timer, with a heap in software: Scheme 3.
pub mod mtime {
    use crate::app::ROOM;
    use crate::timers::{self, HEAP, HeapOn, Mtime, Timers};

    /// Timers that are numbers.
    pub type Facility = HeapOn<Mtime, u32>;

    static MEMORY: Timers<u32, ROOM, { HEAP.records(ROOM) }> = Timers::new();

    /// Timers with ticks of `prescale` clocks. Once in a program: the device is there once.
    pub fn make(prescale: u32) -> Facility {
        MEMORY.on_heap(timers::mtime(prescale))
    }
}

/// The counter chip, with one wheel in software: Scheme 6.
pub mod counter_chip {
    use crate::app::ROOM;
    use crate::timers::{OneWheel, SMALL, Timers};

    /// Timers that are numbers.
    pub type Facility = OneWheel<u32>;

    static MEMORY: Timers<u32, ROOM, { SMALL.records(ROOM) }> = Timers::new();

    /// Timers with ticks of `prescale` clocks. Once in a program: the device is there once.
    pub fn make(prescale: u32) -> Facility {
        MEMORY.on_small_wheel(prescale)
    }
}

/// The timer chip, which has the wheel: Scheme 6.
pub mod timer_chip {
    use crate::app::ROOM;
    use crate::timers::{Entries, InChip};

    /// Timers that are numbers.
    pub type Facility = InChip<u32>;

    static ENTRIES: Entries<u32, ROOM> = Entries::new();

    /// Timers with ticks of `prescale` clocks. Once in a program: the device is there once.
    pub fn make(prescale: u32) -> Facility {
        ENTRIES.on_timer_chip(prescale)
    }
}
