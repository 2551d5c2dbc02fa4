//! Clock, interrupt line and single steps at the pins.

mod common;

use carillon_driver::bus::RegisterBus;
use carillon_regmap::counter_chip::{ID_VALUE, field, offset};
use carillon_sim::{Inputs, Model, Outputs, Simulation};
use common::{force_interrupt, ready_chip};

#[test]
fn new_chip_has_run_no_clock_and_is_quiet() {
    let chip = Simulation::new(Model::Tiny).unwrap();
    assert_eq!(chip.clocks(), 0);
    assert!(!chip.irq());
    assert_eq!(chip.model(), Model::Tiny);
}

#[test]
fn clock_runs_exactly_as_many_clocks_as_asked() {
    let mut chip = ready_chip(Model::Tiny);
    chip.write(offset::CTRL, field::ctrl::ENABLE.put(1)).unwrap();
    let first = (chip.clocks(), chip.read(offset::NOW_LO).unwrap());
    chip.clock(0);
    chip.clock(1000);
    let second = (chip.clocks(), chip.read(offset::NOW_LO).unwrap());
    // A tick is one clock: the chip's own counter agrees with ours, the first read's clocks included.
    assert_eq!(second.1 - first.1, (second.0 - first.0) as u32);
    assert!(second.0 - first.0 > 1000);
}

#[test]
fn clock_until_irq_stops_at_the_interrupt() {
    let mut chip = ready_chip(Model::Tiny);
    let due = 100;
    chip.write(offset::INTR_ENABLE, field::intr_enable::EVENT.put(1)).unwrap();
    chip.write(offset::CTRL, field::ctrl::ENABLE.put(1)).unwrap();
    chip.write(offset::ARM, field::arm::SLOT.put(due)).unwrap();
    let before = chip.clocks();
    let run = chip.clock_until_irq(10_000);
    assert!(chip.irq());
    assert_eq!(chip.clocks() - before, run);
    // Tick 100 is clock 100; the chip needs a few more to look and to tell.
    let expected = u64::from(due) - 4..u64::from(due) + 12;
    assert!(expected.contains(&run), "the interrupt came after {run} clocks");
    assert_eq!(chip.clock_until_irq(10_000), 0, "the line is high already");
}

#[test]
fn clock_until_irq_gives_up_at_the_limit() {
    let mut chip = ready_chip(Model::Tiny);
    assert_eq!(chip.clock_until_irq(500), 500);
    assert!(!chip.irq());
    force_interrupt(&mut chip);
    assert!(chip.clock_until_irq(8) < 8);
    assert!(chip.irq());
}

#[test]
fn step_drives_a_read_of_five_clocks() {
    let mut chip = ready_chip(Model::Tiny);
    chip.step(&Inputs::default());
    let request = Inputs { wb_cyc: true, wb_stb: true, wb_sel: 0xF, ..Inputs::default() };
    let outputs: Vec<Outputs> = (0..5).map(|_| chip.step(&request)).collect();
    assert_eq!(outputs.iter().map(|o| o.wb_stall).collect::<Vec<_>>(), [false, true, true, true, true]);
    assert_eq!(outputs.iter().map(|o| o.wb_ack).collect::<Vec<_>>(), [false, false, false, false, true]);
    assert_eq!(outputs[4].wb_dat_r, ID_VALUE);
    assert!(outputs.iter().all(|o| !o.wb_err));
    let idle = chip.step(&Inputs::default());
    assert!(!idle.wb_ack && !idle.wb_stall);
}

#[test]
fn step_with_a_missing_byte_lane_is_refused() {
    let mut chip = ready_chip(Model::Tiny);
    chip.write(offset::SCRATCH, 0x1234_5678).unwrap();
    let request = Inputs {
        wb_cyc: true,
        wb_stb: true,
        wb_we: true,
        wb_sel: 0x7,
        wb_adr: (offset::SCRATCH / 4) as u8,
        wb_dat_w: 0xFFFF_FFFF,
        ..Inputs::default()
    };
    let answer = (0..8).map(|_| chip.step(&request)).find(|o| o.wb_ack || o.wb_err).expect("an answer");
    assert!(answer.wb_err && !answer.wb_ack);
    chip.step(&Inputs::default());
    assert_eq!(chip.read(offset::SCRATCH), Ok(0x1234_5678));
}

#[test]
fn step_cuts_inputs_to_the_width_of_the_pins() {
    let run = |sel: u8, adr: u8| {
        let mut chip = ready_chip(Model::Tiny);
        let request = Inputs { wb_cyc: true, wb_stb: true, wb_sel: sel, wb_adr: adr, ..Inputs::default() };
        (0..5).map(|_| chip.step(&request)).collect::<Vec<_>>()
    };
    assert_eq!(run(0xFF, 0xC1), run(0x0F, 0x01));
}

#[test]
fn steps_equal_clocks() {
    let mut stepped = ready_chip(Model::Tiny);
    let mut clocked = ready_chip(Model::Tiny);
    for chip in [&mut stepped, &mut clocked] {
        chip.write(offset::INTR_ENABLE, field::intr_enable::EVENT.put(1)).unwrap();
        chip.write(offset::CTRL, field::ctrl::ENABLE.put(1)).unwrap();
        chip.write(offset::ARM, field::arm::SLOT.put(50)).unwrap();
    }
    let mut interrupted = 0;
    for _ in 0..200 {
        // The line that one edge leaves is what the next step samples.
        let line = stepped.irq();
        assert_eq!(stepped.step(&Inputs::default()).irq, line);
        clocked.clock(1);
        assert_eq!(stepped.irq(), clocked.irq());
        interrupted += u32::from(line);
    }
    assert!(interrupted > 100, "the slot rang for {interrupted} of 200 clocks");
    assert_eq!(stepped.clocks(), clocked.clocks());
}
