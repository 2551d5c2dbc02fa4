//! How the host reaches the registers: one bus adapter for each kind of bus, all over the same
//! [register bus](crate::shared::register_bus).
//!
//! | module | what it is |
//! |---|---|
//! | [`wishbone`] | Wishbone B4 |
//! | [`axi_lite`] | AXI4-Lite |
//! | [`apb`] | AMBA APB4 |
//! | [`uart`] | a serial line: [`uart_receiver`], [`uart_bridge`], [`uart_transmitter`] |
//! | [`spi`] | SPI slave: [`spi_pins`], [`checksum`] |
//! | [`access`] | what they share: one access of the register bus at a time |

pub mod access;
pub mod apb;
pub mod axi_lite;
#[cfg(test)]
pub(crate) mod bench;
pub mod checksum;
pub mod spi;
pub mod spi_pins;
pub mod uart;
pub mod uart_bridge;
pub mod uart_receiver;
pub mod uart_transmitter;
pub mod wishbone;
