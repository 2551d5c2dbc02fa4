//! Sixty bad and odd captures: each is read as far as it can be, or refused for its real reason, and none ends in a
//! panic.

#[path = "common/captures.rs"]
mod captures;
#[path = "common/tunnels.rs"]
mod tunnels;

use std::io::{self, Read, Write};

use captures::{Order, block, frame, ip, ipv4, one, one_on, packet, parse, pcap, pcapng, udp};
use carillon_replay::capture::{Capture, CaptureError, Skipped};
use flate2::Compression;
use flate2::write::GzEncoder;
use tunnels::tunnels;

/// What is to come of a capture.
enum Expected {
    /// So many segments and doubts.
    Read(usize, usize),
    /// A message that contains these words.
    Refused(&'static str),
}
use Expected::{Read as Reads, Refused};

const ETHERNET: u32 = 1;

/// A capture, and what is to come of it.
type Odd = (&'static str, Vec<u8>, Expected);

fn reads(name: &'static str, bytes: impl AsRef<[u8]>, segments: usize, doubts: usize) -> Odd {
    (name, bytes.as_ref().to_vec(), Reads(segments, doubts))
}

fn refused(name: &'static str, bytes: impl AsRef<[u8]>, words: &'static str) -> Odd {
    (name, bytes.as_ref().to_vec(), Refused(words))
}

fn gzip(data: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(data).expect("memory");
    encoder.finish().expect("memory")
}

// Why some are refused.
const NO_CAPTURE: &str = "is not a capture";
const NO_FIRST: &str = "ends before its first packet";
const DAMAGED: &str = "damaged before packet 1";
const CUT: &str = "cut off before the end of their headers";

/// All captures that are not a tunnel.
fn odd() -> Vec<Odd> {
    let good = packet(9, 50);
    let file = one(&good);
    let two = pcap(false, 0xa1b2_c3d4, ETHERNET, &[(0, 0, packet(1, 0)), (1, 0, packet(2, 0))]);
    let with = |at: usize, byte: u8| {
        let mut changed = file.clone();
        changed[at] = byte;
        changed
    };
    let order = Order(false);
    let next_generation = pcapng(false, 6, &[(0, good.clone())]);
    let simple = block(&order, 3, &[&order.word(54)[..], &good].concat());
    let interface_less = [&next_generation[..28], &next_generation[next_generation.len() - 88..]].concat();
    let mut deep = ip();
    for _ in 0..20 {
        deep = ipv4(4, &deep);
    }
    let mut six_bits = good.clone();
    six_bits[46] = 0x10;
    let mut half_fragment = good.clone();
    half_fragment[20] = 0x20;
    let compressed = gzip(&two);
    let mut spoilt = compressed.clone();
    let middle = spoilt.len() / 2;
    spoilt[middle] ^= 0x55;
    let statistics =
        block(&order, 5, &[&order.word(0)[..], &[0; 8], &[5, 0, 8, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]].concat());
    let ip_of = |protocol, data: &[u8]| one(&frame(0x0800, &ipv4(protocol, data)));
    vec![
        refused("nothing", b"", "is empty"),
        refused("one byte", [0xd4], NO_CAPTURE),
        refused("a text", b"No. Time Source\n", NO_CAPTURE),
        refused("zeros", [0; 5000], NO_CAPTURE),
        refused("zstd", b"\x28\xb5\x2f\xfd\0\0\0\0", "compressed with zstd"),
        refused("xz", b"\xfd7zXZ\0\0\0\0", "compressed with xz"),
        refused("bzip2", b"BZh91AY&SY", "compressed with bzip2"),
        refused("lz4", b"\x04\x22\x4d\x18\0\0\0", "compressed with lz4"),
        refused("snoop", b"snoop\0\0\0\0\0\0\x02", "a snoop file"),
        refused("half a header", &file[..20], NO_FIRST),
        refused("a header", &file[..24], "holds no packets"),
        refused("half a record's header", &file[..30], NO_FIRST),
        refused("half a packet", &file[..60], NO_FIRST),
        reads("half the second packet", &two[..two.len() - 20], 1, 1),
        reads("a byte too many", [&two[..], &[0]].concat(), 2, 1),
        refused("a record of 4 GB", with(35, 0xff), DAMAGED),
        refused("a record longer than the file", with(34, 1), NO_FIRST),
        refused("a link layer that is not known", with(20, 105), "IEEE 802.11"),
        reads("gzip", &compressed, 2, 0),
        reads("gzip in two parts", [gzip(&two[..50]), gzip(&two[50..])].concat(), 2, 0),
        reads("gzip, cut off", &compressed[..compressed.len() - 12], 1, 1),
        refused("gzip, spoilt", spoilt, ""),
        refused("gzip of a text", gzip(b"a text"), NO_CAPTURE),
        refused("gzip of nothing", gzip(b""), "is empty"),
        refused("simple packets", [&next_generation[..next_generation.len() - 88], &simple].concat(), "without a time"),
        refused("a packet of no interface", interface_less, DAMAGED),
        reads("packets dropped", [&next_generation[..], &statistics].concat(), 1, 1),
        refused("a packet of no bytes", one(&[]), CUT),
        refused("half an Ethernet header", one(&good[..9]), CUT),
        refused("half an IP header", one(&good[..25]), CUT),
        refused("half a TCP header", one(&good[..40]), CUT),
        refused("a TCP header of 4 bytes", one(&six_bits), "impossible TCP header"),
        refused("a fragment", one(&half_fragment), "1 IP fragments"),
        refused("ARP", one(&frame(0x0806, &[0; 28])), "1 ARP"),
        refused("spanning tree", one(&frame(38, &[0x42; 38])), "without an EtherType"),
        refused("ESP", ip_of(50, &[7; 40]), "encrypted (ESP)"),
        refused("ICMP", ip_of(1, &[7; 40]), "1 ICMP"),
        refused("PPTP", ip_of(47, &[0x30, 1, 0x88, 0x0b, 0, 0, 0, 0]), "GRE of another version"),
        refused("LCP", one_on(9, &[0xff, 3, 0xc0, 0x21, 1, 1, 0, 4]), "PPP protocol 0xc021"),
        refused("labels without an end", one(&frame(0x8847, &[0; 40])), CUT),
        refused("too many tunnels", one(&frame(0x0800, &deep)), "in more tunnels than eight"),
    ]
}

#[test]
fn tunnels_of_each_kind_are_followed_down_to_tcp() {
    for (name, data) in tunnels() {
        let capture = parse(&one(&data)).unwrap_or_else(|error| panic!("{name} {error}"));
        assert_eq!(capture.segments.len(), 1, "{name}");
        assert_eq!(
            (capture.segments[0].sequence, capture.segments[0].source.port(), capture.segments[0].payload),
            (9, 1000, 50),
            "{name}"
        );
        assert!(capture.doubts().is_empty(), "{name}");
    }
    assert!(tunnels().len() + odd().len() >= 60);
}

#[test]
fn odd_captures_are_read_or_refused_for_their_reason() {
    for (name, bytes, expected) in odd() {
        match (parse(&bytes), expected) {
            (Ok(capture), Reads(segments, doubts)) => {
                assert_eq!((capture.segments.len(), capture.doubts().len()), (segments, doubts), "{name}: {capture:?}");
            }
            (Err(error), Refused(words)) => {
                assert!(error.to_string().contains(words), "{name}: {error}")
            }
            (Ok(capture), Refused(_)) => panic!("{name} was read: {capture:?}"),
            (Err(error), Reads(..)) => panic!("{name} was refused: {error}"),
        }
    }
}

#[test]
#[ignore = "long"]
fn captures_cut_or_changed_anywhere_never_panic() {
    let all = tunnels().into_iter().map(|(_, data)| one(&data));
    for file in all.chain(odd().into_iter().map(|(_, bytes, _)| bytes)) {
        for at in 0..file.len().min(300) {
            let _ = parse(&file[..at]);
            for byte in [0, 0xff, file[at] ^ 0x41] {
                let mut changed = file.clone();
                changed[at] = byte;
                let _ = parse(&changed);
            }
        }
    }
}

#[test]
fn capture_from_a_slow_pipe_is_read_whole() {
    /// Gives one byte at a time, as a pipe may.
    struct Slow<'a>(&'a [u8]);
    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = buffer.len().min(1);
            self.0.read(&mut buffer[..length])
        }
    }
    for file in [pcapng(false, 6, &[(0, packet(1, 0)), (1, packet(2, 0))]), gzip(&one(&packet(1, 0)))] {
        let quick = parse(&file).unwrap();
        let slow: Result<Vec<_>, _> = Capture::new(Slow(&file)).unwrap().collect();
        assert_eq!(slow, Ok(quick.segments));
    }
}

