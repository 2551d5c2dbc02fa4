//! The standard library's ordered trees: exact, in order, with a next expiry, at the price of a logarithm.

use std::collections::{BTreeMap, BTreeSet};

use crate::Contender;

/// A `BTreeSet` of (expiry, number).
#[derive(Debug)]
pub struct TreeSet {
    set: BTreeSet<(u64, u32)>,
    expiries: Vec<u64>,
}

impl TreeSet {
    /// For `capacity` timers.
    pub fn new(capacity: usize) -> Self {
        Self { set: BTreeSet::new(), expiries: vec![0; capacity] }
    }
}

impl Contender for TreeSet {
    fn start(&mut self, number: u32, expiry: u64) {
        self.expiries[number as usize] = expiry;
        self.set.insert((expiry, number));
    }

    fn stop(&mut self, number: u32) {
        self.set.remove(&(self.expiries[number as usize], number));
    }

    fn advance(&mut self, to: u64, expired: &mut Vec<u32>) {
        while let Some(&first) = self.set.first()
            && first.0 <= to
        {
            self.set.pop_first();
            expired.push(first.1);
        }
    }

    fn next_expiry(&mut self) -> Option<u64> {
        self.set.first().map(|first| first.0)
    }
}

/// A `BTreeMap` from the expiry and the number of the start to the timer: so timers of one tick run out in the order of
/// their starts.
#[derive(Debug)]
pub struct TreeMap {
    map: BTreeMap<(u64, u64), u32>,
    keys: Vec<(u64, u64)>,
    starts: u64,
}

impl TreeMap {
    /// For `capacity` timers.
    pub fn new(capacity: usize) -> Self {
        Self { map: BTreeMap::new(), keys: vec![(0, 0); capacity], starts: 0 }
    }
}

impl Contender for TreeMap {
    fn start(&mut self, number: u32, expiry: u64) {
        self.starts += 1;
        let key = (expiry, self.starts);
        self.keys[number as usize] = key;
        self.map.insert(key, number);
    }

    fn stop(&mut self, number: u32) {
        self.map.remove(&self.keys[number as usize]);
    }

    fn advance(&mut self, to: u64, expired: &mut Vec<u32>) {
        while let Some(first) = self.map.first_entry()
            && first.key().0 <= to
        {
            expired.push(first.remove());
        }
    }

    fn next_expiry(&mut self) -> Option<u64> {
        self.map.first_key_value().map(|first| first.0.0)
    }
}
