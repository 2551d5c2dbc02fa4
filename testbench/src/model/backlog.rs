//! How many ticks the cursor may still ask for: the part of the schedule that depends on the width of comparisons.

/// Ticks in a block: what the low part of a comparison spans. The tickets under way never ask for as many.
const BLOCK: u64 = 1024;

/// Blocks in a group.
const GROUP: u64 = 16;

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
    /// How now and the cursor stood, one and two clocks ago.
    stood: [Standing; 2],
}

/// How now and the cursor stand to each other, as far as their upper bits tell.
#[derive(Clone, Copy, Debug, Default)]
struct Standing {
    /// Now is in another block than the cursor.
    blocks_apart: bool,
    /// Now is in another group of blocks.
    groups_apart: bool,
    /// The cursor's block.
    block: u64,
}

impl Backlog {
    /// The clock's edge: `now`, the last tick visited and the last tick asked for, as they are before it.
    pub fn finish(&mut self, now: u64, visited: u64, asked: u64) {
        let (block, now_block) = (visited / BLOCK, now / BLOCK);
        let low = |tick| tick % BLOCK;
        let ahead = low(now.wrapping_sub(asked));
        // Small as the difference may look, now is blocks ahead. One bit tells whether what was asked for is still in
        // the block in which the cursor was.
        let then = self.stood[1];
        let in_block = asked / BLOCK % 2 == then.block % 2 && low(now) >= low(asked);
        let last_of_group = then.block % GROUP == GROUP - 1;
        let blocks_ahead = (then.blocks_apart && in_block) || (then.groups_apart && !last_of_group);
        let standing = Standing {
            blocks_apart: now_block != block,
            groups_apart: now_block / GROUP != block / GROUP,
            block,
        };
        *self = Self {
            one: ahead >= 1,
            two: ahead >= 2,
            far: ahead >= 32 || blocks_ahead,
            behind: self.differed,
            differed: now != visited,
            stood: [standing, self.stood[0]],
        };
    }

    /// What a reset does: nothing is promised, and what was compared is forgotten.
    pub fn clear(&mut self) {
        let block = |standing: Standing| Standing {
            block: standing.block,
            ..Standing::default()
        };
        *self = Self {
            stood: self.stood.map(block),
            ..Self::default()
        };
    }
}
