//! Reading captures: pcap and pcapng, either byte order, microseconds or nanoseconds, compressed with gzip or not.
//!
//! A capture is read record by record and never held as a whole. Only what TCP's timers depend on is taken from it: a
//! [`Segment`] for each TCP packet, also from within MPLS, PPPoE, VXLAN, Geneve, GRE and IP in IP.

mod contents;
mod error;
mod input;
mod link;
mod segment;
mod skipped;
mod tunnel;

use std::io::Read;
use std::path::Path;

use pcap_parser::traits::PcapReaderIterator;
use pcap_parser::{Block, OptionCode, PcapBlockOwned, PcapError, PcapHeader, create_reader};

pub use contents::Contents;
pub use error::CaptureError;
pub use link::Link;
pub use segment::{Segment, dissect};
pub use skipped::Skipped;

/// The reader's buffer to begin with, in bytes; it grows for a record that is longer.
const BUFFER_BYTES: usize = 1 << 20;

/// The longest record that is believed, in bytes.
const LONGEST_RECORD: usize = 1 << 24;

/// A capture that is being read: an iterator over its TCP segments in the order of the file, whose ticks never
/// decrease. It ends at the end of the file, after a last packet that is not whole, or after an error.
///
/// Memory: the longest record, at most 32 MB. Time: linear in the number of bytes.
pub struct Capture<'a> {
    records: Box<dyn PcapReaderIterator + Send + 'a>,
    progress: input::Progress,
    capacity: usize,
    contents: Contents,
    interfaces: Vec<Interface>,
    /// The first packet's time in microseconds.
    origin: Option<i128>,
    ended: bool,
}

impl Capture<'static> {
    /// Opens the capture in the file `path`, or in standard input where that is `-`.
    ///
    /// # Errors
    /// [`CaptureError::Unreadable`] where the file cannot be read, and everything that [`Capture::new`] returns.
    pub fn open(path: &Path) -> Result<Self, CaptureError> {
        Self::new(input::open(path)?)
    }
}

impl<'a> Capture<'a> {
    /// A capture from its first byte on.
    ///
    /// # Errors
    /// Where the first bytes are not those of a capture, or cannot be read.
    pub fn new(input: impl Read + Send + 'a) -> Result<Self, CaptureError> {
        let (input, progress) = input::recognise(input)?;
        let records = create_reader(BUFFER_BYTES, input).map_err(|_| match progress.failure() {
            Some(kind) => CaptureError::Unreadable(kind),
            None if progress.bytes() < BUFFER_BYTES as u64 => CaptureError::Truncated,
            None => CaptureError::Damaged {
                packet: 1,
                offset: 0,
            },
        })?;
        Ok(Self {
            records,
            progress,
            capacity: BUFFER_BYTES,
            contents: Contents::default(),
            interfaces: Vec::new(),
            origin: None,
            ended: false,
        })
    }

    /// What was in it, as far as it has been read.
    pub fn contents(&self) -> &Contents {
        &self.contents
    }

    /// Reads up to the next segment; none at the end.
    fn advance(&mut self) -> Result<Option<Segment>, CaptureError> {
        loop {
            let offset = self.records.consumed() as u64;
            let damaged = CaptureError::Damaged {
                packet: self.contents.packets + 1,
                offset,
            };
            match self.records.next() {
                Ok((length, block)) => {
                    let mut reading = Reading {
                        contents: &mut self.contents,
                        interfaces: &mut self.interfaces,
                        origin: &mut self.origin,
                        offset,
                    };
                    let segment = reading.block(block)?;
                    self.records.consume(length);
                    if segment.is_some() {
                        return Ok(segment);
                    }
                }
                Err(PcapError::Incomplete(_)) => self.records.refill().map_err(|_| damaged)?,
                Err(PcapError::BufferTooSmall) if self.capacity < LONGEST_RECORD => {
                    self.capacity *= 2;
                    self.records.grow(self.capacity);
                }
                Err(PcapError::Eof) => return self.end(offset),
                Err(PcapError::UnexpectedEof) => return self.end(offset),
                Err(_) => return Err(damaged),
            }
        }
    }

    /// The file ends, and its last whole record at `offset`.
    fn end(&mut self, offset: u64) -> Result<Option<Segment>, CaptureError> {
        if let Some(kind) = self.progress.failure() {
            return Err(CaptureError::Unreadable(kind));
        }
        let contents = &mut self.contents;
        if offset < self.progress.bytes() {
            contents.cut_off = Some((contents.packets + 1, offset));
        }
        if contents.packets == 0 && contents.cut_off.is_some() {
            return Err(CaptureError::Truncated);
        }
        if contents.segments == 0 {
            let mut reasons = contents.reasons().into_iter();
            let most = [reasons.next(), reasons.next(), reasons.next()];
            return Err(CaptureError::NoTcp {
                packets: contents.packets,
                most,
            });
        }
        Ok(None)
    }
}

