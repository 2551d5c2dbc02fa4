//! What a timer queue must do, checked after every step: the oracle says what is due when, and the pair beside it what
//! is outstanding, has been reached, and in which order it may be handed out.

use std::collections::{BTreeMap, VecDeque};

use carillon_queues::collection::TimerCollection;
use carillon_queues::diagnostics::{Diagnostics, Order};
use carillon_queues::{Expired, Handle, Progress, RestartError, StartError, TimerQueue};
use carillon_spec::queue::Oracle;

/// One step of a test.
#[derive(Debug, Clone, Copy)]
pub enum Step {
    /// Starts a timer of so many ticks.
    Start(u64),
    /// Starts a timer for so many ticks before now, or for tick 0.
    StartLate(u64),
    /// Stops the timer at this place (modulo how many were ever started), whether it is still there or not.
    Stop(usize),
    /// Starts that timer again with so many ticks.
    Restart(usize, u64),
    /// Advances by so many ticks.
    Advance(u64),
    /// Advances by so many ticks, but with so few steps.
    AdvanceWithin(u64, u64),
    /// Pops up to so many timers.
    Pop(usize),
    /// Runs for so many ticks and at most so many timers; each starts another one and stops one.
    Run(u64, u64),
    /// Starts the timer at this place again with so many ticks, or a new one; past the last place, without a handle.
    RestartOrStart(usize, u64),
    /// Starts the timer at this place again with so many ticks, if that is earlier.
    RestartToEarlier(usize, u64),
    /// Drops all timers whose numbers are a multiple of this one.
    Retain(usize),
    /// Takes so many timers from a drain of all of them.
    Drain(usize),
    /// Drops all timers.
    Clear,
}

#[derive(Debug, Clone, Copy)]
struct Started {
    handle: Handle,
    /// Its tick and order of starting; `None` once it was stopped or handed out.
    key: Option<(u64, u32)>,
}

/// What the tests drive.
pub trait Queue: TimerQueue<Item = usize> + TimerCollection<Handle, usize> + Diagnostics {}
impl<Q: TimerQueue<Item = usize> + TimerCollection<Handle, usize> + Diagnostics> Queue for Q {}

/// A queue beside its oracle. Items are numbers in the order of starting.
pub struct Pair<Q> {
    pub queue: Q,
    expected: Expected,
}

#[derive(Default)]
struct Expected {
    now: u64,
    /// What is not due yet, by its order of starting.
    waiting: Oracle,
    /// As it must be handed out: tick, order, item.
    due: VecDeque<(u64, u32, usize)>,
    started: Vec<Started>,
    /// The item of each start and restart.
    order: Vec<usize>,
    /// An advance was cut short: until all is done, only what holds of every single timer is checked.
    relaxed: bool,
    /// An advance was cut short: until nothing is outstanding, the order within a tick is not checked.
    cut_short: bool,
}

impl<Q: Queue> Pair<Q> {
    pub fn new(queue: Q) -> Self {
        assert_eq!((queue.outstanding(), queue.now()), (0, 0));
        Self { queue, expected: Expected::default() }
    }

    /// Takes one step with both and compares all that can be seen.
    pub fn step(&mut self, step: Step) {
        let Self { queue, expected } = self;
        match step {
            Step::Start(interval) => expected.start(queue, interval),
            Step::StartLate(before) => expected.start_late(queue, before),
            Step::Stop(choice) => expected.stop(queue, choice),
            Step::Restart(choice, interval) => expected.restart(queue, choice, interval),
            Step::Advance(ticks) => expected.advance(queue, ticks),
            Step::AdvanceWithin(ticks, steps) => expected.advance_within(queue, ticks, steps),
            Step::Pop(count) => {
                for _ in 0..count {
                    expected.pop(queue);
                }
            }
            Step::Run(ticks, most) => expected.run(queue, ticks, most),
            Step::RestartOrStart(choice, interval) => {
                expected.restart_or_start(queue, choice, interval);
            }
            Step::RestartToEarlier(choice, interval) => {
                expected.restart_to_earlier(queue, choice, interval);
            }
            Step::Retain(divisor) => expected.retain(queue, divisor),
            Step::Drain(count) => expected.drain(queue, count),
            Step::Clear => {
                queue.clear();
                expected.forget_all();
            }
        }
        expected.cut_short &= expected.outstanding() > 0;
        expected.compare(queue);
    }

    /// Lets everything run out and compares.
    pub fn finish(&mut self) {
        while let Some((last, _)) = self.expected.waiting.outstanding().last() {
            self.step(Step::Advance(last - self.expected.now));
            self.step(Step::Pop(self.expected.outstanding() + 1));
        }
        self.step(Step::Pop(self.expected.outstanding() + 1));
        assert_eq!(self.expected.outstanding(), 0);
        assert_eq!(self.queue.next_expiry(), None);
    }
}

