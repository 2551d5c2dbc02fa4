//! What a run has reached.

use carillon_regmap::counter_chip::field::next;

/// Counts that show that a stimulus went where the races are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reached {
    /// Bus transfers carried out.
    pub transfers: u64,
    /// The latest tick that now came to.
    pub latest: u64,
    /// Events that the cursor found.
    pub events: u64,
    /// Events that an arm raised because it came too late.
    pub late_events: u64,
    /// Late events that found no place.
    pub late_lost: u64,
    /// Words that the cursor passed in one clock.
    pub skipped: u64,
    /// Words that it found not to be empty, and walked through.
    pub not_empty: u64,
    /// Times that the cursor came to a busy slot while the FIFO was full.
    pub blocked: u64,
    /// Of these, the times in a cascade.
    pub blocked_in_cascade: u64,
    /// Events acknowledged.
    pub acknowledged: u64,
    /// Events acknowledged in the clock in which another was given its place.
    pub acknowledged_while_found: u64,
    /// Bits written in the very clock in which the cursor found an event.
    pub written_under_the_cursor: u64,
    /// Events that the cursor waited for.
    pub held: u64,
    /// Bits that the chip cleared by itself.
    pub auto_cleared: u64,
    /// Ticks in which wheel 0 began a new lap together with other wheels.
    pub cascades: u64,
    /// Of these, those in which wheel 2 stepped, or a higher one.
    pub high_cascades: u64,
    /// Reads of `NEXT` that found a busy slot ahead in the same lap.
    pub next_ahead: u64,
    /// Reads of `NEXT` that found one in the next lap.
    pub next_wrapped: u64,
    /// Reads of `NEXT` that found none.
    pub next_none: u64,
    /// Clocks in which the alarm rang.
    pub alarm: u64,
    /// Alarms set to a tick more than 2^16 ticks from now, in the past or the future, but not to the end of time.
    pub far_alarms: u64,
    /// First starts with ticks of 256 clocks or more.
    pub long_ticks: u64,
    /// Changes of bit 31 of now.
    pub half_periods: u64,
    /// Arms for a lap more than 64 away from that of the wheel's next visit, modulo 256.
    pub far_laps: u64,
    /// Of these, those 127 ahead or 128 behind, where ahead and behind meet.
    pub limit_laps: u64,
    /// Clocks in which coalescing held the interrupt of an event back.
    pub coalesced: u64,
    /// Clocks in which the time did not run although it had been started.
    pub paused: u64,
    /// Bits of `ERROR` that were ever set.
    pub errors: u32,
    /// Resets by pin or by `CTRL`, after the first.
    pub resets: u64,
    /// Clocks with the interrupt line high.
    pub interrupted: u64,
}

impl std::ops::AddAssign for Reached {
    fn add_assign(&mut self, other: Self) {
        self.transfers += other.transfers;
        self.latest = self.latest.max(other.latest);
        self.events += other.events;
        self.late_events += other.late_events;
        self.late_lost += other.late_lost;
        self.skipped += other.skipped;
        self.not_empty += other.not_empty;
        self.blocked += other.blocked;
        self.blocked_in_cascade += other.blocked_in_cascade;
        self.acknowledged += other.acknowledged;
        self.acknowledged_while_found += other.acknowledged_while_found;
        self.written_under_the_cursor += other.written_under_the_cursor;
        self.held += other.held;
        self.auto_cleared += other.auto_cleared;
        self.cascades += other.cascades;
        self.high_cascades += other.high_cascades;
        self.next_ahead += other.next_ahead;
        self.next_wrapped += other.next_wrapped;
        self.next_none += other.next_none;
        self.alarm += other.alarm;
        self.far_alarms += other.far_alarms;
        self.long_ticks += other.long_ticks;
        self.half_periods += other.half_periods;
        self.far_laps += other.far_laps;
        self.limit_laps += other.limit_laps;
        self.coalesced += other.coalesced;
        self.paused += other.paused;
        self.errors |= other.errors;
        self.resets += other.resets;
        self.interrupted += other.interrupted;
    }
}

impl Reached {
    /// An arm for a lap that is `ahead` of the lap of the wheel's next visit.
    pub(super) fn count_lap(&mut self, ahead: i8) {
        self.far_laps += u64::from(ahead.unsigned_abs() > 64);
        self.limit_laps += u64::from(ahead == i8::MAX || ahead == i8::MIN);
    }

    /// A read of `NEXT` is going to answer `word`; the search starts at `slot` of a wheel of `size`.
    pub(super) fn count_next(&mut self, word: u32, slot: u32, size: u32) {
        if !next::VALID.is_set(word) {
            self.next_none += 1;
        } else if slot + next::DISTANCE.get(word) < size {
            self.next_ahead += 1;
        } else {
            self.next_wrapped += 1;
        }
    }
}
