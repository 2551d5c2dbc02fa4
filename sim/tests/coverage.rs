//! Coverage is written where it is compiled in, and refused with the remedy where it is not.

mod common;

use carillon_driver::bus::RegisterBus;
use carillon_regmap::counter_chip::offset;
use carillon_sim::{CoverageError, Model, coverage_compiled};
use common::ready_chip;

#[test]
fn coverage_is_written_if_and_only_if_it_is_compiled_in() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("coverage.dat");
    let mut chip = ready_chip(Model::Tiny);
    chip.write(offset::SCRATCH, 1).unwrap();
    let answer = chip.write_coverage(&path);
    if coverage_compiled(Model::Tiny) {
        assert_eq!(answer, Ok(()));
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("# SystemC::Coverage"), "{}", &text[..text.len().min(80)]);
        let counted = text.lines().filter(|line| line.starts_with("C ") && !line.ends_with(" 0")).count();
        assert!(counted > 10, "{counted} points were reached");
        let missing = folder.path().join("missing/coverage.dat");
        assert_eq!(chip.write_coverage(missing), Err(CoverageError::NotOpened));
    } else {
        assert_eq!(answer, Err(CoverageError::NotCompiled));
        assert!(!path.exists());
    }
}

#[test]
fn coverage_refusal_says_how_to_compile_it_in() {
    assert!(CoverageError::NotCompiled.to_string().contains("CARILLON_COVERAGE=1"));
}
