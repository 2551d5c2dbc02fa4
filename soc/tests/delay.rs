//! `DelayNs` on the processor.

mod common;

use carillon_soc::Message;
use common::Run;

/// Clocks a tick in the program.
const TICK: u64 = 100;
/// Clocks that readings and messages take besides, at most.
const OVERHEAD: u64 = 2_000;

#[test]
fn delays_are_never_too_short_and_hardly_too_long() {
    let mut run = Run::new("delay");
    run.end_within(2_000_000);
    let points: Vec<u64> = (0..=4)
        .map(|point| {
            let found = run.said.iter().find(|said| said.1 == Message::Reached(point));
            found.expect("the program comes to each point").0
        })
        .collect();
    // At 100 MHz: 0 ns, 1500 ns, 20 us, 2 ms.
    for (pair, wanted) in points.windows(2).zip([0, 150, 2_000, 200_000]) {
        let clocks = pair[1] - pair[0];
        assert!(clocks >= wanted, "{clocks} clocks for {wanted}");
        assert!(clocks <= wanted + 2 * TICK + OVERHEAD, "{clocks} for {wanted}");
    }
}
