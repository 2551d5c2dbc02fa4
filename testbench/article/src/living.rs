//! A queue whose timers have names: start, stop and tick; what it counts, and where each timer is.

use std::collections::HashMap;

use carillon_queues::advance::Advance;
use carillon_queues::chip::Structure;
use carillon_queues::diagnostics::Diagnostics;
use carillon_queues::memory::Bounded;
use carillon_queues::schemes::{
    BasicWheel, HashedWheel, MixedDigitWheel, MixedWheel, OrderedHashedWheel, OrderedList, Tree, UnorderedList,
};
use carillon_queues::{Handle, Progress, TimerQueue, Timers};

/// The most timers of a queue.
const MOST: usize = 4_096;

/// What a queue has counted since it was made. Its own numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Timers that ticks have looked at.
    pub examined: u64,
    /// Timers that ticks have moved from one wheel to another.
    pub migrated: u64,
    /// Timers that starts (and, in trees, stops) have looked at.
    pub searched: u64,
}

/// Where a timer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Its name.
    pub name: u32,
    /// The tick at which it is due.
    pub due: u64,
    /// Its slot, those of all wheels counted through, lowest first; a list alone is slot 0. `None` in a tree.
    pub slot: Option<u32>,
    /// In a tree, the name of the timer above it, and whether it is on the right of that; `None` at the root.
    pub above: Option<(u32, bool)>,
}

type Of<S> = Timers<S, u32, Bounded<u32>>;

/// A structure that a figure shows.
pub(crate) trait Shown: Structure + Sized {
    /// Timers that starts have looked at.
    fn searched(&self) -> u64 {
        0
    }

    /// Where each timer is, in the order of the lists, or from the root down.
    fn places(timers: &Of<Self>) -> Vec<Place> {
        let mut places = Vec::new();
        timers.for_each_in_slots(|timer| {
            places.push(Place { name: *timer.item, due: timer.due, slot: timer.slot, above: None });
        });
        places
    }
}

impl Shown for UnorderedList {}
impl Shown for BasicWheel {}
impl Shown for HashedWheel {}
impl<const WHEELS: usize> Shown for MixedWheel<WHEELS> {}
impl<const WHEELS: usize> Shown for MixedDigitWheel<WHEELS> {}

impl Shown for OrderedList {
    fn searched(&self) -> u64 {
        self.searched()
    }
}

impl Shown for OrderedHashedWheel {
    fn searched(&self) -> u64 {
        self.searched()
    }
}

impl Shown for Tree {
    fn searched(&self) -> u64 {
        self.passed()
    }

    fn places(timers: &Of<Self>) -> Vec<Place> {
        let mut places = Vec::new();
        timers.for_each_in_tree(|timer| {
            let above = timer.above.and_then(|(above, right)| Some((*timers.get(above)?, right)));
            places.push(Place { name: *timer.item, due: timer.due, slot: None, above });
        });
        places
    }
}

/// Any of them.
pub(crate) trait Queue {
    fn now(&self) -> u64;
    fn longest(&self) -> u64;
    fn start(&mut self, interval: u64, name: u32) -> Option<Handle>;
    fn stop(&mut self, handle: Handle);
    fn advance(&mut self, ticks: u64) -> Vec<(u32, u64)>;
    fn counts(&self) -> Counts;
    fn places(&self) -> Vec<Place>;
    fn is_sound(&self) -> bool;
}

impl<S: Shown> Queue for Of<S> {
    fn now(&self) -> u64 {
        Timers::now(self)
    }

    fn longest(&self) -> u64 {
        TimerQueue::longest_interval(self)
    }

    fn start(&mut self, interval: u64, name: u32) -> Option<Handle> {
        TimerQueue::start(self, interval, name).ok()
    }

    fn stop(&mut self, handle: Handle) {
        Timers::stop(self, handle);
    }

    fn advance(&mut self, ticks: u64) -> Vec<(u32, u64)> {
        let to = Timers::now(self) + ticks;
        // A step at a time, as the host of a chip does it: in one go, a hierarchy sorts the few timers of a slot where
        // they are.
        while self.advance_within(to, 1) == Progress::Unfinished {}
        std::iter::from_fn(|| Advance::next_expired(self)).map(|expired| (expired.item, expired.due)).collect()
    }

    fn counts(&self) -> Counts {
        Counts { examined: self.examined(), migrated: self.migrated(), searched: self.structure().searched() }
    }

    fn places(&self) -> Vec<Place> {
        S::places(self)
    }

    fn is_sound(&self) -> bool {
        self.check_invariants().is_ok()
    }
}

/// An empty queue.
pub(crate) fn of<S: Shown + 'static>(structure: S) -> Option<Box<dyn Queue>> {
    let timers: Of<S> = Timers::bounded(structure, MOST).ok()?;
    Some(Box::new(timers))
}

/// A queue whose timers have names.
pub struct Living {
    queue: Box<dyn Queue>,
    handles: HashMap<u32, Handle>,
}

impl Living {
    pub(crate) fn new(queue: Box<dyn Queue>) -> Self {
        Self { queue, handles: HashMap::new() }
    }

    /// The tick to which it has come.
    pub fn now(&self) -> u64 {
        self.queue.now()
    }

    /// The longest interval that it takes, in ticks.
    pub fn longest(&self) -> u64 {
        self.queue.longest()
    }

    /// Timers outstanding.
    pub fn outstanding(&self) -> usize {
        self.handles.len()
    }

