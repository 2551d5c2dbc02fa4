//! Instances share nothing: what a chip does in one of eight threads is what it does alone.

mod common;

use carillon_driver::bus::RegisterBus;
use carillon_regmap::counter_chip::{field, offset};
use carillon_sim::{Model, Protocol, Simulation};
use common::ready_chip;

/// One thing that a host saw: when, the line, `EVENT`, `EVENT_TICK`.
type Sight = (u64, bool, u32, u32);

const THREADS: u32 = 8;
const REPETITIONS: usize = 50;
const EVENTS: usize = 150;

/// A host with its own pattern of slots, its own tick and its own delays.
fn session(seed: u32) -> Vec<Sight> {
    let mut chip = ready_chip(if seed.is_multiple_of(2) { Model::Tiny } else { Model::Small10x16 });
    if seed.is_multiple_of(3) {
        chip.set_protocol(Protocol::Pipelined);
    }
    chip.write(offset::INTR_ENABLE, field::intr_enable::EVENT.put(1)).unwrap();
    chip.write(offset::PRESCALE, 1 + seed % 4).unwrap();
    chip.write(offset::CTRL, field::ctrl::ENABLE.put(1)).unwrap();
    for index in 0..40 {
        chip.write(offset::ARM, field::arm::SLOT.put((index * (2 * seed + 3) + seed + 1) % chip.model().slots()))
            .unwrap();
    }
    let mut seen = Vec::with_capacity(EVENTS);
    while seen.len() < EVENTS {
        let run = chip.clock_until_irq(100_000);
        assert!(chip.irq(), "seed {seed}: nothing rang for {run} clocks");
        chip.clock(u64::from(seed));
        let event = chip.read(offset::EVENT).unwrap();
        let tick = chip.read(offset::EVENT_TICK).unwrap();
        seen.push((chip.clocks(), chip.irq(), event, tick));
        chip.write(offset::EVENT_ACK, field::event_ack::SEQUENCE.put(field::event::SEQUENCE.get(event))).unwrap();
        // The line is registered: it falls, or stays for the next event, after the acknowledgement.
        chip.clock(4);
    }
    seen
}

#[test]
fn parallel_instances_do_as_they_do_alone() {
    let alone: Vec<Vec<Sight>> = (0..THREADS).map(session).collect();
    for pair in alone.windows(2) {
        assert_ne!(pair[0], pair[1], "the sessions are meant to differ");
    }
    for repetition in 0..REPETITIONS {
        let together: Vec<Vec<Sight>> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..THREADS).map(|seed| scope.spawn(move || session(seed))).collect();
            workers.into_iter().map(|worker| worker.join().expect("a session ends")).collect()
        });
        assert_eq!(together, alone, "repetition {repetition}");
    }
}

#[test]
fn chips_in_one_thread_do_not_disturb_each_other() {
    let mut chips: Vec<Simulation> = Model::all().iter().map(|&model| Simulation::new(model).unwrap()).collect();
    for (index, chip) in chips.iter_mut().enumerate() {
        chip.reset();
        chip.write(offset::SCRATCH, index as u32).unwrap();
    }
    for (index, chip) in chips.iter_mut().enumerate() {
        assert_eq!(chip.read(offset::SCRATCH), Ok(index as u32));
    }
}

#[test]
fn chip_moved_between_threads_goes_on() {
    let mut chip = ready_chip(Model::Tiny);
    for value in 0..20 {
        chip = std::thread::spawn(move || {
            assert_eq!(chip.read(offset::SCRATCH), Ok(value));
            chip.write(offset::SCRATCH, value + 1).unwrap();
            chip
        })
        .join()
        .expect("the thread ends");
    }
    assert_eq!(chip.read(offset::SCRATCH), Ok(20));
}
