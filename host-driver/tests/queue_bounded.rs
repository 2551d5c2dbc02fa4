//! The circular array as a priority queue, against an ordered map.

use std::collections::BTreeMap;

use carillon_driver::queue::{BoundedError, BoundedQueue, Entry, Handle, Sector, StopError};
use proptest::prelude::*;

type Queue = BoundedQueue<u32, Vec<Sector>, Vec<Entry<u32>>>;

fn queue(sectors: usize, capacity: usize) -> Queue {
    let entries = (0..capacity).map(|_| Entry::VACANT).collect();
    BoundedQueue::new(vec![Sector::EMPTY; sectors], entries).expect("memory that does")
}

#[test]
fn add_keys_as_far_apart_as_there_are_slots_is_refused_with_the_bounds() {
    let mut queue = queue(2, 8);
    queue.add(500, 0).expect("empty");
    queue.add(627, 1).expect("127 apart");
    let error = BoundedError::TooFarApart {
        lowest: 500,
        highest: 627,
    };
    assert_eq!(queue.add(628, 2), Err(error));
    assert_eq!(queue.add(499, 2), Err(error));
    assert_eq!(queue.len(), 2);
    assert_eq!(queue.take_lowest(), Some((500, 0)));
    assert_eq!(queue.take_lowest(), Some((627, 1)));
    assert_eq!(queue.take_lowest(), None);
    queue
        .add(u64::MAX, 3)
        .expect("anything goes while it is empty");
    queue.add(u64::MAX - 127, 4).expect("127 apart");
    assert_eq!(queue.lowest(), Some(u64::MAX - 127));
}

#[test]
fn add_full_slab_is_refused() {
    let mut queue = queue(1, 1);
    queue.add(1, 0).expect("room");
    assert_eq!(queue.add(1, 1), Err(BoundedError::SlabFull { capacity: 1 }));
}

#[test]
fn take_lowest_equal_keys_come_in_the_order_of_adding() {
    let mut queue = queue(1, 4);
    for item in 0..4 {
        queue.add(7, item).expect("room");
    }
    let order: Vec<_> = std::iter::from_fn(|| queue.take_lowest()).collect();
    assert_eq!(order, [(7, 0), (7, 1), (7, 2), (7, 3)]);
}

#[test]
fn change_stale_or_foreign_handle_is_refused() {
    let mut queue = queue(1, 2);
    let gone = queue.add(1, 0).expect("room");
    assert_eq!(queue.remove(gone), Ok(0));
    assert_eq!(queue.remove(gone), Err(StopError::StaleHandle));
    assert_eq!(
        queue.change(gone, 2),
        Err(BoundedError::Stop(StopError::StaleHandle))
    );
    let mut larger = self::queue(1, 9);
    let foreign = (0..9).map(|key| larger.add(key, 0).expect("room")).last();
    let foreign = foreign.expect("nine");
    assert_eq!(queue.key(foreign), None);
    assert_eq!(
        queue.change(foreign, 2),
        Err(BoundedError::Stop(StopError::ForeignHandle {
            index: 8,
            capacity: 2
        }))
    );
}

#[derive(Debug, Clone)]
enum Step {
    Add(u64),
    Change(usize, u64),
    Remove(usize),
    Take,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (0_u64..200).prop_map(Step::Add),
        2 => (any::<usize>(), 0_u64..200).prop_map(|(which, key)| Step::Change(which, key)),
        1 => any::<usize>().prop_map(Step::Remove),
        3 => Just(Step::Take),
    ]
}

proptest! {
    /// Whatever is refused may be refused only because the keys would be 128 or more apart.
    #[test]
    fn queue_random_steps_agrees_with_an_ordered_map(
        base in prop_oneof![Just(0), Just(u64::MAX - 400), 1_u64 << 31..1 << 33],
        steps in prop::collection::vec(step(), 1..200),
    ) {
        let mut queue = queue(2, 64);
        // Key and order of adding to item and handle.
        let mut model: BTreeMap<(u64, u32), Handle> = BTreeMap::new();
        let mut pointer = base;
        let mut serial = 0;
        for step in steps {
            match step {
                Step::Add(offset) => {
                    let key = pointer.saturating_sub(64).max(base).saturating_add(offset);
                    serial += 1;
                    match queue.add(key, serial) {
                        Ok(handle) => {
                            model.insert((key, serial), handle);
                        }
                        Err(BoundedError::SlabFull { .. }) => prop_assert_eq!(model.len(), 64),
                        Err(BoundedError::TooFarApart { lowest, highest }) => {
                            prop_assert!(key < lowest || key > highest);
                            prop_assert!(!model.is_empty() && lowest <= highest);
                        }
                        Err(other) => prop_assert!(false, "{}", other),
                    }
                }
                Step::Change(which, offset) if !model.is_empty() => {
                    let (&(old, name), &handle) = model.iter().nth(which % model.len()).expect("in range");
                    let key = pointer.saturating_add(offset);
                    match queue.change(handle, key) {
                        Ok(()) => {
                            // It comes last of its key, so it gets a new serial number; the item keeps the old.
                            model.remove(&(old, name));
                            let item = queue.remove(handle).expect("still there");
                            prop_assert_eq!(item, name);
                            serial += 1;
                            let handle = queue.add(key, serial).expect("there was room");
                            model.insert((key, serial), handle);
                        }
                        Err(_) => prop_assert_eq!(queue.key(handle), Some(old)),
                    }
                }
                Step::Remove(which) if !model.is_empty() => {
                    let (&(key, name), &handle) = model.iter().nth(which % model.len()).expect("in range");
                    prop_assert_eq!(queue.key(handle), Some(key));
                    prop_assert_eq!(queue.remove(handle), Ok(name));
                    model.remove(&(key, name));
                }
                Step::Take => {
                    prop_assert_eq!(queue.lowest(), model.keys().next().map(|key| key.0));
                    let expected = model.pop_first().map(|(pair, _)| pair);
                    if let Some((key, _)) = expected {
                        pointer = key;
                    }
                    prop_assert_eq!(queue.take_lowest(), expected);
                }
                Step::Change(..) | Step::Remove(_) => {}
            }
            prop_assert_eq!(queue.check_invariants(), Ok(()));
            prop_assert_eq!(queue.len() as usize, model.len());
        }
    }
}