    /// Starts a timer; false if the queue refuses it, or one of this name is outstanding.
    pub fn start(&mut self, interval: u64, name: u32) -> bool {
        if self.handles.contains_key(&name) {
            return false;
        }
        let started = self.queue.start(interval, name);
        started.is_some_and(|handle| self.handles.insert(name, handle).is_none())
    }

    /// Stops the timer; false if it is not outstanding.
    pub fn stop(&mut self, name: u32) -> bool {
        let handle = self.handles.remove(&name);
        handle.is_some_and(|handle| {
            self.queue.stop(handle);
            true
        })
    }

    /// Goes on by a tick: the names and ticks of the timers that expire.
    pub fn tick(&mut self) -> Vec<(u32, u64)> {
        self.advance(1)
    }

    /// Goes on by so many ticks, at once.
    pub fn advance(&mut self, ticks: u64) -> Vec<(u32, u64)> {
        let expired = self.queue.advance(ticks);
        for (name, _) in &expired {
            self.handles.remove(name);
        }
        expired
    }

    /// What it has counted.
    pub fn counts(&self) -> Counts {
        self.queue.counts()
    }

    /// Where each timer is.
    pub fn places(&self) -> Vec<Place> {
        self.queue.places()
    }

    /// Whether the queue's own check of its invariants finds nothing.
    pub fn is_sound(&self) -> bool {
        self.queue.is_sound()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Scheme;
    use super::Counts;

    /// A timer of 20 ticks on eight slots is looked at in laps 1, 2 and 3.
    #[test]
    fn tick_scheme_6_looks_at_a_timer_once_in_each_lap() {
        let mut queue = Scheme::Hashed { slots: 8 }.queue().unwrap();
        assert!(queue.start(20, 7) && !queue.start(20, 7));
        assert_eq!(queue.places()[0].slot, Some(4));
        let expired: Vec<_> = (0..20).flat_map(|_| queue.tick()).collect();
        assert_eq!(expired, [(7, 20)]);
        assert_eq!(queue.counts().examined, 3);
        assert_eq!(queue.outstanding(), 0);
    }

    /// Two wheels down: 8 · 8 + 8 + 1 waits on wheel 2, then on wheel 1, then on wheel 0.
    #[test]
    fn tick_scheme_7_moves_a_timer_from_wheel_to_wheel() {
        let scheme = Scheme::Hierarchy { slots: 8, wheels: 3 };
        let mut queue = scheme.queue().unwrap();
        assert!(queue.start(73, 1));
        let mut wheels = vec![queue.places()[0].slot.unwrap() / 8];
        for _ in 0..72 {
            assert_eq!(queue.tick(), []);
            let wheel = queue.places()[0].slot.unwrap() / 8;
            if wheels.last() != Some(&wheel) {
                wheels.push(wheel);
            }
            assert!(queue.is_sound());
        }
        assert_eq!(wheels, [2, 1, 0]);
        assert_eq!(queue.counts().migrated, 2);
        assert_eq!(queue.tick(), [(1, 73)]);
    }

    /// The paper's example: 50 minutes and 45 seconds from day 11, 10:24:30 (section VI.B).
    #[test]
    fn advance_clock_of_the_paper_timer_goes_from_hours_to_minutes_to_seconds() {
        let mut queue = Scheme::Clock.queue().unwrap();
        let at = |hour: u64, minute: u64, second: u64| 11 * 86_400 + hour * 3_600 + minute * 60 + second;
        queue.advance(at(10, 24, 30));
        assert!(queue.start(50 * 60 + 45, 0));
        for (time, slot) in [
            (at(10, 59, 59), 120 + 11),
            (at(11, 0, 0), 60 + 15),
            (at(11, 14, 59), 60 + 15),
            (at(11, 15, 0), 15),
            (at(11, 15, 14), 15),
        ] {
            assert_eq!(queue.advance(time - queue.now()), []);
            assert_eq!(queue.places()[0].slot, Some(slot), "{time}");
        }
        assert_eq!(queue.tick(), [(0, at(11, 15, 15))]);
        assert_eq!(queue.counts().migrated, 2);
    }

    #[test]
    fn tick_scheme_1_looks_at_all() {
        let mut queue = Scheme::List.queue().unwrap();
        for name in 0..5 {
            assert!(queue.start(9, name));
        }
        assert!(queue.stop(3) && !queue.stop(3));
        for _ in 0..8 {
            queue.tick();
        }
        let counts = Counts { examined: 32, ..Counts::default() };
        assert_eq!(queue.counts(), counts);
    }

    #[test]
    fn places_of_a_tree_are_those_of_its_nodes() {
        let mut queue = Scheme::numbered(3, 0, 0).unwrap().queue().unwrap();
        for (name, interval) in [(0, 20), (1, 30), (2, 10)] {
            assert!(queue.start(interval, name));
        }
        let above: Vec<_> = queue.places().iter().map(|it| (it.name, it.above)).collect();
        assert_eq!(above, [(0, None), (2, Some((0, false))), (1, Some((0, true)))]);
        assert_eq!(queue.counts().searched, 2);
    }

    #[test]
    fn queue_that_cannot_be_is_refused() {
        assert!(Scheme::numbered(12, 8, 2).is_none());
        assert!(Scheme::Basic { slots: 0 }.queue().is_none());
        let too_many = Scheme::Hierarchy { slots: 8, wheels: 5 };
        assert!(too_many.queue().is_none());
        let mut basic = Scheme::Basic { slots: 8 }.queue().unwrap();
        assert!(basic.start(8, 0) && !basic.start(9, 1));
    }
}
