//! Every formula is the constant that it stands for, in many builds, and what has no formula is the same in all.

mod formula;

use super::module_name;
use crate::chips::circuit;
use crate::circuit::memory::Memory;
use crate::verilog::comments::{strangers, with_true_names};
use crate::verilog::design::{Body, Design, Kind};
use crate::verilog::elaborate::elaborate;
use crate::verilog::expression::mask;
use crate::verilog::module::Writer;
use carillon_regmap::BusAdapter;
use carillon_regmap::cli::AnyBuild;
use carillon_regmap::counter_chip::Build;
use carillon_regmap::timer_chip::{MAX_SLOT_BITS, TimerBuild};
use formula::value;
use std::collections::{BTreeMap, HashMap};

/// Numbers by their names.
type Numbers = HashMap<String, i128>;

/// The parameters of a chip.
fn parameters(chip: AnyBuild) -> Numbers {
    let (of_chip, bus_adapter) = match chip {
        AnyBuild::Counter(build) => (build.parameters(), build.bus_adapter),
        AnyBuild::Timer(build) => (build.parameters(), build.bus_adapter),
    };
    let all = of_chip.into_iter().chain(bus_adapter.parameter());
    all.map(|(name, value)| (name.to_owned(), value.into())).collect()
}

/// Twenty counter chips, the presets and the corners among them.
fn counter_chips() -> Vec<Build> {
    let mut builds = vec![
        Build::minimal(),
        Build::full(),
        Build { wheels: 8, slot_bits: 20, fifo_bits: 10, single_port: true, ..Build::full() },
        Build { slot_bits: 10, fifo_bits: 1, bus_adapter: BusAdapter::Uart { clocks_a_bit: 5 }, ..Build::minimal() },
    ];
    for number in 0..16_u32 {
        builds.push(Build {
            wheels: 1 + number % 8,
            slot_bits: 10 + number * 7 % 11,
            fifo_bits: 1 + number * 3 % 10,
            alarm: number & 1 != 0,
            look_ahead: number & 2 != 0,
            coalescing: number & 4 != 0,
            wheel_modes: number & 8 != 0,
            single_port: number % 3 == 0,
            bus_adapter: BusAdapter::Uart { clocks_a_bit: 4 + 97 * number },
        });
    }
    builds
}

/// As many timer chips.
fn timer_chips() -> Vec<TimerBuild> {
    let wide = TimerBuild {
        slot_bits: MAX_SLOT_BITS,
        fifo_bits: 10,
        wide: true,
        look_ahead: true,
        coalescing: true,
        bus_adapter: BusAdapter::Uart { clocks_a_bit: 5 },
        ..TimerBuild::full()
    };
    let inside = TimerBuild { fifo_bits: 1, timer_bits: Some(15), ..wide };
    let mut builds = vec![TimerBuild::minimal(), TimerBuild::full(), wide, TimerBuild { wide: false, ..inside }];
    for number in 0..20_u32 {
        let wheels = 1 + number % 3;
        let inside = number % 4 == 1;
        builds.push(TimerBuild {
            wheels,
            slot_bits: 10 + number * 7 % [6, 4, 1][wheels as usize - 1],
            fifo_bits: 1 + number * 3 % 10,
            periodic: number & 1 != 0,
            wide: number & 2 != 0 && !inside,
            look_ahead: number & 4 != 0,
            coalescing: number & 8 != 0,
            timer_bits: inside.then_some(4 + number * 5 % 12),
            bus_adapter: BusAdapter::Uart { clocks_a_bit: 4 + 97 * number },
        });
    }
    builds
}

/// A build's design, and what is in it: the values of each module's parameters, and the constants without a formula.
struct Check<'a> {
    writer: Writer<'a>,
    design: &'a Design,
    constants: BTreeMap<String, u128>,
}

