//! Reading captures: every format, and everything that can be wrong with one.

use std::path::Path;

use carillon_testbench::capture::{Capture, CaptureError};

const WEB_LOSSY: &[u8] = include_bytes!("../captures/web-lossy.pcap");

/// An Ethernet, IPv4 and TCP header: port 1000 to port 80, sequence number `sequence`, ACK of 77, `payload` bytes of data that
/// are not captured.
fn packet(sequence: u32, payload: u16) -> Vec<u8> {
    let mut bytes = vec![0; 12];
    bytes.extend([0x08, 0x00, 0x45, 0]);
    bytes.extend((40 + payload).to_be_bytes());
    bytes.extend([0, 1, 0, 0, 64, 6, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2]);
    bytes.extend([0x03, 0xe8, 0, 80]);
    bytes.extend(sequence.to_be_bytes());
    bytes.extend([0, 0, 0, 77, 0x50, 0x18, 1, 0, 0, 0, 0, 0]);
    bytes
}

/// Numbers in the byte order of a file.
struct Order(bool);

impl Order {
    fn word(&self, number: u32) -> [u8; 4] {
        if self.0 {
            number.to_be_bytes()
        } else {
            number.to_le_bytes()
        }
    }
    fn half(&self, number: u16) -> [u8; 2] {
        if self.0 {
            number.to_be_bytes()
        } else {
            number.to_le_bytes()
        }
    }
}

