//! From a captured packet to a TCP segment.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::SocketAddr;

use super::bytes::{half, word};
use super::tunnel::{Innermost, innermost};
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
    /// The VLANs that it was in, twelve bits each, the innermost lowest; 0 where it was in none. The same addresses and
    /// ports in two of them are two connections.
    pub vlans: u64,
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
        Self { tick: self.tick / tick, ..self }
    }

    /// Sequence numbers that the segment takes: its data, SYN and FIN.
    pub fn span(&self) -> u32 {
        self.payload + u32::from(self.syn) + u32::from(self.fin)
    }
}

/// A segment, and what tells whether it was captured twice.
#[derive(Debug, Clone, Copy)]
pub(super) struct Captured {
    pub segment: Segment,
    /// Digits of all that a copy has in common, however it was forwarded; none where a host may send the very same
    /// twice: a reset, and an acknowledgement without IPv4's identification.
    pub print: Option<u64>,
    /// Routers that it might still pass.
    pub hops: u8,
}

/// Takes a captured packet apart. `data` may end anywhere; `wire_length` is the packet's length on the wire, in bytes,
/// from its link header on. The segment's tick is 0 until the reader sets it.
///
/// The segment's length is what the headers around it state, less everything before the TCP header's end, as the
/// payload is usually cut off; but at most what was on the wire. Where segmentation offload left the IP header's length
/// at 0, it is the wire's.
///
/// # Errors
/// Where it is no TCP segment, or not to be read as one.
pub fn dissect(link: Link, data: &[u8], wire_length: u32) -> Result<Segment, Skipped> {
    captured(link, data, wire_length).map(|captured| captured.segment)
}

/// The same, with what tells whether it was captured twice.
pub(super) fn captured(link: Link, data: &[u8], wire_length: u32) -> Result<Captured, Skipped> {
    let Innermost { packet, length, vlans } = innermost(link, data, wire_length)?;
    let tcp = packet.payload;
    // The options may be cut off, and nothing here needs them.
    let header = tcp.first_chunk::<14>().ok_or(Skipped::CutOff)?;
    let (header_bytes, flags) = (u32::from(header[12] >> 4) * 4, header[13]);
    if header_bytes < 20 || length < header_bytes {
        return Err(Skipped::BadTcp);
    }
    let segment = Segment {
        tick: 0,
        source: SocketAddr::new(packet.source, half(tcp, 0)?),
        destination: SocketAddr::new(packet.destination, half(tcp, 2)?),
        vlans,
        sequence: word(tcp, 4)?,
        acknowledgement: (flags & 0x10 != 0).then_some(word(tcp, 8)?),
        syn: flags & 0x02 != 0,
        fin: flags & 0x01 != 0,
        rst: flags & 0x04 != 0,
        payload: length - header_bytes,
    };
    let mut digits = DefaultHasher::new();
    (packet.source, packet.destination, packet.identification).hash(&mut digits);
    (tcp.get(..header_bytes as usize).unwrap_or(tcp), length).hash(&mut digits);
    Ok(Captured {
        segment,
        print: (!segment.rst && (segment.span() > 0 || packet.identification != 0)).then_some(digits.finish()),
        hops: packet.hops,
    })
}
