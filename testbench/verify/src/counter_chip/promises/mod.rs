//! The promises of the specification, checked from outside.
//!
//! An observer beside the bus, who knows the specification and nothing of clocks: what the host has written, and what
//! it would read if it asked at the same time. A write takes effect at once or a little later; in between anything may
//! happen in either order, and the observer asks only for what is right in both.
//!
//! - Every slot that was armed before a visit, and not disarmed, is reported by an event of exactly that wheel, slot
//!   and tick.
//! - Nothing else is reported: no event without a bit, none twice, none before its tick, none marked late without an
//!   arm that came too late.
//! - Ticks never decrease; in a tick the highest wheel comes first.
//! - An arm that came too late is answered by a late event, or by `late_overflow`.
//! - The cursor does not go past an event of a wheel with `HOLD` before it is acknowledged, and what the host arms
//!   meanwhile counts for the same tick.
//! - The cursor goes on while it is behind now and no event waits.
//! - Every transfer is answered: the bus never hangs.

mod late;
mod moment;
mod slots;

pub use moment::Glimpse;

use carillon_regmap::counter_chip::Build;
use carillon_regmap::counter_chip::{field, offset};
use carillon_sim::{Inputs, Outputs};
use carillon_spec::counter_chip::WheelSizes;
use carillon_spec::counter_chip::wheel_sizes::{Position, end_of, position};
use late::LateArms;
use moment::{Event, Moment, POSTED};
use slots::Slots;

/// From the clock in which a transfer is accepted to the one in which it is decided.
const DECIDED_AFTER: u32 = 2;

/// Clocks for which the bus may be busy with a transfer: a read of `NEXT`, which takes 8 clocks for each level of the
/// look-ahead, and the bus adapter's.
fn answered_within(slot_bits: u32) -> u32 {
    8 * slot_bits.div_ceil(4) + 12
}

/// Clocks for which the cursor may stand while it is behind now and no event waits: a cascade of eight wheels, with
/// searches of `NEXT` in its way.
const STANDS: u64 = 400;

/// When a write takes effect: after all visits up to `passed`, before all beyond `certain`.
#[derive(Clone, Copy, Debug)]
struct Effect {
    passed: Position,
    certain: Position,
}

#[derive(Clone, Copy, Debug)]
struct Transfer {
    write: bool,
    offset: u32,
    data: u32,
    clocks: u32,
}

/// A wheel's mode, and since when it is certain that the cursor goes by it.
#[derive(Clone, Copy, Debug, Default)]
struct Mode {
    hold: bool,
    auto_clear: bool,
    settled: Position,
}

/// The observer.
#[derive(Debug)]
pub struct Promises {
    fifo_depth: u64,
    under_way: Option<Transfer>,
    /// Clocks for which the bus may be busy with a transfer.
    answered_within: u32,
    /// Clocks for which no transfer has been accepted.
    stalled: u32,
    /// Clocks seen.
    clocks: u64,
    state: State,
}

/// What is forgotten at a reset.
#[derive(Debug, Default)]
struct State {
    /// The wheels, once the sizes are locked.
    sizes: Option<WheelSizes>,
    modes: [Mode; 8],
    slots: Slots,
    late: LateArms,
    /// The last event that was no late one.
    last: Position,
    last_tick: u64,
    /// The cursor at the transfer before.
    cursor_before: u64,
    /// Where the cursor stands with nothing to wait for, and since when that is known.
    stands: Option<(u64, u64)>,
}

impl Promises {
    /// An observer of a chip built to `build`, which is in reset.
    pub fn new(build: &Build) -> Self {
        Self {
            fifo_depth: 1 << build.fifo_bits,
            answered_within: answered_within(build.slot_bits),
            under_way: None,
            stalled: 0,
            clocks: 0,
            state: State::default(),
        }
    }

