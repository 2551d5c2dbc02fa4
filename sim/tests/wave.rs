//! Wave files.

mod common;

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use carillon_driver::bus::RegisterBus;
use carillon_regmap::counter_chip::{ID_VALUE, field, offset};
use carillon_sim::{Model, RESET_CLOCKS, Simulation, WaveError};
use common::{ready_chip, ready_chip_with_waves};

/// A VCD file, taken apart.
struct Wave {
    timescale: String,
    /// Identifier code and width by signal name (the first of a name: the port at the top).
    signals: HashMap<String, (String, u32)>,
    /// Time, identifier code, value.
    changes: Vec<(u64, String, String)>,
}

impl Wave {
    fn read(path: &Path) -> Wave {
        let text = fs::read_to_string(path).expect("a wave file");
        let (header, body) = text.split_once("$enddefinitions $end").expect("a header that ends");
        let timescale =
            header.split_once("$timescale").and_then(|(_, rest)| rest.split_once("$end")).expect("a scale").0;
        let mut signals = HashMap::new();
        for line in header.lines().filter(|line| line.trim_start().starts_with("$var")) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let width = words[2].parse().expect("a width");
            signals.entry(words[4].to_owned()).or_insert((words[3].to_owned(), width));
        }
        let mut time = 0;
        let mut changes = Vec::new();
        for line in body.lines().map(str::trim).filter(|line| !line.is_empty()) {
            if let Some(digits) = line.strip_prefix('#') {
                time = digits.parse().expect("a time");
            } else if let Some(vector) = line.strip_prefix('b') {
                let (value, code) = vector.split_once(' ').expect("a value and a code");
                changes.push((time, code.to_owned(), value.to_owned()));
            } else {
                let (value, code) = line.split_at(1);
                assert!(value == "0" || value == "1", "{line}");
                changes.push((time, code.to_owned(), value.to_owned()));
            }
        }
        Wave { timescale: timescale.trim().to_owned(), signals, changes }
    }

    fn changes_of(&self, name: &str) -> Vec<(u64, &str)> {
        let (code, _) = &self.signals[name];
        let own = self.changes.iter().filter(|(_, changed, _)| changed == code);
        own.map(|(time, _, value)| (*time, value.as_str())).collect()
    }
}

#[test]
fn wave_file_shows_clock_and_transfers() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("chip.vcd");
    let mut chip = ready_chip_with_waves(Model::Tiny);
    let start = chip.clocks();
    chip.trace_to(&path).unwrap();
    for value in 0..5 {
        chip.write(offset::SCRATCH, value).unwrap();
        assert_eq!(chip.read(offset::SCRATCH), Ok(value));
    }
    chip.clock(20);
    let end = chip.clocks();
    drop(chip);

    let wave = Wave::read(&path);
    assert_eq!(wave.timescale, "1ns");
    assert_eq!(wave.signals["wb_dat_r"].1, 32);
    assert_eq!(wave.signals["irq"].1, 1);
    let edges: Vec<u64> =
        wave.changes_of("clock").iter().filter(|change| change.1 == "1").map(|change| change.0).collect();
    let expected: Vec<u64> = (start..=end).map(|clock| clock * 10).collect();
    assert_eq!(edges, expected, "one rising edge every 10 ns, from the moment of the call");
    let acknowledged = wave.changes_of("wb_ack").iter().filter(|change| change.1 == "1").count();
    assert_eq!(acknowledged, 10);
}

#[test]
fn wave_file_can_be_read_while_the_chip_lives() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("chip.vcd");
    let mut chip = ready_chip_with_waves(Model::Tiny);
    chip.flush_trace(); // nothing to flush yet
    chip.trace_to(&path).unwrap();
    chip.clock(7);
    chip.flush_trace();
    assert_eq!(Wave::read(&path).changes.last().map(|change| change.0), Some(chip.clocks() * 10));
}

