//! The C driver of host-driver/c, compiled under the strictest settings and run against the Verilated chip.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use carillon_driver::bus::RegisterBus;
use carillon_regmap::offset;
use carillon_sim::{Model, Simulation};

const HERE: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn c_driver_on_the_chip_expires_every_timer_once_at_its_tick() {
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("c_driver");
    let compiled = Command::new("gcc")
        .args([
            "-std=c99",
            "-O1",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-pedantic",
            "-o",
        ])
        .arg(&program)
        .arg(format!("-I{HERE}/../regmap/generated"))
        .arg(format!("-I{HERE}/../host-driver/c"))
        .arg(format!("{HERE}/tests/c_driver.c"))
        .output()
        .expect("cannot run gcc; install it (on Debian: apt-get install gcc libc6-dev)");
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );

    let mut chip = Simulation::new(Model::find(1024, 16).expect("a model")).expect("a chip");
    chip.reset();
    let mut host = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the host");
    let mut to_host = host.stdin.take().expect("a pipe");
    let mut outstanding = HashMap::new();
    let (mut expired, mut stopped, mut services) = (0, 0, 0);
    for line in BufReader::new(host.stdout.take().expect("a pipe")).lines() {
        let line = line.expect("a line");
        let words: Vec<&str> = line.split(' ').collect();
        let number = |at: usize| u64::from_str_radix(words[at], 16).expect("a number");
        match words[0] {
            "read" => {
                let word = chip.read(number(1) as u32).expect("a register");
                writeln!(to_host, "{word:x}").expect("the host reads");
            }
            "write" => chip
                .write(number(1) as u32, number(2) as u32)
                .expect("a register"),
            "pass" => {
                chip.clock_until_irq(number(1));
                services += u64::from(chip.irq());
                writeln!(to_host, "{:x}", u8::from(chip.irq())).expect("the host reads");
            }
            "started" => drop(outstanding.insert(number(1), number(2))),
            "stopped" => stopped += u64::from(outstanding.remove(&number(1)).is_some()),
            "expired" => {
                let due = number(2);
                assert_eq!(
                    outstanding.remove(&number(1)),
                    Some(due),
                    "{line}: it is outstanding, and due then"
                );
                let now = chip.read(offset::NOW_LO).expect("now");
                assert!(u64::from(now) >= due, "{line}: early, at {now}");
                expired += 1;
            }
            _ => panic!("{line}"),
        }
    }
    assert!(
        host.wait().expect("an end").success(),
        "it opens the chip, and refuses a wheel that does not fit"
    );
    assert!(outstanding.is_empty(), "lost: {outstanding:?}");
    assert_eq!(chip.read(offset::ERROR), Ok(0));
    assert!(
        expired > 500 && stopped > 100 && services > 500,
        "{expired} expired, {stopped} stopped, {services} services"
    );
}
