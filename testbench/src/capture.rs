//! Reading captures: pcap and pcapng, either byte order, microseconds or nanoseconds.
//!
//! The whole file is read into memory, then parsed record by record. Only what TCP's timers depend on is kept: a
//! [`Segment`] for each TCP packet, about 100 bytes each.

mod error;
mod link;
mod segment;

use std::path::Path;

use pcap_parser::{Block, PcapBlockOwned, PcapError, PcapHeader, create_reader};

pub use error::CaptureError;
pub use link::Link;
pub use segment::{Packet, Segment, dissect};

/// The reader's buffer to begin with, in bytes; it grows as far as the file is long.
const BUFFER_BYTES: usize = 1 << 20;

/// The TCP segments of a capture, and what else was in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Capture {
    /// The TCP segments in the order of the file; their ticks never decrease.
    pub segments: Vec<Segment>,
    /// Packets in all, TCP or not.
    pub packets: u64,
    /// Packets that were not TCP over IP, or too short to tell; skipped.
    pub foreign: u64,
    /// IP fragments; skipped, as all but the first lack the TCP header and the first gives no length.
    pub fragments: u64,
    /// Packets that carry no time (pcapng's simple packet block); skipped.
    pub untimed: u64,
    /// Packets whose time was before the packet before them; moved up to that packet's time.
    pub moved_up: u64,
    /// The time of the last packet, in microseconds after the first.
    pub length: u64,
}

impl Capture {
    /// Reads the capture in the file `path`.
    ///
    /// # Errors
    /// [`CaptureError::Unreadable`] where the file cannot be read, and everything that [`Capture::parse`] returns.
    pub fn open(path: &Path) -> Result<Self, CaptureError> {
        let bytes = std::fs::read(path).map_err(|error| CaptureError::Unreadable(error.kind()))?;
        Self::parse(&bytes)
    }

    /// Reads a capture from memory. Time: linear in the number of bytes.
    ///
    /// # Errors
    /// Where the bytes are not a capture, end in the middle of one, carry a link layer that is not known here, or hold
    /// no TCP segment at all.
    pub fn parse(bytes: &[u8]) -> Result<Self, CaptureError> {
        let limit = bytes.len() + 1;
        let mut capacity = limit.min(BUFFER_BYTES);
        let mut reader = create_reader(capacity, bytes).map_err(|_| header_error(bytes))?;
        let mut reading = Reading::default();
        loop {
            let offset = reader.consumed() as u64;
            let damaged = CaptureError::Damaged {
                packet: reading.capture.packets + 1,
                offset,
            };
            let truncated = CaptureError::Truncated {
                packet: reading.capture.packets + 1,
                offset,
            };
            match reader.next() {
                Ok((length, block)) => {
                    reading.block(block, offset)?;
                    reader.consume(length);
                }
                Err(PcapError::Eof) => break,
                // The reader takes a file that ends with its last record for a truncated one now and then.
                Err(PcapError::UnexpectedEof) if offset == bytes.len() as u64 => break,
                Err(PcapError::UnexpectedEof) => return Err(truncated),
                Err(PcapError::Incomplete(_)) => reader.refill().map_err(|_| damaged)?,
                Err(PcapError::BufferTooSmall) if capacity < limit => {
                    capacity = limit.min(capacity * 2);
                    reader.grow(capacity);
                }
                Err(PcapError::BufferTooSmall) => return Err(truncated),
                Err(_) => return Err(damaged),
            }
        }
        let capture = reading.capture;
        if capture.segments.is_empty() {
            return Err(CaptureError::NoTcp {
                packets: capture.packets,
            });
        }
        Ok(capture)
    }
}

/// What is wrong with a file whose header the reader refused.
fn header_error(bytes: &[u8]) -> CaptureError {
    const MAGIC: [[u8; 4]; 6] = [
        [0xd4, 0xc3, 0xb2, 0xa1],
        [0xa1, 0xb2, 0xc3, 0xd4],
        [0x4d, 0x3c, 0xb2, 0xa1],
        [0xa1, 0xb2, 0x3c, 0x4d],
        [0x34, 0xcd, 0xb2, 0xa1],
        [0x0a, 0x0d, 0x0d, 0x0a],
    ];
    match bytes.first_chunk::<4>() {
        None if bytes.is_empty() => CaptureError::Empty,
        Some(magic) if MAGIC.contains(magic) => CaptureError::Truncated {
            packet: 0,
            offset: 0,
        },
        _ => CaptureError::NotACapture,
    }
}

