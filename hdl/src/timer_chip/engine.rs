//! # The timer chip's list engine
//!
//! **Purpose.** Keeps the lists of timers in the records' memory: starts, stops and looks at timers, and visits the
//! lists of busy slots. The record's format is in docs/timer-chip.md.
//!
//! With several wheels a timer is started on the highest one on which its slot is not the cursor's, and the visit of a
//! slot of a higher wheel puts each timer that is due in one of the slot's ticks on the next lower wheel.
//!
//! **Interface.** `command` with `starting` or `stopping` (neither is a look), `timer` and `word` waits for `taken`. A
//! look's word is `shown` when `looked_up`. A look with `ahead` is at the busy bits: `search` begins it, `searched`
//! ends it. `initialise` looks whether the records fit, a record a clock, and sweeps them; `ready` says that it is
//! done. A visit begins when the cursor is `stopped` at tick `at` on `wheel` and ends with `visited`. `push` puts
//! {`record`, `generation`, `at`} into the FIFO. `busy_write` writes the busy bit of `slot`. The `ask_*` ports go to
//! the records' port.
//!
//! **Timing.** One state a transfer and a few between; with memory of one clock a transfer takes two. `now` counts for
//! a start in the clock after `taken`. From that clock to the end of the start `pause` is high.
//!
//! Wide records have the link to the previous record in a word of its own, so it takes a transfer more to read or write
//! both.
//!
//! **Invariants.** Between two commands and visits, each link has its mirror; only the states of links, of the tick due
//! and of the period write. `next_record` is a record of the list that is being visited, or its head: a command that
//! unlinks it moves it on, and with several wheels a start that links a timer at the end of the list moves it back to
//! that timer. A list that is left not empty keeps its busy bit. A record is visited only with `room`.

use crate::circuit::Circuit;
use crate::timer_chip::expiry::Expiry;
use crate::timer_chip::placing::Placing;
use crate::timer_chip::wheel_slot::WheelSlot;
use carillon_regmap::timer_chip::TimerBuild;
use rust_hdl::prelude::*;

/// What the engine does next.
#[derive(LogicState, Debug, Copy, Clone, PartialEq)]
enum State {
    Rest,
    Fit,
    SweepLinks,
    SweepDue,
    Idle,
    Head,
    HeadWait,
    Step,
    Begin,
    Deadline,
    ReadLinks,
    ReadDue,
    Decide,
    Count,
    Answer,
    Compare,
    UnlinkNext,
    UnlinkPrevious,
    Free,
    ReadPeriod,
    PeriodWait,
    Repeat,
    Settle,
    ReadHead,
    ReadHeadWait,
    LinkNext,
    LinkPrevious,
    LinkSelf,
    WriteDue,
    WritePeriod,
    SweepPrevious,
    ReadPrevious,
    LinkPreviousOfSelf,
    Ahead,
}

