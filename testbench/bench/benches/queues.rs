//! Nanoseconds that the timer queues take, ours and the peers' beside each other: `cargo bench -p carillon-bench`.
//!
//! Each row is one workload (see `carillon_bench::workload`) with one number of timers. All contestants are prepared,
//! then take turns round by round; the first round is not counted, the table has the medians of the others.
//! Times are the thread's, so that a busy machine does not count, though its caches do. Before that, each contestant is
//! held against the oracle, and what it does wrong is printed and stands in the table's notes.
//!
//! Arguments after `--`: numbers of timers (1000, 100000 and 1000000 unless given), `--rounds R`, `--only TEXT` for the
//! workloads and `--who TEXT` for the contestants whose names contain it, `--save FILE` for the medians as
//! comma-separated values, `--tail` for the longest single advances. Without `--bench`, and in `tests/benches.rs`, the
//! rounds are short and only show that the program works.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use carillon_bench::check::Verdict;
use carillon_bench::field::Side;
use carillon_bench::table::{HEADER, Row, csv, short, thousands};
use carillon_bench::{Contestant, FIELD, Workload};

/// What is measured, and how.
pub struct Options {
    numbers: Vec<u32>,
    rounds: usize,
    only: String,
    who: String,
    save: Option<String>,
    tail: bool,
    short: bool,
}

/// What the command line asks for, less the program's name.
pub fn options(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options = Options {
        numbers: Vec::new(),
        rounds: 5,
        only: String::new(),
        who: String::new(),
        save: None,
        tail: false,
        short: true,
    };
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
        match argument.as_str() {
            "--bench" => options.short = false,
            "--test" => options.short = true,
            "--rounds" => options.rounds = value()?.parse().map_err(|_| "--rounds: a number")?,
            "--only" => options.only = value()?,
            "--who" => options.who = value()?,
            "--tail" => options.tail = true,
            "--save" => options.save = Some(value()?),
            number => match number.parse() {
                Ok(number @ 1..=100_000_000) => options.numbers.push(number),
                _ => {
                    return Err(format!("{number}: neither an option nor a number of timers"));
                }
            },
        }
    }
    if options.short {
        (options.numbers, options.rounds) = (vec![100], 1);
    } else if options.numbers.is_empty() {
        options.numbers = vec![1_000, 100_000, 1_000_000];
    }
    Ok(options)
}

/// Operations of a round: enough that wheels turn, not so many that the whole takes all day.
fn operations(workload: Workload, n: u32, short: bool) -> u64 {
    if short {
        return 500;
    }
    match workload {
        Workload::Retransmit { .. } => u64::from(n).max(400_000),
        Workload::Hold(_) => u64::from(n / 2).max(100_000),
        Workload::Far { .. } | Workload::WorkUnits => 400_000,
        Workload::Ticks => 1 << 20,
        Workload::Jump { .. } => 20_000,
    }
}

/// Measures one row. A contestant that panics is left out from there on.
fn measure(workload: (&'static str, Workload), n: u32, field: &[&'static Contestant], options: &Options) -> Row {
    let (name, workload) = workload;
    let operations = operations(workload, n, options.short);
    let mut running: Vec<_> = field
        .iter()
        .filter_map(|&one| {
            let run = catch_unwind(AssertUnwindSafe(|| (one.run)(workload, n, operations)));
            Some((one, run.ok()??, Vec::new(), false))
        })
        .collect();
    for round in 0..=options.rounds {
        for (_, run, times, failed) in &mut running {
            if *failed {
                continue;
            }
            match catch_unwind(AssertUnwindSafe(run)) {
                Ok(measured) if round > 0 => times.push(measured.each()),
                Ok(_) => {}
                Err(_) => *failed = true,
            }
        }
    }
    let mut rounds = Vec::new();
    for (one, run, times, failed) in running {
        if failed {
            println!("{:<28} {name}: panicked, left out", one.name);
            // What panicked in the middle may panic again when it is dropped.
            std::mem::forget(run);
        } else {
            rounds.push((one, times));
        }
    }
    Row { workload: name, n, rounds }
}

