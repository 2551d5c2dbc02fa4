//! Tunnels over UDP, by their registered ports.

use super::Skipped;
use super::bytes::{after, half};
use super::tunnel::{Layer, generic_routing, labelled};

/// Behind the UDP header of a tunnel. Whoever answers may answer from any port, so a datagram is the tunnel's if either
/// port is its own; where that cannot be, the destination alone counts.
pub(super) fn behind(data: &[u8]) -> Result<Layer<'_>, Skipped> {
    let (source, destination) = (half(data, 0)?, half(data, 2)?);
    let inside = data.get(8..).unwrap_or_default();
    match destination {
        4789 | 8472 => overlay(destination, inside),
        4790 => extended_overlay(inside),
        6081 => geneve(inside),
        6635 => labelled(inside),
        4754 => generic_routing(inside),
        4341 => ip_behind(inside, 8, 4341),
        _ if [source, destination].contains(&2152) => mobile(inside),
        _ if [source, destination].contains(&1701) => layer_two(inside),
        _ if [source, destination].contains(&3544) => teredo(inside),
        _ if [source, destination].contains(&4500) => match *inside {
            // Four zeros stand before a message of the key exchange.
            [0xff] | [0, 0, 0, 0, ..] => NOT_TCP,
            _ => Err(Skipped::Tunnel(4500)),
        },
        _ => {
            let known = [destination, source].into_iter().find(|port| name(*port).is_some());
            known.map_or(NOT_TCP, |port| Err(Skipped::Tunnel(port)))
        }
    }
}

/// A datagram that carries nothing.
const NOT_TCP: Result<Layer<'static>, Skipped> = Err(Skipped::Protocol(17));

/// The name of the tunnel that has a port, and that may carry TCP.
pub(super) const fn name(port: u16) -> Option<&'static str> {
    Some(match port {
        1194 => "OpenVPN",
        1701 => "L2TP",
        2152 => "GTP-U",
        3386 => "GTP'",
        3544 => "Teredo",
        4341 => "LISP",
        4500 => "encrypted, IPsec",
        4754 => "GRE",
        4789 | 8472 => "VXLAN",
        4790 => "VXLAN-GPE",
        5247 => "CAPWAP",
        6080 => "GUE",
        6081 => "Geneve",
        6635 => "MPLS",
        51820 => "WireGuard",
        _ => return None,
    })
}

/// IP behind a header of the tunnel with this port.
fn ip_behind(data: &[u8], header: usize, port: u16) -> Result<Layer<'_>, Skipped> {
    let inside = after(data, header)?;
    match inside.first().ok_or(Skipped::CutOff)? >> 4 {
        4 | 6 => Ok(Layer::Ip(inside)),
        _ => Err(Skipped::Tunnel(port)),
    }
}

/// VXLAN (RFC 7348), also at the port that Linux took before one was registered.
fn overlay(port: u16, inside: &[u8]) -> Result<Layer<'_>, Skipped> {
    match inside.first().ok_or(Skipped::CutOff)? & 0x08 {
        0 => Err(Skipped::Tunnel(port)),
        _ => Ok(Layer::Ethernet(after(inside, 8)?)),
    }
}

/// VXLAN that says what it carries.
fn extended_overlay(inside: &[u8]) -> Result<Layer<'_>, Skipped> {
    let behind = after(inside, 8)?;
    match inside[3] {
        1 | 2 => Ok(Layer::Ip(behind)),
        3 => Ok(Layer::Ethernet(behind)),
        _ => Err(Skipped::Tunnel(4790)),
    }
}

/// Geneve (RFC 8926): the options' length is in words.
fn geneve(inside: &[u8]) -> Result<Layer<'_>, Skipped> {
    let first = *inside.first().ok_or(Skipped::CutOff)?;
    let options = usize::from(first & 0x3f) * 4;
    match (first >> 6, half(inside, 2)?) {
        (0, name) => Ok(Layer::Named(name, after(inside, 8 + options)?)),
        _ => Err(Skipped::Tunnel(6081)),
    }
}

/// GTP-U (3GPP TS 29.281): the first version, a user's packet behind any extension headers.
fn mobile(inside: &[u8]) -> Result<Layer<'_>, Skipped> {
    let (flags, message) = (half(inside, 0)? >> 8, half(inside, 0)? & 0xff);
    match (flags >> 4, message) {
        (3, 0xff) => {}
        (3, _) => return NOT_TCP,
        _ => return Err(Skipped::Tunnel(2152)),
    }
    let mut header = if flags & 7 == 0 { 8 } else { 12 };
    let byte = |at: usize| inside.get(at).copied().ok_or(Skipped::CutOff);
    // An extension's first byte is its length in words, and its last says whether another follows.
    if flags & 4 != 0 {
        while byte(header - 1)? != 0 {
            match byte(header)? {
                0 => return Err(Skipped::Tunnel(2152)),
                words => header += usize::from(words) * 4,
            }
        }
    }
    ip_behind(inside, header, 2152)
}

/// L2TP (RFC 2661): PPP behind a header whose flags say what is in it.
fn layer_two(inside: &[u8]) -> Result<Layer<'_>, Skipped> {
    let flags = half(inside, 0)?;
    match (flags & 0x000f, flags & 0x8000 != 0) {
        (2, false) => {}
        (_, true) => return NOT_TCP,
        _ => return Err(Skipped::Tunnel(1701)),
    }
    let mut header = 6;
    header += if flags & 0x4000 != 0 { 2 } else { 0 };
    header += if flags & 0x0800 != 0 { 4 } else { 0 };
    if flags & 0x0200 != 0 {
        header += 2 + usize::from(half(inside, header)?);
    }
    Ok(Layer::Ppp(after(inside, header)?))
}

/// Teredo (RFC 4380): IPv6 behind an authentication, an indication of the origin, or both.
fn teredo(inside: &[u8]) -> Result<Layer<'_>, Skipped> {
    let mut data = inside;
    if let [0, 1, client, value, ..] = *data {
        data = after(data, 13 + usize::from(client) + usize::from(value))?;
    }
    if let [0, 0, ..] = *data {
        data = after(data, 8)?;
    }
    ip_behind(data, 0, 3544)
}
