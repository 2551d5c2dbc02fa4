//! What a design must keep to, so that its text means what Rust-HDL simulates.

use crate::verilog::design::{Design, Statement};
use crate::verilog::expression::Id;
use std::collections::{HashMap, HashSet};

/// Makes sure that no two signals of an instance have one name: a flip-flop `x` brings the signals `next_x` and
/// `x_clock`.
pub fn names(design: &Design) {
    let mut seen = HashSet::new();
    for signal in &design.signals {
        assert!(
            seen.insert((signal.owner, &signal.name)),
            "{}: two signals have the name `{}`",
            design.instances[signal.owner].name,
            signal.name
        );
    }
}

/// Makes sure that every signal means the same wherever its instance reads it: no reader stands between two
/// assignments.
pub fn reading(design: &Design) {
    for number in 0..design.instances.len() {
        let mut assigned_after: HashMap<Id, usize> = HashMap::new();
        let mut first: HashMap<Id, usize> = HashMap::new();
        let mut reads: Vec<(usize, Id)> = Vec::new();
        let mut place = 0;
        order(design.statements(number), &mut place, &mut |place, event| match event {
            Event::Assigned(id) => {
                first.entry(id).or_insert(place);
                assigned_after.insert(id, place);
            }
            Event::Read(id) => reads.push((place, id)),
        });
        for (place, id) in reads {
            let begun = first.get(&id).is_some_and(|&first| first < place);
            let goes_on = assigned_after.get(&id).is_some_and(|&last| last >= place);
            assert!(
                !(begun && goes_on),
                "{}: `{}` is read between two of its assignments",
                design.instances[number].name,
                design.signals[id].name
            );
        }
    }
}

enum Event {
    Read(Id),
    Assigned(Id),
}

/// Tells of all readings and assignments in the order of the text.
fn order(statements: &[Statement], place: &mut usize, tell: &mut impl FnMut(usize, Event)) {
    for statement in statements {
        *place += 1;
        let here = *place;
        match statement {
            Statement::Assign(target, value) => {
                // Its own value so far is what a part leaves of it.
                value.each_signal(&mut |id| {
                    if id != *target {
                        tell(here, Event::Read(id));
                    }
                });
                tell(here, Event::Assigned(*target));
            }
            Statement::If { test, then, otherwise } => {
                test.each_signal(&mut |id| tell(here, Event::Read(id)));
                order(then, place, tell);
                order(otherwise, place, tell);
            }
            Statement::Case { test, arms, otherwise } => {
                test.each_signal(&mut |id| tell(here, Event::Read(id)));
                for (_, block) in arms {
                    order(block, place, tell);
                }
                order(otherwise, place, tell);
            }
        }
    }
}
