//! The wheel behind the cell. Nothing in here runs code of the item's: items go in and come out whole, and are dropped,
//! cloned and woken by the callers, after the cell is given back.

use core::marker::PhantomData;
use core::pin::Pin;

use pin_list::{Cursor, Node, NodeData, PinList};

use super::slots::{Links, PinnedSlot, PinnedSlots, Times, is_stale, prepare, set_stale, slot, slot_mut};
use crate::schemes::hashed_wheel::slot_of;
use crate::schemes::parts::busy_bits::{self, SLOTS};
use crate::{InvariantError, QueueError};

/// A timer of a [`PinnedWheel`](super::PinnedWheel) that has run out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct PinnedExpired<T> {
    /// What the timer was started with.
    pub item: T,
    /// The tick for which it was started.
    pub due: u64,
}

pub(super) struct Wheel<T, Sectors> {
    sectors: Sectors,
    size: u32,
    now: u64,
    /// No timer waits for a tick before this one.
    floor: u64,
    /// Whether a timer waits for that very tick.
    exact: bool,
    outstanding: usize,
    examined: u64,
    items: PhantomData<T>,
}

impl<T, Sectors: PinnedSlots<T>> Wheel<T, Sectors> {
    pub(super) fn new(mut sectors: Sectors) -> Result<Self, QueueError> {
        let slots = u32::try_from(sectors.as_ref().len()).unwrap_or(u32::MAX).saturating_mul(SLOTS);
        let size =
            Some(slots).filter(|slots| (1..=1 << 30).contains(slots)).ok_or(QueueError::SlotsOutOfRange { slots })?;
        prepare(sectors.as_mut());
        Ok(Self { sectors, size, now: 0, floor: 0, exact: false, outstanding: 0, examined: 0, items: PhantomData })
    }

    pub(super) const fn now(&self) -> u64 {
        self.now
    }

    pub(super) const fn outstanding(&self) -> usize {
        self.outstanding
    }

    pub(super) const fn examined(&self) -> u64 {
        self.examined
    }

    fn slot_mut(&mut self, number: u32) -> Option<&mut PinnedSlot<T>> {
        slot_mut(self.sectors.as_mut(), number)
    }

    fn list(&self, number: u32) -> Option<&PinList<Links<T>>> {
        slot(self.sectors.as_ref(), number)?.list()
    }

    fn list_mut(&mut self, number: u32) -> Option<&mut PinList<Links<T>>> {
        self.slot_mut(number)?.list_mut()
    }