/// The engine; see the module's header.
#[derive(Circuit)]
pub struct Engine {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Forgets everything; the records must be initialised again.
    pub clear: Signal<In, Bit>,
    /// Sweeps the records.
    pub initialise: Signal<In, Bit>,
    /// How many timers there are.
    pub timers: Signal<In, Bits<21>>,
    /// The slots of a wheel less one.
    pub slot_mask: Signal<In, Bits<16>>,
    /// The word of `ask_record` and `ask_field` has a bit that the base address has as well.
    pub overlaps: Signal<In, Bit>,
    /// Low half of now.
    pub now: Signal<In, Bits<32>>,
    /// A command waits.
    pub command: Signal<In, Bit>,
    /// It is a start.
    pub starting: Signal<In, Bit>,
    /// It is a stop.
    pub stopping: Signal<In, Bit>,
    /// The start is of a periodic timer.
    pub periodic: Signal<In, Bit>,
    /// The start's word is a deadline.
    pub absolute: Signal<In, Bit>,
    /// The look is at the busy bits, not at a timer.
    pub ahead: Signal<In, Bit>,
    /// The busy bits have been searched.
    pub searched: Signal<In, Bit>,
    /// The command's timer.
    pub timer: Signal<In, Bits<20>>,
    /// The start's interval or deadline.
    pub word: Signal<In, Bits<32>>,
    /// The tick that the cursor is at.
    pub at: Signal<In, Bits<32>>,
    /// The wheel whose slot the cursor looks at or stands at.
    pub wheel: Signal<In, Bits<2>>,
    /// The cursor stands at a busy slot.
    pub stopped: Signal<In, Bit>,
    /// The cursor is behind now.
    pub behind: Signal<In, Bit>,
    /// The cursor is too far behind for ticks left to be told.
    pub too_far: Signal<In, Bit>,
    /// The cursor has looked at slots.
    pub looked: Signal<In, Bit>,
    /// The FIFO has a place.
    pub room: Signal<In, Bit>,
    /// The records are initialised.
    pub ready: Signal<Out, Bit>,
    /// The sizes, or sizes and base, do not fit, so the sweep does not begin.
    pub size_refused: Signal<Out, Bit>,
    /// The command is taken.
    pub taken: Signal<Out, Bit>,
    /// The deadline of the start that was taken is too far ahead.
    pub deadline_refused: Signal<Out, Bit>,
    /// The look is done.
    pub looked_up: Signal<Out, Bit>,
    /// What it shows.
    pub shown: Signal<Out, Bits<32>>,
    /// Searches the busy bits, which are not written until `searched`.
    pub search: Signal<Out, Bit>,
    /// The cursor must not ask for a slot.
    pub pause: Signal<Out, Bit>,
    /// The list of the cursor's slot has been visited.
    pub visited: Signal<Out, Bit>,
    /// Writes a busy bit.
    pub busy_write: Signal<Out, Bit>,
    /// Its new value.
    pub busy: Signal<Out, Bit>,
    /// Its slot.
    pub slot: Signal<Out, Bits<16>>,
    /// `record` has expired.
    pub push: Signal<Out, Bit>,
    /// The timer at hand.
    pub record: Signal<Out, Bits<21>>,
    /// Its generation.
    pub generation: Signal<Out, Bits<7>>,
    /// Port: begins a transfer.
    pub ask: Signal<Out, Bit>,
    /// Port: it is a write.
    pub ask_write: Signal<Out, Bit>,
    /// Port: of this record.
    pub ask_record: Signal<Out, Bits<21>>,
    /// Port: which of its words.
    pub ask_field: Signal<Out, Bits<2>>,
    /// Port: which bytes.
    pub ask_select: Signal<Out, Bits<4>>,
    /// Port: what is written.
    pub ask_data: Signal<Out, Bits<32>>,
    /// Port: a transfer may begin.
    pub free: Signal<In, Bit>,
    /// Port: the transfer is done.
    pub answered: Signal<In, Bit>,
    /// Port: the word read.
    pub read_data: Signal<In, Bits<32>>,
    expiry: Expiry,
    placing: Placing,
    of_wheel: WheelSlot,
    /// What the engine is doing.
    state: DFF<State>,
    /// The record at hand: a timer's, or in the sweep any.
    current: DFF<Bits<21>>,
    /// The next record, as read from the record at hand.
    next_link: DFF<Bits<21>>,
    /// The previous record; for linking, the last one of the list.
    previous_link: DFF<Bits<21>>,
    /// Head of the slot that is meant; in the sweep the last record.
    head: DFF<Bits<21>>,
    /// Bits of the head's number that no link can hold.
    head_beyond: DFF<Bits<22>>,
    /// The record that the visit comes to next, or the head.
    next_record: DFF<Bits<21>>,
    /// Bit 7: the record's timer is periodic; 6 to 0: its generation.
    info: DFF<Bits<8>>,
    /// The command under way is a start.
    is_start: DFF<Bit>,
    /// The command under way is a stop.
    is_stop: DFF<Bit>,
    /// The command under way is a look.
    is_look: DFF<Bit>,
    /// If the command under way is a start: it is periodic.
    is_periodic: DFF<Bit>,
    /// The sweep has written all records.
    initialised: DFF<Bit>,
    /// The list of the cursor's slot is being visited.
    visiting: DFF<Bit>,
    /// The visit must leave its slot's busy bit set.
    kept: DFF<Bit>,
    /// With several wheels: one clock of settling is over.
    settled: DFF<Bit>,
    /// Steps of waiting work that go before the next command.
    turns: DFF<Bits<2>>,
    /// One clock ago the record at hand was that of the head.
    at_last: DFF<Bit>,
    /// One clock ago a record had an address bit of the base.
    overlapped: DFF<Bit>,
    /// A busy bit is written at the next edge.
    writes_busy: DFF<Bit>,
    /// The busy bit that is written becomes 1, else 0.
    written: DFF<Bit>,
    /// The slot that was meant one clock ago: that of the busy bit.
    written_slot: DFF<Bits<16>>,
    /// The sizes or the base were found wrong one clock ago.
    refuses_size: DFF<Bit>,
    /// One clock ago a visit, or the cursor, had work to do.
    worked: DFF<Bit>,
    /// The tick due becomes now plus the interval.
    counts: DFF<Bit>,
    /// The deadline is compared with now.
    compares: DFF<Bit>,
    /// The tick due becomes the deadline, or the next tick.
    takes_deadline: DFF<Bit>,
    /// The tick due goes on by the period.
    adds: DFF<Bit>,
    /// The tick due is replaced by the ticks left.
    counts_left: DFF<Bit>,
    #[formula("PERIODIC")]
    with_periodic: Constant<Bit>,
    #[formula("WIDE")]
    wide: Constant<Bit>,
    #[formula("WIDE ? 21'h1fffff : 21'h00ffff")]
    link_mask: Constant<Bits<21>>,
    #[formula("WHEELS > 1")]
    several: Constant<Bit>,
    #[formula("WHEELS[1:0] - 2'd1")]
    highest_wheel: Constant<Bits<2>>,
    #[formula("(1 << SLOT_BITS) - (1 << WHEEL_BITS)")]
    wheel_of_slot: Constant<Bits<16>>,
    all_bits: Constant<Bits<24>>,
    one_record: Constant<Bits<21>>,
    two_turns: Constant<Bits<2>>,
    due_field: Constant<Bits<2>>,
    period_field: Constant<Bits<2>>,
    #[formula("PERIODIC | WIDE ? 2'd3 : 2'd1")]
    last_field: Constant<Bits<2>>,
    #[formula("WIDE ? 2'd3 : 2'd0")]
    previous_field: Constant<Bits<2>>,
    #[formula("WIDE ? 4'b1111 : 4'b0011")]
    next_bytes: Constant<Bits<4>>,
    #[formula("WIDE ? 4'b1111 : 4'b1100")]
    previous_bytes: Constant<Bits<4>>,
    all_bytes: Constant<Bits<4>>,
    wants: Signal<Local, Bit>,
    go: Signal<Local, Bit>,
    linked: Signal<Local, Bit>,
    work: Signal<Local, Bit>,
    may_take: Signal<Local, Bit>,
    takes: Signal<Local, Bit>,
    is_command: Signal<Local, Bit>,
    turn: Signal<Local, Bit>,
    writes_due: Signal<Local, Bit>,
    writes_period: Signal<Local, Bit>,
    next_value: Signal<Local, Bits<21>>,
    previous_value: Signal<Local, Bits<21>>,
    links: Signal<Local, Bits<32>>,
    read_next: Signal<Local, Bits<21>>,
    read_previous: Signal<Local, Bits<21>>,
    upper: Signal<Local, Bit>,
    migrates: Signal<Local, Bit>,
    tick: Signal<Local, Bits<24>>,
    slot_at: Signal<Local, Bits<16>>,
    head_sum: Signal<Local, Bits<22>>,
    read_info: Signal<Local, Bits<8>>,
    next_generation: Signal<Local, Bits<7>>,
}

