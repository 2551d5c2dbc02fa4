//! The program of examples/rp2040, over SPI bit by bit and at the interrupt's pin of the Verilated chip.

use std::cell::RefCell;
use std::convert::Infallible;
use std::fs;
use std::path::Path;
use std::rc::Rc;

use carillon_sim::SpiChip;
use embedded_hal::digital::{self, InputPin};
use embedded_hal::spi::{self, Operation, SpiDevice};

#[path = "../../../examples/rp2040/src/program.rs"]
mod program;

/// Clocks in a tick. The board has 48,000; an access over SPI takes 600.
const PRESCALE: u32 = 2_000;

/// The chip, to be reached by its wires and by its interrupt line.
#[derive(Clone)]
struct Shared(Rc<RefCell<SpiChip>>);

impl spi::ErrorType for Shared {
    type Error = Infallible;
}

impl SpiDevice for Shared {
    fn transaction(&mut self, operations: &mut [Operation<'_, u8>]) -> Result<(), Infallible> {
        self.0.borrow_mut().transaction(operations)
    }
}

impl digital::ErrorType for Shared {
    type Error = Infallible;
}

impl InputPin for Shared {
    fn is_high(&mut self) -> Result<bool, Infallible> {
        Ok(self.0.borrow().irq())
    }

    fn is_low(&mut self) -> Result<bool, Infallible> {
        self.is_high().map(|high| !high)
    }
}

/// The block of the README that says what comes out at the serial port.
fn promised() -> String {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/rp2040/README.md");
    let text = fs::read_to_string(readme).expect("the example has a README");
    let (_, rest) = text.split_once("```text\n").expect("it shows the output");
    let (block, _) = rest.split_once("```").expect("the block ends");
    block.to_owned()
}

#[test]
fn rp2040_on_the_simulated_pins_prints_what_its_readme_says() {
    let chip = Shared(Rc::new(RefCell::new(SpiChip::new().unwrap())));
    let mut output = String::new();
    let sleeper = chip.clone();
    let mut sleeps = 0;
    program::run(chip.clone(), chip.clone(), PRESCALE, &mut output, || {
        sleeps += 1;
        let woken = sleeper.0.borrow_mut().clock_until_irq(10_000_000);
        assert!(woken, "no interrupt, and timers are left");
    })
    .unwrap();
    assert_eq!(output.replace('\r', ""), promised());
    // One sleep for each slot that is busy when its tick comes; a lap passes a timer of a later one.
    assert!((6..=12).contains(&sleeps), "{sleeps} sleeps");
}

#[test]
fn rp2040_without_a_chip_says_so() {
    /// Wires that end nowhere.
    struct Nothing;
    impl spi::ErrorType for Nothing {
        type Error = Infallible;
    }
    impl SpiDevice for Nothing {
        fn transaction(&mut self, operations: &mut [Operation<'_, u8>]) -> Result<(), Infallible> {
            for operation in operations {
                if let Operation::TransferInPlace(bytes) = operation {
                    bytes.fill(0xff);
                }
            }
            Ok(())
        }
    }
    let irq = Shared(Rc::new(RefCell::new(SpiChip::new().unwrap())));
    let error = program::run(Nothing, irq, PRESCALE, &mut String::new(), || {}).unwrap_err();
    assert!(!error.to_string().is_empty());
    assert!(error.to_string().contains("shorten the wires"), "{error}");
}
