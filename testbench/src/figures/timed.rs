//! The figures that measure time, which depend on the machine: the paper's Figure 9 and FlexQueue's 4.2 to 4.7.

use core::num::NonZeroU64;
use std::collections::BTreeSet;

use carillon_driver::queue::{
    BasicWheel, Calendar, Deviations, Flex, HashedUnordered, Heap, Keyed, Slots, Timers,
    chip::Structure,
};

use super::plot::{Curve, Figure, Scale};
use crate::queues::clock::thread_nanoseconds;
use crate::queues::field::{Contestant, PAPER, named};
use crate::queues::{Intervals, Random, Workload};

fn queue<S: Structure>(structure: S, timers: usize) -> Timers<u32, S> {
    Timers::with_capacity(structure, timers).expect("a queue")
}

fn curve(label: impl Into<String>, points: Vec<(f64, f64)>) -> Curve {
    Curve {
        label: label.into(),
        is_formula: false,
        points,
    }
}

/// The least nanoseconds a unit of nine runs, of the thread's running time: what else the machine does only ever adds.
fn least(units: u64, mut run: impl FnMut()) -> f64 {
    (0..9)
        .map(|_| {
            let begin = thread_nanoseconds();
            run();
            (thread_nanoseconds() - begin) as f64 / units as f64
        })
        .fold(f64::INFINITY, f64::min)
}

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
                curve(
                    one.name,
                    sizes.iter().filter_map(|&n| point(one, n)).collect(),
                )
            })
            .collect(),
    }
}

/// Nanoseconds a hold: the earliest timer is taken out and starts again.
fn hold(mut queue: impl Keyed<Item = u32>, n: usize, mut next: impl FnMut() -> u64) -> f64 {
    for _ in 0..n {
        queue.start(next(), 0).expect("room");
    }
    let holds = (n as u64).clamp(10_000, 40_000);
    least(holds, || {
        for _ in 0..holds {
            let tick = queue.next_expiry().expect("outstanding");
            queue.advance(tick).expect("forwards");
            while let Some(expired) = queue.next_expired() {
                queue.start(next(), expired.item).expect("room");
            }
        }
    })
}

/// Slots of each of FlexQueue's arrays in these figures; the thesis has 2^20 and sixteen times the timers.
const SLOTS: u32 = 1 << 16;

/// The horizon of the piece-wise distribution, in ticks.
const HORIZON: u64 = 1 << 24;

/// The thesis's piece-wise distribution with such a part of the timers within the horizon.
const fn piecewise(part: f64) -> Intervals {
    Intervals::Piecewise {
        near: part,
        horizon: HORIZON,
    }
}

fn flex(n: usize, deviations: Deviations, width: Option<u64>) -> impl Keyed<Item = u32> {
    let mut flex = Flex::new(Slots::Ordered, deviations, 2 * SLOTS).few(0);
    if let Some(width) = width.and_then(NonZeroU64::new) {
        flex = flex.width(width);
    }
    queue(flex, n)
}

/// `BTreeSet`, the thesis's set queue.
fn hold_in_a_tree(n: usize, mut next: impl FnMut() -> u64) -> f64 {
    let mut set = BTreeSet::new();
    let mut number: u64 = 0;
    for _ in 0..n {
        number += 1;
        set.insert((next(), number));
    }
    let holds = (n as u64).clamp(10_000, 40_000);
    least(holds, || {
        for _ in 0..holds {
            let (tick, _) = set.pop_first().expect("outstanding");
            number += 1;
            set.insert((tick + next(), number));
        }
    })
}

/// FlexQueue's Figure 4.2: what the bit vector adds to a list.
pub fn flex_4_2() -> Figure {
    let sizes = [1_usize << 12, 1 << 14, 1 << 16, 1 << 18];
    let run = |bits: bool, in_order: bool| {
        let point = |&n: &usize| {
            let mut random = Random::new(42);
            let order: Vec<u64> = (0..n as u64)
                .map(|place| {
                    if in_order {
                        place + 1
                    } else {
                        1 + random.below(n as u64)
                    }
                })
                .collect();
            let fill = |queue: &mut dyn FnMut(u64)| {
                let begin = thread_nanoseconds();
                order.iter().for_each(|&tick| queue(tick));
                (thread_nanoseconds() - begin) as f64 / n as f64
            };
            let once = || {
                if bits {
                    let mut queue = queue(BasicWheel::new(n as u32), n);
                    fill(&mut |tick| {
                        queue.start(tick, 0).expect("room");
                    })
                } else {
                    let mut queue = queue(HashedUnordered::new(n as u32), n);
                    fill(&mut |tick| {
                        queue.start(tick, 0).expect("room");
                    })
                }
            };
            (
                n as f64,
                (0..9).map(|_| once()).fold(f64::INFINITY, f64::min),
            )
        };
        sizes.iter().map(point).collect()
    };
    Figure {
        name: "flexqueue-4-2",
        title: "FlexQueue 4.2: a start with and without the bit vector".to_owned(),
        axes: ["slots".to_owned(), "ns a start".to_owned()],
        scales: [Scale::Logarithmic, Scale::Linear],
        curves: vec![
            curve("list and bits, in order", run(true, true)),
            curve("list alone, in order", run(false, true)),
            curve("list and bits, at random", run(true, false)),
            curve("list alone, at random", run(false, false)),
        ],
    }
}

