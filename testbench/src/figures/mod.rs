//! The figures of the paper and of FlexQueue's thesis, drawn anew from our own queues, and the timer chip's:
//! `carillon figures`.

pub mod bit_vector;
pub mod contenders;
pub mod counted;
pub mod fibonacci;
pub mod heaps;
pub mod plot;
pub mod std_set;
pub mod thesis;
pub mod thesis_models;
pub mod timed;
pub mod timer_chip;

use plot::Figure;

/// A figure that can be made.
#[derive(Debug, Clone, Copy)]
pub struct Maker {
    /// The name of its files.
    pub name: &'static str,
    /// Whether it measures time, so that it is another one each time.
    pub is_timed: bool,
    /// Makes the figure.
    pub make: fn() -> Figure,
}

/// All figures.
pub const FIGURES: [Maker; 19] = [
    counted("ordered-list", counted::ordered_list),
    counted("trees", counted::trees),
    counted("scheme6-interrupts", counted::scheme6_interrupts),
    counted("scheme7-interrupts", counted::scheme7_interrupts),
    counted("work-a-tick", counted::work_a_tick),
    counted("timer-chip-clocks", timer_chip::timer_chip_clocks),
    timed("figure9", timed::figure9),
    timed("tick-costs", timed::tick_costs),
    timed("flexqueue-3-5a", bit_vector::figure_3_5a),
    timed("flexqueue-3-5b", bit_vector::figure_3_5b),
    timed("flexqueue-4-2", bit_vector::figure_4_2),
    timed("flexqueue-4-3", thesis::figure_4_3),
    timed("flexqueue-4-4", thesis::figure_4_4),
    timed("flexqueue-4-5", thesis::figure_4_5),
    timed("flexqueue-4-6", thesis::figure_4_6),
    timed("flexqueue-4-7", thesis::figure_4_7),
    timed("flexqueue-markov", thesis_models::figure_markov),
    timed("flexqueue-transient", thesis_models::figure_transient),
    timed("flexqueue-up-down", thesis_models::figure_up_down),
];

const fn counted(name: &'static str, make: fn() -> Figure) -> Maker {
    Maker {
        name,
        is_timed: false,
        make,
    }
}

const fn timed(name: &'static str, make: fn() -> Figure) -> Maker {
    Maker {
        name,
        is_timed: true,
        make,
    }
}
