//! The checked-in Verilog is what the source says; every build on offer elaborates; what cannot be built is refused.

use carillon_hdl::Described;
use carillon_hdl::{VERIFIED, generate};
use carillon_regmap::BusAdapter;
use carillon_regmap::counter_chip::{Build, BuildError};
use std::collections::HashSet;
use std::process::{Command, Output};

fn run(program: &str, arguments: &[&str]) -> Output {
    let run = Command::new(program).args(arguments).output();
    run.expect("the program runs")
}

#[test]
fn generated_verilog_is_up_to_date() {
    let output = run(env!("CARGO_BIN_EXE_checked-in"), &["--check"]);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn verified_names_are_unique() {
    let names: HashSet<_> = VERIFIED.iter().map(|(name, _)| name).collect();
    assert_eq!(names.len(), VERIFIED.len());
}

/// What every file must show of its build.
fn check(build: &Build) {
    let text = generate(build).unwrap_or_else(|error| panic!("{build:?}: {error}"));
    assert!(
        text.contains("module carillon (\n    input  wire clock,"),
        "the top module is called carillon: {build:?}"
    );
    assert!(
        text.contains(&format!(
            "reg [15:0] busy{} [{}:0];",
            if build.single_port { "_0" } else { "" },
            (1 << (build.slot_bits - 4).min(if build.single_port { 14 } else { 16 })) - 1
        )),
        "one busy bit a slot: {build:?}"
    );
    assert!(
        text.contains(&format!("generate {}\n", build.options())),
        "the file says how to make it again: {build:?}"
    );
    assert!(!text.contains('$'), "no name is Rust-HDL's: {build:?}");
    let pin = match build.bus_adapter {
        BusAdapter::Wishbone => "wb_cyc",
        BusAdapter::AxiLite => "s_axi_awvalid",
        BusAdapter::Apb => "psel",
        BusAdapter::Uart { .. } => "uart_rx",
        BusAdapter::Spi => "spi_sck",
    };
    assert!(text.contains(pin), "the pins of its bus adapter: {build:?}");
}

/// Checks builds on two threads.
fn check_all(builds: &[Build]) {
    let (first, second) = builds.split_at(builds.len() / 2);
    std::thread::scope(|scope| {
        for half in [first, second] {
            scope.spawn(|| half.iter().for_each(check));
        }
    });
}

/// Every combination of features, given as four bits.
fn features(bits: u32) -> Build {
    Build {
        alarm: bits & 1 != 0,
        look_ahead: bits & 2 != 0,
        coalescing: bits & 4 != 0,
        wheel_modes: bits & 8 != 0,
        ..Build::minimal()
    }
}

#[test]
#[ignore = "long"]
fn generate_every_combination_of_features_and_wheels_succeeds() {
    let mut builds = Vec::new();
    for bits in 0..16 {
        for wheels in [1, 2, 4, 8] {
            for (slot_bits, fifo_bits) in [(10, 1), (12, 4), (20, 10)] {
                builds.push(Build {
                    wheels,
                    slot_bits,
                    fifo_bits,
                    ..features(bits)
                });
            }
        }
    }
    check_all(&builds);
}

#[test]
fn generate_every_size_with_one_port_succeeds() {
    let builds: Vec<_> = (10..=20)
        .map(|slot_bits| Build {
            slot_bits,
            single_port: true,
            ..Build::full()
        })
        .collect();
    check_all(&builds);
}

#[test]
fn generate_every_front_end_succeeds() {
    let mut builds = Vec::new();
    for preset in [Build::minimal(), Build::full()] {
        for bus_adapter in [
            BusAdapter::Wishbone,
            BusAdapter::AxiLite,
            BusAdapter::Apb,
            BusAdapter::Uart { clocks_a_bit: 4 },
            BusAdapter::Uart {
                clocks_a_bit: 65_535,
            },
            BusAdapter::Spi,
        ] {
            builds.push(Build {
                bus_adapter,
                ..preset
            });
        }
    }
    check_all(&builds);
}

#[test]
#[ignore = "long"]
fn generate_every_size_and_number_of_wheels_succeeds() {
    let mut builds = Vec::new();
    for slot_bits in 10..=20 {
        builds.push(Build {
            slot_bits,
            fifo_bits: 21 - slot_bits.max(11),
            ..Build::full()
        });
    }
    for wheels in 1..=8 {
        builds.push(Build {
            wheels,
            fifo_bits: wheels,
            ..Build::minimal()
        });
    }
    check_all(&builds);
}

#[test]
fn generate_out_of_range_is_refused_by_name() {
    let minimal = Build::minimal();
    for (build, error, words) in [
        (
            Build {
                wheels: 0,
                ..minimal
            },
            BuildError::Wheels { found: 0 },
            "0 wheels are not offered",
        ),
        (
            Build {
                wheels: 9,
                ..minimal
            },
            BuildError::Wheels { found: 9 },
            "9 wheels are not offered",
        ),
        (
            Build {
                slot_bits: 9,
                ..minimal
            },
            BuildError::SlotBits { found: 9 },
            "choose 10 to 20 slot bits",
        ),
        (
            Build {
                slot_bits: 21,
                ..minimal
            },
            BuildError::SlotBits { found: 21 },
            "2^21 slots",
        ),
        (
            Build {
                fifo_bits: 0,
                ..minimal
            },
            BuildError::FifoBits { found: 0 },
            "choose 1 to 10 FIFO bits",
        ),
        (
            Build {
                fifo_bits: 11,
                ..minimal
            },
            BuildError::FifoBits { found: 11 },
            "2^11 events",
        ),
        (
            Build {
                bus_adapter: BusAdapter::Uart { clocks_a_bit: 3 },
                ..minimal
            },
            BuildError::ClocksABit { found: 3 },
            "choose 4 to 65535",
        ),
    ] {
        assert_eq!(generate(&build), Err(error));
        assert!(error.to_string().contains(words), "{error}");
    }
}

#[test]
fn generator_alone_writes_what_the_library_does_and_refuses_by_name() {
    let program = env!("CARGO_BIN_EXE_carillon-generate");
    let output = run(program, &["--slots", "1024", "--fifo", "2"]);
    let build = Build {
        slot_bits: 10,
        fifo_bits: 1,
        ..Build::minimal()
    };
    let wanted = generate(&build).expect("it can be built");
    assert_eq!(String::from_utf8_lossy(&output.stdout), wanted);
    assert!(output.status.success());
    for (arguments, remedy) in [
        (["--slots", "5000"], "give a power of two: 4096 or 8192"),
        (
            ["--out", "no/such/folder/chip.v"],
            "--out no/such/folder/chip.v",
        ),
    ] {
        let output = run(program, &arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.code() == Some(2) && said.contains(remedy),
            "{said}"
        );
    }
}
