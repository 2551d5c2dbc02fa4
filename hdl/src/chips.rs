//! Both chips as Verilog: the text of all builds, and flawed for the proofs that must fail.

use crate::circuit::Circuit;
use crate::counter_chip::top::{Top, elaborate};
use crate::timer_chip::top::{TimerApbTop, TimerAxiLiteTop, TimerSpiTop, TimerUartTop, TimerWishboneTop};
use crate::verilog::{FLAWS, Text};
use carillon_regmap::cli::AnyBuild;
use carillon_regmap::counter_chip::{Build, MAX_SLOT_BITS, MAX_WHEELS};
use carillon_regmap::timer_chip::{self as limits, TimerBuild};
use carillon_regmap::{BusAdapter, MAX_FIFO_BITS, MIN_CLOCKS_A_BIT};

/// The chips with one flaw each that the proofs which must fail are about: their names and their text.
///
/// # Errors
///
/// A flaw that the chip no longer has room for: a signal that is gone, or an edit that changes nothing.
pub fn generate_flawed() -> impl Iterator<Item = Result<(&'static str, String), String>> {
    let text = whole_text();
    FLAWS.iter().map(move |flaw| Ok((flaw.name, text.flawed(flaw)?)))
}

/// Both chips on each bus, as large as they can be.
pub(crate) fn whole_text() -> Text {
    let largest = Build { wheels: MAX_WHEELS, slot_bits: MAX_SLOT_BITS, fifo_bits: MAX_FIFO_BITS, ..Build::full() };
    // Wide records and memory inside: no chip has both, but the text does.
    let largest_timer = TimerBuild {
        wheels: limits::MAX_WHEELS,
        slot_bits: limits::MAX_SLOT_BITS,
        fifo_bits: MAX_FIFO_BITS,
        wide: true,
        look_ahead: true,
        coalescing: true,
        timer_bits: Some(limits::MAX_TIMER_BITS),
        ..TimerBuild::full()
    };
    let adapters = [
        BusAdapter::Wishbone,
        BusAdapter::AxiLite,
        BusAdapter::Apb,
        BusAdapter::Uart { clocks_a_bit: MIN_CLOCKS_A_BIT },
        BusAdapter::Spi,
    ];
    let chips = adapters.into_iter().flat_map(|bus_adapter| {
        [
            AnyBuild::Counter(Build { bus_adapter, ..largest }),
            AnyBuild::Timer(TimerBuild { bus_adapter, ..largest_timer }),
        ]
    });
    Text::new(chips.map(|chip| (circuit(&chip), chip)))
}

/// The Verilog that serves all chips: the files' names without `.v`, and their text.
pub fn text() -> Vec<(String, String)> {
    let file = |name: &str, modules: &[String]| {
        format!(
            "// SPDX-License-Identifier: {}\n// {}. Version {}.\n{}// Generated from Rust-HDL; do not edit.\n\n\
             // No module here has a delay, so none has a time scale, whatever others have.\n\
             // verilator lint_off TIMESCALEMOD\n`default_nettype none\n\n{}\n`default_nettype wire\n\
             // verilator lint_on TIMESCALEMOD\n",
            env!("CARGO_PKG_LICENSE"),
            title(name),
            env!("CARGO_PKG_VERSION"),
            needs(name),
            modules.join("\n")
        )
    };
    whole_text()
        .files()
        .into_iter()
        .map(|(name, modules)| {
            let text = file(&name, &modules);
            (name, text)
        })
        .collect()
}

/// Which files go with a file, as a comment.
fn needs(file: &str) -> String {
    let name = file.trim_start_matches("carillon_");
    match name.split_once('_') {
        _ if name == "shared" => String::new(),
        Some((chip @ ("counter" | "timer"), bus)) => {
            format!("// With it go carillon_{chip}.v, carillon_{bus}.v and carillon_shared.v.\n")
        }
        _ => "// With it goes carillon_shared.v.\n".to_owned(),
    }
}

/// What a file of the text is.
fn title(file: &str) -> String {
    let bus = |name: &str| match name {
        "wishbone" => "Wishbone B4",
        "axi_lite" => "AXI4-Lite",
        "apb" => "APB4",
        "spi" => "SPI",
        "uart" => "UART",
        other => unreachable!("there is no bus {other}"),
    };
    let name = file.trim_start_matches("carillon_");
    match name.split_once('_') {
        _ if name == "shared" => "What the parts of both Carillon chips share".to_owned(),
        Some((chip @ ("counter" | "timer"), of)) => {
            format!("The Carillon {chip} chip on {}", bus(of))
        }
        _ if matches!(name, "counter" | "timer") => {
            format!("The Carillon {name} chip behind its register bus")
        }
        _ => format!("The {} adapter of both Carillon chips", bus(name)),
    }
}

/// The circuit of a chip, with every pin marked as driven from outside.
pub(crate) fn circuit(build: &AnyBuild) -> Box<dyn Circuit> {
    match build {
        AnyBuild::Counter(build) => match elaborate(build) {
            Top::Wishbone(chip) => chip,
            Top::AxiLite(chip) => chip,
            Top::Apb(chip) => chip,
            Top::Uart(chip) => chip,
            Top::Spi(chip) => chip,
        },
        AnyBuild::Timer(build) => match build.bus_adapter {
            BusAdapter::Wishbone => Box::new(TimerWishboneTop::new(build)),
            BusAdapter::AxiLite => Box::new(TimerAxiLiteTop::new(build)),
            BusAdapter::Apb => Box::new(TimerApbTop::new(build)),
            BusAdapter::Uart { clocks_a_bit } => Box::new(TimerUartTop::new(build, clocks_a_bit)),
            BusAdapter::Spi => Box::new(TimerSpiTop::new(build)),
        },
    }
}
