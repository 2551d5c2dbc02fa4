//! From a captured packet to a TCP segment.

use std::net::{IpAddr, SocketAddr};

use etherparse::{EtherType, IpNumber, LaxNetSlice, LaxSlicedPacket};

use super::Link;

/// One TCP segment: what TCP's timers depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Segment {
    /// Microseconds after the capture's first packet; one tick each.
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
    /// Sequence numbers that the segment takes: its data, SYN and FIN.
    pub fn span(&self) -> u32 {
        self.payload + u32::from(self.syn) + u32::from(self.fin)
    }
}

/// What a captured packet is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packet {
    /// A TCP segment; its tick is 0 until the reader sets it.
    Tcp(Segment),
    /// A fragment of an IP packet.
    Fragment,
    /// Anything else, or cut off before the TCP flags.
    Foreign,
}

/// Takes a captured packet apart. `data` may end anywhere; `wire_length` is the packet's length on the wire, in bytes,
/// from its link header on.
///
/// The segment's length is the IP header's, as the payload is usually cut off. Where segmentation offload left that
/// header's length at 0, it is the wire's.
pub fn dissect(link: Link, data: &[u8], wire_length: u32) -> Packet {
    slice(link, data)
        .and_then(|packet| read(&packet, data, wire_length))
        .unwrap_or(Packet::Foreign)
}

/// Finds the headers.
fn slice(link: Link, data: &[u8]) -> Option<LaxSlicedPacket<'_>> {
    let cooked = |protocol: usize, header: usize| {
        let number = data.get(protocol..protocol + 2)?;
        let ether_type = EtherType(u16::from_be_bytes([number[0], number[1]]));
        Some(LaxSlicedPacket::from_ether_type(
            ether_type,
            data.get(header..)?,
        ))
    };
    match link {
        Link::Ethernet => LaxSlicedPacket::from_ethernet(data).ok(),
        Link::LinuxCooked => cooked(14, 16),
        Link::LinuxCooked2 => cooked(0, 20),
        Link::Loopback => LaxSlicedPacket::from_ip(data.get(4..)?).ok(),
        Link::RawIp => LaxSlicedPacket::from_ip(data).ok(),
    }
}

/// Reads the IP and TCP headers.
fn read(packet: &LaxSlicedPacket<'_>, data: &[u8], wire_length: u32) -> Option<Packet> {
    let payload = packet.ip_payload()?;
    if payload.ip_number != IpNumber::TCP {
        return Some(if payload.fragmented {
            Packet::Fragment
        } else {
            Packet::Foreign
        });
    }
    if payload.fragmented {
        return Some(Packet::Fragment);
    }
    let tcp = payload.payload;
    // Where the TCP header begins in the packet: both slices are of the same memory.
    let before_tcp = (tcp.as_ptr() as usize).checked_sub(data.as_ptr() as usize)? as u32;
    let on_wire = wire_length.saturating_sub(before_tcp);
    // What the header states, and how much of that is not TCP.
    let (source, destination, stated, before) = match packet.net.as_ref()? {
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
        LaxNetSlice::Arp(_) => return None,
    };
    let length = match stated {
        0 => on_wire,
        _ => stated.saturating_sub(before),
    };
    // Read by hand: the options may be cut off, and nothing here needs them.
    let header = tcp.first_chunk::<14>()?;
    let half = |at: usize| u16::from_be_bytes([header[at], header[at + 1]]);
    let word = |at: usize| {
        u32::from_be_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]])
    };
    let (header_bytes, flags) = (u32::from(header[12] >> 4) * 4, header[13]);
    if header_bytes < 20 || length < header_bytes {
        return None;
    }
    Some(Packet::Tcp(Segment {
        tick: 0,
        source: SocketAddr::new(source, half(0)),
        destination: SocketAddr::new(destination, half(2)),
        sequence: word(4),
        acknowledgement: (flags & 0x10 != 0).then(|| word(8)),
        syn: flags & 0x02 != 0,
        fin: flags & 0x01 != 0,
        rst: flags & 0x04 != 0,
        payload: length - header_bytes,
    }))
}
