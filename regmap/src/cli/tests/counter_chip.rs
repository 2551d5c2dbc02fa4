//! Every option, and every way to misuse one.

use std::format;
use std::string::{String, ToString};

use clap::Parser;

use crate::BusAdapter;
use crate::cli::Options;
use crate::counter_chip::Build;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    options: Options,
}

fn parse(line: &str) -> Result<Build, String> {
    Line::try_parse_from(std::iter::once("generate").chain(line.split_whitespace()))
        .map_err(|error| error.to_string())?
        .options
        .build()
        .map_err(|error| error.to_string())
}

#[test]
fn options_left_out_give_the_preset() {
    assert_eq!(parse(""), Ok(Build::minimal()));
    assert_eq!(parse("--preset minimal"), Ok(Build::minimal()));
    assert_eq!(parse("--preset full"), Ok(Build::full()));
}

#[test]
fn options_each_changes_one_thing() {
    let minimal = Build::minimal();
    let full = Build::full();
    for (line, build) in [
        ("--wheels 8", Build { wheels: 8, ..minimal }),
        ("--slots 1048576", Build { slot_bits: 20, ..minimal }),
        ("--single-port", Build { single_port: true, ..minimal }),
        ("--fifo 1024", Build { fifo_bits: 10, ..minimal }),
        ("--alarm", Build { alarm: true, ..minimal }),
        ("--look-ahead", Build { look_ahead: true, ..minimal }),
        ("--coalescing", Build { coalescing: true, ..minimal }),
        ("--wheel-modes", Build { wheel_modes: true, ..minimal }),
        ("--preset full --wheels 1", Build { wheels: 1, ..full }),
        ("--preset full --no-alarm", Build { alarm: false, ..full }),
        ("--preset full --no-look-ahead", Build { look_ahead: false, ..full }),
        ("--preset full --no-coalescing", Build { coalescing: false, ..full }),
        ("--preset full --no-wheel-modes", Build { wheel_modes: false, ..full }),
        ("--bus wishbone", minimal),
        ("--bus axi-lite", Build { bus_adapter: BusAdapter::AxiLite, ..minimal }),
        ("--bus spi", Build { bus_adapter: BusAdapter::Spi, ..minimal }),
    ] {
        assert_eq!(parse(line), Ok(build), "{line}");
    }
}

#[test]
fn options_bit_comes_from_clock_and_baud() {
    for (line, clocks_a_bit) in [
        ("--clocks-a-bit 4", 4),
        ("--clocks-a-bit 65535", 65_535),
        ("--clock-hz 12000000 --baud 115200", 104),
        ("--clock-hz 100000000 --baud 115200", 868),
        // 4.08 clocks: 2.0 % of error, just allowed.
        ("--clock-hz 408000 --baud 100000", 4),
    ] {
        let bus_adapter = parse(&format!("--bus uart {line}")).map(|build| build.bus_adapter);
        assert_eq!(bus_adapter, Ok(BusAdapter::Uart { clocks_a_bit }), "{line}");
    }
}

#[test]
fn options_that_describe_no_chip_are_refused_with_the_remedy() {
    for (line, remedy) in [
        ("--wheels 0", "give a number from 1 to 8"),
        ("--wheels 9", "give a number from 1 to 8"),
        ("--wheels many", "give a number from 1 to 8"),
        ("--slots 5000", "give a power of two: 4096 or 8192"),
        ("--slots 512", "give a power of two from 1024 to 1048576"),
        ("--slots 2097152", "give a power of two from 1024 to 1048576"),
        ("--slots 4294967297", "give a power of two from 1024 to 1048576"),
        ("--fifo 1", "give a power of two from 2 to 1024"),
        ("--fifo 2048", "give a power of two from 2 to 1024"),
        ("--fifo 3", "give a power of two: 2 or 4"),
        ("--preset large", "possible values: minimal, full"),
        ("--alarm --no-alarm", "cannot be used with"),
        ("--no-wheel-modes --wheel-modes", "cannot be used with"),
        ("--bus ahb", "possible values: wishbone, axi-lite, apb, uart, spi"),
        ("--bus uart", "add --clock-hz HZ and --baud BAUD, or --clocks-a-bit N"),
        ("--clocks-a-bit 16", "are for --bus uart"),
        ("--bus spi --clock-hz 9 --baud 1", "are for --bus uart"),
        ("--bus uart --baud 9600", "--clock-hz"),
        ("--bus uart --clock-hz 9600", "--baud"),
        ("--bus uart --clock-hz 9 --baud 1 --clocks-a-bit 9", "cannot be used with"),
        ("--bus uart --clock-hz 0 --baud 1", "must not be 0"),
        ("--bus uart --clock-hz 1 --baud 0", "must not be 0"),
        ("--bus uart --clocks-a-bit 3", "choose 4 to 65535"),
        ("--bus uart --clocks-a-bit 65536", "choose 4 to 65535"),
        ("--bus uart --clock-hz 1000000 --baud 300000", "choose --baud 250000 or less"),
        ("--bus uart --clock-hz 100000000 --baud 1000", "choose --baud 1526 or more"),
        ("--bus uart --clock-hz 1000000 --baud 230400", "4 clocks a bit, 250000 baud, which is off by 8.5 %"),
        // 4.09 clocks: 2.25 %.
        ("--bus uart --clock-hz 409000 --baud 100000", "choose another --baud"),
    ] {
        let message = parse(line).expect_err(line);
        assert!(message.contains(remedy), "{line}: {message}");
    }
}

#[test]
fn options_of_a_build_ask_for_that_build() {
    for wheels in [1, 4, 8] {
        for features in 0..16 {
            for bus_adapter in [
                BusAdapter::Wishbone,
                BusAdapter::AxiLite,
                BusAdapter::Apb,
                BusAdapter::Uart { clocks_a_bit: 104 },
                BusAdapter::Spi,
            ] {
                let build = Build {
                    wheels,
                    slot_bits: 10 + wheels,
                    fifo_bits: wheels,
                    single_port: wheels == 4,
                    alarm: features & 1 != 0,
                    look_ahead: features & 2 != 0,
                    coalescing: features & 4 != 0,
                    wheel_modes: features & 8 != 0,
                    bus_adapter,
                };
                assert_eq!(parse(&build.options()), Ok(build));
            }
        }
    }
}

#[test]
fn summary_says_what_params_says() {
    let summary = Build::full().summary();
    for words in
        ["wheels     4", "4096", "16 events", "alarm, look ahead, coalescing, wheel modes", "Wishbone B4", "0x000F08C4"]
    {
        assert!(summary.contains(words), "{words}: {summary}");
    }
    assert_eq!(Build::full().params(), 0x000F_08C4);
    assert!(Build::minimal().summary().contains("features   none"));
}
