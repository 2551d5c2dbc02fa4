//! Kuznetzov's pcap in the other byte order.

use std::io::{self, Read};

/// Bytes of the file's header, and of a record's. Both begin with numbers, a record's end with what is not read.
const HEADER: usize = 24;

/// Bytes of a record's header that are numbers of four bytes.
const NUMBERS: usize = 16;

/// Reads a file whose numbers have their highest byte first as if they had their lowest byte first. Every byte keeps
/// its place.
pub(super) struct Swapped<R> {
    input: R,
    /// The header that is being given out, and how far that is.
    header: Vec<u8>,
    given: usize,
    /// Bytes of the packet that are to be given out before the next header.
    packet: u64,
    is_first: bool,
}

impl<R: Read> Swapped<R> {
    pub fn new(input: R) -> Self {
        Self { input, header: Vec::new(), given: 0, packet: 0, is_first: true }
    }

    /// Reads the next header, as far as there is one.
    fn next(&mut self) -> io::Result<()> {
        let mut header = Vec::with_capacity(HEADER);
        let read = self.input.by_ref().take(HEADER as u64);
        { read }.read_to_end(&mut header)?;
        if header.len() == HEADER {
            if self.is_first {
                header[..4].reverse();
                // The version is two numbers.
                header[4..6].reverse();
                header[6..8].reverse();
                header[8..].chunks_exact_mut(4).for_each(<[u8]>::reverse);
            } else {
                header[..NUMBERS].chunks_exact_mut(4).for_each(<[u8]>::reverse);
                let length = [header[8], header[9], header[10], header[11]];
                self.packet = u32::from_le_bytes(length).into();
            }
        }
        self.is_first = false;
        (self.header, self.given) = (header, 0);
        Ok(())
    }
}

impl<R: Read> Read for Swapped<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.given == self.header.len() {
            if self.packet > 0 {
                let bytes = self.input.by_ref().take(self.packet).read(buffer)?;
                self.packet -= bytes as u64;
                return Ok(bytes);
            }
            self.next()?;
        }
        let bytes = (&self.header[self.given..]).read(buffer)?;
        self.given += bytes;
        Ok(bytes)
    }
}
