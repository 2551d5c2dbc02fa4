//! The figures of the chips: what is checked in is what comes out, and it is what the paper's formulas say.

use std::path::Path;

use carillon_bench::figures::plot::{Curve, Figure};
use carillon_program::figures::counter_chip::{scheme6_interrupts, scheme7_interrupts};
use carillon_program::figures::timer_chip::timer_chip_clocks;

fn curve<'a>(figure: &'a Figure, label: &str) -> &'a Curve {
    let found = figure.curves.iter().find(|curve| curve.label == label);
    found.unwrap_or_else(|| panic!("no curve {label}"))
}

fn is_checked_in(figure: &Figure) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/figures");
    figure.is_drawn_in(&folder).expect("the figure that is checked in");
}

#[test]
fn scheme6_interrupts_are_the_interval_over_the_slots() {
    let figure = scheme6_interrupts();
    is_checked_in(&figure);
    for slots in ["64 slots", "256 slots"] {
        let formula = &curve(&figure, "T/M").points;
        for (measured, expected) in curve(&figure, slots).points.iter().zip(formula) {
            assert_eq!(measured.0, expected.0);
            assert!((measured.1 - expected.1).abs() <= 1.0, "{measured:?}");
        }
    }
}

#[test]
fn scheme7_interrupts_are_at_most_the_wheels() {
    let figure = scheme7_interrupts();
    is_checked_in(&figure);
    for (sizes, wheels) in [("256 x 256", 2.0), ("41 x 41 x 41", 3.0), ("16 x 16 x 16 x 16", 4.0)] {
        assert!(curve(&figure, sizes).points.iter().all(|point| point.1 <= wheels));
    }
}

#[test]
#[ignore = "long"]
fn timer_chip_takes_as_long_with_2_to_the_20_timers_as_with_10() {
    let figure = timer_chip_clocks();
    is_checked_in(&figure);
    for curve in &figure.curves {
        let [first, .., last] = curve.points[..] else { panic!("{} has no points", curve.label) };
        assert_eq!((first.0, last.0), (10.0, f64::from(1 << 20)));
        let is_flat = curve.points.iter().all(|point| point.1 == first.1);
        assert!(is_flat && first.1 > 0.0, "{curve:?}");
    }
}
