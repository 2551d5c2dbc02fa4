//! The laboratory of [`carillon_lab`] on the Verilated chip or a board, shown and steered on a page in the browser.
//!
//! | module | idea |
//! |---|---|
//! | `verilated` | the Verilated chips as parts of a laboratory |
//! | `board` | a chip at the end of a cable in the place of the simulated one |
//! | `capture` | the captures of this repository |
//! | [`server`](Server) | HTTP and WebSocket on the loopback interface |
//! | `token` | the secret of one run, without which the server tells and does nothing |

mod board;
mod capture;
mod http;
mod pages;
mod server;
mod session;
mod token;
mod verilated;

pub use server::{MOST_CLIENTS, Server};
pub use verilated::{laboratory, left_out, models};
