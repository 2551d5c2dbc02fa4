//! TCP segments within tags, labels and tunnels, and on each kind of link.
#![allow(dead_code, reason = "each test file uses a part of it")]

use super::captures::{frame, headed, ip, ipv4, ipv6, udp, whole};

/// The captures with one segment within tunnels.
pub fn tunnels() -> Vec<(&'static str, Vec<u8>)> {
    let (ip, whole) = (ip(), whole());
    let authentication = [&[6, 4][..], &[0; 22]].concat();
    let gre = |flags: u16, name: u16, words: usize, data: &[u8]| {
        let head = [flags.to_be_bytes(), name.to_be_bytes()].concat();
        frame(0x0800, &ipv4(47, &[&head[..], &vec![0; words * 4], data].concat()))
    };
    let over_udp = |port, head: &[u8], data: &[u8]| frame(0x0800, &ipv4(17, &udp(port, &[head, data].concat())));
    let vxlan = over_udp(4789, &[8, 0, 0, 0, 0, 0, 7, 0], &whole);
    let vxlan_in_gre = gre(0, 0x0800, 0, &vxlan[14..]);
    let mut nested = ip.clone();
    for _ in 0..5 {
        nested = ipv4(4, &nested);
    }
    vec![
        ("IPv6", frame(0x86dd, &ipv6(6, &ip[20..]))),
        ("two VLAN tags", headed(0x88a8, &[0, 1, 0x81, 0, 0, 2, 8, 0], &ip)),
        ("MPLS", headed(0x8847, &[0, 1, 1, 64], &ip)),
        ("three MPLS labels", headed(0x8847, &[0, 1, 0, 64, 0, 2, 0, 64, 0, 3, 1, 64], &ip)),
        ("MPLS with a control word", headed(0x8848, &[0, 1, 1, 64, 0, 0, 0, 0], &whole)),
        ("PPPoE", headed(0x8864, &[0x11, 0, 0, 1, 0, 92, 0, 0x21], &ip)),
        ("PPPoE with a short protocol", headed(0x8864, &[0x11, 0, 0, 1, 0, 91, 0x21], &ip)),
        ("VXLAN", vxlan),
        ("Geneve", over_udp(6081, &[0, 0, 0x65, 0x58, 0, 0, 7, 0], &whole)),
        ("Geneve with an option", over_udp(6081, &[1, 0, 0x65, 0x58, 0, 0, 7, 0, 1, 2, 3, 4], &whole)),
        ("GRE", gre(0, 0x0800, 0, &ip)),
        ("GRE with all fields", gre(0xb000, 0x0800, 3, &ip)),
        ("Ethernet in GRE", gre(0x2000, 0x6558, 1, &whole)),
        ("ERSPAN", gre(0, 0x88be, 0, &whole)),
        ("ERSPAN, second version", gre(0x1000, 0x88be, 1, &[&[0x10, 0, 0, 0, 0, 0, 0, 0][..], &whole].concat())),
        ("ERSPAN, third version", gre(0x1000, 0x22eb, 1, &[&[0x20][..], &[0; 11], &whole].concat())),
        (
            "ERSPAN, third version, with more",
            gre(0x1000, 0x22eb, 1, &[&[0x20][..], &[0; 10], &[1], &[0; 8], &whole].concat()),
        ),
        ("LLC and SNAP", headed(98, &[0xaa, 0xaa, 3, 0, 0, 0, 8, 0], &ip)),
        ("LLC and SNAP in a VLAN", headed(0x8100, &[0, 1, 0, 98, 0xaa, 0xaa, 3, 0, 0, 0, 8, 0], &ip)),
        ("LLC and SNAP in a long frame", headed(0x8870, &[0xaa, 0xaa, 3, 0, 0, 0, 8, 0], &ip)),
        ("LLC of IP", headed(93, &[6, 6, 3], &ip)),
        ("FabricPath", headed(0x8903, &[0, 1], &whole)),
        ("VN-Tag", headed(0x8926, &[0, 1, 0, 2, 8, 0], &ip)),
        ("PBB", headed(0x88a8, &[0, 9, 0x88, 0xe7, 0, 0, 0, 7], &whole)),
        ("the tag of a port extender", headed(0x893f, &[0, 1, 0, 2, 0, 3, 8, 0], &ip)),
        ("TRILL", headed(0x22f3, &[0, 1, 0, 2, 0, 3], &whole)),
        ("TRILL with options", headed(0x22f3, &[0, 0x41, 0, 2, 0, 3, 0, 0, 0, 0], &whole)),
        ("Cisco's metadata", headed(0x8909, &[1, 1, 0, 1, 0, 9, 8, 0], &ip)),
        ("MACsec that does not encrypt", headed(0x88e5, &[0, 0, 0, 0, 0, 1, 8, 0], &ip)),
        ("four VLAN tags", headed(0x88a8, &[0, 1, 0x81, 0, 0, 2, 0x81, 0, 0, 3, 0x91, 0, 0, 4, 8, 0], &ip)),
        ("GTP-U", over_udp(2152, &[0x30, 0xff, 0, 90, 0, 0, 0, 7], &ip)),
        ("GTP-U with a sequence number", over_udp(2152, &[0x32, 0xff, 0, 94, 0, 0, 0, 7, 0, 1, 0, 0], &ip)),
        (
            "GTP-U with extensions",
            over_udp(
                2152,
                &[0x34, 0xff, 0, 106, 0, 0, 0, 7, 0, 0, 0, 0x85, 1, 0, 9, 0xc0, 2, 1, 2, 3, 4, 5, 6, 0],
                &ip,
            ),
        ),
        ("GTP-U of IPv6", over_udp(2152, &[0x30, 0xff, 0, 110, 0, 0, 0, 7], &ipv6(6, &ip[20..]))),
        ("L2TP", over_udp(1701, &[0, 2, 0, 1, 0, 2, 0xff, 3, 0, 0x21], &ip)),
        (
            "L2TP with all fields",
            over_udp(1701, &[0x4a, 2, 0, 110, 0, 1, 0, 2, 0, 3, 0, 4, 0, 2, 9, 9, 0xff, 3, 0, 0x21], &ip),
        ),
        ("Teredo", over_udp(3544, &[], &ipv6(6, &ip[20..]))),
        (
            "Teredo with an authentication and an origin",
            over_udp(
                3544,
                &[0, 1, 1, 2, 7, 8, 8, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 1, 2, 3, 4, 5, 6],
                &ipv6(6, &ip[20..]),
            ),
        ),
        ("VXLAN that says what it carries", over_udp(4790, &[0x0c, 0, 0, 1, 0, 0, 7, 0], &ip)),
        ("LISP", over_udp(4341, &[0; 8], &ip)),
        ("MPLS over UDP", over_udp(6635, &[0, 1, 1, 64], &ip)),
        ("GRE over UDP", over_udp(4754, &[0, 0, 8, 0], &ip)),
        ("MPLS over IP", frame(0x0800, &ipv4(137, &[&[0, 1, 1, 64][..], &ip].concat()))),
        ("EtherIP", frame(0x0800, &ipv4(97, &[&[0x30, 0][..], &whole].concat()))),
        ("Ethernet over IPv6", frame(0x86dd, &ipv6(143, &whole))),
        ("IPv4 with an authentication header", frame(0x0800, &ipv4(51, &[&authentication[..], &ip[20..]].concat()))),
        (
            "IPv6 with extension headers",
            frame(
                0x86dd,
                &ipv6(
                    0,
                    &[
                        &[60, 0, 1, 4, 0, 0, 0, 0, 43, 0, 1, 4, 0, 0, 0, 0, 51, 0, 0, 0, 0, 0, 0, 0][..],
                        &authentication,
                        &ip[20..],
                    ]
                    .concat(),
                ),
            ),
        ),
        (
            "IPv6 in a fragment that is the whole",
            frame(0x86dd, &ipv6(44, &[&[6, 0, 0, 0, 0, 0, 0, 7][..], &ip[20..]].concat())),
        ),
        ("IP in IP", frame(0x0800, &ipv4(4, &ip))),
        ("IP in IP, six times", frame(0x0800, &nested)),
        ("IPv4 in IPv6", frame(0x86dd, &ipv6(4, &ip))),
        ("IPv6 in IPv4", frame(0x0800, &ipv4(41, &ipv6(6, &ip[20..])))),
        ("VXLAN in GRE in MPLS", headed(0x8847, &[0, 1, 1, 64], &vxlan_in_gre[14..])),
    ]
}

