//! What must hold of the timer chip's memory while the chip is at rest.

use super::Contract;
use carillon_regmap::timer_chip::TimerBuild;

/// Where the records are and what they look like.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Timers: records 0 to `timers` - 1.
    pub timers: u32,
    /// Wheels.
    pub wheels: u32,
    /// Slots of a wheel, a power of two: the heads of their lists, wheel by wheel, are the records behind the timers.
    pub slots: u32,
    /// Words of a record.
    pub stride: u32,
    /// Each link has a word of its own.
    pub wide: bool,
}

impl Layout {
    /// That of a chip built to `build` which is initialised with `timers` timers and 2^`wheel_bits` slots a wheel.
    pub fn new(build: &TimerBuild, timers: u32, wheel_bits: u32) -> Self {
        Self { timers, wheels: build.wheels, slots: 1 << wheel_bits, stride: build.record_words(), wide: build.wide }
    }

    /// Words of all records.
    pub fn words(&self) -> u32 {
        self.records() * self.stride
    }

    fn records(&self) -> u32 {
        self.timers + self.wheels * self.slots
    }

    /// The slot of a tick, on the wheel of that slot.
    fn slot_of(&self, due: u32, slot: u32) -> u32 {
        let wheel = slot / self.slots;
        wheel * self.slots + (due >> (wheel * self.slots.ilog2())) % self.slots
    }

    fn links(&self, memory: &[u32], record: u32) -> (u32, u32) {
        let first = (record * self.stride) as usize;
        if self.wide {
            return (memory[first + 3], memory[first]);
        }
        (memory[first] >> 16, memory[first] & 0xffff)
    }

    fn due(&self, memory: &[u32], record: u32) -> u32 {
        memory[(record * self.stride + 1) as usize] & 0xff_ffff
    }
}

/// The slots whose lists have timers, each with the numbers of its timers in the order of the list, and the low 24 bits
/// of the ticks at which they are due. A list that is just being changed may end early.
pub fn lists(layout: &Layout, memory: &[u32]) -> Vec<(u32, Vec<(u32, u32)>)> {
    if memory.len() < layout.words() as usize {
        return Vec::new();
    }
    let list = |slot: u32| {
        let next = |record: &u32| Some(layout.links(memory, *record).1);
        let behind = std::iter::successors(next(&(layout.timers + slot)), next);
        let timers = behind.take_while(|record| *record < layout.timers);
        let timers = timers.take(layout.timers as usize);
        let timers: Vec<_> = timers.map(|it| (it, layout.due(memory, it))).collect();
        (slot, timers)
    };
    let all = (0..layout.wheels * layout.slots).map(list);
    all.filter(|(_, timers)| !timers.is_empty()).collect()
}

