use carillon_soc::{cost, Program};
#[test]
fn scratch() {
    for path in std::env::var("PROGS").unwrap().split(',') {
        let stages = cost::measure(&Program::open(path).unwrap(), 1_000, 100, 200_000_000).unwrap();
        for s in stages { println!("{path} {} start {} stop {} callback {} asleep {} interrupts {}", s.timers, s.start.mean(), s.stop.mean(), s.callback.mean(), s.asleep(), s.interrupts); }
    }
}