#[test]
fn capture_that_fails_while_it_is_read_says_so() {
    /// Fails after some bytes.
    struct Failing(Vec<u8>);
    impl Read for Failing {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                return Err(io::ErrorKind::TimedOut.into());
            }
            buffer[0] = self.0.remove(0);
            Ok(1)
        }
    }
    let file = one(&packet(1, 0));
    let results: Vec<_> = Capture::new(Failing(file)).unwrap().collect();
    assert_eq!(results.len(), 2);
    assert_eq!(results[1], Err(CaptureError::Unreadable(io::ErrorKind::TimedOut)));
}

#[test]
fn capture_of_no_tcp_names_what_most_packets_are() {
    let arp = frame(0x0806, &[0; 28]);
    let datagram = frame(0x0800, &ipv4(17, &udp(53, &[1; 20])));
    let packets = [arp.clone(), datagram.clone(), datagram].map(|data| (0, 0, data));
    let error = parse(&pcap(false, 0xa1b2_c3d4, ETHERNET, &packets)).unwrap_err();
    let most = [Some((Skipped::Protocol(17), 2)), Some((Skipped::EtherType(0x0806), 1)), None];
    assert_eq!(error, CaptureError::NoTcp { packets: 3, most });
    assert!(error.to_string().contains("2 UDP, 1 ARP;"), "{error}");
}
