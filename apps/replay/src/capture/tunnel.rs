//! What lies around an IP packet: link headers, tags, labels and tunnels, as far down as TCP.

use super::bytes::{after, half, word};
use super::internet::{Packet, packet};
use super::{Link, Skipped, datagram};

/// IP packets within each other that are followed; more are the work of a loop or of an attacker.
const DEPTH: usize = 8;

/// Headers of any kind that are followed.
const HEADERS: usize = 48;

/// Something that begins at a known header.
#[derive(Debug, Clone, Copy)]
pub(super) enum Layer<'a> {
    Ethernet(&'a [u8]),
    /// What an EtherType names.
    Named(u16, &'a [u8]),
    /// IEEE 802.2 logical link control.
    LinkControl(&'a [u8]),
    Ip(&'a [u8]),
    /// The Point-to-Point Protocol, with or without its address and control bytes.
    Ppp(&'a [u8]),
}

/// A TCP segment from its header on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Innermost<'a> {
    pub packet: Packet<'a>,
    /// Bytes that it had on the wire, header included: what the headers around it leave.
    pub length: u32,
    /// The identities of the VLANs around it, twelve bits each.
    pub vlans: u64,
}

/// The innermost IP packet of what was captured on `link`, which carries TCP and is no fragment; or why there is none.
/// The captured packet had `wire_length` bytes on the wire.
pub(super) fn innermost(link: Link, data: &[u8], wire_length: u32) -> Result<Innermost<'_>, Skipped> {
    let captured = data;
    // Where a part begins in the packet: both are of the same memory.
    let place = |part: &[u8]| part.as_ptr() as usize - captured.as_ptr() as usize;
    // Where the packet ends: no earlier than was captured, but where a header says so.
    let mut end = captured.len().max(wire_length as usize);
    let (mut layer, mut vlans, mut depth) = (outermost(link, data)?, 0, 0);
    for _ in 0..HEADERS {
        layer = match layer {
            Layer::Ethernet(data) => Layer::Named(half(data, 12)?, after(data, 14)?),
            Layer::Named(0x8100 | 0x88a8 | 0x9100 | 0x9200, data) => {
                // Identity 0 is a tag for the priority alone.
                match half(data, 0)? & 0xfff {
                    0 => {}
                    vlan => vlans = vlans << 12 | u64::from(vlan),
                }
                Layer::Named(half(data, 2)?, after(data, 4)?)
            }
            Layer::Named(name, data) => {
                end = match name {
                    0x8864 => end.min(place(data) + 6 + usize::from(half(data, 4)?)),
                    1..0x600 => end.min(place(data) + usize::from(name)),
                    _ => end,
                };
                behind_name(name, data)?
            }
            Layer::LinkControl(data) => behind_link_control(data)?,
            Layer::Ppp(data) => point_to_point(data)?,
            Layer::Ip(data) => {
                if depth == DEPTH {
                    break;
                }
                depth += 1;
                let packet = packet(data)?;
                let inside = packet.payload;
                if packet.length != 0 {
                    end = end.min(place(data) + packet.length as usize);
                }
                match packet.protocol {
                    6 => {
                        let length = end.saturating_sub(place(inside)) as u32;
                        return Ok(Innermost { packet, length, vlans });
                    }
                    4 | 41 => Layer::Ip(inside),
                    17 => {
                        match half(inside, 4)? {
                            // A jumbogram's.
                            0 => {}
                            length => end = end.min(place(inside) + usize::from(length)),
                        }
                        datagram::behind(inside)?
                    }
                    47 => generic_routing(inside)?,
                    // EtherIP (RFC 3378), whose version is 3.
                    97 if inside.first().is_some_and(|byte| byte >> 4 == 3) => Layer::Ethernet(after(inside, 2)?),
                    137 => labelled(inside)?,
                    143 => Layer::Ethernet(inside),
                    other => return Err(Skipped::Protocol(other)),
                }
            }
        };
    }
    Err(Skipped::TooDeep)
}

/// A captured packet from its link header on.
fn outermost(link: Link, data: &[u8]) -> Result<Layer<'_>, Skipped> {
    let cooked = |protocol, header| {
        let inside = after(data, header)?;
        Ok(match half(data, protocol)? {
            4 => Layer::LinkControl(inside),
            ..0x600 => return Err(Skipped::NoEtherType),
            name => Layer::Named(name, inside),
        })
    };
    match link {
        Link::Ethernet => Ok(Layer::Ethernet(data)),
        Link::LinuxCooked => cooked(14, 16),
        Link::LinuxCooked2 => cooked(0, 20),
        Link::Loopback => Ok(Layer::Ip(after(data, 4)?)),
        Link::RawIp => Ok(Layer::Ip(data)),
        Link::PointToPoint => match half(data, 0)? {
            // Cisco's framing of HDLC, to one and to all.
            0x0f00 | 0x8f00 => Ok(Layer::Named(half(data, 2)?, after(data, 4)?)),
            _ => Ok(Layer::Ppp(data)),
        },
        // The direction stands in the place of the address, or before it.
        Link::PointToPointDaemon => Ok(Layer::Ppp(after(data, 2)?)),
        Link::PointToPointDirected => Ok(Layer::Ppp(after(data, 1)?)),
        Link::PointToPointEthernet => Ok(Layer::Named(0x8864, data)),
        Link::LinkControl => Ok(Layer::LinkControl(data)),
        Link::Encapsulated => Ok(Layer::Ip(after(data, 12)?)),
        Link::PacketFilter => {
            let header = *data.first().ok_or(Skipped::CutOff)?;
            Ok(Layer::Ip(after(data, usize::from(header).next_multiple_of(4))?))
        }
        Link::InfiniBand => Ok(Layer::Named(half(data, 40)?, after(data, 44)?)),
        Link::NetfilterLog => logged(data),
        Link::PacketTap => {
            let (header, inner) = (word(data, 0)?.swap_bytes(), word(data, 8)?.swap_bytes());
            let link = Link::from_number(inner.cast_signed());
            let link = link.filter(|&link| link != Link::PacketTap);
            outermost(link.ok_or(Skipped::Link(inner.cast_signed()))?, after(data, header as usize)?)
        }
    }
}

/// The packet in a record of Linux's netfilter log: an attribute among others, each with its length and its kind in the
/// byte order of the host.
fn logged(data: &[u8]) -> Result<Layer<'_>, Skipped> {
    const PAYLOAD: u16 = 9;
    let family = *data.first().ok_or(Skipped::CutOff)?;
    let mut rest = after(data, 4)?;
    loop {
        let (mut length, mut kind) = (half(rest, 0)?.swap_bytes(), half(rest, 2)?.swap_bytes());
        // No kind is above 255.
        if kind & 0x7fff > 0xff {
            (length, kind) = (length.swap_bytes(), kind.swap_bytes());
        }
        if length < 4 {
            return Err(Skipped::CutOff);
        }
        if kind & 0x7fff == PAYLOAD {
            let inside = after(rest, 4)?;
            return match family {
                2 | 10 => Ok(Layer::Ip(inside)),
                7 => Ok(Layer::Ethernet(inside)),
                _ => Err(Skipped::NoEtherType),
            };
        }
        rest = after(rest, usize::from(length).next_multiple_of(4))?;
    }
}