/// Hold time against the part of the timers that lies within the horizon.
fn against_p(name: &'static str, title: &str, width: Option<u64>) -> Figure {
    let parts = [1.0, 0.9, 0.8, 0.6, 0.4, 0.2, 0.0];
    let over = |measure: &dyn Fn(f64) -> f64| {
        parts
            .iter()
            .rev()
            .map(|&part| (part, measure(part)))
            .collect()
    };
    let mut curves = Vec::new();
    for n in [1_usize << 12, 1 << 14, 1 << 16] {
        curves.push(curve(
            format!("FlexQueue, {n} timers"),
            over(&|part| {
                let mut random = Random::new(43);
                hold(flex(n, Deviations::TWO, width), n, || {
                    piecewise(part).draw(&mut random)
                })
            }),
        ));
        curves.push(curve(
            format!("set, {n} timers"),
            over(&|part| {
                let mut random = Random::new(43);
                hold_in_a_tree(n, || piecewise(part).draw(&mut random))
            }),
        ));
    }
    Figure {
        name,
        title: title.to_owned(),
        axes: [
            "part of the timers within the horizon, p".to_owned(),
            "ns a hold".to_owned(),
        ],
        scales: [Scale::Linear, Scale::Linear],
        curves,
    }
}

/// FlexQueue's Figure 4.3: a static horizon.
pub fn flex_4_3() -> Figure {
    let width = HORIZON.div_ceil(SLOTS.into());
    against_p(
        "flexqueue-4-3",
        "FlexQueue 4.3: static horizon",
        Some(width),
    )
}

/// FlexQueue's Figure 4.5: a horizon that follows.
pub fn flex_4_5() -> Figure {
    against_p("flexqueue-4-5", "FlexQueue 4.5: dynamic horizon", None)
}

/// FlexQueue's Figure 4.4: hold time against the number of timers.
pub fn flex_4_4() -> Figure {
    let sizes = [1_usize << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18];
    let width = HORIZON.div_ceil(SLOTS.into());
    let over = |part: f64| {
        let point = |&n: &usize| {
            let mut random = Random::new(44);
            let queue = flex(n, Deviations::TWO, Some(width));
            (
                n as f64,
                hold(queue, n, || piecewise(part).draw(&mut random)),
            )
        };
        sizes.iter().map(point).collect()
    };
    Figure {
        name: "flexqueue-4-4",
        title: "FlexQueue 4.4: static horizon, 65,536 slots".to_owned(),
        axes: ["timers outstanding".to_owned(), "ns a hold".to_owned()],
        scales: [Scale::Logarithmic, Scale::Linear],
        curves: [1.0, 0.75, 0.5, 0.0]
            .map(|part| curve(format!("p = {part}"), over(part)))
            .into(),
    }
}

/// FlexQueue's Figure 4.6: how far the horizon extends.
pub fn flex_4_6() -> Figure {
    let quarters = [2_u32, 4, 8, 12, 16, 24, 32];
    let over = |deviation: f64| {
        let point = |&quarters: &u32| {
            let mut random = Random::new(46);
            let queue = flex(1 << 14, Deviations::quarters(quarters), None);
            let time = hold(queue, 1 << 14, || {
                Intervals::Normal(1e7, deviation).draw(&mut random)
            });
            (f64::from(quarters) / 4.0, time)
        };
        quarters.iter().map(point).collect()
    };
    Figure {
        name: "flexqueue-4-6",
        title: "FlexQueue 4.6: 16,384 timers, normal increments of mean 10^7".to_owned(),
        axes: [
            "deviations to each side, k".to_owned(),
            "ns a hold".to_owned(),
        ],
        scales: [Scale::Linear, Scale::Linear],
        curves: [1e4, 1e5, 1e6]
            .map(|one| curve(format!("deviation {one}"), over(one)))
            .into(),
    }
}

/// FlexQueue's Figure 4.7: against others.
pub fn flex_4_7() -> Figure {
    let sizes = [1_usize << 10, 1 << 12, 1 << 14, 1 << 16];
    let mut curves = Vec::new();
    for triangular in [false, true] {
        let name = if triangular { "triangular" } else { "normal" };
        let over = |measure: &dyn Fn(usize, &mut dyn FnMut() -> u64) -> f64| {
            let point = |&n: &usize| {
                let mut random = Random::new(47);
                let intervals = if triangular {
                    Intervals::Triangular(1e6, 1e8)
                } else {
                    Intervals::Normal(1e7, 1e5)
                };
                let mut next = || intervals.draw(&mut random);
                (n as f64, measure(n, &mut next))
            };
            sizes.iter().map(point).collect()
        };
        curves.push(curve(
            format!("FlexQueue, {name}"),
            over(&|n, next| hold(flex(n, Deviations::SIX, None), n, next)),
        ));
        curves.push(curve(
            format!("set, {name}"),
            over(&|n, next| hold_in_a_tree(n, next)),
        ));
        curves.push(curve(
            format!("Scheme 3, {name}"),
            over(&|n, next| hold(queue(Heap::new(), n), n, next)),
        ));
        curves.push(curve(
            format!("calendar queue, {name}"),
            over(&|n, next| hold(queue(Calendar::new(n as u32), n), n, next)),
        ));
    }
    Figure {
        name: "flexqueue-4-7",
        title: "FlexQueue 4.7: against others".to_owned(),
        axes: ["timers outstanding".to_owned(), "ns a hold".to_owned()],
        scales: [Scale::Logarithmic, Scale::Logarithmic],
        curves,
    }
}
