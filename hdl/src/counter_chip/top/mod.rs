//! The whole chip, one top module for each bus adapter.

mod apb;
mod axi_lite;
mod spi;
mod uart;
mod wishbone;

pub use apb::ApbTop;
pub use axi_lite::AxiLiteTop;
pub use spi::SpiTop;
pub use uart::UartTop;
pub use wishbone::WishboneTop;

use carillon_regmap::BusAdapter;
use carillon_regmap::counter_chip::Build;

/// A whole chip, by its bus adapter.
pub enum Top {
    /// With Wishbone B4.
    Wishbone(Box<WishboneTop>),
    /// With AXI4-Lite.
    AxiLite(Box<AxiLiteTop>),
    /// With APB.
    Apb(Box<ApbTop>),
    /// With a serial line.
    Uart(Box<UartTop>),
    /// With SPI.
    Spi(Box<SpiTop>),
}

/// The chip of `build` as a circuit, for Rust-HDL's own simulator, with every pin marked as driven from outside.
///
/// What `build` asks for is not checked here; see [`Build::validate`].
pub fn elaborate(build: &Build) -> Top {
    match build.bus_adapter {
        BusAdapter::Wishbone => Top::Wishbone(Box::new(WishboneTop::new(build))),
        BusAdapter::AxiLite => Top::AxiLite(Box::new(AxiLiteTop::new(build))),
        BusAdapter::Apb => Top::Apb(Box::new(ApbTop::new(build))),
        BusAdapter::Uart { clocks_a_bit } => Top::Uart(Box::new(UartTop::new(build, clocks_a_bit))),
        BusAdapter::Spi => Top::Spi(Box::new(SpiTop::new(build))),
    }
}
