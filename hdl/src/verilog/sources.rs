//! The Rust files of the parts: their headers and the comments of their ports are the Verilog's.

use super::ChipKind;
use carillon_regmap::Register;
use std::collections::HashSet;

/// The file that describes a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// What the part is called where several places share its module.
    pub stem: &'static str,
    /// The file.
    text: &'static str,
    /// Its parts are called after the registers of this chip.
    chip: ChipKind,
}

/// Writes `(names of instances) => stem, file;` as a search through them.
macro_rules! sources {
    ($($($name:literal)|+ => $stem:literal, $file:literal;)*) => {
        /// The file of the part that is called `name`, in this chip.
        pub fn of(name: &str, chip: ChipKind) -> Option<Source> {
            match name {
                $($($name)|+ => Some(Source { stem: $stem, text: include_str!(concat!("../", $file)), chip }),)*
                _ => None,
            }
        }
    };
}

sources! {
    "top_wishbone" => "wishbone_top", "counter_chip/top/wishbone.rs";
    "top_apb" => "apb_top", "counter_chip/top/apb.rs";
    "top_axi_lite" => "axi_lite_top", "counter_chip/top/axi_lite.rs";
    "top_uart" => "uart_top", "counter_chip/top/uart.rs";
    "top_spi" => "spi_top", "counter_chip/top/spi.rs";
    "bus_adapter_wishbone" => "wishbone", "shared/bus_adapter/wishbone.rs";
    "bus_adapter_apb" => "apb", "shared/bus_adapter/apb.rs";
    "bus_adapter_axi_lite" => "axi_lite", "shared/bus_adapter/axi_lite.rs";
    "bus_adapter_uart" => "uart", "shared/bus_adapter/uart.rs";
    "bus_adapter_spi" => "spi", "shared/bus_adapter/spi.rs";
    "access" => "access", "shared/bus_adapter/access.rs";
    "pins" => "spi_pins", "shared/bus_adapter/spi_pins.rs";
    "checksum" => "checksum", "shared/bus_adapter/checksum.rs";
    "bridge" => "uart_bridge", "shared/bus_adapter/uart_bridge.rs";
    "receiver" => "uart_receiver", "shared/bus_adapter/uart_receiver.rs";
    "transmitter" => "uart_transmitter", "shared/bus_adapter/uart_transmitter.rs";
    "core" => "counter_chip", "counter_chip/chip.rs";
    "host" => "host_side", "counter_chip/host_side.rs";
    "registers" => "registers", "counter_chip/registers.rs";
    "register_file" => "register_file", "shared/register_file.rs";
    "interrupt" => "interrupt", "shared/interrupt.rs";
    "alarm" => "alarm", "counter_chip/alarm.rs";
    "chunk_0" | "chunk_1" | "chunk_2" | "chunk_3" => "compare", "counter_chip/compare.rs";
    "coalescing" => "coalescing", "shared/coalescing.rs";
    "time_base" => "time_base", "shared/time_base.rs";
    "now" => "wide_counter", "shared/wide_counter.rs";
    "busy_bits" => "busy_bits", "counter_chip/busy_bits.rs";
    "wheels" => "wheels", "counter_chip/wheels.rs";
    "arming" => "arming", "counter_chip/arming.rs";
    "late_check" => "late_check", "counter_chip/late_check.rs";
    "cursor" => "cursor", "counter_chip/cursor.rs";
    "backlog" => "backlog", "counter_chip/backlog.rs";
    "tick_counts" => "tick_counts", "counter_chip/tick_counts.rs";
    "first" | "find_first" => "find_first", "shared/find_first.rs";
    "cascade" => "cascade", "counter_chip/cascade.rs";
    "event_fifo" => "event_fifo", "counter_chip/event_fifo.rs";
    "look_ahead" => "look_ahead", "shared/look_ahead.rs";
    "level_0" | "level_1" | "level_2" | "level_3" | "level_4" => "vector_level", "shared/vector_level.rs";
    "timer_top_wishbone" => "timer_wishbone_top", "timer_chip/top/wishbone.rs";
    "timer_top_apb" => "timer_apb_top", "timer_chip/top/apb.rs";
    "timer_top_axi_lite" => "timer_axi_lite_top", "timer_chip/top/axi_lite.rs";
    "timer_top_uart" => "timer_uart_top", "timer_chip/top/uart.rs";
    "timer_top_spi" => "timer_spi_top", "timer_chip/top/spi.rs";
    "timer_core" => "timer_chip", "timer_chip/chip.rs";
    "timer_registers" => "timer_registers", "timer_chip/registers.rs";
    "timer_read_back" => "timer_read_back", "timer_chip/read_back.rs";
    "records" => "record_memory", "timer_chip/record_memory.rs";
    "keeper" => "keeper", "timer_chip/keeper.rs";
    "engine" => "list_engine", "timer_chip/list_engine.rs";
    "expiry" => "expiry", "timer_chip/expiry.rs";
    "next_expiry" => "next_expiry", "timer_chip/next_expiry.rs";
    "placing" => "placing", "timer_chip/placing.rs";
    "of_wheel" => "wheel_slot", "timer_chip/wheel_slot.rs";
    "port" => "record_port", "timer_chip/record_port.rs";
    "scan" => "scan", "timer_chip/scan.rs";
    "lag" => "lag", "timer_chip/lag.rs";
    "events" => "events", "timer_chip/events.rs";
    "bits" => "write_first", "shared/write_first.rs";
    "bits_memory" => "bit_memory", "shared/memory.rs";
    "entries_memory" => "entry_memory", "shared/memory.rs";
    "words_memory" => "word_memory", "shared/memory.rs";
    "single_port_memory" => "single_port_memory", "shared/single_port.rs";
    "board_uart" => "uart_board", "board/uart.rs";
    "board_spi" => "spi_board", "board/spi.rs";
    "support" => "support", "board/support.rs";
    "clock_source" => "clock_source", "board/clock_source.rs";
    "power_on" => "power_on", "board/power_on.rs";
    "heartbeat" => "heartbeat", "board/heartbeat.rs";
}

