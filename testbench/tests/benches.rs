//! The benchmark in a short form: that it runs to its end, not how fast.

#[allow(dead_code, reason = "its main function is the benchmark's")]
#[path = "../benches/simulator_clocks.rs"]
mod simulator_clocks;

#[test]
fn simulator_benchmark_in_short_form_runs_to_its_end() {
    let lowest = simulator_clocks::run(&simulator_clocks::SHORT);
    assert!(lowest.is_finite() && lowest > 0.0, "{lowest}");
}