/// Captured packets with that segment on each kind of link: what it is, its registered number, and the packet.
pub fn links() -> Vec<(&'static str, u32, Vec<u8>)> {
    let ip = ip();
    let log = |order: fn(u16) -> [u8; 2]| {
        [
            &[2, 0, 0, 5][..],
            &order(8),
            &order(1),
            &[8, 0, 1, 0],
            // Of six bytes, and filled up to eight.
            &order(6),
            &order(10),
            &[0, 3, 0, 0],
            &order(4 + ip.len() as u16),
            &order(9),
            &ip,
        ]
        .concat()
    };
    vec![
        ("PPP", 9, [&[0, 0x21][..], &ip].concat()),
        ("PPP in HDLC", 50, [&[0xff, 3, 0, 0x21][..], &ip].concat()),
        ("HDLC of Cisco, link 50", 50, [&[0x0f, 0, 8, 0][..], &ip].concat()),
        ("HDLC of Cisco to all, link 50", 50, [&[0x8f, 0, 8, 0][..], &ip].concat()),
        ("HDLC of Cisco", 104, [&[0x0f, 0, 8, 0][..], &ip].concat()),
        ("PPP over Ethernet", 51, [&[0x11, 0, 0, 1, 0, 92, 0, 0x21][..], &ip].concat()),
        ("LLC over ATM", 100, [&[0xaa, 0xaa, 3, 0, 0, 0, 8, 0][..], &ip].concat()),
        ("IPsec's interface", 109, [&[2, 0, 0, 0][..], &[0; 8], &ip].concat()),
        ("a packet filter's log", 117, [&[61, 2][..], &[0; 62], &ip].concat()),
        ("PPP's daemon", 166, [&[1, 3, 0, 0x21][..], &ip].concat()),
        ("PPP with a direction", 204, [&[1, 0xff, 3, 0, 0x21][..], &ip].concat()),
        ("netfilter's log", 239, log(u16::to_le_bytes)),
        ("netfilter's log, big", 239, log(u16::to_be_bytes)),
        ("InfiniBand", 242, [&[0; 40][..], &[8, 0, 0, 0], &ip].concat()),
        ("a packet tap", 258, [&[16, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0][..], &whole()].concat()),
        ("cooked LLC", 113, [&[0; 14][..], &[0, 4, 0xaa, 0xaa, 3, 0, 0, 0, 8, 0], &ip].concat()),
    ]
}
