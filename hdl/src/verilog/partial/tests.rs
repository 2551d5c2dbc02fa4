use super::*;
use crate::verilog::tests::programs::{Random, assign, of_statements, program, run};

/// A program in which some assignments are of a part of the signal.
fn in_parts(statements: &mut [Statement], random: &mut Random) {
    for statement in statements {
        match statement {
            Statement::Assign(target, value) => {
                let low = random.below(4);
                let bits = 1 + random.below(4 - low);
                if random.below(2) == 0 {
                    *value = part(*target, 4, low, e::slice(value.clone(), 0, bits));
                }
            }
            Statement::If { then, otherwise, .. } => {
                in_parts(then, random);
                in_parts(otherwise, random);
            }
            Statement::Case { arms, otherwise, .. } => {
                arms.iter_mut().for_each(|(_, block)| in_parts(block, random));
                in_parts(otherwise, random);
            }
        }
    }
}

#[test]
fn signal_is_what_its_parts_make_it() {
    let mut random = Random::new();
    for _ in 0..1000 {
        let mut before = program(&mut random, 2);
        in_parts(&mut before, &mut random);
        let whole = (3..6).map(|target| assign(target, e::constant(9, 4)));
        before.splice(0..0, whole);
        let mut after = before.clone();
        join(&mut after, &of_statements(Vec::new()));
        for inputs in 0..8 {
            assert_eq!(run(&before, inputs), run(&after, inputs), "{before:?}\n{after:?}");
        }
    }
}

#[test]
fn other_bits_stay_as_they_were() {
    let [word, high] = [Expression::Signal(0, 4), Expression::Signal(1, 1)];
    let mut statements = vec![assign(3, word.clone()), assign(3, part(3, 4, 3, high.clone()))];
    join(&mut statements, &of_statements(Vec::new()));
    let value = Expression::Concat(vec![high, e::slice(word, 0, 3)]);
    assert_eq!(statements, [assign(3, value)]);
}
