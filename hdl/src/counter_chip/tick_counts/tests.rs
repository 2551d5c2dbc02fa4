use super::*;
use crate::circuit::clocked::Clocked;

/// The tick counts beside three plain numbers.
struct Bench {
    part: TickCounts,
    now: u64,
    cursor: u64,
    aside: u64,
    /// What the host is to see of the cursor.
    finished: u64,
    cascading: bool,
    halves: u64,
}

impl Bench {
    /// After a reset, with the memory as if the chip had counted to these ticks.
    fn at(now: u64, cursor: u64, aside: u64) -> Self {
        let mut part = TickCounts::new(true);
        part.connect_all();
        part.clear.next = true;
        part.tick();
        part.clear.next = false;
        for _ in 0..40 {
            part.tick();
        }
        let number = |index: usize| [now, cursor + 256, aside.wrapping_neg() << 8][index];
        for index in 0..3 {
            for byte in 1..8 {
                part.bytes.poke(8 * index + byte, number(index) >> (8 * byte) & 0xff);
            }
        }
        let low = |tick: u64| (tick & 0xff).into();
        part.now_low.q.next = low(now);
        part.cursor_low.q.next = low(cursor);
        part.finished_low.q.next = low(cursor);
        part.upper.q.next = (cursor >> 8 & 0xff_ffff).into();
        let next = cursor.wrapping_add(256);
        part.next_1.q.next = low(next >> 8);
        part.next_2.q.next = low(next >> 16);
        part.next_3.q.next = low(next >> 24);
        part.some_aside.q.next = aside > 0;
        part.settle();
        Self { part, now, cursor, aside, finished: cursor, cascading: false, halves: 0 }
    }

    fn clock(&mut self, tick: bool, walked: bool, skipped: bool, starts: bool) {
        let part = &mut self.part;
        part.tick.next = tick;
        part.walked.next = walked;
        part.skipped.next = skipped;
        part.starts_cascade.next = starts;
        part.cascading.next = self.cascading;
        part.settle();
        let exchanged = part.exchanged.val();
        self.halves += u64::from(part.half_period.val());
        Clocked::tick(part);
        if exchanged {
            let took = part.wants_aside.val();
            self.aside = if took { self.aside + 1 } else { self.aside - 1 };
            part.wants_aside.next = false;
            part.wants_back.next = false;
            part.settle();
            assert_eq!(part.any_aside.val(), self.aside > 0);
        }
        self.now = self.now.wrapping_add(u64::from(tick));
        self.cursor = self.cursor.wrapping_add(u64::from(walked) + 16 * u64::from(skipped));
        self.cascading |= starts;
        if !self.cascading {
            self.finished = self.cursor;
        }
        assert_eq!(part.cursor_tick.val(), self.cursor & 0xffff_ffff);
    }

    /// Asks for a word; lets the numbers go on at random until it is there.
    fn read(&mut self, of_cursor: bool, high: bool, random: &mut fastrand::Rng) {
        self.part.ask.next = true;
        self.part.of_cursor.next = of_cursor;
        self.part.high.next = high;
        let mut seen = Vec::new();
        for clocks in 0.. {
            assert!(clocks < 15, "a word in {clocks} clocks");
            let number = if of_cursor { self.finished } else { self.now };
            seen.push(if high { number >> 32 } else { number & 0xffff_ffff });
            let (tick, walked) = (random.bool(), random.bool());
            self.clock(tick, walked && !self.cascading, false, false);
            self.part.ask.next = false;
            if self.part.answered.val() {
                break;
            }
        }
        let word: u64 = self.part.word.val().into();
        assert!(seen.contains(&word), "{word:#x} is none of {seen:x?}");
    }
}

/// Where a carry goes through few bytes or many.
const EDGES: [u64; 9] = [300, 1 << 16, 1 << 24, 1 << 31, 1 << 32, 3 << 40, 1 << 48, 1 << 56, u64::MAX - 1000];

#[test]
fn tick_counts_at_every_carry_count_on_and_are_read_whole() {
    for (seed, edge) in (0..).zip(EDGES) {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut bench = Bench::at(edge - 100, edge - 290, 3);
        for _ in 0..300 {
            match random.u8(0..6) {
                0 => bench.read(false, false, &mut random),
                1 => bench.read(false, true, &mut random),
                2 => bench.read(true, false, &mut random),
                3 => bench.read(true, true, &mut random),
                _ => {
                    for _ in 0..random.u8(0..20) {
                        let (tick, walked) = (random.bool(), random.bool());
                        bench.clock(tick, walked, !walked && random.u8(0..9) == 0, false);
                    }
                }
            }
        }
        for _ in 0..30 {
            bench.clock(false, false, false, false);
        }
        let halves = (bench.now >> 31).wrapping_sub((edge - 100) >> 31) & 0x1_ffff_ffff;
        assert_eq!(bench.halves, halves, "{edge:#x}");
    }
}

#[test]
fn tick_counts_skipped_through_every_carry_are_never_held_up_for_long() {
    for edge in EDGES {
        let mut bench = Bench::at(edge, edge.saturating_sub(4000), 0);
        for _ in 0..400 {
            assert!(!bench.part.carry_urgent.val(), "{edge:#x}");
            bench.clock(true, false, true, false);
        }
    }
}

#[test]
fn tick_counts_in_a_cascade_show_the_tick_before() {
    for (seed, edge) in (0..).zip(EDGES) {
        let mut random = fastrand::Rng::with_seed(seed);
        for before in [1, 2, 130] {
            let mut bench = Bench::at(edge, edge - before, 0);
            bench.clock(false, true, false, true);
            for _ in 0..20 {
                bench.read(true, random.bool(), &mut random);
            }
            assert_eq!(bench.finished, edge - before);
            bench.cascading = false;
            for _ in 0..20 {
                bench.clock(false, false, false, false);
            }
            bench.read(true, random.bool(), &mut random);
        }
    }
}

#[test]
fn tick_counts_blocks_are_set_aside_and_taken_back() {
    for aside in [0, 1, 255, 256, 65_535, 1 << 40] {
        let mut bench = Bench::at(5, 3, aside);
        for wants_aside in [true, true, true, false, false, false] {
            bench.part.wants_aside.next = wants_aside;
            bench.part.wants_back.next = !wants_aside;
            for _ in 0..12 {
                bench.clock(false, false, false, false);
            }
            assert!(!bench.part.wants_aside.val() && !bench.part.wants_back.val());
        }
        assert_eq!(bench.aside, aside);
    }
}
