//! Reading captures: pcap and pcapng, either byte order, microseconds or nanoseconds, compressed with gzip or not.
//!
//! A capture is read record by record and never held as a whole. Only what TCP's timers depend on is taken from it: a
//! [`Segment`] for each TCP packet, also from within tags, labels and tunnels.

mod bytes;
mod contents;
mod datagram;
mod error;
mod input;
mod internet;
mod link;
mod order;
mod segment;
mod skipped;
mod swapped;
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

/// The type of pcapng's packet block, which is obsolete.
const PACKET_BLOCK: u32 = 2;

/// A capture that is being read: an iterator over its TCP segments in the order of their times, so that their ticks
/// never decrease. It ends at the end of the file, after a last packet that is not whole, or after an error.
///
/// The packets of several interfaces are put in order if no more than 131,072 segments stand between those that belong
/// together; those of one interface, if their times are less than 100 ms out of order. A packet whose time is further
/// back gets the time of the packet before it.
///
/// Memory: the longest record, at most 32 MB, and those segments, at most 20 MB. Time: N log N in the number of bytes
/// at worst, linear for one interface.
pub struct Capture<'a> {
    records: Box<dyn PcapReaderIterator + Send + 'a>,
    progress: input::Progress,
    capacity: usize,
    contents: Contents,
    interfaces: Vec<Interface>,
    /// The byte order of the section.
    big_endian: bool,
    order: order::Order,
    /// What came at the end of the file.
    end: Option<Result<(), CaptureError>>,
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
            None => CaptureError::Damaged { packet: 1, offset: 0 },
        })?;
        Ok(Self {
            records,
            progress,
            capacity: BUFFER_BYTES,
            contents: Contents::default(),
            interfaces: Vec::new(),
            big_endian: false,
            order: order::Order::default(),
            end: None,
        })
    }

    /// What was in it, as far as it has been read.
    pub fn contents(&self) -> &Contents {
        &self.contents
    }

    /// Reads the next record; `false` at the end.
    fn record(&mut self) -> Result<bool, CaptureError> {
        let offset = self.records.consumed() as u64;
        let damaged = CaptureError::Damaged { packet: self.contents.packets + 1, offset };
        match self.records.next() {
            Ok((length, block)) => {
                let mut reading = Reading {
                    contents: &mut self.contents,
                    interfaces: &mut self.interfaces,
                    big_endian: &mut self.big_endian,
                    order: &mut self.order,
                    offset,
                };
                reading.block(block)?;
                self.records.consume(length);
            }
            Err(PcapError::Incomplete(_)) => self.records.refill().map_err(|_| damaged)?,
            Err(PcapError::BufferTooSmall) if self.capacity < LONGEST_RECORD => {
                self.capacity *= 2;
                self.records.grow(self.capacity);
            }
            Err(PcapError::Eof | PcapError::UnexpectedEof) => {
                self.finish(offset)?;
                return Ok(false);
            }
            Err(_) => return Err(damaged),
        }
        Ok(true)
    }

    /// The file ends, and its last whole record at `offset`.
    fn finish(&mut self, offset: u64) -> Result<(), CaptureError> {
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
        if contents.segments > 0 {
            return Ok(());
        }
        let mut reasons = contents.reasons().into_iter();
        let most = [reasons.next(), reasons.next(), reasons.next()];
        if let Some((link, offset)) = contents.foreign_link
            && contents.count(|why| matches!(why, Skipped::Link(_))) == contents.packets
        {
            return Err(CaptureError::UnsupportedLink { link, packet: 1, offset });
        }
        Err(CaptureError::NoTcp { packets: contents.packets, most })
    }
}

