//! `carillon generate` as a user calls it.

mod common;

use std::process::Command;

use common::{assert_refused, carillon, output, program, text};

#[test]
fn generate_with_out_writes_an_instance_and_says_what_it_is() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let path = folder.path().join("timers.v");
    let mut command = program("generate --preset full --wheels 4 --slots 65536 --fifo 64 --bus axi-lite --out");
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
    let instance = std::fs::read_to_string(&path).expect("the instance was written");
    for words in [
        "carillon_counter_axi_lite #(",
        ".WHEELS(4),",
        ".SLOT_BITS(16),",
        ".FIFO_BITS(6),",
        ".SINGLE_PORT(0)\n) timers (",
        ".s_axi_rready(s_axi_rready)",
        "carillon generate --wheels 4 --slots 65536 --fifo 64 --alarm --look-ahead --coalescing --wheel-modes \
         --bus axi-lite",
    ] {
        assert!(instance.contains(words), "{words}: {instance}");
    }
}

/// The options of each kind of bus and memory.
const CHIPS: [&str; 12] = [
    "",
    "--preset full --single-port",
    "--bus axi-lite",
    "--bus apb",
    "--bus uart --clock-hz 12000000 --baud 115200",
    "--bus spi",
    "--chip timer --preset full",
    "--chip timer --timers 1024",
    "--chip timer --bus axi-lite --wheels 3",
    "--chip timer --bus apb --wide --look-ahead --coalescing",
    "--chip timer --bus uart --clocks-a-bit 8 --timers 64",
    "--chip timer --bus spi",
];

/// A module around the instance that is written, whose nets are declared by its port list.
fn module(options: &str) -> (String, Vec<String>) {
    let output = carillon(&format!("generate {options}"));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let instance = text(&output.stdout);
    let files = instance.lines().nth(1).expect("a line of files");
    let files = files
        .split(' ')
        .filter(|word| word.ends_with(".v"))
        .map(|name| format!("{}/../../hdl/verilog/{name}", env!("CARGO_MANIFEST_DIR")));
    let files = files.collect();
    (format!("module example;\n{instance}endmodule\n"), files)
}

#[test]
fn generate_writes_verilog_that_verilator_elaborates() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let path = folder.path().join("example.v");
    for options in CHIPS {
        let (module, files) = module(options);
        assert_eq!(files.len(), 4, "{options}: {files:?}");
        std::fs::write(&path, module).expect("the module is written");
        let mut verilator = Command::new("verilator");
        verilator.args(["--lint-only", "-Wno-IMPLICIT", "-Wno-WIDTH", "--top-module", "example"]);
        let output = output(verilator.arg(&path).args(files));
        assert!(output.status.success(), "{options}: {}", text(&output.stderr));
    }
}

#[test]
fn generate_in_vhdl_maps_generics_and_ports() {
    let said = text(&carillon("generate --vhdl --chip timer --timers 1024").stdout);
    for words in [
        "timers: carillon_timer_wishbone\n    generic map (",
        "TIMER_BITS => 10,",
        "wb_adr => wb_adr,",
        "memory_ack => '0',",
        "memory_dat_r => (others => '0'),",
        "memory_cyc => open,",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
}

#[test]
fn generate_what_cannot_be_built_ends_with_the_remedy_and_writes_nothing() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let path = folder.path().join("timers.v");
    for (arguments, remedy) in [
        ("--periodic", "are for --chip timer"),
        ("--slots 5000", "give a power of two: 4096 or 8192"),
        ("--bus uart", "add --clock-hz HZ and --baud BAUD"),
        ("--out /no/such/folder/timers.v", "choose another place"),
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
    for words in ["Examples:", "--preset full --wheels 4", "--no-wheel-modes", "--clocks-a-bit"] {
        assert!(said.contains(words), "{words}: {said}");
    }
}
