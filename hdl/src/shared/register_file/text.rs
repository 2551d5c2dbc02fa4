//! The register file's Verilog for every build: a `case` over the addresses.

use super::layout::{listed, readable_bits};
use super::wires::{Wire, Wires};
use super::{RegisterFile, is_size};
use crate::verilog::push_wrapped;
use carillon_regmap::{Access, Feature, Register};
use std::fmt::Write;

/// The parameter of a feature.
fn switch(feature: Feature) -> &'static str {
    feature.parameter().name
}

/// A word with its digits in fours.
fn word(value: u32) -> String {
    match value {
        0..=9 => format!("32'd{value}"),
        _ => format!("32'h{:04x}_{:04x}", value >> 16, value & 0xffff),
    }
}

/// The name of a register's address.
fn address(register: &Register) -> String {
    format!("ADDR_{}", register.name)
}

/// A declaration with a comment, at the column that all comments have.
fn declare(line: &str, comment: &str, to: &mut String) {
    writeln!(to, "{line:<40} // {comment}").expect("a text takes all");
}

/// Appends items, separated by commas, in lines.
fn list(items: &[String], indent: &str, end: &str, to: &mut String) {
    let mut line = indent.to_owned();
    for (place, item) in items.iter().enumerate() {
        let comma = if place + 1 == items.len() { end } else { ", " };
        if line.len() + item.len() + comma.len() > 110 {
            *to += line.trim_end();
            to.push('\n');
            line = indent.to_owned();
        }
        line += item;
        line += comma;
    }
    *to += line.trim_end();
    to.push('\n');
}

/// The condition that the address on the bus is one of these registers'.
fn named(registers: &[&Register]) -> String {
    let words: u32 = registers.iter().map(|one| one.count).sum();
    let first = registers[0].offset / 4;
    let bits = words.trailing_zeros();
    if words > 1 && words.is_power_of_two() && first.is_multiple_of(words) {
        let name = address(registers[0]);
        return format!("bus_address[5:{bits}] == {name}[5:{bits}]");
    }
    let each = registers.iter().map(|one| format!("bus_address == {}", address(one)));
    each.collect::<Vec<_>>().join(" | ")
}

/// `PARAMS`: its fields have the parameters' names.
fn params(register: &Register) -> String {
    let mut parts = Vec::new();
    let mut top = 32;
    let zeros = |count: u32| format!("{count}'d0");
    for field in register.fields.iter().rev() {
        let end = field.offset + field.width;
        if end < top {
            parts.push(zeros(top - end));
        }
        parts.push(match field.width {
            1 => field.name.to_owned(),
            width => format!("{}[{}:0]", field.name, width - 1),
        });
        top = field.offset;
    }
    if top > 0 {
        parts.push(zeros(top));
    }
    parts.join(", ")
}

impl<W: Wires, S: Wires, A: Wires> RegisterFile<W, S, A> {
    /// What can be read and is no other part's lies in memory or is a constant.
    fn is_stored(register: &Register) -> bool {
        register.access.readable() && !listed(S::LIST, register)
    }

    /// It keeps what is written.
    fn is_kept(register: &Register) -> bool {
        Self::is_stored(register) && register.access.writable()
    }

    /// The wires that a flip-flop tells of, and their registers.
    fn flags(&self) -> Vec<(&'static str, Vec<&'static Register>)> {
        let mut found: Vec<(&'static str, Vec<&'static Register>)> = Vec::new();
        for wire in W::LIST.iter().chain(S::LIST) {
            let registers = self.of(wire);
            if !registers.is_empty() && found.iter().all(|(name, _)| *name != wire.name) {
                found.push((wire.name, registers));
            }
        }
        found
    }

    /// The registers of a wire.
    fn of(&self, wire: &Wire) -> Vec<&'static Register> {
        let all = self._layout.registers.iter().copied();
        all.filter(|one| wire.offsets.contains(&one.offset)).collect()
    }

    /// The body of the module.
    pub(super) fn verilog_body(&self) -> String {
        let registers = &self._layout.registers;
        let arrays: Vec<_> = registers.iter().filter(|one| one.is_array()).collect();
        let kept: Vec<_> = registers.iter().filter(|one| Self::is_kept(one)).collect();
        let longest = registers.iter().map(|one| one.name.len()).max();
        let longest = longest.unwrap_or_default();
        let mut text = String::new();
        let array = if arrays.is_empty() { "" } else { "; of an array that of its first word" };
        text += &format!("// Word addresses{array}.\n");
        for one in registers {
            text += &format!("localparam [5:0] ADDR_{:longest$} = 6'h{:02x};\n", one.name, one.offset / 4);
        }
        text += "\n";
        for one in registers {
            if one.access == Access::ReadOnly && Self::is_stored(one) {
                let begin = format!("localparam [31:0] {:7} = ", one.name);
                match one.name {
                    "PARAMS" => {
                        let mut value = String::new();
                        push_wrapped(&format!("    {begin}{{{}}};", params(one)), &mut value);
                        // The whole body is indented later.
                        text += &value.replace("\n    ", "\n")[4..];
                    }
                    _ => text += &format!("{begin}{};\n", word(one.reset)),
                }
            }
        }
        if !arrays.is_empty() {
            text += "localparam [7:0] WHEEL_MASK = (1 << WHEELS) - 1;\n";
        }
        text += "\n";
        self.declarations(&kept, !arrays.is_empty(), &mut text);
        self.map(&arrays, &mut text);
        text += "carillon_memory #(.WIDTH(32), .ADDRESS_BITS(6)) memory (
    .clock(clock), .write_address(bus_address), .write_data(bus_data), .write_enable(keep),
    .read_address(bus_address), .read_data(memory_read_data)
);

