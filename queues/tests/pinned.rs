//! Timers that lie in their owners, beside a sorted list that does the same; and what may go on while they come and go.
#![cfg(feature = "pinned")]

use core::cell::{Cell, RefCell};
use core::mem;
use core::pin::{Pin, pin};
use std::rc::Rc;

use carillon_queues::pinned::{PinnedExpired, PinnedSector, PinnedTimer, PinnedWheel};
use carillon_queues::{QueueError, StartError};
use proptest::prelude::*;

type One<T> = [PinnedSector<T>; 1];

fn sectors<T>(count: usize) -> Vec<PinnedSector<T>> {
    (0..count).map(|_| PinnedSector::VACANT).collect()
}

fn small<T>() -> PinnedWheel<T, One<T>> {
    PinnedWheel::new([const { PinnedSector::VACANT }; 1]).expect("a sector")
}

/// Timers whose slack overlaps come due together, at a tick of each range.
#[test]
fn start_between_takes_a_tick_that_others_share() {
    let wheel = small();
    let mut timers = [(); 3].map(|()| Box::pin(wheel.timer()));
    let ranges = [(10, 100), (50, 70), (60, 200)];
    for (timer, (least, most)) in timers.iter_mut().zip(ranges) {
        assert_eq!(timer.as_mut().start_between(least, most, least), Ok(None));
    }
    assert_eq!(timers.each_ref().map(|timer| timer.expiry()), [Some(64), Some(64), Some(128)]);
    // An outstanding one moves; a `most` below `least` is taken for it, and one beyond the last tick ends there.
    let moved = timers[0].as_mut().start_between(70, 0, 7);
    assert_eq!((moved, timers[0].expiry()), (Ok(Some(10)), Some(70)));
    let furthest = timers[1].as_mut().start_between(5, u64::MAX, 8);
    assert_eq!((furthest, timers[1].expiry()), (Ok(Some(50)), Some(1 << 63)));
    assert_eq!(wheel.advance(1 << 62).map(|one| one.due).collect::<Vec<_>>(), [70, 128]);
    let late = timers[2].as_mut().start_between(u64::MAX, 0, 9);
    assert_eq!(late, Err(StartError::BeyondTheEndOfTime));
}

#[derive(Debug, Clone, Copy)]
enum Step {
    /// A timer, and an interval.
    Start(usize, u64),
    /// A timer, and a tick.
    StartAt(usize, u64),
    Stop(usize),
    /// Drops the timer and puts one that is not started in its place.
    Drop(usize),
    /// A timer, and a tick.
    RestartAt(usize, u64),
    Advance(u64),
    Pop(usize),
}

/// A timer as the oracle has it. They are sorted by their places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Waits {
    tick: u64,
    turn: usize,
    due: u64,
    timer: usize,
    item: usize,
}

