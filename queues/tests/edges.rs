//! Queues at their edges: sizes, storage, handles, the end of time.

use carillon_queues::chip::{SlotQueue, Structure};
use carillon_queues::diagnostics::{Diagnostics, Order};
use carillon_queues::memory::{Bounded, Memory, Record};
use carillon_queues::schemes::{
    AheadWheel, BasicWheel, Calendar, Deviations, LazyHeap, LazyWheel, OrderedHashedWheel, Shape, SimulationWheel,
    Slots, Tree,
};
use carillon_queues::{
    FixedTimerWheel, FixedTimers, FlexQueue, Handle, HashedWheel, Heap, HierarchicalWheel, NumberedQueue,
    NumberedTimers, QueueError, RestartError, StartError, TimerQueue, TimerWheel, Timers,
};

fn queue(slots: u32, capacity: usize) -> Timers<HashedWheel, u32, Bounded<u32>> {
    Timers::bounded(HashedWheel::new(slots), capacity).expect("a queue")
}

fn drain(queue: &mut impl TimerQueue<Item = u32>) -> Vec<(u64, u32)> {
    let mut popped = Vec::new();
    popped.extend(std::iter::from_fn(|| queue.next_expired()).map(|expired| (expired.due, expired.item)));
    popped
}

/// Calls a generic function with structures of every kind of memory that grows and is given back.
macro_rules! with_each_kind_of_memory {
    ($check:ident) => {
        $check(HierarchicalWheel::<6>::new());
        $check(HashedWheel::new(7));
        $check(BasicWheel::new(128));
        $check(AheadWheel::<8>::new(1));
        $check(HierarchicalWheel::<6>::new().lazy());
        $check(Heap::new());
        $check(LazyHeap::new());
        $check(Tree::new(Shape::Leftist));
        $check(Calendar::new(64));
        $check(FlexQueue::new(Slots::Ordered, Deviations::TWO, 128));
    };
}

#[test]
fn new_too_few_slots_refused() {
    fn made<S: Structure>(structure: S) -> Option<QueueError> {
        Timers::<_, u8>::growing(structure, 1).err()
    }
    let refused = |slots| Some(QueueError::SlotsOutOfRange { slots });
    assert_eq!(made(HashedWheel::new(0)), refused(0));
    assert_eq!(made(HashedWheel::new(1)), None);
    assert_eq!(made(OrderedHashedWheel::new(0)), refused(0));
    assert_eq!(made(SimulationWheel::by_halves(1)), refused(0));
    assert_eq!(made(Calendar::new(1)), refused(1));
    let mut wheel = Timers::bounded(BasicWheel::new(1), 1).expect("a queue");
    for now in 1..5 {
        wheel.start(1, now).expect("room");
        assert!(wheel.start(2, now).is_err());
        wheel.advance(now);
        assert_eq!(wheel.next_expired().map(|expired| expired.due), Some(now));
    }
}

#[test]
fn new_array_slice_vector_and_box_all_serve_as_storage() {
    fn works(memory: impl Memory<u32, Records = [Record]>) {
        let mut queue = Timers::with(HashedWheel::new(4), memory).expect("a queue");
        queue.start(3, 7).expect("room");
        queue.advance(3);
        assert_eq!(drain(&mut queue), [(3, 7)]);
    }
    const RECORDS: usize = HashedWheel::new(4).records(2);
    works(([Record::VACANT; RECORDS], [0; 2], [None; 2]));
    works((vec![Record::VACANT; RECORDS], vec![0], vec![None]));
    works((
        vec![Record::VACANT; RECORDS].into_boxed_slice(),
        vec![0].into_boxed_slice(),
        vec![None].into_boxed_slice(),
    ));
    works((&mut [Record::VACANT; RECORDS], &mut [0; 2], &mut [None; 2]));
    works((&mut [Record::VACANT; RECORDS][..], &mut [0; 2][..], &mut [None; 2][..]));
    // As many timers as the shorter array says.
    let mut queue = Timers::with(Heap::new(), (vec![Record::VACANT; 20], [0; 3], [None; 2]));
    let queue = queue.as_mut().expect("a queue");
    assert_eq!(queue.capacity(), 2);
    queue.start(3, 7).expect("room");
    queue.check_invariants().expect("sound");
}

