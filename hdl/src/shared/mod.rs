//! What both chips have.
//!
//! | module | what it is |
//! |---|---|
//! | [`bus_adapter`] | how the host gets there: Wishbone, APB, AXI4-Lite, UART or SPI |
//! | [`register_bus`], [`register_file`] | what a bus adapter and the registers say to each other; the registers |
//! | [`time_base`], [`now`] | the clock divided into ticks; a counter of 64 bits |
//! | [`coalescing`], [`interrupt`] | when the host is interrupted |
//! | [`look_ahead`], [`vector_level`] | which slot is busy next: a hierarchical bit vector |
//! | [`find_first`] | the first bit that is set |
//! | [`memory`], [`single_port`] | memories |

pub mod bus_adapter;
pub mod coalescing;
pub mod find_first;
pub mod interrupt;
pub mod look_ahead;
pub mod memory;
pub mod now;
pub mod register_bus;
pub mod register_file;
pub mod single_port;
pub mod time_base;
pub mod vector_level;