/// Does a history on a wheel and on a sorted list, and compares all that can be seen after each step.
fn play(sectors: &mut [PinnedSector<usize>], timers: usize, steps: &[Step]) {
    let wheel = PinnedWheel::new(sectors).expect("sectors");
    let mut pinned: Vec<_> = (0..timers).map(|_| Box::pin(wheel.timer())).collect();
    let mut waiting: Vec<Waits> = Vec::new();
    let mut now: u64 = 0;
    for (turn, &step) in steps.iter().enumerate() {
        let take = |waiting: &mut Vec<Waits>, timer| {
            let place = waiting.iter().position(|one| one.timer == timer);
            place.map(|place| waiting.remove(place).item)
        };
        match step {
            Step::Start(timer, interval) => {
                let given = pinned[timer].as_mut().start(interval, turn);
                match now.checked_add(interval) {
                    None => assert_eq!(given, Err(StartError::BeyondTheEndOfTime)),
                    Some(tick) => {
                        assert_eq!(given, Ok(take(&mut waiting, timer)));
                        waiting.push(Waits { tick, turn, due: tick, timer, item: turn });
                    }
                }
            }
            Step::StartAt(timer, due) => {
                let given = pinned[timer].as_mut().start_at(due, turn);
                assert_eq!(given, take(&mut waiting, timer));
                waiting.push(Waits { tick: due.max(now), turn, due, timer, item: turn });
            }
            Step::Stop(timer) => {
                assert_eq!(pinned[timer].as_mut().stop(), take(&mut waiting, timer));
            }
            Step::Drop(timer) => {
                pinned[timer] = Box::pin(wheel.timer());
                take(&mut waiting, timer);
            }
            Step::RestartAt(timer, due) => {
                let item = take(&mut waiting, timer);
                assert_eq!(pinned[timer].as_mut().restart_at(due), item.is_some());
                waiting.extend(item.map(|item| Waits { tick: due.max(now), turn, due, timer, item }));
            }
            Step::Advance(ticks) => {
                now = now.saturating_add(ticks);
                wheel.advance(now);
                if let Some(to) = now.checked_sub(1) {
                    wheel.advance(to);
                    assert_eq!(wheel.now(), now);
                }
            }
            Step::Pop(count) => {
                for _ in 0..count {
                    let first = waiting.first().filter(|one| one.tick <= now).copied();
                    let expected = first.map(|one| PinnedExpired { item: one.item, due: one.due });
                    assert_eq!(wheel.next_expired(), expected);
                    waiting.drain(..usize::from(first.is_some()));
                }
            }
        }
        waiting.sort_unstable();
        wheel.check_invariants().expect("sound");
        assert_eq!(wheel.now(), now);
        assert_eq!(wheel.outstanding(), waiting.len());
        let next = waiting.first().map(|one| one.tick.max(now));
        assert_eq!(wheel.next_expiry(), next, "after {step:?}");
        for (timer, pinned) in pinned.iter().enumerate() {
            let known = waiting.iter().find(|one| one.timer == timer);
            assert_eq!(pinned.expiry(), known.map(|one| one.due));
            assert_eq!(pinned.is_outstanding(), known.is_some());
        }
    }
    // To the end of time, whatever is still there.
    wheel.advance(u64::MAX);
    for one in &waiting {
        assert_eq!(wheel.next_expired().map(|one| (one.due, one.item)), Some((one.due, one.item)));
    }
    assert_eq!(wheel.next_expired(), None);
    wheel.check_invariants().expect("sound");
}

#[test]
fn every_short_history_is_a_sorted_lists() {
    let steps = [
        Step::Start(0, 0),
        Step::Start(0, 1),
        Step::Start(1, 64),
        Step::Start(1, 65),
        Step::StartAt(0, 1),
        Step::StartAt(1, 0),
        Step::Stop(0),
        Step::Drop(1),
        Step::RestartAt(0, 66),
        Step::Advance(1),
        Step::Advance(129),
        Step::Pop(1),
    ];
    let mut sectors = sectors(1);
    // Miri is a thousand times slower: a sample.
    let apart = if cfg!(miri) { 1_327 } else { 1 };
    for history in (0..steps.len().pow(4)).step_by(apart) {
        let mut rest = history;
        let steps = [(); 4].map(|()| {
            let step = steps[rest % steps.len()];
            rest /= steps.len();
            step
        });
        play(&mut sectors, 2, &steps);
    }
}

