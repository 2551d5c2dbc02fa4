//! The timer chip's build in words.

use crate::shared::describe::{Described, bus_option};
use carillon_regmap::BusAdapter;
use carillon_regmap::timer_chip::TimerBuild;

impl Described for TimerBuild {
    fn options(&self) -> String {
        let bus = match self.bus_adapter {
            BusAdapter::Wishbone => String::new(),
            other => format!(" --bus {}", bus_option(other)),
        };
        format!("{}{bus}", self.chip_options())
    }

    fn chip_options(&self) -> String {
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
