//! The plots, as SVG text. Colours are of medium lightness, so that they can be seen on a light and on a dark page;
//! text takes the page's colour by its style sheet.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::Summary;
use super::series::{BINS_A_DECADE, COLUMNS, DECADES, counts, happened, intervals, outstanding, seconds};
use crate::tcp::Kind;
use crate::{Action, Assist, Outcome, Schedule};

/// Width and height of a plot.
const SIZE: (u32, u32) = (450, 290);

/// The plots' letters, which a page of 400 px shows at four fifths of their size.
const LETTERS: (&str, u32) = ("sans-serif", 14);

const BLUE: RGBColor = RGBColor(58, 126, 214);
const ORANGE: RGBColor = RGBColor(224, 122, 38);
const GREEN: RGBColor = RGBColor(46, 154, 104);
const PURPLE: RGBColor = RGBColor(152, 98, 202);
const GREY: RGBColor = RGBColor(136, 136, 136);

/// The colours of the kinds of timers, in the order of [`Kind::ALL`].
const KIND_COLOURS: [RGBColor; 4] = [BLUE, ORANGE, GREEN, PURPLE];

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), Box<dyn core::error::Error>>;

/// What drawing can end with: nothing, as SVG text is only put together in memory.
fn draw(paint: impl FnOnce(&Area<'_>) -> Drawn) -> String {
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
        let drawn = paint(&area).and_then(|()| Ok(area.present()?));
        debug_assert!(drawn.is_ok(), "{drawn:?}");
    }
    text
}

/// Curves over the time of the capture, which takes `length` microseconds, with the areas under them.
fn over_time(unit: &str, length: u64, curves: &[(&str, RGBColor, Vec<u64>)]) -> String {
    let top = curves.iter().flat_map(|curve| &curve.2).max().copied().unwrap_or(0).max(1) as f64
        * if curves.len() > 1 { 1.5 } else { 1.05 };
    draw(|area| {
        let mut chart = ChartBuilder::on(area)
            .margin(8)
            .x_label_area_size(38)
            .y_label_area_size(64)
            .build_cartesian_2d(0.0..(length.max(1) as f64 / 1e6), 0.0..top)?;
        chart
            .configure_mesh()
            .axis_style(GREY)
            .bold_line_style(GREY.mix(0.3))
            .light_line_style(TRANSPARENT)
            .label_style(LETTERS)
            .x_labels(6)
            .x_desc("time in the capture, seconds")
            .y_desc(unit)
            .y_label_formatter(&|value| format!("{value:.0}"))
            .draw()?;
        for (name, colour, values) in curves {
            let colour = *colour;
            let points = values.iter().enumerate().map(|(column, &value)| (seconds(column, length), value as f64));
            chart
                .draw_series(AreaSeries::new(points, 0.0, colour.mix(0.15)).border_style(colour.stroke_width(2)))?
                .label(*name)
                .legend(move |(x, y)| Rectangle::new([(x, y - 4), (x + 12, y + 4)], colour.filled()));
        }
        if curves.len() > 1 {
            chart
                .configure_series_labels()
                .position(SeriesLabelPosition::UpperRight)
                .label_font(LETTERS)
                .border_style(GREY.mix(0.4))
                .draw()?;
        }
        Ok(())
    })
}

/// Timers outstanding over time.
pub(super) fn outstanding_plot(schedule: &Schedule, tick: u64) -> String {
    over_time("timers outstanding", schedule.end * tick, &[("outstanding", BLUE, outstanding(schedule))])
}

/// Starts, stops and expiries over time.
pub(super) fn events_plot(schedule: &Schedule, tick: u64) -> String {
    let length = schedule.end * tick;
    over_time(
        &format!("timers in {:.0} ms", length as f64 / 1e3 / COLUMNS as f64),
        length,
        &[
            ("started", BLUE, happened(schedule, Action::Start)),
            ("stopped", GREEN, happened(schedule, Action::Stop)),
            ("expired", ORANGE, happened(schedule, Action::Expire)),
        ],
    )
}

