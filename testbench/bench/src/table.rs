//! The table of a measurement: medians, ratios, and as comma-separated values.

use std::fmt::Write as _;

use super::Contestant;
use super::clock::median;
use super::field::Side;

/// One workload with one number of timers: a line of the table.
#[derive(Debug, Clone)]
pub struct Row {
    /// The workload's name.
    pub workload: &'static str,
    /// Timers outstanding.
    pub n: u32,
    /// Of each contestant that took part, in the order of the field: nanoseconds a unit in each round.
    pub rounds: Vec<(&'static Contestant, Vec<f64>)>,
}

impl Row {
    /// The median of a contestant.
    pub fn median(&self, name: &str) -> Option<f64> {
        let rounds = &self.rounds.iter().find(|one| one.0.name == name)?.1;
        Some(median(&mut rounds.clone()))
    }

    /// The fastest of a side: its name and its median.
    pub fn best(&self, side: Side) -> Option<(&'static str, f64)> {
        self.rounds
            .iter()
            .filter(|one| one.0.side == side)
            .map(|one| (one.0.name, median(&mut one.1.clone())))
            .min_by(|one, other| one.1.total_cmp(&other.1))
    }

    /// Our best against the peers' best: below 1, ours is faster.
    pub fn ratio(&self) -> Option<f64> {
        Some(self.best(Side::Ours)?.1 / self.best(Side::Peer)?.1)
    }
}

/// Nanoseconds with three digits that count.
pub fn short(nanoseconds: f64) -> String {
    match nanoseconds {
        value if value < 9.995 => format!("{value:.2}"),
        value if value < 99.95 => format!("{value:.1}"),
        value if value < 1e6 => format!("{value:.0}"),
        value => format!("{value:.2e}"),
    }
}

/// The rows as comma-separated values: a line for each queue of each row. `unit` is that of the values.
pub fn csv(rows: &[Row], unit: &str) -> String {
    let mut text = String::new();
    for row in rows {
        for (one, _) in &row.rounds {
            let side = match one.side {
                Side::Ours => "ours",
                Side::Peer => "peer",
            };
            let value = row.median(one.name).map_or_else(String::new, short);
            let _ = writeln!(text, "\"{}\",{},{side},\"{}\",{value},{unit}", row.workload, row.n, one.name);
        }
    }
    text
}

/// The first line of a file of [`csv`].
pub const HEADER: &str = "workload,timers,side,queue,value,unit\n";

/// A power of ten as one, other numbers as they are.
pub fn thousands(n: u32) -> String {
    let power = n.checked_ilog10().unwrap_or(0);
    if power > 2 && 10_u32.pow(power) == n { format!("10^{power}") } else { n.to_string() }
}

#[cfg(test)]
mod tests {
    use super::{Row, csv, short, thousands};
    use crate::FIELD;
    use crate::field::Side;

    #[test]
    fn row_ratio_is_of_the_fastest_of_each_side() {
        let rounds = FIELD.iter().enumerate().map(|(at, one)| (one, vec![1e3, 10.0 + at as f64, 0.0]));
        let row = Row { workload: "W", n: 1_000, rounds: rounds.collect() };
        let first_peer = FIELD.iter().position(|one| one.side == Side::Peer).unwrap();
        assert_eq!(row.ratio(), Some(10.0 / (10.0 + first_peer as f64)));
        assert!(csv(&[row], "ns").starts_with("\"W\",1000,ours,\"Scheme 7 of 2^6\",10.0,ns\n"));
    }

    #[test]
    fn short_three_digits_count() {
        assert_eq!([0.123, 12.34, 1234.5, 3.7e6].map(short), ["0.12", "12.3", "1234", "3.70e6"]);
        assert_eq!([10, 100_000, 1_500].map(thousands), ["10", "10^5", "1500"]);
    }
}