fn print(row: &Row, unit: &str) {
    println!("\n{} (n = {})", row.workload, thousands(row.n));
    for (one, _) in &row.rounds {
        let side = if one.side == Side::Ours { "ours" } else { "peer" };
        let median = row.median(one.name).unwrap_or(0.0);
        println!("    {side}  {:<40} {:>10} {unit}", one.name, short(median));
    }
    if let Some(ratio) = row.ratio() {
        println!("    our best by the best peer: {ratio:.2}");
    }
}

/// What the check found, for the reader of the table.
fn notes(verdict: &Verdict) -> String {
    let mut words: Vec<&str> = verdict.faults.iter().map(|fault| fault.words()).collect();
    if verdict.faults.is_empty() {
        words.push("same timers at the same ticks as the oracle");
    }
    if !verdict.in_order {
        words.push("an advance over many ticks is out of order");
    }
    if !verdict.exact_next {
        words.push("next expiry is a lower bound");
    }
    words.join("; ")
}

/// What is told of single advances of one tick: the middle one, the 999th of 1,000, the longest.
const PARTS: [(&str, f64); 3] =
    [("one advance, middle", 0.5), ("one advance, 99.9 %", 0.999), ("one advance, longest", 1.0)];

/// How long single advances take in W1 with exponential intervals, in microseconds. Of three runs that with the
/// shortest longest one, as a run may be interrupted by the machine.
fn tails(field: &[&'static Contestant], options: &Options) -> Vec<Row> {
    let advances = if options.short { 50 } else { 20_000 };
    let runs = if options.short { 1 } else { 3 };
    let mut rows = Vec::new();
    for &n in &options.numbers {
        let advances = if n >= 1_000_000 { advances / 8 } else { advances };
        let mut of_n = PARTS.map(|(workload, _)| Row { workload, n, rounds: Vec::new() });
        for one in field {
            let mut found: Vec<Vec<u64>> =
                (0..runs).filter_map(|_| catch_unwind(AssertUnwindSafe(|| (one.tail)(n, advances))).ok()?).collect();
            found.sort_by_key(|times| times.last().copied());
            let Some(times) = found.first() else {
                continue;
            };
            for (row, (_, part)) in of_n.iter_mut().zip(PARTS) {
                let at = ((times.len() - 1) as f64 * part) as usize;
                row.rounds.push((one, vec![times[at] as f64 / 1e3]));
            }
        }
        rows.extend(of_n);
    }
    rows
}

/// Checks and measures.
///
/// # Errors
/// One of our queues does not do as the oracle, or the table cannot be saved.
pub fn run(options: &Options) -> Result<(), String> {
    let field: Vec<_> = FIELD.iter().filter(|one| one.name.contains(&options.who)).collect();
    let mut wrong = Vec::new();
    for one in &field {
        let mut verdict = (one.check)(1, 2_000);
        for seed in 2..if options.short { 3 } else { 20 } {
            let next = (one.check)(seed, 2_000);
            verdict.faults.extend(next.faults);
            verdict.in_order &= next.in_order;
            verdict.exact_next &= next.exact_next;
        }
        println!("{:<42} {}", one.name, notes(&verdict));
        if one.side == Side::Ours && !verdict.faults.is_empty() {
            wrong.push(one.name);
        }
    }
    if !wrong.is_empty() {
        return Err(format!("not as the oracle: {}", wrong.join(", ")));
    }
    let mut rows = Vec::new();
    for workload in Workload::ALL.into_iter().filter(|one| one.0.contains(&options.only)) {
        for &n in &options.numbers {
            let own = workload.1.has_its_own_number();
            if own && n != options.numbers[0] {
                continue;
            }
            let row = measure(workload, if own { 1_000 } else { n }, &field, options);
            print(&row, "ns");
            rows.push(row);
        }
    }
    let tails = if options.tail || options.short { tails(&field, options) } else { Vec::new() };
    tails.iter().for_each(|row| print(row, "µs"));
    if let Some(path) = &options.save {
        let text = HEADER.to_owned() + &csv(&rows, "ns") + &csv(&tails, "µs");
        std::fs::write(path, text).map_err(|error| format!("{path}: {error}"))?;
    }
    Ok(())
}

fn main() -> ExitCode {
    match options(std::env::args().skip(1)).and_then(|options| run(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("queues: {message}");
            ExitCode::FAILURE
        }
    }
}
