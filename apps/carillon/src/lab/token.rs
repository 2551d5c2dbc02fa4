//! The secret of one run, which only those know who were told the address of the page.

use carillon_lab::LabError;

/// Bytes of it.
const BYTES: usize = 16;

/// A token.
#[derive(Clone, Debug)]
pub(super) struct Token(String);

impl Token {
    /// One that nobody can guess.
    ///
    /// # Errors
    /// [`LabError`]: this computer gives no random bytes.
    pub(super) fn new() -> Result<Self, LabError> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes).map_err(|error| LabError(format!("no random bytes for the token: {error}")))?;
        Ok(Self(bytes.iter().map(|it| format!("{it:02x}")).collect()))
    }

    /// As the address has it: hexadecimal digits.
    pub(super) fn text(&self) -> &str {
        &self.0
    }

    /// Whether `text` is this token. Takes as long wherever they differ.
    pub(super) fn is(&self, text: &str) -> bool {
        let pairs = self.0.bytes().zip(text.bytes());
        let differ = pairs.fold(0, |differ, (ours, theirs)| differ | (ours ^ theirs));
        text.len() == self.0.len() && differ == 0
    }
}

#[cfg(test)]
mod tests {
    use super::{BYTES, Token};

    #[test]
    fn token_is_new_every_time_and_matches_itself_alone() {
        let [one, other] = [(); 2].map(|()| Token::new().expect("random bytes"));
        assert_eq!(one.text().len(), 2 * BYTES);
        assert!(one.is(one.text()));
        assert!(!one.is(other.text()));
        assert!(!one.is(""));
        assert!(!one.is(&one.text()[1..]));
        assert!(!one.is(&format!("{}0", one.text())));
    }
}
