//! The cursor: which slots are visited in which clock.
//!
//! It looks at one slot (a walk) or at a whole word (a skip). What a look finds is settled when it is begun; two clocks
//! later it is committed.

use super::cascade::Cascade;
use super::wheels::Wheels;

/// The slots that a skip passes: a word, or all of it but the first, which the cascade may have visited.
const WORD: u32 = 16;

/// What the backlog must be for a walk behind a walk, and for a skip.
const EIGHT: i64 = 8;
const FAR: i64 = 96;

/// A slot that is looked at, or the first of a word.
#[derive(Clone, Copy, Debug)]
struct Look {
    wheel: usize,
    slot: u32,
    skip: bool,
    busy: bool,
    cascade: bool,
}

/// A busy slot that has been given a place in the FIFO.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub wheel: usize,
    pub slot: u32,
    pub tick: u64,
    /// The cursor waits until it is acknowledged.
    pub hold: bool,
}

/// What the rest of the chip tells the cursor in a clock.
pub(super) struct Surroundings {
    /// Ticks that may be passed.
    pub here: i64,
    /// Blocks of ticks are set aside.
    pub any_aside: bool,
    /// A carry of the cursor's tick waits, and so long that the cursor must stop.
    pub carry_waits: bool,
    pub carry_urgent: bool,
    pub running: bool,
    pub room: bool,
    /// Nothing may be looked at in the next clock.
    pub pauses: bool,
    /// The event that is held is acknowledged.
    pub acknowledged: bool,
    /// The bit that is to be cleared is being written.
    pub cleared: bool,
    /// No other part reads the wheels.
    pub granted: bool,
    /// A slot of wheel 0 whose bit is being written, in memory with two ports.
    pub written: Option<u32>,
}

/// What came of a clock.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Outcome {
    pub found: Option<Found>,
    /// A busy slot had to wait for room.
    pub blocked: bool,
    /// That was in a cascade.
    pub in_cascade: bool,
    /// The cursor waits for the acknowledgement of what it found.
    pub holds: bool,
    /// How many wheels step in the cascade that begins; 0 when none does.
    pub cascade: usize,
    /// A word was passed in one clock.
    pub skipped: bool,
    /// It was found not to be empty.
    pub not_empty: bool,
}

/// What is known of the backlog, one clock old.
#[derive(Clone, Copy, Debug, Default)]
struct Backlog {
    some: bool,
    eight: bool,
    far: bool,
    behind: bool,
}

/// The cursor of a chip with several wheels or one.
#[derive(Clone, Debug)]
pub(super) struct Cursor {
    several: bool,
    /// The tick at which the wheels stood as after a reset.
    origin: u64,
    /// The tick of the last visit, or of the cascade under way.
    visited: u64,
    /// Ticks that were passed in the clock before.
    passed: u64,
    backlog: Backlog,
    /// The next slot of wheel 0 to look at.
    looking: u32,
    flight: [Option<Look>; 2],
    /// Whether there was a look in each of the last four clocks, of those that were not taken back.
    looked: [bool; 4],
    walked: bool,
    may_look: bool,
    /// Nothing was to be looked at.
    paused: bool,
    /// The cascade asked for a slot in the clock before, so that its word has been read.
    has_asked: bool,
    /// A slot of wheel 0 whose bit was written in the clock before.
    last_written: Option<u32>,
    /// The word is not empty and is walked through.
    busy_word: bool,
    /// An event after which the cursor waits was given its place in the clock before.
    stops: bool,
    /// Looks are taken back in this clock, were in the one before, and in the one before that.
    taken_back: [bool; 3],
    holding: bool,
    clearing: Option<(u32, u32)>,
    edge_ready: bool,
    cascade: Cascade,
}

impl Cursor {
    /// Tick 0 counts as visited.
    pub fn new(several: bool) -> Self {
        Self {
            several,
            origin: 0,
            visited: 0,
            passed: 0,
            backlog: Backlog::default(),
            looking: 1,
            flight: [None; 2],
            looked: [false; 4],
            walked: false,
            may_look: false,
            paused: false,
            has_asked: false,
            last_written: None,
            busy_word: false,
            stops: false,
            taken_back: [false; 3],
            holding: false,
            clearing: None,
            edge_ready: false,
            cascade: Cascade::default(),
        }
    }

    pub fn clear(&mut self) {
        *self = Self::new(self.several);
    }

    /// Lets time begin late, before the first start.
    pub fn begin_at(&mut self, tick: u64) {
        self.origin = tick;
        self.visited = tick;
    }

    /// How many ticks the wheels have turned when `shown` is the last that the host knows to be visited.
    pub fn turned(&self, shown: u64) -> u64 {
        shown.saturating_sub(self.origin)
    }

    /// Ticks that were passed in the clock before.
    pub fn passed(&self) -> u64 {
        self.passed
    }

    /// A cascade begins or is under way.
    pub fn in_cascade(&self) -> bool {
        self.edge_ready || self.cascade.under_way()
    }

    /// The wheels stand where the next visits are.
    pub fn settled(&self) -> bool {
        self.taken_back == [false; 3]
    }

    /// What `STATUS.behind` tells.
    pub fn behind(&self) -> bool {
        self.backlog.behind || self.cascade.under_way()
    }

    /// The wheel and slot of the bit that is to be cleared.
    pub fn to_clear(&self) -> Option<(u32, u32)> {
        self.clearing
    }