#[test]
fn new_memory_of_an_earlier_queue_is_forgotten() {
    const WHEEL: HashedWheel = HashedWheel::new(4);
    let mut records = [Record::VACANT; WHEEL.records(2)];
    let (mut generations, mut items) = ([9; 2], [Some(5); 2]);
    let mut first = Timers::with(WHEEL, (&mut records, &mut generations, &mut items)).expect("a queue");
    first.start(1, 1).expect("room");
    first.start(0, 2).expect("room");
    let mut second = Timers::with(WHEEL, (&mut records, &mut generations, &mut items)).expect("a queue");
    second.check_invariants().expect("clean");
    second.advance(100);
    assert_eq!(drain(&mut second), []);
}

#[test]
fn start_next_to_2_to_the_32_48_and_64_is_exact() {
    for (slots, edge) in [(7, 1_u64 << 32), (64, 1 << 32), (7, 1 << 48), (60, 1 << 48), (1000, 1 << 63)] {
        let mut queue = queue(slots, 8);
        queue.advance(edge - 2);
        for interval in 0..5 {
            queue.start(u64::from(interval), interval).expect("room");
        }
        for tick in edge - 2..edge + 3 {
            queue.advance(tick);
            assert_eq!(drain(&mut queue), [(tick, (tick - (edge - 2)) as u32)]);
        }
    }
}

/// Timers that migrate ahead of time across the turns of all wheels, and to the end of time, tick by tick and in one
/// jump.
#[test]
fn start_ahead_next_to_the_turns_of_all_wheels_is_exact() {
    let last = u64::MAX - 2;
    for edge in [1 << 16, 1 << 24, 1 << 32, 1 << 48, 1 << 56, 1 << 63, last] {
        for before in [3, 255, 256, 257, 600, 65_000] {
            for by_jump in [false, true] {
                let mut queue = Timers::bounded(AheadWheel::<8>::new(1), 32).expect("a queue");
                queue.advance(edge - before);
                for item in 0..20 {
                    let tick = edge - 2 + item % 5;
                    queue.start_at(tick, item).expect("room");
                }
                let mut found = Vec::new();
                let end = edge + 2;
                while queue.outstanding() > 0 {
                    let now = queue.now();
                    queue.advance(if by_jump { end } else { now + 1 });
                    if now % 61 == 0 {
                        queue.check_invariants().expect("sound");
                    }
                    while let Some(expired) = queue.next_expired() {
                        assert!(by_jump || expired.due == queue.now());
                        found.push((expired.due, expired.item));
                    }
                }
                let mut expected: Vec<_> = (0..20).map(|item| (edge - 2 + item % 5, item)).collect();
                expected.sort_unstable();
                assert_eq!(found, expected, "{edge} {before} {by_jump}");
            }
        }
    }
}

#[test]
fn start_past_the_end_of_time_refused_and_the_last_tick_kept() {
    let mut queue = queue(10, 2);
    queue.advance(u64::MAX - 3);
    assert_eq!(queue.start(4, 4).map_err(StartError::from), Err(StartError::BeyondTheEndOfTime));
    queue.start(3, 3).expect("the last tick");
    queue.advance(u64::MAX);
    assert_eq!(drain(&mut queue), [(u64::MAX, 3)]);
    assert_eq!(queue.start(1, 1).map_err(StartError::from), Err(StartError::BeyondTheEndOfTime));
}

#[test]
fn start_full_slab_refused_and_accepted_after_a_stop_and_after_an_expiry() {
    let mut queue = queue(4, 2);
    let first = queue.start(1, 1).expect("room");
    queue.start(2, 2).expect("room");
    assert_eq!(queue.start(3, 3).map_err(StartError::from), Err(StartError::Full { capacity: 2 }));
    queue.stop(first).expect("outstanding");
    queue.start(3, 3).expect("room again");
    queue.advance(2);
    assert_eq!(
        queue.start(4, 4).map_err(StartError::from),
        Err(StartError::Full { capacity: 2 }),
        "due timers hold their memory"
    );
    assert_eq!(queue.start(4, 7).map_err(|refused| refused.item), Err(7));
    assert_eq!(drain(&mut queue), [(2, 2)]);
    queue.start(4, 4).expect("room again");
}

