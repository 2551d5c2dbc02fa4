//! The numbers of a replay, as they go into every report.

use schemars::JsonSchema;
use serde::Serialize;

use crate::capture::{Contents, Skipped};
use crate::tcp::Kind;
use crate::{Assist, Baseline, End, Options, Outcome, Queue, Schedule};

use super::{CableSummary, Ran, Verdict};

/// Microseconds within which a host that keeps up reports a timer on average, beyond those for which it masks its
/// interrupt.
const OVERLOAD_MICROSECONDS: u64 = 1_000;

/// The version of the JSON form. A name that is added leaves it; a name that goes or changes its meaning raises it.
const VERSION: u32 = 2;

/// The numbers of a replay. Its JSON form is what `carillon replay --json` prints.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Summary {
    /// The version of this form.
    pub version: u32,
    /// What came of it.
    pub verdict: Verdict,
    /// Why the replay is not what happened on the wire; a sentence each.
    pub warnings: Vec<String>,
    /// The capture.
    pub capture: CaptureSummary,
    /// The idle time that was left out.
    pub idle: IdleSummary,
    /// The TCP of its hosts.
    pub tcp: TcpSummary,
    /// The timers.
    pub timers: TimerSummary,
    /// What they cost the host.
    pub host: HostSummary,
    /// What they would cost a host without a chip.
    pub baseline: BaselineSummary,
    /// What the paper expects.
    pub paper: PaperSummary,
    /// The chip.
    pub chip: ChipSummary,
    /// The cable to the chip, where there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cable: Option<CableSummary>,
}

/// The JSON schema of [`Summary`], as text.
pub fn schema() -> String {
    let schema = schemars::schema_for!(Summary);
    format!("{:#}\n", schema.as_value())
}

/// What the capture held.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct CaptureSummary {
    /// The name of the file.
    pub file: String,
    /// Packets in all.
    pub packets: u64,
    /// TCP segments that were replayed.
    pub segments: u64,
    /// Packets skipped as they are of a kind that carries no TCP.
    pub foreign: u64,
    /// Packets skipped as they are IP fragments.
    pub fragments: u64,
    /// Packets skipped that may be TCP, fragments included.
    pub may_be_tcp: u64,
    /// Packets that the capturing system says it has dropped.
    pub dropped: u64,
    /// The packet within which the file ends, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut_off_packet: Option<u64>,
    /// Why packets were skipped, and how many, the most frequent reason first.
    pub skipped: Vec<SkippedSummary>,
    /// Packets skipped as they carry no time.
    pub untimed: u64,
    /// Packets whose time ran backwards.
    pub moved_up: u64,
    /// Packets that were put in the order of their times.
    pub sorted: u64,
    /// TCP segments that were captured twice.
    pub duplicates: u64,
    /// Records that are no packets.
    pub other_records: u64,
    /// Records of a type that is not known.
    pub unknown_records: u64,
    /// From the first to the last packet, in microseconds.
    pub microseconds: u64,
    /// TCP connections.
    pub connections: u64,
}

/// Time in which nothing happened: no packet started or stopped a timer, and none expired.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct IdleSummary {
    /// The longest stretch of it that was replayed, in microseconds; null where all of it was.
    pub max_gap: Option<u64>,
    /// Stretches that were shortened to that.
    pub stretches: u64,
    /// Microseconds that were left out. Timers that ran meanwhile were started for so much less.
    pub left_out: u64,
}

/// The times of the TCP that the hosts of the capture are taken to run, in microseconds.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct TcpSummary {
    /// The least retransmission timeout.
    pub retransmission_minimum: u64,
    /// How long an acknowledgement waits for data to go with.
    pub delayed_acknowledgement: u64,
    /// How long a connection is silent before its peer is asked.
    pub keep_alive: u64,
    /// Twice the maximum segment lifetime.
    pub time_wait: u64,
}

/// Packets that were skipped.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SkippedSummary {
    /// What they are, in words.
    pub reason: String,
    /// How many.
    pub packets: u64,
}

/// What became of the timers.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct TimerSummary {
    /// Timers started.
    pub started: u64,
    /// Timers stopped before they were due.
    pub stopped: u64,
    /// Timers that expired and were reported as such.
    pub expired: u64,
    /// The greatest number outstanding at once.
    pub outstanding_peak: u64,
    /// Timers outstanding when the replay ended.
    pub outstanding_at_end: u64,
    /// Timers reported wrongly.
    pub wrong: u64,
    /// Timers never reported though they were due.
    pub lost: u64,
    /// Timers that fell due while the operation that was to stop them waited for the bus.
    pub raced: u64,
    /// Ticks from due to reported, at most.
    pub delay_maximum: u64,
    /// Ticks from due to reported, on average.
    pub delay_mean: f64,
    /// Ticks from due to reported that half of all expiries do not exceed.
    pub delay_p50: u64,
    /// The same for 90 of 100.
    pub delay_p90: u64,
    /// The same for 99 of 100.
    pub delay_p99: u64,
    /// The same for 999 of 1000.
    pub delay_p999: u64,
    /// The same by what they are for.
    pub by_kind: Vec<ByKind>,
}

