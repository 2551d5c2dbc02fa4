//! FlexQueue's network in ns-3: what `make ns3` measured, and docs/measured/queues.md has, as a drawing.

use super::plot::{Curve, Figure, Scale};
use super::thesis::figure;

/// The page with the table: a column for each scheduler, a row for each number of copies of the network.
const MEASURED: &str = include_str!("../../../../docs/measured/queues.md");

/// Columns before the first scheduler: the network, its events, how many wait at most.
const BEFORE: usize = 3;

/// The cells of a table's line.
fn cells(line: &str) -> Option<Vec<&str>> {
    Some(line.strip_prefix('|')?.strip_suffix('|')?.split('|').map(str::trim).collect())
}

/// Figure 4.8: the time of a whole simulation against its size.
///
/// # Panics
/// The page has no such table.
pub fn figure_4_8() -> Figure {
    let lines = MEASURED.lines().filter_map(cells).skip_while(|cells| cells[0] != "network");
    let table: Vec<_> = lines.take_while(|cells| !cells[0].starts_with("TCP")).collect();
    let [names, rows @ ..] = table.as_slice() else { panic!("docs/measured/queues.md has no table of ns-3") };
    let curves = names.iter().enumerate().skip(BEFORE).map(|(column, name)| {
        let points = rows.iter().filter_map(|row| {
            let copies = row[0].strip_prefix("RIPng, ")?.parse().ok()?;
            // A scheduler that would take too long was left out.
            Some((copies, row.get(column)?.parse().ok()?))
        });
        Curve::measured(*name, points.collect())
    });
    figure(
        "flexqueue-4-8",
        "FlexQueue 4.8: RIPng in ns-3",
        ["copies of the network", "seconds of processor time"],
        [Scale::Logarithmic, Scale::Logarithmic],
        curves.collect(),
    )
}