    /// What the node's timer was started for, and its item; `None` if it is not outstanding.
    pub(super) fn look<'wheel>(&'wheel self, node: &Node<Links<T>>) -> Option<(u64, &'wheel T)> {
        let node = node.initialized()?;
        let Times { due, tick } = *node.unprotected();
        let item = node.protected(self.list(slot_of(tick, self.size))?)?;
        Some((due, item))
    }

    /// Puts another item in the place of an outstanding timer's; gives back the old one, or the new one if it is not
    /// outstanding.
    pub(super) fn replace(&mut self, node: &Node<Links<T>>, item: T) -> Result<T, T> {
        let place = node.initialized().and_then(|node| {
            let slot = slot_of(node.unprotected().tick, self.size);
            node.protected_mut(self.list_mut(slot)?)
        });
        match place {
            Some(place) => Ok(core::mem::replace(place, item)),
            None => Err(item),
        }
    }

    /// Puts a node that is in no list at the end of its slot's. Constant time. The item comes back if there is no such
    /// slot, which cannot be.
    pub(super) fn link(&mut self, node: Pin<&mut Node<Links<T>>>, due: u64, item: T) -> Option<T> {
        let tick = due.max(self.now);
        let number = slot_of(tick, self.size);
        let Some(slot) = self.slot_mut(number) else {
            return Some(item);
        };
        let floor = slot.floor;
        let Some(list) = slot.list_mut() else {
            return Some(item);
        };
        let was_empty = list.is_empty();
        list.cursor_back_mut().insert_after(node, item, Times { due, tick });
        if was_empty || tick <= floor {
            slot.floor = tick;
            set_stale(self.sectors.as_mut(), number, false);
        }
        if was_empty {
            busy_bits::set(self.sectors.as_mut(), number);
        }
        if self.outstanding == 0 || tick <= self.floor {
            self.floor = tick;
            self.exact = true;
        }
        self.outstanding += 1;
        None
    }

    /// Leaves the node in no list, so that it may be dropped; gives back the item if the timer was outstanding.
    /// Constant time.
    pub(super) fn unlink(&mut self, node: Pin<&mut Node<Links<T>>>) -> Option<T> {
        let node = node.initialized_mut()?;
        let tick = node.unprotected().tick;
        let (data, _) = node.reset(self.list_mut(slot_of(tick, self.size))?);
        let NodeData::Linked(item) = data else {
            return None;
        };
        self.has_left(tick);
        Some(item)
    }

    /// Takes out the earliest timer, if it is due. Its node stays with its owner, marked as removed.
    pub(super) fn pop(&mut self) -> Option<PinnedExpired<T>> {
        let now = self.now;
        let tick = self.earliest().filter(|&tick| tick <= now)?;
        let mut first = self.list_mut(slot_of(tick, self.size))?.cursor_front_mut();
        let mut looked = 1;
        while first.unprotected()?.tick != tick {
            looked += 1;
            first.move_next();
        }
        let due = first.unprotected()?.due;
        let item = first.remove_current(()).ok()?;
        self.examined += looked;
        self.has_left(tick);
        Some(PinnedExpired { item, due })
    }

    fn has_left(&mut self, tick: u64) {
        let number = slot_of(tick, self.size);
        let slot = slot(self.sectors.as_ref(), number);
        let (floor, list) = slot.map_or((0, None), |slot| (slot.floor, slot.list()));
        if list.is_some_and(PinList::is_empty) {
            busy_bits::clear(self.sectors.as_mut(), number);
        } else if tick == floor {
            set_stale(self.sectors.as_mut(), number, true);
        }
        self.exact &= tick != self.floor;
        self.outstanding -= 1;
    }

    pub(super) fn advance(&mut self, to: u64) {
        self.now = self.now.max(to);
    }

    /// The tick of the earliest timer. Remembered, or found among the slots' floors.
    pub(super) fn earliest(&mut self) -> Option<u64> {
        if self.outstanding == 0 {
            return None;
        }
        if !self.exact {
            self.floor = self.search();
            self.exact = true;
        }
        Some(self.floor)
    }

    /// The earliest timer of the busy slots, going round from the wheel's floor until one comes in this lap.
    fn search(&mut self) -> u64 {
        let here = slot_of(self.floor, self.size);
        let mut best = u64::MAX;
        // To the end of the wheel, then from its beginning on.
        for (begin, end, behind) in [(here, self.size, 0), (0, here, self.size)] {
            let mut from = begin;
            while let Some(number) = self.next_busy(from).filter(|&slot| slot < end) {
                self.examined += 1;
                best = best.min(self.earliest_of(number, best));
                let distance = number + behind - here;
                if best <= self.floor.saturating_add(u64::from(distance)) {
                    return best;
                }
                from = number + 1;
            }
        }
        best
    }

    /// The earliest timer of a slot, or its floor if that is not before `best`. Looks at the timers of a stale slot.
    fn earliest_of(&mut self, number: u32, best: u64) -> u64 {
        let floor = slot(self.sectors.as_ref(), number).map_or(u64::MAX, |slot| slot.floor);
        if floor >= best || !is_stale(self.sectors.as_ref(), number) {
            return floor;
        }
        let mut earliest = u64::MAX;
        let mut cursor = self.list(number).map(PinList::cursor_front);
        let mut looked = 0;
        while earliest > floor
            && let Some(&Times { tick, .. }) = cursor.as_ref().and_then(Cursor::unprotected)
        {
            looked += 1;
            earliest = earliest.min(tick);
            cursor.as_mut().map(Cursor::move_next);
        }
        self.examined += looked;
        if let Some(slot) = self.slot_mut(number) {
            slot.floor = earliest;
        }
        set_stale(self.sectors.as_mut(), number, false);
        earliest
    }

    fn next_busy(&self, from: u32) -> Option<u32> {
        busy_bits::next_busy(self.sectors.as_ref(), from)
    }

    pub(super) fn check(&self) -> Result<(), InvariantError> {
        let sectors = self.sectors.as_ref();
        let is_busy = |slot| self.list(slot).is_some_and(|list| !list.is_empty());
        if !busy_bits::are_right(sectors, self.size, is_busy) {
            return Err(InvariantError::BusyBitsWrong);
        }
        let mut found: usize = 0;
        let mut least = u64::MAX;
        for number in 0..self.size {
            let slot = slot(sectors, number).ok_or(InvariantError::StorageChanged)?;
            let list = slot.list().ok_or(InvariantError::StorageChanged)?;
            let mut cursor = list.cursor_front();
            let mut index = 0_u32;
            let mut earliest = u64::MAX;
            while let Some(&Times { due, tick }) = cursor.unprotected() {
                if slot_of(tick, self.size) != number {
                    return Err(InvariantError::WrongSlot { index, slot: number });
                }
                if due > tick {
                    return Err(InvariantError::ReportedEarly { index });
                }
                if tick < slot.floor {
                    return Err(InvariantError::SummaryWrong);
                }
                earliest = earliest.min(tick);
                found += 1;
                index += 1;
                cursor.move_next();
            }
            if index > 0 && !is_stale(sectors, number) && earliest != slot.floor {
                return Err(InvariantError::SummaryWrong);
            }
            least = least.min(earliest);
        }
        if found != self.outstanding {
            let count = |timers| u32::try_from(timers).unwrap_or(u32::MAX);
            return Err(InvariantError::CountsDisagree { found: count(found), outstanding: count(self.outstanding) });
        }
        if found > 0 && (least < self.floor || self.exact && least != self.floor) {
            return Err(InvariantError::SummaryWrong);
        }
        Ok(())
    }
}
