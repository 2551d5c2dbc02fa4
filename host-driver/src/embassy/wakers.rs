//! Finding the timer of a waker: a hash table over the waker's two pointers.

use core::num::NonZeroU64;
use core::task::Waker;

use crate::queue::Handle;

/// The link that leads nowhere.
const NOWHERE: u32 = u32::MAX;

/// A waker's pointers as numbers: those of one task are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WakerName {
    data: usize,
    table: usize,
}

impl WakerName {
    pub(super) fn of(waker: &Waker) -> Self {
        let table: *const core::task::RawWakerVTable = waker.vtable();
        Self { data: waker.data().addr(), table: table.addr() }
    }

    /// Tasks lie at multiples of their size: the multiplication (by 2^64 over the golden ratio) spreads them.
    fn hash(self) -> u64 {
        let pointers = self.data ^ self.table.rotate_left(16);
        let mixed = u64::try_from(pointers).unwrap_or(0);
        mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32
    }
}

/// A timer's place in the table. [`Wakers`] needs one for each timer of the facility.
#[derive(Debug, Clone, Copy)]
pub struct WakerLink {
    timer: Option<(Handle, WakerName)>,
    next: u32,
}

impl WakerLink {
    /// What the array of links is filled with.
    pub const EMPTY: Self = Self { timer: None, next: NOWHERE };
}

/// The table. About as many heads as tasks: a search then takes constant time on average. A timer without a link is not
/// found again, its task may then take a second one, and it is not given up for another task.
#[derive(Debug)]
pub struct Wakers<Heads, Links> {
    heads: Heads,
    links: Links,
    /// The link whose timer is the next to be given up.
    turn: usize,
}

impl<Heads, Links> Wakers<Heads, Links>
where
    Heads: AsRef<[u32]> + AsMut<[u32]>,
    Links: AsRef<[WakerLink]> + AsMut<[WakerLink]>,
{
    /// A table without timers; clears the memory.
    pub fn new(mut heads: Heads, mut links: Links) -> Self {
        heads.as_mut().fill(NOWHERE);
        links.as_mut().fill(WakerLink::EMPTY);
        Self { heads, links, turn: 0 }
    }

    /// The timer of this waker.
    pub(super) fn find(&self, name: WakerName) -> Option<Handle> {
        let mut index = *self.heads.as_ref().get(self.head_of(name))?;
        while let Some(link) = self.link(index) {
            if let Some((handle, _)) = link.timer.filter(|timer| timer.1 == name) {
                return Some(handle);
            }
            index = link.next;
        }
        None
    }

    /// Records that the timer, which is not in the table, is that of this waker.
    pub(super) fn remember(&mut self, handle: Handle, name: WakerName) {
        let (head, index) = (self.head_of(name), handle.index());
        let Some(&next) = self.heads.as_ref().get(head) else {
            return;
        };
        let Some(link) = self.link_mut(index) else {
            return;
        };
        *link = WakerLink { timer: Some((handle, name)), next };
        if let Some(first) = self.heads.as_mut().get_mut(head) {
            *first = index;
        }
    }

    /// Removes the timer, if it is in the table.
    pub(super) fn forget(&mut self, handle: Handle) {
        let Some(WakerLink { timer, next }) = self.link(handle.index()) else {
            return;
        };
        let Some((_, name)) = timer.filter(|timer| timer.0 == handle) else {
            return;
        };
        let head = self.head_of(name);
        let mut before = None;
        let mut index = self.heads.as_ref().get(head).copied();
        while let Some(at) = index.filter(|&at| at != handle.index()) {
            before = Some(at);
            index = self.link(at).map(|link| link.next);
        }
        let to_it = match before {
            Some(before) => self.link_mut(before).map(|link| &mut link.next),
            None => self.heads.as_mut().get_mut(head),
        };
        if let Some(to_it) = to_it {
            *to_it = next;
        }
        if let Some(link) = self.link_mut(handle.index()) {
            *link = WakerLink::EMPTY;
        }
    }

    /// A timer of the table, at each call the next one, round and round. Constant time if each link has a timer.
    pub(super) fn in_turn(&mut self) -> Option<Handle> {
        let links = self.links.as_ref();
        let (passed, to_come) = links.split_at_checked(self.turn).unwrap_or((&[], links));
        let mut all = to_come.iter().chain(passed);
        let (handle, _) = all.find_map(|link| link.timer)?;
        self.turn = usize::try_from(handle.index()).map_or(0, |index| index + 1);
        Some(handle)
    }

    fn link(&self, index: u32) -> Option<WakerLink> {
        let index = usize::try_from(index).ok()?;
        self.links.as_ref().get(index).copied()
    }

    fn link_mut(&mut self, index: u32) -> Option<&mut WakerLink> {
        let index = usize::try_from(index).ok()?;
        self.links.as_mut().get_mut(index)
    }

    fn head_of(&self, name: WakerName) -> usize {
        let heads = u64::try_from(self.heads.as_ref().len()).ok();
        let head = heads.and_then(NonZeroU64::new).map_or(0, |heads| name.hash() % heads);
        usize::try_from(head).unwrap_or(0)
    }
}
