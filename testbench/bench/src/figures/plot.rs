//! A figure: curves over one axis, as an SVG and as a CSV.

use core::fmt::Write;
use core::ops::Range;
use std::fs;
use std::path::Path;

use plotters::coord::ranged1d::{AsRangedCoord, Ranged, ValueFormatter};
use plotters::element::DashedPathElement;
use plotters::prelude::*;

/// How an axis is divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// Evenly, from 0.
    Linear,
    /// By powers.
    Logarithmic,
}

/// One curve.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Curve {
    /// What it is.
    pub label: String,
    /// A formula's, drawn dashed; otherwise measured.
    pub is_formula: bool,
    /// x and y, by ascending x.
    pub points: Vec<(f64, f64)>,
    /// The standard deviation of each y, where it is a mean; otherwise empty.
    pub deviations: Vec<f64>,
    /// For each point the part of the events in FlexQueue's overflow, from 0 to 1; empty for other queues.
    pub overflows: Vec<f64>,
}

impl Curve {
    /// One that was measured.
    pub fn measured(label: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        Self { label: label.into(), points, ..Self::default() }
    }

    /// Its name in the drawing: with what is in the overflow, in percent, the least and the most of all points.
    fn name(&self) -> String {
        let percent = self.overflows.iter().map(|part| 100.0 * part);
        let (least, most) = (percent.clone().fold(f64::INFINITY, f64::min), percent.fold(0.0, f64::max));
        match (format!("{least:.1}"), format!("{most:.1}")) {
            _ if self.overflows.is_empty() => self.label.clone(),
            (least, most) if least == most => format!("{} (overflow {most} %)", self.label),
            (least, most) => format!("{} (overflow {least}..{most} %)", self.label),
        }
    }

    /// A formula's.
    pub fn formula(label: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        Self { is_formula: true, ..Self::measured(label, points) }
    }
}

/// What a curve has for each point besides.
type Values = fn(&Curve) -> &[f64];

/// One figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// The name of its files, without ending.
    pub name: &'static str,
    /// What it shows.
    pub title: String,
    /// What the axes are: x and y.
    pub axes: [String; 2],
    /// How they are divided.
    pub scales: [Scale; 2],
    /// The curves.
    pub curves: Vec<Curve>,
}

/// The drawing's size, and what of its width is left to the names of the curves.
const SIZE: (u32, u32) = (860, 420);
const NAMES: u32 = 240;

/// Colours that can be seen on light and dark pages.
const COLOURS: [RGBColor; 12] = [
    RGBColor(0x3a, 0x7e, 0xd6),
    RGBColor(0xe0, 0x7a, 0x26),
    RGBColor(0x2e, 0x9a, 0x68),
    RGBColor(0x98, 0x62, 0xca),
    RGBColor(0xc9, 0x4f, 0x4f),
    RGBColor(0x8a, 0x6d, 0x3b),
    RGBColor(0x2a, 0xa0, 0xa8),
    RGBColor(0x88, 0x88, 0x88),
    RGBColor(0xb8, 0x4f, 0x98),
    RGBColor(0x7d, 0x96, 0x2f),
    RGBColor(0x5b, 0x5f, 0xc7),
    RGBColor(0xd0, 0x9a, 0x9a),
];

const GREY: RGBColor = RGBColor(0x80, 0x80, 0x80);

type Failed = Box<dyn core::error::Error>;