    /// One clock, seen before its edge.
    ///
    /// # Errors
    ///
    /// The promise that was broken.
    pub fn clock(&mut self, inputs: &Inputs, outputs: &Outputs, chip: &dyn Glimpse) -> Result<(), String> {
        if inputs.reset {
            self.under_way = None;
            self.stalled = 0;
            self.state = State::default();
            return Ok(());
        }
        self.clocks += 1;
        self.stalled = if outputs.wb_stall { self.stalled + 1 } else { 0 };
        if self.stalled > self.answered_within {
            return Err(format!("the bus hangs: busy for {} clocks", self.stalled));
        }
        if let Some(transfer) = &mut self.under_way {
            transfer.clocks += 1;
            if transfer.clocks == DECIDED_AFTER {
                let transfer = *transfer;
                self.under_way = None;
                self.decide(&transfer, chip)?;
            }
        }
        if inputs.wb_cyc && inputs.wb_stb && !outputs.wb_stall {
            self.under_way = Some(Transfer {
                write: inputs.wb_we && inputs.wb_sel & 0xf == 0xf,
                offset: u32::from(inputs.wb_adr & 0x3f) * 4,
                data: inputs.wb_dat_w,
                clocks: 0,
            });
        }
        Ok(())
    }

    fn decide(&mut self, transfer: &Transfer, chip: &dyn Glimpse) -> Result<(), String> {
        let moment = Moment::of(chip);
        let status = chip.glimpse(offset::STATUS).unwrap_or(0);
        let state = &mut self.state;
        if field::status::RUNNING.is_set(status) && state.sizes.is_none() {
            state.sizes = Some(WheelSizes::new(
                (0..8).map(|wheel| chip.glimpse(offset::element(offset::WHEEL_SIZE, wheel)).unwrap_or(0)),
            ));
        }
        if let Some(sizes) = state.sizes.take() {
            let checked = state.observe(&moment).and_then(|()| state.goes_on(&moment, self.clocks));
            let done = checked.and_then(|()| {
                if transfer.write { state.write(&sizes, &moment, transfer, self.fifo_depth) } else { Ok(()) }
            });
            state.sizes = Some(sizes);
            done?;
            state.cursor_before = moment.cursor;
        }
        if transfer.write {
            if transfer.offset == offset::CTRL && field::ctrl::RESET.is_set(transfer.data) {
                self.state = State::default();
            } else {
                self.state.change_mode(transfer, chip, &moment);
            }
        }
        Ok(())
    }
}

impl State {
    /// What every transfer shows, whatever it is.
    fn observe(&mut self, moment: &Moment) -> Result<(), String> {
        if moment.cursor > moment.now {
            return Err(format!("the cursor is ahead of now: {moment:?}"));
        }
        if moment.overflow {
            self.late.excuse();
        }
        self.late.pass_transfer();
        let Some(event) = moment.event else {
            // Whoever reads the cursor, then finds no event, knows that there is none up to that tick.
            let reported = end_of(self.cursor_before);
            self.late.pass_empty(reported)?;
            return self.slots.all_reported(reported);
        };
        if event.tick > moment.now {
            return Err(format!("early: {event:?} at {}", moment.now));
        }
        if let Some(held) = self.held(&event)
            && moment.cursor > event.tick - u64::from(event.wheel > 0)
        {
            return Err(format!("the cursor is past {held}, which is held: {moment:?}"));
        }
        Ok(())
    }

    /// The cursor may wait for a tick, or for the host to take an event; for nothing else, and not for ever.
    fn goes_on(&mut self, moment: &Moment, clock: u64) -> Result<(), String> {
        let waits = moment.event.is_some() || moment.cursor == moment.now;
        let before = self.stands.filter(|&(cursor, _)| cursor == moment.cursor);
        self.stands = (!waits).then(|| before.unwrap_or((moment.cursor, clock)));
        match self.stands {
            Some((_, since)) if clock - since > STANDS => {
                Err(format!("the cursor stands for {} clocks: {moment:?}", clock - since))
            }
            _ => Ok(()),
        }
    }

