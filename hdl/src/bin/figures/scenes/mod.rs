//! The scenes, in the datasheet's order.

mod bus;
mod events;
mod options;
mod serial;
mod wheels;

use crate::figure::Figure;
use crate::recorder::{Row, decimal, word};

/// All scenes.
pub const ALL: [fn() -> Figure; 15] = [
    bus::wishbone_classic,
    bus::wishbone_pipelined,
    bus::axi_lite_write,
    bus::axi_lite_read,
    serial::spi_frame,
    serial::spi_bits,
    serial::uart_frame,
    events::event,
    events::service,
    events::late,
    events::catching_up,
    wheels::held_cascade,
    options::next,
    options::alarm,
    options::coalescing,
];

/// The slot of an event that goes into the FIFO.
fn taken_slot() -> Row {
    word("FIFO: slot in", "core.event_fifo.filling_slot.q", decimal).while_high("core.event_fifo.filling.q")
}
