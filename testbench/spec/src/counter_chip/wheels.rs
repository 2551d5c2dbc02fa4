//! The wheels: sizes, busy bits, and where each stands.

/// A slot in one of the wheel's laps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Visit {
    pub slot: u32,
    /// Modulo 256.
    pub lap: u8,
}

impl Visit {
    /// The first visit after tick 0, which counts as visited.
    const FIRST: Self = Self { slot: 1, lap: 0 };

    /// Its place in a turn of 256 laps, in the upper bits of a number that wraps around with the turn.
    fn in_turn(self) -> u32 {
        u32::from(self.lap) << 24 | self.slot << 4
    }
}

/// What `WHEEL_MODE` holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mode {
    pub hold: bool,
    pub auto_clear: bool,
}

/// One wheel.
#[derive(Clone, Debug)]
pub(super) struct Wheel {
    /// The busy bits; as many as the wheel has slots, none where it is absent.
    busy: Vec<bool>,
    pub next: Visit,
    pub mode: Mode,
    /// The mode as the cursor knows it: a clock later.
    pub known_mode: Mode,
}

impl Wheel {
    fn new(size: usize) -> Self {
        Self { busy: vec![false; size], next: Visit::FIRST, mode: Mode::default(), known_mode: Mode::default() }
    }

    /// Slots; 0 where the wheel is absent.
    pub fn size(&self) -> u32 {
        self.busy.len() as u32
    }

    /// The first busy slot of `count` slots from `first` on.
    pub fn first_busy(&self, first: u32, count: u32) -> Option<u32> {
        (first..first + count).find(|&slot| self.busy[slot as usize])
    }

    /// Goes on to the visit of `slot`; the wheel's size stands for slot 0 of the next lap.
    pub fn go_to(&mut self, slot: u32) {
        self.next.slot = slot;
        if slot == self.size() {
            self.next.slot = 0;
            self.next.lap = self.next.lap.wrapping_add(1);
        }
    }

    /// Whether the slot is busy.
    pub fn is_busy(&self, slot: u32) -> bool {
        self.busy[slot as usize]
    }

    /// Whether `visit` lies behind. Visits 128 laps ahead or more look like that too.
    pub fn has_passed(&self, visit: Visit) -> bool {
        (visit.in_turn().wrapping_sub(self.next.in_turn()) as i32) < 0
    }

    /// Slots from the next visit to the next busy slot.
    pub fn distance(&self) -> Option<u32> {
        let size = self.size();
        (0..size).find(|ahead| self.busy[((self.next.slot + ahead) % size) as usize])
    }
}

/// All wheels of a build.
#[derive(Clone, Debug)]
pub(super) struct Wheels {
    all: Vec<Wheel>,
    capacity: u32,
}

/// Memory is given out in words of 16 slots.
fn rounded(size: u32) -> u32 {
    size.next_multiple_of(16)
}

impl Wheels {
    /// `count` wheels of which only the first is there; it has the whole capacity.
    pub fn new(count: u32, capacity: u32) -> Self {
        let mut all = vec![Wheel::new(0); count as usize];
        all[0] = Wheel::new(capacity as usize);
        Self { all, capacity }
    }

    pub fn clear(&mut self) {
        *self = Self::new(self.all.len() as u32, self.capacity);
    }

    pub fn capacity(&self) -> u32 {
        self.capacity
    }

    /// The slot of a wheel's next visit; 0 where the build has no such wheel.
    pub fn next_slot(&self, index: usize) -> u32 {
        self.all.get(index).map_or(0, |wheel| wheel.next.slot)
    }

    /// The address of a wheel's first busy bit.
    pub fn base(&self, index: usize) -> u32 {
        let below = &self.all[..index];
        below.iter().map(|wheel| rounded(wheel.size())).sum()
    }

    /// All busy bits in words of sixteen, the lowest slot in bit 0. Each wheel begins with a word.
    pub fn words(&self) -> Vec<u16> {
        let word = |slots: &[bool]| {
            let bits = slots.iter().rev();
            bits.fold(0, |word, busy| word << 1 | u16::from(*busy))
        };
        let words = |wheel: &Wheel| wheel.busy.chunks(16).map(word).collect::<Vec<_>>();
        self.all.iter().flat_map(words).collect()
    }

    /// The address of the first busy bit that is set, from `from` on.
    pub fn first_busy_from(&self, from: u32) -> Option<u32> {
        let mut base = 0;
        for wheel in &self.all {
            let skip = from.saturating_sub(base) as usize;
            let rest = wheel.busy.get(skip..).unwrap_or_default();
            if let Some(ahead) = rest.iter().position(|&busy| busy) {
                return Some(base + (skip + ahead) as u32);
            }
            base += rounded(wheel.size());
        }
        None
    }

    pub fn has(&self, wheel: u32, slot: u32) -> bool {
        self.all.get(wheel as usize).is_some_and(|wheel| slot < wheel.size())
    }

    /// Whether wheel `index` may have `size` slots behind the wheels below it.
    pub fn fits(&self, index: usize, size: u32) -> bool {
        let anchored = self.all[..index].iter().all(|wheel| wheel.size() > 0);
        anchored && size >= 2 && size <= self.capacity - self.base(index)
    }

    /// Gives wheel `index` its size, and removes the wheels above it.
    pub fn resize(&mut self, index: usize, size: u32) {
        self.all[index].busy = vec![false; size as usize];
        for above in &mut self.all[index + 1..] {
            above.busy.clear();
        }
    }

    pub fn set_busy(&mut self, wheel: u32, slot: u32, busy: bool) {
        self.all[wheel as usize].busy[slot as usize] = busy;
    }

    /// The clock's edge.
    pub fn finish(&mut self) {
        for wheel in &mut self.all {
            wheel.known_mode = wheel.mode;
        }
    }

    /// The wheels that step when wheel 0 comes to its slot 0, the highest first, wheel 0 last.
    pub fn stepping(&self) -> Vec<usize> {
        let mut levels = vec![0];
        for (index, wheel) in self.all.iter().enumerate().skip(1) {
            if wheel.size() == 0 {
                break;
            }
            levels.insert(0, index);
            if wheel.next.slot != 0 {
                break;
            }
        }
        levels
    }

    /// Checks that every wheel stands where `tick` puts it; those in `stepping` have still to be visited for that tick.
    pub fn check(&self, tick: u64, stepping: &[usize]) -> Result<(), String> {
        let mut ticks_a_step = 1u64;
        for (index, wheel) in self.all.iter().enumerate() {
            let size = u64::from(wheel.size());
            if size == 0 {
                break;
            }
            let steps = tick / ticks_a_step + u64::from(!stepping.contains(&index));
            let expected = Visit { slot: (steps % size) as u32, lap: (steps / size) as u8 };
            if wheel.next != expected {
                return Err(format!(
                    "at tick {tick} wheel {index} is to visit {expected:?} next, not {:?}",
                    wheel.next
                ));
            }
            ticks_a_step = u64::saturating_mul(ticks_a_step, size);
        }
        Ok(())
    }
}

impl std::ops::Index<usize> for Wheels {
    type Output = Wheel;

    fn index(&self, index: usize) -> &Wheel {
        &self.all[index]
    }
}

impl std::ops::IndexMut<usize> for Wheels {
    fn index_mut(&mut self, index: usize) -> &mut Wheel {
        &mut self.all[index]
    }
}
