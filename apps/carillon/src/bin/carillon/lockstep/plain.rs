//! The result as a terminal shows it.

/// A page in Markdown without its marks, the columns of its tables under each other.
pub fn text(markdown: &str) -> String {
    let mut text = String::new();
    let mut table: Vec<Vec<String>> = Vec::new();
    let lines = markdown.lines().filter(|line| !line.starts_with("```"));
    for line in lines.chain([""]) {
        if let Some(cells) = line.strip_prefix("| ") {
            let cells = cells.trim_end_matches(" |").split(" | ");
            table.push(cells.map(without_marks).collect());
            continue;
        }
        text += &columns(&table);
        table.clear();
        text += &without_marks(line);
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

fn without_marks(text: &str) -> String {
    text.replace("**", "").replace('`', "")
}

/// A table: the first column to the left, numbers to the right.
fn columns(rows: &[Vec<String>]) -> String {
    let is_rule = |row: &&Vec<String>| {
        row.iter()
            .all(|cell| cell.trim_matches([':', '-']).is_empty())
    };
    let rows: Vec<_> = rows.iter().filter(|row| !is_rule(row)).collect();
    let count = rows.iter().map(|row| row.len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..count)
        .map(|column| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        })
        .collect();
    let mut text = String::new();
    for row in rows {
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            text += &match column {
                0 => format!("{cell:<width$}"),
                _ => format!("  {cell:>width$}"),
            };
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn text_of_a_page_has_no_marks_and_aligned_columns() {
        let page = "```text\n$ carillon\n```\n\n**no difference**.\n\n- At `abc`.\n\n\
            | chip | clocks |\n| --- | --: |\n| tiny | 12 |\n| `a` chip | 1 000 |\n\nEnd:\n";
        let plain = "$ carillon\n\nno difference.\n\n- At abc.\n\n\
            chip    clocks\ntiny        12\na chip   1 000\n\nEnd:\n";
        assert_eq!(text(page), plain);
    }
}
