//! The benchmark in a short form: that it runs to its end, not how fast.

#[allow(dead_code, reason = "its main function is the benchmark's")]
#[path = "../benches/queues.rs"]
mod queues;

#[test]
#[ignore = "long"]
fn queues_benchmark_in_short_form_runs_to_its_end() {
    let options = queues::options(std::iter::empty()).expect("no arguments are right");
    queues::run(&options).expect("the queues do as the oracle");
}
