//! Bad input: ignored, a bit in `ERROR`, nothing else changed.

mod common;

use carillon_regmap::field::error;
use carillon_regmap::{field, offset};
use carillon_sim::Model;
use common::Host;

#[test]
fn arm_range_of_each_kind_is_refused_and_loses_no_bit() {
    let (first, second) = (20, 30);
    let mut host = Host::start(Model::TwoWheels, 200, &[first, second], &[]);
    let busy = [(0, 7), (0, 19), (1, 0), (1, 29)];
    for (wheel, slot) in busy {
        host.arm(wheel, slot, 0);
    }
    let wrong = [
        // At the size, beyond it, in the rest of the last word, in the next wheel's words, beyond the memory.
        (0, first),
        (0, first + 1),
        (0, 31),
        (0, 32),
        (0, 1023),
        (0, 1024),
        (0, 0xf_ffff),
        (1, second),
        (1, 1023),
        (1, 1 << 19),
        // Wheels that the build has not, with slots that others have.
        (2, 0),
        (2, 7),
        (7, 1),
    ];
    for (wheel, slot) in wrong {
        for disarms in [false, true] {
            if disarms {
                host.disarm(wheel, slot);
            } else {
                host.arm(wheel, slot, 0);
            }
            let errors = host.take_errors();
            assert_eq!(
                errors,
                error::ARM_RANGE.mask(),
                "wheel {wheel}, slot {slot}"
            );
        }
    }
    // A lap of wheel 1: every bit is there, and no other.
    let ticks = first * second;
    let events = host.take_events(u64::from(200 * ticks), false);
    let mut seen: Vec<(u32, u32)> = events
        .iter()
        .map(|event| (event.wheel, event.slot))
        .collect();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen, busy);
}

#[test]
fn size_range_of_each_kind_is_refused_and_changes_nothing() {
    let mut host = Host::ready(Model::EightWheels);
    let sizes = |host: &mut Host| -> Vec<u32> {
        (0..8)
            .map(|wheel| host.read(offset::element(offset::WHEEL_SIZE, wheel)))
            .collect()
    };
    let refused = |host: &mut Host, wheel: u32, size: u32| {
        let before = sizes(host);
        host.write(offset::element(offset::WHEEL_SIZE, wheel), size);
        let case = format!("wheel {wheel}, {size} slots beside {before:?}");
        assert_eq!(host.take_errors(), error::SIZE_RANGE.mask(), "{case}");
        assert_eq!(sizes(host), before, "{case}");
    };
    assert_eq!(sizes(&mut host), [1024, 0, 0, 0, 0, 0, 0, 0]);
    for size in [0, 1, 1025, 2048, 1 << 20, u32::MAX] {
        refused(&mut host, 0, size);
    }
    // Nothing is left for another wheel.
    refused(&mut host, 1, 2);
    host.write(offset::WHEEL_SIZE, 33);
    // Three words are taken, and wheel 2 would stand above an absent one.
    for wheel in 2..8 {
        refused(&mut host, wheel, 2);
    }
    for size in [0, 1, 1024 - 48 + 1, 1024] {
        refused(&mut host, 1, size);
    }
    host.write(offset::element(offset::WHEEL_SIZE, 1), 1024 - 48);
    assert_eq!(sizes(&mut host), [33, 1024 - 48, 0, 0, 0, 0, 0, 0]);
    refused(&mut host, 2, 2);
    // A wheel that is given a size takes those above away, because their places move.
    host.write(offset::WHEEL_SIZE, 2);
    assert_eq!(sizes(&mut host), [2, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(host.take_errors(), 0);
}

#[test]
fn ack_stale_of_every_other_sequence_pops_nothing() {
    let mut host = Host::start(Model::Small10x16, 4, &[40], &[]);
    host.arm(0, 5, 0);
    host.arm(0, 6, 0);
    for taken in 0..20 {
        host.chip.clock_until_irq(1000);
        let event = host.event().expect("an event");
        let sequence = field::event::SEQUENCE.get(host.read(offset::EVENT));
        assert_eq!(sequence, taken % 16);
        for other in (0..16).filter(|other| *other != sequence) {
            let word = field::event_ack::SEQUENCE.put(other) | field::event_ack::DISARM.mask();
            host.write(offset::EVENT_ACK, word);
            assert_eq!(host.take_errors(), error::ACK_STALE.mask(), "{taken}");
            assert_eq!(host.event(), Some(event), "{taken}");
        }
        // Repeated, the right one pops once.
        let word = field::event_ack::SEQUENCE.put(sequence);
        host.write(offset::EVENT_ACK, word);
        assert_eq!(host.take_errors(), 0, "{taken}");
        let behind_it = host.event();
        assert_ne!(behind_it, Some(event), "{taken}");
        host.write(offset::EVENT_ACK, word);
        let errors = host.take_errors();
        assert!(
            errors == error::ACK_STALE.mask()
                || (behind_it.is_none() && errors == error::ACK_EMPTY.mask()),
            "{taken}: {errors:#x}"
        );
    }
}