#[test]
fn every_edge_of_the_wheel_and_of_numbers_is_exact() {
    let edges = [0, 1, 63, 64, 128, 4_096, 1 << 32, 1 << 48, 1 << 60, 1 << 63, u64::MAX];
    let near = |edge: u64| [edge.saturating_sub(1), edge, edge.saturating_add(1)];
    let apart = if cfg!(miri) { 23 } else { 1 };
    let ticks: Vec<u64> = edges.iter().copied().flat_map(near).step_by(apart).collect();
    // 65 sectors: no power of two, and three levels of busy bits.
    let large = if cfg!(miri) { 2 } else { 65 };
    for sectors in [&mut sectors(1)[..], &mut sectors(large)[..]] {
        for &before in &ticks {
            for &interval in ticks.iter().step_by(if sectors.len() > 1 { 5 } else { 1 }) {
                let steps = [
                    Step::Advance(before),
                    Step::Start(0, interval),
                    Step::Start(1, 1),
                    Step::Start(2, interval.saturating_sub(1)),
                    Step::Start(3, interval),
                    Step::StartAt(4, before / 2),
                    Step::Advance(interval.saturating_sub(2)),
                    Step::Pop(1),
                    Step::Drop(3),
                    Step::Advance(1),
                    Step::Pop(3),
                    Step::Advance(1),
                    Step::Pop(4),
                ];
                play(sectors, 5, &steps);
            }
        }
    }
}

/// Ticks of every magnitude, and those next to the wheel's edge and to powers of two.
fn ticks(slots: u64) -> impl Strategy<Value = u64> {
    prop_oneof![
        6 => 0..4_u64,
        4 => 0..3 * slots,
        3 => (0..5 * slots).prop_map(move |laps| laps * slots),
        3 => (0..64_u32, 0..3_u64).prop_map(|(bits, offset)| ((1_u64 << bits) + offset).saturating_sub(1)),
        1 => (0..3_u64).prop_map(|offset| u64::MAX - offset),
    ]
}

const TIMERS: usize = 24;

fn step(slots: u64) -> impl Strategy<Value = Step> {
    prop_oneof![
        8 => (0..TIMERS, ticks(slots)).prop_map(|(timer, ticks)| Step::Start(timer, ticks)),
        2 => (0..TIMERS, ticks(slots)).prop_map(|(timer, tick)| Step::StartAt(timer, tick)),
        2 => (0..TIMERS).prop_map(Step::Stop),
        3 => (0..TIMERS).prop_map(Step::Drop),
        2 => (0..TIMERS, ticks(slots)).prop_map(|(timer, tick)| Step::RestartAt(timer, tick)),
        4 => ticks(slots).prop_map(Step::Advance),
        4 => (0..5_usize).prop_map(Step::Pop),
    ]
}

