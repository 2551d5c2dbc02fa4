//! The cursor of the reference model.

/// What the cursor knows: the last tick visited, the next visit, and the two facts that its schedule depends on.
#[derive(Clone, Debug)]
pub(super) struct Cursor {
    /// The last tick visited.
    pub tick: u64,
    /// The slot of the next visit.
    pub slot: u32,
    lap: u8,
    /// The word of the next visit has been fetched.
    fetched: bool,
    /// One clock ago, now and the cursor stood in different blocks of 1024 ticks.
    apart: bool,
    /// The last step entered another block.
    crossed: bool,
    event: Option<u32>,
}

impl Cursor {
    /// Tick 0 counts as visited.
    pub fn new() -> Self {
        Self {
            tick: 0,
            slot: 1,
            lap: 0,
            fetched: false,
            apart: false,
            crossed: false,
            event: None,
        }
    }

    /// The busy slot that the last step found.
    pub fn take_event(&mut self) -> Option<u32> {
        self.event.take()
    }

    /// Whether the visit to `slot` in `lap` (modulo 256) lies behind.
    pub fn has_passed(&self, slot: u32, lap: u8) -> bool {
        let ahead = lap.wrapping_sub(self.lap) as i8;
        ahead < 0 || (ahead == 0 && slot < self.slot)
    }

    /// One clock. Says whether a busy slot had to wait for room.
    pub fn step(&mut self, now: u64, last_slot: u32, busy: &[bool], room: bool) -> bool {
        let before = self.tick;
        let apart = before >> 10 != now >> 10;
        let mut waits = false;
        if self.fetched {
            waits = self.look(now, last_slot, busy, room);
        } else {
            self.fetched = true;
        }
        self.apart = apart;
        self.crossed = before >> 10 != self.tick >> 10;
        waits
    }

    /// Ticks that the cursor believes it may visit, at most a word's worth.
    fn available(&self, now: u64) -> u32 {
        let (now_part, tick_part) = (now % 1024, self.tick % 1024);
        let ahead = (1024 + now_part - tick_part) % 1024;
        let far = self.apart && !self.crossed && now_part >= tick_part;
        if far { 16 } else { ahead.min(16) as u32 }
    }

    fn look(&mut self, now: u64, last_slot: u32, busy: &[bool], room: bool) -> bool {
        // The end of the word, or of the wheel; both as the slot after it.
        let end = ((self.slot | 15) + 1).min(last_slot + 1);
        let wanted = self.slot + self.available(now);
        let reach = wanted.min(end);
        let first = (self.slot..reach).find(|&slot| busy[slot as usize]);
        let stop = match first {
            None => reach,
            Some(slot) if room => {
                self.event = Some(slot);
                slot + 1
            }
            Some(slot) => slot,
        };
        self.tick += u64::from(stop - self.slot);
        // Fetching ahead pays when the word is left; a busy slot that cuts the look short costs a clock.
        self.fetched = stop == end || wanted < end;
        self.slot = stop;
        if stop > last_slot {
            self.slot = 0;
            self.lap = self.lap.wrapping_add(1);
        }
        first.is_some() && !room
    }
}