impl Iterator for Capture<'_> {
    type Item = Result<Segment, CaptureError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let frontier = match self.end {
                Some(_) => i64::MAX,
                None => order::frontier(self.interfaces.iter().map(|one| one.latest)),
            };
            if let Some(segment) = self.order.next(frontier, &mut self.contents) {
                return Some(Ok(segment));
            }
            match self.end {
                // An error is said once, and the end stays the end.
                Some(end) => {
                    self.end = Some(Ok(()));
                    return end.err().map(Err);
                }
                None => match self.record() {
                    Ok(true) => {}
                    other => self.end = Some(other.map(|_| ())),
                },
            }
        }
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
    /// The latest time of its packets, in microseconds.
    latest: Option<i64>,
}

/// What a record adds to.
struct Reading<'a> {
    contents: &'a mut Contents,
    interfaces: &'a mut Vec<Interface>,
    big_endian: &'a mut bool,
    order: &'a mut order::Order,
    /// Where the record begins.
    offset: u64,
}

/// A packet as a record has it.
struct Recorded<'a> {
    /// The interface's number.
    interface: usize,
    /// In units of the interface's clock.
    time: i128,
    data: &'a [u8],
    wire_length: u32,
}

impl Reading<'_> {
    /// Takes one record of the file.
    fn block(&mut self, block: PcapBlockOwned<'_>) -> Result<(), CaptureError> {
        match block {
            PcapBlockOwned::LegacyHeader(header) => self.interfaces.push(legacy_interface(&header)),
            PcapBlockOwned::Legacy(packet) => {
                let resolution = self.interface(0)?.resolution;
                return self.packet(Recorded {
                    interface: 0,
                    time: i128::from(packet.ts_sec) * i128::from(resolution) + i128::from(packet.ts_usec),
                    data: packet.data,
                    wire_length: packet.origlen,
                });
            }
            PcapBlockOwned::NG(Block::SectionHeader(section)) => {
                *self.big_endian = section.big_endian();
                self.interfaces.clear();
            }
            PcapBlockOwned::NG(Block::InterfaceDescription(description)) => self.interfaces.push(Interface {
                link: description.linktype.0,
                resolution: resolution(description.if_tsresol),
                offset: description.if_tsoffset,
                dropped: 0,
                latest: None,
            }),
            PcapBlockOwned::NG(Block::EnhancedPacket(packet)) => {
                return self.packet(Recorded {
                    interface: packet.if_id as usize,
                    time: time(packet.ts_high, packet.ts_low),
                    data: packet.data.get(..packet.caplen as usize).unwrap_or(packet.data),
                    wire_length: packet.origlen,
                });
            }
            PcapBlockOwned::NG(Block::SimplePacket(_)) => {
                self.contents.packets += 1;
                self.skip(Skipped::Untimed);
            }
            PcapBlockOwned::NG(Block::InterfaceStatistics(statistics)) => {
                let drops = statistics
                    .options
                    .iter()
                    .filter(|option| [OptionCode::IsbIfDrop, OptionCode::IsbOsDrop].contains(&option.code));
                let count = drops
                    .filter_map(|option| option.value().first_chunk())
                    .map(|bytes| match *self.big_endian {
                        true => u64::from_be_bytes(*bytes),
                        false => u64::from_le_bytes(*bytes),
                    })
                    .fold(0, u64::saturating_add);
                // Each block counts from the beginning of the capture.
                if let Some(interface) = self.interfaces.get_mut(statistics.if_id as usize) {
                    let more = count - interface.dropped.min(count);
                    self.contents.dropped = self.contents.dropped.saturating_add(more);
                    interface.dropped = interface.dropped.max(count);
                }
            }
            PcapBlockOwned::NG(Block::Unknown(block)) => {
                // The parser gives the type as if its lowest byte came first.
                let kind = match *self.big_endian {
                    true => block.block_type.swap_bytes(),
                    false => block.block_type,
                };
                match kind {
                    PACKET_BLOCK => return self.obsolete_packet(block.data),
                    // Time codes, avionics, system events: no packets.
                    7 | 8 | 0x201..=0x2ff => self.contents.other_records += 1,
                    _ => self.contents.unknown_records += 1,
                }
            }
            PcapBlockOwned::NG(_) => self.contents.other_records += 1,
        }
        Ok(())
    }

    /// Takes a packet block, which the enhanced one has replaced.
    fn obsolete_packet(&mut self, body: &[u8]) -> Result<(), CaptureError> {
        let damaged = self.damaged();
        let (header, data) = body.split_first_chunk::<20>().ok_or(damaged)?;
        let word = |at: usize| {
            let bytes = [header[at], header[at + 1], header[at + 2], header[at + 3]];
            match *self.big_endian {
                true => u32::from_be_bytes(bytes),
                false => u32::from_le_bytes(bytes),
            }
        };
        // Two numbers of 16 bits come first.
        let (interface, drops) = match *self.big_endian {
            true => (word(0) >> 16, word(0) & 0xffff),
            false => (word(0) & 0xffff, word(0) >> 16),
        };
        if drops != 0xffff {
            self.contents.dropped = self.contents.dropped.saturating_add(drops.into());
        }
        let recorded = Recorded {
            interface: interface as usize,
            time: time(word(4), word(8)),
            data: data.get(..word(12) as usize).ok_or(damaged)?,
            wire_length: word(16),
        };
        self.packet(recorded)
    }

    /// The error of a record that makes no sense.
    fn damaged(&self) -> CaptureError {
        CaptureError::Damaged { packet: self.contents.packets + 1, offset: self.offset }
    }

    /// The interface that a packet names.
    fn interface(&mut self, number: usize) -> Result<&mut Interface, CaptureError> {
        let damaged = self.damaged();
        self.interfaces.get_mut(number).filter(|interface| interface.resolution != 0).ok_or(damaged)
    }

    /// Takes one packet.
    fn packet(&mut self, recorded: Recorded<'_>) -> Result<(), CaptureError> {
        let interface = self.interface(recorded.interface)?;
        let number = interface.link;
        let microseconds =
            recorded.time * 1_000_000 / i128::from(interface.resolution) + i128::from(interface.offset) * 1_000_000;
        let time = i64::try_from(microseconds).ok().filter(|time| time.unsigned_abs() < order::LATEST);
        let placed = time.map(|time| order::place(time, &mut interface.latest));
        self.contents.packets += 1;
        let Some(placed) = placed else {
            self.skip(Skipped::Untimed);
            return Ok(());
        };
        self.order.pass(placed, self.contents);
        let Some(link) = Link::from_number(number) else {
            let first = (number, self.offset);
            self.contents.foreign_link.get_or_insert(first);
            self.skip(Skipped::Link(number));
            return Ok(());
        };
        match segment::captured(link, recorded.data, recorded.wire_length) {
            Ok(captured) => {
                self.contents.segments += 1;
                self.order.take(placed.time, captured);
            }
            Err(why) => self.skip(why),
        }
        Ok(())
    }

    /// Counts a packet that is skipped.
    fn skip(&mut self, why: Skipped) {
        *self.contents.skipped.entry(why).or_default() += 1;
    }
}

/// The one interface of a pcap file.
fn legacy_interface(header: &PcapHeader) -> Interface {
    let resolution = if header.is_nanosecond_precision() { 1_000_000_000 } else { 1_000_000 };
    // The upper half of the field tells about frame check sequences, not about the link.
    Interface { link: header.network.0 & 0xffff, resolution, offset: 0, dropped: 0, latest: None }
}

/// A time whose two halves stand apart.
fn time(high: u32, low: u32) -> i128 {
    i128::from((u64::from(high) << 32) | u64::from(low))
}

/// Units a second of pcapng's `if_tsresol`: a power of ten, or of two where the top bit is set; 0 where it is too
/// large.
fn resolution(if_tsresol: u8) -> u64 {
    let exponent = u32::from(if_tsresol & 0x7f);
    let base: u64 = if if_tsresol & 0x80 == 0 { 10 } else { 2 };
    base.checked_pow(exponent).unwrap_or(0)
}
