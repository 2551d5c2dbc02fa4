//! Reading captures: every format, and everything that can be wrong with one.

use std::path::Path;

#[path = "common/captures.rs"]
mod captures;

use captures::{Whole, packet, parse, pcap, pcapng};
use carillon_replay::capture::{Capture, CaptureError, Skipped};

const WEB_LOSSY: &[u8] = include_bytes!("../../../testbench/captures/web-lossy.pcap");

/// (tick, sequence, payload) of every segment.
fn brief(capture: &Whole) -> Vec<(u64, u32, u32)> {
    capture.segments.iter().map(|segment| (segment.tick, segment.sequence, segment.payload)).collect()
}

#[test]
fn capture_of_the_repository_is_read_whole() {
    let capture = parse(WEB_LOSSY).unwrap();
    assert_eq!((capture.packets, capture.segments.len()), (35_399, 35_399));
    assert_eq!((capture.skipped.len(), capture.moved_up, capture.dropped, capture.cut_off), (0, 0, 0, None));
    assert_eq!(capture.length, 20_416_544);
    let first = capture.segments[0];
    assert!(first.syn && first.acknowledgement.is_none() && first.payload == 0);
    assert_eq!((first.tick, first.sequence), (0, 0xafac_82dd));
    assert_eq!(first.source.to_string(), "10.9.0.1:43056");
    // More than the snap length leaves of any packet: the IP header's length counts.
    assert!(capture.segments.iter().any(|segment| segment.payload >= 1448));
    assert!(capture.segments.is_sorted_by_key(|segment| segment.tick));
}

#[test]
fn capture_in_pcap_of_every_magic_gives_the_same_microseconds() {
    for (magic, unit) in [(0xa1b2_c3d4, 1), (0xa1b2_3c4d, 1000)] {
        for big in [false, true] {
            let packets = [(5, 10 * unit, packet(1, 100)), (6, 10 * unit + unit / 2, packet(101, 200))];
            let capture = parse(&pcap(big, magic, 1, &packets)).unwrap();
            assert_eq!(brief(&capture), [(0, 1, 100), (1_000_000, 101, 200)], "magic {magic:x}, big {big}");
            assert_eq!(capture.segments[0].acknowledgement, Some(77));
        }
    }
}

#[test]
fn capture_in_pcapng_of_every_resolution_gives_the_same_microseconds() {
    for (resolution, second) in [(6, 1_000_000), (9, 1_000_000_000), (0x80 | 20, 1 << 20)] {
        for big in [false, true] {
            let packets = [(7 * second, packet(1, 100)), (9 * second, packet(101, 200))];
            let capture = parse(&pcapng(big, resolution, &packets)).unwrap();
            assert_eq!(brief(&capture), [(0, 1, 100), (2_000_000, 101, 200)], "resolution {resolution}, big {big}");
        }
    }
}

#[test]
fn capture_whose_clock_steps_back_never_goes_backwards() {
    let packets = [(5, 0, packet(1, 0)), (6, 0, packet(2, 0)), (4, 0, packet(3, 0)), (7, 0, packet(4, 0))];
    let capture = parse(&pcap(false, 0xa1b2_c3d4, 1, &packets)).unwrap();
    let ticks: Vec<_> = capture.segments.iter().map(|segment| segment.tick).collect();
    assert_eq!((ticks, capture.moved_up), (vec![0, 1_000_000, 1_000_000, 2_000_000], 1));
}

