//! How often a random run came to a place: one that never came there shows nothing about it.

use carillon_models::counter_chip::Reached;

/// Fails where a run came less often than asked to a place that `counts` names: name, how often, at least.
pub fn assert_each(reached: &Reached, counts: &[(&str, u64, u64)]) {
    for (name, count, least) in counts {
        assert!(
            count >= least,
            "{name} {count} times, not {least}: {reached:#?}"
        );
    }
}
