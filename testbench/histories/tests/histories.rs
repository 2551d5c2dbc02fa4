//! Histories by the thousand, and that a seed always gives the same.

use std::collections::BTreeMap;

use carillon_histories::plan::{Fault, History, Kind, Profile, Setup, Step, Way};
use carillon_histories::program::program;
use carillon_histories::{judge, judge_seed, shrunk};

/// Runs the histories of these seeds; the faults that have happened, by kind. A failing one is printed as a program.
fn all_pass(seeds: core::ops::Range<u64>) -> BTreeMap<&'static str, u64> {
    let mut faults = BTreeMap::new();
    for seed in seeds {
        let (history, verdict) = judge_seed(seed, None);
        if let Some(broken) = verdict.broken {
            let (history, verdict) = shrunk(&history, &broken);
            let text = program(&history, &verdict.outcomes);
            panic!("seed {seed}: {broken}\n{text}");
        }
        for (kind, count) in verdict.faults {
            *faults.entry(kind).or_default() += count;
        }
    }
    faults
}

#[test]
fn histories_ten_thousand_every_promise_holds() {
    let faults = all_pass(0..10_000);
    assert_eq!(faults.len(), 15, "every kind of fault happens: {faults:?}");
    assert!(faults.values().all(|&count| count > 100), "and not seldom: {faults:?}");
}

#[test]
#[ignore = "long"]
fn histories_hundred_thousand_every_promise_holds() {
    all_pass(10_000..110_000);
}

#[test]
fn histories_of_one_seed_are_the_same() {
    for seed in 0..200 {
        let [(one, first), (other, second)] = [(); 2].map(|()| judge_seed(seed, None));
        assert_eq!(one, other);
        assert_eq!(first.outcomes, second.outcomes);
        assert_eq!(first.faults, second.faults);
    }
}

#[test]
fn histories_draw_every_kind_of_host_with_every_profile_that_fits_it() {
    let mut drawn = BTreeMap::new();
    for seed in 0..5_000 {
        let setup = History::from_seed(seed, None).setup;
        let name = format!("{:?} {:?} {:?}", setup.kind, setup.way, setup.profile);
        *drawn.entry(name).or_insert(0) += 1;
    }
    // Four kinds on the counter chip with three buses or four, the timer chip, two clocks.
    assert_eq!(drawn.len(), 98, "{drawn:#?}");
}

/// A host that has nothing to complain of.
const CALM: Setup = Setup {
    kind: Kind::HashedWheel,
    way: Way::Direct,
    profile: Profile::Calm,
    prescale: 50,
    capacity: 4,
    slots: 16,
    fifo_bits: 4,
    hold: false,
    most_steps: 0,
    drift: 0,
};

/// The service goes on with a search, for which it needs no transfer.
#[test]
fn history_of_a_reset_within_a_search_in_steps_is_noticed() {
    let history = History {
        setup: Setup { capacity: 11, slots: 29, fifo_bits: 1, most_steps: 4, ..CALM },
        steps: vec![Step::Start(0), Step::Start(0), Step::Start(0), Step::Start(2), Step::Service, Step::Reset],
    };
    assert_eq!(judge(&history).broken, None);
}

#[test]
fn history_as_a_program_says_what_came_of_each_step() {
    let history = History {
        setup: CALM,
        steps: vec![Step::Start(20), Step::Stop(0), Step::Fault(3, Fault::Reset), Step::Settle],
    };
    let verdict = judge(&history);
    assert_eq!(verdict.broken, None);
    let expected = "\
#[test]
fn history() {
    use carillon_histories::plan::*;
    let history = History {
        setup: Setup {
            kind: Kind::HashedWheel,
            way: Way::Direct,
            profile: Profile::Calm,
            prescale: 50,
            capacity: 4,
            slots: 16,
            fifo_bits: 4,
            hold: false,
            most_steps: 0,
            drift: 0,
        },
        steps: vec![
            Step::Start(20), // timer 0, due Some(21)
            Step::Stop(0), // timer 0
            Step::Fault(3, Fault::Reset),
            Step::Settle,
        ],
    };
    assert_eq!(carillon_histories::judge(&history).broken, None);
}
";
    assert_eq!(program(&history, &verdict.outcomes), expected);
}
