//! Cables that spoil what they carry, and a board at the end of one.
//!
//! [`Noise`] decides byte by byte, by a seed. [`NoisyLine`] and [`NoisyDevice`] put it between the driver and a serial
//! line or an SPI device; [`Board`] is a Verilated chip behind a pseudo-terminal, with such a cable or a good one.
//! [`Link`] opens the port of any board.

mod board;
mod link;
mod noise;
mod noisy;

pub use board::{Board, BoardError, Pace};
pub use link::Link;
pub use noise::{Fault, Noise, Spoilt};
pub use noisy::{NoisyDevice, NoisyLine};
