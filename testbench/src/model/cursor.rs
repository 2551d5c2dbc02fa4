//! The cursor: which slots are visited in which clock.
//!
//! It asks for slots with tickets. What a ticket finds is settled when it is issued; three clocks later it is committed.

use super::backlog::Backlog;
use super::cascade::Cascade;
use super::wheels::Wheels;

/// The most slots that a ticket asks for: a word.
const WORD: u32 = 16;

/// Some neighbouring slots, asked for together.
#[derive(Clone, Copy, Debug)]
struct Ticket {
    wheel: usize,
    last: u32,
    busy: Option<u32>,
    cascade: bool,
}

/// What was asked for in the clock before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Issue {
    #[default]
    Nothing,
    Single,
    Rest,
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
    pub now: u64,
    pub running: bool,
    pub room: bool,
    /// Nothing may be asked for in the next clock.
    pub pauses: bool,
    /// The event that is held is acknowledged.
    pub acknowledged: bool,
    /// The bit that is to be cleared is being written.
    pub cleared: bool,
    /// Nobody else looks at the wheels.
    pub granted: bool,
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
}

/// The cursor of a chip with several wheels or one.
#[derive(Clone, Debug)]
pub(super) struct Cursor {
    several: bool,
    was_running: bool,
    paused: bool,
    /// The tick at which the wheels stood as after a reset.
    origin: u64,
    /// The tick of the last visit, or of the cascade under way.
    visited: u64,
    /// The same, as the registers that count it show it: a clock later.
    counted: u64,
    /// The last tick whose slots have all been visited, as the host sees it.
    pub shown: u64,
    /// The next slot of wheel 0 to ask for, and the last tick asked for.
    asking: u32,
    asked: u64,
    backlog: Backlog,
    before: Issue,
    flight: [Option<Ticket>; 3],
    flushing: bool,
    reloading: bool,
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
            was_running: false,
            paused: false,
            origin: 0,
            visited: 0,
            counted: 0,
            shown: 0,
            asking: 1,
            asked: 0,
            backlog: Backlog::default(),
            before: Issue::Nothing,
            flight: [None; 3],
            flushing: false,
            reloading: false,
            holding: false,
            clearing: None,
            edge_ready: false,
            cascade: Cascade::default(),
        }
    }

    pub fn clear(&mut self) {
        let (asking, asked, mut backlog) = (self.asking, self.asked, self.backlog);
        backlog.clear();
        *self = Self {
            asking,
            asked,
            backlog,
            ..Self::new(self.several)
        };
    }

    /// Lets time begin late, before the first start.
    pub fn begin_at(&mut self, tick: u64) {
        self.origin = tick;
        self.visited = tick;
        self.counted = tick;
        if !self.several {
            self.shown = tick;
        }
    }

    /// How many ticks the wheels have turned, of those that the host knows to be visited.
    pub fn turned(&self) -> u64 {
        self.shown.saturating_sub(self.origin)
    }

    /// The tick of the last visit, or of the cascade under way, as far as it has been counted.
    pub fn counted(&self) -> u64 {
        self.counted
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
        let (backlog, counted) = (self.backlog, self.counted);
        let question = self.cascade.question();
        let cascading = self.cascade.under_way();
        self.backlog.finish(around.now, counted, self.asked);
        self.counted = self.visited;

        let was_running = std::mem::replace(&mut self.was_running, around.running);
        let paused = std::mem::replace(&mut self.paused, around.pauses);
        let may_issue = was_running
            && !paused
            && !self.flushing
            && !self.reloading
            && !self.holding
            && self.clearing.is_none();
        let at_edge = self.several && self.asking == 0;
        let idle = self.flight.iter().all(Option::is_none);
        let starts = std::mem::replace(
            &mut self.edge_ready,
            at_edge && idle && !cascading && may_issue && (backlog.one || backlog.far),
        );

        self.cascade.look(around.granted);
        let issued = match question.filter(|_| may_issue) {
            Some(level) => Some(self.visit_in_cascade(wheels, level)),
            None if may_issue && !at_edge => self.issue(wheels, backlog),
            None => None,
        };
        if issued.is_none_or(|ticket| ticket.cascade) {
            self.before = Issue::Nothing;
        }
        if self.reloading || cascading || !around.running {
            self.asking = wheels[0].next.slot;
            self.asked = counted;
        }

        let ticket = self.flight[2].take();
        self.flight = [issued, self.flight[0], self.flight[1]];
        self.reloading = std::mem::take(&mut self.flushing);
        self.holding &= !around.acknowledged;
        if around.cleared {
            self.clearing = None;
        }
        let mut outcome = ticket.map_or(Outcome::default(), |ticket| {
            self.commit(wheels, &ticket, around.room)
        });
        if starts && !cascading {
            self.visited += 1;
            self.counted += 1;
            let stepping = wheels.stepping();
            outcome.cascade = stepping.len();
            self.cascade.start(stepping);
        }
        if !self.several {
            self.shown = self.counted;
        } else if !cascading {
            self.shown = counted;
        }
        outcome
    }

    fn visit_in_cascade(&mut self, wheels: &Wheels, wheel: usize) -> Ticket {
        self.cascade.ask();
        let slot = wheels[wheel].next.slot;
        Ticket {
            wheel,
            last: slot,
            busy: wheels[wheel].first_busy(slot, 1),
            cascade: true,
        }
    }

    /// Asks for one slot or the rest of a word of wheel 0, as far as now allows.
    fn issue(&mut self, wheels: &Wheels, backlog: Backlog) -> Option<Ticket> {
        let wheel = &wheels[0];
        let left = (WORD - self.asking % WORD).min(wheel.size() - self.asking);
        let (count, issue) = if backlog.far {
            (left, Issue::Rest)
        } else {
            let allowed = match self.before {
                Issue::Nothing => backlog.one,
                Issue::Single => backlog.two,
                Issue::Rest => false,
            };
            if !allowed {
                return None;
            }
            (1, Issue::Single)
        };
        let ticket = Ticket {
            wheel: 0,
            last: self.asking + count - 1,
            busy: wheel.first_busy(self.asking, count),
            cascade: false,
        };
        self.before = issue;
        self.asked += u64::from(count);
        self.asking = (self.asking + count) % wheel.size();
        Some(ticket)
    }

    fn commit(&mut self, wheels: &mut Wheels, ticket: &Ticket, room: bool) -> Outcome {
        let wheel = &mut wheels[ticket.wheel];
        let blocked = ticket.busy.is_some() && !room;
        let place = ticket.busy.unwrap_or(ticket.last);
        let before = wheel.next.slot;
        let after = place + u32::from(!blocked);
        wheel.go_to(after);
        if ticket.cascade {
            self.cascade.answer(!blocked);
        } else {
            self.visited += u64::from(after - before);
        }

        let mut outcome = Outcome {
            blocked,
            in_cascade: ticket.cascade,
            ..Outcome::default()
        };
        let mut pauses = false;
        if let Some(slot) = ticket.busy.filter(|_| room) {
            let mode = wheel.known_mode;
            self.holding = mode.hold;
            self.clearing = mode.auto_clear.then_some((ticket.wheel as u32, slot));
            pauses = mode.hold || mode.auto_clear;
            outcome.holds = mode.hold;
            outcome.found = Some(Found {
                wheel: ticket.wheel,
                slot,
                tick: self.visited,
                hold: mode.hold,
            });
        }
        if blocked || place != ticket.last || ticket.cascade || pauses {
            self.flight = [None; 3];
            self.flushing = true;
        }
        outcome
    }

    /// Checks what must hold between any two clocks.
    pub fn check(&self, now: u64, wheels: &Wheels) -> Result<(), String> {
        if self.visited > now || self.shown > self.visited {
            return Err(format!(
                "the cursor shows {}, visits {} and now is {now}",
                self.shown, self.visited
            ));
        }
        wheels.check(self.visited - self.origin, self.cascade.waiting())
    }
}
