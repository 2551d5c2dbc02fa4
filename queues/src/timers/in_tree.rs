//! Where each timer is in its tree, for programs that display one.

use super::Timers;
use crate::Handle;
use crate::memory::{Memory, Record};
use crate::record::get;
use crate::schemes::Tree;
use crate::schemes::parts::tree::NONE;

/// One timer and its node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InTree<'queue, T> {
    /// The timer of the node above, and whether this one is on its right; `None` at the root.
    pub above: Option<(Handle, bool)>,
    /// Its handle.
    pub handle: Handle,
    /// What was given to its start.
    pub item: &'queue T,
    /// The tick at which it is due.
    pub due: u64,
}

impl<T, M: Memory<T, Records = [Record]>> Timers<Tree, T, M> {
    /// Calls `look` for every timer in the tree: each after the one above it, what is on the left before what is on the
    /// right. Those that are due and not yet handed out do not come. Takes time in proportion to the timers.
    ///
    /// ```
    /// use carillon_queues::Timers;
    /// use carillon_queues::schemes::{Shape, Tree};
    ///
    /// let mut timers = Timers::growing(Tree::new(Shape::Unbalanced), 8)?;
    /// timers.start(20, "root");
    /// timers.start(30, "right");
    /// timers.start(10, "left");
    /// let mut seen = Vec::new();
    /// timers.for_each_in_tree(|timer| seen.push((*timer.item, timer.above.map(|above| above.1))));
    /// assert_eq!(seen, [("root", None), ("left", Some(false)), ("right", Some(true))]);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn for_each_in_tree<'queue>(&'queue self, mut look: impl FnMut(InTree<'queue, T>)) {
        let (records, items) = (self.memory.records(), self.memory.items());
        let Tree { nodes, root, .. } = &self.waiting.structure;
        let mut at = *root;
        while at != NONE {
            let item = usize::try_from(at).ok().and_then(|index| items.get(index)?.as_ref());
            let (Some(handle), Some(item)) = (self.handle_of(at), item) else {
                return;
            };
            let (up, right) = nodes.place_of(records, at);
            look(InTree {
                above: self.handle_of(up).map(|above| (above, right)),
                handle,
                item,
                due: get(records, nodes.timer(at)).expiry,
            });
            at = nodes.following_from_above(records, at);
        }
    }
}
