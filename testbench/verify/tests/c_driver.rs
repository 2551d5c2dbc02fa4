//! The C driver of the counter chip, compiled as C and as C++ under the strictest settings and run against the
//! Verilated chip; and why both drivers do not open.

mod common;

use std::collections::HashMap;
use std::process::Command;

use carillon_driver::bus::RegisterBus;
use carillon_regmap::counter_chip::offset;
use carillon_sim::{Model, Simulation};
use common::c_host::{Bus, Host, LANGUAGES, compile, output_of};

impl Bus for Simulation {
    fn read(&mut self, offset: u32) -> u32 {
        RegisterBus::read(self, offset).expect("a register")
    }

    fn write(&mut self, offset: u32, word: u32) {
        RegisterBus::write(self, offset, word).expect("a register");
    }

    fn pass(&mut self, clocks: u64) -> bool {
        self.clock_until_irq(clocks);
        self.irq()
    }
}

#[test]
fn c_drivers_compile_as_c_and_as_cpp_without_a_warning() {
    for name in ["c_driver", "c_timer_chip", "c_faults", "c_timer_faults"] {
        for language in LANGUAGES {
            compile(name, language);
        }
    }
}

#[test]
fn c_drivers_that_do_not_open_say_why() {
    for language in LANGUAGES {
        let output = output_of(&mut Command::new(compile("c_reasons", language)));
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{language:?}: {said}");
    }
}

#[test]
fn c_driver_on_the_chip_expires_every_timer_once_at_its_tick() {
    run(0);
}

/// A start that fails starts nothing; all else goes on with the next service.
#[test]
fn c_driver_on_a_bus_that_fails_loses_no_timer_and_expires_none_twice() {
    run(50);
}

fn run(failing: u32) {
    let mut chip = Simulation::new(Model::find(1024, 16).expect("a model")).expect("a chip");
    chip.reset();
    let mut host = Host::new(&compile("c_driver", LANGUAGES[0]), failing);
    let mut outstanding = HashMap::new();
    let (mut expired, mut stopped) = (0, 0);
    while let Some((what, numbers)) = host.tells(&mut chip) {
        match what.as_str() {
            "started" => drop(outstanding.insert(numbers[0], numbers[1])),
            "stopped" => stopped += u64::from(outstanding.remove(&numbers[0]).is_some()),
            "expired" => {
                let due = numbers[1];
                assert_eq!(outstanding.remove(&numbers[0]), Some(due), "{numbers:x?}: it is outstanding, and due then");
                let now = Bus::read(&mut chip, offset::NOW_LO);
                assert!(u64::from(now) >= due, "{numbers:x?}: early, at {now}");
                expired += 1;
            }
            _ => panic!("{what}"),
        }
    }
    assert!(outstanding.is_empty(), "lost: {outstanding:?}");
    // An acknowledgement that has arrived although it failed is repeated.
    let stale = carillon_regmap::counter_chip::field::error::ACK_STALE.mask()
        | carillon_regmap::counter_chip::field::error::ACK_EMPTY.mask();
    let errors = Bus::read(&mut chip, offset::ERROR);
    assert_eq!(errors & !if failing > 0 { stale } else { 0 }, 0);
    assert_eq!(host.failures > 0, failing > 0);
    assert!(expired > 500 && stopped > 100, "{expired} expired, {stopped} stopped");
}
