//! Turning the table's descriptions into other formats' text.

use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use crate::{Access, Feature, Field, Register};

/// A description without Markdown's backticks, for formats that are not Markdown.
pub(super) fn plain(doc: &str) -> String {
    doc.replace('`', "")
}

/// A description's first sentence.
pub(super) fn first_sentence(doc: &str) -> &str {
    match doc.find(". ") {
        Some(end) => &doc[..=end],
        None => doc,
    }
}

/// A register's description with the builds that have it, if not all.
pub(super) fn description(register: &Register) -> String {
    match register.feature {
        Some(feature) => format!("{} Only in builds with {}.", register.doc, feature_words(feature)),
        None => register.doc.to_string(),
    }
}

/// A feature in words that fit after "builds with".
pub(super) fn feature_words(feature: Feature) -> &'static str {
    match feature {
        Feature::Alarm => "an alarm",
        Feature::LookAhead => "look-ahead",
        Feature::Coalescing => "coalescing",
        Feature::WheelModes => "wheel modes",
    }
}

/// An access in the short form of data sheets.
pub(super) fn access_letters(access: Access) -> &'static str {
    match access {
        Access::ReadOnly => "RO",
        Access::ReadWrite => "RW",
        Access::WriteOnly => "WO",
        Access::WriteOneToClear => "RW1C",
    }
}

/// A field's bits as `7:0`, or `3` for a single one.
pub(super) fn bit_range(field: &Field) -> String {
    let (msb, lsb) = (field.offset + field.width - 1, field.offset);
    if msb == lsb { lsb.to_string() } else { format!("{msb}:{lsb}") }
}

/// The text in lines of at most `width` characters, broken between words. A longer word has a line to itself.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}
