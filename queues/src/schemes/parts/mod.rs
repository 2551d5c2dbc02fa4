//! What several structures are made of.

pub(crate) mod busy_bits;
pub(crate) mod next_ticks;
#[cfg_attr(not(feature = "paper"), allow(dead_code, reason = "the lazy heap's part of it"))]
pub(crate) mod quaternary_heap;
pub(crate) mod radix;
pub(crate) mod slot_lists;
pub(crate) mod sorted_list;
pub(crate) mod steps;
pub(crate) mod tree;
