//! A digital circuit simulated by events, with both time-flow mechanisms that the paper compares (section IV.B): from
//! event to event, as with an ordered queue, and tick by tick, as with TEGAS's wheel. Both must come to the same
//! result.
//!
//! The circuit is a ripple-carry adder. A gate whose input changes starts a timer of its delay, at whose expiry its
//! output is computed; a change of that is an event for the gates behind it. The carry ripples, so sums glitch before
//! they settle.
//!
//!     cargo run --example discrete_event_simulation

use carillon_queues::schemes::SimulationWheel;
use carillon_queues::{Handle, HierarchicalWheel, TimerQueue, Timers};

/// How time goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeFlow {
    /// From one event to the next, however far.
    ByEvents,
    /// By one tick, whether anything happens or not.
    ByTicks,
}

#[derive(Debug, Clone, Copy)]
enum Kind {
    And,
    Or,
    Xor,
}

#[derive(Debug, Clone, Copy)]
struct Gate {
    kind: Kind,
    inputs: [usize; 2],
    output: usize,
    delay: u64,
}

/// What a simulation came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// The adder's sum, carry out included.
    pub sum: u64,
    /// The tick of the last change.
    pub settled: u64,
    /// Changes of any wire.
    pub changes: u64,
    /// Times that the clock was moved.
    pub advances: u64,
}

/// An adder of so many bits: its gates, and the wires of the sum.
fn adder(bits: usize) -> (Vec<Gate>, Vec<usize>, usize) {
    // Wires: a in 0..bits, b in bits..2 bits, a carry in that stays 0, then those of the gates.
    let (mut gates, mut sum) = (Vec::new(), Vec::new());
    let mut wires = 2 * bits + 1;
    let mut gate = |kind, one, other, delay| {
        let output = wires;
        wires += 1;
        gates.push(Gate { kind, inputs: [one, other], output, delay });
        output
    };
    let mut carry = 2 * bits;
    for bit in 0..bits {
        let half = gate(Kind::Xor, bit, bits + bit, 3);
        sum.push(gate(Kind::Xor, half, carry, 3));
        let both = gate(Kind::And, bit, bits + bit, 2);
        let through = gate(Kind::And, half, carry, 2);
        carry = gate(Kind::Or, both, through, 2);
    }
    sum.push(carry);
    (gates, sum, wires)
}

/// Adds `one` and `other` in a circuit of `bits` bits whose wires are all 0 before.
pub fn add(
    queue: &mut impl TimerQueue<Item = usize>,
    flow: TimeFlow,
    bits: usize,
    (one, other): (u64, u64),
) -> Result<Outcome, Box<dyn core::error::Error>> {
    let (gates, sum, wires) = adder(bits);
    let mut level = vec![false; wires];
    let mut pending: Vec<Option<Handle>> = vec![None; gates.len()];
    let (mut changes, mut advances, mut settled) = (0, 0, 0);
    for bit in 0..bits {
        for (wire, value) in [(bit, one >> bit & 1 == 1), (bits + bit, other >> bit & 1 == 1)] {
            if value {
                level[wire] = true;
                trigger(queue, &gates, &mut pending, wire)?;
            }
        }
    }
    while queue.outstanding() > 0 {
        let now = match flow {
            TimeFlow::ByEvents => queue.next_expiry().ok_or("outstanding")?,
            TimeFlow::ByTicks => queue.now() + 1,
        };
        queue.advance(now);
        advances += 1;
        // All outputs of a tick are computed before any of them is seen by others.
        let mut computed = Vec::new();
        while let Some(expired) = queue.next_expired() {
            pending[expired.item] = None;
            let gate = gates[expired.item];
            let [one, other] = gate.inputs.map(|wire| level[wire]);
            let value = match gate.kind {
                Kind::And => one && other,
                Kind::Or => one || other,
                Kind::Xor => one != other,
            };
            if value != level[gate.output] {
                computed.push((gate.output, value));
            }
        }
        for (wire, value) in computed {
            level[wire] = value;
            changes += 1;
            settled = now;
            trigger(queue, &gates, &mut pending, wire)?;
        }
    }
    let sum = sum.iter().rev().fold(0, |sum, &wire| sum << 1 | u64::from(level[wire]));
    Ok(Outcome { sum, settled, changes, advances })
}

/// The wire has changed: the gates behind it will see to it after their delay, counted from now.
fn trigger(
    queue: &mut impl TimerQueue<Item = usize>,
    gates: &[Gate],
    pending: &mut [Option<Handle>],
    wire: usize,
) -> Result<(), Box<dyn core::error::Error>> {
    for (number, gate) in gates.iter().enumerate() {
        if gate.inputs.contains(&wire) {
            if let Some(handle) = pending[number].take() {
                queue.stop(handle);
            }
            pending[number] = Some(queue.start(gate.delay, number)?);
        }
    }
    Ok(())
}

/// One addition, both ways.
pub fn main() -> Result<(), Box<dyn core::error::Error>> {
    let operands = (0xFFFF_FFFF, 1);
    let mut wheel = Timers::bounded(SimulationWheel::new(64), 256)?;
    let by_ticks = add(&mut wheel, TimeFlow::ByTicks, 32, operands)?;
    let mut hierarchy = Timers::bounded(HierarchicalWheel::<6>::new(), 256)?;
    let by_events = add(&mut hierarchy, TimeFlow::ByEvents, 32, operands)?;
    println!("tick by tick, TEGAS's wheel:      {by_ticks:?}");
    println!("event by event, Scheme 7:         {by_events:?}");
    Ok(())
}
