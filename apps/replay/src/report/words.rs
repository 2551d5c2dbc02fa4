//! The sentences of a report that depend on what ran.

use super::Summary;
use super::text::grouped;
use crate::{Assist, Queue};

/// A number of microseconds in the largest unit that gives a whole number.
pub(super) fn time(microseconds: u64) -> String {
    match microseconds {
        whole if whole.is_multiple_of(1_000_000) => format!("{} s", grouped(whole / 1_000_000)),
        whole if whole.is_multiple_of(1_000) => format!("{} ms", grouped(whole / 1_000)),
        rest => format!("{} µs", grouped(rest)),
    }
}

/// The wheels, or what is there instead.
pub(super) fn wheels(wheels: &[u32]) -> String {
    match *wheels {
        [] => "alarm".to_owned(),
        [slots] => format!("{} slots", grouped(slots.into())),
        [slots, ..] => format!("{} wheels of {} slots", wheels.len(), grouped(slots.into())),
    }
}

/// What an interrupt of the chip stands for.
pub(super) const fn interrupts(assist: Assist) -> &'static str {
    match assist {
        Assist::BusySlots => "How often the chip interrupted the host. Timers that share a slot share an interrupt.",
        Assist::Alarm => {
            "How often the alarm interrupted the host. Timers that are due together share an interrupt; the alarm of a \
             timer that was stopped may still ring."
        }
        Assist::WholeQueue => "How often the chip interrupted the host: only where timers have expired.",
    }
}

/// What the bus reads are.
pub(super) const fn reads(assist: Assist) -> &'static str {
    match assist {
        Assist::BusySlots => "Reads of the chip's registers: now, before a start, and the events.",
        Assist::Alarm => "Reads of the chip's registers: now, before a start and at a service.",
        Assist::WholeQueue => "Reads of the chip's registers: now and the events.",
    }
}

/// What the bus writes are.
pub(super) const fn writes(assist: Assist) -> &'static str {
    match assist {
        Assist::BusySlots => "Writes of the chip's registers: to arm, to disarm and to acknowledge.",
        Assist::Alarm => "Writes of the chip's registers: to set the alarm and to acknowledge it.",
        Assist::WholeQueue => "Writes of the chip's registers: to start, to stop and to acknowledge.",
    }
}

/// What is done about an overload.
pub(super) const fn overload(assist: Assist) -> &'static str {
    match assist {
        Assist::BusySlots => "yes: give --wheel-size, --speed or --tick a higher value",
        Assist::Alarm | Assist::WholeQueue => "yes: give --speed or --tick a higher value",
    }
}

/// The number of interrupts that is expected, beside those that were counted.
pub(super) struct Expected {
    pub name: &'static str,
    pub value: String,
    pub meaning: &'static str,
}

/// What is expected of this queue on this chip.
pub(super) fn expected(summary: &Summary) -> Expected {
    let (each, chip) = (summary.paper.interrupts_per_timer, &summary.chip);
    let of_expiries = format!("{each:.3} interrupts a timer, an interrupt an expiry");
    match (summary.host.queue, chip.assist) {
        (Queue::Scheme5 | Queue::Scheme6, Assist::BusySlots) => Expected {
            name: "the paper's T/M",
            value: format!(
                "{each:.3} interrupts a timer (T = {:.0} ticks, M = {} slots)",
                summary.paper.mean_interval,
                grouped(chip.slots)
            ),
            meaning: "What the paper expects of a hashed wheel with such a chip (VI.A.2, Appendix A): a timer of \
                      T ticks is visited T/M times on a wheel of M slots, if it has its slot to itself.",
        },
        (Queue::Scheme7, Assist::BusySlots) => Expected {
            name: "the paper's m",
            value: format!("{each:.0} interrupts a timer, an interrupt a wheel"),
            meaning: "What the paper expects of a hierarchy with such a chip at most (VI.B, Appendix A): a \
                      timer that is not stopped migrates through m wheels, if it has its slots to itself.",
        },
        (_, Assist::BusySlots) => Expected {
            name: "the expiries",
            value: of_expiries,
            meaning: "What is expected of Scheme 4: a timer waits in the slot of its own tick.",
        },
        (_, Assist::Alarm) => Expected {
            name: "the expiries",
            value: of_expiries,
            meaning: "What is expected of a single alarm, if no two timers are due together and the alarm of no \
                      stopped timer rings.",
        },
        (_, Assist::WholeQueue) => Expected {
            name: "the expiries",
            value: of_expiries,
            meaning: "What is expected of a chip that keeps the queue, if it reports each timer by itself.",
        },
    }
}

/// What the chip did, in a sentence for the head of the page.
pub(super) fn deed(summary: &Summary) -> &'static str {
    match summary.chip.assist {
        Assist::BusySlots if summary.chip.wheels.len() > 1 => {
            "a chip that interrupts the host only where a slot of its timing wheels is busy"
        }
        Assist::BusySlots => "a chip that interrupts the host only where a slot of its timing wheel is busy",
        Assist::Alarm => "a chip whose alarm interrupts the host at the queue's next expiry",
        Assist::WholeQueue => "a chip that keeps the queue and interrupts the host at expiries",
    }
}

/// What the plot of all interrupts shows.
pub(super) const fn beside_ticks(assist: Assist) -> &'static str {
    match assist {
        Assist::BusySlots => {
            "Interrupts of the host, to one scale: with this chip, ticked by a clock at each tick and at each \
             millisecond, and by a single timer at the earliest expiry. The chip interrupts at slots with timers only; \
             this is what the paper proposes it for (Appendix A)."
        }
        Assist::Alarm => {
            "Interrupts of the host, to one scale: with this alarm, ticked by a clock at each tick and at each \
             millisecond, and by a single timer at the earliest expiry. The alarm stands there too; it may still ring \
             for a timer that was stopped."
        }
        Assist::WholeQueue => {
            "Interrupts of the host, to one scale: with this chip, ticked by a clock at each tick and at each \
             millisecond, and by a single timer at the earliest expiry. The chip interrupts only where a timer has \
             expired."
        }
    }
}
