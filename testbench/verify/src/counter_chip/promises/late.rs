//! Arms that came too late, or perhaps did: each is owed an answer.

use super::{Effect, Event, Moment};
use carillon_spec::counter_chip::WheelSizes;
use carillon_spec::counter_chip::wheel_sizes::{Position, position, tick_of};

/// Transfers after which a late event must be in the FIFO, if there is any event at all.
const TRANSFERS: u32 = 8;

/// An arm whose visit was not certainly ahead.
#[derive(Clone, Copy, Debug)]
struct Arm {
    wheel: u32,
    slot: u32,
    /// The visit meant; `None` where the lap may mean either of two.
    visit: Option<Position>,
    /// The visit was certainly past.
    passed: bool,
    /// Up to here the cursor had come.
    cursor: Position,
    /// No answer is expected any more; a late event may still come.
    settled: bool,
    /// No late event comes after an event of a later tick.
    deadline: u64,
    transfers: u32,
}

/// All of them.
#[derive(Debug, Default)]
pub(super) struct LateArms {
    arms: Vec<Arm>,
}

impl LateArms {
    pub fn arm(
        &mut self,
        sizes: &WheelSizes,
        moment: &Moment,
        effect: Effect,
        (wheel, slot, lap): (u32, u32, u8),
        deadline: u64,
    ) {
        let visit = visit_meant(sizes, moment, (wheel, slot, lap));
        if visit.is_some_and(|visit| visit > effect.certain) {
            return;
        }
        self.arms.push(Arm {
            wheel,
            slot,
            visit,
            passed: visit.is_some_and(|visit| visit <= effect.passed),
            cursor: effect.passed,
            settled: visit.is_none(),
            deadline,
            transfers: 0,
        });
    }

    /// A bit that is cleared again need not be reported, unless its arm was late already.
    pub fn disarm(&mut self, wheel: u32, slot: u32) {
        for arm in &mut self.arms {
            arm.settled |= (arm.wheel, arm.slot) == (wheel, slot) && !arm.passed;
        }
    }

    /// The host has been told to look through its queues.
    pub fn excuse(&mut self) {
        for arm in &mut self.arms {
            arm.settled = true;
        }
    }

    /// The bits of a wheel are no longer known.
    pub fn forget(&mut self, wheel: u32) {
        for arm in &mut self.arms {
            arm.settled |= arm.wheel == wheel && !arm.passed;
        }
    }

    /// An event that is not late answers the arms that meant its visit; `clears` and with it the bit, all up to it.
    pub fn answer(&mut self, event: &Event, at: Position, clears: bool) {
        for arm in &mut self.arms {
            let same = (arm.wheel, arm.slot) == (event.wheel, event.slot) && !arm.passed;
            arm.settled |= same && (arm.visit == Some(at) || (clears && arm.cursor < at));
        }
    }

    /// A late event answers one arm. Of several that may have caused it, that is the oldest that is owed an answer; one
    /// that may still have been in time comes after those that were certainly late. As the event may as well have been
    /// an older one's, the older ones take over how long the one that was answered could wait.
    pub fn report(&mut self, event: &Event) -> Result<(), String> {
        // A tick in which wheel 0 begins a new lap counts before its slots are visited: a late event of that very tick
        // may come before them.
        let one_visit = event.wheel == 0 && event.slot > 0;
        let causes: Vec<usize> = (0..self.arms.len())
            .filter(|&index| {
                let arm = &self.arms[index];
                (arm.wheel, arm.slot) == (event.wheel, event.slot)
                    && arm.visit.is_none_or(|visit| tick_of(visit) <= event.tick)
            })
            .collect();
        let was_late = |arm: &Arm| {
            let gone = |visit| tick_of(visit) < event.tick + u64::from(one_visit);
            arm.passed || arm.visit.is_some_and(gone)
        };
        let rank = |&&index: &&usize| {
            let arm = &self.arms[index];
            (arm.settled, !was_late(arm))
        };
        let (Some(&oldest), Some(&answered)) = (causes.first(), causes.iter().min_by_key(rank)) else {
            return Err(format!("late without a late arm: {event:?}"));
        };
        let Arm { deadline, transfers, .. } = self.arms[answered];
        let older = causes.iter().find(|&&index| !self.arms[index].settled);
        for index in older.copied().into_iter().chain([oldest]) {
            self.arms[index].deadline = deadline;
            self.arms[index].transfers = transfers;
        }
        self.arms[answered] = self.arms[oldest];
        self.arms.remove(oldest);
        Ok(())
    }

    /// An event of `tick` is reported: no late event of an earlier time can follow.
    pub fn pass_tick(&mut self, tick: u64) -> Result<(), String> {
        self.close(|arm| tick > arm.deadline)
    }

    /// Another transfer.
    pub fn pass_transfer(&mut self) {
        for arm in &mut self.arms {
            arm.transfers += 1;
        }
    }

    /// There is no event up to `reported`, and none waits.
    pub fn pass_empty(&mut self, reported: Position) -> Result<(), String> {
        self.close(|arm| {
            let visited = arm.passed || arm.visit.is_none_or(|visit| visit <= reported);
            arm.transfers > TRANSFERS && visited
        })
    }

    /// Forgets the arms whose time is over.
    fn close(&mut self, over: impl Fn(&Arm) -> bool) -> Result<(), String> {
        if let Some(arm) = self.arms.iter().find(|arm| over(arm) && !arm.settled) {
            return Err(format!("never answered: {arm:?}"));
        }
        self.arms.retain(|arm| !over(arm));
        Ok(())
    }
}

/// The visit that an arm means; 0 where it lies before tick 1. The lap is read as the nearest one, and the cursor
/// may move meanwhile: `None` when that leaves two.
fn visit_meant(sizes: &WheelSizes, moment: &Moment, (wheel, slot, lap): (u32, u32, u8)) -> Option<Position> {
    let size = sizes.size(wheel);
    let nearest = |tick: u64| {
        let next = sizes.steps(wheel, tick) + 1;
        let standing = next / size;
        let ahead = lap.wrapping_sub(standing as u8) as i8;
        // More than 128 laps behind is less than 128 laps ahead.
        let turned = ahead == i8::MIN && u64::from(slot) < next % size;
        standing as i64 + if turned { 128 } else { i64::from(ahead) }
    };
    let meant = nearest(moment.cursor);
    if meant != nearest(moment.furthest()) {
        return None;
    }
    let Ok(laps) = u64::try_from(meant) else {
        return Some(0);
    };
    let tick = sizes.tick_of(wheel, laps * size + u64::from(slot));
    // A visit beyond the end of time is never passed.
    Some(tick.map_or(Position::MAX, |tick| position(tick, wheel)))
}
