//! `carillon generate` as a user calls it.

use std::process::{Command, Output};

fn carillon(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_carillon"))
        .arg("generate")
        .args(arguments)
        .output()
        .expect("carillon runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn generate_with_out_writes_the_chip_and_says_what_it_is() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let path = folder.path().join("chip.v");
    let path = path.to_str().expect("a path in UTF-8");
    let output = carillon(&[
        "--preset", "full", "--wheels", "4", "--slots", "65536", "--fifo", "64", "--bus",
        "axi-lite", "--out", path,
    ]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    for words in [
        "wheels     4",
        "slots      65536",
        "FIFO       64 events",
        "bus        AXI4-Lite",
        "PARAMS     0x000F0D04",
        path,
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    let verilog = std::fs::read_to_string(path).expect("the chip was written");
    assert!(verilog.contains("module carillon ("));
    assert!(verilog.contains("s_axi_rready"));
    assert!(verilog.contains(
        "carillon generate --wheels 4 --slots 65536 --fifo 64 --alarm --look-ahead --coalescing --wheel-modes \
         --bus axi-lite"
    ));
}

#[test]
fn generate_without_out_writes_verilog_alone_to_standard_output() {
    let output = carillon(&[]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let minimal = carillon_hdl::generate(&carillon_regmap::counter_chip::Build::minimal())
        .expect("minimal is built");
    assert_eq!(text(&output.stdout), minimal);
    assert!(text(&output.stderr).contains("PARAMS     0x000008C1"));
}

#[test]
fn generate_what_cannot_be_built_ends_with_the_remedy_and_writes_nothing() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let path = folder.path().join("chip.v");
    let out = path.to_str().expect("a path in UTF-8");
    for (arguments, remedy) in [
        (
            vec!["--slots", "5000", "--out", out],
            "give a power of two: 4096 or 8192",
        ),
        (
            vec!["--bus", "uart", "--out", out],
            "add --clock-hz HZ and --baud BAUD",
        ),
        (
            vec!["--out", "/no/such/folder/chip.v"],
            "choose another place",
        ),
    ] {
        let output = carillon(&arguments);
        assert_eq!(output.status.code(), Some(2));
        let said = text(&output.stderr);
        assert!(said.contains(remedy), "{remedy}: {said}");
        assert!(output.stdout.is_empty() && !path.exists());
    }
}

#[test]
fn generate_help_shows_examples() {
    let said = text(&carillon(&["--help"]).stdout);
    for words in [
        "Examples:",
        "--preset full --wheels 4",
        "--no-wheel-modes",
        "--clocks-a-bit",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
}
