//! When two consecutive reads of a register agree.
//!
//! One of the two may be corrupted: a changed address reads another register, a changed byte another word. If the other
//! read is correct, the result must be correct, or there must be none.
//!
//! - Most registers must read the same twice.
//! - `NOW_LO` and `CURSOR_LO` move. The second read must not be before the first, nor more than `drift` ticks after it,
//!   and the result is the *first*. It is not after the second: if the second is correct, the result is not ahead of
//!   the chip and at most `drift` ticks old. A host with a slightly old time is only slow, which the chip compensates
//!   for.
//! - `NEXT` decreases as the wheel steps. The second read must not be larger, nor smaller by more than `drift`, and the
//!   result is the smaller: early, never late.
//! - `STATUS.behind` changes with every tick. It is set in the result if it is set in either read: a host that waits
//!   for it reads again.

use carillon_regmap::counter_chip::field::{next, status};
use carillon_regmap::counter_chip::{MAX_WHEELS, offset};

/// The word on which two reads of the register at `byte` agree.
pub(super) fn agreed(byte: u32, first: u32, second: u32, drift: u32) -> Option<u32> {
    let nexts = offset::NEXT..offset::element(offset::NEXT, MAX_WHEELS);
    match byte {
        offset::NOW_LO | offset::CURSOR_LO => {
            (second.wrapping_sub(first) <= drift).then_some(first)
        }
        offset::STATUS => {
            let behind = status::BEHIND.mask();
            ((first ^ second) & !behind == 0).then_some(first | second)
        }
        byte if nexts.contains(&byte) => {
            let both = next::VALID.is_set(first) && next::VALID.is_set(second);
            let closer = next::DISTANCE
                .get(first)
                .wrapping_sub(next::DISTANCE.get(second))
                <= drift;
            (first == second || (both && closer)).then_some(second)
        }
        _ => (first == second).then_some(first),
    }
}

#[cfg(test)]
mod tests {
    use super::agreed;
    use carillon_regmap::counter_chip::field::{next, status};
    use carillon_regmap::counter_chip::offset;

    #[test]
    fn agreed_counter_takes_the_earlier_within_the_drift_across_the_wrap() {
        for counter in [offset::NOW_LO, offset::CURSOR_LO] {
            for first in [0, 5, u32::MAX - 3, u32::MAX] {
                for ahead in [0, 1, 7] {
                    let second = first.wrapping_add(ahead);
                    assert_eq!(agreed(counter, first, second, 7), Some(first));
                }
                assert_eq!(agreed(counter, first, first.wrapping_add(8), 7), None);
                assert_eq!(agreed(counter, first, first.wrapping_sub(1), 7), None);
            }
        }
    }

    #[test]
    fn agreed_next_takes_the_smaller() {
        let word = |distance| next::VALID.mask() | next::DISTANCE.put(distance);
        let at = offset::element(offset::NEXT, 3);
        assert_eq!(agreed(at, word(9), word(6), 7), Some(word(6)));
        assert_eq!(agreed(at, word(6), word(9), 7), None);
        assert_eq!(agreed(at, word(20), word(9), 7), None);
        assert_eq!(agreed(at, 0, 0, 7), Some(0));
        assert_eq!(agreed(at, word(0), 0, 7), None);
    }

    #[test]
    fn agreed_status_may_differ_in_behind_and_others_in_nothing() {
        let (ready, behind) = (status::READY.mask(), status::BEHIND.mask());
        let both = Some(ready | behind);
        assert_eq!(agreed(offset::STATUS, ready, ready | behind, 7), both);
        assert_eq!(agreed(offset::STATUS, ready | behind, ready, 7), both);
        assert_eq!(agreed(offset::STATUS, ready, 0, 7), None);
        assert_eq!(agreed(offset::EVENT_TICK, 5, 6, 7), None);
        assert_eq!(agreed(offset::EVENT_TICK, 6, 6, 7), Some(6));
    }
}
