//! Counts of the cases that a run has reached.

carillon_spec::counts! {
    /// How often a run came to what is worth telling.
    pub struct Reached {
        /// Bus transfers.
        operations: "operations";
        /// Clocks.
        clocks: "clocks";
        /// Events.
        events: "events";
        /// Starts by an interval.
        starts: "starts by an interval";
        /// Starts by a deadline.
        deadlines: "starts by a deadline";
        /// Of these, ones that had passed.
        passed: "of these, deadlines that had passed";
        /// Starts of periodic timers.
        periodic: "starts of periodic timers";
        /// Starts of timers that ran.
        restarts: "starts of timers that ran";
        /// Stops.
        stops: "stops";
        /// Of these, timers that did not run.
        idle_stops: "of these, of timers that did not run";
        /// Reads of a timer's word.
        looks: "words of timers read";
        /// Readings of `NEXT_EXPIRY`.
        nexts: "readings of `NEXT_EXPIRY`";
        /// Of these, ones after which a host could sleep.
        sleeps: "of these, ones that let the host sleep for two ticks or more";
        /// Events of starts that had ended.
        stale: "events whose start had ended";
        /// Events read with a full FIFO.
        full: "events taken while the FIFO was full";
        /// Events that were read before their interrupt.
        held: "events read while their interrupt waited for more";
        /// Readings of an empty FIFO with a cursor, after which nothing may be outstanding.
        complete: "looks at an empty FIFO that showed that nothing was lost";
        /// Waits until nothing that was due was outstanding.
        settled: "waits until all timers that were due had their events";
        /// Cursors compared with now.
        up_to_date: "cursors that had to be a tick ahead of now";
        /// Registers read back.
        read_back: "settings read back";
        /// Bits of `INTR_STATE` forced.
        forced: "interrupts forced";
        /// Checks of all links.
        checks: "checks of all links at rest";
        /// Things that the chip has to refuse.
        refused: "things that were refused with their bit of `ERROR`";
        /// Starts that came too late.
        behind: "of these, starts with a cursor too far behind";
        /// Transfers of the memory.
        accesses: "transfers of the memory";
        /// Transfers of the memory that failed.
        errors: "of these, ones that failed";
        /// Commands that were refused while the memory failed.
        failing: "commands that were refused while the memory failed";
        /// Resets.
        resets: "resets, by pin or by `CTRL`, in the midst of something";
        /// Pauses.
        pauses: "pauses of time";
    }
}
