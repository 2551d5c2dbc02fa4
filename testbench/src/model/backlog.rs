//! How many ticks the cursor may still ask for: the part of the schedule that depends on the width of comparisons.

/// Ticks in a block: what the low part of a comparison spans.
const BLOCK: u64 = 1024;

/// What is known of the backlog, one clock old.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Backlog {
    /// One tick more may be asked for.
    pub one: bool,
    /// Two may.
    pub two: bool,
    /// Thirty-two may: a whole word, after a whole word in the clock before.
    pub far: bool,
    /// The cursor was not at now two clocks ago.
    pub behind: bool,
    differed: bool,
    /// Whether now was in another block than the cursor, one and two clocks ago.
    apart: [bool; 2],
    /// Which block the cursor was in, one and two clocks ago.
    block: [u64; 2],
}

impl Backlog {
    /// The clock's edge: `now`, the last tick visited and the last tick asked for, as they are before it.
    pub fn finish(&mut self, now: u64, visited: u64, asked: u64) {
        let block = visited / BLOCK;
        let low = |tick| tick % BLOCK;
        let ahead = low(now.wrapping_sub(asked));
        // Small as the difference looks, now is blocks ahead; believed while only one bit of the block says that the
        // ticks asked for have not left it.
        let blocks_ahead =
            self.apart[1] && asked / BLOCK % 2 == self.block[1] % 2 && low(now) >= low(asked);
        *self = Self {
            one: ahead >= 1,
            two: ahead >= 2,
            far: ahead >= 32 || blocks_ahead,
            behind: self.differed,
            differed: now != visited,
            apart: [now / BLOCK != block, self.apart[0]],
            block: [block, self.block[0]],
        };
    }

    /// What a reset does: nothing is promised, and what was compared is forgotten.
    pub fn clear(&mut self) {
        *self = Self {
            block: self.block,
            ..Self::default()
        };
    }
}
