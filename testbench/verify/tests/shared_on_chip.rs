//! The queue of several threads on the Verilated chip: its slots are the chip's, its signals arm and disarm them, and
//! it is advanced at the chip's events only. So a signal that is lost, or comes in the wrong order, loses a timer.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use carillon_driver::chip::{Coalescing, Interrupts};
use carillon_driver::counter_chip::{Configuration, CounterChip, Wheel};
use carillon_driver::queue::QueueError;
use carillon_driver::queue::shared::{SharedEntry, SharedSlot, SharedTimers, Signals};
use carillon_sim::{Model, Simulation};

const SLOTS: u32 = 64;

/// Clocks a tick.
const PRESCALE: u32 = 64;

/// The chip, for one thread at a time.
struct OnChip(Mutex<CounterChip<Simulation>>);

impl OnChip {
    fn new() -> Self {
        let bus = Simulation::new(Model::Full10x2).expect("a simulation");
        let mut chip = CounterChip::new(bus).expect("the chip");
        let configuration = Configuration {
            prescale: PRESCALE,
            wheels: &[Wheel::of(SLOTS)],
            coalescing: Coalescing::NONE,
            interrupts: Interrupts::EVENT,
        };
        chip.initialise(&configuration).expect("it fits");
        Self(Mutex::new(chip))
    }

    fn with<R>(&self, each: impl FnOnce(&mut CounterChip<Simulation>) -> R) -> R {
        each(&mut self.0.lock().expect("no panic"))
    }

    fn now(&self) -> u64 {
        self.with(|chip| chip.now().expect("the bus works"))
    }
}

impl Signals for OnChip {
    fn busy(&self, slot: u32, expiry: u64) {
        let visit = self.with(|chip| chip.arm_for(0, expiry).expect("the bus works"));
        assert_eq!(visit.slot, slot);
    }

    fn empty(&self, slot: u32) {
        self.with(|chip| chip.disarm(0, slot).expect("the bus works"));
    }
}

type Queue = SharedTimers<Vec<SharedSlot>, Vec<SharedEntry>, OnChip>;

fn queue(make: fn(Vec<SharedSlot>, Vec<SharedEntry>, OnChip) -> Result<Queue, QueueError>) -> Queue {
    let slots = (0..SLOTS).map(|_| SharedSlot::empty()).collect();
    let entries = (0..100).map(|_| SharedEntry::vacant()).collect();
    make(slots, entries, OnChip::new()).expect("a queue")
}

/// Lets the chip run for a while, until it interrupts; advances the queue if it does.
fn serve(queue: &Queue) {
    let event = queue.signals().with(|chip| {
        chip.bus_mut().clock_until_irq(10 * u64::from(PRESCALE));
        chip.event().expect("the bus works")
    });
    if event.valid {
        // Without the chip: what the queue signals meanwhile goes to it.
        while !queue.advance(queue.signals().now()) {}
        let acknowledged = |chip: &mut CounterChip<_>| chip.acknowledge(event.sequence, false);
        queue.signals().with(acknowledged).expect("the bus works");
    }
}

#[test]
fn shared_timers_on_the_chip_run_out_at_their_ticks() {
    for queue in [queue(Queue::new), queue(Queue::ordered)] {
        let mut random = fastrand::Rng::with_seed(7);
        let (mut held, mut started, mut ended) = (Vec::new(), 0, 0);
        while started < 400 || queue.outstanding() > 0 {
            if started < 400 && queue.outstanding() < 3 {
                // Counted from the chip's now, which the queue has not come to; some are of the tick that passes.
                let expiry = queue.signals().now() + random.u64(0..200);
                held.push(queue.start_at(expiry, expiry).expect("room"));
                started += 1;
            } else if random.u8(0..8) == 0 && !held.is_empty() {
                let handle = held.swap_remove(random.usize(..held.len()));
                ended += u32::from(queue.stop(handle).is_some());
            }
            serve(&queue);
            while let Some(expired) = queue.next_expired() {
                let now = queue.signals().now();
                assert!(expired.due <= now, "early");
                assert!(now - expired.due <= 11, "{} at {now}", expired.due);
                ended += 1;
            }
            queue.check_invariants().expect("invariants");
        }
        assert_eq!(ended, started);
    }
}

#[test]
fn threads_start_and_stop_on_the_chip_and_no_timer_is_lost() {
    const EACH: u64 = 150;
    let queue = queue(Queue::new);
    let working = AtomicUsize::new(2);
    let (mut ended, stopped) = (0, AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for seed in 0..2 {
            let (queue, working, stopped) = (&queue, &working, &stopped);
            scope.spawn(move || {
                let mut random = fastrand::Rng::with_seed(seed);
                for item in 0..EACH {
                    let expiry = queue.signals().now() + random.u64(0..100);
                    let handle = loop {
                        match queue.start_at(expiry, item) {
                            Ok(handle) => break handle,
                            Err(_) => std::thread::yield_now(),
                        }
                    };
                    if random.bool() && queue.stop(handle).is_some() {
                        stopped.fetch_add(1, Ordering::Relaxed);
                    }
                }
                working.fetch_sub(1, Ordering::Release);
            });
        }
        let mut quiet = None;
        while working.load(Ordering::Acquire) > 0 || queue.outstanding() > 0 {
            serve(&queue);
            while let Some(expired) = queue.next_expired() {
                assert!(expired.due <= queue.signals().now(), "early");
                ended += 1;
            }
            if working.load(Ordering::Acquire) == 0 {
                let now = queue.signals().now();
                let since = *quiet.get_or_insert(now);
                let outstanding = queue.outstanding();
                assert!(now - since < 300 || outstanding == 0, "{outstanding} lost");
            }
        }
    });
    queue.check_invariants().expect("invariants");
    assert_eq!(ended + stopped.load(Ordering::Relaxed), 2 * EACH as usize);
}
