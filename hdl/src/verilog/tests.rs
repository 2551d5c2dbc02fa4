//! The rules of width and rank, the simplifier and the printer, on tiny circuits.

use super::expression::{self as e, Binary, Expression, Unary};
use super::{elaborate, modules};
use rust_hdl::prelude::*;

/// The Verilog of a circuit that is called `core`, so that it finds a header.
fn written(circuit: &dyn Block) -> String {
    let design = elaborate::elaborate(circuit);
    modules(design, "spi", super::Extent::Build, &|path| {
        format!("part{}", path.join("_"))
    })
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
    let wide = e::binary(
        Binary::Add,
        e::resize(a.clone(), 32),
        e::resize(b.clone(), 32),
    );
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
    let high = e::binary(
        Binary::ShiftLeft,
        e::resize(a.clone(), 16),
        e::constant(8, 4),
    );
    let both = e::binary(Binary::Or, high, e::resize(b.clone(), 16));
    assert_eq!(both, Expression::Concat(vec![a, b]));
}

/// Reads what Verilog reads otherwise than Rust: `a & b == c`, and a literal of 32 bits.
#[derive(LogicBlock, Default)]
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
    let mut circuit = Ranks::default();
    circuit.a.connect();
    circuit.b.connect();
    circuit.connect_all();
    let design = elaborate::elaborate(&circuit);
    let values: Vec<_> = design
        .statements(0)
        .iter()
        .map(|statement| match statement {
            super::design::Statement::Assign(_, value) => value.clone(),
            other => panic!("{other:?}"),
        })
        .collect();
    let (a, b) = (Expression::Signal(0, 4), Expression::Signal(1, 4));
    // Verilog compares first: one bit, and the lowest of `a`.
    let same = e::constant(1, 1);
    assert_eq!(
        values[0],
        e::binary(Binary::And, e::slice(a.clone(), 0, 1), same)
    );
    // The difference has 32 bits: it is never 15 for want of a carry.
    let difference = e::binary(Binary::Subtract, e::resize(a.clone(), 32), e::resize(b, 32));
    assert_eq!(
        values[1],
        e::binary(Binary::Equal, difference, e::constant(15, 32))
    );
    assert_eq!(values[2], e::unary(Unary::Not, e::unary(Unary::Any, a)));
}
