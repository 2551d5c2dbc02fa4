//! The figures that measure time, which depend on the machine: the paper's Figure 9 and FlexQueue's 4.2 to 4.7.

use core::num::NonZeroU64;
use std::collections::BTreeSet;
use std::hint::black_box;
use std::time::Instant;

use carillon_driver::queue::{
    CalendarQueue, Deviations, Entry, FlexQueue, List, Place, Powers, Scheme1, Scheme2, Scheme3,
    Scheme4, Scheme5, Scheme6, Scheme7, Search, Sector, Slots, TimerQueue,
};

use super::plot::{Curve, Figure, Scale};
use super::random::Random;

fn entries(count: usize) -> Vec<Entry<u32>> {
    (0..count).map(|_| Entry::VACANT).collect()
}

fn sectors(count: usize) -> Vec<Sector> {
    vec![Sector::EMPTY; count]
}

fn curve(label: impl Into<String>, points: Vec<(f64, f64)>) -> Curve {
    Curve {
        label: label.into(),
        is_formula: false,
        points,
    }
}

/// The least nanoseconds a unit of five runs: what else the machine does only ever adds.
fn least(units: u64, mut run: impl FnMut()) -> f64 {
    (0..5)
        .map(|_| {
            let begin = Instant::now();
            run();
            begin.elapsed().as_nanos() as f64 / units as f64
        })
        .fold(f64::INFINITY, f64::min)
}

/// Nanoseconds to stop and start a timer that is due after all others, with `n` others.
fn stop_and_start(mut queue: impl TimerQueue<Item = u32>, n: usize, span: u64, units: u64) -> f64 {
    let mut random = Random::new(3);
    for _ in 0..n {
        queue.start(1 + random.below(span - 1), 0).expect("room");
    }
    least(units, || {
        for _ in 0..units {
            let handle = queue.start(black_box(span), 1).expect("room");
            queue.stop(handle).expect("outstanding");
        }
    })
}

/// The paper's Figure 9: time of a stop and a start against the number outstanding.
pub fn figure9() -> Figure {
    let sizes = [1_usize, 10, 100, 1_000, 10_000, 100_000];
    let all = |measure: &dyn Fn(usize) -> f64, most: usize| {
        let shown = sizes.iter().filter(|&&n| n <= most);
        shown.map(|&n| (n as f64, measure(n))).collect()
    };
    const SPAN: u64 = 1 << 30;
    Figure {
        name: "figure9",
        title: "Stop and start of a timer that is due after all others".to_owned(),
        axes: ["timers outstanding, n".to_owned(), "ns".to_owned()],
        scales: [Scale::Logarithmic, Scale::Logarithmic],
        curves: vec![
            curve(
                "Scheme 1",
                all(
                    &|n| {
                        let queue = Scheme1::new(entries(n + 1)).expect("a queue");
                        stop_and_start(queue, n, SPAN, 20_000)
                    },
                    100_000,
                ),
            ),
            curve(
                "Scheme 2, from the front",
                all(
                    &|n| {
                        let queue =
                            Scheme2::new(Search::FromFront, entries(n + 1)).expect("a queue");
                        stop_and_start(
                            queue,
                            n,
                            SPAN,
                            2_000_000 / (n as u64 * n as u64).clamp(100, 20_000),
                        )
                    },
                    1_000,
                ),
            ),
            curve(
                "Scheme 3",
                all(
                    &|n| {
                        let queue = Scheme3::new(vec![Place::VACANT; n + 1], entries(n + 1));
                        stop_and_start(queue.expect("a queue"), n, SPAN, 20_000)
                    },
                    100_000,
                ),
            ),
            curve(
                "Scheme 4",
                all(
                    &|n| {
                        let queue = Scheme4::new(sectors(64), entries(n + 1)).expect("a queue");
                        stop_and_start(queue, n, 4_096, 20_000)
                    },
                    100_000,
                ),
            ),
            curve(
                "Scheme 5, 4,096 slots",
                all(
                    &|n| {
                        let queue = Scheme5::new(sectors(64), entries(n + 1)).expect("a queue");
                        stop_and_start(queue, n, SPAN, 20_000)
                    },
                    100_000,
                ),
            ),
            curve(
                "Scheme 6, 4,096 slots",
                all(
                    &|n| {
                        let queue = Scheme6::new(vec![List::EMPTY; 4_096], entries(n + 1));
                        stop_and_start(queue.expect("a queue"), n, SPAN, 20_000)
                    },
                    100_000,
                ),
            ),
            curve(
                "Scheme 7, wheels of 256",
                all(
                    &|n| {
                        let queue = Scheme7::new(Powers::<8>::new(), sectors(32), entries(n + 1));
                        stop_and_start(queue.expect("a queue"), n, SPAN, 20_000)
                    },
                    100_000,
                ),
            ),
        ],
    }
}

