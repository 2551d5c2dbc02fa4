//! What was in a capture.

use std::collections::BTreeMap;

use super::Skipped;

/// What was in a capture, as far as it has been read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Contents {
    /// Packets in all, TCP or not.
    pub packets: u64,
    /// TCP segments.
    pub segments: u64,
    /// Packets that were skipped, by reason.
    pub skipped: BTreeMap<Skipped, u64>,
    /// Packets whose time was before the packet before them, too far to be put in order; moved up to that packet's
    /// time.
    pub moved_up: u64,
    /// Packets that stood behind a later one in the file, and were put in the order of their times.
    pub sorted: u64,
    /// TCP segments that were captured twice within a millisecond.
    pub duplicates: u64,
    /// Records of pcapng that are no packets.
    pub other_records: u64,
    /// Records of pcapng of a type that is not known here.
    pub unknown_records: u64,
    /// The first packet of a link layer that is not known here: the link type's registered number, and the byte at
    /// which its record begins.
    pub foreign_link: Option<(i32, u64)>,
    /// Packets that the capturing system says it has dropped.
    pub dropped: u64,
    /// The packet within which the file ends, counted from 1, and the byte at which its record begins.
    pub cut_off: Option<(u64, u64)>,
    /// The time of the last packet, in microseconds after the first.
    pub length: u64,
}

impl Contents {
    /// Packets that were skipped and fulfil a condition.
    pub fn count(&self, condition: impl Fn(Skipped) -> bool) -> u64 {
        let chosen = self.skipped.iter().filter(|(why, _)| condition(**why));
        chosen.map(|(_, count)| count).sum()
    }

    /// Packets that were skipped: the reasons and how many, the most frequent first.
    pub fn reasons(&self) -> Vec<(Skipped, u64)> {
        let mut reasons: Vec<_> = self.skipped.iter().map(|(why, count)| (*why, *count)).collect();
        reasons.sort_by_key(|reason| std::cmp::Reverse(reason.1));
        reasons
    }

    /// Why a replay is not what happened on the wire; a sentence each, none where nothing speaks against it.
    pub fn doubts(&self) -> Vec<String> {
        let mut doubts = Vec::new();
        let mut doubt = |count: u64, what: &str| {
            if count > 0 {
                doubts.push(format!("{count} {what}."));
            }
        };
        doubt(self.moved_up, "packets bear an earlier time than the packet before them; they are moved to that time");
        doubt(self.dropped, "packets were dropped by the system that captured, as the file itself says");
        doubt(
            self.duplicates,
            "segments are in the file twice, as from two interfaces that the same packet passed; take the copies out \
             with `editcap -d`",
        );
        doubt(self.unknown_records, "records are of a type that is not known here; they may hold packets");
        for (why, count) in self.reasons() {
            if why.may_be_tcp() {
                doubt(count, &format!("packets are skipped that may be TCP: {why}"));
            }
        }
        if let Some((packet, offset)) = self.cut_off {
            doubts.push(format!(
                "The file ends within packet {packet}, which begins at byte {offset}; the packets before it are \
                replayed."
            ));
        }
        doubts
    }
}
