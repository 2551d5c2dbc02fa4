//! Captures of strangers: every record of one is read or counted, what may hold TCP is told, and what the capture did
//! to the packets is not taken for what happened on the wire.

#[path = "common/captures.rs"]
mod captures;
#[path = "common/tunnels.rs"]
mod tunnels;

use captures::{
    Order, Whole, block, enhanced, frame, headed, interface, ip, ipv4, ipv6, kuznetzov, one, one_on, packet, parse,
    pcap, pcapng, section, udp,
};
use carillon_replay::capture::{CaptureError, Segment};
use carillon_replay::tcp::Intervals;
use carillon_replay::{Action, Schedule, schedule};
use tunnels::links;

const ETHERNET: u16 = 1;
const CAN: u16 = 227;

/// (tick, sequence, payload) of every segment.
fn brief(capture: &Whole) -> Vec<(u64, u32, u32)> {
    let segments = capture.segments.iter();
    segments.map(|one| (one.tick, one.sequence, one.payload)).collect()
}

/// Timers that a capture starts.
fn timers(segments: &[Segment]) -> u32 {
    let plan = schedule(segments.iter().copied(), &Intervals::default(), 3_600_000_000);
    plan.started
}

/// A connection of three round trips, 40 ms each: handshake, a request, its answer, and the end. Each packet with its
/// microsecond and whether the client sends it.
fn connection() -> Vec<(u64, bool, Vec<u8>)> {
    let rows = [
        (0, true, "S", 100, 0, 0),
        (40_000, false, "SA", 500, 101, 0),
        (40_010, true, "A", 101, 501, 0),
        (40_020, true, "A", 101, 501, 200),
        (80_000, false, "A", 501, 301, 1000),
        (80_020, true, "A", 301, 1501, 0),
        (120_000, true, "FA", 301, 1501, 0),
        (160_000, false, "FA", 1501, 302, 0),
        (160_010, true, "A", 302, 1502, 0),
    ];
    let packets = rows.into_iter().enumerate();
    packets
        .map(|(number, (tick, client, flags, sequence, acknowledged, payload))| {
            let mut bytes = packet(sequence, payload);
            bytes[18..20].copy_from_slice(&(number as u16 + 1).to_be_bytes());
            let set = |flag| u8::from(flags.contains(flag));
            bytes[47] = set('F') | set('S') << 1 | set('A') << 4;
            let word: u32 = acknowledged;
            bytes[42..46].copy_from_slice(&word.to_be_bytes());
            if !client {
                for (one, other) in [(29, 33), (34, 36), (35, 37)] {
                    bytes.swap(one, other);
                }
            }
            (tick, client, bytes)
        })
        .collect()
}

/// A frame with a VLAN tag.
fn tagged(vlan: u8, data: &[u8]) -> Vec<u8> {
    [&data[..12], &[0x81, 0, 0, vlan], &data[12..]].concat()
}

/// A pcap file of packets at microseconds.
fn timed(packets: impl IntoIterator<Item = (u64, Vec<u8>)>) -> Vec<u8> {
    let packets = packets.into_iter().map(|(tick, data)| ((tick / 1_000_000) as u32, (tick % 1_000_000) as u32, data));
    pcap(false, 0xa1b2_c3d4, 1, &packets.collect::<Vec<_>>())
}

#[test]
fn length_is_without_all_that_stands_before_tcp() {
    let bare = &packet(9, 0)[34..];
    let authentication = [&[6, 4][..], &[0; 22]].concat();
    let options = [&[0x47][..], &ip()[1..20], &[1; 8], bare].concat();
    let mut options = options;
    options[2..4].copy_from_slice(&(48_u16 + 30).to_be_bytes());
    let rows = [
        ("authentication", frame(0x0800, &ipv4(51, &[&authentication[..], bare].concat())), 0),
        ("authentication, IPv6", frame(0x86dd, &ipv6(51, &[&authentication[..], bare].concat())), 0),
        ("IPv4's options", frame(0x0800, &options), 30),
    ];
    for (name, data, payload) in rows {
        let capture = parse(&one(&data)).expect(name);
        assert_eq!(brief(&capture), [(0, 9, payload)], "{name}");
    }
}

