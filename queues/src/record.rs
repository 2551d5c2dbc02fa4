//! The records that every structure is made of, and the rings that lists are.
//!
//! A record has 16 bytes: a tick and two links. One array of them holds all that a queue has but its items: the heads
//! of the structure's slots come first, a heap's places behind them, then the head of what is due, then one record for
//! each timer. A link is an index into that array. A list is a ring through its head, so putting a timer in and taking
//! it out ask no question about the ends (section III of the paper: doubly linked lists make STOP_TIMER constant). The
//! head's tick is free; busy bits live there (see the module `bits`).

/// The link that leads nowhere.
const NOWHERE: u32 = u32::MAX;

/// What a record has for its link back while no timer is in it.
pub(crate) const FREE: u32 = NOWHERE;

/// What a timer in a heap has for its link back; its link to the next is its place there, or its ticket where
/// it does not know it.
pub(crate) const IN_HEAP: u32 = NOWHERE - 1;

/// What a timer in a tree has for its link back, and a number below 2^30 besides; its link to the next is the node
/// above.
pub(crate) const IN_TREE: u32 = 1 << 31;

/// The most records that links can name.
pub(crate) const MOST: u32 = (1 << 31) - 4;

/// 16 bytes of a queue's memory. A queue is given an array of these, as many as its structure's `records` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(target_pointer_width = "64", repr(C, align(16)))]
pub struct Record {
    /// The tick at which the timer is due.
    pub(crate) expiry: u64,
    /// The next record of the list; of a free record, the next free one.
    pub(crate) next: u32,
    /// The record before.
    pub(crate) previous: u32,
}

impl Default for Record {
    fn default() -> Self {
        Self::VACANT
    }
}

impl Record {
    /// A record without a timer; what the array of records is filled with.
    pub const VACANT: Self = Self { expiry: 0, next: NOWHERE, previous: FREE };

    /// In memory that is not prepared.
    pub(crate) const ZERO: Self = Self { expiry: 0, next: 0, previous: 0 };

    /// Whether no timer is in it.
    #[inline]
    pub(crate) const fn is_free(&self) -> bool {
        self.previous == FREE
    }

    /// Whether it is in a heap, and not on a list.
    #[inline]
    pub(crate) const fn is_in_heap(&self) -> bool {
        self.previous == IN_HEAP
    }

    /// Whether it is in a tree, and not on a list.
    #[inline]
    pub(crate) const fn is_in_tree(&self) -> bool {
        self.previous >> 30 == IN_TREE >> 30
    }
}

/// The records of a queue: one array, or two that count as one.
pub trait Records {
    /// The record `index`, to read.
    fn record(&self, index: usize) -> Option<&Record>;

    /// The record `index`, to change.
    fn record_mut(&mut self, index: usize) -> Option<&mut Record>;

    /// How many there are.
    fn count(&self) -> usize;

    /// The structure's records, and perhaps those behind them.
    fn own(&self) -> &[Record];

    /// The structure's records, to change.
    fn own_mut(&mut self) -> &mut [Record];
}

impl Records for [Record] {
    #[inline(always)]
    fn record(&self, index: usize) -> Option<&Record> {
        self.get(index)
    }

    #[inline(always)]
    fn record_mut(&mut self, index: usize) -> Option<&mut Record> {
        self.get_mut(index)
    }

