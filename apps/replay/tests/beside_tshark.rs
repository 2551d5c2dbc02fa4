//! The reader beside `tshark`, on captures that the tests make and on the repository's: the same segments in the same
//! packets.

#[path = "common/captures.rs"]
mod captures;
#[path = "common/tunnels.rs"]
mod tunnels;

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use captures::{Order, block, enhanced, interface, kuznetzov, packet, parse, pcap, pcapng, section};
use carillon_replay::capture::Segment;
use tunnels::{links, tunnels};

/// What is compared of a segment: both ends, the sequence number, FIN, SYN, RST and ACK, and the bytes of data.
#[derive(Debug, PartialEq)]
struct Found {
    source: String,
    destination: String,
    sequence: u32,
    flags: u32,
    payload: u32,
}

/// Microseconds between two packets.
const STEP: u64 = 1_000;

/// The first packet's time, in microseconds.
const FIRST: u64 = 7_000_000;

const FIELDS: [&str; 11] = [
    "frame.time_epoch",
    "frame.protocols",
    "ip.src",
    "ip.dst",
    "ipv6.src",
    "ipv6.dst",
    "tcp.srcport",
    "tcp.dstport",
    "tcp.seq_raw",
    "tcp.flags",
    "tcp.len",
];

/// What `tshark` finds in each packet, by its microsecond: the names of its protocols, and the segment.
fn by_tshark(file: &[u8]) -> BTreeMap<u64, (String, Option<Found>)> {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let path = folder.path().join("capture");
    fs::write(&path, file).expect("a file");
    let mut command = Command::new("tshark");
    // Of several headers of a kind the last, and each packet by itself.
    command.args(["-n", "-T", "fields", "-E", "occurrence=l"]);
    for option in ["tcp.relative_sequence_numbers", "tcp.desegment_tcp_streams", "ip.defragment", "ipv6.defragment"] {
        command.arg("-o").arg(format!("{option}:FALSE"));
    }
    for field in FIELDS {
        command.args(["-e", field]);
    }
    let output = command.arg("-r").arg(&path).output();
    let output = output.expect("tshark of the package tshark: install it");
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().map(line).collect()
}

/// A line of `tshark`'s.
fn line(line: &str) -> (u64, (String, Option<Found>)) {
    let fields: Vec<&str> = line.split('\t').collect();
    let fields: [&str; FIELDS.len()] = fields.try_into().expect(line);
    let [time, names, from_4, to_4, from_6, to_6, port, peer, sequence, flags, payload] = fields;
    let (seconds, fraction) = time.split_once('.').expect("a time");
    let number = |text: &str| text.parse::<u32>().expect(line);
    let tick = u64::from(number(seconds)) * 1_000_000 + u64::from(number(&fraction[..6]));
    let is_sixth = names.rfind(":ipv6") > names.rfind(":ip:");
    let end = |fourth: &str, sixth: &str, port: &str| match is_sixth {
        true => format!("[{sixth}]:{port}"),
        false => format!("{fourth}:{port}"),
    };
    // Without a length the TCP header makes no sense.
    let found = (!payload.is_empty() && !flags.is_empty()).then(|| Found {
        source: end(from_4, from_6, port),
        destination: end(to_4, to_6, peer),
        sequence: number(sequence),
        flags: u32::from_str_radix(&flags[2..], 16).expect(line) & 0x17,
        payload: number(payload),
    });
    (tick, (names.to_owned(), found))
}

/// What the reader finds, by the microsecond after its first packet.
fn by_reader(file: &[u8]) -> BTreeMap<u64, Found> {
    let found = |one: &Segment| Found {
        source: one.source.to_string(),
        destination: one.destination.to_string(),
        sequence: one.sequence,
        flags: u32::from(one.fin)
            | u32::from(one.syn) << 1
            | u32::from(one.rst) << 2
            | u32::from(one.acknowledgement.is_some()) << 4,
        payload: one.payload,
    };
    let whole = parse(file).expect("segments");
    let segments = whole.segments.iter();
    segments.map(|one| (one.tick, found(one))).collect()
}

/// Why the two may differ in a changed packet.
struct Reason {
    /// What it is, for whoever reads this.
    why: &'static str,
    /// Whether it is this: the names of the protocols, what the reader has found, and what `tshark` has.
    is: fn(&str, Option<&Found>, Option<&Found>) -> bool,
}

const REASONS: [Reason; 6] = [
    Reason {
        why: "tshark looks into the first fragment of a tunnel, which may be shorter than its headers say",
        is: |names, our, their| our.is_none() && their.is_some() && names.matches(":ip").count() > 1,
    },
    Reason {
        why: "tshark refuses options of IPv6 that are not known, or routes that are none",
        is: |names, our, their| our.is_some() && their.is_none() && names.contains(":ipv6."),
    },
    Reason {
        why: "tshark guesses whether a label carries Ethernet, and what an unknown port may carry",
        is: |names, our, their| {
            their.is_none()
                && our.is_some()
                && ["pwethheuristic", ":l2tp", ":gtp"].iter().any(|name| names.contains(name))
        },
    },
    Reason {
        why: "tshark ends a packet where the length of GTP-U or L2TP says, which the reader does not read",
        is: |names, our, their| {
            our.is_some()
                && (names.contains(":gtp:") || names.contains(":l2tp:"))
                && their.is_none_or(|their| our.is_some_and(|our| our.payload > their.payload))
        },
    },
    Reason {
        why: "tshark takes four bytes for FabricPath's check sequence",
        is: |names, our, their| {
            names.contains(":cfp:") && our.zip(their).is_some_and(|(our, their)| our.payload == their.payload + 4)
        },
    },
    Reason {
        why: "tshark reads what ERSPAN's header says of the frame, which may be that it is none",
        is: |names, our, their| names.contains(":erspan") && our.is_some() && their.is_none(),
    },
];

