//! `STATUS`.

mod common;

use carillon_regmap::{field, offset};
use carillon_sim::Model;
use common::Host;

#[test]
fn behind_at_each_distance_is_what_the_ticks_say() {
    for (model, sizes) in [(Model::Tiny, &[1000][..]), (Model::Full10x2, &[500, 7])] {
        // The FIFO is full and the cursor waits at tick 13, while now goes on tick by tick.
        let mut host = Host::start(model, 8, sizes, &[]);
        for slot in [11, 12, 13] {
            host.arm(0, slot, 0);
        }
        while host.cursor() < 12 {}
        host.chip.clock(50);
        let mut seen = 0;
        let mut last = 0;
        while seen < 2200 {
            host.enable(false);
            let (now, cursor) = (host.now(), host.cursor());
            let behind = field::status::BEHIND.is_set(host.read(offset::STATUS));
            assert!(behind && cursor == 12 && now > 12, "{now} {cursor}");
            seen += u32::from(now != last);
            last = now;
            host.enable(true);
        }
        // Far ahead, through the edges of what is compared at a time.
        for bits in [10, 14, 16] {
            while host.now() < 1 << bits {
                host.chip.clock(8);
                assert!(field::status::BEHIND.is_set(host.read(offset::STATUS)));
            }
        }
        // With time standing still it comes to now, and says so.
        host.enable(false);
        for slot in [11, 12, 13] {
            host.disarm(0, slot);
        }
        while host.cursor() != host.now() {}
        host.chip.clock(4);
        assert!(!field::status::BEHIND.is_set(host.read(offset::STATUS)));
        host.take_events(100, true);
        for _ in 0..50 {
            host.enable(true);
            host.enable(false);
            host.chip.clock(60);
            assert_eq!(host.cursor(), host.now());
            assert!(!field::status::BEHIND.is_set(host.read(offset::STATUS)));
        }
    }
}