#[test]
fn length_is_at_most_what_was_on_the_wire() {
    // The IP header says 137 bytes; 66 were on the wire, 52 of IP, 12 behind the TCP header.
    let mut data = packet(9, 97);
    data.resize(66, 0);
    for (wire, payload) in [(66, 12), (100, 46), (151, 97), (1500, 97), (0, 12)] {
        let mut file = one(&data);
        file[36..40].copy_from_slice(&u32::to_le_bytes(wire));
        let capture = parse(&file).expect("a segment");
        assert_eq!(brief(&capture), [(0, 9, payload)], "{wire} on the wire");
    }
}

#[test]
fn packets_that_may_hold_tcp_are_told_from_those_that_cannot() {
    let of = |protocol, data: &[u8]| frame(0x0800, &ipv4(protocol, data));
    let over = |port, data: &[u8]| of(17, &udp(port, data));
    let rows = [
        // What may: encrypted, compressed, of another version, or not known.
        ("MACsec", frame(0x88e5, &[0x0c; 40]), true),
        ("EtherType 0x88b5", frame(0x88b5, &[1; 40]), true),
        ("NSH", frame(0x894f, &[0; 40]), true),
        ("ESP", of(50, &[7; 40]), true),
        ("L2TPv3", of(115, &[7; 40]), true),
        ("minimal encapsulation", of(55, &[7; 40]), true),
        ("IP protocol 200", of(200, &[7; 40]), true),
        ("OpenVPN", over(1194, &[7; 40]), true),
        ("WireGuard", over(51820, &[4; 40]), true),
        ("ESP over UDP", over(4500, &[7; 40]), true),
        ("L2TPv3 over UDP", over(1701, &[0, 3, 0, 0, 0, 0, 0, 1]), true),
        ("GTP-U of the version before", over(2152, &[0x1e; 40]), true),
        ("VXLAN without a network", over(4789, &[0; 40]), true),
        ("Geneve of another version", over(6081, &[0xc0; 40]), true),
        ("GUE", over(6080, &[0; 40]), true),
        ("SNAP of another organisation", headed(40, &[0xaa, 0xaa, 3, 1, 2, 3, 8, 0], &[0; 40]), true),
        ("IP of version 7", frame(0x0800, &[0x75; 40]), true),
        // What cannot.
        ("ARP", frame(0x0806, &[0; 28]), false),
        ("LLDP", frame(0x88cc, &[0; 28]), false),
        ("slow protocols", frame(0x8809, &[0; 28]), false),
        ("EAPOL", frame(0x888e, &[0; 28]), false),
        ("spanning tree", frame(38, &[0x42; 38]), false),
        ("Cisco's discovery", headed(40, &[0xaa, 0xaa, 3, 0, 0, 0x0c, 0x20, 0], &[0; 40]), false),
        ("ICMP", of(1, &[0; 28]), false),
        ("DNS", over(53, &[0; 28]), false),
        ("a key exchange", over(4500, &[0; 28]), false),
        ("GTP-U's echo", over(2152, &[0x32, 1, 0, 4, 0, 0, 0, 0]), false),
        ("L2TP's control", over(1701, &[0xc8, 2, 0, 12, 0, 0, 0, 0, 0, 0, 0, 0]), false),
        ("Teredo's bubble", over(3544, &ipv6(59, &[])), false),
        ("IPCP", headed(0x8864, &[0x11, 0, 0, 1, 0, 8, 0x80, 0x21], &[0; 6]), false),
    ];
    for (name, data, may) in rows {
        let file = pcap(false, 0xa1b2_c3d4, 1, &[(0, 0, data), (0, 0, packet(1, 0))]);
        let capture = parse(&file).expect(name);
        assert_eq!(capture.segments.len(), 1, "{name}");
        let (doubts, reasons) = (capture.doubts(), capture.reasons());
        assert_eq!(reasons.len(), 1, "{name}: {reasons:?}");
        assert_eq!(doubts.len(), usize::from(may), "{name}: {doubts:?}, {reasons:?}");
    }
}

#[test]
fn packets_that_may_hold_tcp_are_told_by_ethertype_and_port() {
    let packets = [frame(0x894f, &[0; 40]), frame(0x0800, &ipv4(17, &udp(51820, &[4; 40]))), packet(1, 0)];
    let file = pcap(false, 0xa1b2_c3d4, 1, &packets.map(|data| (0, 0, data)));
    let doubts = parse(&file).expect("a segment").doubts().join(" ");
    for words in ["EtherType 0x894f", "UDP port 51820 (WireGuard)"] {
        assert!(doubts.contains(words), "{doubts}");
    }
}