impl Iterator for Capture<'_> {
    type Item = Result<Segment, CaptureError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let next = self.advance().transpose();
        self.ended = !matches!(next, Some(Ok(_)));
        next
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
    /// Packets that the capturing system says it has dropped.
    dropped: u64,
}

/// What a record adds to.
struct Reading<'a> {
    contents: &'a mut Contents,
    interfaces: &'a mut Vec<Interface>,
    origin: &'a mut Option<i128>,
    /// Where the record begins.
    offset: u64,
}

impl Reading<'_> {
    /// Takes one record of the file.
    fn block(&mut self, block: PcapBlockOwned<'_>) -> Result<Option<Segment>, CaptureError> {
        match block {
            PcapBlockOwned::LegacyHeader(header) => self.interfaces.push(legacy_interface(&header)),
            PcapBlockOwned::Legacy(packet) => {
                let interface = self.interface(0)?;
                let time = i128::from(packet.ts_sec) * i128::from(interface.resolution)
                    + i128::from(packet.ts_usec);
                return self.packet(interface, time, packet.data, packet.origlen);
            }
            PcapBlockOwned::NG(Block::SectionHeader(_)) => self.interfaces.clear(),
            PcapBlockOwned::NG(Block::InterfaceDescription(description)) => {
                self.interfaces.push(Interface {
                    link: description.linktype.0,
                    resolution: resolution(description.if_tsresol),
                    offset: description.if_tsoffset,
                    dropped: 0,
                })
            }
            PcapBlockOwned::NG(Block::EnhancedPacket(packet)) => {
                let interface = self.interface(packet.if_id as usize)?;
                let time = i128::from((u64::from(packet.ts_high) << 32) | u64::from(packet.ts_low));
                let data = packet
                    .data
                    .get(..packet.caplen as usize)
                    .unwrap_or(packet.data);
                return self.packet(interface, time, data, packet.origlen);
            }
            PcapBlockOwned::NG(Block::SimplePacket(_)) => {
                self.contents.packets += 1;
                self.skip(Skipped::Untimed);
            }
            PcapBlockOwned::NG(Block::InterfaceStatistics(statistics)) => {
                let drops = statistics.options.iter().filter(|option| {
                    [OptionCode::IsbIfDrop, OptionCode::IsbOsDrop].contains(&option.code)
                });
                // In the byte order of the file, which the parser does not tell: no interface drops 2^32 packets.
                let count = drops
                    .filter_map(|option| option.value().first_chunk())
                    .map(|bytes| u64::from_le_bytes(*bytes).min(u64::from_be_bytes(*bytes)))
                    .sum();
                // Each block counts from the beginning of the capture.
                if let Some(interface) = self.interfaces.get_mut(statistics.if_id as usize) {
                    self.contents.dropped += count - interface.dropped.min(count);
                    interface.dropped = interface.dropped.max(count);
                }
            }
            PcapBlockOwned::NG(_) => {}
        }
        Ok(None)
    }

    /// The interface that a packet names.
    fn interface(&self, number: usize) -> Result<Interface, CaptureError> {
        let damaged = CaptureError::Damaged {
            packet: self.contents.packets + 1,
            offset: self.offset,
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
    ) -> Result<Option<Segment>, CaptureError> {
        let contents = &mut *self.contents;
        contents.packets += 1;
        let link = Link::from_number(interface.link).ok_or(CaptureError::UnsupportedLink {
            link: interface.link,
            packet: contents.packets,
            offset: self.offset,
        })?;
        let microseconds = time * 1_000_000 / i128::from(interface.resolution)
            + i128::from(interface.offset) * 1_000_000;
        let relative = microseconds - *self.origin.get_or_insert(microseconds);
        let tick = u64::try_from(relative).unwrap_or(0).max(contents.length);
        contents.moved_up += u64::from(relative < i128::from(contents.length));
        contents.length = tick;
        match dissect(link, data, wire_length) {
            Ok(segment) => {
                contents.segments += 1;
                return Ok(Some(Segment { tick, ..segment }));
            }
            Err(why) => self.skip(why),
        }
        Ok(None)
    }

    /// Counts a packet that is skipped.
    fn skip(&mut self, why: Skipped) {
        *self.contents.skipped.entry(why).or_default() += 1;
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
        dropped: 0,
    }
}

/// Units a second of pcapng's `if_tsresol`: a power of ten, or of two where the top bit is set; 0 where it is too
/// large.
fn resolution(if_tsresol: u8) -> u64 {
    let exponent = u32::from(if_tsresol & 0x7f);
    let base: u64 = if if_tsresol & 0x80 == 0 { 10 } else { 2 };
    base.checked_pow(exponent).unwrap_or(0)
}
