//! What the wheel's slots hold: lists of nodes that lie elsewhere, with the slots' busy bits.

use core::fmt;
use core::marker::PhantomData;

use pin_list::{PinList, Types, id};

use crate::schemes::parts::busy_bits::{SLOTS, Words, WordsMut, changed};

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

/// One slot. 32 bytes on processors of 64 bits.
pub(super) struct PinnedSlot<T> {
    /// In the order in which they were started; `None` until the slot is prepared.
    list: Option<PinList<Links<T>>>,
    /// No timer of the list has an earlier tick. The tick of the earliest, unless the slot is stale.
    pub(super) floor: u64,
}

impl<T> PinnedSlot<T> {
    const VACANT: Self = Self { list: None, floor: 0 };

    /// Its timers.
    pub(super) const fn list(&self) -> Option<&PinList<Links<T>>> {
        self.list.as_ref()
    }

    /// Its timers, to change. Whoever makes the list empty or not empty says so by the slot's busy bit.
    pub(super) const fn list_mut(&mut self) -> Option<&mut PinList<Links<T>>> {
        self.list.as_mut()
    }
}

impl<T> fmt::Debug for PinnedSlot<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.list.fmt(formatter)
    }
}

/// Memory for 64 slots of a [`PinnedWheel`](super::PinnedWheel), with their busy bits. 2,096 bytes on processors of 64
/// bits.
#[derive(Debug)]
pub struct PinnedSector<T> {
    busy: [u64; 5],
    /// Bits of the slots whose earliest timer has left.
    stale: u64,
    slots: [PinnedSlot<T>; SLOTS as usize],
}

impl<T> PinnedSector<T> {
    /// 64 slots without timers; what the array of sectors is filled with.
    pub const VACANT: Self = Self { busy: [0; 5], stale: 0, slots: [const { PinnedSlot::VACANT }; SLOTS as usize] };
}

impl<T> Words for [PinnedSector<T>] {
    fn word(&self, level: u32, position: u32) -> Option<u64> {
        let sector = self.get(usize::try_from(position).ok()?)?;
        sector.busy.get(usize::try_from(level).ok()?).copied()
    }
}

impl<T> WordsMut for [PinnedSector<T>] {
    fn change(&mut self, level: u32, position: u32, change: impl FnOnce(u64) -> u64) -> Option<u64> {
        let sector = self.get_mut(usize::try_from(position).ok()?)?;
        let word = sector.busy.get_mut(usize::try_from(level).ok()?)?;
        Some(changed(word, change))
    }
}

/// The sector of a slot, and which of its slots it is.
fn place_of(slot: u32) -> (usize, usize) {
    let sector = usize::try_from(slot / SLOTS).unwrap_or(usize::MAX);
    (sector, usize::try_from(slot % SLOTS).unwrap_or(0))
}

/// The slot of this number.
pub(super) fn slot<T>(sectors: &[PinnedSector<T>], number: u32) -> Option<&PinnedSlot<T>> {
    let (sector, within) = place_of(number);
    sectors.get(sector)?.slots.get(within)
}

/// The slot of this number, to change.
pub(super) fn slot_mut<T>(sectors: &mut [PinnedSector<T>], number: u32) -> Option<&mut PinnedSlot<T>> {
    let (sector, within) = place_of(number);
    sectors.get_mut(sector)?.slots.get_mut(within)
}

/// Whether the slot's floor may be before its earliest timer.
pub(super) fn is_stale<T>(sectors: &[PinnedSector<T>], number: u32) -> bool {
    let (sector, within) = place_of(number);
    let word = sectors.get(sector).map_or(0, |sector| sector.stale);
    word >> within & 1 == 1
}

/// Says so.
pub(super) fn set_stale<T>(sectors: &mut [PinnedSector<T>], number: u32, stale: bool) {
    let (sector, within) = place_of(number);
    if let Some(sector) = sectors.get_mut(sector) {
        sector.stale = sector.stale & !(1 << within) | u64::from(stale) << within;
    }
}

/// Where a wheel's sectors are: an array of them, or a slice (which may be a `Vec`'s or a `Box`'s).
///
/// Other types cannot implement it: the wheel uses the memory while the cell is borrowed, when only the wheel's own
/// code may run.
pub trait PinnedSlots<T>: AsRef<[PinnedSector<T>]> + AsMut<[PinnedSector<T>]> + sealed::Sealed {}

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
    for sector in sectors {
        *sector = PinnedSector::VACANT;
        for slot in &mut sector.slots {
            slot.list = Some(PinList::new(id::Checked::new()));
        }
    }
}