#[test]
fn start_slab_without_entries_refuses_everything() {
    let mut queue = queue(4, 0);
    assert_eq!(queue.start(0, 1).map_err(StartError::from), Err(StartError::Full { capacity: 0 }));
    queue.check_invariants().expect("clean");
}

#[test]
fn stop_handle_of_a_larger_queue_refused() {
    let mut large = queue(4, 3);
    for item in 0..2 {
        large.start(1, item).expect("room");
    }
    let foreign = large.start(1, 2).expect("room");
    assert_eq!(queue(4, 1).stop(foreign), None);
}

#[test]
fn advance_jump_of_2_to_the_40_examines_each_timer_once() {
    let mut queue = queue(256, 1000);
    for item in 0..1000 {
        queue.start(u64::from(item) * 1_000_003, item).expect("room");
    }
    queue.advance(1 << 40);
    assert_eq!(queue.examined(), 999, "the timer of interval 0 needs no visit");
    assert_eq!(drain(&mut queue).len(), 1000);
}

#[test]
fn visit_leaves_later_laps_where_they_are() {
    let mut queue = queue(4, 4);
    for lap in 0..4_u32 {
        let due = u64::from(lap) * 4 + 1;
        let (_, filled) = queue.start_in_slot(due, lap).expect("room");
        assert_eq!(filled, (lap == 0).then_some(1));
    }
    assert_eq!(queue.next_expiry(), Some(1));
    let visited = queue.visit(Some(1), 5, u64::MAX);
    assert_eq!((visited.examined, visited.finished), (4, true));
    assert_eq!((queue.examined(), queue.reached()), (4, 5));
    assert_eq!((queue.next_busy(0), queue.next_busy(2)), (Some(1), None));
    let due: Vec<_> = std::iter::from_fn(|| queue.next_expired()).map(|one| one.due).collect();
    assert_eq!(due, [1, 5]);
    assert_eq!(queue.next_expiry(), Some(9));
    queue.check_invariants().expect("clean");
    // A slot that does not exist has no timers.
    assert_eq!(queue.visit(Some(4), 100, u64::MAX).examined, 0);
    assert_eq!(queue.visit(None, 100, u64::MAX).examined, 2);
    assert_eq!(queue.next_busy(0), None);
    let due: Vec<_> = std::iter::from_fn(|| queue.next_expired()).map(|one| one.due).collect();
    assert_eq!((due, queue.reached()), (vec![9, 13], 100));
}

#[test]
fn visit_single_hands_out_only_a_due_timer_without_company() {
    let mut queue = queue(4, 4);
    let (alone, _) = queue.start_in_slot(5, 0).expect("room");
    for due in [2, 6] {
        queue.start_in_slot(due, 1).expect("room");
    }
    assert_eq!(queue.next_expiry(), Some(2));
    for at in [(0, 100), (1, 4), (2, 100), (4, 100)] {
        let visited = queue.visit_single(at, || -> Result<(), ()> { panic!("{at:?}") });
        assert!(visited.is_none(), "{at:?}");
    }
    queue.check_invariants().expect("nothing has changed");
    assert_eq!((queue.examined(), queue.next_busy(0)), (0, Some(1)));
    // Not confirmed, it is due, and can still be stopped.
    assert_eq!(queue.visit_single((1, 5), || Err("bus")), Some(Err("bus")));
    queue.check_invariants().expect("it is on the due list");
    assert_eq!((queue.examined(), queue.reached()), (1, 5));
    assert_eq!((queue.next_busy(0), queue.has_due()), (Some(2), true));
    assert_eq!(queue.expiry(alone), Some(5));
    assert_eq!(queue.next_expired().map(|one| (one.handle, one.due)), Some((alone, 5)));
    // Handed out, it is no longer outstanding.
    queue.start_in_slot(9, 2).expect("room");
    assert_eq!(queue.outstanding(), 3);
    let visited = queue.visit_single((1, 10), || Ok::<_, ()>(()));
    let expired = visited.expect("it is alone").expect("confirmed");
    assert_eq!((expired.item, expired.due), (2, 9));
    assert_eq!(queue.outstanding(), 2);
    assert!(queue.stop(expired.handle).is_none());
    assert_eq!(queue.next_expiry(), Some(2));
    queue.check_invariants().expect("clean");
}

