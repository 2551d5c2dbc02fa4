//! The timer chip's build in words.

use crate::shared::describe::Described;
use carillon_regmap::BusAdapter;
use carillon_regmap::timer_chip::TimerBuild;

impl Described for TimerBuild {
    fn chip_options(&self) -> String {
        self.as_options().to_string()
    }

    fn options(&self) -> String {
        match self.bus_adapter {
            BusAdapter::Wishbone => self.chip_options(),
            other => format!("{} {}", self.as_options(), other.as_options()),
        }
    }

    fn summary(&self) -> String {
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
