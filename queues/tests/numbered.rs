//! Timers that the caller numbers: against the handles' queue, and what numbers can do wrong.

use carillon_queues::advance::Advance;
use carillon_queues::chip::Structure;
use carillon_queues::diagnostics::Diagnostics;
use carillon_queues::memory::{Bounded, Record};
use carillon_queues::numbered::ByHandle;
use carillon_queues::schemes::{BasicWheel, Deviations, LazyHeap, Slots};
use carillon_queues::{
    FlexQueue, Handle, HashedWheel, Heap, HierarchicalWheel, NumberedQueue, NumberedTimers, Progress, QueueError,
    RestartError, StartError, TimerQueue, Timers,
};

const TIMERS: u32 = 40;

fn numbered<S: Structure>(structure: S) -> NumberedTimers<S, Vec<Record>> {
    NumberedTimers::bounded(structure, TIMERS as usize).unwrap()
}

fn wheels() -> NumberedTimers {
    numbered(HierarchicalWheel::new())
}

/// The same random operations on numbers and on handles; the same timers come out in the same order.
fn agrees<S: Structure + Clone>(structure: S, seed: u64) {
    let mut handled = Timers::bounded(structure.clone(), TIMERS as usize).unwrap();
    let mut numbered = numbered(structure);
    let mut random = fastrand::Rng::with_seed(seed);
    let mut handles: Vec<Option<Handle>> = vec![None; TIMERS as usize];
    for _ in 0..3_000 {
        let number = random.u32(0..TIMERS);
        let handle = &mut handles[number as usize];
        match random.u8(0..20) {
            0..8 => {
                let length = 1 << random.u8(0..40);
                let interval = random.u64(0..length);
                let replaced = numbered.expiry(number).is_some();
                // Some of them have gone by.
                let expiry = (numbered.now() + interval).saturating_sub(random.u64(0..64));
                numbered.start_at(number, expiry).unwrap();
                let stopped = handle.take().map(|handle| handled.stop(handle).unwrap());
                assert_eq!(replaced, stopped.is_some());
                *handle = Some(handled.start_at(expiry, number).unwrap());
            }
            8 => {
                let length = 1 << random.u8(0..30);
                let interval = random.u64(0..length);
                let earlier = handle.is_some_and(|handle| handled.restart_to_earlier(handle, interval));
                assert_eq!(numbered.restart_to_earlier(number, interval), earlier);
            }
            9 => as_collections(&mut numbered, &mut handled, &mut handles, random.u32(0..8)),
            10..12 => match handle.take() {
                Some(handle) => {
                    assert!(numbered.stop(number));
                    assert_eq!(handled.stop(handle), Some(number));
                }
                None => assert!(!numbered.stop(number)),
            },
            _ => {
                let length = 1 << random.u8(0..30);
                let to = numbered.now() + random.u64(0..length);
                if let Some(before) = numbered.now().checked_sub(1) {
                    let now = numbered.now();
                    numbered.advance(before);
                    handled.advance(before);
                    assert_eq!((numbered.now(), handled.now()), (now, now));
                }
                let steps = random.u64(0..8);
                let progress = numbered.advance_within(to, steps);
                assert_eq!(progress, handled.advance_within(to, steps));
                assert_eq!(numbered.now(), handled.now());
                if progress == Progress::Unfinished && steps < 4 {
                    // Others are started and stopped before it goes on.
                    continue;
                }
                numbered.advance(to);
                handled.advance(to);
                assert_eq!(numbered.next_expiry(), handled.next_expiry());
                while let Some(expired) = numbered.next_expired() {
                    let other = handled.next_expired().unwrap();
                    assert_eq!((expired.number, expired.due), (other.item, other.due));
                    handles[expired.number as usize] = None;
                }
                assert_eq!(handled.next_expired(), None);
            }
        }
        assert_eq!(numbered.outstanding(), handled.outstanding());
        assert_eq!(numbered.next_expiry(), handled.next_expiry());
        let left = handles[number as usize].and_then(|handle| handled.time_left(handle));
        assert_eq!(numbered.time_left(number), left);
        numbered.check_invariants().unwrap();
        handled.check_invariants().unwrap();
    }
}

