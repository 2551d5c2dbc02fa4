//! The checked-in Verilog is what the source says, and what cannot be built is refused by name.

use carillon_hdl::{Build, BuildError, Front, generate};
use std::process::Command;

#[test]
fn generated_verilog_is_up_to_date() {
    let output = Command::new(env!("CARGO_BIN_EXE_generate"))
        .arg("--check")
        .output()
        .expect("generate runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn generate_every_size_on_offer_succeeds() {
    for slot_bits in 10..=20 {
        for fifo_bits in [1, 2, 5, 10] {
            let text = generate(&Build {
                slot_bits,
                fifo_bits,
                ..Build::minimal()
            })
            .expect("this build is on offer");
            assert!(
                text.contains("module carillon(clock,reset,irq,"),
                "the top module is called carillon"
            );
            assert!(text.contains(&format!(
                "reg [15:0] busy [{}:0];",
                (1 << (slot_bits - 4)) - 1
            )));
            assert!(!text.contains("top$"), "no module keeps Rust-HDL's name");
        }
    }
}

#[test]
fn generate_every_front_end_is_the_same_chip_behind_other_pins() {
    for (front, pins, name) in [
        (Front::Wishbone, "wb_cyc,", "Wishbone B4"),
        (Front::AxiLite, "s_axi_awaddr,s_axi_awprot,", "AXI4-Lite"),
        (
            Front::Uart { clocks_a_bit: 868 },
            "uart_rx,uart_tx);",
            "UART with 868 clocks a bit",
        ),
        (Front::Spi, "spi_sck,spi_cs_n,spi_mosi,spi_miso);", "SPI"),
    ] {
        let text = generate(&Build {
            front,
            ..Build::minimal()
        })
        .expect("this build is on offer");
        assert!(text.contains(&format!("module carillon(clock,reset,irq,{pins}")));
        assert!(
            text.lines()
                .next()
                .is_some_and(|line| line.ends_with(&format!(", {name}.")))
        );
        assert!(text.contains("\nmodule carillon$cursor("));
        assert!(!text.contains("top$") && !text.contains("module carillon$core$"));
    }
}

#[test]
fn generate_out_of_range_is_refused_by_name() {
    let minimal = Build::minimal();
    for (build, error, words) in [
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
                front: Front::Uart { clocks_a_bit: 3 },
                ..minimal
            },
            BuildError::ClocksABit { found: 3 },
            "choose 4 to 65535",
        ),
        (
            Build {
                front: Front::Uart {
                    clocks_a_bit: 65_536,
                },
                ..minimal
            },
            BuildError::ClocksABit { found: 65_536 },
            "65536 clocks a bit",
        ),
    ] {
        assert_eq!(generate(&build), Err(error));
        assert!(error.to_string().contains(words), "{error}");
    }
}

#[test]
fn generate_sizes_that_are_no_power_of_two_are_refused() {
    let output = Command::new(env!("CARGO_BIN_EXE_generate"))
        .args(["--slots", "5000", "--fifo", "16"])
        .output()
        .expect("generate runs");
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("--slots 5000: give a power of two"));
}
