//! The paper's Figure 9, which measures time and so depends on the machine.

use super::plot::{Curve, Figure, Scale};
use crate::queues::Workload;
use crate::queues::field::{Contestant, PAPER, named};

/// The peers in Figure 9; all others are in `cargo bench`.
const PEERS: [&str; 4] = ["nexus-timer", "timer-queue", "BinaryHeap, lazy", "BTreeSet"];

/// The paper's Figure 9: time of a stop and a start against the number outstanding. One of n timers at random is
/// stopped and started while time stands still, with up to 60,000 ticks, which a wheel of 2^16 slots reaches.
pub fn figure9() -> Figure {
    let sizes = [1_u32, 10, 100, 1_000, 10_000, 100_000, 1_000_000];
    let workload = Workload::Far {
        from: 1,
        to: 60_000,
        random: true,
    };
    let point = |contestant: &Contestant, n: u32| {
        // A search takes time in proportion to n: fewer operations tell it as well, and in the end nobody would wait.
        let searches =
            contestant.name.starts_with("Scheme 2") || contestant.name.starts_with("Scheme 5");
        if searches && n > 10_000 {
            return None;
        }
        let operations = if searches {
            100_000 / u64::from(n.max(10)) * 10
        } else {
            100_000
        };
        let mut run = (contestant.run)(workload, n, operations)?;
        let times = (0..9).map(|_| run().each());
        Some((f64::from(n), times.fold(f64::INFINITY, f64::min)))
    };
    let peers = PEERS.iter().filter_map(|name| named(name));
    Figure {
        name: "figure9",
        title: "Stop and start of a random timer".to_owned(),
        axes: ["timers outstanding, n".to_owned(), "ns".to_owned()],
        scales: [Scale::Logarithmic, Scale::Logarithmic],
        curves: PAPER
            .iter()
            .chain(peers)
            .map(|one| {
                Curve::measured(
                    one.name,
                    sizes.iter().filter_map(|&n| point(one, n)).collect(),
                )
            })
            .collect(),
    }
}
