//! What hardware assist is worth to a processor: `carillon hardware-assist` measures it on the simulated SoC and writes
//! the tables of docs/measured/hardware-assist.md and the figures beside it.

use core::num::NonZeroUsize;
use core::sync::atomic::{AtomicUsize, Ordering};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use carillon_soc::cost::{Clocks, Stage, measure, profile};
use carillon_soc::load::{self, Load, Operation};
use carillon_soc::{Program, ProgramError, firmware, tasks};

use carillon_bench::figures::plot::{Curve, Figure, Scale};
use carillon_replay::capture::{Capture, CaptureError};
use carillon_replay::tcp::Intervals;
use carillon_replay::{Action, schedule};

/// A way to run timers.
pub struct Way {
    /// Its program in firmware/src/bin.
    pub program: &'static str,
    /// What it is called.
    pub name: &'static str,
    /// With the chip.
    by_chip: bool,
    /// Timers are tasks asleep; they cannot be stopped, so a capture is no load for it.
    of_tasks: bool,
}

/// The ways, software first.
pub const WAYS: [Way; 10] = [
    way("cost_tick", "software, every tick (Scheme 6)"),
    way("cost_heap", "LiteX's timer, earliest (heap)"),
    way("cost_wheels", "LiteX's timer, earliest (Scheme 7)"),
    way("cost_heap_mtime", "mtime, earliest (heap)"),
    way("cost_wheels_mtime", "mtime, earliest (Scheme 7)"),
    way("examples/cost_embassy", "software, Embassy's generic queue").of_tasks(),
    way("cost_scheme6", "counter chip (Scheme 6)").by_chip(),
    way("cost_scheme7", "counter chip (Scheme 7)").by_chip(),
    way("cost_timer", "timer chip (Scheme 6)").by_chip(),
    way("cost_numbers", "timer chip, no facility").by_chip(),
];

const fn way(program: &'static str, name: &'static str) -> Way {
    Way { program, name, by_chip: false, of_tasks: false }
}

impl Way {
    const fn by_chip(mut self) -> Self {
        self.by_chip = true;
        self
    }

    const fn of_tasks(mut self) -> Self {
        self.of_tasks = true;
        self
    }

    /// The ways that carry a capture.
    pub fn carrying() -> impl Iterator<Item = &'static Self> + Clone {
        WAYS.iter().filter(|way| !way.of_tasks)
    }

    /// How many timers to measure of up to `most`.
    fn most(&self, most: u32) -> u32 {
        most.min(if self.of_tasks { MOST_TASKS } else { u32::MAX })
    }
}

/// What the profile is of: microseconds a tick, and timers outstanding.
const PROFILED_TICK: u32 = 10;
const PROFILED_TIMERS: u32 = 10;

/// Tasks asleep at most: each START searches the queue, and the simulator would take a quarter of an hour for 10,000.
const MOST_TASKS: u32 = 1_000;

/// Functions that the profile lists.
const LISTED: usize = 12;

/// Clocks a microsecond: the SoC is taken to run at 100 MHz.
pub const MEGAHERTZ: u32 = 100;

/// What was measured: by the length of a tick in microseconds, each way's stages.
pub type Measured = BTreeMap<u32, Vec<Vec<Stage>>>;

