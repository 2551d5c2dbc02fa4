use super::*;
use crate::verilog::tests::programs::{Random, assign, program, run};

#[test]
fn tidied_statements_do_the_same() {
    let mut random = Random::new();
    for _ in 0..1000 {
        let before = program(&mut random, 3);
        let after = tidy(before.clone());
        for inputs in 0..8 {
            assert_eq!(run(&before, inputs), run(&after, inputs), "{before:?}\n{after:?}");
        }
    }
}

#[test]
fn conditionals_in_each_other_become_one() {
    let [a, b] = [0, 1].map(|id| Expression::Signal(id, 1));
    let when = |test: &Expression, then| Statement::If { test: test.clone(), then, otherwise: Vec::new() };
    let set = assign(3, e::constant(1, 1));
    let nested = when(&a, vec![when(&b, vec![set.clone()])]);
    let both = e::binary(Binary::And, a, b);
    assert_eq!(tidy([nested]), [when(&both, vec![set])]);
}

#[test]
fn what_is_replaced_later_is_gone() {
    let [first, last] = [0, 1].map(|value| assign(3, e::constant(value, 1)));
    assert_eq!(tidy([first, last.clone()]), [last]);
}