impl Engine {
    /// The engine of a chip built to `build`.
    pub fn new(build: &TimerBuild) -> Self {
        let upper_slots = (1_u64 << build.slot_bits) - (1 << build.wheel_bits());
        EngineParts {
            expiry: Expiry::default(),
            placing: Placing::new(build),
            of_wheel: WheelSlot::new(build),
            with_periodic: Constant::new(build.periodic),
            wide: Constant::new(build.wide),
            link_mask: Constant::new(((1_u64 << build.link_bits()) - 1).into()),
            several: Constant::new(build.wheels > 1),
            highest_wheel: Constant::new(u64::from(build.wheels - 1).into()),
            wheel_of_slot: Constant::new(upper_slots.into()),
            all_bits: Constant::new(0xff_ffff.into()),
            one_record: Constant::new(1.into()),
            two_turns: Constant::new(2.into()),
            due_field: Constant::new(1.into()),
            period_field: Constant::new(2.into()),
            last_field: Constant::new(u64::from(build.record_words() - 1).into()),
            previous_field: Constant::new(if build.wide { 3 } else { 0 }.into()),
            next_bytes: Constant::new(if build.wide { 0b1111 } else { 0b0011 }.into()),
            previous_bytes: Constant::new(if build.wide { 0b1111 } else { 0b1100 }.into()),
            all_bytes: Constant::new(0b1111.into()),
        }
        .assemble()
    }
}

