//! IP packets: what their headers say, and where what they carry begins.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::Skipped;
use super::bytes::{after, half};

/// An IP packet that is no fragment.
#[derive(Debug, Clone, Copy)]
pub(super) struct Packet<'a> {
    pub source: IpAddr,
    pub destination: IpAddr,
    /// The registered number of what it carries, behind all extension headers.
    pub protocol: u8,
    /// What it carries, as far as it was captured.
    pub payload: &'a [u8],
    /// The whole packet's bytes, by its header; 0 where segmentation offload or a jumbogram has left that to others.
    pub length: u32,
    /// What tells it from the others of its sender: IPv4's identification, 0 for IPv6.
    pub identification: u16,
    /// Routers that it may still pass.
    pub hops: u8,
}

/// Reads the IP header at the beginning of `data`, and every extension header.
pub(super) fn packet(data: &[u8]) -> Result<Packet<'_>, Skipped> {
    match data.first().ok_or(Skipped::CutOff)? >> 4 {
        4 => fourth(data),
        6 => sixth(data),
        _ => Err(Skipped::BadIp),
    }
}

/// `data` without what follows the packet, such as a short frame's padding.
fn clipped(data: &[u8], length: u32) -> &[u8] {
    match length {
        0 => data,
        _ => data.get(..length as usize).unwrap_or(data),
    }
}

fn fourth(data: &[u8]) -> Result<Packet<'_>, Skipped> {
    let header = data.first_chunk::<20>().ok_or(Skipped::CutOff)?;
    let [_, _, _, _, _, _, _, _, hops, protocol, _, _, from @ .., _, _, _, _] = *header;
    let to = [header[16], header[17], header[18], header[19]];
    let header_bytes = usize::from(header[0] & 0xf) * 4;
    let length = u32::from(half(data, 2)?);
    if header_bytes < 20 || (length != 0 && (length as usize) < header_bytes) {
        return Err(Skipped::BadIp);
    }
    let fragment = half(data, 6)? & 0x3fff != 0;
    let whole = clipped(data, length);
    let (protocol, payload) = extended(protocol, after(whole, header_bytes)?, fragment, 4)?;
    Ok(Packet {
        source: Ipv4Addr::from(from).into(),
        destination: Ipv4Addr::from(to).into(),
        protocol,
        payload,
        length,
        identification: half(data, 4)?,
        hops,
    })
}

fn sixth(data: &[u8]) -> Result<Packet<'_>, Skipped> {
    let header = data.first_chunk::<40>().ok_or(Skipped::CutOff)?;
    let address = |at: usize| {
        let mut address = [0; 16];
        address.copy_from_slice(&header[at..at + 16]);
        IpAddr::from(Ipv6Addr::from(address))
    };
    let length = match half(data, 4)? {
        0 => 0,
        payload => 40 + u32::from(payload),
    };
    let whole = clipped(data, length);
    let (protocol, payload) = extended(header[6], after(whole, 40)?, false, 6)?;
    Ok(Packet {
        source: address(8),
        destination: address(24),
        protocol,
        payload,
        length,
        identification: 0,
        hops: header[7],
    })
}

/// What lies behind the extension headers of this version of IP: its number, and the bytes.
fn extended(mut protocol: u8, mut data: &[u8], fragment: bool, version: u8) -> Result<(u8, &[u8]), Skipped> {
    if fragment {
        return Err(Skipped::Fragment);
    }
    loop {
        let length = || Ok(usize::from(half(data, 0)? & 0xff));
        let header = match (protocol, version) {
            // Authentication: its length is in words, less two.
            (51, _) => (length()? + 2) * 4,
            (0 | 43 | 60 | 135 | 139 | 140, 6) => (length()? + 1) * 8,
            // The first fragment, if no other follows, is the whole packet.
            (44, 6) if half(data, 2)? & 0xfff9 == 0 => 8,
            (44, 6) => return Err(Skipped::Fragment),
            _ => return Ok((protocol, data)),
        };
        protocol = (half(data, 0)? >> 8) as u8;
        data = after(data, header)?;
    }
}
