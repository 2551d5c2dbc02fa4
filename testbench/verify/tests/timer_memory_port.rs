//! The timer chip's manners as a master of its memory's bus, at the pins.

mod common;

use carillon_driver::bus::RegisterBus;
use carillon_regmap::timer_chip::{field, offset};
use carillon_sim::{
    Memory, MemoryBehaviour, TimerInputs, TimerModel, TimerOutputs, TimerPins, TimerSimulation, TimerSystem,
};
use carillon_spec::timer_chip::lists::{Layout, check};

const BASE: u32 = 0x0123_4000;
const TIMERS: u32 = 20;
const MODEL: TimerModel = TimerModel::Timer10x2;

/// The chip's pins, and what was seen at them.
struct Watched {
    pins: TimerSimulation,
    before: TimerOutputs,
    /// Errors after which `cyc` and `stb` were high.
    repeated: u32,
    /// Resets that met a transfer under way.
    interrupted: u32,
}

impl TimerPins for Watched {
    fn step(&mut self, inputs: &TimerInputs) -> TimerOutputs {
        let after = self.pins.step(inputs);
        if inputs.reset {
            // Rule 3.20 of Wishbone B4.
            assert!(!after.memory_cyc && !after.memory_stb, "after a reset");
            self.interrupted += u32::from(self.before.memory_cyc);
        } else if inputs.memory_err && self.before.memory_cyc {
            assert!(after.memory_cyc && after.memory_stb, "after an error");
            assert_eq!(
                (after.memory_adr, after.memory_we, after.memory_dat_w),
                (self.before.memory_adr, self.before.memory_we, self.before.memory_dat_w)
            );
            self.repeated += 1;
        }
        self.before = after;
        after
    }
}

fn system(memory: MemoryBehaviour) -> (TimerSystem<Watched>, Layout) {
    let pins = Watched {
        pins: TimerSimulation::new(MODEL).expect("a simulation"),
        before: TimerOutputs::default(),
        repeated: 0,
        interrupted: 0,
    };
    let layout = Layout::new(&MODEL.build(), TIMERS, 4);
    let memory = Memory::new(BASE, layout.words(), memory, 1);
    (TimerSystem::new(pins, memory), layout)
}

fn initialise(system: &mut TimerSystem<Watched>) {
    for (register, word) in [
        (offset::TIMERS, TIMERS),
        (offset::WHEEL_BITS, 4),
        (offset::MEMORY_BASE, BASE),
        (offset::CTRL, field::ctrl::INITIALISE.mask()),
    ] {
        system.write(register, word).expect("a register");
    }
}

fn wait_until_ready(system: &mut TimerSystem<Watched>) {
    while !field::status::READY.is_set(system.read(offset::STATUS).expect("a register")) {}
}

#[test]
fn timer_memory_port_after_an_error_keeps_cyc_and_asks_again() {
    let (mut system, layout) = system(MemoryBehaviour::up_to(3).failing(5));
    initialise(&mut system);
    wait_until_ready(&mut system);
    let errors = system.memory().errors();
    assert!(errors > 10, "{errors}");
    assert_eq!(u64::from(system.pins().repeated), errors);
    check(&layout, system.memory().words(), None).unwrap();
}

/// The memory of the simulation drops a transfer when `cyc` falls, and refuses to have two under way: so `cyc` does
/// fall.
#[test]
fn timer_memory_port_at_a_reset_lets_cyc_fall_and_the_memory_drops_the_transfer() {
    let (mut system, layout) = system(MemoryBehaviour::fixed(20));
    for clocks in 0..60 {
        for pin in [true, false] {
            initialise(&mut system);
            system.clock(40 + clocks);
            if pin {
                system.reset_for(1);
            } else {
                let reset = field::ctrl::RESET.mask();
                system.write(offset::CTRL, reset).expect("a register");
            }
            let accesses = system.memory().accesses();
            system.clock(50);
            assert_eq!(system.memory().accesses(), accesses, "a stray transfer");
        }
    }
    assert!(system.pins().interrupted > 20);
    initialise(&mut system);
    wait_until_ready(&mut system);
    check(&layout, system.memory().words(), None).unwrap();
}