/// Behind an EtherType that names no VLAN.
fn behind_name(name: u16, data: &[u8]) -> Result<Layer<'_>, Skipped> {
    match name {
        0x0800 | 0x86dd => Ok(Layer::Ip(data)),
        0x8847 | 0x8848 => labelled(data),
        0x8864 => Ok(Layer::Ppp(after(data, 6)?)),
        0x880b => Ok(Layer::Ppp(data)),
        // Transparent Ethernet bridging, in GRE and Geneve.
        0x6558 => Ok(Layer::Ethernet(data)),
        // ERSPAN of the second version, and of the third, which may have eight bytes more.
        0x88be => Ok(Layer::Ethernet(after(data, 8)?)),
        0x22eb => {
            let more = data.get(11).ok_or(Skipped::CutOff)? & 1;
            Ok(Layer::Ethernet(after(data, 12 + 8 * usize::from(more))?))
        }
        // FabricPath: a tag, then the frame.
        0x8903 => Ok(Layer::Ethernet(after(data, 2)?)),
        // A backbone's service instance (IEEE 802.1ah).
        0x88e7 => Ok(Layer::Ethernet(after(data, 4)?)),
        // TRILL (RFC 6325), whose options' length is in words.
        0x22f3 => {
            let options = usize::from(half(data, 0)? >> 6 & 0x1f) * 4;
            Ok(Layer::Ethernet(after(data, 6 + options)?))
        }
        // VN-Tag, and the tag of a port extender (IEEE 802.1BR).
        0x8926 => Ok(Layer::Named(half(data, 4)?, after(data, 6)?)),
        0x893f => Ok(Layer::Named(half(data, 6)?, after(data, 8)?)),
        // Cisco's metadata, with one option.
        0x8909 => Ok(Layer::Named(half(data, 6)?, after(data, 8)?)),
        0x88e5 => secured(data),
        0x8870 | ..0x600 => Ok(Layer::LinkControl(data)),
        other => Err(Skipped::EtherType(other)),
    }
}