/// Numbers and handles have the same timers as collections, and lose the same.
fn as_collections<S: Structure>(
    numbered: &mut NumberedTimers<S, Vec<Record>>,
    handled: &mut Timers<S, u32, Bounded<u32>>,
    handles: &mut [Option<Handle>],
    choice: u32,
) {
    assert_eq!((numbered.len(), numbered.is_empty()), (handled.len(), handled.is_empty()));
    let mut timers: Vec<(u32, u64)> = handled.iter().map(|(_, due, &number)| (number, due)).collect();
    timers.sort_unstable();
    assert!(numbered.iter().eq(timers.iter().copied()));
    match choice {
        0 => {
            numbered.clear();
            handled.clear();
        }
        1 => {
            assert!(numbered.drain().eq(timers.iter().copied()));
            assert_eq!(handled.drain().count(), timers.len());
        }
        2 => {
            // What is not taken from a drain goes with it.
            assert_eq!(numbered.drain().next(), timers.first().copied());
            drop(handled.drain());
        }
        divisor => {
            numbered.retain(|number, due| {
                assert!(timers.contains(&(number, due)));
                !number.is_multiple_of(divisor)
            });
            handled.retain(|_, _, number| !number.is_multiple_of(divisor));
        }
    }
    for (number, handle) in (0..).zip(handles) {
        let there = handle.is_some_and(|handle| handled.contains(handle));
        assert_eq!(numbered.contains(number), there);
        *handle = handle.filter(|_| there);
    }
}

#[test]
fn numbered_wheels_do_as_wheels_with_handles() {
    for seed in 0..20 {
        agrees(HierarchicalWheel::<6>::new(), seed);
    }
}

#[test]
fn numbered_flex_queue_does_as_flex_queue_with_handles() {
    for seed in 0..20 {
        agrees(FlexQueue::new(Slots::Ordered, Deviations::TWO, 128), seed);
    }
}

/// What has run out by `to`: number and tick.
fn expired<S: Structure>(timers: &mut NumberedTimers<S, Vec<Record>>, to: u64) -> Vec<(u32, u64)> {
    timers.advance(to);
    timers.check_invariants().unwrap();
    std::iter::from_fn(|| timers.next_expired()).map(|expired| (expired.number, expired.due)).collect()
}

/// Batches of every length up to 80, with some numbers twice, some ticks in the past: by numbers and by handles, and
/// each beside one start after another.
fn batches<S: Structure + Clone>(structure: S) {
    let mut by_batch = numbered(structure.clone());
    let mut by_one = by_batch.clone();
    let mut handled = Timers::bounded(structure, TIMERS as usize).unwrap();
    let handles: Vec<_> = (0..TIMERS).map(|number| handled.start(1, number).unwrap()).collect();
    let mut handled_by_one = handled.clone();
    let mut random = fastrand::Rng::with_seed(5);
    for length in 0..80 {
        let (now, limit) = (by_batch.now(), 1 + random.u64(0..128));
        let batch: Vec<(u32, u64)> = (0..length)
            .map(|_| {
                let number = random.u32(0..TIMERS);
                (number, (now + random.u64(0..limit)).saturating_sub(3))
            })
            .collect();
        by_batch.start_batch(&batch).unwrap();
        // Time stands still for these.
        let named: Vec<_> =
            batch.iter().map(|&(number, expiry)| (handles[number as usize], expiry.saturating_sub(now))).collect();
        handled.restart_batch(&named).unwrap();
        for (&(number, expiry), (handle, interval)) in batch.iter().zip(named) {
            by_one.start_at(number, expiry).unwrap();
            handled_by_one.restart_at(handle, interval).unwrap();
        }
        assert_eq!(by_batch.outstanding(), by_one.outstanding());
        assert_eq!(by_batch.next_expiry(), by_one.next_expiry());
        let to = now + random.u64(0..64);
        assert_eq!(expired(&mut by_batch, to), expired(&mut by_one, to));
        handled.check_invariants().unwrap();
        for (number, &handle) in handles.iter().enumerate() {
            let expiry = handled.expiry(handle);
            assert_eq!(expiry, handled_by_one.expiry(handle), "{number}");
        }
        assert_eq!(handled.next_expiry(), handled_by_one.next_expiry());
    }
    handled.advance(100);
    handled_by_one.advance(100);
    let left: Vec<_> = std::iter::from_fn(|| handled.next_expired()).collect();
    assert_eq!(left, std::iter::from_fn(|| handled_by_one.next_expired()).collect::<Vec<_>>());
}

