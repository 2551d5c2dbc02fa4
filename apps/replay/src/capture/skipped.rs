//! Why a packet is not replayed.

use core::fmt;

use super::{datagram, link};

/// Why a packet is skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Skipped {
    /// An IP fragment: all but the first lack the TCP header, and the first gives no length.
    Fragment,
    /// The capture holds less of it than its headers.
    CutOff,
    /// It has no time (a simple packet block of pcapng), or one 10,000 years from now.
    Untimed,
    /// It is of a link layer that is not known here; the registered number.
    Link(i32),
    /// IP carries something else than TCP; the registered number.
    Protocol(u8),
    /// UDP carries a tunnel that cannot be followed, as it is encrypted or of another version; its port.
    Tunnel(u16),
    /// It is not IP; its EtherType.
    EtherType(u16),
    /// No EtherType says what the frame carries, but another header that does not name IP, such as spanning tree's.
    NoEtherType,
    /// Logical link control of an organisation that numbers what it carries itself.
    OtherOrganisation,
    /// The Point-to-Point Protocol carries something else than IP; the registered number.
    PointToPoint(u16),
    /// GRE of another version or with source routes.
    OtherGre,
    /// More than eight IP packets, or 48 headers, within each other.
    TooDeep,
    /// An IP header that cannot be true.
    BadIp,
    /// A TCP header that cannot be true.
    BadTcp,
}

impl Skipped {
    /// Whether it may have been TCP, so that the replay lacks it: whatever was not looked into, unless it is of a kind
    /// that carries none.
    pub const fn may_be_tcp(self) -> bool {
        match self {
            Self::NoEtherType => false,
            Self::Protocol(number) => !is_without_tcp(number),
            Self::EtherType(number) => !is_without_ip(number),
            // Control protocols have the upper numbers; OSI, Xerox, DECnet, AppleTalk, IPX.
            Self::PointToPoint(number) => {
                number < 0x4000 && !matches!(number, 0x0023 | 0x0025 | 0x0027 | 0x0029 | 0x002b)
            }
            Self::Fragment
            | Self::CutOff
            | Self::Untimed
            | Self::Link(_)
            | Self::Tunnel(_)
            | Self::OtherOrganisation
            | Self::OtherGre
            | Self::TooDeep
            | Self::BadIp
            | Self::BadTcp => true,
        }
    }
}

/// Whether a protocol over IP carries no TCP: ICMP, IGMP, EGP, IGP, UDP, DCCP, RSVP, nothing, EIGRP, OSPF, PIM, VRRP,
/// PGM, IS-IS, SCTP, Fibre Channel, UDP-Lite. UDP's tunnels are told apart by port.
const fn is_without_tcp(number: u8) -> bool {
    matches!(number, 1 | 2 | 8 | 9 | 17 | 33 | 46 | 58 | 59 | 88 | 89 | 103 | 112 | 113 | 124 | 132 | 133 | 136)
}

/// Whether an EtherType is of something that carries no IP: ARP, discovery, management and authentication of links,
/// timing, storage and industrial networks, and the network layers of others.
const fn is_without_ip(number: u16) -> bool {
    matches!(
        number,
        // ARP, RARP, wake-up; DEC's protocols, AppleTalk, IPX, NetBEUI.
        0x0806 | 0x0842 | 0x6001..=0x6007 | 0x8035 | 0x809b | 0x80f3 | 0x8137 | 0x8138 | 0x8191
        // Registration of multicast and VLANs, pause, slow protocols, PPPoE discovery.
        | 0x22ea | 0x22f0 | 0x8808 | 0x8809 | 0x8863 | 0x88f5 | 0x88f6
        // HomePlug, EAPOL, PROFINET, ATA over Ethernet, EtherCAT, GOOSE and its kin, LLDP, SERCOS, MRP.
        | 0x887b | 0x888e | 0x8892 | 0x88a2 | 0x88a4 | 0x88b8..=0x88bb | 0x88cc | 0x88cd | 0x88e1 | 0x88e3
        // Timing, fault management, Fibre Channel, loops.
        | 0x88f7 | 0x8902 | 0x8906 | 0x8914 | 0x9000
    )
}

impl fmt::Display for Skipped {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Fragment => formatter.write_str("IP fragments"),
            Self::CutOff => formatter.write_str("cut off before the end of their headers"),
            Self::Untimed => formatter.write_str("without a time (simple packet blocks), or with an impossible one"),
            Self::Link(number) => {
                write!(formatter, "of link type {number} ({})", link::name(number))
            }
            Self::Protocol(number) => match number {
                1 | 58 => formatter.write_str("ICMP"),
                2 => formatter.write_str("IGMP"),
                17 => formatter.write_str("UDP"),
                50 => formatter.write_str("encrypted (ESP)"),
                89 => formatter.write_str("OSPF"),
                132 => formatter.write_str("SCTP"),
                _ => write!(formatter, "IP protocol {number}"),
            },
            Self::Tunnel(port) => {
                write!(formatter, "UDP port {port}")?;
                match datagram::name(port) {
                    Some(name) => write!(formatter, " ({name})"),
                    None => Ok(()),
                }
            }
            Self::EtherType(number) => match number {
                0x0806 => formatter.write_str("ARP"),
                0x8863 => formatter.write_str("PPPoE discovery"),
                0x88cc => formatter.write_str("LLDP"),
                0x88e5 => formatter.write_str("encrypted (MACsec)"),
                _ => write!(formatter, "EtherType {number:#06x}"),
            },
            Self::NoEtherType => formatter.write_str("Ethernet frames without an EtherType"),
            Self::OtherOrganisation => formatter.write_str("SNAP of another organisation"),
            Self::PointToPoint(number) => write!(formatter, "PPP protocol {number:#06x}"),
            Self::OtherGre => formatter.write_str("GRE of another version"),
            Self::TooDeep => formatter.write_str("in more tunnels than eight"),
            Self::BadIp => formatter.write_str("with an impossible IP header"),
            Self::BadTcp => formatter.write_str("with an impossible TCP header"),
        }
    }
}
