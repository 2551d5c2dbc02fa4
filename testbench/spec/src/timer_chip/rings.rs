//! The lists of timers: rings of records, each through the head of its slot.

/// Where a timer is, and when it is due.
#[derive(Clone, Copy, Debug)]
struct Record {
    next: u32,
    previous: u32,
    due: u64,
    generation: u32,
}

/// The records of all timers, and behind them the heads of all slots.
#[derive(Clone, Debug)]
pub(super) struct Rings {
    records: Vec<Record>,
    timers: u32,
}

impl Rings {
    /// No timer runs, all are of generation 0.
    pub fn new(timers: u32, slots: u32) -> Self {
        let alone = |number| Record { next: number, previous: number, due: 0, generation: 0 };
        Self { records: (0..timers + slots).map(alone).collect(), timers }
    }

    pub const fn timers(&self) -> u32 {
        self.timers
    }

    /// The head of a slot's list.
    pub const fn head(&self, slot: u32) -> u32 {
        self.timers + slot
    }

    /// The record behind this one.
    pub fn next(&self, record: u32) -> u32 {
        self.records[record as usize].next
    }

    /// Whether the timer runs.
    pub fn runs(&self, timer: u32) -> bool {
        self.next(timer) != timer
    }

    /// When the timer is due, if it runs; else when it was.
    pub fn due(&self, timer: u32) -> u64 {
        self.records[timer as usize].due
    }

    pub fn generation(&self, timer: u32) -> u32 {
        self.records[timer as usize].generation
    }

    /// The timer begins another start, or ends one.
    pub fn count_generation(&mut self, timer: u32) {
        let generation = &mut self.records[timer as usize].generation;
        *generation = (*generation + 1) % super::GENERATIONS;
    }

    /// Takes the timer out of its list.
    pub fn unlink(&mut self, timer: u32) {
        let Record { next, previous, .. } = self.records[timer as usize];
        self.records[previous as usize].next = next;
        self.records[next as usize].previous = previous;
        let record = &mut self.records[timer as usize];
        (record.next, record.previous) = (timer, timer);
    }

    /// Puts the timer at the end of the list of `slot`.
    pub fn link(&mut self, timer: u32, slot: u32, due: u64) {
        let head = self.head(slot);
        let last = self.records[head as usize].previous;
        self.records[last as usize].next = timer;
        self.records[head as usize].previous = timer;
        let record = &mut self.records[timer as usize];
        (record.next, record.previous, record.due) = (head, last, due);
    }
}