#[test]
fn wave_files_of_parallel_chips_are_alike() {
    let folder = tempfile::tempdir().unwrap();
    let session = |name: String| {
        let path = folder.path().join(name);
        let mut chip = ready_chip_with_waves(Model::Tiny);
        chip.trace_to(&path).unwrap();
        for value in 0..200 {
            chip.write(offset::SCRATCH, value).unwrap();
        }
        drop(chip);
        Wave::read(&path).changes
    };
    let alone = session("alone.vcd".into());
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..6).map(|n| scope.spawn(move || session(format!("{n}.vcd")))).collect();
        for worker in workers {
            assert!(worker.join().expect("a session ends") == alone);
        }
    });
}

#[test]
fn wave_file_does_not_change_what_the_chip_does() {
    let folder = tempfile::tempdir().unwrap();
    let mut plain = ready_chip(Model::Tiny);
    let mut traced = ready_chip_with_waves(Model::Tiny);
    traced.trace_to(folder.path().join("chip.vcd")).unwrap();
    for chip in [&mut plain, &mut traced] {
        chip.write(offset::CTRL, 1).unwrap();
        chip.clock(321);
    }
    assert_eq!(plain.read(offset::NOW_LO), traced.read(offset::NOW_LO));
    assert_eq!(plain.clocks(), traced.clocks());
}

#[test]
fn second_wave_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut chip = ready_chip_with_waves(Model::Tiny);
    chip.trace_to(folder.path().join("one.vcd")).unwrap();
    assert_eq!(chip.trace_to(folder.path().join("two.vcd")), Err(WaveError::AlreadyTracing));
    assert!(WaveError::AlreadyTracing.to_string().contains("new Simulation"));
}

#[test]
fn wave_file_in_a_missing_folder_is_refused_and_the_chip_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut chip = ready_chip_with_waves(Model::Tiny);
    assert_eq!(chip.trace_to(folder.path().join("missing/chip.vcd")), Err(WaveError::NotOpened));
    assert_eq!(chip.read(offset::ID), Ok(ID_VALUE));
    let path = folder.path().join("chip.vcd");
    chip.trace_to(&path).unwrap();
    chip.clock(5);
    drop(chip);
    assert!(Wave::read(&path).changes_of("clock").len() > 5);
}

#[test]
fn wave_file_of_an_ordinary_chip_starts_with_the_first_clock() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("chip.vcd");
    let mut chip = Simulation::new(Model::Tiny).unwrap();
    chip.trace_to(&path).unwrap();
    chip.reset();
    chip.write(offset::SCRATCH, 1).unwrap();
    drop(chip);
    let wave = Wave::read(&path);
    assert_eq!(wave.changes_of("reset"), [(0, "0"), (5, "1"), (RESET_CLOCKS * 10 + 5, "0")]);
    assert_eq!(wave.changes_of("clock")[0], (0, "1"));
}

#[test]
fn wave_file_of_an_ordinary_chip_that_has_run_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("chip.vcd");
    let mut chip = ready_chip(Model::Tiny);
    assert_eq!(chip.trace_to(&path), Err(WaveError::TooLate));
    assert!(!path.exists());
    assert!(WaveError::TooLate.to_string().contains("with_waves"));
    assert_eq!(chip.read(offset::ID), Ok(ID_VALUE));
}

#[test]
fn models_with_waves_do_as_those_without() {
    for &model in Model::all() {
        let session = |mut chip: Simulation| {
            chip.write(offset::INTR_ENABLE, field::intr_enable::EVENT.put(1)).unwrap();
            chip.write(offset::CTRL, field::ctrl::ENABLE.put(1)).unwrap();
            for slot in [3, 40, 41, 900] {
                chip.write(offset::ARM, field::arm::SLOT.put(slot)).unwrap();
            }
            chip.clock_until_irq(10_000);
            chip.clock(1000);
            let seen: Vec<_> = [offset::EVENT, offset::EVENT_TICK, offset::CURSOR_LO, offset::STATUS]
                .map(|register| chip.read(register))
                .into();
            (chip.clocks(), chip.irq(), seen)
        };
        let plain = session(ready_chip(model));
        assert!(plain.1, "{model}: the interrupt is high");
        assert_eq!(plain, session(ready_chip_with_waves(model)), "{model}");
    }
}
