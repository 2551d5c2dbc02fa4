//! A build as the options on the command line that ask for it.

use core::fmt;

use crate::counter_chip::Build;
use crate::timer_chip::TimerBuild;
use crate::{BusAdapter, Feature};

/// A build as the options that ask for it: `as_options` of both kinds of builds makes it, and it is written with
/// [`Display`](fmt::Display).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options<B>(pub(crate) B);

/// The features of the counter chip and the options that ask for them.
pub const FEATURES: [(Feature, &str); 4] = [
    (Feature::Alarm, "alarm"),
    (Feature::LookAhead, "look-ahead"),
    (Feature::Coalescing, "coalescing"),
    (Feature::WheelModes, "wheel-modes"),
];

impl fmt::Display for Options<Build> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(build) = self;
        write!(
            formatter,
            "--wheels {} --slots {} --fifo {}",
            build.wheels,
            1_u32 << build.slot_bits,
            1_u32 << build.fifo_bits
        )?;
        if build.single_port {
            formatter.write_str(" --single-port")?;
        }
        for (feature, option) in FEATURES {
            if build.has(feature) {
                write!(formatter, " --{option}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Options<TimerBuild> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(build) = self;
        write!(formatter, "--chip timer --slots {} --fifo {}", 1_u32 << build.slot_bits, 1_u32 << build.fifo_bits,)?;
        if build.wheels > 1 {
            write!(formatter, " --wheels {}", build.wheels)?;
        }
        for (has, option) in [
            (build.periodic, "periodic"),
            (build.wide, "wide"),
            (build.look_ahead, "look-ahead"),
            (build.coalescing, "coalescing"),
        ] {
            if has {
                write!(formatter, " --{option}")?;
            }
        }
        if let Some(bits) = build.timer_bits {
            write!(formatter, " --timers {}", 1_u32 << bits)?;
        }
        Ok(())
    }
}

impl fmt::Display for Options<BusAdapter> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("--bus ")?;
        match self.0 {
            BusAdapter::Wishbone => formatter.write_str("wishbone"),
            BusAdapter::AxiLite => formatter.write_str("axi-lite"),
            BusAdapter::Apb => formatter.write_str("apb"),
            BusAdapter::Uart { clocks_a_bit } => {
                write!(formatter, "uart --clocks-a-bit {clocks_a_bit}")
            }
            BusAdapter::Spi => formatter.write_str("spi"),
        }
    }
}
