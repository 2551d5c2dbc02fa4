//! The chip as a component, for designs in VHDL.

/// A package with the component declaration of a generated chip's top module: the ports of `verilog`, in their order.
pub fn component(verilog: &str) -> String {
    let ports = verilog
        .lines()
        .skip_while(|line| *line != "module carillon (")
        .skip(1)
        .take_while(|line| *line != ");");
    let mut declared = Vec::new();
    for line in ports {
        let (code, comment) = line.split_once("//").unwrap_or((line, ""));
        let mut words: Vec<_> = code
            .trim()
            .trim_end_matches(',')
            .split_whitespace()
            .collect();
        let name = words.pop().expect("a port has a name");
        let way = if words[0] == "input" { "in " } else { "out" };
        let high = words
            .last()
            .and_then(|word| word.strip_prefix('[')?.strip_suffix(":0]"));
        let kind = match high {
            Some(high) => format!("std_logic_vector({high} downto 0)"),
            None => "std_logic".to_owned(),
        };
        declared.push((format!("{name:<15} : {way} {kind}"), comment.trim()));
    }
    let last = declared.len() - 1;
    let mut text = "\
-- The Carillon chip's top module, which is Verilog, as a VHDL component. Generated; do not edit.

library ieee;
use ieee.std_logic_1164.all;

package carillon_component is

    component carillon is
        port (
"
    .to_owned();
    for (place, (port, comment)) in declared.into_iter().enumerate() {
        let code = format!("            {port}{}", if place == last { "" } else { ";" });
        text += format!("{code:<68}-- {comment}")
            .trim_end_matches("-- ")
            .trim_end();
        text += "\n";
    }
    text + "        );
    end component;

end package;
"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn component_has_the_ports_of_the_top_module() {
        let verilog = "\
// A chip.
module carillon (
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
        let lines: Vec<_> = component(verilog).lines().map(str::to_owned).collect();
        let begin = lines
            .iter()
            .position(|line| line.ends_with("port ("))
            .expect("ports");
        let told: Vec<_> = lines[begin + 1..begin + 5]
            .iter()
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        let wanted = [
            "clock : in std_logic; -- The one clock.",
            "wb_adr : in std_logic_vector(5 downto 0);",
            "wb_dat_r : out std_logic_vector(31 downto 0); -- The word read.",
            "irq : out std_logic -- The interrupt line.",
        ];
        assert_eq!(told, wanted);
        assert_eq!(lines[begin + 5].trim(), ");");
    }
}
