//! What a run has reached.

use core::ops::BitOr;

use carillon_regmap::counter_chip::field::next;

crate::counts! {
    /// Counts that show that a stimulus went where the races are.
    pub struct Reached {
        /// Bus transfers carried out.
        transfers;
        /// Events that the cursor found.
        events;
        /// Events that an arm raised because it came too late.
        late_events;
        /// Late events that found no place.
        late_lost: "late events dropped for want of room (`late_overflow`)";
        /// Words that the cursor passed in one clock.
        skipped;
        /// Words that it found not to be empty, and walked through.
        not_empty;
        /// Times that the cursor came to a busy slot while the FIFO was full.
        blocked;
        /// Events acknowledged.
        acknowledged: "events acknowledged";
        /// Events acknowledged in the clock in which another was given its place.
        acknowledged_while_found: "of these, in the clock in which another entered the FIFO";
        /// Bits written in the very clock in which the cursor found an event.
        written_under_the_cursor: "bits written in the clock in which the cursor found an event";
        /// Times that the cursor came to a busy slot in a cascade while the FIFO was full.
        blocked_in_cascade: "waits for room within a cascade";
        /// Ticks in which wheel 0 began a new lap together with other wheels.
        cascades;
        /// Of these, those in which wheel 2 stepped, or a higher one.
        high_cascades: "cascades up to wheel 2 or higher";
        /// Events that the cursor waited for.
        held: "events held for the host (`HOLD`)";
        /// Bits that the chip cleared by itself.
        auto_cleared: "bits cleared by the chip (`AUTO_CLEAR`)";
        /// Reads of `NEXT` that found a busy slot ahead in the same lap.
        next_ahead: "`NEXT` with a busy slot in the same lap";
        /// Reads of `NEXT` that found one in the next lap.
        next_wrapped: "`NEXT` with one in the next lap";
        /// Reads of `NEXT` that found none.
        next_none: "`NEXT` with none";
        /// Clocks in which the alarm rang.
        alarm: "clocks with the alarm reached";
        /// Alarms set to a tick more than 2^16 ticks from now, in the past or the future, but not to the end of time.
        far_alarms: "alarms set more than 2^16 ticks from now, but for the end of time";
        /// First starts with ticks of 256 clocks or more.
        long_ticks: "starts with ticks of 256 clocks or more";
        /// Changes of bit 31 of now.
        half_periods: "changes of bit 31 of now (`half_period`)";
        /// Arms for a lap more than 64 away from that of the wheel's next visit, modulo 256.
        far_laps: "arms for a lap more than 64 away from the wheel's";
        /// Of these, those 127 ahead or 128 behind, where ahead and behind meet.
        limit_laps: "of these, 127 ahead or 128 behind, where the two meet";
        /// Clocks in which coalescing held the interrupt of an event back.
        coalesced: "clocks in which coalescing held an event's interrupt back";
        /// Clocks in which the time did not run although it had been started.
        paused: "clocks in which time was paused";
        /// Resets by pin or by `CTRL`, after the first.
        resets: "resets, by pin or by `CTRL`";
        /// Clocks with the interrupt line high.
        interrupted;
    }
    /// The latest tick that now came to.
    latest: u64, u64::max;
    /// Bits of `ERROR` that were ever set.
    errors: u32, u32::bitor;
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
