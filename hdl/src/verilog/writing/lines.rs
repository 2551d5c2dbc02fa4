//! Lines that are not too long.

/// The widest line.
pub const COLUMNS: usize = 118;

/// Appends a line, broken at operators where it is too long.
pub fn push_wrapped(line: &str, to: &mut String) {
    let indent = line.len() - line.trim_start().len();
    let mut rest = line.to_owned();
    while rest.len() > COLUMNS {
        let own = rest.len() - rest.trim_start().len();
        // The last break among those in the fewest parentheses, and of these the weakest operators.
        let mut depth = 0;
        let mut best: Option<((i32, usize), usize)> = None;
        for (at, letter) in rest.char_indices().take_while(|(at, _)| *at < COLUMNS) {
            let tail = &rest[at..];
            let sign = [" ? ", " : ", " | ", " ^ ", " & ", " + ", " - "];
            let sign = sign.iter().position(|sign| tail.starts_with(sign));
            let weakest = if rest[..at].ends_with(',') { Some(0) } else { sign.map(|sign| sign / 2 + 1) };
            if let Some(strength) = weakest
                && at > own + 24
                && best.is_none_or(|(least, _)| (depth, strength) <= least)
            {
                best = Some(((depth, strength), at));
            }
            match letter {
                '(' | '{' | '[' => depth += 1,
                ')' | '}' | ']' => depth -= 1,
                _ => {}
            }
        }
        let at = best.map(|(_, at)| at);
        let Some(at) = at else { break };
        let tail = format!("{}{}", " ".repeat(indent + 4), rest[at..].trim_start());
        rest.truncate(at);
        *to += rest.trim_end();
        to.push('\n');
        rest = tail;
    }
    *to += &rest;
    to.push('\n');
}

/// Appends items with commas between them, as many in a line as it holds.
pub fn push_list(indent: &str, items: &[String], to: &mut String) {
    let mut line = String::new();
    for (place, item) in items.iter().enumerate() {
        let comma = if place + 1 == items.len() { "" } else { "," };
        if !line.is_empty() && indent.len() + line.len() + item.len() + comma.len() + 1 > COLUMNS {
            *to += &format!("{indent}{line}\n");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += item;
        line += comma;
    }
    *to += &format!("{indent}{line}\n");
}
