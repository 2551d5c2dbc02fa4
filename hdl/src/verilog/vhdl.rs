//! The chips as components, for designs in VHDL.

/// A package with a component declaration of the first module of each text: its parameters and ports, in their order.
///
/// # Panics
///
/// There is no module, or it is not written as the generator writes it.
pub fn package<'a>(tops: impl Iterator<Item = &'a str>) -> String {
    let mut text = "-- The chips of hdl/verilog as VHDL components. Generated; do not edit.\n\n\
         library ieee;\nuse ieee.std_logic_1164.all;\n\npackage carillon_components is\n"
        .to_owned();
    for verilog in tops {
        text += "\n";
        text += &component(verilog);
    }
    text + "\nend package;\n"
}

/// The component declaration of the first module in `verilog`.
fn component(verilog: &str) -> String {
    let mut lines = verilog.lines().skip_while(|line| !line.starts_with("module "));
    let first = lines.next().expect("there is a module");
    let top = first.split_whitespace().nth(1).expect("a module has a name");
    let mut text = format!("    component {top} is\n");
    if first.ends_with("#(") {
        let parameters = lines.by_ref().take_while(|line| *line != ") (");
        list("generic", &declared(parameters, generic), &mut text);
    }
    let ports = lines.take_while(|line| *line != ");");
    list("port", &declared(ports, port), &mut text);
    text + "    end component;\n"
}

/// Declarations and what is said of them: comments stand behind, or on lines before.
fn declared<'a>(lines: impl Iterator<Item = &'a str>, each: impl Fn(&[&str]) -> String) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut before = String::new();
    for line in lines {
        let (code, comment) = line.split_once("//").unwrap_or((line, ""));
        let words: Vec<_> = code.trim().trim_end_matches(',').split_whitespace().collect();
        let comment = comment.trim();
        if words.is_empty() {
            before += comment;
            continue;
        }
        found.push((each(&words), std::mem::take(&mut before) + comment));
    }
    found
}

/// `parameter integer NAME = value` in VHDL.
fn generic(words: &[&str]) -> String {
    let ["parameter", "integer", name, "=", value] = words else {
        panic!("{words:?} is no plain parameter");
    };
    format!("{name:<15} : integer := {value}")
}

/// A port in VHDL.
fn port(words: &[&str]) -> String {
    let name = words.last().expect("a port has a name");
    let way = if words[0] == "input" { "in " } else { "out" };
    let high = words[..words.len() - 1].last().and_then(|word| word.strip_prefix('[')?.strip_suffix(":0]"));
    let kind = match high {
        Some(high) => format!("std_logic_vector({high} downto 0)"),
        None => "std_logic".to_owned(),
    };
    format!("{name:<15} : {way} {kind}")
}

/// Appends a list of declarations.
fn list(kind: &str, declared: &[(String, String)], to: &mut String) {
    *to += &format!("        {kind} (\n");
    for (place, (declaration, comment)) in declared.iter().enumerate() {
        let end = if place + 1 == declared.len() { "" } else { ";" };
        let code = format!("            {declaration}{end}");
        *to += format!("{code:<68}-- {comment}").trim_end_matches("-- ").trim_end();
        *to += "\n";
    }
    *to += "        );\n";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn component_has_the_parameters_and_ports_of_the_top_module() {
        let verilog = "\
// A chip.
module chip #(
    parameter integer WHEELS    = 1,         // Timing wheels, 1 to 8.
    parameter integer SLOT_BITS = 12
) (
    input  wire clock,                       // The one clock.
    input  wire [5:0] wb_adr,
    output wire [31:0] wb_dat_r,             // The word read.
    output wire irq                          // The interrupt line.
);
endmodule
module carillon_core (
    input  wire other
);
";
        let text = component(verilog);
        let plain = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut lines = text.lines().map(plain);
        assert!(lines.any(|line| line == "component chip is"));
        let told: Vec<_> = lines.take(11).collect();
        let wanted = [
            "generic (",
            "WHEELS : integer := 1; -- Timing wheels, 1 to 8.",
            "SLOT_BITS : integer := 12",
            ");",
            "port (",
            "clock : in std_logic; -- The one clock.",
            "wb_adr : in std_logic_vector(5 downto 0);",
            "wb_dat_r : out std_logic_vector(31 downto 0); -- The word read.",
            "irq : out std_logic -- The interrupt line.",
            ");",
            "end component;",
        ];
        assert_eq!(told, wanted);
    }
}
