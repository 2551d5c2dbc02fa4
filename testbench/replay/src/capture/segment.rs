//! From a captured packet to a TCP segment.

use std::net::{IpAddr, SocketAddr};

use etherparse::{LaxNetSlice, LaxSlicedPacket};

use super::tunnel::innermost;
use super::{Link, Skipped};

/// One TCP segment: what TCP's timers depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Segment {
    /// Ticks after the capture's first packet: of a microsecond, as the reader gives them.
    pub tick: u64,
    /// Who sent it.
    pub source: SocketAddr,
    /// Whom it was sent to.
    pub destination: SocketAddr,
    /// The sequence number of its first byte (or of SYN).
    pub sequence: u32,
    /// The acknowledgement number, where ACK is set.
    pub acknowledgement: Option<u32>,
    /// The SYN flag: takes one sequence number.
    pub syn: bool,
    /// The FIN flag: takes one sequence number.
    pub fin: bool,
    /// The RST flag.
    pub rst: bool,
    /// Bytes of data that it carried on the wire, captured or not.
    pub payload: u32,
}

impl Segment {
    /// The same, whose tick is of one microsecond, in ticks of `tick` microseconds, at least 1: in the tick in which it
    /// was captured.
    #[must_use]
    pub const fn in_ticks(self, tick: u64) -> Self {
        Self {
            tick: self.tick / tick,
            ..self
        }
    }

    /// Sequence numbers that the segment takes: its data, SYN and FIN.
    pub fn span(&self) -> u32 {
        self.payload + u32::from(self.syn) + u32::from(self.fin)
    }
}

/// Takes a captured packet apart. `data` may end anywhere; `wire_length` is the packet's length on the wire, in bytes,
/// from its link header on. The segment's tick is 0 until the reader sets it.
///
/// The segment's length is the IP header's, as the payload is usually cut off. Where segmentation offload left that
/// header's length at 0, it is the wire's.
///
/// # Errors
/// Where it is no TCP segment, or not to be read as one.
pub fn dissect(link: Link, data: &[u8], wire_length: u32) -> Result<Segment, Skipped> {
    read(&innermost(link, data)?, data, wire_length)
}

/// Reads the IP and TCP headers.
fn read(packet: &LaxSlicedPacket<'_>, data: &[u8], wire_length: u32) -> Result<Segment, Skipped> {
    let tcp = packet.ip_payload().ok_or(Skipped::CutOff)?.payload;
    // Where the TCP header begins in the packet: both slices are of the same memory.
    let before_tcp = (tcp.as_ptr() as usize).wrapping_sub(data.as_ptr() as usize) as u32;
    let on_wire = wire_length.saturating_sub(before_tcp);
    // What the header states, and how much of that is not TCP.
    let (source, destination, stated, before) = match packet.net.as_ref().ok_or(Skipped::CutOff)? {
        LaxNetSlice::Ipv4(ip) => {
            let header = ip.header();
            (
                IpAddr::from(header.source()),
                IpAddr::from(header.destination()),
                u32::from(header.total_len()),
                u32::from(header.ihl()) * 4,
            )
        }
        LaxNetSlice::Ipv6(ip) => {
            let header = ip.header();
            (
                IpAddr::from(header.source()),
                IpAddr::from(header.destination()),
                u32::from(header.payload_length()),
                ip.extensions().slice().len() as u32,
            )
        }
        LaxNetSlice::Arp(_) => return Err(Skipped::EtherType(0x0806)),
    };
    let length = match stated {
        0 => on_wire,
        _ => stated.saturating_sub(before),
    };
    // Read by hand: the options may be cut off, and nothing here needs them.
    let header = tcp.first_chunk::<14>().ok_or(Skipped::CutOff)?;
    let half = |at: usize| u16::from_be_bytes([header[at], header[at + 1]]);
    let word = |at: usize| {
        u32::from_be_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]])
    };
    let (header_bytes, flags) = (u32::from(header[12] >> 4) * 4, header[13]);
    if header_bytes < 20 || length < header_bytes {
        return Err(Skipped::BadTcp);
    }
    Ok(Segment {
        tick: 0,
        source: SocketAddr::new(source, half(0)),
        destination: SocketAddr::new(destination, half(2)),
        sequence: word(4),
        acknowledgement: (flags & 0x10 != 0).then(|| word(8)),
        syn: flags & 0x02 != 0,
        fin: flags & 0x01 != 0,
        rst: flags & 0x04 != 0,
        payload: length - header_bytes,
    })
}