    /// One clock.
    pub fn step(&mut self, wheels: &mut Wheels, around: &Surroundings) -> Outcome {
        let backlog = std::mem::replace(
            &mut self.backlog,
            Backlog {
                some: around.here > 0,
                eight: around.here >= EIGHT,
                far: around.here >= FAR,
                behind: around.here > 0 || around.any_aside,
            },
        );
        let idle = self.looked == [false; 4];
        let question = self.cascade.question();
        let cascading = self.cascade.under_way();
        let at_edge = self.several && self.looking == 0;
        let edge_due =
            at_edge && idle && !cascading && !self.edge_ready && !around.carry_waits && self.may_look && backlog.some;
        let starts = std::mem::replace(&mut self.edge_ready, edge_due);

        self.cascade.look(around.granted);
        let has_asked = std::mem::replace(&mut self.has_asked, question.is_some());
        // The word of such a slot counts as busy.
        let last_written = std::mem::replace(&mut self.last_written, around.written);
        let written = around.written.or(last_written);
        let look = match question.filter(|_| self.may_look && has_asked) {
            Some(wheel) => Some(self.look_in_cascade(wheels, wheel)),
            None if self.may_look && !at_edge => self.look(wheels, backlog, idle, written),
            None => None,
        };
        self.walked = look.is_some_and(|look| !look.skip && look.wheel == 0);

        let committed = self.flight[1].take();
        self.flight = [look, self.flight[0]];
        self.looked = [look.is_some(), self.looked[0], self.looked[1], self.looked[2]];
        let stopped = std::mem::take(&mut self.stops);
        let goes_back = std::mem::take(&mut self.taken_back[0]);
        self.taken_back = [false, goes_back, self.taken_back[1]];
        self.holding &= !around.acknowledged;
        if around.cleared {
            self.clearing = None;
        }
        self.passed = u64::from(edge_due);
        let mut outcome = Outcome::default();
        let mut repeats = false;
        if let Some(look) = committed {
            repeats = look.busy && (look.skip || !around.room);
            outcome = self.commit(wheels, &look, repeats);
        }
        if goes_back || !around.running {
            self.looking = wheels[0].next.slot;
        }
        // A look that is repeated does not stop the cursor.
        self.looked[2] &= !repeats;
        if repeats || self.stops || stopped {
            self.flight = [None; 2];
            self.looked[0] = false;
            self.looked[1] = false;
            self.walked = false;
        }
        self.taken_back[0] = repeats || stopped;
        let paused = std::mem::replace(&mut self.paused, around.pauses);
        self.may_look = around.running
            && !around.pauses
            && !paused
            && !repeats
            && !self.stops
            && !stopped
            && !self.holding
            && self.clearing.is_none()
            && !around.carry_urgent;
        if starts {
            self.visited += 1;
            let stepping = wheels.stepping();
            outcome.cascade = stepping.len();
            self.cascade.start(stepping);
        }
        outcome
    }

    fn look_in_cascade(&mut self, wheels: &Wheels, wheel: usize) -> Look {
        self.cascade.ask();
        let slot = wheels[wheel].next.slot;
        if wheel == 0 {
            self.looking = slot + 1;
        }
        Look { wheel, slot, skip: false, busy: wheels[wheel].is_busy(slot), cascade: true }
    }

    /// Looks at one slot or a word of wheel 0, as far as the backlog allows.
    fn look(&mut self, wheels: &Wheels, backlog: Backlog, idle: bool, written: Option<u32>) -> Option<Look> {
        let wheel = &wheels[0];
        let slot = self.looking;
        let word = slot / WORD * WORD;
        let begins = slot == word || (self.several && slot == word + 1);
        let skip = backlog.far && begins && word + WORD <= wheel.size() && !self.busy_word;
        let walk = (backlog.some && idle) || (backlog.eight && self.walked);
        if !skip && !walk {
            return None;
        }
        let count = if skip { word + WORD - slot } else { 1 };
        let meets = skip && written.is_some_and(|written| written / WORD == slot / WORD);
        self.looking = (slot + count) % wheel.size();
        if self.looking.is_multiple_of(WORD) {
            self.busy_word = false;
        }
        Some(Look {
            wheel: 0,
            slot,
            skip,
            busy: if skip { meets || wheel.first_busy(word, WORD).is_some() } else { wheel.is_busy(slot) },
            cascade: false,
        })
    }

    /// Passes what was looked at, unless it `repeats`: a word that is not empty, or a busy slot and no room.
    fn commit(&mut self, wheels: &mut Wheels, look: &Look, repeats: bool) -> Outcome {
        let mut outcome = Outcome {
            blocked: repeats && !look.skip,
            in_cascade: look.cascade,
            skipped: look.skip && !repeats,
            not_empty: look.skip && repeats,
            ..Outcome::default()
        };
        if look.cascade {
            self.cascade.answer(!repeats);
        }
        if repeats {
            self.busy_word |= look.skip;
            return outcome;
        }
        let count = if look.skip { WORD - look.slot % WORD } else { 1 };
        let wheel = &mut wheels[look.wheel];
        wheel.go_to(look.slot + count);
        if !look.cascade {
            self.visited += u64::from(count);
            self.passed = u64::from(count);
        }
        if look.busy {
            let mode = wheel.known_mode;
            self.holding = mode.hold;
            self.clearing = mode.auto_clear.then_some((look.wheel as u32, look.slot));
            self.stops = mode.hold || mode.auto_clear;
            outcome.holds = mode.hold;
            outcome.found = Some(Found { wheel: look.wheel, slot: look.slot, tick: self.visited, hold: mode.hold });
        }
        outcome
    }

    /// Checks what must hold between any two clocks; `shown` is the last tick that the host knows to be visited.
    pub fn check(&self, now: u64, shown: u64, wheels: &Wheels) -> Result<(), String> {
        if self.visited > now || shown > self.visited {
            return Err(format!("the cursor shows {shown}, visits {} and now is {now}", self.visited));
        }
        wheels.check(self.visited - self.origin, self.cascade.waiting())
    }
}
