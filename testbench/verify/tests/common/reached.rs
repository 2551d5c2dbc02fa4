//! A run of the model beside other chips, and how often it came to a place: one that never came there shows nothing
//! about it.

use carillon_regmap::counter_chip::Build;
use carillon_spec::counter_chip::{Reached, ReferenceChip};
use carillon_verify::counter_chip::{Difference, Length, Pins, Stimulus, run};

/// Runs `others` against a fresh model, or the model alone, watched by the observer.
pub fn compare(
    others: &mut [&mut dyn Pins],
    build: &Build,
    seed: u64,
    length: Length,
) -> Result<Reached, Box<Difference>> {
    let mut reference = ReferenceChip::new(build);
    let mut stimulus = Stimulus::new(seed, build);
    run(&mut reference, others, &mut stimulus, length)?;
    Ok(reference.reached())
}

/// What it has reached, where all agree.
pub fn agreed(build: &Build, result: Result<Reached, Box<Difference>>) -> Reached {
    result.unwrap_or_else(|difference| panic!("{build:?}\n{difference}"))
}

/// Fails where a run came less often than asked to a place that `counts` names: name, how often, at least.
pub fn assert_each(reached: &Reached, counts: &[(&str, u64, u64)]) {
    for (name, count, least) in counts {
        assert!(count >= least, "{name} {count} times, not {least}: {reached:#?}");
    }
}
