//! The timer chip with its pins, one top module for each bus adapter.

mod apb;
mod axi_lite;
mod spi;
mod uart;
mod wishbone;

pub use apb::TimerApbTop;
pub use axi_lite::TimerAxiLiteTop;
pub use spi::TimerSpiTop;
pub use uart::TimerUartTop;
pub use wishbone::TimerWishboneTop;
