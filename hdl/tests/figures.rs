//! The datasheet shows all timing diagrams; `make check-figures` holds them to the chip.

use std::path::Path;

#[test]
fn figures_every_drawing_is_shown_in_the_datasheet() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let sheet = std::fs::read_to_string(docs.join("datasheet.md")).expect("docs/datasheet.md");
    let files = std::fs::read_dir(docs.join("figures")).expect("docs/figures");
    let mut drawings = 0;
    for path in files.map(|entry| entry.expect("an entry").path()) {
        if path.extension().is_some_and(|end| end == "json") {
            let drawing = path.with_extension("svg");
            assert!(drawing.exists(), "run `make figures`: {drawing:?} is missing");
            let name = drawing.file_name().expect("a name").to_string_lossy().into_owned();
            assert!(sheet.contains(&format!("(figures/{name})")), "{name} is not shown");
            drawings += 1;
        }
    }
    assert!(drawings > 10, "the folder has been read");
}