/// The timers of one kind.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ByKind {
    /// What for.
    pub kind: Kind,
    /// Timers started.
    pub started: u64,
    /// Timers stopped.
    pub stopped: u64,
    /// Timers that expire, by the oracle.
    pub expired: u64,
    /// Timers outstanding at the end.
    pub outstanding_at_end: u64,
}

/// What the timers cost the host.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct HostSummary {
    /// The queue; the timer chip keeps it itself.
    pub queue: Queue,
    /// Interrupts taken.
    pub interrupts: u64,
    /// Interrupts that a host would have taken whose timers are ticked by a hardware clock: one a tick.
    pub interrupts_if_ticked: u64,
    /// Bus reads.
    pub bus_reads: u64,
    /// Bus writes.
    pub bus_writes: u64,
    /// Timers looked at in the slots that the chip reported.
    pub examined: u64,
    /// Interrupts for each timer started.
    pub interrupts_per_timer: f64,
    /// Bus reads for each timer started.
    pub bus_reads_per_timer: f64,
    /// Bus writes for each timer started.
    pub bus_writes_per_timer: f64,
    /// The host keeps its interrupt masked for so many ticks; 0: never.
    pub service_every: u64,
    /// Ticks by which an operation came late, at most, as the bus was busy.
    pub behind_maximum: u64,
    /// Whether reports came ever later because the bus could not carry the chip's events.
    pub overloaded: bool,
}

/// What the same timers would cost a host that has a clock or a single timer in the place of the chip, by the oracle.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct BaselineSummary {
    /// Interrupts of a clock that ticks each millisecond.
    pub long_tick_interrupts: u64,
    /// Microseconds by which such a tick comes after the expiry of a timer, on average.
    pub long_tick_late_mean: f64,
    /// The same at most.
    pub long_tick_late_maximum: u64,
    /// Interrupts of a single timer that is set to the earliest expiry.
    pub single_timer_interrupts: u64,
    /// How often that timer is set, as another expiry has become the earliest one.
    pub single_timer_sets: u64,
}

impl From<Baseline> for BaselineSummary {
    fn from(baseline: Baseline) -> Self {
        Self {
            long_tick_interrupts: baseline.long_ticks,
            long_tick_late_mean: baseline.long_tick_late_mean,
            long_tick_late_maximum: baseline.long_tick_late_maximum,
            single_timer_interrupts: baseline.single_interrupts,
            single_timer_sets: baseline.single_sets,
        }
    }
}

/// What section VI and Appendix A of the paper expect.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PaperSummary {
    /// T: ticks that a timer ran, on average.
    pub mean_interval: f64,
    /// Interrupts for each timer, if no two shared one: T/M on a hashed wheel; m, one a wheel, on a hierarchy, if the
    /// timer is not stopped; otherwise one for each timer that expires.
    pub interrupts_per_timer: f64,
}

/// The simulated chip.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ChipSummary {
    /// What it does for the queue.
    pub assist: Assist,
    /// M: slots of its wheel, or of all its wheels; 0 with an alarm.
    pub slots: u64,
    /// Slots of each wheel, wheel 0 first.
    pub wheels: Vec<u32>,
    /// Events that its FIFO holds.
    pub fifo: u64,
    /// Ticks that passed.
    pub ticks: u64,
    /// Clocks that passed.
    pub clocks: u64,
    /// Clocks in each tick.
    pub clocks_per_tick: u64,
    /// Microseconds of a tick.
    pub tick_microseconds: u64,
    /// Clocks that were simulated in a second.
    pub clocks_per_second: f64,
    /// Seconds that the simulation took.
    pub seconds: f64,
}

