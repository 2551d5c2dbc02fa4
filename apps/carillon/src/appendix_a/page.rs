//! The page's tables and its figure.

use super::{SLOTS, WAYS, Way, synthetic};
use carillon_bench::figures::plot::{Curve, Figure, Scale};
use carillon_replay::Schedule;

/// What is swept, and around what.
#[derive(Debug, Clone)]
pub struct Sweeps {
    /// Intervals T, in ticks.
    pub intervals: Vec<u64>,
    /// Timers outstanding, n.
    pub outstanding: Vec<u32>,
    /// Slots M, powers of two up to [`SLOTS`].
    pub slots: Vec<u32>,
    /// Wheels m, 2 to 4.
    pub wheels: Vec<u32>,
    /// T where something else is swept; n is 100 then, and 1 for the figure.
    pub interval: u64,
}

impl Default for Sweeps {
    fn default() -> Self {
        Self {
            intervals: vec![1_000, 10_000, 100_000],
            outstanding: vec![1, 10, 100, 1_000],
            slots: vec![64, 256, 1_024],
            wheels: vec![2, 3, 4],
            interval: 10_000,
        }
    }
}

/// The tables of the sweeps, and the figure of interrupts by T for a single timer. `done` is told of each run.
///
/// # Errors
/// As [`Way::carry_out`].
pub fn sweeps(sweeps: &Sweeps, mut done: impl FnMut()) -> Result<(String, Figure), String> {
    let mut text = String::new();
    let mut table = |title: &str, rows: &mut dyn Iterator<Item = (Way, u32, u64)>| {
        text += &format!(
            "### {title}\n\n\
            | way | n | T | interrupts a timer | paper, a timer alone | bus reads | bus writes | ticks late at most |\n\
            |---|---:|---:|---:|---:|---:|---:|---:|\n"
        );
        for (way, outstanding, interval) in rows {
            let cost = way.carry_out(&synthetic(outstanding, interval))?;
            done();
            text += &format!(
                "| {}{} | {outstanding} | {interval} | {:.2} | {:.2} | {:.2} | {:.2} | {} |\n",
                way.name(),
                way.size(),
                cost.interrupts,
                way.formula(interval),
                cost.reads,
                cost.writes,
                cost.latest
            );
        }
        text.push('\n');
        Ok::<_, String>(())
    };
    let (few, interval) = (100, sweeps.interval);
    table(
        "The interval T swept",
        &mut sweeps.intervals.iter().flat_map(|&interval| WAYS.map(|way| (way, few, interval))),
    )?;
    table(
        "The number of timers n swept",
        &mut sweeps.outstanding.iter().flat_map(|&outstanding| WAYS.map(|way| (way, outstanding, interval))),
    )?;
    table(
        "The slots M and the wheels m swept, for one timer",
        &mut sweeps
            .slots
            .iter()
            .flat_map(|&slots| [Way::Scheme6(slots), Way::TimerChip(slots.ilog2())])
            .chain(sweeps.wheels.iter().map(|&wheels| Way::Scheme7(wheels)))
            .map(|way| (way, 1, interval)),
    )?;
    let figure = figure(sweeps, done)?;
    Ok((text, figure))
}

/// Interrupts for a timer of T ticks that is alone.
fn figure(sweeps: &Sweeps, mut done: impl FnMut()) -> Result<Figure, String> {
    let mut curves = Vec::new();
    for way in WAYS {
        let mut points = Vec::new();
        for &interval in &sweeps.intervals {
            let cost = way.carry_out(&synthetic(1, interval))?;
            done();
            points.push((interval as f64, cost.interrupts));
        }
        curves.push(Curve::measured(way.name(), points));
    }
    for (label, way) in [(format!("T/M, M = {SLOTS}"), Way::Scheme6(SLOTS)), ("m = 4".to_owned(), Way::Scheme7(4))] {
        let point = |&interval: &u64| (interval as f64, way.formula(interval));
        let points = sweeps.intervals.iter().map(point).collect();
        curves.push(Curve::formula(label, points));
    }
    Ok(Figure {
        name: "appendix-a",
        title: "host interrupts for one timer of T ticks".to_owned(),
        axes: ["T, ticks", "interrupts"].map(str::to_owned),
        scales: [Scale::Logarithmic, Scale::Logarithmic],
        curves,
    })
}

