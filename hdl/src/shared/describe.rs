//! A build in words: for the person who made it, and as the options that make it again.

/// A build that can be told to a person.
pub trait Described {
    /// The options that ask for this chip, whatever its bus, as on the command line.
    fn chip_options(&self) -> String;

    /// The options that ask for this build: the chip's, and its bus.
    fn options(&self) -> String;

    /// What the chip has, in some lines of text for a person.
    fn summary(&self) -> String;
}
