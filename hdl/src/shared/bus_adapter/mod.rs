//! How the host reaches the registers: one bus adapter for each kind of bus, all over the same
//! [register bus](crate::shared::register_bus).
//!
//! | module | what it is |
//! |---|---|
//! | [`wishbone`] | Wishbone B4 |
//! | [`axi_lite`] | AXI4-Lite |
//! | [`apb`] | AMBA APB4 |
//! | [`uart`] | a serial line |
//! | [`spi`] | SPI slave |
//! | [`access`] | what they share: one access of the register bus at a time |

pub mod access;
pub mod apb;
pub mod axi_lite;
#[cfg(test)]
pub(crate) mod bench;
pub mod spi;
pub mod uart;
pub mod wishbone;
