//! The figures that count: what is checked in is what comes out, and it is what the paper's formulas say.

use std::path::Path;

use carillon_testbench::figures::FIGURES;
use carillon_testbench::figures::counted::{
    ordered_list, scheme6_interrupts, scheme7_interrupts, trees, work_a_tick,
};
use carillon_testbench::figures::plot::{Curve, Figure};
use carillon_testbench::figures::timer_chip::timer_chip_clocks;

fn curve<'a>(figure: &'a Figure, label: &str) -> &'a Curve {
    let found = figure.curves.iter().find(|curve| curve.label == label);
    found.unwrap_or_else(|| panic!("no curve {label}"))
}

/// Whether every point of one curve is within so much of the other's.
fn agree(one: &Curve, other: &Curve, part: f64) {
    for (measured, expected) in one.points.iter().zip(&other.points) {
        assert_eq!(measured.0, expected.0);
        let off = (measured.1 - expected.1).abs();
        assert!(
            off <= part * expected.1 + 1.0,
            "{}: {measured:?}, not {expected:?}",
            one.label
        );
    }
}

fn is_checked_in(figure: &Figure) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/figures");
    for (ending, text) in [
        ("csv", figure.csv()),
        ("svg", figure.svg().expect("a drawing")),
    ] {
        let path = folder.join(figure.name).with_extension(ending);
        let found = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(
            found,
            text,
            "{}: run `carillon figures --counted`",
            path.display()
        );
    }
}

#[test]
#[ignore = "long"]
fn figures_names_are_those_of_their_files() {
    for (place, maker) in FIGURES.iter().enumerate() {
        assert!(
            FIGURES[..place]
                .iter()
                .all(|other| other.name != maker.name)
        );
        if !maker.is_timed {
            assert_eq!((maker.make)().name, maker.name);
        }
    }
}

#[test]
fn ordered_list_costs_what_the_formulas_say() {
    let figure = ordered_list();
    is_checked_in(&figure);
    // The paper has the distributions the other way round.
    agree(
        curve(&figure, "uniform, from the front"),
        curve(&figure, "2 + 2n/3"),
        0.05,
    );
    agree(
        curve(&figure, "exponential, from the front"),
        curve(&figure, "2 + n/2"),
        0.05,
    );
    agree(
        curve(&figure, "uniform, from the rear"),
        curve(&figure, "2 + n/3"),
        0.05,
    );
}

#[test]
fn trees_pass_about_log2_n_timers_but_for_those_that_equal_intervals_make_lists() {
    let figure = trees();
    is_checked_in(&figure);
    let passed = |label: &str| curve(&figure, label).points.clone();
    let exponential = |shape: &str| passed(&format!("start, {shape}, exponential"));
    let [unbalanced, balanced, end_order, leftist] =
        ["unbalanced", "balanced", "end-order", "leftist"].map(exponential);
    for (number, (n, levels)) in passed("log2 n").into_iter().enumerate() {
        assert_eq!(passed("start, unbalanced, equal")[number], (n, n - 1.0));
        assert_eq!(passed("start, end-order, equal")[number], (n, 1.0));
        assert!(unbalanced[number].1 < 1.5 * levels);
        assert!(balanced[number].1 < levels + 1.0);
        assert!(leftist[number].1 < levels);
        // The square of log n on average (Jonassen and Dahl).
        assert!(end_order[number].1 < levels + levels * levels / 3.0);
    }
}

#[test]
fn scheme6_interrupts_are_the_interval_over_the_slots() {
    let figure = scheme6_interrupts();
    is_checked_in(&figure);
    for slots in ["64 slots", "256 slots"] {
        agree(curve(&figure, slots), curve(&figure, "T/M"), 0.0);
    }
}

#[test]
fn scheme7_interrupts_are_at_most_the_wheels() {
    let figure = scheme7_interrupts();
    is_checked_in(&figure);
    for (sizes, wheels) in [
        ("256 x 256", 2.0),
        ("41 x 41 x 41", 3.0),
        ("16 x 16 x 16 x 16", 4.0),
    ] {
        assert!(
            curve(&figure, sizes)
                .points
                .iter()
                .all(|point| point.1 <= wheels)
        );
    }
}

#[test]
fn work_a_tick_crosses_over_where_the_paper_says() {
    let figure = work_a_tick();
    is_checked_in(&figure);
    let (six, seven) = (
        &curve(&figure, "Scheme 6").points,
        &curve(&figure, "Scheme 7, four wheels of 64").points,
    );
    // Scheme 7 is cheaper for T > M m, at the latest.
    for (six, seven) in six.iter().zip(seven) {
        assert!(six.0 < 1_024.0 || seven.1 < six.1, "{six:?} {seven:?}");
        assert!(six.0 > 256.0 || seven.1 >= six.1, "{six:?} {seven:?}");
    }
}

#[test]
#[ignore = "long"]
fn timer_chip_takes_as_long_with_2_to_the_20_timers_as_with_10() {
    let figure = timer_chip_clocks();
    is_checked_in(&figure);
    for curve in &figure.curves {
        let [first, .., last] = curve.points[..] else {
            panic!("{} has no points", curve.label)
        };
        assert_eq!((first.0, last.0), (10.0, f64::from(1 << 20)));
        let is_flat = curve.points.iter().all(|point| point.1 == first.1);
        assert!(is_flat && first.1 > 0.0, "{curve:?}");
    }
}
