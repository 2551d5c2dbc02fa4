//! The table. A row's documentation comment is also its description in every generated file.

use crate::table::register_table;

register_table! {
    /// Says that this is the chip. A driver reads it first and refuses anything else.
    ID id 0x000 ReadOnly {
        /// Always 0x4341524C, "CARL" in ASCII with the first letter in the highest byte.
        VALUE [31:0] ReadOnly ID_VALUE;
    }

    /// The version of this register map, as major.minor.patch.
    VERSION version 0x004 ReadOnly {
        /// Nothing changes that a driver can see.
        PATCH [7:0] ReadOnly VERSION_PATCH;
        /// A higher number adds registers or fields; while `major` is 0 it may also change them.
        MINOR [15:8] ReadOnly VERSION_MINOR;
        /// A driver refuses a chip whose number differs from its own.
        MAJOR [31:16] ReadOnly VERSION_MAJOR;
    }

    /// What was chosen when the chip was generated. Never changes.
    PARAMS params 0x008 ReadOnly {
        /// The number of wheels, 1 to 8.
        WHEELS [3:0] ReadOnly build;
        /// The busy bits of all wheels together, as a power of two, 10 to 20: there are 2^`slot_bits` slots.
        SLOT_BITS [8:4] ReadOnly build;
        /// The depth of the event FIFO, as a power of two, 1 to 10: it holds 2^`fifo_bits` events.
        FIFO_BITS [12:9] ReadOnly build;
        /// 1: the build has `ALARM_LO` and `ALARM_HI`.
        ALARM [16] ReadOnly build;
        /// 1: the build has `NEXT`.
        LOOK_AHEAD [17] ReadOnly build;
        /// 1: the build has `INTR_COALESCE`.
        COALESCING [18] ReadOnly build;
        /// 1: the build has `WHEEL_MODE`.
        WHEEL_MODES [19] ReadOnly build;
    }

    /// For trying the bus: keeps what is written and does nothing else.
    SCRATCH scratch 0x00C ReadWrite {
        /// What was last written.
        VALUE [31:0] ReadWrite 0;
    }

    /// Starts, pauses and resets the chip.
    CTRL ctrl 0x010 ReadWrite {
        /// 1: now counts. 0: now stands still and goes on from there when set again; the cursor still catches up and
        /// the registers still answer. Clocks of a tick that have passed before a pause count: `PRESCALE` clocks of
        /// enable make a tick, however they are divided. The first 1 after a reset starts from tick 0 and locks the
        /// sizes (`STATUS.running`). Writing 1 while `STATUS.ready` is 0 is ignored and sets `ERROR.not_ready`.
        ENABLE [0] ReadWrite 0;
        /// Writing 1 does everything that the reset pin does; the rest of the word written is then of no account, so
        /// that `reset` and `enable` at once do not start the chip and are no error. Reads 0. `STATUS.ready` is 0 until
        /// the memory has been cleared, which takes 2^`PARAMS.slot_bits` clocks.
        RESET [1] WriteOnly 0;
    }

    /// What the chip is doing.
    STATUS status 0x014 ReadOnly {
        /// 1: all busy bits have been cleared after reset; `CTRL.enable` is accepted. Rises
        /// 2^`PARAMS.slot_bits` clocks after the reset.
        READY [0] ReadOnly 0;
        /// 1: enabled at least once since reset; `ARM` and `DISARM` are accepted, and `WHEEL_SIZE` and
        /// `PRESCALE` are locked until the next reset.
        RUNNING [1] ReadOnly 0;
        /// 1: the event FIFO is not empty.
        EVENT_PENDING [2] ReadOnly 0;
        /// 1: the event FIFO is full. The cursor waits at the next busy slot and now goes on.
        FIFO_FULL [3] ReadOnly 0;
        /// 1: the cursor is behind now, that is, slots of ticks up to now have still to be visited. As of two clocks
        /// before. So it is 1 for some six clocks after each tick; whether the chip keeps up, `CURSOR` and `NOW` tell.
        BEHIND [4] ReadOnly 0;
    }

    /// The length of a tick. Set it before the chip is first enabled.
    PRESCALE prescale 0x018 ReadWrite {
        /// Clocks to a tick, 1 to 16777215; the very first tick takes one more. 0 is ignored and sets
        /// `ERROR.prescale_zero`; any write while `STATUS.running` is 1 is ignored and sets `ERROR.locked`.
        CLOCKS [23:0] ReadWrite 1;
    }

    /// Now, low half: ticks since the chip was first enabled. For all 64 bits read `NOW_HI`, `NOW_LO`, `NOW_HI` until
    /// both readings of `NOW_HI` agree. No read latches anything for another one, so any number of harts may do this
    /// at once, without a lock.
    NOW_LO now_lo 0x020 ReadOnly {
        /// Bits 31 to 0 of now, in ticks.
        TICK [31:0] ReadOnly 0;
    }

    /// Now, high half. See `NOW_LO` for how to read both.
    NOW_HI now_hi 0x024 ReadOnly {
        /// Bits 63 to 32 of now, in ticks.
        TICK [31:0] ReadOnly 0;
    }

    /// The cursor, low half: the last tick whose slots have all been visited; never ahead of now. Read both halves as
    /// those of now. An event can be read in `EVENT` four clocks after the chip has decided on it, and the cursor shows
    /// its tick up to two clocks before that: to conclude that there is no event up to the cursor, read the cursor
    /// before `EVENT`. Two reads on the bus are always far enough apart.
    CURSOR_LO cursor_lo 0x028 ReadOnly {
        /// Bits 31 to 0 of the cursor, in ticks.
        TICK [31:0] ReadOnly 0;
    }

    /// The cursor, high half. See `CURSOR_LO`.
    CURSOR_HI cursor_hi 0x02C ReadOnly {
        /// Bits 63 to 32 of the cursor, in ticks.
        TICK [31:0] ReadOnly 0;
    }

    /// Sets a slot's busy bit: its queue became non-empty. If the cursor has already passed the visit that `lap` names,
    /// the chip also raises an event for the slot at once, marked `late`; if the FIFO has no room for it,
    /// `INTR_STATE.late_overflow` is set instead. A wheel or slot that does not exist is ignored and sets
    /// `ERROR.arm_range`; a write while `STATUS.running` is 0 is ignored and sets `ERROR.not_ready`.
    ARM arm 0x030 WriteOnly {
        /// The slot, 0 to the wheel's size less 1.
        SLOT [19:0] WriteOnly 0;
        /// The wheel, 0 to `PARAMS.wheels` less 1; its `WHEEL_SIZE` must not be 0.
        WHEEL [22:20] WriteOnly 0;
        /// The wheel's lap (how often its position has wrapped since tick 0) at the visit meant, modulo 256. The visit
        /// nearest to the wheel's next one is meant. So one that is 128 laps ahead or more looks passed and gives a
        /// false late event, which is harmless; one more than 128 laps in the past looks ahead, and the slot's next
        /// visit, less than a lap away, gives its event.
        LAP [31:24] WriteOnly 0;
    }

    /// Clears a slot's busy bit: its queue became empty. An event of the slot that is already in the FIFO stays there.
    /// A wheel or slot that does not exist is ignored and sets `ERROR.arm_range`; a write while `STATUS.running` is 0
    /// is ignored and sets `ERROR.not_ready`.
    DISARM disarm 0x034 WriteOnly {
        /// The slot, 0 to the wheel's size less 1.
        SLOT [19:0] WriteOnly 0;
        /// The wheel, 0 to `PARAMS.wheels` less 1; its `WHEEL_SIZE` must not be 0.
        WHEEL [22:20] WriteOnly 0;
    }

    /// The head of the event FIFO: a slot that was busy when the cursor visited it. Reading does not pop; write
    /// `EVENT_ACK` for that. Ticks never decrease from one event to the next.
    EVENT event 0x038 ReadOnly {
        /// The slot of the event; of no meaning while `valid` is 0.
        SLOT [19:0] ReadOnly 0;
        /// The wheel of the event; of no meaning while `valid` is 0.
        WHEEL [22:20] ReadOnly 0;
        /// How many events have been popped since reset, modulo 16: what `EVENT_ACK.sequence` must be to pop this one.
        /// 0 while `valid` is 0.
        SEQUENCE [26:23] ReadOnly 0;
        /// 1: at least one of `alarm`, `error`, `late_overflow` and `half_period` is set in `INTR_STATE` and enabled in
        /// `INTR_ENABLE`. Right even while `valid` is 0, so one read tells an interrupt routine all that there is.
        ATTENTION [28] ReadOnly 0;
        /// 1: at least one more event stands behind this one.
        MORE [29] ReadOnly 0;
        /// 1: raised by an `ARM` that came after its visit; of no meaning while `valid` is 0.
        LATE [30] ReadOnly 0;
        /// 1: there is an event. 0: the FIFO is empty.
        VALID [31] ReadOnly 0;
    }

    /// The tick of the event that `EVENT` shows; of no meaning while `EVENT.valid` is 0.
    EVENT_TICK event_tick 0x03C ReadOnly {
        /// Bits 31 to 0 of the tick at which the cursor visited the slot; of a late event, the tick
        /// that the cursor was at when it was raised: that of `CURSOR_*` then or, if the cursor was within a tick (in a
        /// cascade, or held there), the tick after it.
        TICK [31:0] ReadOnly 0;
    }

    /// Pops the head of the event FIFO. While the FIFO is empty, a write is ignored and sets `ERROR.ack_empty`.
    EVENT_ACK event_ack 0x040 WriteOnly {
        /// 1: also clears the busy bit of the event's slot (its queue is empty now). 0: leaves it.
        DISARM [0] WriteOnly 0;
        /// Must be `EVENT.sequence` of the event meant. With any other value the write is ignored and sets
        /// `ERROR.ack_stale`, so an acknowledgement that is sent twice pops once.
        SEQUENCE [26:23] WriteOnly 0;
    }

    /// Why the interrupt is raised. `irq` is a level: high, one clock later, while any bit is 1 here and in
    /// `INTR_ENABLE`. Bits are set whether enabled or not.
    INTR_STATE intr_state 0x044 WriteOneToClear {
        /// A level: 1 while the event FIFO is not empty (where the build has `INTR_COALESCE`: once it has let one event
        /// through, until the FIFO is empty).
        /// Acknowledge the events to clear it; writing 1 clears only what `INTR_TEST` forced.
        EVENT [0] WriteOneToClear 0;
        /// Sticky: now has reached the alarm. Set in the fourth clock after now and alarm have come to stand so, and
        /// set again after a clear while they still do. Always 0 in builds without an alarm, unless forced.
        ALARM [1] WriteOneToClear 0;
        /// A level: 1 while any bit of `ERROR` is set, one clock behind it. Clear those to clear it; writing 1 clears
        /// only what `INTR_TEST` forced.
        ERROR [2] WriteOneToClear 0;
        /// Sticky: a late event was dropped, because the FIFO was full when it came or became full while it waited for
        /// its turn, or because the late event before it still waited. Its slot is busy and a timer in it is overdue:
        /// clear the bit, then look through all queues.
        LATE_OVERFLOW [3] WriteOneToClear 0;
        /// Sticky: bit 31 of now has changed, which it does every 2^31 ticks. Wakes a host that extends 32-bit readings
        /// of now in software.
        HALF_PERIOD [4] WriteOneToClear 0;
    }

    /// Which bits of `INTR_STATE` raise `irq`: 1 enables.
    INTR_ENABLE intr_enable 0x048 ReadWrite {
        /// 1: `INTR_STATE.event` raises `irq`.
        EVENT [0] ReadWrite 0;
        /// 1: `INTR_STATE.alarm` raises `irq` and shows in `EVENT.attention`.
        ALARM [1] ReadWrite 0;
        /// 1: `INTR_STATE.error` raises `irq` and shows in `EVENT.attention`.
        ERROR [2] ReadWrite 0;
        /// 1: `INTR_STATE.late_overflow` raises `irq` and shows in `EVENT.attention`.
        LATE_OVERFLOW [3] ReadWrite 0;
        /// 1: `INTR_STATE.half_period` raises `irq` and shows in `EVENT.attention`.
        HALF_PERIOD [4] ReadWrite 0;
    }

    /// Forces bits of `INTR_STATE`, to try the interrupt's way to the host. Each 1 holds its bit at 1 until 1 is
    /// written to that bit of `INTR_STATE`; a 0 does nothing.
    INTR_TEST intr_test 0x04C WriteOnly {
        /// 1: forces `INTR_STATE.event`. `EVENT.valid` stays as it is.
        EVENT [0] WriteOnly 0;
        /// 1: forces `INTR_STATE.alarm`, in builds without an alarm as well.
        ALARM [1] WriteOnly 0;
        /// 1: forces `INTR_STATE.error`. `ERROR` stays as it is.
        ERROR [2] WriteOnly 0;
        /// 1: forces `INTR_STATE.late_overflow`.
        LATE_OVERFLOW [3] WriteOnly 0;
        /// 1: forces `INTR_STATE.half_period`.
        HALF_PERIOD [4] WriteOnly 0;
    }

    /// Holds `INTR_STATE.event` back until `count` events are in the FIFO, or the FIFO is full, or one event has been
    /// at its head or behind it for `age` ticks, whichever is first. Once it has risen it stays until the FIFO is
    /// empty, so the host sees every event that it can without a new interrupt. There is a wait only where `count` is 2
    /// or more and `age` is 1 or more; reset to no waiting at all. `EVENT` shows events that wait as well.
    INTR_COALESCE intr_coalesce 0x050 ReadWrite if Coalescing {
        /// Events in the FIFO that end the wait, 0 to 255; 0 and 1 mean no waiting. Events that are acknowledged during
        /// the wait no longer count.
        COUNT [7:0] ReadWrite 0;
        /// Ticks that end the wait, 0 to 65535; 0 means no waiting. They are counted from the moment in which an empty
        /// FIFO shows an event, and an acknowledgement during the wait does not restart them: no event waits longer
        /// than `age` ticks and three clocks, and the one that they are counted from waits longer than `age` - 1 ticks
        /// unless `count` or a full FIFO ends the wait. Now stands still while `CTRL.enable` is 0, and the wait with
        /// it.
        AGE [23:8] ReadWrite 0;
    }

    /// What the host did wrong. The faulty transfer did nothing else. It sets one bit: where several would apply,
    /// `address` goes before all others, `locked` before `prescale_zero` and `size_range`, `not_ready` before
    /// `arm_range`, and `ack_empty` before `ack_stale`. A bit stays until 1 is written to it.
    ERROR error 0x054 WriteOneToClear {
        /// `ARM` or `DISARM` named a wheel that is absent or a slot at or above the wheel's size.
        ARM_RANGE [0] WriteOneToClear 0;
        /// `WHEEL_SIZE` was given less than 2 or more slots than are left, or the wheel below is absent.
        SIZE_RANGE [1] WriteOneToClear 0;
        /// `WHEEL_SIZE` or `PRESCALE` was written while `STATUS.running` was 1.
        LOCKED [2] WriteOneToClear 0;
        /// `EVENT_ACK` was written while the event FIFO was empty.
        ACK_EMPTY [3] WriteOneToClear 0;
        /// `EVENT_ACK.sequence` was not that of the FIFO's head: a repeated or outdated acknowledgement.
        ACK_STALE [4] WriteOneToClear 0;
        /// `PRESCALE` was given 0.
        PRESCALE_ZERO [5] WriteOneToClear 0;
        /// `ARM` or `DISARM` was written while `STATUS.running` was 0, or `CTRL.enable` set while `STATUS.ready` was 0.
        NOT_READY [6] WriteOneToClear 0;
        /// An offset that this build does not map, or a write of less than the whole word; both also end with a bus
        /// error.
        ADDRESS [7] WriteOneToClear 0;
    }

    /// The alarm, low half, in ticks. `INTR_STATE.alarm` is set while now is at or past the alarm, so an alarm in the
    /// past rings at once, and again after a clear. To move it without a false alarm write 0xFFFFFFFF to `ALARM_HI`,
    /// then `ALARM_LO`, then `ALARM_HI`; only then clear `INTR_STATE.alarm`. What stood in the registers in between is
    /// later than now, until now nears the end of time. To switch it off write 0xFFFFFFFF to `ALARM_HI`, then clear.
    ALARM_LO alarm_lo 0x058 ReadWrite if Alarm {
        /// Bits 31 to 0 of the alarm's tick.
        TICK [31:0] ReadWrite 0xFFFF_FFFF;
    }

    /// The alarm, high half. See `ALARM_LO`. Reset to the end of time: no alarm.
    ALARM_HI alarm_hi 0x05C ReadWrite if Alarm {
        /// Bits 63 to 32 of the alarm's tick.
        TICK [31:0] ReadWrite 0xFFFF_FFFF;
    }

    /// How far each wheel's next busy slot is; element k is wheel k's. Looked up when it is read, so this read takes
    /// longer than others: up to 34 clocks, up to 42 in builds of more than 4,096 slots, and up to 50 in builds of more
    /// than 65,536.
    NEXT next 0x060 ReadOnly x 8 if LookAhead {
        /// Slots from the wheel's next visit to its next busy slot, 0 to the wheel's size less 1: 0 is the slot that
        /// the wheel's very next step brings up. Reads 0 while `valid` is 0.
        DISTANCE [19:0] ReadOnly 0;
        /// 1: the wheel has a busy slot. 0: it has none.
        VALID [31] ReadOnly 0;
    }

    /// How many slots each wheel has; element k is wheel k's. Set all sizes before the chip is first enabled, from
    /// wheel 0 up: a write that is accepted removes all wheels above k, even if it repeats the size of wheel k, and
    /// they read 0 until they are written again. A write that is refused removes none. A write while `STATUS.running`
    /// is 1 is ignored and sets `ERROR.locked`, whatever it writes; one for a wheel above an absent one is ignored and
    /// sets `ERROR.size_range`. A wheel takes whole words of 16 slots from the memory: its size counts there as the
    /// next multiple of 16.
    WHEEL_SIZE wheel_size 0x080 ReadWrite x 8 {
        /// Slots, 2 to what the words of the wheels below leave of 2^`PARAMS.slot_bits`; need not be a power of two.
        /// Anything else, a word with a reserved bit set among it, is ignored and sets `ERROR.size_range`. Wheel 0
        /// resets to the whole capacity, so make it smaller first; the others reset to 0, which means absent.
        SLOTS [20:0] ReadWrite build;
    }

    /// How the cursor treats each wheel's busy slots; element k is wheel k's. May be written at any time; an event that
    /// the cursor has found already is treated as before.
    WHEEL_MODE wheel_mode 0x0A0 ReadWrite x 8 if WheelModes {
        /// 1: the cursor does not go past an event of this wheel before it is acknowledged, so the host can migrate the
        /// slot's timers to lower wheels before their slots of the same tick are visited. While it is held, now goes
        /// on, slots of lower wheels at the same tick count as still ahead, and `CURSOR_*` show the tick before the
        /// event's; of wheel 0, which is a tick's last, the event's own. Late events are not held. Keep
        /// `INTR_COALESCE.age` short then: the cursor waits as long as the event does.
        HOLD [0] ReadWrite 0;
        /// 1: the chip clears a busy bit as it reports it. 0: the bit stays until `DISARM` or `EVENT_ACK.disarm`. With
        /// 1, an event leaves the slot's bit clear although its queue may not be empty: if timers of later laps are
        /// left in it, the host must `ARM` it again. A late event leaves the bit as it is.
        AUTO_CLEAR [1] ReadWrite 0;
    }
}
