//! Wave files with the driver's events and the important signals before all others.

use std::collections::HashSet;
use std::io::{self, BufRead, Write};

use carillon_replay::DriverEvent;

/// Units of time of the wave in a clock, which takes 10 ns.
const CLOCK: u64 = 10_000;

/// Units of time of the wave in one of Verilator's, a nanosecond.
const NANOSECOND: u64 = 1_000;

/// The signals that are listed first: pins, then the tick of the time base, the cursor, and the head of the FIFO.
const IMPORTANT: [&str; 13] = [
    "clock",
    "irq",
    "wb_stb",
    "wb_we",
    "wb_adr",
    "wb_dat_w",
    "wb_ack",
    "wb_dat_r",
    "tick",
    "cursor_tick",
    "event_fifo_valid",
    "event_fifo_head_slot",
    "event_fifo_head_tick",
];

/// The driver's signals, and their bits.
const SIGNALS: [(&str, u32); 5] = [("start", 1), ("stop", 1), ("service", 1), ("expiry", 1), ("timer", 32)];

/// A change of a driver's signal.
struct Change {
    /// In units of the wave.
    time: u64,
    /// Which of [`SIGNALS`].
    signal: usize,
    value: u32,
}

/// Copies a wave of [`carillon_sim`] to `to`, with two scopes before the others: `driver`, whose signals are made of
/// `events`, and `chip`, the important signals once more. A unit of time is a picosecond in the copy.
///
/// `start`, `stop` and `expiry` are pulses, `timer` is the number of the timer concerned, and `service` is high during
/// the interrupt routine. What the driver does in one clock shares that clock equally, in its order. Beyond 5000 events
/// in a clock the rest comes in the clocks that follow.
///
/// # Errors
/// Those of reading and writing; [`io::ErrorKind::InvalidData`] if the wave is not one of [`carillon_sim`].
pub fn with_driver(mut wave: impl BufRead, mut to: impl Write, events: &[(u64, DriverEvent)]) -> io::Result<()> {
    let codes = header(&mut wave, &mut to)?;
    let mut changes = changes(events).into_iter().peekable();
    let mut line = String::new();
    let mut begun = false;
    while next(&mut wave, &mut line)? {
        let Some(time) = line.strip_prefix('#') else {
            to.write_all(line.as_bytes())?;
            continue;
        };
        let time: u64 = time.trim().parse().map_err(|_| unlike())?;
        let time = time * NANOSECOND;
        while let Some(change) = changes.next_if(|change| change.time < time) {
            writeln!(to, "#{}", change.time)?;
            put(&mut to, &codes, &change)?;
        }
        writeln!(to, "#{time}")?;
        if !begun {
            begun = true;
            for signal in 0..SIGNALS.len() {
                let value = 0;
                put(&mut to, &codes, &Change { time, signal, value })?;
            }
        }
        while let Some(change) = changes.next_if(|change| change.time == time) {
            put(&mut to, &codes, &change)?;
        }
    }
    for change in changes {
        writeln!(to, "#{}", change.time)?;
        put(&mut to, &codes, &change)?;
    }
    to.flush()
}

/// Copies the header with what comes first in it. Returns the codes of the driver's signals.
fn header(wave: &mut impl BufRead, to: &mut impl Write) -> io::Result<Vec<String>> {
    let mut lines = Vec::new();
    let mut line = String::new();
    while !line.starts_with("$enddefinitions") {
        if !next(wave, &mut line)? {
            return Err(unlike());
        }
        lines.push(line.clone());
    }
    let signals: Vec<Vec<&str>> = lines
        .iter()
        .map(|line| line.split_whitespace().collect())
        .filter(|words: &Vec<&str>| words.len() > 5 && words[0] == "$var")
        .collect();
    let taken: HashSet<&str> = signals.iter().map(|words| words[3]).collect();
    let codes: Vec<String> = (0..)
        .map(|number| format!("driver{number}"))
        .filter(|code| !taken.contains(code.as_str()))
        .take(SIGNALS.len())
        .collect();

    let first_scope = lines.iter().position(|line| line.trim_start().starts_with("$scope")).ok_or_else(unlike)?;
    let mut in_nanoseconds = false;
    for line in &lines[..first_scope] {
        let is_unit = line.trim() == "$timescale 1ns $end";
        in_nanoseconds |= is_unit;
        let unit = "$timescale 1ps $end\n";
        to.write_all(if is_unit { unit } else { line }.as_bytes())?;
    }
    if !in_nanoseconds {
        return Err(unlike());
    }
    writeln!(to, "$scope module driver $end")?;
    for ((name, bits), code) in SIGNALS.iter().zip(&codes) {
        let range = if *bits > 1 { format!(" [{}:0]", bits - 1) } else { String::new() };
        writeln!(to, "$var wire {bits} {code} {name}{range} $end")?;
    }
    writeln!(to, "$upscope $end\n$scope module chip $end")?;
    for name in IMPORTANT {
        if let Some(words) = signals.iter().find(|words| words[4] == name) {
            writeln!(to, "{}", words.join(" "))?;
        }
    }
    writeln!(to, "$upscope $end")?;
    for line in &lines[first_scope..] {
        to.write_all(line.as_bytes())?;
    }
    Ok(codes)
}

