//! A module's header, true of the build that it stands in: no sentence names what the build has not.

use super::writing::COLUMNS;

/// The header `comment`, without the clauses, items and rows that name something `absent`.
///
/// A sentence without a clause goes as a whole, and so does a paragraph of which only its label would be left.
pub fn of_build(comment: &str, absent: &dyn Fn(&str) -> bool) -> String {
    let lines = comment
        .lines()
        .map(|line| line.trim_start_matches("//").trim_start());
    let mut paragraphs: Vec<Vec<&str>> = vec![Vec::new()];
    for line in lines {
        if line.is_empty() {
            paragraphs.push(Vec::new());
        } else {
            paragraphs.last_mut().expect("there is one").push(line);
        }
    }
    let kept = paragraphs
        .into_iter()
        .filter(|lines| !lines.is_empty())
        .filter_map(|lines| paragraph(&lines, absent));
    kept.collect::<Vec<_>>().join("//\n")
}

/// A paragraph, a list or a table, as lines of comment.
fn paragraph(lines: &[&str], absent: &dyn Fn(&str) -> bool) -> Option<String> {
    let whole = lines.join(" ");
    if !names_absent(&whole, absent) {
        return Some(lines.iter().map(|line| format!("// {line}\n")).collect());
    }
    if lines[0].starts_with(['|', '-']) {
        let mut items: Vec<String> = Vec::new();
        for line in lines {
            match items.last_mut() {
                Some(item) if !line.starts_with(['|', '-']) => *item += &format!(" {line}"),
                _ => items.push((*line).to_owned()),
            }
        }
        let kept = items.iter().filter(|item| !names_absent(item, absent));
        return Some(kept.map(|item| wrapped(item, "  ")).collect());
    }
    let (label, text) = match whole
        .strip_prefix("**")
        .and_then(|rest| rest.split_once("** "))
    {
        Some((label, text)) => (format!("**{label}** "), text.to_owned()),
        None => (String::new(), whole),
    };
    let kept: Vec<_> = sentences(&text)
        .into_iter()
        .filter_map(|sentence| clauses(sentence, absent))
        .collect();
    (!kept.is_empty()).then(|| wrapped(&(label + &kept.join(" ")), ""))
}

/// The sentences of a text.
fn sentences(text: &str) -> Vec<&str> {
    let ends = text.match_indices(". ").map(|(at, _)| at + 1);
    let mut begin = 0;
    let mut found = Vec::new();
    for end in ends.chain([text.len()]) {
        found.push(text[begin..end].trim_start());
        begin = end;
    }
    found
}

/// A sentence without its clauses about what is absent.
fn clauses(sentence: &str, absent: &dyn Fn(&str) -> bool) -> Option<String> {
    let sentence = asides(sentence, absent);
    let clauses: Vec<_> = sentence.trim_end_matches('.').split("; ").collect();
    // The others lean on the first.
    if names_absent(clauses[0], absent) {
        return None;
    }
    let kept = (clauses.into_iter()).filter(|clause| !names_absent(clause, absent));
    Some(kept.collect::<Vec<_>>().join("; ") + ".")
}

/// A sentence whose parentheses list nothing absent.
fn asides(sentence: &str, absent: &dyn Fn(&str) -> bool) -> String {
    let mut pieces = sentence.split(" (");
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (aside, rest) = piece.split_once(')').unwrap_or((piece, ""));
        let kept: Vec<_> = (aside.split(", "))
            .filter(|one| !names_absent(one, absent))
            .collect();
        if !kept.is_empty() {
            text += &format!(" ({})", kept.join(", "));
        }
        text += rest;
    }
    text
}

/// Whether a text has the name of something absent, in backticks.
fn names_absent(text: &str, absent: &dyn Fn(&str) -> bool) -> bool {
    let quoted = text.split('`').skip(1).step_by(2);
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    quoted
        .flat_map(|code| code.split(move |letter| !is_name(letter)))
        .any(absent)
}

/// A text in lines of comment, each but the first indented by `indent`.
fn wrapped(text: &str, indent: &str) -> String {
    let mut lines = String::new();
    let mut line = "//".to_owned();
    for word in text.split(' ') {
        if line.len() + 1 + word.len() > COLUMNS {
            lines += &format!("{line}\n");
            line = format!("// {indent}").trim_end().to_owned();
        }
        line += &format!(" {word}");
    }
    lines + &line + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "\
// # A part
//
// **Purpose.** Shows `gone` too; both are `here` no more. Shows `here` (and
// `gone`, 2.5 clocks); not `gone`; this.
//
// **Timing.** `gone` takes a clock.
//
// - `here` is first
// - `gone` is
//   second
";

    #[test]
    fn header_names_nothing_that_the_build_has_not() {
        let told = of_build(HEADER, &|name| name == "gone");
        let wanted = "\
// # A part
//
// **Purpose.** Shows `here` (2.5 clocks); this.
//
// - `here` is first
";
        assert_eq!(told, wanted);
    }

    #[test]
    fn header_of_a_build_with_everything_stays_as_it_is() {
        assert_eq!(
            of_build(HEADER, &|_| false).replace(' ', ""),
            HEADER.replace(' ', "")
        );
    }
}
