//! The rules of width and rank, the simplifier and the printer, on tiny circuits.

pub mod programs;

use super::design::Statement;
use super::elaborate;
use super::expression::{self as e, Binary, Expression, Unary};
use super::flaw::{By, Edit, Flaw};
use super::module::Writer;
use crate::chips::{generate_flawed, text, whole_text};
use crate::circuit::Circuit;
use carillon_regmap::cli::AnyBuild;
use carillon_regmap::counter_chip::Build;
use rust_hdl::prelude::*;
use std::collections::BTreeMap;

/// The Verilog of a circuit without parts.
fn written(circuit: &dyn Circuit) -> String {
    let design = elaborate::elaborate(circuit);
    let modules = ["part".to_owned()];
    Writer::new(&design, &modules, AnyBuild::Counter(Build::minimal())).module(0)
}

/// Three signals of eight bits.
fn letters() -> [Expression; 3] {
    [0, 1, 2].map(|id| Expression::Signal(id, 8))
}

#[test]
fn constructors_drop_what_does_nothing() {
    let [a, b, _] = letters();
    let zero = e::constant(0, 8);
    assert_eq!(e::binary(Binary::And, a.clone(), zero.clone()), zero);
    assert_eq!(e::binary(Binary::Or, a.clone(), zero.clone()), a);
    assert_eq!(e::binary(Binary::And, a.clone(), e::constant(255, 8)), a);
    assert_eq!(e::binary(Binary::Add, zero, b.clone()), b);
    let twice = e::unary(Unary::Not, e::unary(Unary::Not, a.clone()));
    assert_eq!(twice, a);
}

#[test]
fn sum_that_is_cut_is_a_sum_of_what_is_cut() {
    let [a, b, _] = letters();
    let wide = e::binary(Binary::Add, e::resize(a.clone(), 32), e::resize(b.clone(), 32));
    assert_eq!(e::resize(wide.clone(), 8), e::binary(Binary::Add, a, b));
    // Its carry is not lost where more is kept.
    assert_eq!(e::resize(wide, 9).width(), 9);
}

#[test]
fn comparison_with_more_than_there_can_be_is_decided() {
    let [a, ..] = letters();
    let wide = e::resize(a.clone(), 32);
    let less = e::binary(Binary::Less, wide.clone(), e::constant(256, 32));
    assert!(less.is(1));
    let equal = e::binary(Binary::Equal, wide.clone(), e::constant(300, 32));
    assert!(equal.is(0));
    let kept = e::binary(Binary::Less, wide, e::constant(255, 32));
    assert_eq!(kept, e::binary(Binary::Less, a, e::constant(255, 8)));
}

#[test]
fn shifted_and_joined_is_a_concatenation() {
    let [a, b, _] = letters();
    let high = e::binary(Binary::ShiftLeft, e::resize(a.clone(), 16), e::constant(8, 4));
    let both = e::binary(Binary::Or, high, e::resize(b.clone(), 16));
    assert_eq!(both, Expression::Concat(vec![a, b]));
}

/// Reads what Verilog reads otherwise than Rust: `a & b == c`, and a literal of 32 bits.
#[derive(Circuit, Default)]
struct Ranks {
    pub a: Signal<In, Bits<4>>,
    pub b: Signal<In, Bits<4>>,
    pub compared: Signal<Out, Bit>,
    pub wide: Signal<Out, Bit>,
    pub none: Signal<Out, Bit>,
}

impl Logic for Ranks {
    #[hdl_gen]
    fn update(&mut self) {
        self.compared.next = self.a.val() & self.b.val() == self.b.val();
        self.wide.next = self.a.val() - self.b.val() == 15;
        self.none.next = !self.a.val().any();
    }
}

#[test]
fn text_means_what_verilog_reads() {
    let circuit = Ranks::default().into_top();
    let design = elaborate::elaborate(&circuit);
    let values: Vec<_> = design
        .statements(0)
        .iter()
        .map(|statement| match statement {
            Statement::Assign(_, value) => value.clone(),
            other => panic!("{other:?}"),
        })
        .collect();
    let (a, b) = (Expression::Signal(0, 4), Expression::Signal(1, 4));
    // Verilog compares first: one bit, and the lowest of `a`.
    let same = e::constant(1, 1);
    assert_eq!(values[0], e::binary(Binary::And, e::slice(a.clone(), 0, 1), same));
    // The difference has 32 bits, so a borrow does not make it 15.
    let difference = e::binary(Binary::Subtract, e::resize(a.clone(), 32), e::resize(b, 32));
    assert_eq!(values[1], e::binary(Binary::Equal, difference, e::constant(15, 32)));
    assert_eq!(values[2], e::unary(Unary::Not, e::unary(Unary::Any, a)));
}

#[test]
fn circuit_is_written_as_one_would_write_it() {
    let circuit = Ranks::default().into_top();
    let text = written(&circuit);
    let (_, body) = text.split_once(");\n").expect("ports end so");
    assert_eq!(
        body,
        "    assign compared = a[0];
    assign wide = {28'd0, a} - {28'd0, b} == 32'd15;
    assign none = ~|a;
endmodule
"
    );
}

#[test]
fn difference_of_a_sum_keeps_its_parentheses() {
    let [a, b, c] = letters();
    let sum = e::binary(Binary::Add, b, c);
    let difference = e::binary(Binary::Subtract, a, sum);
    let mut names = super::writing::Names { signal: &|id| ["a", "b", "c"][id].to_owned(), numbers: BTreeMap::new() };
    assert_eq!(names.expression(&difference, 0), "a - (b + c)");
}

/// A wire has the name of what the flip-flop beside it takes over.
#[derive(Circuit, Default)]
struct Twice {
    pub clock: Signal<In, Clock>,
    pub out: Signal<Out, Bit>,
    kept: DFF<Bit>,
    next_kept: Signal<Local, Bit>,
}

impl Logic for Twice {
    #[hdl_gen]
    fn update(&mut self) {
        self.next_kept.next = !self.kept.q.val();
        self.kept.d.next = self.next_kept.val();
        self.out.next = self.kept.q.val();
    }
}

#[test]
#[should_panic(expected = "two signals have the name `next_kept`")]
fn name_of_two_signals_is_refused() {
    let circuit = Twice::default().into_top();
    elaborate::elaborate(&circuit);
}

#[test]
fn every_flaw_changes_its_chip() {
    let texts = text().into_iter().map(|(_, text)| text);
    let right = texts.collect::<Vec<_>>().concat();
    for flawed in generate_flawed() {
        let (name, text) = flawed.expect("a flaw that fits");
        let mut modules = text.split_inclusive("endmodule\n");
        let differs = modules.any(|module| !right.contains(module.trim()));
        assert!(differs, "{name} changes nothing");
    }
}

#[test]
fn flaw_that_fits_nothing_is_an_error() {
    let flaw = |of, edits| Flaw { name: "flaw", chip: "carillon_counter_wishbone", part: "late_check", of, edits };
    let text = whole_text();
    let complaint = |flaw: Flaw| text.flawed(&flaw).map(drop);
    let fits = flaw(&["judging"], &[Edit::Read("is_judged", By::Number(1))]);
    assert_eq!(complaint(fits), Ok(()));
    let unread = flaw(&["judging"], &[Edit::Read("after_2", By::Number(1))]);
    assert!(complaint(unread).is_err_and(|text| text.contains("changes nothing of judging")));
    let unknown = flaw(&["nothing"], &[Edit::Is(1)]);
    assert!(complaint(unknown).is_err_and(|text| text.contains("has no signal `nothing`")));
}
