//! What the drivers of both chips share.
//!
//! | file | contents |
//! |---|---|
//! | `identity.rs` | that the right chip answers, and its version |
//! | `ticks.rs` | 64-bit times from 32-bit reads |
//! | `flags.rs` | the interrupts |
//! | `coalescing.rs` | when events interrupt |
//! | `wake.rs` | how long the host may sleep |
//! | `words.rs` | what a register can hold |
//! | `error.rs` | what may fail with either chip, which both errors say |

mod coalescing;
mod error;
mod flags;
mod identity;
mod ticks;
mod wake;
mod words;

use carillon_regmap::counter_chip::field::prescale;

pub use carillon_regmap::Feature;
pub use coalescing::Coalescing;
pub(crate) use error::{ChipFault, chip_error, feature_text};
pub use flags::Interrupts;
pub(crate) use flags::flags;
pub use identity::Version;
pub(crate) use identity::identify;
pub use ticks::{first_from, last_up_to};
pub(crate) use ticks::{is_doubtful, low_half, read_time, with_low_half};
pub use wake::Wake;
pub(crate) use words::{defined, expect_defined};

/// The longest tick, in clocks: 2^24 - 1.
pub const MAX_PRESCALE: u32 = prescale::CLOCKS.max();