#[test]
fn capture_of_other_link_layers_finds_the_same_segment() {
    let ip = &packet(9, 50)[14..];
    let cooked = [&[0; 14][..], &[8, 0], ip].concat();
    let cooked2 = [&[8, 0][..], &[0; 18], ip].concat();
    let loopback = [&[2, 0, 0, 0][..], ip].concat();
    let vlan = [&[0; 12][..], &[0x81, 0, 0, 5, 8, 0], ip].concat();
    for (link, data) in [(113, cooked), (276, cooked2), (0, loopback), (1, vlan), (101, ip.to_vec())] {
        let capture = parse(&pcap(false, 0xa1b2_c3d4, link, &[(0, 0, data)])).unwrap();
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
    let capture = parse(&pcap(false, 0xa1b2_c3d4, 1, &packets)).unwrap();
    assert_eq!(
        (capture.packets, capture.reasons(), capture.segments.len()),
        (4, vec![(Skipped::Fragment, 1), (Skipped::CutOff, 1), (Skipped::Protocol(17), 1)], 1)
    );
}

#[test]
fn capture_truncated_anywhere_keeps_the_packets_before_and_says_where() {
    let packets = [(0, 0, packet(1, 0)), (1, 0, packet(2, 0))];
    let whole = pcap(false, 0xa1b2_c3d4, 1, &packets);
    let record = 16 + 54;
    assert_eq!(whole.len(), 24 + 2 * record);
    for length in 0..=whole.len() {
        let result = parse(&whole[..length]);
        match length {
            0 => assert_eq!(result, Err(CaptureError::Empty)),
            1..4 => assert_eq!(result, Err(CaptureError::NotACapture)),
            24 => assert!(matches!(result, Err(CaptureError::NoTcp { packets: 0, .. }))),
            _ if length < 24 + record => {
                assert_eq!(result, Err(CaptureError::Truncated), "{length}")
            }
            _ => {
                let capture = result.expect("one packet is whole");
                let is_cut = length != 24 + record && length != whole.len();
                let cut_off = is_cut.then_some((2, (24 + record) as u64));
                assert_eq!(capture.cut_off, cut_off, "after {length} bytes");
                assert_eq!(capture.doubts().len(), usize::from(is_cut));
            }
        }
    }
    let capture = parse(&WEB_LOSSY[..WEB_LOSSY.len() - 1]).unwrap();
    assert_eq!(capture.segments.len(), 35_398);
    assert!(capture.doubts()[0].contains("ends within packet 35399, which begins at byte"), "{:?}", capture.doubts());
}

#[test]
fn capture_in_pcapng_truncated_anywhere_keeps_the_packets_before() {
    let whole = pcapng(false, 6, &[(0, packet(1, 0)), (1, packet(2, 0))]);
    let last = whole.len() - (32 + 56);
    for length in last + 1..whole.len() {
        let capture = parse(&whole[..length]).expect("one packet is whole");
        assert_eq!((capture.segments.len(), capture.cut_off), (1, Some((2, last as u64))), "after {length} bytes");
    }
    for length in 4..28 {
        assert_eq!(parse(&whole[..length]), Err(CaptureError::Truncated), "{length}");
    }
}

#[test]
fn capture_that_is_none_is_refused() {
    let png = [b"\x89PNG\r\n\x1a\n".as_slice(), &[0; 64]].concat();
    assert_eq!(parse(&png), Err(CaptureError::NotACapture));
    assert_eq!(parse(b"a text"), Err(CaptureError::NotACapture));
    assert_eq!(parse(&[]), Err(CaptureError::Empty));
    let missing = Capture::open(Path::new("no/such/file.pcap")).err();
    assert_eq!(missing, Some(CaptureError::Unreadable(std::io::ErrorKind::NotFound)));
}

#[test]
fn capture_of_a_foreign_link_layer_is_refused_by_name() {
    let error = parse(&pcap(false, 0xa1b2_c3d4, 105, &[(0, 0, packet(1, 0))])).unwrap_err();
    assert_eq!(error, CaptureError::UnsupportedLink { link: 105, packet: 1, offset: 24 });
    assert!(error.to_string().contains("link type 105 (IEEE 802.11)"), "{error}");
}

#[test]
fn capture_without_tcp_is_refused() {
    let mut udp = packet(1, 0);
    udp[23] = 17;
    let error = parse(&pcap(true, 0xa1b2_c3d4, 1, &[(0, 0, udp)])).unwrap_err();
    assert!(error.to_string().contains("holds 1 packets but no TCP that can be replayed: 1 UDP;"), "{error}");
}
