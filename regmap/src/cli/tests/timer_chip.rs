//! Every option of the timer chip, and every way to misuse one.

use std::format;
use std::string::ToString;

use clap::Parser;

use crate::BusAdapter;
use crate::cli::{AnyBuild, Chip, Choice, ChoiceError, OptionError, Options};
use crate::counter_chip::Build;
use crate::timer_chip::{TimerBuild, TimerBuildError};

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    choice: Choice,
    #[command(flatten)]
    options: Options,
}

fn build(line: &str) -> Result<TimerBuild, ChoiceError> {
    let words = line.split_whitespace();
    let line = Line::try_parse_from(core::iter::once("chip").chain(words)).unwrap();
    assert_eq!(line.choice.chip, Chip::Timer);
    line.choice.timer_build(&line.options)
}

#[test]
fn choice_of_the_timer_chip_takes_its_options_and_gives_them_back() {
    assert_eq!(build("--chip timer"), Ok(TimerBuild::minimal()));
    let full = build("--chip timer --preset full --slots 4096 --fifo 2").unwrap();
    let expected = TimerBuild { slot_bits: 12, fifo_bits: 1, periodic: true, ..TimerBuild::minimal() };
    assert_eq!(full, expected);
    assert_eq!(build(&full.options()), Ok(expected));
    for (wheels, wheel_bits) in [(1, 10), (2, 9), (3, 8)] {
        let several = build(&format!("--chip timer --wheels {wheels}")).unwrap();
        assert_eq!((several.wheels, several.wheel_bits()), (wheels, wheel_bits));
        assert_eq!(build(&several.options()), Ok(several));
    }
    let coalescing = build("--chip timer --coalescing").unwrap();
    assert!(coalescing.coalescing);
    assert_eq!(build(&coalescing.options()), Ok(coalescing));
    let look_ahead = build("--chip timer --look-ahead").unwrap();
    assert!(look_ahead.look_ahead);
    assert_eq!(build(&look_ahead.options()), Ok(look_ahead));
    let wide = build("--chip timer --wide").unwrap();
    assert_eq!((wide.record_words(), wide.link_bits()), (4, 21));
    assert_eq!(build(&wide.options()), Ok(wide));
    for bus in ["wishbone", "axi-lite", "spi", "uart --clocks-a-bit 9"] {
        let line = format!("--chip timer --slots 2048 --timers 8192 --bus {bus}");
        let inside = build(&line).unwrap();
        assert_eq!((inside.slot_bits, inside.timer_bits), (11, Some(13)));
        assert_eq!(build(&inside.options()), Ok(inside), "{bus}");
    }
}

#[test]
fn choice_of_what_the_chip_does_not_have_is_refused() {
    for line in ["--wheel-modes", "--alarm", "--single-port"] {
        let refused = build(&format!("--chip timer {line}"));
        assert_eq!(refused, Err(ChoiceError::NotCounter), "{line}");
    }
    for (line, found) in [
        ("--wheels 4", TimerBuildError::Wheels { found: 4 }),
        ("--wheels 2 --slots 16384", TimerBuildError::TooFar { wheels: 2, wheel_bits: 13 }),
        ("--wheels 3 --slots 2048", TimerBuildError::TooFar { wheels: 3, wheel_bits: 9 }),
    ] {
        let refused = build(&format!("--chip timer {line}"));
        assert_eq!(refused, Err(ChoiceError::Timer(found)), "{line}");
    }
    let inside = build("--chip timer --wide --timers 64");
    assert_eq!(inside, Err(ChoiceError::Timer(TimerBuildError::WideInside)));
    let large = build("--chip timer --slots 65536");
    let found = TimerBuildError::SlotBits { found: 16 };
    assert_eq!(large, Err(ChoiceError::Timer(found)));
    let without_speed = build("--chip timer --bus uart");
    assert_eq!(without_speed, Err(ChoiceError::Options(OptionError::NoBit)));
    for (periodic, wide, timers) in [(true, false, None), (false, true, None), (false, false, Some(16))] {
        let counter = Choice { periodic, wide, timers, ..Choice::default() };
        let refused = counter.build(&Options::default());
        assert_eq!(refused, Err(ChoiceError::NotTimer));
    }
}

#[test]
fn choice_of_memory_inside_that_is_not_offered_names_what_is() {
    for (number, remedy) in [("8", "from 16 to 32768"), ("65536", "from 16 to 32768"), ("1000", "512 or 1024")] {
        let line = ["chip", "--chip", "timer", "--timers", number];
        let message = Line::try_parse_from(line).err().unwrap().to_string();
        assert!(message.contains(remedy), "{message}");
    }
    for (timer_bits, clocks_a_bit, remedy) in [(16, 4, "16 to 32768"), (4, 3, "4 to 65535")] {
        let build = TimerBuild {
            timer_bits: Some(timer_bits),
            bus_adapter: BusAdapter::Uart { clocks_a_bit },
            ..TimerBuild::minimal()
        };
        let message = build.validate().unwrap_err().to_string();
        assert!(message.contains(remedy), "{message}");
    }
}

#[test]
fn choice_of_the_counter_chip_is_the_default() {
    let choice = Choice::default();
    assert!(choice.none());
    let build = choice.build(&Options::default());
    assert_eq!(build, Ok(AnyBuild::Counter(Build::minimal())));
}
