//! From the timer chip's circuit to a Verilog file that other tools take.

use super::top::{TimerApbTop, TimerAxiLiteTop, TimerSpiTop, TimerUartTop, TimerWishboneTop};
use crate::circuit::Circuit;
use carillon_regmap::BusAdapter;
use carillon_regmap::timer_chip::TimerBuild;

const SMALL: TimerBuild = TimerBuild {
    fifo_bits: 1,
    ..TimerBuild::minimal()
};

const fn with(bus_adapter: BusAdapter, timer_bits: Option<u32>) -> TimerBuild {
    TimerBuild {
        bus_adapter,
        timer_bits,
        ..SMALL
    }
}

/// The timer chips that are verified, as [`crate::VERIFIED`] is of counter chips: the smallest, with several wheels,
/// with periodic timers, with wide records, with memory inside, and with each other bus adapter.
pub const VERIFIED: [(&str, TimerBuild); 9] = [
    ("carillon_timer_1024x2", SMALL),
    (
        "carillon_timer_1024x2_3wheels",
        TimerBuild {
            wheels: 3,
            look_ahead: true,
            ..SMALL
        },
    ),
    (
        "carillon_timer_1024x2_periodic",
        TimerBuild {
            periodic: true,
            ..SMALL
        },
    ),
    (
        "carillon_timer_1024x2_wide",
        TimerBuild {
            wide: true,
            ..SMALL
        },
    ),
    (
        "carillon_timer_1024x2_inside",
        with(BusAdapter::Wishbone, Some(10)),
    ),
    (
        "carillon_timer_1024x2_axi_lite",
        with(BusAdapter::AxiLite, None),
    ),
    ("carillon_timer_1024x2_apb", with(BusAdapter::Apb, None)),
    (
        "carillon_timer_1024x2_uart",
        with(
            BusAdapter::Uart {
                clocks_a_bit: carillon_regmap::MIN_CLOCKS_A_BIT,
            },
            Some(10),
        ),
    ),
    ("carillon_timer_1024x2_spi", with(BusAdapter::Spi, Some(10))),
];

/// The timer chip of `build` as a circuit, with every pin marked as driven from outside.
pub(crate) fn elaborate(build: &TimerBuild) -> Box<dyn Circuit> {
    match build.bus_adapter {
        BusAdapter::Wishbone => Box::new(TimerWishboneTop::new(build)),
        BusAdapter::AxiLite => Box::new(TimerAxiLiteTop::new(build)),
        BusAdapter::Apb => Box::new(TimerApbTop::new(build)),
        BusAdapter::Uart { clocks_a_bit } => Box::new(TimerUartTop::new(build, clocks_a_bit)),
        BusAdapter::Spi => Box::new(TimerSpiTop::new(build)),
    }
}