#[test]
fn links_of_each_kind_are_read() {
    for (name, link, data) in links() {
        let capture = parse(&one_on(link, &data)).unwrap_or_else(|error| panic!("{name} {error}"));
        assert_eq!(brief(&capture), [(0, 9, 50)], "{name}");
        assert!(capture.doubts().is_empty(), "{name}");
    }
    // And what they carry besides is no TCP.
    let error = parse(&one_on(104, &[0x8f, 0, 0x80, 0x35, 0, 0, 0, 2])).unwrap_err();
    assert!(error.to_string().contains("EtherType 0x8035"), "{error}");
}

#[test]
fn pcap_of_kuznetzov_is_read_in_either_order() {
    for big in [false, true] {
        let file = kuznetzov(big, &[(5, packet(1, 9)), (6, packet(10, 9))]);
        assert_eq!(file[0] == 0xa1, big);
        let capture = parse(&file).expect("two segments");
        assert_eq!(brief(&capture), [(0, 1, 9), (1_000_000, 10, 9)], "{big}");
        for length in 0..file.len() {
            match parse(&file[..length]) {
                Ok(capture) => assert_eq!(capture.segments.len(), 1, "{length}"),
                Err(error) => assert!(length < 24 + 24 + 54, "{length}: {error}"),
            }
        }
    }
}

#[test]
fn foreign_records_are_skipped_with_a_warning_and_refused_alone() {
    for big in [false, true] {
        let order = Order(big);
        let start = [section(&order), interface(&order, CAN), interface(&order, ETHERNET)].concat();
        let can = enhanced(&order, 0, 0, &[0; 16]);
        let good = enhanced(&order, 1, 5, &packet(1, 0));
        let capture = parse(&[&start[..], &can, &good, &can].concat()).expect("a segment");
        assert_eq!((capture.packets, brief(&capture)), (3, vec![(5, 1, 0)]));
        let doubts = capture.doubts();
        assert_eq!(doubts.len(), 1);
        assert!(doubts[0].starts_with("2 packets") && doubts[0].contains("link type 227 (CAN bus)"), "{doubts:?}");
        let error = parse(&[&start[..], &can, &can].concat()).unwrap_err();
        let expected = CaptureError::UnsupportedLink { link: 227, packet: 1, offset: start.len() as u64 };
        assert_eq!(error, expected);
        let other = enhanced(&order, 1, 5, &frame(0x0806, &[0; 28]));
        let error = parse(&[&start[..], &can, &other].concat()).unwrap_err();
        let said = error.to_string();
        for words in ["1 of link type 227", "1 ARP"] {
            assert!(said.contains(words), "{said}");
        }
    }
}

#[test]
fn obsolete_packet_blocks_are_read() {
    for big in [false, true] {
        let order = Order(big);
        let data = packet(7, 11);
        let mut body = order.half(0).to_vec();
        body.extend(order.half(3));
        for word in [0, 2_000_000, data.len() as u32, 1500] {
            body.extend(order.word(word));
        }
        body.extend(&data);
        let first = enhanced(&order, 0, 0, &packet(1, 0));
        let file = [section(&order), interface(&order, ETHERNET), first, block(&order, 2, &body)].concat();
        let capture = parse(&file).expect("two segments");
        assert_eq!(brief(&capture), [(0, 1, 0), (2_000_000, 7, 11)]);
        assert_eq!(capture.dropped, 3);
    }
}

#[test]
fn records_that_are_not_known_are_counted() {
    for big in [false, true] {
        let order = Order(big);
        let file = |kind| {
            [
                section(&order),
                interface(&order, ETHERNET),
                enhanced(&order, 0, 0, &packet(1, 0)),
                block(&order, kind, &[0; 8]),
            ]
            .concat()
        };
        let doubts = parse(&file(0x0bcd)).expect("a segment").doubts();
        assert!(doubts[0].contains("1 records are of a type that is not known"), "{doubts:?}");
        // Names are no packets.
        assert!(parse(&file(4)).expect("a segment").doubts().is_empty());
    }
}

