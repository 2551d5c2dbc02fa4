//! The arithmetic of wheels: which slot of which wheel a tick brings up.

/// Positions in the order in which they are visited: by tick, and within a tick the highest wheel first.
pub type Position = u64;

/// Wheels that a position can tell apart.
const WHEELS: u64 = 8;

/// The sizes of the wheels, in slots.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WheelSizes {
    sizes: Vec<u64>,
}

impl WheelSizes {
    /// Up to the first size of 0, which means that there is no wheel from there on.
    pub fn new(sizes: impl IntoIterator<Item = u32>) -> Self {
        Self { sizes: sizes.into_iter().map(u64::from).take_while(|&size| size > 0).collect() }
    }

    /// How many wheels there are.
    pub fn wheels(&self) -> u32 {
        self.sizes.len() as u32
    }

    /// Slots of a wheel, 0 where there is none.
    pub fn size(&self, wheel: u32) -> u64 {
        self.sizes.get(wheel as usize).copied().unwrap_or(0)
    }

    /// Ticks from one step of a wheel to the next; `None` where that is beyond all time.
    fn ticks_a_step(&self, wheel: u32) -> Option<u64> {
        self.sizes[..wheel as usize].iter().try_fold(1u64, |ticks, &size| ticks.checked_mul(size))
    }

    /// How often a wheel has stepped when `tick` has been visited.
    pub fn steps(&self, wheel: u32, tick: u64) -> u64 {
        self.ticks_a_step(wheel).map_or(0, |ticks| tick / ticks)
    }

    /// The tick of a wheel's step, counted from 0 at tick 0; `None` where that is beyond all time.
    pub fn tick_of(&self, wheel: u32, step: u64) -> Option<u64> {
        if step == 0 {
            return Some(0);
        }
        self.ticks_a_step(wheel)?.checked_mul(step)
    }

    /// Slot and lap of a wheel's step.
    pub fn slot_and_lap(&self, wheel: u32, step: u64) -> (u32, u8) {
        let size = self.size(wheel);
        ((step % size) as u32, (step / size) as u8)
    }

    /// How many wheels step at `tick`, which is not 0: the lowest ones.
    pub fn stepping(&self, tick: u64) -> u32 {
        (0..self.wheels()).take_while(|&wheel| self.tick_of(wheel, self.steps(wheel, tick)) == Some(tick)).count()
            as u32
    }

    /// Whether `tick` brings up `slot` of the wheel.
    pub fn brings_up(&self, tick: u64, wheel: u32, slot: u32) -> bool {
        self.ticks_a_step(wheel).is_some_and(|ticks| {
            tick > 0 && tick.is_multiple_of(ticks) && tick / ticks % self.size(wheel) == u64::from(slot)
        })
    }

    /// The first position after `after` at which `slot` of the wheel is visited.
    pub fn next_visit(&self, wheel: u32, slot: u32, after: Position) -> Option<Position> {
        let ticks = self.ticks_a_step(wheel)?;
        let mut tick = after / WHEELS;
        if position(tick, wheel) <= after {
            tick += 1;
        }
        let size = self.size(wheel);
        let first = tick.max(1).div_ceil(ticks);
        let step = first + (u64::from(slot) + size - first % size) % size;
        let tick = step.checked_mul(ticks)?;
        (tick < u64::MAX / WHEELS).then(|| position(tick, wheel))
    }
}

/// The visit of a wheel in a tick; the last position of all where the tick is beyond all time.
pub fn position(tick: u64, wheel: u32) -> Position {
    tick.saturating_mul(WHEELS).saturating_add(WHEELS - 1 - u64::from(wheel))
}

/// The tick of a visit.
pub fn tick_of(at: Position) -> u64 {
    at / WHEELS
}

/// The last visit of a tick.
pub fn end_of(tick: u64) -> Position {
    position(tick, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wheel_sizes_next_visit_is_what_counting_finds() {
        let sizes = WheelSizes::new([3, 2, 4, 0]);
        for wheel in 0..sizes.wheels() {
            for slot in 0..sizes.size(wheel) as u32 {
                for after in 0..position(100, 7) {
                    let counted = (after + 1..)
                        .find(|&at| {
                            let tick = at / WHEELS;
                            at == position(tick, wheel) && sizes.brings_up(tick, wheel, slot)
                        })
                        .expect("it comes");
                    assert_eq!(sizes.next_visit(wheel, slot, after), Some(counted));
                }
            }
        }
    }

    #[test]
    fn wheel_sizes_beyond_all_time_are_never_visited() {
        let sizes = WheelSizes::new([1 << 30; 4]);
        assert_eq!(sizes.next_visit(3, 1, 0), None);
        assert!(!sizes.brings_up(1 << 40, 3, 1));
        assert_eq!(sizes.steps(3, u64::MAX), 0);
        // Where they stand from the beginning counts as visited all the same.
        assert_eq!((sizes.tick_of(3, 0), sizes.tick_of(3, 1)), (Some(0), None));
    }
}
