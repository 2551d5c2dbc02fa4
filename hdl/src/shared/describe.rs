//! A build in words: for the person who made it, and as the options that make it again.

use carillon_regmap::BusAdapter;

/// A build that can be told to a person.
pub trait Described {
    /// The options that ask for this chip, whatever its bus, as on the command line.
    fn chip_options(&self) -> String;

    /// The options that ask for this build: the chip's, and its bus.
    fn options(&self) -> String;

    /// What the chip has, in some lines of text for a person.
    fn summary(&self) -> String;
}

/// What `--bus` and the options with it say.
pub(crate) fn bus_option(bus_adapter: BusAdapter) -> String {
    match bus_adapter {
        BusAdapter::Wishbone => "wishbone".to_owned(),
        BusAdapter::AxiLite => "axi-lite".to_owned(),
        BusAdapter::Apb => "apb".to_owned(),
        BusAdapter::Uart { clocks_a_bit } => format!("uart --clocks-a-bit {clocks_a_bit}"),
        BusAdapter::Spi => "spi".to_owned(),
    }
}
