//! What the wheel's slots hold: lists of nodes that lie elsewhere, with the slots' busy bits.

use core::fmt;
use core::marker::PhantomData;

use pin_list::{PinList, Types, id};

use crate::sector::{self, SLOTS, Sector};

/// What a node has in it.
pub(super) struct Links<T>(PhantomData<T>);

/// When a node's timer is due. Its owner may read it without the list.
#[derive(Debug, Clone, Copy)]
pub(super) struct Times {
    /// What it was started for.
    pub(super) due: u64,
    /// Its place: the later of that and the tick at which it was started.
    pub(super) tick: u64,
}

impl<T> Types for Links<T> {
    type Id = id::Checked;
    type Protected = T;
    type Removed = ();
    type Unprotected = Times;
}

/// The list of one slot. 24 bytes on processors of 64 bits.
pub struct PinnedSlot<T> {
    list: Option<PinList<Links<T>>>,
}

impl<T> PinnedSlot<T> {
    const VACANT: Self = Self { list: None };

    pub(super) const fn list(&self) -> Option<&PinList<Links<T>>> {
        self.list.as_ref()
    }

    pub(super) const fn list_mut(&mut self) -> Option<&mut PinList<Links<T>>> {
        self.list.as_mut()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.as_ref().is_none_or(PinList::is_empty)
    }

    fn prepare(&mut self) {
        self.list = Some(PinList::new(id::Checked::new()));
    }
}

impl<T> fmt::Debug for PinnedSlot<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.list.fmt(formatter)
    }
}

/// Memory for 64 slots of a [`PinnedWheel`](super::PinnedWheel). 1,576 bytes on processors of 64 bits.
pub type PinnedSector<T> = Sector<PinnedSlot<T>>;

impl<T> PinnedSector<T> {
    /// 64 slots without timers; what the array of sectors is filled with.
    pub const VACANT: Self = Self::of([const { PinnedSlot::VACANT }; SLOTS as usize]);
}

/// Where a wheel's sectors are: an array of them, or a slice (which may be a `Vec`'s or a `Box`'s).
///
/// No other memory will do. The wheel asks for it while it is borrowed, and then no code but its own may run.
pub trait PinnedSlots<T>:
    AsRef<[PinnedSector<T>]> + AsMut<[PinnedSector<T>]> + sealed::Sealed
{
}

impl<T, const SECTORS: usize> PinnedSlots<T> for [PinnedSector<T>; SECTORS] {}
impl<T> PinnedSlots<T> for &mut [PinnedSector<T>] {}

mod sealed {
    use super::PinnedSector;

    pub trait Sealed {}
    impl<T, const SECTORS: usize> Sealed for [PinnedSector<T>; SECTORS] {}
    impl<T> Sealed for &mut [PinnedSector<T>] {}
}

/// Gives every slot a new list. What was linked into an old one, and forgotten, is no longer reachable.
pub(super) fn prepare<T>(sectors: &mut [PinnedSector<T>]) {
    sectors.fill_with(|| PinnedSector::VACANT);
    let slots = u32::try_from(sectors.len())
        .unwrap_or(0)
        .saturating_mul(SLOTS);
    for slot in 0..slots {
        if let Some(slot) = sector::list_mut(sectors, slot) {
            slot.prepare();
        }
    }
}
