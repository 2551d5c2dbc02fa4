//! A figure: curves over one axis, as an SVG and as a CSV. No library draws it, so that the same numbers give the same bytes for ever.

use core::fmt::Write;

/// How an axis is divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// Evenly, from 0.
    Linear,
    /// By powers.
    Logarithmic,
}

/// One curve.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// What it is.
    pub label: String,
    /// A formula's, drawn dashed; otherwise measured.
    pub is_formula: bool,
    /// x and y, by ascending x.
    pub points: Vec<(f64, f64)>,
}

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

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 250.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 48.0;

/// Colours that can be seen on light and dark pages.
const COLOURS: [&str; 8] = [
    "#3a7ed6", "#e07a26", "#2e9a68", "#9862ca", "#c94f4f", "#8a6d3b", "#2aa0a8", "#888888",
];

/// Where values lie on an axis of so many points.
struct Axis {
    scale: Scale,
    low: f64,
    high: f64,
}

impl Axis {
    fn over(scale: Scale, values: impl Iterator<Item = f64> + Clone) -> Self {
        let high = values.clone().fold(f64::MIN_POSITIVE, f64::max);
        let positive = values.filter(|&value| value > 0.0);
        let low = positive.fold(high, f64::min);
        match scale {
            Scale::Linear => Self {
                scale,
                low: 0.0,
                high: high * 1.05,
            },
            Scale::Logarithmic => Self {
                scale,
                low: 10_f64.powf(low.log10().floor()),
                high: 10_f64.powf(high.log10().ceil().max(low.log10().floor() + 1.0)),
            },
        }
    }

    /// From 0 to 1.
    fn place(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear => value / self.high,
            Scale::Logarithmic => {
                (value.max(self.low).log10() - self.low.log10())
                    / (self.high.log10() - self.low.log10())
            }
        }
    }

    fn ticks(&self) -> Vec<f64> {
        if self.scale == Scale::Logarithmic {
            let decades = self.low.log10().round() as i32..=self.high.log10().round() as i32;
            return decades.map(|decade| 10_f64.powi(decade)).collect();
        }
        let rough = self.high / 6.0;
        let power = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .into_iter()
            .map(|factor| factor * power)
            .find(|&step| step >= rough)
            .unwrap_or(rough);
        (0..)
            .map(|number| f64::from(number) * step)
            .take_while(|&value| value <= self.high)
            .collect()
    }
}

/// A number as a tick bears it.
fn label(value: f64) -> String {
    if value >= 1e6 || (value > 0.0 && value < 1e-2) {
        return format!("1e{:.0}", value.log10());
    }
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl Figure {
    /// One line a point: curve, x, y.
    pub fn csv(&self) -> String {
        let mut text = format!("curve,\"{}\",\"{}\"\n", self.axes[0], self.axes[1]);
        for curve in &self.curves {
            for (x, y) in &curve.points {
                writeln!(text, "\"{}\",{x},{y:.3}", curve.label).expect("a string takes all");
            }
        }
        text
    }

    /// The drawing.
    pub fn svg(&self) -> String {
        let points = || self.curves.iter().flat_map(|curve| &curve.points);
        let axes = [
            Axis::over(self.scales[0], points().map(|point| point.0)),
            Axis::over(self.scales[1], points().map(|point| point.1)),
        ];
        let (across, down) = (WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM);
        let x = |value: f64| LEFT + axes[0].place(value) * across;
        let y = |value: f64| TOP + (1.0 - axes[1].place(value)) * down;
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#777\">\n<text x=\"{LEFT}\" y=\"20\" font-size=\"14\">{}</text>\n",
            self.title
        );
        let line = |from: (f64, f64), to: (f64, f64)| {
            format!(
                "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"#8886\"/>\n",
                from.0, from.1, to.0, to.1
            )
        };
        for tick in axes[0].ticks() {
            text += &line((x(tick), TOP), (x(tick), TOP + down));
            text += &format!(
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n",
                x(tick),
                TOP + down + 16.0,
                label(tick)
            );
        }
        for tick in axes[1].ticks() {
            text += &line((LEFT, y(tick)), (LEFT + across, y(tick)));
            text += &format!(
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\n",
                LEFT - 6.0,
                y(tick) + 4.0,
                label(tick)
            );
        }
        text += &format!(
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n<text transform=\"translate(16 {:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
            LEFT + across / 2.0,
            HEIGHT - 10.0,
            self.axes[0],
            TOP + down / 2.0,
            self.axes[1]
        );
        for (number, curve) in self.curves.iter().enumerate() {
            let colour = COLOURS[number % COLOURS.len()];
            let dashes = if curve.is_formula {
                " stroke-dasharray=\"5 4\""
            } else {
                ""
            };
            let path: Vec<_> = curve
                .points
                .iter()
                .map(|point| format!("{:.1},{:.1}", x(point.0), y(point.1)))
                .collect();
            text += &format!(
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"{dashes}/>\n",
                path.join(" ")
            );
            let at = TOP + 12.0 + 18.0 * number as f64;
            let legend = LEFT + across + 14.0;
            text += &format!(
                "<line x1=\"{legend:.1}\" y1=\"{at:.1}\" x2=\"{:.1}\" y2=\"{at:.1}\" stroke=\"{colour}\" stroke-width=\"2\"{dashes}/>\n<text x=\"{:.1}\" y=\"{:.1}\">{}</text>\n",
                legend + 24.0,
                legend + 30.0,
                at + 4.0,
                curve.label
            );
        }
        text + "</svg>\n"
    }
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
            curves: vec![Curve {
                label: "c".to_owned(),
                is_formula: true,
                points: vec![(1.0, 2.0), (10.0, 20.0), (100.0, 0.0)],
            }],
        }
    }

    #[test]
    fn csv_has_a_line_for_each_point() {
        let text = figure([Scale::Linear, Scale::Linear]).csv();
        assert_eq!(
            text,
            "curve,\"x\",\"y\"\n\"c\",1,2.000\n\"c\",10,20.000\n\"c\",100,0.000\n"
        );
    }

    #[test]
    fn svg_every_scale_keeps_all_points_within_the_drawing() {
        use Scale::{Linear, Logarithmic};
        for scales in [
            [Linear, Linear],
            [Linear, Logarithmic],
            [Logarithmic, Linear],
        ] {
            let text = figure(scales).svg();
            let points = text
                .split("points=\"")
                .nth(1)
                .and_then(|rest| rest.split('"').next());
            let numbers = points.expect("a curve").split([' ', ',']);
            for number in numbers.map(|number| number.parse::<f64>().expect("a number")) {
                assert!((0.0..=860.0).contains(&number), "{text}");
            }
            assert!(text.starts_with("<svg") && text.ends_with("</svg>\n"));
        }
    }
}