    #[inline(always)]
    fn count(&self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn own(&self) -> &[Record] {
        self
    }

    #[inline(always)]
    fn own_mut(&mut self) -> &mut [Record] {
        self
    }
}

/// The record `index`; one without a timer if there is none.
#[inline(always)]
pub(crate) fn get<R: Records + ?Sized>(records: &R, index: u32) -> Record {
    at(records, index).map_or(Record::VACANT, |record| *record)
}

/// The record `index`. Every index that the queue itself has written names one.
#[inline(always)]
fn at<R: Records + ?Sized>(records: &R, index: u32) -> Option<&Record> {
    let record = records.record(usize::try_from(index).ok()?);
    debug_assert!(record.is_some(), "a link leads to {index}");
    record
}

/// The record `index`, to change.
#[inline(always)]
pub(crate) fn at_mut<R: Records + ?Sized>(records: &mut R, index: u32) -> Option<&mut Record> {
    let record = records.record_mut(usize::try_from(index).ok()?);
    debug_assert!(record.is_some(), "a link leads to {index}");
    record
}

#[inline(always)]
pub(crate) fn set_next<R: Records + ?Sized>(records: &mut R, index: u32, next: u32) {
    if let Some(record) = at_mut(records, index) {
        record.next = next;
    }
}

#[inline(always)]
pub(crate) fn set_previous<R: Records + ?Sized>(records: &mut R, index: u32, previous: u32) {
    if let Some(record) = at_mut(records, index) {
        record.previous = previous;
    }
}

/// The timer `index` on the list of `head`; `None` at the end of the list.
#[inline(always)]
pub(crate) fn on_list<R: Records + ?Sized>(records: &R, index: u32, head: u32) -> Option<Record> {
    if index == head {
        return None;
    }
    at(records, index).copied()
}

/// The first timer of the list.
#[inline]
pub(crate) fn first<R: Records + ?Sized>(records: &R, head: u32) -> Option<(u32, Record)> {
    // A queue that has not been prepared has no head.
    let index = records.record(usize::try_from(head).ok()?)?.next;
    Some((index, on_list(records, index, head)?))
}

/// Whether the list has no timer.
#[inline]
pub(crate) fn is_empty<R: Records + ?Sized>(records: &R, head: u32) -> bool {
    get(records, head).next == head
}

/// Makes `head` that of an empty list.
#[inline]
pub(crate) fn clear<R: Records + ?Sized>(records: &mut R, head: u32) {
    if let Some(record) = at_mut(records, head) {
        record.next = head;
        record.previous = head;
    }
}

/// Puts the timer `index`, which is on no list and due at `expiry`, before `after`: a timer, or the head to go last.
/// Whether the list was empty. Constant time.
#[inline(always)]
pub(crate) fn insert_before<R: Records + ?Sized>(records: &mut R, after: u32, index: u32, expiry: u64) -> bool {
    // Every index names a record. To end where one does not spares the checks of it that would follow.
    let Some(behind) = at_mut(records, after) else {
        return false;
    };
    let previous = core::mem::replace(&mut behind.previous, index);
    let Some(record) = at_mut(records, index) else {
        return false;
    };
    *record = Record { expiry, next: after, previous };
    set_next(records, previous, index);
    previous == after
}

/// As [`insert_before`] the first timer of the list.
#[inline]
pub(crate) fn push_front<R: Records + ?Sized>(records: &mut R, head: u32, index: u32, expiry: u64) -> bool {
    let first = get(records, head).next;
    insert_before(records, first, index, expiry)
}

/// Takes the timer `index` off its list; it still has its links. Returns the head if no timer is left. Constant time.
#[inline(always)]
pub(crate) fn unlink<R: Records + ?Sized>(records: &mut R, index: u32) -> Option<u32> {
    let &Record { next, previous, .. } = at(records, index)?;
    at_mut(records, previous)?.next = next;
    at_mut(records, next)?.previous = previous;
    (next == previous).then_some(next)
}

/// Moves the timer `index` from its list to the end of that of `head`, due at `expiry`. Returns the head of its list if
/// no timer is left there, and whether the other one was empty. Constant time.
#[inline(always)]
pub(crate) fn move_back<R: Records + ?Sized>(
    records: &mut R,
    head: u32,
    index: u32,
    expiry: u64,
) -> (Option<u32>, bool) {
    let Some(timer) = at_mut(records, index) else {
        return (None, false);
    };
    timer.expiry = expiry;
    let Record { next, previous, .. } = *timer;
    if next == head {
        // It is the last one there already.
        return (None, false);
    }
    timer.next = head;
    set_next(records, previous, next);
    set_previous(records, next, previous);
    let Some(behind) = at_mut(records, head) else {
        return (None, false);
    };
    let last = core::mem::replace(&mut behind.previous, index);
    set_next(records, last, index);
    set_previous(records, index, last);
    ((next == previous).then_some(next), last == head)
}

/// Takes the first timer off the list. Constant time.
#[inline]
pub(crate) fn pop_front<R: Records + ?Sized>(records: &mut R, head: u32) -> Option<(u32, Record)> {
    let (index, record) = first(records, head)?;
    at_mut(records, head)?.next = record.next;
    at_mut(records, record.next)?.previous = head;
    Some((index, record))
}

/// Takes the only timer off the list, if it is due at `expiry` or before. Constant time.
#[cfg(feature = "chip")]
#[inline(always)]
pub(crate) fn take_single<R: Records + ?Sized>(records: &mut R, head: u32, expiry: u64) -> Option<(u32, Record)> {
    let (index, record) = first(records, head)?;
    if record.next != head || record.expiry > expiry {
        return None;
    }
    clear(records, head);
    Some((index, record))
}

/// Moves the timer `index` from its list to the end of another one. Returns the head of its list if no timer is left
/// there.
#[inline]
pub(crate) fn move_to<R: Records + ?Sized>(records: &mut R, index: u32, head: u32) -> Option<u32> {
    let expiry = at(records, index)?.expiry;
    let emptied = unlink(records, index);
    insert_before(records, head, index, expiry);
    emptied
}

/// Moves all timers of the list of `head` to the end of that of `onto`, in their order. Constant time.
#[inline]
pub(crate) fn append<R: Records + ?Sized>(records: &mut R, head: u32, onto: u32) {
    splice(records, head, onto);
    clear(records, head);
}

/// As [`append`], but `head` is still to be [cleared](clear).
#[inline]
pub(crate) fn splice<R: Records + ?Sized>(records: &mut R, head: u32, onto: u32) {
    let Record { next, previous, .. } = get(records, head);
    if next == head {
        return;
    }
    let last = get(records, onto).previous;
    set_next(records, last, next);
    set_previous(records, next, last);
    set_next(records, previous, onto);
    set_previous(records, onto, previous);
}

/// Orders the list by expiry; timers of one expiry keep their order. A merge sort that only changes links: n log n
/// comparisons for n timers, no memory besides.
pub(crate) fn sort<R: Records + ?Sized>(records: &mut R, head: u32) {
    let mut width: u32 = 1;
    loop {
        let (mut rest, mut tail) = (get(records, head).next, head);
        let mut merges: u32 = 0;
        while on_list(records, rest, head).is_some() {
            merges += 1;
            (rest, tail) = merge(records, (rest, tail), width, head);
        }
        set_next(records, tail, head);
        if merges <= 1 {
            break;
        }
        width *= 2;
    }
    // Only the links forward are right by now.
    let (mut before, mut index) = (head, get(records, head).next);
    while let Some(record) = on_list(records, index, head) {
        set_previous(records, index, before);
        (before, index) = (index, record.next);
    }
    set_previous(records, head, before);
}

/// Merges two neighbouring sorted runs of up to `width` timers, the first from `left` on, and links them behind `tail`;
/// the left one goes first where expiries are equal. Returns the first timer behind both runs, and the last one of the
/// merged run.
fn merge<R: Records + ?Sized>(records: &mut R, (mut left, mut tail): (u32, u32), width: u32, head: u32) -> (u32, u32) {
    let (mut right, mut lefts, mut rights) = (left, 0, width);
    while lefts < width
        && let Some(record) = on_list(records, right, head)
    {
        right = record.next;
        lefts += 1;
    }
    loop {
        let one = on_list(records, left, head).filter(|_| lefts > 0);
        let other = on_list(records, right, head).filter(|_| rights > 0);
        let index = match (one, other) {
            (None, None) => return (right, tail),
            (Some(one), other) if other.is_none_or(|other| one.expiry <= other.expiry) => {
                lefts -= 1;
                core::mem::replace(&mut left, one.next)
            }
            (_, other) => {
                rights -= 1;
                let next = other.map_or(head, |other| other.next);
                core::mem::replace(&mut right, next)
            }
        };
        set_next(records, tail, index);
        tail = index;
    }
}