fn history(slots: u64) -> impl Strategy<Value = Vec<Step>> {
    // Beginning at 0, or just before a tick that needs one more bit.
    let beginning = prop_oneof![
        Just(0),
        (prop::sample::select(vec![32_u32, 48, 63]), 0..300_u64).prop_map(|(bits, before)| (1 << bits) - before),
        (0..300_u64).prop_map(|before| u64::MAX - before),
    ];
    let most = if cfg!(miri) { 12 } else { 120 };
    let steps = prop::collection::vec(step(slots), 1..most);
    (beginning, steps).prop_map(|(beginning, mut steps)| {
        steps.insert(0, Step::Advance(beginning));
        steps
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if cfg!(miri) { 2 } else { ProptestConfig::default().cases },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_history_of_64_slots_is_a_sorted_lists(steps in history(64)) {
        play(&mut sectors(1), TIMERS, &steps);
    }

    // Under Miri the words of busy bits take minutes; its kinds of access are those of 64 slots.
    #[test]
    #[cfg_attr(miri, ignore = "takes minutes")]
    fn any_history_of_192_slots_is_a_sorted_lists(steps in history(192)) {
        play(&mut sectors(3), TIMERS, &steps);
    }
}

#[test]
fn new_without_a_sector_is_refused() {
    let wheel = PinnedWheel::<u8, _>::new([]);
    assert_eq!(wheel.err(), Some(QueueError::SlotsOutOfRange { slots: 0 }));
}

#[test]
fn next_expired_ten_thousand_timers_come_in_order_of_tick_and_start() {
    let timers = if cfg!(miri) { 100 } else { 10_000 };
    let mut sectors = sectors(16);
    let wheel = PinnedWheel::new(&mut sectors[..]).expect("sectors");
    let mut expected = Vec::new();
    let mut pinned = Vec::new();
    let mut random = fastrand::Rng::with_seed(1);
    for item in 0..timers {
        let interval = random.u64(0..1 << 14);
        let mut timer = Box::pin(wheel.timer());
        timer.as_mut().start(interval, item).expect("in time");
        // Every third is dropped at once, among its neighbours.
        if random.u8(0..3) == 0 {
            continue;
        }
        expected.push((interval, item));
        pinned.push(timer);
    }
    expected.sort_unstable();
    wheel.check_invariants().expect("sound");
    wheel.advance(1 << 60);
    let came: Vec<_> =
        core::iter::from_fn(|| wheel.next_expired()).map(|expired| (expired.due, expired.item)).collect();
    assert_eq!(came, expected);
}

type Bare = PinnedWheel<(), One<()>>;
type BareTimer<'wheel> = Pin<Box<PinnedTimer<'wheel, (), One<()>>>>;

/// Starts timers for these ticks on 64 slots, and does something.
fn looks(ticks: &[u64], work: impl FnOnce(&Bare, &mut [BareTimer<'_>])) -> u64 {
    let wheel = small();
    let mut timers: Vec<_> = ticks.iter().map(|_| Box::pin(wheel.timer())).collect();
    for (timer, &tick) in timers.iter_mut().zip(ticks) {
        timer.as_mut().start_at(tick, ());
    }
    work(&wheel, &mut timers);
    wheel.examined()
}

#[test]
fn next_expired_and_next_expiry_look_at_no_more_slots_than_they_say() {
    let all = |wheel: &Bare| {
        wheel.advance(1 << 62);
        while wheel.next_expired().is_some() {}
    };
    // The first is known from its start; each of the others is the only timer of the next busy slot.
    let in_this_lap: Vec<u64> = (0..64).rev().collect();
    assert_eq!(looks(&in_this_lap, |wheel, _| all(wheel)), 63 + 64);
    // Across the wheel's end too.
    assert_eq!(looks(&[60, 70, 80], |wheel, _| all(wheel)), 2 + 3);
    // Those of one tick cost three looks each, however many they are.
    assert_eq!(looks(&[64; 100], |wheel, _| all(wheel)), 2 * 99 + 100);
    // Unless later ones of the same slot were started before them: each passes those twice, all but the first, which is
    // known from its start.
    let mut behind = vec![64 * 1_000; 30];
    behind.extend([64; 20]);
    let due = |wheel: &Bare, _: &mut [BareTimer<'_>]| {
        wheel.advance(64);
        while wheel.next_expired().is_some() {}
    };
    assert_eq!(looks(&behind, due), 20 * 31 + 19 * (1 + 31) + (1 + 30));
    // Laps away: each busy slot once a lap in which something is due, and none of those that are empty.
    let laps_away = [1, 1 << 40, (1 << 50) + 1];
    assert_eq!(looks(&laps_away, |wheel, _| all(wheel)), 7);
    // Each slot's earliest timer is stopped, in another lap for each: all slots once, and the timer that each has left.
    let stale: Vec<u64> = (0..64).flat_map(|slot| [64 * (slot + 2) + slot, 64 * 1_000 + slot]).collect();
    let ask = |wheel: &Bare, timers: &mut [BareTimer<'_>]| {
        for timer in timers.iter_mut().step_by(2) {
            timer.as_mut().stop();
        }
        assert_eq!(wheel.next_expiry(), Some(64 * 1_000));
    };
    assert_eq!(looks(&stale, ask), 64 + 64);
    // What is known stays known: while others come and go, and while time goes by.
    let asked = |wheel: &Bare, timers: &mut [BareTimer<'_>]| {
        for tick in 0..100 {
            timers[1].as_mut().start_at(500 + tick, ());
            wheel.advance(tick);
            assert_eq!(wheel.next_expiry(), Some(300));
            assert_eq!(wheel.next_expired(), None);
        }
        timers[1].as_mut().stop();
        assert_eq!(wheel.next_expiry(), Some(300));
        // The earliest is stopped, and started again in its place.
        timers[0].as_mut().start_at(300, ());
        assert_eq!(wheel.next_expiry(), Some(300));
    };
    assert_eq!(looks(&[300, 400, 900], asked), 0);
}

/// An item that does something when it is dropped.
struct Meddler<'work>(Option<Box<dyn FnOnce() + 'work>>);

impl Drop for Meddler<'_> {
    fn drop(&mut self) {
        if let Some(work) = self.0.take() {
            work();
        }
    }
}

/// Every way by which an item is dropped by this crate's doing; the item stops one timer, starts it again, drops
/// another and looks at the wheel.
#[test]
fn drop_of_an_item_may_use_the_wheel_and_other_timers() {
    type Wheel = PinnedWheel<Meddler<'static>, One<Meddler<'static>>>;
    type Timer = PinnedTimer<'static, Meddler<'static>, One<Meddler<'static>>>;
    let ways: [fn(Pin<Box<Timer>>); 5] = [
        drop,
        |mut timer| drop(timer.as_mut().stop()),
        |mut timer| drop(timer.as_mut().start(9, Meddler(None))),
        |mut timer| drop(timer.as_mut().start_at(9, Meddler(None))),
        |mut timer| {
            // Refused: the item that was to be is dropped too.
            let unused = timer.as_mut().stop().expect("outstanding");
            timer.as_mut().start(u64::MAX, unused).err();
        },
    ];
    for way in ways {
        let wheel: &'static Wheel = Box::leak(Box::new(small()));
        wheel.advance(3);
        let timer = |interval| {
            let mut timer = Box::pin(wheel.timer());
            timer.as_mut().start(interval, Meddler(None)).ok();
            timer
        };
        let (mut moved, dropped, kept) = (timer(64), timer(64), timer(64));
        let done = Rc::new(Cell::new(false));
        let after = Rc::clone(&done);
        let mut meddling = Box::pin(wheel.timer());
        let meddler = Meddler(Some(Box::new(move || {
            assert!(moved.as_mut().stop().is_some());
            assert!(moved.as_mut().start(1, Meddler(None)).is_ok());
            drop(dropped);
            assert_eq!(wheel.next_expiry(), Some(4));
            assert!(wheel.next_expired().is_none());
            wheel.check_invariants().expect("sound");
            after.set(true);
            // `moved` goes with this closure, outstanding.
        })));
        meddling.as_mut().start(64, meddler).expect("in time");
        way(meddling);
        assert!(done.get());
        wheel.check_invariants().expect("sound");
        assert_eq!(wheel.outstanding(), 1);
        drop(kept);
        assert_eq!(wheel.outstanding(), 0);
    }
}

#[test]
fn expiry_processing_may_drop_stop_and_start_any_timer() {
    let wheel = small();
    let timers: Vec<_> = (0..6).map(|_| RefCell::new(Some(Box::pin(wheel.timer())))).collect();
    let with = |timer: usize, work: fn(Pin<&mut PinnedTimer<'_, usize, One<usize>>>)| {
        if let Some(timer) = timers[timer].borrow_mut().as_mut() {
            work(timer.as_mut());
        }
    };
    for (item, timer) in timers.iter().enumerate() {
        let mut timer = timer.borrow_mut();
        let timer = timer.as_mut().expect("there");
        timer.as_mut().start(5, item).expect("in time");
    }
    wheel.advance(5);
    let mut came = Vec::new();
    while let Some(expired) = wheel.next_expired() {
        wheel.check_invariants().expect("sound");
        came.push((expired.due, expired.item));
        match expired.item {
            // Itself, whose node has just been taken out; and the next one, which is due.
            0 => drop((timers[0].take(), timers[1].take())),
            // Due and not handed out: stopped, it never comes.
            2 => with(3, |timer| assert_eq!(timer.stop(), Some(3))),
            // Due, and started again for a tick gone by: after what is due already.
            4 => with(4, |timer| assert_eq!(timer.start_at(2, 40), None)),
            5 => with(5, |timer| assert_eq!(timer.start(0, 50), Ok(None))),
            _ => {}
        }
    }
    assert_eq!(came, [(5, 0), (5, 2), (5, 4), (5, 5), (2, 40), (5, 50)]);
    assert_eq!(wheel.outstanding(), 0);
}

#[test]
fn drop_in_any_order_leaves_the_others_in_theirs() {
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        for handed_out in 0..=3 {
            let wheel = small();
            let mut timers = [0, 1, 2].map(|item: usize| {
                let mut timer = Box::pin(wheel.timer());
                timer.as_mut().start(64 * 7, item).expect("in time");
                Some(timer)
            });
            wheel.advance(64 * 7);
            for item in 0..handed_out {
                assert_eq!(wheel.next_expired().map(|one| one.item), Some(item));
            }
            for item in order {
                timers[item] = None;
                wheel.check_invariants().expect("sound");
            }
            assert_eq!((wheel.outstanding(), wheel.next_expiry()), (0, None));
        }
    }
}

#[test]
fn forget_of_a_timer_is_no_harm_to_the_wheel_nor_to_the_next_one_in_its_memory() {
    let mut sectors = sectors(1);
    {
        let wheel = PinnedWheel::new(&mut sectors[..]).expect("a sector");
        for item in 0..3 {
            let mut timer = Box::pin(wheel.timer());
            timer.as_mut().start(5 + item, item).expect("in time");
            mem::forget(timer);
        }
        let mut neighbour = Box::pin(wheel.timer());
        neighbour.as_mut().start(6, 9).expect("in time");
        wheel.advance(6);
        let came: Vec<_> = core::iter::from_fn(|| wheel.next_expired()).collect();
        let items: Vec<_> = came.iter().map(|expired| expired.item).collect();
        assert_eq!(items, [0, 1, 9], "it runs on");
        wheel.check_invariants().expect("sound");
        // Moved with one in it that nobody has.
        drop(neighbour);
        let moved = Box::new(wheel);
        assert_eq!(moved.next_expiry(), Some(7));
        moved.check_invariants().expect("sound");
    }
    let wheel = PinnedWheel::new(&mut sectors[..]).expect("a sector");
    assert_eq!(wheel.outstanding(), 0);
    wheel.check_invariants().expect("sound");
    let mut timer = pin!(wheel.timer());
    timer.as_mut().start(7, 1).expect("in time");
    wheel.check_invariants().expect("sound");
    wheel.advance(7);
    assert_eq!(wheel.next_expired().map(|expired| expired.item), Some(1));
    assert_eq!(wheel.next_expired(), None);
}

pin_project_lite::pin_project! {
    /// A TCP connection with its timers in it.
    struct Connection<'wheel> {
        port: u16,
        #[pin]
        retransmit: PinnedTimer<'wheel, (u16, &'static str), One<(u16, &'static str)>>,
        #[pin]
        keep_alive: PinnedTimer<'wheel, (u16, &'static str), One<(u16, &'static str)>>,
    }
}

