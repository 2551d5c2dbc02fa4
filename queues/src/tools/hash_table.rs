//! A hash table from names to timers, in memory that the caller provides: for programs that stop a timer by its
//! purpose, and not by its handle.

use core::marker::PhantomData;
use core::num::NonZeroU64;

use crate::Handle;

/// The link that leads nowhere.
const NOWHERE: u32 = u32::MAX;

/// What a timer is found by.
pub trait Name: Copy + PartialEq {
    /// A number that is the same for equal names, and spreads others.
    fn hash(&self) -> u64;
}

/// A timer's place in a table of [`Names`], which is given one for each timer of the queue.
#[derive(Debug, Clone, Copy)]
pub struct NameLink<N> {
    timer: Option<(Handle, N)>,
    next: u32,
    previous: u32,
}

impl<N> NameLink<N> {
    /// What the array of links is filled with.
    pub const EMPTY: Self = Self { timer: None, next: NOWHERE, previous: NOWHERE };
}

/// The table. All takes constant time on average with about as many heads as timers. A timer without a link is not
/// found again.
#[derive(Debug)]
pub struct Names<N, Heads, Links> {
    heads: Heads,
    links: Links,
    names: PhantomData<N>,
}

impl<N, Heads, Links> Names<N, Heads, Links>
where
    N: Name,
    Heads: AsRef<[u32]> + AsMut<[u32]>,
    Links: AsRef<[NameLink<N>]> + AsMut<[NameLink<N>]>,
{
    /// A table without timers; clears the memory. Any number of heads, and a link for each timer.
    pub fn new(mut heads: Heads, mut links: Links) -> Self {
        heads.as_mut().fill(NOWHERE);
        links.as_mut().fill(NameLink::EMPTY);
        Self { heads, links, names: PhantomData }
    }

    /// The timer of this name; of several the one that was remembered first.
    pub fn find(&self, name: N) -> Option<Handle> {
        let mut found = None;
        let mut index = *self.heads.as_ref().get(self.head_of(name))?;
        while let Some(link) = self.link(index) {
            if let Some((handle, _)) = link.timer.filter(|timer| timer.1 == name) {
                found = Some(handle);
            }
            index = link.next;
        }
        found
    }

    /// Records that the timer, which is not in the table, has this name.
    pub fn remember(&mut self, handle: Handle, name: N) {
        let (head, index) = (self.head_of(name), handle.index());
        let Some(&first) = self.heads.as_ref().get(head) else {
            return;
        };
        let Some(link) = self.link_mut(index) else {
            return;
        };
        *link = NameLink { timer: Some((handle, name)), next: first, previous: NOWHERE };
        if let Some(after) = self.link_mut(first) {
            after.previous = index;
        }
        if let Some(first) = self.heads.as_mut().get_mut(head) {
            *first = index;
        }
    }

    /// Removes the timer, if it is in the table.
    pub fn forget(&mut self, handle: Handle) {
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
            *link = NameLink::EMPTY;
        }
    }

    fn link(&self, index: u32) -> Option<NameLink<N>> {
        let index = usize::try_from(index).ok()?;
        self.links.as_ref().get(index).copied()
    }

    fn link_mut(&mut self, index: u32) -> Option<&mut NameLink<N>> {
        let index = usize::try_from(index).ok()?;
        self.links.as_mut().get_mut(index)
    }

    fn head_of(&self, name: N) -> usize {
        let heads = u64::try_from(self.heads.as_ref().len()).ok();
        let head = heads.and_then(NonZeroU64::new).map_or(0, |heads| name.hash() % heads);
        usize::try_from(head).unwrap_or(0)
    }
}
