//! Which queues there are, by number.

use carillon_queues::schemes::{
    BasicWheel, HashedWheel, MixedWheel, OrderedHashedWheel, OrderedList, Search, Shape, Tree, UnorderedList,
};

use super::Living;
use super::living::{Queue, of};

/// The structure of a queue; the wheels have their sizes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    /// Scheme 1: an unordered list.
    List,
    /// Scheme 2: an ordered list, searched from one end.
    Ordered(Search),
    /// Scheme 3: a tree.
    Tree(Shape),
    /// Scheme 4: a slot for each tick up to the longest interval.
    Basic {
        /// Slots, M.
        slots: u32,
    },
    /// Scheme 5: a hashed wheel with ordered lists.
    HashedOrdered {
        /// Slots, M.
        slots: u32,
    },
    /// Scheme 6: a hashed wheel with unordered lists.
    Hashed {
        /// Slots, M.
        slots: u32,
    },
    /// Scheme 7: a hierarchy of two to four wheels.
    Hierarchy {
        /// Slots of each wheel.
        slots: u32,
        /// Wheels, m.
        wheels: u32,
    },
    /// Scheme 7 with the paper's wheels for seconds, minutes, hours and days, and its placement by digits.
    Clock,
}

impl Scheme {
    /// The one of this number, as the page has them; `None` if there is none.
    pub fn numbered(number: u32, slots: u32, wheels: u32) -> Option<Self> {
        Some(match number {
            0 => Self::List,
            1 => Self::Ordered(Search::FromFront),
            2 => Self::Ordered(Search::FromRear),
            3 => Self::Tree(Shape::Unbalanced),
            4 => Self::Tree(Shape::Balanced),
            5 => Self::Tree(Shape::EndOrder),
            6 => Self::Tree(Shape::Leftist),
            7 => Self::Basic { slots },
            8 => Self::HashedOrdered { slots },
            9 => Self::Hashed { slots },
            10 => Self::Hierarchy { slots, wheels },
            11 => Self::Clock,
            _ => return None,
        })
    }

    /// An empty queue at tick 0; `None` if it cannot have so many slots or wheels.
    pub fn queue(self) -> Option<Living> {
        let queue: Box<dyn Queue> = match self {
            Self::List => of(UnorderedList)?,
            Self::Ordered(search) => of(OrderedList::new(search))?,
            Self::Tree(shape) => of(Tree::new(shape))?,
            Self::Basic { slots } => of(BasicWheel::new(slots))?,
            Self::HashedOrdered { slots } => of(OrderedHashedWheel::new(slots))?,
            Self::Hashed { slots } => of(HashedWheel::new(slots))?,
            Self::Hierarchy { slots, wheels: 2 } => of(MixedWheel::of([slots; 2]))?,
            Self::Hierarchy { slots, wheels: 3 } => of(MixedWheel::of([slots; 3]))?,
            Self::Hierarchy { slots, wheels: 4 } => of(MixedWheel::of([slots; 4]))?,
            Self::Hierarchy { .. } => return None,
            Self::Clock => of(MixedWheel::of([60, 60, 24, 100]).by_digits())?,
        };
        Some(Living::new(queue))
    }
}
