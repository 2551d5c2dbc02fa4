//! The word on which three consecutive reads of a register agree, if one of them may be wrong.
//!
//! A wrong read may be any word: a changed address reads another register, and what the chip refuses reads as all ones.
//! What is taken has to be right whichever of the three is wrong:
//!
//! - Two that are equal: at least one of them is right. This is all there is for most registers.
//! - `NOW_LO` and `CURSOR_LO` move on, so three right reads may all differ. If they are in order, by at most `drift`
//!   ticks each, the *second* is taken. If it was read wrong, the others were not, and the register held it in between.
//! - `NEXT` decreases as the wheel steps: the same with the order reversed.

use carillon_regmap::counter_chip::field::next;
use carillon_regmap::counter_chip::{MAX_WHEELS, offset};

/// The word on which three reads of the register at `byte` agree.
pub(super) fn agreed(byte: u32, reads: [u32; 3], drift: u32) -> Option<u32> {
    let [first, second, third] = reads;
    if first == second || first == third {
        return Some(first);
    }
    let moves_on = |from: u32, to: u32| to.wrapping_sub(from) <= drift;
    let nexts = offset::NEXT..offset::element(offset::NEXT, MAX_WHEELS);
    let in_order = match byte {
        offset::NOW_LO | offset::CURSOR_LO => moves_on(first, second) && moves_on(second, third),
        byte if nexts.contains(&byte) => {
            let [far, closer, closest] = reads.map(|word| next::DISTANCE.get(word));
            let all_valid = reads.iter().all(|word| next::VALID.is_set(*word));
            all_valid && moves_on(closer, far) && moves_on(closest, closer)
        }
        _ => false,
    };
    (second == third || in_order).then_some(second)
}

#[cfg(test)]
mod tests {
    use super::agreed;
    use carillon_regmap::counter_chip::field::{next, status};
    use carillon_regmap::counter_chip::{REGISTERS, offset};

    #[test]
    fn agreed_counter_takes_the_middle_one_within_the_drift_across_the_wrap() {
        for counter in [offset::NOW_LO, offset::CURSOR_LO] {
            for first in [0, 5, u32::MAX - 9, u32::MAX - 3, u32::MAX] {
                for (ahead, more) in [(0, 0), (0, 7), (1, 1), (7, 7)] {
                    let second = first.wrapping_add(ahead);
                    let reads = [first, second, second.wrapping_add(more)];
                    assert_eq!(agreed(counter, reads, 7), Some(second));
                }
                let at = |steps: [u32; 3]| steps.map(|step| first.wrapping_add(step));
                assert_eq!(agreed(counter, at([0, 8, 9]), 7), None);
                assert_eq!(agreed(counter, at([0, 1, 9]), 7), None);
                assert_eq!(agreed(counter, at([1, 0, 2]), 7), None);
            }
        }
    }

    /// Each of three right reads is replaced by every word of a small counter, and by those far away.
    #[test]
    fn agreed_with_one_wrong_read_is_a_word_that_the_counter_had_or_none() {
        for start in [0, 1, 1 << 16, 1 << 31, u32::MAX - 2, u32::MAX] {
            for steps @ [.., moved] in [[0, 0, 0], [0, 1, 1], [0, 1, 2], [0, 0, 1], [0, 3, 7]] {
                let right = steps.map(|step: u32| start.wrapping_add(step));
                let near = (0..=40).map(|word: u32| start.wrapping_add(word).wrapping_sub(20));
                for wrong in near.chain([0, u32::MAX, 1 << 31, !start]) {
                    for place in 0..3 {
                        let mut read = 0..3;
                        let reads = right.map(|word| match read.next() {
                            at if at == Some(place) => wrong,
                            _ => word,
                        });
                        if let Some(taken) = agreed(offset::NOW_LO, reads, 16) {
                            let since = taken.wrapping_sub(start);
                            assert!(since <= moved, "{taken:#x} of {reads:#x?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn agreed_next_takes_the_middle_one() {
        let word = |distance| next::VALID.mask() | next::DISTANCE.put(distance);
        let at = offset::element(offset::NEXT, 3);
        let of = |distances: [u32; 3]| agreed(at, distances.map(word), 7);
        assert_eq!(of([9, 6, 5]), Some(word(6)));
        assert_eq!(of([6, 9, 5]), None);
        assert_eq!(of([20, 9, 8]), None);
        assert_eq!(agreed(at, [0, 0, 5], 7), Some(0));
        assert_eq!(agreed(at, [word(2), word(1), 0], 7), None);
    }

    #[test]
    fn agreed_two_of_three_equal_reads_are_taken_of_every_register() {
        for register in REGISTERS {
            for reads in [[5, 5, 900], [5, 900, 5], [900, 5, 5]] {
                assert_eq!(agreed(register.offset, reads, 7), Some(5));
            }
        }
        let (ready, behind) = (status::READY.mask(), status::BEHIND.mask());
        assert_eq!(agreed(offset::STATUS, [ready, behind, 0], 7), None);
        assert_eq!(agreed(offset::EVENT_TICK, [5, 6, 7], 7), None);
    }
}