";
        for wire in W::LIST {
            let name = wire.name.to_lowercase();
            text += &format!("assign written_{name} = acting & is_{name};\n");
        }
        for wire in S::LIST {
            let name = wire.name.to_lowercase();
            text += &format!("assign selected_{name} = is_{name};\n");
        }
        for wire in A::LIST {
            let name = wire.name.to_lowercase();
            text += &format!("assign asked_{name} = asking & is_{name};\n");
        }
        text += "assign bus_done = (executed & silent & ~postponed) | showing | answered;
assign bus_failed = failing;
assign bus_read_data = answer;

integer n;

always @(posedge clock) begin
    executed <= bus_execute;
    acting <= bus_execute & bus_write & known;
    failing <= bus_execute & ~known;
    asking <= bus_execute & ~bus_write & there & slow;
    silent <= bus_write | ~known;
";
        for (name, registers) in self.flags() {
            text += &format!("    is_{} <= {};\n", name.to_lowercase(), named(&registers));
        }
        text += "    showing <= executed & ~silent & ~(asking | clear);
    keeping <= acting & ~refused & ~clear;
    if (keep) begin
";
        for one in &kept {
            text += &self.holding(one);
        }
        text += "    end
    if (clear) begin
";
        for one in &kept {
            let zero = if one.is_array() { "8'd0" } else { "1'b0" };
            text += &format!("        holds_{} <= {zero};\n", one.name.to_lowercase());
        }
        text += "    end
    // Kept inverted, so that no reset below needs an inverter.
    hidden <= {32{~held}} | ~fields;
    // Each flip-flop is reset where its bit is not shown: that costs no look-up table, as a mask would.
    stored <= memory_read_data;
    for (n = 0; n < 32; n = n + 1)
        if (hidden[n]) stored[n] <= 1'b0;
    untouched <= {32{~held}} & first;
    if (bus_done | clear) answer <= silent | clear ? 32'd0 : live | stored | untouched;