/// Checks that every link has its mirror, that every ring goes through its head, that a timer is in the list of its
/// expiry's slot or in none, and (with a contract whose events have all been read) that those in a list are those that
/// run.
///
/// # Errors
///
/// A sentence that names the record.
pub fn check(layout: &Layout, memory: &[u32], contract: Option<&Contract>) -> Result<(), String> {
    let records = layout.records();
    let mut listed = vec![false; layout.timers as usize];
    for slot in 0..layout.wheels * layout.slots {
        let head = layout.timers + slot;
        let (mut record, mut steps) = (head, 0);
        loop {
            let (_, next) = layout.links(memory, record);
            if next >= records {
                return Err(format!("record {record} points to {next}, which is none"));
            }
            let (previous, _) = layout.links(memory, next);
            if previous != record {
                return Err(format!("{record} is before {next}, whose link says {previous}"));
            }
            if next == head {
                break;
            }
            if next >= layout.timers {
                return Err(format!("the list of slot {slot} comes to head {next}"));
            }
            if layout.slot_of(layout.due(memory, next), slot) != slot {
                return Err(format!("timer {next} is in slot {slot}, not in that of its expiry"));
            }
            listed[next as usize] = true;
            record = next;
            steps += 1;
            if steps > records {
                return Err(format!("the list of slot {slot} has no end"));
            }
        }
    }
    for timer in 0..layout.timers {
        let is_listed = listed[timer as usize];
        if is_listed == (layout.links(memory, timer).1 == timer) {
            return Err(format!("timer {timer} is listed: {is_listed}; its link says otherwise"));
        }
        let Some(contract) = contract else { continue };
        match contract.due(timer) {
            Some(due) if !is_listed || due as u32 & 0xff_ffff != layout.due(memory, timer) => {
                return Err(format!("timer {timer} is due at {due} and not listed so"));
            }
            None if is_listed => return Err(format!("timer {timer} is listed and does not run")),
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAYOUT: Layout = Layout { timers: 3, wheels: 1, slots: 2, stride: 2, wide: false };

    /// Timer 2, then timer 0 in slot 1; timer 1 in no list.
    fn memory() -> Vec<u32> {
        let links = |previous: u32, next: u32| previous << 16 | next;
        vec![links(2, 4), 5, links(1, 1), 0, links(4, 0), 3 | 7 << 24, links(3, 3), 0, links(0, 2), 0]
    }

    #[test]
    fn lists_are_read_in_their_order() {
        assert_eq!(lists(&LAYOUT, &memory()), [(1, vec![(2, 3), (0, 5)])]);
        assert_eq!(lists(&LAYOUT, &[]), []);
    }

    #[test]
    fn check_of_whole_lists_passes_and_knows_what_runs() {
        let mut contract = Contract::new(3);
        contract.start(2, 3, false, 0);
        contract.start(0, 5, false, 0);
        assert_eq!(check(&LAYOUT, &memory(), Some(&contract)), Ok(()));
        contract.start(1, 5, false, 0);
        assert!(check(&LAYOUT, &memory(), Some(&contract)).is_err());
        assert!(check(&LAYOUT, &memory(), Some(&Contract::new(3))).is_err());
    }

    #[test]
    fn check_of_wide_records_reads_each_link_from_a_word_of_its_own() {
        let layout = Layout { stride: 4, wide: true, ..LAYOUT };
        let narrow = memory();
        let mut wide = Vec::new();
        for record in narrow.chunks(2) {
            wide.extend([record[0] & 0xffff, record[1], 0, record[0] >> 16]);
        }
        assert_eq!(check(&layout, &wide, None), Ok(()));
        for place in [0, 8, 11, 15, 16, 19] {
            let mut wide = wide.clone();
            wide[place] ^= 1 << 20;
            assert!(check(&layout, &wide, None).is_err(), "{place}");
        }
    }

    #[test]
    fn check_of_any_changed_link_or_slot_fails() {
        for record in 0..5 {
            for half in [0, 16] {
                let mut memory = memory();
                memory[2 * record] ^= 1 << half;
                // A timer in no list may say anything in `previous`.
                let free = record == 1 && half == 16;
                assert_eq!(check(&LAYOUT, &memory, None).is_ok(), free, "{record} {half}");
            }
        }
        let mut memory = memory();
        memory[5] ^= 1;
        assert!(check(&LAYOUT, &memory, None).is_err(), "timer 2 in the wrong slot");
    }

    #[test]
    fn check_of_a_higher_wheel_looks_at_its_bits_of_the_tick() {
        let layout = Layout { timers: 1, wheels: 2, ..LAYOUT };
        // Head 4 is that of slot 1 of wheel 1.
        let links = |previous: u32, next: u32| previous << 16 | next;
        for (due, right) in [(2, true), (3, true), (6, true), (1, false), (4, false)] {
            let mut memory = vec![links(4, 4), due];
            for head in 1..4 {
                memory.extend([links(head, head), 0]);
            }
            memory.extend([links(0, 0), 0]);
            assert_eq!(check(&layout, &memory, None).is_ok(), right, "{due}");
        }
    }
}