#[test]
fn errors_say_what_to_do() {
    let texts = [
        StartError::Full { capacity: 3 }.to_string(),
        StartError::BeyondTheWheel { interval: 200, longest: 100 }.to_string(),
        RestartError::NotOutstanding.to_string(),
        QueueError::SlotsOutOfRange { slots: 1 }.to_string(),
    ];
    for (text, advice) in texts.iter().zip(["more memory", "more slots", "forget", "at least 1"]) {
        assert!(text.contains(advice), "{text}");
    }
}

/// Whatever there is outstanding, due and free stays as it is, and there is room for as many more.
#[test]
fn grow_of_a_full_queue_keeps_its_timers_and_makes_room() {
    fn check<S: Structure>(structure: S) {
        let mut queue = Timers::growing(structure, 3).expect("memory");
        let start =
            |queue: &mut Timers<S, u32>, interval, item| TimerQueue::start(queue, interval, item).expect("it grows");
        let handles: Vec<Handle> = (0..3).map(|item| start(&mut queue, 10 + u64::from(item), item)).collect();
        queue.advance(10);
        queue.stop(handles[1]).expect("outstanding");
        queue.grow(2).expect("nothing to do");
        assert_eq!(queue.capacity(), 3);
        queue.grow(100).expect("it can");
        queue.check_invariants().expect("sound");
        assert_eq!((queue.capacity(), queue.outstanding()), (100, 2));
        for item in 3..101 {
            start(&mut queue, item.into(), item);
        }
        assert_eq!(queue.outstanding() as usize, queue.capacity());
        queue.check_invariants().expect("sound");
        assert_eq!(queue.stop(handles[1]), None);
        assert_eq!(queue.next_expired().map(|expired| expired.handle), Some(handles[0]));
        assert_eq!(queue.stop(handles[2]), Some(2));
        queue.advance(110);
        let mut items: Vec<u32> = drain(&mut queue).iter().map(|one| one.1).collect();
        items.sort_unstable();
        assert!(items.into_iter().eq(3..101));
        // By itself, the first time and later.
        for item in 0..1_000 {
            start(&mut queue, u64::from(item) % 128, item);
            queue.check_invariants().expect("sound");
        }
        queue.advance(300);
        assert_eq!(drain(&mut queue).len(), 1_000);
    }
    with_each_kind_of_memory!(check);
    let mut numbered = NumberedTimers::bounded(Heap::new(), 1).expect("memory");
    assert!(NumberedQueue::start(&mut numbered, 1, 5).is_err());
    numbered.grow(2).expect("it can");
    NumberedQueue::start(&mut numbered, 1, 5).expect("there is such a number");
    numbered.check_invariants().expect("sound");
    numbered.start(1_000, 7).expect("it grows");
    numbered.check_invariants().expect("sound");
    assert_eq!(numbered.next_expiry(), Some(5));
}

