//! What lies around an IP packet: link headers, labels and tunnels, as far down as TCP.

use etherparse::{EtherType, IpNumber, LaxSlicedPacket};

use super::{Link, Skipped};

/// Tunnels within tunnels that are followed; more are the work of a loop or of an attacker.
const DEPTH: usize = 8;

/// Something that begins at a known header.
#[derive(Debug, Clone, Copy)]
enum Layer<'a> {
    Ethernet(&'a [u8]),
    /// What an EtherType names.
    Named(EtherType, &'a [u8]),
    Ip(&'a [u8]),
    /// The Point-to-Point Protocol from its protocol field on.
    Ppp(&'a [u8]),
}

/// The innermost IP packet of what was captured on `link`, which carries TCP and is no fragment; or why there is none.
pub(super) fn innermost(link: Link, data: &[u8]) -> Result<LaxSlicedPacket<'_>, Skipped> {
    let mut layer = outermost(link, data)?;
    for _ in 0..DEPTH {
        let packet = match layer {
            Layer::Ethernet(data) => {
                LaxSlicedPacket::from_ethernet(data).map_err(|_| Skipped::CutOff)?
            }
            Layer::Named(name, data) => LaxSlicedPacket::from_ether_type(name, data),
            Layer::Ip(data) => LaxSlicedPacket::from_ip(data).map_err(|_| Skipped::CutOff)?,
            Layer::Ppp(data) => {
                layer = point_to_point(data)?;
                continue;
            }
        };
        let Some(payload) = packet.ip_payload() else {
            let inside = packet.ether_payload().ok_or(Skipped::CutOff)?;
            layer = behind_label(inside.ether_type, inside.payload)?;
            continue;
        };
        if payload.fragmented {
            return Err(Skipped::Fragment);
        }
        let inside = payload.payload;
        layer = match payload.ip_number {
            IpNumber::TCP => return Ok(packet),
            IpNumber::IPV4 | IpNumber::IPV6 => Layer::Ip(inside),
            IpNumber::GRE => generic_routing(inside)?,
            IpNumber::UDP => behind_udp(inside)?,
            other => return Err(Skipped::Protocol(other.0)),
        };
    }
    Err(Skipped::TooDeep)
}

/// A captured packet from its link header on.
fn outermost(link: Link, data: &[u8]) -> Result<Layer<'_>, Skipped> {
    let cooked = |protocol, header| {
        Ok(Layer::Named(
            EtherType(half(data, protocol)?),
            after(data, header)?,
        ))
    };
    match link {
        Link::Ethernet => Ok(Layer::Ethernet(data)),
        Link::LinuxCooked => cooked(14, 16),
        Link::LinuxCooked2 => cooked(0, 20),
        Link::Loopback => Ok(Layer::Ip(after(data, 4)?)),
        Link::RawIp => Ok(Layer::Ip(data)),
        // Some write the address and control bytes of HDLC before the protocol.
        Link::PointToPoint if data.starts_with(&[0xff, 0x03]) => Ok(Layer::Ppp(after(data, 2)?)),
        Link::PointToPoint => Ok(Layer::Ppp(data)),
    }
}

/// What an EtherType names that is not IP.
fn behind_label(name: EtherType, data: &[u8]) -> Result<Layer<'_>, Skipped> {
    match name.0 {
        0x0800 | 0x86dd => Err(Skipped::CutOff),
        0x8847 | 0x8848 => labelled(data),
        0x8864 => Ok(Layer::Ppp(after(data, 6)?)),
        // Transparent Ethernet bridging, in GRE and Geneve.
        0x6558 => Ok(Layer::Ethernet(data)),
        0x880b => Ok(Layer::Ppp(data)),
        // ERSPAN of the second version, whose header has 8 bytes.
        0x88be => Ok(Layer::Ethernet(after(data, 8)?)),
        ..0x600 => Err(Skipped::NoEtherType),
        other => Err(Skipped::EtherType(other)),
    }
}

/// Behind a stack of MPLS labels, which do not say what they carry: IP, or Ethernet behind a control word of zeros.
fn labelled(mut data: &[u8]) -> Result<Layer<'_>, Skipped> {
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
    let first = *data.first().ok_or(Skipped::CutOff)?;
    let (protocol, header) = if first & 1 != 0 {
        (u16::from(first), 1)
    } else {
        (half(data, 0)?, 2)
    };
    match protocol {
        0x0021 | 0x0057 => Ok(Layer::Ip(after(data, header)?)),
        0x0281 | 0x0283 => labelled(after(data, header)?),
        other => Err(Skipped::PointToPoint(other)),
    }
}

/// Behind the header of GRE (RFC 2784 and 2890).
fn generic_routing(data: &[u8]) -> Result<Layer<'_>, Skipped> {
    let flags = half(data, 0)?;
    if flags & 0x4007 != 0 {
        return Err(Skipped::OtherGre);
    }
    let name = EtherType(half(data, 2)?);
    let words = [0x8000, 0x2000, 0x1000]
        .iter()
        .filter(|&flag| flags & flag != 0)
        .count();
    let inside = after(data, 4 + 4 * words)?;
    // The first version of ERSPAN has no sequence number and no header of its own.
    if name.0 == 0x88be && flags & 0x1000 == 0 {
        return Ok(Layer::Ethernet(inside));
    }
    Ok(Layer::Named(name, inside))
}

/// Behind a UDP header whose destination is the port of a tunnel.
fn behind_udp(data: &[u8]) -> Result<Layer<'_>, Skipped> {
    let inside = after(data, 8);
    match half(data, 2)? {
        // VXLAN (RFC 7348), and Linux's port for it before that was registered.
        4789 | 8472 if inside?.first().is_some_and(|flags| flags & 0x08 != 0) => {
            Ok(Layer::Ethernet(after(inside?, 8)?))
        }
        // Geneve (RFC 8926): the options' length is in words.
        6081 => {
            let inside = inside?;
            let options = usize::from(inside.first().ok_or(Skipped::CutOff)? & 0x3f) * 4;
            Ok(Layer::Named(
                EtherType(half(inside, 2)?),
                after(inside, 8 + options)?,
            ))
        }
        _ => Err(Skipped::Protocol(IpNumber::UDP.0)),
    }
}

/// What lies behind `header` bytes.
fn after(data: &[u8], header: usize) -> Result<&[u8], Skipped> {
    data.get(header..).ok_or(Skipped::CutOff)
}

/// The 16 bits at `at`.
fn half(data: &[u8], at: usize) -> Result<u16, Skipped> {
    let bytes = after(data, at)?.first_chunk().ok_or(Skipped::CutOff)?;
    Ok(u16::from_be_bytes(*bytes))
}