/// A number as a tick bears it.
fn label(value: f64) -> String {
    if value >= 1e6 || (value > 0.0 && value < 1e-2) {
        return format!("1e{:.0}", value.log10());
    }
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// What an axis reaches over: from 0, or over whole powers of ten.
fn range(scale: Scale, values: impl Iterator<Item = f64> + Clone) -> Range<f64> {
    let high = values.clone().fold(f64::MIN_POSITIVE, f64::max);
    let low = values.filter(|&value| value > 0.0).fold(high, f64::min);
    match scale {
        Scale::Linear => 0.0..high * 1.05,
        Scale::Logarithmic => {
            let lowest = low.log10().floor();
            10_f64.powf(lowest)..10_f64.powf(high.log10().ceil().max(lowest + 1.0))
        }
    }
}

impl Figure {
    /// One line a point: curve, x, y, the deviation where there is one, and the overflow where one is of FlexQueue.
    pub fn csv(&self) -> String {
        let more: [(&str, Values); 2] =
            [("standard deviation", |curve| &curve.deviations), ("part in the overflow", |curve| &curve.overflows)];
        let any = |values: Values| self.curves.iter().any(|curve| !values(curve).is_empty());
        let more: Vec<_> = more.into_iter().filter(|column| any(column.1)).collect();
        let mut text = format!("curve,\"{}\",\"{}\"", self.axes[0], self.axes[1]);
        more.iter().for_each(|column| text += &format!(",{}", column.0));
        text.push('\n');
        for curve in &self.curves {
            for (number, (x, y)) in curve.points.iter().enumerate() {
                write!(text, "\"{}\",{x},{y:.3}", curve.label).expect("a string takes all");
                for (_, values) in &more {
                    let value = values(curve).get(number).map(|value| format!("{value:.3}"));
                    text += &format!(",{}", value.unwrap_or_default());
                }
                text.push('\n');
            }
        }
        text
    }

    /// The drawing.
    ///
    /// # Errors
    /// What plotters says.
    pub fn svg(&self) -> Result<String, String> {
        let mut text = String::new();
        self.draw(&mut text).map_err(|error| format!("{}: {error}", self.name))?;
        Ok(text)
    }

    /// Compares its files in `folder` with what it is now.
    ///
    /// # Errors
    /// The file that differs, or what plotters says.
    pub fn is_drawn_in(&self, folder: &Path) -> Result<(), String> {
        for (ending, text) in [("csv", self.csv()), ("svg", self.svg()?)] {
            let path = folder.join(self.name).with_extension(ending);
            if fs::read_to_string(&path).ok() != Some(text) {
                let path = path.display();
                return Err(format!("{path} is not up to date: run `carillon figures --counted`"));
            }
        }
        Ok(())
    }

    fn draw(&self, text: &mut String) -> Result<(), Failed> {
        let points = || self.curves.iter().flat_map(|curve| &curve.points);
        let x = range(self.scales[0], points().map(|point| point.0));
        let y = range(self.scales[1], points().map(|point| point.1));
        let area = SVGBackend::with_string(text, SIZE).into_drawing_area();
        let (chart, names) = area.split_horizontally(SIZE.0 - NAMES);
        match self.scales {
            [Scale::Linear, Scale::Linear] => self.draw_chart(&chart, x, y),
            [Scale::Logarithmic, Scale::Linear] => self.draw_chart(&chart, x.log_scale(), y),
            [Scale::Linear, Scale::Logarithmic] => self.draw_chart(&chart, x, y.log_scale()),
            [Scale::Logarithmic, Scale::Logarithmic] => self.draw_chart(&chart, x.log_scale(), y.log_scale()),
        }?;
        for (number, curve) in self.curves.iter().enumerate() {
            let at = 44 + 18 * number as i32;
            let line = [(8, at), (32, at)];
            let style = colour(number).stroke_width(2);
            if curve.is_formula {
                names.draw(&DashedPathElement::new(line, 5, 4, style))?;
            } else {
                names.draw(&PathElement::new(line, style))?;
            }
            let font = ("sans-serif", 13).into_font().color(&GREY);
            names.draw(&Text::new(curve.name(), (38, at - 6), font))?;
        }
        area.present()?;
        Ok(())
    }

    fn draw_chart<X, Y>(&self, area: &Area<'_>, x: X, y: Y) -> Result<(), Failed>
    where
        X: AsRangedCoord<Value = f64>,
        Y: AsRangedCoord<Value = f64>,
        X::CoordDescType: ValueFormatter<f64> + Ranged<ValueType = f64>,
        Y::CoordDescType: ValueFormatter<f64> + Ranged<ValueType = f64>,
    {
        let font = |size: u32| ("sans-serif", size).into_font().color(&GREY);
        let mut chart = ChartBuilder::on(area)
            .caption(&self.title, font(15))
            .margin(8)
            .margin_right(24)
            .x_label_area_size(40)
            .y_label_area_size(64)
            .build_cartesian_2d(x, y)?;
        chart
            .configure_mesh()
            .axis_style(GREY)
            .bold_line_style(GREY.mix(0.4))
            .light_line_style(TRANSPARENT)
            .label_style(font(12))
            .x_desc(&self.axes[0])
            .y_desc(&self.axes[1])
            .x_label_formatter(&|value| label(*value))
            .y_label_formatter(&|value| label(*value))
            .draw()?;
        for (number, curve) in self.curves.iter().enumerate() {
            let colour = colour(number);
            let points = curve.points.iter().copied();
            if curve.is_formula {
                let style = colour.stroke_width(2);
                chart.draw_series(DashedLineSeries::new(points, 5, 4, style))?;
                continue;
            }
            chart.draw_series(LineSeries::new(points.clone(), colour.stroke_width(2)))?;
            chart.draw_series(points.map(|point| Circle::new(point, 3, colour.filled())))?;
            let bars = curve.points.iter().zip(&curve.deviations);
            chart.draw_series(bars.map(|(&(x, y), deviation)| {
                let bar = [(x, (y - deviation).max(y / 10.0)), (x, y + deviation)];
                PathElement::new(bar, colour.stroke_width(1))
            }))?;
        }
        Ok(())
    }
}

type Area<'text> = DrawingArea<SVGBackend<'text>, plotters::coord::Shift>;

/// That of the curve of this number.
fn colour(number: usize) -> RGBColor {
    COLOURS[number % COLOURS.len()]
}

#[cfg(test)]
mod tests {
    use super::{Curve, Figure, Scale};

    fn figure(scales: [Scale; 2]) -> Figure {
        Figure {
            name: "a",
            title: "A".to_owned(),
            axes: ["x".to_owned(), "y".to_owned()],
            scales,
            curves: vec![Curve::measured("c", vec![(1.0, 2.0), (10.0, 20.0), (100.0, 0.0)])],
        }
    }

    #[test]
    fn csv_has_a_line_for_each_point() {
        let text = figure([Scale::Linear, Scale::Linear]).csv();
        assert_eq!(text, "curve,\"x\",\"y\"\n\"c\",1,2.000\n\"c\",10,20.000\n\"c\",100,0.000\n");
    }

    #[test]
    fn csv_of_means_has_their_deviations() {
        let mut figure = figure([Scale::Linear, Scale::Linear]);
        figure.curves[0].deviations = vec![0.5, 1.25, 0.0];
        let text = figure.csv();
        assert!(text.starts_with("curve,\"x\",\"y\",standard deviation\n\"c\",1,2.000,0.500\n"));
        assert_eq!(text.lines().count(), 4);
        let bars = |figure: &Figure| figure.svg().expect("a drawing").matches("<polyline").count();
        let with_bars = bars(&figure);
        figure.curves[0].deviations.clear();
        assert_eq!(with_bars, bars(&figure) + 3);
    }

    #[test]
    fn overflows_are_in_the_table_and_beside_the_name() {
        let mut figure = figure([Scale::Linear, Scale::Linear]);
        figure.curves.push(Curve::measured("d", vec![(1.0, 3.0)]));
        figure.curves[0].overflows = vec![0.0, 0.5, 0.011];
        let text = figure.csv();
        assert!(text.starts_with("curve,\"x\",\"y\",part in the overflow\n\"c\",1,2.000,0.000\n"));
        assert!(text.ends_with("\"c\",100,0.000,0.011\n\"d\",1,3.000,\n"));
        let drawing = figure.svg().expect("a drawing");
        assert!(drawing.contains("c (overflow 0.0..50.0 %)"));
        assert!(!drawing.contains("d (overflow"));
    }

    #[test]
    fn svg_every_scale_keeps_all_points_within_the_drawing() {
        use Scale::{Linear, Logarithmic};
        for scales in [[Linear, Linear], [Linear, Logarithmic], [Logarithmic, Linear]] {
            let text = figure(scales).svg().expect("a drawing");
            let centres = text.split("cx=\"").skip(1).filter_map(|rest| rest.split('"').next());
            let numbers: Vec<f64> = centres.map(|number| number.parse().expect("a number")).collect();
            assert_eq!(numbers.len(), 3, "{text}");
            assert!(numbers.iter().all(|number| (0.0..=620.0).contains(number)), "{text}");
        }
    }
}