impl Summary {
    /// Puts the numbers of a replay together. `file` is the capture's name.
    pub fn new(
        (file, contents): (&str, &Contents),
        schedule: &Schedule,
        outcome: &Outcome,
        options: Options,
        ran: Ran,
    ) -> Self {
        let started = u64::from(schedule.started);
        let per_timer = |count: u64| count as f64 / started.max(1) as f64;
        let mut by_kind =
            Kind::ALL.map(|kind| ByKind { kind, started: 0, stopped: 0, expired: 0, outstanding_at_end: 0 });
        for timer in schedule.timers() {
            let of = &mut by_kind[timer.owner.kind.index()];
            of.started += 1;
            *match timer.end {
                End::Stopped(_) => &mut of.stopped,
                End::Expired => &mut of.expired,
                End::Outstanding => &mut of.outstanding_at_end,
            } += 1;
        }
        let interrupts = outcome.interrupts.len() as u64;
        let cost = outcome.cost;
        let mean_interval = schedule.mean_interval();
        let slots = ran.wheels.iter().map(|&slots| u64::from(slots)).sum();
        let expected = match (ran.queue, ran.assist) {
            (Queue::Scheme5 | Queue::Scheme6, Assist::BusySlots) => mean_interval / slots as f64,
            (Queue::Scheme7, Assist::BusySlots) => ran.wheels.len() as f64,
            _ => per_timer(schedule.expired.into()),
        };
        let in_time = options.service_every + (OVERLOAD_MICROSECONDS / ran.tick).max(1);
        let warnings = contents.doubts();
        Self {
            version: VERSION,
            verdict: match (outcome.is_exact(), warnings.is_empty()) {
                (true, true) => Verdict::Exact,
                (true, false) => Verdict::ExactWithWarnings,
                (false, _) => Verdict::Wrong,
            },
            warnings,
            capture: CaptureSummary {
                file: file.to_owned(),
                packets: contents.packets,
                segments: contents.segments,
                foreign: contents.count(|why| !why.may_be_tcp()),
                fragments: contents.count(|why| why == Skipped::Fragment),
                may_be_tcp: contents.count(Skipped::may_be_tcp),
                untimed: contents.count(|why| why == Skipped::Untimed),
                dropped: contents.dropped,
                cut_off_packet: contents.cut_off.map(|cut| cut.0),
                skipped: contents
                    .reasons()
                    .into_iter()
                    .map(|(why, packets)| SkippedSummary { reason: why.to_string(), packets })
                    .collect(),
                moved_up: contents.moved_up,
                sorted: contents.sorted,
                duplicates: contents.duplicates,
                other_records: contents.other_records,
                unknown_records: contents.unknown_records,
                microseconds: contents.length,
                connections: schedule.connections.len() as u64,
            },
            idle: IdleSummary {
                max_gap: ran.max_gap,
                stretches: ran.idle.stretches,
                left_out: ran.idle.ticks.saturating_mul(ran.tick),
            },
            tcp: TcpSummary {
                retransmission_minimum: ran.intervals.retransmission_minimum,
                delayed_acknowledgement: ran.intervals.delayed_acknowledgement,
                keep_alive: ran.intervals.keep_alive,
                time_wait: ran.intervals.time_wait,
            },
            timers: TimerSummary {
                started,
                stopped: by_kind.iter().map(|kind| kind.stopped).sum(),
                expired: outcome.expired,
                outstanding_peak: schedule.outstanding_peak as u64,
                outstanding_at_end: outcome.outstanding_at_end,
                wrong: outcome.wrong,
                lost: outcome.lost,
                raced: outcome.raced,
                delay_maximum: outcome.delay(1.0),
                delay_mean: outcome.delay_mean(),
                delay_p50: outcome.delay(0.5),
                delay_p90: outcome.delay(0.9),
                delay_p99: outcome.delay(0.99),
                delay_p999: outcome.delay(0.999),
                by_kind: by_kind.into(),
            },
            host: HostSummary {
                queue: ran.queue,
                interrupts,
                interrupts_if_ticked: outcome.ticks,
                bus_reads: cost.bus_reads,
                bus_writes: cost.bus_writes,
                examined: cost.examined,
                interrupts_per_timer: per_timer(interrupts),
                bus_reads_per_timer: per_timer(cost.bus_reads),
                bus_writes_per_timer: per_timer(cost.bus_writes),
                service_every: options.service_every,
                behind_maximum: outcome.behind_maximum,
                overloaded: outcome.delay_mean() > in_time as f64,
            },
            baseline: Baseline::new(schedule, ran.tick).into(),
            paper: PaperSummary { mean_interval, interrupts_per_timer: expected },
            chip: ChipSummary {
                assist: ran.assist,
                slots,
                wheels: ran.wheels,
                fifo: ran.fifo.into(),
                ticks: outcome.ticks,
                clocks: cost.clocks,
                clocks_per_tick: ran.clocks_per_tick.into(),
                tick_microseconds: ran.tick,
                clocks_per_second: cost.clocks as f64 / outcome.seconds.max(f64::MIN_POSITIVE),
                seconds: outcome.seconds,
            },
            cable: None,
        }
    }
}
