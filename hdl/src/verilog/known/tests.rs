use super::*;
use crate::verilog::expression::{self as e, Binary};
use crate::verilog::tests::programs::{OPERATORS, assign, of_statements, reg};

/// Every fact that can be known of a number of `width` bits: of each bit, that it is 0, 1 or either.
fn facts(width: usize) -> Vec<Bits> {
    let mut all = vec![Bits::none(0)];
    for _ in 0..width {
        let more = |bits: &Bits| {
            [(1, 0), (0, 1), (1, 1)].map(|(zero, one)| {
                Bits::new(bits.zero << 1 | zero, bits.one << 1 | one, bits.width + 1)
            })
        };
        all = all.iter().flat_map(more).collect();
    }
    all
}

#[test]
fn nothing_comes_about_that_is_held_impossible() {
    const WIDTH: usize = 3;
    for operator in OPERATORS {
        let signals = [Expression::Signal(0, WIDTH), Expression::Signal(1, WIDTH)];
        let [a, b] = signals;
        let expression = Expression::Binary(operator, Box::new(a), Box::new(b));
        for a in facts(WIDTH) {
            for b in facts(WIDTH) {
                let known = Known { of: vec![a, b] };
                let result = known.bits(&expression);
                let values = |bits: Bits| (0..1 << WIDTH).filter(move |&value| bits.can_be(value));
                for (x, y) in values(a).flat_map(|x| values(b).map(move |y| (x, y))) {
                    let value = e::binary(operator, e::constant(x, WIDTH), e::constant(y, WIDTH));
                    let value = value.number().expect("two numbers make one");
                    assert!(result.can_be(value), "{operator:?} of {x} and {y}");
                }
            }
        }
    }
}

#[test]
fn register_that_waits_for_itself_never_rises() {
    let (q, d) = (0, 1);
    let rises = Statement::If {
        test: Expression::Signal(q, 1),
        then: vec![assign(d, e::constant(1, 1))],
        otherwise: vec![assign(d, Expression::Signal(q, 1))],
    };
    let known = Known::new(&of_statements(vec![reg(q, d, 1)], vec![rises]));
    assert_eq!(known.signal(q).value(), Some(0));
}

#[test]
fn register_that_counts_reaches_all_its_bits() {
    let (q, d) = (0, 1);
    let counts = assign(
        d,
        e::binary(Binary::Add, Expression::Signal(q, 4), e::constant(2, 4)),
    );
    let known = Known::new(&of_statements(vec![reg(q, d, 4)], vec![counts]));
    let bits = known.signal(q);
    assert_eq!((bits.zero, bits.one), (0b1111, 0b1110), "it stays even");
}

#[test]
fn state_that_nothing_leads_to_is_never_reached() {
    let (q, d) = (0, 1);
    let leads = |from: u128, to: u128| (e::constant(from, 2), vec![assign(d, e::constant(to, 2))]);
    // Bits alone would not tell 3 from the others.
    let machine = Statement::Case {
        test: Expression::Signal(q, 2),
        arms: vec![leads(0, 1), leads(1, 2), leads(2, 0), leads(3, 3)],
        otherwise: vec![],
    };
    let known = Known::new(&of_statements(vec![reg(q, d, 2)], vec![machine]));
    let reached: Vec<u128> = (0..4)
        .filter(|&state| known.signal(q).can_be(state))
        .collect();
    assert_eq!(reached, [0, 1, 2]);
}
