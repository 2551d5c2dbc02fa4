//! The wheels of the fake chip: their busy bits, the cursor that visits them, and the FIFO.

use std::collections::{BTreeSet, VecDeque};

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

#[derive(Debug)]
struct Wheel {
    size: u64,
    /// Ticks between two steps.
    period: u128,
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
pub struct Drum {
    depth: usize,
    wheels: Vec<Wheel>,
    finished: u64,
    under_way: Option<UnderWay>,
    fifo: VecDeque<Event>,
    now: u64,
}

impl Drum {
    pub fn new(depth: usize) -> Self {
        Self { depth, wheels: Vec::new(), finished: 0, under_way: None, fifo: VecDeque::new(), now: 0 }
    }

    /// The sizes are fixed.
    pub fn start(&mut self, sizes: &[u32]) {
        let mut period = 1;
        for &size in sizes.iter().take_while(|&&size| size > 0) {
            self.wheels.push(Wheel {
                size: size.into(),
                period,
                hold: false,
                auto_clear: false,
                busy: BTreeSet::new(),
            });
            period *= u128::from(size);
        }
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
        self.wheels.get(wheel).is_some_and(|wheel| u64::from(slot) < wheel.size)
    }

    /// The number of the wheel's next step; steps count from 1.
    fn next_step(&self, wheel: usize) -> u64 {
        let reached = match self.under_way {
            Some(under_way) if wheel >= under_way.left => under_way.tick,
            _ => self.finished,
        };
        (u128::from(reached) / self.wheels[wheel].period) as u64 + 1
    }

    /// Steps from the wheel's next one to the first that brings up a busy slot.
    pub fn distance(&self, wheel: usize) -> Option<u64> {
        let (step, wheel) = (self.next_step(wheel), &self.wheels[wheel]);
        let position = (step % wheel.size) as u32;
        let ahead = wheel.busy.range(position..).next();
        ahead.map(|&slot| u64::from(slot - position)).or_else(|| {
            let first = wheel.busy.first()?;
            Some(wheel.size - u64::from(position) + u64::from(*first))
        })
    }

    /// The tick of the wheel's next visit of a busy slot.
    fn next_busy_tick_of(&self, wheel: usize) -> Option<u64> {
        let step = self.next_step(wheel).checked_add(self.distance(wheel)?)?;
        u64::try_from(u128::from(step) * self.wheels[wheel].period).ok()
    }

    /// The tick of the next visit of a busy slot.
    pub fn next_busy_tick(&self) -> Option<u64> {
        (0..self.wheels.len()).filter_map(|wheel| self.next_busy_tick_of(wheel)).min()
    }

    /// The cursor follows now as far as it may.
    pub fn chase(&mut self, now: u64) {
        self.now = now;
        while !self.fifo.iter().any(|event| event.holding) {
            let under_way = match (self.under_way, self.next_busy_tick()) {
                (Some(under_way), _) => under_way,
                (None, Some(tick)) if tick <= now => {
                    self.finished = tick - 1;
                    let stepping = |wheel: &&Wheel| u128::from(tick) % wheel.period == 0;
                    let left = self.wheels.iter().take_while(stepping).count();
                    UnderWay { tick, left }
                }
                _ => {
                    self.finished = now;
                    return;
                }
            };
            if !self.visit(under_way) {
                return;
            }
        }
    }

    /// Visits the highest wheel of those that are left. False if the FIFO has no room for what is there.
    fn visit(&mut self, UnderWay { tick, left }: UnderWay) -> bool {
        self.under_way = Some(UnderWay { tick, left });
        let full = self.is_full();
        let wheel = &mut self.wheels[left - 1];
        let slot = (u128::from(tick) / wheel.period % u128::from(wheel.size)) as u32;
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
                arrived: self.now,
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
        let step = self.next_step(wheel);
        let size = self.wheels[wheel].size;
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
        let shared = |under_way: &UnderWay| under_way.tick.is_multiple_of(self.wheels[0].size);
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

    pub fn pop(&mut self) -> Option<Event> {
        self.fifo.pop_front()
    }
}