impl Connection<'_> {
    fn segment_sent(self: Pin<&mut Self>) {
        let this = self.project();
        this.retransmit.start(200, (*this.port, "retransmit")).ok();
        this.keep_alive.start(7_000, (*this.port, "keep alive")).ok();
    }

    fn acknowledged(self: Pin<&mut Self>) {
        self.project().retransmit.stop();
    }
}

#[test]
fn connections_with_their_timers_in_them_take_these_along_when_they_close() {
    let wheel = small();
    let mut connections: Vec<_> = (0..100)
        .map(|port| Box::pin(Connection { port, retransmit: wheel.timer(), keep_alive: wheel.timer() }))
        .collect();
    for connection in &mut connections {
        connection.as_mut().segment_sent();
    }
    for connection in connections.iter_mut().step_by(2) {
        connection.as_mut().acknowledged();
    }
    assert_eq!(wheel.outstanding(), 150);
    // The boxes move; what is in them does not.
    connections.reverse();
    connections.retain(|connection| connection.port < 10);
    assert_eq!(wheel.outstanding(), 15);
    wheel.check_invariants().expect("sound");
    wheel.advance(10_000);
    let came: Vec<_> = core::iter::from_fn(|| wheel.next_expired()).map(|expired| expired.item).collect();
    let retransmitted = (1..10).step_by(2).map(|port| (port, "retransmit"));
    let alive = (0..10).map(|port| (port, "keep alive"));
    assert_eq!(came, retransmitted.chain(alive).collect::<Vec<_>>());
}