end
";
        text
    }

    /// The flip-flops and wires.
    fn declarations(&self, kept: &[&&'static Register], has_arrays: bool, text: &mut String) {
        for (name, comment) in [
            ("executed", "An access was made in the clock before."),
            ("acting", "It was a write that found its register."),
            ("failing", "It found no register, or wrote part of a word."),
            ("asking", "It was a read of a word that takes time."),
            ("silent", "The access shows no word: a write, or one that failed."),
            ("showing", "A read is done; its word is taken over at the next edge."),
            ("keeping", "What was written goes to memory, unless refused late."),
            ("[31:0] hidden", "Bits of the word from memory that are not shown."),
            ("[31:0] stored", "The word from memory, without bits that have no field."),
            ("[31:0] untouched", "The word after reset, while the register was not written."),
            ("[31:0] answer", "The word read; 0 after a write or a reset."),
        ] {
            declare(&format!("reg {name};"), comment, text);
        }
        for (name, registers) in self.flags() {
            let names: Vec<_> = registers.iter().map(|one| format!("`{}`", one.name)).collect();
            let comment = format!("The access is to {}.", names.join(", "));
            declare(&format!("reg is_{};", name.to_lowercase()), &comment, text);
        }
        for one in kept {
            let name = one.name.to_lowercase();
            let (line, which) = match one.is_array() {
                true => (format!("reg [7:0] holds_{name};"), format!("Bit n: `{}` n", one.name)),
                false => (format!("reg holds_{name};"), format!("`{}`", one.name)),
            };
            let comment = format!("{which} has been written since the last reset.");
            declare(&line, &comment, text);
        }
        *text += "\nwire [31:0] memory_read_data;\n";
        if has_arrays {
            *text += "wire [2:0] wheel = bus_address[2:0];
wire has_wheel = {1'b0, wheel} < WHEELS[3:0];
wire [7:0] this_wheel = 8'h01 << wheel;
wire [7:0] above = 8'hfe << wheel;
";
        }
        *text += "\n// What there is at an address; none of these is a flip-flop.\n";
        for (name, comment) in [
            ("there", "There is a register."),
            ("slow", "It takes time to read."),
            ("held", "It has been written since the last reset."),
            ("[31:0] fields", "Its bits that show what was written."),
            ("[31:0] first", "What it shows until it is written."),
        ] {
            declare(&format!("reg {name};"), comment, text);
        }
        *text += "
wire known = there & (bus_whole | ~bus_write);
wire keep = keeping & ~refused_late;

";
    }

    /// The `case` over the addresses.
    fn map(&self, arrays: &[&&'static Register], text: &mut String) {
        *text += "always @* begin
    there = 1'b1;
    slow = 1'b0;
    held = 1'b0;
    fields = 32'd0;
    first = 32'd0;
    case (bus_address)
";
        // Those of which there is nothing to say but that they are there, and those that take time.
        let plain = self._layout.registers.iter().copied();
        let plain = plain.filter(|one| !one.is_array() && one.feature.is_none());
        let (stored, live): (Vec<&'static Register>, Vec<&'static Register>) =
            plain.partition(|one| Self::is_stored(one));
        let (slow, live): (Vec<&'static Register>, Vec<&'static Register>) =
            live.into_iter().partition(|one| listed(A::LIST, one));
        let names = |of: &[&Register]| of.iter().map(|one| address(one)).collect::<Vec<_>>();
        if !live.is_empty() {
            list(&names(&live), "        ", ": ;", text);
        }
        if !slow.is_empty() {
            list(&names(&slow), "        ", ": slow = 1'b1;", text);
        }
        let optional = self._layout.registers.iter().copied();
        let optional = optional.filter(|one| !one.is_array() && one.feature.is_some());
        for one in stored.into_iter().chain(optional) {
            self.item(one, &address(one), "        ", text);
        }
        if arrays.is_empty() {
            *text += "        default: there = 1'b0;\n";
        } else {
            *text += "        default:\n            case (bus_address[5:3])\n";
            for one in arrays {
                let label = format!("{}[5:3]", address(one));
                self.item(one, &label, "                ", text);
            }
            *text += "                default: there = 1'b0;\n            endcase\n";
        }
        *text += "    endcase\nend\n\n";
    }

    /// A register in the `case`.
    fn item(&self, one: &Register, label: &str, indent: &str, text: &mut String) {
        let mut lines = Vec::new();
        if one.is_array() {
            lines.push("there = has_wheel;".to_owned());
        }
        if listed(A::LIST, one) {
            lines.push("slow = 1'b1;".to_owned());
        }
        if Self::is_kept(one) {
            let which = if one.is_array() { "[wheel]" } else { "" };
            lines.push(format!("held = holds_{}{which};", one.name.to_lowercase()));
            lines.push(format!("fields = {};", word(readable_bits(one))));
        }
        if is_size(one) {
            lines.push("if (wheel == 3'd0) first = 32'd1 << SLOT_BITS;".to_owned());
        } else if one.access == Access::ReadOnly && Self::is_stored(one) {
            lines.push(format!("first = {};", one.name));
        } else if Self::is_stored(one) && one.reset != 0 {
            lines.push(format!("first = {};", word(one.reset)));
        }
        let (before, after) = match one.feature {
            Some(feature) => (format!("if ({}) ", switch(feature)), " else there = 1'b0;".to_owned()),
            None => (String::new(), String::new()),
        };
        if let [line] = &lines[..] {
            *text += &format!("{indent}{label}: {before}{line}{after}\n");
        } else if lines.is_empty() {
            *text += &match one.feature {
                Some(feature) => format!("{indent}{label}: there = {};\n", switch(feature)),
                None => format!("{indent}{label}: ;\n"),
            };
        } else {
            *text += &format!("{indent}{label}: {before}begin\n");
            for line in lines {
                *text += &format!("{indent}    {line}\n");
            }
            *text += &format!("{indent}end{after}\n");
        }
    }

    /// Notes that a register was written.
    fn holding(&self, one: &'static Register) -> String {
        let name = one.name.to_lowercase();
        let mut flags = self.flags().into_iter();
        let flag = flags.find(|(_, registers)| registers[..] == [one]);
        let test = match flag {
            Some((name, _)) => format!("is_{}", name.to_lowercase()),
            None => named(&[one]),
        };
        let value = match (one.is_array(), one.feature) {
            (false, None) => "1'b1".to_owned(),
            (false, Some(feature)) => switch(feature).to_owned(),
            (true, feature) => {
                let held = match is_size(one) {
                    true => format!("((holds_{name} & ~above) | this_wheel)"),
                    false => format!("(holds_{name} | this_wheel)"),
                };
                match feature {
                    None => format!("{held} & WHEEL_MASK"),
                    Some(feature) => format!("{held} & WHEEL_MASK & {{8{{{}}}}}", switch(feature)),
                }
            }
        };
        let comment = match is_size(one) {
            true => "        // A size takes the wheels above away.\n",
            false => "",
        };
        format!("{comment}        if ({test}) holds_{name} <= {value};\n")
    }
}
