//! The counts of ticks, and how long one adder of a byte takes for what lies above their lowest bytes.

/// What lies above the lowest byte.
const UPPER_BITS: u32 = 56;

/// Clocks to zero what lies above the lowest bytes after a reset, in which nothing else is done.
const ZEROING: u32 = 24;

/// Clocks for a carry that goes no further than one byte; each further byte takes one more, of which there are
/// `FURTHER` at most.
const CARRY: u32 = 2;
const FURTHER: u32 = 5;

/// Clocks to read the low half of a count, and the high half, whose bytes come after those of the low half.
const LOW_HALF: u32 = 3;
const HIGH_HALF: u32 = 7;

/// Clocks from the beginning of a carry to the change of the byte with bit 31 of now.
const HALF_PERIOD: u32 = 3;

/// Ticks in a block that is set aside; from how many ticks of backlog on that is done, and below how many one is taken
/// back.
const BLOCK: u64 = 1024;
const MANY: i64 = 1536;
const FEW: i64 = 512;

/// The bit of the cursor's tick that says that a carry has waited too long.
const URGENT: u64 = 1 << 7;

/// A half of a count.
#[derive(Clone, Copy, Debug)]
pub(super) struct Half {
    pub of_cursor: bool,
    pub high: bool,
}

/// What the adder has finished in the clock before.
#[derive(Clone, Copy, Debug)]
enum Finished {
    Word(u32),
    SetAside,
    TakenBack,
}

/// What the counts are told in a clock.
pub(super) struct Counted {
    pub tick: bool,
    /// Ticks that the cursor has passed.
    pub passed: u64,
    /// A cascade begins or is under way: its tick is not shown.
    pub in_cascade: bool,
    pub asked: Option<Half>,
}

/// Now, the cursor's tick, and what the adder does.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    pub now: u64,
    /// The tick of the last visit, or of the cascade under way.
    pub cursor: u64,
    /// The last tick whose slots have all been visited.
    pub shown: u64,
    /// Blocks of ticks that the backlog has set aside.
    aside: u64,
    now_carries: bool,
    cursor_carries: bool,
    was_in_cascade: bool,
    asked: Option<Half>,
    /// Clocks for which the adder is busy.
    left: u32,
    /// The adder's last byte is being written, so that nothing is read.
    writes: bool,
    doing: Option<Finished>,
    finished: Option<Finished>,
    /// Clocks until bit 31 of now is seen to change.
    half_in: Option<u32>,
}

/// The number of lowest bytes of `upper` that are all ones, which a carry passes through.
fn carried(upper: u64) -> u32 {
    let upper = upper & ((1 << UPPER_BITS) - 1);
    ((!upper).trailing_zeros() / 8).min(FURTHER)
}

impl Counts {
    /// As after a reset: the adder is about to zero, and then to make the cursor's next upper bytes.
    pub fn new() -> Self {
        Self {
            now: 0,
            cursor: 0,
            shown: 0,
            aside: 0,
            now_carries: false,
            cursor_carries: true,
            was_in_cascade: false,
            asked: None,
            left: ZEROING,
            writes: false,
            doing: None,
            finished: None,
            half_in: None,
        }
    }

    /// Lets time begin late.
    pub fn begin_at(&mut self, tick: u64) {
        self.now = tick;
        self.cursor = tick;
        self.shown = tick;
    }

    /// Ticks that may be passed without taking a block back.
    pub fn here(&self) -> i64 {
        let seen = self.cursor.wrapping_add(BLOCK * self.aside);
        self.now.wrapping_sub(seen) as i64
    }

    pub fn any_aside(&self) -> bool {
        self.aside > 0
    }

    /// A carry of the cursor's tick waits.
    pub fn carry_waits(&self) -> bool {
        self.cursor_carries
    }

    /// It has waited so long that the cursor must stop.
    pub fn carry_urgent(&self) -> bool {
        self.cursor_carries && self.cursor & URGENT != 0
    }

    /// Now has crossed a multiple of 2^31.
    pub fn half_period(&self) -> bool {
        self.half_in == Some(0)
    }

    /// The half that was asked for.
    pub fn answers(&self) -> Option<u32> {
        match self.finished {
            Some(Finished::Word(word)) => Some(word),
            _ => None,
        }
    }

    fn start(&mut self, clocks: u32, doing: Option<Finished>) {
        self.left = clocks;
        self.doing = doing;
    }

    fn read(&mut self, half: Half) {
        let count = if half.of_cursor { self.shown } else { self.now };
        if half.high {
            self.start(HIGH_HALF, Some(Finished::Word((count >> 32) as u32)));
        } else {
            self.start(LOW_HALF, Some(Finished::Word(count as u32)));
        }
    }

    /// The adder takes up the change that comes first.
    fn choose(&mut self, may_exchange: bool) {
        if self.now_carries {
            self.now_carries = false;
            let upper = (self.now >> 8).wrapping_sub(1);
            let changes = (self.now ^ (upper << 8)) & 1 << 31 != 0;
            self.half_in = changes.then_some(HALF_PERIOD);
            self.start(CARRY + carried(upper), None);
        } else if self.cursor_carries && !self.was_in_cascade {
            self.cursor_carries = false;
            self.start(CARRY + carried(self.cursor >> 8), None);
        } else if may_exchange && self.here() >= MANY {
            // The number is kept negative: a borrow goes through the bytes that are 0.
            let borrows = carried(!self.aside.wrapping_neg());
            self.start(CARRY + borrows, Some(Finished::SetAside));
        } else if may_exchange && self.here() < FEW && self.aside > 0 {
            let carries = carried(self.aside.wrapping_neg());
            self.start(CARRY + carries, Some(Finished::TakenBack));
        }
    }

    /// The clock's edge.
    pub fn finish(&mut self, counted: &Counted) {
        let finished = self.finished.take();
        self.half_in = self.half_in.and_then(|clocks| clocks.checked_sub(1));
        let writes = std::mem::take(&mut self.writes);
        if self.left == 0 {
            let exchanged = matches!(finished, Some(Finished::SetAside | Finished::TakenBack));
            if let Some(half) = self.asked {
                if !writes {
                    self.asked = None;
                    self.read(half);
                }
            } else if counted.asked.is_none() {
                self.choose(!exchanged);
            }
        } else {
            self.left -= 1;
            if self.left == 0 {
                self.finished = self.doing.take();
                self.writes = !matches!(self.finished, Some(Finished::Word(_)));
            }
        }
        if counted.asked.is_some() {
            self.asked = counted.asked;
        }
        match finished {
            Some(Finished::SetAside) => self.aside += 1,
            Some(Finished::TakenBack) => self.aside -= 1,
            _ => {}
        }

        let carries = |before: u64, after: u64| before >> 8 != after >> 8;
        let now = self.now.wrapping_add(counted.tick.into());
        self.now_carries |= carries(self.now, now);
        self.now = now;
        let cursor = self.cursor.wrapping_add(counted.passed);
        self.cursor_carries |= carries(self.cursor, cursor);
        self.cursor = cursor;
        if !counted.in_cascade {
            self.shown = cursor;
        }
        self.was_in_cascade = counted.in_cascade;
    }
}