#[test]
fn start_batch_and_restart_batch_do_as_one_start_after_another() {
    batches(HierarchicalWheel::<4>::new());
    batches(BasicWheel::new(128));
    batches(HashedWheel::new(64));
    batches(Heap::new());
    batches(LazyHeap::new());
    batches(HierarchicalWheel::<4>::new().lazy());
    batches(FlexQueue::new(Slots::Ordered, Deviations::TWO, 128));
}

#[test]
fn start_batch_refused_changes_no_timer() {
    let mut timers = wheels();
    timers.start(3, 10).unwrap();
    let mut batch = vec![(3, 20); 70];
    batch.push((TIMERS, 20));
    timers.start_batch(&batch).unwrap_err();
    assert_eq!((timers.expiry(3), timers.outstanding()), (Some(10), 1));

    let mut timers = Timers::bounded(HierarchicalWheel::<6>::new(), 2).unwrap();
    let (one, two) = (timers.start(10, 1).unwrap(), timers.start(10, 2).unwrap());
    timers.stop(two).unwrap();
    let stale = timers.restart_batch(&[(one, 20), (two, 20)]);
    assert_eq!(stale, Err(RestartError::NotOutstanding));
    assert_eq!(timers.expiry(one), Some(10));
}

/// A queue that does not grow by a start: its records are a slice.
fn slices(records: &mut [Record]) -> NumberedTimers<HierarchicalWheel, &mut [Record]> {
    NumberedTimers::with(HierarchicalWheel::new(), TIMERS as usize, records).unwrap()
}

#[test]
fn start_number_beyond_the_entries_is_refused() {
    let mut memory = vec![Record::VACANT; <HierarchicalWheel>::new().records(TIMERS as usize)];
    let mut timers = slices(&mut memory);
    for number in [TIMERS, u32::MAX] {
        let refused = StartError::NoSuchNumber { number, numbers: TIMERS };
        assert_eq!(timers.start(number, 5), Err(refused));
        assert_eq!((timers.outstanding(), timers.numbers()), (0, TIMERS));
        assert!(!timers.stop(number));
        assert_eq!(timers.expiry(number), None);
    }
    // By handle it is the same.
    let mut timers = ByHandle(timers);
    let refused = TimerQueue::start(&mut timers, 5, TIMERS).unwrap_err();
    assert_eq!(refused.item, TIMERS);
    let handle = TimerQueue::start(&mut timers, 5, 7).unwrap();
    assert_eq!((handle.index(), timers.expiry(handle)), (7, Some(5)));
    timers.restart(handle, 6).unwrap();
    assert_eq!((timers.capacity(), timers.stop(handle)), (TIMERS as usize, Some(7)));
    assert_eq!(timers.restart(handle, 6), Err(RestartError::NotOutstanding));
    timers.check_invariants().unwrap();
}

