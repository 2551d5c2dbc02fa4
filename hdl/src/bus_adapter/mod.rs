//! How the host reaches the registers: one bus adapter for each kind of bus, all over the same register bus.
//!
//! | module | what it is |
//! |---|---|
//! | [`wishbone`] | Wishbone B4 |
//! | [`axi_lite`] | AXI4-Lite |
//! | [`uart`] | a serial line: [`uart_receiver`], [`uart_bridge`], [`uart_transmitter`] |
//! | [`spi`] | SPI slave: [`spi_pins`], [`checksum`] |
//! | [`access`] | what they share: one access of the register bus at a time |
//!
//! # The register bus
//!
//! A bus adapter puts `execute` high for one clock, with `write`, `whole` (all four bytes are written), `address` (of a
//! word) and `data`, which stay until the next `execute`. The chip answers each with one clock of `done`, in the next
//! clock or later, and with it `failed`: there is no such register, or a write was not whole. `read_data` stands from
//! the clock after `done` to the next `execute`. Two accesses are at least four clocks apart, and the second comes two
//! clocks after the first's `done` or later. Bus adapter and chip share the reset pin; `CTRL.reset` leaves the bus
//! adapter alone. An access that a reset cuts short has no `done`, or one in the clock after the reset began, which the
//! bus adapter does not take for an answer.

pub mod access;
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
