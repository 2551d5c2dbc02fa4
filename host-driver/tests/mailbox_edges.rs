//! When a letter wakes the owner of its mailbox, at each edge. The sources are compiled here a second time, with an
//! owner that counts.
#![cfg(feature = "shards")]
#![allow(dead_code, unused_imports, reason = "the sources are compiled whole")]

extern crate std;

#[path = "../src/shards/mailbox.rs"]
mod mailbox;
#[path = "../src/sync.rs"]
mod sync;
#[path = "../src/wake_up.rs"]
mod wake_up;

use std::cell::Cell;

use mailbox::{Mailbox, Wake};
use wake_up::NEVER;

/// An owner that sleeps on, and how often it was woken.
#[derive(Debug, Default)]
struct Owner(Cell<u32>);

impl Wake for &Owner {
    fn wake(&self) {
        self.0.set(self.0.get() + 1);
    }
}

/// How often the owner, which sleeps until `until`, is woken by letters for these ticks.
fn woken(until: u64, ticks: impl IntoIterator<Item = u64>) -> u32 {
    let owner = Owner::default();
    let mailbox = Mailbox::new(&owner);
    assert!(!mailbox.will_sleep_until(until), "it is empty");
    for tick in ticks {
        mailbox.post((), tick);
    }
    owner.0.get()
}

#[test]
fn post_wakes_for_an_earlier_tick_and_only_the_first_of_the_same() {
    assert_eq!(woken(10, [9]), 1);
    assert_eq!(woken(10, [10]), 0);
    assert_eq!(woken(10, [11]), 0);
    assert_eq!(woken(10, [9, 9, 10]), 1);
    assert_eq!(woken(10, [9, 8]), 2);
    assert_eq!(woken(NEVER, [NEVER]), 0);
    assert_eq!(woken(NEVER, [NEVER - 1]), 1);
}

#[test]
fn post_to_an_owner_that_is_awake_wakes_nobody() {
    let owner = Owner::default();
    let mailbox = Mailbox::new(&owner);
    mailbox.post((), 0);
    // There is a letter: it does not sleep.
    assert!(mailbox.will_sleep_until(10));
    mailbox.is_awake();
    mailbox.post((), 1);
    assert_eq!(owner.0.get(), 0);
}

#[test]
fn post_of_the_1024th_letter_wakes_whatever_it_is_about() {
    assert_eq!(woken(10, [NEVER; 1_023]), 0);
    assert_eq!(woken(10, [NEVER; 1_024]), 1);
    assert_eq!(woken(10, [NEVER; 2_000]), 1);
}

#[test]
fn post_to_a_closed_mailbox_is_dropped() {
    let owner = Owner::default();
    let mailbox = Mailbox::new(&owner);
    mailbox.post((), 1);
    mailbox.close();
    mailbox.post((), 1);
    assert_eq!(mailbox.read(), None);
}
