//! What the page shows: one object, and for each slot its busy bit and its number of timers.

use serde::Serialize;
use serde_json::Value;

use super::host::Waiting;
use super::machine::Machine;
use super::{Counters, LabError, Scheme};
use carillon_spec::counter_chip::{Inside, InsideEvent};

/// Slots whose timers are listed.
const LISTED_SLOTS: usize = 24;

/// Timers that are listed for each of them.
const LISTED_TIMERS: usize = 6;

/// Timers that are listed of the slot that is looked into.
const LISTED_CHOSEN: usize = 12;

/// Events of the FIFO that are listed.
const LISTED_EVENTS: usize = 64;

/// One wheel.
#[derive(Clone, Debug, Serialize)]
struct ShownWheel {
    slots: u32,
    /// The slot that now and the cursor are at.
    now: u32,
    cursor: u32,
    /// Ticks from one step to the next.
    period: u64,
}

/// One slot with timers.
#[derive(Clone, Debug, Serialize)]
struct ShownSlot {
    wheel: u32,
    slot: u32,
    count: u32,
    busy: bool,
    /// Ticks from now to the one at which the cursor comes to it; negative where the cursor is late.
    ahead: i64,
    /// Number and due tick of some of its timers.
    timers: Vec<[u64; 2]>,
}

#[derive(Clone, Debug, Serialize)]
struct ShownEvent {
    wheel: u32,
    slot: u32,
    late: bool,
    tick: u32,
}

impl From<&InsideEvent> for ShownEvent {
    fn from(event: &InsideEvent) -> Self {
        Self { wheel: event.wheel, slot: event.slot, late: event.late, tick: event.tick }
    }
}

/// Where a timer is.
#[derive(Clone, Debug, Serialize)]
struct Followed {
    id: u32,
    /// Its wheel and slot; null if it is due and not yet handed out.
    wheel: Option<u32>,
    slot: Option<u32>,
    due: u64,
}

impl Followed {
    fn of(machine: &Machine, waiting: Waiting) -> Self {
        let (wheel, slot) = waiting.slot.map(|slot| machine.on_wheel(slot)).unzip();
        Self { id: waiting.id, wheel, slot, due: waiting.due }
    }
}

/// What is shown.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Everything that has few parts.
    pub fields: Value,
    /// For each wheel its words of sixteen busy bits, the lowest slot in bit 0; then for each slot of all wheels its
    /// number of timers, at most 255.
    pub slots: Vec<u8>,
}

impl Frame {
    /// As one message: the length of the fields' text in four bytes, the lowest first, that text, the slots.
    pub fn message(&self) -> Vec<u8> {
        let text = self.fields.to_string();
        let mut message = (text.len() as u32).to_le_bytes().to_vec();
        message.extend_from_slice(text.as_bytes());
        message.extend_from_slice(&self.slots);
        message
    }
}

