//! Makes a failing history small: leaves out what is not needed for it to fail in the same way.

use crate::plan::{Fault, History, Step};

/// Trials at most.
const TRIALS: u32 = 3_000;

/// The smallest history found that still `fails`.
pub fn shrink(history: &History, fails: impl Fn(&History) -> bool) -> History {
    let mut best = history.clone();
    let mut trials = 0;
    let mut attempt = |best: &mut History, smaller: History| {
        trials += 1;
        let better = trials <= TRIALS && smaller != *best && fails(&smaller);
        if better {
            *best = smaller;
        }
        better
    };
    loop {
        let mut progress = false;
        let mut length = best.steps.len().div_ceil(2);
        while length > 0 {
            let mut from = 0;
            while from < best.steps.len() {
                let mut smaller = best.clone();
                let to = (from + length).min(smaller.steps.len());
                smaller.steps.drain(from..to);
                if attempt(&mut best, smaller) {
                    progress = true;
                } else {
                    from += length;
                }
            }
            length /= 2;
        }
        for place in 0..best.steps.len() {
            while let Some(smaller) = simpler(best.steps[place]).find_map(|step| {
                let mut smaller = best.clone();
                smaller.steps[place] = step;
                attempt(&mut best.clone(), smaller.clone()).then_some(smaller)
            }) {
                best = smaller;
                progress = true;
            }
        }
        for change in 0..4 {
            let mut smaller = best.clone();
            let setup = &mut smaller.setup;
            match change {
                0 => setup.hold = false,
                1 => setup.most_steps = 0,
                2 => setup.fifo_bits = 4,
                _ => setup.drift = 0,
            }
            progress |= attempt(&mut best, smaller);
        }
        if !progress {
            return best;
        }
    }
}

fn less(number: u64) -> impl Iterator<Item = u64> {
    let candidates = [0, 1, number / 2, number.saturating_sub(1)];
    candidates.into_iter().filter(move |&less| less < number)
}

fn simpler(step: Step) -> Box<dyn Iterator<Item = Step>> {
    match step {
        Step::Start(interval) => Box::new(less(interval).map(Step::Start)),
        Step::StartBetween(least, slack) => Box::new(
            [Step::Start(least)].into_iter().chain(less(slack).map(move |slack| Step::StartBetween(least, slack))),
        ),
        Step::StartAt(after) if after > 0 => {
            let after = less(after.unsigned_abs());
            Box::new(after.map(|after| Step::StartAt(after.cast_signed())))
        }
        Step::Restart(which, interval) => Box::new(less(interval).map(move |interval| Step::Restart(which, interval))),
        Step::Pass(ticks) => Box::new(less(ticks).map(Step::Pass)),
        Step::Sleep(before) => Box::new(less(before).map(Step::Sleep)),
        Step::StepBack(ticks) => Box::new(less(ticks).map(Step::StepBack)),
        Step::Fault(ahead, fault) => {
            let sooner = less(ahead.into()).map(move |ahead| Step::Fault(ahead as u32, fault));
            let simpler = simpler_fault(fault).map(move |fault| Step::Fault(ahead, fault));
            Box::new(sooner.chain(simpler))
        }
        _ => Box::new(std::iter::empty()),
    }
}

fn simpler_fault(fault: Fault) -> Box<dyn Iterator<Item = Fault>> {
    match fault {
        Fault::Pause(ticks) => Box::new(less(ticks).map(Fault::Pause)),
        Fault::Gone(accesses) => {
            let fewer = less(accesses.into()).filter(|&fewer| fewer > 0);
            Box::new(fewer.map(|fewer| Fault::Gone(fewer as u32)))
        }
        _ => Box::new(std::iter::empty()),
    }
}

#[cfg(test)]
mod tests {
    use super::shrink;
    use crate::plan::{Fault, History, Step};

    #[test]
    fn shrink_keeps_what_is_needed_and_makes_it_simple() {
        let mut history = History::from_seed(1, None);
        let place = history.steps.len() / 2;
        let fault = Step::Fault(9, Fault::Pause(77));
        history.steps.insert(place, fault);
        history.steps.push(Step::Start(100));
        let fails = |history: &History| {
            let long = |step: &Step| matches!(step, Step::Start(interval) if *interval > 6);
            let held = |step: &Step| matches!(step, Step::Fault(_, Fault::Pause(3..)));
            let held = history.steps.iter().position(held);
            held.is_some_and(|held| history.steps[held..].iter().any(long))
        };
        let small = shrink(&history, fails);
        let expected = [Step::Fault(0, Fault::Pause(3)), Step::Start(7)];
        assert_eq!(small.steps, expected);
    }
}