#[test]
fn times_that_cannot_be_are_skipped_and_others_keep_their_order() {
    let order = Order(false);
    let start = [section(&order), interface(&order, ETHERNET)].concat();
    let file = [
        start,
        enhanced(&order, 0, 0, &packet(1, 0)),
        enhanced(&order, 0, u64::MAX, &packet(2, 0)),
        enhanced(&order, 0, 17 * 365 * 86_400 * 1_000_000, &packet(3, 0)),
    ]
    .concat();
    let capture = parse(&file).expect("two segments");
    let years = 17 * 365 * 86_400 * 1_000_000;
    assert_eq!(brief(&capture), [(0, 1, 0), (years, 3, 0)]);
    assert_eq!(capture.doubts().len(), 1);
}

#[test]
fn frames_that_are_there_twice_give_a_warning() {
    let once = timed(connection().into_iter().map(|(tick, _, data)| (tick, data)));
    assert!(parse(&once).expect("a connection").doubts().is_empty());
    let twice = timed(connection().into_iter().flat_map(|(tick, _, data)| {
        // Forwarded by a router: other addresses of the link, one hop less.
        let mut copy = data.clone();
        copy[5] = 9;
        copy[22] -= 1;
        [(tick, data), (tick + 3, copy)]
    }));
    let capture = parse(&twice).expect("a connection");
    let doubts = capture.doubts();
    assert_eq!(doubts.len(), 1, "{doubts:?}");
    assert!(doubts[0].starts_with("9 segments are in the file twice"), "{doubts:?}");
    // What a host sends again is no copy: it has another identification, or comes later.
    let again = timed(connection().into_iter().flat_map(|(tick, _, data)| {
        let mut other = data.clone();
        other[18] = 1;
        [(tick, data.clone()), (tick + 3, other), (tick + 2_000, data)]
    }));
    assert!(parse(&again).expect("a connection").doubts().is_empty());
}

#[test]
fn connections_in_two_vlans_are_two() {
    let one = timed(connection().into_iter().map(|(tick, _, data)| (tick, tagged(5, &data))));
    let both = timed(
        connection().into_iter().flat_map(|(tick, _, data)| [(tick, tagged(5, &data)), (tick, tagged(6, &data))]),
    );
    let (one, both) = (parse(&one).unwrap(), parse(&both).unwrap());
    assert!(both.doubts().is_empty(), "{:?}", both.doubts());
    let plan = |segments: &[Segment]| {
        let plan = schedule(segments.iter().copied(), &Intervals::default(), 3_600_000_000);
        (plan.connections.len(), plan.started, plan.expired)
    };
    let (connections, started, expired) = plan(&one.segments);
    assert_eq!(plan(&both.segments), (2 * connections, 2 * started, 2 * expired));
    // A router between them has forwarded each packet: that is the same again, and said so.
    let routed = timed(connection().into_iter().flat_map(|(tick, _, data)| {
        let mut copy = tagged(6, &data);
        copy[26] -= 1;
        [(tick, tagged(5, &data)), (tick + 20, copy)]
    }));
    assert_eq!(parse(&routed).unwrap().doubts().len(), 1);
    // A tag for the priority alone is no VLAN.
    let some = timed(connection().into_iter().map(|(tick, client, data)| {
        let data = if client { data } else { tagged(0, &data) };
        (tick, data)
    }));
    assert_eq!(plan(&parse(&some).unwrap().segments), plan(&one.segments));
}

#[test]
fn connection_whose_directions_have_a_vlan_each_is_one() {
    let plain = timed(connection().into_iter().map(|(tick, _, data)| (tick, data)));
    let plain = parse(&plain).unwrap();
    let twice = |second| {
        let packets = connection().into_iter().chain(
            // The same addresses and ports again, a while later.
            connection().into_iter().map(|(tick, client, mut data)| {
                data[38] ^= second;
                data[42] ^= second;
                (tick + 90_000_000, client, data)
            }),
        );
        timed(packets.map(|(tick, client, data)| (tick, tagged(if client { 5 } else { 6 }, &data))))
    };
    let apart = parse(&twice(0)).unwrap();
    let one = timers(&plain.segments);
    let half = apart.segments.len() / 2;
    assert_eq!(timers(&apart.segments[..half]), one);
    let plan = schedule(parse(&twice(1)).unwrap().segments, &Intervals::default(), 3_600_000_000);
    assert_eq!((plan.connections.len(), plan.started), (2, 2 * one));
}