#[test]
fn size_of_a_timer_and_of_a_sector_is_as_the_documents_say() {
    if cfg!(target_pointer_width = "64") {
        assert_eq!(size_of::<PinnedTimer<'_, u32, One<u32>>>(), 56);
        assert_eq!(size_of::<PinnedTimer<'_, &u32, One<&u32>>>(), 56);
        assert_eq!(size_of::<PinnedSector<u32>>(), 2_096);
    }
}

#[cfg(feature = "std")]
#[test]
fn any_thread_timers_of_all_threads_come_once_or_are_stopped() {
    use carillon_queues::pinned::AnyThread;
    use std::thread;

    const THREADS: usize = 3;
    const EACH: u64 = 39;
    const FAR: u64 = 1 << 40;
    let wheel = PinnedWheel::<_, _, AnyThread>::shared([const { PinnedSector::VACANT }; 1]);
    let wheel = wheel.expect("a sector");
    let (stopped, expired) = thread::scope(|threads| {
        let starts: Vec<_> = (0..THREADS)
            .map(|_| {
                threads.spawn(|| {
                    let mut stopped = 0;
                    for number in 0..EACH {
                        let mut timer = Box::pin(wheel.timer());
                        let tick = if number % 3 == 1 { FAR } else { number };
                        assert_eq!(timer.as_mut().start_at(tick, tick), None);
                        thread::yield_now();
                        // Stopped if it has not come yet, dropped, or left alone until it has come.
                        match number % 3 {
                            0 => stopped += u64::from(timer.as_mut().stop().is_some()),
                            1 => drop(timer),
                            _ => {
                                while timer.is_outstanding() {
                                    thread::yield_now();
                                }
                            }
                        }
                    }
                    stopped
                })
            })
            .collect();
        let mut expired = 0;
        while !starts.iter().all(|start| start.is_finished()) {
            wheel.advance(wheel.now() + 1);
            while let Some(one) = wheel.next_expired() {
                assert!(one.item == one.due && one.due < EACH);
                expired += 1;
            }
            thread::yield_now();
        }
        let stopped = starts.into_iter().map(|start| start.join().expect("no panic"));
        (stopped.sum::<u64>(), expired)
    });
    assert_eq!(wheel.outstanding(), 0);
    wheel.check_invariants().expect("sound");
    assert_eq!(stopped + expired, 2 * EACH / 3 * THREADS as u64);
}

/// Each timer that is handed out is started again at once, and so is a second one.
#[test]
fn advance_ends_if_each_timer_starts_another_that_is_due_at_once() {
    let wheel = small();
    let [mut one, mut other] = [(); 2].map(|()| Box::pin(wheel.timer()));
    assert_eq!(one.as_mut().start_at(5, 1), None);
    let mut handed_out = 0;
    for expired in wheel.advance(7) {
        assert_eq!((expired.item, expired.due), (1, 5));
        one.as_mut().start_at(6, 2);
        other.as_mut().start_at(6, 3);
        handed_out += 1;
    }
    assert_eq!((handed_out, wheel.outstanding()), (1, 2));
    let next: Vec<_> = wheel.advance(7).map(|expired| expired.item).collect();
    assert_eq!(next, [2, 3]);
}
