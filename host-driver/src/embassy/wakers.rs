//! Finding the timer of a waker: a hash table over the waker's two pointers.

use core::task::Waker;

use crate::queue::tools::{Name, NameLink, Names};

/// A waker's pointers as numbers: those of one task are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WakerName {
    data: usize,
    table: usize,
}

impl WakerName {
    pub(super) fn of(waker: &Waker) -> Self {
        let table: *const core::task::RawWakerVTable = waker.vtable();
        Self {
            data: waker.data().addr(),
            table: table.addr(),
        }
    }
}

impl Name for WakerName {
    /// Tasks lie at multiples of their size: the multiplication (by 2^64 over the golden ratio) spreads them.
    fn hash(&self) -> u64 {
        let pointers = self.data ^ self.table.rotate_left(16);
        let mixed = u64::try_from(pointers).unwrap_or(0);
        mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32
    }
}

/// A timer's place in the table. [`Wakers`] needs one for each timer of the facility.
pub type WakerLink = NameLink<WakerName>;

/// The table. About as many heads as tasks. A timer without a link is not found again, and its task may then take a
/// second one.
pub type Wakers<Heads, Links> = Names<WakerName, Heads, Links>;