#[test]
fn interfaces_one_after_the_other_are_put_in_order() {
    let order = Order(false);
    let right = timed(connection().into_iter().map(|(tick, _, data)| (tick, data)));
    let right = parse(&right).unwrap();
    for client_first in [true, false] {
        let mut file = [section(&order), interface(&order, ETHERNET), interface(&order, ETHERNET)].concat();
        for wanted in [client_first, !client_first] {
            for (tick, client, data) in connection() {
                if client == wanted {
                    file.extend(enhanced(&order, client.into(), 7_000_000 + tick, &data));
                }
            }
        }
        let capture = parse(&file).expect("a connection");
        assert_eq!(brief(&capture), brief(&right), "{client_first}");
        assert_eq!(timers(&capture.segments), timers(&right.segments));
        assert_eq!((capture.moved_up, capture.length), (0, 160_010));
        assert!(capture.sorted > 0 && capture.doubts().is_empty());
    }
}

#[test]
fn packets_of_one_interface_that_are_a_little_out_of_order_are_put_in_order() {
    let mut packets = connection();
    packets.swap(1, 2);
    packets.swap(6, 7);
    let capture = parse(&timed(packets.into_iter().map(|(tick, _, data)| (tick, data)))).unwrap();
    let right = timed(connection().into_iter().map(|(tick, _, data)| (tick, data)));
    assert_eq!(brief(&capture), brief(&parse(&right).unwrap()));
    assert_eq!((capture.sorted, capture.moved_up), (2, 0));
}

#[test]
fn capture_of_the_next_generation_with_two_sections_of_other_orders_is_read() {
    let file = [pcapng(true, 6, &[(1, packet(1, 0))]), pcapng(false, 9, &[(5_000_000, packet(2, 0))])].concat();
    assert_eq!(brief(&parse(&file).unwrap()), [(0, 1, 0), (4_999, 2, 0)]);
}

/// What happens in a schedule, without its times.
fn happens(plan: &Schedule) -> Vec<(Action, u32)> {
    let events = plan.events();
    events.map(|event| (event.action, event.timer.timer)).collect()
}

#[test]
fn idle_time_is_left_out_and_every_timer_ends_as_before_in_the_same_order() {
    const SECOND: u64 = 1_000_000;
    let gaps = [86_400 * SECOND, 17 * 365 * 86_400 * SECOND];
    for (gap, most) in gaps.into_iter().flat_map(|gap| [1, 40_000, SECOND].map(|most| (gap, most))) {
        let second = connection().into_iter().take(4).map(|(tick, _, mut data)| {
            data[35] ^= 1;
            data[37] ^= 1;
            (tick + gap, data)
        });
        // Data that nobody acknowledges, so that every kind of timer is outstanding in the gap.
        let first = connection().into_iter().map(|(tick, _, data)| (tick, data));
        let file: Vec<_> = first.take(4).chain(second).collect();
        let order = Order(false);
        let packets = file.iter().map(|(tick, data)| enhanced(&order, 0, *tick, data));
        let file = [section(&order), interface(&order, ETHERNET)].concat();
        let file = [file, packets.flatten().collect()].concat();
        let segments = parse(&file).expect("two connections").segments;
        let whole = schedule(segments, &Intervals::default(), 3 * SECOND);
        let (short, idle) = whole.clone().without_idle(most);
        assert!(whole.expired > 20 && idle.stretches > 1);
        assert_eq!(happens(&short), happens(&whole), "{most}");
        assert_eq!(short.end + idle.ticks, whole.end);
        assert_eq!((short.started, short.stopped, short.expired), (whole.started, whole.stopped, whole.expired));
        // No time between two events is longer than asked for, and none that is shorter has changed.
        let (mut before, mut last) = (0, 0);
        for (one, other) in whole.events().zip(short.events()) {
            assert_eq!((one.tick - before).min(most), other.tick - last);
            assert!(other.timer.due > other.timer.started);
            if one.action == Action::Expire {
                assert_eq!(other.tick, other.timer.due);
            }
            (before, last) = (one.tick, other.tick);
        }
        assert!(short.end < 300 * most.max(1_000), "{}", short.end);
    }
    // Where nothing is longer, nothing changes.
    let segments = parse(&timed(connection().into_iter().map(|(tick, _, data)| (tick, data))));
    let plan = schedule(segments.unwrap().segments, &Intervals::default(), 0);
    let (same, idle) = plan.clone().without_idle(SECOND);
    assert_eq!((same, idle.stretches, idle.ticks), (plan, 0, 0));
}