/// How many runs [`sweeps`] makes.
pub fn runs(sweeps: &Sweeps) -> usize {
    let ways = 2 * sweeps.intervals.len() + sweeps.outstanding.len();
    WAYS.len() * ways + 2 * sweeps.slots.len() + sweeps.wheels.len()
}

/// What every way costs on the timers of a capture.
///
/// # Errors
/// As [`Way::carry_out`].
pub fn capture_table(name: &str, schedule: &Schedule, mut done: impl FnMut()) -> Result<String, String> {
    let mut text = format!(
        "### The capture {name}\n\n\
        {} timers over {} ticks of a microsecond; {} expire, {} are outstanding at most,\n\
        and they run for {:.0} ticks on average.\n\n\
        | way | interrupts a timer | bus reads | bus writes | ticks late at most |\n|---|---:|---:|---:|---:|\n",
        schedule.started,
        schedule.end,
        schedule.expired,
        schedule.outstanding_peak,
        schedule.mean_interval(),
    );
    for way in WAYS {
        let cost = way.carry_out(schedule)?;
        done();
        text += &format!(
            "| {} | {:.3} | {:.3} | {:.3} | {} |\n",
            way.name(),
            cost.interrupts,
            cost.reads,
            cost.writes,
            cost.latest
        );
    }
    text.push('\n');
    Ok(text)
}

/// Memory, and the chip's area as docs/measured/area.md and docs/timer-chip.md have it, which are given.
pub fn properties(area: &str, timer_chip: &str) -> String {
    let minimal = luts(area, "### minimal");
    let full = luts(area, "### full");
    let timer = synthesised(timer_chip);
    let mut text = format!(
        "### Memory and area\n\n\
        For n timers, {SLOTS} slots, and an item of a word.\n\n\
        | way | host, bytes a timer | host, bytes besides | chip, memory | chip, LUT4 on an HX8K |\n\
        |---|---:|---:|---|---:|\n"
    );
    for way in WAYS {
        let (memory, area) = match way {
            Way::Ticked(_) => ("none", "none"),
            Way::Alarm => ("none that the alarm needs", full.as_str()),
            Way::Scheme6(_) => ("a bit a slot", minimal.as_str()),
            Way::Scheme7(_) => ("a bit a slot", full.as_str()),
            Way::TimerChip(_) => ("a bit a slot; outside, 8 bytes a slot and a timer", timer.as_str()),
        };
        text +=
            &format!("| {} | {} | {} | {memory} | {area} |\n", way.name(), way.host_bytes(), way.host_bytes_besides());
    }
    text.push('\n');
    text
}

/// The LUT4s of the first row, that of the HX8K, after `heading`.
fn luts(page: &str, heading: &str) -> String {
    page.lines()
        .skip_while(|line| !line.starts_with(heading))
        .find_map(|line| line.strip_prefix("| iCE40 HX8K | ")?.split(" |").next())
        .map_or_else(|| "see area.md".to_owned(), str::to_owned)
}

/// The LUT4s into which the page says that the smallest build is synthesised.
fn synthesised(page: &str) -> String {
    let words: Vec<&str> = page.split_whitespace().collect();
    words
        .windows(6)
        .find_map(|words| match words {
            ["for", "an", "HX8K", "into", number, "LUT4"] => Some(number.replace(',', "")),
            _ => None,
        })
        .unwrap_or_else(|| "see timer-chip.md".to_owned())
}

impl Way {
    /// The sizes that are swept, behind the name.
    fn size(self) -> String {
        match self {
            Self::Scheme6(slots) => format!(", M = {slots}"),
            Self::Scheme7(wheels) => format!(", m = {wheels}"),
            Self::TimerChip(bits) => format!(", M = {}", 1 << bits),
            Self::Ticked(_) | Self::Alarm => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{luts, synthesised};

    #[test]
    fn area_is_read_from_the_pages() {
        let page = "### minimal\n\n| part | LUT4 |\n| iCE40 HX8K | 581 | 551 |\n### full\n| iCE40 HX8K | 1799 | 2 |\n";
        assert_eq!(luts(page, "### minimal"), "581");
        assert_eq!(luts(page, "### full"), "1799");
        assert_eq!(luts(page, "### other"), "see area.md");
        let page = "It takes 486 LUT4 on an HX8K. The smallest for an\nHX8K into 1,543 LUT4 and";
        assert_eq!(synthesised(page), "1543");
        assert_eq!(synthesised("nothing of 486 LUT4"), "see timer-chip.md");
    }
}