impl Logic for Engine {
    #[hdl_gen]
    fn update(&mut self) {
        // What the states below decide.
        self.wants.next = false;
        self.turn.next = false;
        self.ask_write.next = true;
        self.ask_record.next = self.current.q.val();
        self.ask_field.next = 0.into();
        self.ask_select.next = self.all_bytes.val();
        self.next_value.next = self.current.q.val();
        self.previous_value.next = self.current.q.val();
        self.writes_due.next = false;
        self.writes_period.next = false;
        self.read_next.next = self.read_data.val().get_bits::<21>(0) & self.link_mask.val();
        self.read_previous.next = bit_cast::<21, 16>(self.read_data.val().get_bits::<16>(16));
        if self.wide.val() {
            self.read_previous.next = self.read_next.val();
        }
        self.tick.next = self.expiry.due.val();
        self.expiry.clear.next = self.clear.val();
        self.expiry.now.next = self.now.val();
        self.expiry.word.next = self.word.val();
        self.expiry.read_data.next = self.read_data.val();
        self.expiry.load_period.next = false;
        self.expiry.load_interval.next = false;
        self.expiry.load_due.next = false;
        self.counts.d.next = false;
        self.compares.d.next = false;
        self.takes_deadline.d.next = false;
        self.adds.d.next = false;
        self.counts_left.d.next = false;
        self.expiry.count_from_now.next = self.counts.q.val();
        self.expiry.compare.next = self.compares.q.val();
        self.expiry.take_deadline.next = self.takes_deadline.q.val();
        self.expiry.add_interval.next = self.adds.q.val();
        self.expiry.count_left.next = self.counts_left.q.val();
        self.refuses_size.d.next = false;
        self.deadline_refused.next = false;
        self.looked_up.next = false;
        self.search.next = false;
        self.visited.next = false;
        self.writes_busy.d.next = false;
        self.written.d.next = false;
        self.push.next = false;

        // Whose turn it is. A command lets two steps of waiting work go first.
        self.linked.next = self.next_link.q.val() != self.current.q.val();
        self.work.next = (self.visiting.q.val() & self.room.val()) | (!self.visiting.q.val() & self.behind.val());
        self.worked.d.next = self.work.val();
        self.may_take.next = !self.turns.q.val().any() | !self.worked.q.val();
        self.takes.next = false;
        self.is_command.next = self.is_start.q.val() | self.is_stop.q.val();
        self.read_info.next = self.read_data.val().get_bits::<8>(24);
        self.next_generation.next = self.read_data.val().get_bits::<7>(24) + 1;

        // Whose slot is meant: that of the timer that is put into a list, that of the visit, or the last one of all.
        self.upper.next = self.several.val() & self.wheel.val().any();
        self.migrates.next = self.upper.val() & !self.is_command.val();
        self.placing.due.next = self.expiry.due.val();
        self.placing.read_due.next = self.read_data.val().get_bits::<24>(0);
        self.placing.at.next = self.at.val().get_bits::<24>(0);
        self.placing.wheel.next = self.wheel.val();
        self.of_wheel.wheel.next = self.placing.place.val();
        if self.migrates.val() {
            self.of_wheel.wheel.next = self.wheel.val() - 1;
        }
        if (self.state.q.val() == State::Idle)
            | (self.state.q.val() == State::Head)
            | (self.state.q.val() == State::HeadWait)
            | (self.state.q.val() == State::Step)
        {
            self.tick.next = self.at.val().get_bits::<24>(0);
            self.of_wheel.wheel.next = self.wheel.val();
        }
        if !self.initialised.q.val() {
            self.tick.next = self.all_bits.val();
            self.of_wheel.wheel.next = self.highest_wheel.val();
        }
        self.of_wheel.tick.next = self.tick.val();
        self.of_wheel.slot_mask.next = self.slot_mask.val();
        self.slot_at.next = self.of_wheel.slot.val();
        self.written_slot.d.next = self.slot_at.val();
        if !self.initialised.q.val() {
            self.written_slot.d.next =
                self.current.q.val().get_bits::<16>(0) & (self.slot_mask.val() | self.wheel_of_slot.val());
        }
        self.head_sum.next = bit_cast::<22, 21>(self.timers.val()) + bit_cast::<22, 16>(self.slot_at.val());
        self.head.d.next = self.head_sum.val().get_bits::<21>(0) & self.link_mask.val();
        self.head_beyond.d.next = self.head_sum.val() & !bit_cast::<22, 21>(self.link_mask.val());

        self.at_last.d.next = self.current.q.val() == self.head.q.val();
        self.overlapped.d.next = false;
        match self.state.q.val() {
            State::Rest => {
                self.at_last.d.next = false;
                self.current.d.next = 0.into();
                self.info.d.next = 0.into();
                if self.initialise.val() {
                    self.state.d.next = State::Fit;
                    if self.head_beyond.q.val().any() | !self.timers.val().any() {
                        self.refuses_size.d.next = true;
                        self.state.d.next = State::Rest;
                    }
                }
            }
            State::Fit => {
                // The base is joined to a record's word, not added: no record may have a bit in common with it. What is
                // found shows in the next clock.
                self.head.d.next = self.head.q.val();
                self.ask_field.next = self.last_field.val();
                self.overlapped.d.next = self.overlaps.val();
                self.current.d.next = (self.current.q.val() + self.one_record.val()) & self.link_mask.val();
                if self.at_last.q.val() {
                    self.current.d.next = 0.into();
                    self.state.d.next = State::SweepLinks;
                }
                if self.overlapped.q.val() {
                    self.refuses_size.d.next = true;
                    self.state.d.next = State::Rest;
                }
            }
            State::SweepLinks => {
                // The last record stays in `head`.
                self.head.d.next = self.head.q.val();
                self.wants.next = true;
                if self.free.val() {
                    self.state.d.next = State::SweepDue;
                    if self.wide.val() {
                        self.state.d.next = State::SweepPrevious;
                    }
                }
            }
            State::SweepDue => {
                self.head.d.next = self.head.q.val();
                self.wants.next = true;
                self.ask_field.next = self.due_field.val();
                self.writes_due.next = true;
                self.writes_busy.d.next = true;
                if self.free.val() {
                    self.current.d.next = (self.current.q.val() + self.one_record.val()) & self.link_mask.val();
                    self.state.d.next = State::SweepLinks;
                    if self.at_last.q.val() {
                        self.initialised.d.next = true;
                        self.state.d.next = State::Idle;
                    }
                }
            }
            State::Idle => {
                self.is_start.d.next = false;
                self.is_stop.d.next = false;
                self.is_look.d.next = false;
                self.turn.next = self.looked.val();
                if self.command.val() & self.may_take.val() {
                    self.takes.next = true;
                    self.is_start.d.next = self.starting.val();
                    self.is_stop.d.next = self.stopping.val();
                    self.is_look.d.next = !self.starting.val() & !self.stopping.val();
                    self.is_periodic.d.next = self.periodic.val() & self.with_periodic.val();
                    self.current.d.next = bit_cast::<21, 20>(self.timer.val()) & self.link_mask.val();
                    self.expiry.load_interval.next = true;
                    self.counts.d.next = self.starting.val() & !self.absolute.val();
                    self.compares.d.next = self.starting.val() & self.absolute.val();
                    self.state.d.next = State::Begin;
                    if self.ahead.val() {
                        self.search.next = true;
                        self.state.d.next = State::Ahead;
                    }
                } else if self.visiting.q.val() {
                    if self.room.val() {
                        self.current.d.next = self.next_record.q.val() & self.link_mask.val();
                        self.state.d.next = State::Step;
                    }
                } else if self.stopped.val() {
                    self.state.d.next = State::Head;
                }
            }
            State::Head => {
                self.wants.next = true;
                self.ask_write.next = false;
                self.ask_record.next = self.head.q.val();
                if self.free.val() {
                    self.state.d.next = State::HeadWait;
                }
            }
            State::HeadWait => {
                self.kept.d.next = false;
                self.next_record.d.next = self.read_next.val();
                if self.answered.val() {
                    self.visiting.d.next = true;
                    self.state.d.next = State::Idle;
                }
            }
            State::Step => {
                self.turn.next = true;
                self.state.d.next = State::ReadLinks;
                if self.current.q.val() == self.head.q.val() {
                    self.writes_busy.d.next = !self.kept.q.val();
                    self.visited.next = true;
                    self.visiting.d.next = false;
                    self.state.d.next = State::Idle;
                }
            }
            State::Begin => {
                self.state.d.next = State::ReadLinks;
                self.takes_deadline.d.next = self.compares.q.val();
                if self.compares.q.val() {
                    self.state.d.next = State::Deadline;
                }
            }
            State::Deadline => {
                self.state.d.next = State::ReadLinks;
                if self.expiry.too_far.val() {
                    self.deadline_refused.next = true;
                    self.state.d.next = State::Idle;
                }
            }
            State::ReadLinks => {
                self.wants.next = true;
                self.ask_write.next = false;
                if self.free.val() {
                    self.state.d.next = State::ReadDue;
                    if self.wide.val() {
                        self.state.d.next = State::ReadPrevious;
                    }
                }
            }
            State::ReadDue => {
                self.wants.next = true;
                self.ask_write.next = false;
                self.ask_field.next = self.due_field.val();
                if self.answered.val() {
                    if !self.wide.val() {
                        self.next_link.d.next = self.read_next.val();
                    }
                    self.previous_link.d.next = self.read_previous.val();
                    self.state.d.next = State::Decide;
                }
            }
            State::Decide => {
                self.info.d.next = self.read_info.val();
                if self.is_command.val() {
                    self.info.d.next = bit_cast::<8, 7>(self.next_generation.val());
                    if self.is_start.q.val() & self.is_periodic.q.val() {
                        self.info.d.next = bit_cast::<8, 7>(self.next_generation.val())
                            | (bit_cast::<8, 1>(self.is_periodic.q.val().into()) << 7);
                    }
                }
                self.expiry.load_due.next = self.answered.val() & !self.is_start.q.val();
                if self.answered.val() {
                    if self.is_look.q.val() {
                        self.counts_left.d.next = true;
                        self.state.d.next = State::Count;
                    } else if !self.is_command.val() {
                        self.state.d.next = State::Compare;
                    } else if self.linked.val() {
                        self.state.d.next = State::UnlinkNext;
                    } else if self.is_start.q.val() {
                        self.state.d.next = State::ReadHead;
                        if self.several.val() {
                            self.state.d.next = State::Settle;
                        }
                    } else {
                        self.state.d.next = State::WriteDue;
                    }
                }
            }
            State::Count => {
                self.state.d.next = State::Answer;
            }
            State::Answer => {
                self.looked_up.next = true;
                self.state.d.next = State::Idle;
            }
            State::Compare => {
                self.next_record.d.next = self.next_link.q.val();
                if self.placing.reached.val() {
                    self.push.next = !self.upper.val();
                    self.state.d.next = State::UnlinkNext;
                } else {
                    self.kept.d.next = true;
                    self.state.d.next = State::Idle;
                }
            }
            State::UnlinkNext => {
                self.wants.next = true;
                self.ask_record.next = self.previous_link.q.val();
                self.ask_select.next = self.next_bytes.val();
                self.next_value.next = self.next_link.q.val();
                if self.current.q.val() == self.next_record.q.val() {
                    self.next_record.d.next = self.next_link.q.val();
                }
                if self.free.val() {
                    self.state.d.next = State::UnlinkPrevious;
                }
            }
            State::UnlinkPrevious => {
                self.wants.next = true;
                self.ask_record.next = self.next_link.q.val();
                self.ask_field.next = self.previous_field.val();
                self.ask_select.next = self.previous_bytes.val();
                self.previous_value.next = self.previous_link.q.val();
                if self.free.val() {
                    self.state.d.next = State::Free;
                    if self.is_start.q.val() | self.migrates.val() {
                        self.state.d.next = State::ReadHead;
                    } else if !self.is_stop.q.val() & self.info.q.val().get_bit(7) & self.with_periodic.val() {
                        self.state.d.next = State::ReadPeriod;
                    }
                }
            }
            State::Free => {
                self.wants.next = true;
                if self.free.val() {
                    self.state.d.next = State::Idle;
                    if self.is_stop.q.val() {
                        self.state.d.next = State::WriteDue;
                    }
                }
            }
            State::ReadPeriod => {
                self.wants.next = true;
                self.ask_write.next = false;
                self.ask_field.next = self.period_field.val();
                if self.free.val() & self.with_periodic.val() {
                    self.state.d.next = State::PeriodWait;
                }
            }
            State::PeriodWait => {
                if self.answered.val() & self.with_periodic.val() {
                    self.expiry.load_period.next = true;
                    self.adds.d.next = true;
                    self.state.d.next = State::Repeat;
                }
            }
            State::Repeat => {
                if self.with_periodic.val() {
                    self.state.d.next = State::Settle;
                }
            }
            State::Settle => {
                // `head` follows `due`; with several wheels `place` does, and then `head`.
                self.settled.d.next = self.several.val() & !self.settled.q.val();
                if !self.several.val() | self.settled.q.val() {
                    self.state.d.next = State::ReadHead;
                }
            }
            State::ReadHead => {
                self.wants.next = true;
                self.ask_write.next = false;
                self.ask_record.next = self.head.q.val();
                self.ask_field.next = self.previous_field.val();
                if self.free.val() {
                    self.state.d.next = State::ReadHeadWait;
                }
            }
            State::ReadHeadWait => {
                if self.answered.val() {
                    self.previous_link.d.next = self.read_previous.val();
                    self.state.d.next = State::LinkNext;
                }
            }
            State::LinkNext => {
                self.wants.next = true;
                self.ask_record.next = self.previous_link.q.val();
                self.ask_select.next = self.next_bytes.val();
                self.writes_busy.d.next = true;
                self.written.d.next = true;
                if !self.migrates.val() {
                    self.kept.d.next = true;
                }
                if self.free.val() {
                    self.state.d.next = State::LinkPrevious;
                }
            }
            State::LinkPrevious => {
                self.wants.next = true;
                self.ask_record.next = self.head.q.val();
                self.ask_field.next = self.previous_field.val();
                self.ask_select.next = self.previous_bytes.val();
                if self.free.val() {
                    self.state.d.next = State::LinkSelf;
                }
            }
            State::LinkSelf => {
                self.wants.next = true;
                self.next_value.next = self.head.q.val();
                self.previous_value.next = self.previous_link.q.val();
                // A visit that has come to the end of this list has not any more.
                if self.several.val() & (self.next_record.q.val() == self.head.q.val()) {
                    self.next_record.d.next = self.current.q.val();
                }
                if self.free.val() {
                    self.state.d.next = State::WriteDue;
                    if self.wide.val() {
                        self.state.d.next = State::LinkPreviousOfSelf;
                    } else if self.migrates.val() {
                        self.state.d.next = State::Idle;
                    }
                }
            }
            State::WriteDue => {
                self.wants.next = true;
                self.ask_field.next = self.due_field.val();
                self.writes_due.next = true;
                if self.free.val() {
                    self.state.d.next = State::Idle;
                    if self.is_start.q.val() & self.is_periodic.q.val() & self.with_periodic.val() {
                        self.state.d.next = State::WritePeriod;
                    }
                }
            }
            State::WritePeriod => {
                self.wants.next = true;
                self.ask_field.next = self.period_field.val();
                self.writes_period.next = self.with_periodic.val();
                if self.free.val() {
                    self.state.d.next = State::Idle;
                }
            }
            State::SweepPrevious => {
                self.head.d.next = self.head.q.val();
                self.wants.next = true;
                self.ask_field.next = self.previous_field.val();
                if self.free.val() {
                    self.state.d.next = State::SweepDue;
                }
            }
            State::ReadPrevious => {
                self.wants.next = true;
                self.ask_write.next = false;
                self.ask_field.next = self.previous_field.val();
                if self.answered.val() {
                    self.next_link.d.next = self.read_next.val();
                    self.state.d.next = State::ReadDue;
                }
            }
            State::LinkPreviousOfSelf => {
                self.wants.next = true;
                self.ask_field.next = self.previous_field.val();
                self.previous_value.next = self.previous_link.q.val();
                if self.free.val() {
                    self.state.d.next = State::WriteDue;
                    if self.migrates.val() {
                        self.state.d.next = State::Idle;
                    }
                }
            }
            State::Ahead => {
                if self.searched.val() {
                    self.looked_up.next = true;
                    self.state.d.next = State::Idle;
                }
            }
        }

        if self.turn.val() & self.turns.q.val().any() {
            self.turns.d.next = self.turns.q.val() - 1;
        }
        if self.takes.val() {
            self.turns.d.next = self.two_turns.val();
        }
        self.go.next = self.wants.val() & self.free.val();
        if self.clear.val() {
            self.state.d.next = State::Rest;
            self.is_start.d.next = false;
            self.is_stop.d.next = false;
            self.is_look.d.next = false;
            self.initialised.d.next = false;
            self.visiting.d.next = false;
            self.settled.d.next = false;
            self.turns.d.next = 0.into();
        }

        self.ask.next = self.go.val();
        self.links.next =
            bit_cast::<32, 21>(self.next_value.val()) | (bit_cast::<32, 21>(self.previous_value.val()) << 16);
        if self.wide.val() {
            self.links.next = bit_cast::<32, 21>(self.next_value.val());
            if self.ask_field.val() == self.previous_field.val() {
                self.links.next = bit_cast::<32, 21>(self.previous_value.val());
            }
        }
        self.ask_data.next = self.links.val();
        if self.writes_due.val() {
            self.ask_data.next =
                bit_cast::<32, 24>(self.expiry.due.val()) | (bit_cast::<32, 8>(self.info.q.val()) << 24);
        }
        if self.writes_period.val() {
            self.ask_data.next = self.expiry.interval.val();
        }
        self.taken.next = self.takes.val();
        self.ready.next = self.initialised.q.val();
        self.pause.next = self.is_start.q.val();
        self.busy_write.next = self.writes_busy.q.val();
        self.busy.next = self.written.q.val();
        self.slot.next = self.written_slot.q.val();
        self.size_refused.next = self.refuses_size.q.val();
        self.record.next = self.current.q.val();
        self.generation.next = self.info.q.val().get_bits::<7>(0);
        self.expiry.none_left.next = !self.linked.val() | self.too_far.val();
        self.shown.next = bit_cast::<32, 24>(self.expiry.left.val())
            | (bit_cast::<32, 7>(self.info.q.val().get_bits::<7>(0)) << 24)
            | (bit_cast::<32, 1>(self.linked.val().into()) << 31);
    }
}