impl Check<'_> {
    /// Compares the formulas of an instance, and of its parts that are there.
    fn instance(&mut self, number: usize, path: &str, outer: &Numbers) {
        let mut known = outer.clone();
        for &id in &self.design.instances[number].inner {
            let signal = &self.design.signals[id];
            if let Kind::Parameter { formula, value: wanted } = signal.kind {
                let found = value(formula, outer);
                assert_eq!(found as u128 & mask(signal.width), wanted, "{path}: {} = {formula}", signal.name);
                known.insert(signal.name.clone(), found);
            }
        }
        for (_, name, number) in (self.design.constants.iter()).filter(|one| one.0 == number) {
            self.constants.insert(format!("{path}.{name}"), *number);
        }
        for &child in &self.design.instances[number].children {
            let part = &self.design.instances[child];
            let condition = self.writer.condition(number, child);
            if condition.is_some_and(|condition| value(condition, &known) == 0) {
                continue;
            }
            let values = self.writer.values(number, child).into_iter();
            let given: Numbers = values.map(|(name, text)| (name.to_owned(), value(&text, &known))).collect();
            let path = format!("{path}.{}", part.name);
            if let Body::Memory(memory) = &part.body {
                let (address_bits, one_port) = match memory {
                    Memory::Bits { address_bits } => (address_bits, Some(0)),
                    Memory::SinglePort { address_bits } => (address_bits, Some(1)),
                    Memory::Entries { address_bits, .. } | Memory::Words { address_bits } => (address_bits, None),
                };
                assert_eq!(given["ADDRESS_BITS"], *address_bits as i128, "{path}");
                assert_eq!(given.get("ONE_PORT").copied(), one_port, "{path}");
            }
            self.instance(child, &path, &given);
        }
    }
}

#[test]
fn comments_name_only_what_their_module_has() {
    let modules = ["carillon_alarm", "carillon_counter_compare"].map(str::to_owned);
    let chip = AnyBuild::Counter(Build::minimal());
    let text = "// `done` ends what `start` began in `compare` of `slot_bits`; see `ALARM_LO`, `NEXT` and `CTRL.reset`.\n\
                module m #(parameter SLOT_BITS = 1) (input bus_done, input start);\nendmodule\n";
    let named = with_true_names(text, &modules, chip);
    let wanted = "// `bus_done` ends what `start` began in `carillon_counter_compare` of `SLOT_BITS`; see `ALARM_LO`, `NEXT` and\n\
                  // `CTRL.reset`.\n";
    assert!(named.starts_with(wanted), "{named}");
    assert!(strangers(&named, &modules, chip).is_empty());
    let strange = named.replace("`start` began", "`begin` began");
    assert_eq!(strangers(&strange, &modules, chip), ["begin"]);
}

/// Compares all formulas of some builds of a chip; returns how many there were, and how many constants without one.
fn compare(chips: impl Iterator<Item = AnyBuild>) -> (usize, usize) {
    let mut constants: BTreeMap<String, u128> = BTreeMap::new();
    let mut formulas = 0;
    for chip in chips {
        let design = elaborate(&*circuit(&chip));
        let modules: Vec<_> = (0..design.instances.len()).map(|number| module_name(&design, number, chip)).collect();
        let mut check =
            Check { writer: Writer::new(&design, &modules, chip), design: &design, constants: BTreeMap::new() };
        check.instance(0, "top", &parameters(chip));
        let kinds = design.signals.iter().map(|signal| signal.kind);
        formulas += kinds.filter(|kind| matches!(kind, Kind::Parameter { .. })).count();
        for (name, value) in check.constants {
            // The register file is written from the registers' table.
            if name.contains("register_file") {
                continue;
            }
            let before = constants.entry(name.clone()).or_insert(value);
            assert_eq!(*before, value, "{name} has no formula: {chip:?}");
        }
    }
    (formulas, constants.len())
}

#[test]
fn formulas_of_many_counter_chips_are_the_constants_that_they_stand_for() {
    let chips = counter_chips().into_iter().map(|build| {
        build.validate().expect("it can be built");
        AnyBuild::Counter(build)
    });
    let (formulas, constants) = compare(chips);
    assert!(formulas > 1000 && constants > 30, "{formulas}, {constants}");
}

#[test]
fn formulas_of_many_timer_chips_are_the_constants_that_they_stand_for() {
    let chips = timer_chips().into_iter().map(|build| {
        build.validate().expect("it can be built");
        AnyBuild::Timer(build)
    });
    let (formulas, constants) = compare(chips);
    assert!(formulas > 1000 && constants > 30, "{formulas}, {constants}");
}
