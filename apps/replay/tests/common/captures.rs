//! Captures, made by hand.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::io::Cursor;
use std::ops::Deref;

use carillon_replay::capture::{Capture, CaptureError, Contents, Segment};

/// A capture that has been read whole.
#[derive(Debug, PartialEq)]
pub struct Whole {
    pub segments: Vec<Segment>,
    pub contents: Contents,
}

impl Deref for Whole {
    type Target = Contents;

    fn deref(&self) -> &Contents {
        &self.contents
    }
}

/// Reads a capture whole.
pub fn parse(bytes: &[u8]) -> Result<Whole, CaptureError> {
    let mut capture = Capture::new(Cursor::new(bytes))?;
    let segments: Vec<Segment> = capture.by_ref().collect::<Result<_, _>>()?;
    assert!(capture.next().is_none(), "the end stays the end");
    Ok(Whole { segments, contents: capture.contents().clone() })
}

/// An Ethernet, IPv4 and TCP header: port 1000 to port 80, sequence number `sequence`, ACK of 77, `payload` bytes of
/// data that are not captured.
pub fn packet(sequence: u32, payload: u16) -> Vec<u8> {
    let mut bytes = vec![0, 0x1b, 0x21, 0, 0, 2, 0, 0x1b, 0x21, 0, 0, 1];
    bytes.extend([0x08, 0x00, 0x45, 0]);
    bytes.extend((40 + payload).to_be_bytes());
    bytes.extend([0, 1, 0, 0, 64, 6, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2]);
    bytes.extend([0x03, 0xe8, 0, 80]);
    bytes.extend(sequence.to_be_bytes());
    bytes.extend([0, 0, 0, 77, 0x50, 0x18, 1, 0, 0, 0, 0, 0]);
    bytes
}

/// Numbers in the byte order of a file.
pub struct Order(pub bool);

impl Order {
    pub fn word(&self, number: u32) -> [u8; 4] {
        if self.0 { number.to_be_bytes() } else { number.to_le_bytes() }
    }
    pub fn half(&self, number: u16) -> [u8; 2] {
        if self.0 { number.to_be_bytes() } else { number.to_le_bytes() }
    }
}

/// A pcap file of packets at (seconds, fraction).
pub fn pcap(big: bool, magic: u32, link: u32, packets: &[(u32, u32, Vec<u8>)]) -> Vec<u8> {
    let order = Order(big);
    let mut file = order.word(magic).to_vec();
    file.extend(order.half(2));
    file.extend(order.half(4));
    for word in [0, 0, 65535, link] {
        file.extend(order.word(word));
    }
    for (seconds, fraction, data) in packets {
        for word in [*seconds, *fraction, data.len() as u32, 1500] {
            file.extend(order.word(word));
        }
        file.extend(data);
    }
    file
}

/// A pcapng block.
pub fn block(order: &Order, kind: u32, body: &[u8]) -> Vec<u8> {
    let length = 12 + body.len().next_multiple_of(4);
    let mut bytes = order.word(kind).to_vec();
    bytes.extend(order.word(length as u32));
    bytes.extend(body);
    bytes.resize(length - 4, 0);
    bytes.extend(order.word(length as u32));
    bytes
}

/// The block that begins a section of a pcapng file.
pub fn section(order: &Order) -> Vec<u8> {
    let mut section = order.word(0x1a2b_3c4d).to_vec();
    section.extend(order.half(1));
    section.extend(order.half(0));
    section.extend([0xff; 8]);
    block(order, 0x0a0d_0d0a, &section)
}

/// The block that describes an interface, which counts microseconds.
pub fn interface(order: &Order, link: u16) -> Vec<u8> {
    interface_of(order, link, 6)
}

/// The same of one that counts in units of `resolution`.
fn interface_of(order: &Order, link: u16, resolution: u8) -> Vec<u8> {
    let mut interface = order.half(link).to_vec();
    interface.extend(order.half(0));
    interface.extend(order.word(0));
    interface.extend(order.half(9));
    interface.extend(order.half(1));
    interface.extend([resolution, 0, 0, 0, 0, 0, 0, 0]);
    block(order, 1, &interface)
}

/// The block of a packet.
pub fn enhanced(order: &Order, interface: u32, time: u64, data: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    for word in [interface, (time >> 32) as u32, time as u32, data.len() as u32, 1500] {
        body.extend(order.word(word));
    }
    body.extend(data);
    block(order, 6, &body)
}

/// A pcapng file whose interface counts in units of `resolution`.
pub fn pcapng(big: bool, resolution: u8, packets: &[(u64, Vec<u8>)]) -> Vec<u8> {
    let order = Order(big);
    let mut file = section(&order);
    file.extend(interface_of(&order, 1, resolution));
    for (time, data) in packets {
        file.extend(enhanced(&order, 0, *time, data));
    }
    file
}

/// The same with its data.
pub fn whole() -> Vec<u8> {
    let mut bytes = packet(9, 50);
    bytes.resize(14 + 90, 0);
    bytes
}

/// The IP packet within [`whole`].
pub fn ip() -> Vec<u8> {
    whole()[14..].to_vec()
}

/// A pcap file with one packet, of Ethernet or another link.
pub fn one(data: &[u8]) -> Vec<u8> {
    one_on(1, data)
}

pub fn one_on(link: u32, data: &[u8]) -> Vec<u8> {
    pcap(false, 0xa1b2_c3d4, link, &[(0, 0, data.to_vec())])
}

/// An Ethernet frame.
pub fn frame(ether_type: u16, data: &[u8]) -> Vec<u8> {
    [&packet(0, 0)[..12], &ether_type.to_be_bytes(), data].concat()
}

/// One whose data begin with a head.
pub fn headed(ether_type: u16, head: &[u8], data: &[u8]) -> Vec<u8> {
    frame(ether_type, &[head, data].concat())
}

/// An IPv4 packet.
pub fn ipv4(protocol: u8, data: &[u8]) -> Vec<u8> {
    let length = (20 + data.len() as u16).to_be_bytes();
    [&[0x45, 0, length[0], length[1], 0, 0, 0, 0, 64, protocol, 0, 0, 10, 9, 9, 1, 10, 9, 9, 2], data].concat()
}

/// An IPv6 packet.
pub fn ipv6(next: u8, data: &[u8]) -> Vec<u8> {
    let length = (data.len() as u16).to_be_bytes();
    [&[0x60, 0, 0, 0, length[0], length[1], next, 64], &[1; 32][..], data].concat()
}

/// A UDP datagram.
pub fn udp(port: u16, data: &[u8]) -> Vec<u8> {
    let length = (8 + data.len() as u16).to_be_bytes();
    [&[0x30, 0x39], &port.to_be_bytes()[..], &length, &[0, 0], data].concat()
}

/// Kuznetzov's pcap: eight bytes more in each record's header.
pub fn kuznetzov(big: bool, packets: &[(u32, Vec<u8>)]) -> Vec<u8> {
    let order = Order(big);
    let mut file = pcap(big, 0xa1b2_cd34, 1, &[]);
    for (seconds, data) in packets {
        for word in [*seconds, 7, data.len() as u32, 1500] {
            file.extend(order.word(word));
        }
        file.extend(order.word(2));
        file.extend([8, 0, 4, 0]);
        file.extend(data);
    }
    file
}