/// The timers that are left stay with their handles, and no stale handle is taken for a timer in memory that is new.
#[test]
fn shrink_to_fit_after_a_burst_keeps_what_is_outstanding_and_stale_handles_stale() {
    fn check<S: Structure>(structure: S) {
        let mut queue = Timers::growing(structure, 3).expect("memory");
        let start =
            |queue: &mut Timers<S, u32>, interval, item| TimerQueue::start(queue, interval, item).expect("it grows");
        let mut stale: Vec<Handle> = Vec::new();
        for _ in 0..3 {
            // Some are due, some wait, and the generations of records differ.
            let now = queue.now();
            let first = start(&mut queue, 4, 1);
            let burst = |queue: &mut Timers<S, u32>| -> Vec<Handle> {
                (0..200_u32).map(|item| start(queue, 1 + u64::from(item) % 60, 1_000 + item)).collect()
            };
            for handle in burst(&mut queue) {
                queue.stop(handle).expect("outstanding");
                stale.push(handle);
            }
            // Those at the front of the memory stay.
            let mut again = burst(&mut queue);
            again.sort_unstable();
            let (left, stopped) = again.split_at(5);
            let items: Vec<_> = left.iter().map(|&left| queue.get(left).copied()).collect();
            for &handle in stopped {
                queue.stop(handle).expect("outstanding");
            }
            stale.extend(stopped);
            queue.advance(now + 3);
            queue.shrink_to_fit();
            queue.check_invariants().expect("sound");
            assert!(queue.capacity() < 100, "{}", queue.capacity());
            assert_eq!(queue.outstanding(), 6);
            // Twice does no harm.
            let capacity = queue.capacity();
            queue.shrink_to_fit();
            assert_eq!(queue.capacity(), capacity);
            let fresh = burst(&mut queue);
            queue.check_invariants().expect("sound");
            for &handle in &stale {
                assert_eq!(queue.expiry(handle), None, "{handle:?}");
                assert_eq!(queue.stop(handle), None, "{handle:?}");
            }
            assert_eq!(queue.expiry(first), Some(now + 4));
            let kept = left.iter().map(|&left| queue.get(left).copied());
            assert!(kept.eq(items), "they have their items");
            queue.advance(now + 100);
            assert_eq!(drain(&mut queue).len(), 206);
            stale.extend([first].iter().chain(left).chain(&fresh));
            queue.shrink_to_fit();
            queue.check_invariants().expect("sound");
            assert_eq!(queue.capacity(), 0);
        }
    }
    with_each_kind_of_memory!(check);

    let mut numbered = NumberedTimers::with_capacity(0).expect("nothing");
    numbered.shrink_to_fit();
    for number in 0..1_000 {
        numbered.start(number, 5).expect("memory");
    }
    for number in 8..1_000 {
        assert!(numbered.stop(number));
    }
    numbered.shrink_to_fit();
    numbered.check_invariants().expect("sound");
    assert_eq!((numbered.numbers(), numbered.outstanding()), (8, 8));
    numbered.start(900, 4).expect("memory");
    numbered.check_invariants().expect("sound");
    let order: Vec<u32> = numbered.advance(5).map(|expired| expired.number).collect();
    assert_eq!(order, [900, 0, 1, 2, 3, 4, 5, 6, 7]);
}

/// A queue that has come to a tick before it had memory knows the time when it has.
#[test]
fn start_in_the_past_before_there_is_memory_is_due_at_once_and_can_be_stopped() {
    let mut queue: Timers<Calendar, u32> = Timers::new();
    queue.advance(167);
    let handle = queue.start_at(100, 1);
    queue.check_invariants().expect("sound");
    assert_eq!(queue.stop(handle), Some(1));
    queue.start_at(100, 2);
    queue.start_at(168, 3);
    queue.advance(168);
    assert_eq!(drain(&mut queue), [(100, 2), (168, 3)]);
}

/// More slots than there can be records, and more wheels than there are bits.
#[test]
fn with_capacity_of_too_many_slots_is_refused() {
    for slots in [(1 << 30) + 1, 1 << 31, u32::MAX] {
        let refused = Some(QueueError::SlotsOutOfRange { slots });
        assert_eq!(made_of(HashedWheel::new(slots)), refused);
        assert_eq!(made_of(BasicWheel::new(slots)), refused);
        assert_eq!(made_of(OrderedHashedWheel::new(slots)), refused);
        let bounded = Timers::<_, (), _>::bounded(HashedWheel::new(slots), 2);
        assert_eq!(bounded.err(), refused);
        let numbered = NumberedTimers::bounded(HashedWheel::new(slots), 2);
        assert_eq!(numbered.err(), refused);
    }
}

fn made_of<S: Structure>(structure: S) -> Option<QueueError> {
    Timers::<_, ()>::growing(structure, 2).err()
}

