//! Link layers, by the numbers that <https://www.tcpdump.org/linktypes.html> registers.

/// A link layer whose packets can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Link {
    /// Ethernet II, with any VLAN tags.
    Ethernet,
    /// Linux cooked capture: 16 bytes before the network layer.
    LinuxCooked,
    /// Linux cooked capture, second version: 20 bytes before the network layer.
    LinuxCooked2,
    /// BSD loopback: a family of four bytes, then IP.
    Loopback,
    /// IP without anything before it.
    RawIp,
    /// The Point-to-Point Protocol, or Cisco's framing of HDLC.
    PointToPoint,
    /// The Point-to-Point Protocol as Linux's daemon sees it: the direction in the place of the address.
    PointToPointDaemon,
    /// The Point-to-Point Protocol behind a byte for the direction.
    PointToPointDirected,
    /// The Point-to-Point Protocol from PPPoE's header on.
    PointToPointEthernet,
    /// IEEE 802.2 logical link control, as over ATM.
    LinkControl,
    /// BSD's encapsulating interface: twelve bytes, then IP.
    Encapsulated,
    /// OpenBSD's packet filter log: a header that says its length, then IP.
    PacketFilter,
    /// IP over InfiniBand: 44 bytes before the network layer.
    InfiniBand,
    /// Linux's netfilter log: attributes, of which one is the packet.
    NetfilterLog,
    /// macOS's packet tap: a header that names the link layer behind it.
    PacketTap,
}

impl Link {
    /// The link layer with the registered number, or none where it is not known here.
    pub const fn from_number(number: i32) -> Option<Self> {
        match number {
            1 => Some(Self::Ethernet),
            113 => Some(Self::LinuxCooked),
            276 => Some(Self::LinuxCooked2),
            0 | 108 => Some(Self::Loopback),
            // 12 and 14 are what some systems wrote for raw IP before 101 was registered.
            12 | 14 | 101 | 228 | 229 => Some(Self::RawIp),
            9 | 50 | 104 => Some(Self::PointToPoint),
            51 => Some(Self::PointToPointEthernet),
            100 => Some(Self::LinkControl),
            109 => Some(Self::Encapsulated),
            117 => Some(Self::PacketFilter),
            166 => Some(Self::PointToPointDaemon),
            204 => Some(Self::PointToPointDirected),
            239 => Some(Self::NetfilterLog),
            242 => Some(Self::InfiniBand),
            258 => Some(Self::PacketTap),
            _ => None,
        }
    }
}

/// The name of a link type's number, for messages.
pub(super) const fn name(number: i32) -> &'static str {
    match number {
        6 => "Token Ring",
        10 => "FDDI",
        105 => "IEEE 802.11",
        107 => "Frame Relay",
        127 => "IEEE 802.11 with radiotap header",
        187 | 201 => "Bluetooth HCI",
        189 | 220 => "USB",
        195 | 230 => "IEEE 802.15.4",
        227 => "CAN bus",
        252 => "Wireshark upper protocol",
        253 => "Linux netlink",
        147..=162 => "private use",
        _ => "not known here",
    }
}