/// What `run` makes of the programs of `ways` at the lengths of a tick in microseconds, as many at once as there are
/// processors: all ways of the first tick, then those of the next. `done` is told of each.
fn run_all<T: Send>(
    ticks: &[u32],
    ways: impl Iterator<Item = &'static Way> + Clone,
    run: impl Fn(&Way, &Program, u32) -> Result<T, String> + Sync,
    done: impl Fn() + Sync,
) -> Result<Vec<T>, String> {
    firmware::build()?;
    let all: Vec<_> = ticks.iter().flat_map(|&tick| ways.clone().map(move |way| (tick, way))).collect();
    let (next, results) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some((tick, way)) = all.get(number) else {
                return;
            };
            let program = Program::open(firmware::path(way.program));
            let result = program
                .map_err(|error| error.to_string())
                .and_then(|program| run(way, &program, tick * MEGAHERTZ))
                .map_err(|error| format!("{} at ticks of {tick} µs: {error}", way.program));
            let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
            results.push((number, result));
            done();
        }
    };
    let processors = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    std::thread::scope(|scope| {
        for _ in 0..processors {
            scope.spawn(work);
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|&(number, _)| number);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Measures every way at the lengths of a tick in microseconds, with at most `limit` clocks from one step to the next;
/// `done` is told of each.
///
/// # Errors
/// A program that is not built, or fails.
pub fn measure_all(ticks: &[u32], most: u32, limit: u64, done: impl Fn() + Sync) -> Result<Measured, String> {
    let run = |way: &Way, program: &Program, prescale| measure(program, prescale, way.most(most), limit);
    let mut stages = run_all(ticks, WAYS.iter(), run, done)?.into_iter();
    let by_tick = |&tick| (tick, stages.by_ref().take(WAYS.len()).collect());
    Ok(ticks.iter().map(by_tick).collect())
}

/// A capture as a load of every way.
#[derive(Debug, Clone)]
pub struct Captured {
    load: Load,
    starts: usize,
    stops: usize,
    outstanding: usize,
}

impl Captured {
    /// The timers that `carillon replay` derives from the capture's packets up to `until` microseconds, and `drain`
    /// microseconds more.
    ///
    /// # Errors
    /// The capture cannot be read, or has too many timers for the firmware.
    pub fn open(path: &Path, until: u64, drain: u64) -> Result<Self, String> {
        let named = |error: CaptureError| format!("{} {error}", path.display());
        let segments = Capture::open(path).map_err(named)?;
        let segments: Result<Vec<_>, _> = segments.collect();
        let segments = segments.map_err(named)?.into_iter();
        let segments = segments.take_while(|segment| segment.tick <= until);
        let schedule = schedule(segments, &Intervals::default(), drain);
        if schedule.outstanding_peak > load::PLACES / 2 {
            return Err(format!(
                "{} has {} timers outstanding, too many for the firmware: choose a shorter part",
                path.display(),
                schedule.outstanding_peak
            ));
        }
        let clock = |tick: u64| tick * u64::from(MEGAHERTZ);
        let (mut operations, mut expire) = (Vec::new(), Vec::new());
        for event in schedule.events() {
            let timer = event.timer.timer;
            let due = match event.action {
                Action::Start => Some(clock(event.timer.due)),
                Action::Stop => None,
                Action::Expire => {
                    expire.push(timer);
                    continue;
                }
            };
            operations.push(Operation { clock: clock(event.tick), timer, due });
        }
        let starts = operations.iter().filter(|one| one.due.is_some()).count();
        Ok(Self {
            starts,
            stops: operations.len() - starts,
            outstanding: schedule.outstanding_peak,
            load: Load { operations, expire, end: clock(schedule.end) },
        })
    }

    /// Runs it on every way at the lengths of a tick in microseconds; `done` is told of each. Every timer that is to
    /// expire is reported once, for its tick.
    ///
    /// # Errors
    /// A program that is not built, or fails, or loses a timer.
    pub fn carry_all(&self, ticks: &[u32], done: impl Fn() + Sync) -> Result<String, String> {
        let run = |_: &Way, program: &Program, prescale| load::carry(program, prescale, &self.load);
        let mut all = run_all(ticks, Way::carrying(), run, done)?.into_iter();
        let mut text = format!(
            "### A capture as the load\n\n\
            {:.2} s with {} STARTs, {} STOPs and {} expiries; {} timers outstanding at most.\n\n\
            | tick | way | interrupts | clocks awake an operation | asleep | µs from due to reported: mean (longest) |\n\
            |---:|---|---:|---:|---:|---:|\n",
            self.load.end as f64 / f64::from(MEGAHERTZ) / 1e6,
            self.starts,
            self.stops,
            self.load.expire.len(),
            self.outstanding,
        );
        let operations = (self.starts + self.stops + self.load.expire.len()) as f64;
        for &tick in ticks {
            for way in Way::carrying() {
                text += &format!("| {tick} µs | {} |", way.name);
                let Some(carried) = all.next().flatten() else {
                    text += " | | never: no clock is left | |\n";
                    continue;
                };
                let counts = carried.counts;
                let awake = (counts.clocks - counts.asleep) as f64;
                let micro = f64::from(MEGAHERTZ);
                text += &format!(
                    " {} | {:.0} | {:.2} % | {:.1} ({:.1}) |\n",
                    counts.interrupts,
                    awake / operations,
                    100.0 * counts.asleep as f64 / counts.clocks as f64,
                    carried.late_mean() / micro,
                    carried.latest() as f64 / micro,
                );
            }
        }
        text.push('\n');
        Ok(text)
    }
}

/// Bytes of code and of variables in each way's program.
///
/// # Errors
/// A program that is not built.
pub fn sizes() -> Result<Vec<[u64; 2]>, String> {
    let sizes = |way: &Way| {
        let program = Program::open(firmware::path(way.program))?;
        Ok([program.code(), program.variables()])
    };
    let sizes: Result<_, ProgramError> = WAYS.iter().map(sizes).collect();
    sizes.map_err(|error| error.to_string())
}

/// Embassy's executor with 100 tasks: its own queue on LiteX's timer, the processor's own timer, and the chip.
///
/// # Errors
/// A program that is not built, or fails.
pub fn embassy(limit: u64) -> Result<String, String> {
    let mut text = String::from(
        "### A hundred tasks of Embassy's executor\n\n\
        | time driver | interrupts | clocks awake | asleep | ticks from due to awake |\n\
        |---|---:|---:|---:|---:|\n",
    );
    for (name, program) in [
        ("Embassy's generic queue, LiteX's timer", "examples/embassy_generic"),
        ("mtime (heap)", "embassy_mtime"),
        ("counter chip (Scheme 6)", "embassy"),
    ] {
        let opened = Program::open(firmware::path(program)).map_err(|error| error.to_string())?;
        let tasks = tasks::run(&opened, limit).map_err(|error| format!("{program}: {error}"))?;
        let counts = tasks.counts;
        text += &format!(
            "| {name} | {} | {} | {:.2} % | {:.1} ({}) |\n",
            counts.interrupts,
            counts.clocks - counts.asleep,
            100.0 * counts.asleep as f64 / counts.clocks as f64,
            tasks.late_mean(),
            tasks.latest()
        );
    }
    text.push('\n');
    Ok(text)
}

/// Where the clocks of the chip's ways go, with few timers: nearly every START arms a slot then.
///
/// # Errors
/// A program that is not built, or fails.
pub fn profiles(limit: u64) -> Result<String, String> {
    let mut text = String::from("### Where the clocks go\n\n");
    for way in WAYS.iter().filter(|way| way.by_chip) {
        let path = firmware::path(way.program);
        let found = profile(&path, PROFILED_TICK * MEGAHERTZ, PROFILED_TIMERS, limit)
            .map_err(|error| format!("{}: {error}", way.program))?;
        let parts = [("START and STOP", found.calls), ("an expiry, with a START in its callback", found.expiry)];
        for (title, functions) in parts {
            let all: f64 = functions.iter().map(|(_, clocks)| clocks).sum();
            text += &format!("{}, {title}: {all:.0} clocks.\n\n| function | clocks |\n|---|---:|\n", way.name);
            for (name, clocks) in functions.iter().take(LISTED) {
                text += &format!("| `{name}` | {clocks:.0} |\n");
            }
            let rest: f64 = functions.iter().skip(LISTED).map(|(_, clocks)| clocks).sum();
            text += &format!("| all others | {rest:.0} |\n\n");
        }
    }
    Ok(text)
}

/// The tables, in Markdown: one for each tick.
pub fn tables(measured: &Measured, sizes: &[[u64; 2]]) -> String {
    let mut text = String::new();
    for (tick, ways) in measured {
        text += &format!(
            "### Ticks of {tick} µs\n\n\
            | way | timers | START | STOP | interrupt to callback | idle: interrupts a second | idle: asleep |\n\
            |---|---:|---:|---:|---:|---:|---:|\n"
        );
        for (way, stages) in WAYS.iter().zip(ways) {
            for stage in stages {
                text += &row(way, stage);
            }
            if stages.is_empty() {
                text += &format!("| {} | | | | | | never: no clock is left |\n", way.name);
            }
        }
        text.push('\n');
    }
    text += "| way | bytes of code | bytes of variables |\n|---|---:|---:|\n";
    for (way, [code, variables]) in WAYS.iter().zip(sizes) {
        text += &format!("| {} | {code} | {variables} |\n", way.name);
    }
    text
}

fn row(way: &Way, stage: &Stage) -> String {
    let seconds = stage.idle.0 as f64 / (f64::from(MEGAHERTZ) * 1e6);
    let clocks = |clocks: &Clocks| match clocks.count() {
        0 => "none".to_owned(),
        _ => format!("{} ({})", clocks.mean(), clocks.longest()),
    };
    format!(
        "| {} | {} | {} | {} | {} | {:.0} | {:.2} % |\n",
        way.name,
        stage.timers,
        clocks(&stage.start),
        clocks(&stage.stop),
        clocks(&stage.callback),
        stage.interrupts as f64 / seconds,
        100.0 * stage.asleep()
    )
}

/// The figures: START by the number of timers, and how long an idle host is awake by the length of a tick.
pub fn figures(measured: &Measured) -> Vec<Figure> {
    let curves = |points: &dyn Fn(usize) -> Vec<(f64, f64)>| {
        let curve = |(number, way): (usize, &Way)| Curve::measured(way.name, points(number));
        WAYS.iter().enumerate().map(curve).filter(|curve| !curve.points.is_empty()).collect()
    };
    let longest = measured.values().next_back();
    let of_stages = |value: fn(&Stage) -> u64| {
        move |number: usize| {
            let stages = longest.map_or(&[][..], |ways: &Vec<Vec<Stage>>| &ways[number]);
            let point = |stage: &Stage| (f64::from(stage.timers), value(stage) as f64);
            stages.iter().map(point).collect()
        }
    };
    let awake = |number: usize| {
        let share = |(&tick, ways): (&u32, &Vec<Vec<Stage>>)| {
            let stage = ways[number].last()?;
            Some((f64::from(tick), 100.0 * (1.0 - stage.asleep())))
        };
        measured.iter().filter_map(share).collect()
    };
    vec![
        Figure {
            name: "assist-start",
            title: "START_TIMER on the processor".to_owned(),
            axes: ["timers outstanding", "clocks, mean"].map(str::to_owned),
            scales: [Scale::Logarithmic; 2],
            curves: curves(&of_stages(|stage| stage.start.mean())),
        },
        Figure {
            name: "assist-callback",
            title: "from the interrupt's entry to the callback".to_owned(),
            axes: ["timers outstanding", "clocks, mean"].map(str::to_owned),
            scales: [Scale::Logarithmic; 2],
            curves: curves(&of_stages(|stage| stage.callback.mean())),
        },
        Figure {
            name: "assist-awake",
            title: "an idle host with the most timers outstanding".to_owned(),
            axes: ["microseconds a tick", "% of clocks awake"].map(str::to_owned),
            scales: [Scale::Logarithmic, Scale::Linear],
            curves: curves(&awake),
        },
    ]
}
