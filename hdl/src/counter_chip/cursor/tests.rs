use super::*;
use crate::circuit::clocked::Clocked;
use crate::counter_chip::backlog::Backlog;
use crate::counter_chip::busy_bits::BusyBits;

const SLOTS: u64 = 1024;

/// A cursor of one wheel with its backlog and busy bits, driven at random and checked in every clock.
struct Bench {
    cursor: Cursor,
    backlog: Backlog,
    bits: BusyBits,
    size: u64,
    /// The busy bits as written up to two clocks ago, and the writes since.
    seen: Vec<bool>,
    written: Vec<Option<(usize, bool)>>,
    now: u64,
    aside: u64,
    position: u64,
    events: u64,
    skips: u64,
}

impl Bench {
    fn new(size: u64) -> Self {
        let mut bench = Self {
            cursor: Cursor::new(10, false, false),
            backlog: Backlog::default(),
            bits: BusyBits::new(10, false),
            size,
            seen: vec![false; SLOTS as usize],
            written: vec![None],
            now: 0,
            aside: 0,
            position: 0,
            events: 0,
            skips: 0,
        };
        bench.cursor.connect_all();
        bench.backlog.connect_all();
        bench.bits.connect_all();
        bench.cursor.last_slot.next = (!(size - 1) & (SLOTS - 1)).into();
        bench.cursor.clear.next = true;
        bench.backlog.clear.next = true;
        bench.cursor.tick();
        bench.backlog.tick();
        bench.cursor.clear.next = false;
        bench.backlog.clear.next = false;
        for _ in 0..4 {
            bench.cursor.tick();
        }
        bench.cursor.running.next = true;
        bench
    }

    /// The slot of the next visit.
    fn slot(&self) -> u64 {
        (self.position + 1) % self.size
    }

    /// One clock; `write` sets or clears a busy bit at its edge.
    fn clock(&mut self, ticks: bool, room: bool, write: Option<(usize, bool)>) {
        let slot = self.slot();
        let Self { cursor, backlog, bits, .. } = self;
        backlog.any_aside.next = self.aside > 0;
        backlog.settle();
        cursor.some.next = backlog.some.val();
        cursor.eight.next = backlog.eight.val();
        cursor.far.next = backlog.far.val();
        cursor.slot_busy.next = bits.slot_busy.val();
        cursor.word_busy.next = bits.word_busy.val();
        cursor.room.next = room;
        cursor.clock.next = Clock { clk: false };
        cursor.settle();
        // What is committed in this clock is told a clock later.
        let (walked, skipped, commits) = (cursor.has_walked.d.val(), cursor.has_skipped.d.val(), cursor.commit.val());
        let visited = !u64::from(cursor.visited.val()) & (SLOTS - 1);
        let lap = !u64::from(cursor.lap.val()) & 0xff;
        let settled = cursor.settled.val();
        backlog.tick.next = ticks;
        backlog.walked.next = cursor.walked.val();
        backlog.skipped.next = cursor.skipped.val();
        let exchanged = backlog.wants_aside.val() || backlog.wants_back.val();
        backlog.exchanged.next = exchanged;
        bits.read_word.next = cursor.read_word.val();
        bits.look_address.next = cursor.look_address.val();
        let inverse = |slot: usize| !(slot as u64) & (SLOTS - 1);
        bits.write_enable.next = write.is_some();
        if let Some((slot, busy)) = write {
            bits.write_address.next = inverse(slot).into();
            bits.write_data.next = busy;
        }

        // What this clock's commit passes, and whether it tells the truth.
        let passed = u64::from(walked) + 16 * u64::from(skipped);
        if settled {
            assert_eq!(visited, slot, "at now {}", self.now);
            assert_eq!(lap, (self.position + 1) / self.size % 256);
        }
        for ahead in 0..passed {
            let place = (slot + ahead) % self.size;
            assert_eq!(self.seen[place as usize], commits, "slot {place} at now {}", self.now);
        }
        if commits {
            assert!(room && passed == 1, "an event without room");
            assert_eq!(visited, slot);
            self.events += 1;
        }
        self.skips += u64::from(skipped);
        self.position += passed;
        assert!(self.position <= self.now, "visited {} at now {}", self.position, self.now);

        // The edge.
        if exchanged {
            let aside = backlog.wants_aside.val();
            self.aside = if aside { self.aside + 1 } else { self.aside - 1 };
        }
        cursor.tick();
        backlog.tick();
        bits.tick();
        self.written.push(write);
        if let Some((slot, busy)) = self.written.remove(0) {
            self.seen[slot] = busy;
        }
        self.now += u64::from(ticks);
    }
}

