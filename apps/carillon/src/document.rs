//! Pages in Markdown in which commands write what they have measured.

/// A page, cut at the marks of one command. The marks are two lines: `<!-- measured: begin, written by` with the
/// command in backquotes, and `<!-- measured: end -->`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    before: String,
    after: String,
}

const END: &str = "<!-- measured: end -->";

impl Document {
    /// Cuts a page at the marks of `command`. An empty page gets them.
    ///
    /// # Errors
    ///
    /// The page has text but no such marks; the message names them.
    pub fn new(page: &str, command: &str) -> Result<Self, String> {
        let begin = format!("<!-- measured: begin, written by `{command}` -->");
        if page.is_empty() {
            return Ok(Self { before: begin, after: format!("{END}\n") });
        }
        page.split_once(&begin)
            .and_then(|(before, rest)| {
                let (_, after) = rest.split_once(END)?;
                Some(Self { before: format!("{before}{begin}"), after: format!("{END}{after}") })
            })
            .ok_or_else(|| format!("the page lacks the marks\n{begin}\n{END}"))
    }

    /// The page with `measured` between the marks.
    pub fn with(&self, measured: &str) -> String {
        let (before, after) = (&self.before, &self.after);
        format!("{before}\n\n{}\n\n{after}", measured.trim())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# Title\n\n<!-- measured: begin, written by `a` -->\n\nold\n\n<!-- measured: end -->\n\n\
                        <!-- measured: begin, written by `b` -->\n\nkept\n\n<!-- measured: end -->\nlast\n";

    #[test]
    fn document_with_marks_keeps_what_is_outside_them() {
        let page = Document::new(PAGE, "a").unwrap().with("new\n");
        assert_eq!(page, PAGE.replace("old", "new"));
        assert_eq!(Document::new(&page, "b").unwrap().with("kept"), page);
    }

    #[test]
    fn document_that_is_empty_gets_marks() {
        let page = Document::new("", "a").unwrap().with("one");
        assert_eq!(Document::new(&page, "a").unwrap().with("one"), page);
    }

    #[test]
    fn document_without_its_marks_is_refused() {
        assert!(Document::new(PAGE, "c").unwrap_err().contains("`c`"));
        let half = PAGE.split(END).next().unwrap();
        assert!(Document::new(half, "a").is_err());
    }
}
