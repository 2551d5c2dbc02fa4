use super::*;
use carillon_regmap::cli::ChoiceError;
use std::path::Path;

/// The boards' files under `constraints/`, by name without `.toml`.
fn files() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../constraints");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .map(|path| {
            let name = path.file_stem().expect("a file has a name");
            let text = std::fs::read_to_string(&path).expect("it is text");
            (name.to_string_lossy().into_owned(), text)
        })
        .collect();
    files.sort();
    files
}

/// A board whose file says `to` where that of `board` says `from`.
fn changed_of(board: &str, from: &str, to: &str) -> Result<Plan, BoardError> {
    let files = files();
    let (_, text) = files.iter().find(|(name, _)| name == board).expect("it is there");
    assert!(text.contains(from), "the file no longer says {from}");
    Board::read(&text.replacen(from, to, 1))?.plan("target/boards/changed")
}

/// A board whose file says `to` where the iCEBreaker's says `from`.
fn changed(from: &str, to: &str) -> Result<Plan, BoardError> {
    changed_of("icebreaker", from, to)
}

#[test]
fn boards_of_the_issue_are_there() {
    let names: Vec<_> = files().into_iter().map(|(name, _)| name).collect();
    let expected = [
        "gatemate-evb",
        "hx8k",
        "hx8k-timer",
        "icebreaker",
        "icebreaker-spi",
        "icebreaker-timer",
        "orangecrab",
        "tang-nano-20k",
        "tang-nano-9k",
        "ulx3s-25f",
        "ulx3s-25f-timer",
        "ulx3s-85f",
    ];
    assert_eq!(names, expected);
}

#[test]
fn boards_have_a_pin_for_each_port_and_a_source_for_their_pins() {
    for (name, text) in files() {
        let board = Board::read(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let plan = board.plan(&name).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(plan.source.contains("commit"), "{name}: {}", plan.source);
        let wires: &[_] = match board.baud {
            Some(_) => &["uart_rx", "uart_tx"],
            None => &["spi_sck", "spi_cs_n", "spi_mosi", "spi_miso"],
        };
        let all = [&["clock"], wires, &["irq", "running", "led_heartbeat", "led_irq"]].concat();
        assert_eq!(constraints::ports(&plan.verilog, TOP), all);
        for (port, pin) in &board.pins {
            let lines = plan.constraints.lines();
            let found = lines
                .filter(|line| {
                    let words: Vec<_> = line.split([' ', '"', ';']).collect();
                    words.contains(&port.as_str()) && words.contains(&pin.as_str())
                })
                .count();
            assert_eq!(found, 1, "{name}: {port} at {pin}");
        }
        assert!(!plan.verilog.contains('$'), "{name}");
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        assert!(plan.sources.iter().all(|file| root.join(file).exists()));
        let chip = if board.chip.contains("timer") { "timer" } else { "counter" };
        assert!(plan.verilog.contains(&format!("\n    carillon_{chip}_")), "{name}");
    }
}

#[test]
fn board_with_a_port_that_has_no_pin_is_refused() {
    let error = changed("irq = \"4\"", "").expect_err("a port has no pin");
    assert_eq!(error, BoardError::NoPin { port: "irq".to_owned() });
}

#[test]
fn board_with_a_pin_that_has_no_port_is_refused() {
    let error = changed("irq = \"4\"", "irq = \"4\"\nspi_sck = \"3\"").expect_err("no such port");
    assert!(matches!(&error, BoardError::NoPort { pin, .. } if pin == "spi_sck"));
    assert!(error.to_string().contains("led_heartbeat"), "{error}");
}

#[test]
fn board_with_one_pin_for_two_ports_is_refused() {
    let error = changed("irq = \"4\"", "irq = \"6\"").expect_err("uart_rx is at 6");
    assert_eq!(error.to_string(), "pin 6 is given to both `irq` and `uart_rx`");
}

#[test]
fn board_with_a_clock_that_cannot_be_made_is_refused() {
    let error = changed("33_000_000", "47_000_000").expect_err("12 MHz gives no 47");
    assert!(matches!(error, BoardError::Clock(_)), "{error}");
}

#[test]
fn board_whose_loop_is_not_described_has_the_clock_of_its_pin_only() {
    for board in ["tang-nano-9k", "gatemate-evb"] {
        let error = changed_of(board, "chip_hertz = ", "chip_hertz = 1").expect_err("no loop");
        assert!(matches!(error, BoardError::Clock(_)), "{error}");
    }
}

#[test]
fn board_with_pins_of_another_voltage_says_so_and_names_no_strange_port() {
    let from = "led_irq = \"LVCMOS18\"";
    let plan = changed_of("tang-nano-9k", from, from).expect("it is right");
    for line in [
        "IO_LOC \"led_irq\" 11;",
        "IO_PORT \"led_irq\" IO_TYPE=LVCMOS18 PULL_MODE=NONE;",
        "IO_PORT \"uart_rx\" IO_TYPE=LVCMOS33 PULL_MODE=UP;",
    ] {
        assert!(plan.constraints.contains(line), "{}", plan.constraints);
    }
    let error = changed_of("tang-nano-9k", from, "led_2 = \"LVCMOS18\"").expect_err("no such port");
    assert!(matches!(&error, BoardError::NoPort { pin, .. } if pin == "led_2"));
}

#[test]
fn board_with_a_chip_that_cannot_be_built_is_refused() {
    let error = changed("--slots", "--slits").expect_err("no such option");
    assert!(error.to_string().contains("--slits"), "{error}");
    let error = changed("baud = 115200", "baud = 40000000").expect_err("too fast for 33 MHz");
    assert!(matches!(error, BoardError::Chip(_)), "{error}");
}

#[test]
fn board_with_a_timer_chip_needs_its_memory_inside() {
    let options = "--slots 1048576 --single-port";
    let error = changed(options, "--chip timer").expect_err("there are no pins for a memory");
    assert_eq!(error, BoardError::NoMemory);
    let error = changed(options, "--timers 1024").expect_err("the counter chip has no timers");
    assert_eq!(error, BoardError::Chip(ChoiceError::NotTimer));
    let plan = changed(options, "--chip timer --timers 1024").expect("it can be built");
    assert!(plan.verilog.contains("--timers 1024 --bus uart"));
    assert!(plan.verilog.contains(".TIMER_BITS(10)"));
    assert!(plan.verilog.contains(".memory_ack(1'b0)"));
}

#[test]
fn board_with_a_timer_chip_on_spi_is_one_as_well() {
    let (_, text) = files().into_iter().find(|(name, _)| name == "icebreaker-spi").expect("it is there");
    let text = text.replacen("--slots 4096", "--chip timer --timers 256", 1);
    let board = Board::read(&text).expect("the file is right");
    let plan = board.plan("target/boards/icebreaker-spi").expect("it can be built");
    assert!(plan.verilog.contains("--timers 256 --bus spi"));
}

#[test]
fn board_with_a_word_that_is_none_is_refused_with_its_line() {
    let error = changed("lights_low", "lights_lo").expect_err("no such word");
    assert!(error.to_string().contains("lights_lo"), "{error}");
}
