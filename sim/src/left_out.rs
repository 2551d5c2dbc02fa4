//! The models that were left out of this build (`CARILLON_MODELS`, see `build.rs`).

use core::fmt;

/// Those that were to be built; nothing if all were.
const WANTED: Option<&str> = option_env!("CARILLON_MODELS");

/// Says why there is no chip of the model `name`.
pub(crate) fn say(name: &str, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    formatter.write_str(&said(WANTED, name))
}

fn said(wanted: Option<&str>, name: &str) -> String {
    match wanted.filter(|names| !names.is_empty()) {
        Some(names) if !names.split(',').any(|it| it == name) => format!(
            "the model {name} was left out of this build, which has {}: build without CARILLON_MODELS, or name it \
             there",
            names.replace(',', ", ")
        ),
        _ => format!(
            "no memory for the model {name}: run fewer simulations at once or use a smaller one; or build without \
             CARILLON_MUTANTS"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::said;

    #[test]
    fn model_that_was_left_out_is_named_so() {
        let text = said(Some("tiny,full"), "large20x16");
        assert!(text.starts_with("the model large20x16 was left out of this build"), "{text}");
        assert!(text.contains("tiny, full"), "{text}");
        for wanted in [None, Some(""), Some("tiny,full")] {
            assert!(said(wanted, "full").starts_with("no memory"), "{wanted:?}");
        }
    }
}