    /// The position of an event that the cursor must be waiting at.
    fn held(&self, event: &Event) -> Option<Position> {
        let mode = self.modes[event.wheel as usize];
        let at = position(event.tick, event.wheel);
        (!event.late && mode.hold && at > mode.settled).then_some(at)
    }

    /// When a write of this moment takes effect. The cursor does not move while an event is held, unless it `goes_on`.
    fn effect(&self, moment: &Moment, goes_on: bool) -> Effect {
        let held = moment.event.filter(|_| !goes_on);
        let held = held.and_then(|event| self.held(&event));
        Effect { passed: end_of(moment.cursor), certain: held.unwrap_or(end_of(moment.furthest())) }
    }

    fn write(
        &mut self,
        sizes: &WheelSizes,
        moment: &Moment,
        transfer: &Transfer,
        fifo_depth: u64,
    ) -> Result<(), String> {
        let wheel = field::arm::WHEEL.get(transfer.data);
        let slot = field::arm::SLOT.get(transfer.data);
        let exists = u64::from(slot) < sizes.size(wheel);
        let acknowledges = transfer.offset == offset::EVENT_ACK;
        let effect = self.effect(moment, acknowledges);
        match transfer.offset {
            offset::ARM if exists => {
                self.slots.arm(sizes, wheel, slot, effect);
                let lap = field::arm::LAP.get(transfer.data) as u8;
                let deadline = moment.after(POSTED + fifo_depth);
                self.late.arm(sizes, moment, effect, (wheel, slot, lap), deadline);
            }
            offset::DISARM if exists => {
                self.slots.disarm(sizes, wheel, slot, effect);
                self.late.disarm(wheel, slot);
            }
            offset::EVENT_ACK => {
                let named = field::event_ack::SEQUENCE.get(transfer.data);
                if let Some(event) = moment.event.filter(|_| named == moment.sequence) {
                    self.acknowledge(sizes, &event)?;
                    if field::event_ack::DISARM.is_set(transfer.data) {
                        self.slots.disarm(sizes, event.wheel, event.slot, effect);
                        self.late.disarm(event.wheel, event.slot);
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn acknowledge(&mut self, sizes: &WheelSizes, event: &Event) -> Result<(), String> {
        if event.tick < self.last_tick {
            return Err(format!("{event:?} comes after tick {}", self.last_tick));
        }
        self.last_tick = event.tick;
        self.late.pass_tick(event.tick)?;
        if event.late {
            return self.late.report(event);
        }
        if !sizes.brings_up(event.tick, event.wheel, event.slot) {
            return Err(format!("not of this tick: {event:?}"));
        }
        let at = position(event.tick, event.wheel);
        if at <= self.last {
            return Err(format!("out of order or twice: {event:?}"));
        }
        self.last = at;
        let mode = self.modes[event.wheel as usize];
        let clears = if at <= mode.settled { None } else { Some(mode.auto_clear) };
        self.slots.report(sizes, event, clears)?;
        self.late.answer(event, at, clears != Some(false));
        Ok(())
    }

    /// `WHEEL_MODE` may be changed while the chip runs; for a while the observer does not know which mode the cursor
    /// uses.
    fn change_mode(&mut self, transfer: &Transfer, chip: &dyn Glimpse, moment: &Moment) {
        let first = offset::WHEEL_MODE;
        let Some(wheel) = (0..8).find(|&wheel| offset::element(first, wheel) == transfer.offset) else {
            return;
        };
        let Some(before) = chip.glimpse(transfer.offset) else {
            return;
        };
        let mode = &mut self.modes[wheel as usize];
        mode.hold = field::wheel_mode::HOLD.is_set(transfer.data);
        mode.auto_clear = field::wheel_mode::AUTO_CLEAR.is_set(transfer.data);
        let mask = field::wheel_mode::HOLD.mask() | field::wheel_mode::AUTO_CLEAR.mask();
        if let Some(sizes) = &self.sizes
            && (before ^ transfer.data) & mask != 0
        {
            mode.settled = end_of(moment.furthest());
            self.slots.forget(sizes, wheel);
            self.late.forget(wheel);
        }
    }
}