/// The machine's part of a frame, with the slot that was chosen by its wheel and number.
pub(super) fn frame(machine: &Machine, chosen: Option<(u32, u32)>) -> Result<Frame, LabError> {
    let inside = machine.bus().inside()?;
    let config = machine.config();
    let mut wheels = Vec::new();
    let mut period: u64 = 1;
    for &slots in &config.wheels {
        let place = |tick: u64| ((tick / period) % u64::from(slots)) as u32;
        wheels.push(ShownWheel { slots, now: place(inside.now), cursor: place(inside.cursor), period });
        period = period.saturating_mul(slots.into());
    }

    let total: usize = config.wheels.iter().map(|slots| *slots as usize).sum();
    let mut counts = vec![0_u32; total];
    let mut due = Vec::new();
    machine.look(&mut |waiting| match waiting.slot {
        Some(slot) => {
            if let Some(count) = counts.get_mut(slot as usize) {
                *count += 1;
            }
        }
        None => due.push([u64::from(waiting.id), waiting.due]),
    });

    // Each wheel's busy bits begin with a word. Those of a board cannot be read: they are set where the host has
    // timers.
    let is_board = machine.bus().is_board();
    let mut slots = Vec::with_capacity(total + total / 8 + 16);
    let mut first_word = 0;
    let mut is_busy = vec![false; total];
    let mut first_slot = 0;
    for wheel in &wheels {
        let words = wheel.slots.div_ceil(16) as usize;
        let size = wheel.slots as usize;
        for index in 0..words {
            let places = first_slot + index * 16..first_slot + size.min(index * 16 + 16);
            let word = if !config.scheme.has_busy_bits() {
                0
            } else if is_board {
                let timers = counts[places.clone()].iter().rev();
                timers.fold(0, |word, count| word << 1 | u16::from(*count > 0))
            } else {
                inside.busy.get(first_word + index).copied().unwrap_or(0)
            };
            slots.extend_from_slice(&word.to_le_bytes());
            for (bit, place) in places.enumerate() {
                is_busy[place] = word >> bit & 1 != 0;
            }
        }
        first_word += words;
        first_slot += size;
    }
    slots.extend(counts.iter().map(|count| (*count).min(255) as u8));

    let listed = nearest(machine, &wheels, &counts, &is_busy, &inside);
    let events = inside.events.iter().take(LISTED_EVENTS);
    let bus = machine.bus();
    let heap: Vec<[u64; 2]> = match config.scheme {
        Scheme::Scheme3 => earliest(machine),
        _ => Vec::new(),
    };
    let timers: Vec<_> = machine.places().into_values().map(|it| Followed::of(machine, it)).collect();
    let generator = machine.generator().map(|it| (it.plan(), it.left()));
    let chosen = chosen.and_then(|place| shown_slot(machine, &wheels, &counts, &is_busy, &inside, place));
    let fields = serde_json::json!({
        "clock": machine.clocks(),
        "irq": bus.irq(),
        "now": inside.now,
        "cursor": inside.cursor,
        "epoch": machine.epoch(),
        "backlog": inside.now - inside.cursor.min(inside.now),
        "wheels": wheels,
        "fifo": {
            "depth": bus.fifo_depth(),
            "level": inside.events.len(),
            "more": bus.has_more_events(),
            "events": events.map(ShownEvent::from).collect::<Vec<_>>(),
        },
        "asleep": machine.is_asleep(),
        "counters": Counters::clone(&machine.counters()),
        "beside": machine.counters_beside(),
        "lists": machine.lists_beside(),
        "queue": listed,
        "due": due,
        "chosen": chosen,
        "heap": heap,
        "timers": timers,
        "tree": machine.tree(),
        "busy_slots": is_busy.iter().filter(|busy| **busy).count(),
        "generator": generator,
        "replay": machine.replayed(),
        "journal": machine.lines(),
    });
    Ok(Frame { fields, slots })
}

/// The timers that are due first.
fn earliest(machine: &Machine) -> Vec<[u64; 2]> {
    let running = machine.running().iter();
    let mut all: Vec<[u64; 2]> = running.map(|(id, running)| [u64::from(*id), running.due]).collect();
    all.sort_unstable_by_key(|[_, due]| *due);
    all.truncate(LISTED_SLOTS);
    all
}

/// The slot of this wheel and number, whether it has timers or not.
fn shown_slot(
    machine: &Machine,
    wheels: &[ShownWheel],
    counts: &[u32],
    is_busy: &[bool],
    inside: &Inside,
    (wheel, slot): (u32, u32),
) -> Option<ShownSlot> {
    let before = wheels.iter().take(wheel as usize);
    let at = before.map(|wheel| wheel.slots).sum::<u32>() + slot;
    let mut timers = Vec::new();
    machine.look(&mut |waiting| {
        if waiting.slot == Some(at) {
            timers.push([waiting.id.into(), waiting.due]);
        }
    });
    timers.sort_unstable_by_key(|[_, due]| *due);
    timers.truncate(LISTED_CHOSEN);
    let ShownWheel { slots, period, .. } = *wheels.get(wheel as usize)?;
    let reached = reached(machine, inside);
    Some(ShownSlot {
        wheel,
        slot,
        count: counts[at as usize],
        busy: is_busy[at as usize],
        ahead: steps_ahead(slots, period, slot, reached, inside.now),
        timers,
    })
}

