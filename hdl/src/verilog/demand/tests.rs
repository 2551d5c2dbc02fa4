use super::*;
use crate::verilog::tests::programs::{OPERATORS, evaluate};

/// Changes of bits that are not needed must not be seen in those that are.
fn check(expression: &Expression, widths: [usize; 2]) {
    for needed in 1..=mask(expression.width()) {
        let mut demand = Demand { of: vec![0; 2] };
        demand.need(expression, needed);
        let [a, b] = widths.map(|width| 0..=mask(width));
        for (x, y) in a.flat_map(|x| b.clone().map(move |y| (x, y))) {
            let kept = evaluate(expression, &[x & demand.of[0], y & demand.of[1]]);
            let seen = evaluate(expression, &[x, y]);
            assert_eq!(seen & needed, kept & needed, "{expression:?} of {x}, {y}");
        }
    }
}

#[test]
fn bits_that_are_not_needed_do_not_matter() {
    let [a, b] = [0, 1].map(|id| Expression::Signal(id, 3));
    for operator in OPERATORS {
        check(
            &Expression::Binary(operator, Box::new(a.clone()), Box::new(b.clone())),
            [3, 3],
        );
    }
    for operator in [
        Unary::Not,
        Unary::Negate,
        Unary::All,
        Unary::Any,
        Unary::Odd,
    ] {
        check(&Expression::Unary(operator, Box::new(a.clone())), [3, 3]);
    }
    check(
        &e::concat(vec![e::slice(a.clone(), 1, 2), b.clone()]),
        [3, 3],
    );
    check(
        &e::choose(e::slice(b, 2, 1), a.clone(), e::constant(5, 3)),
        [3, 3],
    );
    check(&e::binary(Binary::And, a, e::constant(5, 3)), [3, 3]);
}
