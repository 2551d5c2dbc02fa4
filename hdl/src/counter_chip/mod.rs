//! The counter chip: the hardware steps the array of busy bits, the host keeps the queues.
//!
//! | module | what it is |
//! |---|---|
//! | [`tick_counts`] | now and the cursor's tick, 64 bits each |
//! | [`busy_bits`] | one bit a slot |
//! | [`cursor`] | follows now through the busy bits and commits what is busy |
//! | [`backlog`] | how far it may go |
//! | [`wheels`], [`cascade`] | sizes, modes and positions of the wheels; the tick in which those above wheel 0 step |
//! | [`arming`] | the one writer of the busy bits; clears the memory |
//! | [`late_check`] | says which arms came too late |
//! | [`event_fifo`] | what was found, until the host acknowledges it |
//! | [`alarm`], [`compare`] | an interrupt at a tick |
//! | [`host`]: [`registers`], [`register_wires`] | what the host sets, and what it sees |
//! | [`core`], [`top`] | all of them, wired; with bus adapter and pins |

pub mod alarm;
pub mod arming;
pub mod backlog;
pub mod busy_bits;
pub mod cascade;
pub mod compare;
pub mod core;
pub mod cursor;
pub mod event_fifo;
pub mod host;
pub mod late_check;
pub mod register_wires;
pub mod registers;
pub mod tick_counts;
pub mod top;
pub mod wheels;
