//! `carillon generate` as a user calls it.

mod common;

use common::{assert_refused, carillon, output, program, text};

#[test]
fn generate_with_out_writes_the_chip_and_says_what_it_is() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let path = folder.path().join("chip.v");
    let mut command =
        program("generate --preset full --wheels 4 --slots 65536 --fifo 64 --bus axi-lite --out");
    let output = output(command.arg(&path));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    for words in [
        "wheels     4",
        "slots      65536",
        "FIFO       64 events",
        "bus        AXI4-Lite",
        "PARAMS     0x000F0D04",
        path.to_str().expect("UTF-8"),
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    let verilog = std::fs::read_to_string(&path).expect("the chip was written");
    assert!(verilog.contains("module carillon ("));
    assert!(verilog.contains("s_axi_rready"));
    assert!(verilog.contains(
        "carillon generate --wheels 4 --slots 65536 --fifo 64 --alarm --look-ahead --coalescing --wheel-modes \
         --bus axi-lite"
    ));
}

#[test]
fn generate_without_out_writes_verilog_alone_to_standard_output() {
    let output = carillon("generate");
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
    for (arguments, remedy) in [
        ("--slots 5000", "give a power of two: 4096 or 8192"),
        ("--bus uart", "add --clock-hz HZ and --baud BAUD"),
        ("--out /no/such/folder/chip.v", "choose another place"),
    ] {
        let mut command = program("generate");
        command.args(arguments.split(' '));
        if !arguments.starts_with("--out") {
            command.arg("--out").arg(&path);
        }
        assert_refused(&output(&mut command), remedy);
        assert!(!path.exists());
    }
}

#[test]
fn generate_help_shows_examples() {
    let said = text(&carillon("generate --help").stdout);
    for words in [
        "Examples:",
        "--preset full --wheels 4",
        "--no-wheel-modes",
        "--clocks-a-bit",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
}
