//! Parts that are nothing but wires in a build are taken into the part around them.

use super::design::{Body, Design, Kind, Statement};
use super::expression::Expression;

/// Does it, from the inside out; returns whether there was one.
pub fn inline(design: &mut Design) -> bool {
    let mut found = false;
    for number in (1..design.instances.len()).rev() {
        let parent = design.instances[number]
            .parent
            .expect("only the top has none");
        let linked = design.instances[parent].children.contains(&number);
        if !linked || !is_wires(design, number) {
            continue;
        }
        found = true;
        let instance = &mut design.instances[number];
        let Body::Logic(wires) = std::mem::replace(&mut instance.body, Body::Logic(Vec::new()))
        else {
            unreachable!("wires are logic");
        };
        let ports = std::mem::take(&mut instance.ports);
        let name = instance.name.clone();
        for &port in &ports {
            let signal = &mut design.signals[port];
            signal.name = format!("{name}_{}", signal.name);
            signal.owner = parent;
            signal.kind = Kind::Local;
        }
        let around = &mut design.instances[parent];
        around.children.retain(|&child| child != number);
        around.inner.extend(ports);
        if let Body::Logic(statements) = &mut around.body {
            statements.extend(wires);
        }
    }
    found
}

/// The instance does nothing but hand on what comes in.
fn is_wires(design: &Design, number: usize) -> bool {
    let instance = &design.instances[number];
    let logic = matches!(instance.body, Body::Logic(_));
    let hands_on = |statement: &Statement| matches!(statement, Statement::Assign(_, value) if is_bits_of_signal(value));
    logic
        && instance.children.is_empty()
        && instance.inner.is_empty()
        && design.statements(number).iter().all(hands_on)
}

fn is_bits_of_signal(value: &Expression) -> bool {
    match value {
        Expression::Signal(..) => true,
        Expression::Slice { of, .. } => is_bits_of_signal(of),
        _ => false,
    }
}