/// The tick up to which the slots have been visited: by the cursor, or without busy bits by the host.
fn reached(machine: &Machine, inside: &Inside) -> u64 {
    if machine.config().scheme.has_busy_bits() { inside.cursor.min(inside.now) } else { inside.now }
}

/// Ticks from `now` to the one at which a slot is visited next; negative where that is late. A wheel of so many `slots`
/// makes a step in so many ticks, its `period`.
fn steps_ahead(slots: u32, period: u64, slot: u32, reached: u64, now: u64) -> i64 {
    let size = u64::from(slots);
    let steps = reached / period;
    let step = (u64::from(slot) + size - 1 - steps % size) % size + 1;
    let tick = (steps + step).saturating_mul(period);
    tick.wrapping_sub(now).cast_signed()
}

/// The tick of the chip at which a slot of the machine's is visited next, and the ticks of a lap of its wheel.
pub(super) fn next_visit(machine: &Machine, wheel: u32, slot: u32) -> Result<(u64, u64), LabError> {
    let inside = machine.bus().inside()?;
    let sizes = &machine.config().wheels;
    let lower = sizes[..wheel as usize].iter();
    let period = lower.fold(1_u64, |period, slots| period.saturating_mul((*slots).into()));
    let slots = sizes[wheel as usize];
    let ahead = steps_ahead(slots, period, slot, reached(machine, &inside), inside.now);
    let tick = inside.now.saturating_add_signed(ahead);
    Ok((tick, period.saturating_mul(slots.into())))
}

/// The slots with timers that the cursor comes to next, with their timers. Without busy bits, those that now comes to.
fn nearest(
    machine: &Machine,
    wheels: &[ShownWheel],
    counts: &[u32],
    is_busy: &[bool],
    inside: &Inside,
) -> Vec<ShownSlot> {
    let now = inside.now;
    let reached = reached(machine, inside);
    let mut listed: Vec<(usize, ShownSlot)> = Vec::new();
    let mut first = 0;
    for (wheel, number) in wheels.iter().zip(0..) {
        let size = wheel.slots as usize;
        let steps = reached / wheel.period;
        let at = (steps % u64::from(wheel.slots)) as usize;
        // From the step after the present one round to the present one, the last to be visited again.
        let ahead = (1..=size).map(|step| (step, (at + step) % size));
        let full = ahead.filter(|(_, slot)| counts[first + slot] > 0 || is_busy[first + slot]);
        listed.extend(full.take(LISTED_SLOTS).map(|(step, slot)| {
            let at = first + slot;
            let tick = (steps + step as u64).saturating_mul(wheel.period);
            let shown = ShownSlot {
                wheel: number,
                slot: slot as u32,
                count: counts[at],
                busy: is_busy[at],
                ahead: tick.wrapping_sub(now).cast_signed(),
                timers: Vec::new(),
            };
            (at, shown)
        }));
        first += size;
    }
    listed.sort_unstable_by_key(|(at, slot)| (slot.ahead, *at));
    listed.truncate(LISTED_SLOTS);
    machine.look(&mut |waiting| {
        let Some(slot) = waiting.slot else { return };
        let found = listed.iter_mut().find(|(at, _)| *at == slot as usize);
        if let Some((_, shown)) = found
            && shown.timers.len() < LISTED_TIMERS
        {
            shown.timers.push([waiting.id.into(), waiting.due]);
        }
    });
    for (_, shown) in &mut listed {
        shown.timers.sort_unstable_by_key(|[_, due]| *due);
    }
    listed.into_iter().map(|(_, shown)| shown).collect()
}
