//! Finding the timer of a waker: a hash table over the waker's two pointers.

use core::num::NonZeroU64;
use core::task::Waker;

use crate::queue::Handle;

/// The end of a chain.
const NOWHERE: u32 = u32::MAX;

/// A waker's pointers as numbers: those of one task are equal.
type Name = (usize, usize);

fn name(waker: &Waker) -> Name {
    let table: *const core::task::RawWakerVTable = waker.vtable();
    (waker.data().addr(), table.addr())
}

/// A timer's place in the table. [`Wakers`] needs one for each timer of the facility.
#[derive(Debug, Clone, Copy)]
pub struct WakerLink {
    timer: Option<(Handle, Name)>,
    next: u32,
    previous: u32,
}

impl WakerLink {
    /// The initial value of the array of links.
    pub const EMPTY: Self = Self {
        timer: None,
        next: NOWHERE,
        previous: NOWHERE,
    };
}

/// The table. A search takes constant time on average with about as many heads as tasks. A timer without a link is not
/// found again, and its task may then take a second one.
#[derive(Debug)]
pub struct Wakers<Heads, Links> {
    heads: Heads,
    links: Links,
}

impl<Heads, Links> Wakers<Heads, Links>
where
    Heads: AsRef<[u32]> + AsMut<[u32]>,
    Links: AsRef<[WakerLink]> + AsMut<[WakerLink]>,
{
    /// A table without wakers; clears the memory. Any number of heads, and a link for each timer.
    pub fn new(mut heads: Heads, mut links: Links) -> Self {
        heads.as_mut().fill(NOWHERE);
        links.as_mut().fill(WakerLink::EMPTY);
        Self { heads, links }
    }

    /// The timer of this waker.
    pub(super) fn find(&self, waker: &Waker) -> Option<Handle> {
        let wanted = name(waker);
        let mut index = *self.heads.as_ref().get(self.head_of(wanted))?;
        while let Some(link) = self.link(index) {
            match link.timer {
                Some((handle, name)) if name == wanted => return Some(handle),
                _ => index = link.next,
            }
        }
        None
    }

    /// Records that the timer belongs to this waker, which has no other one.
    pub(super) fn remember(&mut self, handle: Handle, waker: &Waker) {
        let name = name(waker);
        let (head, index) = (self.head_of(name), handle.index());
        let Some(&first) = self.heads.as_ref().get(head) else {
            return;
        };
        let Some(link) = self.link_mut(index) else {
            return;
        };
        *link = WakerLink {
            timer: Some((handle, name)),
            next: first,
            previous: NOWHERE,
        };
        if let Some(after) = self.link_mut(first) {
            after.previous = index;
        }
        if let Some(first) = self.heads.as_mut().get_mut(head) {
            *first = index;
        }
    }

    /// Removes the timer.
    pub(super) fn forget(&mut self, handle: Handle) {
        let Some(link) = self.link(handle.index()) else {
            return;
        };
        let Some((_, name)) = link.timer.filter(|timer| timer.0 == handle) else {
            return;
        };
        if let Some(before) = self.link_mut(link.previous) {
            before.next = link.next;
        } else {
            let head = self.head_of(name);
            if let Some(first) = self.heads.as_mut().get_mut(head) {
                *first = link.next;
            }
        }
        if let Some(after) = self.link_mut(link.next) {
            after.previous = link.previous;
        }
        if let Some(link) = self.link_mut(handle.index()) {
            *link = WakerLink::EMPTY;
        }
    }

    fn link(&self, index: u32) -> Option<WakerLink> {
        let index = usize::try_from(index).ok()?;
        self.links.as_ref().get(index).copied()
    }

    fn link_mut(&mut self, index: u32) -> Option<&mut WakerLink> {
        let index = usize::try_from(index).ok()?;
        self.links.as_mut().get_mut(index)
    }

    fn head_of(&self, (data, table): Name) -> usize {
        // Tasks lie at multiples of their size: the multiplication (by 2^64 over the golden ratio) spreads them.
        let pointers = data ^ table.rotate_left(16);
        let mixed = u64::try_from(pointers)
            .unwrap_or(0)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let heads = u64::try_from(self.heads.as_ref().len()).ok();
        let head = heads
            .and_then(NonZeroU64::new)
            .map_or(0, |heads| (mixed >> 32) % heads);
        usize::try_from(head).unwrap_or(0)
    }
}