/// How long the timers ran, by kind, on logarithmic axes.
pub(super) fn intervals_plot(schedule: &Schedule, tick: u64) -> String {
    let kinds: Vec<Vec<u64>> = Kind::ALL.iter().map(|&kind| intervals(schedule, kind, tick)).collect();
    let top = kinds.iter().flatten().max().copied().unwrap_or(0).max(10) as f64 * 100.0;
    draw(|area| {
        let mut chart = ChartBuilder::on(area)
            .margin(8)
            .margin_right(36)
            .x_label_area_size(38)
            .y_label_area_size(64)
            .build_cartesian_2d(0.0..DECADES as f64, (0.7..top).log_scale())?;
        let names = ["1 µs", "", "", "1 ms", "", "", "1 s", "", "", "1000 s", ""];
        chart
            .configure_mesh()
            .axis_style(GREY)
            .bold_line_style(GREY.mix(0.3))
            .light_line_style(TRANSPARENT)
            .x_labels(DECADES + 1)
            .label_style(LETTERS)
            .x_desc("from start to end")
            .y_desc("timers")
            .x_label_formatter(&|value| names.get(value.round() as usize).copied().unwrap_or("").to_owned())
            .y_label_formatter(&|value| format!("{value:.0}"))
            .draw()?;
        let bin = 1.0 / BINS_A_DECADE as f64;
        let width = bin / (Kind::ALL.len() as f64 + 0.5);
        for ((kind, colour), values) in Kind::ALL.into_iter().zip(KIND_COLOURS).zip(&kinds) {
            let bars = values.iter().enumerate().filter(|bar| *bar.1 > 0).map(|(index, &value)| {
                let left = index as f64 * bin + kind.index() as f64 * width;
                Rectangle::new([(left, 0.7), (left + width, value as f64)], colour.filled())
            });
            chart
                .draw_series(bars)?
                .label(kind.name())
                .legend(move |(x, y)| Rectangle::new([(x, y - 4), (x + 12, y + 4)], colour.filled()));
        }
        chart
            .configure_series_labels()
            .label_font(LETTERS)
            .position(SeriesLabelPosition::UpperRight)
            .border_style(GREY.mix(0.4))
            .draw()?;
        Ok(())
    })
}

/// Interrupts of the host over time.
pub(super) fn interrupts_over_time_plot(schedule: &Schedule, outcome: &Outcome, tick: u64) -> String {
    let (end, length) = (schedule.end, schedule.end * tick);
    let unit = format!("interrupts in {:.0} ms", length as f64 / 1e3 / COLUMNS as f64);
    over_time(&unit, length, &[("interrupts", PURPLE, counts(outcome.interrupts.iter().copied(), end))])
}

/// Horizontal bars to one scale from 0, each with a name and a value; as HTML, so that the text keeps its size.
fn bars(values: &[(&str, RGBColor, f64, String)]) -> String {
    let top = values.iter().map(|bar| bar.2).fold(f64::MIN_POSITIVE, f64::max);
    values
        .iter()
        .map(|(name, RGBColor(red, green, blue), value, shown)| {
            // The longest leaves room for its value.
            let width = value / top * 60.0;
            format!(
                "<div class=\"bar\"><span>{name}</span><div>\
                 <i style=\"width:{width:.2}%;background:rgb({red},{green},{blue})\"></i>{shown}</div></div>\n"
            )
        })
        .collect()
}

/// Interrupts of the host beside those of a host that is ticked.
pub(super) fn interrupts_bars(summary: &Summary) -> String {
    let host = &summary.host;
    let with = match summary.chip.assist {
        Assist::Alarm => "with this alarm",
        Assist::BusySlots | Assist::WholeQueue => "with this chip",
    };
    let bar = |name, colour, value: u64| (name, colour, value as f64, super::text::grouped(value));
    bars(&[
        bar(with, BLUE, host.interrupts),
        bar("ticked by a clock", ORANGE, host.interrupts_if_ticked),
        bar("ticked each ms", ORANGE, summary.baseline.long_tick_interrupts),
        bar("a single timer", GREEN, summary.baseline.single_timer_interrupts),
        bar("its settings", GREEN, summary.baseline.single_timer_sets),
        bar("timers started", GREY, summary.timers.started),
    ])
}

/// What a timer costs, beside the interrupts that are expected.
pub(super) fn cost_bars(summary: &Summary) -> String {
    let (host, paper) = (&summary.host, &summary.paper);
    let expected = super::words::expected(summary);
    let bar = |name, colour, value: f64| (name, colour, value, format!("{value:.3}"));
    bars(&[
        bar("bus reads", BLUE, host.bus_reads_per_timer),
        bar("bus writes", GREEN, host.bus_writes_per_timer),
        bar("interrupts", PURPLE, host.interrupts_per_timer),
        bar(expected.name, ORANGE, paper.interrupts_per_timer),
    ])
}