/// An interface that packets were taken from: its link layer and its clock.
#[derive(Debug, Clone, Copy)]
struct Interface {
    link: i32,
    /// The clock's units a second; 0 where the file states one that does not exist.
    resolution: u64,
    /// Seconds to add to every time.
    offset: i64,
}

/// The state of a file that is being read.
#[derive(Debug, Default)]
struct Reading {
    capture: Capture,
    interfaces: Vec<Interface>,
    /// The first packet's time in microseconds.
    origin: Option<i128>,
}

impl Reading {
    /// Takes one record of the file.
    fn block(&mut self, block: PcapBlockOwned<'_>, offset: u64) -> Result<(), CaptureError> {
        match block {
            PcapBlockOwned::LegacyHeader(header) => self.interfaces.push(legacy_interface(&header)),
            PcapBlockOwned::Legacy(packet) => {
                let interface = self.interface(0, offset)?;
                let time = i128::from(packet.ts_sec) * i128::from(interface.resolution)
                    + i128::from(packet.ts_usec);
                self.packet(interface, time, packet.data, packet.origlen, offset)?;
            }
            PcapBlockOwned::NG(Block::SectionHeader(_)) => self.interfaces.clear(),
            PcapBlockOwned::NG(Block::InterfaceDescription(description)) => {
                self.interfaces.push(Interface {
                    link: description.linktype.0,
                    resolution: resolution(description.if_tsresol),
                    offset: description.if_tsoffset,
                })
            }
            PcapBlockOwned::NG(Block::EnhancedPacket(packet)) => {
                let interface = self.interface(packet.if_id as usize, offset)?;
                let time = i128::from((u64::from(packet.ts_high) << 32) | u64::from(packet.ts_low));
                let data = packet
                    .data
                    .get(..packet.caplen as usize)
                    .unwrap_or(packet.data);
                self.packet(interface, time, data, packet.origlen, offset)?;
            }
            PcapBlockOwned::NG(Block::SimplePacket(_)) => {
                self.capture.packets += 1;
                self.capture.untimed += 1;
            }
            PcapBlockOwned::NG(_) => {}
        }
        Ok(())
    }

    /// The interface that a packet names.
    fn interface(&self, number: usize, offset: u64) -> Result<Interface, CaptureError> {
        let damaged = CaptureError::Damaged {
            packet: self.capture.packets + 1,
            offset,
        };
        self.interfaces
            .get(number)
            .copied()
            .filter(|interface| interface.resolution != 0)
            .ok_or(damaged)
    }

    /// Takes one packet; `time` is in units of the interface's clock.
    fn packet(
        &mut self,
        interface: Interface,
        time: i128,
        data: &[u8],
        wire_length: u32,
        offset: u64,
    ) -> Result<(), CaptureError> {
        self.capture.packets += 1;
        let link = Link::from_number(interface.link).ok_or(CaptureError::UnsupportedLink {
            link: interface.link,
            packet: self.capture.packets,
            offset,
        })?;
        let microseconds = time * 1_000_000 / i128::from(interface.resolution)
            + i128::from(interface.offset) * 1_000_000;
        let relative = microseconds - *self.origin.get_or_insert(microseconds);
        let tick = u64::try_from(relative)
            .unwrap_or(0)
            .max(self.capture.length);
        self.capture.moved_up += u64::from(relative < i128::from(self.capture.length));
        self.capture.length = tick;
        match dissect(link, data, wire_length) {
            Packet::Tcp(segment) => self.capture.segments.push(Segment { tick, ..segment }),
            Packet::Fragment => self.capture.fragments += 1,
            Packet::Foreign => self.capture.foreign += 1,
        }
        Ok(())
    }
}

/// The one interface of a pcap file.
fn legacy_interface(header: &PcapHeader) -> Interface {
    let resolution = if header.is_nanosecond_precision() {
        1_000_000_000
    } else {
        1_000_000
    };
    // The upper half of the field tells about frame check sequences, not about the link.
    Interface {
        link: header.network.0 & 0xffff,
        resolution,
        offset: 0,
    }
}

/// Units a second of pcapng's `if_tsresol`: a power of ten, or of two where the top bit is set; 0 where it is too large.
fn resolution(if_tsresol: u8) -> u64 {
    let exponent = u32::from(if_tsresol & 0x7f);
    let base: u64 = if if_tsresol & 0x80 == 0 { 10 } else { 2 };
    base.checked_pow(exponent).unwrap_or(0)
}