#[test]
fn start_refused_leaves_the_timer_as_it_was() {
    let mut timers = numbered(HierarchicalWheel::<3, 8>::first());
    timers.start(3, 10).unwrap();
    // Eight wheels of eight: seven slots of the highest ahead.
    let longest = 7 << 21;
    timers.start(4, longest).unwrap();
    assert!(timers.start(4, longest + 1).is_err());
    assert_eq!(timers.expiry(4), Some(longest));
    let refused = timers.start(3, u64::MAX >> 1).unwrap_err();
    assert!(matches!(refused, StartError::BeyondTheWheel { .. }));
    timers.advance(5);
    let refused = timers.start(3, u64::MAX).unwrap_err();
    assert_eq!(refused, StartError::BeyondTheEndOfTime);
    assert_eq!(timers.expiry(3), Some(10));
}

#[test]
fn start_again_in_the_same_slot_keeps_the_order_of_starts() {
    for (first, second) in [(5_000, 5_001), (5_001, 5_000), (5_000, 5_000)] {
        let mut timers = wheels();
        timers.start(0, 5_000).unwrap();
        timers.start(1, first).unwrap();
        // The last of its slot, then one that is not.
        timers.start(1, second).unwrap();
        timers.start(0, 5_000).unwrap();
        timers.check_invariants().unwrap();
        assert_eq!(timers.next_expiry(), Some(5_000.min(second)));
        timers.advance(6_000);
        let order = core::iter::from_fn(|| timers.next_expired()).map(|expired| expired.number);
        let expected = if second <= 5_000 { [1, 0] } else { [0, 1] };
        assert_eq!(order.collect::<Vec<_>>(), expected);
    }
}

/// Numbers that would take more memory than there is, and more than links can name.
#[test]
fn start_of_a_number_for_which_there_is_no_memory_is_refused() {
    let mut timers = NumberedTimers::with_capacity(2).unwrap();
    timers.start(1, 9).unwrap();
    for number in [u32::MAX, u32::MAX - 1, 1 << 31, (1 << 31) - 4] {
        let refused = Err(StartError::NoSuchNumber { number, numbers: 2 });
        assert_eq!(timers.start(number, 5), refused);
        assert_eq!(timers.start_at(number, 5), refused);
        assert_eq!((timers.expiry(number), timers.stop(number)), (None, false));
    }
    timers.check_invariants().unwrap();
    assert_eq!((timers.outstanding(), timers.expiry(1)), (1, Some(9)));

    // 2^59 numbers are 2^63 bytes.
    for numbers in [1 << 31, 1 << 59, usize::MAX] {
        let refused = QueueError::TooManyTimers { timers: numbers };
        assert_eq!(NumberedTimers::with_capacity(numbers).err(), Some(refused));
        assert_eq!(timers.grow(numbers), Err(refused));
        let bounded = NumberedTimers::bounded(Heap::new(), numbers);
        assert_eq!(bounded.err(), Some(refused));
        let handled = Timers::<_, ()>::growing(Heap::new(), numbers);
        assert_eq!(handled.err(), Some(refused));
        let bounded = Timers::<_, (), _>::bounded(Heap::new(), numbers);
        assert_eq!(bounded.err(), Some(refused));
    }
}

/// Items of 2^17 bytes: no address space has room for as many of them as can be named.
#[test]
fn with_capacity_without_memory_is_refused_and_changes_nothing() {
    type Large = [u8; 1 << 17];
    let most = (1 << 31) - 8_192;
    let refused = QueueError::OutOfMemory { timers: most };
    let mut timers = Timers::<_, Large>::growing(HierarchicalWheel::<6>::new(), 0).unwrap();
    assert_eq!(timers.grow(most), Err(refused));
    assert_eq!(timers.capacity(), 0);
    timers.check_invariants().unwrap();
    let made = Timers::<_, Large>::growing(HierarchicalWheel::<6>::new(), most);
    assert_eq!(made.err(), Some(refused));
    let made = Timers::<_, Large, _>::bounded(HierarchicalWheel::<6>::new(), most);
    assert_eq!(made.err(), Some(refused));
}