/// Nanoseconds a hold: the earliest timer is taken out and starts again.
fn hold(mut queue: impl TimerQueue<Item = u32>, n: usize, mut next: impl FnMut() -> u64) -> f64 {
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
const SLOTS: usize = 1 << 16;

/// The horizon of the piece-wise distribution, in ticks.
const HORIZON: u64 = 1 << 24;

fn flex(n: usize, deviations: Deviations, width: Option<u64>) -> impl TimerQueue<Item = u32> {
    let places = vec![Place::VACANT; n];
    let slots = sectors(SLOTS / 32);
    let queue = FlexQueue::new(Slots::Ordered, deviations, slots, places, entries(n));
    let mut queue = queue.expect("a queue");
    queue.set_few(0);
    queue.set_width(width.and_then(NonZeroU64::new));
    queue
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
                let begin = Instant::now();
                order.iter().for_each(|&tick| queue(tick));
                begin.elapsed().as_nanos() as f64 / n as f64
            };
            let once = || {
                if bits {
                    let mut queue = Scheme4::new(sectors(n / 64), entries(n)).expect("a queue");
                    fill(&mut |tick| {
                        queue.start(tick, 0).expect("room");
                    })
                } else {
                    let lists = vec![List::EMPTY; n];
                    let mut queue = Scheme6::new(lists, entries(n)).expect("a queue");
                    fill(&mut |tick| {
                        queue.start(tick, 0).expect("room");
                    })
                }
            };
            (
                n as f64,
                (0..5).map(|_| once()).fold(f64::INFINITY, f64::min),
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
                    random.piecewise(part, HORIZON)
                })
            }),
        ));
        curves.push(curve(
            format!("set, {n} timers"),
            over(&|part| {
                let mut random = Random::new(43);
                hold_in_a_tree(n, || random.piecewise(part, HORIZON))
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
    let width = HORIZON.div_ceil(SLOTS as u64);
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
    let width = HORIZON.div_ceil(SLOTS as u64);
    let over = |part: f64| {
        let point = |&n: &usize| {
            let mut random = Random::new(44);
            let queue = flex(n, Deviations::TWO, Some(width));
            (n as f64, hold(queue, n, || random.piecewise(part, HORIZON)))
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
            let time = hold(queue, 1 << 14, || random.normal(1e7, deviation));
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
                let mut next = || {
                    if triangular {
                        random.triangular(1e6, 1e8)
                    } else {
                        random.normal(1e7, 1e5)
                    }
                };
                (n as f64, measure(n, &mut next))
            };
            sizes.iter().map(point).collect()
        };
        curves.push(curve(
            format!("FlexQueue, {name}"),
            over(&|n, next| hold(flex(n, Deviations::quarters(24), None), n, next)),
        ));
        curves.push(curve(
            format!("set, {name}"),
            over(&|n, next| hold_in_a_tree(n, next)),
        ));
        curves.push(curve(
            format!("Scheme 3, {name}"),
            over(&|n, next| {
                let queue = Scheme3::new(vec![Place::VACANT; n], entries(n)).expect("a queue");
                hold(queue, n, next)
            }),
        ));
        curves.push(curve(
            format!("calendar queue, {name}"),
            over(&|n, next| {
                let queue = CalendarQueue::new(sectors(n / 64), entries(n)).expect("a queue");
                hold(queue, n, next)
            }),
        ));
    }
    Figure {
        name: "flexqueue-4-7",
        title: "FlexQueue 4.7: against others".to_owned(),
        axes: ["timers outstanding".to_owned(), "ns a hold".to_owned()],
        scales: [Scale::Logarithmic, Scale::Linear],
        curves,
    }
}
