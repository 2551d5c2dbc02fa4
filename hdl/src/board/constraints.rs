//! Where a board's pins are: the constraints for nextpnr, held against the ports of the top module.

use super::{Board, BoardError, Family};
use std::collections::{BTreeMap, BTreeSet};

/// The ports of a module in generated Verilog, each one bit wide.
///
/// # Panics
///
/// The text has no such module.
pub(super) fn ports<'a>(verilog: &'a str, module: &str) -> Vec<&'a str> {
    let (_, rest) = verilog.split_once(&format!("module {module} (\n")).expect("the text has the module");
    let (ports, _) = rest.split_once(");").expect("a list of ports ends");
    ports
        .lines()
        .map(|line| {
            let (declared, _) = line.split_once("//").unwrap_or((line, ""));
            let name = declared.trim().trim_end_matches(',').rsplit(' ').next();
            name.expect("a port has a name")
        })
        .collect()
}

/// Fails when a port has no pin, a pin no port, or two ports share a pin.
pub(super) fn check(board: &Board, ports: &[&str]) -> Result<(), BoardError> {
    let ports: BTreeSet<&str> = ports.iter().copied().collect();
    let placed: BTreeSet<&str> = board.pins.keys().map(String::as_str).collect();
    let with_io_type: BTreeSet<&str> = board.io_types.keys().map(String::as_str).collect();
    if let Some(port) = ports.difference(&placed).next() {
        return Err(BoardError::NoPin { port: (*port).to_owned() });
    }
    if let Some(pin) = (&placed | &with_io_type).difference(&ports).next() {
        return Err(BoardError::NoPort {
            pin: (*pin).to_owned(),
            ports: ports.into_iter().collect::<Vec<_>>().join(", "),
        });
    }
    let mut taken = BTreeMap::new();
    for (port, pin) in &board.pins {
        if let Some(other) = taken.insert(pin, port) {
            return Err(BoardError::PinTwice { pin: pin.clone(), ports: [other.clone(), port.clone()] });
        }
    }
    Ok(())
}

/// The text of the constraints. A host's line that nobody drives is pulled up: a UART's line is high when idle.
pub(super) fn write(board: &Board) -> String {
    let mut text = format!("# {}. Generated from the board's file; do not edit.\n", board.title);
    let hertz = board.clock.pin_hertz;
    match board.part.family() {
        Family::Ice40 => {
            for (port, pin) in &board.pins {
                let pull = if port == "uart_rx" { " -pullup yes" } else { "" };
                text += &format!("set_io{pull} {port} {pin}\n");
            }
            text += &format!("set_frequency clock {}\n", megahertz(hertz));
        }
        Family::Ecp5 => {
            for (port, pin) in &board.pins {
                let pull = if port == "uart_rx" { "UP" } else { "NONE" };
                text += &format!("LOCATE COMP \"{port}\" SITE \"{pin}\";\n");
                text += &format!("IOBUF PORT \"{port}\" IO_TYPE=LVCMOS33 PULLMODE={pull};\n");
            }
            text += &format!("FREQUENCY PORT \"clock\" {} MHZ;\n", megahertz(hertz));
        }
        // In these files no clock has a frequency: nextpnr gets the chip's as an option.
        Family::Gowin => {
            text = text.replacen('#', "//", 1);
            for (port, pin) in &board.pins {
                let pull = if port == "uart_rx" { "UP" } else { "NONE" };
                let io_type = board.io_types.get(port).map_or("LVCMOS33", String::as_str);
                text += &format!("IO_LOC \"{port}\" {pin};\n");
                text += &format!("IO_PORT \"{port}\" IO_TYPE={io_type} PULL_MODE={pull};\n");
            }
        }
        Family::GateMate => {
            for (port, pin) in &board.pins {
                let pull = if port == "uart_rx" { " | PULLUP=true" } else { "" };
                text += &format!("Net \"{port}\" Loc = \"{pin}\"{pull};\n");
            }
        }
    }
    text
}

/// Hz as MHz, without more digits than there are.
fn megahertz(hertz: u32) -> f64 {
    f64::from(hertz) / 1e6
}
