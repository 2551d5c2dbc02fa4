use super::*;
use crate::circuit::clocked::Clocked;

/// What comes in during one clock.
#[derive(Clone, Copy, Debug, Default)]
struct Inputs {
    clear: bool,
    write: Option<(u64, u64)>,
    valid: bool,
    level: u64,
    full: bool,
    tick: bool,
}

/// The same part, told as what has been seen so far rather than as registers.
#[derive(Default)]
struct Model {
    /// Settings in force for the comparisons, and a clock earlier: (count, age).
    settings: [(u64, u64); 2],
    /// Ticks since the head became an event, as of this clock.
    waited: u64,
    /// The inputs of the clock before, and the ticks then waited.
    before: Option<(Inputs, u64)>,
    open: bool,
}

impl Model {
    fn waits((count, age): (u64, u64)) -> bool {
        count >= 2 && age >= 1
    }

    fn announced(&self, inputs: Inputs) -> bool {
        inputs.valid && (!Self::waits(self.settings[1]) || self.open)
    }

    fn edge(&mut self, inputs: Inputs) {
        if inputs.clear {
            *self = Self { before: Some((Inputs::default(), 0)), ..Self::default() };
            return;
        }
        let (count, age) = self.settings[1];
        let enough = self.before.is_none_or(|(then, _)| then.level >= count);
        let old = self.before.is_some_and(|(then, waited)| then.valid && waited >= age);
        self.open = inputs.valid && (self.open || !Self::waits((count, age)) || enough || old || inputs.full);
        self.before = Some((inputs, self.waited));
        self.waited = match inputs.valid {
            true => self.waited + u64::from(inputs.tick),
            false => 0,
        };
        self.settings[1] = self.settings[0];
        if let Some(settings) = inputs.write {
            self.settings[0] = settings;
        }
    }
}

fn part() -> Coalescing {
    let mut part = Coalescing::new(true);
    part.connect_all();
    drive(&mut part, Inputs { clear: true, ..Inputs::default() });
    part.tick();
    part
}

fn drive(part: &mut Coalescing, inputs: Inputs) {
    let (count, age) = inputs.write.unwrap_or((0x5a, 0x5a5a));
    part.clear.next = inputs.clear;
    part.write.next = inputs.write.is_some();
    part.data.next = (age << 8 | count).into();
    part.event_valid.next = inputs.valid;
    part.event_level.next = inputs.level.into();
    part.fifo_full.next = inputs.full;
    part.tick.next = inputs.tick;
    part.settle();
}

#[test]
fn coalescing_at_random_is_its_model() {
    for seed in 0..40 {
        println!("seed {seed}");
        let mut random = fastrand::Rng::with_seed(seed);
        let mut part = part();
        let mut model = Model::default();
        let mut level = 0u64;
        let capacity = [2, 4, 16, 1024][random.usize(0..4)];
        for clock in 0..4000 {
            // A FIFO whose events can be read one clock after they came, with phases of coming and going.
            let valid = level > 0 && random.u32(0..50) > 0 || level > 1;
            let busy = (clock / 200) % 2 == 0;
            let inputs = Inputs {
                clear: random.u32(0..900) == 0,
                write: (random.u32(0..100) == 0).then(|| (random.u64(0..12), random.u64(0..40) / random.u64(1..5))),
                valid,
                level,
                full: level == capacity,
                tick: random.u32(0..3) == 0,
            };
            drive(&mut part, inputs);
            assert_eq!(part.announced.val(), model.announced(inputs), "clock {clock}: {inputs:?}");
            let (count, age) = model.settings[0];
            assert_eq!(part.settings.val(), age << 8 | count);
            model.edge(inputs);
            part.tick();
            let (come, go) = if busy { (6, 12) } else { (25, 5) };
            if valid && random.u32(0..go) == 0 {
                level -= 1;
            }
            if level < capacity && random.u32(0..come) == 0 {
                level += 1;
            }
            if inputs.clear {
                level = 0;
            }
        }
    }
}

/// The clocks from the first with `inputs` to the first with an announcement, both counted from 0.
fn clocks_to_announcement(part: &mut Coalescing, inputs: Inputs, limit: u64) -> Option<u64> {
    for clock in 0..limit {
        drive(part, inputs);
        if part.announced.val() {
            return Some(clock);
        }
        part.tick();
    }
    None
}

fn with_settings(count: u64, age: u64) -> Coalescing {
    let mut part = part();
    drive(&mut part, Inputs { write: Some((count, age)), ..Inputs::default() });
    part.tick();
    drive(&mut part, Inputs::default());
    part.tick();
    part.tick();
    part
}

#[test]
fn coalescing_below_two_or_without_age_announces_at_once() {
    let one = Inputs { valid: true, level: 1, ..Inputs::default() };
    for (count, age) in [(0, 0), (1, 9), (0, 9), (2, 0), (255, 0)] {
        let mut part = with_settings(count, age);
        assert_eq!(clocks_to_announcement(&mut part, one, 10), Some(0));
    }
}

#[test]
fn coalescing_every_age_ends_the_wait_three_clocks_after_its_last_tick() {
    for age in (1..40).chain([255, 256, 65_535]) {
        let mut part = with_settings(255, age);
        let waiting = Inputs { valid: true, level: 1, tick: true, ..Inputs::default() };
        assert_eq!(
            clocks_to_announcement(&mut part, waiting, age + 10),
            Some(age + 2),
            "ticks in the clocks 0 to {age} - 1, the last three clocks before"
        );
    }
}

#[test]
fn coalescing_every_count_ends_the_wait_two_clocks_after_its_last_event() {
    for count in 2..256 {
        let mut part = with_settings(count, 9);
        let short = Inputs { valid: true, level: count - 1, ..Inputs::default() };
        assert_eq!(clocks_to_announcement(&mut part, short, 10), None);
        let enough = Inputs { level: count, ..short };
        assert_eq!(clocks_to_announcement(&mut part, enough, 10), Some(2));
        // Acknowledging brings it below the count again: what is announced stays announced.
        assert_eq!(clocks_to_announcement(&mut part, short, 1), Some(0));
    }
}

#[test]
fn coalescing_full_fifo_ends_the_wait_in_the_next_clock() {
    let mut part = with_settings(255, 65_535);
    let full = Inputs { valid: true, level: 2, full: true, ..Inputs::default() };
    assert_eq!(clocks_to_announcement(&mut part, full, 10), Some(1));
}

#[test]
fn coalescing_pops_do_not_restart_the_age_and_an_empty_fifo_does() {
    let mut part = with_settings(255, 10);
    let tick = Inputs { valid: true, level: 3, tick: true, ..Inputs::default() };
    assert_eq!(clocks_to_announcement(&mut part, tick, 6), None);
    let popped = Inputs { level: 2, ..tick };
    assert_eq!(clocks_to_announcement(&mut part, popped, 10), Some(6));
    drive(&mut part, Inputs::default());
    assert!(!part.announced.val());
    part.tick();
    assert_eq!(clocks_to_announcement(&mut part, tick, 20), Some(12));
}

#[test]
fn coalescing_absent_is_a_wire() {
    let mut part = Coalescing::new(false);
    part.connect_all();
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..200 {
        let inputs = Inputs {
            clear: false,
            write: random.bool().then(|| (random.u64(0..256), random.u64(0..65_536))),
            valid: random.bool(),
            level: random.u64(0..17),
            full: random.bool(),
            tick: random.bool(),
        };
        drive(&mut part, inputs);
        assert_eq!(part.announced.val(), inputs.valid);
        assert_eq!(part.settings.val(), 0u64);
        part.tick();
    }
}