/// What is peeked at is handed out next; where the structure promises no order within a tick, one of that tick is.
#[test]
fn peek_in_any_history_names_the_timer_that_is_handed_out_next() {
    macro_rules! check {
        ($queue:expr) => {
            for seed in 0..30 {
                let mut random = fastrand::Rng::with_seed(seed);
                let (mut queue, mut handles) = ($queue, Vec::new());
                let ordered = queue.guarantees().order == Order::TickThenStart;
                let bits = [3, 7, 14, 40][seed as usize % 4];
                for item in 0..300_u32 {
                    let length = 1 << random.u8(0..=bits);
                    let interval = random.u64(0..length);
                    match random.u8(0..8) {
                        0..4 => {
                            // Some for the tick of another one, which may wait elsewhere.
                            let other = handles.get(random.usize(..=handles.len()));
                            let tick = other.and_then(|&other| queue.expiry(other));
                            let tick = tick.unwrap_or(queue.now() + interval);
                            handles.extend(TimerQueue::start_at(&mut queue, tick, item));
                        }
                        4 if !handles.is_empty() => {
                            queue.stop(handles[random.usize(..handles.len())]);
                        }
                        5 => drop(queue.next_expired()),
                        6 => {
                            let _ = queue.advance_within(queue.now() + interval, random.u64(0..4));
                        }
                        _ => drop(queue.advance(queue.now() + interval)),
                    }
                    let peeked = queue.peek().map(|(handle, due, &item)| (handle, due, item));
                    let mut other = queue.clone();
                    // What was cut short goes on first.
                    other.advance(other.now());
                    let settled = other.peek().map(|(handle, due, &item)| (handle, due, item));
                    assert_eq!(peeked.map(|peeked| peeked.1), settled.map(|settled| settled.1));
                    if let Some(next) = other.next_expiry() {
                        other.advance(next);
                    }
                    let next = other.next_expired().map(|one| (one.handle, one.due, one.item));
                    assert_eq!(settled.map(|settled| settled.1), next.map(|next| next.1));
                    if ordered {
                        assert_eq!(settled, next);
                    }
                    if let Some((handle, due, item)) = peeked {
                        let (expiry, attached) = (queue.expiry(handle), queue.get(handle));
                        assert_eq!((expiry, attached), (Some(due), Some(&item)));
                    }
                }
            }
        };
    }
    check!(TimerWheel::<u32>::new());
    check!(FixedTimerWheel::<u32, 40>::new());
    check!(Timers::growing(HierarchicalWheel::<3>::new(), 0).expect("nothing"));
    check!(Timers::growing(HierarchicalWheel::<6>::new().unordered(), 0).expect("nothing"));
    check!(Timers::growing(HierarchicalWheel::<6>::new().by_digits(), 0).expect("nothing"));
    check!(FixedTimers::<u32, 40>::new());
    check!(Timers::growing(HashedWheel::new(16), 0).expect("nothing"));
    check!(Timers::growing(HashedWheel::new(13), 0).expect("nothing"));
    check!(Timers::<LazyWheel, u32>::new());
    check!(Timers::<Heap, u32>::new());
    check!(Timers::growing(Heap::in_order(), 0).expect("nothing"));
    check!(Timers::<FlexQueue, u32>::new());
    for slots in [Slots::Ordered, Slots::Unordered] {
        let flex = FlexQueue::new(slots, Deviations::TWO, 128);
        check!(Timers::growing(flex.few(8), 0).expect("nothing"));
        check!(Timers::growing(flex.few(0).most_searched(1), 0).expect("nothing"));
    }
}

/// Of two timers of one tick, the one that was started sooner waits on a higher wheel.
#[test]
fn peek_of_one_tick_names_the_timer_that_was_started_first() {
    let mut timers = TimerWheel::new();
    let first = timers.start(74, "first");
    timers.advance(20);
    timers.start(54, "second");
    assert_eq!(timers.peek(), Some((first, 74, &"first")));
}

/// By number as by handle.
#[test]
fn peek_by_number_names_the_earliest() {
    let mut timers = NumberedTimers::with_capacity(0).expect("nothing");
    assert_eq!(timers.peek(), None);
    for (number, interval) in [(5, 70_000), (3, 5_000), (9, 5_000), (4, 5_001)] {
        timers.start(number, interval).expect("it grows");
    }
    assert_eq!(timers.peek(), Some((3, 5_000)));
    timers.start(3, 6_000).expect("a number");
    assert_eq!(timers.peek(), Some((9, 5_000)));
    timers.advance(5_500);
    assert_eq!(timers.peek(), Some((9, 5_000)));
    timers.stop(9);
    timers.stop(4);
    assert_eq!(timers.peek(), Some((3, 6_000)));
}