impl Expected {
    fn outstanding(&self) -> usize {
        self.waiting.len() + self.due.len()
    }

    fn compare(&self, queue: &impl Queue) {
        queue.check_invariants().expect("invariants");
        assert_eq!(queue.outstanding() as usize, self.outstanding());
        self.compare_as_collections(queue);
        assert_eq!(queue.now(), self.now);
        let next = queue.next_expiry();
        let earliest = self.waiting.next().map(|next| next.0);
        if self.relaxed {
            assert!(next.is_none_or(|tick| tick >= self.now) && next.is_some() == (self.outstanding() > 0));
        } else if !self.due.is_empty() {
            assert_eq!(next, Some(self.now), "something is due");
        } else if queue.guarantees().exact_next {
            assert_eq!(next, earliest, "next expiry");
        } else {
            assert_eq!(next.is_some(), earliest.is_some());
            assert!(next <= earliest, "{next:?} is after {earliest:?}");
            assert!(next.is_none_or(|tick| tick > self.now), "the next expiry is behind");
        }
    }

    fn compare_as_collections(&self, queue: &impl Queue) {
        assert_eq!(queue.len(), self.outstanding());
        assert_eq!(queue.is_empty(), self.outstanding() == 0);
        let mut timers: BTreeMap<usize, (Handle, u64)> = BTreeMap::new();
        for (handle, due, &item) in queue.iter() {
            let twice = timers.insert(item, (handle, due));
            assert_eq!(twice, None, "{item} is in it twice");
        }
        for (item, &Started { handle, key }) in self.started.iter().enumerate() {
            let due = key.map(|key| key.0);
            assert_eq!(timers.remove(&item), due.map(|due| (handle, due)));
            assert_eq!(queue.contains(handle), due.is_some());
            let left = due.map(|due| due.saturating_sub(self.now));
            assert_eq!(queue.time_left(handle), left);
        }
        assert_eq!(timers, BTreeMap::new(), "never started");
    }

    fn admitted(&self, queue: &impl Queue, expiry: Option<u64>) -> Result<u64, StartError> {
        let expiry = expiry.ok_or(StartError::BeyondTheEndOfTime)?;
        let interval = expiry.saturating_sub(self.now);
        let longest = queue.longest_interval();
        if interval > longest {
            return Err(StartError::BeyondTheWheel { interval, longest });
        }
        Ok(expiry)
    }

    /// The tick that the queue has given a timer that was asked for `asked`.
    fn given(queue: &impl Queue, handle: Handle, asked: u64) -> u64 {
        let given = queue.expiry(handle).expect("just started");
        if queue.guarantees().exact_ticks {
            assert_eq!(given, asked);
        } else if queue.guarantees().never_early {
            assert!(given >= asked, "{given} is before {asked}");
        } else {
            let now = queue.now();
            assert!(given > now || given == asked, "{given} is not after {now}");
        }
        given
    }

    fn put(&mut self, item: usize, expiry: u64) {
        let order = self.order.len() as u32;
        self.order.push(item);
        self.started[item].key = Some((expiry, order));
        if expiry <= self.now {
            self.due.push_back((expiry, order, item));
        } else {
            self.waiting.start(order, expiry).expect("a new one");
        }
    }

    fn take(&mut self, item: usize) -> bool {
        let Some((expiry, order)) = self.started[item].key.take() else {
            return false;
        };
        if self.waiting.stop(order, expiry).is_err() {
            let place = self.due.iter().position(|due| due.2 == item);
            self.due.remove(place.expect("waiting or due"));
        }
        true
    }

    fn start(&mut self, queue: &mut impl Queue, interval: u64) {
        let asked = self.now.checked_add(interval);
        let item = self.started.len();
        let result = queue.start(interval, item);
        self.after_start(queue, asked, result.map_err(StartError::from));
    }

    fn start_late(&mut self, queue: &mut impl Queue, before: u64) {
        let asked = self.now.saturating_sub(before);
        let item = self.started.len();
        let result = queue.start_at(asked, item);
        self.after_start(queue, Some(asked), result.map_err(StartError::from));
    }

    fn after_start(&mut self, queue: &impl Queue, asked: Option<u64>, result: Result<Handle, StartError>) {
        let item = self.started.len();
        let capacity = queue.capacity();
        let full = self.outstanding() == capacity;
        match (self.admitted(queue, asked), result) {
            (Err(expected), Err(refused)) => assert_eq!(refused, expected),
            (Ok(_), Err(StartError::Full { capacity: given })) => {
                assert!(full, "refused with room left");
                assert_eq!(given as usize, capacity);
            }
            (Ok(_), Err(StartError::BeyondTheEndOfTime)) => {
                assert!(!queue.guarantees().exact_ticks, "only rounding goes too far");
            }
            (Ok(asked), Ok(handle)) => {
                assert!(!full, "a full slab took another timer");
                let given = Self::given(queue, handle, asked);
                self.started.push(Started { handle, key: None });
                self.put(item, given);
            }
            (expected, other) => panic!("start gave {other:?}, not {expected:?}"),
        }
    }

