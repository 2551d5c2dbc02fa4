//! The wheels: their busy bits, the cursor that visits them, and the FIFO.

use std::collections::{BTreeSet, VecDeque};
use std::mem::replace;

use super::super::WheelSizes;

/// One event.
#[derive(Debug, Clone, Copy)]
pub struct Event {
    pub wheel: usize,
    pub slot: u32,
    pub tick: u64,
    pub late: bool,
    /// The cursor waits for its acknowledgement.
    pub holding: bool,
    /// Now, when it came.
    pub arrived: u64,
}

#[derive(Debug, Default)]
struct Wheel {
    hold: bool,
    auto_clear: bool,
    busy: BTreeSet<u32>,
}

/// A tick some of whose slots have still to be visited.
#[derive(Debug, Clone, Copy)]
struct UnderWay {
    tick: u64,
    /// The wheels below this one are still to be visited.
    left: usize,
}

/// Wheels, cursor and FIFO.
#[derive(Debug)]
pub struct Wheels {
    depth: usize,
    sizes: WheelSizes,
    wheels: Vec<Wheel>,
    finished: u64,
    under_way: Option<UnderWay>,
    fifo: VecDeque<Event>,
    now: u64,
}

impl Wheels {
    pub fn new(depth: usize) -> Self {
        let (sizes, wheels, fifo) = (WheelSizes::default(), Vec::new(), VecDeque::new());
        Self { depth, sizes, wheels, finished: 0, under_way: None, fifo, now: 0 }
    }

    /// The sizes are fixed.
    pub fn start(&mut self, sizes: &[u32]) {
        self.sizes = WheelSizes::new(sizes.iter().copied());
        self.wheels.resize_with(self.sizes.wheels() as usize, Wheel::default);
    }

    pub fn set_mode(&mut self, wheel: usize, hold: bool, auto_clear: bool) {
        if let Some(wheel) = self.wheels.get_mut(wheel) {
            (wheel.hold, wheel.auto_clear) = (hold, auto_clear);
        }
    }

    pub fn cursor(&self) -> u64 {
        self.finished
    }

    pub fn head(&self) -> Option<Event> {
        self.fifo.front().copied()
    }

    pub fn events(&self) -> usize {
        self.fifo.len()
    }

    pub fn is_full(&self) -> bool {
        self.fifo.len() >= self.depth
    }

    pub fn is_busy(&self, wheel: usize, slot: u32) -> bool {
        self.wheels[wheel].busy.contains(&slot)
    }

    pub fn has_slot(&self, wheel: usize, slot: u32) -> bool {
        u64::from(slot) < self.sizes.size(wheel as u32)
    }

    /// The number of the wheel's next step; steps count from 1.
    fn next_step(&self, wheel: usize) -> u64 {
        let reached = match self.under_way {
            Some(under_way) if wheel >= under_way.left => under_way.tick,
            _ => self.finished,
        };
        self.sizes.steps(wheel as u32, reached) + 1
    }

    /// Steps from the wheel's next one to the first that brings up a busy slot.
    pub fn distance(&self, wheel: usize) -> Option<u64> {
        let (size, step) = (self.sizes.size(wheel as u32), self.next_step(wheel));
        let (position, busy) = ((step % size) as u32, &self.wheels[wheel].busy);
        let ahead = busy.range(position..).next();
        ahead.map(|&slot| u64::from(slot - position)).or_else(|| {
            let first = busy.first()?;
            Some(size - u64::from(position) + u64::from(*first))
        })
    }

    /// The tick of the wheel's next visit of a busy slot.
    fn next_busy_tick_of(&self, wheel: usize) -> Option<u64> {
        let step = self.next_step(wheel).checked_add(self.distance(wheel)?)?;
        self.sizes.tick_of(wheel as u32, step)
    }

    /// The tick of the next visit of a busy slot.
    pub fn next_busy_tick(&self) -> Option<u64> {
        (0..self.wheels.len()).filter_map(|wheel| self.next_busy_tick_of(wheel)).min()
    }

    /// The cursor follows now as far as it may.
    pub fn chase(&mut self, now: u64) {
        let before = replace(&mut self.now, now);
        while !self.fifo.iter().any(|event| event.holding) {
            let under_way = match (self.under_way, self.next_busy_tick()) {
                (Some(under_way), _) => under_way,
                (None, Some(tick)) if tick <= now => {
                    self.finished = tick - 1;
                    let left = self.sizes.stepping(tick) as usize;
                    UnderWay { tick, left }
                }
                _ => {
                    self.finished = now;
                    return;
                }
            };
            if !self.visit(under_way, before) {
                return;
            }
        }
    }

    /// Visits the highest wheel of those that are left, at its tick, or as soon as the cursor, which stood when now was
    /// `before`, goes on. False if the FIFO has no room for what is there.
    fn visit(&mut self, UnderWay { tick, left }: UnderWay, before: u64) -> bool {
        self.under_way = Some(UnderWay { tick, left });
        let full = self.is_full();
        let index = left as u32 - 1;
        let (slot, _) = self.sizes.slot_and_lap(index, self.sizes.steps(index, tick));
        let wheel = &mut self.wheels[left - 1];
        if wheel.busy.contains(&slot) {
            if full {
                return false;
            }
            if wheel.auto_clear {
                wheel.busy.remove(&slot);
            }
            self.fifo.push_back(Event {
                wheel: left - 1,
                slot,
                tick,
                late: false,
                holding: wheel.hold,
                arrived: tick.max(before),
            });
        }
        self.under_way = Some(UnderWay { tick, left: left - 1 });
        if left == 1 {
            self.under_way = None;
            self.finished = tick;
        }
        true
    }

    /// Sets a bit. False if its visit has passed and the FIFO has no room to say so.
    pub fn arm(&mut self, wheel: usize, slot: u32, lap: u8) -> bool {
        let (size, step) = (self.sizes.size(wheel as u32), self.next_step(wheel));
        let ahead = lap.wrapping_sub((step / size) as u8) as i8;
        let lower = u64::from(slot) < step % size;
        let passed = (ahead < 0 && !(ahead == i8::MIN && lower)) || (ahead == 0 && lower);
        self.wheels[wheel].busy.insert(slot);
        if !passed {
            return true;
        }
        if self.is_full() {
            return false;
        }
        // In a tick that several wheels share, that tick is already the cursor's own.
        let shared = |under_way: &UnderWay| under_way.tick.is_multiple_of(self.sizes.size(0));
        self.fifo.push_back(Event {
            wheel,
            slot,
            tick: self.under_way.filter(shared).map_or(self.finished, |under_way| under_way.tick),
            late: true,
            holding: false,
            arrived: self.now,
        });
        true
    }

    pub fn disarm(&mut self, wheel: usize, slot: u32) {
        self.wheels[wheel].busy.remove(&slot);
    }

    /// Takes the head out. A cursor that waits at a busy slot for room gets it at once, before the acknowledgement
    /// disarms anything.
    pub fn pop(&mut self) -> Option<Event> {
        let was_full = self.is_full();
        let popped = self.fifo.pop_front();
        let holds = self.fifo.iter().any(|event| event.holding);
        if let Some(under_way) = self.under_way.filter(|_| was_full && !holds) {
            self.visit(under_way, self.now);
        }
        popped
    }
}
