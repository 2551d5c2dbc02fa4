//! The timer chip under a random host and a random memory, against its contract.
//!
//! The Verilated chip runs with a memory that is fast, slow, irregular or faulty. A random host works its registers,
//! and [`Contract`](carillon_spec::timer_chip::Contract) judges every event and every timer's word that the host
//! reads. The host knows the tick of each command exactly: a transfer is answered a fixed number of clocks after the
//! chip has counted it. At rest, every link in the memory is checked; and the host waits until every timer that is due
//! has had its event, which may take no longer than the visits. Beside the Verilated chip Rust-HDL's simulator may run
//! ([`Pair`]): then every pin is compared in every clock as well.
//!
//! A chip with its memory inside runs beside the same one with its memory behind the port, where that answers in the
//! next clock. In every clock the pins of their hosts must be the same.

mod host;
mod now;
mod pair;
mod plan;
mod reached;

pub use pair::{Pair, RustHdlTimer};
pub use plan::Plan;
pub use reached::Reached;

use carillon_regmap::timer_chip::TimerBuild;
use carillon_sim::TimerPins;
use host::Host;

/// Runs a chip for a number of operations (bus transfers), or a few more. `differs` tells of a difference that the pins
/// themselves have found.
///
/// # Errors
///
/// A sentence about the first promise that is broken.
pub fn run<P: TimerPins>(
    pins: P,
    build: &TimerBuild,
    seed: u64,
    operations: u64,
    differs: fn(&P) -> Option<&str>,
) -> Result<Reached, String> {
    let plan = Plan::new(build, seed);
    let told = |sentence: String| format!("seed {seed}: {sentence}\n{plan:?}");
    let mut host = Host::new(pins, *build, plan.clone(), seed);
    let result = host.work(operations, differs);
    result.map_err(told)?;
    Ok(host.reached())
}
