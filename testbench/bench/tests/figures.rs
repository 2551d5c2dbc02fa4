//! The figures that count: what is checked in is what comes out, and it is what the paper's formulas say.

use std::path::Path;

use carillon_bench::figures::FIGURES;
use carillon_bench::figures::counted::{ordered_list, trees, work_a_tick};
use carillon_bench::figures::ns3::figure_4_8;
use carillon_bench::figures::plot::{Curve, Figure};
use carillon_bench::figures::thesis::figure_4_1;
use carillon_bench::figures::words::{hashing, nichols, ordered_slots, overflow};

fn curve<'a>(figure: &'a Figure, label: &str) -> &'a Curve {
    let found = figure.curves.iter().find(|curve| curve.label == label);
    found.unwrap_or_else(|| panic!("no curve {label}"))
}

/// Each point of one curve differs from the other's by as much at most as `most` gives for what is expected.
fn differ_by(one: &Curve, other: &Curve, most: impl Fn(f64) -> f64) {
    for (measured, expected) in one.points.iter().zip(&other.points) {
        assert_eq!(measured.0, expected.0);
        let off = (measured.1 - expected.1).abs();
        assert!(off <= most(expected.1), "{}: {measured:?}, not {expected:?}", one.label);
    }
}

/// Every point of one curve is within so much of the other's.
fn agree(one: &Curve, other: &Curve, part: f64) {
    differ_by(one, other, |expected| part * expected + 1.0);
}

fn is_checked_in(figure: &Figure) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/figures");
    figure.is_drawn_in(&folder).expect("the figure that is checked in");
}

#[test]
#[ignore = "long"]
fn figures_names_are_those_of_their_files() {
    for (place, maker) in FIGURES.iter().enumerate() {
        assert!(FIGURES[..place].iter().all(|other| other.name != maker.name));
        if !maker.is_timed {
            assert_eq!((maker.make)().name, maker.name);
        }
    }
}

/// The measurement's page and the drawing of it.
#[test]
fn figure_of_ns3_shows_what_is_measured() {
    let figure = figure_4_8();
    is_checked_in(&figure);
    let copies = |name| curve(&figure, name).points.iter().map(|point| point.0).collect::<Vec<_>>();
    assert_eq!((copies("map"), copies("FlexQueue"), copies("list").len()), (copies("Scheme 7"), copies("heap"), 2));
    assert_eq!(copies("map"), [10.0, 30.0, 100.0, 300.0]);
    assert!(curve(&figure, "list").points[1].1 > 2.0 * curve(&figure, "calendar").points[1].1, "no cell is skipped");
}

#[test]
fn triangular_values_are_as_frequent_as_their_density_says() {
    let figure = figure_4_1();
    is_checked_in(&figure);
    agree(curve(&figure, "drawn"), curve(&figure, "2 (x - a) / (b - a)^2"), 0.1);
}

#[test]
fn ordered_list_costs_what_the_formulas_say() {
    let figure = ordered_list();
    is_checked_in(&figure);
    // The paper has the distributions the other way round.
    agree(curve(&figure, "uniform, from the front"), curve(&figure, "2 + 2n/3"), 0.05);
    agree(curve(&figure, "exponential, from the front"), curve(&figure, "2 + n/2"), 0.05);
    agree(curve(&figure, "uniform, from the rear"), curve(&figure, "2 + n/3"), 0.05);
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
fn work_a_tick_crosses_over_where_the_paper_says() {
    let figure = work_a_tick();
    is_checked_in(&figure);
    let (six, seven) = (&curve(&figure, "Scheme 6").points, &curve(&figure, "Scheme 7, four wheels of 64").points);
    // Scheme 7 is cheaper for T > M m, at the latest.
    for (six, seven) in six.iter().zip(seven) {
        assert!(six.0 < 1_024.0 || seven.1 < six.1, "{six:?} {seven:?}");
        assert!(six.0 > 256.0 || seven.1 >= six.1, "{six:?} {seven:?}");
    }
}

#[test]
fn ordered_slots_pass_as_many_as_the_formulas_say() {
    let figure = ordered_slots();
    is_checked_in(&figure);
    agree(curve(&figure, "any slot"), curve(&figure, "n/2M"), 0.05);
    agree(curve(&figure, "all in one slot"), curve(&figure, "n/2"), 0.05);
}

#[test]
fn hashing_changes_the_deviation_alone() {
    let figure = hashing();
    is_checked_in(&figure);
    for (measured, formula) in [("mean", "n/M"), ("standard deviation", "n/M sqrt(M/k - 1)")] {
        differ_by(curve(&figure, measured), curve(&figure, formula), |_| 1e-9);
    }
}

#[test]
fn overflow_grows_with_the_cycle_and_half_as_far_by_halves() {
    let figure = overflow();
    is_checked_in(&figure);
    for (measured, formula) in [("by cycles (TEGAS-2)", "t/N"), ("by halves (DECSIM)", "(t mod N/2)/N")] {
        differ_by(curve(&figure, measured), curve(&figure, formula), |_| 0.002);
    }
}

#[test]
fn nichols_timers_lose_a_step_of_the_wheel_that_hands_them_out() {
    let figure = nichols();
    is_checked_in(&figure);
    let [whole, below] = [&figure.curves[0], &figure.curves[1]];
    for (&(longest, whole), &(_, below)) in whole.points.iter().zip(&below.points) {
        // Half a step on average, of an interval of T/2 at least. The wheels' steps, and to which one T belongs.
        let step = [1.0, 64.0, 4_096.0, 262_144.0];
        let wheel = step.iter().filter(|&&step| longest >= step).count() - 1;
        let most = |step: f64| if step > 1.0 { step / longest } else { 0.0 };
        assert!(whole <= most(step[wheel]), "{longest}: {whole}");
        assert!(below <= most(step[wheel.saturating_sub(1)]), "{longest}: {below}");
    }
}
