//! The figures of the paper and of FlexQueue's thesis, drawn anew from our own queues.

pub mod bit_vector;
pub mod command;
pub mod contenders;
pub mod counted;
pub mod fibonacci;
pub mod heaps;
pub mod ns3;
pub mod plot;
pub mod std_set;
pub mod thesis;
pub mod thesis_models;
pub mod timed;
pub mod words;

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

/// All figures of the queues.
pub const FIGURES: [Maker; 23] = [
    Maker::counted("ordered-list", counted::ordered_list),
    Maker::counted("trees", counted::trees),
    Maker::counted("work-a-tick", counted::work_a_tick),
    Maker::counted("ordered-slots", words::ordered_slots),
    Maker::counted("hashing", words::hashing),
    Maker::counted("overflow", words::overflow),
    Maker::counted("nichols", words::nichols),
    Maker::counted("flexqueue-4-1", thesis::figure_4_1),
    Maker::counted("flexqueue-4-8", ns3::figure_4_8),
    Maker::timed("figure9", timed::figure9),
    Maker::timed("tick-costs", timed::tick_costs),
    Maker::timed("trees-time", timed::trees),
    Maker::timed("flexqueue-3-5a", bit_vector::figure_3_5a),
    Maker::timed("flexqueue-3-5b", bit_vector::figure_3_5b),
    Maker::timed("flexqueue-4-2", bit_vector::figure_4_2),
    Maker::timed("flexqueue-4-3", thesis::figure_4_3),
    Maker::timed("flexqueue-4-4", thesis::figure_4_4),
    Maker::timed("flexqueue-4-5", thesis::figure_4_5),
    Maker::timed("flexqueue-4-6", thesis::figure_4_6),
    Maker::timed("flexqueue-4-7", thesis::figure_4_7),
    Maker::timed("flexqueue-markov", thesis_models::figure_markov),
    Maker::timed("flexqueue-transient", thesis_models::figure_transient),
    Maker::timed("flexqueue-up-down", thesis_models::figure_up_down),
];

impl Maker {
    /// A figure that counts: the same in every run.
    pub const fn counted(name: &'static str, make: fn() -> Figure) -> Self {
        Self { name, is_timed: false, make }
    }

    /// A figure that measures time.
    const fn timed(name: &'static str, make: fn() -> Figure) -> Self {
        Self { name, is_timed: true, make }
    }
}
