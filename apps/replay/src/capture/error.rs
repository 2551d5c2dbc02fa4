//! What can be wrong with a capture.

use core::fmt;
use std::io::ErrorKind;

use super::{Skipped, link};

/// Why a capture cannot be replayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaptureError {
    /// The file cannot be read.
    Unreadable(ErrorKind),
    /// The file has no bytes.
    Empty,
    /// The file is neither pcap nor pcapng.
    NotACapture,
    /// The file is something else, and this is what.
    Other(&'static str),
    /// The file ends before its first packet does.
    Truncated,
    /// A record makes no sense.
    Damaged {
        /// The packet that would be next, counted from 1.
        packet: u64,
        /// Where the record begins, in bytes from the start of the file.
        offset: u64,
    },
    /// Every packet is of a link layer that is not known here.
    UnsupportedLink {
        /// The link type's registered number.
        link: i32,
        /// The first packet, counted from 1.
        packet: u64,
        /// Where its record begins, in bytes from the start of the file.
        offset: u64,
    },
    /// Not one packet is TCP.
    NoTcp {
        /// Packets in the file.
        packets: u64,
        /// What most of them are, and how many.
        most: [Option<(Skipped, u64)>; 3],
    },
}

impl fmt::Display for CaptureError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Unreadable(ErrorKind::NotFound) => formatter.write_str("is not there; check the path"),
            Self::Unreadable(kind) => write!(formatter, "cannot be read: {kind}; check the path and its permissions"),
            Self::Empty => write!(formatter, "is empty; record it again with `tcpdump -s 96 -w FILE tcp`"),
            Self::NotACapture => {
                write!(formatter, "is not a capture; give a pcap or pcapng file, as tcpdump and Wireshark write them")
            }
            Self::Other(what) => {
                write!(formatter, "is {what}; give a pcap or pcapng file, or one of these compressed with gzip")
            }
            Self::Truncated => write!(formatter, "ends before its first packet does; copy or record it again"),
            Self::Damaged { packet, offset } => write!(
                formatter,
                "is damaged before packet {packet}, at byte {offset}; copy it again, or repair it with `pcapfix`"
            ),
            Self::UnsupportedLink { link, packet, offset } => write!(
                formatter,
                "holds packets of link type {link} ({}), the first is packet {packet} at byte {offset}; \
                 record on an Ethernet, Linux cooked, loopback, PPP or raw IP interface",
                link::name(link)
            ),
            Self::NoTcp { packets: 0, .. } => {
                write!(formatter, "holds no packets; record TCP traffic, for example `tcpdump -s 96 -w FILE tcp`")
            }
            Self::NoTcp { packets, most } => {
                write!(formatter, "holds {packets} packets but no TCP that can be replayed:")?;
                for (index, (why, count)) in most.iter().flatten().enumerate() {
                    write!(formatter, "{} {count} {why}", if index == 0 { "" } else { "," })?;
                }
                write!(formatter, "; record TCP traffic, for example `tcpdump -s 96 -w FILE tcp`")
            }
        }
    }
}

impl core::error::Error for CaptureError {}