    fn stop(&mut self, queue: &mut impl Queue, choice: usize) {
        if self.started.is_empty() {
            return;
        }
        let item = choice % self.started.len();
        let expected = if self.take(item) { Some(item) } else { None };
        assert_eq!(queue.stop(self.started[item].handle), expected);
    }

    fn restart(&mut self, queue: &mut impl Queue, choice: usize, interval: u64) {
        if self.started.is_empty() {
            return;
        }
        let item = choice % self.started.len();
        let Started { handle, key } = self.started[item];
        let before = queue.expiry(handle);
        let result = queue.restart(handle, interval);
        if key.is_none() {
            assert_eq!(result, Err(RestartError::NotOutstanding));
            return;
        }
        self.after_restart(queue, (item, interval), before, result);
    }

    /// The timer `item`, which was due at `before`, was outstanding.
    fn after_restart(
        &mut self,
        queue: &impl Queue,
        (item, interval): (usize, u64),
        before: Option<u64>,
        result: Result<(), RestartError>,
    ) {
        let handle = self.started[item].handle;
        match (self.admitted(queue, self.now.checked_add(interval)), result) {
            (Err(expected), refused) => {
                assert_eq!(refused, Err(RestartError::Start(expected)));
                assert_eq!(queue.expiry(handle), before, "it runs on");
            }
            (Ok(asked), Ok(())) => {
                self.take(item);
                let given = Self::given(queue, handle, asked);
                self.put(item, given);
            }
            (Ok(_), Err(refused)) => {
                assert_eq!(refused, RestartError::Start(StartError::BeyondTheEndOfTime));
                assert!(!queue.guarantees().exact_ticks, "only rounding goes too far");
            }
        }
    }

    fn restart_or_start(&mut self, queue: &mut impl Queue, choice: usize, interval: u64) {
        let (new, asked) = (self.started.len(), self.now.checked_add(interval));
        let place = choice % (new + 1);
        let known = self.started.get(place).copied();
        let handle = known.map(|known| known.handle);
        let before = handle.and_then(|handle| queue.expiry(handle));
        let result = queue.restart_or_start(handle, interval, new);
        if let Err(refused) = &result {
            assert_eq!(refused.item, new, "it comes back");
        }
        let result = result.map_err(StartError::from);
        if known.is_none_or(|known| known.key.is_none()) {
            self.after_start(queue, asked, result);
            return;
        }
        let result = result.map(|same| assert_eq!(Some(same), handle));
        let result = result.map_err(RestartError::from);
        self.after_restart(queue, (place, interval), before, result);
    }

    fn restart_to_earlier(&mut self, queue: &mut impl Queue, choice: usize, interval: u64) {
        if self.started.is_empty() {
            return;
        }
        let item = choice % self.started.len();
        let Started { handle, key } = self.started[item];
        assert_eq!(queue.restart_to_earlier(handle, interval), key.is_some());
        let Some((before, _)) = key else {
            return;
        };
        let asked = self.now.saturating_add(interval);
        if asked >= before {
            assert_eq!(queue.expiry(handle), Some(before), "put off");
            return;
        }
        // Rounded, the tick may be that from before.
        let given = Self::given(queue, handle, asked);
        assert!(given <= before, "{before} was put off to {given}");
        self.take(item);
        self.put(item, given);
    }

    fn retain(&mut self, queue: &mut impl Queue, divisor: usize) {
        let mut left: BTreeMap<usize, u64> = BTreeMap::new();
        for (item, started) in self.started.iter().enumerate() {
            left.extend(started.key.map(|key| (item, key.0)));
        }
        let goes = |item: usize| item.is_multiple_of(divisor);
        queue.retain(|handle, due, item| {
            assert_eq!(left.remove(item), Some(due), "{item}, once");
            assert_eq!(self.started[*item].handle, handle);
            !goes(*item)
        });
        assert_eq!(left, BTreeMap::new(), "not seen");
        for item in (0..self.started.len()).filter(|&item| goes(item)) {
            if self.take(item) {
                assert_eq!(queue.stop(self.started[item].handle), None);
            }
        }
    }

    fn drain(&mut self, queue: &mut impl Queue, count: usize) {
        let mut drained = queue.drain();
        for left in (0..self.outstanding()).rev().take(count) {
            let (handle, due, item) = drained.next().expect("outstanding");
            assert_eq!(drained.size_hint(), (left, Some(left)));
            let started = self.started[item];
            assert_eq!((started.handle, started.key.map(|key| key.0)), (handle, Some(due)));
            assert!(self.take(item), "once");
        }
        if self.outstanding() == 0 {
            assert_eq!(drained.next(), None);
        }
        drop(drained);
        self.forget_all();
    }

