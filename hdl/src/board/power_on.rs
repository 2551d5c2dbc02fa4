//! # The reset after power-on
//!
//! **Purpose.** Holds the chip in reset until its clock is stable.
//!
//! **Interface.** `locked` comes from the clock's source and may change at any time. `reset` is the chip's.
//!
//! **Timing.** `locked` passes two flip-flops. `reset` falls 2,048 clocks after it is high and stays low until `locked`
//! falls; then it rises within three clocks. 2,048 clocks are 20 us at 100 MHz: block RAM of an iCE40 gives nothing
//! sensible in the first microseconds after configuration.
//!
//! **Invariants.** `reset` comes from a flip-flop whose value after configuration is that of reset.

use crate::circuit::Circuit;
use rust_hdl::prelude::*;

/// The reset; see the module's header.
#[derive(Circuit, Default)]
pub struct PowerOn {
    /// The chip's clock.
    pub clock: Signal<In, Clock>,
    /// The clock is stable.
    pub locked: Signal<In, Bit>,
    /// The chip is to be reset.
    pub reset: Signal<Out, Bit>,
    /// The lock after one flip-flop: may be metastable.
    first_locked: DFF<Bit>,
    /// The lock after two flip-flops: safe to use.
    second_locked: DFF<Bit>,
    /// Clocks for which the lock has lasted, up to 2,047.
    waited: DFF<Bits<11>>,
    /// The chip is not held in reset; 0 after configuration.
    released: DFF<Bit>,
}

impl Logic for PowerOn {
    #[hdl_gen]
    fn update(&mut self) {
        self.first_locked.d.next = self.locked.val();
        self.second_locked.d.next = self.first_locked.q.val();
        self.released.d.next = self.waited.q.val().all() & self.second_locked.q.val();
        if !self.waited.q.val().all() {
            self.waited.d.next = self.waited.q.val() + 1;
        }
        if !self.second_locked.q.val() {
            self.waited.d.next = 0.into();
        }
        self.reset.next = !self.released.q.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circuit::clocked::Clocked;

    /// Clocks until `reset` is as wanted.
    fn clocks_until(part: &mut PowerOn, reset: bool) -> u32 {
        for clocks in 0..5000 {
            part.settle();
            if part.reset.val() == reset {
                return clocks;
            }
            part.tick();
        }
        panic!("reset stays {}", !reset);
    }

    #[test]
    fn power_on_releases_after_2048_clocks_of_lock_and_not_before() {
        let mut part = PowerOn::default();
        part.connect_all();
        for _ in 0..3000 {
            part.tick();
            assert!(part.reset.val(), "never without lock");
        }
        part.locked.next = true;
        let clocks = clocks_until(&mut part, false);
        assert!((2048..2056).contains(&clocks), "{clocks}");
        part.locked.next = false;
        assert!(clocks_until(&mut part, true) <= 3);
        part.locked.next = true;
        assert!(clocks_until(&mut part, false) >= 2048, "it waits anew");
    }
}