/// The next line, with its end; false at the end of the file.
fn next(wave: &mut impl BufRead, line: &mut String) -> io::Result<bool> {
    line.clear();
    Ok(wave.read_line(line)? > 0)
}

fn unlike() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "this is no wave of Verilator's")
}

/// The changes of the driver's signals, in the order of their times.
fn changes(events: &[(u64, DriverEvent)]) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut free = 0;
    for of_a_clock in events.chunk_by(|one, other| one.0 == other.0) {
        let share = (CLOCK / of_a_clock.len() as u64).max(2);
        free = of_a_clock[0].0.saturating_mul(CLOCK).max(free);
        for &(_, event) in of_a_clock {
            let (signal, value) = match event {
                DriverEvent::Start(timer) => (0, timer),
                DriverEvent::Stop(timer) => (1, timer),
                DriverEvent::Expiry(timer) => (3, timer),
                DriverEvent::ServiceBegins => (2, 1),
                DriverEvent::ServiceEnds => (2, 0),
            };
            let mut change = |time, signal, value| {
                changes.push(Change { time, signal, value });
            };
            if signal == 2 {
                change(free, signal, value);
            } else {
                change(free, 4, value);
                change(free, signal, 1);
                change(free + share / 2, signal, 0);
            }
            free += share;
        }
    }
    changes
}

fn put(to: &mut impl Write, codes: &[String], change: &Change) -> io::Result<()> {
    let (code, value) = (&codes[change.signal], change.value);
    if SIGNALS[change.signal].1 == 1 { writeln!(to, "{value}{code}") } else { writeln!(to, "b{value:b} {code}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RAW: &str = "$version Generated by VerilatedVcd $end\n$timescale 1ns $end\n\n $scope module top $end\n  \
        $var wire  1 ]$ irq $end\n  $var wire  6 driver0 wb_adr [5:0] $end\n $upscope $end\n$enddefinitions $end\n\n\n\
        #30\n0]$\nb000000 driver0\n#35\n#40\n1]$\n";

    fn annotated(events: &[(u64, DriverEvent)]) -> String {
        let mut to = Vec::new();
        with_driver(RAW.as_bytes(), &mut to, events).expect("a wave");
        String::from_utf8(to).expect("text")
    }

    #[test]
    fn wave_lists_the_driver_and_the_important_signals_first() {
        let text = annotated(&[]);
        let names: Vec<&str> = text
            .lines()
            .filter_map(|line| line.trim().strip_prefix("$var wire "))
            .map(|rest| rest.split_whitespace().nth(2).expect("a name"))
            .collect();
        let first = ["start", "stop", "service", "expiry", "timer", "irq", "wb_adr"];
        assert_eq!(names[..7], first);
        assert_eq!(names[7..], ["irq", "wb_adr"]);
        // A code that the chip's signals have is not taken again.
        assert!(text.contains("$var wire 1 driver1 start $end"), "{text}");
        assert!(text.contains("$timescale 1ps $end"), "{text}");
    }

    #[test]
    fn wave_events_of_one_clock_share_it_in_their_order() {
        let events = [
            (3, DriverEvent::Start(5)),
            (3, DriverEvent::Stop(6)),
            (4, DriverEvent::ServiceBegins),
            (6, DriverEvent::ServiceEnds),
        ];
        let text = annotated(&events);
        let changes = text.split("$enddefinitions $end").nth(1).expect("changes");
        let expected = "#30000\n0driver1\n0driver2\n0driver3\n0driver4\nb0 driver5\nb101 driver5\n1driver1\n0]$\n\
            b000000 driver0\n#32500\n0driver1\n#35000\nb110 driver5\n1driver2\n#37500\n0driver2\n#40000\n1driver3\n\
            1]$\n#60000\n0driver3\n";
        assert_eq!(changes.trim_start(), expected);
    }

    #[test]
    fn wave_of_something_else_is_refused() {
        for text in [
            "",
            "$enddefinitions $end\n",
            "$scope module top $end\n$enddefinitions $end\n",
            "$timescale 1ns $end\n$scope module top $end\n$enddefinitions $end\n#x\n",
        ] {
            let refused = with_driver(text.as_bytes(), Vec::new(), &[]);
            let kind = refused.map_err(|error| error.kind());
            assert_eq!(kind, Err(io::ErrorKind::InvalidData), "{text}");
        }
    }
}