#[test]
fn cursor_random_bits_each_busy_slot_once_and_in_time() {
    for seed in 0..24 {
        let mut random = fastrand::Rng::with_seed(seed);
        let size = [2, 3, 15, 16, 17, 31, 33, 100, 1023, 1024][random.usize(0..10)];
        let mut bench = Bench::new(size);
        let (rate, density, generous) =
            ([1, 1, 2, 5][random.usize(0..4)], [0, 1, 30, 100][random.usize(0..4)], random.u32(30..=100));
        let mut sleeps = 0u32;
        for clock in 0..6000u32 {
            if random.u32(0..700) == 0 {
                sleeps = random.u32(0..300);
            }
            let room = sleeps == 0 && random.u32(0..100) < generous;
            sleeps = sleeps.saturating_sub(1);
            // No write follows another at once.
            let may_write = bench.written.iter().all(Option::is_none);
            let write = (may_write && random.u32(0..3) == 0)
                .then(|| (random.usize(0..size as usize), random.u32(0..100) < density));
            bench.clock(clock % rate == 0, room, write);
        }
        // With room and no more ticks it comes to now.
        for _ in 0..60_000 {
            bench.clock(false, true, None);
            if bench.position == bench.now {
                break;
            }
        }
        assert_eq!(bench.position, bench.now, "seed {seed}");
        assert!(density < 2 || bench.events > 10, "seed {seed}: {} events", bench.events);
        println!("seed {seed}: size {size}, {} events, {} skips", bench.events, bench.skips);
    }
}

#[test]
fn cursor_every_slot_busy_keeps_up_with_one_tick_a_clock() {
    let mut bench = Bench::new(1000);
    for slot in 0..1000 {
        bench.clock(false, true, Some((slot, true)));
    }
    for _ in 0..5000 {
        bench.clock(true, true, None);
        assert!(bench.now - bench.position <= 16, "{} behind", bench.now - bench.position);
    }
}

#[test]
fn cursor_nothing_busy_catches_up_by_a_word_a_clock() {
    let ahead = 1 << 18;
    let mut bench = Bench::new(1024);
    for _ in 0..ahead {
        bench.clock(true, false, None);
        bench.cursor.running.next = false;
    }
    bench.cursor.running.next = true;
    let mut clocks = 0;
    while bench.position < bench.now && clocks < ahead {
        bench.clock(false, true, None);
        clocks += 1;
    }
    // The last 96 ticks are walked, at most five clocks each.
    assert!(clocks < ahead / 16 + 5 * 96, "{clocks} clocks for {ahead} ticks");
}

#[test]
fn cursor_catching_up_takes_no_longer_than_its_header_says() {
    let mut random = fastrand::Rng::with_seed(5);
    for size in [2, 17, 33, 40, 1000, 1024] {
        for one_in in [3, 60, 2000] {
            let mut bench = Bench::new(size);
            let mut busy = vec![false; size as usize];
            bench.cursor.running.next = false;
            for (slot, busy) in busy.iter_mut().enumerate() {
                *busy = random.u32(0..one_in) == 0;
                bench.clock(false, true, Some((slot, *busy)));
            }
            let behind = random.u64(1500..6000);
            for _ in 0..behind {
                bench.clock(true, true, None);
            }
            bench.cursor.running.next = true;
            let mut clocks = 0;
            while bench.position < bench.now {
                bench.clock(false, true, None);
                clocks += 1;
            }
            let is_busy = |word: &u64| (word * 16..word * 16 + 16).any(|slot| busy[slot as usize]);
            let in_a_lap = (0..size / 16).filter(is_busy).count() as u64;
            let (laps, partial) = (behind / size + 1, size % 16);
            let last_word = if partial == 0 { 0 } else { partial + 4 };
            let most = behind / 16 + 19 * in_a_lap * laps + last_word * laps + 200;
            assert!(clocks <= most, "size {size}: {clocks} clocks, not {most}");
        }
    }
}
