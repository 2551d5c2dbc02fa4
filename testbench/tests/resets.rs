//! A reset, by pin or by `CTRL`, at any moment, leaves a chip as it is after power-up.

mod common;

use carillon_regmap::{REGISTERS, field, offset};
use carillon_sim::{Inputs, Model};
use common::{Event, Host};

/// The reset pin for one clock.
const PIN: Inputs = Inputs {
    reset: true,
    wb_cyc: false,
    wb_stb: false,
    wb_we: false,
    wb_sel: 0,
    wb_adr: 0,
    wb_dat_w: 0,
};

/// Resets by pin.
fn reset_pin(host: &mut Host) {
    host.chip.step(&PIN);
    host.chip.step(&Inputs::default());
}

/// Everything that can be read.
fn contents(host: &mut Host) -> Vec<(u32, Option<u32>)> {
    use carillon_driver::bus::RegisterBus;
    let mut contents = Vec::new();
    for register in REGISTERS {
        for index in 0..register.count {
            let offset = offset::element(register.offset, index);
            contents.push((offset, host.chip.read(offset).ok()));
        }
    }
    // Reading what is not there has set a bit.
    host.write(offset::ERROR, u32::MAX);
    contents
}

/// What a chip shows after its sweep, and what it does in a run of some length.
fn behaviour(host: &mut Host) -> (Vec<(u32, Option<u32>)>, Vec<Event>) {
    host.sweep();
    let contents = contents(host);
    host.configure(3, &[20, 9], &[]);
    host.enable(true);
    for (wheel, slot, lap) in [(0, 5, 0), (0, 19, 1), (1, 2, 0)] {
        host.arm(wheel, slot, lap);
    }
    (contents, host.take_events(600, false))
}

/// A chip in the midst of everything: modes, alarm, coalescing, errors, events, commands.
fn busy() -> Host {
    let mut host = Host::start(Model::Full10x2, 1, &[30, 7], &[1, 2]);
    host.write(offset::SCRATCH, 0x1234_5678);
    host.write(offset::ALARM_LO, 100);
    host.write(offset::ALARM_HI, 0);
    host.write(offset::INTR_COALESCE, 0x0010_0003);
    host.write(offset::INTR_TEST, 0x1f);
    for slot in 0..30 {
        host.arm(0, slot, 1);
        host.arm(1, slot % 10, 0);
    }
    host
}

#[test]
fn reset_by_ctrl_and_by_pin_leave_the_same_chip() {
    let mut fresh = Host::ready(Model::Full10x2);
    let fresh = behaviour(&mut fresh);
    let mut by_pin = busy();
    reset_pin(&mut by_pin);
    assert_eq!(behaviour(&mut by_pin), fresh);
    // The rest of the word is of no account.
    for word in [0, 1, u32::MAX] {
        let mut by_ctrl = busy();
        by_ctrl.write(offset::CTRL, word | field::ctrl::RESET.mask());
        assert_eq!(behaviour(&mut by_ctrl), fresh, "CTRL {word:#x}");
    }
    assert_eq!(fresh.1.len(), 600 / 3 / 20 * 2 + 1, "{:?}", fresh.1);
}

#[test]
fn reset_at_every_clock_of_a_busy_run_leaves_a_fresh_chip() {
    let mut fresh = Host::ready(Model::Full10x2);
    let fresh = behaviour(&mut fresh);
    for clocks in 0..200 {
        let mut host = busy();
        host.chip.clock(clocks);
        // In the middle of a transfer, too.
        let arm = Inputs {
            reset: false,
            wb_cyc: true,
            wb_stb: true,
            wb_we: true,
            wb_sel: 15,
            wb_adr: (offset::ARM / 4) as u8,
            wb_dat_w: 7,
        };
        for _ in 0..clocks % 5 {
            host.chip.step(&arm);
        }
        if clocks % 2 == 1 {
            host.chip.step(&Inputs::default());
        }
        if clocks % 2 == 0 {
            reset_pin(&mut host);
        } else {
            host.chip.clock(4);
            host.write(offset::CTRL, field::ctrl::RESET.mask());
        }
        assert_eq!(behaviour(&mut host), fresh, "after {clocks} clocks");
    }
}

#[test]
fn reset_at_every_clock_of_the_sweep_begins_it_again() {
    /// Clocks of the Tiny chip's sweep.
    const SWEEP: u64 = 1024;
    // When a chip is ready after a reset, in steps of a read.
    let readiness = |host: &mut Host| -> Vec<bool> {
        host.chip.clock(SWEEP - 40);
        let reads = (0..20).map(|_| field::status::READY.is_set(host.read(offset::STATUS)));
        reads.collect()
    };
    let mut host = busy_tiny();
    reset_pin(&mut host);
    let expected = readiness(&mut host);
    assert!(!expected[0] && expected[19], "{expected:?}");
    for clocks in 0..SWEEP + 20 {
        reset_pin(&mut host);
        host.chip.clock(clocks);
        reset_pin(&mut host);
        assert_eq!(
            readiness(&mut host),
            expected,
            "again after {clocks} clocks"
        );
    }
    // Nothing of before is left in the memory.
    host.configure(1, &[1024], &[]);
    host.enable(true);
    assert_eq!(host.take_events(3000, false), []);
}

/// A chip all of whose slots are busy.
fn busy_tiny() -> Host {
    let mut host = Host::start(Model::Tiny, 1 << 20, &[1024], &[]);
    for slot in 0..1024 {
        host.arm(0, slot, 1);
    }
    host
}
