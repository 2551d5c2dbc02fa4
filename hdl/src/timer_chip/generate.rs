//! From the timer chip's circuit to a Verilog file that other tools take.

use super::TimerBuild;
use super::top::{TimerApbTop, TimerAxiLiteTop, TimerSpiTop, TimerUartTop, TimerWishboneTop};
use crate::BusAdapter;
use rust_hdl::prelude::Block;

impl TimerBuild {
    /// The options that ask for this build, as on the command line.
    pub fn options(&self) -> String {
        let bus = match self.bus_adapter {
            BusAdapter::Wishbone => String::new(),
            other => format!(" --bus {}", other.option()),
        };
        format!("{}{bus}", self.chip_options())
    }

    /// The same without the bus adapter's.
    pub fn chip_options(&self) -> String {
        let mut text = format!(
            "--chip timer --slots {} --fifo {}",
            1_u32 << self.slot_bits,
            1_u32 << self.fifo_bits,
        );
        if self.wheels > 1 {
            text += &format!(" --wheels {}", self.wheels);
        }
        if self.periodic {
            text += " --periodic";
        }
        if self.wide {
            text += " --wide";
        }
        if self.look_ahead {
            text += " --look-ahead";
        }
        if self.coalescing {
            text += " --coalescing";
        }
        if let Some(bits) = self.timer_bits {
            text += &format!(" --timers {}", 1_u32 << bits);
        }
        text
    }

    /// What the chip has, in some lines of text for a person.
    pub fn summary(&self) -> String {
        let memory = match self.timer_bits {
            Some(bits) => format!("inside, room for {} timers", 1_u32 << bits),
            None => format!(
                "behind its port, {} words of 32 bits a record, links of {} bits",
                self.record_words(),
                self.link_bits()
            ),
        };
        let slots = 1_u32 << self.wheel_bits();
        let wheels = match self.wheels {
            1 => format!("1 of at most {slots} slots"),
            several => format!("{several} of {slots} slots"),
        };
        format!(
            "wheels     {wheels}\n\
             FIFO       {} events\n\
             periodic   {}\n\
             look-ahead {}\n\
             coalescing {}\n\
             memory     {memory}\n\
             bus        {}\n\
             PARAMS     {:#010X}\n",
            1_u32 << self.fifo_bits,
            if self.periodic { "yes" } else { "no" },
            if self.look_ahead { "yes" } else { "no" },
            if self.coalescing { "yes" } else { "no" },
            self.bus_adapter,
            self.params(),
        )
    }
}

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
                clocks_a_bit: crate::MIN_CLOCKS_A_BIT,
            },
            Some(10),
        ),
    ),
    ("carillon_timer_1024x2_spi", with(BusAdapter::Spi, Some(10))),
];

/// Those under `hdl/verilog/`.
pub const CHECKED_IN: [&str; 2] = ["carillon_timer_1024x2", "carillon_timer_1024x2_axi_lite"];

/// The timer chip of `build` as a circuit, with every pin marked as driven from outside.
pub(crate) fn elaborate(build: &TimerBuild) -> Box<dyn Block> {
    match build.bus_adapter {
        BusAdapter::Wishbone => Box::new(TimerWishboneTop::new(build)),
        BusAdapter::AxiLite => Box::new(TimerAxiLiteTop::new(build)),
        BusAdapter::Apb => Box::new(TimerApbTop::new(build)),
        BusAdapter::Uart { clocks_a_bit } => Box::new(TimerUartTop::new(build, clocks_a_bit)),
        BusAdapter::Spi => Box::new(TimerSpiTop::new(build)),
    }
}