    fn forget_all(&mut self) {
        self.waiting = Oracle::new();
        self.due.clear();
        for started in &mut self.started {
            started.key = None;
        }
    }

    fn advance(&mut self, queue: &mut impl Queue, ticks: u64) {
        let now = self.now;
        if let Some(to) = now.checked_sub(1) {
            // A tick that has gone by changes nothing; nor is anything lost with the iterator.
            queue.advance(to);
            assert_eq!(queue.now(), now);
        }
        let to = now.saturating_add(ticks);
        queue.advance(to);
        self.reach(to);
    }

    fn advance_within(&mut self, queue: &mut impl Queue, ticks: u64, steps: u64) {
        let to = self.now.saturating_add(ticks);
        let progress = queue.advance_within(to, steps);
        let reached = queue.now();
        assert!(reached <= to && reached >= self.now);
        match progress {
            Progress::Reached => assert_eq!(reached, to),
            Progress::Unfinished => {
                self.relaxed = true;
                self.cut_short = true;
            }
        }
        self.reach(reached);
    }

    fn reach(&mut self, to: u64) {
        self.now = to;
        while let Some((expiry, order)) = self.waiting.expire(to) {
            self.due.push_back((expiry, order, self.order[order as usize]));
        }
    }

    fn pop(&mut self, queue: &mut impl Queue) {
        match queue.next_expired() {
            Some(expired) => {
                self.accept(queue, &expired);
                assert_eq!(queue.stop(expired.handle), None);
            }
            // The rest of an advance that was left: of its last tick, or, without an order, of a jump.
            None if self.relaxed => {
                let of_now = self.due.iter().all(|due| due.0 == self.now);
                let unordered = queue.guarantees().order == Order::None;
                assert!(of_now || unordered, "{:?} left behind", self.due);
                queue.advance(self.now);
                match queue.next_expired() {
                    Some(expired) => self.accept(queue, &expired),
                    None => assert!(self.due.is_empty(), "{:?} left behind", self.due),
                }
            }
            None => assert!(self.due.is_empty(), "{:?} not handed out", self.due),
        }
        if self.due.is_empty() {
            queue.advance(self.now);
            self.relaxed = false;
        }
    }

    /// Where the timer is among those that are due at the first tick.
    fn of_the_first_tick(&self, item: usize) -> Option<usize> {
        let tick = self.due.front().map(|due| due.0);
        self.due.iter().take_while(|due| Some(due.0) == tick).position(|due| due.2 == item)
    }

    /// Whether this is what had to be handed out.
    fn accept(&mut self, queue: &impl Queue, expired: &Expired<usize>) {
        assert!(expired.due <= self.now, "early");
        assert_eq!(expired.reported, expired.due, "at its own tick, however far the jump");
        let order = if self.relaxed { Order::None } else { queue.guarantees().order };
        let place = match order {
            Order::TickThenStart if self.cut_short => self.of_the_first_tick(expired.item),
            Order::TickThenStart => Some(0),
            Order::Tick => self.of_the_first_tick(expired.item),
            Order::None => self.due.iter().position(|due| due.2 == expired.item),
        };
        let expected = place.and_then(|place| self.due.remove(place));
        assert_eq!(
            expected.map(|due| (due.0, due.2)),
            Some((expired.due, expired.item)),
            "handed out in this order, {:?} left",
            self.due
        );
        assert_eq!(self.started[expired.item].handle, expired.handle);
        self.started[expired.item].key = None;
    }

    /// From expiry to expiry; each timer starts another one and every other stops one, from inside its action.
    fn run(&mut self, queue: &mut impl Queue, ticks: u64, most: u64) {
        let to = self.now.saturating_add(ticks);
        let mut rounds: u64 = 0;
        let progress = queue.run(to, most, |queue, expired| {
            let now = queue.now();
            assert!(now >= expired.due && now <= to, "run out of its time");
            self.reach(now);
            self.accept(queue, &expired);
            rounds += 1;
            if rounds < 20 {
                self.start(queue, [0, 1, 3, 64, 1_000][rounds as usize % 5]);
                if rounds.is_multiple_of(2) {
                    self.stop(queue, rounds as usize * 7);
                }
            }
        });
        self.reach(queue.now());
        match progress {
            Progress::Reached => {
                assert_eq!(self.now, to);
                assert!(self.due.is_empty());
                self.relaxed = false;
            }
            Progress::Unfinished => assert_eq!(rounds, most, "stopped before the limit"),
        }
    }
}
