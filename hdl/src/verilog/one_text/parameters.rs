//! The parameters of all modules.

/// A parameter of a module.
#[derive(Debug, PartialEq, Eq)]
pub struct Parameter {
    /// What it is called.
    pub name: &'static str,
    /// Its value where none is given.
    pub default: u32,
    /// The values that there are, from the least to the most.
    pub range: (u32, u32),
    /// What it says.
    pub comment: &'static str,
}

impl Parameter {
    /// Whether it is a switch.
    pub fn is_switch(&self) -> bool {
        self.range == (0, 1)
    }
}

const fn number(
    name: &'static str,
    default: u32,
    range: (u32, u32),
    comment: &'static str,
) -> Parameter {
    Parameter {
        name,
        default,
        range,
        comment,
    }
}

const fn switch(name: &'static str, comment: &'static str) -> Parameter {
    number(name, 0, (0, 1), comment)
}

/// All of them, in the order in which a module has them.
pub const PARAMETERS: [Parameter; 10] = [
    number("WHEELS", 1, (1, 8), "Timing wheels, 1 to 8."),
    number(
        "SLOT_BITS",
        12,
        (10, 20),
        "2^SLOT_BITS slots in all wheels together, 10 to 20.",
    ),
    number(
        "FIFO_BITS",
        4,
        (1, 10),
        "Room for 2^FIFO_BITS events, 1 to 10.",
    ),
    switch("ALARM", "1: `ALARM_LO` and `ALARM_HI`."),
    switch("LOOK_AHEAD", "1: `NEXT`."),
    switch("COALESCING", "1: `INTR_COALESCE`."),
    switch(
        "WHEEL_MODES",
        "1: `WHEEL_MODE`, with `HOLD` and `AUTO_CLEAR`.",
    ),
    switch(
        "SINGLE_PORT",
        "1: the busy bits lie in memory with one port.",
    ),
    number(
        "CLOCKS_A_BIT",
        104,
        (4, 65_535),
        "Clocks of a bit on the line, 4 to 65535.",
    ),
    number("BITS", 12, (0, 20), "There are 2^BITS bits, 0 to 20."),
];

/// The parameter of this name.
pub fn parameter(name: &str) -> Option<&'static Parameter> {
    PARAMETERS.iter().find(|one| one.name == name)
}

/// The names in a piece of Verilog: words of capitals.
pub fn names(text: &str) -> impl Iterator<Item = &str> {
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let words = text.split(move |letter| !is_name(letter));
    words.filter(|word| word.starts_with(|letter: char| letter.is_ascii_uppercase()))
}