/// A line of documentation with the names of its links only: `x` of [`x`] and of [`x`](y), the last word of a path.
fn without_links(line: &str) -> String {
    let mut pieces = line.split("[`");
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (path, rest) = piece.split_once("`]").expect("a link ends in its line");
        let name = path.rsplit("::").next().unwrap_or_default();
        let target = rest.strip_prefix('(').and_then(|rest| rest.split_once(')'));
        text += &format!("`{name}`{}", target.map_or(rest, |(_, rest)| rest));
    }
    text
}

impl Source {
    /// The file's header as comments.
    fn header(&self) -> String {
        self.text
            .lines()
            .map_while(|line| line.strip_prefix("//!"))
            .map(|line| format!("//{}\n", without_links(line)))
            .collect()
    }

    /// The header, true of a module with this text: it names no signal of the file that the module has not, and no
    /// register of the maps that the chip has not.
    pub fn header_of(&self, module: &str) -> String {
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let words: HashSet<&str> = module.split(|letter| !is_name(letter)).collect();
        // A bundle's signals have its name before theirs, and an array's a number behind.
        let has = |name: &str| {
            words.contains(name)
                || words.iter().any(|word| {
                    word.strip_suffix(name)
                        .is_some_and(|rest| rest.ends_with('_'))
                        || word
                            .strip_prefix(name)
                            .is_some_and(|rest| rest.starts_with('_'))
                })
        };
        let absent = self.chip.absent();
        super::header::of_build(&self.header(), &|name| {
            (self.declares(name) && !has(name)) || absent.contains(&name)
        })
    }

    /// Whether the file has a field of this name.
    fn declares(&self, name: &str) -> bool {
        self.text.lines().map(str::trim_start).any(|line| {
            let field = line.strip_prefix("pub ").unwrap_or(line);
            field.strip_prefix(name).is_some_and(|rest| {
                rest.starts_with(": Signal")
                    || rest.starts_with(": DFF")
                    || rest.starts_with(": Named")
            })
        })
    }

    /// The line `declared` with the comment of the field `name`, if it has one: behind it, or before it where there is
    /// no room.
    pub fn commented(&self, declared: &str, name: &str) -> String {
        match self.comment(name) {
            Some(comment) if declared.len().max(44) + comment.len() + 4 <= 120 => {
                format!("{declared:<44} // {comment}\n")
            }
            Some(comment) => format!("    // {comment}\n{declared}\n"),
            None => format!("{declared}\n"),
        }
    }

    /// The first line of the comment of `name`: a field of the part's, or of its register bus.
    fn comment(&self, name: &str) -> Option<String> {
        let of_bus = || {
            let name = name.strip_prefix("bus_")?;
            let has_bus = self.text.contains("pub bus: RegisterBus");
            has_bus.then(|| comment(REGISTER_BUS, name)).flatten()
        };
        let of_field = comment(self.text, name).or_else(of_bus);
        of_field
            .map(str::to_owned)
            .or_else(|| self.of_several(name))
    }

    /// That of one of several parts, which are called after registers or numbers: `REGISTER` in the comment of the
    /// field becomes the register with its offset, `NUMBER` the number.
    fn of_several(&self, name: &str) -> Option<String> {
        let (field, rest) = name.split_once('_')?;
        let several = format!(" {field}: Named<");
        let comment = comment(self.text, field).filter(|_| self.text.contains(&several))?;
        let called = |register: &&Register| {
            let rest = rest.to_uppercase();
            let index = rest.strip_prefix(register.name)?;
            match index.strip_prefix('_') {
                None => index.is_empty().then_some(0),
                Some(index) => index.parse().ok(),
            }
        };
        let register = self
            .chip
            .map()
            .iter()
            .find_map(|one| Some((one, called(&one)?)));
        Some(match register {
            Some((register, index)) => {
                let offset = register.element(index)?;
                let told = format!("`{}` (0x{offset:03X})", rest.to_uppercase());
                comment.replace("REGISTER", &told)
            }
            None => comment
                .replace("NUMBER", rest)
                .replace("REGISTER", &format!("a register of {rest}")),
        })
    }
}

/// The bundle of the register bus's signals.
const REGISTER_BUS: &str = include_str!("../shared/register_bus.rs");

/// The first line of the comment of the field `name` in a Rust file.
fn comment(text: &'static str, name: &str) -> Option<&'static str> {
    let mut comment = None;
    for line in text.lines().map(str::trim_start) {
        if let Some(text) = line.strip_prefix("///") {
            comment = comment.or(Some(text.trim()));
            continue;
        }
        let field = line.strip_prefix("pub ").unwrap_or(line);
        if field
            .strip_prefix(name)
            .is_some_and(|rest| rest.starts_with(": "))
            && comment.is_some()
        {
            return comment;
        }
        comment = None;
    }
    None
}
