//! The benchmark in a short form: that it runs to its end, not how fast.
#![cfg(all(feature = "future", feature = "shards"))]

#[allow(dead_code, reason = "its main function is the benchmark's")]
#[path = "../benches/timers.rs"]
mod timers;

#[test]
fn timers_benchmark_in_short_form_runs_to_its_end() {
    let libuv = timers::Libuv::compile().unwrap_or_else(|message| panic!("{message}"));
    timers::run(&[100], 1, 20, Some(&libuv));
}
