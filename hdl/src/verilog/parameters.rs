//! The parameters of all modules.

use carillon_regmap::counter_chip::{MAX_SLOT_BITS, MAX_WHEELS, MIN_SLOT_BITS};
use carillon_regmap::timer_chip;
use carillon_regmap::{MAX_CLOCKS_A_BIT, MAX_FIFO_BITS, MIN_CLOCKS_A_BIT, MIN_FIFO_BITS};

/// A parameter of a module.
#[derive(Debug, PartialEq, Eq)]
pub struct Parameter {
    /// What it is called.
    pub name: &'static str,
    /// Its value where none is given.
    pub default: u32,
    /// The values that there are, from the least to the most.
    pub range: (u32, u32),
    /// 0 is one of them too.
    pub or_zero: bool,
    /// What it says.
    pub comment: &'static str,
}

impl Parameter {
    /// Whether it is a switch.
    pub fn is_switch(&self) -> bool {
        self.range == (0, 1)
    }

    /// When it is out of its range, as Verilog, and the name of a module that says so.
    pub fn check(&self) -> (String, String) {
        let (name, (least, most)) = (self.name, self.range);
        let outside = format!("{name} < {least} || {name} > {most}");
        match (self.or_zero, self.is_switch()) {
            (true, _) => (format!("{name} != 0 && ({outside})"), format!("{name}_must_be_0_or_{least}_to_{most}")),
            (_, true) => (outside, format!("{name}_must_be_0_or_1")),
            _ => (outside, format!("{name}_must_be_{least}_to_{most}")),
        }
    }
}

const fn number(name: &'static str, default: u32, range: (u32, u32), comment: &'static str) -> Parameter {
    Parameter { name, default, range, or_zero: false, comment }
}

const fn switch(name: &'static str, comment: &'static str) -> Parameter {
    number(name, 0, (0, 1), comment)
}

const FIFO_BITS: Parameter =
    number("FIFO_BITS", 4, (MIN_FIFO_BITS, MAX_FIFO_BITS), "Room for 2^FIFO_BITS events, 1 to 10.");

const COALESCING: Parameter = switch("COALESCING", "1: `INTR_COALESCE`.");

const CLOCKS_A_BIT: Parameter =
    number("CLOCKS_A_BIT", 104, (MIN_CLOCKS_A_BIT, MAX_CLOCKS_A_BIT), "Clocks of a bit on the line, 4 to 65535.");

/// Those of the counter chip's modules, in the order in which a module has them.
pub const COUNTER: [Parameter; 9] = [
    number("WHEELS", 1, (1, MAX_WHEELS), "Timing wheels, 1 to 8."),
    number("SLOT_BITS", 12, (MIN_SLOT_BITS, MAX_SLOT_BITS), "2^SLOT_BITS slots in all wheels together, 10 to 20."),
    FIFO_BITS,
    switch("ALARM", "1: `ALARM_LO` and `ALARM_HI`."),
    switch("LOOK_AHEAD", "1: `NEXT`."),
    COALESCING,
    switch("WHEEL_MODES", "1: `WHEEL_MODE`, with `HOLD` and `AUTO_CLEAR`."),
    switch("SINGLE_PORT", "1: the busy bits lie in memory with one port."),
    CLOCKS_A_BIT,
];

/// Those of the timer chip's modules.
pub const TIMER: [Parameter; 10] = [
    number("WHEELS", 1, (1, timer_chip::MAX_WHEELS), "Timing wheels, 1 to 3."),
    number(
        "SLOT_BITS",
        10,
        (timer_chip::MIN_SLOT_BITS, timer_chip::MAX_SLOT_BITS),
        "2^SLOT_BITS busy bits for all wheels, 10 to 15.",
    ),
    number("WHEEL_BITS", 10, (8, timer_chip::MAX_SLOT_BITS), "2^WHEEL_BITS of them for each wheel."),
    FIFO_BITS,
    switch("PERIODIC", "1: periodic timers; a record has four words."),
    switch("WIDE", "1: up to 2^20 timers; a record has four words."),
    Parameter {
        or_zero: true,
        ..number(
            "TIMER_BITS",
            0,
            (timer_chip::MIN_TIMER_BITS, timer_chip::MAX_TIMER_BITS),
            "4 to 15: memory inside, for 2^TIMER_BITS timers; 0: none.",
        )
    },
    switch("LOOK_AHEAD", "1: `NEXT_EXPIRY`."),
    COALESCING,
    CLOCKS_A_BIT,
];

/// Those of modules that both chips have.
pub const SHARED: [Parameter; 4] = [
    number("WHEELS", 1, (1, MAX_WHEELS), "Timing wheels."),
    number("SLOT_BITS", 12, (MIN_SLOT_BITS, MAX_SLOT_BITS), "2^SLOT_BITS slots in all wheels together."),
    CLOCKS_A_BIT,
    number("BITS", 12, (0, 20), "There are 2^BITS bits, 0 to 20."),
];

/// What must not be chosen together in the timer chip, and the name of a module that says so.
pub const TIMER_CONFLICTS: [(&str, &str); 2] = [
    ("WIDE != 0 && TIMER_BITS != 0", "WIDE_must_be_0_with_TIMER_BITS"),
    ("WHEELS * (SLOT_BITS + 1 - WHEELS) > 24", "SLOT_BITS_must_be_less_with_these_WHEELS"),
];

/// Those of all modules, some of them twice.
fn all() -> impl Iterator<Item = &'static Parameter> {
    COUNTER.iter().chain(&TIMER).chain(&SHARED)
}

/// Whether some module has a parameter of this name.
pub fn is_parameter(name: &str) -> bool {
    all().any(|one| one.name == name)
}

/// Whether this is the name of a switch.
pub fn is_switch(name: &str) -> bool {
    all().any(|one| one.name == name && one.is_switch())
}

/// The names in a piece of Verilog: words of capitals.
pub fn names(text: &str) -> impl Iterator<Item = &str> {
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let words = text.split(move |letter| !is_name(letter));
    words.filter(|word| word.starts_with(|letter: char| letter.is_ascii_uppercase()))
}