/// Behind MACsec's header, where it protects but does not encrypt.
fn secured(data: &[u8]) -> Result<Layer<'_>, Skipped> {
    let flags = *data.first().ok_or(Skipped::CutOff)?;
    // Of the first version, and neither encrypted nor changed.
    if flags & 0x8c != 0 {
        return Err(Skipped::EtherType(0x88e5));
    }
    let header = if flags & 0x20 == 0 { 6 } else { 14 };
    Ok(Layer::Named(half(data, header)?, after(data, header + 2)?))
}

/// Behind the header of logical link control, where that carries IP or an EtherType.
fn behind_link_control(data: &[u8]) -> Result<Layer<'_>, Skipped> {
    match *data {
        [0xaa, 0xaa, 3, one, two, three, ..] => match [one, two, three] {
            [0, 0, 0] | [0, 0, 0xf8] => match half(data, 6)? {
                // No length here.
                ..0x600 => Err(Skipped::NoEtherType),
                name => Ok(Layer::Named(name, after(data, 8)?)),
            },
            // Cisco's discovery, trunks and spanning trees.
            [0, 0, 0x0c] => Err(Skipped::NoEtherType),
            _ => Err(Skipped::OtherOrganisation),
        },
        [0x06, _, 3, ..] => Ok(Layer::Ip(after(data, 3)?)),
        [0xfe, _, 3, 0xcc | 0x8e, ..] => Ok(Layer::Ip(after(data, 4)?)),
        [_, _, _, ..] => Err(Skipped::NoEtherType),
        _ => Err(Skipped::CutOff),
    }
}

/// Behind a stack of MPLS labels, which do not say what they carry: IP, or Ethernet behind a control word of zeros.
pub(super) fn labelled(mut data: &[u8]) -> Result<Layer<'_>, Skipped> {
    loop {
        let is_last = data.get(2).ok_or(Skipped::CutOff)? & 1 != 0;
        data = after(data, 4)?;
        if is_last {
            break;
        }
    }
    match data.first().ok_or(Skipped::CutOff)? >> 4 {
        4 | 6 => Ok(Layer::Ip(data)),
        0 => Ok(Layer::Ethernet(after(data, 4)?)),
        _ => Ok(Layer::Ethernet(data)),
    }
}

/// Behind the protocol field of PPP, which may have lost its first byte.
fn point_to_point(data: &[u8]) -> Result<Layer<'_>, Skipped> {
    // Some write the address and control bytes of HDLC before it.
    let data = data.strip_prefix(&[0xff, 0x03]).unwrap_or(data);
    let first = *data.first().ok_or(Skipped::CutOff)?;
    let (protocol, header) = if first & 1 != 0 { (u16::from(first), 1) } else { (half(data, 0)?, 2) };
    match protocol {
        0x0021 | 0x0057 => Ok(Layer::Ip(after(data, header)?)),
        0x0281 | 0x0283 => labelled(after(data, header)?),
        other => Err(Skipped::PointToPoint(other)),
    }
}

/// Behind the header of GRE (RFC 2784 and 2890).
pub(super) fn generic_routing(data: &[u8]) -> Result<Layer<'_>, Skipped> {
    let flags = half(data, 0)?;
    if flags & 0x4007 != 0 {
        return Err(Skipped::OtherGre);
    }
    let name = half(data, 2)?;
    let words = [0x8000, 0x2000, 0x1000].iter().filter(|&flag| flags & flag != 0).count();
    let inside = after(data, 4 + 4 * words)?;
    match name {
        // The first version of ERSPAN has no sequence number and no header of its own.
        0x88be if flags & 0x1000 == 0 => Ok(Layer::Ethernet(inside)),
        ..0x600 => Err(Skipped::NoEtherType),
        _ => Ok(Layer::Named(name, inside)),
    }
}
