//! Why a packet is not replayed.

use core::fmt;

/// Why a packet is skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Skipped {
    /// An IP fragment: all but the first lack the TCP header, and the first gives no length.
    Fragment,
    /// The capture holds less of it than its headers.
    CutOff,
    /// It has no time: a simple packet block of pcapng.
    Untimed,
    /// IP carries something else than TCP; the registered number.
    Protocol(u8),
    /// It is not IP; its EtherType.
    EtherType(u16),
    /// An Ethernet frame with a length in the place of the EtherType, such as spanning tree's.
    NoEtherType,
    /// The Point-to-Point Protocol carries something else than IP; the registered number.
    PointToPoint(u16),
    /// GRE of another version or with source routes.
    OtherGre,
    /// More than eight headers within each other.
    TooDeep,
    /// A TCP header that cannot be true.
    BadTcp,
}

impl Skipped {
    /// Whether it may have been TCP, so that the replay lacks it.
    pub const fn may_be_tcp(self) -> bool {
        matches!(
            self,
            Self::Fragment
                | Self::CutOff
                | Self::Untimed
                | Self::OtherGre
                | Self::TooDeep
                | Self::BadTcp
        )
    }
}

impl fmt::Display for Skipped {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Fragment => formatter.write_str("IP fragments"),
            Self::CutOff => formatter.write_str("cut off before the end of their headers"),
            Self::Untimed => formatter.write_str("without a time (simple packet blocks)"),
            Self::Protocol(number) => match number {
                1 | 58 => formatter.write_str("ICMP"),
                2 => formatter.write_str("IGMP"),
                17 => formatter.write_str("UDP"),
                50 => formatter.write_str("encrypted (ESP)"),
                89 => formatter.write_str("OSPF"),
                132 => formatter.write_str("SCTP"),
                _ => write!(formatter, "IP protocol {number}"),
            },
            Self::EtherType(number) => match number {
                0x0806 => formatter.write_str("ARP"),
                0x8863 => formatter.write_str("PPPoE discovery"),
                0x88cc => formatter.write_str("LLDP"),
                0x88e5 => formatter.write_str("encrypted (MACsec)"),
                _ => write!(formatter, "EtherType {number:#06x}"),
            },
            Self::NoEtherType => formatter.write_str("Ethernet frames without an EtherType"),
            Self::PointToPoint(number) => write!(formatter, "PPP protocol {number:#06x}"),
            Self::OtherGre => formatter.write_str("GRE of another version"),
            Self::TooDeep => formatter.write_str("in more tunnels than eight"),
            Self::BadTcp => formatter.write_str("with an impossible TCP header"),
        }
    }
}