/// A pcap file of packets at (seconds, fraction).
fn pcap(big: bool, magic: u32, link: u32, packets: &[(u32, u32, Vec<u8>)]) -> Vec<u8> {
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
fn block(order: &Order, kind: u32, body: &[u8]) -> Vec<u8> {
    let length = 12 + body.len().next_multiple_of(4);
    let mut bytes = order.word(kind).to_vec();
    bytes.extend(order.word(length as u32));
    bytes.extend(body);
    bytes.resize(length - 4, 0);
    bytes.extend(order.word(length as u32));
    bytes
}

/// A pcapng file whose interface counts in units of `resolution`.
fn pcapng(big: bool, resolution: u8, packets: &[(u64, Vec<u8>)]) -> Vec<u8> {
    let order = Order(big);
    let mut section = order.word(0x1a2b_3c4d).to_vec();
    section.extend(order.half(1));
    section.extend(order.half(0));
    section.extend([0xff; 8]);
    let mut file = block(&order, 0x0a0d_0d0a, &section);
    let mut interface = order.half(1).to_vec();
    interface.extend(order.half(0));
    interface.extend(order.word(0));
    interface.extend(order.half(9));
    interface.extend(order.half(1));
    interface.extend([resolution, 0, 0, 0, 0, 0, 0, 0]);
    file.extend(block(&order, 1, &interface));
    for (time, data) in packets {
        let mut body = Vec::new();
        for word in [
            0,
            (time >> 32) as u32,
            *time as u32,
            data.len() as u32,
            1500,
        ] {
            body.extend(order.word(word));
        }
        body.extend(data);
        file.extend(block(&order, 6, &body));
    }
    file
}

/// (tick, sequence, payload) of every segment.
fn brief(capture: &Capture) -> Vec<(u64, u32, u32)> {
    capture
        .segments
        .iter()
        .map(|segment| (segment.tick, segment.sequence, segment.payload))
        .collect()
}

#[test]
fn capture_of_the_repository_is_read_whole() {
    let capture = Capture::parse(WEB_LOSSY).unwrap();
    assert_eq!((capture.packets, capture.segments.len()), (35_399, 35_399));
    assert_eq!(
        (
            capture.foreign,
            capture.fragments,
            capture.untimed,
            capture.moved_up
        ),
        (0, 0, 0, 0)
    );
    assert_eq!(capture.length, 20_416_544);
    let first = capture.segments[0];
    assert!(first.syn && first.acknowledgement.is_none() && first.payload == 0);
    assert_eq!((first.tick, first.sequence), (0, 0xafac_82dd));
    assert_eq!(first.source.to_string(), "10.9.0.1:43056");
    // More than the snap length leaves of any packet: the IP header's length counts.
    assert!(
        capture
            .segments
            .iter()
            .any(|segment| segment.payload >= 1448)
    );
    assert!(capture.segments.is_sorted_by_key(|segment| segment.tick));
}

#[test]
fn capture_in_pcap_of_every_magic_gives_the_same_microseconds() {
    for (magic, unit) in [(0xa1b2_c3d4, 1), (0xa1b2_3c4d, 1000)] {
        for big in [false, true] {
            let packets = [
                (5, 10 * unit, packet(1, 100)),
                (6, 10 * unit + unit / 2, packet(101, 200)),
            ];
            let capture = Capture::parse(&pcap(big, magic, 1, &packets)).unwrap();
            assert_eq!(
                brief(&capture),
                [(0, 1, 100), (1_000_000, 101, 200)],
                "magic {magic:x}, big {big}"
            );
            assert_eq!(capture.segments[0].acknowledgement, Some(77));
        }
    }
}

#[test]
fn capture_in_pcapng_of_every_resolution_gives_the_same_microseconds() {
    for (resolution, second) in [(6, 1_000_000), (9, 1_000_000_000), (0x80 | 20, 1 << 20)] {
        for big in [false, true] {
            let packets = [(7 * second, packet(1, 100)), (9 * second, packet(101, 200))];
            let capture = Capture::parse(&pcapng(big, resolution, &packets)).unwrap();
            assert_eq!(
                brief(&capture),
                [(0, 1, 100), (2_000_000, 101, 200)],
                "resolution {resolution}, big {big}"
            );
        }
    }
}

#[test]
fn capture_whose_clock_steps_back_never_goes_backwards() {
    let packets = [
        (5, 0, packet(1, 0)),
        (6, 0, packet(2, 0)),
        (4, 0, packet(3, 0)),
        (7, 0, packet(4, 0)),
    ];
    let capture = Capture::parse(&pcap(false, 0xa1b2_c3d4, 1, &packets)).unwrap();
    let ticks: Vec<_> = capture
        .segments
        .iter()
        .map(|segment| segment.tick)
        .collect();
    assert_eq!(
        (ticks, capture.moved_up),
        (vec![0, 1_000_000, 1_000_000, 2_000_000], 1)
    );
}

#[test]
fn capture_of_other_link_layers_finds_the_same_segment() {
    let ip = &packet(9, 50)[14..];
    let cooked = [&[0; 14][..], &[8, 0], ip].concat();
    let cooked2 = [&[8, 0][..], &[0; 18], ip].concat();
    let loopback = [&[2, 0, 0, 0][..], ip].concat();
    let vlan = [&[0; 12][..], &[0x81, 0, 0, 5, 8, 0], ip].concat();
    for (link, data) in [
        (113, cooked),
        (276, cooked2),
        (0, loopback),
        (1, vlan),
        (101, ip.to_vec()),
    ] {
        let capture = Capture::parse(&pcap(false, 0xa1b2_c3d4, link, &[(0, 0, data)])).unwrap();
        assert_eq!(brief(&capture), [(0, 9, 50)], "link type {link}");
    }
}

#[test]
fn capture_with_foreign_packets_and_fragments_counts_and_skips_them() {
    let mut udp = packet(1, 0);
    udp[23] = 17;
    let mut fragment = packet(1, 0);
    fragment[20] = 0x20;
    let mut cut = packet(1, 0);
    cut.truncate(40);
    let packets = [udp, fragment, cut, packet(1, 8)].map(|data| (0, 0, data));
    let capture = Capture::parse(&pcap(false, 0xa1b2_c3d4, 1, &packets)).unwrap();
    assert_eq!(
        (
            capture.packets,
            capture.foreign,
            capture.fragments,
            capture.segments.len()
        ),
        (4, 2, 1, 1)
    );
}

#[test]
fn capture_truncated_anywhere_names_packet_and_offset() {
    let whole = pcap(
        false,
        0xa1b2_c3d4,
        1,
        &[(0, 0, packet(1, 0)), (1, 0, packet(2, 0))],
    );
    let record = 16 + 54;
    assert_eq!(whole.len(), 24 + 2 * record);
    for length in 0..whole.len() {
        let expected = match length {
            0 => CaptureError::Empty,
            1..4 => CaptureError::NotACapture,
            4..24 => CaptureError::Truncated {
                packet: 0,
                offset: 0,
            },
            24 => CaptureError::NoTcp { packets: 0 },
            _ if length == 24 + record => {
                assert!(Capture::parse(&whole[..length]).is_ok());
                continue;
            }
            _ => {
                let packet = (length - 24) / record;
                CaptureError::Truncated {
                    packet: packet as u64 + 1,
                    offset: (24 + packet * record) as u64,
                }
            }
        };
        assert_eq!(
            Capture::parse(&whole[..length]),
            Err(expected),
            "after {length} bytes"
        );
    }
    let error = Capture::parse(&WEB_LOSSY[..WEB_LOSSY.len() - 1]).unwrap_err();
    assert!(
        matches!(error, CaptureError::Truncated { packet: 35_399, .. }),
        "{error}"
    );
    assert!(
        error
            .to_string()
            .contains("ends within packet 35399, which begins at byte"),
        "{error}"
    );
}

#[test]
fn capture_in_pcapng_truncated_anywhere_is_an_error() {
    let whole = pcapng(false, 6, &[(0, packet(1, 0)), (1, packet(2, 0))]);
    let last = whole.len() - (32 + 56);
    for length in last + 1..whole.len() {
        let expected = CaptureError::Truncated {
            packet: 2,
            offset: last as u64,
        };
        assert_eq!(
            Capture::parse(&whole[..length]),
            Err(expected),
            "after {length} bytes"
        );
    }
    for length in 4..28 {
        assert_eq!(
            Capture::parse(&whole[..length]),
            Err(CaptureError::Truncated {
                packet: 0,
                offset: 0
            })
        );
    }
}

#[test]
fn capture_that_is_none_is_refused() {
    let png = [b"\x89PNG\r\n\x1a\n".as_slice(), &[0; 64]].concat();
    assert_eq!(Capture::parse(&png), Err(CaptureError::NotACapture));
    assert_eq!(Capture::parse(b"a text"), Err(CaptureError::NotACapture));
    assert_eq!(Capture::parse(&[]), Err(CaptureError::Empty));
    let missing = Capture::open(Path::new("no/such/file.pcap"));
    assert_eq!(
        missing,
        Err(CaptureError::Unreadable(std::io::ErrorKind::NotFound))
    );
}

#[test]
fn capture_of_a_foreign_link_layer_is_refused_by_name() {
    let error =
        Capture::parse(&pcap(false, 0xa1b2_c3d4, 105, &[(0, 0, packet(1, 0))])).unwrap_err();
    assert_eq!(
        error,
        CaptureError::UnsupportedLink {
            link: 105,
            packet: 1,
            offset: 24
        }
    );
    assert!(
        error.to_string().contains("link type 105 (IEEE 802.11)"),
        "{error}"
    );
}

#[test]
fn capture_without_tcp_is_refused() {
    let mut udp = packet(1, 0);
    udp[23] = 17;
    let error = Capture::parse(&pcap(true, 0xa1b2_c3d4, 1, &[(0, 0, udp)])).unwrap_err();
    assert_eq!(error, CaptureError::NoTcp { packets: 1 });
}