/// Compares both; each difference must have a reason, of which there may be none. Counts the differences by reason.
fn compare(name: &str, file: &[u8], may_differ: bool) -> [usize; REASONS.len()] {
    let theirs = by_tshark(file);
    let first = *theirs.keys().next().expect("a packet");
    let mut ours = by_reader(file);
    let mut counts = [0; REASONS.len()];
    let mut wrong = Vec::new();
    for (tick, (names, their)) in &theirs {
        let our = ours.remove(&(tick - first));
        if our == *their {
            continue;
        }
        let is = |reason: &Reason| may_differ && (reason.is)(names, our.as_ref(), their.as_ref());
        match REASONS.iter().position(is) {
            Some(reason) => counts[reason] += 1,
            None => wrong.push(format!("packet {}: {names}: {our:?}, tshark: {their:?}", (tick - first) / STEP)),
        }
    }
    assert!(wrong.is_empty(), "{name}: {} differences:\n{}", wrong.len(), wrong.join("\n"));
    assert!(ours.is_empty(), "{name}: tshark has no such packets: {ours:?}");
    counts
}

/// Packets on one link.
fn file<'a>(link: u32, packets: impl IntoIterator<Item = &'a Vec<u8>>) -> Vec<u8> {
    let rows = packets.into_iter().zip(0..).map(|(data, number)| {
        let tick = FIRST + STEP * number;
        ((tick / 1_000_000) as u32, (tick % 1_000_000) as u32, data.clone())
    });
    pcap(false, 0xa1b2_c3d4, link, &rows.collect::<Vec<_>>())
}

#[test]
#[ignore = "long"]
fn reader_finds_what_tshark_finds_in_tunnels_and_on_links() {
    compare("tunnels", &file(1, tunnels().iter().map(|one| &one.1)), false);
    // PPP's daemon is unknown to it, it wants a longer header of a packet tap, and takes the numbers of netfilter's log
    // to be in this computer's order.
    let known = |one: &(&str, u32, Vec<u8>)| ![166, 258].contains(&one.1) && one.0 != "netfilter's log, big";
    let (order, mut interfaces, mut packets) = (Order(false), Vec::new(), Vec::new());
    for ((_, link, data), number) in links().into_iter().filter(known).zip(0_u32..) {
        interfaces.extend(interface(&order, link as u16));
        let tick = FIRST + STEP * u64::from(number);
        packets.extend(enhanced(&order, number, tick, &data));
    }
    let file = [section(&order), interfaces, packets].concat();
    compare("links", &file, false);
}

#[test]
#[ignore = "long"]
fn reader_finds_what_tshark_finds_in_every_format() {
    let repository = include_bytes!("../../../testbench/captures/web-lossy.pcap");
    compare("web-lossy.pcap", repository, false);
    for big in [false, true] {
        let order = Order(big);
        let two = [(5, packet(1, 9)), (6, packet(10, 9))];
        compare("Kuznetzov's", &kuznetzov(big, &two), false);
        let seconds = two.clone().map(|(second, data)| (second, 9, data));
        for magic in [0xa1b2_c3d4, 0xa1b2_3c4d] {
            compare("pcap", &pcap(big, magic, 1, &seconds), false);
        }
        for (resolution, unit) in [(6, 1_000_000), (9, 1_000_000_000), (0x80 | 20, 1 << 20)] {
            let packets = two.clone().map(|(second, data)| (u64::from(second) * unit, data));
            compare("pcapng", &pcapng(big, resolution, &packets), false);
        }
        let mut obsolete = [order.half(1), order.half(0)].concat();
        for word in [0, 9_000_000, 54, 54] {
            obsolete.extend(order.word(word));
        }
        obsolete.extend(packet(30, 0));
        let several = [
            section(&order),
            interface(&order, 227),
            interface(&order, 1),
            enhanced(&order, 0, 7_000_000, &[0; 16]),
            enhanced(&order, 1, 8_000_000, &packet(20, 0)),
            block(&order, 2, &obsolete),
            block(&order, 0x0bcd, &[0; 8]),
        ];
        compare("several", &several.concat(), false);
    }
}

#[test]
#[ignore = "long"]
fn reader_finds_what_tshark_finds_in_changed_packets() {
    let changed = tunnels().into_iter().flat_map(|(_, data)| {
        // Each bit of the headers.
        let headers = 8 * (data.len() - 50);
        (0..headers).map(move |bit| {
            let mut data = data.clone();
            data[bit / 8] ^= 1 << (bit % 8);
            data
        })
    });
    let changed: Vec<_> = changed.collect();
    let counts = compare("changed packets", &file(1, &changed), true);
    for (reason, count) in REASONS.iter().zip(counts) {
        println!("{count}: {}", reason.why);
        assert!(count > 0, "no difference is left of which this is true: {}", reason.why);
    }
}
