//! The table of what only the timer chip has. A row's documentation comment is also its description in every generated
//! file.

use crate::table::register_table;

register_table! {
    /// Says that this is the timer chip. A driver reads it first and refuses anything else.
    ID id 0x000 ReadOnly {
        /// Always 0x43415254, "CART" in ASCII with the first letter in the highest byte.
        VALUE [31:0] ReadOnly 0x4341_5254;
    }

    /// What was chosen when the chip was generated. Never changes.
    PARAMS params 0x008 ReadOnly {
        /// The number of wheels, 1 to 3: Scheme 6, or Scheme 7.
        WHEELS [3:0] ReadOnly build;
        /// The busy bits, as a power of two, 10 to 15: `WHEEL_BITS` can be no more; with two wheels it must be one
        /// less, with three two less.
        SLOT_BITS [8:4] ReadOnly build;
        /// The depth of the event FIFO, as a power of two, 1 to 10: it holds 2^`fifo_bits` events.
        FIFO_BITS [12:9] ReadOnly build;
        /// 1: the build has periodic timers, and a record takes four words of the memory. 0: two words, if it is not
        /// wide.
        PERIODIC [16] ReadOnly build;
        /// The memory is inside the chip, with room for 2^`timer_bits` timers, 4 to 15, and all slots: `TIMERS` can be
        /// no more. 0: the memory is behind the chip's port.
        TIMER_BITS [20:17] ReadOnly build;
        /// 1: records have links of 21 bits, for 2^20 timers, and take four words of the memory. 0: links of 16 bits.
        WIDE [21] ReadOnly build;
        /// 1: the build has `INTR_COALESCE`.
        COALESCING [22] ReadOnly build;
        /// 1: the build has `NEXT_EXPIRY`.
        LOOK_AHEAD [23] ReadOnly build;
    }

    /// Starts, pauses and resets the chip, and initialises the records.
    CTRL ctrl 0x010 ReadWrite {
        /// 1: now counts. 0: now stands still and goes on from there when set again. Writing 1 while `STATUS.ready` is
        /// 0 is ignored and sets `ERROR.not_ready`.
        ENABLE [0] ReadWrite 0;
        /// Writing 1 does everything that the reset pin does; the rest of the word written is then of no account. Reads
        /// 0.
        RESET [1] WriteOnly 0;
        /// Writing 1 writes all records of the memory, as `TIMERS`, `WHEEL_BITS` and `MEMORY_BASE` say: no timer runs,
        /// all are of generation 0. `STATUS.ready` is 1 when it is done. It can be done once after a reset, and locks
        /// these registers and `PRESCALE`; a second time sets `ERROR.locked`. Sizes or a base address that do not fit
        /// set `ERROR.size_range`, lock nothing, and leave the memory as it is; that shows after a clock for each
        /// record. Reads 0.
        INITIALISE [2] WriteOnly 0;
    }

    /// What the chip is doing.
    STATUS status 0x014 ReadOnly {
        /// 1: the records are initialised: commands and `CTRL.enable` are accepted.
        READY [0] ReadOnly 0;
        /// 1: initialisation has been asked for since reset: sizes and `PRESCALE` are locked.
        LOCKED [1] ReadOnly 0;
        /// 1: the event FIFO is not empty.
        EVENT_PENDING [2] ReadOnly 0;
        /// 1: the event FIFO is full. The cursor waits and now goes on.
        FIFO_FULL [3] ReadOnly 0;
        /// 1: the cursor is behind now, that is, slots of ticks up to now have still to be visited.
        BEHIND [4] ReadOnly 0;
        /// 1: the memory's last answer was an error. The chip repeats the transfer; until it succeeds, commands are
        /// refused.
        MEMORY_FAILING [5] ReadOnly 0;
    }

    /// The length of a tick. Set it before `CTRL.initialise`.
    PRESCALE prescale 0x018 ReadWrite {
        /// Clocks to a tick, 1 to 16777215; the very first tick takes one more. 0 is ignored and sets
        /// `ERROR.prescale_zero`; any write while `STATUS.locked` is 1 is ignored and sets `ERROR.locked`.
        CLOCKS [23:0] ReadWrite 1;
    }

    /// The cursor: the next tick whose slot is to be visited.
    CURSOR_LO cursor_lo 0x028 ReadOnly {
        /// Bits 31 to 0 of that tick.
        TICK [31:0] ReadOnly 1;
    }

    /// Which timer `TIMER_WORD` means.
    TIMER timer 0x030 WriteOnly {
        /// The timer's number.
        NUMBER [19:0] WriteOnly 0;
    }

    /// The word of the timer that `TIMER` names; the words of all timers are also in the window. A write starts or
    /// stops the timer. A number of `TIMERS` or more is ignored, reads 0 and sets `ERROR.timer_range`; before
    /// `STATUS.ready` is 1 the access is ignored and sets `ERROR.not_ready`. An access takes as long as what the chip
    /// is at, and a read as long as the chip takes to look.
    TIMER_WORD timer_word 0x034 ReadWrite {
        /// Read: the ticks left, 0 where the timer does not run or is due; not right while the cursor is 2^22 ticks or
        /// more behind now. Written: with the bits above it the interval or the deadline.
        TICKS [23:0] ReadWrite 0;
        /// Read: the timer's generation, which each start and each stop counts up. Written: bits of the word above
        /// `ticks`.
        GENERATION [30:24] ReadWrite 0;
        /// Read: 1 if the timer runs. The whole word written: 0 stops the timer. 1 to 8388607 starts it, or starts it
        /// again if it runs, with that interval in ticks; a larger one is ignored and sets `ERROR.interval_range`. With
        /// `START_MODE.absolute` any word starts the timer, with the tick of that low half as its deadline; one that
        /// has passed is due at the next tick, and one more than 2^23 ticks ahead is ignored and sets
        /// `ERROR.interval_range`.
        RUNS [31] ReadWrite 0;
    }

    /// The head of the event FIFO: a timer that has expired. Reading does not pop; write `EVENT_ACK` for that. Ticks
    /// never decrease from one event to the next, and timers of one tick come in the order in which they were started.
    EVENT event 0x038 ReadOnly {
        /// The timer's number; of no meaning while `valid` is 0.
        TIMER [19:0] ReadOnly 0;
        /// The generation of its start; of no meaning while `valid` is 0. Where `TIMER_WORD.generation` is another one,
        /// the timer was stopped or started again after it had expired.
        GENERATION [26:20] ReadOnly 0;
        /// How many events have been popped since reset, modulo 16: what `EVENT_ACK.sequence` must be to pop this one.
        /// Of no meaning while `valid` is 0.
        SEQUENCE [30:27] ReadOnly 0;
        /// 1: there is an event. 0: the FIFO is empty.
        VALID [31] ReadOnly 0;
    }

    /// The tick of the event that `EVENT` shows; of no meaning while `EVENT.valid` is 0.
    EVENT_TICK event_tick 0x03C ReadOnly {
        /// Bits 31 to 0 of the tick at which the timer was due.
        TICK [31:0] ReadOnly 0;
    }

    /// Pops the head of the event FIFO. While the FIFO is empty, a write is ignored and sets `ERROR.ack_empty`.
    EVENT_ACK event_ack 0x040 WriteOnly {
        /// Must be `EVENT.sequence` of the event meant. With any other value the write is ignored and sets
        /// `ERROR.ack_stale`, so an acknowledgement that is sent twice pops once.
        SEQUENCE [30:27] WriteOnly 0;
    }

    /// Why the interrupt is raised. `irq` is a level: high, one clock later, while any bit is 1 here and in
    /// `INTR_ENABLE`.
    INTR_STATE intr_state 0x044 WriteOneToClear {
        /// A level: 1 while the event FIFO is not empty (where the build has `INTR_COALESCE`: once it has let one event
        /// through, until the FIFO is empty).
        EVENT [0] WriteOneToClear 0;
        /// A level: 1 while any bit of `ERROR` is set.
        ERROR [2] WriteOneToClear 0;
        /// Sticky: now has crossed a multiple of 2^31.
        HALF_PERIOD [4] WriteOneToClear 0;
    }

    /// Which bits of `INTR_STATE` raise `irq`.
    INTR_ENABLE intr_enable 0x048 ReadWrite {
        /// 1: `INTR_STATE.event` raises `irq`.
        EVENT [0] ReadWrite 0;
        /// 1: `INTR_STATE.error` raises `irq`.
        ERROR [2] ReadWrite 0;
        /// 1: `INTR_STATE.half_period` raises `irq`.
        HALF_PERIOD [4] ReadWrite 0;
    }

    /// Forces bits of `INTR_STATE`, to try the interrupt's way to the host. Each 1 holds its bit at 1 until 1 is
    /// written to that bit of `INTR_STATE`; a 0 does nothing.
    INTR_TEST intr_test 0x04C WriteOnly {
        /// 1: forces `INTR_STATE.event`.
        EVENT [0] WriteOnly 0;
        /// 1: forces `INTR_STATE.error`.
        ERROR [2] WriteOnly 0;
        /// 1: forces `INTR_STATE.half_period`.
        HALF_PERIOD [4] WriteOnly 0;
    }

    /// What was refused or has failed. A bit stays until 1 is written to it.
    ERROR error 0x054 WriteOneToClear {
        /// A command named a timer of `TIMERS` or more.
        TIMER_RANGE [0] WriteOneToClear 0;
        /// `TIMERS` or `WHEEL_BITS` was given a size that is not offered, or sizes and `MEMORY_BASE` do not fit
        /// together.
        SIZE_RANGE [1] WriteOneToClear 0;
        /// A size or `PRESCALE` was written, or `CTRL.initialise` set, while `STATUS.locked` was 1.
        LOCKED [2] WriteOneToClear 0;
        /// `EVENT_ACK` was written while the event FIFO was empty.
        ACK_EMPTY [3] WriteOneToClear 0;
        /// `EVENT_ACK.sequence` was not that of the FIFO's head: a repeated or outdated acknowledgement.
        ACK_STALE [4] WriteOneToClear 0;
        /// `PRESCALE` was given 0.
        PRESCALE_ZERO [5] WriteOneToClear 0;
        /// A command, or `CTRL.enable` set, while `STATUS.ready` was 0.
        NOT_READY [6] WriteOneToClear 0;
        /// An offset that this build does not map, or a write of less than the whole word; both also end with a bus
        /// error.
        ADDRESS [7] WriteOneToClear 0;
        /// A start was given an interval or a deadline that is too long, or both modes at once.
        INTERVAL_RANGE [8] WriteOneToClear 0;
        /// A start came while the cursor was more than 2^22 ticks behind now: from a backlog of 2^22 to 2^22 + 1,060
        /// ticks on.
        BEHIND [9] WriteOneToClear 0;
        /// The memory has answered with an error. Commands that come before the transfer has been repeated with
        /// success are ignored and read 0.
        MEMORY [10] WriteOneToClear 0;
    }

    /// How the next start is meant. 0 again after a start, whether it is accepted or not.
    START_MODE start_mode 0x058 WriteOnly {
        /// 1: the word is the low half of the tick at which the timer is due.
        ABSOLUTE [0] WriteOnly 0;
        /// 1: the timer is started again whenever it expires, with its interval from the tick at which it was due. In
        /// builds without periodic timers, and together with `absolute`, the start is ignored and sets
        /// `ERROR.interval_range`.
        PERIODIC [1] WriteOnly 0;
    }

    /// How many timers there are. Set before `CTRL.initialise`.
    TIMERS timers 0x060 WriteOnly {
        /// 1 to 65520; together with the slots of all wheels at most 65536. With wide records 1 to 1048576. 0, more
        /// than 65535 (1048576), or more than the memory inside has room for (`PARAMS.timer_bits`) is ignored and sets
        /// `ERROR.size_range`.
        COUNT [31:0] WriteOnly 0;
    }

    /// How many slots a wheel has. Set before `CTRL.initialise`.
    WHEEL_BITS wheel_bits 0x064 WriteOnly {
        /// The slots as a power of two: with one wheel 4 to `PARAMS.slot_bits`, with two `slot_bits` less 1, with three
        /// less 2. Anything else is ignored and sets `ERROR.size_range`. In builds with several wheels it need not be
        /// written.
        COUNT [31:0] WriteOnly 4;
    }

    /// Where the records are in the memory. Set before `CTRL.initialise`. Of no account where the memory is inside the
    /// chip.
    MEMORY_BASE memory_base 0x068 WriteOnly {
        /// The word address of record 0: a multiple of the words of all records, rounded up to a power of two.
        WORD [29:0] WriteOnly 0;
    }

    /// How long no timer can expire, so that a host can sleep: the ticks from now to the first visit of a busy slot, of
    /// all wheels. A read waits for its turn as that of a timer's word does, and is refused (reads 0) as that is.
    /// Events in the FIFO are not counted: look at `EVENT` afterwards.
    NEXT_EXPIRY next_expiry 0x06C ReadOnly if LookAhead {
        /// No timer that runs expires in fewer ticks. It may be fewer than are left of any timer: a slot has timers of
        /// later laps as well, a slot of a higher wheel is visited before its timers expire, and a slot stays busy when
        /// its timers are stopped. 0 while a visit is due, and while the cursor is 2^22 ticks or more behind now.
        TICKS [24:0] ReadOnly 0;
        /// 1: no slot is busy, so no timer runs. 0 where the read was refused, so that no host sleeps by mistake.
        NONE [31] ReadOnly 0;
    }
}
