//! Which of the two chips a Verilog file has, and which registers it has.

use crate::circuit::word_map::{self, Row};
use carillon_regmap::BusAdapter;
use carillon_regmap::counter_chip::Build;
use carillon_regmap::counter_chip::REGISTERS;
use carillon_regmap::timer_chip::TimerBuild;
use carillon_regmap::{Register, timer_chip};

/// A chip of one of the two kinds, some of whose parts are called the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChipKind {
    /// The counter chip.
    Counter(Build),
    /// The timer chip.
    Timer(TimerBuild),
}

impl ChipKind {
    /// All registers of its map.
    pub const fn map(&self) -> &'static [Register] {
        match self {
            Self::Counter(_) => REGISTERS,
            Self::Timer(_) => timer_chip::REGISTERS,
        }
    }

    /// What the text calls it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Counter(_) => "counter",
            Self::Timer(_) => "timer",
        }
    }

    /// The bus and the parameters by which it is an instance of the text.
    pub fn of_text(&self) -> (BusAdapter, Vec<(&'static str, u32)>) {
        let (bus, parameters) = match self {
            Self::Counter(build) => (build.bus_adapter, build.parameters()),
            Self::Timer(build) => (build.bus_adapter, build.parameters()),
        };
        (bus, parameters.into_iter().chain(bus.parameter()).collect())
    }

    /// The files of the text that it is made of, as this repository has them.
    pub fn files(&self) -> Vec<String> {
        let (kind, bus) = (self.name(), self.of_text().0.name());
        ["shared", kind, bus, &format!("{kind}_{bus}")]
            .map(|name| format!("hdl/verilog/carillon_{name}.v"))
            .into()
    }

    fn rows(&self) -> Vec<Row> {
        match self {
            Self::Counter(build) => word_map::rows(build),
            Self::Timer(build) => word_map::timer_rows(build),
        }
    }

    /// The registers and fields of either map that this build has not.
    pub fn absent(&self) -> Vec<&'static str> {
        let present: Vec<_> = (self.rows().iter())
            .flat_map(|row| names(row.register))
            .collect();
        let all = REGISTERS
            .iter()
            .chain(timer_chip::REGISTERS)
            .flat_map(names);
        all.filter(|name| !present.contains(name)).collect()
    }
}

/// The names of a register and of its fields.
fn names(register: &'static Register) -> impl Iterator<Item = &'static str> {
    let fields = register.fields.iter().map(|field| field.name);
    [register.name].into_iter().chain(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absent_registers_are_those_of_features_and_of_the_other_chip() {
        let minimal = ChipKind::Counter(Build::minimal()).absent();
        for name in ["NEXT", "ALARM_LO", "WHEEL_MODE", "HOLD", "TIMER_WORD"] {
            assert!(minimal.contains(&name), "{name}");
        }
        let full = ChipKind::Counter(Build::full()).absent();
        for name in ["NEXT", "ALARM_LO", "WHEEL_MODE", "HOLD", "ID"] {
            assert!(!full.contains(&name), "{name}");
        }
        let timer = ChipKind::Timer(TimerBuild::minimal()).absent();
        assert!(timer.contains(&"NEXT") && !timer.contains(&"TIMER_WORD"));
    }
}
