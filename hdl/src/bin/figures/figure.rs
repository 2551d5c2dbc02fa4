//! A timing diagram, and its text in WaveJSON.

/// One line of a diagram.
pub struct Line {
    /// What stands before it.
    pub label: String,
    /// WaveJSON's wave: one character a column.
    pub wave: String,
    /// The texts of its `=` columns.
    pub data: Vec<String>,
}

impl Line {
    /// A line of texts, one a column; `None` is drawn as of no meaning.
    pub fn texts(label: &str, texts: impl IntoIterator<Item = Option<String>>) -> Self {
        let mut line = Self::empty(label);
        let mut before: Option<Option<String>> = None;
        for text in texts {
            if before.as_ref() == Some(&text) {
                line.wave.push('.');
            } else if let Some(text) = &text {
                line.wave.push('=');
                line.data.push(text.clone());
            } else {
                line.wave.push('x');
            }
            before = Some(text);
        }
        line
    }

    /// The same with a level, `0` or `1`, where there is no text.
    pub fn resting_at(mut self, level: &str) -> Self {
        self.wave = self.wave.replace('x', level);
        self
    }

    /// A line of levels, one a column.
    pub fn levels(label: &str, levels: impl IntoIterator<Item = bool>) -> Self {
        let mut line = Self::empty(label);
        let mut before = None;
        for level in levels {
            line.wave.push(match level {
                _ if before == Some(level) => '.',
                true => '1',
                false => '0',
            });
            before = Some(level);
        }
        line
    }

    /// A clock over `columns` columns.
    pub fn clock(label: &str, columns: usize) -> Self {
        let mut line = Self::empty(label);
        line.wave = format!("p{}", ".".repeat(columns.saturating_sub(1)));
        line
    }

    fn empty(label: &str) -> Self {
        Self { label: label.to_owned(), wave: String::new(), data: Vec::new() }
    }
}

/// A diagram.
pub struct Figure {
    /// The file's name, without extension.
    pub name: &'static str,
    /// What stands above it.
    pub title: &'static str,
    /// How wide a column is; 1 is room for three digits or so.
    pub stretch: u32,
    /// From top to bottom.
    pub lines: Vec<Line>,
}

impl Figure {
    /// The text of the file. Labels and texts hold no character that JSON wants escaped.
    pub fn wave_json(&self) -> String {
        let mut text = String::from("{\n  \"signal\": [\n");
        for (index, line) in self.lines.iter().enumerate() {
            let data = line.data.iter().map(|text| format!("\"{text}\"")).collect::<Vec<_>>().join(", ");
            let comma = if index + 1 < self.lines.len() { "," } else { "" };
            text += &format!(
                "    {{\"name\": \"{}\", \"wave\": \"{}\", \"data\": [{data}]}}{comma}\n",
                line.label, line.wave
            );
        }
        text += &format!(
            "  ],\n  \"config\": {{\"hscale\": {}}},\n  \"head\": {{\"text\": \"{}\"}}\n}}\n",
            self.stretch, self.title
        );
        text
    }
}
